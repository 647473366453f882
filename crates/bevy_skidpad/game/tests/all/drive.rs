//! The whole game without a window against the bare core.

use bevy::prelude::*;
use bevy_skidpad::axes::{rotation_to_skidpad, to_skidpad};
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::core::controls::sanitise;
use bevy_skidpad::skidpad::core::math::Real;
use bevy_skidpad::skidpad::core::model::Pose;
use bevy_skidpad::skidpad::core::step::Dt;
use bevy_skidpad::skidpad::prelude::{Car, Controls, Placement, World};
use bevy_skidpad::skidpad::world::rolling::Request;
use skidpad_game::car::{ChosenCar, Player};
use skidpad_game::course::Course;
use skidpad_game::mesh_data::normal;
use skidpad_game::skid_marks::SkidMarks;
use skidpad_game::{Options, STEP_HZ, app};

const SECONDS: f64 = 8.0;

/// Away with full throttle, a bend to the left, brakes with a slide, and on.
fn script(time_s: f64) -> Controls {
    let base = Controls { gear: Gear::Automatic, ..Controls::default() };
    match time_s {
        ..3.0 => Controls { throttle: 1.0, ..base },
        ..4.5 => Controls { throttle: 0.4, steer_rad: 0.05, ..base },
        ..6.0 => Controls { brake: 0.7, handbrake: 0.5, steer_rad: -0.08, ..base },
        _ => Controls { throttle: 0.6, ..base },
    }
}

/// Hash of the world after the last step of the script.
#[derive(Resource, Default)]
struct End(Option<u64>);

fn headless() -> Options {
    Options { is_headless: true, is_mute: true, ..Options::default() }
}

#[test]
fn a_drive_by_script_ends_at_the_hash_of_the_bare_core() {
    let steps = (SECONDS * STEP_HZ) as u64;
    let mut game = app(headless()).unwrap();
    game.init_resource::<End>();
    let drive = |world: Res<SkidpadWorld>, mut car: Single<&mut VehicleControls, With<Player>>| {
        **car = script(world.world().time_s()).into();
    };
    let note = move |world: Res<SkidpadWorld>, mut end: ResMut<End>| {
        if world.world().steps() == steps {
            end.0 = Some(world.hash());
        }
    };
    // Keys are not held, but their system would write controls, too.
    game.add_systems(PreUpdate, |mut commands: Commands, car: Single<Entity, With<VehicleInput>>| {
        commands.entity(*car).remove::<VehicleInput>();
    });
    game.add_systems(FixedUpdate, drive).add_systems(FixedLast, note);
    start(&mut game);
    while game.world().resource::<SkidpadWorld>().world().steps() < steps {
        game.update();
    }
    assert!(game.world().resource::<SkidMarks>().count() > 20, "no skid marks of a handbrake turn");

    let course = Course::open("hill-climb").unwrap();
    let mut world = World::new((&course.scene).into());
    let start = course.scene.start;
    let id = world.add(bare_car(&course).into_member()).unwrap();
    let dt = Dt::new(Time::<Fixed>::from_hz(STEP_HZ).timestep().as_secs_f64()).unwrap();
    for _ in 0..steps {
        world.set_request(id, Request::from_command(sanitise(&script(world.time_s())).0));
        world.step(dt);
    }
    assert_eq!(game.world().resource::<End>().0, Some(world.hash()));
    let [x, y, _] = Car::in_world(&world, id).unwrap().pose().position_m;
    let from_start_m = (x - start.position_m[0]).hypot(y - start.position_m[1]);
    assert!(from_start_m > 40.0, "{from_start_m}");
}

/// The game's car without the game, at the place of its `Transform`, which is `f32`.
fn bare_car(course: &Course) -> Car {
    let start = course.start();
    let [x, y, _] = to_skidpad(start.translation.as_dvec3());
    let quaternion = rotation_to_skidpad(start.rotation.as_dquat());
    let [ahead, left, _] = Pose { position_m: [0.0; 3], quaternion }.to_world([1.0, 0.0, 0.0]);
    let at = Placement { position_m: [x, y], heading_rad: Real::atan2(left, ahead), speed_m_s: 0.0 };
    Car::builder().at(at).model("spatial").preset("boxster-s").unwrap()
}

/// Runs what an app does before its first frame.
fn start(app: &mut App) {
    app.finish();
    app.cleanup();
}

/// Distances of the wheels of a car from the drawn ground, less their radius, m.
fn wheel_gaps_m(app: &mut App) -> Vec<f64> {
    let course = app.world().resource::<Course>().clone();
    let radii = app.world().resource::<ChosenCar>().shape.radii;
    let mut wheels = app.world_mut().query::<(&VehicleWheel, &GlobalTransform)>();
    let gap_m = |(VehicleWheel(place), transform): (&VehicleWheel, &GlobalTransform)| {
        let centre = transform.translation();
        let below = course.on_ground([-f64::from(centre.z), -f64::from(centre.x)]).as_vec3();
        let spot = course.ground().under([-f64::from(centre.z), -f64::from(centre.x)]);
        f64::from((centre - below).dot(normal(spot.rise)) - radii[place / 2])
    };
    wheels.iter(app.world()).map(gap_m).collect()
}

/// The meshes lie within 1 cm of the ground (`meshes`), and the wheels touch it. They are drawn with their rolling radius, while tyres
/// give way to their load.
#[test]
fn drawn_wheels_stand_on_the_ground() {
    for model in ["spatial", "two_track_sprung"] {
        let mut game = app(Options { is_demo: true, model: model.into(), ..headless() }).unwrap();
        start(&mut game);
        let (mut gaps_m, mut fastest) = (Vec::new(), 0.0);
        while game.world().resource::<SkidpadWorld>().world().time_s() < 20.0 {
            game.update();
            let world = game.world().resource::<SkidpadWorld>();
            let Some(car) = world.vehicles().next().and_then(|vehicle| world.car(vehicle)) else { continue };
            fastest = f64::max(fastest, car.speed_m_s());
            if world.world().time_s() > 0.5 {
                gaps_m.extend(wheel_gaps_m(&mut game));
            }
        }
        gaps_m.sort_by(f64::total_cmp);
        let share = |share: f64| gaps_m[(share * (gaps_m.len() - 1) as f64) as usize];
        let [least_m, low_m, middle_m, high_m, most_m] = [0.0, 0.05, 0.5, 0.95, 1.0].map(share);
        println!(
            "{model}, up to {fastest:.1} m/s: wheels {:.1} mm over the ground in the middle, {:.1} to {:.1} for nine tenths, \
             {:.1} to {:.1} mm of {}",
            1e3 * middle_m,
            1e3 * low_m,
            1e3 * high_m,
            1e3 * least_m,
            1e3 * most_m,
            gaps_m.len(),
        );
        assert!(fastest > 15.0, "{model}: it did not drive");
        assert!(gaps_m.len() > 2000 && middle_m.abs() < 0.004, "{model}: {middle_m} m");
        assert!(low_m > -0.010 && high_m < 0.010, "{model}: {low_m} to {high_m} m");
        assert!(least_m > -0.025 && most_m < 0.025, "{model}: {least_m} to {most_m} m");
    }
}
