//! Thousands of cars of one model, in columns that NumPy sees without a copy.

use numpy::ndarray::ArrayViewMut2;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use skidpad::core::controls::Gear;
use skidpad::core::step::{Dt, Status};
use skidpad::fleet::{
    CommandHandle, DrawnState, Draws, Ending, Entrant, EpisodeRules, Fleet, FleetModel, Group, GroupId, OutputHandle,
    StateHandle,
};
use skidpad::formats::{choose, snapshot};
use skidpad::world::models::Cars;
use skidpad::world::names;
use skidpad::world::rolling::{Begin, CarChoice};
use skidpad::world::world::{BODY_FRICTION, BODY_RESTITUTION, Site, body_of};
use skidpad_models::MODELS;

use crate::channel::PyChannel;
use crate::error::{in_file, refused, unknown, within};
use crate::fleet_models::by_name;
use crate::interrupt::repeat;
use crate::surface;
use crate::track::PyTrack;
use crate::vehicle::PyVehicle;
use crate::view;

/// The most cars of a fleet.
const MOST_CARS: usize = 10_000_000;

/// Cars of one model, each alone on its site: what `skidpad.Fleet` is made of.
#[pyclass(name = "Fleet", module = "skidpad._skidpad")]
pub struct PyFleet {
    fleet: Fleet,
    id: GroupId,
    model: &'static FleetModel,
    /// Commands whose columns Python has, and may write at any time.
    lent: Vec<CommandHandle>,
}

/// A car that joins, as it lives until all of them have joined.
enum Car {
    Vehicle(Box<PyVehicle>),
    Own(String),
}

impl Car {
    fn of_argument(model: &FleetModel, argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        let info = model.info();
        if matches!(info.cars, Cars::Vehicles) {
            let vehicle = PyVehicle::of_argument(argument)?;
            info.takes(&vehicle.vehicle).map_err(refused)?;
            return Ok(Self::Vehicle(Box::new(vehicle)));
        }
        let known = choose::names(info);
        let must = || format!("car of the model {}", info.name);
        let name: String = argument.extract().map_err(|_| refused(format!("a {} is one of {}", must(), known.join(", "))))?;
        match known.contains(&name.as_str()) {
            true => Ok(Self::Own(name)),
            false => Err(unknown(names::unknown(&must(), &name, &known))),
        }
    }

    fn choice(&self) -> CarChoice<'_> {
        match self {
            Self::Vehicle(vehicle) => CarChoice::Vehicle(&vehicle.vehicle),
            Self::Own(name) => CarChoice::Own(name),
        }
    }
}

/// Name of a state: `speed_m_s` is, for every model, the one that is the speed at the start.
fn state_name<'n>(model: &FleetModel, name: &'n str) -> &'n str {
    if name == "speed_m_s" { model.info().speed } else { name }
}

/// States at the start by name, with a number for each car.
fn initial_states(model: &FleetModel, count: usize, given: &Bound<'_, PyDict>) -> PyResult<Vec<(&'static str, Vec<f64>)>> {
    let channels = model.info().states;
    let mut all = Vec::new();
    for (name, numbers) in given {
        let name: String = name.extract()?;
        let known: Vec<_> = channels.iter().map(|channel| channel.name).collect();
        let found = known.iter().find(|known| **known == state_name(model, &name));
        let found = found.ok_or_else(|| unknown(names::unknown("state", &name, &known)))?;
        let numbers: PyReadonlyArray1<'_, f64> = numbers.extract()?;
        let numbers = numbers.as_array().to_vec();
        check_length(&format!("start[{name:?}]"), numbers.len(), count)?;
        if let Some(car) = numbers.iter().position(|number| !number.is_finite()) {
            return Err(refused(format!("start[{name:?}][{car}] = {}: must be finite", numbers[car])));
        }
        all.push((*found, numbers));
    }
    Ok(all)
}

fn check_length(name: &str, found: usize, must: usize) -> PyResult<()> {
    let message = || refused(format!("{name}: has {found} values, must have {must}, one for each car"));
    (found == must).then_some(()).ok_or_else(message)
}

impl PyFleet {
    fn group(&self) -> &Group {
        self.fleet.group(self.id)
    }

    fn group_mut(&mut self) -> &mut Group {
        self.fleet.group_mut(self.id)
    }

    /// Tells the fleet that commands may have been written where it did not see it.
    fn take_written(&mut self) {
        let group = self.fleet.group_mut(self.id);
        for command in &self.lent {
            let _ = group.command_mut(*command);
        }
    }

    fn output_handles(&self, names: &[String]) -> PyResult<Vec<OutputHandle>> {
        names.iter().map(|name| self.group().output(name).map_err(unknown)).collect()
    }

    fn state_handles(&self, names: &[String]) -> PyResult<Vec<StateHandle>> {
        let find = |name: &String| {
            let name = state_name(self.model, name);
            let handle = self.group().state(name).map_err(unknown)?;
            let is_state = self.model.info().states.iter().any(|channel| channel.name == name);
            is_state.then_some(handle).ok_or_else(|| refused(format!("{name}: is a mode, which follows from the states")))
        };
        names.iter().map(find).collect()
    }

    fn mask<'py>(&self, mask: &PyReadonlyArray1<'py, bool>) -> PyResult<Vec<bool>> {
        let mask = mask.as_array().to_vec();
        check_length("mask", mask.len(), self.group().len())?;
        Ok(mask)
    }

    fn check_car(&self, car: usize) -> PyResult<()> {
        let cars = self.group().len();
        (car < cars).then_some(()).ok_or_else(|| refused(format!("car = {car}: must be below {cars}")))
    }
}

#[pymethods]
impl PyFleet {
    #[new]
    #[pyo3(signature = (model, cars, count, start, *, threads=0, track=None, surface=None, meets=false))]
    #[allow(clippy::too_many_arguments, reason = "they are given by name")]
    fn new(
        model: &str,
        cars: &Bound<'_, PyList>,
        count: usize,
        start: &Bound<'_, PyDict>,
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
        let mut fleet = Fleet::new().with_threads(threads);
        let mut site = Site { surface: surface::surface(surface)?, ..Site::asphalt() };
        if let Some(track) = track {
            site = site.with_track(PyTrack::of_argument(track)?.track.as_ref().clone());
        }
        let site = fleet.add_site(site).map_err(refused)?;
        let entrant = |car: usize| {
            let choice = cars[car % cars.len()].choice();
            let begin = Begin { gear: Gear::Automatic, initial: &starts[car], method: None };
            let body = meets.then(|| body_of(model.info(), &choice, BODY_RESTITUTION, BODY_FRICTION));
            Entrant { car: choice, begin, site, body }
        };
        let entrants: Vec<_> = (0..count).map(entrant).collect();
        let id = fleet.add(model, &entrants).map_err(refused)?;
        let group = fleet.group_mut(id);
        let automatic = group.command("automatic").map_err(unknown)?;
        group.command_mut(automatic).fill(1.0);
        Ok(Self { fleet, id, model, lent: Vec::new() })
    }

    /// Number of cars.
    fn __len__(&self) -> usize {
        self.group().len()
    }

    /// Name of the model.
    #[getter]
    fn model(&self) -> &'static str {
        self.model.info().name
    }

    /// Number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.fleet.threads()
    }

    /// Time since the fleet began, s.
    #[getter]
    fn time_s(&self) -> f64 {
        self.fleet.time_s()
    }

    /// Commands, states and modes, and outputs.
    #[getter]
    fn channels(&self) -> (Vec<PyChannel>, Vec<PyChannel>, Vec<PyChannel>) {
        let group = self.group();
        let all = |channels: &[skidpad::core::record::Channel], kind| {
            channels.iter().map(|channel| PyChannel::new(channel, kind)).collect::<Vec<_>>()
        };
        let [states, modes] = group.state_channels();
        let mut kept = all(states, "state");
        kept.extend(all(modes, "mode"));
        (all(Group::command_channels(), "input"), kept, all(group.output_channels(), "output"))
    }

    /// A command of all cars, to write; it holds from the next step on.
    fn command<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let mut this = slf.borrow_mut();
        let handle = this.group().command(name).map_err(unknown)?;
        if !this.lent.contains(&handle) {
            this.lent.push(handle);
        }
        Ok(view::to_write(this.group_mut().command_mut(handle), slf))
    }

    /// A state or mode of all cars, to read.
    fn state<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let this = slf.borrow();
        let handle = this.group().state(name).map_err(unknown)?;
        Ok(view::to_read(this.group().states(handle), slf))
    }

    /// Run statuses of all cars as numbers, to read: 0 while a car runs.
    #[getter]
    fn statuses<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<f64>> {
        view::to_read(slf.borrow().group().statuses(), slf)
    }

    /// Name of a run status by its number.
    fn status_name(&self, code: u8) -> PyResult<&'static str> {
        let status = Status::from_code(code, self.model.info().ends);
        status.map(Status::name).ok_or_else(|| refused(format!("code = {code}: is no status of {}", self.model())))
    }

    /// Writes outputs of all cars, at the present states and commands, into an array of a row for each output.
    fn outputs(&mut self, py: Python<'_>, names: Vec<String>, mut out: PyReadwriteArray2<'_, f64>) -> PyResult<()> {
        let handles = self.output_handles(&names)?;
        if out.shape() != [handles.len(), self.group().len()] || !out.is_c_contiguous() {
            let (rows, cars) = (handles.len(), self.group().len());
            return Err(refused(format!("out: must be C-contiguous and of shape ({rows}, {cars}), is {:?}", out.shape())));
        }
        self.take_written();
        let mut rows: ArrayViewMut2<'_, f64> = out.as_array_mut();
        let buffer = rows.as_slice_mut().ok_or_else(|| refused("out: must be C-contiguous"))?;
        let (fleet, id) = (&mut self.fleet, self.id);
        py.detach(|| fleet.outputs(id, &handles, buffer)).map_err(refused)
    }

    /// Moves all cars on by `steps` steps of `dt_s`, above 0 and at most 1 s, with the commands held.
    #[pyo3(signature = (dt_s, steps=1))]
    fn step(&mut self, py: Python<'_>, dt_s: f64, steps: u64) -> PyResult<()> {
        let dt = Dt::try_from(dt_s).map_err(refused)?;
        self.take_written();
        let fleet = &mut self.fleet;
        repeat(py, steps, || fleet.step(dt))
    }

    /// Puts the cars of a mask back to their starts.
    fn reset(&mut self, mask: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let mask = self.mask(&mask)?;
        self.group_mut().reset(&mask);
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
        self.group_mut().reset_to(&mask, &handles, &values);
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
                return Err(refused(format!("draw[{name:?}] = ({low}, {high}): must be finite, the lower bound first")));
            }
        }
        let drawn = handles.iter().zip(&states);
        let drawn: Vec<_> = drawn.map(|(state, (_, low, high))| DrawnState { state: *state, low: *low, high: *high }).collect();
        self.group_mut().reset_drawn(&mask, &Draws { seed, states: &drawn, vehicle });
        Ok(())
    }

    /// Adds a vehicle that resets draw.
    fn add_vehicle(&mut self, car: &Bound<'_, PyAny>) -> PyResult<()> {
        let car = Car::of_argument(self.model, car)?;
        self.group_mut().add_vehicle(&car.choice()).map_err(refused)
    }

    /// Sets the rules by which episodes end, besides the end of a car's run.
    #[pyo3(signature = (*, time_limit_s=None, hit_m_s=None, cone_hit_m_s=None))]
    fn set_rules(&mut self, time_limit_s: Option<f64>, hit_m_s: Option<f64>, cone_hit_m_s: Option<f64>) -> PyResult<()> {
        for (name, value) in [("time_limit_s", time_limit_s), ("hit_m_s", hit_m_s), ("cone_hit_m_s", cone_hit_m_s)] {
            within(name, value.unwrap_or(0.0), [0.0, 1e12])?;
        }
        self.group_mut().set_rules(EpisodeRules { time_limit_s, hit_m_s, cone_hit_m_s, area: None });
        Ok(())
    }

    /// Reasons why each car's episode is over, as bits; 0 while it goes on.
    #[getter]
    fn endings<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, self.group().endings())
    }

    /// Time of each car's episode, s.
    #[getter]
    fn episode_times_s<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let group = self.group();
        PyArray1::from_iter(py, (0..group.len()).map(|car| group.episode_time_s(car)))
    }

    /// State of a car as bytes of Skidpad's snapshot format.
    fn save<'py>(&self, py: Python<'py>, car: usize) -> PyResult<Bound<'py, PyBytes>> {
        self.check_car(car)?;
        Ok(PyBytes::new(py, &snapshot::encode_saved(&self.group().save(car))))
    }

    /// Puts a car back to the state in bytes of `save`.
    fn restore(&mut self, car: usize, data: &[u8]) -> PyResult<()> {
        self.check_car(car)?;
        let saved = snapshot::decode_saved(data, &MODELS).map_err(in_file)?;
        self.group_mut().restore(car, &saved).map_err(refused)
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
