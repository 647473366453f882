//! Cars of one model in a fleet, behind a type that does not name the model.

use core::fmt;

use skidpad_core::controls::ControlFault;
use skidpad_core::record::{Channel, UnknownChannel, channel_place_in};
use skidpad_core::snapshot::Saved;
use skidpad_core::step::Status;
use skidpad_world::rolling::{CarChoice, Request, RestoreError};
use skidpad_world::scene::ConeState;

use crate::any_model::Cars;
use crate::commands;
use crate::episodes::EpisodeRules;
use crate::error::FleetError;
use crate::handles::{CommandHandle, OutputHandle, StateHandle};
use crate::list::Precision;
use crate::reset::{Draws, ResetTo};

/// Cars of one model. Handles are those of its own model; with one of another model a method reads another channel, or
/// panics where the model has none at that place.
pub struct Group<T: Precision = f64> {
    pub(crate) cars: Box<dyn Cars<T>>,
}

impl<T: Precision> fmt::Debug for Group<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group").field("model", &self.model()).field("cars", &self.len()).finish()
    }
}

/// Channels that all groups have.
impl Group {
    /// Channels of commands: those of [`Command`](skidpad_core::controls::Command), and `acceleration_m_s2` for models that
    /// take it instead of pedals. They are those of groups of every precision.
    pub fn command_channels() -> &'static [Channel] {
        &commands::CHANNELS
    }
}

/// Columns by name.
impl<T: Precision> Group<T> {
    /// Name of the model.
    pub fn model(&self) -> &'static str {
        self.cars.model()
    }

    /// Number of cars.
    #[allow(clippy::len_without_is_empty, reason = "a group has at least one car")]
    pub fn len(&self) -> usize {
        self.cars.len()
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
        channel_place_in(&commands::CHANNELS, name).map(CommandHandle)
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
    pub fn commands(&self, command: CommandHandle) -> &[T] {
        self.cars.commands().column(command.0)
    }

    /// A command of all cars, to write. It holds from the next step on.
    pub fn command_mut(&mut self, command: CommandHandle) -> &mut [T] {
        self.cars.commands_mut().column_mut(command.0)
    }

    /// Notes that commands were written at an address that the caller has kept ([columns as memory](crate#columns-as-memory)). Without
    /// it a step may take the commands of the step before.
    pub fn mark_commands_changed(&mut self) {
        self.cars.commands_mut().mark_changed();
    }

    /// Notes that a command was written at its address; as [`mark_commands_changed`](Self::mark_commands_changed), but the step need
    /// not look at the others.
    pub fn mark_command_changed(&mut self, command: CommandHandle) {
        self.cars.commands_mut().mark_column(command.0);
    }

    /// A number of the states or modes of all cars.
    pub fn states(&self, state: StateHandle) -> &[T] {
        self.cars.states(state.0)
    }

    /// Run status of all cars as numbers: the [`Status::code`] of each.
    pub fn statuses(&self) -> &[T] {
        self.cars.statuses()
    }

    /// Largest approach speed of each car's impacts with walls in the last step, m/s; 0 without impacts. `None` where no car of
    /// the group has both a body and walls, cones or other cars to meet.
    pub fn impacts_m_s(&self) -> Option<&[T]> {
        self.cars.impacts().map(|impacts| &impacts.walls_m_s[..])
    }

    /// Largest approach speed of each car's impacts with cones in the last step, m/s; as [`impacts_m_s`](Self::impacts_m_s).
    pub fn cone_impacts_m_s(&self) -> Option<&[T]> {
        self.cars.impacts().map(|impacts| &impacts.cones_m_s[..])
    }

    /// Largest approach speed of each car's impacts with other cars of its scene in the last step, m/s; as
    /// [`impacts_m_s`](Self::impacts_m_s).
    pub fn car_impacts_m_s(&self) -> Option<&[T]> {
        self.cars.impacts().map(|impacts| &impacts.cars_m_s[..])
    }
}

/// Single cars.
impl<T: Precision> Group<T> {
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

    /// The cones of a car's site, as this car left them; `None` where it has no body, or its site no cones. A reset puts them
    /// back to where they stood at first.
    pub fn cones(&self, car: usize) -> Option<&[ConeState]> {
        self.cars.cones(car)
    }

    /// Sets whether a car is absent: then it drives on, but neither walls, cones nor the other cars of its scene meet it. Resets leave it
    /// so.
    ///
    /// # Panics
    /// If there is no such car.
    pub fn set_absent(&mut self, car: usize, is_absent: bool) {
        self.cars.set_absent(car, is_absent);
    }

    /// All of a car that changes while it drives, as the same car in a world saves it.
    pub fn save(&self, car: usize) -> Saved {
        self.cars.save(car)
    }

    /// Puts a snapshot of a car of the same model back. The car keeps the vehicle that it has, which a snapshot does not hold:
    /// where resets draw vehicles, put back what was saved since the car's last reset. Its cones stay where they are. A snapshot of a
    /// car in `f64` is rounded where the group is in `f32`.
    ///
    /// # Errors
    /// A snapshot of another model, or a number that is not finite, by name. Then nothing has changed.
    pub fn restore(&mut self, car: usize, saved: &Saved) -> Result<(), RestoreError> {
        self.cars.restore(car, saved)
    }
}

/// Episodes. Every car has its own: a clock, and endings that stay until it is reset.
impl<T: Precision> Group<T> {
    /// Sets the rules by which episodes end, besides the end of a car's run. Episodes that are over stay so.
    pub fn set_rules(&mut self, rules: EpisodeRules) {
        self.cars.set_rules(rules);
    }

    /// Reasons why each car's episode is over, as bits ([`Ending::bit`](crate::Ending::bit)); 0 while it goes on. A car whose
    /// episode is over drives on until it is reset, as far as its run has not ended.
    pub fn endings(&self) -> &[u8] {
        self.cars.episodes().endings()
    }

    /// Time of a car's episode, s. It stands still while the car does not run.
    pub fn episode_time_s(&self, car: usize) -> f64 {
        self.cars.episodes().clock(car).time_s()
    }

    /// Puts the cars of a mask back to their starts, with the vehicles with which they joined, and begins a new episode of each.
    /// Their cones stand again where they stood at first. Commands stay.
    ///
    /// # Panics
    /// If the mask has another length than the group, as every reset.
    pub fn reset(&mut self, mask: &[bool]) {
        self.cars.reset(mask, ResetTo::Starts);
    }

    /// Resets the cars of a mask with other values of some states, as if they had joined with them: `values` has those of the
    /// first state for all cars, then those of the second. Wheels and engine turn with a speed that is given.
    ///
    /// # Panics
    /// If there are not as many values as states times cars, or one is a handle of a mode.
    pub fn reset_to(&mut self, mask: &[bool], states: &[StateHandle], values: &[T]) {
        assert_eq!(values.len(), states.len() * self.len(), "a value for each state and car");
        self.assert_states(states.iter());
        self.cars.reset(mask, ResetTo::Values { states, values });
    }

    /// Resets the cars of a mask with states and vehicles that are drawn at random. What is not drawn is as the cars joined, as
    /// for every reset.
    ///
    /// # Panics
    /// If a state is a handle of a mode.
    pub fn reset_drawn(&mut self, mask: &[bool], draws: &Draws<'_>) {
        self.assert_states(draws.states.iter().map(|drawn| &drawn.state));
        self.cars.reset(mask, ResetTo::Drawn(draws));
    }

    /// Adds a vehicle that resets draw ([`Draws::vehicle`]). Bodies, which walls and cones meet, stay those with which cars joined.
    ///
    /// # Errors
    /// A car that the model does not take.
    pub fn add_vehicle(&mut self, car: &CarChoice<'_>) -> Result<(), FleetError> {
        self.cars.add_vehicle(car)
    }

    /// Gives a car another vehicle, as if it had joined with it: resets put it back with this one. Its state stays; its body, which walls
    /// and cones meet, is still that with which it joined.
    ///
    /// # Errors
    /// A vehicle that the model does not take. Then nothing has changed.
    ///
    /// # Panics
    /// If there is no such car.
    pub fn set_vehicle(&mut self, car: usize, vehicle: &CarChoice<'_>) -> Result<(), FleetError> {
        self.cars.set_vehicle(car, vehicle)
    }

    fn assert_states<'a>(&self, mut states: impl Iterator<Item = &'a StateHandle>) {
        let count = self.state_channels()[0].len();
        assert!(states.all(|state| state.0 < count), "a reset sets states; modes follow from them");
    }
}
