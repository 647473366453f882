//! Real cars through the manoeuvres: what their tyres promise comes out.
#![allow(clippy::disallowed_methods)]

use skidpad_core::integrate::Method;
use skidpad_core::spec::{Vehicle, VehicleSpec};
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_formats::presets;
use skidpad_models::MODELS;
use skidpad_world::manoeuvre::{
    Feel, SKIDPAD_RADIUS_M, Subject, braking_in_a_turn, constant_radius, constant_speed, handbrake_turn,
    lift_off, slalom, standard_step, step_steer,
};
use skidpad_world::models::ModelInfo;
use skidpad_world::roadtest::{Manoeuvre, TurningConditions, turn};

const G: f64 = 9.80665;
const SPEED_M_S: f64 = 100.0 / 3.6;

fn spec(name: &str) -> VehicleSpec {
    presets::preset(name).unwrap().spec
}

fn vehicle(name: &str) -> Vehicle<f64> {
    spec(name).validate().unwrap()
}

/// The model of the turning tests.
fn model() -> &'static ModelInfo {
    MODELS.by_name("single_track").expect("a model of the list")
}

fn subject<'a>(model: &'static ModelInfo, vehicle: &'a Vehicle<f64>) -> Subject<'a> {
    Subject::vehicle(model, vehicle)
}

#[test]
fn half_the_grip_is_half_the_lateral_acceleration() {
    let model = model();
    let car = vehicle("fr-s-2013");
    let dry = subject(model, &car);
    let mut wet = dry;
    wet.surface.grip = 0.5;
    let [dry, wet] = [dry, wet].map(|subject| constant_radius(&subject, 100.0).unwrap().largest_m_s2);
    assert!((wet / dry - 0.5).abs() < 0.01, "{dry} {wet}");
}

/// The road test names its integrator: the manoeuvres take it, too. Once they took the model's own whatever was
/// asked for.
#[test]
fn the_integrator_that_is_asked_for_is_taken() {
    let model = model();
    let car = vehicle("fr-s-2013");
    let gain = |method: Option<Method>| {
        let subject = Subject { method, ..subject(model, &car) };
        step_steer(&subject, SPEED_M_S, 0.01).unwrap().yaw_rate_gain_1_s()
    };
    let own = gain(None);
    assert_eq!(gain(Some(model.integrator)), own);
    for other in [Method::ExplicitEuler, Method::Heun] {
        let share = gain(Some(other)) / own;
        assert!(share != 1.0 && (share - 1.0).abs() < 0.01, "{}: {share}", other.name());
    }
}

/// Of a car that does not find the circle nothing can be said against it: the point of RARS is steered by the
/// angle from its course to where it points, and its yaw rate was once held against a circle that it never drove.
#[test]
fn a_car_that_keeps_to_no_circle_has_no_result() {
    let car = vehicle("fr-s-2013");
    let subject = subject(MODELS.by_name("slip_vector").unwrap(), &car);
    let refused = [lift_off(&subject).unwrap_err(), braking_in_a_turn(&subject).unwrap_err()];
    for why in refused.map(|why| why.to_string()) {
        assert!(why.contains("does not keep to the circle of 100 m"), "{why}");
    }
}

/// How often the driver acts does not matter.
#[test]
fn results_do_not_depend_on_the_driver_s_step() {
    let model = model();
    let car = vehicle("boxster-s");
    let often = Subject { dt: Dt::new(0.002).unwrap(), ..subject(model, &car) };
    let [a, b] =
        [subject(model, &car), often].map(|subject| constant_radius(&subject, SKIDPAD_RADIUS_M).unwrap());
    assert!((a.largest_m_s2 / b.largest_m_s2 - 1.0).abs() < 2e-3, "{} {}", a.largest_m_s2, b.largest_m_s2);
    let (a, b) = (a.understeer_deg_g().unwrap(), b.understeer_deg_g().unwrap());
    assert!((a - b).abs() < 0.01, "{a} {b}");
}

#[test]
fn a_change_of_the_pedals_in_a_turn_is_felt_but_not_fatal() {
    let model = model();
    for name in ["fr-s-2013", "gti-mk7-dsg-2015"] {
        let car = vehicle(name);
        let subject = subject(model, &car);
        let lift = lift_off(&subject).unwrap();
        let brake = braking_in_a_turn(&subject).unwrap();
        // The load moves forward: the car turns in, the more the harder it slows.
        assert!((1.0..1.3).contains(&lift.yaw_rate_ratio), "{name}: {}", lift.yaw_rate_ratio);
        assert!(lift.sideslip_rad < 0.05, "{name}: {}", lift.sideslip_rad);
        assert!(brake.deceleration_m_s2 > lift.deceleration_m_s2 + 2.0, "{name}");
        assert!((4.0..6.5).contains(&brake.deceleration_m_s2), "{name}: {}", brake.deceleration_m_s2);
        assert!((0.8..2.0).contains(&brake.yaw_rate_ratio), "{name}: {}", brake.yaw_rate_ratio);
    }
}

/// It is the handbrake that turns the car.
#[test]
fn the_handbrake_turns_the_car() {
    let model = model();
    let with = vehicle("fr-s-2013");
    let mut spec = spec("fr-s-2013");
    spec.rear.handbrake_torque_nm = 0.0;
    let without = spec.validate().unwrap();
    let turned = handbrake_turn(&subject(model, &with)).unwrap();
    let quarter = turned.quarter_turn_s.expect("a quarter turn");
    assert!(turned.turned_rad > 1.6 && (0.3..3.0).contains(&quarter), "{} {quarter}", turned.turned_rad);
    let rolled = handbrake_turn(&subject(model, &without)).unwrap();
    // In a circle with the throttle off it drives on until the time is up.
    assert!(rolled.quarter_turn_s.is_none_or(|time| time > 1.3 * quarter), "{:?}", rolled.quarter_turn_s);
}

/// The slalom's driver was the limit, not the car: 94.5 km/h (59 mph) in a Boxster whose tyres hold 0.91 g, then 99 km/h, as he
/// followed a cosine and his car was a box that must not come over the cones' bases. Now he turns the wheel to and fro between its
/// useful angles, and learns from each cone: the car's lateral acceleration a reaches what it holds on the skidpad, and its speed
/// 0.88 of what no car can do, whose a changes its sign at once and which clears the bases, v = (d / sqrt(8)) sqrt(a / y); it was
/// 0.84. A car with less grip is slower.
#[test]
#[ignore = "soak: half a minute"]
fn the_slaloms_driver_was_the_limit() {
    let feel = Feel { understeer_rad_s2_m: 0.0012, response_s: 0.3 };
    let (boxster, leaf) = (vehicle("boxster-s"), vehicle("leaf-2011"));
    let subject = subject(model(), &boxster);
    let run = slalom(&subject, &feel).unwrap();
    let held = constant_radius(&subject, SKIDPAD_RADIUS_M).unwrap().largest_m_s2;
    assert!(run.lateral_m_s2 > 0.9 * held, "{} of {held}", run.lateral_m_s2);
    let half_width = 0.5 * subject.width_m() + 4.5 * 0.0254;
    let at_once = 30.48 / 8.0_f64.sqrt() * (held / half_width).sqrt();
    assert!((0.865..1.0).contains(&(run.speed_m_s / at_once)), "{} and {at_once}", run.speed_m_s);
    let slower = slalom(&Subject::vehicle(model(), &leaf), &feel).unwrap();
    assert!(slower.speed_m_s < 0.95 * run.speed_m_s, "{} and {}", slower.speed_m_s, run.speed_m_s);
}

/// Edmunds timed the Leaf at 60.3 mph and the Golf GTI at 71.2 mph (the sources of their files; the same course, stability
/// control off). The computed driver comes near; he is no tester, and has 160 runs.
#[test]
#[ignore = "soak: half a minute"]
fn slalom_speeds_are_near_those_that_were_timed() {
    let conditions = TurningConditions::standard(Surface::asphalt()).unwrap();
    for (name, timed_mph) in [("leaf-2011", 60.3), ("gti-mk7-dsg-2015", 71.2)] {
        let found = turn(&vehicle(name), &conditions, Manoeuvre::Slalom);
        let mph = found.outcomes[0].1.value.clone().unwrap() / 1.609_344;
        assert!((0.88..1.04).contains(&(mph / timed_mph)), "{name}: {mph} of {timed_mph} mph");
    }
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// The largest lateral acceleration is what the tyres hold, less what the axle that is not at its limit
    /// leaves: never more.
    #[test]
    #[ignore = "long: some seconds"]
    fn the_skidpad_shows_the_lateral_friction() {
        let model = model();
        for name in ["fr-s-2013", "boxster-s", "gti-mk7-dsg-2015", "tesla-model-3-rwd", "bmw-m8"] {
            let car = vehicle(name);
            let turn = constant_radius(&subject(model, &car), SKIDPAD_RADIUS_M).unwrap();
            let promised = car.front().lateral_friction.max(car.rear().lateral_friction);
            let share = turn.largest_m_s2 / G / promised;
            assert!((0.93..=1.002).contains(&share), "{name}: {share}");
        }
    }

    /// Tyres that need more slip angle in front understeer, behind they oversteer; the two steady turns agree
    /// on it, and the yaw-rate gain of a step follows: u / (L + K u^2).
    #[test]
    #[ignore = "long: some seconds"]
    fn the_slip_angles_of_the_axles_make_the_understeer_gradient() {
        let model = model();
        for (front, rear) in [(0.14, 0.12), (0.12, 0.14)] {
            let mut spec = spec("fr-s-2013");
            (spec.front.peak_slip_angle_rad, spec.rear.peak_slip_angle_rad) = (front, rear);
            let car = spec.validate().unwrap();
            let subject = subject(model, &car);
            let circle = constant_radius(&subject, 100.0).unwrap();
            let ramp = constant_speed(&subject, SPEED_M_S, 0.2).unwrap();
            let (by_circle, by_ramp) =
                (circle.understeer_rad_s2_m.unwrap(), ramp.understeer_rad_s2_m.unwrap());
            assert_eq!(by_circle > 0.0, front > rear, "{by_circle}");
            assert_eq!(circle.critical_speed_m_s(2.57).is_some(), front < rear);
            assert!((by_circle - by_ramp).abs() < 3e-4, "{by_circle} {by_ramp}");
            let step = standard_step(&subject, SPEED_M_S).unwrap();
            assert!((step.lateral.steady - 4.0).abs() < 0.05, "{}", step.lateral.steady);
            let l = car.body().wheelbase_m;
            let gain = SPEED_M_S / (l + by_ramp * SPEED_M_S * SPEED_M_S);
            let share = step.yaw_rate_gain_1_s() / gain;
            assert!((0.9..1.1).contains(&share), "{share}");
        }
    }
}
