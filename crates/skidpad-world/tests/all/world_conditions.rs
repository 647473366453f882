//! Conditions of cars that begin and end: each is reported once, however often its measure crosses a limit.

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::model::End;
use skidpad_core::snapshot::Saved;
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;
use skidpad_world::contact::Motion;
use skidpad_world::forward_to_car;
use skidpad_world::ground::Road;
use skidpad_world::rolling::{Driver, Request, RestoreError, Rolling};
use skidpad_world::telltales::Telltales;
use skidpad_world::world::{Condition, Corner, Event, EventKind, Member, Site, World};

use crate::world_support::{dt, member, request};

/// Telltales as a function of the car's time, s.
type Script = fn(f64) -> Telltales;

/// A car whose telltales follow a script.
#[derive(Clone)]
struct Planted {
    car: Box<dyn Rolling>,
    script: Script,
}

impl Rolling for Planted {
    fn step(&mut self, request: &Request, road: Road<'_>, dt: skidpad_core::step::Dt) -> Status {
        self.car.step(request, road, dt)
    }
    fn step_by(&mut self, driver: &mut Driver<'_>, road: Road<'_>, dt: skidpad_core::step::Dt) -> Status {
        self.car.step_by(driver, road, dt)
    }
    fn restore(&mut self, saved: &Saved) -> Result<(), RestoreError> {
        self.car.restore(saved)
    }
    fn correct(&mut self, motion: &Motion) -> Status {
        self.car.correct(motion)
    }
    fn telltales(&self) -> Telltales {
        (self.script)(self.car.time_s())
    }
    forward_to_car!(
        boxed_clone, layout, row, states, rates, time_s, status, save, hash, car_hash, method, pose, planar,
        hands
    );
}

fn planted(script: Script) -> Member {
    let Member { car, .. } = member("single_track", [0.0, 0.0], 0.0, 10.0);
    Member { car: Box::new(Planted { car, script }), body: None }
}

/// True in every second hundredth of a second between two times.
fn chatters(time_s: f64, [from_s, to_s]: [f64; 2]) -> bool {
    is_between(time_s, [from_s, to_s]) && ((100.0 * time_s + 0.5) as u32).is_multiple_of(2)
}

fn is_between(time_s: f64, [from_s, to_s]: [f64; 2]) -> bool {
    time_s > from_s - 1e-9 && time_s < to_s + 1e-9
}

fn hopping(time_s: f64) -> Telltales {
    let mut telltales = Telltales::NONE;
    let load_n = if chatters(time_s, [0.2, 0.7]) { 0.0 } else { 4000.0 };
    telltales.loads_n = Some([4000.0, load_n, 4000.0, 4000.0]);
    telltales
}

/// A wheel that an anti-lock brake at its limit stops again and again.
fn braked(time_s: f64) -> Telltales {
    let mut telltales = Telltales::NONE;
    telltales.motion.velocity_x_m_s = 20.0;
    let spin_rad_s = if chatters(time_s, [0.3, 0.9]) { 0.0 } else { 66.0 };
    telltales.spins_rad_s = Some([66.0, 66.0, spin_rad_s, 66.0]);
    telltales
}

fn stalled(time_s: f64) -> Telltales {
    let mut telltales = Telltales::NONE;
    telltales.is_stalled = is_between(time_s, [0.3, 0.6]);
    telltales
}

/// A car that spins twice, with half a second between.
fn spinning(time_s: f64) -> Telltales {
    let mut telltales = Telltales::NONE;
    let is_backwards = is_between(time_s, [0.2, 0.4]) || is_between(time_s, [0.9, 1.0]);
    telltales.motion.velocity_x_m_s = if is_backwards { -8.0 } else { 8.0 };
    telltales.motion.velocity_y_m_s = 4.0;
    telltales
}

/// A script, its condition, and the times at which it begins and ends.
const CASES: [(Script, Condition, &[[f64; 2]]); 4] = [
    (hopping, Condition::WheelLifted(Corner::FrontRight), &[[0.2, 0.8]]),
    (braked, Condition::WheelLocked(Corner::RearLeft), &[[0.3, 1.0]]),
    (stalled, Condition::Stalled, &[[0.3, 0.7]]),
    (spinning, Condition::Spun, &[[0.2, 0.5], [0.9, 1.1]]),
];

/// The steps of 1.5 s.
fn drive(world: &mut World, from_s: f64, rate_hz: f64) {
    let steps = ((1.5 - from_s) * rate_hz).round() as u32;
    (0..steps).for_each(|_| world.step(dt(rate_hz)));
}

/// Holds the events of a car to a row of the table. An end is found a tenth of a second after the condition held last.
fn check(events: &[Event], row: usize, rate_hz: f64) {
    let (_, condition, times_s) = &CASES[row];
    let expected = times_s.iter().flat_map(|[from_s, to_s]| {
        [(*from_s, EventKind::Starts(*condition)), (*to_s, EventKind::Stops(*condition))]
    });
    let expected: Vec<_> = expected.collect();
    let kinds = |events: &[(f64, EventKind)]| events.iter().map(|event| event.1).collect::<Vec<_>>();
    let found: Vec<_> = events.iter().map(|event| (event.time_s, event.kind)).collect();
    assert_eq!(kinds(&found), kinds(&expected), "{rate_hz} Hz: {found:?}");
    for (found, expected) in found.iter().zip(&expected) {
        assert!((found.0 - expected.0).abs() < 0.01 + 1.5 / rate_hz, "{rate_hz} Hz: {found:?} {expected:?}");
    }
}

#[test]
fn chatter_is_one_event_at_every_rate() {
    for (row, case) in CASES.iter().enumerate() {
        for rate_hz in [100.0, 400.0, 1000.0] {
            let mut world = World::new(Site::asphalt());
            world.add(planted(case.0)).expect("it joins");
            drive(&mut world, 0.0, rate_hz);
            check(&world.take_events(), row, rate_hz);
        }
    }
}

#[test]
fn events_depend_neither_on_other_cars_nor_on_a_saved_world_that_is_put_back() {
    let mut world = World::new(Site::asphalt());
    let ids = [0, 1, 2, 3].map(|row| world.add(planted(CASES[row].0)).expect("it joins"));
    for lane in 0..20 {
        let other = member("single_track", [0.0, 30.0 + 10.0 * f64::from(lane)], 0.0, 15.0);
        world.add(other).expect("it joins");
    }
    // In the middle of all conditions.
    (0..35).for_each(|_| world.step(dt(100.0)));
    let saved = world.save();
    (0..60).for_each(|_| world.step(dt(100.0)));
    assert!(!world.take_events().is_empty());
    world.restore(&saved).expect("its own cars");
    drive(&mut world, 0.35, 100.0);
    let events = world.take_events();
    for (row, id) in ids.into_iter().enumerate() {
        let own: Vec<_> = events.iter().filter(|event| event.car == id).copied().collect();
        check(&own, row, 100.0);
    }
    assert!(events.windows(2).all(|two| two[0].time_s <= two[1].time_s), "in order of time");
}

/// What a car with a request does on a road of some grip, and the events that must be among those of 6 s.
struct Driven {
    model: &'static str,
    speed_m_s: f64,
    controls: Controls,
    grip: f64,
    must: &'static [EventKind],
    must_not: &'static [EventKind],
}

const REAR: Condition = Condition::WheelLocked(Corner::RearLeft);
const INNER: Condition = Condition::WheelLifted(Corner::RearLeft);
const OUTER: Condition = Condition::WheelLifted(Corner::RearRight);

#[test]
fn driven_cars_report_what_they_do() {
    let calm = Controls { gear: Gear::Automatic, ..Controls::default() };
    let braking = Controls { brake: 1.0, ..calm };
    let left = Controls { steer_rad: 0.1, ..calm };
    let locked: &[_] = &[EventKind::Starts(REAR), EventKind::Stops(REAR)];
    let blown = Controls { gear: Gear::Forward(1), ..calm };
    let rows = [
        Driven {
            model: "single_track",
            speed_m_s: 25.0,
            controls: braking,
            grip: 0.4,
            must: locked,
            must_not: &[],
        },
        Driven {
            model: "two_track",
            speed_m_s: 25.0,
            controls: braking,
            grip: 0.4,
            must: locked,
            must_not: &[],
        },
        Driven {
            model: "straight_line",
            speed_m_s: 25.0,
            controls: braking,
            grip: 0.4,
            must: locked,
            must_not: &[],
        },
        Driven {
            model: "two_track",
            speed_m_s: 25.0,
            controls: calm,
            grip: 1.0,
            must: &[],
            must_not: locked,
        },
        Driven {
            model: "two_track",
            speed_m_s: 25.0,
            controls: left,
            grip: 1.7,
            must: &[EventKind::Starts(INNER), EventKind::Stops(INNER)],
            must_not: &[EventKind::Starts(OUTER)],
        },
        Driven {
            model: "single_track",
            speed_m_s: 55.0,
            controls: blown,
            grip: 1.0,
            must: &[EventKind::Ended(End::ENGINE_BLOWN)],
            must_not: &[EventKind::Quarantined],
        },
    ];
    for row in rows {
        let mut world = World::new(Site::new(Surface { grip: row.grip, ..Surface::asphalt() }));
        let car = Member { body: None, ..member(row.model, [0.0, 0.0], 0.0, row.speed_m_s) };
        let id = world.add(car).expect("it joins");
        world.set_request(id, Request::from_command(sanitise(&row.controls).0));
        (0..1440).for_each(|_| world.step(dt(240.0)));
        let kinds: Vec<_> = world.take_events().iter().map(|event| event.kind).collect();
        let name = format!("{} at {} m/s on {}: {kinds:?}", row.model, row.speed_m_s, row.grip);
        assert!(row.must.iter().all(|kind| kinds.contains(kind)), "{name}");
        assert!(row.must_not.iter().all(|kind| !kinds.contains(kind)), "{name}");
    }
}

/// A car that leaves a wall has parted from it once, with the impulses of all impacts.
#[test]
fn a_contact_ends_with_the_sum_of_its_impulses() {
    let (mut world, _) =
        crate::world_support::world(vec![(member("single_track", [40.0, -10.0], 0.0, 20.0), request(3))]);
    let mut sum_n_s = 0.0;
    for _ in 0..400 {
        world.step(dt(100.0));
        sum_n_s += world.impacts().iter().map(|impact| impact.impact.normal_impulse_n_s).sum::<f64>();
    }
    let events = world.take_events();
    let met = events.iter().filter(|event| matches!(event.kind, EventKind::Met { .. })).count();
    let parted: Vec<_> = events
        .iter()
        .filter_map(|event| match event.kind {
            EventKind::Parted { normal_impulse_n_s, last_s, .. } => {
                assert!((event.time_s - last_s - 0.1).abs() < 0.0101, "{event:?}");
                Some(normal_impulse_n_s)
            }
            _ => None,
        })
        .collect();
    assert!(met > 0 && parted.len() == met, "{events:?}");
    let parted_n_s: f64 = parted.iter().sum();
    assert!((parted_n_s / sum_n_s - 1.0).abs() < 1e-12, "{parted_n_s} {sum_n_s}");
}
