//! The kinematic and the slip-vector car made of any vehicle that is accepted, under any controls on
//! any road, forward and reverse: never a number that is not finite, never more force than the
//! friction allows.
#![allow(clippy::disallowed_methods)]

use crate::support;

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::model::Model;
use skidpad_core::record::{Channels, Flag, Record};
use skidpad_core::spec::{Section, TorqueSpec, Vehicle};
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_special::{Kinematic, KinematicCar, KinematicMode, KinematicState};
use skidpad_texts::rars::FrictionLaw;
use skidpad_texts::slip_vector::{
    SlipVector, SlipVectorCar, SlipVectorInput, SlipVectorMode, SlipVectorState,
};
use support::{Numbers, automatic, electric, manual};

/// Sets every field of a section to anything that its table allows, now and then to an end of it.
fn scatter<S: Section>(numbers: &mut Numbers, section: &mut S) {
    for (index, field) in S::FIELDS.iter().enumerate() {
        let value = match numbers.bits() % 8 {
            0 => field.low,
            1 => field.high,
            2 | 3 => numbers.between(field.low, field.high),
            4..=6 => (section.get(index) * numbers.spread(0.5, 2.0)).clamp(field.low, field.high),
            _ => section.get(index),
        };
        section.set(index, value);
    }
}

fn any_vehicle(numbers: &mut Numbers) -> Vehicle<f64> {
    loop {
        let mut spec = [manual, automatic, electric][(numbers.bits() % 3) as usize]();
        scatter(numbers, &mut spec.body);
        scatter(numbers, &mut spec.front);
        scatter(numbers, &mut spec.rear);
        scatter(numbers, &mut spec.drive);
        if let TorqueSpec::Motor { torque_nm, power_w } = &mut spec.torque {
            (*torque_nm, *power_w) = (numbers.spread(1e-3, 1e5), numbers.spread(1.0, 1e8));
        }
        if let Ok(vehicle) = spec.validate() {
            return vehicle;
        }
    }
}

fn any_controls(numbers: &mut Numbers) -> Controls {
    let mut number = |low: f64, high: f64| match numbers.bits() % 6 {
        0 => low,
        1 => high,
        2 => f64::from_bits(numbers.bits()),
        _ => numbers.between(low, high),
    };
    Controls {
        throttle: number(0.0, 1.0),
        brake: number(-1.0, 1.0),
        handbrake: number(-3.0, 1.0),
        steer_rad: number(-1.6, 1.6),
        clutch: number(0.0, 1.0),
        starter: 1.0,
        gear: [Gear::Reverse, Gear::Neutral, Gear::Forward(1), Gear::Automatic]
            [(numbers.bits() % 4) as usize],
    }
}

/// Anything that the surface's table allows.
fn any_road(numbers: &mut Numbers) -> Surface<f64> {
    let mut values = Vec::new();
    for channel in Surface::<f64>::CHANNELS {
        values.push(match numbers.bits() % 6 {
            0 => channel.low,
            1 => channel.high,
            _ => numbers.between(channel.low, channel.high),
        });
    }
    let wild: Surface<f64> = Record::load(&&values[..]);
    if numbers.unit() < 0.5 { wild } else { Surface { grip: wild.grip, ..Surface::asphalt() } }
}

/// Runs a model, and asks about each step that the status says was driven.
fn run<M: Model>(
    numbers: &mut Numbers,
    mut car: Simulation<M>,
    input: impl Fn(&Controls) -> M::Input<f64>,
    steps: u32,
    mut check: impl FnMut(&M::State<f64>, &M::Trace<f64>),
) {
    let (mut road, mut controls) = (any_road(numbers), any_controls(numbers));
    let mut step = Dt::new(numbers.spread(1e-4, 0.1)).unwrap();
    for count in 0..steps {
        if count % 50 == 0 {
            road = any_road(numbers);
            step = Dt::new(numbers.spread(1e-4, 0.1)).unwrap();
        }
        if count % 7 == 0 {
            controls = any_controls(numbers);
        }
        let input = input(&controls);
        let status = car.step(&input, &road, step);
        assert!(car.state().all_finite(), "{:?} {:?}", car.state(), car.car());
        assert_eq!(status, Status::Running, "{:?} {:?} {input:?} {road:?}", car.state(), car.car());
        let (rate, trace) = car.look(&input, &road);
        assert!(rate.all_finite() && trace.all_finite(), "{rate:?} {trace:?}");
        check(car.state(), &trace);
    }
}

/// Answers the most that a slip-vector car's tread gave over FMAX.
fn check(vehicles: u32, steps: u32, seed: u64) -> f64 {
    let mut numbers = Numbers::new(seed);
    let mut worst = 0.0_f64;
    for _ in 0..vehicles {
        let vehicle = any_vehicle(&mut numbers);
        let car = KinematicCar::new(&vehicle);
        let start = KinematicState::at_speed(numbers.between(-60.0, 60.0));
        let car = Simulation::<Kinematic>::new(car, KinematicMode { direction: 0.0 }, start);
        run(
            &mut numbers,
            car,
            |controls| sanitise(controls).0,
            steps,
            |_, trace| {
                assert!(trace.needed_grip >= 0.0);
            },
        );

        let mut car = SlipVectorCar::new(&vehicle);
        car.friction_law = numbers.pick(&FrictionLaw::ALL).number();
        if numbers.unit() < 0.3 {
            car.k_m_s = numbers.spread(0.1, 50.0);
            car.load_sensitivity = numbers.between(0.0, 0.5);
            car.speed_sensitivity_s_m = numbers.between(0.0, 0.1);
            car.downforce_area_m2 = numbers.between(0.0, 10.0);
        }
        let start = SlipVectorState {
            velocity_y_m_s: numbers.between(-20.0, 20.0),
            ..SlipVectorState::at_speed(numbers.between(-60.0, 60.0))
        };
        let car = Simulation::<SlipVector>::new(car, SlipVectorMode { stands: Flag::from(false) }, start);
        let input = |controls: &Controls| SlipVectorInput::from_command(&sanitise(controls).0);
        run(&mut numbers, car, input, steps, |_, trace| {
            let force = trace.force_x_n.hypot(trace.force_y_n);
            worst = worst.max(force / trace.largest_force_n.max(1e-290));
            assert!(force <= trace.largest_force_n * (1.0 + 1e-12) + 1e-300);
            assert!(trace.heat_w >= 0.0 && (0.0..=1.0).contains(&trace.grip_used), "{trace:?}");
        });
    }
    worst
}

#[test]
fn any_vehicle_drives() {
    assert!(check(60, 400, 1) > 0.99, "the tread is at its limit now and then");
}

#[test]
#[ignore = "soak: a hundred thousand vehicles, a thousand steps each"]
fn any_vehicle_drives_soak() {
    for seed in 2..12 {
        let worst = check(10_000, 1000, seed);
        println!("seed {seed}: 10000 vehicles, none quarantined, {worst} of FMAX at most");
    }
}
