//! A loop: at the top the road must push, and below a speed it cannot.

use super::cars::{Car, on_stiff_tyres, space_car, started, untouched, vacuum};
use crate::support::{dt, manual};
use crate::two_track::sprung_cars::with_chassis;
use skidpad_core::model::spatial::{CornerGround, SpatialInput};
use skidpad_core::step::Status;
use skidpad_core::wheels::Wheels;

const RADIUS_M: f64 = 12.0;

/// The inside of a cylinder about a level axis across the road: its tangent plane below each wheel of the car.
fn in_loop(car: &Car) -> SpatialInput<f64> {
    let body = &car.state().body;
    let pose = <super::cars::InSpace as skidpad_core::model::Model>::pose(car.state(), &vacuum());
    let wheels = car.car().space.wheels.in_a_row();
    let grounds = wheels.map(|wheel| {
        let up = wheel.hub_z_m + car.car().space.masses.cg_height_m;
        let [x, _, z] = pose.to_world([wheel.hub_x_m, wheel.hub_y_m, up]);
        let (x, z) = (body.x_m + x, body.z_m + z - RADIUS_M);
        let far = (x * x + z * z).sqrt();
        let point_m = [RADIUS_M * x / far, 0.0, RADIUS_M * z / far + RADIUS_M];
        CornerGround::through(point_m, [-x / far, 0.0, -z / far])
    });
    SpatialInput { grounds: Wheels::from_row(grounds), ..untouched() }
}

/// Angle about the loop's axis that a coasting car comes to before it leaves the road, rad; more than 2 pi where it goes round.
fn round(speed_m_s: f64) -> f64 {
    // Hardly any spring: the loop is for a rigid car.
    let mut spec = with_chassis(&manual(), |chassis| {
        (chassis.front_ride_hz, chassis.rear_ride_hz) = (10.0, 10.0);
        chassis.damping_ratio = 0.5;
    });
    (spec.front.rolling_resistance, spec.rear.rolling_resistance) = (0.0, 0.0);
    let mut car = started(on_stiff_tyres(space_car(&spec), 10.0), speed_m_s, 0.0);
    let (mut angle, mut before) = (0.0, 0.0_f64);
    for _ in 0..6000 {
        let input = in_loop(&car);
        assert_eq!(car.step(&input, &vacuum(), dt(0.001)), Status::Running);
        let loads = super::cars::loads_n(&car, &in_loop(&car), &vacuum());
        let body = &car.state().body;
        let now = body.x_m.atan2(RADIUS_M - body.z_m);
        let turned = (now - before + 3.0 * core::f64::consts::PI).rem_euclid(2.0 * core::f64::consts::PI)
            - core::f64::consts::PI;
        (angle, before) = (angle + turned, now);
        if angle > 6.2 || (angle > 0.5 && loads.iter().all(|load| *load == 0.0)) || turned < 0.0 {
            break;
        }
    }
    angle
}

/// With the centre of mass at r = R - h from the axis, it needs v^2 >= g r at the top, and energy 2 g r more below:
/// sqrt(5 g r), less for the car's own turning, which carries v^2 k^2 / r^2 of energy with it.
#[test]
fn a_car_goes_round_a_loop_at_the_least_speed_that_physics_allows() {
    let r = RADIUS_M - 0.5;
    let least_m_s = (5.0_f64 * 9.80665 * r).sqrt();
    assert!(round(1.06 * least_m_s) > 6.2, "{}", round(1.06 * least_m_s));
    let short = round(0.94 * least_m_s);
    assert!(short > 1.6 && short < 3.3, "leaves the road at {short} rad");
}
