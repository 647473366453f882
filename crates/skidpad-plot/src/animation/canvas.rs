//! A small rasteriser: filled outlines and strokes with smooth edges, from sums, products and roots alone, so that a picture
//! has the same bytes on every platform.

use std::ops::Range;

use skidpad_core::math::Real;

/// A point of the picture, pixels to the right and down.
pub type Pixel = [f64; 2];
/// Red, green and blue.
pub type Rgb = [u8; 3];

/// Lines in which the coverage of a row of pixels is sampled; along the row it is exact.
const LINES: usize = 8;
/// Corners of the circle at a stroke's end.
const CORNERS: usize = 12;

/// A picture while it is drawn.
#[derive(Clone)]
pub struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<Rgb>,
}

/// A colour and how much it covers, 0 to 1.
#[derive(Clone, Copy)]
pub struct Paint {
    pub colour: Rgb,
    pub opacity: f64,
}

impl From<Rgb> for Paint {
    fn from(colour: Rgb) -> Self {
        Self { colour, opacity: 1.0 }
    }
}

impl Canvas {
    pub fn new(width: usize, height: usize, ground: Rgb) -> Self {
        Self { width, height, pixels: vec![ground; width * height] }
    }

    pub fn size(&self) -> [usize; 2] {
        [self.width, self.height]
    }

    pub fn pixels(&self) -> &[Rgb] {
        &self.pixels
    }

    /// Fills an outline; where it crosses itself, by the even-odd rule.
    pub fn fill(&mut self, outline: &[Pixel], paint: impl Into<Paint>) {
        let paint = paint.into();
        // A point that is no number has no place.
        if outline.iter().flatten().any(|number| !number.is_finite()) {
            return;
        }
        let columns = pixels_between(outline.iter().map(|point| point[0]), self.width);
        let mut covered = vec![0.0; columns.len()];
        for row in pixels_between(outline.iter().map(|point| point[1]), self.height) {
            covered.fill(0.0);
            for line in 0..LINES {
                let y = row as f64 + (line as f64 + 0.5) / LINES as f64;
                cover(&mut covered, columns.start as f64, &crossings(outline, y));
            }
            let first = row * self.width;
            blend(&mut self.pixels[first + columns.start..first + columns.end], &covered, paint);
        }
    }

    /// Draws a line of a width with round ends and corners.
    pub fn stroke(&mut self, line: &[Pixel], width: f64, paint: impl Into<Paint>) {
        let paint = paint.into();
        for ends in line.windows(2) {
            self.fill(&bar(ends[0], ends[1], width), paint);
        }
        if width > 1.5 {
            line.iter().for_each(|end| self.disc(*end, 0.5 * width, paint));
        }
    }

    /// Fills a circle.
    pub fn disc(&mut self, centre: Pixel, radius: f64, paint: impl Into<Paint>) {
        let corner = |at: usize| {
            let (sin, cos) = Real::sin_cos(at as f64 / CORNERS as f64 * core::f64::consts::TAU);
            [centre[0] + radius * cos, centre[1] + radius * sin]
        };
        self.fill(&(0..CORNERS).map(corner).collect::<Vec<_>>(), paint);
    }
}

/// The pixels that some places reach over, of so many.
fn pixels_between(places: impl Iterator<Item = f64>, count: usize) -> Range<usize> {
    let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), place| {
        (Real::min(low, place), Real::max(high, place))
    });
    let end = (Real::max(high, 0.0).ceil() as usize).min(count);
    (Real::max(low, 0.0) as usize).min(end)..end
}

/// Lays a colour over pixels, by how far it covers each.
fn blend(pixels: &mut [Rgb], covered: &[f64], paint: Paint) {
    for (pixel, covered) in pixels.iter_mut().zip(covered) {
        if *covered > 0.0 {
            let share = Real::min(*covered, 1.0) * paint.opacity;
            for (old, new) in pixel.iter_mut().zip(paint.colour) {
                *old = (f64::from(*old) * (1.0 - share) + f64::from(new) * share + 0.5) as u8;
            }
        }
    }
}

/// Crossings of the outline with a horizontal line, from left to right.
fn crossings(outline: &[Pixel], y: f64) -> Vec<f64> {
    let ends = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossing = |(from, to): (&Pixel, &Pixel)| {
        let crosses = (from[1] <= y) != (to[1] <= y);
        crosses.then(|| from[0] + (to[0] - from[0]) * (y - from[1]) / (to[1] - from[1]))
    };
    let mut found: Vec<f64> = ends.filter_map(crossing).collect();
    found.sort_by(f64::total_cmp);
    found
}

/// Adds a line's share of coverage to pixels from a column on.
fn cover(pixels: &mut [f64], first: f64, crossings: &[f64]) {
    let width = pixels.len() as f64;
    for pair in crossings.chunks_exact(2) {
        let (from, to) = (Real::clamp(pair[0] - first, 0.0, width), Real::clamp(pair[1] - first, 0.0, width));
        let first = from as usize;
        for (at, covered) in pixels.iter_mut().enumerate().skip(first).take(to.ceil() as usize - first) {
            let left = Real::max(from, at as f64);
            let right = Real::min(to, at as f64 + 1.0);
            *covered += (right - left) / LINES as f64;
        }
    }
}

/// The outline of a straight piece of a stroke.
fn bar(from: Pixel, to: Pixel, width: f64) -> [Pixel; 4] {
    let (x, y) = (to[0] - from[0], to[1] - from[1]);
    let length = Real::hypot(x, y);
    let scale = if length > 0.0 { 0.5 * width / length } else { 0.0 };
    let (across_x, across_y) = (-y * scale, x * scale);
    [
        [from[0] + across_x, from[1] + across_y],
        [to[0] + across_x, to[1] + across_y],
        [to[0] - across_x, to[1] - across_y],
        [from[0] - across_x, from[1] - across_y],
    ]
}

#[cfg(test)]
mod tests {
    use skidpad_core::math::Real;

    use super::Canvas;

    const WHITE: [u8; 3] = [255; 3];
    const BLACK: [u8; 3] = [0; 3];

    /// Darkness in pixels that are wholly covered.
    fn ink(canvas: &Canvas) -> f64 {
        canvas.pixels().iter().map(|pixel| 1.0 - f64::from(pixel[0]) / 255.0).sum()
    }

    #[test]
    fn a_filled_outline_covers_its_area() {
        let square =
            |at: f64, side: f64| [[at, at], [at + side, at], [at + side, at + side], [at, at + side]];
        for (at, side) in [(2.0, 5.0), (2.25, 5.5), (1.5, 0.5)] {
            let mut canvas = Canvas::new(12, 12, WHITE);
            canvas.fill(&square(at, side), BLACK);
            // Edges lie on sampled lines, and a byte rounds.
            assert!((ink(&canvas) - side * side).abs() < 0.1, "{at} {side}: {}", ink(&canvas));
        }
    }

    #[test]
    fn strokes_have_their_width_in_every_direction() {
        for end in [[60.0, 20.0], [20.0, 60.0], [52.0, 52.0]] {
            let mut canvas = Canvas::new(80, 80, WHITE);
            canvas.stroke(&[[20.0, 20.0], end], 1.2, BLACK);
            let length = Real::hypot(end[0] - 20.0_f64, end[1] - 20.0);
            // Of rows, whole lines are covered or not.
            let width = ink(&canvas) / length;
            assert!((width - 1.2).abs() < 1.0 / super::LINES as f64, "{end:?}: {width}");
        }
    }

    #[test]
    fn what_is_outside_or_no_number_leaves_no_ink() {
        let mut canvas = Canvas::new(10, 10, WHITE);
        canvas.stroke(&[[-50.0, -50.0], [-20.0, 90.0]], 3.0, BLACK);
        canvas.fill(&[[f64::NAN, 1.0], [9.0, 1.0], [5.0, 9.0]], BLACK);
        canvas.fill(&[], BLACK);
        assert_eq!(ink(&canvas), 0.0);
        canvas.fill(&[[-1e9, -1e9], [1e9, -1e9], [1e9, 1e9], [-1e9, 1e9]], BLACK);
        assert_eq!(ink(&canvas), 100.0);
    }
}
