//! Turning cars: what they show, and the manoeuvres that they are judged by.
//!
//! Each manoeuvre has a driver, who acts every 5 ms on what he sees, and results with names and units.
//! Any model that steers can be driven: what is seen goes by the common names of the channels.
//!
//! | manoeuvre | after | results |
//! |---|---|---|
//! | [`constant_radius`], [`constant_speed`], [`constant_steer`] | ISO 4138 | largest lateral acceleration, understeer gradient, characteristic or critical speed |
//! | [`step_steer`] | ISO 7401 | yaw-rate gain, response and peak times, overshoot, sideslip |
//! | [`frequency_response`] | ISO 7401 | gain and phase over frequency, bandwidth |
//! | [`lift_off`] | ISO 9816 | yaw rate against that of the circle, sideslip |
//! | [`braking_in_a_turn`] | ISO 7975 | the same |
//! | [`handbrake_turn`] | | how far the car turns, and how quickly |
//! | [`slalom`] | magazines | the fastest speed |

pub mod analysis;
mod circle;
mod limit;
mod session;
mod slalom;
mod steer;
mod turning;

pub use circle::{SKIDPAD_RADIUS_M, SteadyTurn, constant_radius, constant_speed, constant_steer};
pub use limit::{
    HANDBRAKE_SPEED_M_S, HandbrakeTurn, InTurn, TURN_RADIUS_M, braking_in_a_turn, handbrake_turn, lift_off,
};
pub use session::{Act, Feet, Session, Stop, Subject};
pub use slalom::{CONES, CONES_APART_M, Feel, Slalom, cone_x_m, slalom};
pub use steer::{
    AtFrequency, FrequencyResponse, SWEEP_HZ, StepSteer, frequency_response, standard_step, step_steer,
};
pub use turning::{Eyes, Turning};
