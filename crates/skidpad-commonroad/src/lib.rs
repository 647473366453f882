//! CommonRoad's models, as published: M. Althoff and G. Wuersching, *CommonRoad: Vehicle
//! Models*, version 2020a, in the form that the package commonroad-vehicle-models 3.0.2 computes
//! (BSD-3-Clause, (c) 2020 TUM Professorship of Cyber-Physical Systems).
//!
//! | model | what it knows |
//! |---|---|
//! | [`CommonRoadKs`] | KS: the wheels roll; reference point at the rear axle |
//! | [`CommonRoadKst`] | KST: the same, with a trailer hitched at the rear axle |
//! | [`CommonRoadSt`] | ST: linear tyres, load transfer; rolling wheels below 0.1 m/s |
//! | [`CommonRoadStd`] | STD: the drift model, with wheel spin and combined slip |
//! | [`CommonRoadMb`] | MB: the multi-body model, with roll, pitch, heave, axles and four wheels |
//!
//! Other programs are compared with these, so they keep the published right-hand sides to rounding,
//! quirks included; each quirk is named where it stands. They know a level road, gravity of 9.81 m/s^2
//! and the tyre of their parameter set: of the surface they take nothing.
//!
//! States and inputs stand in CommonRoad's own order. Constants of a car are combined beforehand and
//! divisions are shared, which moves results by rounding only: by less than 1e-12 of the largest term of
//! an equation, and of 1.
//!
//! ```
//! use skidpad_commonroad::{CommonRoadInput, CommonRoadSt, CommonRoadStState, FromParameters, parameters};
//! use skidpad_core::model::Model;
//! use skidpad_core::record::Empty;
//! use skidpad_core::surface::Surface;
//!
//! let car = FromParameters::from_parameters(parameters(2).unwrap()).unwrap();
//! let state = CommonRoadStState { speed_m_s: 20.0, front_steer_rad: 0.02, ..CommonRoadStState::at_rest() };
//! let input = CommonRoadInput { steer_rate_rad_s: 0.0, acceleration_m_s2: 1.0 };
//! let (rate, _) = CommonRoadSt::evaluate(&car, &Empty, &state, &input, &Surface::asphalt());
//! assert_eq!(rate.speed_m_s, 1.0);
//! assert!(rate.yaw_rate_rad_s > 0.0);
//! ```

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

mod drift;
#[cfg(feature = "world")]
mod drivable;
mod kinematic;
mod limits;
mod multi_body;
mod parameters;
mod single_track;
mod trailer;
mod turn;
mod tyre;

pub use drift::{CommonRoadStd, CommonRoadStdState, CommonRoadStdTrace, DriftCar};
#[cfg(feature = "world")]
pub use drivable::{
    CARS, COMMONROAD_KS, COMMONROAD_KST, COMMONROAD_MB, COMMONROAD_ST, COMMONROAD_STD, named,
};
pub use kinematic::{CommonRoadKs, CommonRoadKsState, CommonRoadKsTrace, KinematicCar};
pub use limits::Limits;
pub use multi_body::{
    CommonRoadMb, CommonRoadMbState, CommonRoadMbTrace, MbAxle, MbBody, MultiBodyCar, Sprung, SprungAxle,
    Suspension,
};
pub use parameters::{Body, FromParameters, Missing, Parameters, SETS, Trailer, parameters};
pub use single_track::{CommonRoadSt, CommonRoadStState, CommonRoadStTrace, SingleTrackCar};
pub use trailer::{
    CommonRoadHitch, CommonRoadKst, CommonRoadKstState, CommonRoadKstTrace, CommonRoadTrailerPlace,
    TrailerCar,
};
pub use turn::rolling_at_centre;
pub use tyre::{Camber, PureCurve, Tyre, TyreForces, TyreSlip, WeightCurve};

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::record;

/// Gravity as the package has it, m/s^2.
const GRAVITY_M_S2: f64 = 9.81;

/// Longest step of the models whose wheels roll, s.
const LONGEST_STEP_S: f64 = 0.01;

/// Longest step of the models whose wheels spin, s. The wheels' speeds have the eigenvalue R^2 C_x / (I_w v), with C_x the force per
/// slip ratio: for the BMW about 9000 m/s^2 / v in STD and 4600 m/s^2 / v in MB, of which STD's blend with rolling wheels leaves at most
/// 32,000/s, near 0.26 m/s. With steps of 2 ms and more, cars do not get past 0.2 m/s under any throttle that does not spin their wheels.
/// RK4 is stable there up to 0.09 ms; the tyres' forces being bounded, at 0.2 ms the speed to which a car sets off is within 0.5 %. The
/// eigenvalues of MB's body and axles, up to 270/s, would bear 10 ms.
const LONGEST_SPINNING_STEP_S: f64 = 2e-4;

record! {
    /// What drives CommonRoad's models, before the limits of the car.
    pub struct CommonRoadInput {
        /// Rate of the front wheels' steering angle.
        steer_rate_rad_s: "rad/s" [-10.0, 10.0],
        /// Acceleration along the velocity.
        acceleration_m_s2: "m/s^2" [-50.0, 50.0],
    }
}

/// Acceleration in the body frame, forward and to the left, m/s^2, of a point that moves at a speed along
/// a direction to the heading: the speed's rate along it, and the speed
/// times its turning rate across.
#[cfg_attr(not(debug_assertions), inline(always))]
fn body_acceleration<R: Real>(along: Direction<R>, speed_m_s: R, rate_m_s2: R, turning_rad_s: R) -> Vec2<R> {
    Vec2 { x: rate_m_s2, y: speed_m_s * turning_rad_s }.to_parent(along)
}
