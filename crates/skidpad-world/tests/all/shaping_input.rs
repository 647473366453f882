//! Keys and sticks: ramps with their closed forms at any rate, and steering by the grip.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use skidpad_core::record::Record;
use skidpad_world::shaping::{AxisMode, AxisShape, BodyMotion, GripSteering, StickMode, StickShape, Sticks};
use skidpad_world::shaping::{grip_share, longitudinal_left_n};

const RATES_HZ: [u32; 4] = [30, 60, 240, 1000];
const REST: AxisMode<f64> = AxisMode { ramp: 0.0, value: 0.0 };

/// Holds a stick for a time at a rate.
fn hold(shape: &AxisShape<f64>, from: AxisMode<f64>, stick: f64, time_s: f64, rate_hz: u32) -> AxisMode<f64> {
    let steps = (time_s * f64::from(rate_hz)).round() as usize;
    (0..steps).fold(from, |mode, _| shape.advance(&mode, stick, 0.0, time_s / steps as f64))
}

#[test]
fn the_dead_zone_the_curve_and_the_end_are_as_drawn() {
    let shape = AxisShape::<f64> { dead_zone: 0.2, curve: 1.0, ..AxisShape::direct() };
    for (stick, value) in
        [(0.0, 0.0), (0.2, 0.0), (-0.1, 0.0), (0.6, 0.125), (-0.6, -0.125), (1.0, 1.0), (-3.0, -1.0)]
    {
        assert!((shape.target(stick, 0.0) - value).abs() < 1e-15, "{stick}");
    }
    let straight = AxisShape::<f64> { curve: 0.0, ..shape };
    assert!((straight.target(0.6, 0.0) - 0.5).abs() < 1e-15);
}

#[test]
fn range_and_rate_halve_at_their_speeds() {
    let shape =
        AxisShape { attack_1_s: 4.0, rate_speed_m_s: 20.0, range_speed_m_s: 30.0, ..AxisShape::direct() };
    assert_eq!(shape.target(1.0, 30.0), 0.5);
    let at = |speed: f64| shape.advance(&REST, 1.0, speed, 0.1).value;
    assert!((at(0.0) - 0.4).abs() < 1e-15 && (at(20.0) - 0.2).abs() < 1e-15);
}

#[test]
fn ramps_are_the_same_at_every_rate() {
    let shape = AxisShape { attack_1_s: 2.5, return_1_s: 4.0, ..AxisShape::direct() };
    for rate in RATES_HZ {
        let pressed = hold(&shape, REST, 1.0, 0.3, rate);
        assert!((pressed.value - 0.75).abs() < 1e-12, "{rate} Hz: attack");
        let let_go = hold(&shape, pressed, 0.0, 0.1, rate);
        assert!((let_go.value - 0.35).abs() < 1e-12, "{rate} Hz: return");
        // The other key: back from 0.75 at 4/s takes 0.1875 s, then out at 2.5/s.
        let over = hold(&shape, pressed, -1.0, 0.3, rate);
        assert!((over.value + 2.5 * (0.3 - 0.1875)).abs() < 1e-12, "{rate} Hz: through the middle");
        assert_eq!(hold(&shape, pressed, 1.0, 1.0, rate).value, 1.0, "{rate} Hz: it arrives exactly");
    }
}

#[test]
fn smoothing_is_the_exponential_at_every_rate() {
    let shape = AxisShape { smoothing_s: 0.05, attack_1_s: 3.0, ..AxisShape::direct() };
    let still = AxisMode { ramp: 1.0, value: 0.0 };
    for rate in RATES_HZ {
        let step = hold(&shape, still, 1.0, 0.1, rate).value;
        assert!((step - (1.0 - (-2.0_f64).exp())).abs() < 1e-12, "{rate} Hz: {step}");
        // Behind a ramp of 3/s: y = 3 (t - tau + tau exp(-t / tau)).
        let ramp = hold(&shape, REST, 1.0, 0.1, rate).value;
        let exact = 3.0 * (0.1 - 0.05 + 0.05 * (-2.0_f64).exp());
        assert!((ramp - exact).abs() < 1e-12, "{rate} Hz: {ramp} {exact}");
    }
}

#[test]
fn all_axes_are_shaped_alike_and_mirror() {
    let pad = StickShape::pad();
    let (mut left, mut right): (StickMode<f64>, StickMode<f64>) = (Record::splat(0.0), Record::splat(0.0));
    for step in 0..1000 {
        let wave = (f64::from(step) * 0.013).sin();
        let sticks =
            Sticks { stick_steer: wave, stick_throttle: wave, stick_brake: -wave, stick_handbrake: 1.0 };
        let mirrored = Sticks { stick_steer: -wave, ..sticks };
        let given;
        let other;
        (left, given) = pad.advance(&left, &sticks, 20.0, 0.002);
        (right, other) = pad.advance(&right, &mirrored, 20.0, 0.002);
        assert_eq!(given.stick_steer, -other.stick_steer);
        assert_eq!(given.stick_throttle, other.stick_throttle);
        assert!((0.0..=1.0).contains(&given.stick_throttle) && (0.0..=1.0).contains(&given.stick_brake));
    }
}

#[test]
fn any_finite_stick_and_speed_give_values_in_range() {
    let numbers = [0.0, -0.0, 1.0, -1.0, 1e300, -1e300, f64::MIN_POSITIVE, 0.3];
    for shape in [StickShape::pad(), StickShape::keyboard()] {
        let mut mode: StickMode<f64> = Record::splat(0.0);
        for stick in numbers {
            for speed in numbers {
                let all = Sticks {
                    stick_steer: stick,
                    stick_throttle: stick,
                    stick_brake: stick,
                    stick_handbrake: stick,
                };
                let given;
                (mode, given) = shape.advance(&mode, &all, speed, 0.002);
                assert!(mode.all_finite() && given.all_finite());
                assert!(given.stick_steer.abs() <= 1.0 && (0.0..=1.0).contains(&given.stick_brake));
            }
        }
    }
}

fn pad() -> GripSteering<f64> {
    GripSteering {
        fraction: 0.9,
        peak_slip_rad: 0.12,
        following: 1.0,
        low_speed_m_s: 6.0,
        lock_rad: 0.6,
        rate_rad_s: 2.0,
        front_arm_m: 1.2,
    }
}

/// Slip angle of a front wheel in the convention of the tyres: atan2(v_y, |v_x|) in its own frame.
fn front_slip(motion: &BodyMotion<f64>, steer: f64) -> f64 {
    let (x, y) = (motion.velocity_x_m_s, motion.velocity_y_m_s + 1.2 * motion.yaw_rate_rad_s);
    let (sin, cos) = steer.sin_cos();
    (y * cos - x * sin).atan2((x * cos + y * sin).abs())
}

#[test]
fn a_full_stick_asks_for_its_fraction_of_the_slip_angle_in_any_motion() {
    for (x, y, yaw) in
        [(10.0, 0.0, 0.0), (30.0, 2.0, 0.3), (30.0, -6.0, -0.8), (60.0, 1.0, 0.1), (20.0, 5.0, -1.0)]
    {
        let motion = BodyMotion { velocity_x_m_s: x, velocity_y_m_s: y, yaw_rate_rad_s: yaw };
        for stick in [1.0, 0.5, 0.0, -1.0] {
            let slip = front_slip(&motion, pad().asked_rad(stick, &motion));
            assert!((slip + stick * 0.9 * 0.12).abs() < 1e-12, "{motion:?} {stick}: {slip}");
            // Backwards the wheel turned to the left gives the slip of the other sign, and a force to the right.
            let back = BodyMotion { velocity_x_m_s: -x, ..motion };
            let slip = front_slip(&back, pad().asked_rad(stick, &back));
            assert!((slip - stick * 0.9 * 0.12).abs() < 1e-12, "{back:?} {stick}: {slip}");
        }
    }
}

#[test]
fn at_rest_the_stick_asks_for_the_lock_and_between_it_is_continuous() {
    let at = |speed: f64| {
        pad().asked_rad(1.0, &BodyMotion { velocity_x_m_s: speed, velocity_y_m_s: 0.0, yaw_rate_rad_s: 0.0 })
    };
    assert_eq!(at(0.0), 0.6);
    assert!((at(6.0) - 0.9 * 0.12).abs() < 1e-15);
    let mut last = 0.6;
    for step in 0..700 {
        let now = at(f64::from(step) * 0.01);
        assert!(now <= last && last - now < 0.003, "at {step}");
        last = now;
    }
}

#[test]
fn hands_off_the_wheels_follow_a_slide() {
    let slide = BodyMotion { velocity_x_m_s: 20.0, velocity_y_m_s: 4.0, yaw_rate_rad_s: -0.5 };
    let steer = pad().asked_rad(0.0, &slide);
    assert!((steer - ((4.0 - 0.6) / 20.0_f64).atan()).abs() < 1e-15);
    let stiff = GripSteering { following: 0.0, ..pad() };
    assert_eq!(stiff.asked_rad(0.0, &slide), 0.0);
}

#[test]
fn grip_steering_turns_at_its_rate_at_every_rate_of_the_caller() {
    let motion = BodyMotion { velocity_x_m_s: 1.0, velocity_y_m_s: 0.0, yaw_rate_rad_s: 0.0 };
    for rate in RATES_HZ {
        let steps = rate / 10;
        let steer =
            (0..steps).fold(0.0, |steer, _| pad().advance(steer, 1.0, &motion, 1.0 / f64::from(rate)));
        assert!((steer - 0.2).abs() < 1e-12, "{rate} Hz: {steer}");
    }
}

#[test]
fn pedals_ask_for_a_share_of_the_grip() {
    // 4 kN of 5 kN used laterally leave 3 kN; 90 % of that of an engine that pushes with 5.4 kN is half the pedal.
    let left: f64 = longitudinal_left_n(5000.0, 4000.0);
    assert!((left - 3000.0).abs() < 1e-9);
    let pedal: f64 = grip_share(1.0, 0.9, left, 5400.0);
    assert!((pedal - 0.5).abs() < 1e-12);
    assert_eq!(grip_share(0.7, 0.9, left, 0.0), 0.7);
    assert_eq!(longitudinal_left_n(5000.0, 6000.0), 0.0);
}
