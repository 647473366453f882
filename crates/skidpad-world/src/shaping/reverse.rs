//! Auto-reverse: with the selector in D the brake pedal stops the car and then drives it backwards; going backwards,
//! the accelerator brakes and then drives forwards. Manual gears, N and R are left as they are.
//!
//! It works on the driver's pedals, once per step and before a run is recorded. A replay therefore gets the pedals and the
//! gear that resulted, and needs none of this.

use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_core::record::Flag;

use super::grip::BodyMotion;

/// A pedal pressed by less is not meant, share of its travel.
const PRESSED: f64 = 0.1;
/// Below this speed the car counts as standing, m/s. Brakes that are held bring it to exactly 0.
const STANDING_M_S: f64 = 0.2;
/// Time for which the brake is held at rest before the car reverses, s: a driver who only wants to stop has let go by then.
const DWELL_S: f64 = 0.3;

/// Direction that the pedals drive in, and how long the other has been requested.
///
/// ```
/// use skidpad_core::controls::{Controls, Gear, sanitise};
/// use skidpad_world::shaping::{AutoReverse, BodyMotion};
/// let (brake, _) = sanitise(&Controls { brake: 1.0, gear: Gear::Automatic, ..Controls::default() });
/// let at_rest = BodyMotion { velocity_x_m_s: 0.0, velocity_y_m_s: 0.0, yaw_rate_rad_s: 0.0 };
/// let state = AutoReverse::default().advance(&brake, &at_rest, 0.2);
/// assert_eq!(state.command(&brake), brake);
/// let state = state.advance(&brake, &at_rest, 0.2);
/// assert_eq!((state.command(&brake).throttle, state.command(&brake).gear), (1.0, -1.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AutoReverse {
    is_backwards: bool,
    held_s: f64,
}

impl AutoReverse {
    /// Starts in a direction: backwards where a reverse gear was already selected by these pedals.
    pub fn driving(is_backwards: bool) -> Self {
        Self { is_backwards, held_s: 0.0 }
    }

    /// True while the pedals drive backwards.
    pub fn is_backwards(&self) -> bool {
        self.is_backwards
    }

    /// State one step later, for the pedals as the driver holds them.
    #[must_use]
    pub fn advance(&self, held: &Command<f64>, motion: &BodyMotion<f64>, dt_s: f64) -> Self {
        if !held.automatic.is_set() {
            return Self::default();
        }
        let (throttle, brake) = (held.throttle > PRESSED, held.brake > PRESSED);
        if self.is_backwards {
            // A car that rolls or slides forwards in R need not stop first.
            let goes_forwards = throttle && !brake && motion.velocity_x_m_s > -STANDING_M_S;
            return Self::driving(!goes_forwards);
        }
        let speed_m_s = Real::hypot(motion.velocity_x_m_s, motion.velocity_y_m_s);
        // Sliding sideways or backwards the driver wants to stop: only a car at rest is put in reverse.
        let waits = brake && !throttle && speed_m_s < STANDING_M_S;
        let held_s = if waits { self.held_s + dt_s } else { 0.0 };
        Self { is_backwards: held_s >= DWELL_S, held_s }
    }

    /// Command for the car: going backwards the pedals change places and reverse is selected.
    #[must_use]
    pub fn command(&self, held: &Command<f64>) -> Command<f64> {
        if !self.is_backwards || !held.automatic.is_set() {
            return *held;
        }
        Command {
            throttle: held.brake,
            brake: held.throttle,
            gear: -1.0,
            automatic: Flag::from(false),
            ..*held
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AutoReverse, BodyMotion, DWELL_S};
    use skidpad_core::controls::{Command, Controls, Gear, sanitise};

    const DT_S: f64 = 1.0 / 240.0;

    fn pedals(throttle: f64, brake: f64, gear: Gear) -> Command<f64> {
        sanitise(&Controls { throttle, brake, gear, ..Controls::default() }).0
    }

    fn sliding(velocity_x_m_s: f64, velocity_y_m_s: f64) -> BodyMotion<f64> {
        BodyMotion { velocity_x_m_s, velocity_y_m_s, yaw_rate_rad_s: 0.0 }
    }

    fn moving(forwards_m_s: f64) -> BodyMotion<f64> {
        sliding(forwards_m_s, 0.0)
    }

    fn held_for(
        from: AutoReverse,
        seconds: f64,
        held: &Command<f64>,
        motion: &BodyMotion<f64>,
    ) -> AutoReverse {
        (0..(seconds / DT_S) as usize).fold(from, |state, _| state.advance(held, motion, DT_S))
    }

    #[test]
    fn the_brake_reverses_only_after_a_moment_at_rest() {
        let brake = pedals(0.0, 1.0, Gear::Automatic);
        let moves = held_for(AutoReverse::default(), 10.0, &brake, &moving(3.0));
        assert_eq!(moves.command(&brake), brake);
        let stops = held_for(moves, 0.8 * DWELL_S, &brake, &moving(0.0));
        assert_eq!(stops.command(&brake), brake);
        let reverses = held_for(stops, 0.4 * DWELL_S, &brake, &moving(0.0)).command(&brake);
        assert_eq!(
            (reverses.throttle, reverses.brake, reverses.gear, reverses.automatic.is_set()),
            (1.0, 0.0, -1.0, false)
        );
    }

    /// The hold counts, not the sum of many touches.
    #[test]
    fn a_brake_that_is_let_go_starts_the_wait_again() {
        let (brake, off) = (pedals(0.0, 1.0, Gear::Automatic), pedals(0.0, 0.0, Gear::Automatic));
        let mut state = AutoReverse::default();
        for _ in 0..20 {
            state = held_for(state, 0.8 * DWELL_S, &brake, &moving(0.0)).advance(&off, &moving(0.0), DT_S);
        }
        assert!(!state.is_backwards());
    }

    #[test]
    fn backwards_the_accelerator_brakes_and_then_drives_forwards() {
        let throttle = pedals(0.7, 0.0, Gear::Automatic);
        let brakes = held_for(AutoReverse::driving(true), 5.0, &throttle, &moving(-4.0));
        let asked = brakes.command(&throttle);
        assert_eq!((asked.throttle, asked.brake, asked.gear), (0.0, 0.7, -1.0));
        assert_eq!(brakes.advance(&throttle, &moving(0.0), DT_S).command(&throttle), throttle);
        // Half way round in a reverse flick turn, or down a slope.
        assert!(!brakes.advance(&throttle, &moving(6.0), DT_S).is_backwards());
    }

    /// After a spin the car slides backwards, or sideways: the driver brakes to stop it.
    #[test]
    fn a_slide_is_braked() {
        let brake = pedals(0.0, 1.0, Gear::Automatic);
        for motion in [moving(-20.0), sliding(0.0, 15.0)] {
            assert_eq!(held_for(AutoReverse::default(), 3.0, &brake, &motion).command(&brake), brake);
        }
    }

    /// Both pedals at rest hold the car on its brakes for a launch, and manual gears, N and R are the driver's own.
    #[test]
    fn launches_and_chosen_gears_are_left_alone() {
        let launch = pedals(1.0, 1.0, Gear::Automatic);
        assert_eq!(held_for(AutoReverse::default(), 3.0, &launch, &moving(0.0)).command(&launch), launch);
        for gear in [Gear::Forward(1), Gear::Neutral, Gear::Reverse] {
            let brake = pedals(0.0, 1.0, gear);
            let state = held_for(AutoReverse::driving(true), 3.0, &brake, &moving(0.0));
            assert_eq!((state, state.command(&brake)), (AutoReverse::default(), brake));
            assert_eq!(AutoReverse::driving(true).command(&brake), brake);
        }
    }
}
