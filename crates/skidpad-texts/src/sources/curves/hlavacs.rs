//! Hlavacs' figures 9 to 15: each line that the text draws, as printed, and in balance where that can be told apart.

use crate::ackermann::{
    Assistance, GRAVITY_M_S2, HlavacsCar, RollingMotion, STATIC_FRICTION, Situation, Solution, SteeredCar,
    TABLE_1,
};
use skidpad_core::units::{degrees, to_degrees};

use super::draft::{Draft, draft};

const SOURCE: &str = "Hlavacs";
const CAR: HlavacsCar<f64> = TABLE_1;
/// The name of all corrected lines in the legend.
const BALANCED: &str = "in balance";

/// F_max on dry and wet ground, N.
fn limits() -> [f64; 2] {
    STATIC_FRICTION.map(|friction| CAR.tyre_limit(friction, GRAVITY_M_S2))
}

/// Figures 9 to 15, in their order.
pub(super) fn drafts() -> Vec<Draft> {
    let [ten, twelve] = [
        ("hlavacs-fig-10", "figure 10", "front traction when steering, 1°"),
        ("hlavacs-fig-12", "figure 12", "front traction when steering, 3°"),
    ];
    let [eleven, thirteen] = [
        ("hlavacs-fig-11", "figure 11", "forces of rotation when steering, 1°"),
        ("hlavacs-fig-13", "figure 13", "forces of rotation when steering, 3°"),
    ];
    vec![
        acceleration(),
        traction(
            ten,
            (1.0, 12_000.0),
            ["hlavacs-fig-10-0", "hlavacs-fig-10-1", "hlavacs-fig-10-5", "hlavacs-fig-10-10"],
        ),
        rotation(eleven, 1.0, ["hlavacs-fig-11-1", "hlavacs-fig-11-5", "hlavacs-fig-11-10"]),
        traction(
            twelve,
            (3.0, 20_000.0),
            ["hlavacs-fig-12-0", "hlavacs-fig-12-1", "hlavacs-fig-12-5", "hlavacs-fig-12-10"],
        ),
        rotation(thirteen, 3.0, ["hlavacs-fig-13-1", "hlavacs-fig-13-5", "hlavacs-fig-13-10"]),
        largest_angle(),
        largest_rate(),
    ]
}

fn acceleration() -> Draft {
    let force = |of: fn(&Solution<f64>) -> f64| {
        move |torque| of(&CAR.solve_as_printed(&Situation::coasting(0.0, 0.0, 0.0).driven(torque, 0.0)))
    };
    let [dry, wet] = limits();
    let all = (0.0, 3000.0);
    draft("hlavacs-fig-9", (SOURCE, "figure 9"), "forces when accelerating straight ahead")
        .axes(("torque on the rear tyre", "N·m"), ("force", "N"))
        .span(0.0, 9000.0)
        .line("rear traction", all, force(|found| found.rear_traction_y_n))
        .line("on the car, F_tot", all, force(|found| found.total_n))
        .line("front traction, its size", all, force(|found| -found.front_traction_y_n))
        .level(dry, "F_max, dry")
        .level(wet, "F_max, wet")
        .height("hlavacs-fig-9-rear", "rear traction", 1000.0)
        .height("hlavacs-fig-9-total", "on the car, F_tot", 1000.0)
        .height("hlavacs-fig-9-front", "front traction, its size", 1000.0)
        .scaled(-1.0)
        .place("hlavacs-fig-9-slides-dry", "rear traction", dry)
        .place("hlavacs-fig-9-slides-wet", "rear traction", wet)
        .caption(
            "Of the rear traction nearly all accelerates the car; the front tyre's only turns it. The rear tyre \
             slides from 2544.0 N.m on dry and 763.2 N.m on wet ground.",
        )
}

/// The rates of steering, and what the legend calls them.
const RATES: [(f64, &str); 4] = [(0.0, "0°/s"), (1.0, "1°/s"), (5.0, "5°/s"), (10.0, "10°/s")];
const SPEEDS: (f64, f64) = (0.0, 50.0);
/// The speed at which the list of figures has the values of figures 10 to 13, m/s.
const LISTED_M_S: f64 = 30.0;

type Named = (&'static str, &'static str, &'static str);

fn given(steer_deg: f64, rate_deg: f64) -> impl Fn(f64) -> Situation<f64> + Copy {
    move |speed| Situation::coasting(speed, degrees(steer_deg), degrees(rate_deg))
}

fn traction((file, place, shows): Named, (steer_deg, top): (f64, f64), listed: [&'static str; 4]) -> Draft {
    let [dry, wet] = limits();
    let mut found = draft(file, (SOURCE, place), shows)
        .axes(("speed", "m/s"), ("front traction", "N"))
        .span(0.0, top)
        .level(dry, "F_max, dry")
        .level(wet, "F_max, wet")
        .caption(
            "The steering angle held or growing, no torque. In balance it is larger by less than a part in a \
             thousand: as printed the car slows down.",
        );
    for (index, (rate, name)) in RATES.into_iter().enumerate().rev() {
        let given = given(steer_deg, rate);
        found = found
            .line(name, SPEEDS, move |speed| CAR.solve_as_printed(&given(speed)).front_size())
            .line(format!("{name}, in balance"), SPEEDS, move |speed| {
                let motion: RollingMotion<f64> = CAR.rolling().solve(&given(speed), 0.0);
                motion.front_size()
            })
            .corrected()
            .legend(if index == 0 { BALANCED } else { "" })
            .height(listed[index], name, LISTED_M_S);
    }
    found
}

fn rotation((file, place, shows): Named, steer_deg: f64, listed: [&'static str; 3]) -> Draft {
    let share = CAR.rear_rotation_share();
    let mut found = draft(file, (SOURCE, place), shows)
        .axes(("speed", "m/s"), ("force of rotation", "N"))
        .span(0.0, 5000.0)
        .caption("As printed the rear force is 0.706 of the front one; by momentum it is 0.412.");
    for (index, (rate, name)) in RATES.into_iter().enumerate().rev() {
        let given = given(steer_deg, rate);
        let front = format!("front, {name}");
        found = found
            .line(&front, SPEEDS, move |speed| CAR.solve_as_printed(&given(speed)).front_rotation_size())
            .line(format!("rear, {name}"), SPEEDS, move |speed| {
                let found: f64 = CAR.solve_as_printed(&given(speed)).rear_rotation_x_n;
                found.abs()
            })
            .companion()
            .line(format!("rear, {name}, in balance"), SPEEDS, move |speed| {
                let alpha = CAR.rolling().solve(&given(speed), 0.0).yaw_acceleration_rad_s2;
                (share * CAR.front_rotation_x(alpha)).abs()
            })
            .corrected()
            .legend(if index == 0 { "rear, in balance" } else { "" });
        // At a held angle the force is next to nothing.
        if index > 0 {
            found = found.height(listed[index - 1], &front, LISTED_M_S);
        }
    }
    found
}

fn assistances() -> [(&'static str, bool, Assistance<f64>); 4] {
    let [dry, wet] = limits();
    let of = |car, limit| Assistance::of_text(car, limit);
    let (printed, balanced) = (SteeredCar::AsPrinted(CAR), SteeredCar::Corrected(CAR.rolling()));
    [
        ("dry", true, of(printed, dry)),
        ("dry, in balance", false, of(balanced, dry)),
        ("wet", true, of(printed, wet)),
        ("wet, in balance", false, of(balanced, wet)),
    ]
}

fn largest_angle() -> Draft {
    let mut found =
        draft("hlavacs-fig-14", (SOURCE, "figure 14"), "the largest steering angle without sliding")
            .axes(("speed", "m/s"), ("largest steering angle", "°"))
            .span(0.0, 30.0)
            .level(1.0, "1°")
            .level(3.0, "3°")
            .caption("No torque, the angle held. What a steering assistance may allow.");
    for (name, is_printed, of) in assistances() {
        found = found.line(name, (2.0, 50.0), move |speed| to_degrees(of.largest_steer(speed)));
        if !is_printed {
            found = found.corrected().legend(if name.starts_with("dry") { BALANCED } else { "" });
        }
    }
    for (line, listed) in [
        (
            "dry",
            [
                ("hlavacs-fig-14-dry-10", 10.0),
                ("hlavacs-fig-14-dry-20", 20.0),
                ("hlavacs-fig-14-dry-30", 30.0),
                ("hlavacs-fig-14-dry-40", 40.0),
            ],
        ),
        (
            "wet",
            [
                ("hlavacs-fig-14-wet-10", 10.0),
                ("hlavacs-fig-14-wet-20", 20.0),
                ("hlavacs-fig-14-wet-30", 30.0),
                ("hlavacs-fig-14-wet-40", 40.0),
            ],
        ),
    ] {
        for (figure, speed) in listed {
            found = found.height(figure, line, speed);
        }
    }
    // At higher speeds the two cannot be told apart.
    found.height("hlavacs-fig-14-balanced-dry-10", "dry, in balance", 10.0)
}

/// The speeds at which the lines of figure 15 end, in their order.
const ENDS: [&str; 4] = [
    "hlavacs-fig-15-dry-1-ends",
    "hlavacs-fig-15-wet-1-ends",
    "hlavacs-fig-15-dry-3-ends",
    "hlavacs-fig-15-wet-3-ends",
];

fn largest_rate() -> Draft {
    let mut found =
        draft("hlavacs-fig-15", (SOURCE, "figure 15"), "the largest steering rate without sliding")
            .axes(("speed", "m/s"), ("largest steering rate", "°/s"))
            .span(0.0, 120.0)
            .caption("No torque. A line ends where the angle alone makes the front tyre slide.");
    let mut first = true;
    let mut figures = ENDS.into_iter();
    for steer_deg in [1.0, 3.0] {
        for (name, is_printed, of) in assistances() {
            let ends = of.sliding_speed(degrees(steer_deg), 100.0);
            let rate = move |speed| to_degrees(of.largest_steer_rate(speed, degrees(steer_deg)));
            let line = format!("{steer_deg}°, {name}");
            // At the end the rate is 0 but for the last digits of the root.
            let last = rate(ends);
            found = found.line(&line, (2.0, ends), rate);
            if is_printed {
                found = found.place(figures.next().unwrap_or(""), &line, last);
            } else {
                found = found.corrected().legend(if first { BALANCED } else { "" });
                first = false;
            }
        }
    }
    for (figure, line, speed) in [
        ("hlavacs-fig-15-dry-1-10", "1°, dry", 10.0),
        ("hlavacs-fig-15-dry-1-20", "1°, dry", 20.0),
        ("hlavacs-fig-15-dry-1-30", "1°, dry", 30.0),
        ("hlavacs-fig-15-dry-1-40", "1°, dry", 40.0),
        ("hlavacs-fig-15-dry-3-10", "3°, dry", 10.0),
        ("hlavacs-fig-15-dry-3-20", "3°, dry", 20.0),
        ("hlavacs-fig-15-wet-1-10", "1°, wet", 10.0),
        ("hlavacs-fig-15-wet-1-20", "1°, wet", 20.0),
        ("hlavacs-fig-15-wet-3-10", "3°, wet", 10.0),
    ] {
        found = found.height(figure, line, speed);
    }
    found
}
