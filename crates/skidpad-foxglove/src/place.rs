//! Track, walls and cones.

use foxglove::messages::{
    Color, CylinderPrimitive, LinePrimitive, Point3, SceneEntity, Timestamp, line_primitive,
};
use skidpad_core::math::Real;
use skidpad_world::contact::{Barrier, Wall};
use skidpad_world::scene::Cone;
use skidpad_world::track::Track;
use skidpad_world::world::{Site, World};

use crate::shapes::{colour, entity, pose, vector};
use crate::stance::{on_ground_m, world_m};

/// Distance between the points of a track's lines, m.
const SPACING_M: f64 = 2.0;
/// Height at which a wall is drawn, m.
const WALL_M: f64 = 0.8;
/// Half of the length of a wall without end, m.
const ENDLESS_M: f64 = 1000.0;
/// Height of a cone, m.
const CONE_M: f64 = 0.45;

/// Track, walls and cones of a world.
pub fn entities(world: &World, now: Timestamp) -> Vec<SceneEntity> {
    let site = world.site();
    let place = Place { site };
    let mut entities = Vec::new();
    // Without a track an empty one, which takes the place of the one before.
    let mut road = entity("track".to_owned(), now, None);
    road.lines = site.track().map_or_else(Vec::new, |track| place.road(track));
    entities.push(road);
    let mut walls = entity("walls".to_owned(), now, None);
    walls.lines = place.walls();
    entities.push(walls);
    let mut cones = entity("cones".to_owned(), now, None);
    cones.cylinders = world
        .cones()
        .iter()
        .map(|cone| place.cone([cone.motion.position_m.x, cone.motion.position_m.y], cone.is_flat))
        .collect();
    entities.push(cones);
    entities
}

struct Place<'a> {
    site: &'a Site,
}

impl Place<'_> {
    /// Both edges of the road and its line.
    fn road(&self, track: &Track) -> Vec<LinePrimitive> {
        let pieces = 1 + (track.length_m() / SPACING_M) as usize;
        let spacing_m = track.length_m() / pieces as f64;
        let line = |across: &dyn Fn([f64; 2]) -> f64, colour| {
            let points = (0..=pieces).map(|piece| {
                let distance_m = spacing_m * piece as f64;
                let point = track.at(track.wrapped_m(distance_m));
                let offset_m = across(point.widths_m);
                // The banking is the angle by which the road falls to the right.
                let height_m = point.height_m + offset_m * Real::tan(point.banking_rad);
                world_m(self.site, track.beside(point.distance_m, offset_m), height_m)
            });
            polyline(points.collect(), line_primitive::Type::LineStrip, colour)
        };
        vec![
            line(&|[left_m, _]| left_m, colour([0.9, 0.9, 0.9])),
            line(&|[_, right_m]| -right_m, colour([0.9, 0.9, 0.9])),
            line(&|_| 0.0, colour([0.55, 0.55, 0.55])),
        ]
    }

    fn walls(&self) -> Vec<LinePrimitive> {
        let mut points = Vec::new();
        let mut add =
            |ends: [[f64; 2]; 2]| points.extend(ends.map(|end| on_ground_m(self.site, end, WALL_M)));
        for Wall { barrier, .. } in self.site.walls.list() {
            match *barrier {
                Barrier::Segment { from_m, to_m } => add([from_m.into(), to_m.into()]),
                Barrier::HalfPlane { point_m, normal } => {
                    let size = Real::hypot(normal.x, normal.y);
                    let (along_x, along_y) = (-normal.y / size * ENDLESS_M, normal.x / size * ENDLESS_M);
                    add([-1.0, 1.0].map(|end| [point_m.x + end * along_x, point_m.y + end * along_y]));
                }
                Barrier::Post { centre_m, radius_m } => {
                    add([-1.0, 1.0].map(|end| [centre_m.x + end * radius_m, centre_m.y]));
                    add([-1.0, 1.0].map(|end| [centre_m.x, centre_m.y + end * radius_m]));
                }
            }
        }
        if points.is_empty() {
            return Vec::new();
        }
        vec![polyline(points, line_primitive::Type::LineList, colour([0.85, 0.55, 0.2]))]
    }

    fn cone(&self, place_m: [f64; 2], is_flat: bool) -> CylinderPrimitive {
        let height_m = if is_flat { 0.05 } else { CONE_M };
        let diameter_m = 2.0 * Cone::RADIUS_M;
        CylinderPrimitive {
            pose: Some(pose(on_ground_m(self.site, place_m, 0.5 * height_m), [1.0, 0.0, 0.0, 0.0])),
            size: Some(vector([diameter_m, diameter_m, height_m])),
            bottom_scale: 1.0,
            top_scale: if is_flat { 1.0 } else { 0.2 },
            color: Some(colour([0.95, 0.45, 0.1])),
        }
    }
}

fn polyline(points_m: Vec<[f64; 3]>, kind: line_primitive::Type, colour: Color) -> LinePrimitive {
    LinePrimitive {
        r#type: kind as i32,
        pose: Some(pose([0.0; 3], [1.0, 0.0, 0.0, 0.0])),
        thickness: 2.0,
        scale_invariant: true,
        points: points_m.into_iter().map(|[x, y, z]| Point3 { x, y, z }).collect(),
        color: Some(colour),
        colors: Vec::new(),
        indices: Vec::new(),
    }
}
