//! Commands of all cars of a group, one column per channel.

use skidpad_core::controls::Command;
use skidpad_core::record::{Channel, Channels, Record};
use skidpad_world::rolling::Request;

use crate::convert::Convert;

/// Number of channels of a command.
pub(crate) const COUNT: usize = <Command<f64> as Record<f64>>::LEN + 1;
/// Place of the acceleration, behind the controls.
pub(crate) const ACCELERATION: usize = COUNT - 1;

/// Channels of a car's commands: those of [`Command`], and the acceleration along the car's own axis for models that take it
/// instead of pedals.
pub(crate) static CHANNELS: [Channel; COUNT] = channels();

const fn channels() -> [Channel; COUNT] {
    let acceleration = Channel::new("acceleration_m_s2", "m/s^2", -100.0, 100.0);
    let mut all = [acceleration; COUNT];
    let mut place = 0;
    while place < ACCELERATION {
        all[place] = Command::<f64>::CHANNELS[place];
        place += 1;
    }
    all
}

/// Columns of commands.
#[derive(Debug)]
pub(crate) struct Commands<T> {
    /// Channel after channel.
    numbers: Vec<T>,
    cars: usize,
    /// True for each channel that was written since [`take_changed`](Self::take_changed) was called last.
    changed: [bool; COUNT],
}

impl<T: Convert> Commands<T> {
    /// Commands of cars whose controls nobody touches.
    pub fn untouched(cars: usize) -> Self {
        let mut commands = Self { numbers: vec![T::zero(); COUNT * cars], cars, changed: [true; COUNT] };
        (0..cars).for_each(|car| commands.set(car, &Request::untouched()));
        commands
    }

    /// A channel of all cars.
    pub fn column(&self, channel: usize) -> &[T] {
        &self.numbers[channel * self.cars..][..self.cars]
    }

    /// A channel of all cars, to write.
    pub fn column_mut(&mut self, channel: usize) -> &mut [T] {
        self.changed[channel] = true;
        &mut self.numbers[channel * self.cars..][..self.cars]
    }

    /// The command of a car.
    pub fn request(&self, car: usize) -> Request {
        let number = |place: usize| self.numbers[place * self.cars + car].lane(0);
        let controls: [f64; ACCELERATION] = core::array::from_fn(number);
        Request { command: Record::load(&&controls[..]), acceleration_m_s2: number(ACCELERATION) }
    }

    /// Sets the command of a car.
    pub fn set(&mut self, car: usize, request: &Request) {
        for (place, number) in numbers(request).into_iter().enumerate() {
            self.column_mut(place)[car] = T::lit(number);
        }
    }

    /// Sets the command of a car, where it has other bits than before.
    pub fn set_other(&mut self, car: usize, request: &Request) {
        let bits = |request: &Request| numbers(request).map(|number| T::lit(number).lane(0).to_bits());
        if bits(request) != bits(&self.request(car)) {
            self.set(car, request);
        }
    }

    /// Notes that the inputs of the present commands are others, as for another vehicle.
    pub fn mark_changed(&mut self) {
        self.changed.fill(true);
    }

    /// Notes that a channel was written at its address.
    pub fn mark_column(&mut self, channel: usize) {
        self.changed[channel] = true;
    }

    /// Returns true for each channel that was written since the last call.
    pub fn take_changed(&mut self) -> [bool; COUNT] {
        core::mem::take(&mut self.changed)
    }
}

/// The numbers of a command, in the order of the channels.
fn numbers(request: &Request) -> [f64; COUNT] {
    let mut numbers = [request.acceleration_m_s2; COUNT];
    request.command.store(&mut &mut numbers[..ACCELERATION]);
    numbers
}

#[cfg(test)]
mod tests {
    use super::{COUNT, Commands};

    /// Whoever writes commands at an address leaves no other trace.
    #[test]
    fn commands_count_as_new_once_after_they_are_marked() {
        let mut commands = Commands::<f32>::untouched(3);
        assert_eq!(commands.take_changed(), [true; COUNT]);
        assert_eq!(commands.take_changed(), [false; COUNT]);
        commands.mark_changed();
        assert_eq!(commands.take_changed(), [true; COUNT]);
        assert_eq!(commands.take_changed(), [false; COUNT]);
    }

    /// Only channels that a caller has the addresses of are compared before each step.
    #[test]
    fn one_channel_is_marked_without_the_others() {
        let mut commands = Commands::<f64>::untouched(2);
        let _ = commands.take_changed();
        commands.mark_column(3);
        let changed = commands.take_changed();
        assert!(changed[3] && changed.iter().filter(|is| **is).count() == 1);
    }
}
