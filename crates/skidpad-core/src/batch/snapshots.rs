//! Snapshots of the cars of a batch.

use alloc::vec::Vec;

use super::layout::{encode, modes, status};
use super::{Batch, BatchError, Number};
use crate::model::Model;
use crate::snapshot::{NotFinite, Snapshot};

/// Saving and restoring. The snapshot of a car is the one that it would have alone, bit for bit.
impl<M: Model, T: Number> Batch<M, T> {
    /// All of a car that changes while it drives, with the time of the batch.
    pub fn save(&self, car: usize) -> Snapshot<M, T> {
        Snapshot {
            state: self.state(car),
            mode: self.mode(car),
            status: self.status(car),
            clock: self.clock,
            longest_step_s: self.sub_steps.imposed_s(car),
        }
    }

    /// Puts a snapshot of a car back, of this place or another; one that was stopped drives again. The time is that
    /// of the whole batch and stays.
    ///
    /// ```
    /// use skidpad_core::batch::Batch;
    /// use skidpad_texts::w1::workload::start;
    /// use skidpad_texts::w1::W1;
    /// use skidpad_core::record::Empty;
    /// use skidpad_core::step::Dt;
    ///
    /// let (states, inputs): (Vec<_>, Vec<_>) = (0..20).map(start).unzip();
    /// let mut batch = Batch::<W1, f64>::new(&[Empty], &[Empty], &states)?;
    /// inputs.iter().enumerate().for_each(|(car, input)| batch.set_input(car, input));
    /// let dt = Dt::new(0.01).unwrap();
    /// let before = batch.save(3);
    /// batch.states_mut(5)[3] = f64::NAN; // its yaw rate
    /// assert_eq!(batch.step(dt).quarantined, 1);
    /// batch.restore(3, &before)?;
    /// assert_eq!(batch.step(dt).running, 20);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A number that is not finite, by name. Then nothing has changed.
    pub fn restore(&mut self, car: usize, snapshot: &Snapshot<M, T>) -> Result<(), NotFinite> {
        snapshot.check()?;
        self.put(car, snapshot);
        Ok(())
    }

    /// The hash of a car: that of its [`save`](Self::save).
    pub fn hash(&self, car: usize) -> u64 {
        self.save(car).hash()
    }

    /// All cars.
    pub fn save_all(&self) -> Vec<Snapshot<M, T>> {
        (0..self.len()).map(|car| self.save(car)).collect()
    }

    /// Puts all cars and the time back to where [`save_all`](Self::save_all) found them. Nothing is allocated.
    ///
    /// # Errors
    /// Another number of snapshots than cars. Then nothing has changed. A car whose numbers are not finite is
    /// stopped in the next step, as at the start.
    pub fn restore_all(&mut self, snapshots: &[Snapshot<M, T>]) -> Result<(), BatchError> {
        if snapshots.len() != self.len() {
            return Err(BatchError::Snapshots { found: snapshots.len(), cars: self.len() });
        }
        for (car, snapshot) in snapshots.iter().enumerate() {
            self.put(car, snapshot);
            self.clock = snapshot.clock;
        }
        Ok(())
    }

    fn put(&mut self, car: usize, snapshot: &Snapshot<M, T>) {
        self.sub_steps.impose(car, snapshot.longest_step_s);
        self.moving.set(car, 0, &snapshot.state);
        self.moving.set(car, modes::<M, T>(), &snapshot.mode);
        self.moving.column_mut(status::<M, T>())[car] = encode(snapshot.status);
    }
}
