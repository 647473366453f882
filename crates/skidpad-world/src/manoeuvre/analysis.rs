//! Analysis of recorded manoeuvres: fits, step responses, averages.

use core::f64::consts::PI;

use skidpad_core::math::Real;

/// Least-squares line through points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Value of the line at x = 0.
    pub at_zero: f64,
    /// Slope of the line.
    pub slope: f64,
}

/// Fits a line. `None` with fewer than three points, or where all have the same x.
pub fn line(points: &[(f64, f64)]) -> Option<Fit> {
    if points.len() < 3 {
        return None;
    }
    let count = points.len() as f64;
    let mean = |pick: fn(&(f64, f64)) -> f64| points.iter().map(pick).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = points.iter().map(|point| (point.0 - x) * (point.0 - x)).sum();
    let both: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let slope = both / spread;
    slope.is_finite().then_some(Fit { at_zero: y - slope * x, slope })
}

/// Returns the largest moving average of values over time, for a window of `width_s` seconds: first the time of the
/// window's middle, s, then the mean. `None` where the points span less than the window.
pub fn largest_mean(points: &[(f64, f64)], width_s: f64) -> Option<(f64, f64)> {
    let mut best: Option<(f64, f64)> = None;
    let (mut first, mut sum) = (0, 0.0);
    for (index, (time, value)) in points.iter().enumerate() {
        sum += value;
        while time - points[first].0 > width_s {
            sum -= points[first].1;
            first += 1;
        }
        let is_full = time - points[0].0 >= width_s;
        let mean = sum / (index - first + 1) as f64;
        if is_full && best.is_none_or(|best| mean > best.1) {
            best = Some((0.5 * (time + points[first].0), mean));
        }
    }
    best
}

/// Response of a quantity to a step at time 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepAnswer {
    /// Steady-state value.
    pub steady: f64,
    /// Time at which the quantity first reaches 90 % of the steady-state value, s.
    pub response_s: f64,
    /// Time of the peak in the direction of the steady-state value, s.
    pub peak_s: f64,
    /// Overshoot: the peak beyond the steady-state value, as a share of it; 0 where the peak is not beyond it.
    pub overshoot: f64,
}

/// Returns the response to a step at time 0 from values over time. The steady-state value is the mean over the last
/// second. `None` where it is 0 or not finite, or where the values never rise through 90 % of it.
pub fn step_answer(points: &[(f64, f64)]) -> Option<StepAnswer> {
    let end = points.last()?.0;
    let last: Vec<f64> = points.iter().filter(|point| point.0 > end - 1.0).map(|point| point.1).collect();
    let steady = last.iter().sum::<f64>() / last.len() as f64;
    if !steady.is_finite() || Real::abs(steady) <= 1e-12 {
        return None;
    }
    let shares: Vec<(f64, f64)> = points.iter().map(|point| (point.0, point.1 / steady)).collect();
    let response_s = first_crossing(&shares, 0.9)?;
    let (peak_s, peak) = peak(&shares)?;
    Some(StepAnswer { steady, response_s, peak_s, overshoot: Real::max(peak - 1.0, 0.0) })
}

/// Returns the time (or other abscissa) at which a value first rises through a level, interpolated between two rows.
pub fn first_crossing(points: &[(f64, f64)], level: f64) -> Option<f64> {
    points.windows(2).find(|pair| pair[0].1 < level && pair[1].1 >= level).map(|pair| {
        let share = (level - pair[0].1) / (pair[1].1 - pair[0].1);
        pair[0].0 + share * (pair[1].0 - pair[0].0)
    })
}

/// Returns the highest point: the vertex of the parabola through the highest row and its neighbours.
pub fn peak(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let at =
        (0..points.len()).reduce(|best, next| if points[next].1 > points[best].1 { next } else { best })?;
    let (Some(before), Some(after)) = (at.checked_sub(1).and_then(|at| points.get(at)), points.get(at + 1))
    else {
        return points.get(at).copied();
    };
    let middle = points[at];
    let (left, right) = (middle.1 - before.1, middle.1 - after.1);
    let share = 0.5 * (left - right) / (left + right);
    if !share.is_finite() {
        return Some(middle);
    }
    let step = 0.5 * (after.0 - before.0);
    Some((middle.0 + share * step, middle.1 + 0.25 * share * (left - right)))
}

/// A sine in a recording: value = mean + amplitude sin(2 pi f t + phase).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sine {
    /// Amplitude, not negative.
    pub amplitude: f64,
    /// Phase, rad.
    pub phase_rad: f64,
}

/// Fits a sine of a given frequency to values over whole periods: least squares over sine, cosine and
/// constant, which are orthogonal over whole periods.
pub fn sine(points: &[(f64, f64)], frequency_hz: f64) -> Sine {
    let omega = 2.0 * PI * frequency_hz;
    let count = points.len() as f64;
    let mean = points.iter().map(|point| point.1).sum::<f64>() / count;
    let with = |wave: fn(f64) -> f64| {
        points.iter().map(|point| (point.1 - mean) * wave(omega * point.0)).sum::<f64>() * 2.0 / count
    };
    let (sines, cosines) = (with(Real::sin), with(Real::cos));
    Sine { amplitude: Real::hypot(sines, cosines), phase_rad: Real::atan2(cosines, sines) }
}

/// Wraps an angle to the range from -pi to pi.
pub fn wrapped(angle_rad: f64) -> f64 {
    angle_rad - 2.0 * PI * (angle_rad / (2.0 * PI) + 0.5).floor()
}

#[cfg(test)]
mod tests {
    use super::{first_crossing, largest_mean, line, peak, sine, step_answer, wrapped};
    use core::f64::consts::PI;

    fn samples(value: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
        (0..=1000).map(|index| f64::from(index) * 0.01).map(|t| (t, value(t))).collect()
    }

    #[test]
    fn a_line_is_found_again() {
        let fit = line(&samples(|t| 3.0 - 0.5 * t)).unwrap();
        assert!((fit.slope + 0.5).abs() < 1e-12 && (fit.at_zero - 3.0).abs() < 1e-12);
        assert_eq!(line(&[(1.0, 2.0), (1.0, 3.0), (1.0, 4.0)]), None);
        assert_eq!(line(&[(1.0, 2.0), (2.0, 3.0)]), None);
    }

    #[test]
    fn the_largest_mean_is_held_for_its_time() {
        // A peak of 2 for half a second, and 1 for the next three.
        let values = samples(|t| {
            if t < 0.5 {
                2.0
            } else if t < 3.5 {
                1.0
            } else {
                0.0
            }
        });
        let (_, mean) = largest_mean(&values, 2.0).unwrap();
        assert!((mean - 1.25).abs() < 0.01, "{mean}");
        assert_eq!(largest_mean(&values[..50], 2.0), None);
    }

    #[test]
    fn a_step_answer_has_its_times() {
        // 1 - e^-t cos(2 pi t): its first peak lies where the slope vanishes.
        let values = samples(|t| 1.0 - (-t).exp() * (2.0 * PI * t).cos());
        let answer = step_answer(&values).unwrap();
        assert!((answer.steady - 1.0).abs() < 1e-3);
        let at = PI - (1.0_f64 / (2.0 * PI)).atan();
        assert!((answer.peak_s - at / (2.0 * PI)).abs() < 1e-3, "{}", answer.peak_s);
        let high = 1.0 - (-answer.peak_s).exp() * (2.0 * PI * answer.peak_s).cos();
        assert!((answer.overshoot - (high - 1.0)).abs() < 1e-3);
        assert_eq!(step_answer(&samples(|_| 0.0)), None);
        assert_eq!(first_crossing(&samples(|t| t), 20.0), None);
    }

    #[test]
    fn peaks_lie_between_rows() {
        let (at, high) = peak(&samples(|t| 5.0 - (t - 3.123_4) * (t - 3.123_4))).unwrap();
        assert!((at - 3.123_4).abs() < 1e-9 && (high - 5.0).abs() < 1e-9);
        assert_eq!(peak(&[(0.0, 1.0), (1.0, 0.5)]), Some((0.0, 1.0)));
    }

    #[test]
    fn a_sine_has_its_amplitude_and_phase() {
        let wave = sine(&samples(|t| 4.0 + 2.0 * (2.0 * PI * 0.5 * t + 0.7).sin())[..1000], 0.5);
        assert!((wave.amplitude - 2.0).abs() < 1e-9 && (wave.phase_rad - 0.7).abs() < 1e-9);
        assert!((wrapped(7.0) - (7.0 - 2.0 * PI)).abs() < 1e-12 && wrapped(-3.0) == -3.0);
    }
}
