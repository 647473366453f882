//! State and mode of a car at its start.

use super::Spatial;
use super::attitude::{Attitude, HeadingAndTilt};
use super::car::SpatialCar;
use super::kind;
use super::placed::origin_to_centre;
use super::records::{SpaceBody, SpaceMode, SpatialMode, SpatialState, TravelMode};
use crate::each_wheel;
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
        state.body.tilt_w = 1.0;
        state.body.velocity_x_m_s = speed_m_s;
        state.body.engine_rad_s = planar.body.engine_rad_s;
        state.wheels = planar.wheels;
        state.driveline = planar.driveline;
        state.springs = planar.springs;
        state
    }
}

impl<P: Parts> SpatialState<f64, P> {
    /// Middles of the wheels along the road's axes, front left, front right, rear left, rear right, m: the places below which a
    /// program samples its ground.
    pub fn wheel_places_m<T: Record<f64>>(&self, car: &SpatialCar<T, f64, P>) -> [[f64; 3]; 4] {
        let (body, space) = (&self.body, &car.space);
        let attitude = Attitude::new(&body.attitude());
        let (wheels, (travels_m, _)) = (space.wheels.in_a_row(), self.travels());
        each_wheel!(W => {
            let hub_m = wheels[W].at_rest_m() + wheels[W].path().scale(travels_m[W]);
            let from_origin = attitude.to_road(origin_to_centre(space.masses.cg_height_m) + hub_m);
            [body.x_m + from_origin.x, body.y_m + from_origin.y, body.z_m + from_origin.z]
        })
    }

    /// Corners of the bodywork's underside along the road's axes, front left, front right, rear left, rear right, m: the places below
    /// which a program samples its ground.
    pub fn corner_places_m<T: Record<f64>>(&self, car: &SpatialCar<T, f64, P>) -> [[f64; 3]; 4] {
        let (body, space) = (&self.body, &car.space);
        let attitude = Attitude::new(&body.attitude());
        space.bodywork.points_m().map(|[sill_m, _]| {
            let from_origin = attitude.to_road(origin_to_centre(space.masses.cg_height_m) + sill_m);
            [body.x_m + from_origin.x, body.y_m + from_origin.y, body.z_m + from_origin.z]
        })
    }

    /// The state after a time, s, with the velocities of now, as far as it is a matter of place and heading.
    pub fn ahead(&self, time_s: f64) -> Self {
        let mut ahead = *self;
        let attitude = Attitude::new(&self.body.attitude());
        let moved = attitude.to_road(self.body.velocity_m_s()).scale(time_s);
        ahead.body.x_m += moved.x;
        ahead.body.y_m += moved.y;
        ahead.body.z_m += moved.z;
        ahead.body.yaw_rad += attitude.heading_rate_rad_s(self.body.turn_rad_s()) * time_s;
        ahead
    }

    /// The state in which the body lies along the plane through the ground below its wheels, of these heights, m.
    pub fn lying_over<T: Record<f64>>(&self, car: &SpatialCar<T, f64, P>, heights_m: &[f64; 4]) -> Self {
        let [heave_m, roll_rad, pitch_rad] = car.planar.base.lying_over(heights_m);
        let ((roll_sin, roll_cos), (pitch_sin, pitch_cos)) =
            (Real::sin_cos(0.5 * roll_rad), Real::sin_cos(0.5 * pitch_rad));
        // Pitch, then roll, both about the body's own axes.
        let tilt =
            [pitch_cos * roll_cos, pitch_cos * roll_sin, pitch_sin * roll_cos, -(pitch_sin * roll_sin)];
        let mut lying = *self;
        lying.body = SpaceBody { z_m: heave_m, ..self.body }
            .turned_to(&HeadingAndTilt { yaw_rad: self.body.yaw_rad, tilt });
        lying
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
