//! MB: the multi-body model, `vehicle_dynamics_mb`. Reference point: the centre of mass.
//!
//! A body on springs, dampers and torsion bars, with roll, pitch and heave; two axles of their own mass that
//! roll, heave and move laterally on joints that yield; four wheels on tyres of the Magic Formula with load,
//! camber and combined slip: 29 states. It goes back to the vehicle dynamics of the American department of
//! transportation (R. W. Allen and others, *Vehicle Stability and Rollover*, DOT HS 807 956, 1992).
//!
//! # Axes
//!
//! The published equations are right in the axes of SAE J670: x forward, **y to the right**, z down, and yaw
//! clockwise. CommonRoad reads x, y, yaw and steering as in its other models, counter-clockwise. In the
//! plane that is the same motion, seen in a mirror; but then the wheels that it calls left are those on the
//! right, and a positive roll angle leans to the left. States stand in CommonRoad's order with CommonRoad's
//! values; names and documentation here say what they are in the axes of ISO 8855.
//!
//! # As published
//!
//! - Below 0.1 m/s wheels count as rolling for the car's way and yaw, and every slip is 0; but the wheels'
//!   spins and the velocities to the side are not held to that motion, and go on by themselves.
//! - The yaw rate's derivative near standstill has cosine and sine of the roll angle where ST has those of
//!   the sideslip angle, and the rate of the sideslip angle has ST's error (`Turn::slow_rates`).
//! - Tyres in the air pull: loads are not held at 0.
//! - Slip angles take the velocity of the body to the side, and not the axle's own.
//! - The travel's rate knows nothing of the lean ([`travel_rate`](suspension::Between::travel_rate)).
//! - Moments of inertia in yaw are those of the sprung mass, and the longitudinal force moves the whole mass.
//! - `init_mb` is not at rest: [`MultiBodyCar::init`].
//! - What holds for the tyre of STD holds here.
//!
//! # Where the package has no number
//!
//! - Backwards from 0.1 m/s on it divides by 0, the speed that it gives a wheel which does not move forwards.
//!   Here wheels count as rolling at any speed backwards.
//! - So it does at a wheel that stands or moves backwards while the car moves forwards: see `slip`.
//! - A tyre without load has the force 0, and not 0/0.
//! - It sets wheels that turn backwards to 0 in its own argument; here that happens at the end of a step, as
//!   in STD.

mod axle;
mod body;
mod car;
mod parameters;
mod records;
mod slip;
mod suspension;

pub use car::{MbAxle, MbBody, MultiBodyCar};
pub(super) use parameters::{BMW_320I, FORD_ESCORT, VW_VANAGON};
pub use parameters::{Sprung, SprungAxle, Suspension};
pub use records::{CommonRoadMbState, CommonRoadMbTrace};

use super::{CommonRoadInput, LONGEST_SPINNING_STEP_S};
use axle::Axle;
use body::{Course, rates};
use skidpad_core::integrate::Method;
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::{Model, Pose};
use skidpad_core::record::Empty;
use skidpad_core::surface::Surface;
use slip::Steer;
use suspension::BodyMotion;

/// MB: body, axles and wheels.
#[derive(Clone, Copy, Debug)]
pub struct CommonRoadMb;

impl Model for CommonRoadMb {
    const NAME: &'static str = "commonroad_mb";
    const DESCRIPTION: &'static str = "CommonRoad's MB as published: body, axles and four wheels on springs, \
        dampers and tyres with load, camber and combined slip; rolling wheels below 0.1 m/s";
    const INTEGRATOR: Method = Method::Rk4;
    const STAGE_BY_STAGE: bool = true;
    type Car<R: Real> = MultiBodyCar<R>;
    type Input<R: Real> = CommonRoadInput<R>;
    type State<R: Real> = CommonRoadMbState<R>;
    type Mode<R: Real> = Empty;
    type Trace<R: Real> = CommonRoadMbTrace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &MultiBodyCar<R>,
        _: &Empty,
        state: &CommonRoadMbState<R>,
        input: &CommonRoadInput<R>,
        _: &Surface<R>,
    ) -> (CommonRoadMbState<R>, CommonRoadMbTrace<R>) {
        let steer_rate = car.limits.steer_rate(state.front_steer_rad, input.steer_rate_rad_s);
        let acceleration = car.limits.acceleration(state.velocity_x_m_s, input.acceleration_m_s2);
        let lean = Direction::at_angle(state.lean_left_rad);
        let course = Course::new(car, state, lean, steer_rate, acceleration);
        let body = BodyMotion {
            velocity_x_m_s: state.velocity_x_m_s,
            velocity_y_m_s: state.velocity_y_m_s,
            yaw_rate_rad_s: state.yaw_rate_rad_s,
            lean_rad: state.lean_left_rad,
            lean_rate_rad_s: state.lean_left_rate_rad_s,
            lean,
            one_over_lean_cos: R::one() / lean.cos,
            nose_up_rad: state.nose_up_rad,
            nose_up_rate_rad_s: state.nose_up_rate_rad_s,
            sink_m: state.sink_m,
            sink_rate_m_s: state.sink_rate_m_s,
            slow: course.slow,
        };
        let Direction { sin, cos } = course.steer();
        let steered = Steer { angle_rad: state.front_steer_rad, sin, cos };
        let straight = Steer { angle_rad: R::zero(), sin: R::zero(), cos: R::one() };
        let front = Axle::new(car, &car.front, &body, &state.front(), &steered);
        let rear = Axle::new(car, &car.rear, &body, &state.rear(), &straight);
        let rates = rates(car, state, &body, &course, &front, &rear);
        let Vec2 { x: acceleration_x_m_s2, y: acceleration_y_m_s2 } = course.acceleration(state, &rates);
        let trace = trace(&front, &rear);
        (rates, CommonRoadMbTrace { acceleration_x_m_s2, acceleration_y_m_s2, ..trace })
    }

    /// Wheels do not turn backwards.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        _: &MultiBodyCar<R>,
        _: &Empty,
        _: &CommonRoadMbState<R>,
        after: &CommonRoadMbState<R>,
        _: &Self::Input<R>,
    ) -> (Empty, CommonRoadMbState<R>) {
        let state = CommonRoadMbState {
            front_right_wheel_rad_s: forwards(after.front_right_wheel_rad_s),
            front_left_wheel_rad_s: forwards(after.front_left_wheel_rad_s),
            rear_right_wheel_rad_s: forwards(after.rear_right_wheel_rad_s),
            rear_left_wheel_rad_s: forwards(after.rear_left_wheel_rad_s),
            ..*after
        };
        (Empty, state)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(
        velocities: &CommonRoadMbState<R>,
        positions: &CommonRoadMbState<R>,
    ) -> CommonRoadMbState<R> {
        CommonRoadMbState {
            x_m: positions.x_m,
            y_m: positions.y_m,
            yaw_rad: positions.yaw_rad,
            lean_left_rad: positions.lean_left_rad,
            nose_up_rad: positions.nose_up_rad,
            sink_m: positions.sink_m,
            front_lean_left_rad: positions.front_lean_left_rad,
            front_sink_m: positions.front_sink_m,
            front_shift_m: positions.front_shift_m,
            rear_lean_left_rad: positions.rear_lean_left_rad,
            rear_sink_m: positions.rear_sink_m,
            rear_shift_m: positions.rear_shift_m,
            ..*velocities
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(_: &MultiBodyCar<R>) -> R {
        R::lit(LONGEST_SPINNING_STEP_S)
    }

    /// Of the road below the car: the body's lean and height are in the state.
    fn pose<R: Real>(state: &CommonRoadMbState<R>, road: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.x_m, state.y_m], state.yaw_rad, road)
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn forwards<R: Real>(wheel_rad_s: R) -> R {
    R::select(wheel_rad_s.lt(R::zero()), R::zero(), wheel_rad_s)
}

/// What the axles feel and do; the accelerations are left at 0.
#[cfg_attr(not(debug_assertions), inline(always))]
fn trace<R: Real>(front: &Axle<R>, rear: &Axle<R>) -> CommonRoadMbTrace<R> {
    let (fr, fl) = (&front.wheels.right, &front.wheels.left);
    let (rr, rl) = (&rear.wheels.right, &rear.wheels.left);
    CommonRoadMbTrace {
        acceleration_x_m_s2: R::zero(),
        acceleration_y_m_s2: R::zero(),
        front_right_load_n: fr.load_n,
        front_left_load_n: fl.load_n,
        rear_right_load_n: rr.load_n,
        rear_left_load_n: rl.load_n,
        front_right_slip: -fr.slip.braking_slip,
        front_left_slip: -fl.slip.braking_slip,
        rear_right_slip: -rr.slip.braking_slip,
        rear_left_slip: -rl.slip.braking_slip,
        front_right_slip_angle_rad: fr.slip.slip_angle_rad,
        front_left_slip_angle_rad: fl.slip.slip_angle_rad,
        rear_right_slip_angle_rad: rr.slip.slip_angle_rad,
        rear_left_slip_angle_rad: rl.slip.slip_angle_rad,
        front_right_camber_rad: fr.camber_rad,
        front_left_camber_rad: fl.camber_rad,
        rear_right_camber_rad: rr.camber_rad,
        rear_left_camber_rad: rl.camber_rad,
        front_right_force_x_n: fr.force.x_n,
        front_left_force_x_n: fl.force.x_n,
        rear_right_force_x_n: rr.force.x_n,
        rear_left_force_x_n: rl.force.x_n,
        front_right_force_y_n: fr.force.y_n,
        front_left_force_y_n: fl.force.y_n,
        rear_right_force_y_n: rr.force.y_n,
        rear_left_force_y_n: rl.force.y_n,
        front_right_suspension_n: fr.suspension_n,
        front_left_suspension_n: fl.suspension_n,
        rear_right_suspension_n: rr.suspension_n,
        rear_left_suspension_n: rl.suspension_n,
        front_joint_n: front.joint_n,
        rear_joint_n: rear.joint_n,
    }
}
