//! Finds the events of a world after each step.

use std::collections::VecDeque;

use skidpad_core::step::Status;

use super::car::{CarId, Entry, Told};
use super::condition::{Condition, shown};
use super::events::{CONTACT_PAUSE_S, Event, EventKind};
use super::party::{Party, WorldImpact};
use crate::contact::is_usable;
use crate::laps::timer::{Passed, Way};
use crate::track::Track;

/// The most events that are kept until they are taken.
const MOST_EVENTS: usize = 10_000;
/// Events for which there is memory from the beginning: a number, and some for each car (its conditions begin and end, and
/// the two that meet part again).
const EVENTS_BESIDE: usize = 32;
const EVENTS_PER_CAR: usize = 8;
/// A car is back on the course from this far inside its edge, m.
const BACK_M: f64 = 0.2;
/// A condition is over that has not held for this long, s.
const OVER_S: f64 = 0.1;

/// A step: when it began and ended, and where laps are timed.
pub(super) struct Span<'a> {
    pub course: Option<&'a Track>,
    pub began_s: f64,
    pub time_s: f64,
}

/// Events that nobody has taken yet, and the contacts under way.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Watch {
    events: VecDeque<Event>,
    /// In the order of the two that touch.
    contacts: Vec<Touching>,
}

/// A contact under way.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Touching {
    pair: (CarId, Party),
    last_s: f64,
    normal_impulse_n_s: f64,
    energy_lost_j: f64,
}

impl Watch {
    /// Takes the impacts of a step that began at a time. Those of cones among themselves and with walls are no events.
    pub fn impacts(&mut self, impacts: &[WorldImpact], step_began_s: f64) {
        for WorldImpact { first, second, impact } in impacts {
            let (Party::Car(car), time_s) = (*first, step_began_s + impact.time_s) else { continue };
            let touching = Touching {
                pair: (car, *second),
                last_s: time_s,
                normal_impulse_n_s: impact.normal_impulse_n_s,
                energy_lost_j: impact.energy_lost_j,
            };
            match self.contacts.binary_search_by_key(&touching.pair, |known| known.pair) {
                Ok(place) => self.contacts[place].add(&touching),
                Err(place) => {
                    self.contacts.insert(place, touching);
                    let kind = EventKind::Met {
                        other: *second,
                        position_m: impact.position_m,
                        approach_speed_m_s: impact.approach_speed_m_s,
                        normal_impulse_n_s: impact.normal_impulse_n_s,
                    };
                    self.note(time_s, car, kind);
                }
            }
        }
    }

    /// Ends the contacts without an impact for a while.
    pub fn part(&mut self, time_s: f64) {
        let Self { events, contacts } = self;
        contacts.retain(|contact| {
            let is_over = time_s - contact.last_s >= CONTACT_PAUSE_S;
            if is_over {
                note(events, Event { time_s, car: contact.pair.0, kind: contact.parted() });
            }
            !is_over
        });
    }

    /// Compares the cars after a step with what was told of them.
    pub fn cars(&mut self, cars: &mut [Entry], span: &Span<'_>) {
        let time_s = span.time_s;
        for entry in cars {
            let end = match entry.car.status() {
                Status::Running => None,
                Status::Ended(end) => Some(EventKind::Ended(end)),
                _ => Some(EventKind::Quarantined),
            };
            let was_ended = core::mem::replace(&mut entry.told.ended, end.is_some());
            if let Some(kind) = end.filter(|_| !was_ended) {
                self.note(time_s, entry.id, kind);
            }
            let is_off_course = self.lap(entry, span);
            self.conditions(entry, is_off_course, time_s);
        }
    }

    /// Times the laps of a car. Returns true where it has left the course.
    fn lap(&mut self, entry: &mut Entry, span: &Span<'_>) -> bool {
        let Some((course, began_m)) = span.course.zip(entry.began_m) else { return false };
        let Some(position_m) = entry.position_m() else { return false };
        let was_off = entry.told.holding.contains(Condition::OffCourse);
        let Told { laps, was_on_course, on_track: Some(on_track), .. } = &mut entry.told else {
            return false;
        };
        let inside_m = course.inside_m(on_track);
        let way = Way { from: (span.began_s, began_m), to: (span.time_s, position_m) };
        if let Some(Passed { at_s, lap: Some(lap) }) = laps.advance(course, &way, inside_m >= 0.0) {
            let number = laps.completed();
            self.note(at_s, entry.id, EventKind::Lap { number, lap });
        }
        *was_on_course |= inside_m >= 0.0;
        *was_on_course && inside_m < if was_off { BACK_M } else { 0.0 }
    }

    /// Notes the conditions of a car that begin and end. Those of a car that no longer drives stay as they were.
    fn conditions(&mut self, entry: &mut Entry, is_off_course: bool, time_s: f64) {
        let Told { holding, held_s, ended, .. } = &mut entry.told;
        let mut now = if *ended { *holding } else { shown(&entry.car.telltales(), *holding) };
        let is_lost = entry.body.is_some() && entry.car.planar().is_some_and(|motion| !is_usable(&motion));
        now.set(Condition::OutOfRange, is_lost);
        now.set(Condition::OffCourse, is_off_course);
        if now.is_empty() && holding.is_empty() {
            return;
        }
        for (place, condition) in now.iter() {
            held_s[place] = time_s;
            if !holding.contains(condition) {
                holding.set(condition, true);
                self.note(time_s, entry.id, EventKind::Starts(condition));
            }
        }
        for (place, condition) in holding.without(now).iter() {
            if time_s - held_s[place] >= OVER_S {
                holding.set(condition, false);
                self.note(time_s, entry.id, EventKind::Stops(condition));
            }
        }
    }

    fn note(&mut self, time_s: f64, car: CarId, kind: EventKind) {
        note(&mut self.events, Event { time_s, car, kind });
    }

    /// Takes memory for the events of some cars, so that steps allocate none while events are taken now and then.
    pub fn reserve(&mut self, cars: usize) {
        let wanted = usize::min(EVENTS_BESIDE + EVENTS_PER_CAR * cars, MOST_EVENTS);
        self.events.reserve(wanted.saturating_sub(self.events.len()));
    }

    /// Goes on from what was saved, in the memory that it has.
    pub fn restore(&mut self, saved: &Self) {
        self.events.clone_from(&saved.events);
        self.contacts.clone_from(&saved.contacts);
    }

    /// Forgets the contacts of a car that leaves. What happened to it remains.
    pub fn forget(&mut self, car: CarId) {
        self.contacts.retain(|contact| contact.pair.0 != car && contact.pair.1 != Party::Car(car));
    }

    pub fn take(&mut self) -> Vec<Event> {
        self.events.drain(..).collect()
    }
}

impl Touching {
    fn add(&mut self, later: &Self) {
        self.last_s = later.last_s;
        self.normal_impulse_n_s += later.normal_impulse_n_s;
        self.energy_lost_j += later.energy_lost_j;
    }

    fn parted(&self) -> EventKind {
        EventKind::Parted {
            other: self.pair.1,
            last_s: self.last_s,
            normal_impulse_n_s: self.normal_impulse_n_s,
            energy_lost_j: self.energy_lost_j,
        }
    }
}

/// Adds an event; of more than can be kept the oldest is dropped.
fn note(events: &mut VecDeque<Event>, event: Event) {
    if events.len() == MOST_EVENTS {
        events.pop_front();
    }
    events.push_back(event);
}
