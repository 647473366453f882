//! Functions of co-simulation.

use skidpad_core::math::Real;
use skidpad_core::step::Status;

use crate::call::{call, enter, read};
use crate::common::warn_of_end;
use crate::instance::{Instance, Interface, Phase};
use crate::log::Fault;
use crate::memory::{check_out, write};
use crate::slot::{Entered, Purpose};
use crate::types::*;

/// Share of a step by which a communication step or point may miss a whole number of steps: importers add up times.
const TOLERANCE: f64 = 1e-3;

/// Largest difference of a time that an importer has added up in so many steps, s: each sum is rounded by up to half a unit in the
/// last place. It stays below half a step, where a neighbouring point would be as near.
fn rounding_s(time_s: f64, sums: f64, step_s: f64) -> f64 {
    let rounded_s = 0.5 * f64::EPSILON * (sums + 4.0) * Real::abs(time_s);
    Real::min(TOLERANCE * step_s + rounded_s, 0.49 * step_s)
}

/// Ends the handling of an event.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EnterStepMode(instance: Fmi3Instance) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        if matches!(instance.interface, Interface::ModelExchange) {
            return Err(Fault::new("the instance is for model exchange: call fmi3EnterContinuousTimeMode"));
        }
        instance.must_be_in(&[Phase::Event])?;
        // Parameters that make no car are refused before the next step.
        instance.car()?;
        instance.now.phase = Phase::Step;
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi3EnterStepMode", body)
}

/// Result of a communication step.
#[derive(Default)]
struct Outcome {
    has_event: bool,
    ends: bool,
    is_early: bool,
}

/// Drives on by a whole number of steps. It returns early at an event (a shift, a wheel that locks or lifts, a stalled engine)
/// where the importer handles events and allows it, and where the callback of the importer requests it.
///
/// # Safety
/// An instance of this library; valid memory for the four values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3DoStep(
    instance: Fmi3Instance,
    current_communication_point: f64,
    communication_step_size: f64,
    _no_set_fmu_state_prior_to_current_point: Fmi3Boolean,
    event_handling_needed: *mut Fmi3Boolean,
    terminate_simulation: *mut Fmi3Boolean,
    early_return: *mut Fmi3Boolean,
    last_successful_time: *mut f64,
) -> Fmi3Status {
    let body = |entered: &mut Entered<'_>| {
        let instance = entered.instance();
        instance.must_be_in(&[Phase::Step])?;
        let flags = [
            (event_handling_needed, "eventHandlingNeeded"),
            (terminate_simulation, "terminateSimulation"),
            (early_return, "earlyReturn"),
        ];
        flags.iter().try_for_each(|(at, name)| check_out(*at, name))?;
        check_out(last_successful_time, "lastSuccessfulTime")?;
        let steps = steps(instance, current_communication_point, communication_step_size)?;
        let outcome = drive(entered, steps)?;
        for ((at, name), value) in flags.iter().zip([outcome.has_event, outcome.ends, outcome.is_early]) {
            // SAFETY: checked above; valid as promised by the caller.
            unsafe { write(*at, Fmi3Boolean::from(value), name)? };
        }
        // SAFETY: as above.
        unsafe { write(last_successful_time, entered.instance().time_s(), "lastSuccessfulTime")? };
        Ok(if outcome.ends { Fmi3Status::Warning } else { Fmi3Status::Ok })
    };
    enter(instance, "fmi3DoStep", Purpose::Change, body)
}

/// Number of the car's steps in a communication step.
fn steps(instance: &mut Instance, point_s: f64, size_s: f64) -> Result<u64, Fault> {
    let (time_s, stop_time_s) = (instance.time_s(), instance.now.stop_time_s);
    let car = instance.car()?;
    let step_s = car.step.seconds();
    let sums = car.car.time_s() / step_s;
    let is_there = (point_s - time_s).abs() <= rounding_s(time_s, sums, step_s);
    if !is_there {
        return Err(Fault::new(format!(
            "currentCommunicationPoint = {point_s}: must be {time_s}, the time that was reached"
        )));
    }
    let count = (size_s / step_s).round();
    // A size may be the difference of two such times.
    let end_s = point_s + count * step_s;
    let is_whole = count >= 1.0 && (size_s - count * step_s).abs() <= rounding_s(end_s, sums, step_s);
    if !is_whole || count > 1e15 {
        return Err(Fault::new(format!(
            "communicationStepSize = {size_s}: must be a whole number of steps of {step_s} s (set the parameter step_s before \
             the start)"
        )));
    }
    if stop_time_s.is_some_and(|stop_s| point_s + size_s > stop_s + 0.5 * step_s) {
        let stop_s = stop_time_s.unwrap_or_default();
        return Err(Fault::new(format!(
            "communicationStepSize = {size_s}: the step would end after stopTime, {stop_s}"
        )));
    }
    Ok(count as u64)
}

fn drive(entered: &mut Entered<'_>, steps: u64) -> Result<Outcome, Fault> {
    let instance = entered.instance();
    let Interface::CoSimulation { has_events, returns_early, intermediate_update } = instance.interface
    else {
        return Err(Fault::new("the instance is for model exchange"));
    };
    let mut outcome = Outcome::default();
    if instance.status() != Status::Running {
        warn_of_end(instance);
        return Ok(Outcome { ends: true, ..outcome });
    }
    let step_s = instance.car()?.step.seconds();
    // Time up to which the importer's callback requests to drive.
    let mut return_s = f64::INFINITY;
    for step in 1..=steps {
        let instance = entered.instance();
        let status = instance.car()?.advance();
        outcome.has_event |= instance.look_for_events() && has_events;
        if status != Status::Running {
            warn_of_end(instance);
            (outcome.ends, outcome.is_early) = (true, returns_early && step < steps);
            break;
        }
        let time_s = instance.time_s();
        let can_return = returns_early && step < steps;
        if let Some(requested_s) = update(entered, intermediate_update, can_return) {
            return_s = requested_s;
        }
        // A request for a later time ends at the last step that is not after it; one that is no number, at once.
        let goes_on = time_s + (1.0 - TOLERANCE) * step_s <= return_s;
        if can_return && (outcome.has_event || !goes_on) {
            outcome.is_early = true;
            break;
        }
    }
    if !has_events {
        entered.instance().show_events();
    }
    Ok(outcome)
}

/// Calls the importer's callback within a communication step; the time of an early return where it requests one.
fn update(
    entered: &mut Entered<'_>,
    callback: Fmi3IntermediateUpdateCallback,
    can_return_early: bool,
) -> Option<f64> {
    let callback = callback?;
    let (mut is_requested, mut at_s) = (0, 0.0);
    let instance = entered.instance();
    let (environment, time_s) = (instance.logger.environment(), instance.time_s());
    // The callback reads through the handle, so that no reference to the instance lives meanwhile.
    entered.lend(|| {
        // SAFETY: the importer's function with its own pointer, and memory for its two results that lives as long as the call.
        unsafe {
            callback(environment, time_s, false, true, true, can_return_early, &mut is_requested, &mut at_s);
        }
    });
    (is_requested != 0).then_some(at_s)
}

/// Refuses derivatives of outputs with respect to time.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetOutputDerivatives(
    instance: Fmi3Instance,
    _value_references: *const Fmi3ValueReference,
    n_value_references: usize,
    _orders: *const i32,
    _values: *mut f64,
    _n_values: usize,
) -> Fmi3Status {
    let body = |_: &mut Instance| {
        let message = "derivatives of outputs are not provided: read the variables der(...) instead";
        if n_value_references == 0 { Ok(Fmi3Status::Ok) } else { Err(Fault::new(message)) }
    };
    read(instance, "fmi3GetOutputDerivatives", body)
}

/// Refuses to activate a model partition: the unit has no scheduled execution.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3ActivateModelPartition(
    instance: Fmi3Instance,
    _clock_reference: Fmi3ValueReference,
    _activation_time: f64,
) -> Fmi3Status {
    let body = |_: &mut Instance| Err(Fault::new("the unit has no scheduled execution"));
    call(instance, "fmi3ActivateModelPartition", body)
}

#[cfg(test)]
mod tests {
    use super::rounding_s;

    /// An importer that adds up a million steps stays within the tolerance, from early and late starts; half a step off does not.
    #[test]
    fn times_that_are_added_up_are_within_their_rounding() {
        for (start_s, step_s) in [(0.0, 0.002), (0.0, 1.0 / 60.0), (0.0, 1e-6), (1e5, 0.002), (1.7e9, 0.002)]
        {
            // Seconds since 1970 in steps of 2 ms: a rounding is up to 0.12 us, so that half a step is reached in 4000 steps at worst.
            let most = if start_s > 1e6 { 4000 } else { 1_000_000 };
            let mut point_s: f64 = start_s;
            for step in 0..most {
                let time_s = start_s + f64::from(step) * step_s;
                let slack_s = rounding_s(time_s, f64::from(step), step_s);
                assert!((point_s - time_s).abs() <= slack_s, "{start_s} {step_s} {step}: {point_s}");
                assert!(slack_s < 0.5 * step_s);
                point_s += step_s;
            }
        }
    }
}
