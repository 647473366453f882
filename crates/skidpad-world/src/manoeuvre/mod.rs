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
//! | [`slalom`] | magazines | the fastest mean speed over 600 ft |
//! | [`slope_hold`] | | how far a parked car moves in ten minutes on 30 % |
//! | [`full_stop`] | ISO 21994 | stopping distance, deceleration, share of time locked |
//! | [`split_stop`] | ISO 14512's road, UN R13-H's driver | stopping distance, deceleration, steering that keeps the lane |
//! | [`one_period_sine`] | ISO 7401 | lags and gains of both half-waves |
//! | [`random_steer`] | ISO 7401 | gain, phase and coherence over frequency |
//! | [`lane_change`], [`fastest_lane_change`] | ISO 3888-1, -2 | which section is missed; the fastest that passes |
//! | [`fishhook`] | NHTSA NCAP | lateral acceleration, sideslip, wheel lift |
//! | [`sine_with_dwell`] | FMVSS 126 | yaw rate after the steering, displacement |
//! | [`power_on`] | as ISO 9816 | as lift-off |
//! | [`drift_hold`] | | the sideslip that is held, its radius and steadiness |
//! | [`envelope()`] | | largest lateral acceleration for each longitudinal one |
//!
//! A run without figures has a [`NoResult`] in their place: the car spun, left its lane, was too slow, or why else.
//!
//! The drivers' time is their own: moved in the frames of a caller ([`Subject::in_frames`]) a manoeuvre has the
//! same result but for the integrator's error.

pub mod analysis;
mod braking;
mod circle;
mod course;
mod drift;
mod envelope;
#[cfg(test)]
mod four_wheels;
mod lane_change;
mod limit;
mod linear;
mod no_result;
mod preview;
mod random;
mod rollover;
mod session;
mod sine;
mod slalom;
mod slope;
pub mod spectrum;
mod split_mu;
mod steer;
mod turning;
mod wheels;

pub use braking::{FullStop, STOP_SPEED_M_S, full_stop, stopping_distance_m};
pub use circle::{SteadyTurn, constant_radius, constant_speed, constant_steer};
pub use course::{Body, Lane, LaneChangeCourse};
pub use drift::{DriftHold, drift_hold};
pub use envelope::{AtSpeed, ENVELOPE_SPEEDS_M_S, EnvelopePoint, envelope, envelope_at, tilted};
pub use lane_change::{LANE_CHANGE_SPEED_M_S, LaneChange, Passage, fastest_lane_change, lane_change};
pub use limit::{
    HANDBRAKE_SPEED_M_S, HandbrakeTurn, InTurn, TURN_RADIUS_M, braking_in_a_turn, handbrake_turn, lift_off,
    power_on,
};
pub use linear::linear_response;
pub use no_result::{NoResult, SPUN_RAD};
pub use preview::Feel;
pub use random::{RANDOM_HZ, RandomSteer, random_steer};
pub use rollover::{
    FISHHOOK_SPEED_M_S, Fishhook, SineWithDwell, UPSET_SPEED_M_S, fishhook, sine_with_dwell,
    slowly_increasing_steer,
};
pub use session::{Act, Feet, STEERING_RATIO, Session, Subject};
pub use sine::{HalfWaves, OnePeriodSine, SINE_HZ, one_period_sine};
pub use slalom::{Slalom, slalom};
pub use slope::{SlopeHold, slope_hold};
pub use split_mu::{SplitFigures, SplitStop, split_stop};
pub use steer::{
    AtFrequency, FrequencyResponse, SWEEP_HZ, StepSteer, frequency_response, standard_step, step_steer,
};
pub use turning::{Turning, TurningSampler};

pub use crate::scene::dimensions::{
    CONES, CONES_APART_M, GRADE, SKIDPAD_RADIUS_M, SLIPPERY_GRIP, WET_GRIP, cone_x_m,
};
