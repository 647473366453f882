//! One instant of the driven model: from slips to the rates of the state.

use super::axles::{Axle, axles, bodies, front_velocity, resistance, standing};
use super::car::AckermannCar;
use super::contact::Contacts;
use super::records::{AckermannMode, AckermannState, AckermannTrace};
use skidpad_core::brakes::holding_torque;
use skidpad_core::controls::Command;
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::surface::Surface;
use skidpad_core::tyre::slip;

/// What is known before the tyres' forces. Vectors have the body's axes where nothing else is said.
struct Instant<R: Real> {
    /// The state, in which wheels that stand in this sub-step do not turn.
    state: AckermannState<R>,
    heading: Direction<R>,
    steer: Direction<R>,
    axles: [Axle<R>; 2],
    grips: [R::Mask; 2],
    stands: [R::Mask; 2],
    resistance_n: Vec2<R>,
    /// Acceleration of the centre of mass without tyre forces, m/s^2.
    push_m_s2: Vec2<R>,
    /// Velocity of the front axle's middle along and across its wheels, m/s.
    front_point_m_s: Vec2<R>,
}

/// What the tyres' forces come to.
struct Resultant<R> {
    /// Acceleration of the centre of mass, m/s^2.
    acceleration_m_s2: Vec2<R>,
    yaw_nm: R,
    /// Torques of brakes and rolling resistance on the axles, N.m.
    brakes_nm: [R; 2],
    /// Angular accelerations of the wheels, rad/s^2.
    spins_rad_s2: [R; 2],
}

/// Rates of the state, and everything computed on the way.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn evaluate<R: Real>(
    car: &AckermannCar<R>,
    mode: &AckermannMode<R>,
    state: &AckermannState<R>,
    command: &Command<R>,
    surface: &Surface<R>,
) -> (AckermannState<R>, AckermannTrace<R>) {
    let at = Instant::new(car, mode, state, command, surface);
    let forces = at.tyre_forces(car, mode);
    let result = at.resultant(car, mode, forces);
    (at.rates(car, mode, &result), at.trace(car, forces, &result))
}

impl<R: Real> Instant<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(
        car: &AckermannCar<R>,
        mode: &AckermannMode<R>,
        state: &AckermannState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
    ) -> Self {
        let zero = R::zero();
        let state = standing(mode, state);
        let steer = Direction::at_angle(state.front_steer_rad);
        let heading = Direction::at_angle(state.yaw_rad);
        let resistance_n = resistance(car, &state, surface, heading);
        let (gravity, mass_kg) = (surface.gravity(heading), car.rolling.mass_kg);
        Self {
            axles: axles(car, mode, &state, command, surface, steer),
            grips: [mode.front_slides.is_clear(), mode.rear_slides.is_clear()],
            stands: [mode.front_direction.eq(zero), mode.rear_direction.eq(zero)],
            push_m_s2: Vec2::new(resistance_n.x / mass_kg + gravity.x, resistance_n.y / mass_kg + gravity.y),
            front_point_m_s: front_velocity(car, &state).to_child(steer),
            resistance_n,
            heading,
            steer,
            state,
        }
    }

    /// The turning of the body's axes: what a velocity in them changes by, m/s^2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn turning(&self) -> Vec2<R> {
        let state = &self.state;
        let omega = state.yaw_rate_rad_s;
        Vec2::new(state.velocity_y_m_s * omega, -(state.velocity_x_m_s * omega))
    }

    /// Forces of both tyres along and across their wheels, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tyre_forces(&self, car: &AckermannCar<R>, mode: &AckermannMode<R>) -> [Vec2<R>; 2] {
        let of = &car.rolling;
        let [front, rear] = &self.axles;
        let front_rate = self.free_spin(0, mode.front_direction, of.front_inertia_kg_m2);
        let rear_rate = self.free_spin(1, mode.rear_direction, of.rear_inertia_kg_m2);

        // How the slips would change without tyre forces; the steered wheel's axes turn in the body.
        let (free, steer_rate) = (self.push_m_s2 + self.turning(), mode.steer_rate_rad_s);
        let (free_front, point) = (free.to_child(self.steer), self.front_point_m_s);
        let front_free = Vec2::new(
            free_front.x + steer_rate * point.y - of.front_radius_m * front_rate,
            free_front.y - steer_rate * point.x,
        );
        let rear_free = Vec2::new(free.x - of.rear_radius_m * rear_rate, free.y);
        let both = self.grips[0] & self.grips[1];
        Contacts::new(&bodies(car, self.stands, both, self.steer)).solve(
            self.grips,
            [front_free, rear_free],
            [front.sliding, rear.sliding],
        )
    }

    /// Angular acceleration of an axle's wheels without tyre forces, rad/s^2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn free_spin(&self, axle: usize, direction: R, inertia_kg_m2: R) -> R {
        let Axle { drive_nm, holding_nm, .. } = self.axles[axle];
        R::select(self.stands[axle], R::zero(), (drive_nm - direction * holding_nm) / inertia_kg_m2)
    }

    /// What both tyres' forces do to body and wheels.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn resultant(
        &self,
        car: &AckermannCar<R>,
        mode: &AckermannMode<R>,
        [front_n, rear_n]: [Vec2<R>; 2],
    ) -> Resultant<R> {
        let of = &car.rolling;
        let on_body = front_n.to_parent(self.steer);
        let [front, rear] = &self.axles;
        let front_free_nm = front.drive_nm - front_n.x * of.front_radius_m;
        let rear_free_nm = rear.drive_nm - rear_n.x * of.rear_radius_m;
        let front_brake = holding_torque(front.holding_nm, mode.front_direction, front_free_nm);
        let rear_brake = holding_torque(rear.holding_nm, mode.rear_direction, rear_free_nm);
        Resultant {
            acceleration_m_s2: Vec2::new(
                self.push_m_s2.x + (on_body.x + rear_n.x) / of.mass_kg,
                self.push_m_s2.y + (on_body.y + rear_n.y) / of.mass_kg,
            ),
            yaw_nm: (of.wheelbase_m - of.rear_m) * on_body.y - of.rear_m * rear_n.y,
            brakes_nm: [front_brake, rear_brake],
            spins_rad_s2: [
                (front_free_nm + front_brake) / of.front_inertia_kg_m2,
                (rear_free_nm + rear_brake) / of.rear_inertia_kg_m2,
            ],
        }
    }

    /// The rates of the state.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rates(
        &self,
        car: &AckermannCar<R>,
        mode: &AckermannMode<R>,
        result: &Resultant<R>,
    ) -> AckermannState<R> {
        let (zero, state, stands) = (R::zero(), &self.state, self.stands);
        // Two axles that grip, and a wheel that stands: so does the car.
        let rests = self.grips[0] & self.grips[1] & (stands[0] | stands[1]);
        let travel = Vec2::new(state.velocity_x_m_s, state.velocity_y_m_s).to_parent(self.heading);
        let velocity = result.acceleration_m_s2 + self.turning();
        let yaw = result.yaw_nm / car.rolling.yaw_inertia_kg_m2;
        let [front_spin, rear_spin] = result.spins_rad_s2;
        AckermannState {
            x_m: travel.x,
            y_m: travel.y,
            yaw_rad: state.yaw_rate_rad_s,
            velocity_x_m_s: R::select(rests, zero, velocity.x),
            velocity_y_m_s: R::select(rests, zero, velocity.y),
            yaw_rate_rad_s: R::select(rests, zero, yaw),
            front_spin_rad_s: R::select(stands[0] | rests, zero, front_spin),
            rear_spin_rad_s: R::select(stands[1] | rests, zero, rear_spin),
            front_steer_rad: mode.steer_rate_rad_s,
        }
    }

    /// What a reader sees.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn trace(&self, car: &AckermannCar<R>, forces: [Vec2<R>; 2], result: &Resultant<R>) -> AckermannTrace<R> {
        let car = &car.rolling;
        let (state, point) = (&self.state, self.front_point_m_s);
        let ([front, rear], [front_n, rear_n]) = (&self.axles, forces);
        let velocity_x = state.velocity_x_m_s;
        AckermannTrace {
            acceleration_x_m_s2: result.acceleration_m_s2.x,
            acceleration_y_m_s2: result.acceleration_m_s2.y,
            sideslip_rad: state.velocity_y_m_s.atan2(velocity_x),
            front_slip_angle_rad: point.y.atan2(point.x.abs()),
            rear_slip_angle_rad: rear.slip.y.atan2(velocity_x.abs()),
            front_slip: slip::slip_ratio(state.front_spin_rad_s * car.front_radius_m, point.x),
            rear_slip: slip::slip_ratio(state.rear_spin_rad_s * car.rear_radius_m, velocity_x),
            front_slip_x_m_s: front.slip.x,
            front_slip_y_m_s: front.slip.y,
            rear_slip_x_m_s: rear.slip.x,
            rear_slip_y_m_s: rear.slip.y,
            front_force_x_n: front_n.x,
            front_force_y_n: front_n.y,
            rear_force_x_n: rear_n.x,
            rear_force_y_n: rear_n.y,
            front_load_n: front.load_n,
            rear_load_n: rear.load_n,
            front_limit_n: front.limit_n,
            rear_limit_n: rear.limit_n,
            front_drive_torque_nm: front.drive_nm,
            rear_drive_torque_nm: rear.drive_nm,
            front_brake_torque_nm: result.brakes_nm[0],
            rear_brake_torque_nm: result.brakes_nm[1],
            front_holding_nm: front.holding_nm,
            rear_holding_nm: rear.holding_nm,
            resistance_x_n: self.resistance_n.x,
            resistance_y_n: self.resistance_n.y,
        }
    }
}
