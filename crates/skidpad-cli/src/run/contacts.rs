//! Contacts of a run's cars, for standard error.

use std::collections::BTreeMap;

use skidpad_formats::scenario::Scenario;
use skidpad_world::contact::Met;
use skidpad_world::scenario::{ContactEvent, ContactEvents};

use crate::output;
use crate::table::significant;

/// The most contacts that are printed, and the speed at which the two approached at least, m/s: cars that lean on each other
/// touch again and again.
const MOST_PRINTED: usize = 20;
const PRINTED_M_S: f64 = 0.1;
/// The scenario's own car.
const CAR: &str = "car";

/// The name of a participant.
pub fn name(scenario: &Scenario, car: usize) -> &str {
    car.checked_sub(1).and_then(|at| scenario.traffic.get(at)).map_or(CAR, |traffic| &traffic.name)
}

/// Names of the cars and walls of a run, for messages.
pub struct Names {
    /// By the numbers of the cars.
    cars: BTreeMap<usize, String>,
    walls: Vec<String>,
}

impl Names {
    /// The names that a scenario gives.
    pub fn of_scenario(scenario: &Scenario) -> Self {
        let cars = (0..=scenario.traffic.len()).map(|car| (car, name(scenario, car).to_owned()));
        Self { cars: cars.collect(), walls: scenario.walls.iter().map(|wall| wall.name.clone()).collect() }
    }

    /// Cars by their numbers and names, among so many walls without names.
    pub fn of_cars(cars: impl IntoIterator<Item = (usize, String)>, walls: usize) -> Self {
        let walls = (0..walls).map(|wall| format!("wall[{wall}]")).collect();
        Self { cars: cars.into_iter().collect(), walls }
    }

    fn car(&self, car: usize) -> &str {
        self.cars.get(&car).map_or("a car", String::as_str)
    }
}

fn line(names: &Names, event: &ContactEvent) -> String {
    let met = match event.met {
        Met::Body(other) => names.car(other),
        Met::Wall(wall) => names.walls.get(wall).map_or("a wall", String::as_str),
    };
    format!(
        "event: {} hits {met} at {:.3} s: approaching at {} m/s, impulse {} N.s, {} kJ lost",
        names.car(event.car),
        event.time_s,
        significant(event.approach_speed_m_s, 4),
        significant(event.normal_impulse_n_s, 4),
        significant(event.energy_lost_j / 1000.0, 4),
    )
}

/// Prints the contacts of a run on standard error.
pub fn say(names: &Names, contacts: &ContactEvents, overlapped: bool) {
    if overlapped {
        output::note("note: bodies overlap at the start: they are pushed apart; change x and y of the cars");
    }
    let hard: Vec<&ContactEvent> =
        contacts.listed.iter().filter(|event| event.approach_speed_m_s >= PRINTED_M_S).collect();
    for event in hard.iter().take(MOST_PRINTED) {
        output::note(&line(names, event));
    }
    let more = hard.len().saturating_sub(MOST_PRINTED) + contacts.left_out;
    if more > 0 {
        output::note(&format!("event: {more} more contacts; the columns contact_impulse_n_s have all"));
    }
}

/// Prints how many cones were hit, where there are any.
pub fn say_cones(count: usize, hit: usize) {
    if count > 0 {
        output::note(&format!("event: {hit} of {count} cones hit"));
    }
}
