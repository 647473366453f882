//! Tracks and reference data for tests of lines.
#![allow(clippy::disallowed_methods)]

use skidpad_formats::reference::{Data, Lack};
use skidpad_laptime::line::LineOptions;
use skidpad_laptime::{EllipseCar, Path, PathPoint};
use skidpad_reference::laps::tum_f1_figures;
use skidpad_world::track::{Segment, Station, Tolerance, Track, smooth, trace};

/// The racing car of TUM's published lap.
pub fn tum_f1_car() -> EllipseCar {
    EllipseCar::new(tum_f1_figures()).unwrap()
}

/// A point on wheels: the line may use the whole road.
pub fn bare(spacing_m: f64) -> LineOptions {
    LineOptions { spacing_m, car_width_m: 0.0, margin_m: 0.0 }
}

/// Stations of a road through segments.
pub fn road(segments: &[Segment], half_m: f64) -> Vec<Station> {
    let points = trace([0.0; 2], 0.0, segments, 2.0);
    points
        .iter()
        .map(|point| Station { position_m: point.position_m, ..Station::flat([half_m; 2]) })
        .collect()
}

/// A ring to the left.
pub fn ring(radius_m: f64, widths_m: [f64; 2]) -> Track {
    let station = |at: i32| {
        let (sin, cos) = (f64::from(at) * core::f64::consts::TAU / 180.0).sin_cos();
        Station { position_m: [radius_m * cos, radius_m * sin], ..Station::flat(widths_m) }
    };
    Track::closed(&(0..180).map(station).collect::<Vec<_>>()).unwrap()
}

/// Integral of the squared curvature of a path, by the trapezoidal rule.
pub fn energy_1_m(path: &Path) -> f64 {
    let square = |point: &PathPoint| point.curvature_1_m * point.curvature_1_m;
    let points = path.points();
    let whole: f64 = (0..points.len() - usize::from(!path.is_closed()))
        .map(|at| 0.5 * path.step_m(at) * (square(&points[at]) + square(&points[(at + 1) % points.len()])))
        .sum();
    whole
}

/// The text of a file of reference data; `None` where it is absent.
pub fn text(file: &str) -> Option<String> {
    match Data::at(std::env::var_os(Data::VARIABLE)).text(file) {
        Ok(text) => Some(text),
        Err(Lack::Absent(why)) => {
            let is_named = std::env::var_os(Data::VARIABLE).is_some();
            assert!(!is_named, "{why} in the folder that {} names", Data::VARIABLE);
            println!("skipped: {why} (set {} to the folder of reference data)", Data::VARIABLE);
            None
        }
        Err(Lack::Broken(why)) => panic!("{why}"),
    }
}

/// Numbers of a file of comma-separated values under a heading.
pub fn rows(text: &str) -> Vec<Vec<f64>> {
    let numbers = |line: &str| line.split(',').map(|cell| cell.trim().parse().unwrap()).collect();
    text.lines().skip(1).map(numbers).collect()
}

/// A circuit of TUM's database, smoothed within 25 cm; `None` where it is absent.
pub fn circuit(name: &str) -> Option<Track> {
    let text = text(&format!("tracks/tum/{name}.csv"))?;
    let station =
        |row: &Vec<f64>| Station { position_m: [row[0], row[1]], ..Station::flat([row[3], row[2]]) };
    let stations: Vec<_> = rows(&text).iter().map(station).collect();
    let smoothed = smooth(&stations, true, Tolerance { plan_m: 0.25, height_m: 0.1 });
    Some(Track::closed(&smoothed.stations).unwrap())
}

/// A closed road of bends to both sides, whose widths change.
pub fn winding() -> Vec<Station> {
    let station = |at: i32| {
        let turn = f64::from(at) * core::f64::consts::TAU / 200.0;
        let radius_m = 140.0 + 30.0 * (3.0 * turn).sin() + 14.0 * (5.0 * turn + 1.0).cos();
        let widths_m = [5.0 + (2.0 * turn).sin(), 5.0 + (3.0 * turn).cos()];
        Station { position_m: [radius_m * turn.cos(), radius_m * turn.sin()], ..Station::flat(widths_m) }
    };
    (0..200).map(station).collect()
}
