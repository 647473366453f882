//! Contact for the state of any model, by the names of its channels.

use core::marker::PhantomData;

use skidpad_core::math::{Direction, Vec2};
use skidpad_core::record::{Channel, Channels, Record, Sink};

use super::body::{Body, Motion};
use super::mover::Mover;
use super::outcome::Outcome;
use crate::channel::place_of;
use crate::overridden::Overridden;

/// The channels that contact reads and writes: position and heading in the world, velocity in the body's axes.
const NAMES: [&str; 6] = ["x_m", "y_m", "yaw_rad", "velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s"];

/// A state without one of the channels that contact needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingChannel(pub &'static str);

impl MissingChannel {
    /// The first that some states lack.
    pub fn find(states: &[Channel]) -> Option<Self> {
        places(states).err()
    }
}

impl core::fmt::Display for MissingChannel {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "the model's state has no channel {}: contact needs {}", self.0, NAMES.join(", "))
    }
}

impl core::error::Error for MissingChannel {}

/// Places in a model's state of its place, heading and velocity.
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
    /// Places of the channels in this state, found as the program is compiled.
    const PLACES: Result<[usize; NAMES.len()], MissingChannel> = places(S::CHANNELS);

    /// The places of the channels.
    ///
    /// # Errors
    /// A state without one of them.
    pub fn new() -> Result<Self, MissingChannel> {
        Ok(Self { at: Self::PLACES?, state: PhantomData })
    }

    /// Motion of the vehicle, in the world's axes.
    pub fn motion(&self, state: &S) -> Motion {
        let mut pick = AtPlaces { at: &self.at, values: [0.0; NAMES.len()] };
        state.store(&mut pick);
        motion_of(pick.values)
    }

    /// Places of the channels in the state: position x and y, heading, forward and lateral velocity, yaw rate.
    pub fn places(&self) -> [usize; 6] {
        self.at
    }

    /// The bodies of a step: the states before it, and those to which the models have moved.
    pub fn movers(&self, bodies: &[Body], before: &[S], after: &[S]) -> Vec<Mover> {
        let states = before.iter().zip(after);
        bodies
            .iter()
            .zip(states)
            .map(|(body, (before, after))| Mover::new(*body, self.motion(before), self.motion(after)))
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
        let given = |place: usize| self.at.iter().position(|at| *at == place).map(|channel| new[channel]);
        *state = S::load(&Overridden { record: &*state, given });
    }
}

/// Motion in the world's axes from the numbers of the channels in the order of [`PlanarChannels::places`].
pub fn motion_of([x, y, yaw, forward, left, turning]: [f64; 6]) -> Motion {
    Motion {
        position_m: Vec2::new(x, y),
        yaw_rad: yaw,
        velocity_m_s: Vec2::new(forward, left).to_parent(Direction::at_angle(yaw)),
        yaw_rate_rad_s: turning,
    }
}

const fn places(channels: &[Channel]) -> Result<[usize; NAMES.len()], MissingChannel> {
    let mut at = [0; NAMES.len()];
    let mut name = 0;
    while name < NAMES.len() {
        match place_of(channels, NAMES[name]) {
            Some(place) => at[name] = place,
            None => return Err(MissingChannel(NAMES[name])),
        }
        name += 1;
    }
    Ok(at)
}

/// Takes the numbers at some places of a record.
struct AtPlaces<'a> {
    at: &'a [usize; NAMES.len()],
    values: [f64; NAMES.len()],
}

impl Sink<f64> for AtPlaces<'_> {
    fn write(&mut self, index: usize, value: f64) {
        if let Some(place) = self.at.iter().position(|at| *at == index) {
            self.values[place] = value;
        }
    }
}
