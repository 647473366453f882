//! What batches are measured with: fleets of different cars, and a run in each `Mode`.
//!
//! There is no clock here: `cargo bench` and the command line bring their own.
//!
//! Without its feature `kernels` only the fleets are there: what drives them compiles every model for every set of
//! instructions, which takes minutes.

mod commonroad;
mod fleets;
#[cfg(feature = "operations")]
pub mod operations;
#[cfg(feature = "kernels")]
mod prepare;
#[cfg(feature = "kernels")]
mod run;
mod vehicles;

pub use commonroad::{commonroad_ks, commonroad_kst, commonroad_mb, commonroad_st, commonroad_std};
pub use fleets::{
    ackermann, ackermann_as_printed, four_wheels, kinematic, motorcycle, point_mass, point_mass_palmer,
    single_track, slip_vector, straight_line, two_track, w1,
};
#[cfg(feature = "kernels")]
pub use prepare::{prepare, prepare_at};
#[cfg(feature = "kernels")]
pub use run::{Mode, Run, Scalars};
pub use vehicles::{specification, vehicle};

use skidpad_core::batch::Batch;
use skidpad_core::batch::Number;
use skidpad_core::model::Model;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;

/// After how many steps a measurement restarts the cars, as many as workload W1 has: a car
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
    visitor.visit(point_mass_palmer);
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

/// The names of the models that `prepare` knows.
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
}
