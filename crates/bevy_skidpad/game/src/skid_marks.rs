//! Skid marks: strips on the ground behind tyres that slide, in a ring buffer whose oldest pieces fade.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::NotShadowCaster;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_skidpad::axes::to_bevy;
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::Wheel;
use bevy_skidpad::skidpad::core::math::Real;
use bevy_skidpad::skidpad::core::spec::AxleData;

use crate::car::{ChosenCar, Player};
use crate::course::Course;
use crate::mesh_data::normal;

/// Pieces of all wheels together, and the length of one, m.
const PIECES: usize = 2400;
const PIECE_M: f32 = 0.3;
/// Width of a mark, and height over the ground, m: below it depths of far pixels run together.
const WIDTH_M: f32 = 0.2;
const OVER_M: f32 = 0.012;
/// Slip over that of the largest force at which a tyre begins to mark, and at which the mark is darkest.
const SLIPS: [f64; 2] = [0.9, 1.8];
/// Opacity of the darkest mark.
const DARKEST: f32 = 0.75;
/// Share of the pieces that fade.
const FADING: f32 = 0.3;
/// The wheel was put elsewhere where it moved further in a step, m.
const JUMP_M: f32 = 5.0;

/// Slip of a tyre over that of the largest force, of the slip ratio and the slip angle together.
pub fn slip(wheel: &Wheel, axle: &AxleData<f64>) -> f64 {
    if wheel.load_n <= 0.0 {
        return 0.0;
    }
    Real::hypot(wheel.slip_ratio / axle.peak_slip, wheel.slip_angle_rad / axle.peak_slip_angle_rad)
}

/// Darkness of the mark of a slip, [0, 1].
pub fn darkness(slip: f64) -> f32 {
    let [from, to] = SLIPS;
    Real::clamp((slip - from) / (to - from), 0.0, 1.0) as f32
}

/// End of a piece: two points of the ground, the normal there, and the darkness.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cross {
    points: [Vec3; 2],
    normal: Vec3,
    darkness: f32,
}

/// Resource: the marks on the ground.
#[derive(Resource, Default)]
pub struct SkidMarks {
    pieces: Vec<[Cross; 2]>,
    /// Place of the next piece, once all are in use.
    next: usize,
    /// End of the last piece of each wheel.
    last: [Option<Cross>; 4],
    is_changed: bool,
}

impl SkidMarks {
    /// Number of pieces.
    pub fn count(&self) -> usize {
        self.pieces.len()
    }

    /// Moves a wheel on to a place. `across` is the direction of its axle.
    fn roll(&mut self, wheel: usize, middle: Vec3, normal: Vec3, across: Vec3, darkness: f32) {
        let (half, lift) = (0.5 * WIDTH_M * across, OVER_M * normal);
        let cross = Cross { points: [middle - half + lift, middle + half + lift], normal, darkness };
        let Some(from) = self.last[wheel].filter(|from| from.points[0].distance(cross.points[0]) < JUMP_M)
        else {
            self.last[wheel] = Some(cross);
            return;
        };
        if from.points[0].distance(cross.points[0]) < PIECE_M {
            return;
        }
        self.last[wheel] = Some(cross);
        if from.darkness.max(darkness) > 0.0 {
            self.add([from, cross]);
        }
    }

    fn add(&mut self, piece: [Cross; 2]) {
        if self.pieces.len() < PIECES {
            self.pieces.push(piece);
        } else {
            self.pieces[self.next] = piece;
            self.next = (self.next + 1) % PIECES;
        }
        self.is_changed = true;
    }

    /// Opacity of a piece by its age: the oldest fade.
    fn opacity(&self, place: usize) -> f32 {
        let age = (place + PIECES - self.next) % PIECES;
        let free = (PIECES - self.pieces.len()) as f32;
        DARKEST * f32::min((age as f32 + free) / (FADING * PIECES as f32), 1.0)
    }

    fn mesh(&self) -> Mesh {
        let count = 4 * self.pieces.len();
        let [mut positions, mut normals] = [Vec::with_capacity(count), Vec::with_capacity(count)];
        let (mut colours, mut indices) = (Vec::with_capacity(count), Vec::new());
        for (place, ends) in self.pieces.iter().enumerate() {
            let (first, opacity) = (positions.len() as u32, self.opacity(place));
            for Cross { points, normal, darkness } in ends {
                positions.extend(points);
                normals.extend([*normal; 2]);
                colours.extend([[0.008, 0.008, 0.009, opacity * darkness]; 2]);
            }
            indices.extend([0, 1, 3, 0, 3, 2].map(|corner| first + corner));
        }
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
            .with_inserted_indices(Indices::U32(indices))
    }
}

/// The entity with the mesh of all marks.
#[derive(Component)]
pub struct MarksMesh;

/// Spawns the mesh.
pub fn spawn(mut commands: Commands, mut materials: ResMut<Assets<StandardMaterial>>) {
    let material = materials.add(StandardMaterial {
        perceptual_roughness: 0.9,
        reflectance: 0.1,
        alpha_mode: AlphaMode::Blend,
        depth_bias: 10.0,
        ..default()
    });
    commands.spawn((
        MarksMesh,
        MeshMaterial3d(material),
        Transform::default(),
        Visibility::default(),
        NoFrustumCulling,
        NotShadowCaster,
    ));
}

/// Follows the player's wheels after each step.
pub fn follow(
    course: Res<Course>,
    chosen: Res<ChosenCar>,
    world: Res<SkidpadWorld>,
    car: Single<Entity, With<Player>>,
    mut marks: ResMut<SkidMarks>,
) {
    let Some(car) = world.car(*car) else { return };
    let pose = car.pose();
    let left = to_bevy(pose.to_world([0.0, 1.0, 0.0])).as_vec3();
    for (place, wheel) in car.wheels().iter().take(4).enumerate() {
        let axle = if place < 2 { chosen.data.front() } else { chosen.data.rear() };
        let [x, y, _] = wheel.position_m;
        let up = normal(course.ground().under([x, y]).rise);
        let across = -(left - left.dot(up) * up).normalize_or(Vec3::X);
        marks.roll(place, course.on_ground([x, y]).as_vec3(), up, across, darkness(slip(wheel, axle)));
    }
}

/// Draws the marks, where there are new ones.
pub fn show(
    mut commands: Commands,
    mut marks: ResMut<SkidMarks>,
    mut meshes: ResMut<Assets<Mesh>>,
    entity: Single<Entity, With<MarksMesh>>,
) {
    if core::mem::take(&mut marks.is_changed) {
        commands.entity(*entity).insert(Mesh3d(meshes.add(marks.mesh())));
    }
}
