//! What policies say of themselves.

use skidpad_policy::Description;
use skidpad_tasks::{ActionKind, Observation};

#[test]
fn a_description_is_read() {
    let text = r#"{
        "model": "single_track", "car": "boxster-s", "control_step_s": 0.05,
        "observations": ["yaw_rate_rad_s", ["curvature_ahead_1_m", {"points": 30, "spacing_m": 6.0}], "last_action"],
        "actions": {"kind": "speed", "speed_m_s": [0.0, 40.0], "delay_steps": 2}
    }"#;
    let found = Description::read(text).expect("a description");
    assert_eq!((found.model.as_str(), found.car.as_str()), ("single_track", "boxster-s"));
    let named = Observation::Named(String::from("yaw_rate_rad_s"));
    let ahead = Observation::CurvatureAhead { points: 30, spacing_m: 6.0 };
    assert_eq!(found.seat.observations, [named, ahead, Observation::LastAction]);
    assert_eq!(found.seat.actions.kind, ActionKind::SpeedAndSteer([0.0, 40.0]));
    assert_eq!((found.seat.actions.delay_steps, found.seat.control_step_s), (2, 0.05));
}

/// The bounds of a speed as Python takes them: two, one for both, or the usual ones.
#[test]
fn bounds_of_a_speed_are_those_of_python() {
    for (speeds, bounds_m_s) in
        [(r#", "speed_m_s": [1, 9]"#, [1.0, 9.0]), (r#", "speed_m_s": 7.5"#, [7.5; 2]), ("", [0.0, 20.0])]
    {
        let text = format!(
            r#"{{"model": "m", "car": "c", "control_step_s": 0.1, "observations": ["time_s"], "actions": {{"kind": "speed"{speeds}}}}}"#
        );
        let found = Description::read(&text).expect("a description");
        assert_eq!(found.seat.actions.kind, ActionKind::SpeedAndSteer(bounds_m_s));
    }
}

#[test]
fn what_is_wrong_is_named() {
    let text = |observations: &str, actions: &str| {
        format!(
            r#"{{"model": "single_track", "car": "boxster-s", "control_step_s": 0.05, "observations": {observations}, "actions": {actions}}}"#
        )
    };
    let cases = [
        (text(r#"["yaw_rate_rad_s"]"#, r#"{"kind": "pedal"}"#), "pedal"),
        (text(r#"["yaw_rate_rad_s"]"#, r#"{"speed_m_s": [0.0, 1.0]}"#), "speed_m_s"),
        (text(r#"["yaw_rate_rad_s"]"#, r#"{"delay": 1}"#), "delay"),
        (text(r#"[["lidar_m", {"beam": 5}]]"#, "{}"), "beam"),
        (text(r#"[["lidar_m", {"beams": 5.5}]]"#, "{}"), "5.5"),
        (text(r#"[["borders_m", {"points": 5}]]"#, "{}"), "no settings"),
        (String::from("{}"), "model"),
        (String::from("nonsense"), "expected"),
    ];
    for (text, must) in cases {
        let why = Description::read(&text).expect_err(must).to_string();
        assert!(why.contains(must), "{why}");
    }
}
