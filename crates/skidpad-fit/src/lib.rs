//! Fits: the coefficients of a tyre from its measured forces, and the least squares behind them.
//!
//! - [`fit_tyre`]: measured points ([`TyrePoint`]), the tyre to start from, and [`TyreFitOptions`] become a [`TyreFit`]: the
//!   Magic Formula's coefficients, the residual of every point, and notes on what the points do not determine.
//! - [`least_squares`]: bounded nonlinear least squares, for problems of one's own.
//!
//! Points are read from files by `skidpad_formats::tyre::load_points`, which also has a tyre to start from; `skidpad tyre
//! fit` is both on the command line. Results have the same bits on every platform.
//!
//! ```
//! use skidpad_core::tyre::magic_formula::{MagicFormula, Mode, Question};
//! use skidpad_fit::{TyreChannel, TyreFitOptions, TyrePoint, fit_tyre};
//! use skidpad_formats::tyre;
//!
//! let start = tyre::load("summer-205-55r16".as_ref())?.coefficients;
//!
//! // The tyre on the test rig: more grip, and stiffer in cornering.
//! let mut truth = start;
//! (truth.lateral.pdy1, truth.lateral.pky1) = (1.12, -23.0);
//! let rig = MagicFormula::new(&truth, Mode::Driving);
//! let mut points = Vec::new();
//! for fz_n in [2000.0, 4000.0, 6000.0] {
//!     for step in -12..=12 {
//!         let alpha_rad = 0.02 * f64::from(step);
//!         let force = rig.answer(&Question { alpha_rad, ..rig.plain_question(fz_n) });
//!         points.push(TyrePoint { fz_n, alpha_rad, fy_n: Some(force.fy_n), ..TyrePoint::default() });
//!     }
//! }
//!
//! let fit = fit_tyre(&start, &points, &TyreFitOptions::default())?;
//! let found = fit.coefficients.lateral;
//! assert!((found.pdy1 - 1.12).abs() < 1e-3 && (found.pky1 + 23.0).abs() < 1e-2);
//!
//! let lateral = &fit.channels[0];
//! assert_eq!(lateral.channel, TyreChannel::Lateral);
//! assert!(lateral.rms() < 0.1, "{} N", lateral.rms());
//! // The other channels were not measured, and keep the start's coefficients.
//! assert_eq!(fit.notes.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The solver
//!
//! It is Skidpad's own, as no library does this with the same bits everywhere: `levenberg-marquardt` and `argmin` know no
//! bounds, beyond which the formula means nothing, and `basin`, which does, works on `nalgebra` or `faer`, whose products
//! are fused where a processor can. Steady states (`skidpad_world::linear::trim`) are found by it, too. For the fifty unknowns
//! of a tyre, Cholesky's factorisation is one screen.
#![deny(unsafe_code)]
#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod least_squares;
mod tyre;

pub use least_squares::{Ending, Parameter, Residuals, Solution, SolverError, SolverOptions, least_squares};
pub use tyre::{
    ChannelFit, FitNote, FittedCoefficient, PointResidual, TyreChannel, TyreFit, TyreFitError,
    TyreFitOptions, TyrePoint, fit_tyre,
};
