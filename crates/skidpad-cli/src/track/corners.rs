//! Corners of a track as rows, by their distances from the start line.

use serde::Serialize;
use skidpad_world::track::{Track, TrackCorner};

use crate::table::{Align, Table};

/// A corner. Distances are along the line from the start line; a corner that runs over it ends before it begins.
#[derive(Serialize)]
pub struct CornerRow {
    name: String,
    direction: &'static str,
    from_m: f64,
    to_m: f64,
    apex_m: f64,
    least_radius_m: f64,
    angle_rad: f64,
}

impl CornerRow {
    /// The row of a corner.
    pub fn new(track: &Track, corner: &TrackCorner) -> Self {
        let [from_m, to_m] = corner.stretch_m.map(|distance_m| track.since_start_m(distance_m));
        Self {
            name: corner.name.clone(),
            direction: corner.side.name(),
            from_m,
            to_m,
            apex_m: track.since_start_m(corner.apex_m),
            least_radius_m: corner.least_radius_m,
            angle_rad: corner.turned_rad,
        }
    }
}

/// The rows as a table.
pub fn table(rows: &[CornerRow]) -> String {
    let mut table = Table::new(&[
        ("corner", Align::Left),
        ("direction", Align::Left),
        ("from (m)", Align::Right),
        ("to (m)", Align::Right),
        ("least radius (m)", Align::Right),
        ("at (m)", Align::Right),
        ("angle (°)", Align::Right),
    ]);
    for row in rows {
        table.row([
            row.name.clone(),
            row.direction.to_owned(),
            format!("{:.0}", row.from_m),
            format!("{:.0}", row.to_m),
            format!("{:.1}", row.least_radius_m),
            format!("{:.0}", row.apex_m),
            format!("{:.0}", row.angle_rad.to_degrees()),
        ]);
    }
    table.render()
}
