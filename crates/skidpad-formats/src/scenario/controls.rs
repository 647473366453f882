//! The rows of controls, and the controls at any time.

use skidpad_core::controls::{Controls, Gear};
use skidpad_core::math::Real;
use skidpad_core::spec::Quantity;

use super::held::Held;
use super::{Interpolation, ScenarioReader};
use crate::error::did_you_mean;
use crate::quantity;
use crate::reader::{Node, Table};

pub(super) const KEYS: &[&str] = &[
    "t_s", "t", "throttle", "brake", "handbrake", "steer_rad", "steer", "stick", "clutch", "starter", "gear",
    "acceleration_m_s2", "acceleration",
];
const ROWS: &str = "rows of controls in order of time, each under its own heading [[controls]], \
                    the first with t_s = 0";
const GEAR: &str = "a gear from -1 (reverse) to 12, or \"reverse\", \"neutral\" or \"auto\"";
const GEARS: &[(&str, Gear)] = &[
    ("auto", Gear::Automatic),
    ("automatic", Gear::Automatic),
    ("reverse", Gear::Reverse),
    ("neutral", Gear::Neutral),
];
/// The latest time of a row, s.
const LATEST_S: f64 = 1e5;

/// Controls over time: for each control the times and values that the file gives.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlTrack {
    interpolation: Interpolation,
    throttle: Vec<(f64, f64)>,
    brake: Vec<(f64, f64)>,
    handbrake: Vec<(f64, f64)>,
    steer_rad: Vec<(f64, f64)>,
    clutch: Vec<(f64, f64)>,
    starter: Vec<(f64, f64)>,
    gear: Vec<(f64, Gear)>,
    /// Time of the first row that gives a gear, s.
    gear_from_s: f64,
    /// Empty where no row gives it.
    acceleration_m_s2: Vec<(f64, f64)>,
}

impl ControlTrack {
    /// Nobody touches the controls: no pedal, and neutral.
    pub fn untouched() -> Self {
        let zero = || vec![(0.0, 0.0)];
        Self {
            throttle: zero(),
            brake: zero(),
            handbrake: zero(),
            steer_rad: zero(),
            clutch: zero(),
            starter: zero(),
            gear: vec![(0.0, Gear::Neutral)],
            gear_from_s: 0.0,
            ..Self::empty(Interpolation::Hold)
        }
    }

    /// The gearbox drives by itself, and nobody touches the rest.
    pub fn in_gear() -> Self {
        Self { gear: vec![(0.0, Gear::Automatic)], ..Self::untouched() }
    }

    fn empty(interpolation: Interpolation) -> Self {
        Self {
            interpolation,
            throttle: Vec::new(),
            brake: Vec::new(),
            handbrake: Vec::new(),
            steer_rad: Vec::new(),
            clutch: Vec::new(),
            starter: Vec::new(),
            gear: Vec::new(),
            gear_from_s: f64::INFINITY,
            acceleration_m_s2: Vec::new(),
        }
    }

    /// The controls at a time; before the first row those of the first row.
    pub fn at(&self, t_s: f64) -> Controls {
        let value = |knots: &[(f64, f64)]| self.value(knots, t_s);
        Controls {
            throttle: value(&self.throttle),
            brake: value(&self.brake),
            handbrake: value(&self.handbrake),
            steer_rad: value(&self.steer_rad),
            clutch: value(&self.clutch),
            starter: value(&self.starter),
            gear: self.gear[last(&self.gear, t_s)].1,
        }
    }

    /// True where a row gives the gear at a time; before, [`at`](Self::at) has a gear to begin with.
    pub fn gives_gear_at(&self, t_s: f64) -> bool {
        t_s >= self.gear_from_s
    }

    /// The acceleration asked for at a time, m/s^2, of a model that takes it instead of pedals; `None`
    /// where no row gives it.
    pub fn acceleration_at(&self, t_s: f64) -> Option<f64> {
        (!self.acceleration_m_s2.is_empty()).then(|| self.value(&self.acceleration_m_s2, t_s))
    }

    /// The times at which something changes, s, in order.
    pub fn times(&self) -> Vec<f64> {
        let numbers = [
            &self.throttle,
            &self.brake,
            &self.handbrake,
            &self.steer_rad,
            &self.clutch,
            &self.starter,
            &self.acceleration_m_s2,
        ];
        let mut times: Vec<f64> = numbers.into_iter().flatten().map(|knot| knot.0).collect();
        times.extend(self.gear.iter().map(|knot| knot.0));
        times.sort_by(f64::total_cmp);
        times.dedup();
        times
    }

    /// The times of what is asked for too late to be done before an end, s, in order. Between rows on
    /// straight lines the first after the end still counts.
    pub fn idle_after(&self, end_s: f64) -> Vec<f64> {
        let times = self.times();
        let late = times.partition_point(|t_s| *t_s <= end_s);
        let counted = match self.interpolation {
            Interpolation::Hold => 0,
            Interpolation::Linear => 1,
        };
        times.into_iter().skip(late + counted).collect()
    }

    fn value(&self, knots: &[(f64, f64)], t_s: f64) -> f64 {
        let index = last(knots, t_s);
        let (start_s, value) = knots[index];
        match (self.interpolation, knots.get(index + 1)) {
            (Interpolation::Linear, Some(&(end_s, next))) if t_s > start_s => {
                value + (next - value) * ((t_s - start_s) / (end_s - start_s))
            }
            _ => value,
        }
    }
}

/// The index of the last knot at or before a time, or the first.
fn last<T>(knots: &[(f64, T)], t_s: f64) -> usize {
    knots.partition_point(|(knot_s, _)| *knot_s <= t_s).saturating_sub(1)
}

impl<'a> ScenarioReader<'a> {
    pub(super) fn controls(
        &mut self,
        root: &Table<'a>,
        interpolation: Interpolation,
        held: Held,
    ) -> Option<ControlTrack> {
        self.held = held;
        let Some(node) = root.get("controls") else {
            self.r.missing(root, "controls", format!("given: {ROWS}"));
            return None;
        };
        let Some(rows) = node.elements().filter(|rows| !rows.is_empty()) else {
            self.r.wrong(&node, ROWS, None);
            return None;
        };
        let mut track = ControlTrack::empty(interpolation);
        let mut before_s = None;
        for row in &rows {
            if self.r.faults.room() == 0 {
                self.r.faults.push_unlisted(1);
                continue;
            }
            before_s = self.row(row, before_s, &mut track).or(before_s);
        }
        Some(track)
    }

    /// Reads a row into the track; its time.
    fn row(&mut self, node: &Node<'a>, before_s: Option<f64>, track: &mut ControlTrack) -> Option<f64> {
        let Some(row) = node.as_table() else {
            self.r.wrong(node, "a row of controls: { t_s = 0, throttle = 1 }", None);
            return None;
        };
        self.r.unknown(&row, KEYS, |_| None);
        for key in self.held.keys() {
            if let Some(node) = row.get(key) {
                self.r.wrong(&node, "left out, as the driver has it", None);
            }
        }
        let time = self.one_of_two(&row, "t_s", "t");
        if time.is_none() {
            self.r.missing(&row, "t_s", "given: the time of the row, such as t_s = 2.5");
        }
        let t_s = time.and_then(|node| self.time(&node, before_s));
        let steer = self.steer(&row);
        for (key, node, knots) in [
            ("throttle", row.get("throttle"), &mut track.throttle),
            ("brake", row.get("brake"), &mut track.brake),
            ("handbrake", row.get("handbrake"), &mut track.handbrake),
            ("clutch", row.get("clutch"), &mut track.clutch),
            ("starter", row.get("starter"), &mut track.starter),
            ("steer_rad", steer, &mut track.steer_rad),
        ] {
            let is_first = knots.is_empty();
            let value = match node {
                Some(node) => self.control(&node, key == "steer_rad").or(is_first.then_some(0.0)),
                None => is_first.then_some(0.0),
            };
            knots.extend(t_s.zip(value));
        }
        // Before the first row that gives it, it is 0.
        if let (Some(t_s), Some(node)) = (t_s, self.one_of_two(&row, "acceleration_m_s2", "acceleration")) {
            if track.acceleration_m_s2.is_empty() && t_s > 0.0 {
                track.acceleration_m_s2.push((0.0, 0.0));
            }
            let value = self.acceleration(&node);
            track.acceleration_m_s2.extend(value.map(|value| (t_s, value)));
        }
        let gear = match row.get("gear") {
            Some(node) => {
                track.gear_from_s = Real::min(track.gear_from_s, t_s.unwrap_or(f64::INFINITY));
                self.gear(&node)
            }
            None if self.held == Held::Nothing => track.gear.is_empty().then_some(Gear::Forward(1)),
            None => track.gear.is_empty().then_some(Gear::Automatic),
        };
        track.gear.extend(t_s.zip(gear));
        t_s
    }

    /// The key that steers: a stick where there is one, an angle otherwise.
    fn steer(&mut self, row: &Table<'a>) -> Option<Node<'a>> {
        let shaped = self.lock_rad.is_some();
        let (out, must) = match shaped {
            true => (["steer_rad", "steer"], "omitted, as [shaping] has a stick: write stick, from -1 to 1"),
            false => (["stick", "stick"], "omitted without [shaping]: write steer, an angle"),
        };
        for key in &out[..1 + usize::from(shaped)] {
            if let Some(node) = row.get(key) {
                self.r.wrong(&node, must, None);
            }
        }
        if shaped { row.get("stick") } else { self.one_of_two(row, "steer_rad", "steer") }
    }

    /// The value of a key with its unit in the name, or of the one without.
    fn one_of_two(&mut self, row: &Table<'a>, with_unit: &str, without: &str) -> Option<Node<'a>> {
        match (row.get(with_unit), row.get(without)) {
            (Some(node), Some(_)) => {
                self.r.wrong(&node, format!("omitted, as `{without}` is given"), None);
                None
            }
            (given, other) => given.or(other),
        }
    }

    fn time(&mut self, node: &Node<'a>, before_s: Option<f64>) -> Option<f64> {
        let must = format!("a time from 0 to {LATEST_S} s, such as t_s = 2.5 or t = \"2.5 s\"");
        let t_s = self.number(node, quantity::measure(Quantity::Time), &must)?;
        if !(0.0..=LATEST_S).contains(&t_s) {
            self.r.wrong(node, must, None);
            return None;
        }
        if let Some(before_s) = before_s.filter(|before_s| t_s <= *before_s) {
            self.r.wrong(node, format!("later than the row before, which is at {before_s} s"), None);
        }
        Some(t_s)
    }

    fn control(&mut self, node: &Node<'a>, is_angle: bool) -> Option<f64> {
        if let Some(lock_rad) = self.lock_rad.filter(|_| is_angle) {
            let must = "a number from -1 (full right) to 1 (full left)";
            let stick = self.number(node, quantity::measure(Quantity::Ratio), must)?;
            if (-1.0..=1.0).contains(&stick) {
                return Some(stick * lock_rad);
            }
            self.r.wrong(node, must, None);
            return None;
        }
        let (quantity, range, must) = if is_angle {
            let must = "an angle from -1.5 to 1.5 rad, positive to the left, such as steer_rad = 0.1 or steer = \"5 deg\"";
            (Quantity::Angle, (-1.5, 1.5), must)
        } else {
            (Quantity::Ratio, (0.0, 1.0), "a number from 0 to 1, such as 0.5 or \"50 %\"")
        };
        let value = self.number(node, quantity::measure(quantity), must)?;
        if (range.0..=range.1).contains(&value) {
            return Some(value);
        }
        self.r.wrong(node, must, None);
        None
    }

    fn acceleration(&mut self, node: &Node<'a>) -> Option<f64> {
        let must =
            "an acceleration from -30 to 30 m/s^2, such as acceleration_m_s2 = 2 or acceleration = \"0.2 g\"";
        let value = self.number(node, &quantity::ACCELERATION, must)?;
        if (-30.0..=30.0).contains(&value) {
            return Some(value);
        }
        self.r.wrong(node, must, None);
        None
    }

    fn gear(&mut self, node: &Node<'a>) -> Option<Gear> {
        let name = node.as_str();
        let named = name.and_then(|name| GEARS.iter().find(|(word, _)| *word == name)).map(|(_, gear)| *gear);
        let numbered = node.whole().and_then(|gear| match gear {
            -1 => Some(Gear::Reverse),
            0 => Some(Gear::Neutral),
            1..=12 => u8::try_from(gear).ok().map(Gear::Forward),
            _ => None,
        });
        let gear = named.or(numbered);
        if gear == Some(Gear::Reverse) && self.held != Held::Nothing {
            self.r.wrong(node, "a gear forwards, as the driver keeps a speed ahead", None);
        }
        if gear.is_none() {
            let hint = name.and_then(|name| did_you_mean(name, GEARS.iter().map(|(word, _)| *word)));
            self.r.wrong(node, GEAR, hint);
        }
        gear
    }
}
