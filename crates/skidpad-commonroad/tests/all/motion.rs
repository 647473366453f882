//! CommonRoad's models in motion, against what geometry says.
#![allow(clippy::disallowed_methods)]

use core::f64::consts::{FRAC_PI_2, PI};

use skidpad_commonroad::{
    CommonRoadHitch, CommonRoadInput, CommonRoadKs, CommonRoadKsState, CommonRoadKst, CommonRoadKstState,
    CommonRoadSt, CommonRoadStState, CommonRoadStd, CommonRoadStdState, FromParameters, parameters,
};
use skidpad_core::model::Model;
use skidpad_core::record::{Empty, Record};
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;

const HELD: CommonRoadInput<f64> = CommonRoadInput { steer_rate_rad_s: 0.0, acceleration_m_s2: 0.0 };

fn car<M: Model<Mode<f64> = Empty>>(set: u32, state: M::State<f64>) -> Simulation<M>
where
    M::Car<f64>: FromParameters,
{
    Simulation::new(FromParameters::from_parameters(parameters(set).unwrap()).unwrap(), Empty, state)
}

fn drive<M: Model<Mode<f64> = Empty>>(car: &mut Simulation<M>, input: &M::Input<f64>, dt_s: f64, steps: u32) {
    for _ in 0..steps {
        assert_eq!(car.step(input, &Surface::asphalt(), Dt::new(dt_s).unwrap()), Status::Running);
    }
}

#[test]
fn the_rear_axle_goes_round_the_circle_of_l_over_tan() {
    let (steer, speed) = (0.3, 5.0);
    let from = parameters(1).unwrap();
    let radius = (from.front_m + from.rear_m) / f64::tan(steer);
    let start = CommonRoadKsState { front_steer_rad: steer, speed_m_s: speed, ..Record::splat(0.0) };
    let mut car = car::<CommonRoadKs>(1, start);
    let half_turn_s = PI * radius / speed;
    drive(&mut car, &HELD, half_turn_s / 500.0, 500);
    let across = car.state();
    assert!(across.rear_x_m.abs() < 1e-8 && (across.rear_y_m - 2.0 * radius).abs() < 1e-8, "{across:?}");
    drive(&mut car, &HELD, half_turn_s / 500.0, 500);
    let round = car.state();
    assert!(round.rear_x_m.abs() < 1e-8 && round.rear_y_m.abs() < 1e-8, "{round:?}");
}

fn kst(car: CommonRoadKsState<f64>, hitch_rad: f64) -> CommonRoadKstState<f64> {
    CommonRoadKstState { car, trailer: CommonRoadHitch { hitch_rad } }
}

/// Steady on a circle the trailer's axle and the hitch see each other at sin(hitch) = -lt tan(d) / l.
#[test]
fn a_trailer_settles_at_the_angle_that_its_length_gives() {
    let steer = 0.2;
    let from = parameters(4).unwrap();
    let expected =
        -(from.trailer.unwrap().wheelbase_m * f64::tan(steer) / (from.front_m + from.rear_m)).asin();
    let start = kst(CommonRoadKsState { front_steer_rad: steer, speed_m_s: 5.0, ..Record::splat(0.0) }, 0.0);
    let mut truck = car::<CommonRoadKst>(4, start);
    drive(&mut truck, &HELD, 0.01, 6000);
    assert!(
        (truck.state().trailer.hitch_rad - expected).abs() < 1e-9,
        "{} {expected}",
        truck.state().trailer.hitch_rad
    );
}

/// Backwards the trailer folds up, and stays at the right angle.
#[test]
fn a_trailer_pushed_backwards_jack_knifes_and_is_held() {
    let start = kst(CommonRoadKsState { speed_m_s: -2.5, ..Record::splat(0.0) }, 0.1);
    let mut truck = car::<CommonRoadKst>(4, start);
    drive(&mut truck, &HELD, 0.01, 6000);
    assert_eq!(truck.state().trailer.hitch_rad, FRAC_PI_2);
}

/// Equal stiffness per load front and rear: neutral, and so the yaw rate of a steady turn is v d / l.
#[test]
fn the_single_track_is_neutral_in_a_steady_turn() {
    for set in [1, 2, 3] {
        let from = parameters(set).unwrap();
        let expected = 20.0 * 0.02 / (from.front_m + from.rear_m);
        let start = CommonRoadStState { front_steer_rad: 0.02, speed_m_s: 20.0, ..Record::splat(0.0) };
        let mut car = car::<CommonRoadSt>(set, start);
        drive(&mut car, &HELD, 0.01, 1000);
        let found = car.state().yaw_rate_rad_s;
        assert!((found / expected - 1.0).abs() < 1e-9, "set {set}: {found} {expected}");
    }
}

/// Up to, but not at, 0.1 m/s the wheels roll, and the yaw rate of the state does not matter.
#[test]
fn the_single_track_switches_at_a_tenth_of_a_metre_per_second() {
    let rates = |speed_m_s: f64| {
        let state = CommonRoadStState {
            front_steer_rad: 0.3,
            speed_m_s,
            yaw_rate_rad_s: 0.7,
            ..CommonRoadStState::at_rest()
        };
        let model = car::<CommonRoadSt>(2, state);
        model.look(&HELD, &Surface::asphalt())
    };
    let from = parameters(2).unwrap();
    let wheelbase = from.front_m + from.rear_m;
    for speed in [-0.0999, 0.0, 0.0999] {
        let (rates, trace) = rates(speed);
        let sideslip = f64::atan(from.rear_m / wheelbase * f64::tan(0.3));
        let expected = speed * sideslip.cos() * f64::tan(0.3) / wheelbase;
        assert!((rates.yaw_rad - expected).abs() < 1e-15, "{speed}: {} {expected}", rates.yaw_rad);
        assert_eq!((trace.front_slip_angle_rad, trace.rear_force_y_n), (0.0, 0.0));
    }
    for speed in [-0.1, 0.1] {
        assert_eq!(rates(speed).0.yaw_rad, 0.7);
        assert!(rates(speed).1.front_slip_angle_rad != 0.0);
    }
}

/// Heading, velocity and acceleration of a state and its trace.
type Seen<M> = fn(&<M as Model>::State<f64>, &<M as Model>::Trace<f64>) -> [f64; 5];

/// What an accelerometer at the centre of mass shows is the change of its velocity, turned into the body.
fn acceleration_is_the_change_of_velocity<M: Model<Mode<f64> = Empty, Input<f64> = CommonRoadInput<f64>>>(
    set: u32,
    state: M::State<f64>,
    motion: Seen<M>,
) where
    M::Car<f64>: FromParameters,
{
    let input = CommonRoadInput { steer_rate_rad_s: 0.2, acceleration_m_s2: 1.5 };
    let made: M::Car<f64> = FromParameters::from_parameters(parameters(set).unwrap()).unwrap();
    let seen = |from: &Simulation<M>| {
        let (_, trace) = from.look(&input, &Surface::asphalt());
        motion(from.state(), &trace)
    };
    let now = Simulation::<M>::new(made, Empty, state);
    let step_s = 1e-6;
    let mut later = now;
    drive(&mut later, &input, step_s, 2);
    let mut middle = now;
    drive(&mut middle, &input, step_s, 1);
    let [_, .., middle_ahead, middle_left] = seen(&middle);
    let world = |seen: [f64; 5]| {
        let (sin, cos) = seen[0].sin_cos();
        [seen[1] * cos - seen[2] * sin, seen[1] * sin + seen[2] * cos]
    };
    let (before, after) = (world(seen(&now)), world(seen(&later)));
    let change = [0, 1].map(|axis: usize| (after[axis] - before[axis]) / (2.0 * step_s));
    let (sin, cos) = seen(&middle)[0].sin_cos();
    let body = [change[0] * cos + change[1] * sin, change[1] * cos - change[0] * sin];
    let errors = [body[0] - middle_ahead, body[1] - middle_left];
    assert!(errors.iter().all(|error| error.abs() < 1e-6), "{}: {errors:?}", M::NAME);
}

#[test]
fn accelerations_are_those_of_the_centre_of_mass() {
    let kinematic =
        CommonRoadKsState { front_steer_rad: 0.1, speed_m_s: 12.0, yaw_rad: 0.4, ..Record::splat(0.0) };
    acceleration_is_the_change_of_velocity::<CommonRoadKs>(2, kinematic, |state, trace| {
        [
            state.yaw_rad,
            trace.velocity_x_m_s,
            trace.velocity_y_m_s,
            trace.acceleration_x_m_s2,
            trace.acceleration_y_m_s2,
        ]
    });
    let single = CommonRoadStState {
        front_steer_rad: 0.03,
        speed_m_s: 20.0,
        yaw_rad: 0.4,
        yaw_rate_rad_s: 0.2,
        sideslip_rad: -0.02,
        ..Record::splat(0.0)
    };
    acceleration_is_the_change_of_velocity::<CommonRoadSt>(2, single, |state, trace| {
        [
            state.yaw_rad,
            trace.velocity_x_m_s,
            trace.velocity_y_m_s,
            trace.acceleration_x_m_s2,
            trace.acceleration_y_m_s2,
        ]
    });
    let drift = CommonRoadStdState {
        front_steer_rad: 0.03,
        speed_m_s: 20.0,
        yaw_rad: 0.4,
        yaw_rate_rad_s: 0.2,
        sideslip_rad: -0.02,
        front_wheel_rad_s: 58.0,
        rear_wheel_rad_s: 59.0,
        ..Record::splat(0.0)
    };
    acceleration_is_the_change_of_velocity::<CommonRoadStd>(2, drift, |state, trace| {
        [
            state.yaw_rad,
            trace.velocity_x_m_s,
            trace.velocity_y_m_s,
            trace.acceleration_x_m_s2,
            trace.acceleration_y_m_s2,
        ]
    });
}

/// The largest deceleration asks more of the rear tyre than it has, and locks its wheel: it stops at 0 and
/// does not turn back.
#[test]
fn locked_wheels_stand() {
    let start = CommonRoadStdState { speed_m_s: 25.0, ..CommonRoadStdState::at_rest() };
    let model = car::<CommonRoadStd>(2, start);
    let mut drift = car::<CommonRoadStd>(2, model.car().rolling(&start));
    let brake = CommonRoadInput { steer_rate_rad_s: 0.0, acceleration_m_s2: -11.5 };
    let mut stood = 0;
    for _ in 0..1500 {
        drive(&mut drift, &brake, 0.001, 1);
        let state = drift.state();
        assert!(state.front_wheel_rad_s >= 0.0 && state.rear_wheel_rad_s >= 0.0, "{state:?}");
        stood += u32::from(state.rear_wheel_rad_s == 0.0);
    }
    assert!(stood > 1000, "the rear wheel stood for {stood} ms");
    assert!(drift.state().speed_m_s < 15.0);
}
