//! The numbers of a car of any model, by name.

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::End;
use skidpad_core::record::Channel;
use skidpad_core::step::Status;
use skidpad_core::units;
use skidpad_world::rolling::WHEELS;

/// A car's numbers at an instant.
///
/// ```
/// use skidpad_core::record::Channel;
/// use skidpad_app::seen::Seen;
/// let channels = [Channel { name: "speed_m_s", unit: "m/s", low: 0.0, high: 100.0 }];
/// let seen = Seen::new(&channels, &[12.5]);
/// assert_eq!(seen.get("speed_m_s"), Some(12.5));
/// assert_eq!(seen.speed_m_s(), 12.5);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    channels: &'a [Channel],
    row: &'a [f64],
    status: Status,
}

/// What a wheel does, or the wheels of an axle together where the model does not tell them apart.
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
    /// The numbers of a row whose columns these are.
    pub fn new(channels: &'a [Channel], row: &'a [f64]) -> Self {
        Self { channels, row, status: Status::Running }
    }

    /// The same numbers of a car with a status.
    #[must_use]
    pub fn with_status(self, status: Status) -> Self {
        Self { status, ..self }
    }

    /// The end by which the run is over. A car that was restored and has not been stepped shows it in its numbers alone.
    pub fn end(&self) -> Option<End> {
        let is = |name: &str| self.get(name).is_some_and(|on| on > 0.5);
        match self.status {
            Status::Ended(end) => Some(end),
            _ if is("blown") => Some(End::ENGINE_BLOWN),
            _ if is("fallen") => Some(End::FALLEN_OVER),
            _ => None,
        }
    }

    /// The number of a channel; `None` where the model has none of that name.
    pub fn get(&self, name: &str) -> Option<f64> {
        let index = self.channels.iter().position(|channel| channel.name == name)?;
        self.row.get(index).copied()
    }

    /// The number of the first of some channels that the model has; `None` where it has none of them.
    pub fn any(&self, names: &[&str]) -> Option<f64> {
        names.iter().find_map(|name| self.get(name))
    }

    /// All channels with their numbers.
    pub fn all(&self) -> impl Iterator<Item = (&'a Channel, f64)> {
        self.channels.iter().zip(self.row.iter().copied())
    }

    /// The first of some channels that there is; 0 where there is none.
    fn first(&self, names: &[&str]) -> f64 {
        self.any(names).unwrap_or(0.0)
    }

    /// Velocity in the car's frame, forwards and to the left, m/s.
    pub fn velocity_m_s(&self) -> [f64; 2] {
        [self.first(&["velocity_x_m_s", "speed_m_s"]), self.first(&["velocity_y_m_s"])]
    }

    /// Velocity in the world, along its x and y axes, m/s.
    pub fn world_velocity_m_s(&self) -> [f64; 2] {
        let axes = Direction::at_angle(self.first(&["yaw_rad"]));
        Vec2::from(self.velocity_m_s()).to_parent(axes).into()
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
        [self.first(&["acceleration_x_m_s2", "acceleration_m_s2"]), self.first(&["acceleration_y_m_s2"])]
    }

    /// Yaw rate, rad/s.
    pub fn yaw_rate_rad_s(&self) -> f64 {
        self.first(&["yaw_rate_rad_s"])
    }

    /// Sideslip angle, rad: of the velocity in the car's frame, positive where it moves to its left.
    pub fn sideslip_rad(&self) -> f64 {
        self.first(&["sideslip_rad"])
    }

    /// Mean angle of the front wheels, rad.
    pub fn front_steer_rad(&self) -> f64 {
        self.first(&["front_steer_rad", "steer_rad"])
    }

    /// Speed of the engine, rad/s; `None` for a model without one.
    pub fn engine_rad_s(&self) -> Option<f64> {
        self.get("engine_rad_s")
    }

    /// The gear that is in: -1 reverse, 0 neutral; `None` for a model without gears.
    pub fn gear(&self) -> Option<f64> {
        self.get("gear")
    }

    /// The wheels.
    pub fn wheels(&self) -> WheelsSeen {
        if self.get("front_left_load_n").is_some() {
            return WheelsSeen::Four(WHEELS.map(|wheel| self.wheel(wheel)));
        }
        if self.get("front_load_n").is_some() {
            return WheelsSeen::Axles(["front", "rear"].map(|axle| self.wheel(axle)));
        }
        WheelsSeen::None
    }

    fn wheel(&self, of: &str) -> WheelSeen {
        let number = |what: &str| self.get(&format!("{of}_{what}")).unwrap_or(0.0);
        WheelSeen {
            steer_rad: number("steer_rad"),
            spin_rad_s: number("spin_rad_s"),
            load_n: number("load_n"),
            slip: number("slip"),
            slip_angle_rad: number("slip_angle_rad"),
            // A model that knows no other direction calls it its force.
            force_x_n: self.first(&[&format!("{of}_force_x_n"), &format!("{of}_force_n")]),
            force_y_n: number("force_y_n"),
            use_of_grip: self.get(&format!("{of}_use_of_grip")),
        }
    }
}
