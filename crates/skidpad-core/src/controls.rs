//! Driver inputs, and their sanitising into a command and faults.

use crate::math::{Mask, Real};
use crate::record;
use crate::record::{Channel, Channels, Flag, Record, Sink};

/// Controls of a driver, a file or a program. They may hold any numbers; [`sanitise`] makes a
/// [`Command`] of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Controls {
    /// Accelerator pedal, [0, 1].
    pub throttle: f64,
    /// Brake pedal, [0, 1].
    pub brake: f64,
    /// Handbrake, [0, 1].
    pub handbrake: f64,
    /// Steering angle of the front wheels, rad, positive to the left.
    pub steer_rad: f64,
    /// Clutch pedal, [0, 1]: 1 opens the clutch.
    pub clutch: f64,
    /// Starter, [0, 1]: from above 0.5 it turns an engine that has stalled. Models whose engine cannot stall ignore it.
    pub starter: f64,
    /// The gear asked for.
    pub gear: Gear,
}

/// The gear that a driver asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gear {
    /// Backwards.
    Reverse,
    /// No gear.
    Neutral,
    /// A forward gear, 1 to 12.
    Forward(u8),
    /// The gearbox chooses the forward gear itself.
    Automatic,
}

impl Default for Controls {
    /// Hands and feet off, first gear.
    fn default() -> Self {
        Self {
            throttle: 0.0,
            brake: 0.0,
            handbrake: 0.0,
            steer_rad: 0.0,
            clutch: 0.0,
            starter: 0.0,
            gear: Gear::Forward(1),
        }
    }
}

record! {
    /// Controls within their ranges, as numbers that lanes carry.
    pub struct Command {
        /// Accelerator.
        throttle: "-" [0.0, 1.0],
        /// Brake.
        brake: "-" [0.0, 1.0],
        /// Handbrake.
        handbrake: "-" [0.0, 1.0],
        /// Steering angle, positive to the left.
        steer_rad: "rad" [-1.5, 1.5],
        /// Clutch pedal: 1 opens the clutch.
        clutch: "-" [0.0, 1.0],
        /// Gear: -1 reverse, 0 neutral, 1 first.
        gear: "-" [-1.0, 12.0],
        /// Set where the gearbox chooses the forward gear itself.
        automatic: flag,
        /// Starter: above 0.5 it turns an engine that has stalled.
        starter: flag,
    }
}

record! {
    /// Request to the gearbox.
    pub struct GearRequest {
        /// The gear asked for: -1 reverse, 0 neutral, 1 first gear.
        gear: "-" [-1.0, 12.0],
        /// Set where the gearbox chooses the forward gear itself.
        automatic: flag,
    }
}

impl<R: Real> Command<R> {
    /// Request to the gearbox.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn gear_request(&self) -> GearRequest<R> {
        GearRequest { gear: self.gear, automatic: self.automatic }
    }
}

/// A control that was not a usable number: the value that stood in for it was used instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ControlFault {
    /// The field's name.
    pub field: &'static str,
}

/// Brings controls into their ranges. What is too large or small is clamped, which is no fault; a
/// NaN becomes 0 and is reported (the first one, by name).
///
/// ```
/// use skidpad_core::controls::{sanitise, Controls};
/// let (command, fault) = sanitise::<f64>(&Controls { throttle: f64::NAN, brake: 2.0, ..Controls::default() });
/// assert_eq!((command.throttle, command.brake), (0.0, 1.0));
/// assert_eq!(fault.unwrap().field, "throttle");
/// ```
pub fn sanitise<R: Real>(controls: &Controls) -> (Command<R>, Option<ControlFault>) {
    let mut fault = None;
    let mut number = |value: f64, low: f64, high: f64, field: &'static str| {
        if value.is_nan() {
            fault = fault.or(Some(ControlFault { field }));
        }
        R::lit(within(value, low, high))
    };
    let (gear, automatic) = match controls.gear {
        Gear::Reverse => (-1.0, false),
        Gear::Neutral => (0.0, false),
        Gear::Forward(gear) => (f64::from(gear), false),
        Gear::Automatic => (1.0, true),
    };
    let command = Command {
        throttle: number(controls.throttle, 0.0, 1.0, "throttle"),
        brake: number(controls.brake, 0.0, 1.0, "brake"),
        handbrake: number(controls.handbrake, 0.0, 1.0, "handbrake"),
        steer_rad: number(controls.steer_rad, -1.5, 1.5, "steer_rad"),
        clutch: number(controls.clutch, 0.0, 1.0, "clutch"),
        gear: R::lit(gear),
        automatic: Flag::from(automatic),
        starter: Flag::from_number(number(controls.starter, 0.0, 1.0, "starter")),
    };
    (command, fault)
}

/// A usable number for a channel with this range: 0 for what is not a number, then clamped. The one rule for controls
/// and for the inputs of models, alone and in a batch.
#[inline(always)]
pub(crate) fn within<R: Real>(value: R, low: f64, high: f64) -> R {
    let is_number = value.eq(value);
    R::select(is_number, value, R::zero()).clamp(R::lit(low), R::lit(high))
}

/// Brings the inputs of a model into the ranges of their channels, as [`sanitise`] does with controls: what is too
/// large or small is clamped, which is no fault; what is not a number becomes 0 (or the nearest number in the range),
/// and the first such field is named.
///
/// ```
/// use skidpad_core::controls::sanitise_input;
/// use skidpad_special::MotorcycleInput;
/// use skidpad_core::record::Record;
///
/// let input = MotorcycleInput { steer_rad: f64::NAN, throttle: 1e9, ..Record::splat(0.0) };
/// let (input, fault) = sanitise_input(&input);
/// assert_eq!((input.steer_rad, input.throttle), (0.0, 1.0));
/// assert_eq!(fault.unwrap().field, "steer_rad");
/// ```
pub fn sanitise_input<R: Real, X: Record<R> + Channels>(input: &X) -> (X, Option<ControlFault>) {
    const { assert!(X::LEN <= MOST_INPUTS, "too many inputs: raise `MOST_INPUTS` in controls.rs") };
    let numbers = [R::zero(); MOST_INPUTS];
    let mut within = Within { numbers, channels: X::CHANNELS, are_numbers: R::Mask::splat(true) };
    input.store(&mut within);
    let fault = if within.are_numbers.all() { None } else { first_fault(input) };
    (X::load(&within.numbers), fault)
}

/// The first input that is not a number.
#[cold]
fn first_fault<R: Real, X: Record<R> + Channels>(input: &X) -> Option<ControlFault> {
    let mut numbers = [R::zero(); MOST_INPUTS];
    input.store(&mut numbers);
    let broken = numbers.iter().position(|value| !value.eq(*value).all())?;
    Some(ControlFault { field: X::CHANNELS[broken].name })
}

/// Largest number of inputs that a model may have.
const MOST_INPUTS: usize = 64;

/// Takes numbers and keeps them within the ranges of their channels.
struct Within<R: Real> {
    numbers: [R; MOST_INPUTS],
    channels: &'static [Channel],
    are_numbers: R::Mask,
}

impl<R: Real> Sink<R> for Within<R> {
    #[inline(always)]
    fn write(&mut self, index: usize, value: R) {
        let channel = &self.channels[index];
        self.numbers[index] = within(value, channel.low, channel.high);
        self.are_numbers = self.are_numbers & value.eq(value);
    }
}
