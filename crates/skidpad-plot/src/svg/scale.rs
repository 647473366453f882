//! Axes with round ticks.

use skidpad_core::math::Real;

/// The span of an axis and its ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// Value at the start.
    pub low: f64,
    /// Value at the end, above `low`.
    pub high: f64,
    /// Values of the ticks, rising, within the span.
    pub ticks: Vec<f64>,
    /// What stands at each.
    pub labels: Vec<String>,
}

/// Digit times a power of ten.
#[derive(Clone, Copy)]
struct Step {
    digit: f64,
    exponent: i32,
}

impl Step {
    /// The smallest 1, 2 or 5 times a power of ten that is not below a size.
    fn at_least(size: f64) -> Self {
        let mut exponent = 0;
        while power_of_ten(exponent) > size && exponent > -300 {
            exponent -= 1;
        }
        while power_of_ten(exponent + 1) <= size && exponent < 300 {
            exponent += 1;
        }
        let share = size / power_of_ten(exponent);
        // A hair is granted, so that 0.2 out of a division stays 0.2.
        match [1.0, 2.0, 5.0].into_iter().find(|digit| share <= digit * (1.0 + 1e-9)) {
            Some(digit) => Self { digit, exponent },
            None => Self { digit: 1.0, exponent: exponent + 1 },
        }
    }

    fn times(self, count: f64) -> f64 {
        let digits = count * self.digit;
        // 3 / 10 is the number nearest to 0.3; 3 times 0.1 is not.
        if self.exponent < 0 {
            digits / power_of_ten(-self.exponent)
        } else {
            digits * power_of_ten(self.exponent)
        }
    }

    fn write(self, count: f64) -> String {
        let value = self.times(count);
        let text = match self.exponent {
            6.. => format!("{value:e}"),
            0..=5 => format!("{value:.0}"),
            -5..=-1 => format!("{value:.*}", self.exponent.unsigned_abs() as usize),
            _ => format!("{:.0}e{}", count * self.digit, self.exponent),
        };
        if count == 0.0 { String::from("0") } else { text.replace('-', "−") }
    }
}

fn power_of_ten(exponent: i32) -> f64 {
    let power = (0..exponent.unsigned_abs()).fold(1.0, |power, _| power * 10.0);
    if exponent < 0 { 1.0 / power } else { power }
}

/// How a scale is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wish {
    /// About how many ticks there is room for.
    pub ticks: f64,
    /// Whether ticks are whole numbers.
    pub whole: bool,
    /// Whether the axis begins and ends with a tick.
    pub round: bool,
}

impl Scale {
    /// A scale for the values from `low` to `high`.
    pub(crate) fn new(low: f64, high: f64, wish: Wish) -> Self {
        let (low, high) = span(low, high);
        let size = (high - low) / Real::max(wish.ticks, 1.0);
        let step = Step::at_least(if wish.whole { Real::max(size, 1.0) } else { size });
        let one = step.times(1.0);
        // Rounding in the division must not add a tick.
        let first = if wish.round { (low / one + 1e-9).floor() } else { (low / one - 1e-9).ceil() };
        let last = if wish.round { (high / one - 1e-9).ceil() } else { (high / one + 1e-9).floor() };
        let counts: Vec<f64> = (0..=Real::clamp(last - first, 0.0, 1000.0) as u32)
            .map(|index| first + f64::from(index))
            .collect();
        let (low, high) = if wish.round { (step.times(first), step.times(last)) } else { (low, high) };
        Self {
            low,
            high,
            ticks: counts.iter().map(|count| step.times(*count)).collect(),
            labels: counts.iter().map(|count| step.write(*count)).collect(),
        }
    }

    /// Where a value stands between start (0) and end (1).
    pub(crate) fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    /// With ticks within a span only.
    pub(super) fn only(mut self, span: Option<(f64, f64)>) -> Self {
        if let Some((low, high)) = span {
            let kept = self.ticks.iter().map(|tick| (low..=high).contains(tick)).collect::<Vec<_>>();
            let mut keep = kept.iter();
            self.ticks.retain(|_| keep.next().is_some_and(|keep| *keep));
            let mut keep = kept.iter();
            self.labels.retain(|_| keep.next().is_some_and(|keep| *keep));
        }
        self
    }

    /// The values at both ends times a factor, with ticks of their own.
    pub(super) fn scaled(&self, factor: f64, ticks: f64) -> Self {
        Self::new(self.low * factor, self.high * factor, Wish { ticks, whole: false, round: false })
    }
}

/// A span that can be drawn: finite, and not empty.
fn span(low: f64, high: f64) -> (f64, f64) {
    if !(low.is_finite() && high.is_finite()) || low > high {
        return (0.0, 1.0);
    }
    let least = Real::max(Real::max(Real::abs(low), Real::abs(high)) * 1e-9, 1e-12);
    if high - low < least {
        let half = Real::max(Real::abs(low) * 0.5, 0.5);
        return (low - half, high + half);
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::{Scale, Wish};

    fn labels(low: f64, high: f64, ticks: f64, round: bool) -> Vec<String> {
        let scale = Scale::new(low, high, Wish { ticks, whole: false, round });
        assert!(scale.low <= low && high <= scale.high && scale.low < scale.high);
        scale.labels
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(labels(0.0, 97.0, 5.0, true), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(labels(0.0, 29.3, 6.0, false), ["0", "5", "10", "15", "20", "25"]);
        assert_eq!(
            labels(-0.3, 0.3, 6.0, true),
            ["−0.3", "−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3"].map(zero)
        );
        assert_eq!(labels(0.0, 0.001, 2.0, true), ["0", "0.0005", "0.0010"]);
        assert_eq!(labels(0.0, 2e9, 2.0, true), ["0", "1e9", "2e9"]);
    }

    fn zero(label: &str) -> String {
        if label == "0.0" { String::from("0") } else { label.to_owned() }
    }

    #[test]
    fn gears_are_whole() {
        let scale = Scale::new(1.0, 2.0, Wish { ticks: 9.0, whole: true, round: true });
        assert_eq!(scale.labels, ["1", "2"]);
    }

    #[test]
    fn anything_can_be_drawn() {
        let odd = [f64::NAN, f64::INFINITY, -1e300, 0.0, 1e-300, 1e300, 5.0];
        for low in odd {
            for high in odd {
                let scale = Scale::new(low, high, Wish { ticks: 5.0, whole: false, round: true });
                assert!(scale.low < scale.high, "{low} {high} {scale:?}");
                assert!(scale.ticks.len() < 20, "{low} {high} {scale:?}");
            }
        }
    }
}
