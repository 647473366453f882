//! States that starts set.

use skidpad_core::math::Real;
use skidpad_fleet::{FleetModel, Group, StateHandle};
use skidpad_world::channel::{CarChannels, ChannelHandle};

use crate::motion::MotionColumns;
use crate::task::Start;

/// Number of the quantities of a start.
const QUANTITIES: usize = 7;

/// States that a start sets; those that the model does not have are left out.
pub(super) struct StartStates {
    pub handles: Vec<StateHandle>,
    /// Number of each state among the quantities of a start.
    places: Vec<usize>,
    /// True for a model whose velocity is a speed and a sideslip angle.
    has_sideslip: bool,
    /// Values of all cars, state after state.
    pub values: Vec<f32>,
    /// Velocities forwards, m/s.
    pub speeds_m_s: Vec<f64>,
}

impl StartStates {
    pub fn new(model: &FleetModel, columns: &MotionColumns, group: &Group<f32>) -> Self {
        let car = CarChannels::resolve(&model.info().layout());
        let state = |channel: Option<ChannelHandle>| {
            channel.and_then(|channel| channel.state_name()).and_then(|name| group.state(name).ok())
        };
        let speed = group.state(model.info().speed).ok();
        let lateral = state(car.velocity_y);
        let sideslip = if lateral.is_none() { state(car.sideslip) } else { None };
        let [x, y] = columns.position.map(Some);
        let all: [_; QUANTITIES] = [x, y, Some(columns.yaw), speed, lateral, state(car.yaw_rate), sideslip];
        let found = all.into_iter().enumerate().filter_map(|(place, handle)| Some((place, handle?)));
        let (places, handles): (Vec<_>, Vec<_>) = found.unzip();
        Self {
            values: vec![0.0; handles.len() * group.len()],
            speeds_m_s: vec![0.0; group.len()],
            has_sideslip: sideslip.is_some(),
            handles,
            places,
        }
    }

    /// Sets the start of an environment.
    pub fn set(&mut self, environment: usize, start: &Start) {
        let [x_m, y_m] = start.position_m;
        let [forwards_m_s, left_m_s] = start.velocity_m_s;
        let (mut speed_m_s, mut sideslip_rad) = (forwards_m_s, 0.0);
        if self.has_sideslip {
            // Backwards the speed is below 0, and the angle that of the axis.
            let sense = if forwards_m_s < 0.0 { -1.0 } else { 1.0 };
            speed_m_s = sense * Real::hypot(forwards_m_s, left_m_s);
            sideslip_rad = Real::atan2(sense * left_m_s, sense * forwards_m_s);
        }
        let numbers: [f64; QUANTITIES] =
            [x_m, y_m, start.yaw_rad, speed_m_s, left_m_s, start.yaw_rate_rad_s, sideslip_rad];
        let count = self.speeds_m_s.len();
        for (row, place) in self.places.iter().enumerate() {
            self.values[row * count + environment] = numbers[*place] as f32;
        }
        self.speeds_m_s[environment] = forwards_m_s;
    }
}
