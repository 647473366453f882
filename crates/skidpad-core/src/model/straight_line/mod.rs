//! A vehicle driving straight: two axles with wheel spin, tyre slip, load transfer and the full
//! powertrain.
//!
//! State: position and speed of the body, spin of both axles and of the engine, and the deflection
//! of both axles' tyres (see [`tyre`](crate::tyre)). Monster's chain of torques (engine, gears,
//! axle, slip ratio, traction, load transfer), with what he leaves to the reader: clutch and
//! converter, engine and wheel inertia solved together, loads and forces in balance at every
//! instant, and brakes and rolling resistance that hold a wheel without turning it back.

mod axles;
mod outputs;
mod records;

pub use axles::StraightLine;
pub use records::{StraightLineMode, StraightLineState, StraightLineTrace};

use super::planar::axle::AxlePoint;
use super::planar::{advance_axles, evaluate_axles, settle_axles};
use super::{Model, Pose};
use crate::controls::Command;
use crate::integrate::Method;
use crate::math::Real;
use crate::spec::TwoAxleCar;
use crate::surface::Surface;
use outputs::outputs;

impl Model for StraightLine {
    const NAME: &'static str = "straight_line";
    const DESCRIPTION: &'static str =
        "two axles with wheel spin, tyre slip, load transfer and the full powertrain, on a straight road";
    const INTEGRATOR: Method = Method::Rk4;
    // A fifth fewer instructions for one car at a time.
    const IS_WRITTEN_OUT: bool = true;
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
        let at = AxlePoint { car, mode, state, command, surface };
        let now = evaluate_axles(&at);
        let [front, rear] = [&now.slips.contacts[0], &now.slips.contacts[1]];
        let rates = StraightLineState {
            position_m: now.body.velocity_on_road_m_s.x,
            speed_m_s: now.body.velocity_m_s2.x,
            front_spin_rad_s: now.driveline.axle_rates_rad_s2.front,
            rear_spin_rad_s: now.driveline.axle_rates_rad_s2.rear,
            engine_rad_s: now.driveline.engine_rate_rad_s2,
            front_deflection: front.rate_1_s.x,
            rear_deflection: rear.rate_1_s.x,
        };
        (rates, outputs(&at, &now))
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
        advance_axles(&AxlePoint::<Self, R> { car, mode, state, command, surface }, dt_s)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        car: &TwoAxleCar<R>,
        mode: &StraightLineMode<R>,
        _: &StraightLineState<R>,
        after: &StraightLineState<R>,
        _: &Self::Input<R>,
    ) -> (StraightLineMode<R>, StraightLineState<R>) {
        settle_axles::<Self, R>(car, mode, after)
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
        mode.blown.number()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(car: &TwoAxleCar<R>) -> R {
        car.longest_step_s()
    }

    fn pose<R: Real>(state: &StraightLineState<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.position_m, R::zero()], R::zero(), surface)
    }
}
