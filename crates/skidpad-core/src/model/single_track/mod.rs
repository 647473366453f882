//! A car that turns, slides and spins: Monster's high-speed turning as it should be.
//!
//! A rigid body in the plane of the road on two axles, the wheels of each as one. State: position,
//! heading, velocity and yaw rate of the body, spin of both axles and of the engine, and the
//! deflection of both tyres in the plane ([`CombinedTyre`](crate::tyre::CombinedTyre)). What Monster describes, slip angles of
//! sideslip, yaw rate and steering, lateral forces over load, drive and brake sharing the grip, is all
//! there; his equations to the letter stand in `skidpad-texts`. This differs by
//!
//! - the whole force of the front tyre: its lateral force also pulls backwards by sin(delta), without
//!   which a coasting, steered car gains energy;
//! - the velocity of the front wheel in the wheel's own frame instead of an angle less delta sign(v_x):
//!   the same for small angles and right for all, backwards too;
//! - elastic treads, so that nothing is divided by speed: one model from standing on a bank to spinning
//!   at any speed. Slip angles are results, and appear in the trace only.
//!
//! The equations are those of a planar car without width; `evaluate_axles` of `model/planar/instant.rs` in the sources has
//! them on one page. Engine, clutch or converter, and gears are those of [`StraightLine`](super::StraightLine), too
//! ([`Train`](crate::powertrain::Train)).
//!
//! A standing car is held by its tyres' springs, and its rocking on them is stopped by the rubber's
//! hysteresis, which on a rolling wheel is the rolling resistance: as in
//! [`StraightLine`](super::StraightLine), and to the sides and in yaw, too.

mod axles;
mod car;
mod drive;
mod outputs;
mod records;

pub use axles::SingleTrack;
pub use car::{CONVERTER_ROWS, CURVE_PLACES, SingleTrackCar, TrackAxle, TrackBody, TrackDrive, TrackWheels};
pub use records::{SingleTrackMode, SingleTrackState, SingleTrackTrace};

use super::planar::axle::AxlePoint;
use super::planar::{AxleEvaluation, advance_axles, evaluate_axles, settle_axles};
use super::{Model, Pose};
use crate::controls::Command;
use crate::integrate::Method;
use crate::math::Real;
use crate::surface::Surface;
use outputs::outputs;

/// Rates of the state.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rates<R: Real>(state: &SingleTrackState<R>, now: &AxleEvaluation<R>) -> SingleTrackState<R> {
    let (body, drive) = (&now.body, &now.driveline);
    let [front, rear] = [&now.slips.contacts[0].rate_1_s, &now.slips.contacts[1].rate_1_s];
    SingleTrackState {
        x_m: body.velocity_on_road_m_s.x,
        y_m: body.velocity_on_road_m_s.y,
        yaw_rad: state.yaw_rate_rad_s,
        velocity_x_m_s: body.velocity_m_s2.x,
        velocity_y_m_s: body.velocity_m_s2.y,
        yaw_rate_rad_s: body.yaw_rate_rad_s2,
        front_spin_rad_s: drive.axle_rates_rad_s2.front,
        rear_spin_rad_s: drive.axle_rates_rad_s2.rear,
        engine_rad_s: drive.engine_rate_rad_s2,
        front_deflection_x: front.x,
        front_deflection_y: front.y,
        rear_deflection_x: rear.x,
        rear_deflection_y: rear.y,
    }
}

impl Model for SingleTrack {
    const NAME: &'static str = "single_track";
    const DESCRIPTION: &'static str = "a car that turns: two axles with gears, combined slip, load transfer and wheel spin, on a slope or bank";
    const INTEGRATOR: Method = Method::Rk4;
    const IS_WRITTEN_OUT: bool = true;
    type Car<R: Real> = SingleTrackCar<R>;
    type Input<R: Real> = Command<R>;
    type State<R: Real> = SingleTrackState<R>;
    type Mode<R: Real> = SingleTrackMode<R>;
    type Trace<R: Real> = SingleTrackTrace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &SingleTrackCar<R>,
        mode: &SingleTrackMode<R>,
        state: &SingleTrackState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
    ) -> (SingleTrackState<R>, SingleTrackTrace<R>) {
        let at = AxlePoint { car, mode, state, command, surface };
        let now = evaluate_axles(&at);
        (rates(state, &now), outputs(&at, &now))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<R: Real>(
        car: &SingleTrackCar<R>,
        mode: &SingleTrackMode<R>,
        state: &SingleTrackState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> SingleTrackMode<R> {
        advance_axles(&AxlePoint::<Self, R> { car, mode, state, command, surface }, dt_s)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        car: &SingleTrackCar<R>,
        mode: &SingleTrackMode<R>,
        _: &SingleTrackState<R>,
        after: &SingleTrackState<R>,
        _: &Self::Input<R>,
    ) -> (SingleTrackMode<R>, SingleTrackState<R>) {
        settle_axles::<Self, R>(car, mode, after)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(
        velocities: &SingleTrackState<R>,
        positions: &SingleTrackState<R>,
    ) -> SingleTrackState<R> {
        // The deflection of a tyre is a position: its rate is a difference of speeds.
        SingleTrackState {
            velocity_x_m_s: velocities.velocity_x_m_s,
            velocity_y_m_s: velocities.velocity_y_m_s,
            yaw_rate_rad_s: velocities.yaw_rate_rad_s,
            front_spin_rad_s: velocities.front_spin_rad_s,
            rear_spin_rad_s: velocities.rear_spin_rad_s,
            engine_rad_s: velocities.engine_rad_s,
            ..*positions
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ended<R: Real>(mode: &SingleTrackMode<R>) -> R {
        mode.blown.number()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(car: &SingleTrackCar<R>) -> R {
        car.body.longest_step_s
    }

    fn pose<R: Real>(state: &SingleTrackState<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.x_m, state.y_m], state.yaw_rad, surface)
    }
}
