//! Handles that are alive: a call with one that was freed, or that never was one, is refused.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// Number of the next handle. None is given twice, so that one that was freed never is another value's, of whatever type.
static NEXT: AtomicUsize = AtomicUsize::new(1);

/// Living values of a type, by the numbers of their handles.
pub struct Live<T>(RwLock<BTreeMap<usize, Arc<T>>>);

impl<T> Live<T> {
    /// No value.
    pub const fn new() -> Self {
        Self(RwLock::new(BTreeMap::new()))
    }

    /// Puts a value behind a handle: a number, and no address.
    pub fn add(&self, value: T) -> *mut c_void {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(number, Arc::new(value));
        core::ptr::without_provenance_mut(number)
    }

    /// The value behind a handle; `None` where there is none.
    pub fn get(&self, handle: *const c_void) -> Option<Arc<T>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&handle.addr()).cloned()
    }

    /// Takes a value from behind its handle; `None` where there is none.
    pub fn take(&self, handle: *const c_void) -> Option<Arc<T>> {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&handle.addr())
    }
}
