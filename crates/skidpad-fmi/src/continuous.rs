//! Functions of model exchange.

use crate::call::call;
use crate::car::finite_rates;
use crate::instance::{Instance, Interface, Phase};
use crate::log::Fault;
use crate::memory::{check_out, list, write, write_list};
use crate::types::*;

/// Phases in which states are read and written.
const READABLE: &[Phase] = &[Phase::Initialization, Phase::Event, Phase::Continuous, Phase::Terminated];

fn must_be_exchange(instance: &Instance) -> Result<(), Fault> {
    match instance.interface {
        Interface::ModelExchange => Ok(()),
        Interface::CoSimulation { .. } => {
            Err(Fault::new("the instance is for co-simulation: call fmi3DoStep"))
        }
    }
}

fn check_count(given: usize, must: usize) -> Result<(), Fault> {
    let message = || Fault::new(format!("nContinuousStates = {given}: must be {must}"));
    (given == must).then_some(()).ok_or_else(message)
}

/// Ends the handling of an event.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EnterContinuousTimeMode(instance: Fmi3Instance) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        must_be_exchange(instance)?;
        instance.must_be_in(&[Phase::Event])?;
        instance.refresh()?;
        instance.now.phase = Phase::Continuous;
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3EnterContinuousTimeMode", body)
}

/// Notes that the importer's solver has completed a step: nothing changes within a sub-step.
///
/// # Safety
/// An instance of this library; valid memory for the two values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3CompletedIntegratorStep(
    instance: Fmi3Instance,
    _no_set_fmu_state_prior_to_current_point: Fmi3Boolean,
    enter_event_mode: *mut Fmi3Boolean,
    terminate_simulation: *mut Fmi3Boolean,
) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        must_be_exchange(instance)?;
        instance.must_be_in(&[Phase::Continuous])?;
        check_out(terminate_simulation, "terminateSimulation")?;
        // SAFETY: valid as promised by the caller.
        unsafe {
            write(enter_event_mode, 0, "enterEventMode")?;
            write(terminate_simulation, 0, "terminateSimulation")?;
        }
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3CompletedIntegratorStep", body)
}

/// Sets the time, which is at least that of the last event. A time after the next event is one of a solver's trial.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetTime(instance: Fmi3Instance, time: f64) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        must_be_exchange(instance)?;
        instance.must_be_in(&[Phase::Event, Phase::Continuous])?;
        let is_trial = instance.now.phase == Phase::Continuous;
        if let Some(exchange) = &mut instance.now.exchange {
            exchange.clock().check(time, is_trial)?;
            exchange.set_time(time);
        }
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3SetTime", body)
}

/// Sets the states, in the order of the description.
///
/// # Safety
/// An instance of this library; so many numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetContinuousStates(
    instance: Fmi3Instance,
    continuous_states: *const f64,
    n_continuous_states: usize,
) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        must_be_exchange(instance)?;
        instance.must_be_in(&[Phase::Event, Phase::Continuous])?;
        check_count(n_continuous_states, instance.design.model.states.len())?;
        // SAFETY: as promised by the caller.
        let states = unsafe { list(continuous_states, n_continuous_states, "continuousStates")? };
        if let Some(place) = states.iter().position(|state| !state.is_finite()) {
            let (name, value) = (instance.design.model.states[place].name, states[place]);
            return Err(Fault::discard(format!("{name} = {value}: must be a finite number")));
        }
        instance.car()?.set_states(states);
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3SetContinuousStates", body)
}

/// Reads numbers of the states.
unsafe fn read(
    instance: &mut Instance,
    to: *mut f64,
    count: usize,
    name: &str,
    numbers: impl FnOnce(&mut Instance) -> Result<Vec<f64>, Fault>,
) -> Result<Fmi3Status, Fault> {
    must_be_exchange(instance)?;
    instance.must_be_in(READABLE)?;
    check_count(count, instance.design.model.states.len())?;
    let numbers = numbers(instance)?;
    // SAFETY: as promised by the caller.
    unsafe { write_list(to, &numbers, name)? };
    Ok(Fmi3Status::Ok)
}

/// Reads the states, in the order of the description.
///
/// # Safety
/// An instance of this library; memory for so many numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetContinuousStates(
    instance: Fmi3Instance,
    continuous_states: *mut f64,
    n_continuous_states: usize,
) -> Fmi3Status {
    let (to, count) = (continuous_states, n_continuous_states);
    // SAFETY: as promised by the caller.
    unsafe {
        call(instance, "fmi3GetContinuousStates", |instance| {
            read(instance, to, count, "continuousStates", |instance| Ok(instance.car()?.states()))
        })
    }
}

/// Reads the rates of the states.
///
/// # Safety
/// An instance of this library; memory for so many numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetContinuousStateDerivatives(
    instance: Fmi3Instance,
    derivatives: *mut f64,
    n_continuous_states: usize,
) -> Fmi3Status {
    let rates = |instance: &mut Instance| {
        instance.refresh()?;
        let design = instance.design.clone();
        Ok(finite_rates(instance.car()?, &design)?.to_vec())
    };
    let (to, count) = (derivatives, n_continuous_states);
    // SAFETY: as promised by the caller.
    unsafe {
        call(instance, "fmi3GetContinuousStateDerivatives", |instance| {
            read(instance, to, count, "derivatives", rates)
        })
    }
}

/// Reads the nominal values of the states.
///
/// # Safety
/// An instance of this library; memory for so many numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetNominalsOfContinuousStates(
    instance: Fmi3Instance,
    nominals: *mut f64,
    n_continuous_states: usize,
) -> Fmi3Status {
    let all = |instance: &mut Instance| {
        Ok(instance.design.model.states.iter().map(|state| nominal(state.name, state.unit)).collect())
    };
    let (to, count) = (nominals, n_continuous_states);
    // SAFETY: as promised by the caller.
    unsafe {
        call(instance, "fmi3GetNominalsOfContinuousStates", |instance| {
            read(instance, to, count, "nominals", all)
        })
    }
}

/// Usual size of a state, by which solvers scale their absolute tolerance.
pub fn nominal(name: &str, unit: &str) -> f64 {
    match unit {
        _ if name.contains("deflection") => 0.01,
        _ if name.contains("heave") || name.contains("travel") => 0.01,
        _ if name.contains("roll") || name.contains("pitch") => 0.01,
        "m/s" => 10.0,
        "rad/s" if name.contains("spin") || name.contains("engine") => 100.0,
        "rad" | "rad/s" => 0.1,
        _ => 1.0,
    }
}

/// Reads the event indicators: there are none, as all events are at times that are known.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetEventIndicators(
    instance: Fmi3Instance,
    _event_indicators: *mut f64,
    n_event_indicators: usize,
) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        must_be_exchange(instance)?;
        let message = || Fault::new(format!("nEventIndicators = {n_event_indicators}: must be 0"));
        (n_event_indicators == 0).then_some(Fmi3Status::Ok).ok_or_else(message)
    };
    call(instance, "fmi3GetEventIndicators", body)
}

/// Writes the number of event indicators: 0.
///
/// # Safety
/// An instance of this library; valid memory for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetNumberOfEventIndicators(
    instance: Fmi3Instance,
    n_event_indicators: *mut usize,
) -> Fmi3Status {
    let body = |_: &mut Instance| {
        // SAFETY: as promised by the caller.
        unsafe { write(n_event_indicators, 0, "nEventIndicators") }.map(|()| Fmi3Status::Ok)
    };
    call(instance, "fmi3GetNumberOfEventIndicators", body)
}

/// Writes the number of states.
///
/// # Safety
/// An instance of this library; valid memory for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetNumberOfContinuousStates(
    instance: Fmi3Instance,
    n_continuous_states: *mut usize,
) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        let count = instance.design.model.states.len();
        // SAFETY: as promised by the caller.
        unsafe { write(n_continuous_states, count, "nContinuousStates") }.map(|()| Fmi3Status::Ok)
    };
    call(instance, "fmi3GetNumberOfContinuousStates", body)
}
