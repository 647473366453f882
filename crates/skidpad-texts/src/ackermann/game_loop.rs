//! Tables 2 and 3: the game loop with a step of any length, driven by a player's input.
//!
//! Table 2 hands `ComputeModel` the input at the end of an interval and its length; it moves the car
//! through the interval with the input of its beginning, `oldinput`. Figure 5: the car first moves
//! along its heading and is then rotated about its rear tyre B.

use super::as_printed::Situation;
use super::assistance::SteeredCar;
use super::equations::accelerated_way;
use skidpad_core::math::Real;

/// What a player gives: the structure `Input` of table 2.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerInput {
    /// Steering angle beta, rad, positive to the left.
    pub steer_rad: f64,
    /// Torque T_e,f on the front tyre, N.m.
    pub front_torque_nm: f64,
    /// Torque T_e,r on the rear tyre, N.m.
    pub rear_torque_nm: f64,
}

/// Which torques hold through an interval (section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TorqueHold {
    /// Those of its beginning, the choice of table 3.
    OldInput,
    /// The mean of those of its beginning and its end.
    Averaged,
}

/// What may be added to (34), (35) and (36); by default nothing.
#[derive(Clone, Copy, Debug)]
pub struct Additions {
    /// Force along the car at a speed, N: drag, at (34).
    pub drag_n: fn(f64) -> f64,
    /// Slip factor of the rear tyre, at (35).
    pub rear_slip_factor: f64,
    /// Slip factor of the front tyre, at (36).
    pub front_slip_factor: f64,
}

/// What came of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computed {
    /// Its length was not above 0: nothing moved, the input was kept.
    NoTime,
    /// The car moved.
    Moved,
    /// A tyre would have needed more than its limit: "switch to sliding model", which is
    /// [`Ackermann`](super::Ackermann). The car stays where it was.
    Slides {
        /// The front tyre would.
        front: bool,
        /// The rear tyre would.
        rear: bool,
    },
}

/// The car in the loop. In the axes of the world, with the rear tyre as its place.
#[derive(Clone, Copy, Debug)]
pub struct GameLoop {
    /// The car and its equations.
    pub car: SteeredCar<f64>,
    /// Largest force of each tyre, N; as printed 9.81 M / 2.
    pub limit_n: f64,
    /// Which torques hold.
    pub hold: TorqueHold,
    /// Drag and slip.
    pub additions: Additions,
    /// `oldinput`.
    pub old_input: PlayerInput,
    /// v, m/s.
    pub speed_m_s: f64,
    /// Place of the rear tyre B, m.
    pub rear_m: [f64; 2],
    /// Heading, rad.
    pub yaw_rad: f64,
}

impl Additions {
    /// Nothing, as in the text.
    pub const NONE: Self = Self { drag_n: no_drag, rear_slip_factor: 1.0, front_slip_factor: 1.0 };
}

fn no_drag(_: f64) -> f64 {
    0.0
}

impl GameLoop {
    /// `InitializeModel`: at rest in the origin, heading along x, hands and feet off.
    pub fn new(car: SteeredCar<f64>, limit_n: f64) -> Self {
        Self {
            car,
            limit_n,
            hold: TorqueHold::OldInput,
            additions: Additions::NONE,
            old_input: PlayerInput::default(),
            speed_m_s: 0.0,
            rear_m: [0.0, 0.0],
            yaw_rad: 0.0,
        }
    }

    /// `ComputeModel( input, dt )` of table 3.
    pub fn compute_model(&mut self, input: PlayerInput, dt_s: f64) -> Computed {
        let mut computed = Computed::NoTime;
        if dt_s > 0.0 {
            computed = self.interval(&input, dt_s);
        }
        self.old_input = input;
        computed
    }

    fn situation(&self, input: &PlayerInput, dt_s: f64) -> Situation<f64> {
        let old = &self.old_input;
        let held = |old: f64, new: f64| match self.hold {
            TorqueHold::OldInput => old,
            TorqueHold::Averaged => 0.5 * (old + new),
        };
        Situation {
            speed_m_s: self.speed_m_s,
            steer_rad: old.steer_rad,
            steer_rate_rad_s: (input.steer_rad - old.steer_rad) / dt_s,
            rear_torque_nm: held(old.rear_torque_nm, input.rear_torque_nm),
            front_torque_nm: held(old.front_torque_nm, input.front_torque_nm),
            drag_n: (self.additions.drag_n)(self.speed_m_s),
            rear_slip_factor: self.additions.rear_slip_factor,
            front_slip_factor: self.additions.front_slip_factor,
        }
    }

    fn interval(&mut self, input: &PlayerInput, dt_s: f64) -> Computed {
        let given = self.situation(input, dt_s);
        let (front_n, rear_n, omega, alpha, dv) = match &self.car {
            SteeredCar::AsPrinted(car) => {
                let found = car.solve_as_printed(&given);
                let turning = (found.yaw_rate_rad_s, found.yaw_acceleration_rad_s2);
                (found.front_size(), found.rear_size(), turning.0, turning.1, found.acceleration_m_s2)
            }
            SteeredCar::Corrected(car) => {
                let found = car.solve(&given, 0.0);
                let turning = (found.yaw_rate_rad_s, found.yaw_acceleration_rad_s2);
                (found.front_size(), found.rear_size(), turning.0, turning.1, found.speed_rate_m_s2)
            }
        };
        if !(rear_n <= self.limit_n && front_n <= self.limit_n) {
            return Computed::Slides { front: front_n > self.limit_n, rear: rear_n > self.limit_n };
        }
        let way = accelerated_way(self.speed_m_s, dv, dt_s);
        let turn = accelerated_way(omega, alpha, dt_s);
        let (sin, cos) = Real::sin_cos(self.yaw_rad);
        // Figure 5: first the way along the heading, then the rotation about B.
        self.rear_m = [self.rear_m[0] + way * cos, self.rear_m[1] + way * sin];
        self.yaw_rad += turn;
        self.speed_m_s += dv * dt_s;
        Computed::Moved
    }
}
