//! Error codes, and the message of the last error of each thread.

use std::cell::RefCell;
use std::ffi::{CString, c_char};

/// Result of a call. 0 is success; for anything else `skidpad_last_error` has the message.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkidpadStatus {
    /// Success.
    Ok = 0,
    /// A pointer that must not be null is null, or is not aligned for its type.
    NullPointer = 1,
    /// A handle that is not alive: freed before, of another kind, or no handle of this library.
    InvalidHandle = 2,
    /// A text that is not UTF-8.
    InvalidText = 3,
    /// A number that is not finite or out of its range.
    OutOfRange = 4,
    /// A buffer or a struct of the wrong size.
    WrongSize = 5,
    /// An unknown name: the message suggests the nearest ones.
    UnknownName = 6,
    /// A file or text that is wrong or cannot be read: the message lists each problem with its line and column.
    InvalidFile = 7,
    /// The model does not take the vehicle, or cannot do this.
    Refused = 8,
    /// A saved state or a channel that belongs to another model, or a saved world that has other cars.
    OtherModel = 9,
    /// A car that is not in the world.
    NoSuchCar = 10,
    /// A defect of Skidpad: please report the message. The handle may be half-way through a change: free it.
    Internal = 11,
}

/// An error on its way to the caller.
pub(crate) struct Fault {
    pub status: SkidpadStatus,
    pub message: String,
}

impl Fault {
    pub fn new(status: SkidpadStatus, message: impl ToString) -> Self {
        Self { status, message: message.to_string() }
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Keeps a fault's message for `skidpad_last_error`.
pub(crate) fn keep(fault: Fault) -> SkidpadStatus {
    // A NUL would end the message for C.
    let text = CString::new(fault.message.replace('\0', " ")).unwrap_or_default();
    // At the end of a thread there is no place for it any more.
    let _ = LAST.try_with(|last| last.replace(text));
    fault.status
}

/// Returns the message of the last call of this thread that failed, UTF-8; empty before the first. It is valid until another
/// call of this thread fails or the thread ends. A call that succeeds leaves it as it is: read the returned status first.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}
