//! Cornering stiffness in vehicle files: how it is written, and what cars with published figures do with it.
//!
//! The story: every preset had the same peak slip angles by one rule, so that the understeer gradients of a Leaf, a GTI, a
//! Corvette and an M8 all lay between 0.61 and 0.78 deg/g. Now a file gives what was published for its car, and what
//! still is the rule says so.
#![allow(clippy::disallowed_methods)]

use crate::common;

use common::{problem, read, with};
use skidpad_core::spec::{Vehicle, VehicleSpec};
use skidpad_core::units::{STANDARD_GRAVITY_M_S2, to_degrees};
use skidpad_formats::presets::{preset, preset_names, preset_text};
use skidpad_formats::vehicle::{Provenance, write};
use skidpad_models::MODELS;
use skidpad_world::manoeuvre::{Subject, constant_speed, step_steer};

/// The presets whose handling below the limit was published, with the published understeer gradient, deg/g.
const PUBLISHED: &[(&str, f64)] = &[
    ("acura-tsx-2007", 3.6),
    ("civic-si-2012-track", 5.5),
    // 8562 N / 160 kN/rad - 6275 N / 180 kN/rad.
    ("audi-tts-shelley", 1.069),
    // 1 / 8.0 - 1 / 13.0 rad per g.
    ("gti-mk7-dsg-2015", 2.755),
];

/// A car by the rule, with the stiffness of its front axle instead.
fn stiff(value: &str) -> String {
    let key = format!("cornering_stiffness = {value}");
    preset_text("corvette-c5").unwrap().replacen("peak_slip_angle = \"derived\"", &key, 1)
}

#[test]
fn it_is_given_in_place_of_the_peak_slip_angle() {
    for (written, n_rad) in
        [("90000", 90e3), ("\"90 kN/rad\"", 90e3), ("\"1570.796 N/deg\"", 1570.796 * 57.295_779_513)]
    {
        let file = read(&stiff(written)).unwrap();
        assert!((file.spec.front.cornering_stiffness_n_rad / n_rad - 1.0).abs() < 1e-9, "{written}");
        assert_eq!(file.spec.front.peak_slip_angle_rad, 0.0);
        assert!(file.is_cornering_by_rule(), "the rear axle still is");
        assert_eq!(read(&write(&file)).unwrap(), file);
    }
}

#[test]
fn both_and_neither_are_refused_in_one_line() {
    let text = preset_text("corvette-c5").unwrap();
    let both = with(text, "front", "peak_slip_angle", Some("\"8 deg\"\ncornering_stiffness = \"90 kN/rad\""));
    let message = problem(&both);
    let expected = "front.cornering_stiffness: got \"90 kN/rad\"; must be left out, or else front.peak_slip_angle, as each \
                    follows from the other; front.peak_slip_angle is \"8 deg\" in line";
    assert!(message.contains(expected), "{message}");
    let neither = problem(&with(text, "front", "peak_slip_angle", None));
    assert!(neither.contains("front.peak_slip_angle: missing"), "{neither}");
    assert!(neither.contains("; or cornering_stiffness in its place"), "{neither}");
    let no_rule = problem(&stiff("\"derived\""));
    assert!(no_rule.contains("front.cornering_stiffness") && no_rule.contains("no rule"), "{no_rule}");
    let soft = problem(&stiff("\"5 kN/rad\""));
    assert!(soft.contains("its largest force would be at a slip angle of"), "{soft}");
}

/// To set one of the two makes it the given one; given back, the file is the one that was read.
#[test]
fn to_set_one_makes_the_other_follow() {
    let base = preset("corvette-c5").unwrap();
    let mut file = base.clone();
    let place = |name: &str| base.places().into_iter().find(|place| place.path() == name).unwrap();
    let (stiffness, angle) = (place("front.cornering_stiffness"), place("front.peak_slip_angle"));
    assert!(file.follows(&stiffness) && !file.follows(&angle));
    let was = stiffness.get(&file.spec).unwrap();
    file.set(&stiffness, 0.8 * was);
    assert!(!file.follows(&stiffness) && file.follows(&angle));
    let wider = angle.get(&file.spec).unwrap().tan() / angle.get(&base.spec).unwrap().tan();
    assert!((wider - 1.25).abs() < 1e-12, "{wider}");
    assert_eq!(read(&write(&file)).unwrap().spec, file.spec);
    file.set(&angle, 0.12);
    assert!(file.follows(&stiffness) && !file.follows(&angle));
    file.give_as_in(&angle, &base);
    assert_eq!(file, base);
}

/// Understeer gradient of the linear car, rad per g: W_f / C_f - W_r / C_r.
fn gradient(spec: &VehicleSpec) -> f64 {
    let compliance = |is_front: bool| spec.axle_load_n(is_front) / spec.cornering_stiffness_n_rad(is_front);
    compliance(true) - compliance(false)
}

#[test]
fn presets_have_what_was_published_or_say_that_it_is_the_rule() {
    for name in preset_names() {
        let file = preset(name).unwrap();
        let Some((_, published)) = PUBLISHED.iter().find(|of| of.0 == name) else {
            continue;
        };
        assert!(!file.is_cornering_by_rule(), "{name}");
        for axle in ["front", "rear"] {
            let how = &file.provenance[&format!("{axle}.cornering_stiffness")];
            assert!(matches!(how, Provenance::Published { .. }), "{name} {axle}: {how:?}");
        }
        let found = to_degrees(gradient(&file.spec));
        assert!((found - published).abs() < 0.01, "{name}: {found} deg/g, published {published}");
    }
    assert!(preset("leaf-2011").unwrap().is_cornering_by_rule());
}

/// How much more slip angle an axle needs per lateral acceleration from 0.1 to 0.4 g than its stiffness at no slip says: its
/// curve F / F_z = 2 mu s / (1 + s^2) bends, with s the slip over that at the peak.
fn bend(friction: f64) -> f64 {
    let slip = |g: f64| (friction - (friction * friction - g * g).sqrt()) / g;
    2.0 * friction * (slip(0.4) - slip(0.1)) / 0.3
}

/// Steady yaw rate per steering angle, 1/s, and response time, s, of the linear single track after a step of the steering, by
/// small steps (Guiggiani, 2nd ed., 6.10).
fn linear_step(vehicle: &Vehicle<f64>, spec: &VehicleSpec, v: f64) -> (f64, f64) {
    let body = vehicle.body();
    let (cf, cr) = (spec.cornering_stiffness_n_rad(true), spec.cornering_stiffness_n_rad(false));
    let (m, inertia) = (body.mass_kg, body.yaw_inertia_kg_m2);
    let (a, b) = ((1.0 - body.front_share) * body.wheelbase_m, body.front_share * body.wheelbase_m);
    let steady = v / (body.wheelbase_m + gradient(spec) / STANDARD_GRAVITY_M_S2 * v * v);
    let (mut beta, mut rate, mut time, dt) = (0.0, 0.0, 0.0, 1e-5);
    while rate < 0.9 * steady {
        let (front, rear) = (cf * (1.0 - beta - a * rate / v), cr * (-beta + b * rate / v));
        beta += dt * ((front + rear) / (m * v) - rate);
        rate += dt * (a * front - b * rear) / inertia;
        time += dt;
    }
    (steady, time)
}

/// A small step of the steering has the gain and the response time of the linear single track; tyres take a little longer
/// over their relaxation length.
#[test]
fn a_step_has_the_response_of_the_linear_single_track() {
    for (name, _) in PUBLISHED {
        let file = preset(name).unwrap();
        let vehicle = file.spec.validate().unwrap();
        let v = 80.0 / 3.6;
        let (gain, response_s) = linear_step(&vehicle, &file.spec, v);
        for (model, bounds) in [("single_track", (0.02, 0.1)), ("two_track", (0.06, 0.2))] {
            let subject = Subject::vehicle(MODELS.by_name(model).unwrap(), &vehicle);
            let step = step_steer(&subject, v, 0.004).unwrap();
            let found = (step.yaw_rate_gain_1_s(), step.yaw_rate.response_s);
            assert!((found.0 / gain - 1.0).abs() < bounds.0, "{name} {model}: gain {} of {gain}", found.0);
            assert!(
                (found.1 / response_s - 1.0).abs() < bounds.1,
                "{name} {model}: {} s of {response_s}",
                found.1
            );
        }
    }
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// A slow ramp of the steering shows the gradient of the closed form, W_f / C_f - W_r / C_r, with the bend of the curves;
    /// what is left is the drive that holds the speed, and on four wheels toe, camber and Ackermann's steering.
    #[test]
    #[ignore = "long: some seconds"]
    fn a_slow_ramp_shows_the_published_understeer_gradient() {
        for (name, _) in PUBLISHED {
            let file = preset(name).unwrap();
            let vehicle = file.spec.validate().unwrap();
            let compliance = |is_front: bool, friction: f64| {
                bend(friction) * file.spec.axle_load_n(is_front)
                    / file.spec.cornering_stiffness_n_rad(is_front)
            };
            let expected = compliance(true, vehicle.front().lateral_friction)
                - compliance(false, vehicle.rear().lateral_friction);
            for (model, bound) in [("single_track", 0.08), ("two_track", 0.13)] {
                let subject = Subject::vehicle(MODELS.by_name(model).unwrap(), &vehicle);
                let ramp = constant_speed(&subject, 100.0 / 3.6, 0.2).unwrap();
                let found = ramp.understeer_rad_s2_m.unwrap() * STANDARD_GRAVITY_M_S2;
                assert!(
                    (found / expected - 1.0).abs() < bound,
                    "{name} {model}: {found} rad/g, not {expected}"
                );
            }
        }
    }
}
