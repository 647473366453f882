//! The closed course of the proving ground.
//!
//! Its centre line is a sum of a few circles of different frequency, z(t) = sum of c_k e^(i k t) in the complex plane (a Fourier
//! series of a closed curve). All of its derivatives exist, so that the curvature has no steps: a driver never has to turn the
//! steering wheel in a jump.

use core::f64::consts::TAU;

use skidpad_core::math::Real;

use crate::track::{Station, Track};

/// A harmonic of the centre line: its frequency k, and the real and imaginary part of c_k, m.
pub(super) type Harmonic = (f64, [f64; 2]);

/// The course of a sum of harmonics about `centre_m` of a width, m, through `count` points from the parameter `start` on.
pub(super) fn course(
    harmonics: &[Harmonic],
    centre_m: [f64; 2],
    start: f64,
    count: u32,
    width_m: f64,
) -> Track {
    let station = |at: u32| {
        let t = start + TAU * f64::from(at) / f64::from(count);
        let position_m = harmonics.iter().fold(centre_m, |[x, y], (k, [re, im])| {
            let (sin, cos) = Real::sin_cos(k * t);
            [x + (re * cos - im * sin), y + (re * sin + im * cos)]
        });
        Station { position_m, ..Station::flat([0.5 * width_m; 2]) }
    };
    let stations: Vec<_> = (0..count).map(station).collect();
    Track::closed(&stations).unwrap_or_else(|faults| unreachable!("{faults:?}"))
}
