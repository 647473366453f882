//! The right-hand side of a model at one state: the derivative, and everything computed on the way.

use core::marker::PhantomData;

use skidpad_core::controls::Gear;
use skidpad_core::model::Model;
use skidpad_core::record::{Channels, Record};
use skidpad_core::step::{advance_alone, evaluate_alone, sub_step_alone};
use skidpad_core::surface::Surface;

use crate::channel::{CarSources, ChannelHandle, RowLayout, required_place};
use crate::models::Drivable;
use crate::rolling::{CarChoice, append};

/// A step so short that nothing moves, s: the mode that fits a state is what such a step leaves.
const INSTANT_S: f64 = 1e-12;

/// A state and an input, in the model's order.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The state; as long as the model's list.
    pub state: Vec<f64>,
    /// The input; as long as the model's list.
    pub input: Vec<f64>,
    /// Mode, such as gears; `None`: as the model itself has it in that state.
    pub mode: Vec<Option<f64>>,
    /// Road and air.
    pub surface: Surface<f64>,
}

/// Result of evaluating a model, in the model's order.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The time derivative of the state.
    pub derivative: Vec<f64>,
    /// Derived quantities.
    pub trace: Vec<f64>,
    /// The mode that it was computed with.
    pub mode: Vec<f64>,
}

/// Channels of a model that its start depends on, found as the program is compiled.
struct StartChannels<M>(PhantomData<M>);

impl<M: Drivable> StartChannels<M> {
    const LAYOUT: RowLayout = RowLayout::from_model::<M>();
    const SPEED: usize = required_place(M::State::<f64>::CHANNELS, M::SPEED);
    const AUTOMATIC: Option<ChannelHandle> = Self::LAYOUT.first_of("", CarSources::ALL.automatic);
    const GEAR: Option<ChannelHandle> = Self::LAYOUT.first_of("", CarSources::ALL.gear);
    const REQUESTED_GEAR: Option<ChannelHandle> = Self::LAYOUT.first_of("", CarSources::ALL.requested_gear);
}

/// The gear that a question means: that of its mode, or the requested one.
fn gear<M: Drivable>(question: &Question) -> Gear {
    let input = |channel: Option<ChannelHandle>| {
        let place = channel?.input_place()?;
        question.input.get(place).copied()
    };
    let mode = |channel: Option<ChannelHandle>| {
        let place = channel?.mode_place()?;
        question.mode.get(place).copied().flatten()
    };
    let automatic = input(StartChannels::<M>::AUTOMATIC).unwrap_or(0.0) > 0.5;
    match mode(StartChannels::<M>::GEAR).or(input(StartChannels::<M>::REQUESTED_GEAR)) {
        Some(_) if automatic => Gear::Automatic,
        Some(gear) if gear < -0.5 => Gear::Reverse,
        Some(gear) if gear > 0.5 => Gear::Forward(gear as u8),
        _ => Gear::Neutral,
    }
}

/// Evaluates a model at a state. Where no mode is given it is the one that the model itself would have there: the requested
/// gear is engaged, sticking and slipping follow from the state, and engine and gearbox are joined where they turn together.
pub(crate) fn evaluate<M: Drivable>(car: &CarChoice, question: &Question) -> Option<Answer> {
    let car = car.car::<M>()?;
    let (mode, state, input) = operating_point::<M>(&car, question);
    let (rates, computed) = evaluate_alone::<M, f64>(&car, (&mode, &state), &input, &question.surface);
    let mut answer = Answer { derivative: Vec::new(), trace: Vec::new(), mode: Vec::new() };
    append(&mut answer.derivative, &rates);
    append(&mut answer.trace, &computed);
    append(&mut answer.mode, &mode);
    Some(answer)
}

/// Mode, state and input of a question.
pub(crate) type OperatingPoint<M> =
    (<M as Model>::Mode<f64>, <M as Model>::State<f64>, <M as Model>::Input<f64>);

/// Mode, state and input of a question, with the mode that the model itself has in that state where none is given.
pub(crate) fn operating_point<M: Drivable>(car: &M::Car<f64>, question: &Question) -> OperatingPoint<M> {
    let state: M::State<f64> = Record::load(&&question.state[..]);
    let input: M::Input<f64> = Record::load(&&question.input[..]);
    let surface = &question.surface;
    let speed = question.state.get(StartChannels::<M>::SPEED).copied().unwrap_or(0.0);
    let (start, _) = M::start(car, speed, gear::<M>(question));
    let (settled, _) =
        sub_step_alone::<M, f64>(M::INTEGRATOR, car, (&start, &state), &input, surface, INSTANT_S);
    let own = advance_alone::<M, f64>(car, (&settled, &state), &input, surface, INSTANT_S);
    let mut numbers = Vec::new();
    append(&mut numbers, &own);
    for (number, given) in numbers.iter_mut().zip(&question.mode) {
        *number = given.unwrap_or(*number);
    }
    (Record::load(&&numbers[..]), state, input)
}
