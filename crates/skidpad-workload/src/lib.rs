//! What batches are measured with: fleets of different cars, and a run in each [`Mode`].
//!
//! There is no clock here: `cargo bench` and the command line bring their own.
//!
//! ```
//! use skidpad_workload::{Mode, prepare};
//! let mut scalar = prepare("w1", false, Mode::Scalar, 20).unwrap();
//! let mut lanes = prepare("w1", false, Mode::Lanes, 20).unwrap();
//! scalar.steps(10);
//! lanes.steps(10);
//! assert_eq!(scalar.digest(), lanes.digest());
//! ```

mod commonroad;
mod fleets;
mod run;
mod vehicles;

pub use commonroad::{commonroad_ks, commonroad_kst, commonroad_mb, commonroad_st, commonroad_std};
pub use fleets::{
    ackermann, ackermann_as_printed, four_wheels, kinematic, motorcycle, point_mass, single_track,
    slip_vector, straight_line, two_track, w1,
};
pub use run::{Mode, Run, Scalars};
pub use vehicles::vehicle;

use run::Stepped;
use skidpad::batch::{Batch, Isa, Level};
use skidpad::dispatch::Number;
use skidpad::model::Model;
use skidpad::step::Dt;
use skidpad::surface::Surface;

/// After how many steps a measurement lets the cars begin anew, as many as workload W1 has: a car
/// whose controls are held for minutes comes to where no workload means to be, and may be
/// quarantined there.
pub const STEPS: u32 = 1000;

/// What is done with the fleet of each model.
pub trait Visitor {
    /// Takes a model's fleet of so many cars.
    fn visit<M: Model>(&mut self, fleet: fn(usize) -> Fleet<M>);
}

/// Shows a visitor the fleet of every model: the one list of them.
pub fn every_fleet(visitor: &mut impl Visitor) {
    visitor.visit(w1);
    visitor.visit(point_mass);
    visitor.visit(straight_line);
    visitor.visit(single_track);
    visitor.visit(two_track);
    visitor.visit(kinematic);
    visitor.visit(ackermann);
    visitor.visit(ackermann_as_printed);
    visitor.visit(slip_vector);
    visitor.visit(motorcycle);
    visitor.visit(commonroad_ks);
    visitor.visit(commonroad_kst);
    visitor.visit(commonroad_st);
    visitor.visit(commonroad_std);
    visitor.visit(commonroad_mb);
}

/// The names of the models that [`prepare`] knows.
pub fn models() -> Vec<&'static str> {
    struct Names(Vec<&'static str>);
    impl Visitor for Names {
        fn visit<M: Model>(&mut self, _: fn(usize) -> Fleet<M>) {
            self.0.push(M::NAME);
        }
    }
    let mut names = Names(Vec::new());
    every_fleet(&mut names);
    names.0
}

/// A fleet of a model of [`models`], in `f32` (`single`) or `f64`; `None` where the model is not
/// known or there is no car. A step is one sub-step with the model's own integrator.
pub fn prepare(model: &str, single: bool, mode: Mode, cars: usize) -> Option<Box<dyn Run>> {
    prepare_at(model, single, mode, Isa::best().level(), cars)
}

/// The same with the instructions of a level; `None` where the processor lacks them, too.
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

/// Cars with everything that a run needs.
#[derive(Clone, Debug)]
pub struct Fleet<M: Model> {
    /// The vehicles: one for all, or one per car.
    pub cars: Vec<M::Car<f64>>,
    /// Their modes.
    pub modes: Vec<M::Mode<f64>>,
    /// Their states.
    pub states: Vec<M::State<f64>>,
    /// Their inputs, held throughout.
    pub inputs: Vec<M::Input<f64>>,
    /// The surfaces: one for all, or one per car.
    pub surfaces: Vec<Surface<f64>>,
    /// The step.
    pub dt_s: f64,
}

impl<M: Model> Fleet<M> {
    /// The fleet as a batch that takes the workload's step as it is.
    ///
    /// # Panics
    /// If there is no car.
    pub fn batch<T: Number>(&self) -> Batch<M, T> {
        let batch = Batch::new(&self.cars, &self.modes, &self.states);
        let mut batch = batch.expect("a fleet has at least one car").bare();
        batch.set_inputs(&self.inputs);
        match &self.surfaces[..] {
            [one] => batch.set_surface(one),
            each => batch.set_surfaces(each),
        }
        batch
    }

    /// The step.
    pub fn dt(&self) -> Dt {
        Dt::new(self.dt_s).expect("a workload's step is a usable number")
    }

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
