//! The straight-line figures of RARS. The text prints a formula but no results, so that these are
//! computed from inputs of its kind.

use crate::rars;
use skidpad_special::chassis::traction_limit;

use super::figure::{Figure, row};

/// RARS in a straight line. The text names FMAX and K without values: here a tyre that holds the
/// weight of 1000 kg and has half of that at 4 m/s of slip.
pub(super) fn rars() -> Vec<Figure> {
    let largest = traction_limit(1.0, 9800.0);
    let k = 4.0;
    let (speed, commanded) = (20.0, 25.0);
    let slip: [f64; 2] = rars::slip_vector(speed, 0.0, commanded);
    let force = rars::force(slip, largest, k);
    let heat = rars::friction(-slip[0], largest, k) * -slip[0];
    let here = |id, quantity| row(id, ("RARS", "friction function"), quantity);
    vec![
        here("rars-half-grip", "friction at l = K over FMAX").unit("-").gives(
            rars::friction(k, largest, k) / largest,
            "u(l) = FMAX l / (K + l) is half its limit at l = K",
        ),
        here("rars-slope-without-slip", "slope of the force without slip, over FMAX / K")
            .unit("-")
            .gives(rars::friction(1e-9, largest, k) / 1e-9 * (k / largest), "the limit of FMAX / (K + l)"),
        row(
            "rars-power",
            ("RARS", "power consumed"),
            "power over work and heat, 20 m/s with the tread at 25 m/s",
        )
        .unit("-")
        .should_be(1.0)
        .gives(
            rars::power(force, 0.0, commanded) / (force[0] * speed + heat),
            "vc Ft = F v + f l: what goes in is work on the car and heat at the tread",
        ),
    ]
}
