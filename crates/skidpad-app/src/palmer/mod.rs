//! Palmer's Car Simulator as a player has it before them: three modes, five buttons, five fields, a message line, and a
//! car that stands still while two markers go by.
//!
//! The car and its equations are [`CarSimulator`], to the letter of the listing. Here is what stands around it: the timer
//! that steps it, the [presses](Press) that it answers, its [`texts`], the [`stage`] on which the markers move, and
//! the [`pull`] of its gears. Nothing of it knows a screen.
//!
//! ```
//! use skidpad_app::palmer::{Palmer, Press};
//!
//! let mut palmer = Palmer::default();
//! palmer.press(Press::Start);
//! for _ in 0..31 {
//!     palmer.frame(1.0 / 60.0);
//! }
//! // A good half second by the clock is ten calls of his timer, each of which moves the car by 0.06 s.
//! assert!((palmer.car().time_s() - 0.6).abs() < 1e-12);
//! ```

pub mod pull;
pub mod stage;
pub mod texts;

use skidpad_core::step::Dt;
use skidpad_texts::gearing;
use skidpad_texts::palmer::{BOXSTER_GEARS, CarSimulator, DriveMode, TIMER_S};
use skidpad_world::render::FixedStep;

/// A button of his simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// One of the three mode buttons goes down, and the one that was down comes up.
    Mode(DriveMode),
    /// Starts, or goes on.
    Start,
    /// A gear up.
    ShiftUp,
    /// A gear down.
    ShiftDown,
    /// Speed 0, first gear, 1000 rpm; distance and time stay.
    Stop,
    /// As Stop, and distance and time go to zero.
    Reset,
    /// Lets the gearbox shift, or not any more.
    Automatic,
}

impl Press {
    /// The mode buttons, from the top.
    pub const MODES: [DriveMode; 3] = [DriveMode::Accelerate, DriveMode::Cruise, DriveMode::Brake];
    /// The buttons below them, from the top.
    pub const BUTTONS: [Self; 5] = [Self::Start, Self::ShiftUp, Self::ShiftDown, Self::Stop, Self::Reset];
}

/// Between which engine speeds an automatic gearbox shifts in the chapter, rpm. Which way at which speed it does not say:
/// here it goes up above the last, and down where the lower gear would turn below the first, so that it never hunts.
pub const AUTOMATIC_RPM: [f64; 2] = [3000.0, 4000.0];

/// His program.
#[derive(Clone, Debug)]
pub struct Palmer {
    car: CarSimulator,
    timer: FixedStep,
    is_automatic: bool,
}

impl Default for Palmer {
    fn default() -> Self {
        Self { car: CarSimulator::new(), timer: timer(), is_automatic: false }
    }
}

/// A timer that has just been started: the first call comes after a whole period.
fn timer() -> FixedStep {
    FixedStep::new(Dt::new(TIMER_S).expect("a twentieth of a second is a step"))
}

impl Palmer {
    /// The car as it is after the last step.
    pub fn car(&self) -> &CarSimulator {
        &self.car
    }

    /// True if the gearbox shifts by itself.
    pub fn is_automatic(&self) -> bool {
        self.is_automatic
    }

    /// Does what a button does. Each can be pressed at any time.
    pub fn press(&mut self, press: Press) {
        match press {
            Press::Mode(mode) => self.car.mode = mode,
            Press::Start => {
                if !self.car.is_running() {
                    self.timer = timer();
                }
                self.car.start();
            }
            Press::ShiftUp => self.car.shift_up(),
            Press::ShiftDown => self.car.shift_down(),
            Press::Stop => self.car.stop(),
            Press::Reset => self.car.reset(),
            Press::Automatic => self.is_automatic = !self.is_automatic,
        }
    }

    /// A frame of so many seconds by the clock: as many steps as his timer would have called for, which are counted. A
    /// frame that comes very late loses time, and the car does not jump.
    pub fn frame(&mut self, frame_s: f64) -> u32 {
        if !self.car.is_running() {
            return 0;
        }
        let steps = self.timer.advance(frame_s).steps;
        (0..steps).for_each(|_| self.step());
        steps
    }

    fn step(&mut self) {
        self.car.tick();
        if self.is_automatic && self.car.is_running() {
            self.shift_by_itself();
        }
    }

    fn shift_by_itself(&mut self) {
        let [least, most] = AUTOMATIC_RPM;
        if self.car.engine_rpm() > most {
            self.car.shift_up();
        } else if self.rpm_after(Press::ShiftDown).is_some_and(|rpm| rpm < least) {
            self.car.shift_down();
        }
    }

    /// 8.14: the engine speed that a shift would give, rpm; none where there is no such gear.
    pub fn rpm_after(&self, shift: Press) -> Option<f64> {
        let old = self.car.gear() - 1;
        let new = match shift {
            Press::ShiftUp => old.checked_add(1)?,
            Press::ShiftDown => old.checked_sub(1)?,
            _ => return None,
        };
        let ratio = BOXSTER_GEARS.get(new)?;
        Some(gearing::engine_speed_after_shift(self.car.engine_rpm(), BOXSTER_GEARS[old], *ratio))
    }
}
