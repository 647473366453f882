//! How far a motorcycle leans: closed forms, the linear benchmark, and what it does when it is ridden.
#![allow(clippy::disallowed_methods)]

use crate::motorcycle_support;
use crate::outlined;

use motorcycle_support::{alone, ask, calm, changed, dt, from, motorcycle, ride, riding, steer_for, vehicle};
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;
use skidpad_special::MotorcycleData;
use skidpad_special::motorcycle::{
    Leaning, Turn, capsize_time, gyroscopic_lean_torque, point_mass_lean, shoulder_lean_effect, steady_lean,
    steer_rate_to_lean, steer_to_lean, tyre_width_lean,
};
use skidpad_special::{Motorcycle, MotorcycleCar, MotorcycleInput, MotorcycleMode, MotorcycleState};

const G: f64 = 9.80665;

fn blade() -> Leaning<f64> {
    Leaning { mass_kg: 281.0, height_m: 0.65, crown_m: 0.0, spin_nm_s: 0.0 }
}

#[test]
fn the_general_lean_has_the_simple_ones_as_its_cases() {
    for (speed, radius) in [(5.0, 10.0), (20.0, 60.0), (60.0, 500.0)] {
        let turn = Turn::level(speed, radius, G);
        let point = point_mass_lean(speed, radius, G);
        assert!((steady_lean(&blade(), &turn) - point).abs() < 1e-14);
        let wide = Leaning { crown_m: 0.07, ..blade() };
        let expected = point + tyre_width_lean(point, 0.07, 0.65);
        assert!((steady_lean(&wide, &turn) - expected).abs() < 1e-14);
        // The moments with everything in, to the last digits.
        let body = Leaning { spin_nm_s: 3.7 * speed, ..wide };
        let lean = steady_lean(&body, &turn);
        let gravity = 281.0 * G * 0.58 * lean.sin();
        let tyres = 281.0 * speed * speed / radius * (0.07 + 0.58 * lean.cos());
        let wheels = gyroscopic_lean_torque(body.spin_nm_s, speed / radius, lean);
        assert!((gravity - tyres - wheels).abs() < 1e-12 * gravity);
    }
    // A turn the other way leans the other way.
    let turn = Turn { across_m_s2: -5.0, yaw_rate_rad_s: -0.25, ..Turn::level(20.0, 80.0, G) };
    assert_eq!(steady_lean(&blade(), &turn), -point_mass_lean(20.0, 80.0, G));
}

/// The benchmark bicycle of Meijaard, Papadopoulos, Ruina and Schwab (2007), table 1: its lean alone. M, K0
/// and K2 are printed in its appendix with 14 digits.
#[test]
fn the_lean_is_that_of_the_linear_benchmark() {
    let parts = [(2.0, 0.3, 0.0603), (85.0, 0.9, 9.2), (4.0, 0.7, 0.05892), (3.0, 0.35, 0.1405)];
    let mass: f64 = parts.iter().map(|part| part.0).sum();
    let moment: f64 = parts.iter().map(|(mass, height, _)| mass * height).sum();
    let inertia: f64 = parts.iter().map(|(mass, height, own)| mass * height * height + own).sum();
    assert_eq!(mass, 94.0);
    assert!((inertia - 80.81722).abs() < 1e-12, "M_phi_phi");
    assert!((moment - 80.95).abs() < 1e-12, "-K0_phi_phi");
    let spin = 0.12 / 0.3 + 0.28 / 0.35;
    let k2 = steer_to_lean(moment, spin, std::f64::consts::PI / 10.0, 1.02);
    assert!((k2 - 76.597_345_895_732_22).abs() < 1e-13, "K2_phi_delta {k2}");
    let capsize = capsize_time(inertia, mass, moment / mass, 9.81);
    assert!((capsize - (80.81722_f64 / (9.81 * 80.95)).sqrt()).abs() < 1e-15);
}

/// With the handlebar turned and the tyres given no time, the model's own lean obeys the same.
#[test]
fn steering_acts_on_the_lean_with_the_benchmarks_sign_and_gyroscopic_part() {
    let (with, without) = (motorcycle(), changed(|data| data.gyroscopic = 0.0));
    let speed = 20.0;
    let yaw_rate = 0.01;
    let torque = |car: &MotorcycleCar<f64>| {
        let state = MotorcycleState { yaw_rate_rad_s: yaw_rate, ..MotorcycleState::upright(speed) };
        look(car, &state, &alone(0.0)).gyroscopic_torque_nm
    };
    let spin = 0.45 * speed / 0.291 + 0.65 * speed / 0.302;
    // Yawing to the left leans the machine to the right: S r.
    assert!((torque(&with) - spin * yaw_rate).abs() < 1e-12);
    assert_eq!(torque(&without), 0.0);
    // Turning the handlebar to the left does so too: S_f cos(rake) ddelta/dt, Palmer's precession.
    let state = MotorcycleState { handlebar_rate_rad_s: 1.0, ..MotorcycleState::upright(speed) };
    let expected = steer_rate_to_lean(0.45 / 0.291, f64::to_radians(23.75)) * speed;
    assert!((expected - 0.45 * speed / 0.291 * f64::to_radians(23.75).cos()).abs() < 1e-12);
    assert!((look(&with, &state, &alone(0.0)).gyroscopic_torque_nm - expected).abs() < 1e-9);
    // His demonstration at a standstill: no spin, no precession.
    let standing = MotorcycleState { handlebar_rate_rad_s: 1.0, ..MotorcycleState::upright(0.0) };
    assert_eq!(look(&with, &standing, &alone(0.0)).gyroscopic_torque_nm, 0.0);
}

fn look(
    car: &MotorcycleCar<f64>,
    state: &MotorcycleState<f64>,
    input: &MotorcycleInput<f64>,
) -> skidpad_special::MotorcycleTrace<f64> {
    let mode = MotorcycleMode { direction: 1.0, ..MotorcycleMode::in_gear(0.0) };
    outlined::evaluate::<Motorcycle, _>(car, &mode, state, input, &calm()).1
}

/// At rest on tyres that hold, it falls about the road's line with the benchmark's time constant.
#[test]
fn nobody_on_it_falls_with_the_capsize_time() {
    let car = changed(|data| (data.crown_m, data.trail_m) = (0.0, 0.0));
    let start = 1e-4;
    let mut bike = from(&car, MotorcycleState { lean_rad: start, ..MotorcycleState::upright(0.0) });
    let inertia = car.cycle().roll_inertia_kg_m2 + 281.0 * 0.65 * 0.65;
    let time = capsize_time(inertia, 281.0, 0.65, G);
    while bike.time_s() < 3.0 * time {
        assert_eq!(bike.step(&alone(0.0), &calm(), dt(0.001)), Status::Running);
    }
    let grown = bike.state().lean_rad / start;
    let expected = (bike.time_s() / time).cosh();
    // The tyres give way a little, which makes it fall sooner.
    assert!(grown > expected && grown < 1.04 * expected, "{grown} {expected}");
    assert!((time - 0.2798).abs() < 1e-3, "{time}");
}

/// Rides a circle at constant speed and answers speed, yaw rate and the bike.
fn circle(
    car: &MotorcycleCar<f64>,
    speed: f64,
    radius: f64,
    shoulders: f64,
) -> (f64, f64, motorcycle_support::Bike) {
    let mut bike = riding(car, speed, 6.0);
    for _ in 0..20_000 {
        let mut input = ask(steer_for(radius));
        (input.gear, input.shoulder_lean_rad) = (6.0, shoulders);
        input.throttle = (0.03 + 2.0 * (speed - bike.state().velocity_x_m_s)).clamp(0.0, 1.0);
        assert_eq!(bike.step(&input, &calm(), dt(0.002)), Status::Running);
    }
    let state = bike.state();
    assert!(state.lean_rate_rad_s.abs() < 1e-4, "{state:?}");
    (state.velocity_x_m_s.hypot(state.velocity_y_m_s), state.yaw_rate_rad_s, bike)
}

/// The closed form for the turn that is being ridden.
fn expected(car: &MotorcycleCar<f64>, speed: f64, yaw_rate: f64, state: &MotorcycleState<f64>) -> f64 {
    let data = car.cycle();
    let spin = data.gyroscopic * state.velocity_x_m_s * (0.45 / 0.291 + 0.65 / 0.302);
    let body = Leaning { crown_m: data.crown_m, spin_nm_s: spin, ..blade() };
    let machine = state.lean_rad - data.shoulder_effect * state.shoulder_rad;
    let (steer, rake) = (state.handlebar_rad, data.rake_rad);
    let drop = steer.sin() * machine.cos() - machine.sin() * rake.sin() * (steer.cos() - 1.0);
    let turn = Turn {
        across_m_s2: speed * yaw_rate,
        gravity_m_s2: G,
        yaw_rate_rad_s: yaw_rate,
        trail_m2_s2: data.trail_m * 0.47 * G * drop,
    };
    -steady_lean(&body, &turn)
}

#[test]
fn a_steady_turn_leans_as_the_closed_form_says() {
    let car = motorcycle();
    for (speed, radius) in
        [(8.0, 20.0), (12.0, 24.0), (20.0, 100.0), (30.0, 150.0), (50.0, 500.0), (80.0, 1500.0)]
    {
        let (v, r, bike) = circle(&car, speed, radius, 0.0);
        let closed = expected(&car, v, r, bike.state());
        let lean = bike.state().lean_rad;
        assert!((lean / closed - 1.0).abs() < 1e-3, "{speed} {radius}: {lean} {closed}");
        // And the circle is the one that was asked for.
        let ridden = v / r;
        assert!((ridden / radius - 1.0).abs() < 2e-3, "{speed} {radius}: {ridden}");
    }
}

/// On blades, without gyroscopic effect and at a radius where the handlebar's angle is small: the point
/// mass of Palmer's figure.
#[test]
fn on_blades_it_leans_as_a_point_mass() {
    let car = changed(|data| (data.crown_m, data.gyroscopic) = (0.0, 0.0));
    for (speed, radius) in [(30.0, 150.0), (40.0, 400.0), (60.0, 600.0)] {
        let (v, r, bike) = circle(&car, speed, radius, 0.0);
        let point = point_mass_lean(v, v / r, G);
        let lean = -bike.state().lean_rad;
        assert!((lean / point - 1.0).abs() < 1e-3, "{speed} {radius}: {lean} {point}");
    }
}

/// What the wheels' spin adds to the lean, and the tyres' width, at 30 m/s and the 35 degrees of a point
/// mass: half a degree, and four.
#[test]
fn gyroscopic_effect_and_tyre_width_have_their_sizes() {
    let lean = |gyroscopic: f64, crown: f64| {
        let car = changed(|data| (data.gyroscopic, data.crown_m) = (gyroscopic, crown));
        let (v, r, bike) = circle(&car, 30.0, 130.0, 0.0);
        (-bike.state().lean_rad - point_mass_lean(v, v / r, G)).to_degrees()
    };
    let (gyroscopic, crown) = (lean(1.0, 0.0), lean(0.0, 0.07));
    assert!((gyroscopic - 0.51).abs() < 0.02, "gyroscopic {gyroscopic}");
    assert!((crown - 3.95).abs() < 0.05, "tyre width {crown}");
    // The closed forms give the same.
    let point = point_mass_lean(30.0, 130.0, G);
    assert!((tyre_width_lean(point, 0.07, 0.65).to_degrees() - crown).abs() < 0.1);
}

/// Shoulders to the inside: the machine leans less by what the trunk moves the centre of mass, and the
/// line to the centre of mass leans as before.
#[test]
fn shoulders_to_the_inside_stand_the_machine_up() {
    let car = motorcycle();
    let effect = shoulder_lean_effect(0.60 * 75.0 * 0.35, 281.0, 0.65);
    assert_eq!(car.cycle().shoulder_effect, effect);
    let (_, _, without) = circle(&car, 20.0, 80.0, 0.0);
    let (_, _, with) = circle(&car, 20.0, 80.0, -0.4);
    let machine = |bike: &motorcycle_support::Bike| look(&car, bike.state(), &ask(0.0)).machine_lean_rad;
    let less = machine(&with).abs() - machine(&without).abs();
    let shoulders = with.state().shoulder_rad - without.state().shoulder_rad;
    assert!((shoulders + 0.4).abs() < 1e-3);
    assert!((less + effect * 0.4).abs() < 1e-3, "{} degrees", less.to_degrees());
    assert!((with.state().lean_rad - without.state().lean_rad).abs() < 1e-3);
}

/// Steer left to lean and go right. Asked for a turn to the right, he turns the handlebar to the left
/// first; the machine leans to the right at once; the handlebar comes round, and the path goes right.
#[test]
fn a_turn_to_the_right_begins_with_steering_to_the_left() {
    let car = motorcycle();
    for speed in [8.0, 15.0, 30.0, 60.0] {
        let mut bike = from(&car, MotorcycleState::upright(speed));
        let wish = ask(-steer_for(speed * speed / 4.0));
        let (mut left, mut wrong_lean, mut wrong_way) = (0.0_f64, 0.0_f64, 0.0_f64);
        for step in 0..2500 {
            bike.step(&wish, &calm(), dt(0.002));
            let state = bike.state();
            left = left.max(state.handlebar_rad);
            wrong_lean = wrong_lean.min(state.lean_rad);
            // The tyres' contact: the centre of mass itself hardly moves at first.
            wrong_way = wrong_way.max(state.y_m + 0.65 * state.lean_rad.sin());
            if step == 50 {
                assert!(state.handlebar_rad > 0.0 && state.lean_rad > 0.0, "{speed} {state:?}");
            }
        }
        let state = bike.state();
        assert!(state.handlebar_rad < 0.0 && state.lean_rad > 0.3 && state.yaw_rate_rad_s < 0.0);
        assert!(left > 0.005 && wrong_lean > -1e-3, "{speed}: {left} {wrong_lean}");
        // The tyres run out to the left before the path goes right.
        assert!(wrong_way > 0.03 && wrong_way < 0.5 && state.y_m < -1.0, "{speed}: {wrong_way}");
    }
}

#[test]
fn at_walking_pace_he_steers_into_the_turn() {
    let car = motorcycle();
    for speed in [0.5, 1.0, 1.4] {
        let mut bike = from(&car, MotorcycleState::upright(speed));
        let wish = ask(-steer_for(4.0));
        for _ in 0..2500 {
            bike.step(&wish, &calm(), dt(0.002));
            assert!(bike.state().handlebar_rad < 1e-4, "{speed}");
        }
        let state = bike.state();
        let radius = -state.velocity_x_m_s.hypot(state.velocity_y_m_s) / state.yaw_rate_rad_s;
        assert!((radius / 4.0 - 1.0).abs() < 0.03, "{speed}: {radius}");
    }
    // And into a fall: pushed to the right, he steers to the right.
    let start = MotorcycleState { lean_rad: 0.03, ..MotorcycleState::upright(2.4) };
    let mut bike = from(&car, start);
    ride(&mut bike, &ask(0.0), &calm(), 0.1);
    assert!(bike.state().handlebar_rad < -0.01);
}

/// After a push he comes back upright, from walking pace to 80 m/s.
#[test]
fn after_a_push_it_comes_back_upright() {
    let car = motorcycle();
    for speed in [0.0, 0.7, 1.4, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 12.0, 20.0, 30.0, 45.0, 60.0, 80.0] {
        for push in [0.05, -0.08] {
            let start = MotorcycleState {
                lean_rad: push,
                lean_rate_rad_s: push,
                yaw_rate_rad_s: 0.5 * push,
                ..MotorcycleState::upright(speed)
            };
            let mut bike = from(&car, start);
            assert_eq!(ride(&mut bike, &ask(0.0), &calm(), 20.0), Status::Running, "{speed}");
            let state = bike.state();
            let left = state.lean_rad.abs() + state.handlebar_rad.abs() + state.yaw_rate_rad_s.abs();
            assert!(left < 1e-4, "{speed} {push}: {left}");
        }
    }
}

/// Without hands the wobble of the front grows at high speed, and below it the machine rights itself:
/// what the rider model has to do, and does.
#[test]
fn nobody_on_it_wobbles_at_80_and_rides_on_at_20() {
    let car = motorcycle();
    let after = |speed: f64| {
        let start = MotorcycleState { lean_rad: 0.01, ..MotorcycleState::upright(speed) };
        let mut bike = from(&car, start);
        ride(&mut bike, &alone(0.0), &calm(), 3.0);
        bike.state().handlebar_rate_rad_s.abs()
    };
    assert!(after(20.0) < 0.02);
    assert!(after(80.0) > 0.5);
}

/// On a banked and on a sloping road: the turn held across the bank leans less against the road's normal
/// by the bank.
#[test]
fn a_bank_takes_its_angle_off_the_lean() {
    let car = changed(|data| (data.crown_m, data.gyroscopic) = (0.0, 0.0));
    // Straight along a road that rises to the left: upright is to the left of its normal.
    let bank = Surface { bank_rad: 0.15, ..calm() };
    let mut bike = from(&car, MotorcycleState::upright(25.0));
    assert_eq!(ride(&mut bike, &ask(0.0), &bank, 15.0), Status::Running);
    assert!((bike.state().lean_rad + 0.15).abs() < 0.01, "{:?}", bike.state());
}

#[test]
fn the_rules_give_the_cbr_its_published_geometry() {
    let data = MotorcycleData::from_vehicle(&vehicle());
    assert!((data.rake_rad.to_degrees() - 23.75).abs() < 1e-9);
    let trail = data.trail_m / data.rake_rad.cos();
    assert!((trail - 0.102).abs() < 2e-4, "{trail}");
}
