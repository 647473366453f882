//! On a plane: the car in space is the car on springs, up to what that one leaves out.

use super::cars::{hold, loads_n, look, on_stiff_tyres, space_car, started};
use crate::support::{coast, manual};
use crate::two_track::sprung_cars;
use skidpad_core::controls::Command;
use skidpad_core::model::spatial::SpatialInput;
use skidpad_core::model::two_track::TwoTrackInput;
use skidpad_core::spec::VehicleSpec;
use skidpad_core::surface::Surface;

/// Roll centres on the road and no anti-dive: the linkages of both models then are the same, and the tyres' springs and the wheels'
/// masses are what is left.
fn plain() -> VehicleSpec {
    sprung_cars::with_chassis(&manual(), |chassis| {
        (chassis.front_roll_centre_m, chassis.rear_roll_centre_m) = (0.0, 0.0);
        (chassis.anti_dive, chassis.anti_squat) = (0.0, 0.0);
        chassis.suspension_friction = 0.0;
        chassis.camber_gain = 0.0;
        // Hardly any mass at the wheels.
        chassis.unsprung_share = 0.01;
    })
}

/// Roll, rad, and yaw rate, rad/s, of both models some time after a step of the steering at 15 m/s, on tyres so many times as stiff.
fn after_step(stiffness: f64, steer_rad: f64, time_s: f64) -> [[f64; 2]; 2] {
    let (spec, road) = (plain(), Surface::asphalt());
    let command = Command { steer_rad, ..coast(0.0) };
    let mut planar = sprung_cars::moving(&spec, 15.0, 0.0);
    sprung_cars::hold(&mut planar, &command, &road, 1e-3, time_s);
    let mut space = started(on_stiff_tyres(space_car(&spec), stiffness), 15.0, 0.0);
    let on_plane = SpatialInput::on_plane(&command);
    hold(&mut space, &on_plane, &road, 1e-3, time_s);
    let (flat, attitude) = (&planar.state().body, look(&space, &on_plane, &road).space);
    [[flat.roll_rad, flat.yaw_rate_rad_s], [attitude.roll_rad, space.state().body.yaw_rate_rad_s]]
}

/// Relative differences of roll and yaw rate.
fn differences(stiffness: f64, time_s: f64) -> [f64; 2] {
    let [flat, space] = after_step(stiffness, 0.01, time_s);
    [0, 1].map(|of| (space[of] - flat[of]).abs() / flat[of].abs())
}

/// What is left between both models falls with the stiffness of the tyres, down to the hundredth of the mass that is in the wheels.
#[test]
fn small_motions_are_those_of_the_car_on_springs() {
    for time_s in [0.15, 0.4, 2.0] {
        let ([roll, yaw], [stiff_roll, stiff_yaw]) = (differences(25.0, time_s), differences(100.0, time_s));
        assert!(stiff_roll < 0.015, "roll at {time_s} s: {stiff_roll}");
        assert!(stiff_yaw < 0.006, "yaw rate at {time_s} s: {stiff_yaw}");
        assert!(roll < 0.04 && stiff_roll < 0.7 * roll, "roll at {time_s} s: {roll} and {stiff_roll}");
        assert!(yaw < 0.006, "yaw rate at {time_s} s: {yaw}");
    }
}

/// In a steady turn the loads are those of the car on springs, whatever the tyres give.
#[test]
fn loads_in_a_turn_are_those_of_the_car_on_springs() {
    let (spec, road) = (plain(), Surface::asphalt());
    let command = Command { steer_rad: 0.02, ..coast(0.0) };
    let mut planar = sprung_cars::moving(&spec, 15.0, 0.0);
    let mut space = started(space_car(&spec), 15.0, 0.0);
    let on_plane = SpatialInput::on_plane(&command);
    sprung_cars::hold(&mut planar, &command, &road, 1e-3, 2.0);
    hold(&mut space, &on_plane, &road, 1e-3, 2.0);
    let flat = planar.look(&TwoTrackInput::on_even_road(&command), &road).1.wheels.in_a_row();
    for (wheel, (flat, space)) in flat.iter().zip(loads_n(&space, &on_plane, &road)).enumerate() {
        assert!((space / flat.load_n - 1.0).abs() < 0.02, "wheel {wheel}: {space} N and {} N", flat.load_n);
    }
}
