//! From specification to vehicle: every bad field at once, nothing replaced in silence.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use super::fitted::Wrong;
use super::step_limit::{longest_engine_step, longest_lateral_step, longest_sprung_step, longest_step};
use super::{
    ConverterSpec, CouplingSpec, GearboxKind, OnAxles, Section, TorqueSpec, TyresSpec, Vehicle, VehicleSpec,
};
use crate::math::Real;
use crate::powertrain::{CONVERTER_CAPACITY, CURVE_CAPACITY, MAX_GEARS};

/// Error in one field.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecError {
    /// Section and name of the field, as files write it: `gearbox.final_drive`.
    pub field: String,
    /// Value of the field, SI.
    pub value: String,
    /// Condition that the value must meet, in words.
    pub must: String,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}; it must be {}", self.field, self.value, self.must)
    }
}

impl core::error::Error for SpecError {}

/// The ratios that a gear may have.
const RATIOS: RangeInclusive<f64> = 0.05..=100.0;
/// The speeds that the rows of a torque curve may have, rad/s.
const CURVE_SPEEDS_RAD_S: RangeInclusive<f64> = 0.0..=20000.0;
/// The shortest sub-step that is still computed in bearable time, s.
const SHORTEST_STEP_S: f64 = 1e-5;

impl<R: Real> VehicleSpec<R> {
    /// Checks every field and precomputes the vehicle. All bad fields are reported at once.
    ///
    /// # Errors
    /// Each field that is not finite, out of its range, missing (NaN), or at odds with another.
    pub fn validate(&self) -> Result<Vehicle<R>, Vec<SpecError>> {
        self.values().check()?;
        Ok(self.build())
    }
}

impl VehicleSpec {
    /// All bad fields.
    fn check(&self) -> Result<(), Vec<SpecError>> {
        let mut faults = SpecFaults(Vec::new());
        self.check_sections(&mut faults);
        // Before the clutch: a redline below the idle speed is reported as that.
        faults.engine(self);
        match &self.coupling {
            CouplingSpec::Clutch(clutch) => {
                faults.section("clutch", clutch);
                let bite = ("clutch.bite", clutch.bite_rad_s);
                faults.ordered(("clutch.launch", clutch.launch_rad_s), bite);
                faults.ordered(("engine.redline", self.engine.redline_rad_s), bite);
            }
            CouplingSpec::Converter(converter) => faults.converter(converter),
            CouplingSpec::Direct => {}
        }
        faults.gears(self);
        faults.torque(self);
        faults.tyres(self.tyres.iter().flat_map(TyresSpec::check));
        for (field, is_front) in [("front.cornering_stiffness", true), ("rear.cornering_stiffness", false)] {
            if let Some((value, must)) = self.cornering_misfit(is_front) {
                faults.push(field, value, must);
            }
        }
        if !faults.0.is_empty() {
            return Err(faults.0);
        }
        self.check_steps(&mut faults);
        if faults.0.is_empty() { Ok(()) } else { Err(faults.0) }
    }

    /// Fields that are out of their ranges, and the stalling section's misfits with the others.
    fn check_sections(&self, faults: &mut SpecFaults) {
        faults.section("body", &self.body);
        faults.section("front", &self.front);
        faults.section("rear", &self.rear);
        faults.section("engine", &self.engine);
        faults.section("gearbox", &self.gearbox);
        faults.section("drive", &self.drive);
        faults.optional("chassis", self.chassis.as_ref());
        faults.optional("steering", self.steering.as_ref());
        faults.optional("differentials", self.differentials.as_ref());
        faults.optional("assists", self.assists.as_ref());
        if let Some(stalling) = &self.stalling {
            faults.section("stalling", stalling);
            for (field, value, must) in stalling.misfits(self) {
                faults.push(field, value, must);
            }
        }
        faults.optional("bump_stops", self.bump_stops.as_ref());
        if let Some(space) = &self.space {
            faults.section("space", space);
            for (field, value, must) in space.misfits(self) {
                if !faults.has(field) {
                    faults.push(field, value, must);
                }
            }
        }
    }

    /// Fields by which the vehicle's longest stable sub-step would be too short, once each field is in its range.
    fn check_steps(&self, faults: &mut SpecFaults) {
        let vehicle = self.build();
        for (field, spec, axle) in [
            ("front.wheel_inertia", &self.front, vehicle.front()),
            ("rear.wheel_inertia", &self.rear, vehicle.rear()),
        ] {
            let why = "mass, stiffness, radius, relaxation length and centre_coupling";
            faults.step(field, spec.wheel_inertia_kg_m2, longest_step(vehicle.body(), axle), why);
        }
        let body = vehicle.body();
        for (field, spec, axle, share) in [
            ("front.relaxation_length", &self.front, vehicle.front(), 1.0 - body.front_share),
            ("rear.relaxation_length", &self.rear, vehicle.rear(), body.front_share),
        ] {
            let why = "mass, yaw inertia, stiffness, peak_slip, lateral_friction and peak_slip_angle or cornering_stiffness";
            let step_s = longest_lateral_step(body, axle, share * body.wheelbase_m);
            faults.step(field, spec.relaxation_length_m, step_s, why);
        }
        if let Some(chassis) = &self.chassis {
            let why = "mass, track, roll_gradient, ride frequencies, damping_ratio and pitch_inertia";
            let step_s = longest_sprung_step(vehicle.two_axles(), vehicle.chassis());
            faults.step("chassis.roll_inertia", chassis.roll_inertia_kg_m2, step_s, why);
        }
        let engine = &self.engine;
        let radii_m = OnAxles { front: vehicle.front().radius_m, rear: vehicle.rear().radius_m };
        let loads_n = OnAxles { front: vehicle.wheel_load_n(true), rear: vehicle.wheel_load_n(false) };
        faults.tyres(self.tyres.iter().flat_map(|tyres| tyres.misfits(&radii_m, &loads_n)));
        faults.step("engine.inertia", engine.inertia_kg_m2, longest_engine_step(engine), "braking");
    }
}

struct SpecFaults(Vec<SpecError>);

impl SpecFaults {
    fn push(&mut self, field: &str, value: f64, must: impl Into<String>) {
        let value = if value.is_nan() { String::from("missing or not a number") } else { format!("{value}") };
        self.0.push(SpecError { field: String::from(field), value, must: must.into() });
    }

    fn within(&mut self, field: &str, value: f64, range: RangeInclusive<f64>, must: &str) {
        if !range.contains(&value) {
            self.push(field, value, must);
        }
    }

    fn optional<S: Section>(&mut self, name: &str, section: Option<&S>) {
        section.into_iter().for_each(|section| self.section(name, section));
    }

    fn section<S: Section>(&mut self, name: &str, section: &S) {
        let absent = self.either(name, section);
        for (index, field) in S::FIELDS.iter().enumerate() {
            let value = section.get(index);
            if absent == Some(field.name) {
                continue;
            }
            if !(field.low..=field.high).contains(&value) {
                let unit = field.quantity.si_unit();
                let must = format!("between {} and {} {unit}", field.low, field.high);
                self.push(&format!("{name}.{}", field.name), value, must);
            }
        }
    }

    /// Returns the optional one of a pair of fields of which exactly one is to be given; reports both given.
    fn either<S: Section>(&mut self, name: &str, section: &S) -> Option<&'static str> {
        let [first, second] = S::EITHER?;
        let value = |name: &str| {
            let index = S::FIELDS.iter().position(|field| field.name == name);
            index.map_or(f64::NAN, |index| section.get(index))
        };
        let is_given = |name: &str| value(name) > 0.0;
        if is_given(first) && is_given(second) {
            let must = format!("left out, or else {name}.{first}, as each follows from the other");
            self.push(&format!("{name}.{second}"), value(second), must);
            return None;
        }
        let is_second = is_given(second) || (value(first) == 0.0 && value(second) != 0.0);
        Some(if is_second { first } else { second })
    }

    /// Returns true where a field was reported.
    fn has(&self, field: &str) -> bool {
        self.0.iter().any(|fault| fault.field == field)
    }

    /// Reports a field that is not larger than another. Where one of the two is wrong in itself, that one was reported,
    /// and the other may be right.
    fn ordered(&mut self, (field, value): (&str, f64), (lower, bound): (&str, f64)) {
        if value <= bound && !self.has(field) && !self.has(lower) {
            self.push(field, value, format!("larger than {lower}, which is {bound}"));
        }
    }

    /// Reports an inertia whose motion is too fast to be computed.
    fn step(&mut self, field: &str, value: f64, step_s: f64, why: &str) {
        if step_s < SHORTEST_STEP_S {
            let must = format!(
                "larger: with this {why} it would take steps of {step_s} s, below {SHORTEST_STEP_S} s"
            );
            self.push(field, value, must);
        }
    }

    fn tyres(&mut self, wrong: impl Iterator<Item = Wrong>) {
        wrong.for_each(|wrong| self.push(&wrong.field, wrong.value, wrong.must));
    }

    fn engine(&mut self, spec: &VehicleSpec) {
        let engine = &spec.engine;
        if spec.coupling == CouplingSpec::Direct && engine.idle_rad_s > 0.0 {
            let must =
                String::from("0 where nothing can open between engine and wheels (coupling \"direct\")");
            self.push("engine.idle", engine.idle_rad_s, must);
        }
        let redline = ("engine.redline", engine.redline_rad_s);
        self.ordered(redline, ("engine.idle", engine.idle_rad_s));
        let is_known = !self.has("engine.limiter") && !self.has(redline.0);
        if engine.limiter_rad_s < engine.redline_rad_s && is_known {
            let must = format!("at least engine.redline, which is {}", engine.redline_rad_s);
            self.push("engine.limiter", engine.limiter_rad_s, must);
        }
        self.ordered(("engine.blow_up", engine.blow_up_rad_s), redline);
    }

    fn gears(&mut self, spec: &VehicleSpec) {
        let gearbox = &spec.gearbox;
        let shift_down = ("gearbox.shift_down", gearbox.shift_down_rad_s);
        self.ordered(("gearbox.shift_up", gearbox.shift_up_rad_s), shift_down);
        let count = spec.ratios.len();
        if count == 0 || count > MAX_GEARS {
            self.push("gearbox.ratios", count as f64, format!("1 to {MAX_GEARS} ratios, first gear first"));
        }
        if spec.gearbox_kind == GearboxKind::Single && count > 1 {
            self.push("gearbox.ratios", count as f64, "one ratio for the kind \"single\"");
        }
        for (index, &ratio) in spec.ratios.iter().enumerate() {
            let field = format!("gearbox.ratios[{index}]");
            let below = index.checked_sub(1).map(|index| spec.ratios[index]);
            if !RATIOS.contains(&ratio) {
                self.push(&field, ratio, "between 0.05 and 100");
            } else if let Some(below) = below.filter(|below| RATIOS.contains(below) && ratio >= *below) {
                let must = format!("smaller than the ratio of the gear below, which is {below}");
                self.push(&field, ratio, must);
            }
        }
        self.within("gearbox.reverse", spec.reverse, RATIOS, "between 0.05 and 100");
    }

    fn torque(&mut self, spec: &VehicleSpec) {
        match &spec.torque {
            TorqueSpec::Points(points) => {
                self.curve_length("engine.torque", points.len(), 2);
                for (index, &(speed, torque)) in points.iter().enumerate() {
                    let before = index.checked_sub(1).map(|index| points[index].0);
                    self.curve_row(&format!("engine.torque[{index}]"), speed, before);
                    self.within(
                        &format!("engine.torque[{index}]"),
                        torque,
                        0.0..=1e5,
                        "a torque between 0 and 100000 N.m",
                    );
                }
                if points.len() > 1 && points.iter().all(|point| point.1 <= 0.0) {
                    self.push("engine.torque", 0.0, "above 0 N.m somewhere");
                }
            }
            TorqueSpec::Lines(lines) => {
                self.curve_length("engine.torque_lines", lines.len(), 1);
                for (index, line) in lines.iter().enumerate() {
                    let field = format!("engine.torque_lines[{index}]");
                    let before = index.checked_sub(1).map(|index| lines[index].from_rad_s);
                    self.curve_row(&field, line.from_rad_s, before);
                    self.within(&field, line.intercept_nm, -1e5..=1e5, "an intercept within 100000 N.m");
                    self.within(&field, line.slope_nm_s, -1e4..=1e4, "a slope within 10000 N.m per rad/s");
                }
            }
            TorqueSpec::Motor { torque_nm, power_w } => {
                self.within("engine.motor.torque", *torque_nm, 1e-3..=1e5, "between 0.001 and 100000 N.m");
                self.within("engine.motor.power", *power_w, 1.0..=1e8, "between 1 and 100000000 W");
            }
        }
    }

    fn curve_length(&mut self, field: &str, length: usize, least: usize) {
        if !(least..=CURVE_CAPACITY).contains(&length) {
            self.push(field, length as f64, format!("{least} to {CURVE_CAPACITY} rows"));
        }
    }

    fn curve_row(&mut self, field: &str, speed: f64, before: Option<f64>) {
        if !CURVE_SPEEDS_RAD_S.contains(&speed) {
            self.push(field, speed, "a speed between 0 and 20000 rad/s");
        } else if let Some(before) =
            before.filter(|before| CURVE_SPEEDS_RAD_S.contains(before) && speed <= *before)
        {
            self.push(field, speed, format!("a speed above that of the row before, which is {before} rad/s"));
        }
    }

    fn converter(&mut self, spec: &ConverterSpec) {
        self.within(
            "converter.lock_up_ratio",
            spec.lock_up_ratio,
            0.0..=2.0,
            "between 0 and 2; above 1 it never locks",
        );
        let count = spec.points.len();
        if !(2..=CONVERTER_CAPACITY).contains(&count) {
            self.push("converter.points", count as f64, format!("2 to {CONVERTER_CAPACITY} rows"));
        }
        for (index, &(speed, torque, capacity)) in spec.points.iter().enumerate() {
            let field = format!("converter.points[{index}]");
            let before = index.checked_sub(1).map_or(-1e-9, |index| spec.points[index].0);
            if !(0.0..=1.0).contains(&speed) || speed <= before {
                self.push(&field, speed, "a speed ratio between 0 and 1 above that of the row before");
            }
            self.within(&field, torque, 0.5..=5.0, "a torque ratio between 0.5 and 5");
            self.within(&field, capacity, 0.0..=10.0, "a capacity between 0 and 10 N.m per (rad/s)^2");
        }
        for (index, pair) in spec.points.windows(2).enumerate() {
            let [(left, ratio_left, _), (right, ratio_right, _)] = [pair[0], pair[1]];
            // Speed ratio times torque ratio is the efficiency; between the rows it is a parabola.
            let (span, fall) = (right - left, ratio_left - ratio_right);
            let top = if span * fall > 0.0 {
                Real::clamp((span * ratio_left - left * fall) / (2.0 * span * fall), 0.0, 1.0)
            } else {
                1.0
            };
            let efficiency = (left + top * span) * (ratio_left - top * fall);
            if efficiency > 1.0 + 1e-9 {
                let must =
                    String::from("such that speed ratio times torque ratio stays at most 1 up to the row");
                self.push(&format!("converter.points[{}]", index + 1), efficiency, must);
            }
        }
        if spec.points.first().is_some_and(|row| row.0 != 0.0) {
            self.push("converter.points[0]", spec.points[0].0, "the row of speed ratio 0");
        }
    }
}
