//! Curves over time below the picture, and the driver's pedals above it.

use skidpad_core::math::Real;

use super::canvas::{Canvas, Pixel, Rgb};
use super::font::{self, Style};
use super::style;
use crate::svg::{Scale, Wish};

/// Height of the letters, pixels.
pub const LETTERS: f64 = 9.0;
/// Room for the labels beside and above a curve, pixels.
const LEFT: f64 = 46.0;
const ABOVE: f64 = 20.0;
/// Steps of a curve's axis there is room for.
const TICKS: f64 = 4.0;
/// Length and height of a pedal's bar, pixels, and how far apart they are.
const BAR: Pixel = [64.0, 8.0];
const BAR_APART: f64 = 15.0;

/// A channel of the first car over the whole run.
pub struct Curve {
    pub title: &'static str,
    /// Time and number, from row to row.
    pub points: Vec<[f64; 2]>,
    /// Its axis, which has 0.
    scale: Scale,
    end_s: f64,
}

/// A rectangle of the picture: left, top, width, height.
pub type Frame = [f64; 4];

impl Curve {
    pub fn new(title: &'static str, points: Vec<[f64; 2]>) -> Self {
        let least = points.iter().map(|point| point[1]).fold(0.0, Real::min);
        let most = points.iter().map(|point| point[1]).fold(0.0, Real::max);
        let end_s = points.last().map_or(1.0, |point| point[0]);
        let scale = Scale::new(least, most, Wish { ticks: TICKS, whole: false, round: true });
        Self { title, points, scale, end_s }
    }

    /// Draws the curve up to a time.
    pub fn draw(&self, canvas: &mut Canvas, [left, top, width, height]: Frame, now_s: f64) {
        let (x0, y0) = (left + LEFT, top + ABOVE);
        let (w, h) = (width - LEFT - 8.0, height - ABOVE - 12.0);
        let x = |time_s: f64| x0 + w * time_s / self.end_s;
        let y = |number: f64| y0 + h * (1.0 - self.scale.share(number));
        for (number, text) in self.scale.ticks.iter().zip(&self.scale.labels) {
            let line = y(*number).floor() + 0.5;
            canvas.stroke(&[[x0, line], [x0 + w, line]], 1.0, style::GRID);
            let from = [x0 - 6.0 - font::width(text, LETTERS), line + 0.5 * LETTERS];
            font::write(canvas, text, from, label(style::QUIET));
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
    use skidpad_core::math::Real;

    use super::Curve;

    /// The labels of the axis of a channel with these values.
    fn labels(values: &[f64]) -> Vec<String> {
        let points = values.iter().enumerate().map(|(at, value)| [at as f64, *value]);
        let scale = Curve::new("channel", points.collect()).scale;
        let least = values.iter().copied().fold(0.0, Real::min);
        let most = values.iter().copied().fold(0.0, Real::max);
        assert!(scale.low <= least && most <= scale.high && scale.low < scale.high, "{values:?}: {scale:?}");
        scale.labels
    }

    #[test]
    fn axes_end_at_round_numbers_around_zero_and_all_values() {
        assert_eq!(labels(&[0.0, 60.2]), ["0", "20", "40", "60", "80"]);
        assert_eq!(labels(&[-12.0, 131.0]), ["−50", "0", "50", "100", "150"]);
        assert_eq!(labels(&[251.0]), ["0", "100", "200", "300"]);
    }

    /// The axis of a yaw rate below 1 deg/s once read "-1, 0, 0".
    #[test]
    fn ends_below_one_have_their_decimals() {
        assert_eq!(labels(&[-0.7, 0.2]), ["−1.0", "−0.5", "0", "0.5"]);
        assert_eq!(labels(&[0.0, 0.03]), ["0", "0.01", "0.02", "0.03"]);
    }

    /// The axis of a car that never turns once had no length, so that its curve was nowhere.
    #[test]
    fn a_channel_that_is_always_zero_has_an_axis() {
        assert_eq!(labels(&[0.0, 0.0]), ["−0.5", "0", "0.5"]);
    }
}
