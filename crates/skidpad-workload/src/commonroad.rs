//! Fleets of CommonRoad's models.

use crate::Fleet;
use crate::vehicles::between;
use skidpad_commonroad::{
    CommonRoadHitch, CommonRoadInput, CommonRoadKs, CommonRoadKsState, CommonRoadKst, CommonRoadKstState,
    CommonRoadMb, CommonRoadSt, CommonRoadStState, CommonRoadStd, CommonRoadStdState, FromParameters,
    parameters,
};
use skidpad_core::model::Model;
use skidpad_core::record::{Empty, Record};
use skidpad_core::surface::Surface;

/// KS with CommonRoad's BMW.
pub fn commonroad_ks(count: usize) -> Fleet<CommonRoadKs> {
    commonroad(count, 2, |car: u64, _: &_| ks_state(car))
}

fn ks_state(car: u64) -> CommonRoadKsState<f64> {
    CommonRoadKsState {
        front_steer_rad: between(car, 3, -0.05, 0.05),
        speed_m_s: roll_or_drive(car),
        yaw_rad: between(car, 4, -3.0, 3.0),
        ..Record::splat(0.0)
    }
}

/// KST with CommonRoad's truck.
pub fn commonroad_kst(count: usize) -> Fleet<CommonRoadKst> {
    let state = |car: u64, _: &_| CommonRoadKstState {
        car: ks_state(car),
        trailer: CommonRoadHitch { hitch_rad: between(car, 5, -0.5, 0.5) },
    };
    commonroad(count, 4, state)
}

/// ST with CommonRoad's BMW.
pub fn commonroad_st(count: usize) -> Fleet<CommonRoadSt> {
    let state = |car: u64, _: &_| CommonRoadStState {
        front_steer_rad: between(car, 3, -0.05, 0.05),
        speed_m_s: roll_or_drive(car),
        yaw_rad: between(car, 4, -3.0, 3.0),
        ..Record::splat(0.0)
    };
    commonroad(count, 2, state)
}

/// STD with CommonRoad's BMW.
pub fn commonroad_std(count: usize) -> Fleet<CommonRoadStd> {
    let state = |car: u64, made: &<CommonRoadStd as Model>::Car<f64>| {
        made.rolling(&CommonRoadStdState {
            front_steer_rad: between(car, 3, -0.05, 0.05),
            speed_m_s: roll_or_drive(car),
            yaw_rad: between(car, 4, -3.0, 3.0),
            ..Record::splat(0.0)
        })
    };
    commonroad(count, 2, state)
}

/// MB with CommonRoad's BMW, at a step that its axles bear.
pub fn commonroad_mb(count: usize) -> Fleet<CommonRoadMb> {
    let state = |car: u64, made: &<CommonRoadMb as Model>::Car<f64>| {
        made.standing(&CommonRoadStState {
            front_steer_rad: between(car, 3, -0.05, 0.05),
            speed_m_s: roll_or_drive(car),
            yaw_rad: between(car, 4, -3.0, 3.0),
            ..Record::splat(0.0)
        })
    };
    Fleet { dt_s: 0.002, ..commonroad(count, 2, state) }
}

/// Cars of one of CommonRoad's parameter sets, steering held: one in eight creeps on rolling wheels, the
/// others drive at speeds where ST is not too stiff for a step of 10 ms.
fn commonroad<M>(count: usize, set: u32, state: impl Fn(u64, &M::Car<f64>) -> M::State<f64>) -> Fleet<M>
where
    M: Model<Mode<f64> = Empty, Input<f64> = CommonRoadInput<f64>>,
    M::Car<f64>: FromParameters,
{
    let car = parameters(set).and_then(|set| FromParameters::from_parameters(set).ok());
    let car = car.expect("a set that gives what the model needs");
    let most = |car: u64| if car.is_multiple_of(8) { 0.0 } else { 1.0 };
    let input =
        |car| CommonRoadInput { steer_rate_rad_s: 0.0, acceleration_m_s2: between(car, 1, 0.0, most(car)) };
    let numbers = 0..count as u64;
    Fleet {
        states: numbers.clone().map(|number| state(number, &car)).collect(),
        inputs: numbers.map(input).collect(),
        cars: vec![car],
        modes: vec![Empty],
        surfaces: vec![Surface::asphalt()],
        dt_s: 0.01,
    }
}

/// One in eight creeps.
fn roll_or_drive(car: u64) -> f64 {
    if car.is_multiple_of(8) { 0.05 } else { between(car, 0, 10.0, 40.0) }
}
