//! CommonRoad's models, driven by a person's controls.
//!
//! They run on CommonRoad's own cars, parameter sets 1 to 4, whatever vehicle is named: KST on set 4, the
//! truck, the others on set 2, the BMW 320i.

use skidpad::controls::{Command, Gear};
use skidpad::model::commonroad::{
    CommonRoadInput, CommonRoadKs, CommonRoadKsState, CommonRoadKst, CommonRoadKstState, CommonRoadSt,
    CommonRoadStState, CommonRoadStd, CommonRoadStdState, FromParameters, Missing, SETS,
};
use skidpad::model::{Fixed, Model};
use skidpad::record::Record;
use skidpad::spec::Vehicle;

use crate::models::Drivable;

/// The largest acceleration of every parameter set, at full throttle; full brake is as much backwards.
const FULL_PEDAL_M_S2: f64 = 11.5;

/// The names of the cars: parameter sets 1 to 4.
pub const CARS: [&str; 4] = ["commonroad-1", "commonroad-2", "commonroad-3", "commonroad-4"];

/// A car of [`CARS`] by its name, as a model takes it; `None` for other names.
///
/// ```
/// use skidpad::model::commonroad::{KinematicCar, SingleTrackCar};
/// use skidpad_world::commonroad::named;
/// assert!(matches!(named::<KinematicCar<f64>>("commonroad-4"), Some(Ok(_))));
/// let error = named::<SingleTrackCar<f64>>("commonroad-4").unwrap().unwrap_err();
/// assert!(error.to_string().contains("take set 1, 2 or 3"));
/// ```
pub fn named<C: FromParameters>(name: &str) -> Option<Result<C, Missing>> {
    let place = CARS.iter().position(|car| *car == name)?;
    Some(C::from_parameters(&SETS[place]))
}

/// The car of the parameter set at a place of [`SETS`], which gives what the model needs.
fn car<C: FromParameters>(place: usize) -> C {
    C::from_parameters(&SETS[place]).expect("a set that gives what the model needs")
}

/// Pedals as an acceleration. The controls give a steering angle and not its rate: the steering stays
/// where it is at the start.
fn input(command: &Command<f64>) -> CommonRoadInput<f64> {
    let acceleration_m_s2 = FULL_PEDAL_M_S2 * (command.throttle - command.brake);
    CommonRoadInput { steer_rate_rad_s: 0.0, acceleration_m_s2 }
}

const INPUTS_AT_ZERO: &[&str] = &["steer_rate_rad_s"];

macro_rules! drivable {
    ($model:ident, $place:literal, $start:expr) => {
        impl Drivable for $model {
            fn car(_: &Vehicle<f64>) -> <Self as Model>::Car<f64> {
                car($place)
            }
            fn start(
                car: &<Self as Model>::Car<f64>,
                speed_m_s: f64,
                _: Gear,
            ) -> (Fixed, <Self as Model>::State<f64>) {
                (Fixed, $start(car, speed_m_s))
            }
            fn input(command: &Command<f64>) -> CommonRoadInput<f64> {
                input(command)
            }
            const INPUTS_AT_ZERO: &'static [&'static str] = INPUTS_AT_ZERO;
        }
    };
}

drivable!(CommonRoadKs, 1, |_, speed_m_s| CommonRoadKsState { speed_m_s, ..Record::splat(0.0) });
drivable!(CommonRoadKst, 3, |_, speed_m_s| CommonRoadKstState { speed_m_s, ..Record::splat(0.0) });
drivable!(CommonRoadSt, 1, |_, speed_m_s| CommonRoadStState { speed_m_s, ..Record::splat(0.0) });
drivable!(CommonRoadStd, 1, |car: &<CommonRoadStd as Model>::Car<f64>, speed_m_s| car
    .rolling(&CommonRoadStdState { speed_m_s, ..Record::splat(0.0) }));
