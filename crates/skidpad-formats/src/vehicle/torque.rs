//! The torque of an engine or motor: points, straight lines, or torque and power.

use skidpad_core::spec::{Field, TorqueLine, TorqueSpec};

use super::rows::{LINE, MOTOR as MOTOR_FIELDS, POINT};
use super::value::VehicleReader;
use crate::quantity::{self, Measure};
use crate::reader::{Node, Table};

const FORMS: &[&str] = &["torque", "torque_lines", "motor"];
const POINTS: &str = "points of speed and torque: \
                      torque = { points = [[\"1000 rpm\", \"330 N.m\"], [\"4400 rpm\", \"475 N.m\"]], source = \"...\" }";
const LINES: &str = "straight lines, each from a speed up: \
                     torque_lines = { lines = [{ from = \"1000 rpm\", intercept = \"195 N.m\", slope_nm_per_rpm = 0.025 }], \
                     source = \"...\" }";
const MOTOR: &str = "the largest torque and power: \
                     motor = { torque = \"420 N.m\", power = \"208 kW\", source = \"...\" }";

/// Units that a number of a row is written in, and its range in SI.
pub(super) fn measure_of(field: &Field) -> (&'static Measure, (f64, f64)) {
    (quantity::measure(field.quantity), (field.low, field.high))
}

impl<'a> VehicleReader<'a> {
    /// The one of the three forms that is given.
    pub fn torque(&mut self, engine: &Table<'a>) -> TorqueSpec {
        let given: Vec<&str> = FORMS.iter().copied().filter(|form| engine.has(form)).collect();
        if given.is_empty() {
            let must = format!("given, as one of: {POINTS}; {LINES}; {MOTOR}");
            self.r.missing(engine, "torque", must);
        }
        for form in given.iter().skip(1) {
            if let Some(node) = engine.get(form) {
                let must = format!(
                    "left out: `{}` is given, and one of torque, torque_lines and motor is enough",
                    given[0]
                );
                self.r.wrong(&node, must, None);
            }
        }
        match given.first() {
            Some(&"torque_lines") => TorqueSpec::Lines(self.lines(engine)),
            Some(&"motor") => self.motor(engine),
            Some(_) => TorqueSpec::Points(self.points(engine)),
            None => TorqueSpec::Points(Vec::new()),
        }
    }

    fn points(&mut self, engine: &Table<'a>) -> Vec<(f64, f64)> {
        let mut points = Vec::new();
        for row in self.list(engine, "torque", "points", POINTS) {
            self.r.place(&row);
            let Some([speed, newton_metres]) = row.elements().and_then(|row| <[_; 2]>::try_from(row).ok())
            else {
                self.r.wrong(&row, "a point of speed and torque: [\"1000 rpm\", \"330 N.m\"]", None);
                continue;
            };
            let [(speeds, speed_range), (torques, torque_range)] =
                [measure_of(&POINT[0]), measure_of(&POINT[1])];
            let speed = self.r.quantity(&speed, speeds, speed_range);
            let newton_metres = self.r.quantity(&newton_metres, torques, torque_range);
            points.push((speed.unwrap_or(f64::NAN), newton_metres.unwrap_or(f64::NAN)));
        }
        points
    }

    fn lines(&mut self, engine: &Table<'a>) -> Vec<TorqueLine> {
        let mut lines = Vec::new();
        for row in self.list(engine, "torque_lines", "lines", LINES) {
            self.r.place(&row);
            let Some(line) = row.as_table() else {
                let must =
                    "a line { from = \"1000 rpm\", intercept = \"195 N.m\", slope_nm_per_rpm = 0.025 }";
                self.r.wrong(&row, must, None);
                continue;
            };
            self.r.unknown(&line, &["from", "intercept", "slope", "slope_nm_per_rpm"], |_| None);
            let [from, intercept_nm] = [0, 1].map(|index| self.number(&line, &LINE[index]));
            let slope_nm_s = self.slope(&row, &line);
            lines.push(TorqueLine { from_rad_s: from, intercept_nm, slope_nm_s });
        }
        lines
    }

    /// `slope_nm_per_rpm = 0.025` or `slope = "0.025 N.m/rpm"`.
    fn slope(&mut self, row: &Node<'a>, line: &Table<'a>) -> f64 {
        let (measure, range) = measure_of(&LINE[2]);
        match (line.get("slope_nm_per_rpm"), line.get("slope")) {
            (Some(node), None) => {
                self.r.place(&node);
                let slope = node.number().filter(|slope| slope.abs() <= 1000.0);
                if slope.is_none() {
                    let must = "a number from -1000 to 1000, torque in N.m per rpm, such as 0.025";
                    let hint =
                        node.as_str().map(|_| "with a unit, write slope = \"0.025 N.m/rpm\"".to_owned());
                    self.r.wrong(&node, must, hint);
                }
                slope.map_or(f64::NAN, |slope| slope / skidpad_core::units::rpm(1.0))
            }
            (None, Some(node)) => self.r.quantity(&node, measure, range).unwrap_or(f64::NAN),
            _ => {
                let must = "a line with one slope: slope_nm_per_rpm = 0.025, or slope = \"0.025 N.m/rpm\"";
                self.r.wrong(row, must, None);
                f64::NAN
            }
        }
    }

    fn motor(&mut self, engine: &Table<'a>) -> TorqueSpec {
        let node = engine.get("motor");
        if let Some(node) = &node {
            self.r.place(node);
        }
        let Some(table) = node.as_ref().and_then(Node::as_table) else {
            if let Some(node) = &node {
                self.r.wrong(node, MOTOR, None);
            }
            return TorqueSpec::Motor { torque_nm: f64::NAN, power_w: f64::NAN };
        };
        self.attribution(&table, &table.path, &["torque", "power"]);
        let [torque_nm, power_w] = [0, 1].map(|index| self.number(&table, &MOTOR_FIELDS[index]));
        TorqueSpec::Motor { torque_nm, power_w }
    }

    /// A number that must be there; NaN where it is wrong or missing.
    fn number(&mut self, table: &Table<'a>, field: &Field) -> f64 {
        let ((measure, range), key) = (measure_of(field), field.name);
        match table.get(key) {
            Some(node) => self.r.quantity(&node, measure, range).unwrap_or(f64::NAN),
            None => {
                self.r.missing(table, key, format!("given: {}", crate::reader::must(measure, range)));
                f64::NAN
            }
        }
    }
}
