//! KS: the kinematic single-track model, `vehicle_dynamics_ks`. Reference point: the rear axle.

use super::{CommonRoadInput, FromParameters, LONGEST_STEP_S, Limits, Missing, Parameters};
use skidpad_core::compound_record;
use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::model::{Model, Pose};
use skidpad_core::record;
use skidpad_core::record::Empty;
use skidpad_core::surface::Surface;

record! {
    /// State of KS, in CommonRoad's order.
    pub struct CommonRoadKsState {
        /// Position of the rear axle along the x axis.
        rear_x_m: "m" [-1e6, 1e6],
        /// Position of the rear axle along the y axis.
        rear_y_m: "m" [-1e6, 1e6],
        /// Steering angle of the front wheels.
        front_steer_rad: "rad" [-1.5, 1.5],
        /// Velocity along the heading.
        speed_m_s: "m/s" [-50.0, 100.0],
        /// Heading.
        yaw_rad: "rad" [-1e3, 1e3],
    }
    /// What follows from the motion of KS.
    pub struct CommonRoadKsTrace {
        /// Position of the centre of mass along the x axis.
        x_m: "m" [-1e6, 1e6],
        /// Position of the centre of mass along the y axis.
        y_m: "m" [-1e6, 1e6],
        /// Velocity of the centre of mass in the body frame, forward.
        velocity_x_m_s: "m/s" [-100.0, 100.0],
        /// Velocity of the centre of mass in the body frame, to the left.
        velocity_y_m_s: "m/s" [-100.0, 100.0],
        /// Yaw rate.
        yaw_rate_rad_s: "rad/s" [-100.0, 100.0],
        /// Acceleration of the centre of mass in the body frame, forward.
        acceleration_x_m_s2: "m/s^2" [-1000.0, 1000.0],
        /// Acceleration of the centre of mass in the body frame, to the left.
        acceleration_y_m_s2: "m/s^2" [-1000.0, 1000.0],
        /// Sideslip of the centre of mass.
        sideslip_rad: "rad" [-1.6, 1.6],
    }
    /// Lengths of a car whose wheels roll.
    pub struct RollingLengths {
        /// Rear axle to centre of mass: CommonRoad's `b`.
        rear_m: "m" [0.0, 20.0],
        /// 1 / (a + b).
        one_over_wheelbase_1_m: "1/m" [0.01, 10.0],
    }
}

compound_record! {
    /// What KS needs of a car.
    pub struct KinematicCar {
        /// Limits of the inputs.
        limits: Limits<R>,
        /// Lengths.
        lengths: RollingLengths<R>,
    }
}

impl FromParameters for KinematicCar<f64> {
    fn from_parameters(from: &Parameters) -> Result<Self, Missing> {
        let one_over_wheelbase_1_m = 1.0 / (from.front_m + from.rear_m);
        let lengths = RollingLengths { rear_m: from.rear_m, one_over_wheelbase_1_m };
        Ok(Self { limits: from.limits, lengths })
    }
}

/// The car in motion, for KS and the truck of KST.
impl<R: Real> KinematicCar<R> {
    /// Rates and trace; and speed over wheelbase times tan d, which the trailer needs too.
    ///
    /// dx = v cos psi, dy = v sin psi, dd = u1, dv = u2, dpsi = v/l tan d.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn roll(
        &self,
        state: &CommonRoadKsState<R>,
        input: &CommonRoadInput<R>,
    ) -> (CommonRoadKsState<R>, CommonRoadKsTrace<R>) {
        let (steer, speed) = (state.front_steer_rad, state.speed_m_s);
        let steer_rate = self.limits.steer_rate(steer, input.steer_rate_rad_s);
        let acceleration = self.limits.acceleration(speed, input.acceleration_m_s2);
        let (sin, cos) = state.yaw_rad.sin_cos();
        let tan = steer.tan();
        let yaw_rate = speed * self.lengths.one_over_wheelbase_1_m * tan;
        let rates = CommonRoadKsState {
            rear_x_m: speed * cos,
            rear_y_m: speed * sin,
            front_steer_rad: steer_rate,
            speed_m_s: acceleration,
            yaw_rad: yaw_rate,
        };
        // The centre of mass, b ahead of the rear axle.
        let ahead = self.lengths.rear_m;
        let bending = steer_rate * (R::one() + tan * tan);
        let yaw_acceleration = self.lengths.one_over_wheelbase_1_m * (acceleration * tan + speed * bending);
        let trace = CommonRoadKsTrace {
            x_m: state.rear_x_m + ahead * cos,
            y_m: state.rear_y_m + ahead * sin,
            velocity_x_m_s: speed,
            velocity_y_m_s: ahead * yaw_rate,
            yaw_rate_rad_s: yaw_rate,
            acceleration_x_m_s2: acceleration - ahead * yaw_rate * yaw_rate,
            acceleration_y_m_s2: speed * yaw_rate + ahead * yaw_acceleration,
            sideslip_rad: (ahead * self.lengths.one_over_wheelbase_1_m * tan).atan(),
        };
        (rates, trace)
    }
}

/// KS: the wheels roll.
#[derive(Clone, Copy, Debug)]
pub struct CommonRoadKs;

impl Model for CommonRoadKs {
    const NAME: &'static str = "commonroad_ks";
    const DESCRIPTION: &'static str = "CommonRoad's KS as published: a single track whose wheels roll, with steering and drive limits, placed by its rear axle";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = KinematicCar<R>;
    type Input<R: Real> = CommonRoadInput<R>;
    type State<R: Real> = CommonRoadKsState<R>;
    type Mode<R: Real> = Empty;
    type Trace<R: Real> = CommonRoadKsTrace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &KinematicCar<R>,
        _: &Empty,
        state: &CommonRoadKsState<R>,
        input: &CommonRoadInput<R>,
        _: &Surface<R>,
    ) -> (CommonRoadKsState<R>, CommonRoadKsTrace<R>) {
        car.roll(state, input)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(
        velocities: &CommonRoadKsState<R>,
        positions: &CommonRoadKsState<R>,
    ) -> CommonRoadKsState<R> {
        CommonRoadKsState {
            front_steer_rad: velocities.front_steer_rad,
            speed_m_s: velocities.speed_m_s,
            ..*positions
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(_: &KinematicCar<R>) -> R {
        R::lit(LONGEST_STEP_S)
    }

    /// Of the rear axle: the state's own point.
    fn pose<R: Real>(state: &CommonRoadKsState<R>, road: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.rear_x_m, state.rear_y_m], state.yaw_rad, road)
    }
}
