//! The slip-vector car and CommonRoad's models, in two systems of units.

use skidpad_commonroad::{
    CommonRoadHitch, CommonRoadInput, CommonRoadKs, CommonRoadKsState, CommonRoadKst, CommonRoadKstState,
    CommonRoadMb, CommonRoadMbState, CommonRoadSt, CommonRoadStState, CommonRoadStd, CommonRoadStdState,
    FromParameters, Parameters, parameters,
};
use skidpad_core::controls::Command;
use skidpad_core::model::Model;
use skidpad_core::record::{Channels, Empty, Flag, Record};
use skidpad_core::surface::Surface;
use skidpad_texts::slip_vector::{
    SlipVector, SlipVectorCar, SlipVectorInput, SlipVectorMode, SlipVectorState,
};

use super::cars::{any_road, runs_alike};
use super::scales::{ROUNDING, SHORTER, Units, first_other, numbers};
use crate::outlined;
use crate::support::{Numbers, build, coast, manual};

/// The angle to the course follows in the time step of RARS, which has no unit to be changed.
const SAME_TIME: Units = Units { per_kg: 8.0, per_m: 4.0, per_s: 1.0 };

#[test]
fn slip_vector() {
    for seed in 0..12 {
        let mut random = Numbers::new(seed);
        let car = SlipVectorCar {
            friction_law: random.pick(&[0.0, 1.0, 2.0, 3.0]),
            downforce_area_m2: 1.5,
            rolling_resistance: 0.015,
            speed_sensitivity_s_m: 0.004,
            ..SlipVectorCar::new(&build(&manual()))
        };
        let speed = random.pick(&[12.0, 20.0, -15.0, 35.0]);
        let state = SlipVectorState { velocity_y_m_s: 0.1 * speed, ..SlipVectorState::at_speed(speed) };
        let mode = SlipVectorMode { stands: Flag::from(false) };
        let other = (SAME_TIME.of(&car), mode, SAME_TIME.of(&state));
        let road = any_road(&mut random);
        // Its downforce at the largest speed, and with it the longest step, are those of any car: `bare` leaves them out.
        runs_alike::<SlipVector>(&SAME_TIME, (car, mode, state), other, &road, (0.0005, 300), || {
            let command = Command {
                throttle: random.unit(),
                brake: random.pick(&[0.0, 0.0, 1.0]) * random.unit(),
                steer_rad: random.between(-0.5, 0.5),
                ..coast(random.pick(&[1.0, 1.0, 0.0, -1.0]))
            };
            let input = SlipVectorInput::from_command(&command);
            SlipVectorInput { commanded_m_s: 0.3 * input.commanded_m_s, ..input }
        });
    }
}

/// A parameter set in the other units. The tyre's coefficients are pure numbers.
fn other_set(set: &Parameters) -> Parameters {
    let (kg, m) = (SHORTER.per_kg, SHORTER.per_m);
    let mut other = *set;
    (other.length_m, other.width_m) = (set.length_m * m, set.width_m * m);
    (other.front_m, other.rear_m) = (set.front_m * m, set.rear_m * m);
    other.limits = SHORTER.of(&set.limits);
    other.body.iter_mut().for_each(|body| {
        body.mass_kg *= kg;
        body.yaw_inertia_kg_m2 *= kg * m * m;
        body.cg_height_m *= m;
        body.wheel_radius_m *= m;
        body.wheel_inertia_kg_m2 *= kg * m * m;
        (body.brake_front_share, body.drive_front_share) = (0.65, 0.2);
    });
    other.suspension.iter_mut().for_each(|on| {
        (on.body, on.front, on.rear) = (SHORTER.of(&on.body), SHORTER.of(&on.front), SHORTER.of(&on.rear));
    });
    other.trailer.iter_mut().for_each(|trailer| {
        trailer.length_m *= m;
        trailer.width_m *= m;
        trailer.hitch_to_end_m *= m;
        trailer.total_length_m *= m;
        trailer.wheelbase_m *= m;
    });
    other
}

/// In any state at speed the rates and everything else are the same quantities. (Below 0.1 m/s in SI these models are
/// others, whatever the units.)
fn common_road<M: Model<Mode<f64> = Empty, Input<f64> = CommonRoadInput<f64>>>(
    numbers_of_sets: &[u32],
    any: impl Fn(&mut Numbers, f64) -> M::State<f64>,
) where
    M::Car<f64>: FromParameters,
{
    let mut random = Numbers::new(5);
    for number in numbers_of_sets {
        let mut set = *parameters(*number).expect("a set");
        set.body.iter_mut().for_each(|body| (body.brake_front_share, body.drive_front_share) = (0.65, 0.2));
        // The published quirk of a force within an angle: S_Vx is no quantity of any unit.
        set.tyre.p_vx1 = 0.0;
        let car = M::Car::<f64>::from_parameters(&set).expect("all figures");
        let other_car = M::Car::<f64>::from_parameters(&other_set(&set)).expect("all figures");
        for _ in 0..150 {
            let radius = set.body.map_or(0.3, |body| body.wheel_radius_m);
            let state = any(&mut random, radius);
            let input = CommonRoadInput {
                steer_rate_rad_s: random.between(-0.2, 0.2),
                acceleration_m_s2: random.between(-8.0, 4.0),
            };
            let (rate, trace) = outlined::evaluate::<M, _>(&car, &Empty, &state, &input, &Surface::asphalt());
            let (other_state, other_input) = (SHORTER.of(&state), SHORTER.of(&input));
            let (other_rate, other_trace) = outlined::evaluate::<M, _>(
                &other_car,
                &Empty,
                &other_state,
                &other_input,
                &Surface::asphalt(),
            );
            let (traces, by_trace) =
                (<M::Trace<f64> as Channels>::CHANNELS, SHORTER.factors::<M::Trace<f64>>());
            let found = first_other(traces, (&numbers(&trace), &numbers(&other_trace)), &by_trace, ROUNDING);
            assert_eq!(found, None, "{} set {number}: trace of {state:?} {input:?}", M::NAME);
            let factors = SHORTER.factors::<M::State<f64>>();
            let by_rate: Vec<f64> = factors.iter().map(|by| by / SHORTER.per_s).collect();
            let states = <M::State<f64> as Channels>::CHANNELS;
            let found = first_other(states, (&numbers(&rate), &numbers(&other_rate)), &by_rate, ROUNDING);
            assert_eq!(found, None, "{} set {number}: rate of {state:?} {input:?}", M::NAME);
        }
    }
}

fn speed(random: &mut Numbers) -> f64 {
    random.between(2.0, 45.0)
}

#[test]
fn common_road_kinematic() {
    common_road::<CommonRoadKs>(&[1, 2, 3], |random, _| CommonRoadKsState {
        front_steer_rad: random.between(-0.4, 0.4),
        speed_m_s: speed(random),
        yaw_rad: random.between(-3.0, 3.0),
        ..Record::splat(0.0)
    });
    common_road::<CommonRoadKst>(&[4], |random, _| CommonRoadKstState {
        car: CommonRoadKsState {
            front_steer_rad: random.between(-0.4, 0.4),
            speed_m_s: speed(random),
            yaw_rad: random.between(-3.0, 3.0),
            ..Record::splat(0.0)
        },
        trailer: CommonRoadHitch { hitch_rad: random.between(-0.8, 0.8) },
    });
}

#[test]
fn common_road_single_track() {
    common_road::<CommonRoadSt>(&[1, 2, 3], |random, _| CommonRoadStState {
        front_steer_rad: random.between(-0.4, 0.4),
        speed_m_s: speed(random),
        yaw_rad: random.between(-3.0, 3.0),
        yaw_rate_rad_s: random.between(-1.0, 1.0),
        sideslip_rad: random.between(-0.3, 0.3),
        ..Record::splat(0.0)
    });
}

#[test]
fn common_road_drift() {
    common_road::<CommonRoadStd>(&[1, 2, 3], |random, radius| {
        let speed_m_s = speed(random);
        let mut spin = || random.between(0.7, 1.2) * speed_m_s / radius;
        let (front_wheel_rad_s, rear_wheel_rad_s) = (spin(), spin());
        CommonRoadStdState {
            front_steer_rad: random.between(-0.4, 0.4),
            speed_m_s,
            yaw_rad: random.between(-3.0, 3.0),
            yaw_rate_rad_s: random.between(-1.0, 1.0),
            sideslip_rad: random.between(-0.3, 0.3),
            front_wheel_rad_s,
            rear_wheel_rad_s,
            ..Record::splat(0.0)
        }
    });
}

/// Each number of the state anywhere near what a car does.
#[test]
fn common_road_multi_body() {
    common_road::<CommonRoadMb>(&[1, 2, 3], |random, radius| {
        let forward = speed(random);
        let values: Vec<f64> = CommonRoadMbState::<f64>::CHANNELS
            .iter()
            .map(|channel| match (channel.name, channel.unit) {
                ("velocity_x_m_s", _) => forward,
                (name, _) if name.ends_with("wheel_rad_s") => random.between(0.8, 1.2) * forward / radius,
                (_, "rad/s" | "m/s") => random.between(-0.3, 0.3),
                (_, "rad") => random.between(-0.1, 0.1),
                _ => random.between(-0.02, 0.02),
            })
            .collect();
        Record::load(&&values[..])
    });
}
