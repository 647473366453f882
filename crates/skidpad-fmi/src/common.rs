//! Functions of all interfaces: instances, phases, events.

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use skidpad_core::step::Status;

use crate::call::{INSTANCES, call, panic_message};
use crate::design::UnitDesign;
use crate::exchange::Exchange;
use crate::instance::{Instance, Interface, Phase, Progress};
use crate::log::{CATEGORIES, Callback, ERRORS, Fault, Logger, WARNINGS};
use crate::memory::{check_out, list, text, write};
use crate::slot::{Purpose, Slot};
use crate::types::*;

/// Returns the version of the standard.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetVersion() -> *const c_char {
    c"3.0".as_ptr()
}

/// Turns messages on or off, all or those of some categories.
///
/// # Safety
/// An instance of this library; so many texts that end in a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetDebugLogging(
    instance: Fmi3Instance,
    logging_on: Fmi3Boolean,
    n_categories: usize,
    categories: *const Fmi3String,
) -> Fmi3Status {
    let body =
        |instance: &mut Instance| {
            // SAFETY: as promised by the caller.
            let given = unsafe { list(categories, n_categories, "categories")? };
            let mut chosen = Vec::new();
            for name in given {
                // SAFETY: as promised by the caller.
                let name = unsafe { text(*name, "a category")? };
                let known = CATEGORIES.iter().position(|(known, _)| *known == name);
                let names = CATEGORIES.map(|(name, _)| name).join(", ");
                chosen.push(known.ok_or_else(|| {
                    Fault::new(format!("unknown category `{name}`: must be one of {names}"))
                })?);
            }
            instance.logger.choose(logging_on != 0, &chosen);
            Ok(Fmi3Status::Ok)
        };
    call(instance, "fmi3SetDebugLogging", body)
}

/// Makes an instance; null, and a message, where it cannot be made.
///
/// # Safety
/// Texts that are null or end in a NUL.
pub(crate) unsafe fn instantiate(
    texts: [Fmi3String; 3],
    logger: Logger,
    interface: Result<Interface, Fault>,
) -> Fmi3Instance {
    let make = || {
        let [name, token, folder] = texts;
        // SAFETY: as promised by the caller.
        let (name, token, folder) = unsafe {
            (text(name, "instanceName")?, text(token, "instantiationToken")?, text(folder, "resourcePath")?)
        };
        let interface = interface?;
        let design = UnitDesign::read(Path::new(folder))?;
        let expected = design.token();
        if token != expected {
            return Err(Fault::new(format!(
                "instantiationToken is `{token}`, and the unit's is `{expected}`: the description belongs to another unit \
                 or version (export the unit again)"
            )));
        }
        Ok((name.to_owned(), Arc::new(design), interface))
    };
    let made = catch_unwind(AssertUnwindSafe(make));
    let message = match made {
        Ok(Ok((name, design, interface))) => {
            return INSTANCES.add(Slot::new(Instance::new(name, logger, design, interface)));
        }
        Ok(Err(fault)) => fault.message().to_owned(),
        Err(panic) => panic_message(panic.as_ref()),
    };
    let _ = catch_unwind(AssertUnwindSafe(|| {
        logger.log(Fmi3Status::Error, ERRORS, &format!("no instance was made: {message}"));
    }));
    core::ptr::null_mut()
}

/// Makes an instance for model exchange.
///
/// # Safety
/// Texts that are null or end in a NUL; functions of the importer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateModelExchange(
    instance_name: Fmi3String,
    instantiation_token: Fmi3String,
    resource_path: Fmi3String,
    _visible: Fmi3Boolean,
    logging_on: Fmi3Boolean,
    environment: Fmi3InstanceEnvironment,
    log_message: Fmi3LogMessageCallback,
) -> Fmi3Instance {
    let logger = Logger::new(environment, Callback::Three(log_message), logging_on != 0);
    // SAFETY: as promised by the caller.
    unsafe {
        instantiate([instance_name, instantiation_token, resource_path], logger, Ok(Interface::ModelExchange))
    }
}

/// Makes an instance for co-simulation.
///
/// # Safety
/// Texts that are null or end in a NUL; functions of the importer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateCoSimulation(
    instance_name: Fmi3String,
    instantiation_token: Fmi3String,
    resource_path: Fmi3String,
    _visible: Fmi3Boolean,
    logging_on: Fmi3Boolean,
    event_mode_used: Fmi3Boolean,
    early_return_allowed: Fmi3Boolean,
    _required_intermediate_variables: *const Fmi3ValueReference,
    _n_required_intermediate_variables: usize,
    environment: Fmi3InstanceEnvironment,
    log_message: Fmi3LogMessageCallback,
    intermediate_update: Fmi3IntermediateUpdateCallback,
) -> Fmi3Instance {
    let logger = Logger::new(environment, Callback::Three(log_message), logging_on != 0);
    let interface = Interface::CoSimulation {
        has_events: event_mode_used != 0,
        returns_early: early_return_allowed != 0,
        intermediate_update,
    };
    // SAFETY: as promised by the caller.
    unsafe { instantiate([instance_name, instantiation_token, resource_path], logger, Ok(interface)) }
}

/// Refuses an instance for scheduled execution: a car has no clocks of its importer's.
///
/// # Safety
/// Texts that are null or end in a NUL; functions of the importer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateScheduledExecution(
    instance_name: Fmi3String,
    instantiation_token: Fmi3String,
    resource_path: Fmi3String,
    _visible: Fmi3Boolean,
    logging_on: Fmi3Boolean,
    environment: Fmi3InstanceEnvironment,
    log_message: Fmi3LogMessageCallback,
    _clock_update: Fmi3ClockUpdateCallback,
    _lock_preemption: Fmi3PreemptionCallback,
    _unlock_preemption: Fmi3PreemptionCallback,
) -> Fmi3Instance {
    let logger = Logger::new(environment, Callback::Three(log_message), logging_on != 0);
    let fault = Fault::new("the unit has no scheduled execution: use co-simulation or model exchange");
    // SAFETY: as promised by the caller.
    unsafe { instantiate([instance_name, instantiation_token, resource_path], logger, Err(fault)) }
}

/// Frees an instance. Null, and one that was freed before, are ignored; one that a call is under way of is not freed.
///
/// # Safety
/// An instance of this library or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3FreeInstance(instance: Fmi3Instance) {
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let Some(slot) = INSTANCES.get(instance) else { return };
        match slot.enter(Purpose::Change) {
            Ok(entered) => {
                entered.free();
                drop(INSTANCES.take(instance));
            }
            Err(fault) => {
                let message = format!("fmi3FreeInstance: {}", fault.message());
                slot.logger.log(Fmi3Status::Error, ERRORS, &message);
            }
        }
    }));
}

/// Begins the initialisation.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EnterInitializationMode(
    instance: Fmi3Instance,
    _tolerance_defined: Fmi3Boolean,
    _tolerance: f64,
    start_time: f64,
    stop_time_defined: Fmi3Boolean,
    stop_time: f64,
) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        instance.must_be_in(&[Phase::Instantiated])?;
        instance.set_times(start_time, (stop_time_defined != 0).then_some(stop_time))?;
        instance.now.phase = Phase::Initialization;
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3EnterInitializationMode", body)
}

/// Ends the initialisation: the car stands at its start. Parameters that make no car are refused here.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3ExitInitializationMode(instance: Fmi3Instance) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        instance.must_be_in(&[Phase::Initialization])?;
        let (start_s, interface) = (instance.now.start_time_s, instance.interface);
        let settings = instance.now.settings.clone();
        let car = instance.car()?;
        instance.now.phase = match interface {
            Interface::ModelExchange => {
                let begun = Exchange::begin(car, &settings, start_s);
                instance.now.exchange = Some(begun);
                Phase::Event
            }
            Interface::CoSimulation { has_events: true, .. } => Phase::Event,
            Interface::CoSimulation { .. } => Phase::Step,
        };
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3ExitInitializationMode", body)
}

/// Begins the handling of an event.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EnterEventMode(instance: Fmi3Instance) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        let phases: &[Phase] = match instance.interface {
            Interface::ModelExchange => &[Phase::Continuous],
            Interface::CoSimulation { has_events: true, .. } => &[Phase::Step],
            Interface::CoSimulation { .. } => {
                return Err(Fault::new(
                    "called without Event Mode: instantiate with eventModeUsed = fmi3True",
                ));
            }
        };
        instance.must_be_in(phases)?;
        if let Some(exchange) = &instance.now.exchange {
            // An event that was driven past cannot be handled any more.
            exchange.clock().check(exchange.clock().time_s, false)?;
        }
        instance.now.phase = Phase::Event;
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3EnterEventMode", body)
}

/// Updates what changes at events: at the edge of a sub-step of model exchange the car's discrete state, and everywhere the
/// variables that begin with `event.`.
///
/// # Safety
/// An instance of this library; valid memory for the six values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3UpdateDiscreteStates(
    instance: Fmi3Instance,
    discrete_states_need_update: *mut Fmi3Boolean,
    terminate_simulation: *mut Fmi3Boolean,
    nominals_changed: *mut Fmi3Boolean,
    values_changed: *mut Fmi3Boolean,
    next_event_time_defined: *mut Fmi3Boolean,
    next_event_time: *mut f64,
) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        instance.must_be_in(&[Phase::Event])?;
        let flags = [
            (discrete_states_need_update, "discreteStatesNeedUpdate"),
            (terminate_simulation, "terminateSimulation"),
            (nominals_changed, "nominalsOfContinuousStatesChanged"),
            (values_changed, "valuesOfContinuousStatesChanged"),
            (next_event_time_defined, "nextEventTimeDefined"),
        ];
        flags.iter().try_for_each(|(at, name)| check_out(*at, name))?;
        check_out(next_event_time, "nextEventTime")?;
        let has_passed = instance.pass_edge()?;
        let next_s = instance.now.exchange.as_ref().map(|exchange| exchange.clock().next_edge_s());
        instance.look_for_events();
        instance.show_events();
        let ends = instance.status() != Status::Running;
        if ends {
            warn_of_end(instance);
        }
        let values = [false, ends, false, has_passed, next_s.is_some()];
        for ((at, name), value) in flags.iter().zip(values) {
            // SAFETY: checked above; valid as promised by the caller.
            unsafe { write(*at, Fmi3Boolean::from(value), name)? };
        }
        // SAFETY: as above.
        unsafe { write(next_event_time, next_s.unwrap_or(0.0), "nextEventTime")? };
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3UpdateDiscreteStates", body)
}

/// Message on a car that cannot drive on.
pub fn warn_of_end(instance: &Instance) {
    let (time_s, status) = (instance.time_s(), instance.status().name());
    let message =
        format!("t = {time_s} s: the car cannot drive on: {status} (call fmi3Reset, or set a saved state)");
    instance.logger.log(Fmi3Status::Warning, WARNINGS, &message);
}

/// Does nothing: discrete states are evaluated with the others.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EvaluateDiscreteStates(instance: Fmi3Instance) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        instance.must_be_in(&[Phase::Initialization, Phase::Event])?;
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3EvaluateDiscreteStates", body)
}

/// Ends the simulation; variables can still be read.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3Terminate(instance: Fmi3Instance) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        instance.must_be_in(&[Phase::Event, Phase::Step, Phase::Continuous])?;
        instance.now.phase = Phase::Terminated;
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3Terminate", body)
}

/// Puts the instance back to where it was when it was made.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3Reset(instance: Fmi3Instance) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        instance.now = Progress::before_start(&instance.design);
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3Reset", body)
}

/// Refuses the configuration mode: the unit has no structural parameters.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EnterConfigurationMode(instance: Fmi3Instance) -> Fmi3Status {
    let body = |_: &mut Instance| Err(Fault::new("the unit has no structural parameters to configure"));
    call(instance, "fmi3EnterConfigurationMode", body)
}

/// Refuses the configuration mode: the unit has no structural parameters.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3ExitConfigurationMode(instance: Fmi3Instance) -> Fmi3Status {
    let body = |_: &mut Instance| Err(Fault::new("the unit has no structural parameters to configure"));
    call(instance, "fmi3ExitConfigurationMode", body)
}
