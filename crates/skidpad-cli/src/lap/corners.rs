//! Corners of a lap as rows.

use serde::Serialize;
use skidpad_core::units::{STANDARD_GRAVITY_M_S2, to_kmh};
use skidpad_laptime::LapCorner;

use crate::table::{Align, Table};

/// A corner of the lap. Distances are along the line that is driven.
#[derive(Serialize)]
pub struct LapCornerRow {
    number: usize,
    name: String,
    direction: &'static str,
    from_s_m: f64,
    to_s_m: f64,
    apex_s_m: f64,
    /// `None` where the line does not turn to the corner's side.
    least_radius_m: Option<f64>,
    entry_m_s: f64,
    least_m_s: f64,
    exit_m_s: f64,
    lateral_m_s2: f64,
    time_s: f64,
    apex_gear: usize,
}

impl LapCornerRow {
    /// The rows of corners.
    pub fn all(corners: &[LapCorner]) -> Vec<Self> {
        corners.iter().enumerate().map(|(place, corner)| Self::new(place + 1, corner)).collect()
    }

    fn new(number: usize, corner: &LapCorner) -> Self {
        let [from_s_m, to_s_m] = corner.line_m;
        let [entry_m_s, least_m_s, exit_m_s] = corner.speeds_m_s;
        Self {
            number,
            name: corner.name.clone(),
            direction: corner.side.name(),
            from_s_m,
            to_s_m,
            apex_s_m: corner.apex_m,
            least_radius_m: Some(corner.least_radius_m).filter(|radius_m| radius_m.is_finite()),
            entry_m_s,
            least_m_s,
            exit_m_s,
            lateral_m_s2: corner.lateral_m_s2,
            time_s: corner.time_s,
            apex_gear: corner.gear,
        }
    }
}

/// The rows as a table; empty without corners.
pub fn table(rows: &[LapCornerRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut table = Table::new(&[
        ("corner", Align::Left),
        ("direction", Align::Left),
        ("from (m)", Align::Right),
        ("apex (m)", Align::Right),
        ("to (m)", Align::Right),
        ("radius (m)", Align::Right),
        ("in (km/h)", Align::Right),
        ("apex (km/h)", Align::Right),
        ("out (km/h)", Align::Right),
        ("lateral (g)", Align::Right),
        ("gear", Align::Right),
        ("time (s)", Align::Right),
    ]);
    for row in rows {
        table.row([
            row.name.clone(),
            row.direction.to_owned(),
            format!("{:.0}", row.from_s_m),
            format!("{:.0}", row.apex_s_m),
            format!("{:.0}", row.to_s_m),
            row.least_radius_m.map_or_else(|| "-".to_owned(), |radius_m| format!("{radius_m:.1}")),
            format!("{:.1}", to_kmh(row.entry_m_s)),
            format!("{:.1}", to_kmh(row.least_m_s)),
            format!("{:.1}", to_kmh(row.exit_m_s)),
            format!("{:.2}", row.lateral_m_s2 / STANDARD_GRAVITY_M_S2),
            row.apex_gear.to_string(),
            format!("{:.2}", row.time_s),
        ]);
    }
    table.render()
}
