//! Messages of what happened.

use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::world::contact::Wall;
use bevy_skidpad::skidpad::world::world::{EventKind, Party};
use bevy_transform::prelude::*;

use super::support::{app, messages, spawn, world};

#[test]
fn gears_and_walls_are_reported() {
    let mut app = app(60.0, 60.0);
    let walls = Wall::line(&[[100.0, -20.0], [100.0, 20.0]], 0.3, 0.5);
    app.insert_resource(SkidpadGround::from(Site::asphalt().with_walls(walls).unwrap()));
    let controls = VehicleControls { throttle: 1.0, ..VehicleControls::default() };
    let vehicle = spawn(&mut app, (Vehicle::preset("boxster-s"), controls));
    let events: Vec<VehicleEvent> = messages(&mut app, 600);
    assert_eq!(events[0].kind, VehicleEventKind::Joined);
    assert!(events.iter().all(|event| event.vehicle == vehicle && event.other.is_none()));
    let is_second = |event: &VehicleEvent| event.kind == VehicleEventKind::GearChanged { from: 1, to: 2 };
    assert_eq!(events.iter().filter(|event| is_second(event)).count(), 1, "{events:?}");
    let met = events.iter().find_map(|event| match event.kind {
        VehicleEventKind::World(EventKind::Met { other, approach_speed_m_s, .. }) => {
            Some((other, approach_speed_m_s))
        }
        _ => None,
    });
    assert!(matches!(met, Some((Party::Wall(0), speed_m_s)) if speed_m_s > 20.0), "{met:?}");
}

#[test]
fn two_that_meet_are_both_named() {
    let mut app = app(60.0, 60.0);
    let ahead = spawn(&mut app, (Vehicle::preset("boxster-s"), Transform::from_xyz(0.0, 0.0, -20.0)));
    let behind = spawn(&mut app, Vehicle::preset("corvette-c5").with_speed(20.0));
    let ghost = Vehicle::preset("corvette-c5").with_speed(20.0).as_ghost();
    let ghost = spawn(&mut app, (ghost, Transform::from_xyz(0.0, 0.0, 10.0)));
    let events: Vec<VehicleEvent> = messages(&mut app, 200);
    let met = |event: &&VehicleEvent| matches!(event.kind, VehicleEventKind::World(EventKind::Met { .. }));
    let met: Vec<_> = events.iter().filter(met).map(|event| (event.vehicle, event.other)).collect();
    assert_eq!(met, [(ahead, Some(behind))]);
    assert!(world(&app).car(ahead).unwrap().speed_m_s() > 5.0);
    assert!(world(&app).car(ghost).unwrap().pose().position_m[0] > 40.0);
}

#[test]
fn an_engine_that_is_revved_beyond_itself_is_reported_once() {
    let mut app = app(60.0, 60.0);
    // First gear at 60 m/s.
    let controls = VehicleControls { gear: Gear::Forward(1), ..VehicleControls::default() };
    spawn(&mut app, (Vehicle::preset("boxster-s").with_speed(60.0), controls));
    let events: Vec<VehicleEvent> = messages(&mut app, 200);
    let ended = |event: &&VehicleEvent| matches!(event.kind, VehicleEventKind::World(EventKind::Ended(_)));
    assert_eq!(events.iter().filter(ended).count(), 1, "{events:?}");
}

#[test]
fn placing_and_replacing_are_reported() {
    let mut app = app(60.0, 60.0);
    let vehicle = spawn(&mut app, Vehicle::preset("boxster-s").with_speed(20.0));
    let first: Vec<VehicleEvent> = messages(&mut app, 30);
    assert_eq!(first[0].kind, VehicleEventKind::Joined);
    let before_m_s = world(&app).car(vehicle).unwrap().speed_m_s();
    app.world_mut().entity_mut(vehicle).insert(Vehicle::preset("corvette-c5"));
    app.world_mut().write_message(PlaceVehicle::at(vehicle, Transform::from_xyz(0.0, 0.0, -50.0)));
    app.update();
    let swapped = world(&app).car(vehicle).unwrap();
    assert!(swapped.speed_m_s() < 0.1 && before_m_s > 15.0, "placed at rest");
    let kinds: Vec<_> = messages::<VehicleEvent>(&mut app, 1).iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [VehicleEventKind::Replaced, VehicleEventKind::Placed]);
    assert_eq!(world(&app).id(vehicle).unwrap().index(), 0, "it keeps its number");
}
