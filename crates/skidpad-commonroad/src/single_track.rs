//! ST: the single-track model with linear tyres, `vehicle_dynamics_st`. Reference point: the centre of
//! mass.

use super::body_acceleration;
use super::turn::{SlowMotion, Steered};
use super::{CommonRoadInput, FromParameters, GRAVITY_M_S2, LONGEST_STEP_S, Limits, Missing, Parameters};
use skidpad_core::compound_record;
use skidpad_core::integrate::Method;
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::{Model, Pose};
use skidpad_core::record;
use skidpad_core::record::Empty;
use skidpad_core::surface::Surface;

/// Below this speed, in either direction, the wheels roll, m/s.
const SLOW_M_S: f64 = 0.1;
/// Longest step over the shortest time constant: RK4 is stable up to 2.785, and at 2 a step leaves a third of what decays.
const STEP_OVER_TIME_CONSTANT: f64 = 2.0;

record! {
    /// State of ST, in CommonRoad's order.
    pub struct CommonRoadStState {
        /// Position of the centre of mass along the x axis.
        x_m: "m" [-1e6, 1e6],
        /// Position of the centre of mass along the y axis.
        y_m: "m" [-1e6, 1e6],
        /// Steering angle of the front wheels.
        front_steer_rad: "rad" [-1.5, 1.5],
        /// Speed of the centre of mass along heading plus sideslip angle; negative is backwards.
        speed_m_s: "m/s" [-50.0, 100.0],
        /// Heading.
        yaw_rad: "rad" [-1e3, 1e3],
        /// Yaw rate.
        yaw_rate_rad_s: "rad/s" [-20.0, 20.0],
        /// Sideslip of the centre of mass.
        sideslip_rad: "rad" [-3.2, 3.2],
    }
    /// What is computed on the way.
    pub struct CommonRoadStTrace {
        /// Velocity in the body frame, forward.
        velocity_x_m_s: "m/s" [-100.0, 100.0],
        /// Velocity in the body frame, to the left.
        velocity_y_m_s: "m/s" [-100.0, 100.0],
        /// Acceleration in the body frame, forward.
        acceleration_x_m_s2: "m/s^2" [-1e5, 1e5],
        /// Acceleration in the body frame, to the left.
        acceleration_y_m_s2: "m/s^2" [-1e5, 1e5],
        /// Slip angle of the front axle, linearised; 0 where the wheels roll.
        front_slip_angle_rad: "rad" [-100.0, 100.0],
        /// Slip angle of the rear axle, linearised; 0 where the wheels roll.
        rear_slip_angle_rad: "rad" [-100.0, 100.0],
        /// Load of the front axle.
        front_load_n: "N" [-1e6, 1e6],
        /// Load of the rear axle.
        rear_load_n: "N" [-1e6, 1e6],
        /// Lateral force of the front axle; 0 where the wheels roll.
        front_force_y_n: "N" [-1e8, 1e8],
        /// Lateral force of the rear axle; 0 where the wheels roll.
        rear_force_y_n: "N" [-1e8, 1e8],
    }
    /// Constants of a car on two axles.
    pub struct TwoAxles {
        /// Centre of mass to front axle, CommonRoad's `a`.
        front_m: "m" [0.0, 20.0],
        /// Centre of mass to rear axle, `b`.
        rear_m: "m" [0.0, 20.0],
        /// b / (a + b).
        rear_share: "-" [0.0, 1.0],
        /// 1 / (a + b).
        one_over_wheelbase_1_m: "1/m" [0.01, 10.0],
        /// Load of the front axle at rest over the mass, g b / (a + b).
        front_load_m_s2: "m/s^2" [0.0, 10.0],
        /// Load of the rear axle at rest over the mass, g a / (a + b).
        rear_load_m_s2: "m/s^2" [0.0, 10.0],
        /// Load that an acceleration shifts, over mass and acceleration: h / (a + b).
        load_shift: "-" [0.0, 10.0],
        /// Mass.
        mass_kg: "kg" [20.0, 150000.0],
        /// m a / I_z.
        front_turning_1_m: "1/m" [0.0, 100.0],
        /// m b / I_z.
        rear_turning_1_m: "1/m" [0.0, 100.0],
    }
}

impl TwoAxles<f64> {
    /// Of a parameter set that gives the masses.
    pub(super) fn new(from: &Parameters) -> Result<Self, Missing> {
        let body = from.body.ok_or(Missing::Body)?;
        let (front_m, rear_m) = (from.front_m, from.rear_m);
        let wheelbase = front_m + rear_m;
        Ok(Self {
            front_m,
            rear_m,
            rear_share: rear_m / wheelbase,
            one_over_wheelbase_1_m: 1.0 / wheelbase,
            front_load_m_s2: GRAVITY_M_S2 * rear_m / wheelbase,
            rear_load_m_s2: GRAVITY_M_S2 * front_m / wheelbase,
            load_shift: body.cg_height_m / wheelbase,
            mass_kg: body.mass_kg,
            front_turning_1_m: body.mass_kg * front_m / body.yaw_inertia_kg_m2,
            rear_turning_1_m: body.mass_kg * rear_m / body.yaw_inertia_kg_m2,
        })
    }
}

impl<R: Real> TwoAxles<R> {
    /// Loads of the axles over the mass, m/s^2: (g b - u2 h) / (a + b), (g a + u2 h) / (a + b).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn loads(&self, acceleration: R) -> (R, R) {
        let shifted = acceleration * self.load_shift;
        (self.front_load_m_s2 - shifted, self.rear_load_m_s2 + shifted)
    }
}

compound_record! {
    /// What ST needs of a car.
    pub struct SingleTrackCar {
        /// Limits of the inputs.
        limits: Limits<R>,
        /// Lengths and masses.
        axles: TwoAxles<R>,
        /// Cornering stiffness over load, 1/rad: mu C_S = -p_ky1, that of either axle.
        stiffness: [R; 1],
    }
}

impl<R: Real> SingleTrackCar<R> {
    /// Shortest time constant of sideslip angle and yaw rate forwards, s: at the speed below which the wheels roll.
    ///
    /// Without acceleration a n_f = b n_r, so that the eigenvalues are -mu C_S g / v, of the sideslip angle, and m a b / I times
    /// that, of the yaw rate: 2200/s for a car at 0.1 m/s. With a step of 10 ms the yaw rate reached 1e38 rad/s. Backwards both are
    /// positive, and no step helps.
    fn shortest_time_constant_s(&self) -> R {
        let axles = &self.axles;
        let gravity_m_s2 = axles.front_load_m_s2 + axles.rear_load_m_s2;
        let of_yaw_rate = axles.front_turning_1_m * axles.rear_m;
        R::lit(SLOW_M_S) / (self.stiffness[0] * gravity_m_s2 * R::one().max(of_yaw_rate))
    }
}

impl FromParameters for SingleTrackCar<f64> {
    fn from_parameters(from: &Parameters) -> Result<Self, Missing> {
        Ok(Self { limits: from.limits, axles: TwoAxles::new(from)?, stiffness: [-from.tyre.p_ky1] })
    }
}

impl CommonRoadStState<f64> {
    /// Standing at the origin, heading along x.
    pub fn at_rest() -> Self {
        skidpad_core::record::Record::splat(0.0)
    }
}

/// ST: linear tyres with load transfer.
#[derive(Clone, Copy, Debug)]
pub struct CommonRoadSt;

/// Linear tyres of both axles: p_f and p_r of the equations, with what they follow from.
struct Pushes<R> {
    front_angle: R,
    rear_angle: R,
    /// Loads over the car's mass.
    front_load: R,
    rear_load: R,
    front: R,
    rear: R,
}

impl<R: Real> Pushes<R> {
    /// `turning`: yaw rate over speed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(car: &SingleTrackCar<R>, state: &CommonRoadStState<R>, turning: R, acceleration: R) -> Self {
        let axles = &car.axles;
        let front_angle = state.sideslip_rad + axles.front_m * turning - state.front_steer_rad;
        let rear_angle = state.sideslip_rad - axles.rear_m * turning;
        let (front_load, rear_load) = axles.loads(acceleration);
        Self {
            front_angle,
            rear_angle,
            front_load,
            rear_load,
            front: car.stiffness[0] * front_load * front_angle,
            rear: car.stiffness[0] * rear_load * rear_angle,
        }
    }

    /// ddpsi of the equations, rad/s^2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn yaw_acceleration(&self, car: &SingleTrackCar<R>) -> R {
        car.axles.rear_turning_1_m * self.rear - car.axles.front_turning_1_m * self.front
    }
}

impl Model for CommonRoadSt {
    const NAME: &'static str = "commonroad_st";
    const DESCRIPTION: &'static str = "CommonRoad's ST as published: a single track on linear tyres with load \
        transfer, and rolling wheels below 0.1 m/s";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = SingleTrackCar<R>;
    type Input<R: Real> = CommonRoadInput<R>;
    type State<R: Real> = CommonRoadStState<R>;
    type Mode<R: Real> = Empty;
    type Trace<R: Real> = CommonRoadStTrace<R>;

    /// With the loads over the mass n_f, n_r (`TwoAxles::loads`), the published equations are
    ///
    /// p_f = mu C_S n_f (beta + a dpsi / v - d), p_r = mu C_S n_r (beta - b dpsi / v),
    /// dbeta = -(p_f + p_r) / v - dpsi, ddpsi = -m (a p_f - b p_r) / I.
    ///
    /// Below 0.1 m/s either way: the rolling wheels' motion, and the rates of `Turn::slow_rates`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &SingleTrackCar<R>,
        _: &Empty,
        state: &CommonRoadStState<R>,
        input: &CommonRoadInput<R>,
        _: &Surface<R>,
    ) -> (CommonRoadStState<R>, CommonRoadStTrace<R>) {
        let (speed, yaw_rate, sideslip) = (state.speed_m_s, state.yaw_rate_rad_s, state.sideslip_rad);
        let axles = &car.axles;
        let slow = speed.abs().lt(R::lit(SLOW_M_S));
        let steered = Steered::new(state.front_steer_rad, axles.rear_share);
        // The one division: each side is used by its own branch.
        let inverse = R::one() / R::select(slow, steered.denominator(), speed);
        let steer_rate = car.limits.steer_rate(state.front_steer_rad, input.steer_rate_rad_s);
        let acceleration = car.limits.acceleration_with(speed, inverse, input.acceleration_m_s2);

        let pushes = Pushes::new(car, state, yaw_rate * inverse, acceleration);

        let turn = steered.turn(inverse);
        let sideslip = Direction::at_angle(sideslip);
        let slow_rates = turn.slow_rates(
            axles.rear_share,
            axles.one_over_wheelbase_1_m,
            &SlowMotion { steer_rate, acceleration, speed, sideslip },
        );
        let along = Direction::select(slow, Direction { sin: turn.sin, cos: turn.cos }, sideslip);
        let velocity = Vec2 { x: speed * along.cos, y: speed * along.sin };
        let over_ground = velocity.to_parent(Direction::at_angle(state.yaw_rad));
        let rates = CommonRoadStState {
            x_m: over_ground.x,
            y_m: over_ground.y,
            front_steer_rad: steer_rate,
            speed_m_s: acceleration,
            yaw_rad: R::select(slow, speed * turn.bend * axles.one_over_wheelbase_1_m, yaw_rate),
            yaw_rate_rad_s: R::select(slow, slow_rates.yaw_rate, pushes.yaw_acceleration(car)),
            sideslip_rad: R::select(
                slow,
                slow_rates.sideslip,
                -((pushes.front + pushes.rear) * inverse) - yaw_rate,
            ),
        };
        let turning = rates.yaw_rad + rates.sideslip_rad;
        let acceleration = body_acceleration(along, speed, acceleration, turning);
        // Below 0.1 m/s the wheels roll: no slip, no force.
        let zero = R::zero();
        let trace = CommonRoadStTrace {
            velocity_x_m_s: velocity.x,
            velocity_y_m_s: velocity.y,
            acceleration_x_m_s2: acceleration.x,
            acceleration_y_m_s2: acceleration.y,
            front_slip_angle_rad: R::select(slow, zero, pushes.front_angle),
            rear_slip_angle_rad: R::select(slow, zero, pushes.rear_angle),
            front_load_n: axles.mass_kg * pushes.front_load,
            rear_load_n: axles.mass_kg * pushes.rear_load,
            front_force_y_n: R::select(slow, zero, -(axles.mass_kg * pushes.front)),
            rear_force_y_n: R::select(slow, zero, -(axles.mass_kg * pushes.rear)),
        };
        (rates, trace)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(
        velocities: &CommonRoadStState<R>,
        positions: &CommonRoadStState<R>,
    ) -> CommonRoadStState<R> {
        CommonRoadStState {
            x_m: positions.x_m,
            y_m: positions.y_m,
            yaw_rad: positions.yaw_rad,
            ..*velocities
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(car: &SingleTrackCar<R>) -> R {
        R::lit(LONGEST_STEP_S).min(R::lit(STEP_OVER_TIME_CONSTANT) * car.shortest_time_constant_s())
    }

    fn pose<R: Real>(state: &CommonRoadStState<R>, road: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.x_m, state.y_m], state.yaw_rad, road)
    }
}
