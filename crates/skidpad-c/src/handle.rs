//! Handles: what C holds in the place of a Rust value.
//!
//! A handle points to a header of 16 bytes, which says what kind of value it has and where that is. Freed headers are not
//! given back: they wait in a queue and are used again when enough others wait. So a call with a freed handle reads memory
//! that is valid, and is refused.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

use crate::error::{Fault, SkidpadStatus};

/// Headers of freed handles that wait before the first is used again.
const WAITING: usize = 1024;
/// Kind of a header without a value.
const FREED: u64 = 0;

/// An opaque type of the header file.
pub(crate) trait Handle {
    /// The value behind it.
    type Body: Send + Sync;
    /// Number in the header: letters that no other memory is likely to have.
    const KIND: u64;
    /// Name for messages.
    const NAME: &'static str;
}

#[repr(C)]
struct Header {
    kind: AtomicU64,
    body: AtomicPtr<()>,
}

static FREED_HEADERS: Mutex<VecDeque<&'static Header>> = Mutex::new(VecDeque::new());

/// Puts a value behind a handle.
pub(crate) fn new<H: Handle>(body: H::Body) -> *mut H {
    let body = Box::into_raw(Box::new(body)).cast();
    let header = unused_header();
    header.body.store(body, Ordering::Relaxed);
    header.kind.store(H::KIND, Ordering::Release);
    core::ptr::from_ref(header).cast_mut().cast()
}

fn unused_header() -> &'static Header {
    let mut freed = FREED_HEADERS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let reused = if freed.len() > WAITING { freed.pop_front() } else { None };
    reused.unwrap_or_else(|| {
        Box::leak(Box::new(Header { kind: AtomicU64::new(FREED), body: AtomicPtr::default() }))
    })
}

/// # Safety
/// As of [`get`].
unsafe fn header<H: Handle>(handle: *const H) -> Result<&'static Header, Fault> {
    let at = handle.cast::<Header>();
    if at.is_null() {
        let message = format!("{} is null: pass a handle that a call has made", H::NAME);
        return Err(Fault::new(SkidpadStatus::NullPointer, message));
    }
    if !at.is_aligned() {
        return Err(dead::<H>());
    }
    // SAFETY: not null and aligned; a handle of this library points to a header, which is never given back.
    Ok(unsafe { &*at })
}

fn dead<H: Handle>() -> Fault {
    let message =
        format!("{} is not a live handle: freed before, or of another kind (make a new one)", H::NAME);
    Fault::new(SkidpadStatus::InvalidHandle, message)
}

/// # Safety
/// As of [`get`].
unsafe fn body<H: Handle>(handle: *const H) -> Result<*mut H::Body, Fault> {
    // SAFETY: as promised by the caller.
    let header = unsafe { header(handle)? };
    let is_alive = header.kind.load(Ordering::Acquire) == H::KIND;
    if is_alive { Ok(header.body.load(Ordering::Relaxed).cast()) } else { Err(dead::<H>()) }
}

/// The value behind a handle, to be read.
///
/// # Safety
/// The handle is null or was made by this library; no other thread changes or frees it meanwhile.
pub(crate) unsafe fn get<'a, H: Handle>(handle: *const H) -> Result<&'a H::Body, Fault> {
    // SAFETY: the kind says that the value is there; that nobody changes it is promised by the caller.
    unsafe { body(handle).map(|body| &*body) }
}

/// The value behind a handle, to be changed.
///
/// # Safety
/// As of [`get`]; and no other thread uses it meanwhile.
pub(crate) unsafe fn get_mut<'a, H: Handle>(handle: *mut H) -> Result<&'a mut H::Body, Fault> {
    // SAFETY: as of `get`; that nobody else uses it is promised by the caller.
    unsafe { body(handle).map(|body| &mut *body) }
}

/// Frees the value behind a handle; null is nothing to free.
///
/// # Safety
/// As of [`get_mut`].
pub(crate) unsafe fn free<H: Handle>(handle: *mut H) -> Result<(), Fault> {
    if handle.is_null() {
        return Ok(());
    }
    // SAFETY: as promised by the caller.
    let header = unsafe { header(handle)? };
    // Of two that free it at once, one finds it alive.
    let taken = header.kind.compare_exchange(H::KIND, FREED, Ordering::AcqRel, Ordering::Acquire);
    taken.map_err(|_| dead::<H>())?;
    let body = header.body.swap(core::ptr::null_mut(), Ordering::Relaxed).cast::<H::Body>();
    // SAFETY: made by `Box::into_raw` in `new` with this type, as the kind says, and nobody has freed it before.
    drop(unsafe { Box::from_raw(body) });
    FREED_HEADERS.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push_back(header);
    Ok(())
}
