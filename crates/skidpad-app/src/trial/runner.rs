//! How a trial runs beside the frames.

use super::card::Card;
use super::kind::Trial;
use crate::choice::Choice;

/// Who drives trials.
pub trait Runner {
    /// Begins a trial; one that runs is forgotten.
    fn start(&mut self, trial: Trial, choice: &Choice);
    /// The trial that runs.
    fn running(&self) -> Option<Trial>;
    /// Asked once a frame: the card, once it is there.
    fn poll(&mut self) -> Option<Card>;
}

/// Drives between two frames, which then takes as long as it does. The first frame after the start only shows that
/// it runs.
#[derive(Default)]
pub struct AtOnce {
    waiting: Option<(Trial, Choice)>,
    was_shown: bool,
}

impl Runner for AtOnce {
    fn start(&mut self, trial: Trial, choice: &Choice) {
        (self.waiting, self.was_shown) = (Some((trial, choice.clone())), false);
    }
    fn running(&self) -> Option<Trial> {
        self.waiting.as_ref().map(|(trial, _)| *trial)
    }
    fn poll(&mut self) -> Option<Card> {
        if !core::mem::replace(&mut self.was_shown, true) {
            return None;
        }
        self.waiting.take().map(|(trial, choice)| trial.run(&choice))
    }
}

/// The runner for this platform.
#[cfg(not(target_arch = "wasm32"))]
pub fn runner() -> Box<dyn Runner> {
    Box::new(OnThread::default())
}

/// The runner for this platform.
#[cfg(target_arch = "wasm32")]
pub fn runner() -> Box<dyn Runner> {
    Box::new(AtOnce::default())
}

/// Drives on a thread of its own: a frame only asks whether it is done.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Default)]
pub struct OnThread {
    running: Option<(Trial, std::sync::mpsc::Receiver<Card>)>,
}

#[cfg(not(target_arch = "wasm32"))]
impl Runner for OnThread {
    fn start(&mut self, trial: Trial, choice: &Choice) {
        let (send, receive) = std::sync::mpsc::channel();
        let choice = choice.clone();
        // Nobody may wait for it any more.
        std::thread::spawn(move || send.send(trial.run(&choice)).ok());
        self.running = Some((trial, receive));
    }
    fn running(&self) -> Option<Trial> {
        self.running.as_ref().map(|(trial, _)| *trial)
    }
    fn poll(&mut self) -> Option<Card> {
        use std::sync::mpsc::TryRecvError;
        let (_, receive) = self.running.as_ref()?;
        match receive.try_recv() {
            Ok(card) => {
                self.running = None;
                Some(card)
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.running = None;
                None
            }
        }
    }
}
