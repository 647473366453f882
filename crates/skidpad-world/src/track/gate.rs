//! Lines across a track at which laps and sectors are timed.

use skidpad_core::math::{Direction, Real, Vec2};

/// A line across a track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    /// Position of its middle, m.
    pub position_m: [f64; 2],
    /// Direction in which cars drive through it, rad.
    pub heading_rad: f64,
    /// Half of the width, m.
    pub half_width_m: f64,
}

impl Gate {
    /// The two ends, the left one first, m.
    pub fn ends_m(&self) -> [[f64; 2]; 2] {
        let (sin, cos) = Real::sin_cos(self.heading_rad);
        let [x, y] = self.position_m;
        [1.0, -1.0].map(|side| [x - side * self.half_width_m * sin, y + side * self.half_width_m * cos])
    }

    /// Share of the straight way from one position to another at which a point passes the gate in its direction; `None` where
    /// it does not.
    pub fn crossed(&self, from_m: [f64; 2], to_m: [f64; 2]) -> Option<f64> {
        let axes = Direction::at_angle(self.heading_rad);
        let own = |position: [f64; 2]| -> [f64; 2] {
            (Vec2::from(position) - Vec2::from(self.position_m)).to_child(axes).into()
        };
        let ([before, left_before], [after, left_after]) = (own(from_m), own(to_m));
        if before >= 0.0 || after < 0.0 {
            return None;
        }
        let share = before / (before - after);
        let lateral_offset = left_before + share * (left_after - left_before);
        (Real::abs(lateral_offset) <= self.half_width_m).then_some(share)
    }
}
