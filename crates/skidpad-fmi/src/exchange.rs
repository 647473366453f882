//! Model exchange: the importer's solver integrates the states between the edges of sub-steps.
//!
//! The discrete state of a car changes once per sub-step, so each edge of a sub-step is a time event. Inputs act through it, too
//! (pedals on pressures, steering on the wheels): where one changes within a sub-step, the discrete state of the edge is advanced anew
//! in the present states, as if the sub-step had begun there with that input.

use skidpad_core::step::Dt;
use skidpad_world::rolling::Rolling;

use crate::car::DrivenCar;

/// A sub-step that the importer's solver integrates.
#[derive(Clone)]
pub struct Exchange {
    /// The car at the edge, before its discrete state is advanced.
    edge: Box<dyn Rolling>,
    /// The states at the edge.
    before: Vec<f64>,
    /// Length of the sub-step.
    part: Dt,
    /// Number of sub-steps so far.
    count: u64,
    /// Time at the start, s.
    start_s: f64,
    /// The importer's time, s.
    pub time_s: f64,
    has_new_inputs: bool,
}

impl Exchange {
    /// Begins the first sub-step at a time.
    pub fn begin(car: &mut DrivenCar, start_s: f64) -> Self {
        let longest_s = car.car.integrated().map_or(car.step.seconds(), |car| car.longest_sub_step_s());
        let (_, part_s) = car.step.divide(longest_s);
        let part = Dt::new(part_s).unwrap_or(car.step);
        let (edge, before) = (car.car.clone(), car.states());
        car.begin_sub_step(part);
        Self { edge, before, part, count: 0, start_s, time_s: start_s, has_new_inputs: false }
    }

    /// Time of the next edge, s.
    pub fn next_edge_s(&self) -> f64 {
        self.start_s + (self.count + 1) as f64 * self.part.seconds()
    }

    /// Ends the sub-step at its edge and begins the next one; false before the edge.
    pub fn pass_edge(&mut self, car: &mut DrivenCar) -> bool {
        let next_s = self.next_edge_s();
        // A solver stops at an edge but for rounding.
        if self.time_s < next_s - 1e-6 * self.part.seconds() {
            return false;
        }
        car.end_sub_step(&self.before, self.part);
        self.count += 1;
        car.car.copy_to(&mut self.edge);
        self.before = car.states();
        car.begin_sub_step(self.part);
        self.has_new_inputs = false;
        true
    }

    /// Notes that an input has changed.
    pub fn note_inputs(&mut self) {
        self.has_new_inputs = true;
    }

    /// Lets changed inputs act from the edge on.
    pub fn refresh(&mut self, car: &mut DrivenCar) {
        if !self.has_new_inputs {
            return;
        }
        self.has_new_inputs = false;
        let states = car.states();
        self.edge.copy_to(&mut car.car);
        car.set_states(&states);
        car.begin_sub_step(self.part);
    }

    /// Takes the other vehicle of a car whose parameters have changed.
    pub fn retune(&mut self, car: &DrivenCar) {
        let mut edge = car.car.clone();
        if edge.restore(&self.edge.save()).is_ok() {
            self.edge = edge;
        }
        self.has_new_inputs = true;
    }

    /// Parts that a saved state has: snapshot of the edge, states there, count, start and time.
    pub fn parts(&self) -> (&dyn Rolling, &[f64], u64, [f64; 2]) {
        (self.edge.as_ref(), &self.before, self.count, [self.start_s, self.time_s])
    }

    /// The sub-step of a saved state.
    pub fn from_parts(
        car: &DrivenCar,
        edge: Box<dyn Rolling>,
        before: Vec<f64>,
        count: u64,
        times_s: [f64; 2],
    ) -> Self {
        let mut car = car.clone();
        let longest_s = car.car.integrated().map_or(car.step.seconds(), |car| car.longest_sub_step_s());
        let part = Dt::new(car.step.divide(longest_s).1).unwrap_or(car.step);
        let [start_s, time_s] = times_s;
        Self { edge, before, part, count, start_s, time_s, has_new_inputs: false }
    }
}
