//! What traction and stability control ask of each brake in one sub-step, by their rules.

use skidpad_core::assist::{AssistMode, Assists, Pedals, Sensed};
use skidpad_core::brakes::{BrakeWheel, Brakes, Braking, Disc};
use skidpad_core::model::two_track::{Curves, Kind};
use skidpad_core::record::Flag;
use skidpad_core::wheels::Wheels;

use crate::assist_support::{NO_PEDALS, facts};
use crate::support::{build, manual};

const STEP_S: f64 = 0.001;

fn known(speed_m_s: f64) -> AssistMode<f64> {
    let mut mode = AssistMode::start();
    (mode.reference.reference_known, mode.reference.reference_x_m_s) = (Flag::from(true), speed_m_s);
    mode
}

/// Traction control brakes a driven wheel that is faster than its neighbour by more than the difference that is left alone,
/// and faster than allowed: as far as the smaller of the two goes, times the gain, up to the most; only while the driver
/// accelerates and does not brake, below the largest speed, and with a pressure that changes no faster than its rate.
#[test]
fn the_faster_driven_wheel_is_braked() {
    let data = Assists::typical(facts(false, true)).traction;
    let allowed = |speed: f64| speed * (1.0 + data.slip) + data.slip_speed_m_s;
    let accelerates = Pedals { throttle: 0.8, ..NO_PEDALS };
    let both = Pedals { brake: 0.3, ..accelerates };
    for (front, rear) in [(false, true), (true, false)] {
        let assists = Assists::typical(facts(front, rear));
        for (speed, left, right, pedals) in [
            (10.0, 13.0, 10.2, accelerates),
            (10.0, 11.5, 10.2, accelerates),
            (10.0, 11.9, 11.8, accelerates),
            (10.0, 11.0, 10.0, accelerates),
            (10.0, 10.2, 19.0, accelerates),
            (10.0, 13.0, 10.2, NO_PEDALS),
            (10.0, 13.0, 10.2, both),
            (30.0, 40.0, 30.0, accelerates),
        ] {
            for before in [0.0, 0.2] {
                let mut mode = known(speed);
                for wheel in [
                    &mut mode.traction_wheels.front_left,
                    &mut mode.traction_wheels.front_right,
                    &mut mode.traction_wheels.rear_left,
                    &mut mode.traction_wheels.rear_right,
                ] {
                    wheel.traction_pressure = before;
                }
                let mut wheel_speed_m_s = Wheels::all(speed);
                if front {
                    (wheel_speed_m_s.front_left, wheel_speed_m_s.front_right) = (left, right);
                } else {
                    (wheel_speed_m_s.rear_left, wheel_speed_m_s.rear_right) = (left, right);
                }
                let sensed = Sensed { wheel_speed_m_s, ..Sensed::at_rest() };
                let (after, _) = assists.advance(&mode, &sensed, &pedals, STEP_S);
                let acts = pedals.throttle > 0.0 && pedals.brake == 0.0 && speed < data.brake_until_m_s;
                let wanted = |of: f64, other: f64, driven: bool| {
                    let faster = (of - other - data.difference_m_s).min(of - allowed(speed)).max(0.0);
                    if acts && driven { (data.brake_gain_s_m * faster).min(data.brake_most) } else { 0.0 }
                };
                let [fl, fr, rl, rr] = wheel_speed_m_s.in_a_row();
                let step = data.brake_rate_1_s * STEP_S;
                let expected = [
                    wanted(fl, fr, front),
                    wanted(fr, fl, front),
                    wanted(rl, rr, rear),
                    wanted(rr, rl, rear),
                ]
                .map(|wanted| wanted.clamp(before - step, before + step));
                let found = after.traction_wheels.in_a_row().map(|wheel| wheel.traction_pressure);
                // Where all wheels show another speed than was known the reference is on its way.
                for place in 0..4 {
                    let near = (found[place] - expected[place]).abs() < 2e-3 * data.brake_gain_s_m + 1e-12;
                    assert!(near, "{speed} {left} {right} {before}: {found:?}, not {expected:?}");
                }
            }
        }
    }
}

/// A car that turns more to the left than it should is braked on its right, and one that turns too little on its left; the
/// front wheel where it turns too much for its own turn, the rear one where too little.
#[test]
fn stability_control_brakes_one_wheel() {
    let assists = Assists::typical(facts(false, true));
    let data = assists.stability;
    let speed = 20.0;
    for (reference, yaw_rate, which) in [
        (0.1, 0.5, 1),
        (0.5, 0.1, 2),
        (-0.1, -0.5, 0),
        (-0.5, -0.1, 3),
        (0.3, -0.4, 0),
        (-0.3, 0.4, 1),
        (0.3, 0.32, 9),
    ] {
        let mut mode = known(speed);
        mode.stability.stability_reference_rad_s = reference;
        let sensed = Sensed {
            wheel_speed_m_s: Wheels::all(speed),
            yaw_rate_rad_s: yaw_rate,
            // Steered as the reference asks: so it stays.
            steer_rad: f64::atan(reference * (2.7 + data.understeer_rad_s2_m * speed * speed) / speed),
            acceleration_y_m_s2: reference * speed,
            ..Sensed::at_rest()
        };
        let (after, _) = assists.advance(&mode, &sensed, &NO_PEDALS, STEP_S);
        for (place, wheel) in after.stability_wheels.in_a_row().into_iter().enumerate() {
            let expected = if place == which { data.rate_1_s * STEP_S } else { 0.0 };
            assert!(
                (wheel.stability_pressure - expected).abs() < 1e-12,
                "{reference} {yaw_rate}: wheel {place} at {}",
                wheel.stability_pressure
            );
        }
    }
}

/// What the assists know of a car follows from its figures. A difference c of the front pressures that locks one wheel first
/// turns the car by mu_x c N_f t_f / 4, which the rear wheel on the grippy side balances with a share s = 0.4 of its lateral
/// force at half the friction's deceleration: s mu_y N_r L / 2. And it grows as fast as the yaw acceleration may, 0.5 rad/s^3,
/// where a full difference is the moment of half the front brakes on half of the track.
#[test]
fn the_yaw_moment_of_the_brakes_is_limited_by_the_rear_axle() {
    for (front_share, front_track, rear_track, inertia) in [(0.45, 1.4, 1.6, 900.0), (0.7, 1.5, 1.45, 1500.0)]
    {
        let mut spec = manual();
        (spec.body.front_weight_share, spec.body.yaw_inertia_kg_m2) = (front_share, inertia);
        spec.derive_section("chassis");
        let chassis = spec.chassis.as_mut().expect("derived");
        (chassis.front_track_m, chassis.rear_track_m) = (front_track, rear_track);
        (spec.rear.lateral_friction, spec.front.friction) = (0.75, 1.2);
        let car = Curves::car(&build(&spec));
        let (body, facts, abs) = (&spec.body, &car.base.assists.car, &car.base.assists.abs);
        assert!((facts.to_front_m - (1.0 - front_share) * body.wheelbase_m).abs() < 1e-12);
        assert_eq!(
            (facts.wheelbase_m, facts.drives_front, facts.drives_rear),
            (body.wheelbase_m, Flag::from(false), Flag::from(true))
        );
        assert_eq!((facts.front_track_m, facts.rear_track_m), (front_track, rear_track));
        let moment = 0.5 * spec.front.brake_torque_nm / spec.front.radius_m * 0.5 * front_track;
        assert!(
            (abs.yaw_growth_1_s / (0.5 * inertia / moment) - 1.0).abs() < 1e-12,
            "{}",
            abs.yaw_growth_1_s
        );
        // Loads over the weight at the deceleration of mu g / 2.
        let rear = 1.0 - front_share - 0.5 * 0.75 * body.cg_height_m / body.wheelbase_m;
        let held = 0.4 * 0.75 * rear * body.wheelbase_m / 2.0;
        let share = held / (1.2 * (1.0 - rear) * front_track / 4.0);
        assert!((abs.yaw_most - share.clamp(0.0, 1.0)).abs() < 1e-12, "{} {share}", abs.yaw_most);
    }
}

/// Each brake for itself: a wheel's pressure and disc follow from its own demand, spin and past, and from no other wheel's.
#[test]
fn brakes_do_not_know_each_other() {
    let brakes = crate::assist_support::brakes();
    let brakes = Brakes {
        front_disc: Disc { capacity_j_k: 5000.0, ..brakes.front_disc },
        rear_disc: Disc { capacity_j_k: 3500.0, ..brakes.rear_disc },
        ..brakes
    };
    let warm = |pressure: f64, disc_k: f64| BrakeWheel { pressure, disc_k };
    let mode = Wheels::from_row([warm(0.2, 350.0), warm(0.4, 420.0), warm(0.5, 500.0), warm(0.7, 610.0)]);
    let now = Braking {
        demand: Wheels::from_row([0.3, 0.35, 0.6, 0.1]),
        handbrake: 0.2,
        spin_rad_s: Wheels::from_row([60.0, -55.0, 40.0, 70.0]),
        speed_m_s: 18.0,
    };
    let whole = brakes.advance(&mode, &now, 0.002).in_a_row();
    let (modes, demands, spins) = (mode.in_a_row(), now.demand.in_a_row(), now.spin_rad_s.in_a_row());
    let torques = brakes.torques_nm(&mode, now.handbrake).in_a_row();
    for place in 0..4 {
        let alone = brakes.advance(
            &Wheels::all(modes[place]),
            &Braking { demand: Wheels::all(demands[place]), spin_rad_s: Wheels::all(spins[place]), ..now },
            0.002,
        );
        assert_eq!(whole[place], alone.in_a_row()[place], "wheel {place}");
        // What the brake takes heats its disc.
        let disc = if place < 2 { brakes.front_disc } else { brakes.rear_disc };
        let heat = torques[place] * spins[place].abs();
        let expected = disc.warmed(modes[place].disc_k, heat, disc.cooling_w_k(18.0), 0.002);
        assert!((whole[place].disc_k - expected).abs() < 1e-9, "wheel {place}: {} K", whole[place].disc_k);
    }
}

/// Any assist alone is assistance, and none is none; and so with what delays the brakes.
#[test]
fn each_assist_alone_assists() {
    let none = || {
        let mut spec = manual();
        spec.derive_section("assists");
        spec
    };
    let made = |change: fn(&mut skidpad_core::spec::AssistsSpec)| {
        let mut spec = none();
        change(spec.assists.as_mut().expect("derived"));
        let car = Curves::car(&build(&spec));
        (car.base.pedals.assisted, car.base.pedals.delayed)
    };
    assert_eq!(made(|_| ()), (Flag::from(false), Flag::from(false)));
    assert_eq!(made(|assists| assists.abs = 1.0), (Flag::from(true), Flag::from(false)));
    assert_eq!(made(|assists| assists.traction_control = 1.0), (Flag::from(true), Flag::from(false)));
    assert_eq!(made(|assists| assists.stability_control = 1.0), (Flag::from(true), Flag::from(false)));
    assert_eq!(made(|assists| assists.launch_control = 1.0), (Flag::from(true), Flag::from(false)));
    assert_eq!(made(|assists| assists.brake_lag_s = 0.1), (Flag::from(false), Flag::from(true)));
    assert_eq!(made(|assists| assists.brake_fade = 1.0), (Flag::from(false), Flag::from(true)));
}
