//! Any vehicle as a motorcycle, any controls, any road: no panic, and never a number that is not finite in
//! one that is said to run.
#![allow(clippy::disallowed_methods)]

use crate::motorcycle_support;
use crate::support;

use motorcycle_support::{cbr, dt, motorcycle};
use skidpad_core::model::Model;
use skidpad_core::record::{Channels, Record};
use skidpad_core::spec::{AxleData, Section, TyreLaw};
use skidpad_core::step::{Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_special::{
    Motorcycle, MotorcycleCar, MotorcycleData, MotorcycleInput, MotorcycleMode, MotorcycleState,
    MotorcycleTrace,
};
use support::Numbers;

fn scatter<S: Section>(numbers: &mut Numbers, section: &mut S) {
    for (index, field) in S::FIELDS.iter().enumerate() {
        let value = match numbers.bits() % 8 {
            0 => field.low,
            1 => field.high,
            2 => numbers.between(field.low, field.high),
            3..=5 => (section.get(index) * numbers.spread(0.5, 2.0)).clamp(field.low, field.high),
            _ => section.get(index),
        };
        section.set(index, value);
    }
}

/// A motorcycle that nobody would build; by the rules, or with any data of its own.
fn any_motorcycle(numbers: &mut Numbers) -> MotorcycleCar<f64> {
    loop {
        let mut spec = cbr();
        scatter(numbers, &mut spec.body);
        scatter(numbers, &mut spec.front);
        scatter(numbers, &mut spec.rear);
        scatter(numbers, &mut spec.drive);
        spec.tyre_law = numbers.pick(&[TyreLaw::Linear, TyreLaw::LinearCapped, TyreLaw::Peaked]);
        if let Ok(vehicle) = spec.validate() {
            let mut data = MotorcycleData::from_vehicle(&vehicle);
            data.crown_m *= numbers.between(0.0, 2.0);
            data.rake_rad = numbers.between(0.0, 1.0);
            data.trail_m *= numbers.between(0.0, 2.0);
            data.gyroscopic = numbers.pick(&[0.0, 1.0]);
            data.fallen_lean_rad = numbers.between(0.1, 1.5);
            return MotorcycleCar::new(&vehicle, &data);
        }
    }
}

fn any_of(numbers: &mut Numbers, channels: &[skidpad_core::record::Channel]) -> Vec<f64> {
    channels
        .iter()
        .map(|channel| match numbers.bits() % 4 {
            0 => channel.low,
            1 => channel.high,
            2 => 0.0_f64.clamp(channel.low, channel.high),
            _ => numbers.between(channel.low, channel.high),
        })
        .collect()
}

/// The forces of the worse wheel over the ellipse of its grip.
fn over_the_peak(car: &MotorcycleCar<f64>, trace: &MotorcycleTrace<f64>, grip: f64) -> f64 {
    let over = |axle: &AxleData<f64>, load: f64, x: f64, y: f64| {
        let most = grip * load;
        if most < 1e-200 {
            0.0
        } else {
            (x / (most * axle.friction)).hypot(y / (most * axle.lateral_friction))
        }
    };
    let (front, rear) = (car.vehicle().front(), car.vehicle().rear());
    let front = over(front, trace.front_load_n, trace.front_force_x_n, trace.front_force_y_n);
    front.max(over(rear, trace.rear_load_n, trace.rear_force_x_n, trace.rear_force_y_n))
}

/// Answers how it ended, and the most that a tyre gave over its peak.
fn check(seed: u64, steps: u32) -> (Status, f64) {
    let mut numbers = Numbers::new(seed);
    let car = any_motorcycle(&mut numbers);
    let road = if numbers.unit() < 0.5 {
        Surface::asphalt()
    } else {
        Record::load(&&any_of(&mut numbers, Surface::<f64>::CHANNELS)[..])
    };
    let state = MotorcycleState {
        lean_rad: numbers.between(-0.3, 0.3),
        velocity_y_m_s: numbers.between(-5.0, 5.0) * numbers.pick(&[0.0, 1.0]),
        yaw_rate_rad_s: numbers.between(-2.0, 2.0) * numbers.pick(&[0.0, 1.0]),
        ..MotorcycleState::upright(numbers.between(-20.0, 90.0) * numbers.pick(&[0.0, 1.0]))
    };
    let mut bike = Simulation::<Motorcycle>::new(car, MotorcycleMode::in_gear(1.0), state);
    let mut input = MotorcycleInput::splat(0.0);
    let mut worst = 0.0_f64;
    for step in 0..steps {
        if step.is_multiple_of(20) {
            input = Record::load(&&any_of(&mut numbers, MotorcycleInput::<f64>::CHANNELS)[..]);
            input.rider = numbers.pick(&[0.0, 1.0, 1.0]);
            input.gear = input.gear.round();
        }
        // One of the sub-steps that the motorcycle allows: a light wheel on a fast shaft takes many.
        let status = bike.step(&input, &road, dt(car.cycle().longest_step_s));
        assert!(bike.state().all_finite() && bike.mode().all_finite(), "seed {seed}");
        if status != Status::Running {
            return (status, worst);
        }
        let trace = bike.look(&input, &road).1;
        assert!(trace.all_finite(), "seed {seed}: {:?} {trace:?}", bike.state());
        let body = car.vehicle().body();
        let weight = body.mass_kg * road.normal_gravity_m_s2();
        let used = over_the_peak(&car, &trace, road.grip);
        worst = worst.max(used);
        assert!(used <= 1.0 + 1e-12, "seed {seed}: {used} of the grip: {trace:?}");
        assert!(trace.front_load_n >= 0.0 && trace.rear_load_n >= 0.0);
        assert!(trace.front_load_n + trace.rear_load_n <= weight * (1.0 + 1e-9), "seed {seed}: {trace:?}");
    }
    (Status::Running, worst)
}

fn check_all(seeds: std::ops::Range<u64>, steps: u32) -> ([usize; 4], f64) {
    let (mut ends, mut worst) = ([0; 4], 0.0_f64);
    for seed in seeds {
        let (status, used) = check(seed, steps);
        worst = worst.max(used);
        ends[match status {
            Status::Running => 0,
            Status::ENGINE_BLOWN => 1,
            Status::FALLEN_OVER => 2,
            _ => 3,
        }] += 1;
    }
    (ends, worst)
}

#[test]
fn any_motorcycle_runs_or_falls() {
    let (ends, worst) = check_all(0..400, 400);
    // Some fall, some ride on; none meets a number that is not finite.
    assert!(ends[0] > 50 && ends[2] > 15 && ends[3] == 0, "{ends:?}");
    assert!(worst > 0.99, "tyres were at their limits: {worst}");
}

#[test]
#[ignore = "soak: 1e5 vehicles, 1000 steps each"]
fn any_motorcycle_runs_or_falls_soak() {
    let (ends, worst) = check_all(1_000..101_000, 1000);
    println!("running, blown, fallen, quarantined: {ends:?}; {worst} of a tyre's peak at most");
    assert_eq!(ends[3], 0, "{ends:?}");
}

/// In f32 too the CBR rides its turn, to within what f32 knows.
#[test]
fn it_rides_in_f32() {
    let car = motorcycle();
    let car: MotorcycleCar<f32> = {
        struct Single(Vec<f64>);
        impl skidpad_core::record::Sink<f64> for Single {
            fn write(&mut self, _: usize, value: f64) {
                self.0.push(value);
            }
        }
        let mut numbers = Single(Vec::new());
        car.store(&mut numbers);
        let numbers: Vec<f32> = numbers.0.iter().map(|number| *number as f32).collect();
        Record::load(&&numbers[..])
    };
    let mut state = MotorcycleState::<f32> { velocity_x_m_s: 20.0, ..Record::splat(0.0) };
    let mut mode = MotorcycleMode::<f32>::splat(0.0);
    let input = MotorcycleInput::<f32> { rider: 1.0, steer_rad: 0.02, ..Record::splat(0.0) };
    for _ in 0..4000 {
        let step = skidpad_core::step::sub_step::<Motorcycle, f32>;
        (mode, state) =
            step(Motorcycle::INTEGRATOR, &car, (&mode, &state), &input, &Surface::asphalt(), 0.0015);
    }
    assert!(!mode.fallen.is_set() && (state.lean_rad + 0.468).abs() < 0.01, "{state:?}");
}
