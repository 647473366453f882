//! Thousands of cars of one model, in columns that NumPy sees without a copy.

use numpy::{Element, PyArray1, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use skidpad::core::controls::Gear;
use skidpad::core::record::Channel;
use skidpad::core::step::{Dt, Status};
use skidpad::fleet::{
    DrawnState, Draws, Ending, Entrant, EpisodeRules, Fleet, FleetModel, Group, Precision, StateHandle,
};
use skidpad::formats::snapshot;
use skidpad::world::rolling::Begin;
use skidpad::world::world::{BODY_FRICTION, BODY_RESTITUTION, Site, body_of};
use skidpad_models::MODELS;

use crate::channel::PyChannel;
use crate::driven::{Cars, Driven, Values, is_single};
use crate::entrants::{Car, check_length, initial_states, state_name};
use crate::error::{in_file, refused, unknown, within};
use crate::fleet_models::by_name;
use crate::surface;
use crate::track::PyTrack;

/// The most cars of a fleet.
const MOST_CARS: usize = 10_000_000;

/// Cars of one model, each alone on its site: what `skidpad.Fleet` is made of.
#[pyclass(name = "Fleet", module = "skidpad._skidpad")]
pub struct PyFleet {
    cars: Box<dyn Driven>,
    model: &'static FleetModel,
}

impl PyFleet {
    fn mask(&self, mask: &PyReadonlyArray1<'_, bool>) -> PyResult<Vec<bool>> {
        let mask = mask.as_array().to_vec();
        check_length("mask", mask.len(), self.cars.len())?;
        Ok(mask)
    }

    fn state_handles(&self, names: &[String]) -> PyResult<Vec<StateHandle>> {
        names.iter().map(|name| self.cars.state_handle(state_name(self.model, name))).collect()
    }

    fn check_car(&self, car: usize) -> PyResult<()> {
        let cars = self.cars.len();
        (car < cars).then_some(()).ok_or_else(|| refused(format!("car = {car}: must be below {cars}")))
    }
}

/// Entrants of a fleet: cars in turn, each with its own states at the start, all on one site.
struct Joining {
    model: &'static FleetModel,
    cars: Vec<Car>,
    starts: Vec<Vec<(&'static str, f64)>>,
    site: Site,
    meets: bool,
}

impl Joining {
    /// Adds them; nobody touches their controls, and their gearboxes choose the gears.
    fn join<T: Precision + Element>(&self, mut fleet: Fleet<T>) -> PyResult<Box<dyn Driven>> {
        let Self { model, cars, starts, site, meets } = self;
        let site = fleet.add_site(site.clone()).map_err(refused)?;
        let entrants = starts.iter().enumerate().map(|(car, initial)| {
            let car = cars[car % cars.len()].choice();
            let body = meets.then(|| body_of(model.info(), &car, BODY_RESTITUTION, BODY_FRICTION));
            Entrant { car, begin: Begin { gear: Gear::Automatic, initial, method: None }, site, body }
        });
        let entrants: Vec<_> = entrants.collect();
        let id = fleet.add(model, &entrants).map_err(refused)?;
        let group = fleet.group_mut(id);
        let automatic = group.command("automatic").map_err(unknown)?;
        group.command_mut(automatic).fill(T::one());
        Ok(Box::new(Cars { fleet, id }))
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
        count: usize,
        start: &Bound<'_, PyDict>,
        dtype: &str,
        threads: usize,
        track: Option<&Bound<'_, PyAny>>,
        surface: Option<&Bound<'_, PyDict>>,
        meets: bool,
    ) -> PyResult<Self> {
        let model = by_name(model)?;
        if !(1..=MOST_CARS).contains(&count) {
            return Err(refused(format!("n = {count}: must be 1 to {MOST_CARS}")));
        }
        within("threads", threads as f64, [0.0, 1024.0])?;
        let cars: Vec<Car> = cars.iter().map(|car| Car::of_argument(model, &car)).collect::<PyResult<_>>()?;
        if cars.is_empty() {
            return Err(refused("cars: is empty, must have at least one"));
        }
        let states = initial_states(model, count, start)?;
        let starts: Vec<Vec<_>> = (0..count)
            .map(|car| states.iter().map(|(name, numbers)| (*name, numbers[car])).collect())
            .collect();
        let mut site = Site { surface: surface::surface(surface)?, ..Site::asphalt() };
        if let Some(track) = track {
            site = site.with_track(PyTrack::of_argument(track)?.track.as_ref().clone());
        }
        let joining = Joining { model, cars, starts, site, meets };
        let cars = if is_single(start.py(), dtype)? {
            joining.join(Fleet::single().with_threads(threads))?
        } else {
            joining.join(Fleet::new().with_threads(threads))?
        };
        Ok(Self { cars, model })
    }

    /// Number of cars.
    fn __len__(&self) -> usize {
        self.cars.len()
    }

    /// Name of the model.
    #[getter]
    fn model(&self) -> &'static str {
        self.model.info().name
    }

    /// Number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.cars.threads()
    }

    /// Time since the fleet began, s.
    #[getter]
    fn time_s(&self) -> f64 {
        self.cars.time_s()
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
        self.cars.dtype()
    }

    /// A command of all cars, to write; it holds from the next step on.
    fn command<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.borrow_mut().cars.command(name, slf.as_any())
    }

    /// A state or mode of all cars, to read.
    fn state<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.borrow().cars.state(name, slf.as_any())
    }

    /// Run statuses of all cars as numbers, to read: 0 while a car runs.
    #[getter]
    fn statuses<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyAny> {
        slf.borrow().cars.statuses(slf.as_any())
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
        self.cars.outputs(&names, out)
    }

    /// Moves all cars on by `steps` steps of `dt_s`, above 0 and at most 1 s, with the commands held.
    #[pyo3(signature = (dt_s, steps=1))]
    fn step(&mut self, py: Python<'_>, dt_s: f64, steps: u64) -> PyResult<()> {
        self.cars.step(py, Dt::try_from(dt_s).map_err(refused)?, steps)
    }

    /// Puts the cars of a mask back to their starts.
    fn reset(&mut self, mask: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let mask = self.mask(&mask)?;
        self.cars.reset(&mask);
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
        let handles = self.state_handles(&names)?;
        if values.shape() != [handles.len(), mask.len()] {
            let must = (handles.len(), mask.len());
            return Err(refused(format!("values: must be of shape {must:?}, is {:?}", values.shape())));
        }
        let values: Vec<f64> = values.as_array().iter().copied().collect();
        if let Some(place) = values.iter().position(|value| !value.is_finite()) {
            let (name, car) = (&names[place / mask.len()], place % mask.len());
            return Err(refused(format!("{name} of car {car} = {}: must be finite", values[place])));
        }
        self.cars.reset_to(&mask, &Values { states: &handles, values: &values });
        Ok(())
    }

    /// Puts the cars of a mask back with states, and by choice vehicles, that are drawn at random: each (name, low, high).
    #[pyo3(signature = (mask, seed, states, *, vehicle=false))]
    fn reset_drawn(
        &mut self,
        mask: PyReadonlyArray1<'_, bool>,
        seed: u64,
        states: Vec<(String, f64, f64)>,
        vehicle: bool,
    ) -> PyResult<()> {
        let mask = self.mask(&mask)?;
        let names: Vec<_> = states.iter().map(|(name, ..)| name.clone()).collect();
        let handles = self.state_handles(&names)?;
        for (name, low, high) in &states {
            if !(low.is_finite() && high.is_finite() && low <= high) {
                return Err(refused(format!(
                    "draw[{name:?}] = ({low}, {high}): must be finite, the lower bound first"
                )));
            }
        }
        let drawn = handles.iter().zip(&states);
        let drawn: Vec<_> = drawn
            .map(|(state, (_, low, high))| DrawnState { state: *state, low: *low, high: *high })
            .collect();
        self.cars.reset_drawn(&mask, &Draws { seed, states: &drawn, vehicle });
        Ok(())
    }

    /// Adds a vehicle that resets draw.
    fn add_vehicle(&mut self, car: &Bound<'_, PyAny>) -> PyResult<()> {
        let car = Car::of_argument(self.model, car)?;
        self.cars.add_vehicle(&car.choice())
    }

    /// Sets the rules by which episodes end, besides the end of a car's run.
    #[pyo3(signature = (*, time_limit_s=None, hit_m_s=None, cone_hit_m_s=None))]
    fn set_rules(
        &mut self,
        time_limit_s: Option<f64>,
        hit_m_s: Option<f64>,
        cone_hit_m_s: Option<f64>,
    ) -> PyResult<()> {
        for (name, value) in
            [("time_limit_s", time_limit_s), ("hit_m_s", hit_m_s), ("cone_hit_m_s", cone_hit_m_s)]
        {
            within(name, value.unwrap_or(0.0), [0.0, 1e12])?;
        }
        self.cars.set_rules(EpisodeRules { time_limit_s, hit_m_s, cone_hit_m_s, area: None });
        Ok(())
    }

    /// Reasons why each car's episode is over, as bits; 0 while it goes on.
    #[getter]
    fn endings<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, self.cars.endings())
    }

    /// Time of each car's episode, s.
    #[getter]
    fn episode_times_s<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_iter(py, (0..self.cars.len()).map(|car| self.cars.episode_time_s(car)))
    }

    /// State of a car as bytes of Skidpad's snapshot format.
    fn save<'py>(&self, py: Python<'py>, car: usize) -> PyResult<Bound<'py, PyBytes>> {
        self.check_car(car)?;
        Ok(PyBytes::new(py, &snapshot::encode_saved(&self.cars.save(car))))
    }

    /// Puts a car back to the state in bytes of `save`.
    fn restore(&mut self, car: usize, data: &[u8]) -> PyResult<()> {
        self.check_car(car)?;
        let saved = snapshot::decode_saved(data, &MODELS).map_err(in_file)?;
        self.cars.restore(car, &saved)
    }
}

/// Names and bits of the reasons why an episode ends.
#[pyfunction]
pub fn endings() -> Vec<(&'static str, u8)> {
    vec![
        ("model", Ending::Model.bit()),
        ("quarantined", Ending::Quarantined.bit()),
        ("hit", Ending::Hit.bit()),
        ("left_area", Ending::LeftArea.bit()),
        ("time_limit", Ending::TimeLimit.bit()),
        ("hit_cone", Ending::HitCone.bit()),
    ]
}
