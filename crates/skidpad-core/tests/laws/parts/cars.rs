//! Whole cars: what they begin with and what they report.

use skidpad_core::brakes::BrakeWheel;
use skidpad_core::controls::Command;
use skidpad_core::model::two_track::{Curves, Kind, TwoTrackCar, TwoTrackState};
use skidpad_core::model::{SingleTrack, SingleTrackMode, SingleTrackState, StraightLineState};
use skidpad_core::record::Record;
use skidpad_core::surface::Surface;
use skidpad_core::tyre::CombinedTyre;
use skidpad_core::wheels::Wheels;

use crate::outlined;
use crate::single_track_support::{steered, track};
use crate::support::{build, coast, manual};

/// Wheels that roll turn by speed over their own radius, in every model.
#[test]
fn a_rolling_car_slips_at_no_wheel() {
    let mut spec = manual();
    (spec.front.radius_m, spec.rear.radius_m) = (0.29, 0.34);
    let (vehicle, speed) = (build(&spec), 23.0);
    let single = SingleTrackState::rolling(&track(&spec), speed, 3.0);
    let straight = StraightLineState::rolling(&vehicle, speed, 3.0);
    let car = Curves::car(&vehicle);
    let four = TwoTrackState::rolling(&car.base, speed, 3.0).wheels;
    for (spin, radius) in [
        (single.front_spin_rad_s, 0.29),
        (single.rear_spin_rad_s, 0.34),
        (straight.front_spin_rad_s, 0.29),
        (straight.rear_spin_rad_s, 0.34),
        (four.front_left.spin_rad_s, 0.29),
        (four.front_right.spin_rad_s, 0.29),
        (four.rear_left.spin_rad_s, 0.34),
        (four.rear_right.spin_rad_s, 0.34),
    ] {
        let rolls = spin * radius;
        assert!((rolls / speed - 1.0).abs() < 1e-14, "{rolls} m/s of {speed}");
    }
    let engine = speed / 0.34 * spec.ratios[2] * spec.gearbox.final_drive;
    for found in [single.engine_rad_s, straight.engine_rad_s] {
        assert!((found / engine - 1.0).abs() < 1e-14, "{found}, not {engine} rad/s");
    }
}

/// Slip angles of the single track: tan(alpha_r) = (v - b r) / |u| at the rear, and at the front the angle of the velocity
/// (u, v + a r) less the steering angle; forwards both are the linear single track's for small angles.
#[test]
fn the_single_track_reports_the_slip_angles_of_both_axles() {
    let car = track(&manual());
    let mode = SingleTrackMode::in_gear(&car, 0.0);
    for (u, v, yaw, steer) in [(20.0, 1.5, 0.3, 0.05), (20.0, -2.0, 0.6, -0.2), (8.0, 0.0, -0.9, 0.3)] {
        let mut state = SingleTrackState::rolling(&car, u, 0.0);
        (state.velocity_y_m_s, state.yaw_rate_rad_s) = (v, yaw);
        let (command, road) = (steered(steer), Surface::asphalt());
        let now = outlined::evaluate::<SingleTrack, _>(&car, &mode, &state, &command, &road).1;
        // Half of the weight is on each axle of the wheelbase of 2.5 m.
        let rear = f64::atan((v - 1.25 * yaw) / u);
        let front = f64::atan((v + 1.25 * yaw) / u) - steer;
        assert!((now.rear_slip_angle_rad - rear).abs() < 1e-12, "{} {rear}", now.rear_slip_angle_rad);
        assert!((now.front_slip_angle_rad - front).abs() < 1e-12, "{} {front}", now.front_slip_angle_rad);
        assert!((now.sideslip_rad - f64::atan2(v, u)).abs() < 1e-15, "{}", now.sideslip_rad);
    }
}

/// Newton's law of each axle in the single track's report: inertia times angular acceleration is the torque without brakes
/// and that of the brakes, which is within what they can hold.
#[test]
fn the_single_track_reports_the_torques_that_turn_its_axles() {
    let mut spec = manual();
    (spec.front.wheel_inertia_kg_m2, spec.rear.wheel_inertia_kg_m2) = (0.9, 1.4);
    let (car, road) = (track(&spec), Surface::asphalt());
    for (brake, throttle, gear) in [(0.0, 0.8, 2.0), (0.3, 0.0, 2.0), (0.5, 0.2, 0.0)] {
        let state = SingleTrackState {
            rear_deflection_x: 0.01,
            front_deflection_x: -0.02,
            ..SingleTrackState::rolling(&car, 15.0, gear)
        };
        let command = Command { brake, throttle, ..coast(gear) };
        let start = SingleTrackMode::in_gear(&car, gear);
        let mode = outlined::advance::<SingleTrack, _>(&car, &start, &state, &command, &road, 0.001);
        let (rate, now) = outlined::evaluate::<SingleTrack, _>(&car, &mode, &state, &command, &road);
        for (inertia, rate, free, brake, holding) in [
            (
                1.8,
                rate.front_spin_rad_s,
                now.front_free_torque_nm,
                now.front_brake_torque_nm,
                now.front_holding_nm,
            ),
            (
                2.8,
                rate.rear_spin_rad_s,
                now.rear_free_torque_nm,
                now.rear_brake_torque_nm,
                now.rear_holding_nm,
            ),
        ] {
            let (found, expected) = (free + brake, inertia * rate);
            assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{found}, not {expected} N.m");
            assert!(brake.abs() <= holding, "{brake} N.m of {holding}");
        }
        assert!((now.front_free_torque_nm - now.rear_free_torque_nm).abs() > 1.0, "{now:?}");
    }
}

/// Brakes fade where the vehicle's do, and only there: on discs as hot as at which they have faded all the way they brake
/// with that share of the torque.
#[test]
fn hot_brakes_brake_less_where_they_fade() {
    let braking = |fades: f64, disc_k: f64| {
        let mut spec = manual();
        spec.derive_section("assists");
        spec.assists.as_mut().expect("derived").brake_fade = fades;
        let brakes = Curves::car(&build(&spec)).base.brakes;
        brakes.torques_nm(&Wheels::all(BrakeWheel { pressure: 0.5, disc_k }), 0.0)
    };
    // Half of 5000 and of 3000 N.m, on two wheels each.
    let cold = Wheels::of_axles(1250.0, 750.0);
    assert_eq!([braking(0.0, 300.0), braking(0.0, 1000.0), braking(1.0, 450.0)], [cold; 3]);
    let share = skidpad_core::brakes::Disc::<f64>::steady().faded_friction;
    assert_eq!(braking(1.0, 1000.0), Wheels::of_axles(1250.0 * share, 750.0 * share));
}

/// Two four-wheel cars are equal where all of their numbers are, and only there.
#[test]
fn cars_are_equal_by_every_number() {
    type Car = TwoTrackCar<CombinedTyre<f64>, f64>;
    let car: Car = Curves::car(&build(&manual()));
    let mut numbers = vec![0.0; Car::LEN];
    car.store(&mut &mut numbers[..]);
    assert_eq!(Car::load(&&numbers[..]), car);
    for place in 0..Car::LEN {
        let mut other = numbers.clone();
        other[place] += 1.0;
        assert!(Car::load(&&other[..]) != car, "number {place} is another");
    }
}
