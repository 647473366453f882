//! A vehicle driving straight: two axles with wheel spin, tyre slip, load transfer and the full
//! powertrain.
//!
//! State: position and speed of the body, spin of both axles and of the engine, and the deflection
//! of both axles' tyres (see [`tyre`](crate::tyre)). Monster's chain of torques (engine, gears,
//! axle, slip ratio, traction, load transfer), with what he leaves to the reader: clutch and
//! converter, engine and wheel inertia solved together, loads and forces in balance at every
//! instant, and brakes and rolling resistance that hold a wheel without turning it back.

mod instant;
mod records;
mod train;

pub use records::{StraightLineMode, StraightLineState, StraightLineTrace};

use super::{Model, Pose};
use crate::brakes::{released, stopped};
use crate::controls::Command;
use crate::integrate::Method;
use crate::math::Real;
use crate::spec::TwoAxleCar;
use crate::surface::Surface;
use crate::tyre::limited_slip;
use instant::LinePoint;
use train::train;

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct StraightLine;

impl Model for StraightLine {
    const NAME: &'static str = "straight_line";
    const DESCRIPTION: &'static str =
        "two axles with wheel spin, tyre slip, load transfer and the full powertrain, on a straight road";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = TwoAxleCar<R>;
    type Input<R: Real> = Command<R>;
    type State<R: Real> = StraightLineState<R>;
    type Mode<R: Real> = StraightLineMode<R>;
    type Trace<R: Real> = StraightLineTrace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &TwoAxleCar<R>,
        mode: &StraightLineMode<R>,
        state: &StraightLineState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
    ) -> (StraightLineState<R>, StraightLineTrace<R>) {
        instant::evaluate(&LinePoint { car, mode, state, command, surface })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<R: Real>(
        car: &TwoAxleCar<R>,
        mode: &StraightLineMode<R>,
        state: &StraightLineState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> StraightLineMode<R> {
        let (parts, speeds) = (train(car), state.speeds());
        let old = parts.drive(mode.gear);
        let (begun, drive) = parts.begin(&mode.train(), &old, &speeds, command, dt_s);
        let next = StraightLineMode {
            front_direction: state.front_spin_rad_s.sign(),
            rear_direction: state.rear_spin_rad_s.sign(),
            body_direction: state.speed_m_s.sign(),
            ..mode.with_train(&begun)
        };
        // One look at the torques decides what stands, what slips and which way.
        let probe = Self::evaluate(car, &next, state, command, surface).1;
        let decided = parts.decide(&begun, &drive, &speeds, command, probe.engaged_torque_nm);
        StraightLineMode {
            front_direction: released(
                next.front_direction,
                probe.front_free_torque_nm,
                probe.front_holding_nm,
            ),
            rear_direction: released(next.rear_direction, probe.rear_free_torque_nm, probe.rear_holding_nm),
            body_direction: released(next.body_direction, probe.free_force_n, probe.hysteresis_n),
            ..next.with_train(&decided)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        car: &TwoAxleCar<R>,
        mode: &StraightLineMode<R>,
        _: &StraightLineState<R>,
        after: &StraightLineState<R>,
    ) -> (StraightLineMode<R>, StraightLineState<R>) {
        let mut state = *after;
        let parts = train(car);
        let drive = parts.drive(mode.gear);
        let (settled, speeds) = parts.settle(&mode.train(), &drive, &mode.directions(), &after.speeds());
        let mode = mode.with_train(&settled);
        state.front_spin_rad_s = speeds.front_rad_s;
        state.rear_spin_rad_s = speeds.rear_rad_s;
        state.engine_rad_s = speeds.engine_rad_s;

        let stands = mode.front_direction.eq(R::zero()) | mode.rear_direction.eq(R::zero());
        let held_speed = stopped(mode.body_direction, after.speed_m_s);
        state.speed_m_s = R::select(stands, held_speed, after.speed_m_s);

        let (front, rear) = (car.front(), car.rear());
        let speed = state.speed_m_s;
        let front_tread = state.front_spin_rad_s * front.radius_m;
        let rear_tread = state.rear_spin_rad_s * rear.radius_m;
        state.front_deflection = limited_slip(state.front_deflection, front.peak_slip, front_tread, speed);
        state.rear_deflection = limited_slip(state.rear_deflection, rear.peak_slip, rear_tread, speed);
        (mode, state)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(
        velocities: &StraightLineState<R>,
        positions: &StraightLineState<R>,
    ) -> StraightLineState<R> {
        // The deflection of a tyre is a position: its rate is a difference of speeds.
        StraightLineState {
            position_m: positions.position_m,
            front_deflection: positions.front_deflection,
            rear_deflection: positions.rear_deflection,
            ..*velocities
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ended<R: Real>(mode: &StraightLineMode<R>) -> R {
        mode.blown
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(car: &TwoAxleCar<R>) -> R {
        car.longest_step_s()
    }

    fn pose<R: Real>(state: &StraightLineState<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.position_m, R::zero()], R::zero(), surface)
    }
}
