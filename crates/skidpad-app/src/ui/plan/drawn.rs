//! Input of the top view.

use skidpad_core::controls::Gear;
use skidpad_core::model::Pose;
use skidpad_world::laps::Laps;
use skidpad_world::scene::{ConeState, Scene};

use crate::drive::Entrant;
use crate::ideal::IdealLap;
use crate::plots::Whose;

/// A car where it is drawn, between two steps.
pub struct DrawnCar<'a> {
    /// The car after its last step.
    pub entrant: &'a Entrant,
    /// Pose in the picture.
    pub pose: Pose<f64>,
}

/// The scene with all cars.
pub struct TopView<'a> {
    /// Scene that the cars drive in.
    pub scene: &'a Scene,
    /// Its cones.
    pub cones: &'a [ConeState],
    /// The player's car.
    pub player: DrawnCar<'a>,
    /// The ghosts and the rival.
    pub others: Vec<(Whose, DrawnCar<'a>)>,
    /// The player's laps; `None` where the scene has no course.
    pub laps: Option<&'a Laps>,
    /// Pose of the player's car at the same time of the best lap.
    pub best_lap: Option<Pose<f64>>,
    /// The ideal lap, once it is known.
    pub ideal: Option<&'a IdealLap>,
    /// Pose of the ideal lap at the same time.
    pub optimal: Option<Pose<f64>>,
    /// The selected gear; `None` for a model that drives forwards without one.
    pub gear: Option<Gear>,
    /// True while a run is replayed.
    pub is_replay: bool,
}
