//! What a turning car of any model shows, by the common names of its channels.

use skidpad_core::math::Real;
use skidpad_core::record;
use skidpad_core::record::{Channel, Channels, Record};

use crate::ground::Road;
use crate::models::ModelInfo;
use crate::rolling::{Request, Rolling};

record! {
    /// A turning car at an instant. What its model does not know is NaN: it is not shown.
    pub struct Turning {
        /// Time.
        time_s: "s" [0.0, 1e6],
        /// Position of the centre of mass in the axes of the road.
        x_m: "m" [-1e7, 1e7],
        /// Position of the centre of mass in the axes of the road.
        y_m: "m" [-1e7, 1e7],
        /// Heading.
        yaw_rad: "rad" [-1e3, 1e3],
        /// Velocity of the centre of mass, forward.
        velocity_x_m_s: "m/s" [-150.0, 150.0],
        /// Velocity of the centre of mass, to the left.
        velocity_y_m_s: "m/s" [-150.0, 150.0],
        /// Yaw rate.
        yaw_rate_rad_s: "rad/s" [-100.0, 100.0],
        /// Acceleration of the centre of mass, forward.
        acceleration_x_m_s2: "m/s^2" [-1e3, 1e3],
        /// Acceleration of the centre of mass, to the left, the centripetal part included.
        acceleration_y_m_s2: "m/s^2" [-1e3, 1e3],
        /// Direction of motion against the car's axis.
        sideslip_rad: "rad" [-3.2, 3.2],
        /// Steering angle of the front wheels.
        front_steer_rad: "rad" [-1.5, 1.5],
        /// Slip angle of the front axle.
        front_slip_angle_rad: "rad" [-3.2, 3.2],
        /// Slip angle of the rear axle.
        rear_slip_angle_rad: "rad" [-3.2, 3.2],
        /// Longitudinal force of the front axle.
        front_force_x_n: "N" [-1e7, 1e7],
        /// Lateral force of the front axle.
        front_force_y_n: "N" [-1e7, 1e7],
        /// Longitudinal force of the rear axle.
        rear_force_x_n: "N" [-1e7, 1e7],
        /// Lateral force of the rear axle.
        rear_force_y_n: "N" [-1e7, 1e7],
        /// Load of the front axle.
        front_load_n: "N" [-1e7, 1e7],
        /// Load of the rear axle.
        rear_load_n: "N" [-1e7, 1e7],
    }
}

/// Other names that models with fewer dimensions use.
const OTHER_NAMES: &[(&str, &[&str])] = &[
    ("x_m", &["position_m"]),
    ("acceleration_x_m_s2", &["acceleration_m_s2"]),
    ("front_steer_rad", &["steer_rad"]),
    ("front_force_x_n", &["front_force_n"]),
    ("rear_force_x_n", &["rear_force_n"]),
];

/// Where a model's channels are found: made once, used at each instant.
#[derive(Clone, Debug)]
pub struct Eyes {
    /// For each channel of [`Turning`] its column in the model's rows.
    columns: Vec<Option<usize>>,
    speed: Option<usize>,
    /// Places of rates of x velocity, y velocity, yaw and speed in the derivative.
    velocity_x_rate: Option<usize>,
    velocity_y_rate: Option<usize>,
    yaw_rate: Option<usize>,
    speed_rate: Option<usize>,
    /// Whether something follows from the rates: a look at them costs as much as one at all channels.
    needs_rates: bool,
    row: Vec<f64>,
    rates: Vec<f64>,
}

pub(super) fn place(channels: &[Channel], name: &str) -> Option<usize> {
    // Where a command and a part of the car go by one name, the car's, which stands behind, is meant.
    channels.iter().rposition(|channel| channel.name == name)
}

impl Eyes {
    /// For the cars of a model.
    pub fn new(model: &ModelInfo) -> Self {
        let all = crate::scenario::columns(model);
        // An input is what is asked for; only the steering is also what the car does.
        let inputs = 1..=model.inputs.len();
        let shown = |name: &str| place(&all, name).filter(|at| !inputs.contains(at) || name == "steer_rad");
        let find = |channel: &Channel| {
            let others =
                OTHER_NAMES.iter().find(|entry| entry.0 == channel.name).map_or(&[][..], |entry| entry.1);
            shown(channel.name).or_else(|| others.iter().find_map(|name| shown(name)))
        };
        let rate = |name: &str| place(model.states, name);
        let columns: Vec<Option<usize>> = Turning::<f64>::CHANNELS.iter().map(find).collect();
        let is_shown =
            |name: &str| place(Turning::<f64>::CHANNELS, name).is_some_and(|at| columns[at].is_some());
        let from_rates = ["yaw_rate_rad_s", "acceleration_x_m_s2", "acceleration_y_m_s2"];
        Self {
            needs_rates: !from_rates.into_iter().all(is_shown),
            columns,
            speed: place(&all, "speed_m_s"),
            velocity_x_rate: rate("velocity_x_m_s"),
            velocity_y_rate: rate("velocity_y_m_s"),
            yaw_rate: rate("yaw_rad"),
            speed_rate: rate("speed_m_s"),
            row: Vec::new(),
            rates: Vec::new(),
        }
    }

    /// The car at this instant. What the model does not say follows from what it does: the
    /// acceleration from the rates of the velocities, the sideslip from the velocities.
    pub fn see(&mut self, car: &dyn Rolling, request: &Request, road: Road<'_>) -> Turning<f64> {
        self.row.clear();
        self.rates.clear();
        car.row(request, road, &mut self.row);
        if self.needs_rates {
            car.rates(request, road, &mut self.rates);
        }
        let rate = |place: Option<usize>| place.and_then(|place| self.rates.get(place).copied());
        let speed = self.speed.map(|place| self.row[place]);
        let values: Vec<f64> =
            self.columns.iter().map(|column| column.map_or(f64::NAN, |column| self.row[column])).collect();
        let mut seen = Turning::load(&&values[..]);
        let known = |value: f64, other: f64| if value.is_nan() { other } else { value };
        seen.y_m = known(seen.y_m, 0.0);
        seen.yaw_rad = known(seen.yaw_rad, 0.0);
        seen.velocity_x_m_s = known(seen.velocity_x_m_s, speed.unwrap_or(f64::NAN));
        seen.velocity_y_m_s = known(seen.velocity_y_m_s, 0.0);
        seen.yaw_rate_rad_s = known(seen.yaw_rate_rad_s, rate(self.yaw_rate).unwrap_or(0.0));
        let (vx, vy, r) = (seen.velocity_x_m_s, seen.velocity_y_m_s, seen.yaw_rate_rad_s);
        let along = rate(self.velocity_x_rate).or(rate(self.speed_rate)).unwrap_or(0.0) - vy * r;
        let across = rate(self.velocity_y_rate).unwrap_or(0.0) + vx * r;
        seen.acceleration_x_m_s2 = known(seen.acceleration_x_m_s2, along);
        seen.acceleration_y_m_s2 = known(seen.acceleration_y_m_s2, across);
        seen.sideslip_rad = known(seen.sideslip_rad, Real::atan2(vy, vx));
        seen
    }

    /// The whole row of the model's channels at the instant last seen.
    pub fn row(&self) -> &[f64] {
        &self.row
    }
}

impl Turning<f64> {
    /// Speed of the centre of mass, m/s.
    pub fn speed_m_s(&self) -> f64 {
        Real::hypot(self.velocity_x_m_s, self.velocity_y_m_s)
    }

    /// Curvature of the path, 1/m: the acceleration across the direction of motion over the square
    /// of the speed.
    pub fn curvature_1_m(&self) -> f64 {
        let v = self.speed_m_s();
        let across =
            self.acceleration_y_m_s2 * self.velocity_x_m_s - self.acceleration_x_m_s2 * self.velocity_y_m_s;
        across / Real::max(v * v * v, 1e-9)
    }

    /// The value of a channel by its place in [`Channels::CHANNELS`].
    pub fn values(&self) -> Vec<f64> {
        let mut values = vec![0.0; Self::LEN];
        self.store(&mut &mut values[..]);
        values
    }
}
