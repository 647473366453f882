//! Frequency response of the linearised car, for comparison with the measured one.

use skidpad_core::math::Real;

use super::session::Subject;
use super::steer::AtFrequency;
use crate::channel::CarChannels;
use crate::linear::{Response, Wish, trim};
use crate::rolling::CarChoice;

/// Returns the responses of yaw rate and lateral acceleration to small sines of the steering at a constant speed, from the
/// matrices of the steady state straight ahead: the linear counterpart of
/// [`frequency_response`](super::frequency_response). `None` where there is no such state.
pub fn linear_response(
    subject: &Subject,
    speed_m_s: f64,
    frequencies_hz: &[f64],
) -> Option<Vec<AtFrequency>> {
    let vehicle = subject.car.vehicle()?.linearisable();
    let (model, car) = (subject.model, CarChoice::Vehicle(&vehicle));
    let wish = Wish { speed_m_s, lateral_m_s2: 0.0, gear: None };
    let point = trim(model, &car, &wish, &subject.surface).ok()?;
    let linear = model.linearise(&car, &point)?.linear;
    let channels = CarChannels::resolve(&model.layout());
    let response = Response::to_steering(model, &linear, &[channels.yaw_rate?, channels.acceleration_y?])?;
    let answer = |frequency_hz: &f64| {
        let gains = response.at_hz(*frequency_hz)?;
        let (yaw, lateral) = (gains[0], gains[1]);
        Some(AtFrequency {
            frequency_hz: *frequency_hz,
            yaw_rate_gain_1_s: Real::hypot(yaw.re, yaw.im),
            yaw_rate_phase_rad: Real::atan2(yaw.im, yaw.re),
            lateral_gain_m_s2: Real::hypot(lateral.re, lateral.im),
            lateral_phase_rad: Real::atan2(lateral.im, lateral.re),
        })
    };
    frequencies_hz.iter().map(answer).collect()
}
