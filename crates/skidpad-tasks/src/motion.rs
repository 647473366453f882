//! Motions of cars, from the columns of any model.

use skidpad_core::math::Real;
use skidpad_fleet::{FleetModel, Group, StateHandle};
use skidpad_world::channel::{CarChannels, ChannelHandle, RowLayout};

use crate::error::TaskError;

/// Motion of a car in the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// Position, m: of the centre of mass, or of the rear axle's middle for a model that has no other.
    pub position_m: [f64; 2],
    /// Heading, rad, counter-clockwise from the x axis; whole turns are counted.
    pub yaw_rad: f64,
    /// Velocity forwards and to the left, m/s. The second is 0 for a model without lateral velocity.
    pub velocity_m_s: [f64; 2],
    /// Yaw rate, rad/s; 0 for a model that computes it from its speed and steering.
    pub yaw_rate_rad_s: f64,
}

impl Motion {
    /// Speed, m/s.
    pub fn speed_m_s(&self) -> f64 {
        Real::hypot(self.velocity_m_s[0], self.velocity_m_s[1])
    }

    /// Sideslip angle of the velocity to the car's axis, rad; 0 at rest.
    pub fn sideslip_rad(&self) -> f64 {
        Real::atan2(self.velocity_m_s[1], self.velocity_m_s[0])
    }
}

/// State that has a car's lateral velocity.
#[derive(Clone, Copy, Debug)]
enum Lateral {
    Velocity(StateHandle),
    /// The angle of a velocity whose magnitude is the speed.
    Sideslip(StateHandle),
    None,
}

/// Columns of a group that have its cars' motions.
#[derive(Clone, Debug)]
pub(crate) struct MotionColumns {
    pub position: [StateHandle; 2],
    pub yaw: StateHandle,
    velocity: StateHandle,
    lateral: Lateral,
    yaw_rate: Option<StateHandle>,
}

impl MotionColumns {
    /// Columns of a group of a model.
    pub fn new(model: &FleetModel, group: &Group<f32>) -> Result<Self, TaskError> {
        let layout: RowLayout = model.info().layout();
        let car = CarChannels::resolve(&layout);
        let state = |channel: Option<ChannelHandle>| -> Option<StateHandle> {
            channel.and_then(|channel| channel.state_name()).and_then(|name| group.state(name).ok())
        };
        let must = |channel: Option<StateHandle>, what| {
            channel.ok_or(TaskError::NoMotion { model: model.info().name, what })
        };
        let either = |one: Option<ChannelHandle>, other: Option<ChannelHandle>| state(one).or(state(other));
        let lateral = match (state(car.velocity_y), state(car.sideslip)) {
            (Some(velocity), _) => Lateral::Velocity(velocity),
            (None, Some(sideslip)) => Lateral::Sideslip(sideslip),
            (None, None) => Lateral::None,
        };
        Ok(Self {
            position: [
                must(either(car.position_x, car.rear_axle_x), "position")?,
                must(either(car.position_y, car.rear_axle_y), "position")?,
            ],
            yaw: must(state(car.yaw), "heading")?,
            velocity: must(either(car.velocity_x, car.speed), "velocity")?,
            lateral,
            yaw_rate: state(car.yaw_rate),
        })
    }

    /// The motions of all cars of a group.
    pub fn motions<'g>(&self, group: &'g Group<f32>) -> Motions<'g> {
        let column = |handle: StateHandle| group.states(handle);
        Motions {
            position_m: self.position.map(column),
            yaw_rad: column(self.yaw),
            velocity_m_s: column(self.velocity),
            lateral_m_s: if let Lateral::Velocity(handle) = self.lateral { column(handle) } else { &[] },
            sideslip_rad: if let Lateral::Sideslip(handle) = self.lateral { column(handle) } else { &[] },
            yaw_rate_rad_s: self.yaw_rate.map_or(&[], column),
        }
    }
}

/// Motions of all cars of a group, in columns; what the model does not have is empty.
#[derive(Clone, Copy)]
pub(crate) struct Motions<'g> {
    pub position_m: [&'g [f32]; 2],
    pub yaw_rad: &'g [f32],
    velocity_m_s: &'g [f32],
    lateral_m_s: &'g [f32],
    sideslip_rad: &'g [f32],
    yaw_rate_rad_s: &'g [f32],
}

impl Motions<'_> {
    /// Motion of a car.
    #[inline]
    pub fn motion(&self, car: usize) -> Motion {
        let or_zero = |column: &[f32]| column.get(car).map_or(0.0, |number| f64::from(*number));
        let along_m_s = f64::from(self.velocity_m_s[car]);
        let velocity_m_s = if self.sideslip_rad.is_empty() {
            [along_m_s, or_zero(self.lateral_m_s)]
        } else {
            let (sin, cos) = Real::sin_cos(or_zero(self.sideslip_rad));
            [along_m_s * cos, along_m_s * sin]
        };
        Motion {
            position_m: self.position_m.map(|column| f64::from(column[car])),
            yaw_rad: f64::from(self.yaw_rad[car]),
            velocity_m_s,
            yaw_rate_rad_s: or_zero(self.yaw_rate_rad_s),
        }
    }
}
