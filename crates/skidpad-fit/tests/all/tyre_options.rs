//! What is fitted, what stays, and points that cannot be fitted.

use crate::tyre_rig::{measured, point, programme, start, sweep};
use skidpad_core::record::{Channels, Record};
use skidpad_core::tyre::magic_formula::{
    Aligning, Coefficients, LateralCoefficients, LongitudinalCoefficients, Version,
};
use skidpad_fit::{FitNote, TyreChannel, TyreFit, TyreFitError, TyreFitOptions, TyrePoint, fit_tyre};

/// All coefficients of forces and aligning moment, by name.
fn named(c: &Coefficients<f64>) -> Vec<(&'static str, f64)> {
    fn numbers<X: Record<f64> + Channels>(section: &X) -> Vec<(&'static str, f64)> {
        let mut numbers = vec![0.0; X::LEN];
        section.store(&mut &mut numbers[..]);
        X::CHANNELS.iter().map(|channel| channel.name).zip(numbers).collect()
    }
    let mut all = numbers::<LongitudinalCoefficients<f64>>(&c.longitudinal);
    all.extend(numbers::<LateralCoefficients<f64>>(&c.lateral));
    all.extend(numbers::<Aligning<f64>>(&c.aligning));
    all
}

/// Another tyre than the start, in all channels.
fn other() -> Coefficients<f64> {
    let mut other = start();
    (other.longitudinal.pdx1, other.lateral.pdy1, other.lateral.pky1) = (1.3, 1.12, -23.0);
    (other.lateral.rby1, other.aligning.qdz1) = (15.0, 0.08);
    other
}

fn fitted(fit: &TyreFit) -> Vec<&'static str> {
    fit.channels.iter().flat_map(|channel| &channel.coefficients).map(|found| found.name).collect()
}

/// Every coefficient that is not reported as fitted has the bits of the start, and every one that is has its reported value.
fn others_stay(fit: &TyreFit, from: &Coefficients<f64>) {
    let found = |name: &str| {
        let all = fit.channels.iter().flat_map(|channel| &channel.coefficients);
        all.into_iter().find(|found| found.name == name).map(|found| found.value)
    };
    for ((name, value), (_, before)) in named(&fit.coefficients).into_iter().zip(named(from)) {
        assert_eq!(value.to_bits(), found(name).unwrap_or(before).to_bits(), "{name}");
    }
}

/// Nothing that the points do not vary is fitted.
#[test]
fn the_points_decide_what_is_fitted() {
    let all = measured(&other(), &programme(&[2000.0, 4000.0], 5), 0.0);
    let one_load: Vec<TyrePoint> = all.iter().filter(|point| point.fz_n == 4000.0).copied().collect();
    let upright: Vec<TyrePoint> = all.iter().filter(|point| point.gamma_rad == 0.0).copied().collect();
    let pure: Vec<TyrePoint> =
        all.iter().filter(|point| point.kappa == 0.0 || point.alpha_rad == 0.0).copied().collect();
    for (points, without) in [
        (&all, &["ppx1", "ppy1"][..]),
        (&one_load, &["pdx2", "pdy2", "pky2", "pvy4", "qdz2"]),
        (&upright, &["pdx3", "pdy3", "pky3", "qdz8"]),
    ] {
        let fit = fit_tyre(&start(), points, &TyreFitOptions::default()).unwrap();
        let names = fitted(&fit);
        assert!(
            ["pdx1", "pdy1", "rbx1", "rby1", "qdz1"].iter().all(|name| names.contains(name)),
            "{names:?}"
        );
        assert!(without.iter().all(|name| !names.contains(name)), "{names:?}");
        others_stay(&fit, &start());
    }
    // Each channel over its own slip alone: no combined slip.
    let pure: Vec<TyrePoint> = pure
        .iter()
        .map(|point| match point.kappa == 0.0 {
            true => TyrePoint { fx_n: None, ..*point },
            false => TyrePoint { fy_n: None, mz_nm: None, ..*point },
        })
        .collect();
    let fit = fit_tyre(&start(), &pure, &TyreFitOptions::default()).unwrap();
    assert!(fitted(&fit).iter().all(|name| !name.starts_with('r') && !name.starts_with('s')), "{fit:?}");
    others_stay(&fit, &start());
}

#[test]
fn channels_and_coefficients_that_are_held_stay_as_in_the_start() {
    let points = measured(&other(), &programme(&[2000.0, 4000.0], 5), 0.0);
    let options = TyreFitOptions {
        channels: vec![TyreChannel::Lateral],
        held: vec!["PCY1".to_owned(), "rby1".to_owned()],
        ..TyreFitOptions::default()
    };
    let fit = fit_tyre(&start(), &points, &options).unwrap();
    let names = fitted(&fit);
    assert!(names.contains(&"pdy1") && !names.contains(&"pcy1") && !names.contains(&"rby1"), "{names:?}");
    assert_eq!(fit.channels.len(), 1);
    assert!(fit.notes.is_empty(), "{:?}", fit.notes);
    others_stay(&fit, &start());
}

#[test]
fn the_range_of_validity_is_that_of_the_points() {
    let mut points = measured(&other(), &programme(&[2000.0, 4000.0], 5), 0.0);
    let rated_pa = start().size.inflation_pressure_pa;
    points[0].pressure_pa = Some(rated_pa + 3000.0);
    let limits = fit_tyre(&start(), &points, &TyreFitOptions::default()).unwrap().coefficients.limits;
    assert_eq!([limits.load_low_n, limits.load_high_n], [2000.0, 4000.0]);
    assert_eq!([limits.kappa_low, limits.kappa_high], [-0.3, 0.3]);
    assert_eq!([limits.alpha_low_rad, limits.alpha_high_rad], [-0.26, 0.26]);
    assert_eq!([limits.gamma_low_rad, limits.gamma_high_rad], [-0.05, 0.05]);
    assert_eq!([limits.pressure_low_pa, limits.pressure_high_pa], [rated_pa, rated_pa + 3000.0]);
}

#[test]
fn version_5_2_has_no_pressure() {
    let old = Coefficients { version: Version::V5_2, ..start() };
    let points = measured(&old, &programme(&[2000.0, 4000.0], 4), 10.0);
    let inflated: Vec<TyrePoint> = (0..)
        .zip(&points)
        .map(|(at, point)| TyrePoint { pressure_pa: Some(2e5 + 1e4 * f64::from(at % 5)), ..*point })
        .collect();
    let [plain, inflated] =
        [points, inflated].map(|points| fit_tyre(&old, &points, &TyreFitOptions::default()).unwrap());
    assert_eq!((plain.coefficients, &plain.channels), (inflated.coefficients, &inflated.channels));
    assert_eq!((plain.notes, inflated.notes), (vec![], vec![FitNote::PressureIgnored]));
}

#[test]
fn channels_without_points_or_slip_are_noted() {
    let points: Vec<TyrePoint> = sweep(8, 0.2)
        .map(|alpha| TyrePoint {
            fx_n: Some(10.0),
            mz_nm: None,
            ..measured(&other(), &[point(4000.0, 0.0, alpha, 0.0)], 0.0)[0]
        })
        .collect();
    let fit = fit_tyre(&start(), &points, &TyreFitOptions::default()).unwrap();
    let (flat, absent) =
        (FitNote::NotOverSlip(TyreChannel::Longitudinal), FitNote::NotMeasured(TyreChannel::Aligning));
    assert_eq!(fit.notes, [flat, absent]);
    assert_eq!(absent.to_string(), "mz_nm was not measured: its coefficients are those of the start");
    // A channel without slip has residuals, no coefficient, and no variance to explain.
    let [x, y] = &fit.channels[..] else { panic!("{:?}", fit.channels) };
    assert!(x.coefficients.is_empty() && x.residuals.len() == 17 && x.r_squared.is_none(), "{x:?}");
    assert!(!y.coefficients.is_empty() && y.r_squared.unwrap() > 0.999, "{y:?}");
}

#[test]
fn what_cannot_be_fitted_is_refused_with_the_reason() {
    let row = |alpha: f64| TyrePoint { fy_n: Some(1.0), ..point(4000.0, 0.0, alpha, 0.0) };
    let refused = |points: &[TyrePoint], options: &TyreFitOptions| {
        fit_tyre(&start(), points, options).unwrap_err().to_string()
    };
    let all = TyreFitOptions::default();
    let messages = [
        (vec![], &all, "there is nothing to fit"),
        (vec![row(0.1), row(0.1)], &all, "there is nothing to fit"),
        (vec![row(0.1), row(0.2)], &all, "fy_n has 2 points for 7 coefficients"),
        (
            vec![row(0.1), TyrePoint { fz_n: 0.0, ..row(0.2) }],
            &all,
            "point 1: fz_n = 0: must be a finite number above 0",
        ),
        (vec![row(f64::NAN)], &all, "point 0: alpha_rad = NaN: must be a finite number"),
        (vec![TyrePoint { mz_nm: Some(f64::INFINITY), ..row(0.1) }], &all, "point 0: mz_nm = inf"),
        (
            vec![TyrePoint { pressure_pa: Some(-1.0), ..row(0.1) }],
            &all,
            "pressure_pa = -1: must be a finite number above 0",
        ),
    ];
    for (points, options, says) in messages {
        let message = refused(&points, options);
        assert!(message.contains(says), "{says}: {message}");
    }
    let held = TyreFitOptions { held: vec!["pcz1".to_owned()], ..all.clone() };
    assert!(refused(&[row(0.1)], &held).contains("unknown coefficient `pcz1`"));
    let none = TyreFitOptions { channels: vec![TyreChannel::Aligning], ..all.clone() };
    let points: Vec<TyrePoint> = sweep(9, 0.2).map(row).collect();
    assert_eq!(fit_tyre(&start(), &points, &none), Err(TyreFitError::NothingToFit));
    // A start without numbers.
    let mut broken = start();
    broken.lateral.pky1 = f64::NAN;
    let error = fit_tyre(&broken, &points, &all).unwrap_err();
    assert_eq!(error, TyreFitError::Start("pky1"));
    let mut broken = start();
    broken.size.nominal_load_n = f64::NAN;
    let error = fit_tyre(&broken, &points, &all).unwrap_err();
    assert!(matches!(error, TyreFitError::Solver(TyreChannel::Lateral, _)), "{error:?}");
}
