//! Tyres of a vehicle, as models step with them, at steady slip.

use skidpad_core::math::Real;
use skidpad_core::model::spatial::{SpatialCurves, SpatialMagicTyres};
use skidpad_core::model::two_track::{
    Brushes, Curves, FialaTyres, Kind, MagicTyres, Pacejka89Tyres, SprungCurves, SprungMagicTyres,
    SteadyWheel, TmeasyTyres,
};
use skidpad_core::model::{Model, SingleTrack, StraightLine};
use skidpad_core::spec::Vehicle;

/// The models on simple curves.
const WITH_CURVES: [&str; 5] =
    [Curves::NAME, SprungCurves::NAME, SpatialCurves::NAME, SingleTrack::NAME, StraightLine::NAME];
/// The models on the Magic Formula.
const WITH_MAGIC: [&str; 3] = [MagicTyres::NAME, SprungMagicTyres::NAME, SpatialMagicTyres::NAME];

/// A tyre of a wheel, of any law.
pub type AnySteadyWheel = Box<dyn SteadyWheel<f64> + Send + Sync>;

/// Tyre of an axle's wheels by the name of a model; `None` for a model whose tyres cannot be evaluated alone.
///
/// ```
/// use skidpad_core::math::Vec2;
/// use skidpad_core::tyre::Footprint;
/// use skidpad_world::models::steady_tyre;
/// let tyre = steady_tyre("two_track", &skidpad_workload::vehicle(0), true).expect("a tyre with curves");
/// let braking = tyre.at_steady_slip(&Footprint::plain(4000.0, Vec2 { x: -0.1, y: 0.0 }), 1.0);
/// assert!(braking.force.x < -2000.0);
/// assert!(steady_tyre("kinematic", &skidpad_workload::vehicle(0), true).is_none());
/// ```
pub fn steady_tyre(model: &str, vehicle: &Vehicle<f64>, is_front: bool) -> Option<AnySteadyWheel> {
    Some(match model {
        _ if WITH_CURVES.contains(&model) => Box::new(Curves::tyre(vehicle, is_front)),
        _ if WITH_MAGIC.contains(&model) => Box::new(MagicTyres::tyre(vehicle, is_front)),
        Brushes::NAME => Box::new(Brushes::tyre(vehicle, is_front)),
        FialaTyres::NAME => Box::new(FialaTyres::tyre(vehicle, is_front)),
        TmeasyTyres::NAME => Box::new(TmeasyTyres::tyre(vehicle, is_front)),
        Pacejka89Tyres::NAME => Box::new(Pacejka89Tyres::tyre(vehicle, is_front)),
        _ => return None,
    })
}

/// Returns true for a model whose tyres are the Magic Formula of the vehicle.
pub fn has_magic_tyres(model: &str) -> bool {
    WITH_MAGIC.contains(&model)
}

/// Lateral slip of a slip angle, rad, -1.5 to 1.5: a tyre that moves to its left slips to its right.
pub fn lateral_slip(slip_angle_rad: f64) -> f64 {
    -Real::tan(Real::clamp(slip_angle_rad, -1.5, 1.5))
}
