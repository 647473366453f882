//! Seconds of work that no frame waits for, by a worker of the browser: tests, ideal laps, and laps of an opponent.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Reflect};
use skidpad_app::beside::Answer;
use skidpad_app::choice::Choice;
use skidpad_app::setup::{car_link, read_car};
use skidpad_app::trial::{AtOnce, Card, Runner, Trial};
use wasm_bindgen::prelude::*;
use web_sys::{Worker, WorkerOptions, WorkerType};

use crate::page::listen_to;

/// The worker's script, beside the page.
const SCRIPT: &str = "./worker.js";

/// Runs a trial in a worker, by its name and the link of a car, and returns its card as text; empty if there is no such
/// trial or the link cannot be read.
#[wasm_bindgen]
pub fn trial(car: &str, name: &str) -> String {
    let card = Trial::by_name(name).and_then(|trial| Some(trial.run(&read_car(car).ok()?)));
    card.map(|card| card.text()).unwrap_or_default()
}

/// Does what an order of the simulator asks for ([`skidpad_app::drive::perform`]).
#[wasm_bindgen]
pub fn perform(order: &str) -> String {
    skidpad_app::drive::perform(order)
}

/// Answer of a worker: `None` until it has come, empty if it could not be loaded.
type Told = Rc<RefCell<Option<String>>>;

/// A worker that calls one of the functions above.
struct Called {
    worker: Worker,
    told: Told,
}

impl Called {
    fn new(function: &str, words: &[&str]) -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(SCRIPT, &options)?;
        let told = Told::default();
        let hears = told.clone();
        listen_to(&worker, "message", move |event| {
            let data = Reflect::get(&event, &"data".into()).ok().and_then(|data| data.as_string());
            *hears.borrow_mut() = Some(data.unwrap_or_default());
        });
        let fails = told.clone();
        listen_to(&worker, "error", move |_| *fails.borrow_mut() = Some(String::new()));
        let message: Array = [function].iter().chain(words).map(|word| JsValue::from(*word)).collect();
        worker.post_message(&message)?;
        Ok(Self { worker, told })
    }
}

impl Drop for Called {
    /// Stops the worker, whose result is no longer needed.
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl Answer for Called {
    fn take(&self) -> Option<String> {
        self.told.borrow_mut().take()
    }
}

/// Gives a worker of its own an order of the simulator.
pub fn start(order: &str) -> Option<Box<dyn Answer>> {
    Called::new("perform", &[order]).ok().map(|called| Box::new(called) as Box<dyn Answer>)
}

/// A trial that a worker drives.
struct Driven {
    trial: Trial,
    choice: Choice,
    worker: Called,
}

/// Runs each trial in a worker of its own; if that is not possible, between two frames.
#[derive(Default)]
pub struct InWorker {
    driven: Option<Driven>,
    instead: AtOnce,
}

impl Runner for InWorker {
    fn start(&mut self, trial: Trial, choice: &Choice) {
        match begin(trial, choice) {
            Ok(driven) => (self.driven, self.instead) = (Some(driven), AtOnce::default()),
            Err(_) => self.drive_here(trial, choice),
        }
    }

    fn running(&self) -> Option<Trial> {
        self.driven.as_ref().map(|driven| driven.trial).or_else(|| self.instead.running())
    }

    fn poll(&mut self) -> Option<Card> {
        let Some(driven) = &self.driven else { return self.instead.poll() };
        let told = driven.worker.take()?;
        let (trial, choice) = (driven.trial, driven.choice.clone());
        self.driven = None;
        if told.is_empty() {
            // The worker could not be loaded, as the server is gone, or not be told of the car by a link.
            self.drive_here(trial, &choice);
            return None;
        }
        let broken = || Card::none(trial, &choice, String::from("the browser's worker has stopped"));
        Some(Card::read(&told).unwrap_or_else(broken))
    }
}

impl InWorker {
    /// Drives a trial between two frames and stops the worker, if there is one.
    fn drive_here(&mut self, trial: Trial, choice: &Choice) {
        self.driven = None;
        self.instead.start(trial, choice);
    }
}

fn begin(trial: Trial, choice: &Choice) -> Result<Driven, JsValue> {
    let worker = Called::new("trial", &[&car_link(choice), trial.name()])?;
    Ok(Driven { trial, choice: choice.clone(), worker })
}
