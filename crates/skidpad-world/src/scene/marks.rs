//! Markings painted on the ground, as data for any renderer.

use crate::ground::Area;

/// Meaning of a mark; the renderer chooses its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Lines and letters.
    White,
    /// A line to drive along.
    Guide,
    /// The asphalt of a course or a lane.
    Lane,
    /// Wet road.
    Wet,
    /// Slippery road.
    Slippery,
    /// A slope.
    Slope,
    /// Start and finish.
    Start,
}

/// Something painted on the ground, m in the world's axes.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A line from point to point.
    Line {
        /// Points of the line.
        points_m: Vec<[f64; 2]>,
        /// Width of the line.
        width_m: f64,
        /// Meaning of the line.
        paint: Paint,
    },
    /// A circle.
    Circle {
        /// Centre of the circle.
        centre_m: [f64; 2],
        /// Radius to the middle of the line.
        radius_m: f64,
        /// Width of the line.
        width_m: f64,
        /// Meaning of the circle.
        paint: Paint,
    },
    /// A filled area.
    Area {
        /// The area.
        area: Area,
        /// Meaning of the area.
        paint: Paint,
    },
    /// Letters.
    Text {
        /// Position of their centre.
        position_m: [f64; 2],
        /// Height of the letters.
        height_m: f64,
        /// The letters.
        text: String,
    },
}

impl Mark {
    /// A line.
    pub(super) fn line(points_m: Vec<[f64; 2]>, width_m: f64, paint: Paint) -> Self {
        Self::Line { points_m, width_m, paint }
    }

    /// White letters.
    pub(super) fn text(position_m: [f64; 2], height_m: f64, text: impl Into<String>) -> Self {
        Self::Text { position_m, height_m, text: text.into() }
    }
}
