//! Versions of library and header.

use std::ffi::c_char;

use crate::error::{Fault, SkidpadStatus};
use crate::guard::guard;

/// Version of the structs and functions of this header. It grows with every change that a compiled program would notice.
pub const SKIDPAD_ABI_VERSION: u32 = 3;

/// Returns the version of the library, such as "0.1.0"; valid for the lifetime of the program.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Checks that the loaded library matches this header: call `skidpad_check_abi(SKIDPAD_ABI_VERSION)` first.
///
/// Errors: `SKIDPAD_STATUS_REFUSED` where they differ.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_check_abi(abi_version: u32) -> SkidpadStatus {
    guard(|| {
        let message = format!(
            "header has ABI version {abi_version}, library has {SKIDPAD_ABI_VERSION}: compile with the library's own header"
        );
        let is_same = abi_version == SKIDPAD_ABI_VERSION;
        is_same.then_some(()).ok_or_else(|| Fault::new(SkidpadStatus::Refused, message))
    })
}
