//! The manoeuvres of the standards against closed forms and independent solutions of the linear single-track car.
//!
//! W1 is that car (see `manoeuvre_linear.rs`): m = 1500 kg, Iz = 2250 kg m^2, a = 1.2 m, b = 1.5 m,
//! C = 80000 N/rad at both axles, at a speed u that is kept.
#![allow(clippy::disallowed_methods)]

use std::f64::consts::PI;

use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_models::MODELS;
use skidpad_world::manoeuvre::{
    SINE_HZ, STEERING_RATIO, Subject, constant_radius, constant_speed, one_period_sine, random_steer,
    sine_with_dwell, slowly_increasing_steer, split_stop, step_steer,
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
const G: f64 = 9.80665;

fn subject() -> Subject<'static> {
    Subject {
        model: MODELS.by_name("w1").unwrap(),
        car: CarChoice::Own("w1"),
        wheelbase_m: L,
        largest_steer_rad: 0.5,
        track_m: 1.5,
        grip: 1.0,
        surface: Surface::asphalt(),
        dt: Dt::new(0.005).unwrap(),
        frame: None,
        method: None,
    }
}

/// Rates of vy and r, small angles.
fn rates(u: f64, [vy, r]: [f64; 2], steer: f64) -> [f64; 2] {
    let front = C * (steer - (vy + A * r) / u);
    let rear = -C * (vy - B * r) / u;
    [(front + rear) / M - u * r, (A * front - B * rear) / IZ]
}

/// Times, yaw rates and lateral accelerations of the linear car under a steering, by the classic Runge-Kutta method at
/// 0.1 ms: an independent solution.
fn linear(u: f64, duration: f64, steer: impl Fn(f64) -> f64) -> Vec<[f64; 3]> {
    let h = 1e-4;
    let mut x = [0.0; 2];
    let mut rows = Vec::new();
    for step in 0..(duration / h) as usize {
        let t = step as f64 * h;
        let now = rates(u, x, steer(t));
        rows.push([t, x[1], now[0] + u * x[1]]);
        let add = |k: [f64; 2], share: f64| [x[0] + share * h * k[0], x[1] + share * h * k[1]];
        let k2 = rates(u, add(now, 0.5), steer(t + 0.5 * h));
        let k3 = rates(u, add(k2, 0.5), steer(t + 0.5 * h));
        let k4 = rates(u, add(k3, 1.0), steer(t + h));
        x = [0, 1].map(|i| x[i] + h / 6.0 * (now[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    rows
}

fn near(value: f64, expected: f64, relative: f64, what: &str) {
    assert!((value / expected - 1.0).abs() < relative, "{what}: {value}, expected {expected}");
}

/// Complex gains of yaw rate and lateral acceleration at a frequency: x = (j w - A)^-1 B, a_y = j w vy + u r.
fn answers(u: f64, frequency_hz: f64) -> [(f64, f64); 2] {
    let w = 2.0 * PI * frequency_hz;
    // Two columns of the rates at unit states, and what the steering drives.
    let (c0, c1, b) = (rates(u, [1.0, 0.0], 0.0), rates(u, [0.0, 1.0], 0.0), rates(u, [0.0, 0.0], 1.0));
    let (trace, determinant) = (c0[0] + c1[1], c0[0] * c1[1] - c0[1] * c1[0]);
    let below = (determinant - w * w, -w * trace);
    let vy = (c1[0] * b[1] - c1[1] * b[0], w * b[0]);
    let r = (c0[1] * b[0] - c0[0] * b[1], w * b[1]);
    let lateral = (-w * vy.1 + u * r.0, w * vy.0 + u * r.1);
    [r, lateral].map(|above| {
        (above.0.hypot(above.1) / below.0.hypot(below.1), above.1.atan2(above.0) - below.1.atan2(below.0))
    })
}

fn turn(a: f64, b: f64) -> f64 {
    (a - b + PI).rem_euclid(2.0 * PI) - PI
}

/// beta = b / R - a m a_y / (L Cr) on a circle; at a speed the kinematic part turns with 1 / R = a_y / u^2, too.
#[test]
fn the_sideslip_gradient_is_that_of_the_rear_axle() {
    let by_rear = A * M / (L * C);
    let circle = constant_radius(&subject(), 100.0).unwrap();
    near(circle.sideslip_rad_s2_m.unwrap(), by_rear, 0.02, "constant radius");
    near(circle.sideslip_deg_g().unwrap(), by_rear.to_degrees() * G, 0.02, "constant radius");
    let speed = constant_speed(&subject(), 25.0, 0.2).unwrap();
    near(speed.sideslip_rad_s2_m.unwrap(), by_rear - B / 625.0, 0.02, "constant speed");
}

#[test]
fn the_factor_tb_is_peak_time_times_steady_sideslip() {
    let u = 30.0;
    let step = step_steer(&subject(), u, 1e-3).unwrap();
    let rows = linear(u, 3.0, |_| 1e-3);
    let peak = rows.iter().fold([0.0; 3], |best, row| if row[1] > best[1] { *row } else { best });
    let sideslip = 1e-3 / (L + K * u * u) * (B - A * M * u * u / (L * C));
    near(step.tb_rad_s(), peak[0] * sideslip.abs(), 0.01, "TB");
}

/// The lags and gains of both half-waves are those of the linear car.
#[test]
fn one_period_of_a_sine_is_answered_as_the_linear_car_answers_it() {
    let (u, steer) = (100.0 / 3.6, 1e-3);
    let sine = one_period_sine(&subject(), u, steer, SINE_HZ).unwrap();
    let wave = |t: f64| if t < 1.0 / SINE_HZ { steer * (2.0 * PI * SINE_HZ * t).sin() } else { 0.0 };
    let rows = linear(u, 5.0, wave);
    for (what, column, found) in [("yaw rate", 1, sine.yaw_rate), ("lateral", 2, sine.lateral)] {
        let peak = |sign: f64| {
            rows.iter().fold((0.0, f64::MIN), |best, row| {
                if sign * row[column] > best.1 { (row[0], sign * row[column]) } else { best }
            })
        };
        let (first, second) = (peak(1.0), peak(-1.0));
        near(found.first_gain, first.1 / steer, 2e-3, what);
        near(found.second_gain, second.1 / steer, 2e-3, what);
        assert!((found.first_lag_s - (first.0 - 0.5)).abs() < 5e-3, "{what}: {found:?} {first:?}");
        assert!((found.second_lag_s - (second.0 - 1.5)).abs() < 5e-3, "{what}: {found:?} {second:?}");
        assert!(found.first_lag_s > 0.01);
    }
}

/// Welch's averages of steering at random come to the transfer function, and all that the car does follows its
/// steering.
#[test]
fn random_steering_finds_the_transfer_function() {
    let u = 100.0 / 3.6;
    let random = random_steer(&subject(), u, 1e-3).unwrap();
    for (yaw, lateral) in random.yaw_rate.iter().zip(&random.lateral) {
        let [(gain, phase), (lateral_gain, lateral_phase)] = answers(u, yaw.frequency_hz);
        let place = format!("{} Hz: {yaw:?} {lateral:?}", yaw.frequency_hz);
        assert!((yaw.gain / gain - 1.0).abs() < 0.01, "{place}, expected {gain}");
        assert!(turn(yaw.phase_rad, phase).abs() < 0.01, "{place}, expected {phase}");
        assert!((lateral.gain / lateral_gain - 1.0).abs() < 0.015, "{place}, expected {lateral_gain}");
        assert!(turn(lateral.phase_rad, lateral_phase).abs() < 0.015, "{place}, expected {lateral_phase}");
        assert!(yaw.coherence > 0.998 && lateral.coherence > 0.997, "{place}");
        assert!(yaw.coherence <= 1.0 + 1e-12);
    }
    assert!(random.least_coherence(3.5) > 0.998);
    assert_eq!(random.yaw_rate_at(1.0).unwrap().frequency_hz, 1.0);
}

/// The steering at which the linear car passes 0.3 g on a ramp of 13.5 degrees a second at the steering wheel; a
/// little more than the steady (L / u^2 + K) a_y, as the car lags.
#[test]
fn slowly_increasing_steer_finds_the_angle_of_0_3_g() {
    let u = 80.0 / 3.6;
    let steer = slowly_increasing_steer(&subject(), u).unwrap();
    let rate = 13.5_f64.to_radians() / STEERING_RATIO;
    let rows = linear(u, 4.0, |t| rate * t);
    let passed = rows.iter().find(|row| row[2] >= 0.3 * G).unwrap()[0];
    near(steer, rate * passed, 0.01, "steering at 0.3 g");
    assert!(steer > (L / (u * u) + K) * 0.3 * G);
}

/// A linear car settles by e^(-sigma t) after the steering: FMVSS 126 is easily met, and it moves aside.
#[test]
fn a_linear_car_settles_after_the_sine_with_dwell() {
    let dwell = sine_with_dwell(&subject()).unwrap();
    assert!(dwell.after_1_s.abs() < 0.05 && dwell.after_1_75_s.abs() < 0.01, "{dwell:?}");
    assert!(dwell.aside_m > 1.83, "{}", dwell.aside_m);
}

#[test]
fn a_model_whose_wheels_share_one_road_says_so() {
    let why = split_stop(&subject()).unwrap_err().to_string();
    assert!(why.starts_with("the wheels of w1 share one road; "), "{why}");
}
