//! What is painted on the ground, for whoever draws it.

use skidpad_world::ground::Area;

/// What a mark means; the picture gives it a colour.
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
        /// Its points.
        points_m: Vec<[f64; 2]>,
        /// How wide it is.
        width_m: f64,
        /// What it means.
        paint: Paint,
    },
    /// A circle.
    Circle {
        /// Its middle.
        centre_m: [f64; 2],
        /// Its radius, to the middle of the line.
        radius_m: f64,
        /// How wide the line is.
        width_m: f64,
        /// What it means.
        paint: Paint,
    },
    /// A filled area.
    Area {
        /// Where.
        area: Area,
        /// What it means.
        paint: Paint,
    },
    /// Letters.
    Text {
        /// Where their middle is.
        place_m: [f64; 2],
        /// How high they are.
        height_m: f64,
        /// What they say.
        text: String,
    },
}

impl Mark {
    /// A line.
    pub(super) fn line(points_m: Vec<[f64; 2]>, width_m: f64, paint: Paint) -> Self {
        Self::Line { points_m, width_m, paint }
    }

    /// Letters.
    pub(super) fn text(place_m: [f64; 2], height_m: f64, text: impl Into<String>) -> Self {
        Self::Text { place_m, height_m, text: text.into() }
    }
}
