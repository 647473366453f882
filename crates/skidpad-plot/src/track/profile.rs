//! A track along its line: curvature, height, banking and width over the distance from the start line.

use skidpad_core::math::Real;
use skidpad_world::track::{Track, TrackCorner, TrackPoint};

use super::sampling::{Point, distances_m, title};
use crate::figures::Figure;
use crate::svg::{Axis, Colour, Line, Plot, Rule, Sheet, Stack};

/// Tracks from this length on have distances in km, m.
const LONG_M: f64 = 5000.0;
/// Height of the picture for each plot, pixels.
const PLOT_PX: f64 = 190.0;

/// A quantity over the distance: its axis, and whether it is drawn where it is 0 everywhere.
struct Quantity {
    axis: Axis,
    of: fn(&TrackPoint) -> f64,
    is_always: bool,
}

pub(super) fn figure(track: &Track, corners: &[TrackCorner]) -> Figure {
    let scale = if track.length_m() < LONG_M { 1.0 } else { 1e-3 };
    let quantities = [
        Quantity { axis: Axis::new("curvature", "1/m"), of: |at| at.curvature_1_m, is_always: true },
        Quantity { axis: Axis::new("height", "m"), of: |at| at.height_m, is_always: false },
        Quantity { axis: Axis::new("banking", "°"), of: |at| at.banking_rad.to_degrees(), is_always: false },
        Quantity {
            axis: Axis::new("width", "m").from_zero(),
            of: |at| at.widths_m[0] + at.widths_m[1],
            is_always: true,
        },
    ];
    let mut plots: Vec<Plot> =
        quantities.into_iter().filter_map(|quantity| plot(track, quantity, scale)).collect();
    if let Some(first) = plots.first_mut() {
        first.rules.push(Rule::Level(0.0));
        for corner in corners {
            let at = (scale * track.since_start_m(corner.apex_m), track.at(corner.apex_m).curvature_1_m);
            first.label(at, Colour::Ink, &corner.name);
        }
    }
    let title = title(track, "profile");
    let level = if plots.len() < 4 { " Height or banking that is 0 everywhere is not drawn." } else { "" };
    let caption = format!(
        "Curvature (positive to the left), height, banking (positive: the road falls to the right) and width over the \
         distance from the start line; upright lines are ends of sectors.{level}"
    );
    let sheet = Sheet {
        title: title.clone(),
        subtitle: "curvature: positive to the left; banking: positive where the road falls to the right"
            .to_owned(),
        width: 1200.0,
        row_height: 40.0 + PLOT_PX * plots.len() as f64,
        columns: 1,
        cells: vec![Stack { title: String::new(), plots }],
    };
    Figure { file: "track-profile.svg".to_owned(), title, svg: sheet.svg(), caption }
}

/// `None` for what is 0 everywhere, and need not be drawn.
fn plot(track: &Track, quantity: Quantity, scale: f64) -> Option<Plot> {
    let from_m = if track.is_closed() { track.start_m() } else { 0.0 };
    let points: Vec<Point> = distances_m(track, [from_m, from_m + track.length_m()])
        .map(|at_m| (scale * (at_m - track.start_m()), (quantity.of)(&track.at(at_m))))
        .collect();
    if !quantity.is_always && points.iter().all(|point| Real::abs(point.1) < 1e-9) {
        return None;
    }
    let unit = if scale == 1.0 { "m" } else { "km" };
    let mut plot = Plot::new(Axis::new("distance from the start line", unit).tight(), quantity.axis)
        .with(Line::new(points, Colour::Series(0)));
    let sectors = track.sectors_m();
    let inner = sectors.iter().take(sectors.len() - 1);
    plot.rules.extend(inner.map(|end_m| Rule::Upright(scale * end_m)));
    Some(plot)
}
