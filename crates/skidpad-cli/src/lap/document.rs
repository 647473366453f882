//! A lap as JSON, and as tables.

use serde::Serialize;
use skidpad_core::math::Real;
use skidpad_core::units::to_kmh;
use skidpad_laptime::qss::QssLap;
use skidpad_laptime::{LapCorner, LapTrace, Path};
use skidpad_world::track::Track;

use super::against::{self, AgainstRow};
use super::corners::{self, LapCornerRow};
use super::options::{LapOptions, Method};
use super::trades::{self, TradeRow};
use crate::table::{Align, Table};

/// A lap with all its samples.
#[derive(Serialize)]
pub struct LapDocument {
    pub track: String,
    lap_s: f64,
    sectors_s: Vec<f64>,
    length_m: f64,
    v_min_m_s: f64,
    v_max_m_s: f64,
    method: &'static str,
    line: Option<String>,
    car: String,
    model: String,
    grip: f64,
    converged: bool,
    notes: Vec<String>,
    corners: Vec<LapCornerRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    against: Vec<AgainstRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sensitivity: Vec<TradeRow>,
    samples: Vec<LapRow>,
}

/// Parts of a lap, besides its options.
pub struct LapParts<'a> {
    /// Track.
    pub track: &'a Track,
    /// Line.
    pub path: &'a Path,
    /// Lap along it.
    pub lap: &'a QssLap,
    /// The lap along the track.
    pub trace: &'a LapTrace,
    /// Corners.
    pub corners: &'a [LapCorner],
}

/// Rows of a lap that options add.
pub struct LapExtras {
    /// Comparisons with other laps.
    pub against: Vec<AgainstRow>,
    /// Derivatives to figures of the car.
    pub sensitivity: Vec<TradeRow>,
    /// Notes.
    pub notes: Vec<String>,
}

#[derive(Serialize)]
struct LapRow {
    s_m: f64,
    x_m: f64,
    y_m: f64,
    n_m: f64,
    time_s: f64,
    speed_m_s: f64,
    ax_m_s2: f64,
    ay_m_s2: f64,
    steer_rad: Option<f64>,
    throttle: f64,
    brake: f64,
    gear: usize,
    limit: &'static str,
}

impl LapDocument {
    /// The lap of a car along a path on a track.
    pub fn new(options: &LapOptions, parts: &LapParts<'_>, extras: LapExtras) -> Self {
        let LapParts { track, path, lap, trace, corners } = *parts;
        let LapExtras { against, sensitivity, notes } = extras;
        let speeds = || lap.samples.iter().map(|sample| sample.speed_m_s);
        Self {
            track: track.name().to_owned(),
            lap_s: lap.time_s,
            sectors_s: sectors_s(track, trace),
            length_m: path.length_m(),
            v_min_m_s: speeds().fold(f64::INFINITY, Real::min),
            v_max_m_s: speeds().fold(0.0, Real::max),
            method: match options.method {
                Method::Qss => "qss",
                Method::Line => "line",
                Method::Driven => "driven",
                Method::Optimal => "optimal",
            },
            line: options.line.clone(),
            car: options.car.clone(),
            model: options.model().to_owned(),
            grip: options.grip,
            converged: lap.converged,
            notes,
            corners: LapCornerRow::all(corners),
            against,
            sensitivity,
            samples: rows(track, path, lap),
        }
    }

    /// The lap in short.
    pub fn text(&self) -> String {
        let minutes = (self.lap_s / 60.0).floor();
        let mut table = Table::new(&[("lap", Align::Left), ("", Align::Right)]);
        let mut row = |name: &str, value: String| table.row([name.to_owned(), value]);
        row("track", self.track.clone());
        row("car", format!("{} ({})", self.car, self.model));
        row("lap time", format!("{minutes:.0}:{:06.3}", self.lap_s - 60.0 * minutes));
        for (place, sector_s) in self.sectors_s.iter().enumerate() {
            row(&format!("sector {}", place + 1), format!("{sector_s:.3} s"));
        }
        row("length of the line", format!("{:.1} m", self.length_m));
        row("mean speed", format!("{:.1} km/h", to_kmh(self.length_m / self.lap_s)));
        row("slowest", format!("{:.1} km/h", to_kmh(self.v_min_m_s)));
        row("fastest", format!("{:.1} km/h", to_kmh(self.v_max_m_s)));
        for limit in ["cornering", "braking", "traction", "power", "shift", "rev limit"] {
            let share = self.share_of(limit);
            row(&format!("time limited by {limit}"), format!("{:.0} %", 100.0 * share));
        }
        let notes: String = self.notes.iter().map(|note| format!("note: {note}\n")).collect();
        let trades =
            if self.sensitivity.is_empty() { String::new() } else { trades::table(&self.sensitivity) };
        let tables = [table.render(), corners::table(&self.corners), against::table(&self.against), trades];
        let tables: Vec<String> = tables.into_iter().filter(|table| !table.is_empty()).collect();
        tables.join("\n") + &notes
    }

    /// Share of the lap's time in which a cause limits the car.
    fn share_of(&self, limit: &str) -> f64 {
        let ends = self.samples.iter().skip(1).map(|row| row.time_s).chain([self.lap_s]);
        let pieces = self.samples.iter().zip(ends).filter(|(row, _)| row.limit == limit);
        // From 0: the sum of nothing would be -0.
        (0.0 + pieces.map(|(row, end_s)| end_s - row.time_s).sum::<f64>()) / self.lap_s
    }
}

/// Times of the track's sectors: each ends where the line passes its end on the track.
fn sectors_s(track: &Track, trace: &LapTrace) -> Vec<f64> {
    let ends = track.sectors_m();
    let mut passed_s = 0.0;
    let sector = |(place, end_m): (usize, &f64)| {
        let time_s = if place + 1 == ends.len() { trace.time_s() } else { trace.at(*end_m).time_s };
        let took_s = time_s - passed_s;
        passed_s = time_s;
        took_s
    };
    ends.iter().enumerate().map(sector).collect()
}

fn rows(track: &Track, path: &Path, lap: &QssLap) -> Vec<LapRow> {
    let mut before = None;
    path.points()
        .iter()
        .zip(&lap.samples)
        .map(|(point, sample)| {
            let found = track.locate(point.position_m, before.as_ref());
            before = Some(found);
            LapRow {
                s_m: sample.distance_m,
                x_m: point.position_m[0],
                y_m: point.position_m[1],
                n_m: found.lateral_offset_m,
                time_s: sample.time_s,
                speed_m_s: sample.speed_m_s,
                ax_m_s2: sample.along_m_s2,
                ay_m_s2: sample.lateral_m_s2,
                steer_rad: sample.steer_rad,
                throttle: sample.throttle,
                brake: sample.brake,
                gear: sample.gear,
                limit: sample.limit.name(),
            }
        })
        .collect()
}
