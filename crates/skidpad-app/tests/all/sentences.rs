//! The plain sentence: each situation told, the more important one first, and none that flickers.
#![allow(clippy::disallowed_methods)]

use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_app::seen::Seen;
use skidpad_app::sentence::{Feet, Narrator, Situation};
use skidpad_core::controls::{Controls, Gear};
use skidpad_core::model::End;
use skidpad_core::step::Status;
use skidpad_world::scene::Scene;

use crate::made_up;

type Numbers = [(&'static str, f64)];
type Case = (Vec<(&'static str, f64)>, Feet, &'static str);

/// Loads of four wheels: a model that has them computes single wheels.
const LOADS: [(&str, f64); 4] = [
    ("front_left_load_n", 3000.0),
    ("front_right_load_n", 3000.0),
    ("rear_left_load_n", 3500.0),
    ("rear_right_load_n", 3500.0),
];

/// What is said of a car with these numbers.
fn said(numbers: &Numbers, feet: Feet) -> String {
    tell(&mut Narrator::default(), numbers, feet, 0.0)
}

fn tell(narrator: &mut Narrator, numbers: &Numbers, feet: Feet, time_s: f64) -> String {
    let channels = made_up::channels(numbers.iter().map(|(name, _)| *name));
    let row = made_up::row(numbers.iter().map(|(_, value)| *value));
    narrator.say(&Seen::new(&channels, &row), &feet, time_s)
}

fn throttle(throttle: f64) -> Feet {
    Feet { throttle, ..Feet::default() }
}

fn brake(brake: f64) -> Feet {
    Feet { brake, ..Feet::default() }
}

/// A car at 20 m/s whose axles slip so.
fn axles(front: (f64, f64, f64), rear: (f64, f64, f64)) -> Vec<(&'static str, f64)> {
    vec![
        ("velocity_x_m_s", 20.0),
        ("acceleration_y_m_s2", 8.0),
        ("front_load_n", 6000.0),
        ("front_use_of_grip", front.0),
        ("front_slip_angle_rad", -front.1),
        ("front_slip", front.2),
        ("rear_load_n", 7000.0),
        ("rear_use_of_grip", rear.0),
        ("rear_slip_angle_rad", -rear.1),
        ("rear_slip", rear.2),
        ("gear", 3.0),
    ]
}

#[test]
fn each_situation_has_its_sentence() {
    let at = |front, rear| axles(front, rear);
    let with = |more: &Numbers| [&[("velocity_x_m_s", 20.0)][..], &LOADS, more].concat();
    let table: Vec<Case> = vec![
        (
            at((0.6, 0.05, 0.0), (1.04, 0.15, 0.1)),
            throttle(0.8),
            "rear tyres at 104 % of their grip: power oversteer",
        ),
        (
            at((0.6, 0.05, 0.0), (1.0, 0.15, 0.0)),
            throttle(0.0),
            "rear tyres at 100 % of their grip: lift-off oversteer",
        ),
        (
            at((0.6, 0.05, 0.0), (1.0, 0.15, 0.0)),
            brake(0.5),
            "rear tyres at 100 % of their grip: oversteer under braking",
        ),
        (
            at((0.99, 0.14, 0.0), (0.8, 0.05, 0.0)),
            throttle(0.3),
            "front tyres at 99 % of their grip: understeer",
        ),
        (at((0.9, 0.0, -1.0), (0.7, 0.0, -0.1)), brake(1.0), "front wheels locked: the car cannot steer"),
        (at((0.7, 0.0, 0.0), (0.9, 0.0, -0.95)), brake(1.0), "rear wheels locked: the tail can break away"),
        (at((0.2, 0.0, 0.0), (0.9, 0.0, 0.35)), throttle(1.0), "rear wheels spin, 35 % faster than the road"),
        (at((0.5, 0.0, 0.0), (0.5, 0.0, 0.0)), throttle(0.2), "cornering left at 0.82 g"),
        (with(&[("front_left_abs_acts", 1.0)]), brake(1.0), "ABS eases the brakes of the front left wheel"),
        (with(&[("traction_cut", 0.4)]), throttle(1.0), "traction control takes 40 % of the throttle"),
        (
            with(&[("rear_left_traction_acts", 1.0)]),
            throttle(1.0),
            "traction control brakes the rear left wheel",
        ),
        (
            with(&[("front_right_stability_acts", 1.0)]),
            throttle(0.5),
            "stability control brakes the front right wheel",
        ),
        (with(&[("blown", 1.0)]), throttle(1.0), "engine blown"),
        (with(&[("stalled", 1.0)]), throttle(0.0), "engine stalled"),
        (with(&[("sideslip_rad", 1.3), ("yaw_rate_rad_s", 1.0)]), throttle(0.0), "spinning: 74° of sideslip"),
        (with(&[("sideslip_rad", 1.3)]), throttle(0.0), "sliding sideways: 74° of sideslip"),
        (
            with(&[("sideslip_rad", -0.4), ("yaw_rate_rad_s", 0.5), ("front_steer_rad", -0.2)]),
            throttle(0.5),
            "drifting: 23° of sideslip, opposite lock",
        ),
        (with(&[("acceleration_x_m_s2", -9.0)]), brake(1.0), "braking hard at 0.92 g"),
        (
            with(&[("acceleration_x_m_s2", 3.0), ("gear", 2.0)]),
            throttle(1.0),
            "accelerating at 0.31 g in gear 2",
        ),
        (with(&[("gear", 4.0)]), throttle(0.0), "coasting in gear 4"),
        (with(&[]), throttle(0.2), "steady speed"),
        (vec![("velocity_x_m_s", 0.0)], brake(0.6), "at rest, brake on"),
        (vec![("velocity_x_m_s", 0.0)], Feet { handbrake: 1.0, ..Feet::default() }, "at rest, handbrake on"),
        (vec![("velocity_x_m_s", 0.0)], throttle(0.0), "at rest"),
        (vec![("velocity_x_m_s", -3.0)], throttle(0.1), "rolling backwards"),
    ];
    for (numbers, feet, expected) in table {
        assert_eq!(said(&numbers, feet), expected, "{numbers:?}");
    }
}

/// Of a model without friction utilisation it was read as 0: its tyres never slid, and the sentence had "0 % of their grip".
#[test]
fn an_unknown_friction_utilisation_is_not_zero() {
    let known = axles((0.9, 0.05, 0.0), (0.8, 0.2, 0.0));
    let unknown: Vec<_> = known.iter().copied().filter(|(name, _)| !name.ends_with("use_of_grip")).collect();
    assert_eq!(said(&known, throttle(0.2)), "rear tyres sliding at 80 % of their grip: oversteer");
    assert_eq!(said(&unknown, throttle(0.2)), "rear tyres sliding: oversteer");
    let grips = [("velocity_x_m_s", 20.0), ("front_load_n", 6000.0), ("rear_load_n", 7000.0)];
    assert_eq!(said(&grips, throttle(0.2)), "steady speed");
}

/// Several hold: the one that the driver must know of first is told.
#[test]
fn the_most_important_is_told() {
    let mut numbers = axles((0.99, 0.14, 0.0), (1.0, 0.3, 0.3));
    assert!(said(&numbers, throttle(1.0)).contains("power oversteer"));
    numbers.push(("traction_cut", 0.5));
    assert!(said(&numbers, throttle(1.0)).contains("power oversteer"));
    numbers.push(("blown", 1.0));
    assert_eq!(said(&numbers, throttle(1.0)), "engine blown");
}

/// A number near a limit begins a situation once; what is over is no longer told; what is worse is told at once.
#[test]
fn it_does_not_flicker() {
    let mut narrator = Narrator::default();
    let understeers = |used: f64| axles((used, 0.14, 0.0), (0.6, 0.05, 0.0));
    let mut changes = 0;
    let mut before = None;
    for step in 0..400 {
        // About the limit of 0.96, by 5 % up and down.
        let used = 0.96 + 0.05 * (f64::from(step) * 0.7).sin();
        tell(&mut narrator, &understeers(used), throttle(0.3), 0.02 * f64::from(step));
        let now = narrator.situation();
        changes += u32::from(before.is_some_and(|before| before != now));
        before = Some(now);
    }
    assert!(changes <= 1, "{changes}");
    assert_eq!(narrator.situation(), Situation::Understeer);
    // It stayed for 0.4 s after it was over, and was false for so long.
    let mut fresh = Narrator::default();
    tell(&mut fresh, &understeers(1.0), throttle(0.3), 0.0);
    tell(&mut fresh, &understeers(0.3), throttle(0.3), 0.02);
    assert_eq!(fresh.situation(), Situation::Turns);
    let mut blown = understeers(1.0);
    blown.push(("blown", 1.0));
    tell(&mut fresh, &blown, throttle(0.3), 0.51);
    assert_eq!(fresh.situation(), Situation::Ended);
    // Back in time everything begins again.
    tell(&mut fresh, &understeers(0.3), throttle(0.3), 0.1);
    assert_eq!(fresh.situation(), Situation::Turns);
}

/// The sentence knew the two standard ends alone: a model's own end, such as an empty battery, was told as driving.
#[test]
fn an_end_of_the_models_own_is_named() {
    let empty = End::at(2, &["engine blown", "fallen over", "battery empty"]).unwrap();
    let (channels, row) = (made_up::channels(["speed_m_s"]), made_up::row([20.0]));
    let seen = Seen::new(&channels, &row).with_status(Status::Ended(empty));
    assert_eq!(Narrator::default().say(&seen, &throttle(1.0), 0.0), "battery empty");
}

/// The real car: from rest to a full stop, in the order in which it happens.
#[test]
fn a_drive_is_told() {
    let mut drive =
        Drive::new(Scene::straight(), &Choice::preset("two_track", "boxster-s").unwrap()).unwrap();
    let mut narrator = Narrator::default();
    let mut told = Vec::new();
    let phases = [(1.0, 0.0, 1.0), (4.0, 0.7, 0.0), (1.0, 0.0, 0.0), (6.0, 0.0, 0.6)];
    for (duration_s, throttle, brake) in phases {
        let controls = Controls { throttle, brake, gear: Gear::Automatic, ..Controls::default() };
        for _ in 0..(duration_s * 60.0) as usize {
            drive.frame(1.0 / 60.0, &controls);
            narrator.say(&drive.player().seen(), &Feet::from(drive.command()), drive.time_s());
            if told.last() != Some(&narrator.situation()) {
                told.push(narrator.situation());
            }
        }
    }
    let order = [
        Situation::StandsOnBrake,
        Situation::PullsAway,
        Situation::Accelerates,
        Situation::Coasts,
        Situation::StandsOnBrake,
    ];
    let mut rest = told.iter();
    assert!(order.iter().all(|wanted| rest.any(|situation| situation == wanted)), "{told:?}");
    assert!(told.len() < 16, "{told:?}");
}

/// What is told of a car that first goes straight for a time and is then given other controls.
fn told_of(model: &str, straight_s: f64, then: Controls) -> Vec<(Situation, String)> {
    let mut drive = Drive::new(Scene::straight(), &Choice::preset(model, "boxster-s").unwrap()).unwrap();
    let mut narrator = Narrator::default();
    let mut told: Vec<(Situation, String)> = Vec::new();
    let start = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
    for step in 0..((straight_s + 4.0) * 60.0) as usize {
        let is_straight = (step as f64) < straight_s * 60.0;
        drive.frame(1.0 / 60.0, if is_straight { &start } else { &then });
        let sentence = narrator.say(&drive.player().seen(), &Feet::from(drive.command()), drive.time_s());
        if !is_straight && told.last().is_none_or(|(last, _)| *last != narrator.situation()) {
            told.push((narrator.situation(), sentence));
        }
    }
    told
}

/// Tyres that slide have less grip left, and are at their limit all the same.
#[test]
fn a_car_beyond_its_limit_is_told() {
    let turn = |steer_rad: f64, throttle: f64, brake: f64| Controls {
        steer_rad,
        throttle,
        brake,
        gear: Gear::Automatic,
        ..Controls::default()
    };
    let has = |told: &[(Situation, String)], any: &[Situation]| told.iter().any(|(now, _)| any.contains(now));
    let slow = told_of("two_track", 5.0, turn(0.3, 0.2, 0.0));
    assert!(has(&slow, &[Situation::Understeer]), "{slow:?}");
    // Without anti-lock and stability control.
    // In second gear: first is at its limiter at that speed, and third has too little torque.
    let power = told_of("single_track", 2.5, Controls { gear: Gear::Forward(2), ..turn(0.11, 1.0, 0.0) });
    assert!(has(&power, &[Situation::PowerOversteer]), "{power:?}");
    let locked = told_of("single_track", 4.0, turn(0.0, 0.0, 1.0));
    assert!(has(&locked, &[Situation::FrontLocked, Situation::RearLocked]), "{locked:?}");
    let held = told_of("two_track", 4.0, turn(0.0, 0.0, 1.0));
    assert!(has(&held, &[Situation::AntiLockActs]), "{held:?}");
    assert_eq!(held.last().unwrap().0, Situation::StandsOnBrake, "{held:?}");
}

/// "The anti-lock system holds the  wheel back": between two of its many acts a second no wheel was left to name.
#[test]
fn an_assist_keeps_its_sentence_between_two_acts() {
    let mut narrator = Narrator::default();
    let at = |acts: f64| {
        let own = [("velocity_x_m_s", 20.0), ("acceleration_x_m_s2", -9.0), ("front_left_abs_acts", acts)];
        [&own[..], &LOADS].concat()
    };
    let acting = tell(&mut narrator, &at(1.0), brake(1.0), 0.0);
    assert_eq!(tell(&mut narrator, &at(0.0), brake(1.0), 0.08), acting);
    // Not when the pedal is released, and no longer than between two acts: it was late by 0.4 s.
    assert_eq!(tell(&mut narrator, &at(0.0), brake(0.0), 0.09), "coasting");
    tell(&mut narrator, &at(1.0), brake(1.0), 0.2);
    assert_eq!(tell(&mut narrator, &at(0.0), brake(1.0), 0.31), "braking hard at 0.92 g");
}

/// A car whose rear wheels are driven forwards while it rolls backwards: "rear wheels locked" was said of wheels that
/// spin at full throttle, as their slip in the sense of the motion is below -1. Backwards a locked front axle makes the
/// car swing round, and does not keep it straight.
#[test]
fn wheels_that_spin_against_the_motion_are_not_locked() {
    let rolling = |front: [f64; 2], rear: [f64; 2]| {
        vec![
            ("velocity_x_m_s", -5.0),
            ("front_load_n", 6000.0),
            ("front_slip", front[0]),
            ("front_spin_rad_s", front[1]),
            ("rear_load_n", 7000.0),
            ("rear_slip", rear[0]),
            ("rear_spin_rad_s", rear[1]),
            ("gear", 1.0),
        ]
    };
    // Treads at -5 m/s roll; +5 m/s is a slip of 2.
    let rolls = [0.0, -5.0 / 0.31];
    let told = |front, rear| said(&rolling(front, rear), throttle(1.0));
    assert_eq!(told(rolls, [2.0, 5.0 / 0.31]), "rear wheels spin, against the car's motion");
    assert_eq!(told(rolls, [1.0, 0.0]), "rear wheels locked");
    assert_eq!(told([1.0, 0.0], rolls), "front wheels locked");
    assert_eq!(told(rolls, rolls), "rolling backwards in gear 1");
}

/// "launches" was said at rest in neutral: the clutch's own state was taken for the car's.
#[test]
fn a_car_in_neutral_does_not_pull_away() {
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    for (gear, expected) in [(Gear::Neutral, "revving in neutral"), (Gear::Forward(1), "pulling away")] {
        let mut drive = Drive::new(Scene::straight(), &car).unwrap();
        let mut narrator = Narrator::default();
        let mut told = Vec::new();
        for _ in 0..90 {
            drive.frame(1.0 / 60.0, &Controls { throttle: 0.4, gear, ..Controls::default() });
            told.push(narrator.say(&drive.player().seen(), &Feet::from(drive.command()), drive.time_s()));
        }
        assert!(told.iter().any(|sentence| sentence.starts_with(expected)), "{gear:?}: {told:?}");
        let pulls = told.iter().any(|sentence| sentence.starts_with("pulling away"));
        assert_eq!(pulls, gear != Gear::Neutral, "{told:?}");
    }
}

/// "Opposite lock" was said of wheels turned by a hundredth of a degree. It takes 3 degrees against the turn and 10
/// of sideslip, and ends at 0.6 of either, so that neither makes it flicker.
#[test]
fn a_drift_takes_real_opposite_lock() {
    let at = |sideslip_deg: f64, steer_deg: f64| {
        vec![
            ("velocity_x_m_s", 20.0),
            ("sideslip_rad", sideslip_deg.to_radians()),
            ("yaw_rate_rad_s", 0.5),
            ("front_steer_rad", steer_deg.to_radians()),
        ]
    };
    let mut narrator = Narrator::default();
    let cases = [
        (-20.0, -0.5, false),
        (-20.0, -2.9, false),
        (-9.0, -10.0, false),
        (20.0, -10.0, false),
        (-20.0, -3.1, true),
        // Hysteresis: it goes on down to 6 degrees of sideslip and 1.8 of steering.
        (-6.5, -2.0, true),
        (-6.5, -1.7, false),
        (-9.0, -2.9, false),
    ];
    for (place, (sideslip, steer, is_drift)) in cases.into_iter().enumerate() {
        tell(&mut narrator, &at(sideslip, steer), throttle(0.5), 0.1 * place as f64);
        assert_eq!(narrator.situation() == Situation::Drift, is_drift, "{sideslip} {steer}");
    }
}
