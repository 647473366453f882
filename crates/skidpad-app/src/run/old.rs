//! Runs of earlier versions, `.skidrun`: a line of JSON for each change of what the player asked for, before hands shaped it. They
//! are read, and driven once to become logs.
//!
//! ```text
//! {"skidpad_run":1,"setup":"model=two_track&car=boxster-s&scene=course&rate=240","steps":4800}
//! {"at":0,"rate":240}
//! {"at":0,"hands":[...]}                 as hands are stored; null: none
//! {"at":0,"asked":[1.0,0.0,...]}         the numbers of a command, in their order
//! {"at":200,"car":"model=two_track&..."} a link's pairs
//! {"after":100,"hash":"0123456789abcdef"}
//! ```

use core::fmt;
use std::sync::Arc;

use serde_json::Value;
use skidpad_core::controls::Command;
use skidpad_core::record::{Channels, Record};
use skidpad_world::models::Models;
use skidpad_world::shaping::Hands;

use super::LONGEST_FILE;
use crate::choice::Choice;
use crate::setup::{LONGEST_LINK, RATES_HZ, Setup, read_car_among};

/// The most steps of a run: an hour at a thousand a second, more than four at the usual rate.
pub const MOST_STEPS: u64 = 3_600_000;
/// The most changes of a run.
pub const MOST_EVENTS: usize = 500_000;
/// The most changes of the car.
pub const MOST_CARS: usize = 2_000;
/// The longest line, bytes: a link and what stands around it.
const LONGEST_LINE: usize = LONGEST_LINK + 1024;
/// The version that is read.
const VERSION: u64 = 1;

/// A run of an earlier version.
#[derive(Clone, Debug)]
pub struct OldRun {
    /// Set-up at the start.
    pub setup: Setup,
    /// Changes, each with the number of steps before it, which does not fall.
    pub events: Vec<(u64, OldEvent)>,
    /// Number of steps.
    pub steps: u64,
    /// Hashes of the player's car after some numbers of steps, which rise.
    pub checks: Vec<(u64, u64)>,
}

/// A change in a run of an earlier version.
#[derive(Clone, Debug)]
pub enum OldEvent {
    /// The player's controls, before input shaping.
    Asked(Command<f64>),
    /// The hands that shape it.
    Hands(Option<Box<Hands<f64>>>),
    /// Steps a second.
    Rate(u32),
    /// Another car of the player, which goes on from where his is.
    Car(Arc<Choice>),
}

/// Why a text is no run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    /// The line, from 1.
    pub line: usize,
    /// Fault in the line.
    pub why: String,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl core::error::Error for RunError {}

fn numbers<T: Record<f64>>(record: &T) -> Vec<f64> {
    let mut numbers = vec![0.0; T::LEN];
    record.store(&mut &mut numbers[..]);
    numbers
}

fn record<T: Record<f64>>(value: &Value) -> Option<T> {
    let numbers: Vec<f64> = value.as_array()?.iter().map(Value::as_f64).collect::<Option<_>>()?;
    (numbers.len() == T::LEN).then(|| T::load(&&numbers[..]))
}

impl OldRun {
    /// Returns true for the first bytes of such a run.
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.trim_ascii_start().starts_with(b"{")
    }

    /// The run of a text, with the models of a list.
    ///
    /// # Errors
    /// The first line that is none of a run, and why.
    pub fn read(models: &Models, text: &str) -> Result<Self, RunError> {
        let refuse = |line: usize, why: String| RunError { line, why };
        if text.len() > LONGEST_FILE {
            return Err(refuse(1, format!("the file has more than {LONGEST_FILE} bytes")));
        }
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
        let (_, head) = lines.next().ok_or_else(|| refuse(1, String::from("an empty file is no run")))?;
        let too_long = || format!("the line has more than {LONGEST_LINE} bytes");
        let short = |at: usize, line: &str| {
            if line.len() > LONGEST_LINE { Err(refuse(at, too_long())) } else { Ok(()) }
        };
        short(1, head)?;
        let mut run = begin(models, head).map_err(|why| refuse(1, why))?;
        let mut cars = 0;
        for (at, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            short(at, line)?;
            let value = serde_json::from_str(line).map_err(|error| refuse(at, error.to_string()))?;
            run.take(models, &value, &mut cars).map_err(|why| refuse(at, why))?;
        }
        Ok(run)
    }

    /// Takes what a line says. `cars`: how many were taken.
    fn take(&mut self, models: &Models, line: &Value, cars: &mut usize) -> Result<(), String> {
        let step = |key: &str| line.get(key).and_then(Value::as_u64);
        match (step("at"), step("after")) {
            (Some(at), None) if at < self.steps => {
                if self.events.last().is_some_and(|(before, _)| *before > at) {
                    return Err(format!("step {at} stands after a later one"));
                }
                let event = event(models, line)?;
                self.fits(&event, cars)?;
                self.events.push((at, event));
            }
            (None, Some(after)) if after <= self.steps => {
                if self.checks.last().is_some_and(|(before, _)| *before >= after) {
                    return Err(format!("the hash after {after} stands after a later one"));
                }
                let hash = line.get("hash").and_then(Value::as_str);
                let is_whole = |hash: &&str| hash.len() == 16 && hash.bytes().all(|c| c.is_ascii_hexdigit());
                let hash = hash.filter(is_whole).and_then(|hash| u64::from_str_radix(hash, 16).ok());
                self.checks.push((after, hash.ok_or("`hash` must be 16 hexadecimal digits")?));
            }
            (None, None) => return Err(String::from("it has neither `at` nor `after`, a number of steps")),
            _ => return Err(format!("the run has {} steps, and this lies beyond", self.steps)),
        }
        Ok(())
    }

    /// Checks that there is room for a change.
    fn fits(&self, event: &OldEvent, cars: &mut usize) -> Result<(), String> {
        if self.events.len() >= MOST_EVENTS {
            return Err(format!("the run has more than {MOST_EVENTS} things that became otherwise"));
        }
        if !matches!(event, OldEvent::Car(_)) {
            return Ok(());
        }
        *cars += 1;
        if *cars > MOST_CARS { Err(format!("the run has more than {MOST_CARS} cars")) } else { Ok(()) }
    }
}

fn begin(models: &Models, head: &str) -> Result<OldRun, String> {
    let head: Value = serde_json::from_str(head).map_err(|error| format!("no run: {error}"))?;
    match head.get("skidpad_run").map(Value::as_u64) {
        Some(Some(VERSION)) => {}
        Some(Some(other)) => return Err(format!("a run of version {other}; version {VERSION} is read")),
        _ => return Err(String::from("no run: its first line has no `skidpad_run`")),
    }
    let text = |key: &str| head.get(key).and_then(Value::as_str);
    let setup = Setup::read_among(models, text("setup").ok_or("`setup` must be a link")?)?;
    let steps = head.get("steps").and_then(Value::as_u64).ok_or("`steps` must be a number of steps")?;
    if steps > MOST_STEPS {
        return Err(format!("the run has {steps} steps; at most {MOST_STEPS} are driven"));
    }
    Ok(OldRun { setup, events: Vec::new(), steps, checks: Vec::new() })
}

fn event(models: &Models, line: &Value) -> Result<OldEvent, String> {
    if let Some(asked) = line.get("asked") {
        let asked: Command<f64> = record(asked).ok_or("`asked` must be the numbers of a command")?;
        let is_within = |(number, channel): (&f64, &skidpad_core::record::Channel)| {
            (channel.low..=channel.high).contains(number)
        };
        let all = numbers(&asked).iter().zip(Command::<f64>::CHANNELS).all(is_within);
        return if all {
            Ok(OldEvent::Asked(asked))
        } else {
            Err(String::from("`asked` is out of its range"))
        };
    }
    if let Some(rate) = line.get("rate") {
        let rate_hz = rate.as_u64().and_then(|rate| u32::try_from(rate).ok());
        let known = rate_hz.filter(|rate_hz| RATES_HZ.contains(rate_hz));
        return known.map(OldEvent::Rate).ok_or_else(|| format!("`rate` must be one of {RATES_HZ:?}"));
    }
    if let Some(car) = line.get("car") {
        let car: Choice = read_car_among(models, car.as_str().ok_or("`car` must be a link")?)?;
        return Ok(OldEvent::Car(Arc::new(car)));
    }
    match line.get("hands") {
        Some(Value::Null) => Ok(OldEvent::Hands(None)),
        Some(hands) => {
            let hands: Hands<f64> = record(hands).ok_or("`hands` must be the numbers of hands")?;
            match hands.fault() {
                None if hands.all_finite() => Ok(OldEvent::Hands(Some(Box::new(hands)))),
                fault => Err(format!("`hands` is out of its range: {}", fault.unwrap_or("a number"))),
            }
        }
        None => Err(String::from("it says none of `asked`, `hands`, `rate`, `car`")),
    }
}
