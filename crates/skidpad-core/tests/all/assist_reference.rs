//! Reference speed of the assists: which wheels are evidence of it, how slope and bank turn with the car, and what
//! traction control allows against it.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use crate::assist_support;
use skidpad_core::record::Flag;

use assist_support::{DRY, FULL_BRAKE, ICE, NO_PEDALS, Plant, facts};
use skidpad_core::assist::{AssistMode, Assists, Pedals, Sensed, TractionData};
use skidpad_core::wheels::Wheels;
use skidpad_testing::Random;

/// A mode that knows the car's longitudinal speed.
fn known(speed_m_s: f64) -> AssistMode<f64> {
    let mut mode = AssistMode::start();
    (mode.reference.reference_known, mode.reference.reference_x_m_s) = (Flag::from(true), speed_m_s);
    mode
}

/// Reads the given wheels for a time, with the accelerometer at 0; the reference speed after it, m/s.
fn read(
    mut mode: AssistMode<f64>,
    drives: (bool, bool),
    wheels: [f64; 4],
    pedals: &Pedals<f64>,
    time_s: f64,
) -> f64 {
    let assists = Assists::typical(facts(drives.0, drives.1));
    let wheel_speed_m_s = Wheels::from_row(wheels);
    for (wheel, speed) in [
        &mut mode.abs_wheels.front_left,
        &mut mode.abs_wheels.front_right,
        &mut mode.abs_wheels.rear_left,
        &mut mode.abs_wheels.rear_right,
    ]
    .into_iter()
    .zip(wheels)
    {
        wheel.abs_speed_m_s = speed;
    }
    let sensed = Sensed { wheel_speed_m_s, ..Sensed::at_rest() };
    for _ in 0..(time_s / 0.001) as u32 {
        (mode, _) = assists.advance(&mode, &sensed, pedals, 0.001);
    }
    mode.reference.reference_x_m_s
}

/// A front-driven car with the handbrake on at full throttle on ice: the front wheels spun at 51 m/s, the rear ones stood,
/// and the reference came up to 51 m/s at a car's speed of 18. The pedal then found every brake open for 7 s.
#[test]
fn wheels_under_throttle_are_no_evidence_of_a_higher_speed() {
    let pedals = Pedals { throttle: 1.0, handbrake: 1.0, ..NO_PEDALS };
    let spinning = [51.0, 33.0, 0.0, 0.0];
    assert!(read(known(17.6), (true, false), spinning, &pedals, 0.5) < 18.0);
    assert!(
        read(known(17.6), (false, true), spinning, &pedals, 0.5) > 30.0,
        "front wheels that the engine does not drive"
    );
}

/// Two front wheels had locked, a rear one turned at 2.8 m/s and the shafts turned the other backwards at 0.9 m/s. That one
/// seemed to be turned by the road, and the reference fell from 6 to 2 m/s.
#[test]
fn a_wheel_that_a_differential_turns_backwards_is_not_turned_by_the_road() {
    let wheels = [0.0, 0.0, -0.9, 2.8];
    assert!(read(known(6.0), (true, true), wheels, &FULL_BRAKE, 0.1) > 5.5);
    let backwards = [0.0, 0.0, -0.9, -2.8];
    assert!(read(known(6.0), (true, true), backwards, &FULL_BRAKE, 0.3) < 4.0, "two that the road turns");
}

/// A car that drives all its wheels, with the handbrake on: the shafts held the front wheels at 1.4 m/s, whose brakes were
/// open. They seemed to roll freely, and the reference fell from 8 to 1 m/s.
#[test]
fn shafts_that_the_handbrake_holds_let_no_wheel_roll_freely() {
    let released = |mut mode: AssistMode<f64>| {
        mode.abs_wheels.front_left.abs_phase = 2.0;
        mode
    };
    let wheels = [1.4, 1.4, 0.0, 0.0];
    let handbrake = Pedals { handbrake: 1.0, ..FULL_BRAKE };
    assert!(read(released(known(8.0)), (true, true), wheels, &handbrake, 0.6) > 6.0);
    assert!(
        read(released(known(8.0)), (true, false), wheels, &handbrake, 0.6) < 4.0,
        "front wheels alone roll"
    );
}

/// A slope that had been learnt wrongly made wheels that rolled on ice seem to be spun up for ever: the reference stayed
/// 25 m/s too high and the brakes open for 5 s.
#[test]
fn a_slope_learnt_wrongly_does_not_hide_that_wheels_roll() {
    let assists = Assists::typical(facts(false, true));
    let mut car = Plant::rolling(17.0, [ICE; 4]);
    while car.time_s < 0.1 {
        car.step(&assists, &NO_PEDALS, 0.001);
    }
    (car.mode.reference.reference_x_m_s, car.mode.reference.reference_slope_m_s2) = (35.0, 3.0);
    while car.time_s < 1.6 {
        car.step(&assists, &FULL_BRAKE, 0.001);
    }
    let reference = car.mode.reference.reference_x_m_s;
    assert!(reference < car.velocity_m_s[0] + 2.0, "{reference} at {}", car.velocity_m_s[0]);
}

/// A car on a dry road that went on straight at 36 m/s with its wheels near locking, and yawed slowly: while they spun up and
/// the reference speed rose with them, the difference was laid to a lateral speed of 9 m/s to the wrong side.
#[test]
fn wheels_that_spin_up_are_no_evidence_of_a_lateral_speed() {
    let assists = Assists::typical(facts(true, false));
    let (speed_m_s, yaw_rate_rad_s) = (30.0, 0.35);
    for sign in [-1.0, 1.0] {
        let mut mode = known(3.0);
        let sensed = Sensed {
            wheel_speed_m_s: Wheels::all(speed_m_s),
            yaw_rate_rad_s: sign * yaw_rate_rad_s,
            acceleration_y_m_s2: sign * speed_m_s * yaw_rate_rad_s,
            ..Sensed::at_rest()
        };
        for _ in 0..600 {
            (mode, _) = assists.advance(&mode, &sensed, &FULL_BRAKE, 0.001);
        }
        let (x, y) = (mode.reference.reference_x_m_s, mode.reference.reference_y_m_s);
        assert!((x - speed_m_s).abs() < 1.0, "the reference has met the wheels: {x}");
        // What the low reference missed of psi' v_x on its way up, 2.6 m/s, is left.
        assert!(y.abs() < 3.0, "{y}");
    }
}

/// A wheel that had locked by something else than its brake (a handbrake, the engine, a tyre that sprang back) had locked at
/// 2 % of the pressure, and the build in shares of that took more than a second.
#[test]
fn a_level_that_is_not_the_roads_costs_little_time() {
    let assists = Assists::typical(facts(false, true));
    let rest_s = |level: Option<f64>| {
        let mut car = Plant::rolling(6.0, [DRY; 4]);
        while car.time_s < 0.1 {
            car.step(&assists, &NO_PEDALS, 0.001);
        }
        if let Some(level) = level {
            for wheel in [
                &mut car.mode.abs_wheels.front_left,
                &mut car.mode.abs_wheels.front_right,
                &mut car.mode.abs_wheels.rear_left,
                &mut car.mode.abs_wheels.rear_right,
            ] {
                (wheel.abs_phase, wheel.abs_pressure, wheel.abs_level) = (4.0, level, level);
            }
        }
        car.rest(&assists)
    };
    let (low, none) = (rest_s(Some(0.01)), rest_s(None));
    assert!(low < none + 0.5, "{low} s from a low level, {none} s from none");
}

/// Gravity's share in the road's plane stays where it is while the car turns above it: along the car's axes it is
/// (s cos t + b sin t, b cos t - s sin t) after the angle t.
#[test]
fn slope_and_bank_turn_with_the_car() {
    let assists = Assists::typical(facts(false, true));
    let mut random = Random::new(0x0051_09e5);
    for _ in 0..200 {
        let (slope, bank) = (random.between(-3.0, 3.0), random.between(-3.0, 3.0));
        let rate = random.between(0.6, 4.0) * if random.between(-1.0, 1.0) < 0.0 { -1.0 } else { 1.0 };
        let mut mode = known(10.0);
        (mode.reference.reference_slope_m_s2, mode.reference.reference_bank_m_s2) = (slope, bank);
        let sensed = Sensed {
            wheel_speed_m_s: Wheels::all(10.0),
            yaw_rate_rad_s: rate,
            acceleration_x_m_s2: slope,
            acceleration_y_m_s2: bank + 10.0 * rate,
            ..Sensed::at_rest()
        };
        let count = random.between(1.0, 2000.0) as u32;
        for _ in 0..count {
            (mode, _) = assists.advance(&mode, &sensed, &NO_PEDALS, 0.001);
        }
        let (sin, cos) = (rate * 0.001 * f64::from(count)).sin_cos();
        let expected = (slope * cos + bank * sin, bank * cos - slope * sin);
        let is = (mode.reference.reference_slope_m_s2, mode.reference.reference_bank_m_s2);
        assert!(
            (is.0 - expected.0).abs() < 0.1 && (is.1 - expected.1).abs() < 0.1,
            "{is:?}, not {expected:?}"
        );
    }
}

/// Of a tyre that corners, sqrt(1 - (a_y / mu g)^2) is left, and at least a fifth. Throttle is cut from exactly that
/// share of slip and slip speed on, in turns to both sides.
#[test]
fn the_allowed_slip_is_what_the_turn_leaves() {
    let assists = Assists::typical(facts(false, true));
    let TractionData { slip, slip_speed_m_s, grip_m_s2, .. } = assists.traction;
    let mut random = Random::new(0x00a1_1031);
    for _ in 0..1000 {
        let (speed, lateral) = (random.between(0.5, 60.0), random.between(-14.0, 14.0));
        let left = (1.0 - (lateral / grip_m_s2).powi(2)).max(0.04).sqrt();
        let allowed = speed + left * (slip * speed + slip_speed_m_s);
        let cut = |driven: f64| {
            let sensed = Sensed {
                wheel_speed_m_s: Wheels::from_row([speed, speed, driven, driven]),
                acceleration_y_m_s2: lateral,
                ..Sensed::at_rest()
            };
            let full = Pedals { throttle: 1.0, ..NO_PEDALS };
            assists.advance(&AssistMode::start(), &sensed, &full, 0.001).1.drive.traction_cut
        };
        assert_eq!(cut(allowed - 1e-6), 0.0, "{speed} m/s, {lateral} m/s^2");
        assert!(cut(allowed + 1e-6) > 0.0, "{speed} m/s, {lateral} m/s^2");
    }
}

/// Advances the assists at full throttle on readings that are constant but for the wheels' speeds.
fn driven(
    mut mode: AssistMode<f64>,
    drives: (bool, bool),
    (sensed, time_s): (Sensed<f64>, f64),
    wheels: impl Fn(f64) -> f64,
) -> AssistMode<f64> {
    let assists = Assists::typical(facts(drives.0, drives.1));
    let pedals = Pedals { throttle: 1.0, ..NO_PEDALS };
    for step in 0..(time_s / 0.001) as u32 {
        let wheel_speed_m_s = Wheels::all(wheels(0.001 * f64::from(step)));
        (mode, _) = assists.advance(&mode, &Sensed { wheel_speed_m_s, ..sensed }, &pedals, 0.001);
    }
    mode
}

/// A car that drives all wheels had learnt a slope of 1.9 m/s^2 while its wheels were locked on ice. Under throttle nothing
/// corrected it: the reference stayed a metre a second behind wheels that rolled, and the throttle was shut for 20 s.
#[test]
fn wheels_that_idle_correct_a_slope_that_was_learnt_wrongly() {
    let mut mode = known(9.0);
    mode.reference.reference_slope_m_s2 = 1.9;
    let after = driven(mode, (true, true), (Sensed::at_rest(), 6.0), |_| 9.0);
    assert!(after.reference.reference_slope_m_s2.abs() < 0.7, "{}", after.reference.reference_slope_m_s2);
    assert!(after.traction.traction_integral < 0.3, "{}", after.traction.traction_integral);
}

/// The handbrake had held all wheels of such a car. Let go under throttle they came up to its speed in 0.2 s, but the
/// reference had fallen to them by 2 m/s, and the throttle was cut for two seconds.
#[test]
fn wheels_that_the_road_spins_up_show_no_reference_that_is_too_high() {
    let after = driven(known(10.4), (true, true), (Sensed::at_rest(), 0.15), |time_s| 60.0 * time_s);
    assert!(after.reference.reference_x_m_s > 10.0, "{}", after.reference.reference_x_m_s);
    let rolls = driven(known(10.4), (true, true), (Sensed::at_rest(), 0.5), |_| 9.0);
    assert!(
        rolls.reference.reference_x_m_s < 9.3,
        "wheels that roll do: {}",
        rolls.reference.reference_x_m_s
    );
}

/// A car drifted over ice at 13 m/s to the side. The estimate of that faded in two seconds, though the road pushed against
/// the slide, and traction control allowed the slip of a straight road.
#[test]
fn a_slide_that_the_road_pushes_against_does_not_fade() {
    let mut mode = known(8.0);
    mode.reference.reference_y_m_s = 13.0;
    let pushed = Sensed { acceleration_y_m_s2: -1.0, ..Sensed::at_rest() };
    let after = driven(mode, (true, false), (pushed, 4.0), |_| 8.0);
    assert!((after.reference.reference_y_m_s - 9.0).abs() < 0.5, "{}", after.reference.reference_y_m_s);
    let faded = driven(mode, (true, false), (Sensed::at_rest(), 4.0), |_| 8.0);
    assert!(faded.reference.reference_y_m_s < 3.0, "{}", faded.reference.reference_y_m_s);
}

/// On ice, front-driven cars that slid by 45 degrees drove at 12 m/s and straight after 5 s without traction control, and
/// never with it: spinning front wheels pull a car straight. Rear wheels that spin let it spin.
#[test]
fn front_wheels_of_a_car_that_slides_far_may_spin() {
    let cut = |drives: (bool, bool), y_m_s: f64| {
        let assists = Assists::typical(facts(drives.0, drives.1));
        let mut mode = known(8.0);
        mode.reference.reference_y_m_s = y_m_s;
        let [front, rear] = [drives.0, drives.1].map(|driven| if driven { 14.0 } else { 8.0 });
        let wheel_speed_m_s = Wheels::from_row([front, front, rear, rear]);
        let sensed = Sensed { wheel_speed_m_s, acceleration_y_m_s2: -y_m_s.signum(), ..Sensed::at_rest() };
        let pedals = Pedals { throttle: 1.0, ..NO_PEDALS };
        let (_, acts) = assists.advance(&mode, &sensed, &pedals, 0.001);
        acts.drive.traction_cut
    };
    assert!(cut((true, false), 0.01) > 0.5, "straight ahead");
    assert_eq!([cut((true, false), 10.0), cut((true, false), -10.0)], [0.0; 2]);
    assert!(cut((false, true), 10.0) > 0.1, "rear wheels");
}
