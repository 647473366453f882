//! Explanations of numbers: equation, source, and live terms.
//!
//! A term is a channel of the model, a datum of the car (`car.mass_kg`) or of the road (`road.grip`). Where the equation is closed
//! it is evaluated from them, so that a person sees that it gives the number.
//!
//! ```
//! use skidpad_app::explain::explain;
//! use skidpad_models::MODELS;
//! let model = MODELS.by_name("two_track").unwrap();
//! let slip = explain(model, "rear_left_slip").unwrap();
//! assert!(slip.equation.contains("omega R"));
//! assert!(slip.terms.contains(&"rear_left_spin_rad_s".to_owned()));
//! assert!(explain(model, "no_such").is_none());
//! ```

mod data;
mod tables;

use skidpad_core::surface::Surface;
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::WHEELS;
use skidpad_world::scenario::columns;

use crate::choice::Choice;
use crate::seen::Seen;
use data::{axle_of, of_car, of_road, unit_of};
use tables::{Formula, Row};

/// Equation, source and terms of a channel.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The channel.
    pub channel: String,
    /// Its equation in plain text, in the letters of the terms that follow.
    pub equation: String,
    /// The book and equation, or the module with its derivation.
    pub source: &'static str,
    /// The names of what is in it.
    pub terms: Vec<String>,
    formula: Option<Formula>,
}

/// A term with its number.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// Its number now.
    pub value: f64,
}

/// A car at an instant, with all that equations are made of.
#[derive(Clone, Copy)]
pub struct Live<'a> {
    /// Its numbers.
    pub seen: Seen<'a>,
    /// Model and car.
    pub choice: &'a Choice,
    /// The road as the model takes it where the car is: [`felt`](crate::felt::felt).
    pub surface: &'a Surface<f64>,
}

impl Live<'_> {
    fn value(&self, name: &str) -> Option<f64> {
        if let Some(datum) = name.strip_prefix("car.") {
            return of_car(&self.choice.vehicle.as_ref()?.1, datum);
        }
        if let Some(datum) = name.strip_prefix("road.") {
            return of_road(self.surface, datum);
        }
        self.seen.by_name(name)
    }

    fn unit(&self, name: &str) -> String {
        let channel = self.seen.all().find(|(channel, _)| channel.name == name);
        channel.map_or_else(|| unit_of(name).to_owned(), |(channel, _)| channel.unit.to_owned())
    }
}

impl Explanation {
    fn new(channel: &str, row: &Row, part: &str) -> Self {
        let own = |text: &str| text.replace("{w}", part).replace("{a}", axle_of(part));
        Self {
            channel: channel.to_owned(),
            equation: own(row.equation),
            source: row.source,
            terms: row.terms.iter().map(|term| own(term)).collect(),
            formula: row.formula,
        }
    }

    /// The terms with their numbers; those that the car does not have are left out.
    pub fn live(&self, live: &Live<'_>) -> Vec<Term> {
        let term = |name: &String| {
            Some(Term { name: name.clone(), unit: live.unit(name), value: live.value(name)? })
        };
        self.terms.iter().filter_map(term).collect()
    }

    /// True if the equation is closed: then it can be evaluated from its terms.
    pub fn is_closed(&self) -> bool {
        self.formula.is_some()
    }

    /// Value of the equation, where it is closed and the car has all of its terms.
    pub fn value(&self, live: &Live<'_>) -> Option<f64> {
        let formula = self.formula?;
        let values: Option<Vec<f64>> = self.terms.iter().map(|name| live.value(name)).collect();
        values.map(|values| formula(&values))
    }
}

/// Explanation of a channel of a model; `None` where the tables have none.
pub fn explain(model: &ModelInfo, channel: &str) -> Option<Explanation> {
    let tables = tables::for_model(model.name);
    let find = |name: &str| tables.iter().flat_map(|table| table.iter()).find(|row| row.channel == name);
    if let Some(row) = find(channel) {
        return Some(Explanation::new(channel, row, ""));
    }
    WHEELS.into_iter().chain(["front", "rear"]).find_map(|part| {
        let rest = channel.strip_prefix(part)?;
        let row = find(&format!("{{w}}{rest}"))?;
        Some(Explanation::new(channel, row, part))
    })
}

/// Channels of the car as a whole: Monster's list and what belongs to it, and the engine.
const CAR: [&str; 19] = [
    "front_steer_rad",
    "sideslip_rad",
    "rotation_angle_rad",
    "yaw_rad",
    "front_slip_angle_rad",
    "rear_slip_angle_rad",
    "velocity_x_m_s",
    "velocity_y_m_s",
    "world_velocity_x_m_s",
    "world_velocity_y_m_s",
    "yaw_rate_rad_s",
    "acceleration_x_m_s2",
    "acceleration_y_m_s2",
    "speed_m_s",
    "position_m",
    "acceleration_m_s2",
    "engine_rad_s",
    "engine_torque_nm",
    "gear",
];
/// Channels of a wheel, or of an axle.
const WHEEL: [&str; 8] =
    ["steer_rad", "spin_rad_s", "load_n", "slip", "slip_angle_rad", "force_x_n", "force_y_n", "use_of_grip"];
/// Channels that RARS' car has instead of wheels.
const TREAD: [&str; 8] = [
    "tread_m_s", "slip_x_m_s", "slip_y_m_s", "slip_m_s", "force_x_n", "force_y_n", "largest_force_n",
    "grip_used",
];

/// The channels of a model that instruments show, each of which has an explanation.
pub fn shown(model: &ModelInfo) -> Vec<String> {
    let columns = columns(model);
    let has = |name: &str| columns.iter().any(|column| column.name == name);
    // What is derived is shown of every model that has the channels.
    let is_there = |name: &str| match name {
        "rotation_angle_rad" => has("yaw_rate_rad_s") && has("velocity_x_m_s"),
        _ if name.starts_with("world_") => has("yaw_rad") && has("velocity_x_m_s"),
        _ => has(name),
    };
    let of_wheels = WHEELS
        .into_iter()
        .chain(["front", "rear"])
        .flat_map(|part| WHEEL.into_iter().map(move |what| format!("{part}_{what}")));
    let names = CAR.into_iter().chain(TREAD).map(str::to_owned);
    let mut all: Vec<String> = names.chain(of_wheels).filter(|name| is_there(name)).collect();
    all.sort();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use skidpad_models::MODELS;

    use super::tables::{self, Row};
    use super::{CAR, TREAD, WHEEL};

    /// Computed from channels, and explained as they are.
    const DERIVED: [&str; 3] = ["rotation_angle_rad", "world_velocity_x_m_s", "world_velocity_y_m_s"];

    /// True where a name is a channel by `has`, or is derived; `{w}` and `{a}` stand for any wheel or axle.
    fn is_channel(name: &str, has: impl Fn(&str) -> bool) -> bool {
        let parts = ["front_left", "rear_left", "front", "rear"];
        DERIVED.contains(&name)
            || name.starts_with("car.")
            || name.starts_with("road.")
            || parts.iter().any(|part| has(&name.replace("{w}", part).replace("{a}", part)))
    }

    /// Equations are found by the names of channels: of a channel that was renamed, nothing would be said any more.
    #[test]
    fn every_name_in_the_tables_is_a_channel_of_a_model_that_they_explain() {
        for model in &MODELS {
            for table in tables::for_model(model.name) {
                // The models of a table share it: a row of each has to be known to one of them.
                let users: Vec<_> = MODELS
                    .iter()
                    .filter(|other| {
                        tables::for_model(other.name).iter().any(|own| core::ptr::eq(*own, *table))
                    })
                    .collect();
                let has = |name: &str| users.iter().any(|user| user.layout().channel(name).is_ok());
                for Row { channel, terms, .. } in *table {
                    for name in [channel].into_iter().chain(*terms) {
                        assert!(is_channel(name, has), "{}: {channel}: {name}", model.name);
                    }
                }
            }
        }
    }

    #[test]
    fn every_number_that_is_shown_is_a_channel_of_some_model() {
        let has = |name: &str| MODELS.iter().any(|model| model.layout().channel(name).is_ok());
        let of_wheels: Vec<String> = WHEEL.iter().map(|what| format!("{{w}}_{what}")).collect();
        for name in CAR.into_iter().chain(TREAD).chain(of_wheels.iter().map(String::as_str)) {
            assert!(is_channel(name, has), "{name}");
        }
    }
}
