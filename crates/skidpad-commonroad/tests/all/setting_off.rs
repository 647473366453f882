//! Cars that set off: the published equations are stiffest just above standstill.
#![allow(clippy::disallowed_methods)]

use skidpad_commonroad::{
    CommonRoadInput, CommonRoadMb, CommonRoadSt, CommonRoadStState, CommonRoadStd, FromParameters, parameters,
};
use skidpad_core::model::Model;
use skidpad_core::record::{Channels, Empty, Record};
use skidpad_core::step::{Dt, Simulation};
use skidpad_core::surface::Surface;

/// CommonRoad's BMW.
fn bmw<C: FromParameters>() -> C {
    FromParameters::from_parameters(parameters(2).unwrap()).unwrap()
}

fn turned<S: Record<f64> + Channels>(steer_rad: f64) -> S {
    let steer = |channel: &skidpad_core::record::Channel| {
        if channel.name == "front_steer_rad" { steer_rad } else { 0.0 }
    };
    let state: Vec<f64> = S::CHANNELS.iter().map(steer).collect();
    S::load(&state.as_slice())
}

/// Where a car is, how it heads and how fast it is after 3 s from rest.
fn after_setting_off<M>(
    start: (M::Car<f64>, M::State<f64>),
    acceleration_m_s2: f64,
    (dt_s, is_bare): (f64, bool),
) -> [f64; 4]
where
    M: Model<Mode<f64> = Empty, Input<f64> = CommonRoadInput<f64>>,
{
    let car = Simulation::<M>::new(start.0, Empty, start.1);
    let mut car = if is_bare { car.bare() } else { car };
    let input = CommonRoadInput { steer_rate_rad_s: 0.0, acceleration_m_s2 };
    for _ in 0..(3.0 / dt_s).round() as usize {
        car.step(&input, &Surface::asphalt(), Dt::new(dt_s).unwrap());
    }
    let pose = M::pose(car.state(), &Surface::asphalt());
    let mut numbers = vec![0.0; <M::State<f64> as Record<f64>>::LEN];
    car.state().store(&mut numbers.as_mut_slice());
    let at = |names: &[&str]| {
        let place = M::State::<f64>::CHANNELS.iter().position(|channel| names.contains(&channel.name));
        numbers[place.expect("a state")]
    };
    [pose.position_m[0], pose.position_m[1], at(&["yaw_rad"]), at(&["speed_m_s", "velocity_x_m_s"])]
}

/// Steps of 10 ms against steps of 0.02 ms. STD and MB were stuck at 0.1 to 0.2 m/s, and ST's yaw rate was 1e38 rad/s.
fn sets_off<M>(start: impl Fn(f64) -> (M::Car<f64>, M::State<f64>), tolerance: f64)
where
    M: Model<Mode<f64> = Empty, Input<f64> = CommonRoadInput<f64>>,
{
    for (steer_rad, acceleration_m_s2) in [(0.0, 0.2), (0.0, 1.0), (0.3, 0.5), (-0.3, 1.0)] {
        let at = |step| after_setting_off::<M>(start(steer_rad), acceleration_m_s2, step);
        let (coarse, fine) = (at((0.01, false)), at((2e-5, true)));
        for (number, expected) in coarse.iter().zip(fine) {
            let error = (number - expected).abs();
            assert!(
                error <= tolerance * expected.abs().max(1.0),
                "{} at {steer_rad} rad and {acceleration_m_s2} m/s^2: {coarse:?} for {fine:?}",
                M::NAME
            );
        }
    }
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn a_car_sets_off_alike_at_any_step() {
        sets_off::<CommonRoadSt>(|steer_rad| (bmw(), turned(steer_rad)), 1e-6);
        sets_off::<CommonRoadStd>(|steer_rad| (bmw(), turned(steer_rad)), 2e-3);
        let standing = |steer_rad| {
            let car: <CommonRoadMb as Model>::Car<f64> = bmw();
            let core: CommonRoadStState<f64> = turned(steer_rad);
            (car, car.standing(&core))
        };
        sets_off::<CommonRoadMb>(standing, 5e-3);
    }
}
