//! Curves over time below the picture, and the driver's pedals above it.

use skidpad_core::math::Real;

use super::canvas::{Canvas, Pixel, Rgb};
use super::font::{self, Style};
use super::style;

/// Height of the letters, pixels.
pub const LETTERS: f64 = 9.0;
/// Room for the labels beside and above a curve, pixels.
const LEFT: f64 = 46.0;
const ABOVE: f64 = 20.0;
/// Length and height of a pedal's bar, pixels, and how far apart they are.
const BAR: Pixel = [64.0, 8.0];
const BAR_APART: f64 = 15.0;

/// A channel of the first car over the whole run.
pub struct Curve {
    pub title: &'static str,
    /// Time and number, from row to row.
    pub points: Vec<[f64; 2]>,
    /// The ends of its axis.
    pub span: [f64; 2],
    end_s: f64,
}

/// A rectangle of the picture: left, top, width, height.
pub type Frame = [f64; 4];

impl Curve {
    pub fn new(title: &'static str, points: Vec<[f64; 2]>) -> Self {
        let least = points.iter().map(|point| point[1]).fold(0.0, Real::min);
        let most = points.iter().map(|point| point[1]).fold(0.0, Real::max);
        let end_s = points.last().map_or(1.0, |point| point[0]);
        Self { title, points, span: round_span(least, most), end_s }
    }

    /// Draws the curve up to a time.
    pub fn draw(&self, canvas: &mut Canvas, [left, top, width, height]: Frame, now_s: f64) {
        let (x0, y0) = (left + LEFT, top + ABOVE);
        let (w, h) = (width - LEFT - 8.0, height - ABOVE - 12.0);
        let x = |time_s: f64| x0 + w * time_s / self.end_s;
        let y = |number: f64| y0 + h * (self.span[1] - number) / (self.span[1] - self.span[0]);
        for number in [self.span[0], 0.0, self.span[1]] {
            let line = y(number).floor() + 0.5;
            canvas.stroke(&[[x0, line], [x0 + w, line]], 1.0, style::GRID);
            let text = format!("{number:.0}");
            let from = [x0 - 6.0 - font::width(&text, LETTERS), line + 0.5 * LETTERS];
            font::write(canvas, &text, from, label(style::QUIET));
        }
        font::write(canvas, self.title, [x0, top + 12.0], label(style::INK));
        let past = self.points.iter().take_while(|point| point[0] <= now_s);
        let mut line: Vec<Pixel> = Vec::new();
        for point in past {
            let pixel = [x(point[0]), y(point[1])];
            // A point for each pixel is enough.
            if line.last().is_none_or(|last| pixel[0] - last[0] >= 1.0) {
                line.push(pixel);
            }
        }
        canvas.stroke(&line, 1.5, style::LINE);
        if let Some(end) = line.last() {
            canvas.disc(*end, 3.0, style::LINE);
        }
    }
}

/// Small letters.
pub fn label(colour: Rgb) -> Style {
    Style { size: LETTERS, paint: colour.into() }
}

/// The ends of an axis: multiples of 1, 2 or 5 times a power of ten around both numbers, with 0 between.
fn round_span(least: f64, most: f64) -> [f64; 2] {
    let range = Real::max(most - least, 1e-6);
    let mut step = 1.0;
    while step > 0.4 * range {
        step /= 10.0;
    }
    while step < 0.04 * range {
        step *= 10.0;
    }
    let step =
        [step, 2.0 * step, 5.0 * step].into_iter().find(|step| *step >= 0.2 * range).unwrap_or(10.0 * step);
    [(least / step).floor() * step, (most / step).ceil() * step]
}

/// The pedals as bars, one below the other.
pub fn pedals(canvas: &mut Canvas, from: Pixel, pedals: &[(&str, f64, Rgb)]) {
    for (at, (name, share, colour)) in pedals.iter().enumerate() {
        let [x, y] = [from[0], from[1] + BAR_APART * at as f64];
        let bar = |length: f64| [[x, y], [x + length, y], [x + length, y + BAR[1]], [x, y + BAR[1]]];
        canvas.fill(&bar(BAR[0]), style::GRID);
        canvas.fill(&bar(BAR[0] * Real::clamp(*share, 0.0, 1.0)), *colour);
        font::write(canvas, name, [x + BAR[0] + 8.0, y + BAR[1]], label(style::QUIET));
    }
}

#[cfg(test)]
mod tests {
    use super::round_span;

    #[test]
    fn axes_end_at_round_numbers_around_all_values() {
        let cases = [
            ([0.0, 60.2], [0.0, 80.0]),
            ([-12.0, 131.0], [-50.0, 150.0]),
            ([0.0, 0.0], [0.0, 0.0]),
            ([-0.7, 0.2], [-0.8, 0.2]),
            ([0.0, 251.0], [0.0, 300.0]),
        ];
        for ([least, most], wanted) in cases {
            let span = round_span(least, most);
            assert!(
                span.iter().zip(wanted).all(|(end, wanted)| (end - wanted).abs() < 1e-9),
                "{least} to {most}: {span:?}"
            );
        }
    }
}
