//! Fleets that are ready to drive, by the names of their models.
//!
//! ```
//! use skidpad_workload::{Mode, prepare};
//! let mut scalar = prepare("w1", false, Mode::Scalar, 20).unwrap();
//! let mut lanes = prepare("w1", false, Mode::Lanes, 20).unwrap();
//! scalar.steps(10);
//! lanes.steps(10);
//! assert_eq!(scalar.digest(), lanes.digest());
//! ```

use skidpad_core::batch::Number;
use skidpad_core::batch::{Isa, Level};
use skidpad_core::model::Model;

use crate::run::{Mode, Run, Scalars, Stepped};
use crate::{Fleet, Visitor, every_fleet};

/// A fleet of a model of [`crate::models`], in `f32` (`single`) or `f64`; `None` where the model is not
/// known or there is no car. A step is one sub-step with the model's own integrator.
pub fn prepare(model: &str, single: bool, mode: Mode, cars: usize) -> Option<Box<dyn Run>> {
    prepare_at(model, single, mode, Isa::best().level(), cars)
}

/// As [`prepare`], with the instructions of a level; `None` where the processor lacks them, too.
pub fn prepare_at(model: &str, single: bool, mode: Mode, level: Level, cars: usize) -> Option<Box<dyn Run>> {
    struct Prepare<'a> {
        model: &'a str,
        single: bool,
        mode: Mode,
        level: Level,
        cars: usize,
        run: Option<Box<dyn Run>>,
    }
    impl Visitor for Prepare<'_> {
        fn visit<M: Model>(&mut self, fleet: fn(usize) -> Fleet<M>) {
            if M::NAME == self.model && self.cars > 0 {
                self.run = fleet(self.cars).run(self.single, self.mode, self.level);
            }
        }
    }
    let mut prepare = Prepare { model, single, mode, level, cars, run: None };
    every_fleet(&mut prepare);
    prepare.run
}

impl<M: Model> Fleet<M> {
    fn run(&self, single: bool, mode: Mode, level: Level) -> Option<Box<dyn Run>> {
        if single { self.run_in::<f32>(mode, level) } else { self.run_in::<f64>(mode, level) }
    }

    fn run_in<T: Number>(&self, mode: Mode, level: Level) -> Option<Box<dyn Run>> {
        let batch = self.batch::<T>().with_level(level)?;
        Some(match mode {
            Mode::Scalar => Box::new(Scalars::new(&batch, self.dt_s)),
            Mode::Lanes => Box::new(Stepped::new(batch, self.dt())),
            #[cfg(feature = "threads")]
            Mode::Threads(count) => Box::new(Stepped::new(batch.with_threads(count), self.dt())),
        })
    }
}
