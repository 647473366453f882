//! Helpers of the tests of Hlavacs' car.
#![allow(dead_code, reason = "each test file uses its part")]

use crate::outlined;

use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::record::{Flag, Record};
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_texts::ackermann::Ackermann;
use skidpad_texts::ackermann::{AckermannCar, AckermannDrive, AckermannMode, AckermannState, RollingCar};

pub type Car = AckermannCar<f64>;
pub type State = AckermannState<f64>;
pub type Mode = AckermannMode<f64>;
pub type Driven = Simulation<Ackermann>;

/// Numbers that look random: a hash of seed and count (SplitMix64).
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xd134_2543_de82_ef95))
    }
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    pub fn spread(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.unit())
    }
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[(self.bits() % list.len() as u64) as usize]
    }
}

pub fn degrees(value: f64) -> f64 {
    value.to_radians()
}

/// Gravity of the text, grip 1, and no resistance of air or rolling.
pub fn smooth_road() -> Surface<f64> {
    Surface { gravity_m_s2: 9.81, rolling: 0.0, air_density_kg_m3: 0.0, ..Surface::asphalt() }
}

pub fn hands_off() -> Command<f64> {
    Record::splat(0.0)
}

pub fn steered(steer_rad: f64) -> Command<f64> {
    Command { steer_rad, ..hands_off() }
}

pub fn dt(seconds: f64) -> Dt {
    Dt::new(seconds).unwrap()
}

/// A car that rolls at a speed of its rear axle with a steering angle.
pub fn rolling(car: &Car, speed_m_s: f64, steer_rad: f64) -> Driven {
    let state = State::rolling(car, speed_m_s, steer_rad);
    Simulation::new(*car, Mode::grips(&state), state)
}

/// Steps of 10 ms with a command held.
pub fn drive(car: &mut Driven, command: &Command<f64>, road: &Surface<f64>, duration_s: f64) {
    for _ in 0..(duration_s * 100.0).round() as u64 {
        assert_eq!(car.step(command, road, dt(0.01)), Status::Running);
    }
}

/// A car like many: the centre of mass is not in the middle, and the axles differ.
pub fn uneven() -> Car {
    let of = AckermannCar::table_1();
    let rolling = RollingCar {
        mass_kg: 1320.0,
        wheelbase_m: 2.55,
        rear_m: 1.45,
        yaw_inertia_kg_m2: 2100.0,
        front_radius_m: 0.31,
        rear_radius_m: 0.34,
        front_inertia_kg_m2: 2.1,
        rear_inertia_kg_m2: 2.9,
    };
    let (mut front, mut rear) = (*of.front(), *of.rear());
    front.friction = 1.1;
    rear.friction = 1.05;
    front.kinetic_share = 0.85;
    rear.kinetic_share = 0.75;
    front.rolling_resistance = 0.012;
    rear.rolling_resistance = 0.013;
    front.brake_torque_nm = 4500.0;
    rear.brake_torque_nm = 2500.0;
    let mut drive = *of.drive();
    drive.largest_torque_nm = 3500.0;
    drive.largest_power_w = 150_000.0;
    drive.fastest_spin_rad_s = 300.0;
    drive.front_share = 0.3;
    drive.drag_area_m2 = 0.65;
    drive.linear_resistance_n_s_m = 2.0;
    Car::new(rolling, front, rear, drive)
}

/// The same car without resistance that grows with its speed.
pub fn without_resistance(car: &Car) -> Car {
    let drive = AckermannDrive { linear_resistance_n_s_m: 0.0, ..*car.drive() };
    Car::new(*car.rolling(), *car.front(), *car.rear(), drive)
}

/// Any state of motion: gripping or sliding, forwards or backwards, at rest or not.
pub fn any_state(numbers: &mut Numbers, car: &Car) -> (State, Mode) {
    let steer = numbers.between(-0.6, 0.6);
    let speed = numbers.pick(&[-1.0, 0.0, 1.0, 1.0]) * numbers.spread(1e-3, 60.0);
    let mut state = State::rolling(car, speed, steer);
    state.yaw_rad = numbers.between(-4.0, 4.0);
    let (front_slides, rear_slides) = (numbers.pick(&[false, true]), numbers.pick(&[false, true]));
    if front_slides || rear_slides {
        state.velocity_y_m_s += numbers.between(-10.0, 10.0);
        state.yaw_rate_rad_s += numbers.between(-3.0, 3.0);
        state.front_spin_rad_s *= numbers.pick(&[0.0, 0.5, 1.0, 3.0, -1.0]);
        state.rear_spin_rad_s *= numbers.pick(&[0.0, 0.5, 1.0, 3.0, -1.0]);
        constrain(car, &mut state, front_slides, rear_slides);
    }
    let mode = Mode {
        front_slides: Flag::from(front_slides),
        rear_slides: Flag::from(rear_slides),
        front_smooth_x_m_s: numbers.pick(&[0.0, 0.1]),
        front_smooth_y_m_s: numbers.pick(&[0.0, 0.01]),
        rear_smooth_x_m_s: numbers.pick(&[0.0, 0.1]),
        rear_smooth_y_m_s: numbers.pick(&[0.0, 0.01]),
        steer_rate_rad_s: numbers.pick(&[0.0, -0.8, 0.5]),
        ..Mode::grips(&state)
    };
    (state, mode)
}

/// Puts an axle that grips while the other slides on its constraints.
fn constrain(car: &Car, state: &mut State, front_slides: bool, rear_slides: bool) {
    let of = car.rolling();
    if !rear_slides {
        state.velocity_y_m_s = of.rear_m * state.yaw_rate_rad_s;
        state.rear_spin_rad_s = state.velocity_x_m_s / of.rear_radius_m;
    }
    if !front_slides {
        let (sin, cos) = Real::sin_cos(state.front_steer_rad);
        let lever = of.wheelbase_m - of.rear_m;
        state.velocity_y_m_s = state.velocity_x_m_s * sin / cos - lever * state.yaw_rate_rad_s;
        state.front_spin_rad_s = state.velocity_x_m_s / (cos * of.front_radius_m);
    }
}

/// The kinetic energy's rate, W, and the sizes of what it is made of.
pub fn energy_rate(car: &Car, state: &State, rate: &State) -> (f64, f64) {
    let of = car.rolling();
    let parts = [
        of.mass_kg * state.velocity_x_m_s * rate.velocity_x_m_s,
        of.mass_kg * state.velocity_y_m_s * rate.velocity_y_m_s,
        of.yaw_inertia_kg_m2 * state.yaw_rate_rad_s * rate.yaw_rate_rad_s,
        of.front_inertia_kg_m2 * state.front_spin_rad_s * rate.front_spin_rad_s,
        of.rear_inertia_kg_m2 * state.rear_spin_rad_s * rate.rear_spin_rad_s,
    ];
    (parts.iter().sum(), parts.iter().map(|part| part.abs()).sum())
}

/// A look at a car after the discrete decisions of a sub-step.
pub fn look(
    car: &Car,
    (mode, state): (&Mode, &State),
    command: &Command<f64>,
    road: &Surface<f64>,
) -> (Mode, State, <Ackermann as Model>::Trace<f64>) {
    let mode = outlined::advance::<Ackermann, _>(car, mode, state, command, road, 0.001);
    let (rate, trace) = outlined::evaluate::<Ackermann, _>(car, &mode, state, command, road);
    (mode, rate, trace)
}
