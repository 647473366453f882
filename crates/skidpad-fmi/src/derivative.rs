//! Directional derivatives: products with the matrices of the model linear about its present state, by dual numbers.
//!
//! The discrete state is held. Inputs that reach the equations through it act as at the beginning of a sub-step.

use skidpad_formats::linearisation::with_variable;
use skidpad_world::channel::ChannelKind;
use skidpad_world::evaluate::Question;
use skidpad_world::linear::Linearisation;
use skidpad_world::rolling::CarChoice;

use crate::call::read;
use crate::car::{DrivenCar, tuned};
use crate::design::{CarData, UnitDesign};
use crate::instance::Instance;
use crate::log::{Fault, joined};
use crate::memory::{list, write_list};
use crate::types::*;
use crate::variable::{Role, Variable, VariableType};

/// Number that changes.
enum Known {
    /// Input of the model, by its place.
    Input(usize),
    /// State, by its place.
    State(usize),
    /// Derivatives of rates and outputs with respect to a number of the vehicle.
    Vehicle { rates: Vec<f64>, outputs: Vec<f64> },
}

/// Number that follows.
enum Unknown {
    Rate(usize),
    Output(usize),
    State(usize),
    /// Discrete state, which is held.
    Held,
}

/// True where the model has each continuous input of the unit among its own, so that derivatives with respect to it are known. On a track
/// the road changes with the place, which the linear equations do not hold.
pub fn has_derivatives(design: &UnitDesign) -> bool {
    if design.track.is_some() {
        return false;
    }
    let mut inputs =
        design.variables.iter().filter(|variable| variable.is_input() && !variable.is_discrete());
    inputs.all(|variable| input_place(design, &variable.name).is_some())
}

fn input_place(design: &UnitDesign, name: &str) -> Option<usize> {
    design.model.inputs.iter().position(|input| input.name == name)
}

/// State, input and mode at this instant.
fn question(design: &UnitDesign, car: &mut DrivenCar) -> Question {
    let (inputs, states, modes) =
        (design.model.inputs.len(), design.model.states.len(), design.model.modes.len());
    let surface = car.surface;
    let row = &car.row()[1..];
    Question {
        input: row[..inputs].to_vec(),
        state: row[inputs..inputs + states].to_vec(),
        mode: row[inputs + states..inputs + states + modes].iter().map(|mode| Some(*mode)).collect(),
        surface,
    }
}

fn linearise(design: &UnitDesign, car: &mut DrivenCar) -> Result<Linearisation, Fault> {
    let question = question(design, car);
    let choice = match (&car.vehicle, &design.car) {
        (Some(vehicle), _) => CarChoice::Vehicle(vehicle),
        (None, CarData::Own(name)) => CarChoice::Own(name),
        (None, CarData::Vehicle(_)) => return Err(Fault::new("there is no vehicle (please report it)")),
    };
    let refused = || Fault::new(format!("the model {} does not take this car", design.model.name));
    design.model.linearise(&choice, &question).ok_or_else(refused)
}

fn unknown(variable: &Variable) -> Result<Unknown, Fault> {
    match variable.role {
        Role::Rate(place) => Ok(Unknown::Rate(place)),
        Role::Channel(channel) => Ok(match (channel.kind(), channel.output_place(), channel.state_place()) {
            (ChannelKind::Output, Some(place), _) => Unknown::Output(place),
            (ChannelKind::State, _, Some(place)) => Unknown::State(place),
            _ => Unknown::Held,
        }),
        _ => {
            Err(Fault::new(format!("{} is no unknown: must be a continuous output or a rate", variable.name)))
        }
    }
}

fn known(design: &UnitDesign, car: &mut DrivenCar, variable: &Variable) -> Result<Known, Fault> {
    let name = &variable.name;
    match variable.role {
        Role::Input(_) if !variable.is_discrete() => {
            let missing =
                || Fault::new(format!("derivatives with respect to {name} are not known in this model"));
            input_place(design, name).map(Known::Input).ok_or_else(missing)
        }
        Role::Channel(channel) if channel.state_place().is_some() => {
            Ok(Known::State(channel.state_place().unwrap_or(0)))
        }
        Role::Vehicle(_) => sensitivity(design, car, name),
        _ => Err(Fault::new(format!(
            "{name} is no known: must be a continuous input, a state or a number of the vehicle"
        ))),
    }
}

fn sensitivity(design: &UnitDesign, car: &mut DrivenCar, path: &str) -> Result<Known, Fault> {
    let question = question(design, car);
    let file = tuned(design, &car.made_from).ok_or_else(|| Fault::new("the car has no vehicle's numbers"))?;
    let (spec, _) = with_variable(&file, path).map_err(Fault::new)?;
    let vehicle = spec.validate().map_err(|errors| Fault::new(joined(&errors)))?;
    let refused = || Fault::new(format!("the model {} does not take this car", design.model.name));
    let found = design.model.sensitivity(&vehicle, &question).ok_or_else(refused)?;
    Ok(Known::Vehicle { rates: found.rates, outputs: found.outputs })
}

fn entry(unknown: &Unknown, known: &Known, linear: &Linearisation) -> f64 {
    let linear = &linear.linear;
    match (unknown, known) {
        (Unknown::Rate(row), Known::State(column)) => linear.a.at(*row, *column),
        (Unknown::Rate(row), Known::Input(column)) => linear.b.at(*row, *column),
        (Unknown::Rate(row), Known::Vehicle { rates, .. }) => rates[*row],
        (Unknown::Output(row), Known::State(column)) => linear.c.at(*row, *column),
        (Unknown::Output(row), Known::Input(column)) => linear.d.at(*row, *column),
        (Unknown::Output(row), Known::Vehicle { outputs, .. }) => outputs[*row],
        (Unknown::State(row), Known::State(column)) => f64::from(u8::from(row == column)),
        (Unknown::State(_) | Unknown::Held, _) => 0.0,
    }
}

/// Direction of the product.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// By the knowns' seeds: sensitivities of the unknowns.
    Forward,
    /// By the unknowns' seeds: sensitivities of the knowns.
    Adjoint,
}

/// References, seed and result of a call.
struct Product {
    unknowns: (*const u32, usize),
    knowns: (*const u32, usize),
    seed: (*const f64, usize),
    sensitivity: (*mut f64, usize),
    direction: Direction,
}

unsafe fn product(instance: &mut Instance, wanted: &Product) -> Result<Fmi3Status, Fault> {
    // SAFETY: as promised by the caller.
    let (unknowns, knowns, seed) = unsafe {
        (
            list(wanted.unknowns.0, wanted.unknowns.1, "unknowns")?,
            list(wanted.knowns.0, wanted.knowns.1, "knowns")?,
            list(wanted.seed.0, wanted.seed.1, "seed")?,
        )
    };
    let is_forward = wanted.direction == Direction::Forward;
    let (seeds, results) =
        if is_forward { (knowns.len(), unknowns.len()) } else { (unknowns.len(), knowns.len()) };
    for (name, found, must) in [("nSeed", seed.len(), seeds), ("nSensitivity", wanted.sensitivity.1, results)]
    {
        if found != must {
            return Err(Fault::new(format!("{name} = {found}: must be {must}")));
        }
    }
    if let Some(number) = seed.iter().find(|number| !number.is_finite()) {
        return Err(Fault::new(format!("seed has {number}: must be finite numbers")));
    }
    if instance.design.track.is_some() {
        return Err(Fault::new("derivatives are not known on a track: its road changes with the place"));
    }
    instance.refresh()?;
    let design = instance.design.clone();
    let places = |references| instance.places(references, VariableType::Float64);
    let (unknown_places, known_places) = (places(unknowns)?, places(knowns)?);
    let unknowns: Result<Vec<Unknown>, Fault> =
        unknown_places.iter().map(|place| unknown(&design.variables[*place])).collect();
    let unknowns = unknowns?;
    let car = instance.car()?;
    let knowns: Result<Vec<Known>, Fault> =
        known_places.iter().map(|place| known(&design, car, &design.variables[*place])).collect();
    let knowns = knowns?;
    let linear = match car.linear.take() {
        Some(linear) => linear,
        None => linearise(&design, car)?,
    };
    let at = |row: usize, column: usize| entry(&unknowns[row], &knowns[column], &linear);
    let result: Vec<f64> = (0..results)
        .map(|result| {
            let terms = seed
                .iter()
                .enumerate()
                .map(|(index, seed)| seed * if is_forward { at(result, index) } else { at(index, result) });
            terms.sum()
        })
        .collect();
    car.linear = Some(linear);
    // SAFETY: as promised by the caller.
    unsafe { write_list(wanted.sensitivity.0, &result, "sensitivity")? };
    Ok(Fmi3Status::Ok)
}

/// Computes sensitivities of unknowns (continuous outputs, rates) in a direction of knowns (continuous inputs, states, numbers of the
/// vehicle).
///
/// # Safety
/// An instance of this library; so many references and seeds, and memory for so many sensitivities.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetDirectionalDerivative(
    instance: Fmi3Instance,
    unknowns: *const Fmi3ValueReference,
    n_unknowns: usize,
    knowns: *const Fmi3ValueReference,
    n_knowns: usize,
    seed: *const f64,
    n_seed: usize,
    sensitivity: *mut f64,
    n_sensitivity: usize,
) -> Fmi3Status {
    let wanted = Product {
        unknowns: (unknowns, n_unknowns),
        knowns: (knowns, n_knowns),
        seed: (seed, n_seed),
        sensitivity: (sensitivity, n_sensitivity),
        direction: Direction::Forward,
    };
    // SAFETY: as promised by the caller.
    unsafe { read(instance, "fmi3GetDirectionalDerivative", |instance| product(instance, &wanted)) }
}

/// Computes sensitivities of knowns in a direction of unknowns: the product with the transposed matrix of
/// [`fmi3GetDirectionalDerivative`].
///
/// # Safety
/// An instance of this library; so many references and seeds, and memory for so many sensitivities.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetAdjointDerivative(
    instance: Fmi3Instance,
    unknowns: *const Fmi3ValueReference,
    n_unknowns: usize,
    knowns: *const Fmi3ValueReference,
    n_knowns: usize,
    seed: *const f64,
    n_seed: usize,
    sensitivity: *mut f64,
    n_sensitivity: usize,
) -> Fmi3Status {
    let wanted = Product {
        unknowns: (unknowns, n_unknowns),
        knowns: (knowns, n_knowns),
        seed: (seed, n_seed),
        sensitivity: (sensitivity, n_sensitivity),
        direction: Direction::Adjoint,
    };
    // SAFETY: as promised by the caller.
    unsafe { read(instance, "fmi3GetAdjointDerivative", |instance| product(instance, &wanted)) }
}
