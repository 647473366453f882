//! What stands along the track: barriers and trees, and the sky, sun and haze above them.

use bevy::light::{CascadeShadowConfigBuilder, NotShadowCaster};
use bevy::math::ops;
use bevy::prelude::*;
use bevy_skidpad::skidpad::core::math::Real;

use crate::course::Course;
use crate::land_mesh::{Land, Node};
use crate::mesh_data::{MeshData, scatter};
use crate::paint;
use crate::road_mesh::road;

/// Colour of the sky at the horizon, and so of the haze.
pub const HAZE: Color = Color::srgb(0.66, 0.76, 0.88);
/// Barriers: their height and thickness, and the longest piece, m.
const BARRIER_M: [f32; 2] = [0.8, 0.25];
const PIECE_M: f64 = 4.0;
/// Depth to which they reach into the ground, m, and the linear colour of every eighth piece.
const FOOT_M: f32 = 0.3;
const MARK: [f32; 3] = [0.6, 0.05, 0.04];
/// Trees stand further from the road than this, m, and on this share of the land's nodes.
const CLEAR_M: f64 = 14.0;
const FOREST: f32 = 0.035;
/// Trees further than this from the road are left out, m.
const FAR_M: f64 = 110.0;
/// Trees of a mesh.
const GROVE: usize = 64;
/// Linear colours of trees.
const TRUNK: [f32; 3] = [0.10, 0.06, 0.03];
const LEAVES: [f32; 3] = [0.020, 0.070, 0.018];

/// Spawns the road, the land, and all that stands on it.
pub fn spawn(
    mut commands: Commands,
    course: Res<Course>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let rough = |materials: &mut Assets<StandardMaterial>, perceptual_roughness: f32| {
        materials.add(StandardMaterial { perceptual_roughness, reflectance: 0.2, ..default() })
    };
    let [ground, steel] = [0.95, 0.5].map(|roughness| rough(&mut materials, roughness));
    let land = Land::new(&course);
    // A road and its land lie below everything: they take shadows and cast none that is seen.
    for mesh in road(&course).into_iter().chain(land.meshes()) {
        commands.spawn((Mesh3d(meshes.add(mesh.mesh())), MeshMaterial3d(ground.clone()), NotShadowCaster));
    }
    for mesh in barriers(&course) {
        commands.spawn((Mesh3d(meshes.add(mesh.mesh())), MeshMaterial3d(steel.clone())));
    }
    for mesh in trees(&course, &land) {
        commands.spawn((Mesh3d(meshes.add(mesh.mesh())), MeshMaterial3d(ground.clone())));
    }
    light(&mut commands);
}

fn light(commands: &mut Commands) {
    commands.insert_resource(ClearColor(HAZE));
    commands.insert_resource(GlobalAmbientLight {
        color: Color::srgb(0.75, 0.85, 1.0),
        brightness: 420.0,
        ..default()
    });
    commands.spawn((
        DirectionalLight { illuminance: 8_000.0, shadow_maps_enabled: true, ..default() },
        CascadeShadowConfigBuilder {
            num_cascades: 2,
            first_cascade_far_bound: 18.0,
            maximum_distance: 110.0,
            ..default()
        }
        .build(),
        Transform::from_xyz(0.5, 0.8, 0.35).looking_at(Vec3::ZERO, Vec3::Y),
    ));
}

/// Barriers along the track's walls, at the faces that cars hit.
fn barriers(course: &Course) -> Vec<MeshData> {
    let [height, thickness] = BARRIER_M;
    let walls = course.track.walls().iter().map(|wall| {
        let mut mesh = MeshData::default();
        let outwards = wall.side.sign() as f32;
        let face = finer(&course.track.face_m(wall));
        let foot = |[x, y]: [f64; 2]| course.on_ground([x, y]).as_vec3() - FOOT_M * Vec3::Y;
        for (piece, ends) in face.windows(2).enumerate() {
            let [from, to] = [foot(ends[0]), foot(ends[1])];
            // Away from the road.
            let back = Vec3::Y.cross(to - from).normalize_or_zero() * outwards * thickness;
            let up = (height + FOOT_M) * Vec3::Y;
            let colour = if piece % 8 == 0 { MARK } else { paint::BARRIER };
            for [a, b, c, d] in [
                [from, to, to + up, from + up],
                [from + up, to + up, to + back + up, from + back + up],
                [to + back, from + back, from + back + up, to + back + up],
            ] {
                mesh.face(if outwards > 0.0 { [a, b, c, d] } else { [d, c, b, a] }, colour);
            }
        }
        mesh
    });
    walls.collect()
}

/// Points of a line, and between those that are far from each other further ones: the ground between them is not straight.
fn finer(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut finer: Vec<_> = points.first().copied().into_iter().collect();
    for ends in points.windows(2) {
        let [[x, y], [to_x, to_y]] = [ends[0], ends[1]];
        let parts = (Real::hypot(to_x - x, to_y - y) / PIECE_M).ceil().max(1.0);
        finer.extend((1..=parts as usize).map(|part| {
            let share = part as f64 / parts;
            [x + share * (to_x - x), y + share * (to_y - y)]
        }));
    }
    finer
}

/// Trees where no car gets: behind barriers, or far from the road.
fn trees(course: &Course, land: &Land) -> Vec<MeshData> {
    let least_m = if course.track.walls().is_empty() { 4.0 * CLEAR_M } else { CLEAR_M };
    let grows = |node: &&Node| {
        let [x, y] = node.position_m.map(|part| (part / land.node_m()) as i64);
        (least_m..FAR_M).contains(&node.beside_m) && scatter(x, y) < FOREST
    };
    let places: Vec<&Node> = land.nodes().iter().filter(grows).collect();
    let groves = places.chunks(GROVE).map(|grove| {
        let mut mesh = MeshData::default();
        grove.iter().for_each(|node| add_tree(&mut mesh, course, node));
        mesh
    });
    groves.collect()
}

fn add_tree(mesh: &mut MeshData, course: &Course, node: &Node) {
    let [x, y] = node.position_m;
    let random = scatter(x as i64 + 7, y as i64 + 3);
    let foot = course.on_ground([x, y]).as_vec3() - 0.2 * Vec3::Y;
    let height = 5.0 + 6.0 * random;
    let leaves = LEAVES.map(|part| part * (0.7 + 0.8 * scatter(y as i64, x as i64)));
    add_cone(mesh, foot, [0.22, 0.18], 0.3 * height, TRUNK);
    for tier in 0..3 {
        let tier = tier as f32;
        let from = foot + (0.15 + 0.25 * tier) * height * Vec3::Y;
        add_cone(mesh, from, [(0.24 - 0.055 * tier) * height, 0.0], 0.38 * height, leaves);
    }
}

/// Adds a cone, or one whose top is cut off: radii at its foot and its top, m.
fn add_cone(mesh: &mut MeshData, foot: Vec3, radii: [f32; 2], height: f32, colour: [f32; 3]) {
    const SIDES: usize = 7;
    let at = |side: usize, radius: f32, up: f32| {
        let (sin, cos) = ops::sin_cos(side as f32 / SIDES as f32 * core::f32::consts::TAU);
        foot + Vec3::new(radius * cos, up, -radius * sin)
    };
    for side in 0..SIDES {
        let [low, top] = radii;
        mesh.face(
            [at(side, low, 0.0), at(side + 1, low, 0.0), at(side + 1, top, height), at(side, top, height)],
            colour,
        );
    }
}
