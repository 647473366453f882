//! A four-wheel driveline on the simplest car there is: a mass and four tyres whose force is viscous up to their grip.
#![allow(dead_code, reason = "each test file uses its part")]

use skidpad_core::math::Real;
use skidpad_core::powertrain::driveline::{
    DifferentialData, DrivelineCar, DrivelineDemand, DrivelineMode, DrivelineSpeeds, DrivelineTorque,
    MotorData, WheelLoads, begin, decide, settle, solve,
};
use skidpad_core::record::{Flag, Record};
use skidpad_core::wheels::Wheels;

use crate::support::{Numbers, automatic, build, electric, manual};

/// The sub-step of all tests, s.
pub const STEP_S: f64 = 0.002;

/// The mode at the beginning of a sub-step, where the torques on the wheels do not depend on it.
pub fn advance<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    (loads, demand): (&WheelLoads<R>, &DrivelineDemand<R>),
    dt_s: R,
) -> DrivelineMode<R> {
    let begun = begin(car, mode, speeds, demand, dt_s);
    let torque = solve(car, &begun, speeds, loads, demand);
    decide(car, &begun, speeds, loads, &torque, demand)
}

/// A rear-driven car with a manual gearbox.
pub fn manual_car() -> DrivelineCar<f64> {
    DrivelineCar::from(&build(&manual()))
}
/// A four-wheel-driven car with a converter.
pub fn automatic_car() -> DrivelineCar<f64> {
    DrivelineCar::from(&build(&automatic()))
}
/// A front-driven electric car.
pub fn electric_car() -> DrivelineCar<f64> {
    DrivelineCar::from(&build(&electric()))
}
/// The manual car with a dual-clutch gearbox that shifts by itself.
pub fn dual_clutch_car() -> DrivelineCar<f64> {
    let mut car = manual_car();
    car.control.dual_clutch = Flag::from(true);
    car.shift.shift_time_s = 0.2;
    car
}

/// Nothing asked for, in a gear.
pub fn coasting(gear: f64) -> DrivelineDemand<f64> {
    DrivelineDemand { gear, ..Record::splat(0.0) }
}
/// A throttle in a gear.
pub fn throttle(throttle: f64, gear: f64) -> DrivelineDemand<f64> {
    DrivelineDemand { throttle, accelerator: throttle, ..coasting(gear) }
}
/// A throttle in an automatic.
pub fn automatic_throttle(throttle: f64) -> DrivelineDemand<f64> {
    DrivelineDemand { throttle, accelerator: throttle, automatic: Flag::from(true), ..coasting(1.0) }
}

/// The four numbers of the wheels.
pub fn list(wheels: &Wheels<f64>) -> [f64; 4] {
    [wheels.front_left, wheels.front_right, wheels.rear_left, wheels.rear_right]
}
/// Wheels from a list.
pub fn wheels([front_left, front_right, rear_left, rear_right]: [f64; 4]) -> Wheels<f64> {
    Wheels { front_left, front_right, rear_left, rear_right }
}

/// A mode in which all turn forwards and the clutch is engaged.
pub fn engaged(car: &DrivelineCar<f64>, gear: f64) -> DrivelineMode<f64> {
    let mode = DrivelineMode { engaged: Flag::from(true), ..DrivelineMode::in_gear(car, gear) };
    mode.with_wheel_directions(&Wheels::all(1.0))
}

/// Speeds with all wheels at one and the engine turning with the gearbox.
pub fn rolling(mode: &DrivelineMode<f64>, wheel_rad_s: f64) -> DrivelineSpeeds<f64> {
    DrivelineSpeeds { engine_rad_s: mode.overall_ratio * wheel_rad_s, wheels_rad_s: Wheels::all(wheel_rad_s) }
}

/// Torques on the wheels without brakes.
pub fn unbraked(torque_nm: [f64; 4]) -> WheelLoads<f64> {
    WheelLoads { torque_nm: wheels(torque_nm), holding_nm: Wheels::all(0.0) }
}

/// A car on its wheels: a mass and four tyres.
#[derive(Clone, Copy, Debug)]
pub struct Toy {
    pub car: DrivelineCar<f64>,
    pub mode: DrivelineMode<f64>,
    pub speeds: DrivelineSpeeds<f64>,
    pub speed_m_s: f64,
    pub position_m: f64,
    pub mass_kg: f64,
    pub radius_m: f64,
    /// Grip of each tyre, N.
    pub grip_n: Wheels<f64>,
    /// What brakes hold at full pedal, N.m.
    pub brake_nm: Wheels<f64>,
    /// Weight along the road, N.
    pub slope_n: f64,
}

#[derive(Clone, Copy)]
struct Rate {
    speed: f64,
    position: f64,
    engine: f64,
    wheels: [f64; 4],
}

impl Toy {
    /// At rest in a gear, the engine idling.
    pub fn new(car: DrivelineCar<f64>, gear: f64) -> Self {
        Self {
            car,
            mode: DrivelineMode::in_gear(&car, gear),
            speeds: DrivelineSpeeds { engine_rad_s: car.engine.idle_rad_s, wheels_rad_s: Wheels::all(0.0) },
            speed_m_s: 0.0,
            position_m: 0.0,
            mass_kg: 1500.0,
            radius_m: 0.32,
            grip_n: Wheels::all(3700.0),
            brake_nm: Wheels::of_axles(1800.0, 1200.0),
            slope_n: 0.0,
        }
    }

    /// Rolling in a gear.
    pub fn rolling(car: DrivelineCar<f64>, gear: f64, speed_m_s: f64) -> Self {
        let mut toy = Self::new(car, gear);
        toy.speed_m_s = speed_m_s;
        toy.speeds.wheels_rad_s = Wheels::all(speed_m_s / toy.radius_m);
        let engine = toy.mode.overall_ratio * speed_m_s / toy.radius_m;
        toy.speeds.engine_rad_s = engine.max(car.engine.idle_rad_s);
        toy
    }

    /// Force of each tyre: viscous, as stiff as the step bears, up to its grip.
    fn forces(&self, speeds: &DrivelineSpeeds<f64>, speed_m_s: f64) -> [f64; 4] {
        let (spin, grip) = (list(&speeds.wheels_rad_s), list(&self.grip_n));
        let inertia = list(&self.car.wheel_inertia_kg_m2());
        [0, 1, 2, 3].map(|i| {
            let stiffness = 0.5 * inertia[i] / (self.radius_m * self.radius_m * STEP_S);
            (stiffness * (spin[i] * self.radius_m - speed_m_s)).clamp(-grip[i], grip[i])
        })
    }

    pub fn loads(&self, brake: f64, speeds: &DrivelineSpeeds<f64>, speed_m_s: f64) -> WheelLoads<f64> {
        let (grip, pads) = (list(&self.grip_n), list(&self.brake_nm));
        WheelLoads {
            torque_nm: wheels(self.forces(speeds, speed_m_s).map(|force| -force * self.radius_m)),
            holding_nm: wheels([0, 1, 2, 3].map(|i| brake * pads[i] + 0.01 * grip[i] * self.radius_m)),
        }
    }

    /// The torques now.
    pub fn look(&self, demand: &DrivelineDemand<f64>, brake: f64) -> DrivelineTorque<f64> {
        let loads = self.loads(brake, &self.speeds, self.speed_m_s);
        solve(&self.car, &self.mode, &self.speeds, &loads, demand)
    }

    fn rate(&self, at: (&DrivelineSpeeds<f64>, f64), demand: &DrivelineDemand<f64>, brake: f64) -> Rate {
        let (speeds, speed) = at;
        let loads = self.loads(brake, speeds, speed);
        let torque = solve(&self.car, &self.mode, speeds, &loads, demand);
        let force: f64 = self.forces(speeds, speed).iter().sum();
        Rate {
            speed: (force - self.slope_n) / self.mass_kg,
            position: speed,
            engine: torque.engine_rate_rad_s2,
            wheels: list(&torque.wheel_rate_rad_s2),
        }
    }

    fn moved(&self, h: f64, rate: &Rate) -> (DrivelineSpeeds<f64>, f64) {
        let spin = list(&self.speeds.wheels_rad_s);
        let speeds = DrivelineSpeeds {
            engine_rad_s: self.speeds.engine_rad_s + h * rate.engine,
            wheels_rad_s: wheels([0, 1, 2, 3].map(|i| spin[i] + h * rate.wheels[i])),
        };
        (speeds, self.speed_m_s + h * rate.speed)
    }

    /// One sub-step by the classical Runge-Kutta method.
    pub fn step(&mut self, demand: &DrivelineDemand<f64>, brake: f64) {
        let loads = self.loads(brake, &self.speeds, self.speed_m_s);
        self.mode = advance(&self.car, &self.mode, &self.speeds, (&loads, demand), STEP_S);
        let k1 = self.rate((&self.speeds, self.speed_m_s), demand, brake);
        let (s, v) = self.moved(0.5 * STEP_S, &k1);
        let k2 = self.rate((&s, v), demand, brake);
        let (s, v) = self.moved(0.5 * STEP_S, &k2);
        let k3 = self.rate((&s, v), demand, brake);
        let (s, v) = self.moved(STEP_S, &k3);
        let k4 = self.rate((&s, v), demand, brake);
        let mean = |f: fn(&Rate) -> f64| (f(&k1) + 2.0 * f(&k2) + 2.0 * f(&k3) + f(&k4)) / 6.0;
        let all = Rate {
            speed: mean(|k| k.speed),
            position: mean(|k| k.position),
            engine: mean(|k| k.engine),
            wheels: [
                mean(|k| k.wheels[0]),
                mean(|k| k.wheels[1]),
                mean(|k| k.wheels[2]),
                mean(|k| k.wheels[3]),
            ],
        };
        let (speeds, speed) = self.moved(STEP_S, &all);
        self.position_m += STEP_S * all.position;
        self.speed_m_s = speed;
        (self.mode, self.speeds) = settle(&self.car, &self.mode, &speeds);
    }

    /// Drives for a time; `each` sees the car after every sub-step.
    pub fn drive(
        &mut self,
        demand: &DrivelineDemand<f64>,
        brake: f64,
        duration_s: f64,
        mut each: impl FnMut(&Self),
    ) {
        for _ in 0..(duration_s / STEP_S).round() as usize {
            self.step(demand, brake);
            each(self);
        }
    }

    pub fn spin(&self) -> [f64; 4] {
        list(&self.speeds.wheels_rad_s)
    }
}

/// Kinetic energy of all that turns, J.
pub fn energy(car: &DrivelineCar<f64>, speeds: &DrivelineSpeeds<f64>) -> f64 {
    let (spin, inertia) = (list(&speeds.wheels_rad_s), list(&car.wheel_inertia_kg_m2()));
    let wheels: f64 = (0..4).map(|i| inertia[i] * spin[i] * spin[i]).sum();
    let front = car.front_motor.reflected_kg_m2() * (0.5 * (spin[0] + spin[1])).powi(2);
    let rear = car.rear_motor.reflected_kg_m2() * (0.5 * (spin[2] + spin[3])).powi(2);
    0.5 * (wheels + front + rear + car.engine.inertia_kg_m2 * speeds.engine_rad_s.powi(2))
}

/// A differential of any kind.
pub fn any_differential(numbers: &mut Numbers, largest_share: f64) -> DifferentialData<f64> {
    let scale = numbers.spread(1.0, 3000.0);
    let ramp = (0.5_f64).min(largest_share);
    match numbers.bits() % 7 {
        0 => DifferentialData::open(),
        1 => DifferentialData::locked(),
        2 => DifferentialData::limited_slip(scale, numbers.unit() * 2.0 * ramp, numbers.unit() * 2.0 * ramp),
        3 => DifferentialData {
            drive_ramp: ramp * numbers.unit(),
            coast_ramp: ramp * numbers.unit(),
            ..DifferentialData::open()
        },
        4 => DifferentialData::viscous(numbers.spread(0.1, 1e5)),
        5 => DifferentialData { throttle_nm: scale, ..DifferentialData::viscous(numbers.spread(0.1, 1e4)) },
        _ => DifferentialData { preload_nm: scale, ..DifferentialData::open() },
    }
}

/// A motor of any size, or none.
pub fn any_motor(numbers: &mut Numbers) -> MotorData<f64> {
    if !numbers.bits().is_multiple_of(3) {
        return MotorData::none();
    }
    MotorData {
        torque_nm: numbers.spread(10.0, 600.0),
        power_w: numbers.spread(1e3, 3e5),
        regeneration_nm: numbers.spread(10.0, 600.0),
        regeneration_w: numbers.spread(1e3, 3e5),
        lift_off_share: numbers.unit(),
        ratio: numbers.spread(1.0, 12.0),
        inertia_kg_m2: numbers.spread(0.001, 0.1),
        efficiency: numbers.between(0.8, 1.0),
    }
}

/// A car with any driveline.
pub fn any_car(numbers: &mut Numbers) -> DrivelineCar<f64> {
    let mut car = match numbers.bits() % 4 {
        0 => manual_car(),
        1 => automatic_car(),
        2 => electric_car(),
        _ => dual_clutch_car(),
    };
    car.layout.front_wheel_kg_m2 = numbers.spread(0.2, 3.0);
    car.layout.rear_wheel_kg_m2 = numbers.spread(0.2, 3.0);
    car.layout.efficiency = numbers.between(0.7, 1.0);
    car.engine.inertia_kg_m2 = numbers.spread(0.05, 0.5);
    let share: f64 = numbers.pick(&[0.0, 0.3, 0.5, 0.7, 1.0]);
    let smaller = share.min(1.0 - share);
    car.centre = any_differential(numbers, smaller).with_share(share);
    car.front = any_differential(numbers, 0.5);
    car.rear = any_differential(numbers, 0.5);
    car.front_motor = any_motor(numbers);
    car.rear_motor = any_motor(numbers);
    car.front_hub_motor = any_motor(numbers);
    car.rear_hub_motor = any_motor(numbers);
    car.control.clutch_by_pedal = Flag::from(numbers.pick(&[false, false, true]));
    if !car.engine.is_motor.is_set() && car.control.clutch_by_pedal.is_set() {
        car.control.stall_rad_s = 0.5 * car.engine.idle_rad_s;
        car.control.standing_nm = 30.0;
        car.control.starter_nm = 120.0;
        car.control.starts_itself = Flag::from(numbers.pick(&[false, true]));
    }
    car.control.cut_band_rad_s = numbers.pick(&[0.0, 30.0]);
    car.control.rev_match = Flag::from(numbers.pick(&[false, true]));
    car.control.kick_down_throttle = numbers.pick(&[0.95, 2.0]);
    car.control.regeneration_nm = 200.0;
    car.control.regeneration_w = 60e3;
    car.control.lift_off_share = numbers.unit();
    car
}

/// Any demand.
pub fn any_demand(numbers: &mut Numbers) -> DrivelineDemand<f64> {
    let unit = |numbers: &mut Numbers| match numbers.bits() % 4 {
        0 => 0.0,
        1 => 1.0,
        _ => numbers.unit(),
    };
    DrivelineDemand {
        throttle: unit(numbers),
        accelerator: unit(numbers),
        clutch: if numbers.bits().is_multiple_of(2) { 0.0 } else { unit(numbers) },
        gear: (numbers.bits() % 8) as f64 - 1.0,
        automatic: Flag::from(numbers.pick(&[false, true])),
        start: Flag::from(numbers.pick(&[false, true])),
        regeneration: unit(numbers),
    }
}
