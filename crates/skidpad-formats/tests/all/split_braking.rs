//! Straight stops on a split road as UN Regulation 13-H requires of an anti-lock system.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use skidpad_core::controls::Command;
use skidpad_core::model::two_track::{TwoTrackInput, TwoTrackMode, TwoTrackState, WheelRoad};
use skidpad_core::record::Record;
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;
use skidpad_core::units::{STANDARD_GRAVITY_M_S2, kmh};
use skidpad_core::wheels::Wheels;

use crate::any_motion::{Car, Moving, cars, regulated_split, speed_m_s};

/// Speed at which the regulation's stops begin.
const REGULATED_M_S: f64 = kmh(50.0);
/// How far the driver may turn the steering wheel, deg.
const MOST_STEERING_DEG: f64 = 240.0;

/// What a stop came to.
#[derive(Debug)]
struct Stop {
    /// Mean deceleration over gravity, from 80 to 10 % of the speed.
    braking_rate: f64,
    /// Largest offset of the centre of mass from the boundary, m.
    offset_m: f64,
    /// Largest angle of the steering wheel, deg.
    steering_deg: f64,
}

/// A full pedal from a speed straight ahead, in neutral, with the boundary under the middle of the car. The driver steers by
/// course, offset and yaw rate, as in `split-mu braking` with his second gain.
fn stop(car: &Car, from_m_s: f64, (right, left): (f64, f64)) -> Stop {
    const DT_S: f64 = 0.01;
    const HANDS_RAD_S: f64 = 0.7;
    let state = TwoTrackState::rolling(&car.base, from_m_s, 0.0);
    let mut moving = Moving::new(*car, TwoTrackMode::in_gear(&car.base, 0.0), state);
    let (mut steer_rad, mut integral_rad) = (0.0_f64, 0.0);
    let (mut offset_m, mut most_rad) = (0.0_f64, 0.0_f64);
    let (mut begun, mut ended) = (None, None);
    while speed_m_s(&moving) > 0.1 && moving.time_s() < 60.0 {
        let body = moving.state().body;
        let speed = speed_m_s(&moving);
        if speed > 4.0 {
            let course_rad = body.yaw_rad + body.velocity_y_m_s.atan2(body.velocity_x_m_s);
            let error_rad = course_rad + body.y_m / (0.6 * speed);
            integral_rad += 8.0 * error_rad * DT_S;
            let wish_rad = -(8.0 * error_rad + 1.2 * body.yaw_rate_rad_s + integral_rad);
            let lock_rad = car.base.steering.lock_rad;
            let change_rad = wish_rad.clamp(-lock_rad, lock_rad) - steer_rad;
            steer_rad += change_rad.clamp(-HANDS_RAD_S * DT_S, HANDS_RAD_S * DT_S);
        }
        let command = Command { brake: 1.0, steer_rad, ..Record::splat(0.0) };
        let status = moving.step_over(Dt::new(DT_S).expect("a step"), |car, state| {
            let places = car.base.wheel_places_m(&state.body);
            let mut input = TwoTrackInput::on_even_road(&command);
            let roads = input.roads.in_a_row();
            let grip = |wheel: usize| if places[wheel][1] > 0.0 { left } else { right };
            input.roads =
                Wheels::from_row([0, 1, 2, 3].map(|wheel| WheelRoad { grip: grip(wheel), ..roads[wheel] }));
            (input, Surface::asphalt())
        });
        assert_eq!(status, Status::Running);
        (offset_m, most_rad) = (offset_m.max(body.y_m.abs()), most_rad.max(steer_rad.abs()));
        let now = (speed_m_s(&moving), moving.state().body.x_m);
        begun = begun.or((now.0 < 0.8 * from_m_s).then_some(now));
        ended = ended.or((now.0 < 0.1 * from_m_s).then_some(now));
    }
    let (begun, ended) = (begun.expect("it slows"), ended.expect("it stops"));
    let deceleration_m_s2 = (begun.0 * begun.0 - ended.0 * ended.0) / (2.0 * (ended.1 - begun.1));
    let steering_deg = (most_rad * car.base.steering.ratio).to_degrees();
    Stop { braking_rate: deceleration_m_s2 / STANDARD_GRAVITY_M_S2, offset_m, steering_deg }
}

#[test]
fn the_required_braking_rate_is_the_regulation_s() {
    assert!((regulated_split(0.2, 0.8) - 0.24).abs() < 1e-12, "0.75 (4 k_L + k_H) / 5");
    assert!((regulated_split(0.5, 0.6) - 0.5).abs() < 1e-12, "k_L where that is more");
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// UN Regulation 13-H, annex 6, 5.3 and appendix 3: from 50 km/h on a road with k_H at least 0.5 and twice k_L, and from higher speeds, where
    /// it only forbids that directly controlled wheels lock. k_H and k_L, which it measures as the largest braking rate of one axle
    /// just below locking, are here the tyres' peak friction times the grip of each side.
    #[test]
    #[ignore = "long: some seconds"]
    fn every_preset_brakes_on_a_split_road_as_the_regulation_requires() {
        let fitted = |car: &Car| car.base.assists.abs.abs_on.is_set() && car.base.front.half_track_m > 0.0;
        let cars: Vec<_> = cars().into_iter().filter(|(_, car)| fitted(car)).collect();
        assert!(cars.len() >= 16, "{}", cars.len());
        for (name, car) in cars {
            let peak = f64::max(car.front_tyre.friction, car.rear_tyre.friction);
            for (high, low) in [(1.0, 0.15), (1.0, 0.3), (0.5, 0.15)] {
                let required = regulated_split(peak * low, peak * high);
                for from_m_s in [REGULATED_M_S, kmh(100.0)] {
                    let found = stop(&car, from_m_s, (high, low));
                    assert!(
                        found.braking_rate >= required,
                        "{name} {high} {low}: {found:?}, required {required}"
                    );
                    if from_m_s == REGULATED_M_S {
                        assert!(found.steering_deg < MOST_STEERING_DEG, "{name} {high} {low}: {found:?}");
                        assert!(found.offset_m < 0.2, "{name} {high} {low}: {found:?}");
                    }
                }
            }
        }
    }
}
