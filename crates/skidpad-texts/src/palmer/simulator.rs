//! Palmer's Car Simulator, to the letter of its listing.

use super::boxster::{BOXSTER, BOXSTER_GEARS, boxster_line, torque_line};
use super::{Coefficients, PalmerRoad};
use crate::gearing;
use crate::units;
use skidpad_core::spec::TorqueLine;

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
/// use skidpad_texts::palmer::{CarSimulator, DriveMode, Message};
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
/// The time between two calls of its timer, s: it runs a fifth faster than the clock.
pub const TIMER_S: f64 = 0.05;
/// Its braking acceleration, m/s^2, at all speeds above 0.1 m/s.
pub const BRAKING_M_S2: f64 = -5.0;
/// Pixels that the markers move for each metre.
const PIXELS_PER_METRE: f64 = 10.0;
/// Where a marker is put back to 0, pixels.
const DISPLAY_PX: f64 = 401.0;
/// Idle of the simulator, rpm.
const IDLE_RPM: f64 = 1000.0;
/// The speed up to which the listing does not brake, m/s.
const BRAKING_ENDS_M_S: f64 = 0.1;
/// What the listing adds to the size of the speed, m/s.
const SPEED_OFFSET_M_S: f64 = 1e-8;
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
                    .acceleration(speed_m_s.abs() + SPEED_OFFSET_M_S)
            }
            DriveMode::Cruise => 0.0,
            DriveMode::Brake if speed_m_s > BRAKING_ENDS_M_S => BRAKING_M_S2,
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
