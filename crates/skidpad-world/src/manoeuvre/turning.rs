//! Quantities of a turning car of any model.

use skidpad_core::math::Real;
use skidpad_core::record;
use skidpad_core::record::{Channel, Channels, Record};

use crate::channel::{CarChannels, ChannelHandle, ChannelRow, Sampler, WheelChannels};
use crate::ground::Road;
use crate::models::ModelInfo;
use crate::rolling::{Request, Rolling};
use crate::test_drive::Instruments;

record! {
    /// Quantities of a turning car at one time; NaN for those that its model does not compute.
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
        /// Sideslip: direction of motion against the car's longitudinal axis.
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

/// Reads [`Turning`] from the cars of a model.
#[derive(Clone, Debug)]
pub struct TurningSampler {
    sampler: Sampler,
    channels: CarChannels,
    axles: [WheelChannels; 2],
    /// True where yaw rate or acceleration follow from the rates of the states.
    needs_rates: bool,
}

impl TurningSampler {
    /// Creates a sampler for the cars of a model.
    pub fn new(model: &ModelInfo) -> Self {
        let layout = model.layout();
        let channels = CarChannels::resolve(&layout);
        let from_rates = [channels.yaw_rate, channels.acceleration_x, channels.acceleration_y];
        Self {
            sampler: Sampler::new(layout),
            channels,
            axles: WheelChannels::axles(&layout),
            needs_rates: from_rates.iter().any(Option::is_none),
        }
    }

    /// Evaluates the car at its present state. What the model does not compute follows from the state: the acceleration from
    /// the rates of the velocities, the sideslip angle from the velocities.
    pub fn sample(&mut self, car: &dyn Rolling, request: &Request, road: Road<'_>) -> Turning<f64> {
        if self.needs_rates {
            self.sampler.sample_with_rates(car, request, road);
        } else {
            self.sampler.sample(car, request, road);
        }
        let mut turning = self.read_row();
        let channels = &self.channels;
        let rate = |channel: Option<ChannelHandle>| channel.and_then(|channel| self.sampler.rate(channel));
        let (vx, vy) = (turning.velocity_x_m_s, turning.velocity_y_m_s);
        turning.yaw_rate_rad_s = known(turning.yaw_rate_rad_s, rate(channels.yaw).unwrap_or(0.0));
        let r = turning.yaw_rate_rad_s;
        let along = rate(channels.velocity_x).or(rate(channels.speed)).unwrap_or(0.0) - vy * r;
        let across = rate(channels.velocity_y).unwrap_or(0.0) + vx * r;
        turning.acceleration_x_m_s2 = known(turning.acceleration_x_m_s2, along);
        turning.acceleration_y_m_s2 = known(turning.acceleration_y_m_s2, across);
        turning.sideslip_rad = known(turning.sideslip_rad, Real::atan2(vy, vx));
        turning
    }

    /// Reads the channels of the model; NaN without one. Position y, heading and lateral velocity are 0 without one.
    fn read_row(&self) -> Turning<f64> {
        let row = self.row();
        let at = |channel: Option<ChannelHandle>| row.find(channel).unwrap_or(f64::NAN);
        let (channels, [front, rear]) = (&self.channels, &self.axles);
        Turning {
            time_s: row.time_s(),
            x_m: at(channels.position_x),
            y_m: known(at(channels.position_y), 0.0),
            yaw_rad: known(at(channels.yaw), 0.0),
            velocity_x_m_s: at(channels.velocity_x),
            velocity_y_m_s: known(at(channels.velocity_y), 0.0),
            yaw_rate_rad_s: at(channels.yaw_rate),
            acceleration_x_m_s2: at(channels.acceleration_x),
            acceleration_y_m_s2: at(channels.acceleration_y),
            sideslip_rad: at(channels.sideslip),
            front_steer_rad: at(channels.front_steer),
            front_slip_angle_rad: at(front.slip_angle),
            rear_slip_angle_rad: at(rear.slip_angle),
            front_force_x_n: at(front.force_x),
            front_force_y_n: at(front.force_y),
            rear_force_x_n: at(rear.force_x),
            rear_force_y_n: at(rear.force_y),
            front_load_n: at(front.load),
            rear_load_n: at(rear.load),
        }
    }

    /// All channels of the model at the last sample.
    pub fn row(&self) -> ChannelRow<'_> {
        self.sampler.row()
    }
}

impl Instruments for TurningSampler {
    type Reading = Turning<f64>;

    fn channels(&self) -> Vec<Channel> {
        Turning::<f64>::CHANNELS.to_vec()
    }
    fn read(&mut self, car: &dyn Rolling, request: &Request, road: Road<'_>) -> Turning<f64> {
        self.sample(car, request, road)
    }
    fn recorded(&self, last: &Turning<f64>) -> Vec<f64> {
        last.values()
    }
}

/// The value, or another where it is NaN.
fn known(value: f64, other: f64) -> f64 {
    if value.is_nan() { other } else { value }
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

    /// Values of all channels, in the order of [`Channels::CHANNELS`](skidpad_core::record::Channels::CHANNELS).
    pub fn values(&self) -> Vec<f64> {
        let mut values = vec![0.0; Self::LEN];
        self.store(&mut &mut values[..]);
        values
    }
}
