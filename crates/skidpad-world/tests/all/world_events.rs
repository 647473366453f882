//! Events of the cars of a world.

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_world::contact::{FARTHEST_M, Motion};
use skidpad_world::rolling::Request;
use skidpad_world::scene::Cone;
use skidpad_world::world::{Condition, EventKind, Party, Site, World};

use crate::world_support::{dt, member, pack, request, world};

/// A car that is driven into a wall and pressed against it: one event, however many impacts.
#[test]
fn a_contact_is_told_once() {
    let full = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
    let asked = Request::from_command(sanitise(&full).0);
    let (mut world, ids) = world(vec![(member("single_track", [40.0, -10.0], 0.0, 20.0), asked)]);
    let mut impacts = 0;
    for _ in 0..400 {
        world.step(dt(100.0));
        impacts += world.impacts().len();
    }
    let events = world.take_events();
    let met: Vec<_> = events.iter().filter(|event| matches!(event.kind, EventKind::Met { .. })).collect();
    assert!(impacts > met.len(), "{impacts} impacts, {met:?}");
    assert_eq!(met[0].car, ids[0]);
    let EventKind::Met { other: wall, approach_speed_m_s, position_m, .. } = met[0].kind else {
        panic!("{met:?}")
    };
    assert_eq!(wall, Party::Wall(0));
    assert!((15.0..25.0).contains(&approach_speed_m_s) && (60.0..70.0).contains(&position_m.x), "{met:?}");
    assert!(met[0].time_s > 0.7 && met[0].time_s < 1.2, "{met:?}");
    assert!(world.take_events().is_empty(), "each is told once");
}

/// Two cars that meet are one contact of the one that joined first, whatever the solver calls the first.
#[test]
fn a_contact_of_two_cars_is_that_of_the_first() {
    let (mut world, ids) = world(pack("single_track", 12));
    (0..400).for_each(|_| world.step(dt(120.0)));
    let events = world.take_events();
    let pairs = events.iter().filter_map(|event| match event.kind {
        EventKind::Met { other: Party::Car(other), .. } => Some((event.car, other)),
        _ => None,
    });
    let pairs: Vec<_> = pairs.collect();
    assert!(!pairs.is_empty() && pairs.iter().all(|(car, other)| car < other), "{pairs:?}");
    assert!(events.windows(2).all(|two| two[0].time_s <= two[1].time_s + 0.01), "in order of time");
    assert!(pairs.iter().all(|(_, other)| ids.contains(other)));
}

/// A car that is put beyond what contact can compute says so once, hinders nobody, and meets walls again when it is back.
#[test]
fn a_car_out_of_range_meets_nothing_and_is_told_once() {
    let start = || member("single_track", [0.0, -300.0], 0.0, 10.0);
    let (mut world, ids) =
        world(vec![(start(), request(3)), (member("single_track", [40.0, -10.0], 0.0, 20.0), request(3))]);
    let home = world.car(ids[0]).and_then(|car| car.planar()).expect("a place");
    let far =
        Motion { position_m: skidpad_core::math::Vec2::new(FARTHEST_M - 0.01, 0.0), yaw_rad: 0.0, ..home };
    world.car_mut(ids[0]).expect("it is here").correct(&far);
    (0..200).for_each(|_| world.step(dt(100.0)));
    let events = world.take_events();
    let lost: Vec<_> =
        events.iter().filter(|event| event.kind == EventKind::Starts(Condition::OutOfRange)).collect();
    assert_eq!(lost.len(), 1, "{events:?}");
    assert_eq!(lost[0].car, ids[0]);
    assert!(events.iter().any(|event| event.car == ids[1] && matches!(event.kind, EventKind::Met { .. })));
    let before_wall = Motion { position_m: skidpad_core::math::Vec2::new(40.0, 10.0), ..far };
    let moving = before_wall.moving(20.0, 0.0, 0.0);
    world.car_mut(ids[0]).expect("it is here").correct(&moving);
    (0..200).for_each(|_| world.step(dt(100.0)));
    let back = world.take_events();
    assert!(
        back.iter().any(|event| event.car == ids[0] && matches!(event.kind, EventKind::Met { .. })),
        "{back:?}"
    );
}

/// A car that slides tail first has spun, which is told once; one that is driven in reverse has not.
#[test]
fn a_spin_is_told_and_reverse_is_none() {
    let (mut world, ids) = world(vec![
        (member("single_track", [0.0, -300.0], 0.0, 25.0), request(3)),
        (member("single_track", [0.0, -400.0], 0.0, 0.0), request(3)),
    ]);
    let motion = world.car(ids[0]).and_then(|car| car.planar()).expect("a motion");
    world.car_mut(ids[0]).expect("it is here").correct(&motion.moving(-15.0, 8.0, 2.0));
    let back = Controls { throttle: 0.5, steer_rad: 0.1, gear: Gear::Reverse, ..Controls::default() };
    world.set_request(ids[1], Request::from_command(sanitise(&back).0));
    (0..300).for_each(|_| world.step(dt(100.0)));
    let spun: Vec<_> = world
        .take_events()
        .into_iter()
        .filter(|event| event.kind == EventKind::Starts(Condition::Spun))
        .collect();
    assert_eq!(spun.len(), 1, "{spun:?}");
    assert_eq!(spun[0].car, ids[0]);
    let reversing = world.car(ids[1]).and_then(|car| car.planar()).expect("a motion");
    assert!(reversing.velocity_m_s.x < -2.0, "{reversing:?}");
}

/// A cone that the next step would throw beyond what contact can compute stays where it is, and the world goes on.
#[test]
fn a_cone_at_the_end_of_the_range_stops_nothing() {
    let end = FARTHEST_M;
    let cone = Cone { position_m: [end - 1.0, 0.0] };
    let mut world = World::new(Site::asphalt().with_cones(vec![cone]));
    let id = world.add(member("single_track", [end - 20.0, 0.0], 0.0, 30.0)).expect("it joins");
    world.set_request(id, request(3));
    (0..200).for_each(|_| world.step(dt(100.0)));
    let events = world.take_events();
    let thrown = world.cones()[0];
    let x_m = thrown.motion.position_m.x;
    assert!(thrown.is_hit && thrown.is_moving() && x_m > end - 1.0 && x_m <= end, "{x_m} {events:?}");
    let kinds: Vec<_> = events.iter().map(|event| event.kind).collect();
    let is_cone = |kind: &EventKind| matches!(kind, EventKind::Met { other: Party::Cone(0), .. });
    assert!(
        kinds.iter().any(is_cone) && kinds.contains(&EventKind::Starts(Condition::OutOfRange)),
        "{events:?}"
    );
}

/// Another site: the cars stay where they are, and meet what stands there.
#[test]
fn a_site_is_put_under_the_cars() {
    let mut world = World::new(Site::asphalt());
    let id = world.add(member("single_track", [0.0, 0.0], 0.0, 20.0)).expect("it joins");
    (0..100).for_each(|_| world.step(dt(100.0)));
    let before = world.car(id).map(|car| car.hash());
    let walls = skidpad_world::contact::Wall::line(&[[40.0, -5.0], [40.0, 5.0]], 0.5, 0.5);
    let cones = vec![Cone { position_m: [35.0, 0.0] }];
    let site = Site::asphalt().with_walls(walls).expect("walls").with_cones(cones);
    world.set_site(site).expect("a site");
    assert_eq!((world.car(id).map(|car| car.hash()), world.cones().len()), (before, 1));
    (0..200).for_each(|_| world.step(dt(100.0)));
    let events = world.take_events();
    for party in [Party::Wall(0), Party::Cone(0)] {
        let meets = |kind: &EventKind| matches!(kind, EventKind::Met { other, .. } if *other == party);
        assert!(events.iter().any(|event| meets(&event.kind)), "{party:?}: {events:?}");
    }
    // A clone goes on with the same bits, and back on asphalt nothing is met.
    world.set_site(Site::asphalt()).expect("a site");
    (0..100).for_each(|_| world.step(dt(100.0)));
    assert!(world.cones().is_empty() && world.impacts().is_empty());
}
