//! The cornering stiffness of an axle that is given is that of every tyre law and model.
//!
//! The story: peak slip angles were the same for all cars (8 degrees in front, 7 at the rear), and nothing could be said
//! against them but another angle. So an electric hatchback and a sports car had the same understeer gradient, 0.6 to
//! 0.8 deg/g, where measured cars have 1 to 6.
#![allow(clippy::disallowed_methods)]

use crate::single_track_support;
use crate::support;
use skidpad_core::math::Vec2;

use single_track_support::{hold, moving, steered};
use skidpad_core::spec::{AxleSpec, SpecError, VehicleSpec};
use skidpad_core::surface::Surface;
use skidpad_core::tyre::{Footprint, SteadyTyre};
use skidpad_core::units::STANDARD_GRAVITY_M_S2;
use support::{build, electric};

/// Axle cornering stiffnesses of a front-heavy hatchback, N/rad: 8.5 and 13.5 times the axle's load.
const FRONT_N_RAD: f64 = 70_000.0;
const REAR_N_RAD: f64 = 90_000.0;

fn given() -> VehicleSpec {
    let mut spec = electric();
    spec.body.front_weight_share = 0.55;
    spec.front.give_either("cornering_stiffness", FRONT_N_RAD);
    spec.rear.give_either("cornering_stiffness", REAR_N_RAD);
    spec
}

fn close(found: f64, expected: f64, bound: f64, what: &str) {
    assert!((found / expected - 1.0).abs() <= bound, "{what}: {found}, not {expected} within {bound}");
}

/// The slope at no slip of a law at the axle's load at rest, both wheels together; as the law says it and as its force
/// shows it.
fn begins_with<L: SteadyTyre<f64>>(name: &str, law: &L, axle_load_n: f64, expected_n_rad: f64) {
    let at = |y: f64| {
        let plain = Footprint::plain(0.5 * axle_load_n, Vec2 { x: 0.0, y });
        law.steady(&Footprint { speed_m_s: 20.0, ..plain }).force.y
    };
    let slope = law.slip_stiffness_n(&Footprint::plain(0.5 * axle_load_n, Vec2 { x: 0.0, y: 0.0 })).y;
    close(2.0 * slope, expected_n_rad, 1e-9, name);
    close(2.0 * (at(1e-5) - at(-1e-5)) / 2e-5, expected_n_rad, 2e-3, name);
}

#[test]
fn every_tyre_law_begins_with_the_stiffness_that_is_given() {
    let spec = given();
    let vehicle = build(&spec);
    for (is_front, expected) in [(true, FRONT_N_RAD), (false, REAR_N_RAD)] {
        let load_n = spec.axle_load_n(is_front);
        let axle = if is_front { vehicle.front() } else { vehicle.rear() };
        close(axle.combined_tyre().cornering_stiffness_1_rad() * load_n, expected, 1e-12, "axle");
        begins_with("brush", &vehicle.brush_tyre(is_front), load_n, expected);
        begins_with("magic", &vehicle.magic_formula(is_front), load_n, expected);
        begins_with("fiala", &vehicle.fiala_tyre(is_front), load_n, expected);
        begins_with("tmeasy", &vehicle.tmeasy_tyre(is_front), load_n, expected);
        begins_with("pacejka89", &vehicle.pacejka89_tyre(is_front), load_n, expected);
    }
}

/// More friction moves the peak to a larger slip angle and leaves the slope as it is; given by its angle, the axle
/// becomes stiffer instead.
#[test]
fn friction_changes_the_peak_and_not_the_stiffness() {
    let mut spec = given();
    let angle = build(&spec).front().peak_slip_angle_rad;
    spec.front.lateral_friction *= 1.2;
    close(build(&spec).front().peak_slip_angle_rad.tan(), 1.2 * angle.tan(), 1e-12, "peak");
    close(spec.cornering_stiffness_n_rad(true), FRONT_N_RAD, 1e-12, "given");
    // The other way round it is the same axle.
    let mut by_angle = given();
    by_angle.front.give_either("peak_slip_angle", angle);
    close(by_angle.cornering_stiffness_n_rad(true), FRONT_N_RAD, 1e-12, "from the angle");
    assert_eq!(build(&by_angle).front(), build(&given()).front());
}

/// delta = L / R + K a_y with K = (W_f / C_f - W_r / C_r) / g (Guiggiani, The Science of Vehicle Dynamics, 2nd ed., 6.11):
/// in gentle steady turns, where 0.002 rad of steering are less than 0.05 g.
#[test]
fn the_understeer_gradient_is_load_over_stiffness_front_less_rear() {
    let spec = given();
    let road = Surface { rolling: 0.0, air_density_kg_m3: 0.0, ..Surface::asphalt() };
    let k =
        (spec.axle_load_n(true) / FRONT_N_RAD - spec.axle_load_n(false) / REAR_N_RAD) / STANDARD_GRAVITY_M_S2;
    for speed in [15.0, 30.0] {
        let mut car = moving(&spec, speed);
        hold(&mut car, &steered(0.002), &road, 0.005, 6.0);
        let lateral = car.look(&steered(0.002), &road).1.acceleration_y_m_s2;
        let state = car.state();
        let found = (0.002 - spec.body.wheelbase_m * state.yaw_rate_rad_s / state.velocity_x_m_s) / lateral;
        close(found, k, 0.01, "rad per m/s^2");
    }
}

fn errors(change: impl Fn(&mut AxleSpec)) -> Vec<SpecError> {
    let mut spec = given();
    change(&mut spec.front);
    spec.validate().err().unwrap_or_default()
}

#[test]
fn both_neither_and_what_no_tyre_has_are_refused() {
    let both = errors(|axle| axle.peak_slip_angle_rad = 0.13);
    let expected = "front.cornering_stiffness is 70000; it must be left out, or else front.peak_slip_angle, as each \
                    follows from the other";
    assert_eq!(both.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    let neither = errors(|axle| axle.cornering_stiffness_n_rad = AxleSpec::NOT_GIVEN);
    assert_eq!(
        neither.iter().map(|error| error.field.as_str()).collect::<Vec<_>>(),
        ["front.peak_slip_angle"]
    );
    for (value, says) in [
        (5_000.0, "its largest force would be at a slip angle of 1.2"),
        (1e7, "and 0.01 to 0.6 rad are allowed"),
        (-5.0, "between 1 and 100000000 N/rad"),
    ] {
        let wrong = errors(|axle| axle.cornering_stiffness_n_rad = value);
        assert!(wrong.len() == 1 && wrong[0].to_string().contains(says), "{value}: {wrong:?}");
    }
    let missing = errors(|axle| axle.cornering_stiffness_n_rad = f64::NAN);
    assert!(missing.len() == 1 && missing[0].to_string().contains("missing"), "{missing:?}");
}
