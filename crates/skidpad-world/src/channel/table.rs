//! Quantities that are read from cars of any model, and the channels that have them.

use super::place::is_joined;
use super::{ChannelHandle, RowLayout};

/// Part of a row in which a quantity is looked for.
#[derive(Clone, Copy)]
enum Origin {
    /// A state, a mode or an output.
    Computed,
    /// An input.
    Given,
}

/// Name of a channel that has a quantity, without the wheel before it.
#[derive(Clone, Copy)]
pub(crate) struct Source(Origin, &'static str);

impl RowLayout {
    /// First of some sources that the model has, behind a prefix. Finding all quantities of a model takes the compiler a
    /// second where they are constants: find those alone that are read.
    pub(crate) const fn first_of(&self, prefix: &str, sources: &[Source]) -> Option<ChannelHandle> {
        let mut source = 0;
        while source < sources.len() {
            let Source(origin, name) = sources[source];
            let (mut index, end) = match origin {
                Origin::Computed => (1 + self.inputs.len(), self.len()),
                Origin::Given => (1, 1 + self.inputs.len()),
            };
            while index < end {
                let handle = self.handle(index);
                if is_joined(handle.channel.name, prefix, name) {
                    return Some(handle);
                }
                index += 1;
            }
            source += 1;
        }
        None
    }
}

/// Declares quantities with the channels that have them, the first that the model has: `computed` or `given`.
macro_rules! quantities {
    ($(#[$meta:meta])* pub struct $name:ident of $sources:ident {
        $( $(#[$field_meta:meta])* $field:ident: $( $origin:ident $channel:literal )|+, )*
    }) => {
        /// Sources of each quantity.
        pub(crate) struct $sources {
            $( pub(crate) $field: &'static [Source], )*
        }

        impl $sources {
            /// Sources of each quantity, for cars of any model.
            pub(crate) const ALL: Self = Self {
                $( $field: &[$( Source(quantities!(@$origin), $channel) ),+], )*
            };
        }

        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name {
            $( $(#[$field_meta])* pub $field: Option<ChannelHandle>, )*
        }

        impl $name {
            /// Quantities of a model, of the channels that begin with a prefix.
            fn with_prefix(layout: &RowLayout, prefix: &str) -> Self {
                Self { $( $field: layout.first_of(prefix, $sources::ALL.$field), )* }
            }

            /// All quantities by name, in order; `None` where the model does not have the quantity.
            pub fn iter(&self) -> impl Iterator<Item = (&'static str, Option<ChannelHandle>)> {
                [$( (stringify!($field), self.$field) ),*].into_iter()
            }
        }
    };
    (@computed) => { Origin::Computed };
    (@given) => { Origin::Given };
}

quantities! {
    /// Quantities of a car as a whole. `None`: the model does not have the quantity.
    pub struct CarChannels of CarSources {
        /// Position of the centre of mass along the x axis of the road, m; on a straight the distance.
        position_x: computed "x_m" | computed "position_m",
        /// Position of the centre of mass along the y axis of the road, m.
        position_y: computed "y_m",
        /// Position of the middle of the rear axle along the x axis of the road, m.
        rear_axle_x: computed "rear_x_m",
        /// Position of the middle of the rear axle along the y axis of the road, m.
        rear_axle_y: computed "rear_y_m",
        /// Heading, rad.
        yaw: computed "yaw_rad",
        /// Longitudinal velocity of the centre of mass, m/s; the speed where the model has no other.
        velocity_x: computed "velocity_x_m_s" | computed "speed_m_s",
        /// Lateral velocity of the centre of mass, m/s, positive to the left.
        velocity_y: computed "velocity_y_m_s",
        /// Speed, m/s, of a model that has it besides or instead of velocities.
        speed: computed "speed_m_s",
        /// Yaw rate, rad/s.
        yaw_rate: computed "yaw_rate_rad_s",
        /// Longitudinal acceleration of the centre of mass, m/s^2.
        acceleration_x: computed "acceleration_x_m_s2" | computed "acceleration_m_s2",
        /// Lateral acceleration of the centre of mass, m/s^2, the centripetal part included.
        acceleration_y: computed "acceleration_y_m_s2",
        /// Sideslip angle, rad.
        sideslip: computed "sideslip_rad",
        /// Roll rate, rad/s.
        roll_rate: computed "roll_rate_rad_s",
        /// Mean steering angle of the front wheels, rad; the requested one where they follow at once.
        front_steer: computed "front_steer_rad" | given "steer_rad",
        /// Engine speed, rad/s.
        engine_speed: computed "engine_rad_s",
        /// Torque of the engine, N.m.
        engine_torque: computed "engine_torque_nm",
        /// Force of the driveline at the wheels, N, of a model that computes no torques of axles.
        drive_force: computed "drive_force_n",
        /// Aerodynamic drag, N.
        drag: computed "drag_n",
        /// Gear that is in: -1 reverse, 0 neutral.
        gear: computed "gear",
        /// Gear that is in, or that a shift under way leads to.
        target_gear: computed "target_gear",
        /// Time left of a shift, s.
        shift_timer: computed "shift_timer_s",
        /// Speed of the gearbox's input, rad/s.
        gearbox_input: computed "gearbox_input_rad_s",
        /// 1 while engine and gearbox turn together.
        engaged: computed "engaged",
        /// Requested gear: -1 reverse, 0 neutral.
        requested_gear: given "requested_gear",
        /// 1 while the gears are chosen by the gearbox.
        automatic: given "automatic",
        /// Steering angle of the front wheels that is requested, rad.
        requested_steer: given "steer_rad",
        /// Angle of the car to its path that is requested in the place of a steering angle, rad.
        requested_slip_angle: given "alpha_rad",
        /// Rate of the front wheels' steering angle, rad/s.
        steer_rate: computed "steer_rate_rad_s",
        /// Throttle pedal, 0 to 1.
        throttle: given "throttle",
        /// Throttle that the assists leave, 0 to 1.
        assisted_throttle: computed "assisted_throttle",
        /// Input that drives: the pedal, or what the model has in its place.
        drive: given "throttle" | given "power_share" | given "acceleration_m_s2" | given "rear_torque_nm",
        /// Brake pedal, 0 to 1.
        brake: given "brake",
        /// Handbrake, 0 to 1.
        handbrake: given "handbrake",
        /// 1 while the clutch slips to set the car in motion.
        launching: computed "launching",
        /// 1 while the engine turns faster than its redline.
        over_redline: computed "over_redline",
        /// 1 while the engine is stalled.
        stalled: computed "stalled",
        /// 1 once the engine is blown.
        blown: computed "blown",
        /// 1 once the car or motorcycle has fallen over.
        fallen: computed "fallen",
        /// Share of the throttle that traction control takes.
        traction_cut: computed "traction_cut",
        /// Share of the throttle that stability control takes.
        stability_cut: computed "stability_throttle_cut",
        /// Share of the throttle that launch control takes.
        launch_cut: computed "launch_cut",
        /// Friction utilisation of a car with one contact patch for all wheels.
        friction_utilisation: computed "grip_used",
        /// Longitudinal acceleration that is requested in the place of pedals, m/s^2.
        requested_acceleration: given "acceleration_m_s2",
    }
}

quantities! {
    /// Quantities of a wheel, or of an axle as one wheel. `None`: the model does not have the quantity.
    pub struct WheelChannels of WheelSources {
        /// Steering angle, rad, positive to the left.
        steer: computed "steer_rad",
        /// Camber to the road, rad.
        camber: computed "camber_rad",
        /// Spin, rad/s; forwards is positive.
        spin: computed "spin_rad_s" | computed "wheel_rad_s",
        /// Suspension travel, m.
        suspension_travel: computed "suspension_travel_m",
        /// Load, N.
        load: computed "load_n",
        /// Load at the beginning of the last sub-step, N.
        kept_load: computed "load_before_n",
        /// Slip ratio.
        slip: computed "slip",
        /// Slip angle, rad.
        slip_angle: computed "slip_angle_rad",
        /// Longitudinal force of the road on the tyre, N; on a straight the force.
        force_x: computed "force_x_n" | computed "force_n",
        /// Lateral force of the road on the tyre, N.
        force_y: computed "force_y_n",
        /// Friction utilisation: the tyre's force over the largest in its direction.
        friction_utilisation: computed "use_of_grip",
        /// Torque of the driveline at the wheel, N.m.
        drive_torque: computed "drive_torque_nm",
        /// 1 while the anti-lock brakes act on the wheel.
        abs_acts: computed "abs_acts",
        /// 1 while traction control brakes the wheel.
        traction_acts: computed "traction_acts",
        /// 1 while stability control brakes the wheel.
        stability_acts: computed "stability_acts",
        /// Grip of the road under the wheel, over that of the surface.
        road_grip: given "grip",
    }
}

impl CarChannels {
    /// Quantities of a model.
    pub fn resolve(layout: &RowLayout) -> Self {
        Self::with_prefix(layout, "")
    }
}

impl WheelChannels {
    /// Quantities of the four wheels: front left, front right, rear left, rear right.
    pub fn four(layout: &RowLayout) -> [Self; 4] {
        [
            Self::with_prefix(layout, "front_left_"),
            Self::with_prefix(layout, "front_right_"),
            Self::with_prefix(layout, "rear_left_"),
            Self::with_prefix(layout, "rear_right_"),
        ]
    }

    /// Quantities of the front and the rear axle.
    pub fn axles(layout: &RowLayout) -> [Self; 2] {
        [Self::with_prefix(layout, "front_"), Self::with_prefix(layout, "rear_")]
    }
}

/// Wheels that a model computes: those with a load.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "made once for each model")]
pub enum WheelSet {
    /// None: a point, or a body without tyres.
    None,
    /// One for each axle.
    Axles([WheelChannels; 2]),
    /// Front left, front right, rear left, rear right.
    Four([WheelChannels; 4]),
}

impl WheelSet {
    /// Wheels of a model.
    pub fn resolve(layout: &RowLayout) -> Self {
        let has_load = |wheel: &WheelChannels| wheel.load.is_some();
        let (four, axles) = (WheelChannels::four(layout), WheelChannels::axles(layout));
        if four.iter().all(has_load) {
            Self::Four(four)
        } else if axles.iter().all(has_load) {
            Self::Axles(axles)
        } else {
            Self::None
        }
    }

    /// The wheels or axles, front before rear, left before right.
    pub fn as_slice(&self) -> &[WheelChannels] {
        match self {
            Self::None => &[],
            Self::Axles(axles) => axles,
            Self::Four(wheels) => wheels,
        }
    }
}
