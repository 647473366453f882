//! The track of a unit: what its resources have, and the ground that cars drive on.

use std::path::Path;
use std::sync::Arc;

use skidpad_formats::track::{self, TrackFile, TrackFormat};
use skidpad_world::ground::Ground;
use skidpad_world::models::ModelInfo;
use skidpad_world::scene::{Place, Scene};
use skidpad_world::track::Track;

use crate::log::joined;

/// States that place a car on a track: position and heading.
const PLACE: [&str; 3] = ["x_m", "y_m", "yaw_rad"];

/// Track of a unit.
#[derive(Clone, Debug)]
pub struct UnitTrack {
    /// The text of its file.
    pub text: String,
    /// The ground: the track's road, kerbs and run-off, and the land around.
    pub ground: Arc<Ground>,
    /// Place of a car at the start: the front of the starting grid.
    pub start: Place,
}

impl UnitTrack {
    /// Track of a file in any format. The unit has it in Skidpad's own, which holds all of it.
    ///
    /// # Errors
    /// A description that makes no track, and a model that has no place on one.
    pub fn of_file(model: &ModelInfo, file: &TrackFile) -> Result<Self, String> {
        let has = |name: &&str| model.states.iter().any(|state| state.name == *name);
        if !PLACE.iter().all(has) {
            return Err(format!(
                "the model {} has no place on a track: must be one with the states {}",
                model.name,
                PLACE.join(", ")
            ));
        }
        let scene = Scene::on_track(Track::new(&file.spec).map_err(|faults| joined(&faults))?);
        Ok(Self { text: track::own::write(file), ground: Arc::new(scene.ground), start: scene.start })
    }

    /// Reads a track of a unit's resources.
    ///
    /// # Errors
    /// A file that is missing or makes no track, and a model that has no place on one.
    pub fn read(model: &ModelInfo, path: &Path) -> Result<Self, String> {
        let file = track::load(path, Some(TrackFormat::Skidpad)).map_err(|error| error.to_string())?;
        Self::of_file(model, &file)
    }

    /// Value at the start of a state that places the car; 0 for others.
    pub fn start_of(&self, state: &str) -> f64 {
        let ([x_m, y_m], yaw_rad) = (self.start.position_m, self.start.heading_rad);
        match state {
            "x_m" => x_m,
            "y_m" => y_m,
            "yaw_rad" => yaw_rad,
            _ => 0.0,
        }
    }
}
