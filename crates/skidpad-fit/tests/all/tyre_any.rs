//! Points that are no tyre's: a fit of anything ends, and its numbers are numbers.

use crate::tyre_rig::{forces, start};
use skidpad_fit::{TyreFitOptions, TyrePoint, fit_tyre};
use skidpad_testing::Random;

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn any_points_give_finite_coefficients_that_are_no_worse_than_the_start() {
        let mut random = Random::new(0xA11);
        let mut count = 0;
        for case in 0..8 {
            let size_n = 10f64.powf(random.between(0.0, 6.0));
            let slip = 10f64.powf(random.between(-2.0, 1.0));
            let mut value = |most: f64| random.between(-most, most);
            let points: Vec<TyrePoint> = (0..50)
                .map(|_| TyrePoint {
                    fz_n: 3000.0 + value(2900.0),
                    kappa: value(slip),
                    alpha_rad: value(f64::min(slip, 3.0)),
                    gamma_rad: value(0.3),
                    pressure_pa: None,
                    fx_n: Some(value(size_n)),
                    fy_n: Some(value(size_n)),
                    mz_nm: Some(value(size_n)),
                })
                .collect();
            let start = start();
            let Ok(fit) = fit_tyre(&start, &points, &TyreFitOptions::default()) else { continue };
            count += 1;
            // The longitudinal force alone depends on no channel before it.
            let square = |residual: f64| residual * residual;
            let before: f64 = points.iter().map(|p| square(forces(&start, p)[0] - p.fx_n.unwrap())).sum();
            let after: f64 = fit.channels[0].residuals.iter().map(|entry| square(entry.residual)).sum();
            assert!(after <= before * (1.0 + 1e-6), "case {case}: {after} after {before}");
            for channel in &fit.channels {
                assert!(channel.rms().is_finite(), "case {case}: {:?}", channel.channel);
                for found in &channel.coefficients {
                    assert!(found.value.is_finite(), "case {case}: {found:?}");
                }
            }
        }
        assert!(count >= 4, "{count} of 8 cases were fitted");
    }
}
