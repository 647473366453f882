//! Palmer's car as the book prints it (Physics for Game Programmers, chapter 8): the quadratic
//! 8.20 to 8.26 and the Car Simulator.
//!
//! These forms are kept to the letter, with what is wrong in them: drag and rolling friction that
//! know no direction, engine braking without the gears, a torque line frozen within a step. The
//! corrected form is [`PointMass`](super::PointMass).

use crate::aero;
use crate::math::Real;
use crate::powertrain::gearing;
use crate::spec::TorqueLine;
use crate::units;

/// A car in Palmer's equations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PalmerCar<R> {
    /// Mass with the driver, kg.
    pub mass_kg: R,
    /// Drag coefficient.
    pub drag_coefficient: R,
    /// Frontal area, m^2.
    pub frontal_area_m2: R,
    /// Coefficient of rolling friction.
    pub rolling_coefficient: R,
    /// Wheel radius, m.
    pub wheel_radius_m: R,
    /// Final drive ratio G.
    pub final_drive: R,
}

/// Where it drives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PalmerRoad<R> {
    /// Slope, rad, positive uphill.
    pub slope_rad: R,
    /// Air density, kg/m^3: 1.2 in the text.
    pub air_density_kg_m3: R,
    /// Gravity, m/s^2: 9.8 in 8.26c, 9.81 in 8.29 and the listing.
    pub gravity_m_s2: R,
}

impl PalmerRoad<f64> {
    /// Level ground as in 8.26: air of 1.2 kg/m^3, g = 9.8 m/s^2.
    pub const LEVEL: Self = Self { slope_rad: 0.0, air_density_kg_m3: 1.2, gravity_m_s2: 9.8 };
}

/// 8.21: dv/dt = c1 v^2 + c2 v + c3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficients<R> {
    /// c1, 1/m (8.22a).
    pub c1: R,
    /// c2, 1/s (8.22b).
    pub c2: R,
    /// c3, m/s^2 (8.22c).
    pub c3: R,
}

impl<R: Real> Coefficients<R> {
    /// 8.22: from car, gear ratio, the torque line T = b Omega + d (8.18), and the road. The
    /// line's slope is in N.m per rad/s, so that Palmer's 60 / (2 pi) is in it already.
    pub fn new(
        car: &PalmerCar<R>,
        gear_ratio: R,
        slope_nm_s: R,
        intercept_nm: R,
        road: &PalmerRoad<R>,
    ) -> Self {
        let gearing = gear_ratio * car.final_drive;
        let drag = aero::drag_factor(car.drag_coefficient, car.frontal_area_m2, road.air_density_kg_m3);
        let (sin, cos) = road.slope_rad.sin_cos();
        Self {
            c1: -drag / car.mass_kg,
            c2: gearing * gearing * slope_nm_s / (car.mass_kg * car.wheel_radius_m * car.wheel_radius_m),
            c3: gearing * intercept_nm / (car.mass_kg * car.wheel_radius_m)
                - (car.rolling_coefficient * cos + sin) * road.gravity_m_s2,
        }
    }

    /// 8.20, 8.21: the acceleration at a speed, m/s^2.
    pub fn acceleration(&self, speed_m_s: R) -> R {
        (self.c1 * speed_m_s + self.c2) * speed_m_s + self.c3
    }

    /// 8.25: both speeds at which the acceleration is zero, m/s: the sign of the root first plus,
    /// then minus, over 2 c1. With c1 < 0 the second is the top speed.
    pub fn equilibrium_speeds(&self) -> [R; 2] {
        let root = (self.c2 * self.c2 - R::lit(4.0) * self.c1 * self.c3).sqrt();
        let below = R::lit(2.0) * self.c1;
        [(root - self.c2) / below, (-root - self.c2) / below]
    }

    /// 8.25: the drag-limited top speed, m/s: the larger root.
    pub fn top_speed(&self) -> R {
        let [first, second] = self.equilibrium_speeds();
        first.max(second)
    }
}

/// The torque lines 8.17a to c of the Boxster S, as Palmer prints them: speed from which the line
/// holds in rpm, slope b in N.m per rpm, intercept d in N.m.
pub const BOXSTER_LINES: [(f64, f64, f64); 3] =
    [(0.0, 0.0, 220.0), (1000.0, 0.025, 195.0), (4600.0, -0.032, 457.2)];

/// A torque line from its printed form: rpm and N.m per rpm.
pub fn torque_line(from_rpm: f64, slope_nm_rpm: f64, intercept_nm: f64) -> TorqueLine {
    TorqueLine {
        from_rad_s: units::rpm(from_rpm),
        intercept_nm,
        slope_nm_s: slope_nm_rpm * units::to_rpm(1.0),
    }
}

/// The row of 8.17 that holds at an engine speed in rpm, with the text's limits: the first up to
/// and with 1000, the third from 4600.
pub fn boxster_line(engine_rpm: f64) -> (f64, f64) {
    let [first, second, third] = BOXSTER_LINES;
    let row = if engine_rpm <= second.0 {
        first
    } else if engine_rpm < third.0 {
        second
    } else {
        third
    };
    (row.1, row.2)
}

/// Gear ratios of the Boxster S (table 8-1).
pub const BOXSTER_GEARS: [f64; 6] = [3.82, 2.20, 1.52, 1.22, 1.02, 0.84];

/// The Boxster S as the book's class `BoxsterS` has it.
pub const BOXSTER: PalmerCar<f64> = PalmerCar {
    mass_kg: 1393.0,
    drag_coefficient: 0.31,
    frontal_area_m2: 1.94,
    rolling_coefficient: 0.015,
    wheel_radius_m: 0.3186,
    final_drive: 3.44,
};

/// What the driver of the Car Simulator has chosen: three buttons, one of which is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriveMode {
    /// Pedal to the metal.
    Accelerate,
    /// Speed held: no acceleration at all.
    Cruise,
    /// -5 m/s^2 above 0.1 m/s, nothing below.
    Brake,
}

/// What the message line of the Car Simulator says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// Nothing.
    None,
    /// The engine turns faster than its redline.
    OverRedline,
    /// The engine turned faster than 8000 rpm: the run is over.
    BlownEngine,
}

/// Palmer's Car Simulator: the Boxster S on level ground, to the letter.
///
/// Time goes in steps of 0.06 s (the timer that calls it fires every 0.05 s), by RK4 over position
/// and speed with the engine speed, and so the torque line, of the step's beginning. The engine
/// speed is recomputed from the road speed after each step, so that the 1000 rpm of the start are
/// gone after the first.
///
/// ```
/// use skidpad::model::palmer::{CarSimulator, DriveMode, Message};
/// let mut car = CarSimulator::new();
/// car.start();
/// for _ in 0..100 {
///     car.tick();
/// }
/// assert_eq!(car.message(), Message::BlownEngine); // nobody shifted
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CarSimulator {
    /// The button that is down.
    pub mode: DriveMode,
    speed_m_s: f64,
    distance_m: f64,
    engine_rpm: f64,
    gear: usize,
    time_s: f64,
    running: bool,
    markers_px: [f64; 2],
    message: Message,
}

/// Redline of the simulator's car, rpm.
pub const REDLINE_RPM: f64 = 7200.0;
/// Above this its engine is blown, rpm.
pub const BLOWN_RPM: f64 = 8000.0;
/// Its time step, s.
pub const STEP_S: f64 = 0.06;
/// Pixels that the markers move for each metre.
const PIXELS_PER_METRE: f64 = 10.0;
/// Where a marker is put back to 0, pixels.
const DISPLAY_PX: f64 = 401.0;
/// Idle of the simulator, rpm.
const IDLE_RPM: f64 = 1000.0;
/// Braking acceleration of the listing, m/s^2, and the speed below which it ends, m/s.
const BRAKING: (f64, f64) = (-5.0, 0.1);
/// Gravity in the listing, m/s^2.
const LISTING_GRAVITY: f64 = 9.81;

impl Default for CarSimulator {
    fn default() -> Self {
        Self::new()
    }
}

impl CarSimulator {
    /// Standing in first gear at 1000 rpm, stopped; the mode is accelerate.
    pub fn new() -> Self {
        Self {
            mode: DriveMode::Accelerate,
            speed_m_s: 0.0,
            distance_m: 0.0,
            engine_rpm: IDLE_RPM,
            gear: 1,
            time_s: 0.0,
            running: false,
            // Two markers half a display apart; the listing does not print where they begin.
            markers_px: [0.0, 200.0],
            message: Message::None,
        }
    }

    /// The Start button: starts or resumes.
    pub fn start(&mut self) {
        self.running = true;
    }

    /// The Stop button: speed 0, first gear, 1000 rpm; distance and time stay.
    pub fn stop(&mut self) {
        self.running = false;
        self.speed_m_s = 0.0;
        self.gear = 1;
        self.engine_rpm = IDLE_RPM;
    }

    /// The Reset button: as Stop, and distance and time go to zero.
    pub fn reset(&mut self) {
        self.stop();
        self.distance_m = 0.0;
        self.time_s = 0.0;
        self.message = Message::None;
    }

    /// The Shift Up button; beyond the last gear it does nothing.
    pub fn shift_up(&mut self) {
        self.shift(self.gear + 1);
    }

    /// The Shift Down button; below first gear it does nothing. It raises the engine speed, which
    /// the next step's look at the rpm may find too high, cruising too.
    pub fn shift_down(&mut self) {
        self.shift(self.gear - 1);
    }

    /// The listing's `shiftGear`: a gear outside the range is ignored; 8.14 otherwise.
    fn shift(&mut self, gear: usize) {
        if !(1..=BOXSTER_GEARS.len()).contains(&gear) {
            return;
        }
        let (old, new) = (BOXSTER_GEARS[self.gear - 1], BOXSTER_GEARS[gear - 1]);
        self.engine_rpm = gearing::engine_speed_after_shift(self.engine_rpm, old, new);
        self.gear = gear;
    }

    /// The listing's `actionPerformed`: one step of 0.06 s. Does nothing while stopped.
    pub fn tick(&mut self) {
        if !self.running {
            return;
        }
        self.integrate();
        self.time_s += STEP_S;
        let ratio = BOXSTER_GEARS[self.gear - 1];
        let engine =
            gearing::engine_speed(self.speed_m_s, ratio, BOXSTER.final_drive, BOXSTER.wheel_radius_m);
        self.engine_rpm = units::to_rpm(engine);
        self.message = Message::None;
        if self.engine_rpm > REDLINE_RPM {
            self.message = Message::OverRedline;
        }
        if self.engine_rpm > BLOWN_RPM {
            self.message = Message::BlownEngine;
            self.running = false;
        }
        for marker in &mut self.markers_px {
            *marker += PIXELS_PER_METRE * self.speed_m_s * STEP_S;
            if *marker > DISPLAY_PX {
                *marker = 0.0;
            }
        }
    }

    /// The book's RK4 over (position, speed).
    fn integrate(&mut self) {
        let (b, d) = boxster_line(self.engine_rpm);
        let line = torque_line(0.0, b, d);
        let h = STEP_S;
        let v = self.speed_m_s;
        let k1 = self.acceleration(v, &line);
        let v2 = v + 0.5 * h * k1;
        let k2 = self.acceleration(v2, &line);
        let v3 = v + 0.5 * h * k2;
        let k3 = self.acceleration(v3, &line);
        let v4 = v + h * k3;
        let k4 = self.acceleration(v4, &line);
        self.distance_m += h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
        self.speed_m_s += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }

    /// The listing's `getRightHandSide`.
    fn acceleration(&self, speed_m_s: f64, line: &TorqueLine) -> f64 {
        let road = PalmerRoad { gravity_m_s2: LISTING_GRAVITY, ..PalmerRoad::LEVEL };
        match self.mode {
            DriveMode::Accelerate => {
                let ratio = BOXSTER_GEARS[self.gear - 1];
                Coefficients::new(&BOXSTER, ratio, line.slope_nm_s, line.intercept_nm, &road)
                    .acceleration(speed_m_s)
            }
            DriveMode::Cruise => 0.0,
            DriveMode::Brake if speed_m_s > BRAKING.1 => BRAKING.0,
            DriveMode::Brake => 0.0,
        }
    }

    /// Speed, m/s.
    pub fn speed_m_s(&self) -> f64 {
        self.speed_m_s
    }
    /// Distance, m.
    pub fn distance_m(&self) -> f64 {
        self.distance_m
    }
    /// Engine speed, rpm.
    pub fn engine_rpm(&self) -> f64 {
        self.engine_rpm
    }
    /// Gear, 1 to 6.
    pub fn gear(&self) -> usize {
        self.gear
    }
    /// Time driven, s.
    pub fn time_s(&self) -> f64 {
        self.time_s
    }
    /// Whether it runs.
    pub fn is_running(&self) -> bool {
        self.running
    }
    /// The message line.
    pub fn message(&self) -> Message {
        self.message
    }
    /// Where the two markers above the standing car are, pixels in [0, 401].
    pub fn markers_px(&self) -> [f64; 2] {
        self.markers_px
    }
}

/// Drag coefficients of table 8-3: class, least, largest.
pub const DRAG_CLASSES: [(&str, f64, f64); 6] = [
    ("sports car", 0.27, 0.38),
    ("'60s muscle car", 0.38, 0.5),
    ("sedan", 0.34, 0.5),
    ("truck", 0.6, 1.0),
    ("tractor-trailer", 0.6, 1.2),
    ("motorcycle", 0.5, 1.0),
];

/// A column of table 8-4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The vehicle.
    pub name: &'static str,
    /// Mass, kg.
    pub mass_kg: f64,
    /// 0 to 100 km/h, s.
    pub to_100_kmh_s: f64,
    /// Top speed, km/h.
    pub top_speed_kmh: f64,
    /// Redline, rpm.
    pub redline_rpm: f64,
    /// Largest torque, N.m, and its speed, rpm.
    pub torque: (f64, f64),
    /// Largest power, hp, and its speed, rpm.
    pub power: (f64, f64),
}

/// Table 8-4: the Honda CBR1000RR beside the Porsche Boxster S, as printed.
pub const COMPARISON: [Comparison; 2] = [
    Comparison {
        name: "Honda CBR1000RR",
        mass_kg: 180.0,
        to_100_kmh_s: 2.95,
        top_speed_kmh: 225.0,
        redline_rpm: 11650.0,
        torque: (106.0, 8500.0),
        power: (153.5, 11000.0),
    },
    Comparison {
        name: "Porsche Boxster S",
        mass_kg: 1323.0,
        to_100_kmh_s: 5.5,
        top_speed_kmh: 266.0,
        redline_rpm: 7200.0,
        torque: (310.0, 4600.0),
        power: (258.0, 6400.0),
    },
];
