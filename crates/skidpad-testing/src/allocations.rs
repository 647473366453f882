//! An allocator that counts, for tests of what must not allocate.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The system's allocator, with its calls counted. It counts for the whole program, so that a test with it is a program of its
/// own, with one test in it.
///
/// The thread that waits for the test is left out, because it allocates while it starts to wait. It is known as the thread that
/// made the program's first allocation.
///
/// ```
/// use skidpad_testing::{CountingAllocator, allocations};
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator;
///
/// # std::thread::spawn(|| {
/// let mut list = Vec::with_capacity(2);
/// assert_eq!(allocations(|| list.extend([1, 2])), 0);
/// assert_eq!(allocations(|| list.push(3)), 1);
/// # }).join().unwrap();
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CountingAllocator;

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
unsafe impl GlobalAlloc for CountingAllocator {
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

/// Number of allocations while `work` runs, by all threads but the program's first; 0 where the program's allocator is not
/// [`CountingAllocator`].
pub fn allocations(work: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    work();
    ALLOCATIONS.load(Ordering::Relaxed) - before
}
