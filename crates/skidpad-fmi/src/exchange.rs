//! Model exchange: the importer's solver integrates the states between the edges of sub-steps.
//!
//! The discrete state of a car changes once per sub-step, so each edge of a sub-step is a time event. Inputs act through it, too
//! (pedals on pressures, steering on the wheels): where one changes within a sub-step, the discrete state of the edge is advanced again
//! from the states of the edge, as if the sub-step had begun with that input. What is set at an edge acts from it on: the sub-step
//! that ends there ends with the inputs that it began with, as one of co-simulation does.

use skidpad_core::math::Real;
use skidpad_core::step::Dt;
use skidpad_world::rolling::Rolling;

use crate::car::DrivenCar;
use crate::design::UnitDesign;
use crate::log::Fault;

/// Share of a sub-step by which the importer's time may miss an edge: a solver stops there but for rounding.
const TOLERANCE: f64 = 1e-6;

/// A sub-step that the importer's solver integrates.
#[derive(Clone)]
pub struct Exchange {
    /// The car at the edge, before its discrete state is advanced.
    edge: Box<dyn Rolling>,
    /// The states at the edge.
    before: Vec<f64>,
    /// Inputs and parameters that the sub-step began with.
    settings: Vec<f64>,
    /// The edge, and the importer's time.
    clock: Clock,
    has_new_inputs: bool,
}

/// Edges of sub-steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// Length of a sub-step.
    pub part: Dt,
    /// Time of the first edge of sub-steps of this length, s.
    pub origin_s: f64,
    /// Number of such sub-steps so far.
    pub count: u64,
    /// The importer's time, s.
    pub time_s: f64,
}

impl Clock {
    /// Time of the latest edge, s.
    pub fn edge_s(&self) -> f64 {
        self.origin_s + self.count as f64 * self.part.seconds()
    }

    /// Time of the next edge, s.
    pub fn next_edge_s(&self) -> f64 {
        self.origin_s + self.count.saturating_add(1) as f64 * self.part.seconds()
    }

    /// Refuses a time before the sub-step. One after its end is taken as a trial alone, in continuous time: solvers of several steps, such
    /// as CVODE, evaluate beyond the time that they are to reach and interpolate.
    pub fn check(&self, time_s: f64, is_trial: bool) -> Result<(), Fault> {
        let (edge_s, next_s, slack_s) = (self.edge_s(), self.next_edge_s(), self.slack_s());
        let latest_s = if is_trial { f64::MAX } else { next_s + slack_s };
        if (edge_s - slack_s..=latest_s).contains(&time_s) {
            return Ok(());
        }
        Err(Fault::new(format!("time = {time_s}: must be {edge_s} to {next_s}, the time of the next event")))
    }

    /// Rounding of times that an importer adds up, s.
    fn slack_s(&self) -> f64 {
        let largest_s = Real::max(Real::abs(self.edge_s()), Real::abs(self.next_edge_s()));
        TOLERANCE * self.part.seconds() + 4.0 * f64::EPSILON * largest_s
    }

    fn is_at_next_edge(&self) -> bool {
        self.time_s >= self.next_edge_s() - self.slack_s()
    }
}

/// Length of the sub-steps of a car: a step has a whole number of them.
fn part(car: &mut DrivenCar) -> Dt {
    let longest_s = car.car.integrated().map_or(car.step.seconds(), |car| car.longest_sub_step_s());
    Dt::new(car.step.divide(longest_s).1).unwrap_or(car.step)
}

impl Exchange {
    /// Begins the first sub-step at a time.
    pub fn begin(car: &mut DrivenCar, settings: &[f64], start_s: f64) -> Self {
        let clock = Clock { part: part(car), origin_s: start_s, count: 0, time_s: start_s };
        let (edge, before) = (car.car.clone(), car.states());
        car.begin_sub_step(clock.part);
        Self { edge, before, settings: settings.to_vec(), clock, has_new_inputs: false }
    }

    /// The edge, and the importer's time.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Takes the importer's time.
    pub fn set_time(&mut self, time_s: f64) {
        self.clock.time_s = time_s;
    }

    /// True where the time has come to the next edge.
    pub fn is_at_next_edge(&self) -> bool {
        self.clock.is_at_next_edge()
    }

    /// Ends the sub-step at its edge, with the inputs that it began with.
    pub fn end(&mut self, design: &UnitDesign, car: &mut DrivenCar) {
        car.set_inputs(design, &self.settings);
        car.end_sub_step(&self.before, self.clock.part);
        self.clock.count = self.clock.count.saturating_add(1);
        car.car.copy_to(&mut self.edge);
        self.before = car.states();
    }

    /// Begins the next sub-step. A car whose parameters have changed may have sub-steps of another length from here on.
    pub fn begin_next(&mut self, design: &UnitDesign, car: &mut DrivenCar, settings: &[f64]) {
        car.set_inputs(design, settings);
        let part = part(car);
        if part != self.clock.part {
            self.clock = Clock { part, origin_s: self.clock.edge_s(), count: 0, ..self.clock };
        }
        car.begin_sub_step(part);
        self.settings = settings.to_vec();
        self.has_new_inputs = false;
    }

    /// Notes that an input has changed.
    pub fn note_inputs(&mut self) {
        self.has_new_inputs = true;
    }

    /// Lets changed inputs act from the edge on.
    pub fn refresh(&mut self, car: &mut DrivenCar, settings: &[f64]) {
        if !self.has_new_inputs {
            return;
        }
        self.has_new_inputs = false;
        let states = car.states();
        self.edge.copy_to(&mut car.car);
        car.begin_sub_step(self.clock.part);
        car.set_states(&states);
        self.settings = settings.to_vec();
    }

    /// Takes the other vehicle of a car whose parameters have changed.
    pub fn retune(&mut self, car: &DrivenCar) {
        let mut edge = car.car.clone();
        if edge.restore(&self.edge.save()).is_ok() {
            self.edge = edge;
        }
        self.has_new_inputs = true;
    }

    /// Parts that a saved state has: the car at the edge, the states there, the settings since then, the clock.
    pub fn parts(&self) -> (&dyn Rolling, &[f64], &[f64], &Clock) {
        (self.edge.as_ref(), &self.before, &self.settings, &self.clock)
    }

    /// The sub-step of a saved state.
    pub fn from_parts(edge: Box<dyn Rolling>, before: Vec<f64>, settings: Vec<f64>, clock: Clock) -> Self {
        Self { edge, before, settings, clock, has_new_inputs: false }
    }
}

#[cfg(test)]
#[path = "../tests/inside/exchange.rs"]
mod tests;
