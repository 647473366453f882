//! CommonRoad's models, driven by a person's controls.
//!
//! They run on CommonRoad's own cars, parameter sets 1 to 4: KST on set 4, the truck with its trailer, ST, STD
//! and MB on the sets that give masses, 1 to 3.

use crate::{
    Body, CommonRoadInput, CommonRoadKs, CommonRoadKsState, CommonRoadKst, CommonRoadKstState, CommonRoadMb,
    CommonRoadSt, CommonRoadStState, CommonRoadStd, CommonRoadStdState, FromParameters, Missing, Parameters,
    SETS,
};
use skidpad_core::controls::{Command, Gear};
use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::record::{Empty, Record, converted};
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;

use skidpad_world::ground::Road;
use skidpad_world::models::{Abilities, Cars, Drivable, braking_share};
use skidpad_world::rolling::Request;
use skidpad_world::world::OwnBody;

/// The largest acceleration of every parameter set, at full throttle; full brake is as much against the motion.
const FULL_PEDAL_M_S2: f64 = 11.5;

/// Time in which the steering follows the wheel, s.
const STEERING_S: f64 = 0.05;

/// The names of the cars: parameter sets 1 to 4.
pub const CARS: [&str; 4] = ["commonroad-1", "commonroad-2", "commonroad-3", "commonroad-4"];

/// A car of [`CARS`] by its name, as a model takes it; `None` for other names.
///
/// ```
/// use skidpad_commonroad::{KinematicCar, SingleTrackCar, named};
/// assert!(matches!(named::<KinematicCar<f64>>("commonroad-4"), Some(Ok(_))));
/// let error = named::<SingleTrackCar<f64>>("commonroad-4").unwrap().unwrap_err();
/// assert!(error.to_string().contains("take set 1, 2 or 3"));
/// ```
pub fn named<C: FromParameters>(name: &str) -> Option<Result<C, Missing>> {
    let place = CARS.iter().position(|car| *car == name)?;
    Some(C::from_parameters(&SETS[place]))
}

/// Body of a car of [`CARS`] whose parameter set has one.
fn body(name: &str) -> Option<OwnBody> {
    let place = CARS.iter().position(|car| *car == name)?;
    let Parameters { length_m, width_m, front_m, rear_m, body, .. } = SETS[place];
    let Body { mass_kg, yaw_inertia_kg_m2, .. } = body?;
    // The middle of the axles is the middle of the body.
    let ahead_m = 0.5 * (front_m - rear_m);
    Some(OwnBody { length_m, width_m, ahead_m, mass_kg, yaw_inertia_kg_m2 })
}

/// The car of the parameter set at a place of [`SETS`], which gives what the model needs.
fn car<C: FromParameters>(place: usize) -> C {
    C::from_parameters(&SETS[place]).expect("a set that gives what the model needs")
}

/// Pedals as an acceleration, and the steering wheel as the rate that comes to the asked angle within
/// [`STEERING_S`]; the model's own limits hold for both. In reverse the throttle drives backwards.
fn input([steer_rad, speed_m_s]: [f64; 2], command: &Command<f64>) -> CommonRoadInput<f64> {
    let throttle = if command.gear < 0.0 { -command.throttle } else { command.throttle };
    CommonRoadInput {
        steer_rate_rad_s: (command.steer_rad - steer_rad) / STEERING_S,
        acceleration_m_s2: FULL_PEDAL_M_S2 * (throttle - braking_share(command, speed_m_s)),
    }
}

macro_rules! drivable {
    ($model:ident, $place:literal, steer: $($steer:ident).+, speed: $($speed:ident).+, slides: $slides:literal, reverses: $reverses:literal, sprung: $sprung:literal, cars: $cars:expr, $start:expr $(, $more:item)* $(,)?) => {
        impl Drivable for $model {
            $($more)*
            fn car<R: Real>(_: &Vehicle<R>) -> <Self as Model>::Car<R> {
                let own: <Self as Model>::Car<f64> = car($place);
                converted(&own, R::lit)
            }
            fn start(
                car: &<Self as Model>::Car<f64>,
                speed_m_s: f64,
                _: Gear,
            ) -> (Empty, <Self as Model>::State<f64>) {
                (Empty, $start(car, speed_m_s))
            }
            // Of a car whose state is not known: straight on, and under way.
            fn input(command: &Command<f64>) -> CommonRoadInput<f64> {
                input([0.0, 1.0], command)
            }
            // Of surface and ground they take nothing: their grip is that of their parameter set.
            fn on_ground(
                _: &<Self as Model>::Car<f64>,
                _: &<Self as Model>::State<f64>,
                input: &CommonRoadInput<f64>,
                road: Road<'_>,
                _: [f64; 2],
            ) -> (CommonRoadInput<f64>, Surface<f64>) {
                (*input, *road.surface)
            }
            const ABILITIES: Abilities =
                Abilities { slides: $slides, reverses: $reverses, sprung: $sprung, slope: false, acceleration: true, ..Abilities::ROLLS };
            const FEELS_AIR: bool = false;
            const CARS: Cars = Cars::Own($cars);
            fn own_car(name: &str) -> Option<<Self as Model>::Car<f64>> {
                named(name)?.ok()
            }
            fn own_body(name: &str) -> Option<OwnBody> {
                body(name)
            }
            const INPUT_FOLLOWS_STATE: bool = true;
            fn input_at(
                _: &<Self as Model>::Car<f64>,
                state: &<Self as Model>::State<f64>,
                request: &Request,
            ) -> CommonRoadInput<f64> {
                let by_pedals = input([state.$($steer).+, state.$($speed).+], &request.command);
                let acceleration_m_s2 = by_pedals.acceleration_m_s2 + request.acceleration_m_s2;
                CommonRoadInput { acceleration_m_s2, ..by_pedals }
            }
        }
    };
}

const SINGLE_TRACK: &[&str] = &[CARS[0], CARS[1], CARS[2]];

drivable!(CommonRoadKs, 1, steer: front_steer_rad, speed: speed_m_s, slides: false, reverses: true, sprung: false, cars: &CARS, |_, speed_m_s| CommonRoadKsState {
    speed_m_s,
    ..Record::splat(0.0)
});
drivable!(CommonRoadKst, 3, steer: car.front_steer_rad, speed: car.speed_m_s, slides: false, reverses: true, sprung: false, cars: &[CARS[3]], |_, speed_m_s| CommonRoadKstState {
    car: CommonRoadKsState { speed_m_s, ..Record::splat(0.0) },
    ..Record::splat(0.0)
});
// Its tyres are linear without end, and backwards their forces let sideslip and yaw rate grow.
drivable!(CommonRoadSt, 1, steer: front_steer_rad, speed: speed_m_s, slides: false, reverses: false, sprung: false, cars: SINGLE_TRACK, |_, speed_m_s| CommonRoadStState {
    speed_m_s,
    ..Record::splat(0.0)
});
drivable!(CommonRoadStd, 1, steer: front_steer_rad, speed: speed_m_s, slides: true, reverses: true, sprung: false, cars: SINGLE_TRACK, |car: &<CommonRoadStd as Model>::Car<f64>, speed_m_s| car
    .rolling(&CommonRoadStdState { speed_m_s, ..Record::splat(0.0) }));
// Backwards only its way and its yaw are those of a car: its velocities to the side are not held.
drivable!(
    CommonRoadMb, 1, steer: front_steer_rad, speed: velocity_x_m_s, slides: true, reverses: false, sprung: true, cars: SINGLE_TRACK,
    |car: &<CommonRoadMb as Model>::Car<f64>, speed_m_s| car
        .standing(&CommonRoadStState { speed_m_s, ..Record::splat(0.0) }),
    const SPEED: &'static str = "velocity_x_m_s";
);

skidpad_world::listed! {
    COMMONROAD_KS: CommonRoadKs,
    COMMONROAD_KST: CommonRoadKst,
    COMMONROAD_ST: CommonRoadSt,
    COMMONROAD_STD: CommonRoadStd,
    COMMONROAD_MB: CommonRoadMb,
}
