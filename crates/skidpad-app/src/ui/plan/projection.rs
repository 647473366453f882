//! The projection of the road onto the screen: metres of the world to points.

use egui::{Pos2, Rect, Vec2};

use crate::tread::turned;
use crate::ui::camera::Shot;
use crate::ui::look::coordinate;

/// Projection of the road from above onto a rectangle of the screen.
#[derive(Clone, Copy, Debug)]
pub struct Projection {
    rect: Rect,
    /// Place of the screen where `centre_m` is.
    middle: Pos2,
    centre_m: [f64; 2],
    turn_rad: f64,
    points_per_m: f64,
}

impl Projection {
    /// Projection of a camera, in a rectangle of the screen of which a part lies open.
    pub fn new(shot: &Shot, rect: Rect, open: Rect) -> Self {
        let turn_rad = core::f64::consts::FRAC_PI_2 - shot.up_rad;
        Self {
            rect,
            middle: open.center(),
            centre_m: shot.centre_m,
            turn_rad,
            points_per_m: shot.points_per_m,
        }
    }

    /// North up around a place of the world.
    pub fn north_up(centre_m: [f64; 2], points_per_m: f64, rect: Rect) -> Self {
        Self { rect, middle: rect.center(), centre_m, turn_rad: 0.0, points_per_m }
    }

    /// The place of the screen of a place of the world, m.
    pub fn at(&self, place_m: [f64; 2]) -> Pos2 {
        let from_centre = [place_m[0] - self.centre_m[0], place_m[1] - self.centre_m[1]];
        self.middle + self.vector(from_centre)
    }

    /// A vector of the world, m, on the screen.
    pub fn vector(&self, vector_m: [f64; 2]) -> Vec2 {
        let [right, up] = turned(vector_m, self.turn_rad).map(|part| coordinate(part * self.points_per_m));
        Vec2::new(right, -up)
    }

    /// A direction of the world on the screen, of length 1.
    pub fn direction(&self, direction: [f64; 2]) -> Vec2 {
        let [right, up] = turned(direction, self.turn_rad).map(coordinate);
        Vec2::new(right, -up)
    }

    /// The place of the world under a place of the screen, m.
    pub fn under(&self, place: Pos2) -> [f64; 2] {
        let from_centre = place - self.middle;
        let up_right =
            [f64::from(from_centre.x), -f64::from(from_centre.y)].map(|part| part / self.points_per_m);
        let [x, y] = turned(up_right, -self.turn_rad);
        [x + self.centre_m[0], y + self.centre_m[1]]
    }

    /// Lowest and highest coordinates of the world in the picture, m.
    pub fn bounds_m(&self) -> [[f64; 2]; 2] {
        let corners =
            [self.rect.left_top(), self.rect.right_top(), self.rect.left_bottom(), self.rect.right_bottom()];
        let places = corners.map(|corner| self.under(corner));
        let over = |pick: fn(f64, f64) -> f64, start: f64, axis: usize| {
            places.iter().map(|place| place[axis]).fold(start, pick)
        };
        let (low, high) = (f64::INFINITY, f64::NEG_INFINITY);
        [[over(f64::min, low, 0), over(f64::min, low, 1)], [over(f64::max, high, 0), over(f64::max, high, 1)]]
    }

    /// True if a place of the screen is in the picture, or near it.
    pub fn is_seen(&self, place: Pos2) -> bool {
        self.rect.expand(60.0).contains(place)
    }

    /// The picture's place on the screen.
    pub fn rect(&self) -> Rect {
        self.rect
    }

    /// Points of the screen per metre.
    pub fn points_per_m(&self) -> f64 {
        self.points_per_m
    }
}

#[cfg(test)]
mod tests {
    use super::Projection;
    use egui::{Rect, pos2};

    #[test]
    fn a_place_is_found_again_under_its_picture() {
        let rect = Rect::from_min_max(pos2(100.0, 50.0), pos2(500.0, 350.0));
        let view = Projection {
            rect,
            middle: rect.center(),
            centre_m: [30.0, -7.0],
            turn_rad: 0.8,
            points_per_m: 12.0,
        };
        let place = [33.0, -2.0];
        let again = view.under(view.at(place));
        assert!((again[0] - place[0]).abs() < 1e-4 && (again[1] - place[1]).abs() < 1e-4, "{again:?}");
        let north_up = Projection { turn_rad: 0.0, ..view };
        assert!(north_up.at([30.0, 0.0]).y < north_up.at([30.0, -7.0]).y);
        assert!(north_up.at([31.0, -7.0]).x > north_up.at([30.0, -7.0]).x);
    }
}
