//! The track as the game has it: Skidpad's scene, and where cars are put.

use std::path::Path;

use bevy::math::{DQuat, DVec3};
use bevy::prelude::*;
use bevy_skidpad::axes::{rotation_to_bevy, to_bevy};
use bevy_skidpad::skidpad::core::math::Real;
use bevy_skidpad::skidpad::formats::track;
use bevy_skidpad::skidpad::world::ground::Ground;
use bevy_skidpad::skidpad::world::scene::Scene;
use bevy_skidpad::skidpad::world::track::{Track, TrackPosition};

/// Resource: the track, its ground and its start.
#[derive(Resource, Clone)]
pub struct Course {
    /// Skidpad's scene of the track.
    pub scene: Scene,
    /// The track.
    pub track: Track,
}

impl Course {
    /// The course of a track file, or of a track that comes with Skidpad.
    ///
    /// # Errors
    /// No such file or name, or the faults of the file.
    pub fn open(file_or_name: &str) -> Result<Self, String> {
        let file = track::open(Path::new(file_or_name), None).map_err(|error| error.to_string())?;
        let track = Track::new(&file.spec).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            format!("{file_or_name}: {}", faults.join("; "))
        })?;
        Ok(Self { scene: Scene::on_track(track.clone()), track })
    }

    /// The ground that cars drive on.
    pub fn ground(&self) -> &Ground {
        &self.scene.ground
    }

    /// Place and heading before the start line, along Bevy's axes.
    pub fn start(&self) -> Transform {
        self.transform(self.scene.start.position_m, self.scene.start.heading_rad)
    }

    /// Place and heading in the middle of the road nearest to a position along Skidpad's axes, m.
    pub fn nearest(&self, position_m: [f64; 2]) -> Transform {
        let TrackPosition { distance_m, .. } = self.track.locate(position_m, None);
        let point = self.track.at(distance_m);
        let [left_m, right_m] = point.widths_m;
        self.transform(self.track.beside(distance_m, 0.5 * (left_m - right_m)), point.heading_rad)
    }

    /// A place on the ground with a heading, along Bevy's axes.
    fn transform(&self, position_m: [f64; 2], heading_rad: f64) -> Transform {
        let (sin, cos) = Real::sin_cos(0.5 * heading_rad);
        let rotation: DQuat = rotation_to_bevy([cos, 0.0, 0.0, sin]);
        Transform::from_translation(self.on_ground(position_m).as_vec3()).with_rotation(rotation.as_quat())
    }

    /// The point of the ground at a position along Skidpad's axes, in Bevy's, m.
    pub fn on_ground(&self, [x, y]: [f64; 2]) -> DVec3 {
        to_bevy([x, y, self.ground().under([x, y]).height_m])
    }

    /// Height of the ground below a point of Bevy's, m.
    pub fn height_m(&self, point: Vec3) -> f32 {
        self.ground().under([f64::from(-point.z), f64::from(-point.x)]).height_m as f32
    }
}
