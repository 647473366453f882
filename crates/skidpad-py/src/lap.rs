//! Laps: the fastest one of a vehicle on a track, as `skidpad lap` finds it.

mod search;

use numpy::ndarray::Array1;
use numpy::{AllowTypeChange, IntoPyArray, PyArrayLike2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use skidpad::core::record::Channel;
use skidpad::core::surface::Surface;
use skidpad::formats::choose;
use skidpad_laptime::qss::{self, Sample, Start};
use skidpad_laptime::{PathPoint, Trade};
use skidpad_models::MODELS;

use crate::channel::PyChannel;
use crate::error::{refused, unknown, within};
use crate::interrupt::beside;
use crate::track::PyTrack;
use crate::vehicle::PyVehicle;
use search::{Found, Line, Method, Request};

/// Columns of a lap with the number of each point.
type Column = (Channel, fn(&PathPoint, &Sample) -> f64);

const COLUMNS: [Column; 13] = [
    (Channel::new("distance_m", "m", 0.0, 1e4).described("distance along the driven line"), |_, s| {
        s.distance_m
    }),
    (Channel::new("time_s", "s", 0.0, 1e3).described("time since the start"), |_, s| s.time_s),
    (Channel::new("x_m", "m", -1e4, 1e4).described("position along the world's x axis"), |p, _| {
        p.position_m[0]
    }),
    (Channel::new("y_m", "m", -1e4, 1e4).described("position along the world's y axis"), |p, _| {
        p.position_m[1]
    }),
    (
        Channel::new("lateral_offset_m", "m", -20.0, 20.0)
            .described("lateral offset from the track's reference line, positive to the left"),
        |p, _| p.lateral_offset_m,
    ),
    (
        Channel::new("curvature_1_m", "1/m", -0.2, 0.2)
            .described("curvature of the line, positive to the left"),
        |p, _| p.curvature_1_m,
    ),
    (Channel::new("speed_m_s", "m/s", 0.0, 100.0).described("speed along the road"), |_, s| s.speed_m_s),
    (
        Channel::new("acceleration_x_m_s2", "m/s^2", -20.0, 20.0).described("longitudinal acceleration"),
        |_, s| s.along_m_s2,
    ),
    (
        Channel::new("acceleration_y_m_s2", "m/s^2", -20.0, 20.0)
            .described("lateral acceleration, positive to the left"),
        |_, s| s.lateral_m_s2,
    ),
    (
        Channel::new("steer_rad", "rad", -0.6, 0.6)
            .described("mean steering angle of the front wheels, positive to the left; NaN without steering"),
        |_, s| s.steer_rad.unwrap_or(f64::NAN),
    ),
    (Channel::new("throttle", "-", 0.0, 1.0).described("share of the throttle"), |_, s| s.throttle),
    (Channel::new("brake", "-", 0.0, 1.0).described("share of the hardest braking"), |_, s| s.brake),
    (Channel::new("gear", "-", 1.0, 12.0).described("gear"), |_, s| s.gear as f64),
];

/// A lap: its time, and what `skidpad.Lap` is made of.
#[pyclass(name = "LapResult", module = "skidpad._skidpad", frozen, get_all)]
pub struct PyLapResult {
    /// Time of the lap, s.
    time_s: f64,
    /// Length of the line, m.
    length_m: f64,
    /// False where the search, or the speed of a flying lap, was still changing.
    converged: bool,
    /// Remarks on the lap.
    notes: Vec<String>,
    /// Figure, its unit, and the derivative of the time to it, s over the unit; without a unit, over the figure itself.
    sensitivities: Vec<(String, String, f64)>,
    /// Columns by name.
    columns: Py<PyDict>,
}

/// Columns of laps.
#[pyfunction]
pub fn lap_channels() -> Vec<PyChannel> {
    COLUMNS.iter().map(|(channel, _)| PyChannel::new(channel, "output")).collect()
}

/// The fastest lap of a vehicle on a track.
#[pyfunction]
#[pyo3(signature = (track, vehicle, model, method, *, line, points_m, margin_m, grip, flying, step_m, sensitivities))]
#[allow(clippy::too_many_arguments, reason = "they are given by name")]
pub fn lap<'py>(
    py: Python<'py>,
    track: &Bound<'py, PyAny>,
    vehicle: &Bound<'py, PyAny>,
    model: Option<&str>,
    method: &str,
    line: Option<&str>,
    points_m: Option<PyArrayLike2<'py, f64, AllowTypeChange>>,
    margin_m: Option<f64>,
    grip: f64,
    flying: Option<bool>,
    step_m: f64,
    sensitivities: bool,
) -> PyResult<PyLapResult> {
    let track = PyTrack::of_argument(track)?.track;
    let PyVehicle { file, vehicle, .. } = PyVehicle::of_argument(vehicle)?;
    let method = Method::by_name(method)?;
    let model = choose::model(&MODELS, model.unwrap_or(method.usual_model())).map_err(unknown)?;
    let start = if flying.unwrap_or(track.is_closed()) { Start::Flying } else { Start::At(0.0) };
    let request = Request {
        track,
        vehicle,
        spec: file.spec,
        model,
        method,
        line: Line::new(line, points_m)?,
        margin_m: within("margin_m", margin_m.unwrap_or(method.usual_margin_m()), [0.0, 20.0])?,
        surface: Surface { grip: within("grip", grip, [0.05, 3.0])?, ..Surface::asphalt() },
        lap: qss::Options { start, ..qss::Options::default() },
        step_m: within("step_m", step_m, [0.1, 20.0])?,
        sensitivities,
    };
    request.check().map_err(refused)?;
    let found = beside(py, move || request.lap())?.map_err(refused)?;
    found.result(py)
}

impl Found {
    fn result(self, py: Python<'_>) -> PyResult<PyLapResult> {
        let Self { path, lap, notes, trades } = self;
        let columns = PyDict::new(py);
        let points = || path.points().iter().zip(&lap.samples);
        for (channel, number) in &COLUMNS {
            let numbers: Array1<f64> = points().map(|(point, sample)| number(point, sample)).collect();
            columns.set_item(channel.name, numbers.into_pyarray(py))?;
        }
        let row =
            |trade: &Trade| (trade.parameter.to_string(), trade.parameter.unit().to_owned(), trade.slope);
        Ok(PyLapResult {
            time_s: lap.time_s,
            length_m: lap.length_m,
            converged: lap.converged,
            notes,
            sensitivities: trades.iter().map(row).collect(),
            columns: columns.unbind(),
        })
    }
}
