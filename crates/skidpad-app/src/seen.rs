//! The numbers of a car of any model, by handle.

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::End;
use skidpad_core::record::Channel;
use skidpad_core::step::Status;
use skidpad_core::units;
use skidpad_world::channel::{CarChannels, ChannelHandle, ChannelRow, RowLayout, WheelChannels, WheelSet};
use skidpad_world::shaping::BodyMotion;

/// Channels that only a car in space has.
#[derive(Clone, Copy, Debug)]
pub struct SpaceChannels {
    /// Pitch, rad, positive with the nose down.
    pub pitch: ChannelHandle,
    /// Roll, rad, positive with the right side down.
    pub roll: ChannelHandle,
    /// Velocity along the body's vertical axis, m/s.
    pub velocity_z: ChannelHandle,
    /// Load on the bodywork, N.
    pub bodywork_load: ChannelHandle,
}

impl SpaceChannels {
    /// Channels of a model; `None` for a model in the plane.
    pub fn resolve(layout: &RowLayout) -> Option<Self> {
        let channel = |name| layout.channel(name).ok();
        Some(Self {
            pitch: channel("pitch_rad")?,
            roll: channel("roll_rad")?,
            velocity_z: channel("velocity_z_m_s")?,
            bodywork_load: channel("bodywork_load_n")?,
        })
    }
}

/// Channels of a model that the simulator shows, resolved once.
#[derive(Clone, Debug)]
pub struct ModelChannels {
    /// Order of the model's rows.
    pub layout: RowLayout,
    /// Quantities of the car as a whole.
    pub car: CarChannels,
    /// Quantities of the wheels, or of the axles where the model computes no single wheels.
    pub wheels: WheelSet,
    /// Quantities of the front and the rear axle as one wheel each.
    pub axles: [WheelChannels; 2],
    /// Channels that only a car in space has.
    pub space: Option<SpaceChannels>,
    columns: Vec<Channel>,
}

impl ModelChannels {
    /// Channels of a model.
    pub fn new(layout: RowLayout) -> Self {
        Self {
            layout,
            car: CarChannels::resolve(&layout),
            wheels: WheelSet::resolve(&layout),
            axles: WheelChannels::axles(&layout),
            space: SpaceChannels::resolve(&layout),
            columns: layout.columns(),
        }
    }
}

/// A car's numbers after a step.
///
/// ```
/// use skidpad_app::seen::{ModelChannels, Seen};
/// use skidpad_models::MODELS;
///
/// let model = MODELS.by_name("point_mass").unwrap();
/// let (channels, speed) = (ModelChannels::new(model.layout()), model.channel("speed_m_s")?);
/// let mut row = vec![0.0; channels.layout.len()];
/// row[speed.index()] = 12.5;
/// let seen = Seen::new(&channels, &row);
/// assert_eq!((seen.speed_m_s(), seen.at(speed)), (12.5, 12.5));
/// // A point has no lateral velocity.
/// assert_eq!(seen.find(channels.car.velocity_y), None);
/// # Ok::<(), skidpad_world::channel::UnknownChannel>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    channels: &'a ModelChannels,
    row: ChannelRow<'a>,
    status: Status,
}

/// Quantities of a wheel, or of an axle where the model computes no single wheels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WheelSeen {
    /// Angle of the wheel, rad, positive to the left.
    pub steer_rad: f64,
    /// Spin, rad/s.
    pub spin_rad_s: f64,
    /// Load, N.
    pub load_n: f64,
    /// Slip ratio.
    pub slip: f64,
    /// Slip angle, rad.
    pub slip_angle_rad: f64,
    /// Force along the wheel, N.
    pub force_x_n: f64,
    /// Force across it, to the left, N.
    pub force_y_n: f64,
    /// Friction utilisation: force over the largest in its direction; `None` where the model has no such channel.
    pub use_of_grip: Option<f64>,
}

/// The wheels that a model tells of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WheelsSeen {
    /// None: a point, or a body without tyres.
    None,
    /// The front and the rear axle.
    Axles([WheelSeen; 2]),
    /// Front left, front right, rear left, rear right.
    Four([WheelSeen; 4]),
}

impl<'a> Seen<'a> {
    /// Numbers of a row of a model.
    ///
    /// # Panics
    /// If there are fewer numbers than channels.
    pub fn new(channels: &'a ModelChannels, row: &'a [f64]) -> Self {
        Self { channels, row: ChannelRow::new(&channels.layout, row), status: Status::Running }
    }

    /// Numbers of a car with a status.
    #[must_use]
    pub fn with_status(self, status: Status) -> Self {
        Self { status, ..self }
    }

    /// The end by which the run is over. A car that was restored and has not been stepped shows it in its numbers alone.
    pub fn end(&self) -> Option<End> {
        match self.status {
            Status::Ended(end) => Some(end),
            _ if self.is_on(self.channels.car.blown) => Some(End::ENGINE_BLOWN),
            _ if self.is_on(self.channels.car.fallen) => Some(End::FALLEN_OVER),
            _ => None,
        }
    }

    /// Channels of the model.
    pub fn channels(&self) -> &'a ModelChannels {
        self.channels
    }

    /// Number of a channel.
    ///
    /// # Panics
    /// If the channel is of another model.
    pub fn at(&self, channel: ChannelHandle) -> f64 {
        self.row.at(channel)
    }

    /// Number of a channel that not every model has; `None` without the channel.
    ///
    /// # Panics
    /// If the channel is of another model.
    pub fn find(&self, channel: Option<ChannelHandle>) -> Option<f64> {
        self.row.find(channel)
    }

    /// True where a flag is set; false where the model does not have it.
    pub fn is_on(&self, flag: Option<ChannelHandle>) -> bool {
        self.find(flag).is_some_and(|on| on > 0.5)
    }

    /// Number of the channel of a name, such as one that a person chose; `None` where the model has none of that name.
    pub fn by_name(&self, name: &str) -> Option<f64> {
        let index = self.channels.columns.iter().position(|channel| channel.name == name)?;
        Some(self.row.numbers()[index])
    }

    /// All channels with their numbers.
    pub fn all(&self) -> impl Iterator<Item = (&'a Channel, f64)> {
        self.channels.columns.iter().zip(self.row.numbers().iter().copied())
    }

    /// Number of a channel; 0 without the channel.
    fn or_zero(&self, channel: Option<ChannelHandle>) -> f64 {
        self.find(channel).unwrap_or(0.0)
    }

    /// Velocity in the car's frame, forwards and to the left, m/s.
    pub fn velocity_m_s(&self) -> [f64; 2] {
        [self.or_zero(self.channels.car.velocity_x), self.or_zero(self.channels.car.velocity_y)]
    }

    /// Motion in the car's frame.
    pub fn motion(&self) -> BodyMotion<f64> {
        let [velocity_x_m_s, velocity_y_m_s] = self.velocity_m_s();
        BodyMotion { velocity_x_m_s, velocity_y_m_s, yaw_rate_rad_s: self.yaw_rate_rad_s() }
    }

    /// Velocity in the plane of the road along the heading and to its left, m/s. Of a car in space, whose velocities are along its own
    /// axes, what is seen of them from above.
    pub fn heading_velocity_m_s(&self) -> [f64; 2] {
        let [x, y] = self.velocity_m_s();
        let Some(space) = &self.channels.space else { return [x, y] };
        let (pitch_sin, pitch_cos) = Real::sin_cos(self.at(space.pitch));
        let (roll_sin, roll_cos) = Real::sin_cos(self.at(space.roll));
        let z = self.at(space.velocity_z);
        [x * pitch_cos + pitch_sin * (roll_sin * y + roll_cos * z), roll_cos * y - roll_sin * z]
    }

    /// Velocity in the world, along its x and y axes, m/s.
    pub fn world_velocity_m_s(&self) -> [f64; 2] {
        let axes = Direction::at_angle(self.or_zero(self.channels.car.yaw));
        Vec2::from(self.heading_velocity_m_s()).to_parent(axes).into()
    }

    /// Speed over the ground, m/s, at least 0.
    pub fn speed_m_s(&self) -> f64 {
        let [x, y] = self.velocity_m_s();
        Real::hypot(x, y)
    }

    /// Speed over the ground, km/h.
    pub fn speed_km_h(&self) -> f64 {
        units::to_kmh(self.speed_m_s())
    }

    /// Acceleration in the car's frame, m/s^2.
    pub fn acceleration_m_s2(&self) -> [f64; 2] {
        [self.or_zero(self.channels.car.acceleration_x), self.or_zero(self.channels.car.acceleration_y)]
    }

    /// Yaw rate, rad/s.
    pub fn yaw_rate_rad_s(&self) -> f64 {
        self.or_zero(self.channels.car.yaw_rate)
    }

    /// Sideslip angle, rad: of the velocity in the car's frame, positive where it moves to its left.
    pub fn sideslip_rad(&self) -> f64 {
        self.or_zero(self.channels.car.sideslip)
    }

    /// Mean angle of the front wheels, rad.
    pub fn front_steer_rad(&self) -> f64 {
        self.or_zero(self.channels.car.front_steer)
    }

    /// Speed of the engine, rad/s; `None` for a model without one.
    pub fn engine_rad_s(&self) -> Option<f64> {
        self.find(self.channels.car.engine_speed)
    }

    /// The gear that is in: -1 reverse, 0 neutral; `None` for a model without gears.
    pub fn gear(&self) -> Option<f64> {
        self.find(self.channels.car.gear)
    }

    /// Numbers of the wheels.
    pub fn wheels(&self) -> WheelsSeen {
        match &self.channels.wheels {
            WheelSet::None => WheelsSeen::None,
            WheelSet::Axles(axles) => WheelsSeen::Axles(axles.each_ref().map(|axle| self.wheel(axle))),
            WheelSet::Four(wheels) => WheelsSeen::Four(wheels.each_ref().map(|wheel| self.wheel(wheel))),
        }
    }

    fn wheel(&self, wheel: &WheelChannels) -> WheelSeen {
        WheelSeen {
            steer_rad: self.or_zero(wheel.steer),
            spin_rad_s: self.or_zero(wheel.spin),
            load_n: self.or_zero(wheel.load),
            slip: self.or_zero(wheel.slip),
            slip_angle_rad: self.or_zero(wheel.slip_angle),
            force_x_n: self.or_zero(wheel.force_x),
            force_y_n: self.or_zero(wheel.force_y),
            use_of_grip: self.find(wheel.friction_utilisation),
        }
    }
}
