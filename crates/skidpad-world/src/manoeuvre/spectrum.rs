//! Frequency response from one signal to another: averaged periodograms after Welch.
//!
//! P. D. Welch, "The use of fast Fourier transform for the estimation of power spectra", IEEE Trans. Audio
//! Electroacoust. 15 (1967), for the averages; J. S. Bendat, A. G. Piersol, "Random Data", 6.1, for gain
//! and coherence of one input and one output. The sums are written out at the few frequencies that are asked
//! for, with the own sine: a fast transform would bring all of them, by arithmetic that varies by platform.

use core::f64::consts::PI;

use skidpad_core::math::Real;

use crate::linear::Complex;

/// Response of an output to an input at one frequency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transfer {
    /// The frequency, Hz.
    pub frequency_hz: f64,
    /// Amplitude of the output over that of the input.
    pub gain: f64,
    /// Phase of the output against the input, rad; negative: it lags.
    pub phase_rad: f64,
    /// Share of the output's power that follows the input: 1 for a linear car without noise.
    pub coherence: f64,
}

/// Spectra at a frequency, summed over segments.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    input: f64,
    output: f64,
    cross_re: f64,
    cross_im: f64,
    segments: u32,
}

/// Returns the Hann window over a segment times the cosine and the negative sine of a frequency.
fn waves(frequency_hz: f64, dt_s: f64, segment: usize) -> Vec<Complex> {
    let wave = |index: usize| {
        let hann = 0.5 - 0.5 * Real::cos(2.0 * PI * (index as f64 + 0.5) / segment as f64);
        let (sin, cos) = Real::sin_cos(2.0 * PI * frequency_hz * dt_s * index as f64);
        Complex { re: hann * cos, im: -(hann * sin) }
    };
    (0..segment).map(wave).collect()
}

/// Returns the Fourier transform of a segment, without its mean, at the frequency of the waves.
fn transform(values: &[f64], waves: &[Complex]) -> Complex {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().zip(waves).fold(Complex { re: 0.0, im: 0.0 }, |sum, (value, wave)| Complex {
        re: sum.re + (value - mean) * wave.re,
        im: sum.im + (value - mean) * wave.im,
    })
}

/// Returns the response of an output to an input at some frequencies, averaged over segments of `segment` samples that
/// overlap by half, each under a Hann window. `None` where the signals are shorter than a segment.
pub fn transfer(
    (input, output): (&[f64], &[f64]),
    dt_s: f64,
    segment: usize,
    frequencies_hz: &[f64],
) -> Option<Vec<Transfer>> {
    let length = usize::min(input.len(), output.len());
    if segment < 2 || length < segment {
        return None;
    }
    let at = |&frequency_hz: &f64| {
        let waves = waves(frequency_hz, dt_s, segment);
        let mut sums = Sums::default();
        let mut first = 0;
        while first + segment <= length {
            let x = transform(&input[first..first + segment], &waves);
            let y = transform(&output[first..first + segment], &waves);
            sums.input += x.re * x.re + x.im * x.im;
            sums.output += y.re * y.re + y.im * y.im;
            // The conjugate of the input times the output.
            sums.cross_re += x.re * y.re + x.im * y.im;
            sums.cross_im += x.re * y.im - x.im * y.re;
            sums.segments += 1;
            first += segment / 2;
        }
        sums.transfer(frequency_hz)
    };
    Some(frequencies_hz.iter().map(at).collect())
}

impl Sums {
    fn transfer(&self, frequency_hz: f64) -> Transfer {
        let cross = self.cross_re * self.cross_re + self.cross_im * self.cross_im;
        Transfer {
            frequency_hz,
            gain: Real::sqrt(cross) / self.input,
            phase_rad: Real::atan2(self.cross_im, self.cross_re),
            coherence: cross / (self.input * self.output),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::transfer;
    use crate::chance::chance;
    use core::f64::consts::PI;

    /// A delay of d samples has gain 1, phase -w d and coherence 1; half of a signal that is not its own
    /// leaves half of the coherence.
    #[test]
    fn a_delay_and_a_noise_are_found_again() {
        let x: Vec<f64> = (0..40_000).map(|index| chance(1, index)).collect();
        let delayed: Vec<f64> =
            (0..40_000).map(|index| if index < 4 { 0.0 } else { 2.0 * x[index - 4] }).collect();
        let noisy: Vec<f64> =
            (0..40_000).map(|index| delayed[index] + 2.0 * chance(2, index as u64)).collect();
        let dt = 0.005;
        for at in transfer((&x, &delayed), dt, 2048, &[0.5, 1.0, 2.0, 4.0]).unwrap() {
            assert!((at.gain - 2.0).abs() < 0.02 && at.coherence > 0.999, "{at:?}");
            assert!((at.phase_rad + 2.0 * PI * at.frequency_hz * 4.0 * dt).abs() < 0.01, "{at:?}");
        }
        let with_noise = transfer((&x, &noisy), dt, 256, &[10.0, 20.0, 40.0]).unwrap();
        let mean = with_noise.iter().map(|at| at.coherence).sum::<f64>() / 3.0;
        assert!((mean - 0.5).abs() < 0.06, "{mean}");
        assert_eq!(transfer((&x[..100], &x[..100]), dt, 2048, &[1.0]), None);
    }
}
