//! What a log keeps and finds: divergences, memory, ghosts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use skidpad_core::math::{Real, Vec2};
use skidpad_core::step::{Dt, Status};
use skidpad_world::contact::Motion;
use skidpad_world::forward_to_car;
use skidpad_world::ground::Road;
use skidpad_world::log::{
    CarLabel, ContentsError, LogContents, LogDivergence, LogGhosts, LogReplay, LogSettings, LoggedWorld,
    VerifyError, WorldLog,
};
use skidpad_world::rolling::{Driver, Request, RestoreError, Rolling};
use skidpad_world::scene::Cone;
use skidpad_world::world::{Member, Party, RestoreWorldError, Site, World};

use crate::world_log_support::{STEPS, drive, id, settings, start};
use crate::world_support::{dt, member, request};

/// A car that drives as on a platform with other arithmetic, once `is_other` is set: at a time its speed has another last bit.
#[derive(Clone)]
struct Unsteady {
    car: Box<dyn Rolling>,
    is_other: Arc<AtomicBool>,
    at_s: f64,
}

impl Rolling for Unsteady {
    fn step(&mut self, request: &Request, road: Road<'_>, dt: Dt) -> Status {
        let before_s = self.car.time_s();
        let status = self.car.step(request, road, dt);
        if self.is_other.load(Ordering::Relaxed) && before_s < self.at_s && self.car.time_s() >= self.at_s {
            let mut saved = self.car.save();
            let speed =
                saved.channels().position(|channel| channel.name == "velocity_x_m_s").expect("a speed");
            saved.numbers[speed] = f64::from_bits(saved.numbers[speed].to_bits() ^ 1);
            self.car.restore(&saved).expect("its own state");
        }
        status
    }
    fn step_by(&mut self, driver: &mut Driver<'_>, road: Road<'_>, dt: Dt) -> Status {
        self.car.step_by(driver, road, dt)
    }
    fn restore(&mut self, saved: &skidpad_core::snapshot::Saved) -> Result<(), RestoreError> {
        self.car.restore(saved)
    }
    fn correct(&mut self, motion: &Motion) -> Status {
        self.car.correct(motion)
    }
    forward_to_car!(
        boxed_clone, layout, row, states, rates, time_s, status, save, hash, car_hash, method, pose, planar,
        hands, telltales
    );
}

/// Three cars far from each other, of which the second is unsteady after 1.005 s, so in step 101; and a replay of that.
fn unsteady(settings: LogSettings) -> LogDivergence {
    let is_other = Arc::new(AtomicBool::new(false));
    let mut world = LoggedWorld::new(World::new(Site::asphalt()), settings);
    for number in 0..3 {
        let mut member = member("single_track", [0.0, 100.0 * number as f64], 0.0, 20.0);
        if number == 1 {
            let is_other = Arc::clone(&is_other);
            member.car = Box::new(Unsteady { car: member.car, is_other, at_s: 1.005 });
        }
        let id = world.add(member, CarLabel::named(&format!("car {number}"))).expect("it joins");
        assert!(world.set_request(id, request(number)));
    }
    (0..300).for_each(|_| world.step(dt(100.0)));
    let replay = LogReplay::new(world.log());
    assert!(replay.verify().is_ok(), "the same arithmetic");
    is_other.store(true, Ordering::Relaxed);
    match replay.verify() {
        Err(VerifyError::Diverged(divergence)) => *divergence,
        other => panic!("{other:?}"),
    }
}

/// One bit of one channel: its step, time, car and channel.
#[test]
fn a_divergence_is_found_with_its_step_car_and_channel() {
    let every_step = LogSettings { keyframe_interval: 1, hash_interval: 1, ..settings() };
    let divergence = unsteady(every_step);
    assert_eq!((divergence.step, divergence.same_until, divergence.compared_step), (101, 100, Some(101)));
    assert!((divergence.time_s - 1.01).abs() < 1e-12);
    let [party] = &divergence.parties[..] else { panic!("{divergence:?}") };
    assert_eq!((party.party, &*party.name), (Party::Car(id(1)), "car 1"));
    let [difference] = &party.differences[..] else { panic!("{party:?}") };
    assert_eq!(difference.name, "velocity_x_m_s");
    assert_eq!(difference.expected.to_bits() ^ difference.found.to_bits(), 1);
    let says = divergence.to_string();
    assert!(
        says.contains("after step 101 (1.01 s)") && says.contains("of the car `car 1` velocity_x_m_s is"),
        "{says}"
    );
}

/// With few hashes and keyframes the step is known as exactly as there are hashes, the car by the next keyframe.
#[test]
fn with_few_hashes_the_divergence_is_found_later() {
    for (keyframe_interval, hash_interval, step, same_until, compared) in [
        (60, 1, 101, 100, Some(120)),
        (60, 25, 120, 100, Some(120)),
        (0, 25, 125, 100, None),
        (0, 0, 300, 0, None),
    ] {
        let few = LogSettings { keyframe_interval, hash_interval, ..settings() };
        let divergence = unsteady(few);
        let found = (divergence.step, divergence.same_until, divergence.compared_step);
        assert_eq!(found, (step, same_until, compared), "{few:?}");
        let cars: Vec<_> = divergence.parties.iter().map(|party| party.party).collect();
        assert_eq!(cars, if compared.is_some() { vec![Party::Car(id(1))] } else { vec![] }, "{few:?}");
    }
}

/// Nothing is proved by nothing.
#[test]
fn a_log_without_hashes_is_not_verified() {
    let none = LogSettings { keyframe_interval: 0, hash_interval: 0, keyframe_bytes: 0 };
    let (_, log) = LoggedWorld::new(World::new(Site::asphalt()), none).into_parts();
    assert!(LogReplay::new(log).verify().is_ok(), "the hash of its end");
    let world = start(none);
    let mut replay = LogReplay::new(world.log());
    replay.seek(0).expect("a sound log");
    let taken = replay.take_over();
    assert!(LogReplay::new(taken.log()).verify().is_ok());
    let (_, log) = LoggedWorld::new(World::new(Site::asphalt()), none).into_parts();
    let parts = LogContents { end_hash: None, ..log.contents().expect("parts") };
    let bare = WorldLog::from_contents(parts).expect("a log");
    assert_eq!(LogReplay::new(bare).verify(), Err(VerifyError::NothingToCompare));
}

#[test]
fn a_log_with_more_cars_than_numbers_is_refused() {
    let mut world = LoggedWorld::new(World::new(Site::asphalt()), settings());
    world.add(member("two_track", [0.0, 0.0], 0.0, 5.0), CarLabel::default()).expect("it joins");
    let parts = LogContents { next_id: u32::MAX, ..world.log().contents().expect("parts") };
    assert_eq!(WorldLog::from_contents(parts).err(), Some(ContentsError::Cars));
}

#[test]
fn a_world_with_other_cones_is_not_put_back() {
    let with = |count: usize| {
        let cones = (0..count).map(|place| Cone { position_m: [place as f64, 0.0] }).collect();
        World::new(Site::asphalt().with_cones(cones))
    };
    let mut fewer = with(2);
    assert_eq!(fewer.restore(&with(3).save()), Err(RestoreWorldError::OtherCones));
    assert_eq!(fewer.restore(&with(2).save()), Ok(()));
}

fn in_memory(keyframe_bytes: usize) -> WorldLog {
    let mut world = start(LogSettings { keyframe_interval: 5, keyframe_bytes, ..settings() });
    drive(&mut world, 0, STEPS);
    world.log()
}

/// Older keyframes are dropped first, evenly, so that the past stays within reach; what is reached is the same.
#[test]
fn keyframes_take_no_more_memory_than_they_may() {
    let all = in_memory(usize::MAX);
    assert_eq!(all.keyframes().count(), 96);
    let limit = 100_000;
    assert!(all.approximate_bytes() > 4 * limit, "{}", all.approximate_bytes());
    let few = in_memory(limit);
    let steps: Vec<u64> = few.keyframes().collect();
    assert!(steps.len() >= 8, "{steps:?}");
    assert!(few.approximate_bytes() < limit + 10_000, "{}", few.approximate_bytes());
    let gaps: Vec<u64> = steps.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gaps[0] >= 4 * gaps[gaps.len() - 1], "wider apart in the past: {steps:?}");
    assert!(steps[0] <= STEPS / 3 && steps[steps.len() - 1] == STEPS, "{steps:?}");
    let (mut few, mut all) = (LogReplay::new(few), LogReplay::new(all));
    assert!(few.verify().is_ok());
    for step in [470, 3, 250, 100] {
        few.seek(step).expect("a sound log");
        all.seek(step).expect("a sound log");
        assert_eq!(few.world().hash(), all.world().hash(), "step {step}");
    }
    assert_eq!(in_memory(0).keyframes().count(), 0);
}

/// Keys of a keyboard and a stick of a pad: bytes of an hour.
#[test]
fn requests_take_few_bytes() {
    let mut world = start(LogSettings { keyframe_interval: 0, hash_interval: 0, keyframe_bytes: 0 });
    let before = world.log().approximate_bytes();
    for step in 0..1000_u32 {
        let mut request = request(0);
        request.command.steer_rad = 0.1 * f64::from(step % 97) / 97.0;
        world.set_request(id(0), request);
        world.step(dt(240.0));
    }
    let bytes = world.log().approximate_bytes() - before;
    assert!(bytes < 14_000, "{bytes} bytes for a thousand steps of a stick");
}

/// A cone that a car has hit is compared, too.
#[test]
fn a_cone_that_differs_is_named() {
    let is_other = Arc::new(AtomicBool::new(false));
    let site =
        Site::asphalt().with_cones(vec![Cone { position_m: [12.0, 0.2] }, Cone { position_m: [90.0, 9.0] }]);
    let every = LogSettings { keyframe_interval: 1, hash_interval: 1, ..settings() };
    let mut world = LoggedWorld::new(World::new(site), every);
    let Member { car, body } = member("single_track", [0.0, 0.0], 0.0, 20.0);
    let car = Box::new(Unsteady { car, is_other: Arc::clone(&is_other), at_s: 0.305 });
    world.add(Member { car, body }, CarLabel::named("striker")).expect("it joins");
    (0..200).for_each(|_| world.step(dt(100.0)));
    assert!(world.world().cones()[0].is_hit && !world.world().cones()[1].is_hit);
    let log = world.log();
    is_other.store(true, Ordering::Relaxed);
    let few = WorldLog::clone(&log);
    let Err(VerifyError::Diverged(first)) = LogReplay::new(few).verify() else { panic!("it differs") };
    assert_eq!(first.parties.iter().map(|party| party.party).collect::<Vec<_>>(), [Party::Car(id(0))]);
    // Much later the cone lies elsewhere.
    let late = LogSettings { keyframe_interval: 100, hash_interval: 100, ..settings() };
    is_other.store(false, Ordering::Relaxed);
    let site = Site::clone(world.world().site());
    let mut world = LoggedWorld::new(World::new(site), late);
    let Member { car, body } = member("single_track", [0.0, 0.0], 0.0, 20.0);
    let car = Box::new(Unsteady { car, is_other: Arc::clone(&is_other), at_s: 0.305 });
    world.add(Member { car, body }, CarLabel::named("striker")).expect("it joins");
    (0..200).for_each(|_| world.step(dt(100.0)));
    is_other.store(true, Ordering::Relaxed);
    let Err(VerifyError::Diverged(later)) = LogReplay::new(world.log()).verify() else {
        panic!("it differs")
    };
    let parties: Vec<_> = later.parties.iter().map(|party| party.party).collect();
    assert_eq!(parties, [Party::Car(id(0)), Party::Cone(0)], "{later}");
}

/// The cars of a log in another world, by time: on the poses of their steps, and between two in between.
#[test]
fn ghosts_are_where_the_cars_were() {
    let mut world = start(settings());
    drive(&mut world, 0, STEPS);
    let log = Arc::new(world.log());
    let mut ghosts = LogGhosts::new(Arc::clone(&log));
    let mut replay = LogReplay::new(Arc::clone(&log));
    let place = |replay: &LogReplay, number: u32| {
        replay.world().car(id(number)).and_then(|car| car.planar()).map(|motion| motion.position_m)
    };
    for step in [3, 4, 5, 60, 61, 62, 149, 150, 151, 200, 201, 120, 20, 479, 480] {
        replay.seek(step).expect("a sound log");
        ghosts.move_to(log.time_s(step)).expect("a sound log");
        let there: Vec<_> = ghosts.poses().collect();
        for (id, pose) in &there {
            let Some(at) = place(&replay, id.index() as u32) else { continue };
            let off = Vec2::new(pose.position_m[0] - at.x, pose.position_m[1] - at.y);
            assert!(Real::hypot(off.x, off.y) < 1e-9, "step {step}, car {id}: {off:?}");
        }
        let here: Vec<_> = replay.cars().map(|(id, _)| id).collect();
        assert!(
            here.iter().all(|id| there.iter().any(|(ghost, _)| ghost == id) || step == 150 || step == 480),
            "step {step}"
        );
    }
    let (from_s, to_s) = (log.time_s(20), log.time_s(21));
    ghosts.move_to(from_s + 0.25 * (to_s - from_s)).expect("a sound log");
    let [x, y, _] = ghosts.poses().next().expect("a car").1.position_m;
    replay.seek(20).expect("a sound log");
    let before = place(&replay, 0).expect("it is here");
    replay.seek(21).expect("a sound log");
    let after = place(&replay, 0).expect("it is here");
    let between = before + (after - before).scale(0.25);
    assert!((x - between.x).abs() < 1e-9 && (y - between.y).abs() < 1e-9);
    ghosts.move_to(-5.0).expect("a sound log");
    assert_eq!(ghosts.poses().len(), 8);
    ghosts.move_to(1e6).expect("a sound log");
    assert_eq!(ghosts.world().hash(), world.world().hash());
}
