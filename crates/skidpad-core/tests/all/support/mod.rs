//! Vehicles and helpers that several tests share.
#![allow(dead_code, reason = "each test file uses its part")]

use skidpad_core::controls::Command;
use skidpad_core::model::{StraightLine, StraightLineMode, StraightLineState};
use skidpad_core::record::{Flag, Record};
use skidpad_core::spec::{
    AxleSpec, BodySpec, ChassisSpec, ClutchSpec, ConverterSpec, CouplingSpec, DriveSpec, EngineSpec,
    GearboxKind, GearboxSpec, TorqueSpec, TyreLaw, Vehicle, VehicleSpec,
};
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_core::units::rpm;

/// The straight-line model with one car.
pub type Car = Simulation<StraightLine>;

/// A rear-driven car of 1.5 t with a six-speed manual gearbox.
pub fn manual() -> VehicleSpec {
    let axle = AxleSpec {
        wheels: 2.0,
        radius_m: 0.32,
        wheel_mass_kg: 20.0,
        wheel_inertia_kg_m2: 1.2,
        friction: 1.1,
        peak_slip: 0.08,
        stiffness: 27.5,
        lateral_friction: 0.9,
        peak_slip_angle_rad: 0.13,
        cornering_stiffness_n_rad: AxleSpec::NOT_GIVEN,
        sliding_share: 0.75,
        relaxation_length_m: 0.16,
        rolling_resistance: 0.012,
        brake_torque_nm: 3000.0,
        handbrake_torque_nm: 0.0,
    };
    VehicleSpec {
        name: String::from("manual"),
        body: BodySpec {
            kerb_mass_kg: 1425.0,
            load_mass_kg: 75.0,
            wheelbase_m: 2.5,
            front_weight_share: 0.5,
            cg_height_m: 0.5,
            yaw_inertia_kg_m2: 1800.0,
            track_m: 1.5,
            largest_steer_rad: 0.6,
            width_m: 1.8,
            height_m: 1.3,
            frontal_area_m2: 2.0,
            drag_coefficient: 0.32,
            linear_resistance_n_s_m: 0.0,
        },
        front: AxleSpec { brake_torque_nm: 5000.0, ..axle },
        rear: AxleSpec { handbrake_torque_nm: 3000.0, ..axle },
        front_tyre: None,
        rear_tyre: None,
        tyre_law: TyreLaw::Peaked,
        engine: EngineSpec {
            idle_rad_s: rpm(800.0),
            redline_rad_s: rpm(7000.0),
            limiter_rad_s: rpm(7200.0),
            blow_up_rad_s: rpm(8200.0),
            inertia_kg_m2: 0.2,
            braking_nm_s: 0.06,
        },
        torque: TorqueSpec::Points(vec![
            (rpm(800.0), 180.0),
            (rpm(3000.0), 280.0),
            (rpm(5000.0), 300.0),
            (rpm(7000.0), 250.0),
        ]),
        coupling: CouplingSpec::Clutch(ClutchSpec {
            capacity_nm: 450.0,
            bite_rad_s: rpm(900.0),
            launch_rad_s: rpm(3000.0),
        }),
        gearbox_kind: GearboxKind::Manual,
        gearbox: GearboxSpec {
            final_drive: 3.5,
            efficiency: 0.9,
            shift_time_s: 0.3,
            shift_torque_share: 0.0,
            shift_up_rad_s: rpm(6900.0),
            shift_down_rad_s: rpm(2200.0),
        },
        ratios: vec![3.6, 2.1, 1.5, 1.15, 0.95, 0.8],
        reverse: 3.3,
        drive: DriveSpec { front_share: 0.0, centre_coupling_nm_s: 0.0 },
        chassis: None,
        steering: None,
        differentials: None,
        assists: None,
        stalling: None,
        bump_stops: None,
        space: None,
        tyres: None,
    }
}

/// An all-wheel-driven car of 2 t with an automatic gearbox behind a torque converter.
pub fn automatic() -> VehicleSpec {
    let mut spec = manual();
    spec.name = String::from("automatic");
    spec.body.kerb_mass_kg = 1925.0;
    spec.torque = TorqueSpec::Points(vec![
        (rpm(800.0), 350.0),
        (rpm(2000.0), 600.0),
        (rpm(5500.0), 600.0),
        (rpm(7000.0), 480.0),
    ]);
    spec.engine.inertia_kg_m2 = 0.35;
    spec.coupling = CouplingSpec::Converter(ConverterSpec {
        points: vec![
            (0.0, 2.0, 0.0088),
            (0.4, 1.5, 0.0088),
            (0.8, 1.08, 0.0075),
            (0.9, 1.0, 0.0055),
            (1.0, 1.0, 0.0),
        ],
        lock_up_ratio: 0.92,
        lock_up_from_gear: 2,
    });
    spec.gearbox_kind = GearboxKind::Automatic;
    spec.gearbox.shift_torque_share = 1.0;
    spec.gearbox.shift_time_s = 0.15;
    spec.ratios = vec![4.7, 3.1, 2.1, 1.65, 1.3, 1.0, 0.82, 0.64];
    spec.drive = DriveSpec { front_share: 0.4, centre_coupling_nm_s: 400.0 };
    spec
}

/// A front-driven electric car with one gear.
pub fn electric() -> VehicleSpec {
    let mut spec = manual();
    spec.name = String::from("electric");
    spec.engine = EngineSpec {
        idle_rad_s: 0.0,
        redline_rad_s: rpm(12_000.0),
        limiter_rad_s: rpm(12_200.0),
        blow_up_rad_s: rpm(14_000.0),
        inertia_kg_m2: 0.03,
        braking_nm_s: 0.005,
    };
    spec.torque = TorqueSpec::Motor { torque_nm: 300.0, power_w: 110_000.0 };
    spec.coupling = CouplingSpec::Direct;
    spec.gearbox_kind = GearboxKind::Single;
    spec.gearbox.final_drive = 8.0;
    spec.gearbox.shift_time_s = 0.0;
    spec.gearbox.shift_torque_share = 1.0;
    spec.gearbox.shift_up_rad_s = rpm(12_000.0);
    spec.ratios = vec![1.0];
    spec.reverse = 1.0;
    spec.drive = DriveSpec { front_share: 1.0, centre_coupling_nm_s: 0.0 };
    spec
}

/// The vehicle of a specification that is right.
pub fn build(spec: &VehicleSpec) -> Vehicle<f64> {
    spec.validate().unwrap_or_else(|faults| panic!("{}: {faults:?}", spec.name))
}

/// Hands and feet off, in a gear.
pub fn coast(gear: f64) -> Command<f64> {
    Command { gear, ..Record::splat(0.0) }
}

/// Full throttle in a gear.
pub fn full_throttle(gear: f64) -> Command<f64> {
    Command { throttle: 1.0, ..coast(gear) }
}

/// Full throttle with the gearbox shifting by itself.
pub fn automatic_throttle(throttle: f64) -> Command<f64> {
    Command { throttle, automatic: Flag::from(true), ..coast(1.0) }
}

/// Full brake, clutch open.
pub fn full_brake(gear: f64) -> Command<f64> {
    Command { brake: 1.0, clutch: 1.0, ..coast(gear) }
}

/// Handbrake pulled, in neutral.
pub fn handbrake() -> Command<f64> {
    Command { handbrake: 1.0, ..coast(0.0) }
}

/// Level asphalt on a slope of so many per cent.
pub fn slope(percent: f64) -> Surface<f64> {
    Surface { slope_rad: (percent / 100.0).atan(), ..Surface::asphalt() }
}

/// A car at rest in a gear, engine idling.
pub fn at_rest(vehicle: &Vehicle<f64>, gear: f64) -> Car {
    Simulation::new(
        *vehicle.two_axles(),
        StraightLineMode::in_gear(gear),
        StraightLineState::at_rest(vehicle),
    )
}

/// A car rolling in a gear.
pub fn rolling(vehicle: &Vehicle<f64>, speed_m_s: f64, gear: f64) -> Car {
    let state = StraightLineState::rolling(vehicle, speed_m_s, gear);
    Simulation::new(*vehicle.two_axles(), StraightLineMode::in_gear(gear), state)
}

/// A time step.
pub fn dt(seconds: f64) -> Dt {
    Dt::new(seconds).unwrap()
}

/// Drives for a time on a road with a command held, and asks the car after each step whether to
/// stop; answers whether it was.
pub fn drive_until(
    car: &mut Car,
    command: &Command<f64>,
    surface: &Surface<f64>,
    (step, longest_s): (Dt, f64),
    mut done: impl FnMut(&Car) -> bool,
) -> bool {
    let steps = (longest_s / step.seconds()).round() as u64;
    for _ in 0..steps {
        assert_eq!(car.step(command, surface, step), Status::Running, "{:?} {:?}", car.mode(), car.state());
        if done(car) {
            return true;
        }
    }
    false
}

/// Drives for a time on level asphalt in steps of a millisecond.
pub fn drive(car: &mut Car, command: &Command<f64>, duration_s: f64) {
    drive_until(car, command, &Surface::asphalt(), (dt(0.001), duration_s), |_| false);
}

/// Numbers that look random: a hash of seed and count (SplitMix64).
pub struct Numbers {
    state: u64,
}

impl Numbers {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        // Hashed, so that neighbouring seeds do not share numbers.
        Self { state: Self { state: seed }.bits() }
    }
    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }
    /// Between two numbers.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    /// Between two positive numbers, every order of magnitude alike.
    pub fn spread(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.unit())
    }
    /// One of a list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[(self.bits() % list.len() as u64) as usize]
    }
}

/// How many of so many random states a soak takes: the share `SKIDPAD_SOAK_SHARE`, all where it is not set.
pub fn share_of(states: u64) -> u64 {
    let told = std::env::var("SKIDPAD_SOAK_SHARE").unwrap_or_else(|_| String::from("1"));
    let share: f64 = told.parse().expect("SKIDPAD_SOAK_SHARE is a number");
    assert!(share > 0.0 && share <= 1.0, "SKIDPAD_SOAK_SHARE is in (0, 1]");
    (states as f64 * share) as u64
}

/// Gives a car any body, and any wheels, brakes and grip.
pub fn scatter(spec: &mut VehicleSpec, numbers: &mut Numbers) {
    spec.body.kerb_mass_kg *= numbers.between(0.3, 3.0);
    spec.body.cg_height_m = numbers.between(0.2, 1.0);
    spec.body.front_weight_share = numbers.between(0.35, 0.65);
    for axle in [&mut spec.front, &mut spec.rear] {
        axle.friction = numbers.between(0.5, 1.6);
        axle.wheel_inertia_kg_m2 = numbers.between(0.4, 2.5);
        axle.brake_torque_nm = numbers.between(500.0, 9000.0);
    }
}

/// Springs, dampers and linkages of any kind.
pub fn any_springs(chassis: &mut ChassisSpec, numbers: &mut Numbers) {
    chassis.front_ride_hz = numbers.spread(0.5, 10.0);
    chassis.rear_ride_hz = numbers.spread(0.5, 10.0);
    chassis.damping_ratio = numbers.spread(0.05, 2.0);
    chassis.roll_gradient = numbers.between(0.0, 0.3);
    chassis.unsprung_share = numbers.between(0.0, 0.5);
    chassis.anti_dive = numbers.between(-1.0, 2.0);
    chassis.anti_squat = numbers.between(-1.0, 2.0);
    chassis.suspension_friction = numbers.between(0.0, 0.2);
    chassis.front_roll_centre_m = numbers.between(-0.2, 0.5);
    chassis.rear_roll_centre_m = numbers.between(-0.2, 0.5);
    chassis.camber_gain = numbers.unit();
}
