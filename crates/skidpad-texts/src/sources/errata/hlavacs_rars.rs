//! Hlavacs and RARS.

use super::erratum::{Erratum, item, slip_of_the_pen};

pub(super) fn hlavacs() -> Vec<Erratum> {
    vec![
        Erratum {
            source: "Hlavacs",
            location: "table 3",
            says: "F_max is half the weight.",
            right: "Times the static friction, as section 5 has it. In the listing a wet road is as good as a dry one.",
            shown: "",
            figures: &["hlavacs-listing-f-max-wet"],
            printed_form: item!(skidpad_texts::ackermann::HlavacsCar, tyre_limit_as_printed),
            corrected_form: item!(skidpad_texts::ackermann::HlavacsCar, tyre_limit),
        },
        Erratum {
            source: "Hlavacs",
            location: "(32), (34), (37)",
            says: "F_cp,f,y is one of the forces that change the speed.",
            right: "The acceleration of the centre of mass along the car is dv/dt - omega^2 L/2. In the frame that \
                    turns with the car the centripetal term stands on both sides and cancels: without torque and \
                    drag the speed of a car that turns at a fixed angle stays.",
            shown: "The power balance, and cars with ever stiffer tyres: at 10 degrees and 5 m/s they keep their \
                    speed. Coasting for 1000 s, at a fixed and at a moving angle, the corrected equations keep the \
                    kinetic energy, wheels included, to 1e-11 of it.",
            figures: &["hlavacs-37-circle", "hlavacs-37-circle-power"],
            printed_form: item!(skidpad_texts::ackermann::HlavacsCar, total_force_as_printed),
            corrected_form: item!(skidpad_texts::ackermann::RollingCar, speed_rate),
        },
        Erratum {
            source: "Hlavacs",
            location: "(27), (28)",
            says: "F_rot,r,x alone accelerates the centre of mass, so that it is (I_B - I_C) / I_B of F_rot,f,x.",
            right: "Both lateral forces accelerate the centre of mass, which gives (I_B - 2 I_C) / I_B.",
            shown: "The momentum balance, and cars with ever stiffer tyres under a steering ramp.",
            figures: &["hlavacs-28-share"],
            printed_form: item!(skidpad_texts::ackermann::HlavacsCar, rear_rotation_share_as_printed),
            corrected_form: item!(skidpad_texts::ackermann::HlavacsCar, rear_rotation_share),
        },
        Erratum {
            source: "Hlavacs",
            location: "(25), (30), (32), (36), (37)",
            says: "A torque at the front tyre counts times cos(beta), and its inertia as I_w.",
            right: "F_acc,f sin(beta) turns the car, too. By power the torque counts as T_e,f / cos(beta) and the \
                    inertia as I_w / cos^2(beta), with a term for the wheel's change of speed with beta.",
            shown: "The power balance: at 10, 20 and 30 degrees (37) accounts for 97.1, 88.8 and 76.0 % of the \
                    power put in. Cars with ever stiffer tyres tend to the corrected equations.",
            figures: &[
                "hlavacs-37-front-10",
                "hlavacs-37-front-20",
                "hlavacs-37-front-30",
                "hlavacs-37-power-10",
                "hlavacs-37-power-20",
                "hlavacs-37-power-30",
            ],
            printed_form: item!(skidpad_texts::ackermann::HlavacsCar, solve_as_printed),
            corrected_form: item!(skidpad_texts::ackermann::RollingCar, solve),
        },
        slip_of_the_pen(
            ("Hlavacs", "sections 4.1 and 4.6"),
            "No slip means that the slip ratio is 1.",
            "In Monster's definitions, which the text refers to, a rolling wheel has the slip ratio 0. Meant is the \
             ratio of the speeds.",
            &["hlavacs-slip-ratio"],
        ),
    ]
}

pub(super) fn rars() -> Vec<Erratum> {
    vec![
        Erratum {
            source: "RARS",
            location: "friction function",
            says: "The force is -u(l) L / l.",
            right: "Without slip that is 0/0. With u(l) / l = FMAX / (K + l) it is finite everywhere, with the slope \
                    FMAX / K at rest.",
            shown: "Power in is work on the car and heat at the tread, also without slip.",
            figures: &["rars-no-slip"],
            printed_form: item!(skidpad_texts::rars::force_as_printed),
            corrected_form: item!(skidpad_texts::rars::force),
        },
        Erratum {
            source: "RARS",
            location: "friction function",
            says: "The force depends on the slip alone and rises from none without slip.",
            right: "Then nothing holds a car at rest: on a slope it creeps down on a locked tread, at K f / (FMAX - f) \
                    for the pull f. What a tread at rest can hold it holds, up to FMAX.",
            shown: "Locked, on a slope of 30 % at four rates: the corrected car does not move at all.",
            figures: &["rars-creeping"],
            printed_form: item!(skidpad_texts::rars::force),
            corrected_form: item!(skidpad_texts::slip_vector::SlipVector),
        },
        slip_of_the_pen(
            ("RARS", "axes"),
            "The x axis lies along the car's velocity.",
            "At rest there is no such direction; the slip vector needs none, in any frame.",
            &[],
        ),
    ]
}
