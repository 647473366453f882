//! Laps of the cars of a world: numbered events with sector times, and cars that leave the course.

use std::sync::{Arc, LazyLock};

use skidpad_core::controls::Gear;
use skidpad_core::math::{Direction, Vec2};
use skidpad_core::snapshot::Saved;
use skidpad_core::step::{Dt, Status};
use skidpad_models::MODELS;
use skidpad_workload::vehicle;
use skidpad_world::contact::Motion;
use skidpad_world::forward_to_car;
use skidpad_world::ground::Road;
use skidpad_world::laps::{Lap, Laps};
use skidpad_world::log::{LogReplay, LogSettings, LoggedWorld};
use skidpad_world::models::Cars;
use skidpad_world::rolling::{Begin, CarChoice, Driver, Request, RestoreError, Rolling};
use skidpad_world::scene::Scene;
use skidpad_world::track::Track;
use skidpad_world::world::{CarId, Condition, Event, EventKind, Member, Site, World};

use crate::world_support::{dt, member};

const SPEED_M_S: f64 = 60.0;
/// Begin of a car on rails, m along the course.
const BEGIN_M: f64 = -10.0;

/// A car that goes along the course at an even speed, beside the centre line by a function of the distance.
#[derive(Clone)]
struct OnRails {
    car: Box<dyn Rolling>,
    course: Arc<Track>,
    lateral_m: fn(f64) -> f64,
}

impl Rolling for OnRails {
    fn step(&mut self, request: &Request, road: Road<'_>, dt: Dt) -> Status {
        self.car.step(request, road, dt)
    }
    fn step_by(&mut self, driver: &mut Driver<'_>, road: Road<'_>, dt: Dt) -> Status {
        self.car.step_by(driver, road, dt)
    }
    fn restore(&mut self, saved: &Saved) -> Result<(), RestoreError> {
        self.car.restore(saved)
    }
    fn correct(&mut self, motion: &Motion) -> Status {
        self.car.correct(motion)
    }
    fn planar(&self) -> Option<Motion> {
        let distance_m = BEGIN_M + SPEED_M_S * self.car.time_s();
        let point = self.course.at(distance_m);
        let axes = Direction::at_angle(point.heading_rad);
        let offset = Vec2::new(0.0, (self.lateral_m)(distance_m / self.course.length_m())).to_parent(axes);
        let velocity_m_s = Vec2::new(SPEED_M_S, 0.0).to_parent(axes);
        let position_m = Vec2::from(point.position_m) + offset;
        Some(Motion { position_m, yaw_rad: point.heading_rad, velocity_m_s, yaw_rate_rad_s: 0.0 })
    }
    forward_to_car!(
        boxed_clone, layout, row, states, rates, time_s, status, save, hash, car_hash, method, pose,
        feels_air, telltales, hands
    );
}

fn course() -> &'static Track {
    static COURSE: LazyLock<Track> = LazyLock::new(|| Scene::by_name("course").unwrap().course.unwrap());
    &COURSE
}

fn on_rails(course: &Track, lateral_m: fn(f64) -> f64) -> Member {
    let Member { car, .. } = member("single_track", [0.0, 0.0], 0.0, 10.0);
    Member { car: Box::new(OnRails { car, course: Arc::new(course.clone()), lateral_m }), body: None }
}

fn world(lateral_m: fn(f64) -> f64) -> (World, CarId) {
    let mut world = World::new(Site::asphalt().with_course(course().clone()));
    let id = world.add(on_rails(course(), lateral_m)).expect("it joins");
    (world, id)
}

/// Steps over some rounds and a little more.
fn drive(world: &mut World, rounds: f64, rate_hz: f64) {
    let steps = ((rounds * course().length_m() + 20.0) / SPEED_M_S * rate_hz) as u32;
    (0..steps).for_each(|_| world.step(dt(rate_hz)));
}

fn laps(events: &[Event], car: CarId) -> Vec<(u32, Lap, f64)> {
    let lap = |event: &Event| match event.kind {
        EventKind::Lap { number, lap } if event.car == car => Some((number, lap, event.time_s)),
        _ => None,
    };
    events.iter().filter_map(lap).collect()
}

#[test]
fn laps_are_numbered_events_with_sector_times_at_every_rate() {
    let length_m = course().length_m();
    for rate_hz in [60.0, 240.0, 1000.0] {
        let (mut world, id) = world(|_| 0.0);
        drive(&mut world, 2.0, rate_hz);
        let laps = laps(&world.take_events(), id);
        assert_eq!(laps.iter().map(|lap| lap.0).collect::<Vec<_>>(), [1, 2], "{rate_hz} Hz");
        for (number, lap, time_s) in laps {
            let ends_s = (f64::from(number) * length_m - BEGIN_M) / SPEED_M_S;
            assert!((time_s - ends_s).abs() < 1e-3, "{rate_hz} Hz: {time_s} {ends_s}");
            assert!((lap.time_s - length_m / SPEED_M_S).abs() < 1e-3 && lap.is_clean, "{lap:?}");
            assert!(lap.sectors_s.iter().all(|sector_s| (3.0 * sector_s / lap.time_s - 1.0).abs() < 1e-3));
        }
        assert_eq!(world.laps(id).unwrap().completed(), 2);
        let now_s = world.laps(id).unwrap().time_s(world.time_s()).unwrap();
        assert!((now_s - (world.time_s() - (2.0 * length_m - BEGIN_M) / SPEED_M_S)).abs() < 1e-3);
    }
}

/// Laps that follow a car are those of its events; a replay of its log has them, too. A lap that is abandoned does not count.
#[test]
fn laps_that_follow_a_car_are_those_of_its_events() {
    let (world, id) = world(|share| (20.0 * share).sin());
    let mut world = LoggedWorld::new(world, LogSettings::default());
    let [mut live, mut replayed, mut abandoned] = core::array::from_fn(|_| Laps::on(course()));
    let steps = (2.1 * course().length_m() / SPEED_M_S * 100.0) as u32;
    for step in 0..=steps {
        world.step(dt(100.0));
        live.follow(world.world(), id);
        abandoned.follow(world.world(), id);
        if step == steps / 3 {
            abandoned.abandon();
            assert_eq!(abandoned.time_s(), None);
        }
    }
    let own: Vec<_> = laps(&world.take_events(), id).iter().map(|lap| lap.1).collect();
    assert_eq!((own.len(), live.driven()), (2, &own[..]));
    assert_eq!(live.time_s(), world.world().laps(id).unwrap().time_s(world.world().time_s()));
    assert_eq!(abandoned.driven(), &own[1..]);
    let mut replay = LogReplay::new(world.log());
    while replay.follow().unwrap() {
        replayed.follow(replay.world(), id);
    }
    assert_eq!(replayed.driven(), own);
}

/// A car swerves off the course twice; the second time it comes back for less than a tenth of a second.
#[test]
fn a_car_that_leaves_the_course_is_reported_once_and_its_lap_is_not_clean() {
    let lateral_m = |share: f64| {
        let is_off = (0.4..0.45).contains(&share) || (0.6..0.65).contains(&share);
        if is_off && !(0.62..0.621).contains(&share) { 8.0 } else { 0.0 }
    };
    let (mut world, id) = world(lateral_m);
    drive(&mut world, 1.0, 240.0);
    let events = world.take_events();
    let length_m = course().length_m();
    let distance_m = |event: &Event| (SPEED_M_S * event.time_s + BEGIN_M) / length_m;
    let conditions: Vec<_> =
        events.iter().filter(|event| !matches!(event.kind, EventKind::Lap { .. })).collect();
    let [starts, stops] = [EventKind::Starts, EventKind::Stops].map(|kind| kind(Condition::OffCourse));
    assert_eq!(conditions.iter().map(|event| event.kind).collect::<Vec<_>>(), [starts, stops, starts, stops]);
    for (event, share) in conditions.iter().zip([0.4, 0.45, 0.6, 0.65]) {
        let late_m = if event.kind == stops { 0.1 * SPEED_M_S } else { 0.0 };
        assert!((distance_m(event) - share - late_m / length_m).abs() < 2e-3, "{event:?}");
    }
    assert!(!laps(&events, id)[0].1.is_clean);
}

/// Cars elsewhere, and a car that has never been on the course, are not off it.
#[test]
fn a_car_that_was_never_on_the_course_has_not_left_it() {
    let mut world = World::new(Site::asphalt().with_course(course().clone()));
    world.add(member("single_track", [5000.0, 5000.0], 0.0, 10.0)).expect("it joins");
    (0..100).for_each(|_| world.step(dt(100.0)));
    assert!(world.take_events().is_empty());
}

#[test]
fn laps_depend_neither_on_other_cars_nor_on_a_saved_world_that_is_put_back() {
    let (mut alone, id) = world(|_| 0.0);
    drive(&mut alone, 1.0, 100.0);
    let expected = laps(&alone.take_events(), id);
    let (mut world, id) = world(|_| 0.0);
    for place in 0..10 {
        world.add(member("single_track", [4000.0, 20.0 * f64::from(place)], 0.0, 10.0)).expect("it joins");
    }
    // In the middle of the second sector.
    let half = (0.5 * course().length_m() / SPEED_M_S * 100.0) as u32;
    (0..half).for_each(|_| world.step(dt(100.0)));
    let saved = world.save();
    drive(&mut world, 1.0, 100.0);
    world.take_events();
    world.restore(&saved).expect("its own cars");
    drive(&mut world, 0.6, 100.0);
    let found = laps(&world.take_events(), id);
    assert_eq!((found.len(), &found), (1, &expected));
}

/// A car that is put over the start line has not driven over it, and a lap of a car that was put elsewhere is abandoned.
#[test]
fn a_car_that_is_put_over_the_line_has_not_passed_it() {
    let course = course();
    let at = |distance_m: f64| {
        let point = course.at(distance_m);
        (point.position_m, point.heading_rad)
    };
    let mut world = World::new(Site::asphalt().with_course(course.clone()));
    let (place_m, yaw_rad) = at(-5.0);
    let id = world.add(member("single_track", place_m, yaw_rad, 20.0)).expect("it joins");
    world.step(dt(100.0));
    let motion = world.car(id).unwrap().planar().unwrap();
    let beyond = Motion { position_m: at(5.0).0.into(), ..motion };
    world.car_mut(id).unwrap().correct(&beyond);
    (0..10).for_each(|_| world.step(dt(100.0)));
    assert_eq!(world.laps(id).unwrap().time_s(world.time_s()), None);
    world.car_mut(id).unwrap().correct(&Motion { position_m: place_m.into(), ..motion });
    (0..50).for_each(|_| world.step(dt(100.0)));
    assert!(world.laps(id).unwrap().time_s(world.time_s()).is_some(), "it has driven over the line");
    assert!(world.abandon_lap(id));
    assert_eq!(world.laps(id).unwrap().time_s(world.time_s()), None);
}

/// Every model that steers has a place on the course, and is seen to leave it.
#[test]
fn every_model_that_steers_is_seen_to_leave_the_course() {
    let (vehicle, start) = (vehicle(5), Scene::by_name("course").unwrap().start);
    for model in MODELS.iter().filter(|model| model.abilities.steers) {
        let car = match model.cars {
            Cars::Own(names) => CarChoice::Own(names[0]),
            Cars::Fixed => CarChoice::Own(model.name),
            Cars::Vehicles => CarChoice::Vehicle(&vehicle),
        };
        // Across the course.
        let ([x_m, y_m], yaw_rad) = (start.position_m, start.heading_rad + 1.5);
        let all = [
            (model.speed, 5.0),
            ("x_m", x_m),
            ("y_m", y_m),
            ("rear_x_m", x_m),
            ("rear_y_m", y_m),
            ("yaw_rad", yaw_rad),
        ];
        let has = |entry: &&(&str, f64)| model.states.iter().any(|state| state.name == entry.0);
        let initial: Vec<_> = all.iter().filter(has).copied().collect();
        let begin = Begin { gear: Gear::Neutral, initial: &initial, method: None };
        let car = model.begin(&car, &begin).expect("its car");
        let mut world = World::new(Site::asphalt().with_course(course().clone()));
        world.add(Member { car, body: None }).expect("it joins");
        (0..400).for_each(|_| world.step(dt(100.0)));
        let events = world.take_events();
        let left = events.iter().any(|event| event.kind == EventKind::Starts(Condition::OffCourse));
        assert!(left, "{}: {events:?}", model.name);
    }
}
