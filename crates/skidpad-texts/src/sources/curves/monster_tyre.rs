//! Monster's figures of tyres and turns: slip ratio, slip angle, the circle of a turn, and the energy of a coasting car.

use crate::chassis::front_radius;
use crate::monster_turning::{FIGURE_LOAD_N, figure_grip, lateral_linear, lateral_of_figure};
use crate::tyre::v1_4_linear;
use crate::tyre::{linear_capped, peaked};
use crate::units;
use skidpad_special::chassis::rear_radius;

use super::draft::{Draft, draft};
use crate::sources::monster::Version;
use crate::sources::{monster_slip, monster_turning};

const BOTH: &str = "Monster v1.4 and v1.9";

pub(super) fn drafts() -> Vec<Draft> {
    vec![slip_ratio_v1_4(), slip_ratio_v1_9(), turn_radius(), slip_angle(), front_pull()]
}

fn slip_ratio_v1_4() -> Draft {
    let tyre = monster_slip::tyre(0.2);
    let all = (0.0, 1.0);
    draft("monster-1-4-slip-ratio", (Version::V1_4.name(), "Slip ratio"), "normalised traction over slip ratio")
        .axes(("slip ratio", "-"), ("traction over load", "-"))
        .span(0.0, 1.4)
        .line("a tyre with its peak at 0.2", all, move |slip| peaked(&tyre, slip))
        .line("the simple form: slip ratio times a constant", (0.0, 0.13), move |slip| {
            v1_4_linear(tyre.stiffness, slip, 1.0)
        })
        .peak("monster-1-4-slip-ratio-peak", "a tyre with its peak at 0.2")
        .caption(
            "The text's curve is lost but for its peak; height and fall are those of v1.9's tyre. The simple form of \
             v1.4 is not capped and rises without end.",
        )
}

fn slip_ratio_v1_9() -> Draft {
    let tyre = monster_slip::tyre(0.06);
    let ratio = |percent: f64| 0.01 * percent;
    let all = (0.0, 30.0);
    draft(
        "monster-1-9-slip-ratio",
        (Version::V1_9.name(), "Slip ratio and traction force"),
        "force over slip ratio",
    )
    .axes(("slip ratio", "%"), ("longitudinal force over load", "-"))
    .span(0.0, 1.2)
    .line("a tyre with its peak at 6 %", all, move |percent| peaked(&tyre, ratio(percent)))
    .line("the simple form: linear and capped", all, move |percent| linear_capped(&tyre, ratio(percent)))
    .peak("monster-1-9-slip-ratio-peak", "a tyre with its peak at 6 %")
    .height("monster-1-9-slip-ratio-peak-force", "a tyre with its peak at 6 %", 6.0)
    .caption(
        "The text's curve is lost; it says that the largest force slightly exceeds the load, at about 6 %. Beyond it a \
         wheel that spins has less.",
    )
}

fn slip_angle() -> Draft {
    let kilo = |force: f64| 1e-3 * force;
    let stiffness = figure_grip::<f64>().stiffness;
    let name = "a tyre with its peak at 3°";
    draft("monster-1-9-slip-angle", (Version::V1_9.name(), "High Speed Turning"), "lateral force at a load of 5 kN")
        .axes(("slip angle", "°"), ("lateral force", "kN"))
        .span(0.0, 6.0)
        .line(name, (0.0, 20.0), move |angle| kilo(lateral_of_figure(units::degrees(angle), FIGURE_LOAD_N)))
        .line("the simple form: Ca alpha", (0.0, 1.7), move |angle| {
            kilo(lateral_linear(stiffness, units::degrees(angle)) * FIGURE_LOAD_N)
        })
        .peak("monster-1-9-slip-angle-peak", name)
        .height("monster-1-9-slip-angle-peak-force", name, 3.0)
        .caption("The text's curve is lost; it gives the load, the peak's angle, and that the force slightly exceeds the load.")
}

fn turn_radius() -> Draft {
    let wheelbase = 2.5;
    let all = (5.0, 45.0);
    draft("monster-turn-radius", (BOTH, "Curves"), "radius of a turn, L = 2.5 m")
        .axes(("steering angle", "°"), ("radius", "m"))
        .line("front wheel, R = L / sin(delta)", all, move |angle| front_radius(wheelbase, units::degrees(angle)))
        .line("rear wheel, L / tan(delta)", all, move |angle| rear_radius(wheelbase, units::degrees(angle)))
        .corrected()
        .height("monster-1-9-turn-radius", "front wheel, R = L / sin(delta)", 30.0)
        .height("monster-1-9-rear-circle", "rear wheel, L / tan(delta)", 30.0)
        .caption(
            "R is the circle of the front wheel, as the text says; the speed along the car is the rear axle's, and \
             belongs to the other.",
        )
}

fn front_pull() -> Draft {
    draft("monster-front-pull", (BOTH, "High Speed Turning"), "energy of a coasting car")
        .axes(("time", "s"), ("kinetic energy over that at first", "-"))
        .through("as printed: the front tyres only push sideways", monster_turning::coasting(true))
        .through("with their backward pull, sin(delta) Flat", monster_turning::coasting(false))
        .corrected()
        .height("monster-1-9-front-pull", "as printed: the front tyres only push sideways", 10.0)
        .caption(
            "From 5 m/s, without engine, steered by 0.2 rad: as printed the car gains energy from nothing.",
        )
}
