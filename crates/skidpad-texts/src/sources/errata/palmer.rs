//! Palmer's chapter 8.

use super::erratum::{Erratum, item, slip_of_the_pen};

const SOURCE: &str = "Palmer";

pub(super) fn equations() -> Vec<Erratum> {
    vec![
        slip_of_the_pen(
            (SOURCE, "figure 8-1"),
            "The figure shows a car on a horizontal surface.",
            "On an incline, as the text beside it and the forces in it say.",
            &[],
        ),
        Erratum {
            source: SOURCE,
            location: "8.4 to 8.6",
            says: "Rolling friction is subtracted whichever way the car moves, and at rest.",
            right: "It acts against the motion, and at rest it holds the car with what is needed, no more.",
            shown: "A car at rest on the level without torque.",
            figures: &["palmer-rolling-at-rest"],
            printed_form: item!(skidpad_texts::palmer::PalmerCar, net_force_as_printed),
            corrected_form: item!(skidpad_core::brakes::holding_torque),
        },
        Erratum {
            source: SOURCE,
            location: "8.3, 8.5",
            says: "The drag goes with the square of the speed and is subtracted.",
            right: "It acts against the motion: with v |v|. The square pushes a reversing car on.",
            shown: "A car at -30 m/s.",
            figures: &["palmer-drag-in-reverse"],
            printed_form: item!(skidpad_texts::aero::palmer_drag_as_printed),
            corrected_form: item!(skidpad_core::aero::drag),
        },
        slip_of_the_pen(
            (SOURCE, "8.26c, 8.29"),
            "Gravity is 9.8 m/s2 in the one and 9.81 m/s2 in the other.",
            "One value in one computation. Both figures come out as printed with either.",
            &["palmer-two-gravities"],
        ),
        Erratum {
            source: SOURCE,
            location: "8.30",
            says: "74 N.m of engine braking slow the car by 0.17 m/s2.",
            right: "The torque goes through gears and final drive: 2.19 m/s2 in first gear, 0.48 m/s2 in sixth.",
            shown: "",
            figures: &["palmer-8-30-through-first"],
            printed_form: item!(skidpad_texts::palmer::PalmerCar, engine_braking_as_printed),
            corrected_form: item!(skidpad_texts::palmer::PalmerCar, engine_braking),
        },
        slip_of_the_pen(
            (SOURCE, "8.31"),
            "A stop from 26.8 m/s within 34 m takes -10.4 m/s2.",
            "-10.56 m/s2; -10.4 belongs to at least 34.4 m.",
            &["palmer-8-31"],
        ),
        Erratum {
            source: SOURCE,
            location: "8.31, 8.33",
            says: "The 0.91 g of the skidpad are the most that the tyres carry, in a straight line as well.",
            right: "The car's own braking is harder: 1.08 g. Longitudinal and lateral grip are two figures.",
            shown: "",
            figures: &["palmer-braking-over-skidpad"],
            printed_form: None,
            corrected_form: None,
        },
        Erratum {
            source: SOURCE,
            location: "8.32",
            says: "The coefficient of kinetic friction limits rolling without sliding.",
            right: "The static one does; the kinetic one holds once the tyre slides.",
            shown: "Both coefficients of dry concrete, from Hlavacs.",
            figures: &["palmer-kinetic-coefficient"],
            printed_form: None,
            corrected_form: item!(skidpad_special::chassis::traction_limit),
        },
        Erratum {
            source: SOURCE,
            location: "8.32",
            says: "The whole weight of the car counts for the traction.",
            right: "The load of the driven axle, with what the acceleration shifts to it or from it. Of the Boxster S's \
                    12.4 kN the rear wheels, which it drives, carry 8.0 kN.",
            shown: "Monster's example, which has all that load transfer needs; and the preset `boxster-s-palmer`, which \
                    reaches 100 km/h after 4.5 s as printed and 5.4 s corrected.",
            figures: &["palmer-whole-weight"],
            printed_form: item!(skidpad_special::PointMassPalmer),
            corrected_form: item!(skidpad_special::PointMass),
        },
        slip_of_the_pen(
            (SOURCE, "8.37"),
            "The wheels roll without friction.",
            "Without slipping. Without friction nothing would turn the car.",
            &[],
        ),
        Erratum {
            source: SOURCE,
            location: "8.36 to 8.40",
            says: "The angular velocity of the turn is the speed of the car over the radius l / sin(delta).",
            right: "That is the circle of the front wheel. The speed along the car is the rear axle's, which goes \
                    round on l / tan(delta): v tan(delta) / l. The difference is the factor cos(delta), 1.5 % at 10 \
                    degrees.",
            shown: "The lines across all wheels meet in one point, the centre.",
            figures: &["palmer-8-38", "palmer-8-40-car"],
            printed_form: item!(skidpad_texts::palmer::turns::turn_rate_as_printed),
            corrected_form: item!(skidpad_texts::palmer::turns::turn_rate_of_car),
        },
        Erratum {
            source: SOURCE,
            location: "8.41",
            says: "The lateral force on the car is never below zero.",
            right: "The equation is, wherever the tyres hold: the larger of it and zero is meant.",
            shown: "10 m/s on a curve of 50 m.",
            figures: &["palmer-8-41-slow"],
            printed_form: item!(skidpad_texts::chassis::palmer_lateral_force_as_printed),
            corrected_form: item!(skidpad_texts::chassis::palmer_lateral_force),
        },
        slip_of_the_pen(
            (SOURCE, "figure 8-4, table 8-4"),
            "The largest power of the engine is at about 6200 rpm (figure 8-4) and at 6400 rpm (table 8-4).",
            "One engine has one such speed: the maker's is 6400 rpm.",
            &["palmer-peak-power-speed"],
        ),
    ]
}

/// The Car Simulator, and the standing motorcycle.
pub(super) fn listing() -> Vec<Erratum> {
    let simulator = item!(skidpad_texts::palmer::CarSimulator);
    let place = "A Car Simulator";
    vec![
        Erratum {
            source: SOURCE,
            location: place,
            says: "The timer fires every 0.05 s, and each time the car moves on by 0.06 s.",
            right: "The step is the time that has passed.",
            shown: "",
            figures: &["palmer-step-and-timer"],
            printed_form: simulator,
            corrected_form: item!(skidpad_special::PointMass),
        },
        Erratum {
            source: SOURCE,
            location: place,
            says: "Braking is a constant -5.0 m/s2 at all times.",
            right: "The listing brakes above 0.1 m/s only, and the car drifts on for ever with what is left. Brakes \
                    stop a car and hold it.",
            shown: "A stop, and a minute after it.",
            figures: &["palmer-braking-ends", "palmer-drifts-on"],
            printed_form: simulator,
            corrected_form: item!(skidpad_core::brakes::holding_torque),
        },
        Erratum {
            source: SOURCE,
            location: place,
            says: "The engine speed, and with it the torque line, is that of the step's beginning.",
            right: "The torque follows the speed within the step as well.",
            shown: "The step that passes 4600 rpm, against the closed form.",
            figures: &["palmer-frozen-line"],
            printed_form: simulator,
            corrected_form: item!(skidpad_texts::palmer::sprint),
        },
        Erratum {
            source: SOURCE,
            location: place,
            says: "The markers move from left to right in one place and from right to left in another.",
            right: "The listing adds to their place: left to right.",
            shown: "The simulator's markers, step by step.",
            figures: &[],
            printed_form: simulator,
            corrected_form: None,
        },
        Erratum {
            source: SOURCE,
            location: "Turning a Motorcycle",
            says: "A standing motorcycle shows gyroscopic precession when its front wheel is turned.",
            right: "A wheel that does not spin has no gyroscopic torque. What leans the machine is that the contact \
                    patch moves sideways under its weight.",
            shown: "The torque goes with the spin, which is zero.",
            figures: &[],
            printed_form: None,
            corrected_form: item!(skidpad_special::chassis::gyroscopic_torque),
        },
        Erratum {
            source: SOURCE,
            location: "Turning a Motorcycle",
            says: "A motorcycle that is steered leans the other way because of gyroscopic precession.",
            right: "It leans because its tyres run out from under it, which goes with the steering angle. The \
                    precession of the front wheel goes with the steering rate: it has the right sign, but it ends \
                    when the handlebar stops.",
            shown: "A countersteered turn with the gyroscopic torques switched off.",
            figures: &["palmer-bike-precession", "palmer-bike-running-out", "palmer-bike-precession-time"],
            printed_form: item!(skidpad_special::motorcycle::steer_rate_to_lean),
            corrected_form: item!(skidpad_special::motorcycle::steer_to_lean),
        },
        Erratum {
            source: SOURCE,
            location: "table 8-4",
            says: "The top speed of the CBR1000RR is 225 km/h.",
            right: "Its power drives it to about 290 km/h.",
            shown: "",
            figures: &["palmer-bike-top-speed"],
            printed_form: None,
            corrected_form: None,
        },
    ]
}
