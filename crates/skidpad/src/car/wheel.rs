//! The wheels of a car, for a renderer and a telemetry screen.

use skidpad_core::model::Pose;
use skidpad_core::spec::Vehicle;
use skidpad_world::channel::{ChannelHandle, ChannelRow, RowLayout, WheelChannels, WheelSet};
use skidpad_world::render::WheelAngle;

/// A wheel of a car that has just stepped. A model without width has one wheel per axle, in the middle of it.
///
/// A quantity that the model does not compute has the value that the model assumes: suspension travel of a rigid car and
/// steering angle on a straight road are 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wheel {
    /// The wheel's centre in the world, m: a radius above its road in models whose wheels stay on it.
    pub position_m: [f64; 3],
    /// Steering angle of this wheel to the body, rad, positive to the left.
    pub steer_rad: f64,
    /// Camber of this wheel to the road, rad, positive where its top leans to the right (ISO 8855); the channels of models with four wheels have
    /// the other sign.
    pub camber_rad: f64,
    /// Angle by which it has turned about its axle, rad, [0, 2 pi); forwards is positive.
    pub spin_angle_rad: f64,
    /// Spin, rad/s; forwards is positive.
    pub spin_rad_s: f64,
    /// Distance by which the body has risen from the wheel against the car at rest, m; negative where the suspension is
    /// compressed.
    pub suspension_travel_m: f64,
    /// Load, N.
    pub load_n: f64,
    /// Slip ratio: (circumferential speed - speed) / |speed|; -1 is locked.
    pub slip_ratio: f64,
    /// Slip angle, rad: of the wheel's velocity, positive where it moves to its left.
    pub slip_angle_rad: f64,
    /// Longitudinal and lateral force of the road on the tyre, N: forwards and to the left of the wheel.
    pub force_n: [f64; 2],
    /// The tyre's force over the largest in its direction; `None` where the model does not compute it.
    pub friction_utilisation: Option<f64>,
}

/// A wheel of a car: its place, and its channels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mounted {
    channels: WheelChannels,
    radius_m: f64,
    /// 1 where the model's camber is positive with the top to the right, -1 where it is with the top to the left.
    camber_sense: f64,
    /// From the centre of mass, forwards and to the left, m.
    pub from_centre_m: [f64; 2],
}

impl Mounted {
    /// The wheels that a model computes: four, one per axle, or none.
    pub fn all(layout: &RowLayout, vehicle: &Vehicle<f64>) -> Vec<Self> {
        let wheels = WheelSet::resolve(layout);
        let [to_front_m, to_rear_m] = vehicle.body().axle_distances_m();
        let places = match wheels {
            WheelSet::Four(_) => vehicle.wheel_places_m().to_vec(),
            WheelSet::Axles(_) => vec![[to_front_m, 0.0], [-to_rear_m, 0.0]],
            WheelSet::None => Vec::new(),
        };
        // A motorcycle counts camber as its lean, to the right; cars with four wheels count it to the left.
        let camber_sense = if matches!(wheels, WheelSet::Four(_)) { -1.0 } else { 1.0 };
        // The front wheels come first, wherever the centre of mass is.
        let front_wheels = places.len() / 2;
        let mount = |(index, (channels, from_centre_m)): (usize, (&WheelChannels, [f64; 2]))| Self {
            channels: *channels,
            radius_m: if index < front_wheels { vehicle.front() } else { vehicle.rear() }.radius_m,
            camber_sense,
            from_centre_m,
        };
        wheels.as_slice().iter().zip(places).enumerate().map(mount).collect()
    }

    /// Spin, rad/s, from a car's states and its speed: a wheel without a spin of its own rolls without slip.
    pub fn spin_rad_s(&self, states: &[f64], speed_m_s: f64) -> f64 {
        let place = self.channels.spin.and_then(|spin| spin.state_place());
        place.map_or(speed_m_s / self.radius_m, |place| states[place])
    }

    /// True where the model computes its camber.
    pub fn has_camber(&self) -> bool {
        self.channels.camber.is_some()
    }

    /// Its centre over a place on the road that is turned as the road is, m.
    pub fn over(&self, contact: &Pose<f64>) -> [f64; 3] {
        contact.on_springs(self.radius_m, 0.0, 0.0).position_m
    }

    /// The wheel of a row. `rolling_rad_s`: its spin where the model computes none. `position_m`: its centre in the world.
    pub fn wheel(
        &self,
        row: ChannelRow,
        angle: &WheelAngle,
        rolling_rad_s: f64,
        position_m: [f64; 3],
    ) -> Wheel {
        let at = |channel: Option<ChannelHandle>| row.find(channel).unwrap_or(0.0);
        let channels = &self.channels;
        Wheel {
            position_m,
            steer_rad: at(channels.steer),
            // A sum, so that none is -0.
            camber_rad: 0.0 + self.camber_sense * at(channels.camber),
            spin_angle_rad: within_a_turn(angle.angle_rad(1.0)),
            spin_rad_s: row.find(channels.spin).unwrap_or(rolling_rad_s),
            suspension_travel_m: at(channels.suspension_travel),
            load_n: at(channels.load),
            slip_ratio: at(channels.slip),
            slip_angle_rad: at(channels.slip_angle),
            force_n: [at(channels.force_x), at(channels.force_y)],
            friction_utilisation: row.find(channels.friction_utilisation),
        }
    }
}

fn within_a_turn(angle_rad: f64) -> f64 {
    let turn = core::f64::consts::TAU;
    let rest = angle_rad % turn;
    if rest < 0.0 { rest + turn } else { rest }
}
