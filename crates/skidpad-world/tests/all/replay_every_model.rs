//! Every model of the list is saved, put back, recorded and replayed by the names of its channels; any bits in what it
//! is given leave it finite, and stopped by name.

use skidpad_core::controls::{Command, Controls, Gear, sanitise};
use skidpad_core::record::Record;
use skidpad_core::spec::Vehicle;
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;
use skidpad_models::MODELS;
use skidpad_testing::Random;
use skidpad_workload::vehicle;
use skidpad_world::models::{Cars, ModelInfo};
use skidpad_world::replay::{Recorder, Recording, ReplayError, fields, replay};
use skidpad_world::rolling::{Begin, CarChoice, Request, RestoreError, Rolling};

/// Any bits, and often those that hurt.
fn bits(random: &mut Random) -> f64 {
    const HURT: [f64; 10] =
        [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 5e-324, -0.0, 1e300, 1e-300, -1.0];
    match random.below(4) {
        0 => random.pick(&HURT),
        _ => random.any(),
    }
}

/// A car that the model takes, and its name.
fn choice<'a>(model: &ModelInfo, vehicle: &'a Vehicle<f64>) -> (&'static str, CarChoice<'a>) {
    match model.cars {
        Cars::Own(names) => (names[0], CarChoice::Own(names[0])),
        Cars::Fixed => (model.name, CarChoice::Own(model.name)),
        Cars::Vehicles => ("car 5", CarChoice::Vehicle(vehicle)),
    }
}

fn begin(model: &ModelInfo, car: &CarChoice, speed_m_s: f64) -> Box<dyn Rolling> {
    let initial = [(model.speed, speed_m_s)];
    let begin = Begin { gear: Gear::Forward(2), initial: &initial, method: None };
    model.begin(car, &begin).expect("the model takes the car")
}

/// What a nervous driver does, held for a while.
fn nervous(random: &mut Random) -> Request {
    let pedal = 2.0 * random.unit() - 1.0;
    let controls = Controls {
        throttle: pedal,
        brake: -pedal,
        steer_rad: 0.1 * (random.unit() - 0.5),
        gear: Gear::Automatic,
        ..Controls::default()
    };
    Request { acceleration_m_s2: 3.0 * pedal, ..Request::from_command(sanitise(&controls).0) }
}

fn record(model: &'static ModelInfo, keeps_every: u32, random: &mut Random) -> Recording {
    let vehicle = vehicle(5);
    let (name, car) = choice(model, &vehicle);
    let mut car = Recorder::new(model, name, begin(model, &car, 15.0), keeps_every);
    let mut request = nervous(random);
    let mut surface = Surface::asphalt();
    for step in 0..120 {
        if step % 10 == 0 {
            request = nervous(random);
        }
        if step == 60 {
            surface.headwind_m_s = 5.0;
        }
        let dt_s = if step < 90 { 0.01 } else { 1.0 / 60.0 };
        car.step(&request, (&surface).into(), Dt::new(dt_s).unwrap());
    }
    car.finish()
}

fn again(recording: &Recording) -> Result<u64, ReplayError> {
    let vehicle = vehicle(5);
    let (_, car) = choice(recording.model, &vehicle);
    replay(recording, &car)
}

#[test]
fn every_model_replays_with_the_same_bits() {
    let mut random = Random::new(0x0ddb_1a5e_5bad_5eed);
    for model in &MODELS {
        let recording = record(model, 1, &mut random);
        assert!((12..=14).contains(&recording.changes.len()), "{}: only changes are kept", model.name);
        assert_eq!(again(&recording), Ok(120), "{}", model.name);
        assert_eq!(recording.kept.len(), 120 * fields(model).count());
    }
}

/// A change of a control is found in the step in which it acts, and the field is named.
#[test]
fn a_control_that_was_another_is_found_in_its_step() {
    let mut random = Random::new(0x51_7cc1_b727_220a);
    for model in &MODELS {
        let mut recording = record(model, 1, &mut random);
        let change = recording.changes.iter_mut().find(|change| change.step == 50).expect("each ten steps");
        let command = &mut change.given.request.command;
        // As much as no limit of a steering rate or an acceleration hides.
        command.steer_rad = -0.5 * command.steer_rad - 0.01;
        (command.throttle, command.brake) = (0.5 * command.throttle + 0.1, 0.5 * command.brake + 0.2);
        change.given.request.acceleration_m_s2 = -0.5 * change.given.request.acceleration_m_s2 - 0.1;
        match again(&recording) {
            Err(ReplayError::Diverged(divergence)) => {
                // Who has no pedals or stands feels it later.
                assert!((51..=60).contains(&divergence.step), "{}: {divergence}", model.name);
                assert_eq!(divergence.compared_step, Some(divergence.step));
                let first = divergence.differences.first().expect(model.name);
                assert!(fields(model).any(|field| field.name == first.name));
                assert!(divergence.to_string().contains(first.name));
            }
            other => panic!("{}: {other:?}", model.name),
        }
    }
}

/// One bit of one field, as another platform might have computed it: the step, the field and both values.
#[test]
fn another_value_is_named_with_its_step_and_field() {
    let mut random = Random::new(0x2b99_2ddf_a232_49d6);
    for model in &MODELS {
        let original = record(model, 1, &mut random);
        let names: Vec<_> = fields(model).map(|field| field.name).collect();
        for (index, name) in names.iter().enumerate() {
            let mut recording = original.clone();
            // Early: what comes after it is not replayed.
            let at = 3 * names.len() + index;
            let bits = recording.kept[at].to_bits() ^ 1;
            recording.kept[at] = f64::from_bits(bits);
            recording.hashes[3] ^= 1;
            let Err(ReplayError::Diverged(divergence)) = again(&recording) else { panic!("{}", model.name) };
            assert_eq!((divergence.step, divergence.compared_step), (4, Some(4)));
            let [difference] = divergence.differences[..] else { panic!("{divergence:?}") };
            assert_eq!(difference.name, *name);
            assert_eq!(difference.expected.to_bits(), bits);
            assert_eq!(difference.found.to_bits(), bits ^ 1);
            assert!(divergence.to_string().contains(&format!("0x{bits:016x}")), "{divergence}");
        }
    }
}

/// With few states the step is as exact, and the field is that of the next state; with none it is not known.
#[test]
fn with_few_states_the_step_is_exact_and_the_field_later() {
    let mut random = Random::new(0xa076_1d64_78bd_642f);
    let model = MODELS.by_name("single_track").unwrap();
    for (every, compared) in
        [(1, Some(51)), (8, Some(56)), (40, Some(80)), (100, Some(100)), (121, None), (0, None)]
    {
        let mut recording = record(model, every, &mut random);
        let change = recording.changes.iter_mut().find(|change| change.step == 50).unwrap();
        change.given.request.command.steer_rad += 1e-3;
        let Err(ReplayError::Diverged(divergence)) = again(&recording) else { panic!("{every}") };
        assert_eq!((divergence.step, divergence.compared_step), (51, compared), "{every}");
        assert_eq!(divergence.differences.is_empty(), compared.is_none());
        let says = match compared {
            Some(51) => "after step 51",
            Some(_) => "in the next state that was kept",
            None => "no state was kept",
        };
        assert!(divergence.to_string().contains(says), "{divergence}");
    }
    // A hash that nobody computed.
    let mut recording = record(model, 1, &mut random);
    recording.hashes[9] ^= 1;
    let error = again(&recording).unwrap_err().to_string();
    assert!(error.contains("step 10") && error.contains("its hash is not"), "{error}");
}

#[test]
fn another_car_or_start_is_refused_by_name() {
    let model = MODELS.by_name("point_mass").unwrap();
    let recording = record(model, 0, &mut Random::new(5));
    let other = vehicle(6);
    let error = replay(&recording, &CarChoice::Vehicle(&other)).unwrap_err();
    assert!(
        matches!(error, ReplayError::OtherCar { .. }) && error.to_string().contains("not the recorded one")
    );
    assert_eq!(replay(&recording, &CarChoice::Own("commonroad-1")), Err(ReplayError::NotTaken));
    let mut bad = recording.clone();
    bad.start.numbers[1] = f64::NAN;
    assert!(again(&bad).unwrap_err().to_string().contains("speed_m_s is not finite"));
    let mut bad = recording.clone();
    bad.changes.clear();
    assert_eq!(again(&bad), Err(ReplayError::NothingGiven));
    let mut bad = recording;
    bad.changes[0].given.dt_s = f64::INFINITY;
    assert!(again(&bad).unwrap_err().to_string().contains("step 1: the step dt_s is too long"));
}

#[test]
fn every_model_is_put_back_through_the_door_without_types() {
    let mut random = Random::new(0xe703_7ed1_a0b4_28db);
    let (vehicle, dt) = (vehicle(5), Dt::new(0.01).unwrap());
    let surface = Surface::asphalt();
    for (place, model) in MODELS.iter().enumerate() {
        let mut car = begin(model, &choice(model, &vehicle).1, 15.0);
        let go = |car: &mut dyn Rolling, requests: &[Request]| {
            requests.iter().for_each(|request| _ = car.step(request, (&surface).into(), dt));
            car.hash()
        };
        let requests: Vec<Request> = (0..50).map(|_| nervous(&mut random)).collect();
        go(car.as_mut(), &requests);
        let saved = car.save();
        assert_eq!(saved.hash(), car.hash(), "{}", model.name);
        let after = go(car.as_mut(), &requests);
        let mut fresh = begin(model, &choice(model, &vehicle).1, 3.0);
        for car in [car.as_mut(), fresh.as_mut()] {
            car.restore(&saved).expect(model.name);
            assert!(car.save() == saved);
            assert_eq!(go(car, &requests), after, "{}", model.name);
        }
        // A snapshot of any other model is refused, and nothing has changed.
        let other = MODELS.iter().nth((place + 1) % MODELS.len()).unwrap();
        let mut other_car = begin(other, &choice(other, &vehicle).1, 10.0);
        let before = other_car.save();
        assert!(matches!(other_car.restore(&saved), Err(RestoreError::OtherModel(_))));
        assert!(other_car.save() == before);
    }
}

/// All bits of a state, a mode and a trace that are shown are finite.
fn assert_finite(car: &dyn Rolling, what: &str) {
    let saved = car.save();
    for (number, channel) in saved.numbers.iter().zip(saved.channels()) {
        assert!(number.is_finite(), "{what}: {} is {number}", channel.name);
    }
    assert!(car.time_s().is_finite(), "{what}");
}

/// Any bits in a driver's controls and in the step: a fault by name, a finite state, never a panic.
#[test]
fn any_bits_in_controls_and_step_leave_a_finite_state_and_a_named_fault() {
    let mut random = Random::new(0x9e6c_63d0_676a_9a99);
    let vehicle = vehicle(5);
    for model in &MODELS {
        let mut car = begin(model, &choice(model, &vehicle).1, 10.0);
        let start = car.save();
        for round in 0..400 {
            let controls = Controls {
                throttle: bits(&mut random),
                brake: bits(&mut random),
                handbrake: bits(&mut random),
                steer_rad: bits(&mut random),
                clutch: bits(&mut random),
                starter: bits(&mut random),
                gear: match random.below(4) {
                    0 => Gear::Reverse,
                    1 => Gear::Neutral,
                    2 => Gear::Automatic,
                    _ => Gear::Forward(random.bits() as u8),
                },
            };
            let (command, fault) = sanitise(&controls);
            let Controls { throttle, brake, handbrake, steer_rad, clutch, starter, .. } = controls;
            let all = [throttle, brake, handbrake, steer_rad, clutch, starter];
            let names = ["throttle", "brake", "handbrake", "steer_rad", "clutch", "starter"];
            let bad = all.iter().position(|value| value.is_nan()).map(|index| names[index]);
            assert_eq!(fault.map(|fault| fault.field), bad, "{controls:?}");
            let dt = match Dt::try_from(bits(&mut random)) {
                Ok(dt) => dt,
                Err(fault) => {
                    assert!(fault.to_string().contains("dt_s"));
                    Dt::new(0.01).unwrap()
                }
            };
            let before = car.save();
            let status = car.step(&Request::from_command(command), (&Surface::asphalt()).into(), dt);
            let what = format!("{} round {round}: {controls:?} {dt:?}", model.name);
            assert_finite(car.as_ref(), &what);
            if status == Status::Quarantined {
                assert_eq!(car.save().numbers, before.numbers, "{what}: where it was");
            }
            if status != Status::Running {
                car.restore(&start).expect(&what);
            }
        }
    }
}

/// Any bits in the numbers that a program hands in past the sanitising: command, acceleration and road.
#[test]
fn any_bits_in_commands_and_roads_leave_a_finite_state_and_a_status() {
    let mut random = Random::new(0xbf58_476d_1ce4_e5b9);
    let vehicle = vehicle(5);
    let mut stopped = 0;
    for model in &MODELS {
        let mut car = begin(model, &choice(model, &vehicle).1, 10.0);
        let start = car.save();
        for round in 0..400 {
            let mut numbers = [0.0; <Command<f64> as Record<f64>>::LEN];
            let mut road = [0.0; <Surface<f64> as Record<f64>>::LEN];
            Surface::asphalt().store(&mut &mut road[..]);
            // One of them, or all.
            if round % 2 == 0 {
                numbers = numbers.map(|_| bits(&mut random));
                road = road.map(|_| bits(&mut random));
            } else {
                numbers[random.below(8)] = bits(&mut random);
                road[random.below(7)] = bits(&mut random);
            }
            let acceleration_m_s2 = if round % 3 == 0 { bits(&mut random) } else { 0.0 };
            let request = Request { acceleration_m_s2, ..Request::from_command(Record::load(&numbers)) };
            let before = car.save();
            let status = car.step(&request, (&Surface::load(&road)).into(), Dt::new(0.01).unwrap());
            let what = format!("{} round {round}: {request:?} {road:?}", model.name);
            assert_finite(car.as_ref(), &what);
            if status == Status::Quarantined {
                assert_eq!(car.save().numbers, before.numbers, "{what}: where it was");
                stopped += 1;
            }
            if status != Status::Running {
                car.restore(&start).expect(&what);
            }
        }
    }
    assert!(stopped > 100, "only {stopped} were stopped: the bits do not bite");
}
