//! A million random vehicles under random drivers for a thousand steps at 60 Hz: nothing that is not finite, no tyre
//! force beyond its own peak.
//!
//! In lanes, and over threads by vehicles: each vehicle's batch has cars with as many sub-steps as its own, so that it
//! moves as it would alone. Its trace is looked at every fifth step.
//!
//! `SKIDPAD_SOAK_SHARE=0.01 cargo test --release -p skidpad-workload --features soak --test any_driver -- --ignored
//! --nocapture` drives a hundredth of them.
#![allow(clippy::disallowed_methods, reason = "the random vehicles of core's tests use the standard library")]

#[path = "../../skidpad-core/tests/all/support/mod.rs"]
mod support;

use skidpad_core::record::Flag;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use skidpad_core::batch::Batch;
use skidpad_core::controls::Command;
use skidpad_core::model::Model;
use skidpad_core::model::two_track::{
    Curves, Kind, SprungCurves, StandardParts, TwoTrack, TwoTrackCar, TwoTrackInput, TwoTrackMode,
    TwoTrackState, WheelRoad,
};
use skidpad_core::spec::{ChassisSpec, Section, VehicleSpec};
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;

use support::{Numbers, any_springs, automatic, coast, electric, manual, scatter, share_of};

/// Vehicles that are made at once: many, so that those with as many sub-steps fill blocks.
const TOGETHER: (u64, u64) = (512, 4096);
/// How often a driver does something else, and a trace is looked at, steps.
const ACT: u32 = 25;
const LOOK: u32 = 5;

/// Any car and its driver.
struct Driven<K: Kind<Parts = StandardParts>> {
    number: u64,
    car: TwoTrackCar<K::Tyre<f64>, f64>,
    state: TwoTrackState<f64>,
    mode: TwoTrackMode<f64>,
    road: Surface<f64>,
    numbers: Numbers,
}

impl<K: Kind<Parts = StandardParts>> Driven<K> {
    /// `None` where the dice make no vehicle.
    fn any(number: u64) -> Option<Self> {
        let mut numbers = Numbers::new(1_000_000 + number);
        let mut spec = [manual(), automatic(), electric()][(number % 3) as usize].clone();
        scatter(&mut spec, &mut numbers);
        if K::SPRUNG {
            on_any_springs(&mut spec, &mut numbers);
        }
        let car = K::car(&spec.validate().ok()?);
        let state = TwoTrackState::rolling(&car.base, numbers.between(-10.0, 40.0), 0.0);
        let road = Surface {
            grip: numbers.between(0.1, 1.2),
            bank_rad: numbers.between(-0.2, 0.2),
            ..Surface::asphalt()
        };
        Some(Self { number, state, mode: TwoTrackMode::in_gear(&car.base, 0.0), road, numbers, car })
    }

    /// What its driver does next, on a road that is bumpy under springs.
    fn act(&mut self) -> TwoTrackInput<f64> {
        let numbers = &mut self.numbers;
        let command = Command {
            throttle: numbers.pick(&[0.0, 1.0]) * numbers.unit(),
            brake: numbers.pick(&[0.0, 0.0, 1.0]) * numbers.unit(),
            handbrake: numbers.pick(&[0.0, 0.0, 0.0, 1.0]),
            steer_rad: numbers.between(-0.6, 0.6),
            gear: numbers.pick(&[1.0, 2.0, 0.0, -1.0]),
            automatic: Flag::from(numbers.pick(&[false, true])),
            ..coast(1.0)
        };
        let mut input = TwoTrackInput::on_even_road(&command);
        if K::SPRUNG {
            let bumps = input.roads.in_a_row();
            let bump = |road| WheelRoad { height_m: numbers.between(-0.02, 0.02), ..road };
            input.roads = Wheels::from_row(bumps.map(bump));
        }
        input
    }
}

/// Puts a car on springs of any kind.
fn on_any_springs(spec: &mut VehicleSpec, numbers: &mut Numbers) {
    spec.chassis = Some(ChassisSpec::blank());
    spec.derive_section("chassis");
    if let Some(chassis) = &mut spec.chassis {
        any_springs(chassis, numbers);
    }
}

/// What became of some cars.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    vehicles: u64,
    /// Steps of cars that drove, and sub-steps.
    steps: u64,
    sub_steps: u64,
    fallen: u64,
    blown: u64,
    looks: u64,
}

/// Drives cars with the same number of sub-steps.
fn drive<K: Kind<Parts = StandardParts>>(cars: &mut [Driven<K>], steps: u32) -> Found {
    let frame = Dt::new(1.0 / 60.0).expect("a step");
    let list = |of: fn(&Driven<K>) -> TwoTrackState<f64>| cars.iter().map(of).collect::<Vec<_>>();
    let states = list(|car| car.state);
    let (vehicles, modes): (Vec<_>, Vec<_>) = cars.iter().map(|car| (car.car, car.mode)).unzip();
    let roads: Vec<_> = cars.iter().map(|car| car.road).collect();
    let mut batch = Batch::<TwoTrack<K>, f64>::new(&vehicles, &modes, &states).expect("there are cars");
    batch.set_surfaces(&roads);
    let mut found = Found { vehicles: cars.len() as u64, ..Found::default() };
    let mut inputs = Vec::new();
    for step in 0..steps {
        if step.is_multiple_of(ACT) {
            inputs = cars.iter_mut().map(Driven::act).collect();
            batch.set_inputs(&inputs);
        }
        let tally = batch.step(frame);
        assert_eq!(tally.quarantined, 0, "{}", told(&batch, cars));
        found.steps += tally.running as u64;
        let running = (0..batch.len()).filter(|car| batch.status(*car) == Status::Running);
        found.sub_steps += running.map(|car| u64::from(batch.sub_steps(car, frame).0)).sum::<u64>();
        if !step.is_multiple_of(LOOK) {
            continue;
        }
        for (place, car) in
            cars.iter().enumerate().filter(|(place, _)| batch.status(*place) == Status::Running)
        {
            let (state, mode) = (batch.state(place), batch.mode(place));
            let (_, trace) = TwoTrack::<K>::evaluate(&car.car, &mode, &state, &inputs[place], &car.road);
            found.looks += 1;
            for wheel in trace.wheels.in_a_row() {
                let holds = wheel.use_of_grip <= 1.0 + 1e-12;
                assert!(holds, "vehicle {} step {step}: {wheel:?}", car.number);
            }
            let body = &state.body;
            let is_sane = body.velocity_x_m_s.abs() < 150.0 && body.heave_m.abs() < 5.0;
            assert!(is_sane, "vehicle {} step {step}: {body:?}", car.number);
        }
    }
    let count = |status| batch.count(status) as u64;
    (found.fallen, found.blown) = (count(Status::FALLEN_OVER), count(Status::ENGINE_BLOWN));
    found
}

/// The cars that were quarantined, by number.
fn told<K: Kind<Parts = StandardParts>>(batch: &Batch<TwoTrack<K>, f64>, cars: &[Driven<K>]) -> String {
    let mut stopped = (0..cars.len()).filter(|place| batch.status(*place) == Status::Quarantined);
    let first = stopped.next().map(|place| (cars[place].number, batch.state(place)));
    format!("quarantined: vehicle {first:?} and {} more", stopped.count())
}

fn check_any_driver<K: Kind<Parts = StandardParts>>(vehicles: u64, steps: u32) {
    let begun = std::time::Instant::now();
    let vehicles = share_of(vehicles);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let together = (vehicles / (4 * threads as u64)).clamp(TOGETHER.0, TOGETHER.1);
    let (next, sum) = (AtomicU64::new(0), Mutex::new(Found::default()));
    let work = || {
        loop {
            let from = next.fetch_add(together, Ordering::Relaxed);
            if from >= vehicles {
                return;
            }
            let mut by_sub_steps: BTreeMap<u32, Vec<Driven<K>>> = BTreeMap::new();
            for car in (from..vehicles.min(from + together)).filter_map(Driven::<K>::any) {
                let longest_s = TwoTrack::<K>::longest_step_s(&car.car);
                let (sub_steps, _) = Dt::new(1.0 / 60.0).expect("a step").divide(longest_s);
                by_sub_steps.entry(sub_steps).or_default().push(car);
            }
            for cars in by_sub_steps.values_mut() {
                let found = drive(cars, steps);
                let mut sum = sum.lock().expect("no thread has failed");
                sum.vehicles += found.vehicles;
                sum.steps += found.steps;
                sum.sub_steps += found.sub_steps;
                sum.fallen += found.fallen;
                sum.blown += found.blown;
                sum.looks += found.looks;
            }
        }
    };
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let sum = sum.into_inner().expect("no thread has failed");
    println!("{}: {sum:?} in {:.0} s on {threads} threads", K::NAME, begun.elapsed().as_secs_f64());
    assert!(sum.vehicles > vehicles / 2 && sum.steps > sum.vehicles * u64::from(steps) / 2, "{sum:?}");
    assert!(sum.looks > sum.steps / 10 && sum.fallen < sum.vehicles / 3, "{sum:?}");
}

#[test]
#[ignore = "soak: a million random vehicles for a thousand steps, hours on two cores"]
fn any_car_survives_any_driver() {
    check_any_driver::<Curves>(1_000_000, 1000);
}

#[test]
#[ignore = "soak: a hundred thousand random vehicles for a thousand steps, half an hour on two cores"]
fn any_sprung_car_survives_any_driver() {
    check_any_driver::<SprungCurves>(100_000, 1000);
}
