//! The rules that `"derived"` stands for. Each is stated in words in the field's table too.

use super::field::set_fixed;
use super::{
    AssistsSpec, AxleSpec, BodySpec, BumpStopsSpec, ChassisSpec, ClutchSpec, CouplingSpec, DifferentialsSpec,
    DriveSpec, EngineSpec, Field, GearboxKind, GearboxSpec, Section, SpaceSpec, StallingSpec, SteeringSpec,
    TorqueSpec, VehicleSpec,
};
use crate::aero;
use crate::math::Real;
use crate::powertrain::motor_torque;
use crate::tyre::TyreSize;
use crate::units::{STANDARD_GRAVITY_M_S2, degrees};

/// The sections with fields that have rules, in an order in which each rule finds what it needs.
const SECTIONS: [(&str, &[Field]); 14] = [
    ("body", BodySpec::FIELDS),
    ("front", AxleSpec::FIELDS),
    ("rear", AxleSpec::FIELDS),
    ("engine", EngineSpec::FIELDS),
    ("clutch", ClutchSpec::FIELDS),
    ("drive", DriveSpec::FIELDS),
    ("gearbox", GearboxSpec::FIELDS),
    ("chassis", ChassisSpec::FIELDS),
    ("steering", SteeringSpec::FIELDS),
    ("differentials", DifferentialsSpec::FIELDS),
    ("assists", AssistsSpec::FIELDS),
    ("stalling", StallingSpec::FIELDS),
    ("bump_stops", BumpStopsSpec::FIELDS),
    ("space", SpaceSpec::FIELDS),
];

/// Every field with a rule, as section and name, in an order in which each rule finds what it needs.
pub fn derivable() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_section = |(section, fields): (&'static str, &'static [Field])| {
        fields.iter().filter(|field| field.rule.is_some()).map(move |field| (section, field.name))
    };
    SECTIONS.into_iter().flat_map(of_section)
}

/// A radial car tyre's wheel weighs about 20 kg at 0.33 m.
const WHEEL_MASS_PER_RADIUS_KG_M: f64 = 60.0;
/// Yaw inertia over mass a b (SAE 1999-01-1336).
const YAW_INERTIA_RATIO: f64 = 1.03;
/// Largest longitudinal force of tyres over their largest lateral force: the mean of the seven presets whose stop and
/// skidpad are both published, and from which both are identified (1.08 to 1.26).
const LONGITUDINAL_OVER_LATERAL: f64 = 1.155;
/// Coupling between the axles of an all-wheel drive, N.m s.
const CENTRE_COUPLING_NM_S: f64 = 400.0;
/// Closed-throttle drag of an engine at its redline over its largest torque.
const DRAG_SHARE: f64 = 0.18;
/// A slope of 30 %, as the sine of its angle.
const PARKING_SLOPE_SINE: f64 = 0.287_347_885_566_345_5;

impl<R: Real> VehicleSpec<R> {
    /// Fills a field by its rule. Answers false where there is no such rule. Where the rule needs
    /// a field that is not known, the result is NaN.
    pub fn derive(&mut self, section: &str, name: &str) -> bool {
        self.set_fixed(section, name)
            || match section {
                "body" => self.derive_body(name),
                "front" | "rear" => self.derive_axle(section == "front", name),
                "engine" => self.derive_engine(name),
                "clutch" => self.derive_clutch(name),
                "gearbox" => self.derive_gearbox(name),
                "drive" => self.derive_drive(name),
                "chassis" => self.derive_chassis(name),
                "stalling" => self.derive_stalling(name),
                "space" => self.derive_space(name),
                _ => false,
            }
    }

    /// Fills a field whose rule is the same number for every vehicle; false where its rule is another.
    fn set_fixed(&mut self, section: &str, name: &str) -> bool {
        match section {
            "body" => set_fixed(&mut self.body, BodySpec::FIELDS, name),
            "front" => set_fixed(&mut self.front, AxleSpec::FIELDS, name),
            "rear" => set_fixed(&mut self.rear, AxleSpec::FIELDS, name),
            "chassis" => {
                set_fixed(self.chassis.get_or_insert_with(ChassisSpec::unknown), ChassisSpec::FIELDS, name)
            }
            "steering" => {
                set_fixed(self.steering.get_or_insert_with(SteeringSpec::unknown), SteeringSpec::FIELDS, name)
            }
            "differentials" => set_fixed(
                self.differentials.get_or_insert_with(DifferentialsSpec::unknown),
                DifferentialsSpec::FIELDS,
                name,
            ),
            "assists" => {
                set_fixed(self.assists.get_or_insert_with(AssistsSpec::unknown), AssistsSpec::FIELDS, name)
            }
            "stalling" => {
                set_fixed(self.stalling.get_or_insert_with(StallingSpec::unknown), StallingSpec::FIELDS, name)
            }
            "bump_stops" => set_fixed(
                self.bump_stops.get_or_insert_with(BumpStopsSpec::unknown),
                BumpStopsSpec::FIELDS,
                name,
            ),
            "space" => set_fixed(self.space.get_or_insert_with(SpaceSpec::unknown), SpaceSpec::FIELDS, name),
            _ => false,
        }
    }

    /// Fills every field of a section by its rule.
    pub fn derive_section(&mut self, section: &str) {
        for (_, name) in derivable().filter(|(holder, _)| *holder == section) {
            self.derive(section, name);
        }
    }

    /// Mass as tested, kg.
    pub fn test_mass_kg(&self) -> R {
        self.body.kerb_mass_kg + self.body.load_mass_kg
    }

    /// The largest torque of the engine, N.m.
    pub fn largest_torque_nm(&self) -> R {
        match &self.torque {
            TorqueSpec::Points(points) => points.iter().map(|point| point.1).fold(R::zero(), Real::max),
            TorqueSpec::Lines(lines) => lines
                .iter()
                .enumerate()
                .flat_map(|(index, line)| {
                    let end = lines.get(index + 1).map_or(self.engine.redline_rad_s, |next| next.from_rad_s);
                    [line.from_rad_s, end].map(|speed| line.intercept_nm + line.slope_nm_s * speed)
                })
                .fold(R::zero(), Real::max),
            TorqueSpec::Motor { torque_nm, power_w } => motor_torque(*torque_nm, *power_w, R::zero()),
        }
    }

    fn derive_body(&mut self, name: &str) -> bool {
        let mass = self.test_mass_kg();
        let body = &mut self.body;
        match name {
            "front_weight_share" => {
                body.front_weight_share =
                    R::lit(if self.drive.front_share.lane(0) > 0.5 { 0.60 } else { 0.50 })
            }
            "cg_height" => body.cg_height_m = R::lit(0.470) + R::lit(0.000_05) * mass,
            "yaw_inertia" => {
                let arms = body.front_weight_share * (R::one() - body.front_weight_share);
                body.yaw_inertia_kg_m2 =
                    R::lit(YAW_INERTIA_RATIO) * mass * arms * body.wheelbase_m * body.wheelbase_m;
            }
            "track" => body.track_m = R::lit(0.85) * body.width_m,
            "frontal_area" => body.frontal_area_m2 = aero::frontal_area(body.width_m, body.height_m),
            _ => return false,
        }
        true
    }

    fn derive_axle(&mut self, is_front: bool, name: &str) -> bool {
        let mass = self.test_mass_kg();
        let load_share =
            if is_front { self.body.front_weight_share } else { R::one() - self.body.front_weight_share };
        let lever = self.body.cg_height_m / self.body.wheelbase_m;
        let size = if is_front { self.front_tyre } else { self.rear_tyre };
        let axle = if is_front { &mut self.front } else { &mut self.rear };
        match name {
            "radius" => axle.radius_m = R::lit(size.map_or(f64::NAN, |size| size.rolling_radius_m())),
            "wheel_mass" => {
                axle.wheel_mass_kg = R::lit(WHEEL_MASS_PER_RADIUS_KG_M) * unloaded_radius(size, axle)
            }
            "wheel_inertia" => {
                axle.wheel_inertia_kg_m2 = R::lit(0.6) * axle.wheel_mass_kg * axle.radius_m * axle.radius_m
            }
            "stiffness" => axle.stiffness = R::lit(2.0) * axle.friction / axle.peak_slip,
            "lateral_friction" => axle.lateral_friction = axle.friction / R::lit(LONGITUDINAL_OVER_LATERAL),
            "peak_slip_angle" => {
                axle.peak_slip_angle_rad = R::lit(degrees(if is_front { 8.0 } else { 7.0 }));
                if axle.cornering_stiffness_n_rad.lane(0).is_nan() {
                    axle.cornering_stiffness_n_rad = R::lit(AxleSpec::NOT_GIVEN);
                }
            }
            "relaxation_length" => axle.relaxation_length_m = R::lit(0.5) * axle.radius_m,
            "brake_torque" => {
                let shift = if is_front { R::one() } else { -R::one() } * lever * axle.friction;
                // A rear axle that nearly lifts still gets brakes for a tenth of the weight.
                let share = Real::max(load_share + shift, R::lit(0.1));
                axle.brake_torque_nm = R::lit(1.2)
                    * axle.friction
                    * share
                    * mass
                    * R::lit(STANDARD_GRAVITY_M_S2)
                    * axle.radius_m;
            }
            "handbrake_torque" => {
                let holds = R::lit(PARKING_SLOPE_SINE) * mass * R::lit(STANDARD_GRAVITY_M_S2) * axle.radius_m;
                axle.handbrake_torque_nm = if is_front { R::zero() } else { R::lit(2.0) * holds };
            }
            _ => return false,
        }
        true
    }

    fn derive_engine(&mut self, name: &str) -> bool {
        let largest = self.largest_torque_nm();
        let engine = &mut self.engine;
        match name {
            "limiter" => engine.limiter_rad_s = R::lit(1.02) * engine.redline_rad_s,
            "blow_up" => engine.blow_up_rad_s = R::lit(1.15) * engine.limiter_rad_s,
            "braking" => engine.braking_nm_s = R::lit(DRAG_SHARE) * largest / engine.redline_rad_s,
            _ => return false,
        }
        true
    }

    fn derive_clutch(&mut self, name: &str) -> bool {
        let largest = self.largest_torque_nm();
        let engine = &self.engine;
        let CouplingSpec::Clutch(clutch) = &mut self.coupling else {
            return false;
        };
        match name {
            "capacity" => clutch.capacity_nm = R::lit(1.5) * largest,
            "bite" => clutch.bite_rad_s = R::lit(1.1) * engine.idle_rad_s,
            "launch" => clutch.launch_rad_s = R::lit(0.5) * engine.redline_rad_s,
            _ => return false,
        }
        true
    }

    fn derive_drive(&mut self, name: &str) -> bool {
        let drive = &mut self.drive;
        let both = drive.front_share.lane(0) > 0.0 && drive.front_share.lane(0) < 1.0;
        match name {
            "centre_coupling" => {
                drive.centre_coupling_nm_s = if both { R::lit(CENTRE_COUPLING_NM_S) } else { R::zero() }
            }
            _ => return false,
        }
        true
    }

    fn derive_gearbox(&mut self, name: &str) -> bool {
        let gearbox = &mut self.gearbox;
        let is_manual = self.gearbox_kind == GearboxKind::Manual;
        match name {
            "shift_torque_share" => gearbox.shift_torque_share = if is_manual { R::zero() } else { R::one() },
            "shift_up" => gearbox.shift_up_rad_s = self.engine.redline_rad_s,
            "shift_down" => gearbox.shift_down_rad_s = R::lit(0.35) * gearbox.shift_up_rad_s,
            _ => return false,
        }
        true
    }
}

fn unloaded_radius<R: Real>(size: Option<TyreSize>, axle: &AxleSpec<R>) -> R {
    size.map_or(axle.radius_m, |size| R::lit(size.unloaded_radius_m()))
}
