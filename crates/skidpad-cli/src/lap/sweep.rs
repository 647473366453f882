//! `skidpad lap --sweep`: a lap for each value of a field.

use serde::Serialize;
use skidpad_core::math::Real;
use skidpad_core::units::to_kmh;
use skidpad_formats::edit::{Edit, File};
use skidpad_laptime::qss::{self, Options as QssOptions};
use skidpad_plot::{LapSweep, lap_sweep_figure};
use skidpad_world::models::Models;
use skidpad_world::track::Track;

use super::against::signed;
use super::car::LapCar;
use super::line::{self, Way};
use super::options::{GRIPS, LapOptions};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::output;
use crate::run::edits::{Axis, Changes};
use crate::table::{Align, Table};

/// The scenario's word for the grip of the road.
const GRIP: &str = "surface.grip";

/// All laps.
#[derive(Serialize)]
struct LapSweepDocument {
    track: String,
    car: String,
    model: String,
    field: String,
    /// Unit of the values; empty where they have none.
    unit: String,
    rows: Vec<LapSweepRow>,
}

#[derive(Serialize)]
struct LapSweepRow {
    /// The value as it is written.
    written: String,
    /// The number in the unit; `None` of a text.
    value: Option<f64>,
    /// `None` where there is no lap.
    lap_s: Option<f64>,
    v_min_m_s: Option<f64>,
    v_max_m_s: Option<f64>,
    /// Reason for which there is no lap.
    error: Option<String>,
}

/// Time and speeds of a lap.
struct SweptLap {
    lap_s: f64,
    v_min_m_s: f64,
    v_max_m_s: f64,
}

/// Drives all laps and prints the table.
pub fn command(
    listed: &Models,
    options: &LapOptions,
    sweep: &str,
    track: &Track,
    lap: &QssOptions,
) -> Result<(), Failure> {
    let folder = options.out.as_deref().map(|out| Folder::look("--out", out)).transpose()?;
    let changes = changes(sweep)?;
    let Some(axis) = changes.axes.first() else { return Err(Failure::input("--sweep: no values")) };
    let progress = output::bar(changes.count() as u64, "finding laps");
    let mut rows = Vec::with_capacity(changes.count());
    for (variant, value) in axis.values.iter().enumerate() {
        let driven = drive(listed, options, &changes.edits(variant), track, lap);
        let (driven, error) = match driven {
            Ok(driven) => (Some(driven), None),
            Err(failure) => (None, Some(failure.message())),
        };
        rows.push(LapSweepRow {
            written: value.written.clone(),
            value: value.number,
            lap_s: driven.as_ref().map(|lap| lap.lap_s),
            v_min_m_s: driven.as_ref().map(|lap| lap.v_min_m_s),
            v_max_m_s: driven.as_ref().map(|lap| lap.v_max_m_s),
            error,
        });
        progress.inc(1);
    }
    progress.finish_and_clear();
    let failed = rows.iter().filter(|row| row.error.is_some()).count();
    let count = rows.len();
    if failed == count {
        return Err(Failure::Input(rows.into_iter().find_map(|row| row.error).unwrap_or_default()));
    }
    let document = LapSweepDocument {
        track: track.name().to_owned(),
        car: options.car.clone(),
        model: options.model().to_owned(),
        field: axis.fields.clone(),
        unit: axis.unit.clone(),
        rows,
    };
    if let Some(folder) = folder {
        folder.write(&document.files(axis)?, std::slice::from_ref(&options.track.file))?;
    }
    if options.json {
        output::json(&document)?
    } else {
        output::text(&document.text())?
    }
    match failed {
        0 => Ok(()),
        _ => Err(Failure::Incomplete(format!(
            "{failed} of {count} laps could not be driven; the reasons stand in their rows"
        ))),
    }
}

/// The changes of the option: fields of the vehicle, or the grip of the road.
fn changes(sweep: &str) -> Result<Changes, Failure> {
    let sweep =
        sweep.strip_prefix("grip=").map_or_else(|| sweep.to_owned(), |values| format!("{GRIP}={values}"));
    let changes = Changes::new(&[], &[sweep])?;
    let probes = changes.edits(0);
    match probes.iter().find(|edit| edit.file() != File::Vehicle && edit.path() != GRIP) {
        Some(edit) => Err(Failure::input(format!(
            "--sweep {}: a field of scenarios; sweep a field of the vehicle, such as body.kerb_mass, or grip",
            edit.path()
        ))),
        None => Ok(changes),
    }
}

fn drive(
    listed: &Models,
    options: &LapOptions,
    edits: &[Edit],
    track: &Track,
    lap: &QssOptions,
) -> Result<SweptLap, Failure> {
    let grip = edits.iter().find(|edit| edit.path() == GRIP).map(Edit::value);
    let grip = match grip {
        Some(written) => written
            .parse()
            .ok()
            .filter(|grip| GRIPS.contains(grip))
            .ok_or_else(|| Failure::input(format!("grip = {written}: must be 0.05 to 3")))?,
        None => options.grip,
    };
    let given = line::read(options, track)?;
    let car = LapCar::new(listed, options, edits, grip)?;
    let line = car.line_options(options);
    let lap = &QssOptions { gravity_m_s2: car.surface.gravity_m_s2, ..*lap };
    let chosen = line::choose(options, track, &*car.envelope, &Way { line: &line, lap, given: &given })?;
    let found =
        qss::lap(&chosen.path, &*car.envelope, lap).map_err(|error| Failure::input(error.to_string()))?;
    let speeds = || found.samples.iter().map(|sample| sample.speed_m_s);
    Ok(SweptLap {
        lap_s: found.time_s,
        v_min_m_s: speeds().fold(f64::INFINITY, Real::min),
        v_max_m_s: speeds().fold(0.0, Real::max),
    })
}

impl LapSweepDocument {
    fn text(&self) -> String {
        let heading =
            if self.unit.is_empty() { self.field.clone() } else { format!("{} ({})", self.field, self.unit) };
        let mut table = Table::new(&[
            (heading.as_str(), Align::Right),
            ("lap (s)", Align::Right),
            ("to the first (s)", Align::Right),
            ("slowest (km/h)", Align::Right),
            ("fastest (km/h)", Align::Right),
        ]);
        let first_s = self.rows.iter().find_map(|row| row.lap_s);
        for row in &self.rows {
            let value = row.value.map_or_else(|| row.written.clone(), |number| number.to_string());
            let number = |value: Option<f64>, decimals: usize| {
                value.map_or_else(|| "-".to_owned(), |value| format!("{value:.decimals$}"))
            };
            let change =
                row.lap_s.zip(first_s).map_or_else(|| "-".to_owned(), |(one, first)| signed(one - first));
            table.row([
                value,
                number(row.lap_s, 3),
                change,
                number(row.v_min_m_s.map(to_kmh), 1),
                number(row.v_max_m_s.map(to_kmh), 1),
            ]);
        }
        let reason =
            |row: &LapSweepRow| row.error.as_ref().map(|error| format!("{}: {error}\n", row.written));
        table.render() + &self.rows.iter().filter_map(reason).collect::<String>()
    }

    /// The laps as JSON, and, where the values are numbers, the picture.
    fn files(&self, axis: &Axis) -> Result<Vec<(String, String)>, Failure> {
        let written = serde_json::to_string_pretty(self).map_err(|error| Failure::Output(error.into()))?;
        let mut files = vec![("lap-sweep.json".to_owned(), written)];
        let points: Vec<(f64, f64)> =
            self.rows.iter().filter_map(|row| Some((row.value?, row.lap_s?))).collect();
        if points.len() > 1 {
            let figure = lap_sweep_figure(&LapSweep {
                title: &format!("{}, {}", self.track, self.car),
                field: &axis.fields,
                unit: &axis.unit,
                points: &points,
            });
            files.push((figure.file, figure.svg));
        }
        Ok(files)
    }
}
