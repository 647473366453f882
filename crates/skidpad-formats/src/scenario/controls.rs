//! The rows of controls: the tables `[[controls]]`.

use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::spec::Quantity;

use super::held::Held;
use super::reader::ScenarioReader;
use super::track::{ControlTrack, Interpolation};
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
