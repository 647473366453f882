//! A car by figures alone: four wheel loads, friction ellipses and a power curve, as lap simulations of racing teams begin.
//!
//! Loads follow from weight, downforce and the accelerations (Milliken, Race Car Vehicle Dynamics, 18.1 to 18.4, with both axles
//! rolling alike); the peak forces of a tyre fall linearly in their ratio to its load; each axle carries its share of the lateral
//! force and has what the ellipse leaves for driving and braking. There is neither slip nor yaw: it is the car of TUM's
//! `laptime-simulation` (Heilmeier, Geisslinger and Betz, "A Quasi-Steady-State Lap Time Simulation for Electrified Race Cars",
//! EVER 2019), written from its published description and figures, and held against its published lap.

use core::f64::consts::TAU;
use core::fmt;

use skidpad_core::math::Real;

use crate::envelope::{Envelope, Point, Range};

/// Number of times that a longitudinal acceleration and the loads that it shifts are found from each other; each time the error
/// falls to about height over wheelbase times friction, a fifth in racing cars.
const ROUNDS: usize = 8;

/// Peak forces of a tyre of an axle: its friction at the nominal load, and how that changes with the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxleGrip {
    /// Longitudinal and lateral friction coefficient at the nominal load.
    pub friction: [f64; 2],
    /// Change of both coefficients over the load, 1/N; negative as a rule.
    pub sensitivity_1_n: [f64; 2],
    /// Nominal load, N.
    pub nominal_n: f64,
}

impl AxleGrip {
    /// Peak force in a direction (0 longitudinal, 1 lateral) under a load, N; not below 0.
    fn peak_n(&self, direction: usize, load_n: f64) -> f64 {
        let load_n = Real::max(load_n, 0.0);
        let change = self.sensitivity_1_n[direction] * (load_n - self.nominal_n);
        load_n * Real::max(self.friction[direction] + change, 0.0)
    }
}

/// Power of a combustion engine: a cubic over its speed, level at its peak, with the same loss of power at two other speeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Combustion {
    /// Largest power, W.
    pub peak_w: f64,
    /// Power that is missing at the lower and the upper speed, W.
    pub drop_w: f64,
    /// Lower speed, speed of the largest power, and upper speed, 1/s.
    pub speeds_1_s: [f64; 3],
}

impl Combustion {
    /// Power at a speed, W; not below 0.
    pub fn power_w(&self, speed_1_s: f64) -> f64 {
        let [low, peak, high] = self.speeds_1_s;
        // With d = n - n_peak: P = P_max + a d^2 + b d^3, and P_max - P = drop at both other speeds.
        let (below, above) = (low - peak, high - peak);
        let (one, other) = (-self.drop_w / (below * below), -self.drop_w / (above * above));
        let cubic = (other - one) / (above - below);
        let square = one - cubic * below;
        let d = speed_1_s - peak;
        Real::max(self.peak_w + d * d * (square + cubic * d), 0.0)
    }
}

/// An electric motor that helps the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Electric {
    /// Largest power, W.
    pub power_w: f64,
    /// Largest torque, N.m.
    pub torque_nm: f64,
    /// Slowest speed at which it helps, m/s.
    pub least_m_s: f64,
}

/// A gear of the car.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gear {
    /// Turns of the wheels over turns of the engine.
    pub ratio: f64,
    /// Engine speed at which to change up, 1/s.
    pub shift_up_1_s: f64,
    /// Factor by which everything that turns in this gear adds to the inertia of the car.
    pub inertia_factor: f64,
}

/// Figures of a car by figures: see the module.
#[derive(Clone, Debug, PartialEq)]
pub struct EllipseFigures {
    /// Mass, kg.
    pub mass_kg: f64,
    /// Distances of the front and of the rear axle from the centre of mass, m.
    pub axles_m: [f64; 2],
    /// Height of the centre of mass, m.
    pub height_m: f64,
    /// Track width of the front and of the rear axle, m.
    pub tracks_m: [f64; 2],
    /// Rolling resistance over load.
    pub rolling_resistance: f64,
    /// Drag area, m^2.
    pub drag_area_m2: f64,
    /// Areas of downforce on the front and on the rear axle, m^2.
    pub downforce_areas_m2: [f64; 2],
    /// Density of the air, kg/m^3.
    pub air_kg_m3: f64,
    /// Share by which the drag is less in the zones of reduced drag.
    pub drag_reduction: f64,
    /// Zones of reduced drag along the path, m; one whose end lies before its beginning runs over the start line.
    pub drag_zones_m: Vec<[f64; 2]>,
    /// Tyres of the front and of the rear axle.
    pub grips: [AxleGrip; 2],
    /// True for an axle that is driven, front and rear.
    pub driven: [bool; 2],
    /// Engine.
    pub engine: Combustion,
    /// Electric motor.
    pub electric: Option<Electric>,
    /// Circumference of the driven wheels, m, at `circumference_m_s`.
    pub circumference_m: f64,
    /// Growth of the circumference over the speed, s/m, and the speed at which it is nominal, m/s.
    pub growth_s_m: f64,
    /// Speed at which the circumference is nominal, m/s.
    pub circumference_m_s: f64,
    /// Gears, the lowest first.
    pub gears: Vec<Gear>,
    /// Efficiency from the engine to the wheels.
    pub efficiency: f64,
    /// True to divide the drive force by the inertia factor, as TUM's program does; false to multiply the mass by it, as
    /// Newton's law has it: drag and slope do not turn the wheels, so the two differ by their share.
    pub inertia_on_force: bool,
}

/// A figure out of its range.
#[derive(Clone, Debug, PartialEq)]
pub struct EllipseFault {
    /// Name of the figure.
    pub name: String,
    /// Its value, as text.
    pub found: String,
    /// Range in words.
    pub must: String,
}

impl fmt::Display for EllipseFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}: must be {}", self.name, self.found, self.must)
    }
}

impl core::error::Error for EllipseFault {}

/// A car by figures that have been checked.
#[derive(Clone, Debug, PartialEq)]
pub struct EllipseCar {
    figures: EllipseFigures,
}

impl core::ops::Deref for EllipseCar {
    type Target = EllipseFigures;
    fn deref(&self) -> &EllipseFigures {
        &self.figures
    }
}

/// Forces on the car that no pedal moves, and the downforce.
struct Air {
    resistance_n: f64,
    downforce_n: [f64; 2],
}

impl EllipseCar {
    /// The car of some figures.
    ///
    /// ```
    /// # use skidpad_laptime::{AxleGrip, Combustion, EllipseCar, EllipseFigures, Gear};
    /// # let grip = AxleGrip { friction: [1.6; 2], sensitivity_1_n: [-5e-5; 2], nominal_n: 3000.0 };
    /// # let mut figures = EllipseFigures {
    /// #     mass_kg: 733.0, axles_m: [1.9, 1.6], height_m: 0.3, tracks_m: [1.6; 2], rolling_resistance: 0.03,
    /// #     drag_area_m2: 1.5, downforce_areas_m2: [2.0; 2], air_kg_m3: 1.2, drag_reduction: 0.0, drag_zones_m: Vec::new(),
    /// #     grips: [grip; 2], driven: [false, true],
    /// #     engine: Combustion { peak_w: 567e3, drop_w: 41e3, speeds_1_s: [175.0, 190.0, 203.0] }, electric: None,
    /// #     circumference_m: 2.0, growth_s_m: 0.0, circumference_m_s: 16.0,
    /// #     gears: vec![Gear { ratio: 0.2, shift_up_1_s: 200.0, inertia_factor: 1.1 }], efficiency: 0.96,
    /// #     inertia_on_force: false,
    /// # };
    /// assert!(EllipseCar::new(figures.clone()).is_ok());
    /// figures.gears.clear();
    /// assert_eq!(EllipseCar::new(figures).unwrap_err()[0].to_string(), "gears = none: must be one or more");
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with the figures.
    pub fn new(figures: EllipseFigures) -> Result<Self, Vec<EllipseFault>> {
        let faults = figures.faults();
        if faults.is_empty() { Ok(Self { figures }) } else { Err(faults) }
    }

    fn air(&self, at: &Point) -> Air {
        let pressure = 0.5 * self.air_kg_m3 * at.speed_m_s * at.speed_m_s;
        let is_reduced = self.drag_zones_m.iter().any(|[from, to]| {
            let d = at.distance_m;
            if from <= to { (*from..*to).contains(&d) } else { d >= *from || d < *to }
        });
        let share = if is_reduced { 1.0 - self.drag_reduction } else { 1.0 };
        let downforce_n = self.downforce_areas_m2.map(|area_m2| pressure * area_m2);
        let load_n = self.mass_kg * at.normal_m_s2 + downforce_n[0] + downforce_n[1];
        Air {
            resistance_n: share * pressure * self.drag_area_m2 + self.rolling_resistance * load_n,
            downforce_n,
        }
    }

    /// Loads of the wheels of an axle, left and right, N, at accelerations.
    fn loads_n(&self, axle: usize, at: &Point, air: &Air, along_m_s2: f64) -> [f64; 2] {
        let wheelbase_m = self.axles_m[0] + self.axles_m[1];
        let weight_n = self.mass_kg * at.normal_m_s2 * self.axles_m[1 - axle] / wheelbase_m;
        let sign = if axle == 0 { -1.0 } else { 1.0 };
        let moved_n = sign * self.mass_kg * along_m_s2 * self.height_m / wheelbase_m;
        let half_n = 0.5 * (weight_n + air.downforce_n[axle] + moved_n);
        // Each axle carries the moment of its own share of the mass.
        let share = self.axles_m[1 - axle] / wheelbase_m;
        let across_n = share * self.mass_kg * at.lateral_m_s2 * self.height_m / self.tracks_m[axle];
        [half_n - across_n, half_n + across_n]
    }

    /// Share of the longitudinal peak force of an axle that the lateral force leaves; below 0 where the axle slides.
    fn left(&self, axle: usize, at: &Point, loads_n: [f64; 2]) -> f64 {
        let wheelbase_m = self.axles_m[0] + self.axles_m[1];
        let lateral_n = self.mass_kg * at.lateral_m_s2 * self.axles_m[1 - axle] / wheelbase_m;
        let peak_n: f64 = loads_n.iter().map(|load_n| self.grips[axle].peak_n(1, *load_n)).sum();
        let used = lateral_n / Real::max(peak_n, 1e-9);
        let rest = 1.0 - used * used;
        if rest < 0.0 { rest } else { Real::sqrt(rest) }
    }

    /// Longitudinal force of an axle, N: in braking its weaker wheel counts twice, in driving each for itself.
    fn axle_n(&self, axle: usize, at: &Point, loads_n: [f64; 2], brakes: bool) -> f64 {
        let [left_n, right_n] = loads_n.map(|load_n| self.grips[axle].peak_n(0, load_n));
        let together_n =
            if brakes && axle == 0 { 2.0 * Real::min(left_n, right_n) } else { left_n + right_n };
        Real::max(self.left(axle, at, loads_n), 0.0) * together_n
    }

    /// The strongest acceleration (or, in braking, deceleration) by the tyres alone.
    fn by_tyres_m_s2(&self, at: &Point, air: &Air, brakes: bool) -> f64 {
        let mut along_m_s2 = 0.0;
        for _ in 0..ROUNDS {
            let force = |axle: usize| {
                let counts = brakes || self.driven[axle];
                if counts {
                    self.axle_n(axle, at, self.loads_n(axle, at, air, along_m_s2), brakes)
                } else {
                    0.0
                }
            };
            let force_n = force(0) + force(1);
            let sign = if brakes { -1.0 } else { 1.0 };
            along_m_s2 = (sign * force_n - air.resistance_n) / self.mass_kg;
        }
        along_m_s2
    }

    /// Engine speed in a gear, 1/s.
    fn engine_1_s(&self, gear: &Gear, speed_m_s: f64) -> f64 {
        let grown = 1.0 + self.growth_s_m * (speed_m_s - self.circumference_m_s);
        speed_m_s / (gear.ratio * self.circumference_m * grown)
    }

    fn by_power_m_s2(&self, at: &Point, air: &Air) -> f64 {
        let gear = &self.gears[self.gear(at.speed_m_s) - 1];
        let engine_1_s = self.engine_1_s(gear, at.speed_m_s);
        // Below its lower speed an engine keeps its torque and not its power.
        let least_1_s = Real::max(engine_1_s, self.engine.speeds_1_s[0] * 0.5);
        let torque_nm = self.engine.power_w(least_1_s) / (TAU * least_1_s);
        let electric = self.electric.filter(|motor| at.speed_m_s > motor.least_m_s);
        let motor_nm = electric.map_or(0.0, |motor| {
            Real::min(motor.torque_nm, motor.power_w / (TAU * Real::max(engine_1_s, 1e-6)))
        });
        // Power is force times speed, with the wheel's turns by its present circumference.
        let per_turn_m = Real::max(at.speed_m_s, 1e-6) / Real::max(engine_1_s, 1e-9);
        let force_n = self.efficiency * (torque_nm + motor_nm) * TAU / per_turn_m;
        if self.inertia_on_force {
            (force_n / gear.inertia_factor - air.resistance_n) / self.mass_kg
        } else {
            (force_n - air.resistance_n) / (self.mass_kg * gear.inertia_factor)
        }
    }
}

impl Envelope for EllipseCar {
    fn range(&self, at: &Point) -> Option<Range> {
        let air = self.air(at);
        let coasting_m_s2 = -air.resistance_n / self.mass_kg;
        // The corner is taken at constant speed: what shifts the loads is 0 there.
        let holds = |axle: usize| self.left(axle, at, self.loads_n(axle, at, &air, 0.0)) >= 0.0;
        (holds(0) && holds(1)).then(|| Range {
            braking_m_s2: self.by_tyres_m_s2(at, &air, true),
            coasting_m_s2,
            traction_m_s2: self.by_tyres_m_s2(at, &air, false),
            power_m_s2: self.by_power_m_s2(at, &air),
        })
    }

    fn top_speed_m_s(&self) -> f64 {
        let last = &self.gears[self.gears.len() - 1];
        // v = i c (1 + g (v - v0)) n, solved for v.
        let per_turn_m = last.ratio * self.circumference_m * last.shift_up_1_s;
        per_turn_m * (1.0 - self.growth_s_m * self.circumference_m_s) / (1.0 - per_turn_m * self.growth_s_m)
    }

    fn gear(&self, speed_m_s: f64) -> usize {
        let is_free = |gear: &Gear| self.engine_1_s(gear, speed_m_s) <= gear.shift_up_1_s;
        self.gears.iter().position(is_free).map_or(self.gears.len(), |place| place + 1)
    }
}
