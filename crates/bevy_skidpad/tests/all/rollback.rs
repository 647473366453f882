//! Eight frames back at each frame, as a rollback library does it.

use std::collections::VecDeque;
use std::time::Duration;

use bevy_app::App;
use bevy_ecs::entity::MapEntities;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::world::contact::Wall;
use bevy_time::Time;
use bevy_transform::prelude::*;

use super::support::{Reader, spawn, world};

#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct AdvanceFrame;

const FRAMES: usize = 200;
const BACK: usize = 8;

fn game() -> (App, [Entity; 3]) {
    let mut app = App::new();
    app.init_schedule(AdvanceFrame).add_plugins(SkidpadPlugin::new(AdvanceFrame));
    let mut time = Time::<()>::default();
    time.advance_by(Duration::from_secs_f64(1.0 / 60.0));
    app.insert_resource(time);
    let walls = Wall::arena([-20.0, -20.0], [60.0, 20.0], 0.2, 0.5);
    app.insert_resource(SkidpadGround::from(Site::asphalt().with_walls(walls.to_vec()).unwrap()));
    let cars = [("two_track", 0.0), ("two_track_sprung", 3.0), ("spatial", 6.0)].map(|(model, x)| {
        let vehicle = Vehicle::preset("mx5-nd-2016").with_model(model).with_speed(15.0);
        spawn(&mut app, (vehicle, Transform::from_xyz(x, 0.0, 0.0)))
    });
    (app, cars)
}

/// Inputs of a frame; until they arrive, those of the frame before are guessed.
fn controls(car: usize, frame: usize) -> VehicleControls {
    let phase = frame as f64 / 23.0 + car as f64;
    VehicleControls {
        throttle: 0.5 + 0.5 * phase.sin(),
        brake: if frame % 71 > 60 { 0.8 } else { 0.0 },
        steer_rad: 0.2 * (1.7 * phase).sin(),
        ..VehicleControls::default()
    }
}

fn advance(app: &mut App, cars: &[Entity; 3], inputs: impl Fn(usize) -> VehicleControls) {
    for (car, entity) in cars.iter().enumerate() {
        app.world_mut().entity_mut(*entity).insert(inputs(car));
    }
    app.world_mut().run_schedule(AdvanceFrame);
}

#[test]
fn frames_that_are_computed_again_have_the_same_bits() {
    let (mut straight, cars) = game();
    let mut expected = Vec::new();
    for frame in 0..FRAMES {
        advance(&mut straight, &cars, |car| controls(car, frame));
        expected.push(world(&straight).hash());
    }
    let (mut app, cars) = game();
    let mut saved: VecDeque<SkidpadWorld> = VecDeque::new();
    for (frame, expected) in expected.iter().enumerate() {
        saved.push_back(world(&app).clone());
        // The inputs of this frame are not here yet: those of eight frames ago are guessed.
        advance(&mut app, &cars, |car| controls(car, frame.saturating_sub(BACK)));
        if saved.len() > BACK {
            saved.pop_front();
        }
        // They arrive.
        let first = frame + 1 - saved.len();
        app.insert_resource(saved[0].clone());
        for again in first..=frame {
            saved[again - first] = world(&app).clone();
            advance(&mut app, &cars, |car| controls(car, again));
        }
        assert_eq!(world(&app).hash(), *expected, "frame {frame}");
    }
}

/// A car that joined after the snapshot is gone in it, and one that left is back; events are not told twice within a frame.
#[test]
fn a_snapshot_knows_who_was_there() {
    let (mut app, cars) = game();
    (0..20).for_each(|frame| advance(&mut app, &cars, |car| controls(car, frame)));
    let saved = world(&app).clone();
    let late = spawn(&mut app, (Vehicle::preset("boxster-s"), Transform::from_xyz(0.0, 0.0, 15.0)));
    (20..30).for_each(|frame| advance(&mut app, &cars, |car| controls(car, frame)));
    assert_eq!(world(&app).vehicles().len(), 4);
    let hash = {
        let mut alone = saved.clone();
        std::mem::swap(&mut *app.world_mut().resource_mut::<SkidpadWorld>(), &mut alone);
        app.world_mut().despawn(late);
        (20..30).for_each(|frame| advance(&mut app, &cars, |car| controls(car, frame)));
        world(&app).hash()
    };
    // Components that are inserted again, as by a rollback, change nothing.
    app.insert_resource(saved);
    for entity in cars {
        let vehicle = app.world().get::<Vehicle>(entity).unwrap().clone();
        app.world_mut().entity_mut(entity).insert(vehicle);
    }
    let mut events = Reader::<VehicleEvent>::new();
    events.read(&app);
    (20..30).for_each(|frame| advance(&mut app, &cars, |car| controls(car, frame)));
    assert_eq!(world(&app).hash(), hash);
    let replaced = |event: &VehicleEvent| event.kind == VehicleEventKind::Replaced;
    assert!(!events.read(&app).iter().any(replaced), "they are the same cars");
}

/// Entities that are spawned again after a rollback have other names.
#[test]
fn entities_are_renamed() {
    let (mut app, cars) = game();
    advance(&mut app, &cars, |car| controls(car, 0));
    let new = spawn(&mut app, Transform::IDENTITY);
    let mut renamed = world(&app).clone();
    renamed.map_entities(&mut (cars[1], new));
    assert_eq!(renamed.vehicles().collect::<Vec<_>>(), [cars[0], new, cars[2]]);
    assert!(renamed.car(new).is_some() && renamed.car(cars[1]).is_none());
    assert_eq!(renamed.hash(), world(&app).hash());
}
