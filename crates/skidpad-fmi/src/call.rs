//! The border: no panic crosses it, and each fault becomes a message and a status.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::instance::Instance;
use crate::live::Live;
use crate::log::{ERRORS, Fault};
use crate::types::{Fmi3Instance, Fmi3Status};

/// Instances that are alive.
pub static INSTANCES: Live = Live::new();

/// Runs the body of a function on its instance. A handle that is not alive is refused; nobody can be told then.
///
/// # Safety
/// No other thread uses the instance meanwhile.
pub unsafe fn call(
    instance: Fmi3Instance,
    name: &str,
    body: impl FnOnce(&mut Instance) -> Result<Fmi3Status, Fault>,
) -> Fmi3Status {
    let guarded = || {
        if !INSTANCES.has(instance) {
            return Fmi3Status::Error;
        }
        // SAFETY: the handle is one that `INSTANCES` made and has not freed; nobody else uses it, as promised by the caller.
        let instance = unsafe { &mut *instance.cast::<Instance>() };
        let outcome = catch_unwind(AssertUnwindSafe(|| body(instance)));
        let fault = match outcome {
            Ok(Ok(status)) => return status,
            Ok(Err(fault)) => fault.message().to_owned(),
            Err(panic) => panic_message(panic.as_ref()),
        };
        instance.logger.log(Fmi3Status::Error, ERRORS, &format!("{name}: {fault}"));
        Fmi3Status::Error
    };
    // A logger of the importer's may panic, too.
    catch_unwind(AssertUnwindSafe(guarded)).unwrap_or(Fmi3Status::Error)
}

/// Message of a panic, which is a defect.
pub fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    format!("defect in skidpad: {text} (please report it)")
}
