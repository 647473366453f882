//! Work that takes longer than a frame, beside the frames: in a thread or, where there is none, by a worker of the browser.

use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A task that takes longer than a frame.
pub(crate) trait Lengthy: Send + 'static {
    /// Result; as text, too, for workers who share no memory.
    type Found: Serialize + DeserializeOwned + Send + 'static;

    /// Does all of it.
    ///
    /// # Errors
    /// Why there is no result.
    fn run(&self) -> Result<Self::Found, String>;

    /// The task as text, for a worker who shares no memory.
    ///
    /// # Errors
    /// A task that does not fit into a file.
    fn order(&self) -> Result<String, String>;
}

/// The answer of a worker: what [`perform`](crate::drive::perform) returns there.
pub trait Answer {
    /// The answer, once it is there; empty if the worker could not be loaded.
    fn take(&self) -> Option<String>;
}

/// Gives a worker an order; `None` where it cannot be started.
pub type StartWorker = fn(order: &str) -> Option<Box<dyn Answer>>;

static WORKER: OnceLock<StartWorker> = OnceLock::new();

/// Lets workers do all work of this process that takes longer than a frame. The first call counts.
pub fn use_worker(start: StartWorker) {
    // A second call is ignored.
    let _ = WORKER.set(start);
}

/// Work under way. It goes on after its end is no longer of interest, and what it finds is dropped.
pub(crate) enum BackgroundWork<T> {
    Here(Receiver<Result<T, String>>),
    Elsewhere(Box<dyn Answer>),
    /// Work that could not begin.
    Failed(String),
}

const NO_THREAD: &str = "there is no thread for work beside the frames";
const NO_WORKER: &str = "the browser's worker could not be loaded: reload the page";

impl<T: Serialize + DeserializeOwned + Send + 'static> BackgroundWork<T> {
    /// Begins.
    pub fn begin(task: impl Lengthy<Found = T>) -> Self {
        match WORKER.get() {
            Some(start) => Self::by_worker(&task, *start),
            None => {
                let (send, found) = channel();
                let spawned = thread::Builder::new().spawn(move || send.send(task.run()));
                spawned.map_or_else(|_| Self::Failed(String::from(NO_THREAD)), |_| Self::Here(found))
            }
        }
    }

    fn by_worker(task: &impl Lengthy<Found = T>, start: StartWorker) -> Self {
        let answer = task.order().and_then(|order| start(&order).ok_or_else(|| String::from(NO_WORKER)));
        answer.map_or_else(Self::Failed, Self::Elsewhere)
    }

    /// Result of the work, once it is over; a thread or a worker that ended without one has failed.
    pub fn take(&self) -> Option<Result<T, String>> {
        let stopped = || String::from("the work beside the frames stopped without a result");
        match self {
            Self::Here(found) => match found.try_recv() {
                Ok(found) => Some(found),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => Some(Err(stopped())),
            },
            Self::Elsewhere(answer) => answer.take().map(|answer| match answer.as_str() {
                "" => Err(String::from(NO_WORKER)),
                answer => serde_json::from_str(answer).unwrap_or_else(|_| Err(stopped())),
            }),
            Self::Failed(why) => Some(Err(why.clone())),
        }
    }
}
