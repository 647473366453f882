//! Attitude of the machine, and its motion over the road.

use super::data::MotorcycleCar;
use super::geometry::Fork;
use super::lean::Leaning;
use super::records::MotorcycleState;
use super::tyres::{Rolling, camber_slip};
use skidpad_core::chassis::LoadTransfer;
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::spec::AxleData;

/// Geometry and velocities that all equations share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand<R> {
    /// Leaning body.
    pub body: Leaning<R>,
    /// Spin momentum of the front and of the rear wheel, N.m.s.
    pub spin_nm_s: (R, R),
    /// Distances of the axles from the centre of mass, front and rear, m.
    pub arms_m: (R, R),
    /// Lean of the centre of mass.
    pub lean: Direction<R>,
    /// Height of the centre of mass over the road, m: rho + (h - rho) cos(phi).
    pub height_m: R,
    /// Distance of the contact line to the left of the centre of mass, m: (h - rho) sin(phi).
    pub aside_m: R,
    /// Lean of the machine's plane, rad.
    pub machine_lean_rad: R,
    /// Fork and front wheel.
    pub fork: Fork<R>,
    /// Direction in which the front wheel rolls on the road, in the machine's frame.
    pub steer: Direction<R>,
    /// Camber of the front wheel.
    pub camber: Direction<R>,
    /// Front wheel.
    pub front: Rolling<R>,
    /// Rear wheel.
    pub rear: Rolling<R>,
}

impl<R: Real> Stand<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(car: &MotorcycleCar<R>, state: &MotorcycleState<R>) -> Self {
        let (vehicle, cycle) = (car.vehicle(), car.cycle());
        let data = vehicle.body();
        let (vx, vy, yaw) = (state.velocity_x_m_s, state.velocity_y_m_s, state.yaw_rate_rad_s);
        let speed = cycle.gyroscopic * vx;
        let spin_nm_s = (spin_momentum(vehicle.front(), speed), spin_momentum(vehicle.rear(), speed));
        let body = Leaning {
            mass_kg: data.mass_kg,
            height_m: data.cg_height_m,
            crown_m: cycle.crown_m,
            spin_nm_s: spin_nm_s.0 + spin_nm_s.1,
        };
        let front_arm = data.wheelbase_m * (R::one() - data.front_share);
        let rear_arm = data.wheelbase_m * data.front_share;
        let lean = Direction::at_angle(state.lean_rad);
        let arm = body.height_m - body.crown_m;
        let (height, aside) = (body.crown_m + arm * lean.cos, arm * lean.sin);

        // The rider's shoulders move the centre of mass and not the sum of the angular momenta about
        // the road's line: the line to the centre of mass keeps its lean, the machine gives way.
        let machine_lean = state.lean_rad - cycle.shoulder_effect * state.shoulder_rad;
        let fork = Fork {
            steer: Direction::at_angle(state.handlebar_rad),
            lean: Direction::at_angle(machine_lean),
            rake: Direction::at_angle(cycle.rake_rad),
        };
        let steer = fork.ground_steer();
        let sine = fork.camber_sine().clamp(-R::one(), R::one());
        let camber = Direction { sin: sine, cos: (R::one() - sine * sine).max(R::zero()).sqrt() };

        // The velocity of the contacts is that of the centre of mass and the rotations (p, 0, r) about
        // it: V + omega x (x, l sin(phi), -z). The trail swings the front contact across.
        let along = vx - yaw * aside;
        let swing = height * state.lean_rate_rad_s;
        let front_contact = Vec2 { x: along, y: vy + front_arm * yaw + swing }.to_child(steer);
        let trail = cycle.trail_m * camber.cos * state.handlebar_rate_rad_s;
        let front = Rolling {
            along_m_s: front_contact.x,
            across_m_s: front_contact.y - trail,
            camber_slip_rad: camber_slip(vehicle.front(), cycle.front_camber_1_rad, sine.asin()),
        };
        let rear = Rolling {
            along_m_s: along,
            across_m_s: vy - rear_arm * yaw + swing,
            camber_slip_rad: camber_slip(vehicle.rear(), cycle.rear_camber_1_rad, machine_lean),
        };
        Self {
            body,
            spin_nm_s,
            arms_m: (front_arm, rear_arm),
            lean,
            height_m: height,
            aside_m: aside,
            machine_lean_rad: machine_lean,
            fork,
            steer,
            camber,
            front,
            rear,
        }
    }

    /// Load transfer of the leaning machine: the height of the centre of mass counts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn load_transfer(&self, car: &MotorcycleCar<R>, gravity_m_s2: R) -> LoadTransfer<R> {
        let body = car.vehicle().body();
        LoadTransfer {
            weight_n: body.mass_kg * gravity_m_s2,
            front_share: body.front_share,
            height_over_wheelbase: self.height_m / body.wheelbase_m,
        }
    }
}

/// Angular momentum of a rolling wheel, N.m.s: I v / R.
#[cfg_attr(not(debug_assertions), inline(always))]
fn spin_momentum<R: Real>(axle: &AxleData<R>, speed_m_s: R) -> R {
    axle.inertia_kg_m2 * speed_m_s / axle.radius_m
}

/// The gyroscopic torques of both wheels: about the road's line, upright, and about the steering axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gyroscopic<R> {
    pub roll_nm: R,
    pub yaw_nm: R,
    pub steer_nm: R,
}

impl<R: Real> Stand<R> {
    /// Lagrange's equations of the spin momenta: L = S_r r sin(phi) + S_f (p, r sin(phi), r cos(phi)) . s
    /// with the front axle s = (-sin(delta) cos(eps), cos(delta), -sin(delta) sin(eps)). Together they do
    /// no work: what they give to the lean they take from yaw and steering. (The torque that changes
    /// the spin itself is left out.)
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn gyroscopic(&self, state: &MotorcycleState<R>) -> Gyroscopic<R> {
        let (front, rear) = self.spin_nm_s;
        let Direction { sin: lean_sin, cos: lean_cos } = self.lean;
        let Direction { sin: steer_sin, cos: steer_cos } = self.fork.steer;
        let Direction { sin: rake_sin, cos: rake_cos } = self.fork.rake;
        let (roll, yaw, steer) = (state.lean_rate_rad_s, state.yaw_rate_rad_s, state.handlebar_rate_rad_s);
        // What lean and yaw, lean and steering, yaw and steering exchange.
        let lean_yaw = rear * lean_cos + front * (lean_cos * steer_cos + lean_sin * steer_sin * rake_sin);
        let lean_steer = front * steer_cos * rake_cos;
        let yaw_steer = front * (lean_sin * steer_sin + lean_cos * steer_cos * rake_sin);
        Gyroscopic {
            roll_nm: lean_steer * steer + lean_yaw * yaw,
            yaw_nm: yaw_steer * steer - lean_yaw * roll,
            steer_nm: -(lean_steer * roll) - yaw_steer * yaw,
        }
    }
}
