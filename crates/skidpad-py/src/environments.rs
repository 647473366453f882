//! Environments of driving tasks, which the package wraps for Gymnasium.

use numpy::ndarray::ArrayView1;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use skidpad::core::step::Dt;
use skidpad::tasks::{AnyEnvironments, Settings, StartChoice};

use crate::entrants::{Car, check_length};
use crate::error::{refused, whole};
use crate::fleet_models::by_name;
use crate::observations::observations;
use crate::task_options::{TaskOptions, actions, autoreset, make_task};

/// Environments of one task, over a fleet in single precision: what the environments for Gymnasium are made of.
#[pyclass(name = "Environments", module = "skidpad._skidpad")]
pub struct PyEnvironments {
    /// Always there, but while it is dropped.
    environments: Option<Box<dyn AnyEnvironments>>,
    process: u32,
    threads: usize,
}

/// Name, unit, lower and upper bound.
type Bounded = (String, String, f32, f32);
/// Name, unit, description and weight of a term.
type Weighed = (&'static str, &'static str, &'static str, f64);

impl PyEnvironments {
    fn all(&self) -> &dyn AnyEnvironments {
        self.environments.as_deref().expect("only what is dropped has no environments")
    }

    fn all_mut(&mut self) -> &mut dyn AnyEnvironments {
        self.environments.as_deref_mut().expect("only what is dropped has no environments")
    }

    fn len(&self) -> usize {
        self.all().group().len()
    }

    fn rows<'py>(&self, py: Python<'py>, numbers: &[f32]) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let rows = self.len();
        PyArray1::from_slice(py, numbers).reshape([rows, numbers.len() / rows])
    }

    fn rows_of_f64<'py>(&self, py: Python<'py>, numbers: &[f64]) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = self.len();
        PyArray1::from_slice(py, numbers).reshape([rows, numbers.len() / rows])
    }

    fn starts(&self, starts: &PyReadonlyArray2<'_, f64>) -> PyResult<Vec<StartChoice>> {
        if starts.shape() != [self.len(), 7] {
            let must = [self.len(), 7];
            return Err(refused(format!("starts: must be of shape {must:?}, is {:?}", starts.shape())));
        }
        let start = |row: ArrayView1<'_, f64>| {
            let chosen = |place: usize| Some(row[place]).filter(|number| !number.is_nan());
            StartChoice {
                track: chosen(0).map(|number| number as usize),
                position_m: [chosen(1), chosen(2)],
                yaw_rad: chosen(3),
                velocity_m_s: [chosen(4), chosen(5)],
                yaw_rate_rad_s: chosen(6),
            }
        };
        Ok(starts.as_array().rows().into_iter().map(start).collect())
    }

    fn check_process(&self) -> PyResult<()> {
        if self.threads > 1 && self.process != std::process::id() {
            return Err(pyo3::exceptions::PyRuntimeError::new_err(
                "the environments' threads are in the process that made them: make them after the fork, or with threads=1",
            ));
        }
        Ok(())
    }
}

#[pymethods]
impl PyEnvironments {
    #[new]
    #[pyo3(signature = (task, options, count, *, model, cars, dt_s, sub_steps, time_limit_s, observed, acting, autoreset_mode, threads))]
    #[allow(clippy::too_many_arguments, reason = "they are given by name")]
    fn new(
        task: &str,
        options: &Bound<'_, PyDict>,
        count: i128,
        model: &str,
        cars: &Bound<'_, PyList>,
        dt_s: f64,
        sub_steps: i128,
        time_limit_s: f64,
        observed: Vec<(String, Bound<'_, PyDict>)>,
        acting: &Bound<'_, PyDict>,
        autoreset_mode: &str,
        threads: i128,
    ) -> PyResult<Self> {
        let model = by_name(model)?;
        let cars: Vec<Car> = cars.iter().map(|car| Car::of_argument(model, &car)).collect::<PyResult<_>>()?;
        let choices: Vec<_> = cars.iter().map(Car::choice).collect();
        let threads = whole("threads", threads, [0, 1024])? as usize;
        let settings = Settings {
            environments: whole("num_envs", count, [1, 10_000_000])? as usize,
            model,
            cars: &choices,
            dt: Dt::try_from(dt_s).map_err(refused)?,
            sub_steps: whole("sub_steps", sub_steps, [1, 10_000])? as u32,
            time_limit_s,
            observations: &observations(&observed)?,
            actions: actions(&TaskOptions::new("action", acting))?,
            autoreset: autoreset(autoreset_mode)?,
            threads,
        };
        let environments = make_task(task, &TaskOptions::new(task, options), &settings)?;
        Ok(Self { environments: Some(environments), process: std::process::id(), threads })
    }

    /// Number of environments.
    fn __len__(&self) -> usize {
        self.len()
    }

    /// Observations of an environment: name, unit and bounds of each number.
    #[getter]
    fn observation_channels(&self) -> Vec<Bounded> {
        let channels = self.all().observation_channels().iter();
        channels
            .map(|channel| {
                let [low, high] = channel.range;
                (channel.name.clone(), channel.unit.to_owned(), low, high)
            })
            .collect()
    }

    /// Actions of an environment: name, unit and bounds of each number.
    #[getter]
    fn action_channels(&self) -> Vec<Bounded> {
        let channels = self.all().action_channels().iter();
        channels
            .map(|channel| {
                let [low, high] = channel.bounds;
                (channel.name.to_owned(), channel.unit.to_owned(), low, high)
            })
            .collect()
    }

    /// Terms of the reward: name, unit, description and usual weight of each.
    #[getter]
    fn terms(&self) -> Vec<Weighed> {
        let terms = self.all().terms().iter();
        terms
            .map(|term| {
                let quantity = term.quantity;
                (quantity.name, quantity.unit, quantity.description, term.weight)
            })
            .collect()
    }

    /// Figures of an episode: name, unit and description of each.
    #[getter]
    fn figure_quantities(&self) -> Vec<(&'static str, &'static str, &'static str)> {
        let figures = self.all().figure_quantities().iter();
        figures.map(|figure| (figure.name, figure.unit, figure.description)).collect()
    }

    /// Names of the ends of episodes, by their numbers from 1 on.
    #[getter]
    fn ends(&self) -> Vec<&'static str> {
        self.all().ends()
    }

    /// Sets the weight of a term of the reward.
    fn set_weight(&mut self, term: &str, weight: f64) -> PyResult<()> {
        self.all_mut().set_weight(term, weight).map_err(refused)
    }

    /// Begins new episodes of the environments of a mask. `seeds`: a number for each environment, or None to go on with theirs. `starts`: a row
    /// for each environment of the track's number, x and y (m), heading (rad), velocity forwards and to the left (m/s), and yaw rate (rad/s), of
    /// which those that are NaN are drawn; or None, to draw all.
    #[pyo3(signature = (mask, seeds=None, starts=None))]
    fn reset(
        &mut self,
        mask: PyReadonlyArray1<'_, bool>,
        seeds: Option<PyReadonlyArray1<'_, u64>>,
        starts: Option<PyReadonlyArray2<'_, f64>>,
    ) -> PyResult<()> {
        self.check_process()?;
        let mask = mask.as_array().to_vec();
        check_length("reset_mask", mask.len(), self.len())?;
        let seeds = seeds.map(|seeds| seeds.as_array().to_vec());
        let starts = starts.map(|starts| self.starts(&starts)).transpose()?;
        self.all_mut().reset(&mask, seeds.as_deref(), starts.as_deref()).map_err(refused)
    }

    /// Moves all environments on by a step. Returns whether any episode ended in it.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray2<'_, f32>) -> PyResult<bool> {
        self.check_process()?;
        let must = [self.len(), self.all().action_channels().len()];
        if actions.shape() != must {
            return Err(refused(format!("actions: must be of shape {must:?}, is {:?}", actions.shape())));
        }
        let actions: Vec<f32> = match actions.as_slice() {
            Ok(actions) => actions.to_vec(),
            Err(_) => actions.as_array().iter().copied().collect(),
        };
        let environments = self.all_mut();
        py.detach(|| environments.step(&actions)).map_err(refused)?;
        Ok(self.all().end_numbers().iter().any(|end| *end != 0))
    }

    /// Observations, a row for each environment.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.rows(py, self.all().observations())
    }

    /// Observations at the ends of the episodes that the last step reset.
    #[getter]
    fn final_observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.rows(py, self.all().final_observations())
    }

    /// Rewards of the last step.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.all().rewards())
    }

    /// Terms of the rewards, not weighed, a row for each environment.
    #[getter]
    fn term_values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows_of_f64(py, self.all().term_values())
    }

    /// Figures of the episodes, a row for each environment.
    #[getter]
    fn figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows_of_f64(py, self.all().figures())
    }

    /// Figures at the ends of the episodes that the last step reset.
    #[getter]
    fn final_figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.rows_of_f64(py, self.all().final_figures())
    }

    /// True where the task or the car ended the episode in the last step.
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_slice(py, self.all().terminated())
    }

    /// True where the time limit ended the episode in the last step.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_slice(py, self.all().truncated())
    }

    /// Number of the end of each episode that the last step ended; 0: it goes on.
    #[getter]
    fn end_numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, self.all().end_numbers())
    }

    /// True for each environment that the last call put to a new start.
    #[getter]
    fn were_reset<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_slice(py, self.all().were_reset())
    }

    /// Number of the car of each environment's episode.
    #[getter]
    fn car_numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_vec(py, self.all().car_numbers())
    }

    /// All of a single environment's step: observation, reward, terminated, truncated, number of the end, and figures.
    #[allow(clippy::type_complexity, reason = "what a step returns")]
    fn step_one<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'_, f32>,
    ) -> PyResult<(Bound<'py, PyArray1<f32>>, f64, bool, bool, u8, Vec<f64>)> {
        let actions = actions.as_array().to_vec();
        self.check_process()?;
        self.all_mut().step(&actions).map_err(refused)?;
        let environments = self.all();
        Ok((
            PyArray1::from_slice(py, environments.observations()),
            environments.rewards()[0],
            environments.terminated()[0],
            environments.truncated()[0],
            environments.end_numbers()[0],
            environments.figures().to_vec(),
        ))
    }
}

impl Drop for PyEnvironments {
    fn drop(&mut self) {
        if self.check_process().is_err() {
            // Its threads did not come along: to wait for their end would hang.
            core::mem::forget(self.environments.take());
        }
    }
}
