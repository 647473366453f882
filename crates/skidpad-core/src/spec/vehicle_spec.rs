//! Specification of a vehicle, as people write it.

use alloc::string::String;
use alloc::vec::Vec;

use super::field::section;
use super::{
    AssistsSpec, BumpStopsSpec, ChassisSpec, DifferentialsSpec, SpaceSpec, StallingSpec, SteeringSpec,
    TyresSpec,
};
use crate::tyre::TyreSize;
use crate::units::degrees;

section! {
    /// Mass, geometry and air resistance of the whole vehicle.
    pub struct BodySpec {
        kerb_mass_kg = "kerb_mass": Mass [0.5, 100000.0] "Mass ready to drive, without people.";
        load_mass_kg = "load_mass": Mass [0.0, 50000.0] "Mass of driver, passengers and instruments in tests.", derived "75 kg, the usual load of a road test" = 75.0;
        wheelbase_m = "wheelbase": Length [0.1, 20.0] "Distance from the front axle to the rear axle.";
        front_weight_share = "front_weight_share": Ratio [0.05, 0.95] "Share of the weight on the front axle, at rest on level ground with the test load.", derived "0.60 with a driven front axle, else 0.50";
        cg_height_m = "cg_height": Length [0.01, 5.0] "Height of the centre of mass above the ground.", derived "0.470 m + 0.00005 m/kg of mass: the fit to the cars of NHTSA's inertia database (SAE 1999-01-1336)";
        yaw_inertia_kg_m2 = "yaw_inertia": Inertia [0.001, 10000000.0] "Moment of inertia about the vertical axis through the centre of mass.", derived "1.03 mass a b with the distances a and b of the axles from the centre of mass: the mean of NHTSA's inertia database (SAE 1999-01-1336; 204 vehicles, standard deviation 0.09)";
        track_m = "track": Length [0.0, 4.0] "Distance between the middles of the wheels of an axle, the mean of both axles; 0 for a motorcycle.", derived "0.85 width";
        largest_steer_rad = "largest_steer": Angle [0.02, 1.5] "Steering angle of the front wheels at the lock, the mean of both.", derived "35 degrees" = degrees(35.0);
        width_m = "width": Length [0.05, 5.0] "Overall width without mirrors.";
        height_m = "height": Length [0.05, 5.0] "Overall height.";
        frontal_area_m2 = "frontal_area": Area [0.002, 20.0] "Frontal area.", derived "0.85 width height (Palmer 8.16)";
        drag_coefficient = "drag_coefficient": Ratio [0.0, 3.0] "Coefficient of aerodynamic drag on the frontal area.";
        linear_resistance_n_s_m = "linear_resistance": LinearResistance [0.0, 1000.0] "Resistance proportional to speed (Monster's Crr).", derived "0: rolling resistance is taken proportional to the load alone" = 0.0;
    }
}

section! {
    /// An axle: its tyres, wheels and brakes, all wheels of the axle together.
    pub struct AxleSpec either "peak_slip_angle" or "cornering_stiffness" {
        wheels = "wheels": Ratio [1.0, 4.0] "Number of wheels on the axle.", derived "2" = 2.0;
        radius_m = "radius": Length [0.015, 2.0] "Effective rolling radius: road speed over wheel speed when rolling freely.", derived "3.05 / pi times the unloaded radius of the tyre's size (DIN 70020-5: rolling circumference 3.05 diameters)";
        wheel_mass_kg = "wheel_mass": Mass [0.005, 1000.0] "Mass of one wheel with its tyre, for its inertia.", derived "60 kg per metre of unloaded radius for a car";
        wheel_inertia_kg_m2 = "wheel_inertia": Inertia [0.000001, 1000.0] "Moment of inertia of one wheel with tyre, hub and disc about its axle.", derived "0.6 mass radius^2: between the solid cylinder of Monster (0.5) and a ring (1)";
        friction = "friction": Ratio [0.05, 3.0] "Largest longitudinal force over load on dry asphalt.";
        peak_slip = "peak_slip": Ratio [0.005, 0.5] "Slip ratio at the largest force.", derived "0.08: between the 6 % of Monster v1.9 and the 10 to 15 % of tyre measurements" = 0.08;
        stiffness = "stiffness": Ratio [1.0, 200.0] "Slope of force over load against slip ratio at 0: the slip stiffness.", derived "2 friction / peak slip";
        lateral_friction = "lateral_friction": Ratio [0.05, 3.0] "Largest lateral force over load on dry asphalt.", derived "friction / 1.155: the mean of the presets whose stop and skidpad are both published";
        peak_slip_angle_rad = "peak_slip_angle": Angle [0.01, 0.6] "Slip angle at the largest lateral force. The cornering stiffness follows, since the lateral curve has the shape of the longitudinal one.", derived "8 degrees in front, 7 degrees at the rear: within the 3 degrees of Monster's figure and the 10 degrees of tyre measurements, the rear stiffer as cars are built to understeer";
        cornering_stiffness_n_rad = "cornering_stiffness": CorneringStiffness [1.0, 100000000.0] "Cornering stiffness of the whole axle at its load at rest: slope of the lateral force against the slip angle at 0, with the compliance steer of suspension and steering gear in it. Given in place of peak_slip_angle, which then follows.";
        sliding_share = "sliding_share": Ratio [0.1, 1.0] "Force of a fully sliding tyre over its largest force.", derived "0.75" = 0.75;
        relaxation_length_m = "relaxation_length": Length [0.005, 2.0] "Distance over which the longitudinal force builds up.", derived "0.5 rolling radius";
        rolling_resistance = "rolling_resistance": Ratio [0.0, 0.3] "Rolling resistance over load.";
        brake_torque_nm = "brake_torque": Torque [0.0, 1000000.0] "Torque of the whole axle's brakes at full pedal.", derived "1.2 times what the axle's tyres hold at their largest force on dry asphalt with the load shifted";
        handbrake_torque_nm = "handbrake_torque": Torque [0.0, 1000000.0] "Torque of the whole axle's parking brake, fully pulled.", derived "rear: what holds the vehicle on a 30 % slope, doubled; front: 0";
    }
}

section! {
    /// The engine or motor, apart from its torque.
    pub struct EngineSpec {
        idle_rad_s = "idle": AngularSpeed [0.0, 1000.0] "Speed of the unloaded engine without throttle; 0 for a motor.";
        redline_rad_s = "redline": AngularSpeed [1.0, 10000.0] "Speed from which the driver is warned.";
        limiter_rad_s = "limiter": AngularSpeed [1.0, 10000.0] "Speed at which the fuel or the current is cut.", derived "1.02 times the redline";
        blow_up_rad_s = "blow_up": AngularSpeed [1.0, 20000.0] "Speed above which the engine is destroyed.", derived "1.15 times the limiter";
        inertia_kg_m2 = "inertia": Inertia [0.0000001, 100.0] "Moment of inertia of crankshaft, flywheel and clutch, or of the rotor.";
        braking_nm_s = "braking": RotaryResistance [0.0, 100.0] "Engine braking: torque per rate of rotation without throttle (Palmer 8.30: 0.74 N.m per rev/s is 0.1178 N.m.s).", derived "18 % of the largest torque at the redline: about 2.6 bar of friction and pumping. (Palmer's 0.74 N.m per rev/s, for all engines, is that of an F1 engine)";
    }
}

section! {
    /// The clutch, when there is one. It works by itself: it lets the engine speed up to the
    /// launch speed before it grips fully, and opens before the engine stalls.
    pub struct ClutchSpec {
        capacity_nm = "capacity": Torque [0.1, 100000.0] "Largest torque that the closed clutch carries.", derived "1.5 times the engine's largest torque";
        bite_rad_s = "bite": AngularSpeed [0.0, 5000.0] "Engine speed at which the clutch begins to grip.", derived "1.1 times idle";
        launch_rad_s = "launch": AngularSpeed [1.0, 10000.0] "Engine speed at which it carries the engine's largest torque in a standing start.", derived "0.5 times the redline";
    }
}

section! {
    /// The gearbox and final drive, apart from the ratios.
    pub struct GearboxSpec {
        final_drive = "final_drive": Ratio [0.1, 50.0] "Ratio of the final drive, and of the primary drive where there is one.";
        efficiency = "efficiency": Ratio [0.3, 1.0] "Torque at the wheels over torque without losses, from crankshaft to wheels.";
        shift_time_s = "shift_time": Time [0.0, 5.0] "Time without drive during a shift.";
        shift_torque_share = "shift_torque_share": Ratio [0.0, 1.0] "Share of the drive torque that is kept during a shift.", derived "0 for a manual gearbox, else 1";
        shift_up_rad_s = "shift_up": AngularSpeed [1.0, 20000.0] "Engine speed at which the automatic shifts up at full throttle.", derived "the redline";
        shift_down_rad_s = "shift_down": AngularSpeed [0.0, 20000.0] "Engine speed below which the automatic shifts down.", derived "0.35 times the speed for shifting up";
    }
}

section! {
    /// Distribution of the drive torque between the axles.
    pub struct DriveSpec {
        front_share = "front_share": Ratio [0.0, 1.0] "Share of the drive torque on the front axle: 0 rear drive, 1 front drive.";
        centre_coupling_nm_s = "centre_coupling": RotaryResistance [0.0, 2000.0] "Torque that a viscous or controlled coupling moves from the faster axle to the slower, per difference of their speeds; 0 for an open differential.", derived "400 N.m.s with all-wheel drive, which keeps the axles within a few per cent of each other; else 0";
    }
}

/// The torque of an engine or motor at full load, over its speed.
#[derive(Clone, Debug, PartialEq)]
pub enum TorqueSpec<R = f64> {
    /// Points (speed in rad/s, torque in N.m), joined by straight lines; constant outside. At
    /// most 32, speeds rising.
    Points(Vec<(R, R)>),
    /// Straight lines as Palmer's 8.17, each from its lowest speed up: (from rad/s, N.m at speed
    /// 0 of that line, slope in N.m per rad/s). At most 31; constant below the first.
    Lines(Vec<TorqueLine<R>>),
    /// An electric motor: constant torque up to the base speed, then constant power.
    Motor {
        /// Largest torque, N.m, (0, 1e5].
        torque_nm: R,
        /// Largest power, W, (0, 1e8].
        power_w: R,
    },
}

/// One straight line of a torque curve: torque = slope speed + intercept, from a speed up
/// (Palmer 8.18).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TorqueLine<R = f64> {
    /// The least engine speed of the line, rad/s.
    pub from_rad_s: R,
    /// Torque of the line extended to speed 0, N.m.
    pub intercept_nm: R,
    /// Torque per engine speed, N.m s.
    pub slope_nm_s: R,
}

/// Coupling between engine and gearbox.
#[derive(Clone, Debug, PartialEq)]
pub enum CouplingSpec<R = f64> {
    /// Rigid, as with an electric motor.
    Direct,
    /// A clutch that works by itself.
    Clutch(ClutchSpec<R>),
    /// A torque converter.
    Converter(ConverterSpec<R>),
}

/// A hydrodynamic torque converter.
#[derive(Clone, Debug, PartialEq)]
pub struct ConverterSpec<R = f64> {
    /// Rows of (speed ratio turbine over pump, torque ratio turbine over pump, capacity: pump
    /// torque over pump speed squared in N.m s^2). At most 12, speed ratios rising from 0.
    pub points: Vec<(R, R, R)>,
    /// Speed ratio from which the lock-up clutch closes; above 1 never.
    pub lock_up_ratio: R,
    /// The lowest gear in which the lock-up clutch may close.
    pub lock_up_from_gear: u32,
}

/// The kind of gearbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GearboxKind {
    /// Shifted by the driver; the drive is interrupted.
    Manual,
    /// Shifts by itself behind a torque converter.
    Automatic,
    /// Shifts by itself with two clutches.
    DualClutch,
    /// One fixed ratio.
    Single,
}

/// The law of the tyre's longitudinal force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TyreLaw {
    /// Force proportional to slip without limit (Monster v1.4).
    Linear,
    /// Proportional to slip, capped at the peak (Monster's simple form).
    LinearCapped,
    /// A curve with a peak that falls to the sliding force (Monster v1.9's figure).
    Peaked,
}

/// Specification of a vehicle, as a person writes it. [`validate`](VehicleSpec::validate) turns it
/// into a [`Vehicle`](super::Vehicle), or reports all that is wrong with it.
///
/// Over dual numbers everything that is made of it carries derivatives; [`map`](VehicleSpec::map) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct VehicleSpec<R = f64> {
    /// A short name, as commands use it.
    pub name: String,
    /// Mass, geometry and air resistance.
    pub body: BodySpec<R>,
    /// The front axle.
    pub front: AxleSpec<R>,
    /// The rear axle.
    pub rear: AxleSpec<R>,
    /// Size of the front tyres, where known: the derived radius comes from it.
    pub front_tyre: Option<TyreSize>,
    /// Size of the rear tyres, where known.
    pub rear_tyre: Option<TyreSize>,
    /// The law of the tyres of both axles.
    pub tyre_law: TyreLaw,
    /// The engine or motor.
    pub engine: EngineSpec<R>,
    /// Torque at full load of the engine or motor.
    pub torque: TorqueSpec<R>,
    /// Coupling between engine and gearbox.
    pub coupling: CouplingSpec<R>,
    /// The kind of gearbox.
    pub gearbox_kind: GearboxKind,
    /// The gearbox and final drive.
    pub gearbox: GearboxSpec<R>,
    /// Ratios of the forward gears, first gear first, falling; at most 12.
    pub ratios: Vec<R>,
    /// Ratio of reverse, positive.
    pub reverse: R,
    /// Distribution of the drive torque between the axles.
    pub drive: DriveSpec<R>,
    /// Tracks, suspension and downforce; `None`: all of it by its rules.
    pub chassis: Option<ChassisSpec<R>>,
    /// Steering gear and alignment; `None`: all of it by its rules.
    pub steering: Option<SteeringSpec<R>>,
    /// Differentials; `None`: open.
    pub differentials: Option<DifferentialsSpec<R>>,
    /// Assists; `None`: none.
    pub assists: Option<AssistsSpec<R>>,
    /// Stalling, starter and clutch pedal; `None`: an engine that cannot stall, a clutch that works by itself.
    pub stalling: Option<StallingSpec<R>>,
    /// Bump stops; `None`: none.
    pub bump_stops: Option<BumpStopsSpec<R>>,
    /// Numbers of the car in space alone; `None`: all of them by their rules.
    pub space: Option<SpaceSpec<R>>,
    /// Tyres with coefficients of their own; `None`: by rules from the axles' figures.
    pub tyres: Option<TyresSpec<R>>,
}
