//! Contact for the state of any model, by the names of its channels.

use core::marker::PhantomData;

use skidpad_core::math::{Direction, Vec2};
use skidpad_core::record::{Channel, Channels, Record};

use super::body::{Body, Motion, Mover};
use super::outcome::Outcome;

/// The channels that contact reads and writes: position and heading in the world, velocity in the body's axes.
const NAMES: [&str; 6] = ["x_m", "y_m", "yaw_rad", "velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s"];

/// A state without one of the channels that contact needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingChannel(pub &'static str);

impl MissingChannel {
    /// The first that some states lack.
    pub fn find(states: &[Channel]) -> Option<Self> {
        let has = |name: &str| states.iter().any(|state| state.name == name);
        NAMES.into_iter().find(|name| !has(name)).map(Self)
    }
}

impl core::fmt::Display for MissingChannel {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "the model's state has no channel {}: contact needs {}", self.0, NAMES.join(", "))
    }
}

impl core::error::Error for MissingChannel {}

/// Where a model's state has place, heading and velocity.
///
/// ```
/// use skidpad_texts::w1::W1State;
/// use skidpad_texts::w1;
/// use skidpad_world::contact::PlanarChannels;
///
/// let channels = PlanarChannels::<W1State<f64>>::new().unwrap();
/// let (mut state, _) = w1::workload::start(0);
/// let motion = channels.motion(&state);
/// channels.correct(&mut state, &motion.moving(0.0, 0.0, 0.0));
/// assert_eq!(state.velocity_x_m_s, 0.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlanarChannels<S> {
    at: [usize; 6],
    state: PhantomData<S>,
}

impl<S: Record<f64> + Channels> PlanarChannels<S> {
    /// Looks for the channels.
    pub fn new() -> Result<Self, MissingChannel> {
        let mut at = [0; 6];
        for (at, name) in at.iter_mut().zip(NAMES) {
            let found = S::CHANNELS.iter().position(|channel| channel.name == name);
            *at = found.ok_or(MissingChannel(name))?;
        }
        Ok(Self { at, state: PhantomData })
    }

    /// How the vehicle moves, in the world's axes.
    pub fn motion(&self, state: &S) -> Motion {
        let values = values(state);
        let [x, y, yaw, forward, left, turning] = self.at.map(|at| values[at]);
        Motion {
            position_m: Vec2::new(x, y),
            yaw_rad: yaw,
            velocity_m_s: Vec2::new(forward, left).to_parent(Direction::at_angle(yaw)),
            yaw_rate_rad_s: turning,
        }
    }

    /// The bodies of a step: the states before it, and those to which the models have moved.
    pub fn movers(&self, bodies: &[Body], before: &[S], after: &[S]) -> Vec<Mover> {
        let states = before.iter().zip(after);
        bodies
            .iter()
            .zip(states)
            .map(|(body, (before, after))| Mover {
                body: *body,
                start: self.motion(before),
                proposed: self.motion(after),
            })
            .collect()
    }

    /// Puts what contact has corrected into the states to which the models had moved; the others keep their bits.
    pub fn apply(&self, outcome: &Outcome, after: &mut [S]) {
        for ((state, motion), corrected) in after.iter_mut().zip(&outcome.motions).zip(&outcome.corrected) {
            if *corrected {
                self.correct(state, motion);
            }
        }
    }

    /// Puts another motion into a state; everything else in it stays.
    pub fn correct(&self, state: &mut S, motion: &Motion) {
        let velocity = motion.velocity_m_s.to_child(Direction::at_angle(motion.yaw_rad));
        let new = [
            motion.position_m.x,
            motion.position_m.y,
            motion.yaw_rad,
            velocity.x,
            velocity.y,
            motion.yaw_rate_rad_s,
        ];
        let mut values = values(state);
        for (at, new) in self.at.into_iter().zip(new) {
            values[at] = new;
        }
        *state = S::load(&values.as_slice());
    }
}

fn values<S: Record<f64>>(state: &S) -> Vec<f64> {
    let mut values = vec![0.0; S::LEN];
    state.store(&mut values.as_mut_slice());
    values
}
