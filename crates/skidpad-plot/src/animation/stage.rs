//! The road with its marks, and the cars on it.

use skidpad_core::math::{Real, Vec2};
use skidpad_world::contact::Barrier;

use super::camera::Shot;
use super::canvas::{Canvas, Paint, Pixel, Rgb};
use super::film::{CarPose, Film, WheelPose};
use super::style;
use crate::scene::Scene;

/// Spacing of the lines on the ground, m.
pub const GRID_M: f64 = 10.0;
/// Length and width of a tyre, and width of its mark, m.
const TYRE_M: [f64; 2] = [0.64, 0.23];
const MARK_M: f64 = 0.2;
/// The least way between the ends of a piece of a mark, m; and the most, beyond which it is a jump.
const PIECE_M: [f64; 2] = [0.15, 3.0];
/// Opacity of the darkest mark.
const DARKEST: f64 = 0.75;
/// Length of the arrow of a force, m/N, and its width, pixels.
pub const ARROW_M_N: f64 = 1.0 / 2000.0;
const ARROW_PX: f64 = 2.4;
/// Width of the line around a hollow head, pixels.
const HOLLOW_PX: f64 = 1.6;

/// Half of a car's outline from front to rear, in halves of its length and width: forwards, to the left.
const BODY: &[[f64; 2]] = &[
    [1.0, 0.3],
    [0.97, 0.62],
    [0.9, 0.84],
    [0.76, 0.95],
    [0.45, 0.97],
    [0.1, 0.94],
    [-0.35, 0.98],
    [-0.7, 1.0],
    [-0.88, 0.93],
    [-0.97, 0.76],
    [-1.0, 0.4],
];
/// Half of the outline of a motorcycle with its rider, whose shoulders are widest.
const SLENDER: &[[f64; 2]] =
    &[[1.0, 0.16], [0.6, 0.28], [0.35, 1.0], [0.1, 0.84], [-0.15, 1.0], [-0.5, 0.6], [-1.0, 0.24]];
/// Least width of a motorcycle with its rider, m: that of its contact is its tyres'.
const SHOULDERS_M: f64 = 0.7;
/// The windows: half of the windscreen and of the rear window, each from its middle outwards.
const WINDOWS: &[&[[f64; 2]]] = &[
    &[[0.36, 0.0], [0.33, 0.5], [0.24, 0.78], [0.02, 0.66], [0.06, 0.0]],
    &[[-0.5, 0.0], [-0.48, 0.62], [-0.66, 0.7], [-0.71, 0.4], [-0.72, 0.0]],
];

/// A piece of a tyre's mark.
struct Piece {
    ends_m: [Vec2<f64>; 2],
    dark: f64,
}

/// Marks of all tyres on the road.
#[derive(Default)]
pub struct Marks {
    pieces: Vec<Piece>,
    last_m: Vec<Option<Vec2<f64>>>,
    rows: usize,
}

impl Marks {
    /// Adds the marks of all rows up to one.
    pub fn add_until(&mut self, row: usize, film: &Film<'_>, cars: usize) {
        for row in self.rows..=row {
            let wheels = (0..cars).flat_map(|car| film.wheels(row, car));
            for (at, wheel) in wheels.enumerate() {
                if self.last_m.len() <= at {
                    self.last_m.push(None);
                }
                self.last_m[at] = self.continued(self.last_m[at], &wheel);
            }
        }
        self.rows = row + 1;
    }

    /// Start of the next piece of a wheel's mark; adds the one that ends here.
    fn continued(&mut self, last_m: Option<Vec2<f64>>, wheel: &WheelPose) -> Option<Vec2<f64>> {
        let here_m = (wheel.mark > 0.0).then_some(wheel.position_m)?;
        let Some(from_m) = last_m else { return Some(here_m) };
        let way_m = (here_m - from_m).norm();
        if way_m < PIECE_M[0] {
            return last_m;
        }
        if way_m < PIECE_M[1] {
            self.pieces.push(Piece { ends_m: [from_m, here_m], dark: wheel.mark });
        }
        Some(here_m)
    }

    fn draw(&self, canvas: &mut Canvas, view: &Shot) {
        for piece in &self.pieces {
            let way_m = piece.ends_m[1] - piece.ends_m[0];
            let across_m = Vec2::new(-way_m.y, way_m.x).scale(0.5 * MARK_M / way_m.norm());
            let [from_m, to_m] = piece.ends_m;
            let corners = [from_m + across_m, to_m + across_m, to_m - across_m, from_m - across_m];
            let paint = Paint { colour: style::INK, opacity: DARKEST * piece.dark };
            canvas.fill(&corners.map(|corner| view.pixel(corner)), paint);
        }
    }
}

/// Ground, walls and marks.
pub fn road(canvas: &mut Canvas, view: &Shot, scene: &Scene, marks: &Marks) {
    let [width, height] = canvas.size().map(|side| side as f64);
    for x_m in view.lines_m(0, GRID_M) {
        let x = view.pixel(Vec2::new(x_m, 0.0))[0].floor() + 0.5;
        canvas.stroke(&[[x, 0.0], [x, height]], 1.0, style::GRID);
    }
    for y_m in view.lines_m(1, GRID_M) {
        let y = view.pixel(Vec2::new(0.0, y_m))[1].floor() + 0.5;
        canvas.stroke(&[[0.0, y], [width, y]], 1.0, style::GRID);
    }
    marks.draw(canvas, view);
    for wall in &scene.walls {
        barrier(canvas, view, &wall.barrier);
    }
}

fn barrier(canvas: &mut Canvas, view: &Shot, barrier: &Barrier) {
    match barrier {
        Barrier::Segment { from_m, to_m } => {
            canvas.stroke(&[view.pixel(*from_m), view.pixel(*to_m)], 4.0, style::QUIET);
        }
        Barrier::HalfPlane { point_m, normal } => {
            let normal = normal.scale(1.0 / normal.norm());
            // Far beyond the picture on both sides.
            let along = Vec2::new(-normal.y, normal.x).scale(1e4);
            canvas.stroke(&[view.pixel(*point_m - along), view.pixel(*point_m + along)], 4.0, style::QUIET);
        }
        Barrier::Post { centre_m, radius_m } => {
            canvas.disc(view.pixel(*centre_m), Real::max(radius_m * view.scale, 2.0), style::QUIET);
        }
    }
}

/// A car with its wheels.
pub fn car(canvas: &mut Canvas, view: &Shot, drawn: &Drawn<'_>) {
    // One wheel per axle.
    let is_single_track = drawn.wheels.len() == 2;
    let [length_m, width_m, ahead_m] = drawn.outline_m;
    let width_m = if is_single_track { Real::max(width_m, SHOULDERS_M) } else { width_m };
    let pixel = |[x, y]: [f64; 2]| {
        let place = Vec2::new(ahead_m + 0.5 * length_m * x, 0.5 * width_m * y);
        view.pixel(drawn.pose.place_m(place))
    };
    let both = |half: &[[f64; 2]]| -> Vec<Pixel> {
        let right = half.iter().rev().map(|[x, y]| [*x, -*y]);
        half.iter().copied().chain(right).map(pixel).collect()
    };
    let body = both(if is_single_track { SLENDER } else { BODY });
    canvas.fill(&body, drawn.colour);
    let closed: Vec<Pixel> = body.iter().chain(body.first()).copied().collect();
    canvas.stroke(&closed, 1.0, style::INK);
    for window in WINDOWS.iter().filter(|_| !is_single_track) {
        canvas.fill(&both(window), Paint { colour: style::INK, opacity: 0.8 });
    }
    for wheel in drawn.wheels {
        let corner = |x: f64, y: f64| {
            let from_centre = Vec2::new(0.5 * TYRE_M[0] * x, 0.5 * TYRE_M[1] * y);
            view.pixel(wheel.position_m + from_centre.to_parent(wheel.axes))
        };
        canvas
            .fill(&[corner(1.0, 1.0), corner(1.0, -1.0), corner(-1.0, -1.0), corner(-1.0, 1.0)], style::INK);
    }
}

/// A car at an instant, as it is drawn.
pub struct Drawn<'a> {
    pub pose: CarPose,
    pub wheels: &'a [WheelPose],
    /// Length, width, and the distance of the middle ahead of the centre of mass, m.
    pub outline_m: [f64; 3],
    pub colour: Rgb,
}

/// The force at each tyre.
pub fn forces(canvas: &mut Canvas, view: &Shot, wheels: &[WheelPose]) {
    for wheel in wheels {
        let tip_m = wheel.position_m + wheel.force_n.scale(ARROW_M_N);
        arrow(canvas, [view.pixel(wheel.position_m), view.pixel(tip_m)], wheel.mark > 0.0);
    }
}

/// The arrow of a tyre's force, with a hollow head where the tyre slides; a short one is its head alone.
pub fn arrow(canvas: &mut Canvas, [from, to]: [Pixel; 2], slides: bool) {
    let (x, y) = (to[0] - from[0], to[1] - from[1]);
    let length = Real::hypot(x, y);
    if length < 3.0 {
        return;
    }
    let colour = if slides { style::SLIDING } else { style::FORCE };
    let (x, y) = (x / length, y / length);
    // A hollow head is larger, as its middle has to be seen.
    let size = if slides { 12.0 } else { 9.0 };
    let head = Real::min(size, length);
    let neck = [to[0] - head * x, to[1] - head * y];
    canvas.stroke(&[from, neck], ARROW_PX, colour);
    let half = 0.45 * head;
    let corners = [to, [neck[0] - half * y, neck[1] + half * x], [neck[0] + half * y, neck[1] - half * x]];
    if slides {
        canvas.fill(&corners, style::PAPER);
        canvas.stroke(&[corners[0], corners[1], corners[2], corners[0]], HOLLOW_PX, colour);
    } else {
        canvas.fill(&corners, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::super::canvas::{Canvas, Rgb};
    use super::super::style;
    use super::arrow;

    /// The colour in the middle of an arrow's head.
    fn head(slides: bool) -> Rgb {
        let mut canvas = Canvas::new(60, 20, style::ROAD);
        arrow(&mut canvas, [[5.0, 10.0], [50.0, 10.0]], slides);
        canvas.pixels()[10 * 60 + 42]
    }

    #[test]
    fn the_arrow_of_a_sliding_tyre_differs_in_shape() {
        assert_eq!(head(false), style::FORCE);
        assert_eq!(head(true), style::PAPER);
    }
}
