//! Search for a lap.

use std::fmt::Display;
use std::sync::Arc;

use numpy::{AllowTypeChange, PyArrayLike2, PyUntypedArrayMethods};
use pyo3::PyResult;
use skidpad::core::math::Real;
use skidpad::core::spec::{Vehicle, VehicleSpec};
use skidpad::core::surface::Surface;
use skidpad::world::manoeuvre::Subject;
use skidpad::world::models::ModelInfo;
use skidpad::world::names;
use skidpad::world::rolling::CarChoice;
use skidpad::world::track::Track;
use skidpad_laptime::driven::{self, Drive, DrivenOptions};
use skidpad_laptime::line::{LineOptions, RacingLine, fastest, least_curvature, shortest};
use skidpad_laptime::optimal::{self, LapGuess, OptimalOptions, SingleTrackLap};
use skidpad_laptime::qss::{self, QssLap};
use skidpad_laptime::{ModelEnvelope, Parameter, Path, Trade, TradedCar, trades};

use crate::error::{refused, unknown};

/// Model of minimum-time laps.
const OPTIMAL_MODEL: &str = "single_track";
/// Spacing of their first mesh, m.
const OPTIMAL_SPACING_M: f64 = 3.0;

/// Method by which a lap is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Quasi-steady lap along a given line.
    Qss,
    /// Quasi-steady lap along the fastest line.
    Line,
    /// Minimum-time lap of a dynamic model.
    Optimal,
    /// Lap of a driver on the full model.
    Driven,
}

impl Method {
    pub fn by_name(name: &str) -> PyResult<Self> {
        match name {
            "qss" => Ok(Self::Qss),
            "line" => Ok(Self::Line),
            "optimal" => Ok(Self::Optimal),
            "driven" => Ok(Self::Driven),
            _ => Err(unknown(names::unknown("method", name, &["qss", "line", "optimal", "driven"]))),
        }
    }

    pub fn usual_model(self) -> &'static str {
        if self == Self::Optimal { OPTIMAL_MODEL } else { "two_track" }
    }

    pub fn usual_margin_m(self) -> f64 {
        if self == Self::Driven { driven::ROOM_M } else { LineOptions::default().margin_m }
    }
}

/// A line to drive.
pub enum Line {
    Fastest,
    Reference,
    Shortest,
    LeastCurvature,
    Through(Vec<[f64; 2]>),
}

impl Line {
    pub fn new(
        name: Option<&str>,
        points_m: Option<PyArrayLike2<'_, f64, AllowTypeChange>>,
    ) -> PyResult<Self> {
        if let Some(points_m) = points_m {
            if points_m.shape()[1] != 2 {
                return Err(refused(format!(
                    "line: must be points of x and y, has {} columns",
                    points_m.shape()[1]
                )));
            }
            return Ok(Self::Through(points_m.as_array().outer_iter().map(|row| [row[0], row[1]]).collect()));
        }
        match name {
            None => Ok(Self::Fastest),
            Some("reference") => Ok(Self::Reference),
            Some("shortest") => Ok(Self::Shortest),
            Some("least-curvature") => Ok(Self::LeastCurvature),
            Some(other) => {
                Err(unknown(names::unknown("line", other, &["reference", "shortest", "least-curvature"])))
            }
        }
    }
}

/// A lap that was found.
pub struct Found {
    pub path: Path,
    pub lap: QssLap,
    /// Remarks on it.
    pub notes: Vec<String>,
    /// Derivatives of its time to figures of the car; empty where they were not wanted.
    pub trades: Vec<Trade>,
}

/// A lap that is to be found.
pub struct Request {
    pub track: Arc<Track>,
    pub vehicle: Vehicle<f64>,
    pub spec: VehicleSpec,
    pub model: &'static ModelInfo,
    pub method: Method,
    pub line: Line,
    pub margin_m: f64,
    pub surface: Surface<f64>,
    pub lap: qss::Options,
    pub step_m: f64,
    pub sensitivities: bool,
}

fn text(error: impl Display) -> String {
    error.to_string()
}

impl Request {
    /// Refuses arguments that do not go together.
    pub fn check(&self) -> Result<(), String> {
        let is_given = !matches!(self.line, Line::Fastest);
        if is_given != (self.method == Method::Qss) {
            return Err(match is_given {
                true => "line: is driven as it is; use it with method=\"qss\"".to_owned(),
                false => {
                    "line: missing; method=\"qss\" drives a given line: \"reference\", \"shortest\", \"least-curvature\" or points of x and y"
                        .to_owned()
                }
            });
        }
        if self.sensitivities && !matches!(self.method, Method::Qss | Method::Line) {
            return Err(
                "sensitivities: are those of quasi-steady laps; use method=\"line\" or \"qss\"".to_owned()
            );
        }
        if self.method == Method::Optimal && self.model.name != OPTIMAL_MODEL {
            return Err(format!(
                "model = \"{}\": has no minimum-time laps; must be \"{OPTIMAL_MODEL}\"",
                self.model.name
            ));
        }
        Ok(())
    }

    /// Finds the lap.
    pub fn lap(&self) -> Result<Found, String> {
        let envelope = ModelEnvelope::new(self.model.name, &self.vehicle, &self.surface).map_err(text)?;
        let width_m = Subject::vehicle(self.model, &self.vehicle).width_m();
        let options = LineOptions { car_width_m: width_m, margin_m: self.margin_m, ..LineOptions::default() };
        let path = self.path(&envelope, &options)?;
        let lap = qss::lap(&path, &envelope, &self.lap).map_err(text)?;
        let (path, lap, note) = match self.method {
            Method::Qss | Method::Line => (path, lap, None),
            Method::Optimal => self.optimal(&options, &path, &lap)?,
            Method::Driven => self.driven(&envelope, width_m, &path, &lap)?,
        };
        let trades = if self.sensitivities { self.trades(&path)? } else { Vec::new() };
        let springs = (self.model.name.contains("sprung")).then(|| {
            "the envelope of a car on springs is that of the rigid car on the same tyres".to_owned()
        });
        Ok(Found { path, lap, notes: note.into_iter().chain(springs).collect(), trades })
    }

    /// The line, with points at most a step apart.
    fn path(&self, envelope: &ModelEnvelope, options: &LineOptions) -> Result<Path, String> {
        let track = &*self.track;
        let line = match &self.line {
            Line::Reference => return Ok(Path::along(track, self.step_m)),
            Line::Fastest => fastest(track, envelope, options, &self.lap).map(|found| found.line),
            Line::Shortest => shortest(track, options),
            Line::LeastCurvature => least_curvature(track, options),
            Line::Through(points_m) => RacingLine::through(track, points_m),
        };
        let line = line.map_err(text)?;
        let space_m = track.lap_m() / line.offsets_m().len() as f64;
        let parts = Real::max((space_m / self.step_m).ceil(), 1.0) as usize;
        line.path_with(track, parts).map_err(text)
    }

    fn optimal(
        &self,
        line: &LineOptions,
        path: &Path,
        near: &QssLap,
    ) -> Result<(Path, QssLap, Option<String>), String> {
        let car = SingleTrackLap::new(&self.vehicle, &self.surface);
        let guess = LapGuess::near(&self.track, path, near);
        let line = LineOptions { spacing_m: OPTIMAL_SPACING_M, ..*line };
        let options = OptimalOptions {
            start: self.lap.start,
            gravity_m_s2: self.lap.gravity_m_s2,
            ..OptimalOptions::default()
        };
        let found = optimal::lap(&self.track, &car, &guess, &line, &options).map_err(text)?;
        let note = format!("the quasi-steady lap on the fastest line takes {:.3} s", near.time_s);
        Ok((found.path, found.lap, Some(note)))
    }

    fn driven(
        &self,
        envelope: &ModelEnvelope,
        width_m: f64,
        path: &Path,
        near: &QssLap,
    ) -> Result<(Path, QssLap, Option<String>), String> {
        let of = Drive {
            model: self.model,
            car: CarChoice::Vehicle(&self.vehicle),
            envelope,
            surface: self.surface,
            width_m,
        };
        let options = DrivenOptions { lap: self.lap, ..DrivenOptions::default() };
        let found = driven::drive(&of, &self.track, path, &options).map_err(text)?;
        let note = format!(
            "the best of {} laps; the car's sides stayed {:.2} m within the edges, and the quasi-steady lap on the driver's line takes {:.3} s",
            found.rounds, found.least_room_m, near.time_s
        );
        let converged = found.converged;
        let (path, lap) = found.on_path(&self.track).map_err(text)?;
        Ok((path, QssLap { converged, ..lap }, Some(note)))
    }

    fn trades(&self, path: &Path) -> Result<Vec<Trade>, String> {
        let car = TradedCar { model: self.model.name, spec: &self.spec, surface: &self.surface };
        trades(&car, &Parameter::all(car.model, &self.spec), path, &self.lap).map_err(text)
    }
}
