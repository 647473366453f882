//! Pictures between steps.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_skidpad::prelude::*;
use bevy_transform::prelude::*;

use super::support::{app, get, spawn, update_to};

const MODELS: [&str; 3] = ["two_track", "two_track_sprung", "spatial"];

fn with_wheels(
    app: &mut App,
    model: &str,
    speed_m_s: f64,
    controls: VehicleControls,
) -> (Entity, [Entity; 4]) {
    let vehicle = Vehicle::preset("mx5-nd-2016").with_model(model).with_speed(speed_m_s);
    let vehicle = spawn(app, (vehicle, controls));
    let wheels = [0, 1, 2, 3].map(|place| spawn(app, (VehicleWheel(place), ChildOf(vehicle))));
    (vehicle, wheels)
}

/// The largest of the second differences.
fn unevenness(values: &[f64]) -> f64 {
    values.windows(3).map(|three| (three[0] - 2.0 * three[1] + three[2]).abs()).fold(0.0, f64::max)
}

/// 144 pictures a second of 60 steps: each goes on from the last, evenly. Between two steps the speed is even, and from one to the next it
/// changes by a/60: the second difference is that over a picture, a/60/144, and what f32 rounds.
#[test]
fn a_car_that_accelerates_is_drawn_evenly() {
    for model in MODELS {
        let mut app = app(60.0, 144.0);
        let controls = VehicleControls { throttle: 1.0, ..VehicleControls::default() };
        let (vehicle, wheels) = with_wheels(&mut app, model, 15.0, controls);
        update_to(&mut app, 60);
        let (mut ahead_m, mut turned_rad) = (Vec::new(), vec![0.0_f64]);
        let mut last = get::<Transform>(&app, wheels[0]).rotation;
        for _ in 0..432 {
            app.update();
            ahead_m.push(f64::from(-get::<Transform>(&app, vehicle).translation.z));
            let now = get::<Transform>(&app, wheels[0]).rotation;
            // Forwards is about -x.
            let turn = 2.0 * f64::from(-(last.inverse() * now).x).asin();
            turned_rad.push(turned_rad[turned_rad.len() - 1] + turn.abs());
            last = now;
        }
        assert!(ahead_m.windows(2).all(|two| two[1] > two[0]), "{model}: monotonic");
        assert!(ahead_m[431] - ahead_m[0] > 45.0, "{model}: {}", ahead_m[431] - ahead_m[0]);
        let most_m = 12.0 / 60.0 / 144.0 + 3e-5;
        assert!(unevenness(&ahead_m) < most_m, "{model}: {} m", unevenness(&ahead_m));
        // A wheel of 0.3 m at 20 m/s turns by 0.46 rad from picture to picture.
        assert!(unevenness(&turned_rad) < 0.01, "{model}: {} rad", unevenness(&turned_rad));
        assert!(turned_rad[432] > 140.0, "{model}: {}", turned_rad[432]);
    }
}

/// Several steps between two pictures, and not always as many.
#[test]
fn pictures_that_are_rarer_than_steps_are_even_too() {
    let mut app = app(240.0, 90.0);
    let (vehicle, _) = with_wheels(&mut app, "two_track", 20.0, VehicleControls::default());
    update_to(&mut app, 100);
    let mut ahead_m = Vec::new();
    for _ in 0..180 {
        app.update();
        ahead_m.push(f64::from(-get::<Transform>(&app, vehicle).translation.z));
    }
    // It coasts with less than 2 m/s^2.
    assert!(unevenness(&ahead_m) < 2.0 / 90.0 / 90.0 + 3e-5, "{} m", unevenness(&ahead_m));
}

/// A car that falls on its side, its roof, its nose and its tail, and turns from there: no picture turns by more than its share of the
/// steps, and none is between two on the longer way round.
#[test]
fn a_car_that_rolls_over_is_drawn_evenly() {
    let (mut turned_rad, mut lowest_up) = (0.0, 1.0);
    for fallen in [Quat::from_rotation_z(1.1), Quat::from_rotation_z(2.4), Quat::from_rotation_x(2.4)] {
        let mut app = app(60.0, 144.0);
        let at = Transform::from_xyz(0.0, 2.0, 0.0).with_rotation(fallen);
        let vehicle = Vehicle::preset("mx5-nd-2016").with_model("spatial").with_speed(25.0).in_space();
        let vehicle = spawn(&mut app, (vehicle, at));
        update_to(&mut app, 1);
        let attitude = |app: &App| {
            let pose = app.world().resource::<SkidpadWorld>().car(vehicle).unwrap().pose();
            bevy_skidpad::axes::rotation_to_bevy(pose.quaternion)
        };
        let (mut stepped, mut drawn) = (attitude(&app), get::<Transform>(&app, vehicle).rotation);
        let (mut most_step_rad, mut most_picture_rad) = (0.0, 0.0);
        for _ in 0..432 {
            app.update();
            let step = attitude(&app);
            most_step_rad = f64::max(most_step_rad, stepped.angle_between(step));
            stepped = step;
            let picture = get::<Transform>(&app, vehicle).rotation;
            let turn_rad = drawn.angle_between(picture);
            most_picture_rad = f32::max(most_picture_rad, turn_rad);
            turned_rad += turn_rad;
            lowest_up = f32::min(lowest_up, (picture * Vec3::Y).y);
            drawn = picture;
        }
        let share_rad = 60.0 / 144.0 * most_step_rad as f32;
        assert!(most_picture_rad < 1.05 * share_rad + 1e-3, "{most_picture_rad} rad of {share_rad} rad");
    }
    assert!(lowest_up < -0.5 && turned_rad > 2.0, "they roll: {lowest_up}, {turned_rad} rad");
}

/// Drawn at the last step alone it would shake: the test above notices.
#[test]
fn without_drawing_between_steps_it_would_shake() {
    let mut app = app(60.0, 144.0);
    let (vehicle, _) = with_wheels(&mut app, "two_track", 20.0, VehicleControls::default());
    update_to(&mut app, 30);
    let mut ahead_m = Vec::new();
    for _ in 0..144 {
        app.update();
        let car = app.world().resource::<SkidpadWorld>().car(vehicle).unwrap();
        ahead_m.push(car.pose().position_m[0]);
    }
    assert!(unevenness(&ahead_m) > 0.1, "{}", unevenness(&ahead_m));
}

#[test]
fn a_standing_car_has_the_same_transform_to_the_bit() {
    for model in MODELS {
        let mut app = app(60.0, 144.0);
        let controls = VehicleControls { brake: 1.0, ..VehicleControls::default() };
        let (vehicle, wheels) = with_wheels(&mut app, model, 0.0, controls);
        let at = Transform::from_xyz(123.4, 0.0, 56.7).with_rotation(Quat::from_rotation_y(0.7));
        app.world_mut().entity_mut(vehicle).insert(at);
        update_to(&mut app, 300);
        app.update();
        let bits = |app: &App| {
            [vehicle, wheels[0], wheels[3]].map(|entity| {
                let Transform { translation, rotation, .. } = *get::<Transform>(app, entity);
                let numbers = [translation.to_array().to_vec(), rotation.to_array().to_vec()].concat();
                numbers.into_iter().map(f32::to_bits).collect::<Vec<_>>()
            })
        };
        let first = bits(&app);
        for picture in 0..500 {
            app.update();
            assert_eq!(bits(&app), first, "{model} in picture {picture}");
        }
    }
}

#[test]
fn wheels_are_where_the_car_has_them() {
    let mut app = app(60.0, 60.0);
    let controls = VehicleControls { steer_rad: 0.3, ..VehicleControls::default() };
    let (vehicle, wheels) = with_wheels(&mut app, "two_track_sprung", 0.0, controls);
    update_to(&mut app, 120);
    let at = wheels.map(|wheel| *get::<Transform>(&app, wheel));
    let [front_left, front_right, rear_left, rear_right] = at.map(|at| at.translation);
    assert!(front_left.z < -0.5 && front_right.z < -0.5 && rear_left.z > 0.5 && rear_right.z > 0.5);
    assert!(front_left.x < -0.5 && rear_left.x < -0.5 && front_right.x > 0.5 && rear_right.x > 0.5);
    assert!(at.iter().all(|at| (0.2..0.5).contains(&at.translation.y)), "{at:?}");
    // The axle of a steered wheel: to the left is forwards on its right side.
    let axle = at[0].rotation * Vec3::X;
    assert!(axle.z < -0.2 && axle.x > 0.9, "{axle}");
    assert!((at[2].rotation * Vec3::X).x > 0.9999);
    let _ = vehicle;
}

/// A car that was put elsewhere is not drawn on its way there.
#[test]
fn a_car_that_is_placed_is_there_at_once() {
    let mut app = app(60.0, 144.0);
    let (vehicle, _) = with_wheels(&mut app, "two_track", 0.0, VehicleControls::default());
    update_to(&mut app, 10);
    app.world_mut().write_message(PlaceVehicle::at(vehicle, Transform::from_xyz(500.0, 0.0, 0.0)));
    let mut seen = Vec::new();
    for _ in 0..10 {
        app.update();
        seen.push(get::<Transform>(&app, vehicle).translation.x);
    }
    assert!(seen.iter().all(|x| *x < 1.0 || *x > 499.0) && seen[9] > 499.0, "{seen:?}");
}

/// Wheels were drawn upright. At rest a wheel with negative camber leans inwards: the left one to the right.
#[test]
fn wheels_lean_by_their_camber() {
    let mut file = bevy_skidpad::skidpad::presets::preset("mx5-nd-2016").expect("a preset");
    file.spec.chassis.as_mut().expect("a chassis").front_camber_rad = -0.035;
    let mut app = app(60.0, 60.0);
    let source = bevy_skidpad::VehicleSource::Specification(Box::new(file.spec));
    let vehicle = spawn(&mut app, Vehicle::new(source).with_model("two_track"));
    let wheels = [0, 1].map(|place| spawn(&mut app, (VehicleWheel(place), ChildOf(vehicle))));
    update_to(&mut app, 3);
    app.update();
    for (wheel, side) in wheels.into_iter().zip([1.0, -1.0]) {
        // Bevy's x is to the right, y up: the axle's right end dips where the top leans to the right.
        let axle = get::<Transform>(&app, wheel).rotation * Vec3::X;
        assert!((axle.y + side * 0.035).abs() < 1e-3 && axle.x > 0.99, "{axle}");
    }
}
