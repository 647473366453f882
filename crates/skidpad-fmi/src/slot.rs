//! An instance behind its handle. One call at a time reaches it, and a callback within a step may read it.

use std::cell::UnsafeCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::instance::Instance;
use crate::log::{Fault, Logger};

/// No call is under way.
const IDLE: u8 = 0;
/// A call is under way.
const BUSY: u8 = 1;
/// A step waits for the importer's callback, which may read.
const LENT: u8 = 2;
/// The importer's callback reads.
const READ: u8 = 3;
/// The instance was freed.
const FREED: u8 = 4;

/// Purpose of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Reads variables, and may be called in the callback `intermediateUpdate`.
    Read,
    /// All else.
    Change,
}

/// An instance with the mark of the call that uses it.
pub struct Slot {
    usage: AtomicU8,
    /// Messages, which do not need the instance.
    pub logger: Arc<Logger>,
    instance: UnsafeCell<Instance>,
}

// SAFETY: the instance is reached through `Entered` alone, of which the mark lets one exist at a time.
unsafe impl Sync for Slot {}

impl Slot {
    /// Slot of an instance.
    pub fn new(instance: Instance) -> Self {
        let logger = instance.logger.clone();
        Self { usage: AtomicU8::new(IDLE), logger, instance: UnsafeCell::new(instance) }
    }

    /// Begins a call. It is refused while another one is under way: a callback of the importer's, or another thread.
    pub fn enter(&self, purpose: Purpose) -> Result<Entered<'_>, Fault> {
        let change = |from, to| {
            self.usage.compare_exchange(from, to, Ordering::Acquire, Ordering::Relaxed).err().unwrap_or(from)
        };
        let fault = |message| Err(Fault::new(message));
        match change(IDLE, BUSY) {
            IDLE => return Ok(Entered { slot: self, before: IDLE }),
            LENT if purpose == Purpose::Change => {
                return fault(
                    "called within intermediateUpdate: only variables and derivatives can be read there",
                );
            }
            FREED => return fault("the instance was freed"),
            _ => {}
        }
        if purpose == Purpose::Read && change(LENT, READ) == LENT {
            return Ok(Entered { slot: self, before: LENT });
        }
        fault("another call of this instance is under way: must be called after it, and not from logMessage")
    }
}

/// A call under way.
pub struct Entered<'a> {
    slot: &'a Slot,
    before: u8,
}

impl Entered<'_> {
    /// The instance.
    pub fn instance(&mut self) -> &mut Instance {
        // SAFETY: there is one value of this type per slot, as the mark has it, but while the instance is lent; and then this
        // one is borrowed.
        unsafe { &mut *self.slot.instance.get() }
    }

    /// Runs a callback of the importer's, which may read the instance.
    pub fn lend<R>(&mut self, callback: impl FnOnce() -> R) -> R {
        /// Ends the lending, after a panic too.
        struct Lent<'a>(&'a AtomicU8);
        impl Drop for Lent<'_> {
            fn drop(&mut self) {
                // Another thread that reads meanwhile, which the standard forbids, ends first.
                while self.0.compare_exchange(LENT, BUSY, Ordering::Acquire, Ordering::Relaxed).is_err() {
                    std::thread::yield_now();
                }
            }
        }
        self.slot.usage.store(LENT, Ordering::Release);
        let _lent = Lent(&self.slot.usage);
        callback()
    }

    /// Ends the call and the instance: no other call reaches it.
    pub fn free(mut self) {
        self.before = FREED;
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.slot.usage.store(self.before, Ordering::Release);
    }
}
