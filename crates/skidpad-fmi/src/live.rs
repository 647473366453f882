//! Handles that are alive: a call with one that was freed, or that never was one, is refused without a look at its memory.

use std::collections::BTreeSet;
use std::ffi::c_void;
use std::sync::{PoisonError, RwLock};

/// Addresses of the living values of a type.
pub struct Live(RwLock<BTreeSet<usize>>);

impl Live {
    /// No value.
    pub const fn new() -> Self {
        Self(RwLock::new(BTreeSet::new()))
    }

    /// Puts a value behind a handle.
    pub fn add<T>(&self, value: T) -> *mut c_void {
        let at = Box::into_raw(Box::new(value)).cast::<c_void>();
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(at as usize);
        at
    }

    /// True for a handle that was made here and not freed.
    pub fn has(&self, at: *const c_void) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).contains(&(at as usize))
    }

    /// Takes a value from behind its handle; `None` where there is none.
    ///
    /// # Safety
    /// The type is the one that [`add`](Self::add) was called with; nobody uses the value.
    pub unsafe fn take<T>(&self, at: *mut c_void) -> Option<Box<T>> {
        let was_there = self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&(at as usize));
        // SAFETY: made by `Box::into_raw` in `add` with this type, as promised by the caller, and removed here once.
        was_there.then(|| unsafe { Box::from_raw(at.cast::<T>()) })
    }
}
