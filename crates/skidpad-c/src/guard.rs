//! The border: no panic crosses it, and each fault becomes a status.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::{Fault, SkidpadStatus, keep};

/// Runs the body of an exported function.
pub(crate) fn guard(call: impl FnOnce() -> Result<(), Fault>) -> SkidpadStatus {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => SkidpadStatus::Ok,
        Ok(Err(fault)) => keep(fault),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            keep(Fault::new(SkidpadStatus::Internal, format!("defect in skidpad: {text} (please report it)")))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;
    use crate::error::skidpad_last_error;

    #[test]
    fn a_panic_ends_in_a_status_with_its_message() {
        assert_eq!(guard(|| panic!("wheel {} is gone", 3)), SkidpadStatus::Internal);
        // SAFETY: the text ends in a NUL and lives until another call of this thread fails.
        let message = unsafe { CStr::from_ptr(skidpad_last_error()) }.to_str().unwrap_or_default();
        assert_eq!(message, "defect in skidpad: wheel 3 is gone (please report it)");
    }
}
