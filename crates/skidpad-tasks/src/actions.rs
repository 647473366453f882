//! Actions, and the controls that they become.

use skidpad_core::math::Real;
use skidpad_fleet::{CommandHandle, Group};

use crate::chance::Chance;
use crate::error::{TaskError, check};

/// The longest delay, in steps.
const LONGEST_DELAY: u32 = 1000;
/// Speed below which the gearbox may be asked for the other direction, m/s.
const TURN_ROUND_M_S: f64 = 0.3;

/// Steering angle of full lock where the model has none of its own, rad.
pub(crate) const USUAL_LOCK_RAD: f64 = 0.5;

/// Meaning of the numbers of an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ActionKind {
    /// `steer`, -1 to 1: share of the largest steering angle, positive to the left. `pedals`, -1 to 1: throttle, below 0 brake.
    Pedals,
    /// `steer_rate`, -1 to 1: share of the largest rate of the steering angle. `pedals` as above.
    SteerRate,
    /// `steer_rad`, the steering angle, and `speed_m_s`, the speed that throttle and brake hold, within these bounds, m/s.
    SpeedAndSteer([f64; 2]),
}

impl ActionKind {
    /// Usual bounds of a speed that is held, m/s.
    pub const USUAL_SPEEDS_M_S: [f64; 2] = [0.0, 20.0];
}

/// An action's name, unit and bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionChannel {
    /// Name.
    pub name: &'static str,
    /// Unit; `-` for a pure number.
    pub unit: &'static str,
    /// Bounds; what lies beyond is brought to them.
    pub bounds: [f32; 2],
}

/// Settings of the actions.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionSettings {
    /// Meaning of the numbers.
    pub kind: ActionKind,
    /// Largest rate at which the front wheels are steered, rad/s. 1.2 is about 1000 degrees a second at a steering wheel.
    pub steer_rate_rad_s: f64,
    /// Number of steps by which actions come later.
    pub delay_steps: u32,
    /// Standard deviation of the noise that is added to each action, over half the width of its bounds.
    pub noise: f64,
    /// True where the brake, held at rest, becomes the throttle in reverse gear.
    pub reverses: bool,
    /// Throttle, or brake, for each m/s by which the speed is off, of [`ActionKind::SpeedAndSteer`], s/m.
    pub speed_gain_s_m: f64,
}

impl Default for ActionSettings {
    fn default() -> Self {
        Self {
            kind: ActionKind::Pedals,
            steer_rate_rad_s: 1.2,
            delay_steps: 0,
            noise: 0.0,
            reverses: false,
            speed_gain_s_m: 0.5,
        }
    }
}

impl ActionSettings {
    /// Refuses numbers out of their ranges.
    pub(crate) fn check(&self) -> Result<(), TaskError> {
        check("steer_rate_rad_s", self.steer_rate_rad_s, [1e-3, f64::INFINITY])?;
        check("delay_steps", f64::from(self.delay_steps), [0.0, f64::from(LONGEST_DELAY)])?;
        check("noise", self.noise, [0.0, 10.0])?;
        check("speed_gain_s_m", self.speed_gain_s_m, [1e-3, 100.0])?;
        if let ActionKind::SpeedAndSteer([low, high]) = self.kind {
            check("speed_m_s[0]", low, [-100.0, 100.0])?;
            check("speed_m_s[1]", high, [low, 100.0])?;
        }
        Ok(())
    }

    /// The action before the first one of a car at a speed, m/s: nothing acts on it, and a speed that is to be held is its own.
    pub(crate) fn neutral(&self, speed_m_s: f64) -> [f32; ACTIONS] {
        match self.kind {
            ActionKind::SpeedAndSteer([low, high]) => [0.0, Real::clamp(speed_m_s, low, high) as f32],
            _ => [0.0; ACTIONS],
        }
    }

    /// Returns true where pedals, -1 to 1, ask for the other direction.
    pub(crate) fn turns_round(&self, is_in_reverse: bool, pedals: f64, speed_m_s: f64) -> bool {
        let stands = Real::abs(speed_m_s) < TURN_ROUND_M_S;
        self.reverses && stands && pedals != 0.0 && is_in_reverse != (pedals < 0.0)
    }

    /// The actions of a car with a steering lock, rad.
    pub(crate) fn channels(&self, lock_rad: f64) -> [ActionChannel; 2] {
        let share = |name| ActionChannel { name, unit: "-", bounds: [-1.0, 1.0] };
        match self.kind {
            ActionKind::Pedals => [share("steer"), share("pedals")],
            ActionKind::SteerRate => [share("steer_rate"), share("pedals")],
            ActionKind::SpeedAndSteer(speeds_m_s) => [
                ActionChannel { name: "steer_rad", unit: "rad", bounds: [-lock_rad as f32, lock_rad as f32] },
                ActionChannel {
                    name: "speed_m_s",
                    unit: "m/s",
                    bounds: speeds_m_s.map(|speed| speed as f32),
                },
            ],
        }
    }
}

/// Number of actions of an environment.
pub const ACTIONS: usize = 2;

/// Steering and pedals of a car, as they follow actions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand<'a> {
    pub settings: &'a ActionSettings,
    /// Steering angle of full lock, rad.
    pub lock_rad: f64,
    /// Largest change of the steering angle in a step, rad.
    pub turn_rad: f64,
}

impl Hand<'_> {
    /// Steering angle, rad, after a step from another one, and pedals, -1 to 1: the throttle, below 0 the brake.
    pub fn moved(&self, before_rad: f64, action: [f32; ACTIONS], speed_m_s: f64) -> (f64, f64) {
        let [first, second] = action.map(f64::from);
        let wanted_rad = match self.settings.kind {
            ActionKind::Pedals => first * self.lock_rad,
            ActionKind::SteerRate => before_rad + first * self.turn_rad,
            ActionKind::SpeedAndSteer(_) => first,
        };
        let wanted_rad = Real::clamp(wanted_rad, -self.lock_rad, self.lock_rad);
        let steer_rad = Real::clamp(wanted_rad, before_rad - self.turn_rad, before_rad + self.turn_rad);
        let pedals = match self.settings.kind {
            ActionKind::SpeedAndSteer(_) => {
                Real::clamp(self.settings.speed_gain_s_m * (second - speed_m_s), -1.0, 1.0)
            }
            _ => second,
        };
        (steer_rad, pedals)
    }
}

/// Throttle and brake, 0 to 1, of pedals, -1 to 1.
pub(crate) fn throttle_and_brake(pedals: f64, is_in_reverse: bool) -> [f64; 2] {
    let forwards = if is_in_reverse { -pedals } else { pedals };
    [Real::max(forwards, 0.0), Real::max(-forwards, 0.0)]
}

/// Commands that actions become.
#[derive(Clone, Copy, Debug)]
struct CommandColumns {
    steer: CommandHandle,
    throttle: CommandHandle,
    brake: CommandHandle,
    gear: CommandHandle,
    automatic: CommandHandle,
}

/// Actions of all environments, and what has become of them.
#[derive(Debug)]
pub(crate) struct Actions {
    settings: ActionSettings,
    channels: [ActionChannel; ACTIONS],
    columns: CommandColumns,
    /// Steering angle of full lock of each environment's car, rad.
    locks_rad: Vec<f64>,
    /// Largest change of the steering angle in a step, rad.
    turn_rad: f64,
    /// Actions of this step and those before, the latest first: as many as the delay asks for, and one more for the change.
    history: Vec<[[f32; ACTIONS]; 2]>,
    /// Actions that are still to come, a ring for each environment.
    waiting: Vec<[f32; ACTIONS]>,
    /// Steering angle of each environment, rad.
    steer_rad: Vec<f64>,
    is_in_reverse: Vec<bool>,
    /// Steering angle, throttle and brake of all environments, as they become commands.
    controls: [Vec<f32>; 3],
}

/// An environment whose action is taken.
pub(crate) struct Acting {
    pub environment: usize,
    pub seed: u64,
    pub episode: u64,
    /// Number of the step in its episode.
    pub step: u32,
    pub speed_m_s: f64,
}

/// An environment whose episode begins.
pub(crate) struct ActingBegin {
    /// Steering angle of full lock, rad.
    pub lock_rad: f64,
    pub speed_m_s: f64,
}

impl Actions {
    /// Actions of the cars of a group, each step of `step_s`, s.
    pub fn new(
        settings: &ActionSettings,
        lock_rad: f64,
        step_s: f64,
        group: &mut Group<f32>,
    ) -> Result<Self, TaskError> {
        settings.check()?;
        let command = |name| group.command(name);
        let columns = CommandColumns {
            steer: command("steer_rad")?,
            throttle: command("throttle")?,
            brake: command("brake")?,
            gear: command("gear")?,
            automatic: command("automatic")?,
        };
        group.command_mut(columns.automatic).fill(1.0);
        let count = group.len();
        Ok(Self {
            channels: settings.channels(lock_rad),
            columns,
            locks_rad: vec![lock_rad; count],
            turn_rad: settings.steer_rate_rad_s * step_s,
            history: vec![[[0.0; ACTIONS]; 2]; count],
            waiting: vec![[0.0; ACTIONS]; count * settings.delay_steps as usize],
            steer_rad: vec![0.0; count],
            is_in_reverse: vec![false; count],
            controls: [vec![0.0; count], vec![0.0; count], vec![0.0; count]],
            settings: settings.clone(),
        })
    }

    /// Names and bounds.
    pub fn channels(&self) -> &[ActionChannel; ACTIONS] {
        &self.channels
    }

    /// Actions of an environment: those of the last step and of the one before.
    pub fn history(&self, environment: usize) -> [&[f32]; 2] {
        let [now, before] = &self.history[environment];
        [now, before]
    }

    /// Refuses actions that are not finite, a row for each environment.
    pub fn check(&self, actions: &[f32]) -> Result<(), TaskError> {
        // A finite number times 0 is 0, any other is NaN, which a sum keeps.
        if actions.iter().map(|action| action * 0.0).sum::<f32>() == 0.0 {
            return Ok(());
        }
        let place = actions.iter().position(|action| !action.is_finite());
        place.map_or(Ok(()), |place| {
            let action = self.channels[place % ACTIONS].name;
            Err(TaskError::NotFinite { environment: place / ACTIONS, action })
        })
    }

    /// Begins an episode of an environment, with a car of a lock, rad, at a speed, m/s: nothing has acted on it, and a speed that is to be held is its own.
    pub fn begin(&mut self, environment: usize, begin: &ActingBegin, group: &mut Group<f32>) {
        let neutral = self.settings.neutral(begin.speed_m_s);
        self.history[environment] = [neutral; 2];
        let delay = self.settings.delay_steps as usize;
        self.waiting[environment * delay..][..delay].fill(neutral);
        self.steer_rad[environment] = 0.0;
        self.controls.iter_mut().for_each(|column| column[environment] = 0.0);
        self.locks_rad[environment] = begin.lock_rad;
        if self.is_in_reverse[environment] {
            self.shift(environment, false, group);
        }
    }

    /// The action that brings a car to rest, of a car whose episode is over.
    pub fn stop(&self) -> [f32; ACTIONS] {
        match self.settings.kind {
            ActionKind::SpeedAndSteer(_) => [0.0; ACTIONS],
            // The brake would drive it backwards.
            _ if self.settings.reverses => [0.0; ACTIONS],
            _ => [0.0, -1.0],
        }
    }

    /// Returns true where actions depend on the speed of the car.
    pub fn need_speed(&self) -> bool {
        self.settings.reverses || matches!(self.settings.kind, ActionKind::SpeedAndSteer(_))
    }

    /// Gives a group the commands that were [taken](Self::take).
    pub fn command(&self, group: &mut Group<f32>) {
        let columns = [self.columns.steer, self.columns.throttle, self.columns.brake];
        for (column, numbers) in columns.into_iter().zip(&self.controls) {
            group.command_mut(column).copy_from_slice(numbers);
        }
    }

    /// Takes the actions of an environment, which become commands by [`command`](Self::command).
    pub fn take(&mut self, acting: &Acting, given: [f32; ACTIONS], group: &mut Group<f32>) {
        let car = acting.environment;
        let mut action = given;
        for (number, channel) in action.iter_mut().zip(&self.channels) {
            *number = Real::clamp(*number, channel.bounds[0], channel.bounds[1]);
        }
        self.history[car] = [action, self.history[car][0]];
        let mut action = self.delayed(acting, action);
        if self.settings.noise > 0.0 {
            let mut chance = Chance::in_step(acting.seed, acting.episode, u64::from(acting.step), 0);
            for (number, ActionChannel { bounds: [low, high], .. }) in action.iter_mut().zip(&self.channels) {
                let deviation = 0.5 * f64::from(high - low) * self.settings.noise;
                *number = Real::clamp(*number + (deviation * chance.normal()) as f32, *low, *high);
            }
        }
        let hand = Hand { settings: &self.settings, lock_rad: self.locks_rad[car], turn_rad: self.turn_rad };
        let (steer_rad, pedals) = hand.moved(self.steer_rad[car], action, acting.speed_m_s);
        self.steer_rad[car] = steer_rad;
        let [throttle, brake] = self.pedals(acting, pedals, group);
        for (column, control) in self.controls.iter_mut().zip([steer_rad, throttle, brake]) {
            column[car] = control as f32;
        }
    }

    /// The action that arrives now, in the place of one that comes later.
    fn delayed(&mut self, acting: &Acting, action: [f32; ACTIONS]) -> [f32; ACTIONS] {
        let delay = self.settings.delay_steps;
        if delay == 0 {
            return action;
        }
        let slot = acting.environment * delay as usize + (acting.step % delay) as usize;
        core::mem::replace(&mut self.waiting[slot], action)
    }

    /// Throttle and brake, 0 to 1, of a number between -1 and 1.
    fn pedals(&mut self, acting: &Acting, pedals: f64, group: &mut Group<f32>) -> [f64; 2] {
        let (car, is_in_reverse) = (acting.environment, self.is_in_reverse[acting.environment]);
        if self.settings.turns_round(is_in_reverse, pedals, acting.speed_m_s) {
            self.shift(car, !is_in_reverse, group);
        }
        throttle_and_brake(pedals, self.is_in_reverse[car])
    }

    fn shift(&mut self, car: usize, into_reverse: bool, group: &mut Group<f32>) {
        self.is_in_reverse[car] = into_reverse;
        let (gear, automatic) = if into_reverse { (-1.0, 0.0) } else { (1.0, 1.0) };
        group.command_mut(self.columns.gear)[car] = gear;
        group.command_mut(self.columns.automatic)[car] = automatic;
    }
}
