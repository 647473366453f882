//! The proving ground: all of it on one plane, and the start positions of its scenes.

use skidpad_core::math::Vec2;
use skidpad_core::surface::Surface;
use skidpad_core::units;

use super::course::{self, Harmonic};
use super::dimensions::{CONES, GRADE, SKIDPAD_RADIUS_M, SLIPPERY_GRIP, WET_GRIP, cone_x_m};
use super::hill::{self, hill};
use super::{Cone, Mark, Paint, Place, Scene};
use crate::contact::{Barrier, Wall, Walls};
use crate::ground::{Area, Ground, Patch, Shape};
use crate::track::Track;

/// A scene of the ground: its texts, and where cars start.
pub(super) struct NamedStart {
    pub name: &'static str,
    about: &'static str,
    task: &'static str,
    start: fn() -> Place,
}

/// Centre lines of the straight lanes along x: their y, m.
const STRAIGHT_Y_M: f64 = 0.0;
const SLALOM_Y_M: f64 = -40.0;
const WET_Y_M: f64 = -80.0;
const SPLIT_Y_M: f64 = -120.0;
const HILL_FOOT_M: [f64; 2] = [40.0, -220.0];
/// Width of a lane and length of the straight, m.
const LANE_M: f64 = 12.0;
const STRAIGHT_M: f64 = 1600.0;
/// Ends of the wet patch and of the split-friction patch along their lanes, x, m.
const WET_X_M: [f64; 2] = [150.0, 300.0];
const SPLIT_X_M: [f64; 2] = [150.0, 350.0];
const SKIDPAD_M: [f64; 2] = [150.0, 120.0];
/// The yard with walls, open to the left: its lower left and upper right corner, m.
const YARD_M: [[f64; 2]; 2] = [[-140.0, 50.0], [-70.0, 110.0]];
const COURSE_M: [f64; 2] = [500.0, 300.0];
const COURSE_WIDTH_M: f64 = 10.0;
const COURSE_POINTS: u32 = 1440;
/// Parameter of the start line: in the middle of the longest part that is nearly straight.
const COURSE_START: f64 = 4.04;
/// Chosen among random sums for tight bends of 15 m to both sides, a long fast part, and room between its parts.
const COURSE: [Harmonic; 8] = [
    (1.0, [120.0, 0.0]),
    (-1.0, [9.0, 0.0]),
    (2.0, [-12.0, 10.0]),
    (-2.0, [-23.0, 1.0]),
    (3.0, [-11.0, -8.0]),
    (-3.0, [3.0, 5.0]),
    (4.0, [-10.0, 5.0]),
    (-4.0, [-5.0, 3.0]),
];
/// Concrete absorbs most of an impact.
const WALL_RESTITUTION: f64 = 0.2;
const WALL_FRICTION: f64 = 0.5;

fn east(x: f64, y: f64) -> Place {
    Place { position_m: [x, y], heading_rad: 0.0 }
}

/// The scenes of the ground, in the order in which they are listed.
pub(super) const STARTS: [NamedStart; 8] = [
    NamedStart {
        name: "straight",
        about: "a straight mile of dry asphalt with markers",
        task: "reach 100 km/h (62 mph), then stop before the 400 m line.",
        start: || east(0.0, STRAIGHT_Y_M),
    },
    NamedStart {
        name: "skidpad",
        about: "the magazines' circle of 200 ft",
        task: "follow the green circle, faster and faster, until the tyres slide.",
        start: || east(SKIDPAD_M[0], SKIDPAD_M[1] - SKIDPAD_RADIUS_M),
    },
    NamedStart {
        name: "slalom",
        about: "seven cones, 100 ft apart",
        task: "weave through the seven cones without touching one.",
        start: || east(0.0, SLALOM_Y_M),
    },
    NamedStart {
        name: "course",
        about: "a closed course of 900 m; laps are timed",
        task: "drive a lap between the white lines; the clock starts at the line.",
        start: on_course,
    },
    NamedStart {
        name: "wet",
        about: "a wet patch to brake on",
        task: "brake from 80 km/h (50 mph) on the wet patch and stop on it.",
        start: || east(0.0, WET_Y_M),
    },
    NamedStart {
        name: "split",
        about: "slippery under the right wheels, dry under the left",
        task: "brake hard with the right wheels on the slippery strip, and stay in the lane.",
        start: || east(0.0, SPLIT_Y_M),
    },
    NamedStart {
        name: "slope",
        about: "a slope of 30 % to park and to set off on",
        task: "stop half way up the slope, hold the car with the handbrake, and set off without rolling back.",
        start: || east(HILL_FOOT_M[0] - 15.0, HILL_FOOT_M[1]),
    },
    NamedStart {
        name: "walls",
        about: "walls, posts and cones to hit",
        task: "knock over all ten cones, then reverse out of the yard.",
        start: || east(YARD_M[0][0] - 20.0, 0.5 * (YARD_M[0][1] + YARD_M[1][1])),
    },
];

/// The start position of the course, 10 m before the start line.
fn on_course() -> Place {
    let course = course();
    let point = course.at(course.length_m() - 10.0);
    Place { position_m: point.position_m, heading_rad: point.heading_rad }
}

fn course() -> Track {
    course::course(&COURSE, COURSE_M, COURSE_START, COURSE_POINTS, COURSE_WIDTH_M)
}

impl NamedStart {
    /// The ground with this start position.
    pub fn scene(&self, ground: &Scene) -> Scene {
        Scene { name: self.name, about: self.about, task: self.task, start: (self.start)(), ..ground.clone() }
    }
}

/// The whole ground, without a scene's texts.
pub(super) fn scene() -> Scene {
    let course = course();
    Scene {
        name: "straight",
        about: "",
        task: "",
        surface: Surface::asphalt(),
        ground: ground(),
        walls: Walls::new(walls()).unwrap_or_else(|faults| unreachable!("{faults:?}")),
        start: east(0.0, STRAIGHT_Y_M),
        cones: cones(),
        marks: marks(&course),
        course: Some(course),
    }
}

/// A rectangle of a lane: `[from, to]` along x and y, m.
fn strip(x_m: [f64; 2], y_m: [f64; 2]) -> Area {
    let size_m = [x_m[1] - x_m[0], y_m[1] - y_m[0]];
    let centre_m = [0.5 * (x_m[0] + x_m[1]), 0.5 * (y_m[0] + y_m[1])];
    Area { centre_m, heading_rad: 0.0, shape: Shape::Rectangle { size_m } }
}

fn wet() -> Area {
    strip(WET_X_M, [WET_Y_M - 0.5 * LANE_M, WET_Y_M + 0.5 * LANE_M])
}

fn slippery() -> Area {
    strip(SPLIT_X_M, [SPLIT_Y_M - 0.5 * LANE_M, SPLIT_Y_M])
}

fn ground() -> Ground {
    let even = |area: Area, grip: f64| Patch::Even { area, grip: Some(grip), rolling: None };
    Ground::from_patches(vec![
        Patch::Map(hill(HILL_FOOT_M)),
        even(wet(), WET_GRIP),
        even(slippery(), SLIPPERY_GRIP),
    ])
}

fn walls() -> Vec<Wall> {
    let [[left, low], [right, high]] = YARD_M;
    let mut walls = Wall::line(
        &[[left, low], [right, low], [right, high], [left, high]],
        WALL_RESTITUTION,
        WALL_FRICTION,
    );
    // A slanting one to slide along, and two posts.
    let slanting = [[left + 30.0, high - 10.0], [right - 15.0, high - 18.0]];
    walls.extend(Wall::line(&slanting, WALL_RESTITUTION, WALL_FRICTION));
    walls.extend([[left + 35.0, low + 12.0], [left + 45.0, low + 20.0]].map(|[x, y]| Wall {
        barrier: Barrier::Post { centre_m: Vec2::new(x, y), radius_m: 0.3 },
        restitution: WALL_RESTITUTION,
        friction: WALL_FRICTION,
    }));
    walls
}

fn cones() -> Vec<Cone> {
    let mut positions: Vec<[f64; 2]> = (0..CONES).map(|index| [cone_x_m(index), SLALOM_Y_M]).collect();
    // Gates before the patches.
    for (x, y) in [(WET_X_M[0], WET_Y_M), (SPLIT_X_M[0], SPLIT_Y_M)] {
        positions.extend([[x, y - 0.5 * LANE_M], [x, y + 0.5 * LANE_M]]);
    }
    positions.push(SKIDPAD_M);
    // Ten in a triangle, its tip towards the start.
    let middle = 0.5 * (YARD_M[0][1] + YARD_M[1][1]);
    for row in 0..4 {
        for column in 0..=row {
            let lateral = f64::from(column) - 0.5 * f64::from(row);
            positions.push([YARD_M[0][0] + 20.0 + 0.6 * f64::from(row), middle + 0.7 * lateral]);
        }
    }
    positions.into_iter().map(|position_m| Cone { position_m }).collect()
}

fn marks(course: &Track) -> Vec<Mark> {
    let mut marks = vec![
        Mark::line(course.parallel_m(0.0), COURSE_WIDTH_M, Paint::Lane),
        Mark::line(course.parallel_m(0.5 * COURSE_WIDTH_M), 0.15, Paint::White),
        Mark::line(course.parallel_m(-0.5 * COURSE_WIDTH_M), 0.15, Paint::White),
        Mark::line(course.gate(0.0).ends_m().to_vec(), 0.5, Paint::Start),
        Mark::Area { area: wet(), paint: Paint::Wet },
        Mark::Area { area: slippery(), paint: Paint::Slippery },
        Mark::text([WET_X_M[0] - 10.0, WET_Y_M], 2.0, "WET"),
        Mark::text([SPLIT_X_M[0] - 10.0, SPLIT_Y_M], 2.0, "SPLIT"),
    ];
    for third in [1.0, 2.0] {
        let gate = course.gate(course.length_m() * third / 3.0);
        marks.push(Mark::line(gate.ends_m().to_vec(), 0.2, Paint::White));
    }
    for (y, length) in [(STRAIGHT_Y_M, STRAIGHT_M), (SLALOM_Y_M, 300.0), (WET_Y_M, 400.0), (SPLIT_Y_M, 450.0)]
    {
        for side in [-0.5, 0.5] {
            marks.push(Mark::line(
                vec![[0.0, y + side * LANE_M], [length, y + side * LANE_M]],
                0.15,
                Paint::White,
            ));
        }
    }
    marks.extend(markers());
    marks.extend(circle());
    marks.extend(slope());
    marks
}

/// The straight's markers: each 100 m, and the ends of the quarter mile and the mile.
fn markers() -> Vec<Mark> {
    let hundreds =
        (0..=16).map(|count| 100.0 * f64::from(count)).map(|x| (x, format!("{x:.0} m"), Paint::White));
    let miles =
        [(0.25, "1/4 mile")].map(|(miles, text)| (units::miles(miles), text.to_owned(), Paint::Guide));
    let across = |(x, text, paint): (f64, String, Paint)| {
        let (low, high) = (STRAIGHT_Y_M - 0.5 * LANE_M, STRAIGHT_Y_M + 0.5 * LANE_M);
        [Mark::line(vec![[x, low], [x, high]], 0.2, paint), Mark::text([x, high + 2.0], 2.0, text)]
    };
    hundreds.chain(miles).flat_map(across).collect()
}

/// The line of the circle of 200 ft, which is one of 30.5 m radius, and the lane around it.
fn circle() -> [Mark; 4] {
    let ring = |radius_m: f64, width_m: f64, paint: Paint| Mark::Circle {
        centre_m: SKIDPAD_M,
        radius_m,
        width_m,
        paint,
    };
    [
        ring(SKIDPAD_RADIUS_M, 8.0, Paint::Lane),
        ring(SKIDPAD_RADIUS_M, 0.1, Paint::Guide),
        Mark::text([SKIDPAD_M[0], SKIDPAD_M[1] + 5.0], 2.0, "200 ft"),
        Mark::text([SKIDPAD_M[0], SKIDPAD_M[1] - 5.0], 2.0, "r 30.5 m"),
    ]
}

/// The slope, and lines across where it begins and ends.
fn slope() -> Vec<Mark> {
    let [x, y] = HILL_FOOT_M;
    let wide = [y - hill::HALF_WIDTH_M, y + hill::HALF_WIDTH_M];
    let along = hill::UP_M.map(|from_foot| x + from_foot);
    let mut marks = vec![Mark::Area { area: strip(along, wide), paint: Paint::Slope }];
    marks.extend(along.map(|x| Mark::line(wide.map(|y| [x, y]).to_vec(), 0.15, Paint::White)));
    let percent = 100.0 * GRADE;
    let text = format!("{percent:.0} %");
    marks.push(Mark::text([x + hill::MIDDLE_M, y + hill::HALF_WIDTH_M + 2.0], 2.0, text));
    marks
}
