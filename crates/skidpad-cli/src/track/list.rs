//! `skidpad track list`.

use serde::Serialize;
use skidpad_world::track::{Track, track_by_name, track_names};

use crate::failure::Failure;
use crate::output;
use crate::table::{Align, Table};

#[derive(Serialize)]
struct ListedTrack {
    name: &'static str,
    closed: bool,
    length_m: f64,
    corners: usize,
    climb_m: f64,
    least_width_m: f64,
    largest_width_m: f64,
}

fn row(name: &'static str) -> Option<ListedTrack> {
    let track = Track::new(&track_by_name(name)?).ok()?;
    let figures = track.figures();
    let [least_width_m, largest_width_m] = figures.widths_m;
    Some(ListedTrack {
        name,
        closed: track.is_closed(),
        length_m: track.length_m(),
        corners: figures.corners.len(),
        climb_m: figures.climb_m,
        least_width_m,
        largest_width_m,
    })
}

/// Prints the tracks.
pub fn command(json: bool) -> Result<(), Failure> {
    let rows: Vec<ListedTrack> = track_names().into_iter().filter_map(row).collect();
    if json {
        return output::json(&rows);
    }
    let mut table = Table::new(&[
        ("name", Align::Left),
        ("kind", Align::Left),
        ("length", Align::Right),
        ("corners", Align::Right),
        ("climb", Align::Right),
        ("width", Align::Left),
    ]);
    for row in &rows {
        table.row([
            row.name.to_owned(),
            (if row.closed { "circuit" } else { "open road" }).to_owned(),
            format!("{:.0} m", row.length_m),
            row.corners.to_string(),
            format!("{:.0} m", row.climb_m),
            format!("{:.1} to {:.1} m", row.least_width_m, row.largest_width_m),
        ]);
    }
    output::text(&table.render())
}
