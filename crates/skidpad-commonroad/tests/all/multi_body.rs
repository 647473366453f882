//! CommonRoad's multi-body model in motion, against what mechanics says: loads carry the weight, turns and
//! brakes shift them.
#![allow(clippy::disallowed_methods)]

use crate::outlined;

use skidpad_commonroad::{
    CommonRoadInput, CommonRoadMb, CommonRoadMbState, CommonRoadMbTrace, CommonRoadStState, FromParameters,
    MultiBodyCar, Parameters, parameters,
};
use skidpad_core::record::Empty;
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;

type State = CommonRoadMbState<f64>;
type Input = CommonRoadInput<f64>;
type Trace = CommonRoadMbTrace<f64>;

const GRAVITY_M_S2: f64 = 9.81;
const HELD: Input = CommonRoadInput { steer_rate_rad_s: 0.0, acceleration_m_s2: 0.0 };

fn set(number: u32) -> &'static Parameters {
    parameters(number).expect("a set")
}

fn car(from: &Parameters) -> MultiBodyCar<f64> {
    FromParameters::from_parameters(from).expect("a set with all figures")
}

fn at_speed(speed_m_s: f64) -> CommonRoadStState<f64> {
    CommonRoadStState { speed_m_s, ..CommonRoadStState::at_rest() }
}

fn evaluate(car: &MultiBodyCar<f64>, state: &State, input: &Input) -> (State, Trace) {
    outlined::evaluate::<CommonRoadMb, _>(car, &Empty, state, input, &Surface::asphalt())
}

fn drive(car: &mut Simulation<CommonRoadMb>, input: &Input, dt_s: f64, steps: u32) {
    for _ in 0..steps {
        let status = car.step(input, &Surface::asphalt(), Dt::new(dt_s).unwrap());
        assert_eq!(status, Status::Running, "{:?}", car.state());
    }
}

/// The car after some time at a speed with its input held.
fn driven(
    number: u32,
    speed_m_s: f64,
    steer_rad: f64,
    acceleration_m_s2: f64,
    time_s: f64,
) -> (State, Trace) {
    let made = car(set(number));
    let start = CommonRoadStState { front_steer_rad: steer_rad, ..at_speed(speed_m_s) };
    let mut car = Simulation::<CommonRoadMb>::new(made, Empty, made.standing(&start));
    let input = CommonRoadInput { steer_rate_rad_s: 0.0, acceleration_m_s2 };
    drive(&mut car, &input, 0.002, (time_s / 0.002) as u32);
    (*car.state(), car.look(&input, &Surface::asphalt()).1)
}

fn weight_n(from: &Parameters) -> f64 {
    let suspension = from.suspension.expect("axles");
    let kg = suspension.body.mass_kg + suspension.front.mass_kg + suspension.rear.mass_kg;
    kg * GRAVITY_M_S2
}

fn load_n(trace: &Trace) -> f64 {
    trace.front_right_load_n + trace.front_left_load_n + trace.rear_right_load_n + trace.rear_left_load_n
}

/// Where the car stands nothing lifts, sinks, rolls or turns its nose, but for what the tyres push along the car
/// without slip (S_Hx and S_Vx of the Magic Formula: a fiftieth of the weight).
#[test]
fn a_standing_car_is_in_balance() {
    for number in [1, 2, 3] {
        let made = car(set(number));
        let (rates, trace) = evaluate(&made, &made.standing(&at_speed(0.0)), &HELD);
        for rate in [rates.sink_rate_m_s, rates.front_sink_rate_m_s, rates.rear_sink_rate_m_s] {
            assert!(rate.abs() < 1e-10, "set {number}: {rates:?}");
        }
        assert!(rates.lean_left_rate_rad_s.abs() < 1e-12);
        let height_m = set(number).body.unwrap().cg_height_m;
        let push_nm = 0.02 * weight_n(set(number)) * height_m;
        let inertia = set(number).suspension.unwrap().body.pitch_inertia_kg_m2;
        assert!(rates.nose_up_rate_rad_s.abs() < push_nm / inertia, "{}", rates.nose_up_rate_rad_s);
        assert!((load_n(&trace) / weight_n(set(number)) - 1.0).abs() < 1e-14);
    }
}

/// What the package begins with is not at rest: the springs are longer by what the tyres yield, which pulls
/// body and axles together.
#[test]
fn the_published_start_falls_until_it_stands() {
    let made = car(set(2));
    let begin = made.init(&at_speed(0.0));
    let suspension = set(2).suspension.unwrap();
    let (rates, _) = evaluate(&made, &begin, &HELD);
    let pull = 2.0 * suspension.front.spring_n_m * begin.front_sink_m;
    assert!((rates.front_sink_rate_m_s + pull / suspension.front.mass_kg).abs() < 1e-9, "{rates:?}");
    let mut car = Simulation::<CommonRoadMb>::new(made, Empty, begin);
    drive(&mut car, &HELD, 0.002, 2500);
    let stands = made.standing(&at_speed(0.0));
    // The tyres' push without slip turns the nose by a little.
    assert!((car.state().sink_m - stands.sink_m).abs() < 1e-3, "{} {}", car.state().sink_m, stands.sink_m);
    assert!(car.state().sink_rate_m_s.abs() < 1e-6 && stands.sink_m > 0.01);
}

/// In a steady turn to the left loads still carry the weight, those on the right more, and what they hold up
/// against is the centrifugal force at the height of the centre of mass; the body leans out, to the right.
#[test]
fn a_turn_loads_the_outer_wheels() {
    for number in [1, 2, 3] {
        let (state, trace) = driven(number, 15.0, 0.03, 0.0, 4.0);
        assert!(state.yaw_rate_rad_s > 0.05, "{state:?}");
        assert!(state.lean_left_rad < -0.005, "{}", state.lean_left_rad);
        assert!((load_n(&trace) / weight_n(set(number)) - 1.0).abs() < 2e-3, "{trace:?}");
        let suspension = set(number).suspension.unwrap();
        let held_nm = 0.5 * suspension.front.track_m * (trace.front_right_load_n - trace.front_left_load_n)
            + 0.5 * suspension.rear.track_m * (trace.rear_right_load_n - trace.rear_left_load_n);
        let across = state.yaw_rate_rad_s * state.velocity_x_m_s;
        let axles_kg = suspension.front.mass_kg + suspension.rear.mass_kg;
        let radius_m = set(number).body.unwrap().wheel_radius_m;
        let height_m = set(number).body.unwrap().cg_height_m;
        let overturning_nm = across * (suspension.body.mass_kg * height_m + axles_kg * radius_m);
        // Besides it the body's weight stands a little to the side.
        let ratio = held_nm / overturning_nm;
        assert!((0.9..1.15).contains(&ratio), "set {number}: {ratio}");
    }
}

#[test]
fn braking_dives_and_accelerating_lifts_the_nose() {
    let (braked, trace) = driven(2, 25.0, 0.0, -4.0, 0.8);
    assert!((trace.acceleration_x_m_s2 + 4.0).abs() < 0.6, "{}", trace.acceleration_x_m_s2);
    let (steady, even) = driven(2, 25.0, 0.0, 0.0, 0.8);
    let front = |trace: &Trace| trace.front_right_load_n + trace.front_left_load_n;
    let from = set(2);
    let height_m = from.body.unwrap().cg_height_m;
    let wheelbase_m = from.front_m + from.rear_m;
    let shifted_n = front(&trace) - front(&even);
    let expected_n = -from.body.unwrap().mass_kg * trace.acceleration_x_m_s2 * height_m / wheelbase_m;
    assert!((shifted_n / expected_n - 1.0).abs() < 0.25, "{shifted_n} {expected_n}");
    let (lifted, _) = driven(2, 15.0, 0.0, 3.0, 0.8);
    assert!(braked.nose_up_rad < steady.nose_up_rad && steady.nose_up_rad < lifted.nose_up_rad);
}

/// Forwards below 0.1 m/s and backwards at any speed the wheels count as rolling: the car does what is asked
/// of it along its way, where the package has no number.
#[test]
fn slow_and_backwards_the_wheels_roll() {
    let from = set(2);
    let wheelbase_m = from.front_m + from.rear_m;
    for speed in [-5.0, -0.1, 0.0, 0.0999] {
        let made = car(from);
        let start = CommonRoadStState { front_steer_rad: 0.3, ..at_speed(speed) };
        let input = CommonRoadInput { steer_rate_rad_s: 0.0, acceleration_m_s2: -1.0 };
        let (rates, trace) = evaluate(&made, &made.init(&start), &input);
        let sideslip = (from.rear_m / wheelbase_m * f64::tan(0.3)).atan();
        let expected = speed * sideslip.cos() * f64::tan(0.3) / wheelbase_m;
        assert!((rates.yaw_rad - expected).abs() < 1e-14, "{speed}: {}", rates.yaw_rad);
        assert_eq!((rates.velocity_x_m_s, trace.front_left_slip, trace.rear_right_slip), (-1.0, 0.0, 0.0));
    }
    let made = car(from);
    let (rates, trace) = evaluate(&made, &made.init(&at_speed(0.1)), &HELD);
    assert!(rates.velocity_x_m_s != 0.0 && trace.front_left_slip.abs() < 1e-15);
    let mut braked = Simulation::<CommonRoadMb>::new(made, Empty, made.standing(&at_speed(0.0)));
    let brake = CommonRoadInput { steer_rate_rad_s: 0.0, acceleration_m_s2: -2.0 };
    drive(&mut braked, &brake, 0.002, 500);
    assert!((braked.state().velocity_x_m_s + 2.0).abs() < 1e-9, "braking from rest drives backwards");
}

/// The largest deceleration locks wheels: they stop at 0 and do not turn back.
#[test]
fn locked_wheels_stand() {
    let made = car(set(2));
    let mut braked = Simulation::<CommonRoadMb>::new(made, Empty, made.standing(&at_speed(25.0)));
    let brake = CommonRoadInput { steer_rate_rad_s: 0.0, acceleration_m_s2: -11.5 };
    let mut stood = 0;
    for _ in 0..750 {
        drive(&mut braked, &brake, 0.002, 1);
        let state = braked.state();
        let wheels =
            [state.front_right_wheel_rad_s, state.front_left_wheel_rad_s, state.rear_left_wheel_rad_s];
        assert!(wheels.iter().all(|wheel| *wheel >= 0.0), "{state:?}");
        stood += u32::from(state.rear_right_wheel_rad_s == 0.0 || state.front_right_wheel_rad_s == 0.0);
    }
    assert!(stood > 300 && braked.state().velocity_x_m_s < 15.0, "{stood} {:?}", braked.state());
}

/// What an accelerometer at the centre of mass shows is the change of its velocity, turned into the body.
#[test]
fn accelerations_are_those_of_the_centre_of_mass() {
    let made = car(set(2));
    let start = CommonRoadStState {
        yaw_rad: 0.4,
        yaw_rate_rad_s: 0.2,
        sideslip_rad: -0.02,
        front_steer_rad: 0.03,
        ..at_speed(20.0)
    };
    let input = CommonRoadInput { steer_rate_rad_s: 0.2, acceleration_m_s2: 1.5 };
    // Upright the tyre's shifts, which have the sign of the camber, would jump on the way.
    let leaning = State { lean_left_rad: 0.02, ..made.standing(&start) };
    let mut moving = Simulation::<CommonRoadMb>::new(made, Empty, leaning);
    let world = |state: &State| {
        let (sin, cos) = state.yaw_rad.sin_cos();
        [
            state.velocity_x_m_s * cos - state.velocity_y_m_s * sin,
            state.velocity_x_m_s * sin + state.velocity_y_m_s * cos,
        ]
    };
    let before = world(moving.state());
    drive(&mut moving, &input, 1e-6, 1);
    let (middle, trace) = (*moving.state(), moving.look(&input, &Surface::asphalt()).1);
    drive(&mut moving, &input, 1e-6, 1);
    let after = world(moving.state());
    let [x, y] = [0, 1].map(|axis: usize| (after[axis] - before[axis]) / 2e-6);
    let (sin, cos) = middle.yaw_rad.sin_cos();
    let found = [x * cos + y * sin, y * cos - x * sin];
    let errors = [found[0] - trace.acceleration_x_m_s2, found[1] - trace.acceleration_y_m_s2];
    assert!(errors.iter().all(|error| error.abs() < 1e-5), "{errors:?}");
}
