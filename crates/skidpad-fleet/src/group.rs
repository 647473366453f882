//! Cars of one model in a fleet, behind a type that does not name the model.

use core::fmt;

use skidpad_core::controls::ControlFault;
use skidpad_core::record::{Channel, UnknownChannel, channel_place_in};
use skidpad_core::snapshot::Saved;
use skidpad_core::step::Status;
use skidpad_world::rolling::{Request, RestoreError};

use crate::cars::Cars;
use crate::commands;

/// A command of a group's cars, found once by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandHandle(usize);

/// A number of a group's states or modes, found once by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHandle(usize);

/// An output of a group's model, found once by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputHandle(pub(crate) usize);

/// Cars of one model. Handles are those of its own model; with one of another model a method reads another channel, or
/// panics where the model has none at that place.
pub struct Group {
    pub(crate) cars: Box<dyn Cars>,
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group").field("model", &self.model()).field("cars", &self.len()).finish()
    }
}

/// Columns by name.
impl Group {
    /// Name of the model.
    pub fn model(&self) -> &'static str {
        self.cars.model()
    }

    /// Number of cars.
    #[allow(clippy::len_without_is_empty, reason = "a group has at least one car")]
    pub fn len(&self) -> usize {
        self.cars.len()
    }

    /// Channels of commands: those of [`Command`](skidpad_core::controls::Command), and `acceleration_m_s2` for models that
    /// take it instead of pedals.
    pub fn command_channels() -> &'static [Channel] {
        &commands::CHANNELS
    }

    /// Channels of states and of modes.
    pub fn state_channels(&self) -> [&'static [Channel]; 2] {
        self.cars.state_channels()
    }

    /// Channels of outputs.
    pub fn output_channels(&self) -> &'static [Channel] {
        self.cars.output_channels()
    }

    /// The command of a name.
    ///
    /// # Errors
    /// A name that commands do not have, with the names near it.
    pub fn command(&self, name: &str) -> Result<CommandHandle, UnknownChannel> {
        channel_place_in(Self::command_channels(), name).map(CommandHandle)
    }

    /// The number of states or modes of a name.
    ///
    /// # Errors
    /// A name that neither states nor modes have, with the names of states near it.
    pub fn state(&self, name: &str) -> Result<StateHandle, UnknownChannel> {
        let [states, modes] = self.state_channels();
        let of_modes =
            |error| channel_place_in(modes, name).map(|place| states.len() + place).map_err(|_| error);
        channel_place_in(states, name).or_else(of_modes).map(StateHandle)
    }

    /// The output of a name.
    ///
    /// # Errors
    /// A name that the model's outputs do not have, with the names near it.
    pub fn output(&self, name: &str) -> Result<OutputHandle, UnknownChannel> {
        channel_place_in(self.output_channels(), name).map(OutputHandle)
    }

    /// A command of all cars, as it was set.
    pub fn commands(&self, command: CommandHandle) -> &[f64] {
        self.cars.commands().column(command.0)
    }

    /// A command of all cars, to write. It holds from the next step on.
    pub fn command_mut(&mut self, command: CommandHandle) -> &mut [f64] {
        self.cars.commands_mut().column_mut(command.0)
    }

    /// A number of the states or modes of all cars.
    pub fn states(&self, state: StateHandle) -> &[f64] {
        self.cars.states(state.0)
    }

    /// Run status of all cars as numbers: the [`Status::code`] of each.
    pub fn statuses(&self) -> &[f64] {
        self.cars.statuses()
    }
}

/// Single cars.
impl Group {
    /// The command of a car.
    ///
    /// # Panics
    /// If there is no such car, as every method for one car.
    pub fn request(&self, car: usize) -> Request {
        self.cars.commands().request(car)
    }

    /// Sets the command of a car. It holds from the next step on.
    pub fn set_request(&mut self, car: usize, request: &Request) {
        self.cars.commands_mut().set(car, request);
    }

    /// Run status of a car.
    pub fn status(&self, car: usize) -> Status {
        self.cars.status(car)
    }

    /// The first command of a car that was not a number in the last step, and was taken as 0.
    pub fn fault(&self, car: usize) -> Option<ControlFault> {
        self.cars.fault(car)
    }

    /// All of a car that changes while it drives, as the same car in a world saves it.
    pub fn save(&self, car: usize) -> Saved {
        self.cars.save(car)
    }

    /// Puts a snapshot of a car of the same model back.
    ///
    /// # Errors
    /// A snapshot of another model, or a number that is not finite, by name. Then nothing has changed.
    pub fn restore(&mut self, car: usize, saved: &Saved) -> Result<(), RestoreError> {
        self.cars.restore(car, saved)
    }
}
