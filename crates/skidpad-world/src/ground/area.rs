//! Shapes on the plane of the road.

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::snapshot::StateHash;

/// A shape at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Its middle, m.
    pub centre_m: [f64; 2],
    /// The direction of its length, rad, counter-clockwise from the road's x axis.
    pub heading_rad: f64,
    /// Shape and size.
    pub shape: Shape,
}

/// Shape and size of an [`Area`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// Of this length along its heading and this width across.
    Rectangle {
        /// Length and width, m.
        size_m: [f64; 2],
    },
    /// Round.
    Disc {
        /// Radius, m.
        radius_m: f64,
    },
}

impl Area {
    pub(super) fn add_to(&self, hash: &mut StateHash) {
        let [x, y] = self.centre_m;
        let sizes = match self.shape {
            Shape::Rectangle { size_m } => size_m,
            Shape::Disc { radius_m } => [radius_m, -1.0],
        };
        [x, y, self.heading_rad, sizes[0], sizes[1]].iter().for_each(|number| hash.number(*number));
    }

    /// Whether a place lies in it or on its edge.
    pub fn contains(&self, place_m: [f64; 2]) -> bool {
        let [along, aside] = self.own(place_m);
        match self.shape {
            Shape::Rectangle { size_m: [length, width] } => {
                Real::abs(along) <= 0.5 * length && Real::abs(aside) <= 0.5 * width
            }
            Shape::Disc { radius_m } => along * along + aside * aside <= radius_m * radius_m,
        }
    }

    /// Where a place lies between its middle, 0, and its edge, 1/2 (or -1/2): along the length of a rectangle, along the
    /// radius of a disc. With it the gradient of that along the road's axes, 1/m.
    pub(super) fn across(&self, place_m: [f64; 2]) -> (f64, [f64; 2]) {
        let [along, aside] = self.own(place_m);
        let axes = Direction::at_angle(self.heading_rad);
        match self.shape {
            Shape::Rectangle { size_m: [length, _] } => {
                (along / length, [axes.cos / length, axes.sin / length])
            }
            Shape::Disc { radius_m } => {
                let radius = Real::sqrt(along * along + aside * aside);
                let per = if radius > 0.0 { 0.5 / (radius_m * radius) } else { 0.0 };
                let outwards = Vec2::new(along, aside).to_parent(axes);
                (0.5 * radius / radius_m, outwards.scale(per).into())
            }
        }
    }

    /// A place along its length and across, from its middle, m.
    fn own(&self, place_m: [f64; 2]) -> [f64; 2] {
        let from_centre_m = Vec2::from(place_m) - Vec2::from(self.centre_m);
        from_centre_m.to_child(Direction::at_angle(self.heading_rad)).into()
    }
}

#[cfg(test)]
mod tests {
    use super::{Area, Shape};

    #[test]
    fn a_rectangle_turns_with_its_heading() {
        let shape = Shape::Rectangle { size_m: [10.0, 2.0] };
        let across = Area { centre_m: [1.0, 1.0], heading_rad: core::f64::consts::FRAC_PI_2, shape };
        for (place, is_in) in
            [([1.0, 5.9], true), ([1.0, 6.1], false), ([1.9, 1.0], true), ([2.1, 1.0], false)]
        {
            assert_eq!(across.contains(place), is_in, "{place:?}");
        }
    }

    #[test]
    fn a_disc_is_round() {
        let disc = Area { centre_m: [1.0, 1.0], heading_rad: 3.0, shape: Shape::Disc { radius_m: 5.0 } };
        assert!(disc.contains([4.0, 4.9]) && !disc.contains([5.0, 4.1]));
    }
}
