//! Hands on keys or a pad: from what they ask for to the controls that a car is given.

use super::{BodyMotion, GripSteering, StickMode, StickShape, Sticks};
use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_core::record::{Channel, Channels, Flag, Record};
use skidpad_core::{compound_record, joined_record, record};

record! {
    /// Steering angle of a full stick.
    pub struct StickReach {
        /// Angle of the front wheels that a full stick asks for, and for which it is taken.
        stick_lock_rad: "rad" [0.01, 1.5],
        /// Set where the stick asks for a share of the grip, clear where it asks for an angle.
        steers_by_grip: flag,
    }

    /// The wheels under way.
    pub struct StickWheels {
        /// Angle of the front wheels that the hands ask for.
        stick_steer_rad: "rad" [-1.5, 1.5],
    }
}

compound_record! {
    /// Shaping of keys or of a pad into controls.
    pub struct Hands {
        /// Shape of each axis.
        pub shape: StickShape<R>,
        /// Reach of a full stick.
        pub reach: StickReach<R>,
        /// Steering by a share of the grip, where [`StickReach::steers_by_grip`].
        pub grip: GripSteering<R>,
    }
}

joined_record! {
    /// The hands under way: part of what a snapshot of a car that they drive must hold.
    pub struct HandsMode {
        /// The axes.
        axes: StickMode<R>,
        /// The wheels.
        wheels: StickWheels<R>,
    }
}

impl<R: Real> HandsMode<R> {
    /// Nothing pressed.
    pub fn released() -> Self {
        Record::splat(R::zero())
    }
}

impl<R: Real> Hands<R> {
    /// Hands of a shape whose full stick means an angle of the front wheels.
    ///
    /// ```
    /// use skidpad_world::shaping::{BodyMotion, Hands, HandsMode, StickShape};
    /// use skidpad_core::controls::{Controls, sanitise};
    ///
    /// let hands = Hands::new(StickShape::keyboard(), 0.6);
    /// // The left key: a full stick.
    /// let (keys, _) = sanitise::<f64>(&Controls { steer_rad: 0.6, ..Controls::default() });
    /// let still = BodyMotion { velocity_x_m_s: 0.0, velocity_y_m_s: 0.0, yaw_rate_rad_s: 0.0 };
    /// let after = hands.advance(&HandsMode::released(), &keys, &still, 0.1);
    /// // A tenth of a second at 2.5 full sticks a second.
    /// assert!((hands.shaped(&after, &keys).steer_rad - 0.15).abs() < 1e-15);
    /// ```
    pub fn new(shape: StickShape<R>, lock_rad: R) -> Self {
        Self {
            shape,
            reach: StickReach { stick_lock_rad: lock_rad, steers_by_grip: Flag::from(false) },
            grip: GripSteering { low_speed_m_s: R::one(), ..Record::splat(R::zero()) },
        }
    }

    /// Hands that steer by a share of the grip; their lock is the full stick's.
    #[must_use]
    pub fn by_grip(self, grip: GripSteering<R>) -> Self {
        let reach = StickReach { steers_by_grip: Flag::from(true), ..self.reach };
        Self { reach, grip: GripSteering { lock_rad: reach.stick_lock_rad, ..grip }, ..self }
    }

    /// The hands a sub-step later, from what keys or sticks ask for and how the body moves. What is asked for stands in
    /// the command: pedals as shares, the stick as its share of the lock.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn advance(
        &self,
        mode: &HandsMode<R>,
        raw: &Command<R>,
        motion: &BodyMotion<R>,
        dt_s: R,
    ) -> HandsMode<R> {
        let speed_m_s = motion.velocity_x_m_s.hypot(motion.velocity_y_m_s);
        let (axes, given) = self.shape.advance(&mode.axes, &self.sticks(raw), speed_m_s, dt_s);
        let by_angle = given.stick_steer * self.reach.stick_lock_rad;
        let by_grip = self.grip.advance(mode.wheels.stick_steer_rad, given.stick_steer, motion, dt_s);
        let is_by_grip = self.reach.steers_by_grip.is_set();
        HandsMode { axes, wheels: StickWheels { stick_steer_rad: R::select(is_by_grip, by_grip, by_angle) } }
    }

    /// The command as the hands carry it out: what they do not shape stays as it is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn shaped(&self, mode: &HandsMode<R>, raw: &Command<R>) -> Command<R> {
        Command {
            throttle: mode.axes.throttle_smooth,
            brake: mode.axes.brake_smooth,
            handbrake: mode.axes.handbrake_smooth,
            steer_rad: mode.wheels.stick_steer_rad,
            ..*raw
        }
    }

    /// Positions of keys or sticks.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn sticks(&self, raw: &Command<R>) -> Sticks<R> {
        let one = R::one();
        Sticks {
            stick_steer: (raw.steer_rad / self.reach.stick_lock_rad).clamp(-one, one),
            stick_throttle: raw.throttle,
            stick_brake: raw.brake,
            stick_handbrake: raw.handbrake,
        }
    }
}

impl Hands<f64> {
    /// The first number out of its range, by the name of its channel; `None` where all are within.
    pub fn fault(&self) -> Option<&'static str> {
        fn first<T: Record<f64> + Channels>(record: &T) -> Option<&'static str> {
            let mut check = Check { channels: T::CHANNELS, bad: None };
            record.store(&mut check);
            check.bad
        }
        let shape = &self.shape;
        let axes = [&shape.steer, &shape.throttle, &shape.brake, &shape.handbrake];
        let grip = first(&self.grip).filter(|_| self.reach.steers_by_grip.is_set());
        axes.into_iter().find_map(first).or_else(|| first(&self.reach)).or(grip)
    }
}

/// Looks for a number out of its range.
struct Check {
    channels: &'static [Channel],
    bad: Option<&'static str>,
}

impl skidpad_core::record::Sink<f64> for Check {
    fn write(&mut self, index: usize, value: f64) {
        let channel = &self.channels[index];
        if !(channel.low..=channel.high).contains(&value) {
            self.bad = self.bad.or(Some(channel.name));
        }
    }
}
