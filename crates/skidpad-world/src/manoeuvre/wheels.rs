//! Slips, loads and roll rate of the models that compute them.

use crate::channel::{CarChannels, ChannelHandle, ChannelRow, WheelChannels};
use crate::models::ModelInfo;

/// Slip ratio below which a braked wheel counts as locked; it is -1 where the wheel does not turn.
const LOCKED_SLIP: f64 = -0.9;

/// Channels of a model's wheels, and its roll rate.
#[derive(Clone, Debug)]
pub(super) struct WheelReadings {
    /// Slip-ratio channels of the four wheels, or of the axles where the model has no single wheels.
    slips: Vec<ChannelHandle>,
    loads: Option<[ChannelHandle; 4]>,
    roll_rate: Option<ChannelHandle>,
}

/// Returns a channel of all four wheels; `None` where a wheel does not have it.
fn of_each(
    wheels: [WheelChannels; 4],
    channel: fn(&WheelChannels) -> Option<ChannelHandle>,
) -> Option<[ChannelHandle; 4]> {
    let found: Vec<ChannelHandle> = wheels.iter().filter_map(channel).collect();
    found.try_into().ok()
}

impl WheelReadings {
    pub fn new(model: &ModelInfo) -> Self {
        let layout = model.layout();
        let wheels = WheelChannels::four(&layout);
        let axles = || WheelChannels::axles(&layout).iter().filter_map(|axle| axle.slip).collect();
        Self {
            slips: of_each(wheels, |wheel| wheel.slip).map_or_else(axles, |slips| slips.to_vec()),
            loads: of_each(wheels, |wheel| wheel.load),
            roll_rate: CarChannels::resolve(&layout).roll_rate,
        }
    }

    /// True where a wheel, or an axle of a model without single wheels, is locked.
    pub fn is_locked(&self, row: ChannelRow) -> bool {
        self.slips.iter().any(|slip| row.at(*slip) < LOCKED_SLIP)
    }

    pub fn loads_n(&self, row: ChannelRow) -> Option<[f64; 4]> {
        self.loads.map(|loads| loads.map(|load| row.at(load)))
    }

    pub fn roll_rate_rad_s(&self, row: ChannelRow) -> Option<f64> {
        row.find(self.roll_rate)
    }
}

/// True for a model that computes the slip of its wheels or axles.
pub fn has_slip(model: &ModelInfo) -> bool {
    !WheelReadings::new(model).slips.is_empty()
}
