//! Files of a lap: its pictures, and the lap itself.

use skidpad_core::units::to_kmh;
use skidpad_laptime::LapTrace;
use skidpad_plot::{CornerMark, DrawnLap, LapLine, LapsOver, lap_figures, laps_over_figure};

use super::against::OtherLap;
use super::document::{LapDocument, LapParts};
use super::options::LapOptions;
use crate::failure::Failure;

/// Distance between the points of laps over each other, m.
const POINTS_M: f64 = 2.0;

/// Pictures, and the lap itself.
pub fn files(
    options: &LapOptions,
    parts: &LapParts<'_>,
    others: &[OtherLap],
    document: &LapDocument,
) -> Result<Vec<(String, String)>, Failure> {
    let LapParts { track, path, lap, trace, corners } = *parts;
    let title = format!("{}, {}", document.track, options.car);
    let mut figures = lap_figures(&DrawnLap { track, path, lap, title: &title });
    if !others.is_empty() {
        let own = if options.method == super::options::Method::Line { "fastest" } else { "this lap" };
        let own = options.line.as_deref().unwrap_or(own);
        let laps: Vec<LapLine> = [line(own, trace, trace)]
            .into_iter()
            .chain(others.iter().map(|other| line(&other.name, &other.trace, trace)))
            .collect();
        // The apex stands where the line's place is on the track.
        let mark = |corner: &skidpad_laptime::LapCorner| {
            let [from_m, to_m] = corner.track_m;
            let whole_m = if to_m < from_m { to_m + track.lap_m() } else { to_m };
            let middle_m = 0.5 * (from_m + whole_m);
            let apex_m = if middle_m > track.lap_m() { middle_m - track.lap_m() } else { middle_m };
            CornerMark { name: corner.name.clone(), apex_m }
        };
        let corners: Vec<CornerMark> = corners.iter().map(mark).collect();
        let over = LapsOver { title: &title, length_m: track.lap_m(), laps: &laps, corners: &corners };
        figures.push(laps_over_figure(&over));
    }
    let written = serde_json::to_string_pretty(document).map_err(|error| Failure::Output(error.into()))?;
    let pictures = figures.into_iter().map(|figure| (figure.file, figure.svg));
    Ok(pictures.chain([("lap.json".to_owned(), written)]).collect())
}

fn line(name: &str, of: &LapTrace, first: &LapTrace) -> LapLine {
    let count = (of.lap_m() / POINTS_M).ceil().max(1.0) as usize;
    let places = || (0..=count).map(|place| of.lap_m() * place as f64 / count as f64);
    LapLine {
        name: name.to_owned(),
        speeds_kmh: places().map(|at_m| (at_m, to_kmh(of.at(at_m).speed_m_s))).collect(),
        behind_s: places().map(|at_m| (at_m, of.at(at_m).time_s - first.at(at_m).time_s)).collect(),
    }
}
