//! The cars of a fleet in either precision, behind an interface of Python's objects.

use numpy::{Element, PyArrayDescr, PyArrayDescrMethods, PyReadwriteArray2, PyUntypedArrayMethods, dtype};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use skidpad::core::snapshot::Saved;
use skidpad::core::step::Dt;
use skidpad::fleet::{
    CommandHandle, Draws, EpisodeRules, Fleet, Group, GroupId, OutputHandle, Precision, StateHandle,
};
use skidpad::world::rolling::CarChoice;

use crate::error::{refused, unknown};
use crate::interrupt::repeat_together;
use crate::view;

/// Values of some states for a reset, state after state, in the precision of a vehicle's numbers.
pub struct Values<'a> {
    pub states: &'a [StateHandle],
    pub values: &'a [f64],
}

/// Cars of one model in a fleet.
pub trait Driven: Send + Sync {
    fn len(&self) -> usize;
    fn threads(&self) -> usize;
    fn time_s(&self) -> f64;
    /// Name of the number type in NumPy.
    fn dtype(&self) -> &'static str;
    fn command<'py>(&mut self, name: &str, fleet: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;
    fn state<'py>(&self, name: &str, fleet: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;
    fn statuses<'py>(&self, fleet: &Bound<'py, PyAny>) -> Bound<'py, PyAny>;
    fn outputs(&mut self, names: &[String], out: &Bound<'_, PyAny>) -> PyResult<()>;
    fn step(&mut self, py: Python<'_>, dt: Dt, steps: u64) -> PyResult<()>;
    fn state_handle(&self, name: &str) -> PyResult<StateHandle>;
    fn reset(&mut self, mask: &[bool]);
    fn reset_to(&mut self, mask: &[bool], to: &Values<'_>);
    fn reset_drawn(&mut self, mask: &[bool], draws: &Draws<'_>);
    fn add_vehicle(&mut self, car: &CarChoice<'_>) -> PyResult<()>;
    fn set_rules(&mut self, rules: EpisodeRules);
    fn endings(&self) -> &[u8];
    fn episode_time_s(&self, car: usize) -> f64;
    fn save(&self, car: usize) -> Saved;
    fn restore(&mut self, car: usize, saved: &Saved) -> PyResult<()>;
}

/// Steps times cars of the first call that steps a fleet, of some milliseconds: the time that it takes says how many steps the next
/// may take.
const FIRST_CAR_STEPS: u64 = 20_000;

/// A fleet of one group.
pub struct Cars<T: Precision> {
    pub fleet: Fleet<T>,
    pub id: GroupId,
    /// Commands of which Python has the column, and may write it at any time.
    pub lent: Vec<CommandHandle>,
}

impl<T: Precision> Cars<T> {
    fn group(&self) -> &Group<T> {
        self.fleet.group(self.id)
    }

    fn group_mut(&mut self) -> &mut Group<T> {
        self.fleet.group_mut(self.id)
    }

    /// Makes the next call take commands that Python may have written.
    fn take_written(&mut self) {
        let Self { fleet, id, lent } = self;
        let group = fleet.group_mut(*id);
        lent.iter().for_each(|command| group.mark_command_changed(*command));
    }

    fn output_handles(&self, names: &[String]) -> PyResult<Vec<OutputHandle>> {
        names.iter().map(|name| self.group().output(name).map_err(unknown)).collect()
    }
}

impl<T: Precision + Element> Driven for Cars<T> {
    fn len(&self) -> usize {
        self.group().len()
    }

    fn threads(&self) -> usize {
        self.fleet.threads()
    }

    fn time_s(&self) -> f64 {
        self.fleet.time_s()
    }

    fn dtype(&self) -> &'static str {
        if size_of::<T>() == size_of::<f32>() { "float32" } else { "float64" }
    }

    fn command<'py>(&mut self, name: &str, fleet: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let handle = self.group().command(name).map_err(unknown)?;
        if !self.lent.contains(&handle) {
            self.lent.push(handle);
        }
        Ok(view::to_write(self.group_mut().command_mut(handle), fleet).into_any())
    }

    fn state<'py>(&self, name: &str, fleet: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let handle = self.group().state(name).map_err(unknown)?;
        Ok(view::to_read(self.group().states(handle), fleet).into_any())
    }

    fn statuses<'py>(&self, fleet: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        view::to_read(self.group().statuses(), fleet).into_any()
    }

    fn outputs(&mut self, names: &[String], out: &Bound<'_, PyAny>) -> PyResult<()> {
        let handles = self.output_handles(names)?;
        let shape = [handles.len(), self.group().len()];
        let must = format!("out: must be a C-contiguous array of {} and of shape {shape:?}", self.dtype());
        let mut rows: PyReadwriteArray2<'_, T> =
            out.extract().map_err(|_| PyTypeError::new_err(must.clone()))?;
        if rows.shape() != shape || !rows.is_c_contiguous() {
            return Err(refused(format!("{must}, is of shape {:?}", rows.shape())));
        }
        let mut rows = rows.as_array_mut();
        let buffer = rows.as_slice_mut().ok_or_else(|| refused(must))?;
        self.take_written();
        let Self { fleet, id, .. } = self;
        out.py().detach(|| fleet.outputs(*id, &handles, buffer)).map_err(refused)
    }

    fn step(&mut self, py: Python<'_>, dt: Dt, steps: u64) -> PyResult<()> {
        self.take_written();
        let fleet = &mut self.fleet;
        let first = FIRST_CAR_STEPS / fleet.group(self.id).len() as u64;
        repeat_together(py, steps, first, |steps| fleet.step_times(dt, steps))
    }

    fn state_handle(&self, name: &str) -> PyResult<StateHandle> {
        let handle = self.group().state(name).map_err(unknown)?;
        let is_state = self.group().state_channels()[0].iter().any(|channel| channel.name == name);
        is_state
            .then_some(handle)
            .ok_or_else(|| refused(format!("{name}: is a mode, which follows from the states")))
    }

    fn reset(&mut self, mask: &[bool]) {
        self.group_mut().reset(mask);
    }

    fn reset_to(&mut self, mask: &[bool], to: &Values<'_>) {
        let values: Vec<T> = to.values.iter().map(|value| T::lit(*value)).collect();
        self.group_mut().reset_to(mask, to.states, &values);
    }

    fn reset_drawn(&mut self, mask: &[bool], draws: &Draws<'_>) {
        self.group_mut().reset_drawn(mask, draws);
    }

    fn add_vehicle(&mut self, car: &CarChoice<'_>) -> PyResult<()> {
        self.group_mut().add_vehicle(car).map_err(refused)
    }

    fn set_rules(&mut self, rules: EpisodeRules) {
        self.group_mut().set_rules(rules);
    }

    fn endings(&self) -> &[u8] {
        self.group().endings()
    }

    fn episode_time_s(&self, car: usize) -> f64 {
        self.group().episode_time_s(car)
    }

    fn save(&self, car: usize) -> Saved {
        self.group().save(car)
    }

    fn restore(&mut self, car: usize, saved: &Saved) -> PyResult<()> {
        self.group_mut().restore(car, saved).map_err(refused)
    }
}

/// True for NumPy's name of `f32`, false for that of `f64`.
pub fn is_single(py: Python<'_>, name: &str) -> PyResult<bool> {
    let given = PyArrayDescr::new(py, name)
        .map_err(|_| refused(format!("dtype = {name:?}: must be \"float64\" or \"float32\"")))?;
    if given.is_equiv_to(&dtype::<f32>(py)) {
        return Ok(true);
    }
    let is_double = given.is_equiv_to(&dtype::<f64>(py));
    is_double
        .then_some(false)
        .ok_or_else(|| refused(format!("dtype = {name:?}: must be \"float64\" or \"float32\"")))
}
