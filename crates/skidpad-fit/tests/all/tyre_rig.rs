//! A tyre test rig: points of a known tyre, with or without noise.

use skidpad_core::tyre::magic_formula::{Coefficients, MagicFormula, Mode, Question};
use skidpad_fit::TyrePoint;
use skidpad_testing::Random;

/// The tyre that the fits start from.
pub fn start() -> Coefficients<f64> {
    skidpad_formats::tyre::load("summer-205-55r16".as_ref()).expect("the preset").coefficients
}

/// A point without a measured value.
pub fn point(fz_n: f64, kappa: f64, alpha_rad: f64, gamma_rad: f64) -> TyrePoint {
    TyrePoint { fz_n, kappa, alpha_rad, gamma_rad, ..TyrePoint::default() }
}

/// Evenly spread numbers from the negative of a value to the value.
pub fn sweep(count: i32, most: f64) -> impl Iterator<Item = f64> {
    (-count..=count).map(move |part| most * f64::from(part) / f64::from(count))
}

/// Pure slip in both directions at three cambers, and combined slip, at some loads.
pub fn programme(loads_n: &[f64], count: i32) -> Vec<TyrePoint> {
    let mut points = Vec::new();
    for load_n in loads_n {
        for gamma in [0.0, 0.05, -0.05] {
            points.extend(sweep(count, 0.3).map(|kappa| point(*load_n, kappa, 0.0, gamma)));
            points.extend(sweep(count, 0.26).map(|alpha| point(*load_n, 0.0, alpha, gamma)));
        }
        for alpha in [-0.1, -0.04, 0.04, 0.1] {
            points.extend(sweep(count, 0.3).map(|kappa| point(*load_n, kappa, alpha, 0.0)));
        }
    }
    points
}

/// Forces (N) and aligning moment (N m) of a tyre at a point.
pub fn forces(tyre: &Coefficients<f64>, point: &TyrePoint) -> [f64; 3] {
    let tyre = MagicFormula::new(tyre, Mode::Driving);
    let plain = tyre.plain_question(point.fz_n);
    let answer = tyre.answer(&Question {
        kappa: point.kappa,
        alpha_rad: point.alpha_rad,
        gamma_rad: point.gamma_rad,
        pressure_pa: point.pressure_pa.unwrap_or(plain.pressure_pa),
        ..plain
    });
    [answer.fx_n, answer.fy_n, answer.mz_nm]
}

/// Points with all channels of a tyre, with noise of a standard deviation in N, and a twentieth of it in N m.
pub fn measured(tyre: &Coefficients<f64>, points: &[TyrePoint], noise_n: f64) -> Vec<TyrePoint> {
    let mut random = Random::new(0x5EED);
    let mut with_noise = |value: f64, size: f64| Some(value + size * random.noise());
    points
        .iter()
        .map(|point| {
            let [fx_n, fy_n, mz_nm] = forces(tyre, point);
            TyrePoint {
                fx_n: with_noise(fx_n, noise_n),
                fy_n: with_noise(fy_n, noise_n),
                mz_nm: with_noise(mz_nm, 0.05 * noise_n),
                ..*point
            }
        })
        .collect()
}

/// The root of the mean square of what two tyres differ by at some points, in each channel.
pub fn apart(one: &Coefficients<f64>, other: &Coefficients<f64>, points: &[TyrePoint]) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for point in points {
        let (one, other) = (forces(one, point), forces(other, point));
        for (sum, (one, other)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += (one - other).powi(2);
        }
    }
    sums.map(|sum| (sum / points.len() as f64).sqrt())
}
