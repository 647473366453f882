//! The figures of Hlavacs and RARS on straight lines. Their texts print inputs, curves and formulae but
//! no results, so that nearly all of these are computed from the printed inputs.

use skidpad::chassis::traction_limit;
use skidpad::model::ackermann::{GRAVITY_M_S2, KINETIC_FRICTION, STATIC_FRICTION, TABLE_1};
use skidpad::powertrain::gearing;
use skidpad::tyre::rars;

use super::figure::{Figure, Row, row};

fn hlavacs_row(id: &'static str, location: &'static str, quantity: &'static str) -> Row {
    row(id, ("Hlavacs", location), quantity)
}

/// Hlavacs: table 1, section 5 and figure 9.
pub(super) fn hlavacs() -> Vec<Figure> {
    let car = TABLE_1;
    let [dry, wet] = STATIC_FRICTION.map(|friction| car.tyre_limit(friction, GRAVITY_M_S2));
    let [sliding_dry, sliding_wet] = KINETIC_FRICTION.map(|friction| car.tyre_limit(friction, GRAVITY_M_S2));
    let forces = car.straight_forces(1000.0, 0.0);
    let fig9 = "figure 9";
    vec![
        hlavacs_row("hlavacs-i-c", "table 1, (9)", "moment of inertia about the centre")
            .unit("kg.m2")
            .gives(car.yaw_inertia(), ""),
        hlavacs_row("hlavacs-i-b", "table 1, (10)", "moment of inertia about the rear tyre")
            .unit("kg.m2")
            .gives(car.yaw_inertia_about_rear(), ""),
        hlavacs_row("hlavacs-i-w", "table 1", "moment of inertia of two wheels of 75 kg, printed as 2 * 4.1")
            .prints("8.2", "kg.m2")
            .gives(2.0 * gearing::cylinder_inertia(75.0, car.wheel_radius_m), "Monster's wheel, twice"),
        hlavacs_row("hlavacs-f-max-dry", "section 5", "F_max of a tyre on dry ground, mu 1.0")
            .unit("N")
            .gives(dry, ""),
        hlavacs_row("hlavacs-f-max-wet", "section 5", "F_max of a tyre on wet ground, mu 0.3")
            .unit("N")
            .gives(wet, ""),
        hlavacs_row("hlavacs-kinetic-dry", "section 5", "force of a sliding tyre on dry ground, mu 0.8")
            .unit("N")
            .gives(sliding_dry, ""),
        hlavacs_row("hlavacs-kinetic-wet", "section 5", "force of a sliding tyre on wet ground, mu 0.25")
            .unit("N")
            .gives(sliding_wet, ""),
        hlavacs_row("hlavacs-fig-9-total", fig9, "F_tot at 1000 N.m on the rear tyre, straight ahead")
            .unit("N")
            .gives(forces.total_n, ""),
        hlavacs_row("hlavacs-fig-9-rear", fig9, "traction of the rear tyre there")
            .unit("N")
            .gives(forces.rear_n, ""),
        hlavacs_row("hlavacs-fig-9-front", fig9, "traction of the front tyre there")
            .unit("N")
            .gives(forces.front_n, "it only turns the front tyre"),
        hlavacs_row("hlavacs-fig-9-slides-dry", fig9, "rear torque from which the rear tyre slides, dry")
            .unit("N.m")
            .gives(car.sliding_torque(dry), ""),
        hlavacs_row("hlavacs-fig-9-slides-wet", fig9, "rear torque from which the rear tyre slides, wet")
            .unit("N.m")
            .gives(car.sliding_torque(wet), ""),
    ]
}

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
