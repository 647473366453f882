//! Cars of any model that keys or a pad drive: their columns, their snapshots, and their replays.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use std::ops::ControlFlow;
use std::sync::Arc;

use skidpad_core::controls::{Command, Controls, Gear, sanitise};
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_models::MODELS;
use skidpad_workload::vehicle;
use skidpad_world::ground::Ground;
use skidpad_world::hands::Handed;
use skidpad_world::log::{CarLabel, LogReplay, LoggedCar, LoggedWorld, VerifyError, WorldLog};
use skidpad_world::models::{Cars, ModelInfo};
use skidpad_world::rolling::{Begin, CarChoice, Request, RestoreError, Rolling};
use skidpad_world::scenario::{Script, columns, columns_of, run};
use skidpad_world::shaping::{GripSteering, Hands, StickShape};
use skidpad_world::world::{Member, Site, World};

use crate::world_log_support::every_hash;

fn grip() -> GripSteering<f64> {
    GripSteering {
        fraction: 0.9,
        peak_slip_rad: 0.12,
        following: 1.0,
        low_speed_m_s: 6.0,
        lock_rad: 0.0,
        rate_rad_s: 2.0,
        front_arm_m: 1.2,
    }
}

fn all_hands() -> [Hands<f64>; 2] {
    [Hands::new(StickShape::keyboard(), 0.5), Hands::new(StickShape::pad(), 0.5).by_grip(grip())]
}

/// Left key, right key, both pedals, in turns.
fn keys(time_s: f64) -> Controls {
    let part = (time_s * 2.0) as u32;
    Controls {
        steer_rad: [0.5, -0.5, 0.0][part as usize % 3],
        throttle: f64::from(part % 2),
        brake: f64::from(u8::from(part % 4 == 3)),
        gear: Gear::Automatic,
        ..Controls::default()
    }
}

fn asked(time_s: f64) -> Request {
    let command: Command<f64> = sanitise(&keys(time_s)).0;
    Request { acceleration_m_s2: command.throttle - 3.0 * command.brake, ..Request::from_command(command) }
}

fn begin(model: &ModelInfo, hands: Option<Hands<f64>>) -> (String, Box<dyn Rolling>) {
    let initial = [(model.speed, 20.0)];
    let begin = Begin { gear: Gear::Forward(2), initial: &initial, method: None };
    let vehicle = vehicle(5);
    let (name, car) = match model.cars {
        Cars::Own(names) => (names[0], CarChoice::Own(names[0])),
        Cars::Fixed => (model.name, CarChoice::Own(model.name)),
        Cars::Vehicles => ("vehicle", CarChoice::Vehicle(&vehicle)),
    };
    let car = model.begin(&car, &begin).expect("its car");
    let car = match hands {
        Some(hands) => Box::new(Handed::new(car, hands)) as Box<dyn Rolling>,
        None => car,
    };
    (name.to_owned(), car)
}

fn go(car: &mut dyn Rolling, steps: u32) {
    for _ in 0..steps {
        car.step(&asked(car.time_s()), (&Surface::asphalt()).into(), Dt::new(0.01).unwrap());
    }
}

/// Back to a snapshot it goes on with the same bits: what the hands were about is in it. And a snapshot of the other
/// kind is refused by name, the car unchanged.
#[test]
fn the_hands_are_part_of_the_snapshot() {
    for model in &MODELS {
        for hands in all_hands() {
            let (_, mut car) = begin(model, Some(hands));
            go(car.as_mut(), 37);
            let saved = car.save();
            assert_eq!(saved.hash(), car.hash(), "{}", model.name);
            assert_eq!(saved.numbers.len(), saved.channels().count(), "{}", model.name);
            go(car.as_mut(), 60);
            let end = car.hash();
            let (_, mut other) = begin(model, Some(hands));
            other.restore(&saved).expect("its own snapshot");
            go(other.as_mut(), 60);
            assert_eq!(other.hash(), end, "{}", model.name);

            let (_, mut direct) = begin(model, None);
            let before = direct.hash();
            assert_eq!(direct.restore(&saved), Err(RestoreError::WithHands));
            assert_eq!(direct.hash(), before);
            assert_eq!(car.restore(&direct.save()), Err(RestoreError::WithoutHands));
            assert_eq!(car.hash(), end);
            // A ramp at another place is another car, though nothing of the model differs.
            let mut moved = saved.clone();
            moved.numbers[saved.of_car()] += 1e-9;
            assert_ne!(moved.hash(), saved.hash());
            let mut bad = saved.clone();
            bad.numbers[saved.of_car()] = f64::NAN;
            let refused = car.restore(&bad).unwrap_err().to_string();
            assert!(refused.contains("steer_ramp is not finite"), "{refused}");
            assert_eq!(car.hash(), end);
        }
    }
}

/// Requests to hands replay to the bit, and a difference of the hands is named as one.
#[test]
fn a_log_of_keys_replays_to_the_bit() {
    for model in &MODELS {
        let hands = all_hands()[1];
        let (_, car) = begin(model, Some(hands));
        let mut world = World::new(Site::asphalt());
        let id = world.add(Member { car, body: None }).expect("it joins");
        let mut world = LoggedWorld::new(world, every_hash(1));
        for _ in 0..120 {
            world.set_request(id, asked(world.world().time_s()));
            world.step(Dt::new(0.01).unwrap());
        }
        let log = world.log();
        let changes = log.changes().count();
        assert!(changes <= 6, "keys change seldom: {changes}");
        let verified = LogReplay::new(log.clone()).verify();
        assert_eq!(verified.map(|verified| verified.steps), Ok(120), "{}", model.name);

        let mut contents = log.contents().expect("it begins with its world");
        let mut quick = hands;
        quick.shape.steer.attack_1_s *= 1.5;
        let member = Member { car: begin(model, Some(quick)).1, body: None };
        contents.cars[0].car = Arc::new(LoggedCar { label: CarLabel::default(), member });
        let other = WorldLog::from_contents(contents).expect("sound parts");
        let Err(VerifyError::Diverged(divergence)) = LogReplay::new(other).verify() else {
            panic!("{}: other hands do otherwise", model.name)
        };
        assert_eq!(divergence.step, 1, "{}", model.name);
        let mut differences = divergence.parties[0].differences.iter();
        assert!(differences.any(|channel| channel.name == "steer_ramp"), "{}", model.name);
    }
}

/// A car of its own columns, then what was asked for and where the hands are; each by a name of its own.
#[test]
fn a_run_shows_what_was_asked_for_and_what_was_given() {
    let hands = Hands::new(StickShape::keyboard(), 0.5);
    for model in &MODELS {
        let all = columns_of(model, Some(&hands));
        assert_eq!(all[..columns(model).len()], columns(model)[..]);
        for (index, column) in all.iter().enumerate() {
            assert!(
                all[..index].iter().all(|other| other.name != column.name),
                "{} {}",
                model.name,
                column.name
            );
        }
    }
    let model = MODELS.by_name("single_track").unwrap();
    let script = Script {
        method: None,
        dt: Dt::new(0.01).unwrap(),
        duration_s: 2.0,
        initial: &[("velocity_x_m_s", 0.0)],
        surface: Surface::asphalt(),
        ground: Ground::plain(),
        controls: &keys,
        acceleration: &|_| 0.0,
        hands: Some(hands),
    };
    let vehicle = vehicle(5);
    let car = CarChoice::Vehicle(&vehicle);
    let mut rows = Vec::new();
    let mut keep = |row: &[f64]| {
        rows.push(row.to_vec());
        ControlFlow::Continue(())
    };
    run(model, &car, &script, &mut keep).unwrap();
    let all = columns_of(model, Some(&hands));
    let at = |row: usize, name: &str| {
        rows[row][all.iter().position(|column| column.name == name).unwrap_or_else(|| panic!("{name}"))]
    };
    assert_eq!(rows[0].len(), all.len());
    // Asked for at once, given by the ramp: at rest 2.5 full sticks a second.
    assert_eq!((at(0, "asked_steer_rad"), at(0, "steer_rad")), (0.5, 0.0));
    assert!((at(10, "steer_rad") - 0.5 * 2.5 * 0.1).abs() < 1e-3, "{}", at(10, "steer_rad"));
    assert_eq!(at(10, "steer_rad"), at(10, "stick_steer_rad"));
    assert_eq!((at(60, "asked_throttle"), at(60, "asked_brake")), (1.0, 0.0));
    // From 0.5 s on, at 4 a second.
    assert!((at(60, "throttle") - 0.4).abs() < 1e-9, "{}", at(60, "throttle"));
}

/// The hands go by sub-steps: at another rate of the caller's they are at the same place but for what speed does within
/// a sub-step.
#[test]
fn the_callers_rate_does_not_matter() {
    let model = MODELS.by_name("single_track").unwrap();
    let at = |rate: f64| {
        let (_, mut car) = begin(model, Some(all_hands()[0]));
        let left = Request::from_command(
            sanitise(&Controls { steer_rad: 0.5, throttle: 0.5, ..Controls::default() }).0,
        );
        for _ in 0..(rate as u32) / 2 {
            car.step(&left, (&Surface::asphalt()).into(), Dt::new(1.0 / rate).unwrap());
        }
        let saved = car.save();
        saved.numbers[saved.of_car()]
    };
    let (slow, fast) = (at(30.0), at(1000.0));
    assert!((slow / fast - 1.0).abs() < 1e-3 && fast > 0.3, "{slow} {fast}");
}
