//! Cones among driven cars: one that is free is thrown, and one that is squeezed gives way.

use skidpad_core::controls::Gear;
use skidpad_core::math::{Real, Vec2};
use skidpad_core::step::Dt;
use skidpad_models::MODELS;
use skidpad_world::contact::{Motion, Wall};
use skidpad_world::log::{LogReplay, LogSettings, LoggedWorld};
use skidpad_world::rolling::{Begin, CarChoice};
use skidpad_world::scene::Cone;
use skidpad_world::world::{CarId, Event, EventKind, Member, Party, Site, World, WorldImpact, body_of};

/// A car of the model `w1` on the x axis: nothing but contact changes its motion along it.
fn member(x_m: f64, speed_m_s: f64) -> Member {
    let (model, car) = (MODELS.by_name("w1").unwrap(), CarChoice::Own("w1"));
    let initial = [("x_m", x_m), ("velocity_x_m_s", speed_m_s)];
    let begin = Begin { gear: Gear::Forward(1), initial: &initial, method: None };
    let body = body_of(model, &car, 0.25, 0.5);
    Member { car: model.begin(&car, &begin).unwrap(), body: Some(body) }
}

fn world(site: Site, members: Vec<Member>) -> World {
    let mut world = World::new(site);
    for member in members {
        world.add(member).unwrap();
    }
    world
}

fn drive(world: &mut World, rate_hz: u32, seconds: f64) {
    let steps = (f64::from(rate_hz) * seconds) as u32;
    (0..steps).for_each(|_| world.step(Dt::new(1.0 / f64::from(rate_hz)).unwrap()));
}

/// Speeds of all cars along x, m/s.
fn speeds_m_s(world: &World) -> Vec<f64> {
    world.cars().map(|car| car.planar().unwrap().velocity_m_s.x).collect()
}

/// Two cars, 6 m from bumper to bumper, with some cones at distances from the first one's centre.
fn pair(cones: &[f64]) -> World {
    let cones = cones.iter().map(|x_m| Cone { position_m: [*x_m, 0.0] }).collect();
    world(Site::asphalt().with_cones(cones), vec![member(0.0, 20.0), member(10.4, 0.0)])
}

/// A cone between two cars carried their whole crash: they never touched, and "car hits car" was not reported.
#[test]
fn a_cone_between_two_cars_does_not_carry_their_crash() {
    for rate_hz in [60, 240, 1000] {
        let mut bare = pair(&[]);
        drive(&mut bare, rate_hz, 1.0);
        // Free between them, before the one, and before the other.
        for place_m in [5.2, 2.6, 7.9] {
            let mut world = pair(&[place_m]);
            drive(&mut world, rate_hz, 1.0);
            let met = |other| move |event: &Event| matches!(event.kind, EventKind::Met { other: party, .. } if party == other);
            let events = world.take_events();
            let second = Party::Car(CarId::from_number(1));
            assert!(events.iter().any(met(second)), "{place_m} m at {rate_hz} Hz: the cars meet");
            assert!(events.iter().any(met(Party::Cone(0))), "{place_m} m at {rate_hz} Hz: the cone is met");
            let [cone] = world.cones() else { unreachable!() };
            assert!(
                cone.is_hit && cone.is_flat && !cone.is_moving(),
                "{place_m} m at {rate_hz} Hz: {cone:?}"
            );
            for (with, without) in speeds_m_s(&world).into_iter().zip(speeds_m_s(&bare)) {
                // What 1.6 kg takes from 1,000 kg or more.
                let off_m_s = Real::abs(with - without);
                assert!(off_m_s < 0.2, "{place_m} m at {rate_hz} Hz: {with} m/s, without {without} m/s");
            }
        }
    }
}

/// A car that pins a cone against a wall meets the wall, and the blow on the cone is reported.
#[test]
fn a_cone_before_a_wall_does_not_keep_a_car_from_it() {
    let wall = || Wall::line(&[[20.0, -5.0], [20.0, 5.0]], 0.2, 0.5);
    let site = Site::asphalt().with_walls(wall()).unwrap();
    let at_wall = Cone { position_m: [20.0 - Cone::RADIUS_M, 0.0] };
    let mut world = world(site.with_cones(vec![at_wall]), vec![member(0.0, 20.0)]);
    drive(&mut world, 240, 1.5);
    let met: Vec<_> = world
        .take_events()
        .into_iter()
        .filter_map(|event| match event.kind {
            EventKind::Met { other, approach_speed_m_s, normal_impulse_n_s, .. } => {
                Some((other, approach_speed_m_s, normal_impulse_n_s))
            }
            _ => None,
        })
        .collect();
    let [(Party::Cone(0), cone_m_s, cone_n_s), (Party::Wall(0), wall_m_s, wall_n_s)] = met[..] else {
        panic!("{met:?}")
    };
    assert!((19.0..20.1).contains(&cone_m_s) && (19.0..20.1).contains(&wall_m_s), "{met:?}");
    assert!(cone_n_s == 0.0 && wall_n_s > 15_000.0, "{met:?}");
    assert!(world.cones()[0].is_flat && speeds_m_s(&world)[0] < -3.0);
}

/// Cones that are free stay upright at any speed of a road car, one behind the other, too; a flat one is driven over, and stands
/// again after a reset.
#[test]
fn cones_that_are_free_stay_upright() {
    for speed_m_s in [1.0, 20.0, 70.0] {
        let cones = [4.0, 6.0, 6.3].map(|x_m| Cone { position_m: [x_m, 0.1] }).to_vec();
        let mut world = world(Site::asphalt().with_cones(cones), vec![member(0.0, speed_m_s)]);
        drive(&mut world, 240, 7.0 / speed_m_s);
        assert!(world.cones().iter().all(|cone| cone.is_hit && !cone.is_flat), "{speed_m_s} m/s");
    }
    let mut world = pair(&[7.9]);
    drive(&mut world, 240, 1.0);
    let saved = world.save();
    let (before, flat) = (world.hash(), world.cones()[0]);
    world.add(member(-20.0, 30.0)).unwrap();
    drive(&mut world, 240, 2.0);
    assert_eq!(world.cones()[0], flat, "driven over");
    world.reset_cones();
    assert!(!world.cones()[0].is_flat && !world.cones()[0].is_hit);
    world.remove(CarId::from_number(2)).unwrap();
    world.restore(&saved).unwrap();
    assert_eq!((world.hash(), world.cones()[0]), (before, flat));
}

/// A crash elsewhere in the step in which a cone is crushed was reported twice, the first time without its impulse.
#[test]
fn a_crash_without_a_cone_is_reported_once() {
    let cones = vec![Cone { position_m: [8.0, 0.0] }];
    let mut world = world(Site::asphalt().with_cones(cones), vec![member(0.0, 20.0), member(10.4, 0.0)]);
    for (x_m, speed_m_s) in [(0.0, 20.0), (10.4, 0.0)] {
        // Beside the others, at the same places along the road.
        let mut beside = member(x_m, speed_m_s);
        let motion = beside.car.planar().unwrap();
        beside.car.correct(&Motion { position_m: Vec2::new(motion.position_m.x, 50.0), ..motion });
        world.add(beside).unwrap();
    }
    let plain = [2, 3].map(CarId::from_number);
    let mut crashes = Vec::new();
    let mut has_crushed = false;
    for _ in 0..30 {
        let was_flat = world.cones()[0].is_flat;
        world.step(Dt::new(0.05).unwrap());
        let is_plain = |impact: &&WorldImpact| impact.first == Party::Car(plain[0]);
        crashes.extend(world.impacts().iter().filter(is_plain).copied());
        let is_crash_now = world.impacts().iter().any(|impact| is_plain(&impact));
        has_crushed |= is_crash_now && !was_flat && world.cones()[0].is_flat;
    }
    assert!(has_crushed, "both in one step");
    assert!(crashes.iter().all(|crash| crash.impact.normal_impulse_n_s > 0.0), "{crashes:?}");
    let kinds = world.take_events().into_iter().filter(|event| event.car == plain[0]);
    let met: Vec<_> = kinds.filter(|event| matches!(event.kind, EventKind::Met { .. })).collect();
    let [Event { kind: EventKind::Met { normal_impulse_n_s, .. }, .. }] = met[..] else { panic!("{met:?}") };
    assert!(normal_impulse_n_s > 1_000.0, "{met:?}");
}

/// A cone that is hit and then pinned within one step is met at the speed of the hit.
#[test]
fn the_hit_before_the_squeeze_is_reported() {
    for rate_hz in [20, 30, 60] {
        let wall = Wall::line(&[[20.0, -5.0], [20.0, 5.0]], 0.2, 0.5);
        let cone = Cone { position_m: [20.0 - Cone::RADIUS_M - 0.05, 0.0] };
        let site = Site::asphalt().with_walls(wall).unwrap().with_cones(vec![cone]);
        let mut world = world(site, vec![member(0.0, 20.0)]);
        drive(&mut world, rate_hz, 1.5);
        let met_m_s = world.take_events().into_iter().find_map(|event| match event.kind {
            EventKind::Met { other: Party::Cone(0), approach_speed_m_s, .. } => Some(approach_speed_m_s),
            _ => None,
        });
        assert!(met_m_s.is_some_and(|met_m_s| met_m_s > 19.0), "{rate_hz} Hz: {met_m_s:?}");
        assert!(world.cones()[0].is_flat);
    }
}

/// A log with a cone that is crushed replays to the bit.
#[test]
fn a_log_has_crushed_cones() {
    let settings = LogSettings { keyframe_interval: 10, hash_interval: 10, keyframe_bytes: usize::MAX };
    let mut logged = LoggedWorld::new(pair(&[7.9]), settings);
    (0..60).for_each(|_| logged.step(Dt::new(1.0 / 60.0).unwrap()));
    assert!(logged.world().cones()[0].is_flat);
    let verified = LogReplay::new(logged.log()).verify().unwrap();
    assert_eq!((verified.steps, verified.hashes, verified.keyframes), (60, 7, 6));
}
