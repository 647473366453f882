//! Monster's slip ratio curves: where they peak, and the one definition of slip that reverses well.

use crate::tyre::peaked;
use skidpad_core::tyre::Grip;

use super::figure::{Figure, row};

const V1_4: (&str, &str) = ("Monster v1.4", "Slip ratio");
const V1_9: (&str, &str) = ("Monster v1.9", "Slip ratio and traction force");

/// A tyre with a peak at a slip ratio. Both figures are lost; of v1.9's, the text says that the force
/// slightly exceeds the load.
pub(super) fn tyre(peak_slip: f64) -> Grip<f64> {
    Grip { friction: 1.04, peak_slip, stiffness: 2.0 * 1.04 / peak_slip, sliding_share: 0.75 }
}

/// The slip ratio of the largest force, to a ten-thousandth.
fn peak(grip: &Grip<f64>) -> f64 {
    let force = |step: u32| peaked(grip, f64::from(step) * 1e-4);
    let best = (1..10_000).fold(1, |best, step| if force(step) > force(best) { step } else { best });
    f64::from(best) * 1e-4
}

/// What is said of the curves with a number.
pub(super) fn figures() -> Vec<Figure> {
    vec![
        row("monster-1-4-slip-ratio-peak", V1_4, "slip ratio of the largest force")
            .prints("0.2", "-")
            .gives(peak(&tyre(0.2)), ""),
        row("monster-1-9-slip-ratio-peak", V1_9, "slip ratio of the largest force")
            .prints("6", "%")
            .gives(100.0 * peak(&tyre(0.06)), ""),
        row("monster-1-9-slip-ratio-peak-force", V1_9, "largest force over the load")
            .unit("-")
            .gives(peaked(&tyre(0.06), 0.06), "slightly more than the load; the figure is lost"),
        row("monster-1-9-slip-ratio-reverse", V1_9, "slip ratio at -10 m/s with the tread at -11 m/s")
            .unit("-")
            .gives(crate::tyre::slip_ratio_v1_9_as_printed(-11.0, -10.0), "the tread pushes backwards"),
    ]
}
