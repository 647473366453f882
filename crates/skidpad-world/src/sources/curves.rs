//! Hlavacs' figures 9 to 15 as tables: each line that the text draws, as printed, and in balance
//! where that can be told apart.

use skidpad::model::ackermann::{
    Assistance, GRAVITY_M_S2, HlavacsCar, RollingMotion, STATIC_FRICTION, Situation, Solution, SteeredCar,
    TABLE_1,
};
use skidpad::units::{degrees, to_degrees};

const CAR: HlavacsCar<f64> = TABLE_1;
/// How many points a line has, less one.
const PARTS: u32 = 160;

/// A figure of a text as numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    /// A name for its file, without an ending.
    pub file: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// The lower axis: quantity and unit.
    pub across: (&'static str, &'static str),
    /// The left axis: quantity and unit.
    pub up: (&'static str, &'static str),
    /// How far the left axis goes.
    pub top: f64,
    /// The lines.
    pub lines: Vec<Curve>,
    /// Values of the left axis that the text marks, with their names.
    pub marks: Vec<(f64, &'static str)>,
    /// What to see in it.
    pub caption: &'static str,
}

/// A line of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Whether it is the text's own; else it is the corrected one beside it.
    pub is_printed: bool,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

fn points(from: f64, to: f64, value: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    let at = |part: u32| from + (to - from) * f64::from(part) / f64::from(PARTS);
    (0..=PARTS).map(at).map(|x| (x, value(x))).collect()
}

fn curve(name: impl Into<String>, is_printed: bool, points: Vec<(f64, f64)>) -> Curve {
    Curve { name: name.into(), is_printed, points }
}

/// F_max on dry and wet ground, N.
fn limits() -> [f64; 2] {
    STATIC_FRICTION.map(|friction| CAR.tyre_limit(friction, GRAVITY_M_S2))
}

fn limit_marks() -> Vec<(f64, &'static str)> {
    let [dry, wet] = limits();
    vec![(dry, "F_max, dry"), (wet, "F_max, wet")]
}

/// Figures 9 to 15, in their order.
pub fn hlavacs_curves() -> Vec<Curves> {
    vec![
        acceleration(),
        traction(("hlavacs-fig-10", "Hlavacs' figure 10: front traction when steering, 1°"), 1.0, 12_000.0),
        rotation(("hlavacs-fig-11", "Hlavacs' figure 11: forces of rotation when steering, 1°"), 1.0),
        traction(("hlavacs-fig-12", "Hlavacs' figure 12: front traction when steering, 3°"), 3.0, 20_000.0),
        rotation(("hlavacs-fig-13", "Hlavacs' figure 13: forces of rotation when steering, 3°"), 3.0),
        largest_angle(),
        largest_rate(),
    ]
}

fn acceleration() -> Curves {
    let force = |of: fn(&Solution<f64>) -> f64| {
        points(0.0, 3000.0, |torque| {
            of(&CAR.solve_as_printed(&Situation::coasting(0.0, 0.0, 0.0).driven(torque, 0.0)))
        })
    };
    Curves {
        file: "hlavacs-fig-9",
        title: "Hlavacs' figure 9: forces when accelerating straight ahead",
        across: ("torque on the rear tyre", "N.m"),
        up: ("force", "N"),
        top: 9000.0,
        lines: vec![
            curve("rear traction", true, force(|found| found.rear_traction_y_n)),
            curve("on the car, F_tot", true, force(|found| found.total_n)),
            curve("front traction, its size", true, force(|found| -found.front_traction_y_n)),
        ],
        marks: limit_marks(),
        caption: "Of the rear traction nearly all accelerates the car; the front tyre's only turns it. The rear tyre \
                  slides from 2544.0 N.m on dry and 763.2 N.m on wet ground.",
    }
}

/// The rates of steering, and how the legend calls them.
const RATES: [(f64, &str); 4] = [(0.0, "0°/s"), (1.0, "1°/s"), (5.0, "5°/s"), (10.0, "10°/s")];

fn steered(
    steer_deg: f64,
    rate_deg: f64,
    printed: fn(&Solution<f64>) -> f64,
    balanced: fn(&RollingMotion<f64>) -> f64,
) -> [Vec<(f64, f64)>; 2] {
    let given = |speed: f64| Situation::coasting(speed, degrees(steer_deg), degrees(rate_deg));
    [
        points(0.0, 50.0, |speed| printed(&CAR.solve_as_printed(&given(speed)))),
        points(0.0, 50.0, |speed| balanced(&CAR.rolling().solve(&given(speed), 0.0))),
    ]
}

fn traction((file, title): (&'static str, &'static str), steer_deg: f64, top: f64) -> Curves {
    let mut lines = Vec::new();
    for (rate, name) in RATES {
        let [printed, balanced] =
            steered(steer_deg, rate, |found| found.front_size(), |found| found.front_size());
        lines.push(curve(name, true, printed));
        lines.push(curve(format!("{name}, in balance"), false, balanced));
    }
    Curves {
        file,
        title,
        across: ("speed", "m/s"),
        up: ("front traction", "N"),
        top,
        lines,
        marks: limit_marks(),
        caption: "The steering angle held or growing, no torque. In balance it is larger by less than a part in a \
                  thousand: as printed the car slows down.",
    }
}

fn rotation((file, title): (&'static str, &'static str), steer_deg: f64) -> Curves {
    let mut lines = Vec::new();
    let share = CAR.rear_rotation_share();
    for (rate, name) in RATES {
        let given = |speed: f64| Situation::coasting(speed, degrees(steer_deg), degrees(rate));
        let front = points(0.0, 50.0, |speed| CAR.solve_as_printed(&given(speed)).front_rotation_size());
        let rear = points(0.0, 50.0, |speed| {
            let found: f64 = CAR.solve_as_printed(&given(speed)).rear_rotation_x_n;
            found.abs()
        });
        let balanced = points(0.0, 50.0, |speed| {
            let alpha = CAR.rolling().solve(&given(speed), 0.0).yaw_acceleration_rad_s2;
            (share * CAR.front_rotation_x(alpha)).abs()
        });
        lines.push(curve(format!("front, {name}"), true, front));
        lines.push(curve(format!("rear, {name}"), true, rear));
        lines.push(curve(format!("rear, {name}, in balance"), false, balanced));
    }
    Curves {
        file,
        title,
        across: ("speed", "m/s"),
        up: ("force of rotation", "N"),
        top: 5000.0,
        lines,
        marks: Vec::new(),
        caption: "As printed the rear force is 0.706 of the front one; by momentum it is 0.412.",
    }
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

fn largest_angle() -> Curves {
    let line = |(name, is_printed, of): (&str, bool, Assistance<f64>)| {
        curve(name, is_printed, points(2.0, 50.0, |speed| to_degrees(of.largest_steer(speed))))
    };
    Curves {
        file: "hlavacs-fig-14",
        title: "Hlavacs' figure 14: the largest steering angle without sliding",
        across: ("speed", "m/s"),
        up: ("largest steering angle", "°"),
        top: 30.0,
        lines: assistances().map(line).into(),
        marks: vec![(1.0, "1°"), (3.0, "3°")],
        caption: "No torque, the angle held. What a steering assistance may allow.",
    }
}

fn largest_rate() -> Curves {
    let mut lines = Vec::new();
    for steer_deg in [1.0, 3.0] {
        for (name, is_printed, of) in assistances() {
            let ends = of.sliding_speed(degrees(steer_deg), 100.0);
            let line =
                points(2.0, ends, |speed| to_degrees(of.largest_steer_rate(speed, degrees(steer_deg))));
            lines.push(curve(format!("{steer_deg}°, {name}"), is_printed, line));
        }
    }
    Curves {
        file: "hlavacs-fig-15",
        title: "Hlavacs' figure 15: the largest steering rate without sliding",
        across: ("speed", "m/s"),
        up: ("largest steering rate", "°/s"),
        top: 120.0,
        lines,
        marks: Vec::new(),
        caption: "No torque. A line ends where the angle alone makes the front tyre slide.",
    }
}
