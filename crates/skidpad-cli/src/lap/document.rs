//! A lap as JSON, and as tables.

use serde::Serialize;
use skidpad_core::math::Real;
use skidpad_core::units::to_kmh;
use skidpad_laptime::Path;
use skidpad_laptime::qss::QssLap;
use skidpad_world::track::Track;

use super::options::{LapOptions, Method};
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
    samples: Vec<LapRow>,
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
    pub fn new(options: &LapOptions, track: &Track, path: &Path, lap: &QssLap, notes: Vec<String>) -> Self {
        let speeds = || lap.samples.iter().map(|sample| sample.speed_m_s);
        Self {
            track: track.name().to_owned(),
            lap_s: lap.time_s,
            sectors_s: sectors_s(track, path, lap),
            length_m: path.length_m(),
            v_min_m_s: speeds().fold(f64::INFINITY, Real::min),
            v_max_m_s: speeds().fold(0.0, Real::max),
            method: match options.method {
                Method::Qss => "qss",
                Method::Line => "line",
                Method::Optimal => "optimal",
            },
            line: options.line.clone(),
            car: options.car.clone(),
            model: options.model().to_owned(),
            grip: options.grip,
            converged: lap.converged,
            notes,
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
        table.render() + &notes
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
fn sectors_s(track: &Track, path: &Path, lap: &QssLap) -> Vec<f64> {
    let mut before = None;
    let along: Vec<f64> = path
        .points()
        .iter()
        .map(|point| {
            let found = track.locate(point.position_m, before.as_ref());
            before = Some(found);
            track.since_start_m(found.distance_m)
        })
        .collect();
    let mut passed_s = 0.0;
    let ends = track.sectors_m();
    ends.iter()
        .enumerate()
        .map(|(sector, end_m)| {
            let time_s = if sector + 1 == ends.len() { lap.time_s } else { time_at_s(&along, lap, *end_m) };
            let took_s = time_s - passed_s;
            passed_s = time_s;
            took_s
        })
        .collect()
}

/// Time at which the line passes a distance along the track since the start line, s.
fn time_at_s(along_m: &[f64], lap: &QssLap, end_m: f64) -> f64 {
    let passes = |pair: &[f64]| pair[0] <= end_m && end_m < pair[1];
    let Some(place) = along_m.windows(2).position(passes) else { return lap.time_s };
    let share = (end_m - along_m[place]) / (along_m[place + 1] - along_m[place]);
    let [from, to] = [place, place + 1].map(|place| lap.samples[place].distance_m);
    lap.time_at_s(from + share * (to - from))
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
