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
    /// Rectangle with its length along the heading and its width across.
    Rectangle {
        /// Length and width, m.
        size_m: [f64; 2],
    },
    /// Disc.
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

    /// Returns true where a place lies in the area or on its edge.
    pub fn contains(&self, place_m: [f64; 2]) -> bool {
        PlacedArea::new(self).contains(place_m)
    }
}

/// Low and high corner of a rectangle along the road's axes, m.
pub(super) type Bounds = [[f64; 2]; 2];

/// Returns true where a place is outside some bounds.
pub(super) fn is_outside(bounds: &Bounds, place_m: [f64; 2]) -> bool {
    let [low, high] = bounds;
    place_m[0] < low[0] || place_m[0] > high[0] || place_m[1] < low[1] || place_m[1] > high[1]
}

/// Returns true where two bounds have no place in common.
pub(super) fn are_apart(one: &Bounds, other: &Bounds) -> bool {
    let is_beyond = |axis: usize| one[1][axis] < other[0][axis] || other[1][axis] < one[0][axis];
    is_beyond(0) || is_beyond(1)
}

/// The largest number of some bounds, without its sign.
fn largest(bounds: &Bounds) -> f64 {
    bounds.iter().flatten().map(|part| Real::abs(*part)).fold(0.0, Real::max)
}

/// An area with what follows from its fields, computed once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlacedArea {
    area: Area,
    axes: Direction<f64>,
}

impl PlacedArea {
    pub fn new(area: &Area) -> Self {
        Self { area: *area, axes: Direction::at_angle(area.heading_rad) }
    }

    /// Room for rounding, m, of places that are computed from the centre and numbers up to `largest_m`: doubles keep 2e-16.
    fn room_m(&self, largest_m: f64) -> f64 {
        let [x, y] = self.area.centre_m;
        1e-6 + 1e-12 * (Real::abs(x) + Real::abs(y) + largest_m)
    }

    /// Half length and half width of the rectangle along the area's own axes.
    fn half_m(&self) -> [f64; 2] {
        match self.area.shape {
            Shape::Rectangle { size_m } => size_m.map(|size| 0.5 * Real::abs(size)),
            Shape::Disc { radius_m } => [Real::abs(radius_m); 2],
        }
    }

    /// Bounds of the area, with room for rounding.
    pub fn bounds(&self) -> Bounds {
        let [length, width] = self.half_m();
        let (cos, sin) = (Real::abs(self.axes.cos), Real::abs(self.axes.sin));
        let half = match self.area.shape {
            Shape::Rectangle { .. } => [cos * length + sin * width, sin * length + cos * width],
            Shape::Disc { .. } => [length; 2],
        };
        let room = self.room_m(half[0] + half[1]);
        let corner = |side: f64| [0, 1].map(|axis| self.area.centre_m[axis] + side * (half[axis] + room));
        [corner(-1.0), corner(1.0)]
    }

    pub fn contains(&self, place_m: [f64; 2]) -> bool {
        let [along, aside] = self.own(place_m);
        match self.area.shape {
            Shape::Rectangle { size_m: [length, width] } => {
                Real::abs(along) <= 0.5 * length && Real::abs(aside) <= 0.5 * width
            }
            Shape::Disc { radius_m } => along * along + aside * aside <= radius_m * radius_m,
        }
    }

    /// Returns true where the area contains each place of some bounds. It is convex, so that their corners tell.
    pub fn encloses(&self, bounds: &Bounds) -> bool {
        let room = self.room_m(largest(bounds));
        self.corners(bounds).into_iter().all(|[along, aside]| match self.area.shape {
            Shape::Rectangle { size_m: [length, width] } => {
                Real::abs(along) <= 0.5 * length - room && Real::abs(aside) <= 0.5 * width - room
            }
            Shape::Disc { radius_m } => {
                let most = Real::max(Real::abs(radius_m) - room, 0.0);
                along * along + aside * aside <= most * most
            }
        })
    }

    /// Returns true where the area contains no place of some bounds. It may return false where it does not either.
    pub fn misses(&self, bounds: &Bounds) -> bool {
        if are_apart(&self.bounds(), bounds) {
            return true;
        }
        let room = self.room_m(largest(bounds));
        let corners = self.corners(bounds);
        self.half_m().into_iter().enumerate().any(|(axis, half)| {
            corners.iter().all(|corner| corner[axis] > half + room)
                || corners.iter().all(|corner| corner[axis] < -half - room)
        })
    }

    /// Corners of some bounds on the area's own axes.
    fn corners(&self, [low, high]: &Bounds) -> [[f64; 2]; 4] {
        [[low[0], low[1]], [low[0], high[1]], [high[0], low[1]], [high[0], high[1]]]
            .map(|corner| self.own(corner))
    }

    /// Returns the position of a place between the area's middle, 0, and its edge, 1/2 (or -1/2): along the length of a
    /// rectangle, along the radius of a disc; and the gradient of that position along the road's axes, 1/m.
    pub fn across(&self, place_m: [f64; 2]) -> (f64, [f64; 2]) {
        let [along, aside] = self.own(place_m);
        let axes = self.axes;
        match self.area.shape {
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
        let from_centre_m = Vec2::from(place_m) - Vec2::from(self.area.centre_m);
        from_centre_m.to_child(self.axes).into()
    }
}

#[cfg(test)]
mod tests {
    use super::{Area, PlacedArea, Shape};

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

    /// Bounds that an area encloses lie in it with all their places, and those that it misses with none.
    #[test]
    fn an_area_tells_bounds_inside_from_bounds_outside() {
        let (mut inside, mut outside, mut open) = (0, 0, 0);
        for heading_rad in [0.0, 0.6, -2.0] {
            for shape in [Shape::Rectangle { size_m: [6.0, 3.0] }, Shape::Disc { radius_m: 2.5 }] {
                let area = PlacedArea::new(&Area { centre_m: [1.0, 2.0], heading_rad, shape });
                for place in 0..900 {
                    let low = [(place % 30) as f64 * 0.4 - 5.0, (place / 30) as f64 * 0.4 - 4.0];
                    let bounds = [low, low.map(|low| low + 0.9)];
                    let places =
                        (0..100).map(|of| [low[0] + 0.1 * (of % 10) as f64, low[1] + 0.1 * (of / 10) as f64]);
                    let count = places.filter(|place| area.contains(*place)).count();
                    match (area.encloses(&bounds), area.misses(&bounds)) {
                        (true, is_missed) => {
                            assert!(count == 100 && !is_missed, "{heading_rad} {shape:?} {low:?}");
                            inside += 1;
                        }
                        (false, true) => {
                            assert_eq!(count, 0, "{heading_rad} {shape:?} {low:?}");
                            outside += 1;
                        }
                        (false, false) => open += 1,
                    }
                }
            }
        }
        assert!(inside > 200 && outside > 3000 && open < 1600, "{inside} {outside} {open}");
    }

    #[test]
    fn a_disc_is_round() {
        let disc = Area { centre_m: [1.0, 1.0], heading_rad: 3.0, shape: Shape::Disc { radius_m: 5.0 } };
        assert!(disc.contains([4.0, 4.9]) && !disc.contains([5.0, 4.1]));
    }
}
