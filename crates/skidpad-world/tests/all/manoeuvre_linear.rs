//! The manoeuvres against the closed forms of the linear single-track car.
//!
//! W1 is that car: m = 1500 kg, Iz = 2250 kg m^2, a = 1.2 m, b = 1.5 m, C = 80000 N/rad at both axles.
//! With small angles at a speed u that is kept
//!   m (vy' + u r) = -(2 C / u) vy - ((a - b) C / u) r + C delta
//!   Iz r' = -((a - b) C / u) vy - ((a^2 + b^2) C / u) r + a C delta,
//! from which every result below follows by hand.
#![allow(clippy::disallowed_methods)]

use std::f64::consts::PI;

use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_models::MODELS;
use skidpad_world::manoeuvre::{
    SKIDPAD_RADIUS_M, Subject, constant_radius, constant_speed, constant_steer, frequency_response,
    step_steer,
};
use skidpad_world::rolling::CarChoice;

const M: f64 = 1500.0;
const IZ: f64 = 2250.0;
const A: f64 = 1.2;
const B: f64 = 1.5;
const C: f64 = 80_000.0;
const L: f64 = A + B;

/// Understeer gradient: m (b Cr - a Cf) / (L Cf Cr).
const K: f64 = M * (B - A) / (L * C);

fn subject(dt_s: f64) -> Subject<'static> {
    Subject {
        model: MODELS.by_name("w1").unwrap(),
        car: CarChoice::Own("w1"),
        wheelbase_m: L,
        largest_steer_rad: 0.5,
        track_m: 1.5,
        grip: 1.0,
        surface: Surface::asphalt(),
        dt: Dt::new(dt_s).unwrap(),
        frame: None,
        method: None,
    }
}

/// The matrix of vy and r, and what the steering drives.
fn system(u: f64) -> ([[f64; 2]; 2], [f64; 2]) {
    let coupling = -(A - B) * C / u;
    (
        [[-2.0 * C / u / M, coupling / M - u], [coupling / IZ, -(A * A + B * B) * C / u / IZ]],
        [C / M, A * C / IZ],
    )
}

/// Steady yaw rate over steering.
fn gain(u: f64) -> f64 {
    u / (L + K * u * u)
}

/// The yaw rate after a unit step: the sum of two modes, written for the underdamped case.
fn yaw_after_step(u: f64, t: f64) -> f64 {
    let (a, b) = system(u);
    let (trace, determinant) = (a[0][0] + a[1][1], a[0][0] * a[1][1] - a[0][1] * a[1][0]);
    let sigma = -0.5 * trace;
    let omega = (determinant - sigma * sigma).sqrt();
    assert!(omega > 0.0, "underdamped at {u}");
    let (cosine, sine) = (-gain(u), (b[1] - sigma * gain(u)) / omega);
    gain(u) + (-sigma * t).exp() * (cosine * (omega * t).cos() + sine * (omega * t).sin())
}

/// The complex gain of the yaw rate at a frequency: (j w - A)^-1 B, second row.
fn yaw_at(u: f64, frequency_hz: f64) -> (f64, f64) {
    let (a, b) = system(u);
    let w = 2.0 * PI * frequency_hz;
    // ((j w - a00) b1 + a10 b0) / (-w^2 - j w trace + determinant).
    let (trace, determinant) = (a[0][0] + a[1][1], a[0][0] * a[1][1] - a[0][1] * a[1][0]);
    let above = (a[1][0] * b[0] - a[0][0] * b[1], w * b[1]);
    let below = (determinant - w * w, -w * trace);
    let size = (above.0.hypot(above.1)) / below.0.hypot(below.1);
    (size, above.1.atan2(above.0) - below.1.atan2(below.0))
}

fn near(value: f64, expected: f64, relative: f64, what: &str) {
    assert!((value / expected - 1.0).abs() < relative, "{what}: {value}, expected {expected}");
}

#[test]
fn the_three_steady_turns_agree_on_the_understeer_gradient() {
    let subject = subject(0.005);
    // A small steering angle keeps W1 linear: its arc tangent is the angle.
    let radius = constant_radius(&subject, 100.0).unwrap();
    let speed = constant_speed(&subject, 25.0, 0.2).unwrap();
    let steer = constant_steer(&subject, 0.025).unwrap();
    for (name, turn) in [("constant radius", &radius), ("constant speed", &speed), ("constant steer", &steer)]
    {
        let k = turn.understeer_rad_s2_m.unwrap();
        near(k, K, 0.02, name);
        near(turn.understeer_deg_g().unwrap(), K.to_degrees() * 9.80665, 0.02, name);
        near(turn.characteristic_speed_m_s(L).unwrap(), (L / K).sqrt(), 0.01, name);
        assert_eq!(turn.critical_speed_m_s(L), None);
    }
}

/// The driver keeps the car on its circle while the lateral acceleration rises.
#[test]
fn the_circle_is_kept() {
    for radius in [SKIDPAD_RADIUS_M, 100.0] {
        let turn = constant_radius(&subject(0.005), radius).unwrap();
        let column = |name: &str| turn.recording.column(name).unwrap();
        let (time, x, y) = (column("time_s"), column("x_m"), column("y_m"));
        let (speed, lateral) = (column("velocity_x_m_s"), column("acceleration_y_m_s2"));
        let mut rows = 0;
        for row in (0..time.len()).filter(|row| time[*row] > 8.0 && lateral[*row] < 5.0) {
            let off = x[row].hypot(y[row] - radius) - radius;
            assert!(off.abs() < 0.1, "{radius} m at {} s: {off} m", time[row]);
            near(speed[row] * speed[row] / radius, lateral[row], 0.05, "v^2 / R");
            rows += 1;
        }
        assert!(rows > 1000, "{rows}");
    }
}

#[test]
fn a_step_is_answered_as_the_closed_form_says() {
    let steer = 1e-3;
    for (u, dt) in [(100.0 / 3.6, 0.005), (30.0, 0.005), (30.0, 0.002)] {
        let step = step_steer(&subject(dt), u, steer).unwrap();
        near(step.yaw_rate_gain_1_s(), gain(u), 1e-4, "yaw-rate gain");
        near(step.lateral.steady, u * gain(u) * steer, 1e-4, "lateral acceleration");
        // Sideslip: b / R - a m u^2 / (L Cr R), with 1 / R = r / u.
        let sideslip = gain(u) / u * steer * (B - A * M * u * u / (L * C));
        near(step.sideslip_rad, sideslip, 1e-3, "sideslip");
        // The closed form's response, peak and overshoot, on a fine grid.
        let fine: Vec<(f64, f64)> = (0..40_000)
            .map(|index| f64::from(index) * 1e-4)
            .map(|t| (t, yaw_after_step(u, t) / gain(u)))
            .collect();
        let response = fine.iter().find(|at| at.1 >= 0.9).unwrap().0;
        let peak = fine.iter().copied().fold((0.0, 0.0), |best, at| if at.1 > best.1 { at } else { best });
        assert!(
            (step.yaw_rate.response_s - response).abs() < 5e-4,
            "{} {response}",
            step.yaw_rate.response_s
        );
        assert!((step.yaw_rate.peak_s - peak.0).abs() < 2e-3, "{} {}", step.yaw_rate.peak_s, peak.0);
        assert!(
            (step.yaw_rate.overshoot - (peak.1 - 1.0)).abs() < 2e-4,
            "{} {}",
            step.yaw_rate.overshoot,
            peak.1
        );
        assert!(step.yaw_rate.overshoot > 0.01);
    }
}

#[test]
fn sines_are_answered_as_the_transfer_function_says() {
    let u = 100.0 / 3.6;
    let frequencies = [0.2, 0.5, 1.0, 2.0, 4.0];
    let response = frequency_response(&subject(0.005), u, 1e-3, &frequencies).unwrap();
    for (at, frequency) in response.at.iter().zip(frequencies) {
        let (size, phase) = yaw_at(u, frequency);
        near(at.yaw_rate_gain_1_s, size, 2e-3, "gain");
        let off = (at.yaw_rate_phase_rad - phase + PI).rem_euclid(2.0 * PI) - PI;
        assert!(off.abs() < 2e-3, "{frequency} Hz: {} {phase}", at.yaw_rate_phase_rad);
    }
    let phase = yaw_at(u, 1.0).1;
    assert!((response.phase_at_1_hz_rad().unwrap() - phase).abs() < 2e-3);
    // The bandwidth: where the closed form has fallen to 1 / sqrt 2 of its value at 0.2 Hz.
    let fine = frequency_response(&subject(0.005), u, 1e-3, &[0.2, 1.0, 1.4, 1.8, 2.2, 2.6, 3.0]).unwrap();
    let level = yaw_at(u, 0.2).0 / 2.0_f64.sqrt();
    let exact = (100..40_000)
        .map(|index| f64::from(index) * 1e-4)
        .find(|f| *f > 0.5 && yaw_at(u, *f).0 < level)
        .unwrap();
    near(fine.bandwidth_hz().unwrap(), exact, 0.01, "bandwidth");
}

/// A step to the right is the step to the left, mirrored.
#[test]
fn mirrored_steps_have_mirrored_answers() {
    let subject = subject(0.005);
    let (left, right) =
        (step_steer(&subject, 25.0, 0.02).unwrap(), step_steer(&subject, 25.0, -0.02).unwrap());
    assert_eq!(left.yaw_rate.steady, -right.yaw_rate.steady);
    assert_eq!(left.yaw_rate.response_s, right.yaw_rate.response_s);
    assert_eq!(left.yaw_rate_gain_1_s(), right.yaw_rate_gain_1_s());
    assert_eq!(left.sideslip_rad, -right.sideslip_rad);
}
