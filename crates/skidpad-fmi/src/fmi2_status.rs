//! Status of a step by FMI 2.0, and functions of it that have nothing to give.

use skidpad_core::step::Status;

use crate::call::call;
use crate::instance::Instance;
use crate::log::Fault;
use crate::memory::write;
use crate::types::*;

/// Kind of a status: the time that was reached (`fmi2LastSuccessfulTime`).
const LAST_SUCCESSFUL_TIME: i32 = 2;
/// Kind of a status: whether the simulation has ended (`fmi2Terminated`).
const TERMINATED: i32 = 3;

/// Refuses to cancel a step: none ends later than its call.
///
/// # Safety
/// An instance of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2CancelStep(instance: Fmi3Instance) -> Fmi3Status {
    let body = |_: &mut Instance| Err(Fault::new("no step is under way"));
    call(instance, "fmi2CancelStep", body)
}

/// Writes the time that was reached.
///
/// # Safety
/// An instance of this library; valid memory for the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetRealStatus(instance: Fmi3Instance, kind: i32, value: *mut f64) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        if kind != LAST_SUCCESSFUL_TIME {
            return Err(Fault::new(format!("the status kind {kind} has no real number")));
        }
        // SAFETY: as promised by the caller.
        unsafe { write(value, instance.time_s(), "value")? };
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi2GetRealStatus", body)
}

/// Writes whether the car can no longer drive.
///
/// # Safety
/// An instance of this library; valid memory for the value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetBooleanStatus(
    instance: Fmi3Instance,
    kind: i32,
    value: *mut Fmi2Boolean,
) -> Fmi3Status {
    let body = |instance: &mut Instance| {
        if kind != TERMINATED {
            return Err(Fault::new(format!("the status kind {kind} has no truth value")));
        }
        let has_ended = Fmi2Boolean::from(instance.status() != Status::Running);
        // SAFETY: as promised by the caller.
        unsafe { write(value, has_ended, "value")? };
        Ok(Fmi3Status::Ok)
    };
    call(instance, "fmi2GetBooleanStatus", body)
}

/// Functions that have nothing to give.
macro_rules! nothing {
    ($($name:ident($($argument:ident: $c:ty),*): $why:literal;)*) => {$(
        #[doc = concat!("Refused: ", $why, ".")]
        ///
        /// # Safety
        /// An instance of this library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(instance: Fmi3Instance, $($argument: $c),*) -> Fmi3Status {
            let _ = ($($argument,)*);
            call(instance, stringify!($name), |_| Err(Fault::new($why)))
        }
    )*};
}

nothing! {
    fmi2GetStatus(kind: i32, value: *mut Fmi3Status): "no step ends later than its call";
    fmi2GetIntegerStatus(kind: i32, value: *mut i32): "there is no status with an integer";
    fmi2GetStringStatus(kind: i32, value: *mut Fmi3String): "there is no status with a text";
    fmi2SetRealInputDerivatives(references: *const u32, count: usize, orders: *const i32, values: *const f64): "inputs are held over a communication step";
    fmi2GetRealOutputDerivatives(references: *const u32, count: usize, orders: *const i32, values: *mut f64): "read the variables der(...) instead";
}
