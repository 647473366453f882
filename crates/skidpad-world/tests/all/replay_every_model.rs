//! Every model of the list is saved, put back, logged and replayed by the names of its channels; any bits in what it
//! is given leave it finite, and stopped by name.

use skidpad_core::controls::{Command, Controls, Gear, sanitise};
use skidpad_core::record::Record;
use skidpad_core::snapshot::Saved;
use skidpad_core::spec::Vehicle;
use skidpad_core::step::{Clock, Dt, Status};
use skidpad_core::surface::Surface;
use skidpad_models::MODELS;
use skidpad_testing::Random;
use skidpad_workload::vehicle;
use skidpad_world::log::{
    CarLabel, Difference, LogDivergence, LogReplay, LoggedWorld, Verified, VerifyError, WorldChange, WorldLog,
};
use skidpad_world::models::{Cars, ModelInfo};
use skidpad_world::rolling::{Begin, CarChoice, Request, RestoreError, Rolling};
use skidpad_world::world::{Member, Site, World};

use crate::world_log_support::{every_hash, with_changes};

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

/// The log of a nervous driver: other requests each ten steps, wind from the 60th step on, longer steps from the 90th on.
fn logged(model: &'static ModelInfo, keyframe_interval: u32, random: &mut Random) -> WorldLog {
    let vehicle = vehicle(5);
    let (name, car) = choice(model, &vehicle);
    let member = Member { car: begin(model, &car, 15.0), body: None };
    let mut world = LoggedWorld::new(World::new(Site::asphalt()), every_hash(keyframe_interval));
    let id = world.add(member, CarLabel::named(name)).expect("it joins");
    for step in 0..120 {
        if step % 10 == 0 {
            world.set_request(id, nervous(random));
        }
        if step == 60 {
            world.set_surface(Surface { headwind_m_s: 5.0, ..Surface::asphalt() });
        }
        world.step(Dt::new(if step < 90 { 0.01 } else { 1.0 / 60.0 }).unwrap());
    }
    world.log()
}

/// The log with another request before a step.
fn requested(log: &WorldLog, before: u64, change: impl Fn(&mut Request)) -> WorldLog {
    with_changes(log, |step, made| match made {
        WorldChange::Requested { request, .. } if step == before => change(request),
        _ => {}
    })
}

fn divergence(log: WorldLog, what: &str) -> LogDivergence {
    match LogReplay::new(log).verify() {
        Err(VerifyError::Diverged(divergence)) => *divergence,
        other => panic!("{what}: {other:?}"),
    }
}

/// The car's channels that differ.
fn differences(divergence: &LogDivergence) -> &[Difference] {
    divergence.parties.first().map_or(&[], |party| &party.differences)
}

#[test]
fn every_model_replays_with_the_same_bits() {
    let mut random = Random::new(0x0ddb_1a5e_5bad_5eed);
    for model in &MODELS {
        let log = logged(model, 1, &mut random);
        // A model without pedals gets the same request twice.
        assert!((13..=14).contains(&log.changes().count()), "{}: {}", model.name, log.changes().count());
        let verified = LogReplay::new(log).verify();
        assert_eq!(verified, Ok(Verified { steps: 120, hashes: 121, keyframes: 120 }), "{}", model.name);
    }
}

/// A change of a control is found in the step in which it acts, and the channel is named.
#[test]
fn a_control_that_was_another_is_found_in_its_step() {
    let mut random = Random::new(0x51_7cc1_b727_220a);
    for model in &MODELS {
        let log = requested(&logged(model, 1, &mut random), 50, |request| {
            let command = &mut request.command;
            // As much as no limit of a steering rate or an acceleration hides.
            command.steer_rad = -0.5 * command.steer_rad - 0.01;
            (command.throttle, command.brake) = (0.5 * command.throttle + 0.1, 0.5 * command.brake + 0.2);
            request.acceleration_m_s2 = -0.5 * request.acceleration_m_s2 - 0.1;
        });
        let divergence = divergence(log, model.name);
        // Who has no pedals or stands feels it later.
        assert!((51..=60).contains(&divergence.step), "{}: {divergence}", model.name);
        assert_eq!(divergence.compared_step, Some(divergence.step));
        let first = differences(&divergence).first().expect(model.name);
        assert!(model.states.iter().chain(model.modes).any(|channel| channel.name == first.name));
        assert!(divergence.to_string().contains(first.name));
    }
}

/// One bit of one channel, as another platform might have computed it: the step, the channel and both values.
#[test]
fn another_value_is_named_with_its_step_and_channel() {
    let mut random = Random::new(0x2b99_2ddf_a232_49d6);
    for model in &MODELS {
        let log = logged(model, 1, &mut random);
        for (index, channel) in model.states.iter().chain(model.modes).enumerate() {
            let mut contents = log.contents().expect("it begins with its world");
            // Early: what comes after it is not replayed.
            let number = &mut contents.states[3].cars[0].1.numbers[index];
            let bits = number.to_bits() ^ 1;
            *number = f64::from_bits(bits);
            let divergence = divergence(WorldLog::from_contents(contents).expect("sound parts"), model.name);
            assert_eq!((divergence.step, divergence.compared_step), (4, Some(4)));
            let [difference] = differences(&divergence) else { panic!("{divergence:?}") };
            assert_eq!(difference.name, channel.name);
            assert_eq!(difference.expected.to_bits(), bits);
            assert_eq!(difference.found.to_bits(), bits ^ 1);
            assert!(divergence.to_string().contains(&format!("0x{bits:016x}")), "{divergence}");
        }
    }
}

/// A state has the run status and the time, too.
#[test]
fn another_status_or_time_is_named() {
    let log = logged(MODELS.by_name("point_mass").unwrap(), 1, &mut Random::new(7));
    let named = |change: &dyn Fn(&mut Saved)| {
        let mut contents = log.contents().expect("it begins with its world");
        change(&mut contents.states[3].cars[0].1);
        let divergence = divergence(WorldLog::from_contents(contents).expect("sound parts"), "altered");
        differences(&divergence).iter().map(|difference| difference.name).collect::<Vec<_>>()
    };
    assert_eq!(named(&|saved| saved.status = Status::Quarantined), ["status"]);
    assert_eq!(named(&|saved| saved.clock = Clock::from_parts(5, 0.01, 0.0).unwrap()), ["steps"]);
    let other = |saved: &mut Saved| saved.clock = Clock::from_parts(4, 0.02, 0.5).unwrap();
    assert_eq!(named(&other), ["step_s", "time_before_s"]);
}

/// With few states the step is as exact, and the channel is that of the next state; with none it is not known.
#[test]
fn with_few_states_the_step_is_exact_and_the_channel_later() {
    let mut random = Random::new(0xa076_1d64_78bd_642f);
    let model = MODELS.by_name("single_track").unwrap();
    for (every, compared) in
        [(1, Some(51)), (8, Some(56)), (40, Some(80)), (100, Some(100)), (121, None), (0, None)]
    {
        let log = logged(model, every, &mut random);
        let log = requested(&log, 50, |request| request.command.steer_rad += 1e-3);
        let divergence = divergence(log, "another driver");
        assert_eq!((divergence.step, divergence.compared_step), (51, compared), "{every}");
        assert_eq!(differences(&divergence).is_empty(), compared.is_none());
        let says = match compared {
            Some(step) => format!("after step {step}"),
            None => "no later state was kept".to_owned(),
        };
        assert!(divergence.to_string().contains(&says), "{divergence}");
    }
    // A hash that nobody computed.
    let mut contents = logged(model, 1, &mut random).contents().expect("it begins with its world");
    contents.hashes[9] ^= 1;
    let error = divergence(WorldLog::from_contents(contents).expect("sound parts"), "a hash").to_string();
    assert!(error.contains("after step 10") && error.contains("step 10 is the same"), "{error}");
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
