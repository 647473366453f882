//! KST: KS with a trailer hitched at the rear axle, `vehicle_dynamics_kst`.

use core::f64::consts::FRAC_PI_2;

use super::{
    CommonRoadInput, CommonRoadKsState, FromParameters, KinematicCar, LONGEST_STEP_S, Missing, Parameters,
};
use skidpad_core::compound_record;
use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::model::{Model, Pose};
use skidpad_core::record;
use skidpad_core::record::Empty;
use skidpad_core::surface::Surface;

record! {
    /// State of KST, in CommonRoad's order.
    pub struct CommonRoadKstState {
        /// Position of the rear axle.
        rear_x_m: "m" [-1e6, 1e6],
        /// Position of the rear axle.
        rear_y_m: "m" [-1e6, 1e6],
        /// Steering angle of the front wheels.
        front_steer_rad: "rad" [-1.5, 1.5],
        /// Velocity along the heading.
        speed_m_s: "m/s" [-50.0, 100.0],
        /// Heading.
        yaw_rad: "rad" [-1e3, 1e3],
        /// Heading of the trailer less that of the car.
        hitch_rad: "rad" [-3.2, 3.2],
    }
    /// What follows from the motion of KST.
    pub struct CommonRoadKstTrace {
        /// Position of the car's centre of mass.
        x_m: "m" [-1e6, 1e6],
        /// Position of the car's centre of mass.
        y_m: "m" [-1e6, 1e6],
        /// Velocity of the car's centre of mass in the body frame, forward.
        velocity_x_m_s: "m/s" [-100.0, 100.0],
        /// Velocity of the car's centre of mass in the body frame, to the left.
        velocity_y_m_s: "m/s" [-100.0, 100.0],
        /// Yaw rate of the car.
        yaw_rate_rad_s: "rad/s" [-100.0, 100.0],
        /// Acceleration of the car's centre of mass in the body frame, forward.
        acceleration_x_m_s2: "m/s^2" [-1000.0, 1000.0],
        /// Acceleration of the car's centre of mass in the body frame, to the left.
        acceleration_y_m_s2: "m/s^2" [-1000.0, 1000.0],
        /// Sideslip of the car's centre of mass.
        sideslip_rad: "rad" [-1.6, 1.6],
        /// Position of the trailer's axle.
        trailer_x_m: "m" [-1e6, 1e6],
        /// Position of the trailer's axle.
        trailer_y_m: "m" [-1e6, 1e6],
    }
    /// Lengths of a trailer.
    pub struct TrailerLengths {
        /// Hitch to axle: CommonRoad's `trailer.l_wb`.
        wheelbase_m: "m" [0.1, 50.0],
        /// Its inverse.
        one_over_wheelbase_1_m: "1/m" [0.01, 10.0],
    }
}

compound_record! {
    /// What KST needs of a car and its trailer.
    pub struct TrailerCar {
        /// The car.
        car: KinematicCar<R>,
        /// The trailer.
        trailer: TrailerLengths<R>,
    }
}

impl FromParameters for TrailerCar<f64> {
    fn from_parameters(from: &Parameters) -> Result<Self, Missing> {
        let wheelbase_m = from.trailer.ok_or(Missing::Trailer)?.wheelbase_m;
        let trailer = TrailerLengths { wheelbase_m, one_over_wheelbase_1_m: 1.0 / wheelbase_m };
        Ok(Self { car: KinematicCar::from_parameters(from)?, trailer })
    }
}

/// KST: the wheels roll, the trailer follows.
#[derive(Clone, Copy, Debug)]
pub struct CommonRoadKst;

impl Model for CommonRoadKst {
    const NAME: &'static str = "commonroad_kst";
    const DESCRIPTION: &'static str =
        "CommonRoad's KST as published: KS with a trailer hitched at the rear axle";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = TrailerCar<R>;
    type Input<R: Real> = CommonRoadInput<R>;
    type State<R: Real> = CommonRoadKstState<R>;
    type Mode<R: Real> = Empty;
    type Trace<R: Real> = CommonRoadKstTrace<R>;

    /// With alpha the hitch angle and lt the trailer's wheelbase:
    /// dalpha = -v (sin alpha / lt + tan d / l), and 0 beyond a right angle.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &TrailerCar<R>,
        _: &Empty,
        state: &CommonRoadKstState<R>,
        input: &CommonRoadInput<R>,
        _: &Surface<R>,
    ) -> (CommonRoadKstState<R>, CommonRoadKstTrace<R>) {
        let (rates, trace) = car.car.roll(&state.car(), input);
        let follows = state.speed_m_s * car.trailer.one_over_wheelbase_1_m * state.hitch_rad.sin();
        let swings = state.hitch_rad.abs().le(R::lit(FRAC_PI_2));
        let rates = CommonRoadKstState {
            hitch_rad: R::select(swings, -(follows + rates.yaw_rad), R::zero()),
            rear_x_m: rates.rear_x_m,
            rear_y_m: rates.rear_y_m,
            front_steer_rad: rates.front_steer_rad,
            speed_m_s: rates.speed_m_s,
            yaw_rad: rates.yaw_rad,
        };
        let (trailer_sin, trailer_cos) = (state.yaw_rad + state.hitch_rad).sin_cos();
        let trace = CommonRoadKstTrace {
            x_m: trace.x_m,
            y_m: trace.y_m,
            velocity_x_m_s: trace.velocity_x_m_s,
            velocity_y_m_s: trace.velocity_y_m_s,
            yaw_rate_rad_s: trace.yaw_rate_rad_s,
            acceleration_x_m_s2: trace.acceleration_x_m_s2,
            acceleration_y_m_s2: trace.acceleration_y_m_s2,
            sideslip_rad: trace.sideslip_rad,
            trailer_x_m: state.rear_x_m - car.trailer.wheelbase_m * trailer_cos,
            trailer_y_m: state.rear_y_m - car.trailer.wheelbase_m * trailer_sin,
        };
        (rates, trace)
    }

    /// The published function sets the hitch angle of its own argument back to the right angle; here
    /// that happens at the end of a step.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        _: &TrailerCar<R>,
        _: &Empty,
        _: &CommonRoadKstState<R>,
        after: &CommonRoadKstState<R>,
    ) -> (Empty, CommonRoadKstState<R>) {
        let right_angle = R::lit(FRAC_PI_2);
        let beyond = after.hitch_rad.abs().gt(right_angle);
        let hitch_rad = R::select(beyond, right_angle.copysign(after.hitch_rad), after.hitch_rad);
        (Empty, CommonRoadKstState { hitch_rad, ..*after })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(
        velocities: &CommonRoadKstState<R>,
        positions: &CommonRoadKstState<R>,
    ) -> CommonRoadKstState<R> {
        CommonRoadKstState {
            front_steer_rad: velocities.front_steer_rad,
            speed_m_s: velocities.speed_m_s,
            ..*positions
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(_: &TrailerCar<R>) -> R {
        R::lit(LONGEST_STEP_S)
    }

    /// Of the car's rear axle: the state's own point.
    fn pose<R: Real>(state: &CommonRoadKstState<R>, road: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.rear_x_m, state.rear_y_m], state.yaw_rad, road)
    }
}

impl<R: Real> CommonRoadKstState<R> {
    /// The state of the car alone.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn car(&self) -> CommonRoadKsState<R> {
        CommonRoadKsState {
            rear_x_m: self.rear_x_m,
            rear_y_m: self.rear_y_m,
            front_steer_rad: self.front_steer_rad,
            speed_m_s: self.speed_m_s,
            yaw_rad: self.yaw_rad,
        }
    }
}
