//! Single cars that take a step in a batch.

use super::Batch;
use crate::model::Model;
use crate::step::{Dt, Simulation, Status};

impl<M: Model> Batch<M, f64> {
    /// Takes mode and state of a car that is to be stepped in a row of the batch, which must have its vehicle. Its clock, its
    /// integrator and the length of its sub-steps stay with the car.
    ///
    /// ```
    /// use skidpad_core::batch::Batch;
    /// use skidpad_core::record::Empty;
    /// use skidpad_core::step::{Dt, Simulation};
    /// use skidpad_texts::w1::{self, W1};
    ///
    /// let mut cars: Vec<_> =
    ///     (0..20).map(|car| Simulation::<W1>::new(Empty, Empty, w1::workload::start(car).0)).collect();
    /// let states: Vec<_> = cars.iter().map(|car| *car.state()).collect();
    /// let mut batch = Batch::<W1, f64>::new(&[Empty], &[Empty], &states)?;
    /// let dt = Dt::new(0.01).unwrap();
    /// for (row, car) in cars.iter().enumerate() {
    ///     batch.borrow_car(row, car);
    /// }
    /// batch.step(dt);
    /// for (row, car) in cars.iter_mut().enumerate() {
    ///     batch.give_back(row, dt, car);
    /// }
    /// assert_eq!((cars[19].time_s(), *cars[19].state()), (0.01, batch.state(19)));
    /// # Ok::<(), skidpad_core::batch::BatchError>(())
    /// ```
    pub fn borrow_car(&mut self, row: usize, car: &Simulation<M>) {
        self.reset(row, &car.mode, &car.state);
    }

    /// Moves a car that was borrowed to where the last step of the batch moved its row: to the bits, clock, status and fault that
    /// [`Simulation::step_over`] with what the row was given has. A car that does not run stays where it is.
    pub fn give_back(&self, row: usize, dt: Dt, car: &mut Simulation<M>) {
        match self.status(row) {
            _ if car.status != Status::Running => car.fault = None,
            Status::Quarantined => (car.status, car.fault) = (Status::Quarantined, self.fault(row)),
            _ => {
                car.fault = self.fault(row);
                car.go_on(dt, self.mode(row), self.state(row));
            }
        }
    }
}
