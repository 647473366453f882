//! The driven model: gripping as in [`RollingCar`](super::RollingCar), and the sliding model that
//! the text leaves as future work.
//!
//! An axle grips while the force that it needs is at most F_max = mu_s F (section 5); then it holds
//! both of its constraints, no slip along and none across the wheel. Beyond that it slides: its
//! wheels spin as their torques have it, and its force is mu_k F against its slip velocity. It grips
//! again when the mean force over a sub-step that brings its slip to zero is at most F_max, or its slip
//! is as good as none and held by less than mu_k F; what is left of the slip is then taken away by the
//! impulse that costs the least kinetic energy, which can only dissipate. Front, rear or both axles
//! slide, each by itself.
//!
//! No weight is transferred (section 4.1), so that the loads are those at rest: brakes that suit the
//! load that braking shifts lock the front wheels at less deceleration than those of the real car. And
//! one degree of freedom has no yaw response: quick steering asks the front tyre for the force that
//! turns the whole car about its rear axle at once (figure 15), which makes it slide for the moment
//! that the steering takes though the turn itself is gentle.

use super::car::AckermannCar;
use super::decide::{self, STEP_S};
use super::instant::evaluate;
use super::records::{AckermannMode, AckermannState, AckermannTrace};
use skidpad_core::controls::Command;
use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::model::{Model, Pose};
use skidpad_core::surface::Surface;

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct Ackermann;

impl Model for Ackermann {
    const NAME: &'static str = "ackermann";
    const DESCRIPTION: &'static str =
        "Hlavacs' car: wheels that roll without slip until a tyre's limit, then slide with kinetic friction";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = AckermannCar<R>;
    type Input<R: Real> = Command<R>;
    type State<R: Real> = AckermannState<R>;
    type Mode<R: Real> = AckermannMode<R>;
    type Trace<R: Real> = AckermannTrace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &AckermannCar<R>,
        mode: &AckermannMode<R>,
        state: &AckermannState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
    ) -> (AckermannState<R>, AckermannTrace<R>) {
        evaluate(car, mode, state, command, surface)
    }

    /// The steering turns evenly over the caller's step. The front tyre's force goes with the rate of the steering, and
    /// at the rate that a jump asks for it slides at half the angle that it bears.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn held<R: Real>(
        car: &AckermannCar<R>,
        state: &AckermannState<R>,
        command: &Command<R>,
        left: R,
    ) -> Command<R> {
        let lock = car.drive.largest_steer_rad;
        let wished = command.steer_rad.clamp(-lock, lock);
        // What of the change the rest of the caller's step takes; nothing, exactly, in its last sub-step.
        let later = (wished - state.front_steer_rad) * ((left - R::one()) / left);
        Command { steer_rad: wished - later, ..*command }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<R: Real>(
        car: &AckermannCar<R>,
        mode: &AckermannMode<R>,
        state: &AckermannState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> AckermannMode<R> {
        let mut next = decide::begin(car, mode, state, command, surface, dt_s);
        // What gives way first changes what the rest must hold: the tyre nearest its end, then the
        // other, then the brakes that were held by them.
        next = decide::release(car, &next, state, command, surface);
        next = decide::release(car, &next, state, command, surface);
        next = decide::release(car, &next, state, command, surface);
        decide::smoothed(&next)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        car: &AckermannCar<R>,
        mode: &AckermannMode<R>,
        before: &AckermannState<R>,
        after: &AckermannState<R>,
        _: &Self::Input<R>,
    ) -> (AckermannMode<R>, AckermannState<R>) {
        decide::settle(car, mode, before, after)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(velocities: &AckermannState<R>, positions: &AckermannState<R>) -> AckermannState<R> {
        AckermannState {
            x_m: positions.x_m,
            y_m: positions.y_m,
            yaw_rad: positions.yaw_rad,
            front_steer_rad: positions.front_steer_rad,
            ..*velocities
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(_: &AckermannCar<R>) -> R {
        R::lit(STEP_S)
    }

    fn pose<R: Real>(state: &AckermannState<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.x_m, state.y_m], state.yaw_rad, surface)
    }
}
