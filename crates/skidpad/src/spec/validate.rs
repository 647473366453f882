//! From specification to vehicle: every bad field at once, nothing replaced in silence.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{
    AxleData, AxleSpec, BodyData, ConverterSpec, CouplingSpec, EngineSpec, GearboxKind, Section, TorqueSpec,
    TyreLaw, Vehicle, VehicleSpec,
};
use crate::math::Real;
use crate::powertrain::CONVERTER_CAPACITY;
use crate::powertrain::{
    CURVE_CAPACITY, ClutchGrip, Converter, EngineData, Gears, MAX_GEARS, ShiftData, TorqueCurve,
};

/// What is wrong with one field.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecError {
    /// Section and name of the field, as files write it: `gearbox.final_drive`.
    pub field: String,
    /// The value that it has, SI.
    pub value: String,
    /// What it must be.
    pub must: String,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}; it must be {}", self.field, self.value, self.must)
    }
}

impl core::error::Error for SpecError {}

/// Damping time of the tread, s: it damps the rocking of a car on its locked wheels to about a
/// fifth of critical, and acts only while the deflection changes.
const TREAD_DAMPING_S: f64 = 0.01;
/// Speed above which a lock-up clutch may be closed, over idle: as a clutch's bite, with a little
/// more room, since nobody presses a pedal.
const LOCK_UP_ABOVE_IDLE: f64 = 1.2;
/// The longest sub-step that any car takes, s.
pub const LONGEST_STEP_S: f64 = 0.002;
/// The shortest sub-step that is still computed in bearable time, s.
const SHORTEST_STEP_S: f64 = 1e-5;
/// The speed up to which steps are stable, m/s.
const FASTEST_M_S: f64 = 150.0;

impl VehicleSpec {
    /// Checks every field and precomputes the vehicle. All bad fields are reported at once.
    ///
    /// # Errors
    /// Each field that is not finite, out of its range, missing (NaN), or at odds with another.
    pub fn validate(&self) -> Result<Vehicle<f64>, Vec<SpecError>> {
        let mut faults = Faults(Vec::new());
        faults.section("body", &self.body);
        faults.section("front", &self.front);
        faults.section("rear", &self.rear);
        faults.section("engine", &self.engine);
        faults.section("gearbox", &self.gearbox);
        faults.section("drive", &self.drive);
        match &self.coupling {
            CouplingSpec::Clutch(clutch) => {
                faults.section("clutch", clutch);
                faults.ordered(
                    "clutch.launch",
                    clutch.launch_rad_s,
                    clutch.bite_rad_s,
                    "larger than clutch.bite",
                );
                faults.ordered(
                    "engine.redline",
                    self.engine.redline_rad_s,
                    clutch.bite_rad_s,
                    "larger than clutch.bite",
                );
            }
            CouplingSpec::Converter(converter) => faults.converter(converter),
            CouplingSpec::Direct => {}
        }
        faults.engine(self);
        faults.gears(self);
        faults.torque(self);
        if !faults.0.is_empty() {
            return Err(faults.0);
        }
        let vehicle = self.build();
        for (field, spec, axle) in [
            ("front.wheel_inertia", &self.front, vehicle.front()),
            ("rear.wheel_inertia", &self.rear, vehicle.rear()),
        ] {
            let why = "mass, stiffness, radius, relaxation length and centre_coupling";
            faults.step(field, spec.wheel_inertia_kg_m2, longest_step(vehicle.body(), axle), why);
        }
        let engine = &self.engine;
        faults.step("engine.inertia", engine.inertia_kg_m2, longest_engine_step(engine), "braking");
        if faults.0.is_empty() { Ok(vehicle) } else { Err(faults.0) }
    }

    fn build(&self) -> Vehicle<f64> {
        let front = self.axle(&self.front);
        let rear = self.axle(&self.rear);
        let body = BodyData {
            mass_kg: self.test_mass_kg(),
            wheelbase_m: self.body.wheelbase_m,
            front_share: self.body.front_weight_share,
            cg_height_m: self.body.cg_height_m,
            yaw_inertia_kg_m2: self.body.yaw_inertia_kg_m2,
            track_m: self.body.track_m,
            largest_steer_rad: self.body.largest_steer_rad,
            drag_area_m2: self.body.drag_coefficient * self.body.frontal_area_m2,
            linear_resistance_n_s_m: self.body.linear_resistance_n_s_m,
            drive_front_share: self.drive.front_share,
            centre_coupling_nm_s: self.drive.centre_coupling_nm_s,
            efficiency: self.gearbox.efficiency,
        };
        Vehicle {
            longest_step_s: [Real::min(
                Real::min(longest_step(&body, &front), longest_step(&body, &rear)),
                longest_engine_step(&self.engine),
            )],
            body,
            front,
            rear,
            engine: self.engine_data(),
            curve: self.curve(),
            clutch: self.clutch_grip(),
            converter: self.converter(),
            gears: self.gears(),
            shift: ShiftData {
                gears: self.ratios.len() as f64,
                shift_time_s: self.gearbox.shift_time_s,
                torque_share: self.gearbox.shift_torque_share,
                shift_up_rad_s: self.gearbox.shift_up_rad_s,
                shift_down_rad_s: self.gearbox.shift_down_rad_s,
            },
        }
    }

    fn axle(&self, spec: &AxleSpec) -> AxleData<f64> {
        AxleData {
            radius_m: spec.radius_m,
            inertia_kg_m2: spec.wheel_inertia_kg_m2 * spec.wheels,
            friction: spec.friction,
            peak_slip: spec.peak_slip,
            stiffness: spec.stiffness,
            lateral_friction: spec.lateral_friction,
            peak_slip_angle_rad: spec.peak_slip_angle_rad,
            sliding_share: spec.sliding_share,
            has_peak: f64::from(self.tyre_law == TyreLaw::Peaked),
            is_capped: f64::from(self.tyre_law == TyreLaw::LinearCapped),
            inverse_relaxation_1_m: 1.0 / spec.relaxation_length_m,
            damping_s: TREAD_DAMPING_S,
            rolling_resistance: spec.rolling_resistance,
            brake_torque_nm: spec.brake_torque_nm,
            handbrake_torque_nm: spec.handbrake_torque_nm,
        }
    }

    fn engine_data(&self) -> EngineData<f64> {
        let (is_motor, motor_torque_nm, motor_power_w) = match self.torque {
            TorqueSpec::Motor { torque_nm, power_w } => (1.0, torque_nm, power_w),
            TorqueSpec::Points(_) | TorqueSpec::Lines(_) => (0.0, 0.0, 0.0),
        };
        EngineData {
            idle_rad_s: self.engine.idle_rad_s,
            redline_rad_s: self.engine.redline_rad_s,
            limiter_rad_s: self.engine.limiter_rad_s,
            blow_up_rad_s: self.engine.blow_up_rad_s,
            inertia_kg_m2: self.engine.inertia_kg_m2,
            braking_nm_s: self.engine.braking_nm_s,
            is_motor,
            motor_torque_nm,
            motor_power_w,
        }
    }

    fn curve(&self) -> TorqueCurve<f64> {
        let mut curve = TorqueCurve {
            start_rad_s: [0.0; CURVE_CAPACITY],
            base_nm: [0.0; CURVE_CAPACITY],
            slope_nm_s: [0.0; CURVE_CAPACITY],
        };
        let mut put = |index: usize, start: f64, base: f64, slope: f64| {
            for place in index..CURVE_CAPACITY {
                curve.start_rad_s[place] = start;
                curve.base_nm[place] = base;
                curve.slope_nm_s[place] = slope;
            }
        };
        match &self.torque {
            TorqueSpec::Points(points) => {
                for (index, &(speed, torque)) in points.iter().enumerate() {
                    let slope =
                        points.get(index + 1).map_or(0.0, |next| (next.1 - torque) / (next.0 - speed));
                    put(index, speed, torque, slope);
                }
            }
            TorqueSpec::Lines(lines) => {
                for (index, line) in lines.iter().enumerate() {
                    put(
                        index,
                        line.from_rad_s,
                        line.intercept_nm + line.slope_nm_s * line.from_rad_s,
                        line.slope_nm_s,
                    );
                }
            }
            TorqueSpec::Motor { .. } => {}
        }
        curve
    }

    fn clutch_grip(&self) -> ClutchGrip<f64> {
        match &self.coupling {
            CouplingSpec::Clutch(clutch) => {
                // The grip rises with the square of the speed above the bite; at the launch speed
                // it carries the engine's largest torque.
                let at_launch = Real::sqrt(Real::min(self.largest_torque_nm() / clutch.capacity_nm, 1.0));
                ClutchGrip {
                    is_rigid: 0.0,
                    capacity_nm: clutch.capacity_nm,
                    bite_rad_s: clutch.bite_rad_s,
                    launch_rad_s: clutch.launch_rad_s,
                    inverse_span_s: at_launch / (clutch.launch_rad_s - clutch.bite_rad_s),
                }
            }
            CouplingSpec::Direct => ClutchGrip {
                is_rigid: 1.0,
                capacity_nm: 0.0,
                bite_rad_s: 0.0,
                launch_rad_s: 0.0,
                inverse_span_s: 0.0,
            },
            CouplingSpec::Converter(_) => ClutchGrip {
                is_rigid: 0.0,
                // The lock-up clutch. It opens before it would drag the engine below idle.
                capacity_nm: 1.5 * self.largest_torque_nm(),
                bite_rad_s: LOCK_UP_ABOVE_IDLE * self.engine.idle_rad_s,
                launch_rad_s: 0.0,
                inverse_span_s: 1.0 / Real::max(self.engine.idle_rad_s, 1.0),
            },
        }
    }

    fn converter(&self) -> Converter<f64> {
        let mut converter = Converter {
            is_fitted: 0.0,
            lock_up_ratio: 2.0,
            lock_up_from_gear: 99.0,
            speed_ratio: [0.0; CONVERTER_CAPACITY],
            torque_ratio: [1.0; CONVERTER_CAPACITY],
            capacity_nm_s2: [0.0; CONVERTER_CAPACITY],
        };
        if let CouplingSpec::Converter(spec) = &self.coupling {
            converter.is_fitted = 1.0;
            converter.lock_up_ratio = spec.lock_up_ratio;
            converter.lock_up_from_gear = f64::from(spec.lock_up_from_gear);
            for place in 0..CONVERTER_CAPACITY {
                let row = spec.points[place.min(spec.points.len() - 1)];
                (
                    converter.speed_ratio[place],
                    converter.torque_ratio[place],
                    converter.capacity_nm_s2[place],
                ) = row;
            }
        }
        converter
    }

    fn gears(&self) -> Gears<f64> {
        let mut forward = [0.0; MAX_GEARS];
        for (place, ratio) in forward.iter_mut().enumerate() {
            *ratio = self.ratios[place.min(self.ratios.len() - 1)];
        }
        Gears { forward, reverse: self.reverse, final_drive: self.gearbox.final_drive }
    }
}

/// The longest sub-step at which an explicit step stays well within stability: 2 ms, or less for
/// wheels that are light for the load they carry, for a short relaxation length at high speed, or
/// for a stiff coupling between light axles.
///
/// With K = C W R^2 / I the wheel and its tread at the speed v have the characteristic
/// s^2 + (K a + v / sigma) s + K / sigma = 0, a = tau / (sigma + tau v): what is fastest is bounded
/// by the middle term, largest at one of the ends of the range of speeds, or the root of the last.
fn longest_step(body: &BodyData<f64>, axle: &AxleData<f64>) -> f64 {
    let load = body.mass_kg * crate::units::STANDARD_GRAVITY_M_S2;
    let (slip, radius) = (axle.inverse_relaxation_1_m, axle.radius_m);
    let spring = axle.stiffness * load * slip * radius * radius / axle.inertia_kg_m2;
    let at_rest = spring * axle.damping_s;
    let fast = FASTEST_M_S * slip + at_rest / (1.0 + axle.damping_s * FASTEST_M_S * slip);
    let coupling = 2.0 * body.centre_coupling_nm_s / axle.inertia_kg_m2;
    let rate = Real::max(Real::max(at_rest, Real::sqrt(spring)), fast) + coupling;
    Real::min(LONGEST_STEP_S, 1.8 / rate)
}

/// The same for an engine that its drag stops within a step.
fn longest_engine_step(engine: &EngineSpec) -> f64 {
    Real::min(LONGEST_STEP_S, 1.8 * engine.inertia_kg_m2 / Real::max(engine.braking_nm_s, 1e-9))
}

struct Faults(Vec<SpecError>);

impl Faults {
    fn push(&mut self, field: &str, value: f64, must: String) {
        let value = if value.is_nan() { String::from("missing or not a number") } else { format!("{value}") };
        self.0.push(SpecError { field: String::from(field), value, must });
    }

    fn section<S: Section>(&mut self, name: &str, section: &S) {
        for (index, field) in S::FIELDS.iter().enumerate() {
            let value = section.get(index);
            if !(field.low..=field.high).contains(&value) {
                let unit = field.quantity.si_unit();
                let must = format!("between {} and {} {unit}", field.low, field.high);
                self.push(&format!("{name}.{}", field.name), value, must);
            }
        }
    }

    /// Reports a value that is not larger than its bound; what is not a number was reported.
    fn ordered(&mut self, field: &str, value: f64, bound: f64, must: &str) {
        if value <= bound {
            self.push(field, value, format!("{must}, which is {bound}"));
        }
    }

    /// Reports an inertia whose motion is too fast to be computed.
    fn step(&mut self, field: &str, inertia_kg_m2: f64, step_s: f64, why: &str) {
        if step_s < SHORTEST_STEP_S {
            let must = format!(
                "larger: with this {why} it would take steps of {step_s} s, below {SHORTEST_STEP_S} s"
            );
            self.push(field, inertia_kg_m2, must);
        }
    }

    fn engine(&mut self, spec: &VehicleSpec) {
        let engine = &spec.engine;
        if spec.coupling == CouplingSpec::Direct && engine.idle_rad_s > 0.0 {
            let must =
                String::from("0 where nothing can open between engine and wheels (coupling \"direct\")");
            self.push("engine.idle", engine.idle_rad_s, must);
        }
        self.ordered("engine.redline", engine.redline_rad_s, engine.idle_rad_s, "larger than engine.idle");
        if engine.limiter_rad_s < engine.redline_rad_s {
            let must = format!("at least engine.redline, which is {}", engine.redline_rad_s);
            self.push("engine.limiter", engine.limiter_rad_s, must);
        }
        self.ordered(
            "engine.blow_up",
            engine.blow_up_rad_s,
            engine.redline_rad_s,
            "larger than engine.redline",
        );
    }

    fn gears(&mut self, spec: &VehicleSpec) {
        let gearbox = &spec.gearbox;
        self.ordered(
            "gearbox.shift_up",
            gearbox.shift_up_rad_s,
            gearbox.shift_down_rad_s,
            "larger than gearbox.shift_down",
        );
        let count = spec.ratios.len();
        if count == 0 || count > MAX_GEARS {
            self.push("gearbox.ratios", count as f64, format!("1 to {MAX_GEARS} ratios, first gear first"));
        }
        if spec.gearbox_kind == GearboxKind::Single && count > 1 {
            self.push("gearbox.ratios", count as f64, String::from("one ratio for the kind \"single\""));
        }
        for (index, &ratio) in spec.ratios.iter().enumerate() {
            let field = format!("gearbox.ratios[{index}]");
            if !(0.05..=100.0).contains(&ratio) {
                self.push(&field, ratio, String::from("between 0.05 and 100"));
            } else if index > 0 && ratio >= spec.ratios[index - 1] {
                let must =
                    format!("smaller than the ratio of the gear below, which is {}", spec.ratios[index - 1]);
                self.push(&field, ratio, must);
            }
        }
        if !(0.05..=100.0).contains(&spec.reverse) {
            self.push("gearbox.reverse", spec.reverse, String::from("between 0.05 and 100"));
        }
    }

    fn torque(&mut self, spec: &VehicleSpec) {
        match &spec.torque {
            TorqueSpec::Points(points) => {
                self.curve_length("engine.torque", points.len(), 2);
                for (index, &(speed, torque)) in points.iter().enumerate() {
                    let before = index.checked_sub(1).map(|index| points[index].0);
                    self.curve_row(&format!("engine.torque[{index}]"), speed, before);
                    if !(0.0..=1e5).contains(&torque) {
                        self.push(
                            &format!("engine.torque[{index}]"),
                            torque,
                            String::from("a torque between 0 and 100000 N.m"),
                        );
                    }
                }
                if points.len() > 1 && points.iter().all(|point| point.1 <= 0.0) {
                    self.push("engine.torque", 0.0, String::from("above 0 N.m somewhere"));
                }
            }
            TorqueSpec::Lines(lines) => {
                self.curve_length("engine.torque_lines", lines.len(), 1);
                for (index, line) in lines.iter().enumerate() {
                    let field = format!("engine.torque_lines[{index}]");
                    let before = index.checked_sub(1).map(|index| lines[index].from_rad_s);
                    self.curve_row(&field, line.from_rad_s, before);
                    if !(-1e5..=1e5).contains(&line.intercept_nm) {
                        self.push(&field, line.intercept_nm, String::from("an intercept within 100000 N.m"));
                    }
                    if !(-1e4..=1e4).contains(&line.slope_nm_s) {
                        self.push(
                            &field,
                            line.slope_nm_s,
                            String::from("a slope within 10000 N.m per rad/s"),
                        );
                    }
                }
            }
            TorqueSpec::Motor { torque_nm, power_w } => {
                if !(1e-3..=1e5).contains(torque_nm) {
                    self.push(
                        "engine.motor.torque",
                        *torque_nm,
                        String::from("between 0.001 and 100000 N.m"),
                    );
                }
                if !(1.0..=1e8).contains(power_w) {
                    self.push("engine.motor.power", *power_w, String::from("between 1 and 100000000 W"));
                }
            }
        }
    }

    fn curve_length(&mut self, field: &str, length: usize, least: usize) {
        if !(least..=CURVE_CAPACITY).contains(&length) {
            self.push(field, length as f64, format!("{least} to {CURVE_CAPACITY} rows"));
        }
    }

    fn curve_row(&mut self, field: &str, speed: f64, before: Option<f64>) {
        if !(0.0..=20000.0).contains(&speed) {
            self.push(field, speed, String::from("a speed between 0 and 20000 rad/s"));
        } else if let Some(before) = before.filter(|before| speed <= *before) {
            self.push(field, speed, format!("a speed above that of the row before, which is {before} rad/s"));
        }
    }

    fn converter(&mut self, spec: &ConverterSpec) {
        if !(0.0..=2.0).contains(&spec.lock_up_ratio) {
            self.push(
                "converter.lock_up_ratio",
                spec.lock_up_ratio,
                String::from("between 0 and 2; above 1 it never locks"),
            );
        }
        let count = spec.points.len();
        if !(2..=CONVERTER_CAPACITY).contains(&count) {
            self.push("converter.points", count as f64, format!("2 to {CONVERTER_CAPACITY} rows"));
        }
        for (index, &(speed, torque, capacity)) in spec.points.iter().enumerate() {
            let field = format!("converter.points[{index}]");
            let before = index.checked_sub(1).map_or(-1e-9, |index| spec.points[index].0);
            if !(0.0..=1.0).contains(&speed) || speed <= before {
                self.push(
                    &field,
                    speed,
                    String::from("a speed ratio between 0 and 1 above that of the row before"),
                );
            }
            if !(0.5..=5.0).contains(&torque) {
                self.push(&field, torque, String::from("a torque ratio between 0.5 and 5"));
            }
            if !(0.0..=10.0).contains(&capacity) {
                self.push(&field, capacity, String::from("a capacity between 0 and 10 N.m per (rad/s)^2"));
            }
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
            self.push("converter.points[0]", spec.points[0].0, String::from("the row of speed ratio 0"));
        }
    }
}
