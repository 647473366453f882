//! Monster's two versions.

use super::erratum::{Erratum, item, slip_of_the_pen};

const BOTH: &str = "Monster v1.4 and v1.9";
const V1_4: &str = "Monster v1.4";
const V1_9: &str = "Monster v1.9";

/// The order on the page.
pub(super) const ORDER: [&str; 3] = [V1_4, V1_9, BOTH];

pub(super) fn all() -> Vec<Erratum> {
    let mut found = forms();
    found.extend(turning());
    found.extend(numbers());
    found.extend(words());
    found
}

/// What the library keeps in both forms.
fn forms() -> Vec<Erratum> {
    vec![
        Erratum {
            source: V1_4,
            location: "Straight line physics",
            says: "The drag takes the absolute value of each component of the velocity alone.",
            right: "Its size is that of the whole vector, as v1.9 has it: the drag turns with the velocity.",
            shown: "A run along an axis and one on the diagonal.",
            figures: &["monster-1-4-diagonal-drag"],
            printed_form: item!(skidpad_texts::aero::monster_drag_v1_4_as_printed),
            corrected_form: item!(skidpad_core::aero::monster_drag),
        },
        Erratum {
            source: V1_4,
            location: "Slip ratio",
            says: "The slip ratio is the difference of the speeds over the larger of them.",
            right: "In reverse both are negative and the sign is that of the wrong direction; at rest it is 0/0. \
                    With the larger magnitude below, and a least denominator, both are mended. It still differs \
                    from v1.9's, which is the usual one: a curve belongs to one definition.",
            shown: "Reverse, rest, and one spinning wheel in both definitions.",
            figures: &[
                "monster-1-4-slip-ratio-reverse",
                "monster-1-4-slip-ratio-rest",
                "monster-1-4-slip-ratio-other",
            ],
            printed_form: item!(skidpad_texts::tyre::slip_ratio_v1_4_as_printed),
            corrected_form: item!(skidpad_texts::tyre::slip_ratio_v1_4),
        },
        Erratum {
            source: V1_9,
            location: "Slip ratio and traction force",
            says: "The slip ratio is the difference of the speeds over the size of the car's.",
            right: "At rest it is 0/0. A least denominator makes it 0 there and leaves it as it is at any speed.",
            shown: "A wheel at rest on a car at rest.",
            figures: &["monster-1-9-slip-ratio-rest"],
            printed_form: item!(skidpad_texts::tyre::slip_ratio_v1_9_as_printed),
            corrected_form: item!(skidpad_core::tyre::slip::slip_ratio),
        },
        Erratum {
            source: V1_9,
            location: "Gear Ratios",
            says: "6.4 N.m at the axle over 0.34 m are 2.2 N at the road.",
            right: "That is the product. The quotient is 18.7 N.",
            shown: "",
            figures: &["monster-1-9-force-per-torque"],
            printed_form: item!(skidpad_texts::gearing::monster_force_from_torque_as_printed),
            corrected_form: item!(skidpad_special::drive::drive_force),
        },
        Erratum {
            source: V1_4,
            location: "Gear Ratios",
            says: "The torque at the axle times the diameter of the wheel is the force at the road: 4.16 N for each \
                   N.m of the engine.",
            right: "Divide by the radius: 38.2 N, and 26.7 N with the losses.",
            shown: "",
            figures: &["monster-1-4-force-per-torque"],
            printed_form: item!(skidpad_texts::gearing::monster_force_from_torque_as_printed),
            corrected_form: item!(skidpad_special::drive::drive_force),
        },
        Erratum {
            source: V1_9,
            location: "Slip ratio and traction force",
            says: "The angular velocity of a rolling wheel is the speed over 2 pi times the radius.",
            right: "That is in revolutions a second. In rad/s it is the speed over the radius.",
            shown: "",
            figures: &["monster-1-9-rolling-speed"],
            printed_form: item!(skidpad_texts::gearing::monster_rolling_speed_v1_9_as_printed),
            corrected_form: item!(skidpad_texts::gearing::rolling_speed),
        },
        Erratum {
            source: BOTH,
            location: "Curves",
            says: "The car turns with its speed over R = L / sin(delta), and its velocity always points in its \
                   direction.",
            right: "R is the front wheel's circle, and the speed along the car belongs to the rear axle's, L / \
                    tan(delta). The velocity points along the car at the rear axle only; at a point c before it the \
                    angle is atan(c tan(delta) / L).",
            shown: "The lines across all wheels meet in one point, the centre.",
            figures: &[
                "monster-1-4-turn-rate",
                "monster-1-9-turn-rate",
                "monster-1-4-velocity-direction",
                "monster-1-9-velocity-direction",
            ],
            printed_form: item!(skidpad_texts::chassis::yaw_rate_from_front),
            corrected_form: item!(skidpad_texts::chassis::yaw_rate_from_rear),
        },
        Erratum {
            source: BOTH,
            location: "High Speed Turning",
            says: "A full turn takes 1 / (2 pi omega) seconds.",
            right: "2 pi / omega.",
            shown: "",
            figures: &["monster-1-4-full-turn", "monster-1-9-full-turn"],
            printed_form: item!(skidpad_texts::monster::full_turn_time_as_printed),
            corrected_form: item!(skidpad_texts::monster::full_turn_time),
        },
        Erratum {
            source: BOTH,
            location: "High Speed Turning",
            says: "For small angles arctan(vy/vx) is about vx/vy.",
            right: "About vy/vx.",
            shown: "",
            figures: &["monster-1-4-small-angle", "monster-1-9-small-angle"],
            printed_form: item!(skidpad_texts::monster::small_sideslip_angle_as_printed),
            corrected_form: item!(skidpad_texts::monster::small_sideslip_angle),
        },
    ]
}

/// What a car that turns shows.
fn turning() -> Vec<Erratum> {
    vec![
        Erratum {
            source: BOTH,
            location: "High Speed Turning",
            says: "The contribution of the front wheels to the cornering force is their lateral force times \
                   cos(delta).",
            right: "So it is, but the force also pulls backwards by sin(delta) times it. A popular port of the \
                    tutorial, which leaves that out, was found to reach 2.3 times its kinetic energy; the text's own \
                    equations give as much.",
            shown: "Coasting with the wheels turned: energy may only fall.",
            figures: &["monster-1-4-front-pull", "monster-1-9-front-pull"],
            printed_form: item!(skidpad_texts::monster_turning::MonsterTurning, cornering_as_printed),
            corrected_form: item!(skidpad_texts::monster_turning::MonsterTurning, cornering),
        },
        Erratum {
            source: BOTH,
            location: "High Speed Turning",
            says: "The slip angle is the arc tangent of lateral over longitudinal velocity, less the steering angle \
                   in front.",
            right: "At rest that is 0/0. The angle of the wheel's velocity in its own frame is 0 there, and right \
                    at any steering angle and when the car slides sideways.",
            shown: "A car at rest.",
            figures: &["monster-1-4-slip-angle-rest", "monster-1-9-slip-angle-rest"],
            printed_form: item!(skidpad_texts::monster_turning::front_slip_angle_as_printed),
            corrected_form: item!(skidpad_texts::monster_turning::front_slip_angle),
        },
    ]
}

/// Numbers and units.
fn numbers() -> Vec<Erratum> {
    vec![
        slip_of_the_pen(
            (V1_9, "Gear Ratios"),
            "The drive force in first gear at the largest torque is 9166 N.",
            "That has a wheel radius of 0.33 m. With the 0.34 m that the text has for this car everywhere else it \
             is 8897 N.",
            &["monster-1-9-c5-force-own-radius"],
        ),
        slip_of_the_pen(
            (BOTH, "Magic Constants"),
            "The density of 1.29 kg/m3 is 0.0801 lb/ft3.",
            "0.0805 lb/ft3.",
            &["monster-1-4-air-density-imperial", "monster-1-9-air-density-imperial"],
        ),
        slip_of_the_pen(
            (BOTH, "Magic Constants"),
            "The frontal area of 2.2 m2 is 20 square feet.",
            "23.7 square feet.",
            &["monster-1-4-frontal-area-imperial", "monster-1-9-frontal-area-imperial"],
        ),
        slip_of_the_pen(
            (BOTH, "Units and Conversions"),
            "1 G is 32.1 lb/s2.",
            "32.2 ft/s2: an acceleration has a length in it, not a weight.",
            &["monster-1-4-unit-g-imperial", "monster-1-9-unit-g-imperial"],
        ),
        slip_of_the_pen(
            (V1_4, "Units and Conversions"),
            "A metric horsepower is 735.5 kW.",
            "735.5 W, as v1.9 has it.",
            &["monster-1-4-unit-metric-hp-watt"],
        ),
    ]
}

/// Words that name the wrong thing.
fn words() -> Vec<Erratum> {
    vec![
        slip_of_the_pen(
            (BOTH, "Slip ratio"),
            "A wheel is rolling where there is no lateral slip.",
            "Where there is no longitudinal slip: that is the slip between the speed of the wheel and that of the car.",
            &[],
        ),
        slip_of_the_pen(
            (BOTH, "Magic Constants"),
            "Cd in the formula of the air resistance is the coefficient of friction.",
            "Cd is the drag coefficient, a number of the car's shape. A coefficient of friction is a force over the \
             load that presses two surfaces together.",
            &[],
        ),
        slip_of_the_pen(
            (BOTH, "Curves"),
            "A turn at low speed is a problem of kinetics and not of dynamics.",
            "Of kinematics: geometry and speeds without forces and masses. Kinetics is the part of dynamics that has \
             both.",
            &[],
        ),
        slip_of_the_pen(
            (BOTH, "High Speed Turning"),
            "CG is the centre of geometry.",
            "The centre of gravity, as in the section on weight transfer. Forces turn the car about it, wherever the \
             middle of the car is.",
            &[],
        ),
    ]
}
