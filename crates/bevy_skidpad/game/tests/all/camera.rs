//! The camera at different and uneven frame rates.

use bevy::math::{Quat, Vec3};
use bevy::transform::components::Transform;
use skidpad_game::camera::ChaseCamera;
use skidpad_game::mesh_data::scatter;

const SPEED_M_S: f32 = 30.0;
/// Radius of a bend, and the grade of the road.
const RADIUS_M: f32 = 60.0;
const GRADE: f32 = 0.1;

/// The car at a time: on a straight for two seconds, and then up a bend to the left.
fn car(time_s: f32) -> Transform {
    let straight_m = 2.0 * SPEED_M_S;
    let bend_m = SPEED_M_S * time_s - straight_m;
    let turned = f32::max(bend_m, 0.0) / RADIUS_M;
    let along_m = if bend_m > 0.0 { straight_m + RADIUS_M * turned.sin() } else { SPEED_M_S * time_s };
    let position = Vec3::new(RADIUS_M * (turned.cos() - 1.0), GRADE * f32::max(bend_m, 0.0), -along_m);
    Transform::from_translation(position).with_rotation(Quat::from_rotation_y(turned))
}

/// Places of the camera, as the car sees it, in frames whose lengths differ by a share of their mean.
fn seen(rate_hz: f32, unevenness: f32) -> Vec<(f32, Vec3)> {
    let (mut camera, mut time_s, mut seen) = (ChaseCamera::default(), 0.0, Vec::new());
    let mut frame = 0;
    while time_s < 6.0 {
        let dt_s = (1.0 + unevenness * (scatter(frame, 5) - 0.5)) / rate_hz;
        (time_s, frame) = (time_s + dt_s, frame + 1);
        let car = car(time_s);
        let [eye, _] = camera.follow(&car, SPEED_M_S, dt_s);
        seen.push((time_s, car.compute_affine().inverse().transform_point3(eye)));
    }
    seen
}

#[test]
fn a_steady_car_stands_still_in_the_picture_at_any_frame_rate() {
    let last = seen(60.0, 0.0).last().unwrap().1;
    assert!(last.z > 5.0 && last.z < 9.0 && last.y > 1.0 && last.y < 3.0, "{last}");
    for rate_hz in [37.0, 60.0, 90.0, 144.0, 165.0] {
        for unevenness in [0.0, 0.8] {
            // Long after the bend began.
            let late: Vec<_> =
                seen(rate_hz, unevenness).into_iter().filter(|(time_s, _)| *time_s > 5.0).collect();
            for (time_s, eye) in &late {
                let off_m = eye.distance(last);
                assert!(
                    off_m < 0.003,
                    "{rate_hz} Hz, {unevenness}: {off_m} m at {time_s} s: {eye} and {last}"
                );
            }
        }
    }
}

/// As the bend begins the camera swings the same way at any rate: frames but sample it.
#[test]
fn the_camera_swings_alike_at_any_frame_rate() {
    let fine = seen(1000.0, 0.0);
    for rate_hz in [37.0, 60.0, 165.0] {
        for (time_s, eye) in seen(rate_hz, 0.8) {
            let place = fine.partition_point(|(fine_s, _)| *fine_s < time_s).min(fine.len() - 1);
            let off_m = eye.distance(fine[place].1);
            assert!(off_m < 0.06, "{rate_hz} Hz: {off_m} m at {time_s} s");
        }
    }
}
