//! Work that takes longer than a frame, in a thread of its own.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Work under way. It goes on after its end is no longer of interest, and what it finds is dropped.
pub struct BackgroundWork<T> {
    found: Receiver<Result<T, String>>,
}

impl<T: Send + 'static> BackgroundWork<T> {
    /// Begins. A browser has no thread for it: there the work fails at once.
    pub fn begin(work: impl FnOnce() -> Result<T, String> + Send + 'static) -> Self {
        let (send, found) = channel();
        if cfg!(target_arch = "wasm32") {
            // The receiver is here still.
            let _ =
                send.send(Err(String::from("a browser has no thread for the ideal line: use the window")));
        } else {
            std::thread::spawn(move || send.send(work()));
        }
        Self { found }
    }

    /// Result of the work, once it is over; a thread that ended without one has failed.
    pub fn take(&self) -> Option<Result<T, String>> {
        match self.found.try_recv() {
            Ok(found) => Some(found),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                Some(Err(String::from("the search for the ideal line failed")))
            }
        }
    }
}
