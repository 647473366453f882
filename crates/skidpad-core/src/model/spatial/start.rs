//! State and mode of a car at its start.

use super::Spatial;
use super::car::SpatialCar;
use super::kind;
use super::records::{SpaceMode, SpatialMode, SpatialState, TravelMode};
use crate::math::Real;
use crate::model::two_track::{Kind, Parts, TwoTrackMode, TwoTrackState};
use crate::record::Record;
use crate::spec::Vehicle;
use crate::wheels::Wheels;

impl<K: Kind> Spatial<K> {
    /// A vehicle as a car in space.
    pub fn car<R: Real>(vehicle: &Vehicle<R>) -> SpatialCar<K::Tyre<R>, R, K::Parts> {
        kind::car::<K, R>(vehicle)
    }
}

impl<P: Parts> SpatialState<f64, P> {
    /// Rolling straight ahead on a level road at a speed, m/s, in a gear: the wheels turn with the road, and the engine with the wheels,
    /// but not below its idle.
    pub fn rolling<T: Record<f64>>(car: &SpatialCar<T, f64, P>, speed_m_s: f64, gear: f64) -> Self {
        let planar = TwoTrackState::rolling(&car.planar.base, speed_m_s, gear);
        let mut state: Self = Record::splat(0.0);
        state.body.attitude_w = 1.0;
        state.body.velocity_x_m_s = speed_m_s;
        state.body.engine_rad_s = planar.body.engine_rad_s;
        state.wheels = planar.wheels;
        state.driveline = planar.driveline;
        state.springs = planar.springs;
        state
    }
}

impl<R: Real, P: Parts> SpatialMode<R, P> {
    /// Mode at the beginning, in a gear with the engine running.
    pub fn in_gear<T: Record<R>>(car: &SpatialCar<T, R, P>, gear: R) -> Self {
        Self {
            car: TwoTrackMode::in_gear(&car.planar.base, gear),
            space: SpaceMode { sub_step_s: R::zero(), ..Record::splat(R::zero()) },
            travels: Wheels::all(TravelMode { travel_direction: R::zero() }),
        }
    }
}
