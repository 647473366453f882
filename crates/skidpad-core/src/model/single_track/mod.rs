//! A car that turns, slides and spins: Monster's high-speed turning as it should be.
//!
//! A rigid body in the plane of the road on two axles, the wheels of each as one. State: position,
//! heading, velocity and yaw rate of the body, spin of both axles and of the engine, and the
//! deflection of both tyres in the plane ([`CombinedTyre`](crate::tyre::CombinedTyre)). What Monster describes, slip angles of
//! sideslip, yaw rate and steering, lateral forces over load, drive and brake sharing the grip, is all
//! there; his equations to the letter stand in [`monster`](super::monster). This differs by
//!
//! - the whole force of the front tyre: its lateral force also pulls backwards by sin(delta), without
//!   which a coasting, steered car gains energy;
//! - the velocity of the front wheel in the wheel's own frame instead of an angle less delta sign(v_x):
//!   the same for small angles and right for all, backwards too;
//! - elastic treads, so that nothing is divided by speed: one model from standing on a bank to spinning
//!   at any speed. Slip angles are results, and appear in the trace only.
//!
//! Engine, clutch or converter, and gears are those of [`StraightLine`](super::StraightLine)
//! ([`Train`](crate::powertrain::Train)).
//!
//! A standing car is held by its tyres' springs, and its rocking on them is stopped by the rubber's
//! hysteresis, which on a rolling wheel is the rolling resistance: as in
//! [`StraightLine`](super::StraightLine), and to the sides and in yaw, too.

mod axle;
mod body;
mod car;
mod drive;
mod records;
mod trace;

pub use car::{CONVERTER_ROWS, CURVE_PLACES, SingleTrackCar, TrackAxle, TrackBody, TrackDrive, TrackWheels};
pub use records::{SingleTrackMode, SingleTrackState, SingleTrackTrace};

use super::{Model, Pose};
use crate::brakes::released;
use crate::chassis::PlanarSenses;
use crate::controls::Command;
use crate::integrate::Method;
use crate::math::{Direction, Real};
use crate::surface::Surface;
use axle::{front_steer, hubs};
use body::Instant;

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct SingleTrack;

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
        let now = Instant::of(car, mode, state, command, surface);
        let trace = trace::trace(car, state, command, surface, &now);
        (now.rate, trace)
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
        let (parts, speeds) = (car.train(), state.speeds());
        let old = parts.drive_of(mode.overall_ratio);
        let (begun, drive) = parts.begin(&mode.train(), &old, &speeds, command, dt_s);
        let next = SingleTrackMode {
            overall_ratio: drive.overall_ratio,
            front_direction: state.front_spin_rad_s.sign(),
            rear_direction: state.rear_spin_rad_s.sign(),
            front_steer_rad: front_steer(car, command),
            ..mode.with_train(&begun).with_senses(&PlanarSenses::of(state.velocity(), state.yaw_rate_rad_s))
        };
        let next = next.looked_up(car, state.engine_rad_s, drive.input_speed(&speeds.axles()));
        // One look at the torques and forces decides what stands and what slips.
        let probe = Instant::of(car, &next, state, command, surface);
        let decided = parts.decide(&begun, &drive, &speeds, command, probe.train.engaged_nm);
        SingleTrackMode {
            front_direction: released(next.front_direction, probe.front.free_nm, probe.front.holding_nm),
            rear_direction: released(next.rear_direction, probe.rear.free_nm, probe.rear.holding_nm),
            ..next.with_train(&decided).with_senses(&next.senses().released(&probe.free, &probe.hysteresis))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        car: &SingleTrackCar<R>,
        mode: &SingleTrackMode<R>,
        _: &SingleTrackState<R>,
        after: &SingleTrackState<R>,
    ) -> (SingleTrackMode<R>, SingleTrackState<R>) {
        let zero = R::zero();
        let (front, rear) = (car.front(), car.rear());
        let mut state = *after;
        let parts = car.train();
        let drive = parts.drive_of(mode.overall_ratio);
        let (settled, speeds) = parts.settle(&mode.train(), &drive, &mode.directions(), &after.speeds());
        state.front_spin_rad_s = speeds.front_rad_s;
        state.rear_spin_rad_s = speeds.rear_rad_s;
        state.engine_rad_s = speeds.engine_rad_s;

        // Only standing wheels whose treads adhere can hold the body; to the sides it takes both.
        let front_holds = mode.front_direction.eq(zero) & after.front_tread().norm_squared().lt(R::one());
        let rear_holds = mode.rear_direction.eq(zero) & after.rear_tread().norm_squared().lt(R::one());
        let (along, across) = (front_holds | rear_holds, front_holds & rear_holds);
        let (velocity, yaw_rate) =
            mode.senses().stopped(along, across, after.velocity(), after.yaw_rate_rad_s);
        (state.velocity_x_m_s, state.velocity_y_m_s) = (velocity.x, velocity.y);
        state.yaw_rate_rad_s = yaw_rate;

        let (front_hub, rear_hub) = hubs(car, &state, Direction::at_angle(mode.front_steer_rad));
        let front_tread = state.front_spin_rad_s * front.wheels().radius_m;
        let rear_tread = state.rear_spin_rad_s * rear.wheels().radius_m;
        let front_tread = front.tyre().limited(&after.front_tread(), front_tread, &front_hub);
        let rear_tread = rear.tyre().limited(&after.rear_tread(), rear_tread, &rear_hub);
        (state.front_deflection_x, state.front_deflection_y) = (front_tread.x, front_tread.y);
        (state.rear_deflection_x, state.rear_deflection_y) = (rear_tread.x, rear_tread.y);
        (mode.with_train(&settled), state)
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
        mode.blown
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(car: &SingleTrackCar<R>) -> R {
        car.body().longest_step_s
    }

    fn pose<R: Real>(state: &SingleTrackState<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.x_m, state.y_m], state.yaw_rad, surface)
    }
}
