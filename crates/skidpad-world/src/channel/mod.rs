//! Channels: the numbers of a car, each with a name, a unit and a range, read by handle.
//!
//! A [`RowLayout`] has the channels of a model in the order of its rows. [`ModelInfo::channel`](crate::models::ModelInfo::channel)
//! resolves a name to a [`ChannelHandle`] once; a [`ChannelRow`] is read by handle. An unknown name is an error that lists the
//! near ones. [`CarChannels`] and [`WheelChannels`] have the quantities that are read from cars of any model, such as the yaw
//! rate: the tables of `channel/table.rs` are the one place that says what each is called.
//!
//! ```
//! use skidpad_core::controls::Gear;
//! use skidpad_core::surface::Surface;
//! use skidpad_models::MODELS;
//! use skidpad_world::channel::{CarChannels, Sampler};
//! use skidpad_world::rolling::{Begin, CarChoice, Request};
//!
//! let model = MODELS.by_name("commonroad_std").unwrap();
//! let begin = Begin { gear: Gear::Forward(1), initial: &[("speed_m_s", 20.0)], method: None };
//! let car = model.begin(&CarChoice::Own("commonroad-2"), &begin).unwrap();
//!
//! let (speed, channels) = (model.channel("velocity_x_m_s")?, CarChannels::resolve(&model.layout()));
//! let mut sampler = Sampler::new(model.layout());
//! let row = sampler.sample(car.as_ref(), &Request::untouched(), (&Surface::asphalt()).into());
//! assert_eq!(row.at(speed), 20.0);
//! assert_eq!(channels.velocity_x, Some(speed));
//! // This model has no engine.
//! assert_eq!(channels.engine_speed, None);
//! assert!(model.channel("velocity").unwrap_err().to_string().contains("`velocity_x_m_s`"));
//! # Ok::<(), skidpad_world::channel::UnknownChannel>(())
//! ```

mod error;
mod handle;
mod layout;
mod place;
mod row;
mod table;

pub use error::UnknownChannel;
pub use handle::{ChannelHandle, ChannelKind};
pub use layout::{RowLayout, TIME};
pub use place::{place_of, required_place};
pub use row::{ChannelRow, Sampler};
pub use table::{CarChannels, WheelChannels, WheelSet};
pub(crate) use table::{CarSources, Source, WheelSources};
