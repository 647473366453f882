//! The border: no panic crosses it, and each fault becomes a message and a status.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::instance::Instance;
use crate::live::Live;
use crate::log::{DISCARDS, ERRORS, Fault};
use crate::slot::{Entered, Purpose, Slot};
use crate::types::{Fmi3Instance, Fmi3Status};

/// Instances that are alive.
pub static INSTANCES: Live<Slot> = Live::new();

/// Runs the body of a function on its instance.
pub fn call(
    instance: Fmi3Instance,
    name: &str,
    body: impl FnOnce(&mut Instance) -> Result<Fmi3Status, Fault>,
) -> Fmi3Status {
    enter(instance, name, Purpose::Change, |entered| body(entered.instance()))
}

/// Runs the body of a function that reads, and that the callback `intermediateUpdate` may call.
pub fn read(
    instance: Fmi3Instance,
    name: &str,
    body: impl FnOnce(&mut Instance) -> Result<Fmi3Status, Fault>,
) -> Fmi3Status {
    enter(instance, name, Purpose::Read, |entered| body(entered.instance()))
}

/// Runs the body of a function that lends its instance to callbacks. A handle that is not alive is refused; there is no logger
/// for a message then.
pub fn enter(
    instance: Fmi3Instance,
    name: &str,
    purpose: Purpose,
    body: impl FnOnce(&mut Entered<'_>) -> Result<Fmi3Status, Fault>,
) -> Fmi3Status {
    let guarded = || {
        let Some(slot) = INSTANCES.get(instance) else { return Fmi3Status::Error };
        let outcome = catch_unwind(AssertUnwindSafe(|| body(&mut slot.enter(purpose)?)));
        let fault = match outcome {
            Ok(Ok(status)) => return status,
            Ok(Err(fault)) => fault,
            Err(panic) => Fault::new(panic_message(panic.as_ref())),
        };
        let category = if fault.status() == Fmi3Status::Discard { DISCARDS } else { ERRORS };
        slot.logger.log(fault.status(), category, &format!("{name}: {}", fault.message()));
        fault.status()
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

#[cfg(test)]
mod tests {
    use std::ffi::{CStr, c_char, c_void};
    use std::sync::{Arc, Mutex};

    use skidpad_formats::presets;
    use skidpad_models::MODELS;

    use super::{INSTANCES, call};
    use crate::design::UnitDesign;
    use crate::instance::{Instance, Interface};
    use crate::log::{Callback, Logger};
    use crate::slot::Slot;
    use crate::types::Fmi3Status;

    static SAID: Mutex<String> = Mutex::new(String::new());

    unsafe extern "C" fn note(_: *mut c_void, _: Fmi3Status, _: *const c_char, message: *const c_char) {
        // SAFETY: a text that ends in a NUL.
        let message = unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned();
        if let Ok(mut said) = SAID.lock() {
            *said = message;
        }
    }

    #[test]
    fn a_panic_ends_in_an_error_with_its_message() {
        let model = MODELS.by_name("kinematic").expect("a model");
        let design = UnitDesign::of_vehicle(model, "x", presets::preset("boxster-s").expect("a preset"));
        let logger = Logger::new(std::ptr::null_mut(), Callback::Three(Some(note)), false);
        let design = Arc::new(design.expect("a unit"));
        let instance = Instance::new("x".to_owned(), logger, design, Interface::ModelExchange);
        let handle = INSTANCES.add(Slot::new(instance));
        let status = call(handle, "fmi3DoStep", |_| panic!("wheel {} is gone", 3));
        assert_eq!(status, Fmi3Status::Error);
        let said = SAID.lock().expect("no panic").clone();
        assert_eq!(said, "fmi3DoStep: defect in skidpad: wheel 3 is gone (please report it)");
        drop(INSTANCES.take(handle));
    }
}
