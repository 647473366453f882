//! Where the picture is taken from: above, as near as it can be.

use skidpad_core::math::{Real, Vec2};

use super::canvas::Pixel;
use super::film::Film;

/// Pixels per metre: the nearest, the farthest at which the picture stands still, and the scale at which it follows the car.
const NEAR: f64 = 16.0;
const FAR: f64 = 8.0;
const FOLLOWING: f64 = 11.0;
/// Room around the way of the cars, m.
const ROOM_M: f64 = 4.5;
/// The picture follows the mean of the car's way so long before and after, s: it moves smoothly.
const WINDOW_S: f64 = 0.8;

/// The scale of a picture, and whether it moves.
pub struct Camera {
    size: [f64; 2],
    /// Pixels per metre.
    pub scale: f64,
    still_at_m: Option<Vec2<f64>>,
}

/// A picture's place.
#[derive(Clone, Copy)]
pub struct Shot {
    centre_m: Vec2<f64>,
    size: [f64; 2],
    pub scale: f64,
}

impl Camera {
    /// Stands still where all cars stay in a picture that is near enough, else follows the first.
    pub fn new(film: &Film<'_>, cars: usize, size: [f64; 2]) -> Self {
        let places =
            (0..film.rows()).flat_map(|row| (0..cars).map(move |car| film.pose(row, car).position_m));
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for place in places {
            for (at, number) in [place.x, place.y].into_iter().enumerate() {
                low[at] = Real::min(low[at], number);
                high[at] = Real::max(high[at], number);
            }
        }
        let fits = |at: usize| size[at] / (high[at] - low[at] + 2.0 * ROOM_M);
        let scale = Real::min(Real::min(fits(0), fits(1)), NEAR);
        let middle = Vec2::new(0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]));
        let is_still = scale >= FAR;
        Self { size, scale: if is_still { scale } else { FOLLOWING }, still_at_m: is_still.then_some(middle) }
    }

    /// The view at a row.
    pub fn view(&self, film: &Film<'_>, row: usize) -> Shot {
        let centre_m = self.still_at_m.unwrap_or_else(|| {
            let now_s = film.seconds(row);
            let (from, to) = (film.row_at(now_s - WINDOW_S), film.row_at(now_s + WINDOW_S));
            let sum = (from..=to).fold(Vec2::new(0.0, 0.0), |sum, row| sum + film.pose(row, 0).position_m);
            sum.scale(1.0 / (to - from + 1) as f64)
        });
        Shot { centre_m, size: self.size, scale: self.scale }
    }
}

impl Shot {
    /// A place of the road in the picture.
    pub fn pixel(&self, place_m: Vec2<f64>) -> Pixel {
        let from_centre = (place_m - self.centre_m).scale(self.scale);
        [0.5 * self.size[0] + from_centre.x, 0.5 * self.size[1] - from_centre.y]
    }

    /// Multiples of a spacing that cross the picture, along x or y.
    pub fn lines_m(&self, at: usize, spacing_m: f64) -> impl Iterator<Item = f64> + use<> {
        let middle = [self.centre_m.x, self.centre_m.y][at];
        let half = 0.5 * self.size[at] / self.scale;
        let (first, last) = ((middle - half) / spacing_m, (middle + half) / spacing_m);
        (first.ceil() as i64..=last.floor() as i64).map(move |line| line as f64 * spacing_m)
    }
}
