//! A world drives again from its log with the same bits, from anywhere, and on from there.

use skidpad_core::controls::Gear;
use skidpad_models::MODELS;
use skidpad_workload::vehicle;
use skidpad_world::log::{CarLabel, LogReplay, LogSettings, LoggedWorld, Verified, WorldChange};
use skidpad_world::models::Cars;
use skidpad_world::rolling::{Begin, CarChoice, Rolling};
use skidpad_world::world::{Member, Site, World, body_of};

use crate::world_log_support::{STEPS, act, drive, dt_of, id, settings, start, with_changes};
use crate::world_support::{dt, member, request};

/// The story, and the world's hash and time after each number of steps.
fn story() -> (LoggedWorld, Vec<(u64, f64)>) {
    let mut world = start(settings());
    let mut after = vec![(world.world().hash(), world.world().time_s())];
    for step in 0..STEPS {
        drive(&mut world, step, step + 1);
        after.push((world.world().hash(), world.world().time_s()));
    }
    (world, after)
}

#[test]
fn a_world_in_which_much_happens_replays_with_the_same_bits() {
    let (mut world, after) = story();
    let events = world.take_events();
    assert!(events.len() > 10, "cars meet: {}", events.len());
    let log = world.log();
    let mut replay = LogReplay::new(log.clone());
    assert_eq!(replay.verify(), Ok(Verified { steps: STEPS, hashes: 69, keyframes: 9 }));
    for (hash, time_s) in &after[1..] {
        assert_eq!(replay.follow(), Ok(true));
        assert_eq!((replay.world().hash(), replay.time_s()), (*hash, *time_s));
    }
    assert_eq!((replay.follow(), replay.is_over()), (Ok(false), true));
    assert_eq!(replay.take_events(), events);
    let names: Vec<_> = replay.cars().map(|(id, car)| (id.index(), car.label.name.clone())).collect();
    assert_eq!((names.len(), &*names[4].1, &*names[7].1), (8, "other", "late"));
    // A request that is set already is no change, and requests take few bytes.
    let requests =
        log.changes().filter(|(_, change)| matches!(change, WorldChange::Requested { .. })).count();
    assert_eq!(requests, 8 + 160);
}

/// Cars of every model, alone: a stick that changes, another rate, wind.
#[test]
fn every_model_replays_from_a_log() {
    let vehicle = vehicle(5);
    for model in &MODELS {
        let car = match model.cars {
            Cars::Own(names) => CarChoice::Own(names[0]),
            Cars::Fixed => CarChoice::Own(model.name),
            Cars::Vehicles => CarChoice::Vehicle(&vehicle),
        };
        let begin = Begin { gear: Gear::Forward(2), initial: &[(model.speed, 15.0)], method: None };
        let body = model.lacks_for_contact().is_none().then(|| body_of(model, &car, 0.25, 0.5));
        let member = Member { car: model.begin(&car, &begin).expect(model.name), body };
        let mut world = LoggedWorld::new(World::new(Site::asphalt()), settings());
        let id = world.add(member, CarLabel::named(model.name)).expect(model.name);
        for step in 0..120 {
            world.set_request(id, request((step / 10) as usize));
            world.step(dt(if step < 90 { 100.0 } else { 60.0 }));
        }
        let hash = world.world().hash();
        let mut replay = LogReplay::new(world.log());
        assert_eq!(replay.verify(), Ok(Verified { steps: 120, hashes: 18, keyframes: 2 }), "{}", model.name);
        replay.seek(120).expect(model.name);
        assert_eq!(replay.world().hash(), hash, "{}", model.name);
    }
}

/// Forwards, backwards, onto keyframes and between, with and without keyframes in the log.
#[test]
fn a_place_is_the_same_whichever_way_it_is_reached() {
    let (world, after) = story();
    let log = world.log();
    let mut bare = start(LogSettings { keyframe_interval: 0, hash_interval: 0, keyframe_bytes: 0 });
    drive(&mut bare, 0, STEPS);
    assert_eq!((log.keyframes().count(), bare.log().keyframes().count()), (9, 0));
    let mut replays = [LogReplay::new(log), LogReplay::new(bare.log())];
    for step in [480, 10, 61, 60, 59, 350, 151, 150, 400, 401, 199, 200, 201, 0, 261, 331, 90, 479, 1000] {
        for replay in &mut replays {
            replay.seek(step).expect("a sound log");
            let at = u64::min(step, STEPS);
            assert_eq!(replay.steps(), at);
            assert_eq!((replay.world().hash(), replay.world().time_s()), after[at as usize], "step {step}");
            assert_eq!(replay.is_over(), step >= STEPS);
        }
    }
    let [mut replay, _] = replays;
    let (between_s, end_s) = (0.5 * (after[250].1 + after[251].1), after[480].1);
    for (time_s, step) in [(after[250].1, 250), (between_s, 250), (-1.0, 0), (end_s, 480), (1e9, 480)] {
        replay.seek_time(time_s).expect("a sound log");
        assert_eq!(replay.steps(), step, "{time_s} s");
    }
}

#[test]
fn a_world_that_was_taken_over_goes_on_as_if_never_stopped() {
    let (world, after) = story();
    let log = world.log();
    for step in [0, 49, 50, 60, 61, 200, 333, STEPS] {
        let mut replay = LogReplay::new(log.clone());
        replay.seek(step).expect("a sound log");
        let mut taken = replay.take_over();
        assert_eq!(taken.steps(), step);
        drive(&mut taken, step, STEPS);
        assert_eq!((taken.world().hash(), taken.world().time_s()), after[STEPS as usize], "step {step}");
        // Its log is that of the whole story.
        let log_of_both = taken.log();
        assert!(log_of_both.changes().count() == log.changes().count(), "step {step}");
        let verified = LogReplay::new(log_of_both).verify().expect("the same bits");
        assert_eq!((verified.steps, verified.hashes), (STEPS, 69), "step {step}");
    }
}

#[test]
fn a_world_that_was_rewound_goes_on_as_if_it_had_not_been_elsewhere() {
    let (mut world, after) = story();
    for step in [STEPS, 401, 400, 251, 200, 61, 60, 7, 0] {
        world.rewind(step).expect("a sound log");
        assert_eq!((world.steps(), world.world().hash()), (step, after[step as usize].0));
        assert!(step == STEPS || world.take_events().is_empty(), "what happened before is not told again");
        // Elsewhere, at another rate.
        assert!(world.set_request(id(0), request(5)));
        (0..30).for_each(|_| world.step(dt(100.0)));
        assert_ne!(world.world().hash(), after[usize::min(step as usize + 30, 480)].0);
        world.rewind(step).expect("a sound log");
        drive(&mut world, step, STEPS);
        assert_eq!(world.world().hash(), after[STEPS as usize].0, "from step {step}");
        assert!(LogReplay::new(world.log()).verify().is_ok(), "from step {step}");
    }
}

/// What the owner did after the last step is in the log, too: the replay ends where the world is.
#[test]
fn changes_after_the_last_step_are_kept() {
    let mut world = start(settings());
    drive(&mut world, 0, 60);
    act(&mut world, 60);
    let mut replay = LogReplay::new(world.log());
    assert!(replay.verify().is_ok());
    replay.seek(59).expect("a sound log");
    assert_eq!(replay.cars().count(), 8);
    replay.seek(60).expect("a sound log");
    assert_eq!((replay.cars().count(), replay.world().hash()), (9, world.world().hash()));
    assert_eq!(replay.take_over().world().hash(), world.world().hash());
}

/// A slider that is drawn while time stands replaces the car with every picture: only the last one drives on.
#[test]
fn of_cars_that_are_replaced_before_a_step_the_last_is_logged() {
    let mut world = start(settings());
    drive(&mut world, 0, 20);
    let replace = |world: &mut LoggedWorld, number: u32, speed_m_s: f64| {
        let other = member("two_track", [-30.0, 8.0], 0.1, speed_m_s);
        assert!(world.replace(id(number), other, CarLabel::named("other")).expect("it fits").is_some());
    };
    let cars = |world: &LoggedWorld| {
        let log = world.log();
        let replaced = log.changes().filter(|(_, change)| matches!(change, WorldChange::Replaced { .. }));
        replaced.map(|(step, change)| (step, change.car().map(|id| id.index()))).collect::<Vec<_>>()
    };
    (10..15).for_each(|speed| replace(&mut world, 1, f64::from(speed)));
    assert_eq!(cars(&world), [(20, Some(1))]);
    // What comes between, another car or another step, leaves two.
    replace(&mut world, 2, 10.0);
    replace(&mut world, 1, 16.0);
    world.set_request(id(1), request(1));
    replace(&mut world, 1, 17.0);
    world.step(dt(120.0));
    replace(&mut world, 1, 18.0);
    assert_eq!(cars(&world), [(20, Some(1)), (20, Some(2)), (20, Some(1)), (20, Some(1)), (21, Some(1))]);
    // After a rewind, too.
    world.rewind(20).expect("a sound log");
    replace(&mut world, 1, 19.0);
    replace(&mut world, 1, 20.0);
    drive(&mut world, 20, 60);
    assert_eq!(cars(&world), [(20, Some(1))]);
    let mut replay = LogReplay::new(world.log());
    assert!(replay.verify().is_ok());
    replay.seek(60).expect("a sound log");
    assert_eq!(replay.world().hash(), world.world().hash());
}

/// A replay compares itself on its way, where the log has a hash, and knows the length of each step.
#[test]
fn a_replay_is_compared_step_by_step() {
    let mut world = start(settings());
    drive(&mut world, 0, 130);
    let log = world.log();
    let mut replay = LogReplay::new(log.clone());
    while let Some(dt) = log.dt(replay.steps()) {
        let began_s = replay.time_s();
        assert_eq!(replay.follow(), Ok(true));
        assert!((replay.time_s() - began_s - dt.seconds()).abs() < 1e-12);
        let is_kept = replay.steps().is_multiple_of(7);
        assert_eq!(replay.matches_hash(), is_kept.then_some(true), "step {}", replay.steps());
    }
    assert_eq!((replay.follow(), replay.matches_hash()), (Ok(false), Some(true)));
    let other = with_changes(&log, |step, change| {
        if let WorldChange::Requested { request, .. } = change
            && step == 99
        {
            request.command.throttle = 0.123;
        }
    });
    let mut replay = LogReplay::new(other);
    replay.seek(98).expect("a sound log");
    assert_eq!(replay.matches_hash(), Some(true));
    (98..105).for_each(|_| assert_eq!(replay.follow(), Ok(true)));
    assert_eq!(replay.matches_hash(), Some(false));
}

/// A log may begin in the middle: with cars under way, in contact, with requests that wait.
#[test]
fn a_log_begins_with_any_world() {
    let (world, after) = story();
    let mut replay = LogReplay::new(world.log());
    replay.seek(70).expect("a sound log");
    let (world, _) = replay.take_over().into_parts();
    let mut world = LoggedWorld::new(world, settings());
    assert!(
        world.set_label(id(0), CarLabel::named("first")) && !world.set_label(id(30), CarLabel::default())
    );
    drive(&mut world, 70, STEPS);
    assert_eq!(world.world().hash(), after[STEPS as usize].0);
    let log = world.log();
    assert_eq!((log.steps(), log.time_s(0), log.time_s(410)), (410, after[70].1, after[480].1));
    assert_eq!(log.steps_at(after[300].1), 230);
    assert_eq!(
        LogReplay::new(log.clone()).cars().next().map(|(_, car)| car.label.name.clone()),
        Some("first".into())
    );
    assert!(LogReplay::new(log).verify().is_ok());
}

/// Steps are counted through changes of their length, which set the clock's own count back: commands for later steps came
/// too late by all steps before the change.
#[test]
fn scheduled_commands_hold_from_their_step_on_after_a_change_of_rate() {
    let mut world = World::new(Site::asphalt());
    let id = world.add(member("single_track", [0.0, 0.0], 0.0, 15.0)).expect("it joins");
    assert!(world.schedule_request(id, 30, request(4)));
    for step in 0..40 {
        assert_eq!(world.steps(), step);
        assert_eq!(world.request(id) == Some(&request(4)), step > 30, "before step {step}");
        world.step(dt(if step < 20 { 120.0 } else { 60.0 }));
    }
    assert!(world.car(id).map(Rolling::time_s) == Some(world.time_s()));
}

/// A request that was scheduled before a place for a step after it was lost, and so were all where a car was replaced at it.
#[test]
fn later_requests_are_those_that_were_due_and_those_of_the_car_that_is_there() {
    let mut world = start(settings());
    let first = id(0);
    let step = |world: &mut LoggedWorld| world.step(dt(100.0));
    world.set_request(first, request(1));
    world.schedule_request(first, 6, request(2));
    (0..4).for_each(|_| step(&mut world));
    let before = world.world().steps();
    let other = member("two_track", [500.0, 0.0], 0.0, 20.0);
    world.replace(first, other, CarLabel::named("other")).expect("it joins");
    world.set_request(first, request(3));
    (0..2).for_each(|_| step(&mut world));
    world.set_request(first, request(4));
    (0..2).for_each(|_| step(&mut world));
    assert_eq!(world.world().request(first), Some(&request(2)));
    let log = world.log();
    let after = log.requests_after(first, 2);
    assert_eq!(after.at(1.0), None, "up to where the car was replaced");
    let after = log.requests_after(first, before);
    let list = [0.0, 0.01, 0.02, 0.03].map(|time_s| after.at(time_s).copied());
    // Of two for the same step the scheduled one holds, as in the world.
    assert_eq!(list, [3, 3, 2, 2].map(|number| Some(request(number))));
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// At each step with changes, and at others: they are made once, by whom ever, and the step has the bits that it had.
    #[test]
    #[ignore = "long: some seconds"]
    fn a_place_whose_changes_were_applied_is_where_its_step_began() {
        let (world, after) = story();
        let log = world.log();
        let mut recorded = start(settings());
        let mut replay = LogReplay::new(log.clone());
        for step in 0..STEPS {
            act(&mut recorded, step);
            // Only at some of them does the replay stop between the changes and the step.
            if step % 10 < 2 {
                let before = replay.world().hash();
                replay.apply_changes().expect("a sound log");
                replay.apply_changes().expect("a sound log");
                let (here, there) = (replay.world(), recorded.world());
                assert_eq!((here.hash(), here.time_s()), (there.hash(), there.time_s()), "step {step}");
                assert!(here.ids().eq(there.ids()) && here.surface() == there.surface(), "step {step}");
                assert!(here.ids().all(|id| here.request(id) == there.request(id)), "step {step}");
                // Who seeks the same place finds it as the step before left it.
                let mut other = replay.clone();
                other.seek(step).expect("a sound log");
                assert_eq!((other.steps(), other.world().hash()), (step, before), "step {step}");
                // The world goes on from here, with a log of the whole story.
                let mut taken = replay.clone().take_over();
                taken.step(dt_of(step));
                assert_eq!((taken.steps(), taken.world().hash()), (step + 1, after[step as usize + 1].0));
                if step % 50 < 2 {
                    drive(&mut taken, step + 1, STEPS);
                    assert_eq!(taken.world().hash(), after[STEPS as usize].0, "from step {step}");
                    let log_of_both = taken.log();
                    assert!(log_of_both.changes().count() == log.changes().count(), "from step {step}");
                    assert!(LogReplay::new(log_of_both).verify().is_ok(), "from step {step}");
                }
            }
            recorded.step(dt_of(step));
            assert_eq!(replay.follow(), Ok(true));
            assert_eq!(replay.world().hash(), after[step as usize + 1].0, "step {step}");
        }
    }
}
