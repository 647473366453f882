//! Long calls: they run without the interpreter's lock, and Ctrl-C ends them.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Time between two checks for Ctrl-C.
const CHECK: Duration = Duration::from_millis(20);

/// Runs steps by their numbers; as [`repeat`].
pub fn each(py: Python<'_>, times: usize, mut step: impl FnMut(usize) + Send) -> PyResult<()> {
    let mut place = 0;
    repeat(py, times as u64, || {
        step(place);
        place += 1;
    })
}

/// Counts steps without the interpreter's lock; between them it checks for Ctrl-C, which ends the count after a whole step.
pub fn repeat(py: Python<'_>, times: u64, mut step: impl FnMut() + Send) -> PyResult<()> {
    py.detach(|| {
        let mut looked = Instant::now();
        for _ in 0..times {
            step();
            if looked.elapsed() >= CHECK {
                Python::attach(|py| py.check_signals())?;
                looked = Instant::now();
            }
        }
        Ok(())
    })
}

/// Counts steps as [`repeat`], several in a call: at first `first`, and then as many as come to about the time between two checks.
pub fn repeat_together(
    py: Python<'_>,
    times: u64,
    first: u64,
    mut step: impl FnMut(u64) + Send,
) -> PyResult<()> {
    py.detach(|| {
        let (mut left, mut most) = (times, u64::max(first, 1));
        loop {
            let (together, begin) = (u64::min(left, most), Instant::now());
            step(together);
            left -= together;
            if left == 0 {
                return Ok(());
            }
            Python::attach(|py| py.check_signals())?;
            let took = core::cmp::max(begin.elapsed(), Duration::from_nanos(1));
            let checks = CHECK.as_secs_f64() / took.as_secs_f64();
            most = u64::max((together as f64 * checks) as u64, 1);
        }
    })
}

/// Runs a long calculation without the interpreter's lock, on a thread of its own, and checks for Ctrl-C meanwhile; then the thread
/// finishes in the background, and its result is dropped.
pub fn beside<R: Send + 'static>(py: Python<'_>, work: impl FnOnce() -> R + Send + 'static) -> PyResult<R> {
    py.detach(|| {
        let (send, receive) = channel();
        std::thread::spawn(move || {
            // Nobody listens any more after Ctrl-C.
            let _ = send.send(work());
        });
        loop {
            match receive.recv_timeout(CHECK) {
                Ok(found) => return Ok(found),
                Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err(
                        "the calculation panicked: see above (please report it)",
                    ));
                }
            }
        }
    })
}
