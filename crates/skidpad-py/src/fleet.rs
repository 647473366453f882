//! Thousands of cars of one model, in columns that NumPy sees without a copy.

use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyList, PyMapping};
use skidpad::core::record::Channel;
use skidpad::core::step::{Dt, Status};
use skidpad::fleet::{DrawnState, Draws, Ending, EpisodeRules, Fleet, FleetModel, Group, StateHandle};
use skidpad::formats::snapshot;
use skidpad::world::world::Site;
use skidpad_models::MODELS;

use crate::car::PySavedCar;
use crate::channel::PyChannel;
use crate::driven::{Driven, Values, is_single};
use crate::entrants::{Car, check_length, initial_states, state_name};
use crate::error::{in_file, refused, whole, within};
use crate::fleet_models::by_name;
use crate::joining::Joining;
use crate::surface;
use crate::track::PyTrack;

/// The most cars of a fleet.
const MOST_CARS: u64 = 10_000_000;

/// Cars of one model, each alone on its site: what `skidpad.Fleet` is made of.
#[pyclass(name = "Fleet", module = "skidpad._skidpad")]
pub struct PyFleet {
    /// Always there, but while it is dropped.
    cars: Option<Box<dyn Driven>>,
    model: &'static FleetModel,
    meets: bool,
    /// Process in which its threads run.
    process: u32,
}

impl PyFleet {
    fn cars(&self) -> &dyn Driven {
        self.cars.as_deref().expect("only a fleet that is dropped has no cars")
    }

    fn cars_mut(&mut self) -> &mut dyn Driven {
        self.cars.as_deref_mut().expect("only a fleet that is dropped has no cars")
    }

    /// The cars with their threads.
    fn working(&mut self) -> PyResult<&mut dyn Driven> {
        if self.is_of_another_process() {
            return Err(PyRuntimeError::new_err(
                "the fleet's threads are in the process that made it: make the fleet after the fork, or with threads=1",
            ));
        }
        Ok(self.cars_mut())
    }

    fn is_of_another_process(&self) -> bool {
        self.process != std::process::id() && self.cars.as_ref().is_some_and(|cars| cars.threads() > 1)
    }

    fn mask(&self, mask: &PyReadonlyArray1<'_, bool>) -> PyResult<Vec<bool>> {
        let mask = mask.as_array().to_vec();
        check_length("mask", mask.len(), self.cars().len())?;
        Ok(mask)
    }

    /// States by their names, each once; `argument` is that of the names.
    fn state_handles(&self, argument: &str, names: &[String]) -> PyResult<Vec<StateHandle>> {
        let find = |name: &String| self.cars().state_handle(state_name(self.model, name));
        let handles: Vec<_> = names.iter().map(find).collect::<PyResult<_>>()?;
        match (1..handles.len()).find(|place| handles[..*place].contains(&handles[*place])) {
            None => Ok(handles),
            Some(place) => Err(refused(format!("{argument}[{:?}]: the state is given twice", names[place]))),
        }
    }

    fn check_car(&self, car: i128) -> PyResult<usize> {
        whole("car", car, [0, self.cars().len() as u64 - 1]).map(|car| car as usize)
    }
}

impl Drop for PyFleet {
    fn drop(&mut self) {
        if self.is_of_another_process() {
            // Its threads did not come along: to wait for their end would hang.
            core::mem::forget(self.cars.take());
        }
    }
}

#[pymethods]
impl PyFleet {
    #[new]
    #[pyo3(signature = (model, cars, count, start, *, dtype="float64", threads=0, track=None, surface=None, meets=false))]
    #[allow(clippy::too_many_arguments, reason = "they are given by name")]
    fn new(
        model: &str,
        cars: &Bound<'_, PyList>,
        count: i128,
        start: &Bound<'_, PyDict>,
        dtype: &str,
        threads: i128,
        track: Option<&Bound<'_, PyAny>>,
        surface: Option<&Bound<'_, PyMapping>>,
        meets: bool,
    ) -> PyResult<Self> {
        let model = by_name(model)?;
        let count = whole("n", count, [1, MOST_CARS])? as usize;
        let threads = whole("threads", threads, [0, 1024])? as usize;
        let cars: Vec<Car> = cars.iter().map(|car| Car::of_argument(model, &car)).collect::<PyResult<_>>()?;
        if cars.is_empty() {
            return Err(refused("cars: is empty, must have at least one"));
        }
        if meets && track.is_none() {
            return Err(refused("meets = True: there is nothing to meet without a track"));
        }
        let states = initial_states(model, count, start)?;
        let site = Site { surface: surface::surface(surface)?, ..Site::asphalt() };
        let mut joining = Joining { model, cars, count, states, site, meets };
        if let Some(track) = track {
            let track = PyTrack::of_argument(track)?.track;
            joining.place_at_start(&track);
            joining.site = joining.site.with_track(track.as_ref().clone());
        }
        let (py, is_single) = (start.py(), is_single(start.py(), dtype)?);
        let cars = py.detach(|| match is_single {
            true => joining.join(Fleet::single().with_threads(threads)),
            false => joining.join(Fleet::new().with_threads(threads)),
        })?;
        Ok(Self { cars: Some(cars), model, meets, process: std::process::id() })
    }

    /// Number of cars.
    fn __len__(&self) -> usize {
        self.cars().len()
    }

    /// Name of the model.
    #[getter]
    fn model(&self) -> &'static str {
        self.model.info().name
    }

    /// Number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.cars().threads()
    }

    /// Time since the fleet began, s.
    #[getter]
    fn time_s(&self) -> f64 {
        self.cars().time_s()
    }

    /// Commands, states and modes, and outputs.
    #[getter]
    fn channels(&self) -> (Vec<PyChannel>, Vec<PyChannel>, Vec<PyChannel>) {
        let info = self.model.info();
        let all = |channels: &[Channel], kind| {
            channels.iter().map(|channel| PyChannel::new(channel, kind)).collect::<Vec<_>>()
        };
        let mut kept = all(info.states, "state");
        kept.extend(all(info.modes, "mode"));
        (all(Group::<f64>::command_channels(), "input"), kept, all(info.trace, "output"))
    }

    /// NumPy's name of its numbers.
    #[getter]
    fn dtype(&self) -> &'static str {
        self.cars().dtype()
    }

    /// A command of all cars, to write; it holds from the next step on.
    fn command<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.try_borrow_mut()?.cars_mut().command(name, slf.as_any())
    }

    /// A state or mode of all cars, to read.
    fn state<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.try_borrow()?.cars().state(name, slf.as_any())
    }

    /// Run statuses of all cars as numbers, to read: 0 while a car runs.
    #[getter]
    fn statuses<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Ok(slf.try_borrow()?.cars().statuses(slf.as_any()))
    }

    /// Name of a run status by its number.
    fn status_name(&self, code: u8) -> PyResult<&'static str> {
        let status = Status::from_code(code, self.model.info().ends);
        status
            .map(Status::name)
            .ok_or_else(|| refused(format!("code = {code}: is no status of {}", self.model())))
    }

    /// Writes outputs of all cars, at the present states and commands, into an array of a row for each output.
    fn outputs(&mut self, names: Vec<String>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        self.working()?.outputs(&names, out)
    }

    /// Moves all cars on by `steps` steps of `dt_s`, above 0 and at most 1 s, with the commands held.
    #[pyo3(signature = (dt_s, steps=1))]
    fn step(&mut self, py: Python<'_>, dt_s: f64, steps: i128) -> PyResult<()> {
        let steps = whole("steps", steps, [0, u64::MAX])?;
        self.working()?.step(py, Dt::try_from(dt_s).map_err(refused)?, steps)
    }

    /// Puts the cars of a mask back to their starts.
    fn reset(&mut self, mask: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let mask = self.mask(&mask)?;
        self.cars_mut().reset(&mask);
        Ok(())
    }

    /// Puts the cars of a mask back to their starts with other values of some states, a row for each state.
    fn reset_to(
        &mut self,
        mask: PyReadonlyArray1<'_, bool>,
        names: Vec<String>,
        values: PyReadonlyArray2<'_, f64>,
    ) -> PyResult<()> {
        let mask = self.mask(&mask)?;
        let handles = self.state_handles("to", &names)?;
        if values.shape() != [handles.len(), mask.len()] {
            let must = (handles.len(), mask.len());
            return Err(refused(format!("values: must be of shape {must:?}, is {:?}", values.shape())));
        }
        let values: Vec<f64> = values.as_array().iter().copied().collect();
        if let Some(place) = values.iter().position(|value| !value.is_finite()) {
            let (name, car) = (&names[place / mask.len()], place % mask.len());
            return Err(refused(format!("{name} of car {car} = {}: must be finite", values[place])));
        }
        self.cars_mut().reset_to(&mask, &Values { states: &handles, values: &values });
        Ok(())
    }

    /// Puts the cars of a mask back with states, and by choice vehicles, that are drawn at random: each (name, low, high).
    #[pyo3(signature = (mask, seed, states, *, vehicle=false))]
    fn reset_drawn(
        &mut self,
        mask: PyReadonlyArray1<'_, bool>,
        seed: i128,
        states: Vec<(String, f64, f64)>,
        vehicle: bool,
    ) -> PyResult<()> {
        let mask = self.mask(&mask)?;
        let seed = whole("seed", seed, [0, u64::MAX])?;
        let names: Vec<_> = states.iter().map(|(name, ..)| name.clone()).collect();
        let handles = self.state_handles("draw", &names)?;
        for (name, low, high) in &states {
            // Wider than any number, a range has no share.
            if !(low <= high && (high - low).is_finite()) {
                return Err(refused(format!(
                    "draw[{name:?}] = ({low}, {high}): must be finite, the lower bound first"
                )));
            }
        }
        let drawn = handles.iter().zip(&states);
        let drawn: Vec<_> = drawn
            .map(|(state, (_, low, high))| DrawnState { state: *state, low: *low, high: *high })
            .collect();
        self.cars_mut().reset_drawn(&mask, &Draws { seed, states: &drawn, vehicle });
        Ok(())
    }

    /// Adds a vehicle that resets draw.
    fn add_vehicle(&mut self, car: &Bound<'_, PyAny>) -> PyResult<()> {
        let car = Car::of_argument(self.model, car)?;
        self.cars_mut().add_vehicle(&car.choice())
    }

    /// Sets the rules by which episodes end, besides the end of a car's run.
    #[pyo3(signature = (*, time_limit_s=None, hit_m_s=None, cone_hit_m_s=None))]
    fn set_rules(
        &mut self,
        time_limit_s: Option<f64>,
        hit_m_s: Option<f64>,
        cone_hit_m_s: Option<f64>,
    ) -> PyResult<()> {
        if !self.meets && (hit_m_s.is_some() || cone_hit_m_s.is_some()) {
            return Err(refused(
                "hit_m_s, cone_hit_m_s: cars of this fleet meet nothing; make it with meets=True",
            ));
        }
        for (name, value) in
            [("time_limit_s", time_limit_s), ("hit_m_s", hit_m_s), ("cone_hit_m_s", cone_hit_m_s)]
        {
            within(name, value.unwrap_or(0.0), [0.0, 1e12])?;
        }
        self.cars_mut().set_rules(EpisodeRules { time_limit_s, hit_m_s, cone_hit_m_s, area: None });
        Ok(())
    }

    /// Reasons why each car's episode is over, as bits; 0 while it goes on.
    #[getter]
    fn endings<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, self.cars().endings())
    }

    /// Time of each car's episode, s.
    #[getter]
    fn episode_times_s<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_iter(py, (0..self.cars().len()).map(|car| self.cars().episode_time_s(car)))
    }

    /// State of a car as bytes of Skidpad's snapshot format.
    fn save<'py>(&self, py: Python<'py>, car: i128) -> PyResult<Bound<'py, PyBytes>> {
        let car = self.check_car(car)?;
        Ok(PyBytes::new(py, &snapshot::encode_saved(&self.cars().save(car))))
    }

    /// Puts a car back to the state in bytes of `save`, or to a car's `SavedCar`.
    fn restore(&mut self, car: i128, saved: &Bound<'_, PyAny>) -> PyResult<()> {
        let car = self.check_car(car)?;
        if let Ok(saved) = saved.cast::<PySavedCar>() {
            return self.cars_mut().restore(car, saved.get().numbers());
        }
        let data: PyBackedBytes = saved.extract().map_err(|_| {
            PyTypeError::new_err("saved: must be bytes of Fleet.save or Car.to_bytes, or a SavedCar")
        })?;
        let saved = snapshot::decode_saved(&data, &MODELS).map_err(in_file)?;
        self.cars_mut().restore(car, &saved)
    }
}

/// Names and bits of the reasons why an episode ends.
#[pyfunction]
pub fn endings() -> Vec<(&'static str, u8)> {
    vec![
        ("model", Ending::Model.bit()),
        ("quarantined", Ending::Quarantined.bit()),
        ("hit", Ending::Hit.bit()),
        ("time_limit", Ending::TimeLimit.bit()),
        ("hit_cone", Ending::HitCone.bit()),
    ]
}
