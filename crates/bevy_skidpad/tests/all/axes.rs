//! Between Skidpad's axes and Bevy's.

use bevy_math::{DQuat, DVec3};
use bevy_skidpad::axes::{rotation_to_bevy, rotation_to_skidpad, to_bevy, to_skidpad};
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::core::model::Pose;
use bevy_transform::prelude::*;

use super::support::{app, get, spawn, update_to};

const AXES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

#[test]
fn each_axis_is_where_bevy_has_it_and_comes_back() {
    let [ahead, left, up] = AXES.map(to_bevy);
    assert_eq!([ahead, left, up], [DVec3::NEG_Z, DVec3::NEG_X, DVec3::Y]);
    for vector in [[1.0, 2.0, 3.0], [-0.5, 1e7, 0.0]] {
        assert_eq!(to_skidpad(to_bevy(vector)), vector);
    }
}

#[test]
fn both_are_right_handed() {
    let [x, y, z] = AXES.map(to_bevy);
    assert_eq!(x.cross(y), z);
}

/// A turned vector, converted, is the converted vector turned by the converted turn.
#[test]
fn turns_are_the_same_turns() {
    let half = 0.35_f64;
    for axis in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.6, 0.0, 0.8], [-0.48, 0.6, 0.64]] {
        let [x, y, z] = axis.map(|part: f64| part * half.sin());
        let quaternion = [half.cos(), x, y, z];
        let pose = Pose { position_m: [0.0; 3], quaternion };
        let rotation = rotation_to_bevy(quaternion);
        for vector in [[1.0, 2.0, 3.0], [0.0, -1.0, 0.5]] {
            let there = to_bevy(pose.to_world(vector));
            assert!((rotation * to_bevy(vector)).abs_diff_eq(there, 1e-14), "{axis:?}");
        }
        assert_eq!(rotation_to_skidpad(rotation), quaternion);
    }
    assert_eq!(rotation_to_bevy([1.0, 0.0, 0.0, 0.0]), DQuat::IDENTITY);
}

/// A car is where its Transform was, and looks along its -z, whichever way it is turned.
#[test]
fn a_vehicle_stays_at_its_transform() {
    for turn in [0.0, 0.5, 2.0, -3.0] {
        let mut app = app(60.0, 60.0);
        let at = Transform::from_xyz(12.0, 0.0, -34.0).with_rotation(bevy_math::Quat::from_rotation_y(turn));
        let vehicle = spawn(&mut app, (Vehicle::preset("mx5-nd-2016").with_speed(10.0), at));
        update_to(&mut app, 30);
        app.update();
        let now = *get::<Transform>(&app, vehicle);
        assert!(now.rotation.angle_between(at.rotation) < 1e-3, "{turn}: {now:?}");
        let way = now.translation - at.translation;
        assert!(way.length() > 4.0 && way.normalize().dot(*at.forward()) > 0.999_99, "{turn}: {way}");
    }
}

/// The same drive 60 km away has the same Transform near a moved origin.
#[test]
fn an_origin_moves_with_the_player() {
    let drive = |origin: DVec3| {
        let mut app = app(60.0, 60.0);
        app.insert_resource(SkidpadOrigin(origin));
        let vehicle = spawn(&mut app, Vehicle::preset("mx5-nd-2016").with_speed(20.0));
        update_to(&mut app, 60);
        app.update();
        *get::<Transform>(&app, vehicle)
    };
    let (near, far) = (drive(DVec3::ZERO), drive(DVec3::new(30_000.0, 0.0, -50_000.0)));
    assert!(near.translation.z < -15.0);
    assert!(near.translation.distance(far.translation) < 1e-5, "{near:?} {far:?}");
}
