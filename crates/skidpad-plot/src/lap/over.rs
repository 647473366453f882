//! Laps over each other, and lap times over a figure of the car.

use skidpad_core::math::Real;

use crate::figures::{Drawing, Figure};
use crate::svg::{Axis, Colour, Line, Plot, Rule, Stroke};

/// A lap among several on a track.
#[derive(Clone, Debug)]
pub struct LapLine {
    /// Name in the legend.
    pub name: String,
    /// Speed over the distance along the reference line of the track, km/h and m.
    pub speeds_kmh: Vec<(f64, f64)>,
    /// Time behind the first lap over that distance, s.
    pub behind_s: Vec<(f64, f64)>,
}

/// A corner of the track.
#[derive(Clone, Debug)]
pub struct CornerMark {
    /// Name.
    pub name: String,
    /// Distance of its apex along the reference line from the start line, m.
    pub apex_m: f64,
}

/// Laps over each other: their speeds, and the times by which they are behind the first one, over the distance along the track.
#[derive(Clone, Copy, Debug)]
pub struct LapsOver<'a> {
    /// Title: the track and the car.
    pub title: &'a str,
    /// Length of a lap along the reference line, m.
    pub length_m: f64,
    /// Laps, the one that the others are compared with first.
    pub laps: &'a [LapLine],
    /// Corners of the track.
    pub corners: &'a [CornerMark],
}

/// Picture of laps over each other.
pub fn laps_over_figure(over: &LapsOver<'_>) -> Figure {
    let distance = || Axis::new("distance along the track", "m").span(0.0, over.length_m);
    let all = |of: fn(&LapLine) -> &Vec<(f64, f64)>| over.laps.iter().flat_map(of).map(|point| point.1);
    let fastest_kmh = all(|lap| &lap.speeds_kmh).fold(0.0, Real::max);
    let most_s = all(|lap| &lap.behind_s).fold(0.0, Real::max);
    let least_s = all(|lap| &lap.behind_s).fold(0.0, Real::min);
    let uprights = |low: f64, high: f64| {
        let upright = move |corner: &CornerMark| {
            let points = vec![(corner.apex_m, low), (corner.apex_m, high)];
            Line::new(points, Colour::Quiet).stroke(Stroke::Dotted)
        };
        over.corners.iter().map(upright).collect::<Vec<_>>()
    };
    let mut speeds = Plot::new(distance(), Axis::new("speed", "km/h").from_zero());
    speeds.share = 1.6;
    speeds.lines = uprights(0.0, fastest_kmh);
    let mut behind = Plot::new(distance(), Axis::new("behind", "s"));
    behind.lines = uprights(least_s, most_s);
    behind.rules = vec![Rule::Level(0.0)];
    for (place, lap) in over.laps.iter().enumerate() {
        let colour = Colour::Series(place);
        speeds.lines.push(Line::new(lap.speeds_kmh.clone(), colour).named(&lap.name));
        if place > 0 {
            behind.lines.push(Line::new(lap.behind_s.clone(), colour));
        }
    }
    // The corners' names stand below the slowest speeds, every second one a little lower.
    for (place, corner) in over.corners.iter().enumerate() {
        let low_kmh = if place % 2 == 0 { 18.0 } else { 4.0 };
        speeds.label((corner.apex_m, low_kmh), Colour::Quiet, corner.name.clone());
    }
    let first = over.laps.first().map_or("", |lap| lap.name.as_str());
    Drawing {
        file: "lap-against.svg".to_owned(),
        title: format!("{}: laps over each other", over.title),
        plots: vec![speeds, behind],
        height: 620.0,
        caption: format!(
            "Over the distance along the reference line of the track. Below, the time by which each lap is behind `{first}`: where a curve rises, that lap loses time."
        ),
    }
    .finish()
}

/// Lap times over the values of a field.
#[derive(Clone, Copy, Debug)]
pub struct LapSweep<'a> {
    /// Title: the track and the car.
    pub title: &'a str,
    /// Field.
    pub field: &'a str,
    /// Unit of its values; empty where they have none.
    pub unit: &'a str,
    /// Values and lap times, s.
    pub points: &'a [(f64, f64)],
}

/// Picture of lap times over a field.
pub fn lap_sweep_figure(sweep: &LapSweep<'_>) -> Figure {
    let unit = if sweep.unit.is_empty() { "-" } else { sweep.unit };
    let mut plot = Plot::new(Axis::new(sweep.field, unit), Axis::new("lap time", "s"));
    plot.lines.push(Line::new(sweep.points.to_vec(), Colour::Series(0)));
    for point in sweep.points {
        plot.marks.push(crate::svg::Mark { at: *point, colour: Colour::Series(0), on_right: false });
    }
    Drawing {
        file: "lap-sweep.svg".to_owned(),
        title: format!("{}: lap time over {}", sweep.title, sweep.field),
        plots: vec![plot],
        height: 420.0,
        caption: "Each dot is a lap.".to_owned(),
    }
    .finish()
}
