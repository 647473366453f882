//! Vehicles that join and leave, grounds, lanes.

use bevy_math::Quat;
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::core::model::SingleTrack;
use bevy_skidpad::skidpad::fleet::{FleetModel, FleetModels};
use bevy_skidpad::skidpad::formats::vehicle::write;
use bevy_skidpad::skidpad::world::models::SINGLE_TRACK;
use bevy_skidpad::skidpad::world::track::{Track, track_by_name};
use bevy_transform::prelude::*;

use super::support::{app, dt_s, get, spawn, update_to, world};

#[test]
fn vehicles_have_numbers_in_the_order_in_which_they_appear() {
    let mut app = app(60.0, 60.0);
    // Entities of different archetypes, whose order in queries is another.
    let first = spawn(&mut app, (Vehicle::preset("boxster-s"), VehicleWheels::default()));
    let second = spawn(&mut app, Vehicle::preset("corvette-c5"));
    let third = spawn(&mut app, (Vehicle::preset("mx5-nd-2016"), VehicleOutputs::default()));
    let fourth = spawn(&mut app, Vehicle::preset("corvette-c5"));
    update_to(&mut app, 5);
    assert_eq!(world(&app).vehicles().collect::<Vec<_>>(), [first, second, third, fourth]);
    app.world_mut().despawn(second);
    app.world_mut().entity_mut(third).remove::<Vehicle>();
    let fifth = spawn(&mut app, Vehicle::preset("boxster-s"));
    update_to(&mut app, 10);
    assert_eq!(world(&app).vehicles().collect::<Vec<_>>(), [first, fourth, fifth]);
    let numbers = [first, fourth, fifth].map(|vehicle| world(&app).id(vehicle).unwrap().index());
    assert_eq!(numbers, [0, 3, 4]);
    assert!(world(&app).id(second).is_none() && world(&app).car(third).is_none());
}

#[test]
fn a_vehicle_that_appears_and_goes_within_a_frame_leaves_nothing() {
    let mut app = app(60.0, 60.0);
    let vehicle = spawn(&mut app, Vehicle::preset("boxster-s"));
    app.world_mut().despawn(vehicle);
    update_to(&mut app, 3);
    assert_eq!(world(&app).vehicles().len(), 0);
}

/// A car on springs follows the hill of a track, and is drawn on it.
#[test]
fn a_ground_is_taken_over_while_the_game_runs() {
    for model in ["two_track_sprung", "spatial"] {
        let mut app = app(60.0, 60.0);
        let vehicle = spawn(&mut app, Vehicle::preset("boxster-s").with_model(model));
        update_to(&mut app, 20);
        assert!(get::<Transform>(&app, vehicle).translation.y.abs() < 0.05);
        let track = Track::new(&track_by_name("hill-climb").unwrap()).unwrap();
        // The middle of the road half way up, and its way there.
        let half_m = 0.5 * track.lap_m();
        let ([x, y], [next_x, next_y]) = (track.beside(half_m, 0.0), track.beside(half_m + 1.0, 0.0));
        app.insert_resource(SkidpadGround::from(Site::asphalt().with_track(track)));
        update_to(&mut app, 25);
        assert!(world(&app).world().site().track().is_some());
        let [right, back] = [-y, -x].map(|number| number as f32);
        let heading = (next_y - y).atan2(next_x - x) as f32;
        let there = Transform::from_xyz(right, 0.0, back).with_rotation(Quat::from_rotation_y(heading));
        app.world_mut().write_message(PlaceVehicle::at(vehicle, there));
        let controls = VehicleControls { brake: 1.0, ..VehicleControls::default() };
        app.world_mut().entity_mut(vehicle).insert(controls);
        update_to(&mut app, 120);
        app.update();
        let ground = &world(&app).world().site().ground;
        let height_m = ground.under([x, y]).height_m;
        let at = *get::<Transform>(&app, vehicle);
        assert!(height_m > 2.0, "{height_m}");
        assert!((f64::from(at.translation.y) - height_m).abs() < 0.15, "{model}: {at:?}, {height_m} m");
        assert!(at.forward().y > 0.01, "{model}: its nose is up: {at:?}");
    }
}

static SINGLE: FleetModel = FleetModel::new::<SingleTrack>(&SINGLE_TRACK);
static LANES: FleetModels = FleetModels::new(&[&SINGLE]);

#[test]
fn lanes_change_no_bits() {
    let hashes = [false, true].map(|together| {
        let mut app = app(60.0, 60.0);
        if together {
            app.world_mut().resource_mut::<SkidpadWorld>().step_together(LANES, 1);
        }
        for place in 0..10_u8 {
            let at = Transform::from_xyz(f32::from(place) * 2.5, 0.0, 0.0);
            let vehicle = Vehicle::preset("boxster-s").with_model("single_track").with_speed(10.0);
            let controls = VehicleControls {
                steer_rad: f64::from(place) * 0.01 - 0.05,
                throttle: 0.4,
                ..VehicleControls::default()
            };
            spawn(&mut app, (vehicle, at, controls));
        }
        update_to(&mut app, 300);
        world(&app).hash()
    });
    assert_eq!(hashes[0], hashes[1]);
}

/// Another model has the motion of the first; another car of the same model all of its state.
#[test]
fn another_car_has_the_motion_of_the_first() {
    let mut app = app(60.0, 60.0);
    let controls = VehicleControls { throttle: 0.3, steer_rad: 0.05, ..VehicleControls::default() };
    let vehicle = spawn(&mut app, (Vehicle::preset("boxster-s").with_speed(20.0), controls));
    update_to(&mut app, 60);
    let before = world(&app).car(vehicle).unwrap().clone();
    let motion = before.motion().unwrap();
    assert!(motion.yaw_rate_rad_s > 0.1);
    // The same data from a text: it goes on with the same bits.
    let text = bevy_skidpad::skidpad::presets::preset("boxster-s").map(|file| write(&file)).unwrap();
    app.world_mut().entity_mut(vehicle).insert(Vehicle::toml(&text));
    update_to(&mut app, 61);
    let mut alone = before.clone();
    alone.step(&controls.into(), dt_s(&app)).unwrap();
    assert_eq!(world(&app).car(vehicle).unwrap().hash(), alone.hash());
    // Another model, and its first step.
    app.world_mut().entity_mut(vehicle).insert(Vehicle::preset("corvette-c5").with_model("single_track"));
    update_to(&mut app, 62);
    let (now, then) = (world(&app).car(vehicle).unwrap().motion().unwrap(), alone.motion().unwrap());
    assert!((now.yaw_rate_rad_s / then.yaw_rate_rad_s - 1.0).abs() < 0.3, "{now:?} {then:?}");
    assert!((now.velocity_m_s.x - then.velocity_m_s.x).abs() < 0.5, "{now:?} {then:?}");
    assert!((now.velocity_m_s.y - then.velocity_m_s.y).abs() < 0.5, "{now:?} {then:?}");
}

/// A car in space begins above the ground and on its side, falls, and rolls over; it is drawn as it is turned.
#[test]
fn a_car_in_space_begins_where_its_transform_is() {
    let mut app = app(60.0, 60.0);
    let at = Transform::from_xyz(3.0, 2.0, -5.0).with_rotation(Quat::from_euler(
        bevy_math::EulerRot::YXZ,
        0.8,
        0.3,
        1.2,
    ));
    let vehicle = Vehicle::preset("mx5-nd-2016").with_model("spatial").in_space();
    let vehicle = spawn(&mut app, (vehicle, at));
    // The first picture is drawn at its start.
    while world(&app).world().steps() < 1 {
        app.update();
    }
    let first = *get::<Transform>(&app, vehicle);
    assert!(first.translation.distance(at.translation) < 0.02, "{first:?}");
    assert!(first.rotation.angle_between(at.rotation) < 0.01, "{first:?} {at:?}");
    update_to(&mut app, 60);
    let fallen = *get::<Transform>(&app, vehicle);
    assert!(fallen.translation.y < 1.5 && fallen.is_finite(), "{fallen:?}");
    // And once more, as it is.
    app.world_mut().write_message(PlaceVehicle { is_in_space: true, ..PlaceVehicle::at(vehicle, at) });
    let steps = world(&app).world().steps();
    update_to(&mut app, steps + 1);
    let again = *get::<Transform>(&app, vehicle);
    assert!(again.translation.distance(at.translation) < 0.02, "{again:?}");
    assert!(again.rotation.angle_between(at.rotation) < 0.01, "{again:?}");
}

#[test]
fn vehicles_that_were_there_before_the_plugin_join() {
    let mut app = bevy_app::App::new();
    let vehicle = spawn(&mut app, Vehicle::preset("boxster-s"));
    app.add_plugins((bevy_time::TimePlugin, SkidpadPlugin::default()))
        .insert_resource(bevy_time::TimeUpdateStrategy::FixedTimesteps(1));
    update_to(&mut app, 2);
    assert!(world(&app).car(vehicle).is_some());
}

#[test]
fn a_game_without_vehicles_runs() {
    let mut app = app(60.0, 60.0);
    update_to(&mut app, 100);
    assert!(app.world_mut().query::<&Vehicle>().iter(app.world()).next().is_none());
}
