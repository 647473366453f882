//! Hands on keys or a pad: ramps by their closed forms, what is not shaped, and what cannot be.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use skidpad_core::controls::{Command, Controls, Gear, sanitise};
use skidpad_world::shaping::{AxisShape, BodyMotion, GripSteering, Hands, HandsMode, StickShape};

const STILL: BodyMotion<f64> = BodyMotion { velocity_x_m_s: 0.0, velocity_y_m_s: 0.0, yaw_rate_rad_s: 0.0 };
const FAST: BodyMotion<f64> = BodyMotion { velocity_x_m_s: 40.0, ..STILL };

fn keys(stick: f64, throttle: f64) -> Command<f64> {
    let controls = Controls {
        steer_rad: 0.6 * stick,
        throttle,
        clutch: 0.3,
        gear: Gear::Forward(4),
        ..Controls::default()
    };
    sanitise(&controls).0
}

fn held(
    hands: &Hands<f64>,
    keys: &Command<f64>,
    motion: &BodyMotion<f64>,
    parts: u32,
    time_s: f64,
) -> HandsMode<f64> {
    (0..parts)
        .fold(HandsMode::released(), |mode, _| hands.advance(&mode, keys, motion, time_s / f64::from(parts)))
}

/// A key held: the wheels turn by attack times time, the throttle at its own rate; whatever the sub-step.
#[test]
fn a_key_that_is_held_is_a_straight_ramp_at_any_rate() {
    let hands = Hands::new(StickShape::keyboard(), 0.6);
    let pressed = keys(1.0, 1.0);
    for parts in [1, 3, 50, 1000] {
        let given = hands.shaped(&held(&hands, &pressed, &STILL, parts, 0.2), &pressed);
        assert!((given.steer_rad - 0.6 * 2.5 * 0.2).abs() < 1e-12, "{parts}: {}", given.steer_rad);
        assert!((given.throttle - 4.0 * 0.2).abs() < 1e-12, "{parts}: {}", given.throttle);
        // Clutch and gear are none of the hands'.
        assert_eq!((given.clutch, given.gear, given.brake), (0.3, 4.0, 0.0));
    }
    // At speed less and slower: of the lock 1 / (1 + (40 / 30)^2), and that at once held.
    let given = hands.shaped(&held(&hands, &pressed, &FAST, 100, 5.0), &pressed);
    assert!((given.steer_rad - 0.6 / (1.0 + (40.0_f64 / 30.0).powi(2))).abs() < 1e-12);
}

/// Straight through: what is asked for is what is given, a sub-step later at the latest.
#[test]
fn direct_hands_give_what_they_are_asked_for() {
    let axis = AxisShape::direct();
    let hands = Hands::new(StickShape { steer: axis, throttle: axis, brake: axis, handbrake: axis }, 0.6);
    for stick in [-1.0, -0.37, 0.0, 0.5, 1.0] {
        let pressed = keys(stick, 0.7);
        let given = hands.shaped(&held(&hands, &pressed, &FAST, 1, 0.001), &pressed);
        assert!((given.steer_rad - pressed.steer_rad).abs() < 1e-15 && given.throttle == 0.7, "{given:?}");
    }
}

/// By grip a full stick turns the wheels by the share of the peak's slip out of the way that the axle goes.
#[test]
fn a_full_stick_asks_for_a_share_of_the_grip() {
    let grip = GripSteering {
        fraction: 0.9,
        peak_slip_rad: 0.1,
        following: 1.0,
        low_speed_m_s: 6.0,
        lock_rad: 0.0,
        rate_rad_s: 2.0,
        front_arm_m: 1.2,
    };
    let hands = Hands::new(StickShape::pad(), 0.6).by_grip(grip);
    let (pressed, free) = (keys(1.0, 0.0), keys(0.0, 0.0));
    let straight = held(&hands, &pressed, &FAST, 1000, 3.0);
    // The pad's own range at 40 m/s stands before it.
    let stick = 1.0 / (1.0 + (40.0_f64 / 45.0).powi(2));
    assert!((hands.shaped(&straight, &pressed).steer_rad - 0.09 * stick).abs() < 1e-12);
    // Sliding to the left with a free stick the wheels follow the slide, and no faster than their rate.
    let slide = BodyMotion { velocity_y_m_s: 8.0, yaw_rate_rad_s: -0.5, ..FAST };
    let one = held(&hands, &free, &slide, 10, 0.01);
    assert!((hands.shaped(&one, &free).steer_rad - 0.02).abs() < 1e-12);
    let all = held(&hands, &free, &slide, 1000, 3.0);
    assert!((hands.shaped(&all, &free).steer_rad - ((8.0 - 0.5 * 1.2) / 40.0_f64).atan()).abs() < 1e-9);
    // At rest it is the lock.
    let rest = held(&hands, &pressed, &STILL, 1000, 3.0);
    assert!((hands.shaped(&rest, &pressed).steer_rad - 0.6).abs() < 1e-12);
}

/// Numbers out of their range are named; those of a grip that is not asked for do not count.
#[test]
fn what_cannot_be_is_named() {
    let good = Hands::<f64>::new(StickShape::pad(), 0.6);
    assert_eq!(good.fault(), None);
    let mut bad = good;
    bad.shape.throttle.dead_zone = 1.0;
    assert_eq!(bad.fault(), Some("dead_zone"));
    assert_eq!(
        Hands { reach: skidpad_world::shaping::StickReach { stick_lock_rad: 0.0, ..good.reach }, ..good }
            .fault(),
        Some("stick_lock_rad")
    );
    let mut bad = good;
    bad.grip.fraction = f64::NAN;
    assert_eq!(bad.fault(), None);
    assert_eq!(bad.by_grip(bad.grip).fault(), Some("fraction"));
}
