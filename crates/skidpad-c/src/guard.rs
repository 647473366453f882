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
