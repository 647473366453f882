//! An allocator that counts, for tests of what must not allocate. It counts for the whole program, so that such a test is one
//! of its own.
//!
//! The thread that waits for the test is left out: it allocates while it starts to wait, and so one run in three failed. It is
//! known as the thread that made the program's first allocation.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Counts the calls of the system's allocator by all threads but the first.
struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);
static HAS_BEGUN: AtomicBool = AtomicBool::new(false);

thread_local! {
    static IS_FIRST: Cell<bool> = const { Cell::new(false) };
}

fn count() {
    if !HAS_BEGUN.swap(true, Ordering::Relaxed) {
        IS_FIRST.set(true);
    }
    if !IS_FIRST.get() {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
    }
}

// SAFETY: every call is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the allocator's contract.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the allocator's contract.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the allocator's contract.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Number of allocations while `work` runs, by all threads but the program's first.
pub fn allocations(work: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    work();
    ALLOCATIONS.load(Ordering::Relaxed) - before
}
