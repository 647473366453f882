//! Hlavacs and RARS.

use super::{Erratum, item, slip_of_the_pen};

pub(super) fn hlavacs() -> Vec<Erratum> {
    vec![
        Erratum {
            source: "Hlavacs",
            location: "table 3",
            says: "F_max is half the weight.",
            right: "Times the static friction, as section 5 has it. In the listing a wet road is as good as a dry one.",
            shown: "",
            figures: &["hlavacs-listing-f-max-wet"],
            printed_form: item!(skidpad::model::ackermann::HlavacsCar, tyre_limit_as_printed),
            corrected_form: item!(skidpad::model::ackermann::HlavacsCar, tyre_limit),
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
            printed_form: item!(skidpad::tyre::rars::force_as_printed),
            corrected_form: item!(skidpad::tyre::rars::force),
        },
        Erratum {
            source: "RARS",
            location: "friction function",
            says: "The force depends on the slip alone and rises from none without slip.",
            right: "Then nothing holds a car at rest: on a slope it creeps down on a locked tread, at K f / (FMAX - f) \
                    for the pull f. What a tread at rest can hold it holds, up to FMAX.",
            shown: "Locked, on a slope of 30 % at four rates: the corrected car does not move at all.",
            figures: &["rars-creeping"],
            printed_form: item!(skidpad::tyre::rars::force),
            corrected_form: item!(skidpad::model::SlipVector),
        },
        slip_of_the_pen(
            ("RARS", "axes"),
            "The x axis lies along the car's velocity.",
            "At rest there is no such direction; the slip vector needs none, in any frame.",
            &[],
        ),
    ]
}
