//! Places through which a track goes.

/// A place through which the reference line of a track goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Station {
    /// Position of the line, m.
    pub position_m: [f64; 2],
    /// Height of the line, m.
    pub height_m: f64,
    /// Angle by which the road falls to the right across the line, rad: the inside of a banked turn to the right is low.
    pub banking_rad: f64,
    /// Distance from the line to the left and to the right edge, m.
    pub widths_m: [f64; 2],
}

impl Station {
    /// A station at the origin of level road, with widths to the left and to the right.
    pub fn flat(widths_m: [f64; 2]) -> Self {
        Self { position_m: [0.0; 2], height_m: 0.0, banking_rad: 0.0, widths_m }
    }
}
