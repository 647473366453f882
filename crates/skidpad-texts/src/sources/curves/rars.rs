//! The friction functions of RARS and its slip vector. The text has formulas without numbers: the inputs are those of
//! the list of figures.

use crate::rars;
use crate::rars::{Friction, FrictionLaw};
use crate::units;
use skidpad_core::math::Real;
use skidpad_special::chassis::traction_limit;

use super::draft::{Draft, draft};

const SOURCE: &str = "RARS";
/// Speed and tread speed of the car in a turn, m/s.
const SPEED_M_S: f64 = 20.0;
const COMMANDED_M_S: f64 = 20.5;
/// K of its tyres, m/s.
const K_M_S: f64 = 4.0;
/// The angle between car and velocity that the list of figures has, rad.
const LISTED_RAD: f64 = 0.1;

pub(super) fn drafts() -> Vec<Draft> {
    vec![friction_functions(), slip(), force(), power()]
}

fn friction_functions() -> Draft {
    let of = |law: FrictionLaw| {
        let friction = Friction { law: law.number(), largest_n: 1.0, k_m_s: 1.0 };
        move |slip| friction.force_n(slip)
    };
    let all = (0.0, 12.0);
    draft("rars-friction", (SOURCE, "friction function"), "friction over slip speed")
        .axes(("slip speed over K, l / K", "-"), ("friction over its largest, u / FMAX", "-"))
        .span(0.0, 1.15)
        .line("u(l) = FMAX l / (K + l), the text's", all, of(FrictionLaw::Hyperbolic))
        .line("1 − exp(−l / K)", all, of(FrictionLaw::Exponential))
        .line("two linear pieces", all, of(FrictionLaw::PiecewiseLinear))
        .line("with a peak", all, of(FrictionLaw::Falling))
        .height("rars-half-grip", "u(l) = FMAX l / (K + l), the text's", 1.0)
        .height("rars-exponential", "1 − exp(−l / K)", 1.0)
        .height("rars-piecewise", "two linear pieces", 1.0)
        .height("rars-falling", "with a peak", 10.0)
        .caption(
            "The text's function and others of the kind that it allows: they rise steeply and level out.",
        )
}

/// The angles of the figures below, degrees.
const ANGLES_DEG: (f64, f64) = (-30.0, 30.0);
const ALPHA: (&str, &str) = ("angle from velocity to heading, alpha", "°");

fn slip_at(alpha_deg: f64) -> [f64; 2] {
    rars::slip_vector(SPEED_M_S, units::degrees(alpha_deg), COMMANDED_M_S)
}

fn force_at(alpha_deg: f64) -> [f64; 2] {
    rars::force(slip_at(alpha_deg), traction_limit(1.0, 9800.0), K_M_S)
}

fn slip() -> Draft {
    draft("rars-slip", (SOURCE, "slip vector"), "L = V − vc P, 20 m/s, tread at 20.5 m/s")
        .axes(ALPHA, ("slip speed", "m/s"))
        .line("Lt, along the velocity", ANGLES_DEG, |alpha| slip_at(alpha)[0])
        .line("Ln, to the driver's left", ANGLES_DEG, |alpha| slip_at(alpha)[1])
        .line("l, its size", ANGLES_DEG, |alpha| {
            let [x, y] = slip_at(alpha);
            Real::hypot(x, y)
        })
        .height("rars-turn-slip", "l, its size", units::to_degrees(LISTED_RAD))
        .caption("Velocity of the tread over the track for a car that points away from where it goes.")
}

fn force() -> Draft {
    let kilo = |axis: usize| move |alpha: f64| 1e-3 * force_at(alpha)[axis];
    draft("rars-force", (SOURCE, "slip vector"), "force F, 20 m/s, tread at 20.5 m/s")
        .axes(ALPHA, ("force on the car, 1000 kg", "kN"))
        .line("Ft, along the velocity", ANGLES_DEG, kilo(0))
        .line("Fn, to the driver's left", ANGLES_DEG, kilo(1))
        .height("rars-turn-ft", "Ft, along the velocity", units::to_degrees(LISTED_RAD))
        .scaled(1e-3)
        .height("rars-turn-fn", "Fn, to the driver's left", units::to_degrees(LISTED_RAD))
        .scaled(1e-3)
        .caption(
            "F = −u(l) L / l; FMAX is the weight, K 4 m/s. The force turns the velocity to where the car points; straight ahead only \
             the tread's 0.5 m/s push.",
        )
}

fn power() -> Draft {
    let power = |alpha: f64| 1e-3 * rars::power(force_at(alpha), units::degrees(alpha), COMMANDED_M_S);
    draft(
        "rars-power",
        (SOURCE, "power consumed"),
        "20 m/s, tread at 20.5 m/s",
    )
    .axes(ALPHA, ("power", "kW"))
    .line("power", ANGLES_DEG, power)
    .legend("")
    .height("rars-turn-power", "power", units::to_degrees(LISTED_RAD))
    .scaled(1e-3)
    .caption("vc (Ft cos alpha + Fn sin alpha), what the tread gives: work on the car and heat of the slip. A small angle takes \
             from the force that drives forwards; with a larger one the heat of the slip outweighs that.")
}
