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
        let handle = INSTANCES.add(Instance::new("x".to_owned(), logger, design, Interface::ModelExchange));
        // SAFETY: the instance is alive, and used here alone.
        let status = unsafe { call(handle, "fmi3DoStep", |_| panic!("wheel {} is gone", 3)) };
        assert_eq!(status, Fmi3Status::Error);
        let said = SAID.lock().expect("no panic").clone();
        assert_eq!(said, "fmi3DoStep: defect in skidpad: wheel 3 is gone (please report it)");
        // SAFETY: of this type, and not used again.
        drop(unsafe { INSTANCES.take::<Instance>(handle) });
    }
}
