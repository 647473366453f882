//! The same inputs through several models, one over the other.

use std::fmt::Write;

use skidpad_core::units::{self, STANDARD_GRAVITY_M_S2};
use skidpad_world::manoeuvre::Turning;

use crate::figures::{Drawing, Figure};
use crate::report::{figure_section, page};
use crate::svg::{Axis, Colour, Line, Plot, Stroke, escape};

/// What one model did.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Its name in the legends.
    pub name: String,
    /// The car over time. What its model does not compute is NaN.
    pub seen: Vec<Turning<f64>>,
}

/// Number of a turning car at one time.
type Pick = fn(&Turning<f64>) -> f64;

/// A row of a figure: the number, what stands at its axis, and what one unit of SI is there.
struct Row(Pick, &'static str, &'static str, f64);

const DEGREES: f64 = units::to_degrees(1.0);

/// File, title, caption and rows of the figures over time.
const FIGURES: &[(&str, &str, &str, &[Row])] = &[
    (
        "motion.svg",
        "Speed, yaw rate and lateral acceleration",
        "Speed along the car's axis, yaw rate, and the acceleration to the left, the centripetal part included.",
        &[
            Row(|now| now.velocity_x_m_s, "speed", "km/h", 3.6),
            Row(|now| now.yaw_rate_rad_s, "yaw rate", "°/s", DEGREES),
            Row(|now| now.acceleration_y_m_s2, "lateral acceleration", "g", 1.0 / STANDARD_GRAVITY_M_S2),
        ],
    ),
    (
        "slip-angles.svg",
        "Steering, sideslip and slip angles",
        "Angles are positive counter-clockwise; a slip angle is that of the wheel's velocity in the wheel's own axes.",
        &[
            Row(|now| now.front_steer_rad, "steering", "°", DEGREES),
            Row(|now| now.sideslip_rad, "sideslip", "°", DEGREES),
            Row(|now| now.front_slip_angle_rad, "front slip", "°", DEGREES),
            Row(|now| now.rear_slip_angle_rad, "rear slip", "°", DEGREES),
        ],
    ),
    (
        "lateral-forces.svg",
        "Lateral forces of the axles",
        "Forces of the road on the axles, in the axes of the wheels, positive to the left.",
        &[
            Row(|now| now.front_force_y_n, "front, lateral", "kN", 1e-3),
            Row(|now| now.rear_force_y_n, "rear, lateral", "kN", 1e-3),
        ],
    ),
    (
        "longitudinal-forces.svg",
        "Longitudinal forces and acceleration",
        "Forces of the road on the axles, in the axes of the wheels, positive forward; and the resulting acceleration.",
        &[
            Row(|now| now.front_force_x_n, "front, longitudinal", "kN", 1e-3),
            Row(|now| now.rear_force_x_n, "rear, longitudinal", "kN", 1e-3),
            Row(|now| now.acceleration_x_m_s2, "acceleration", "m/s²", 1.0),
        ],
    ),
];

/// The overlays of path, motion, angles and forces. A model that does not know a channel is left out
/// there, and named in the caption.
pub fn comparison_figures(runs: &[Compared]) -> Vec<Figure> {
    let over_time = FIGURES.iter().filter_map(|figure| over_time(runs, figure));
    std::iter::once(path(runs)).chain(over_time).map(Drawing::finish).collect()
}

/// The overlays of channels by name, each over time.
pub fn channel_figure(name: &str, unit: &str, lines: Vec<(String, Vec<(f64, f64)>)>) -> Figure {
    let lines = lines.into_iter().enumerate();
    let mut plot = Plot::new(Axis::new("time", "s").tight(), Axis::new(name, unit));
    plot.lines =
        lines.map(|(index, (run, points))| Line::new(points, Colour::Series(index)).named(&run)).collect();
    let caption = format!("The channel {name}, as each model names it.");
    let file = format!("channel-{name}.svg");
    Drawing { file, title: name.to_owned(), plots: vec![plot], height: 380.0, caption }.finish()
}

/// The points where both numbers are known.
fn points(run: &Compared, x: Pick, (y, factor): (Pick, f64)) -> Vec<(f64, f64)> {
    let scaled = run.seen.iter().map(|now| (x(now), y(now) * factor));
    scaled.filter(|point| point.0.is_finite() && point.1.is_finite()).collect()
}

/// The line of one of some runs; where runs lie on each other, all can be seen.
fn line(index: usize, all: usize, points: Vec<(f64, f64)>) -> Line {
    let stroke = match index {
        0 if all > 1 => Stroke::Broad,
        0 => Stroke::Solid,
        index if index % 2 == 1 => Stroke::Solid,
        _ => Stroke::Dashed,
    };
    Line::new(points, Colour::Series(index)).stroke(stroke)
}

fn path(runs: &[Compared]) -> Drawing {
    let mut plot = Plot::new(Axis::new("x", "m").tight(), Axis::new("y", "m").tight()).map();
    for (index, run) in runs.iter().enumerate() {
        let points = points(run, |now| now.x_m, (|now| now.y_m, 1.0));
        plot.marks.extend(points.last().map(|at| crate::svg::Mark {
            at: *at,
            colour: Colour::Series(index),
            on_right: false,
        }));
        plot.lines.push(line(index, runs.len(), points).named(&run.name));
    }
    let caption = "The path of the centre of mass, from above; the dot is where it ends. A metre is as long on both axes.";
    Drawing {
        file: "path.svg".into(),
        title: "Path".into(),
        plots: vec![plot],
        height: 460.0,
        caption: caption.into(),
    }
}

fn over_time(runs: &[Compared], figure: &(&str, &str, &str, &[Row])) -> Option<Drawing> {
    let (file, title, caption, rows) = figure;
    let mut absent: Vec<&str> = Vec::new();
    let mut plots = Vec::new();
    for Row(pick, name, unit, factor) in *rows {
        let mut plot = Plot::new(Axis::new("time", "s").tight(), Axis::new(name, unit));
        for (index, run) in runs.iter().enumerate() {
            let points = points(run, |now| now.time_s, (*pick, *factor));
            if points.is_empty() {
                absent.push(&run.name);
            } else {
                plot.lines.push(line(index, runs.len(), points));
            }
        }
        if !plot.lines.is_empty() {
            plots.push(plot);
        }
    }
    absent.sort_unstable();
    absent.dedup();
    name_lines(&mut plots, runs)?;
    let lacking = match absent.is_empty() {
        true => String::new(),
        false => format!(" Some of this is not known to {}.", absent.join(", ")),
    };
    let height = 90.0 + 150.0 * plots.len() as f64;
    let caption = format!("{caption}{lacking}");
    Some(Drawing { file: (*file).to_owned(), title: (*title).to_owned(), plots, height, caption })
}

/// The legend stands above the first plot, with every run that one of the plots shows; `None` where
/// nothing is drawn.
fn name_lines(plots: &mut [Plot], runs: &[Compared]) -> Option<()> {
    let shows =
        |plot: &Plot, index: usize| plot.lines.iter().any(|line| line.colour == Colour::Series(index));
    let shown: Vec<usize> =
        (0..runs.len()).filter(|index| plots.iter().any(|plot| shows(plot, *index))).collect();
    let first = plots.first_mut()?;
    for (place, index) in shown.into_iter().enumerate() {
        if !shows(first, index) {
            first.lines.insert(place, line(index, runs.len(), Vec::new()));
        }
        first.lines[place].name = runs[index].name.clone();
    }
    Some(())
}

/// The comparison as an HTML page: a table, and the figures in the page itself. It loads nothing. The
/// first row of the table is its heading.
pub fn comparison_page(
    title: &str,
    lead: &str,
    table: &[Vec<String>],
    notes: &[String],
    figures: &[Figure],
) -> String {
    let mut body =
        String::from("<section>\n<h2>Results</h2>\n<div class=\"scroll\">\n<table class=\"wide\">\n");
    if let Some((heading, rows)) = table.split_first() {
        let cells: String =
            heading.iter().map(|cell| format!("<th scope=\"col\">{}</th>", escape(cell))).collect();
        let _ = writeln!(body, "<thead><tr>{cells}</tr></thead>\n<tbody>");
        for row in rows {
            let cells: String = row.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
            let _ = writeln!(body, "<tr>{cells}</tr>");
        }
        body.push_str("</tbody>\n");
    }
    body.push_str("</table>\n</div>\n");
    for note in notes {
        let _ = writeln!(body, "<p>{}</p>", escape(note));
    }
    body.push_str("</section>\n");
    figure_section(&mut body, figures);
    page(title, lead, &body)
}

#[cfg(test)]
mod tests {
    use skidpad_core::record::Record;
    use skidpad_world::manoeuvre::Turning;

    use super::{Compared, comparison_figures};

    /// A run along a line, with what its model knows of the angles.
    fn run(name: &str, across: f64, steer_rad: f64, sideslip_rad: f64) -> Compared {
        let at = |step: u8| {
            let share = f64::from(step) / 10.0;
            let (x_m, y_m) = (60.0 * share, across * share);
            Turning {
                time_s: share,
                x_m,
                y_m,
                front_steer_rad: steer_rad,
                sideslip_rad,
                ..Record::splat(f64::NAN)
            }
        };
        let seen = (0..=10).map(at).collect();
        Compared { name: name.to_owned(), seen }
    }

    #[test]
    fn the_legend_stands_above_the_first_plot() {
        let runs = [run("without-steering", 1.0, f64::NAN, 0.1), run("with-steering", 1.0, 0.1, 0.2)];
        let figures = comparison_figures(&runs);
        let angles = figures.iter().find(|figure| figure.file == "slip-angles.svg").expect("angles");
        let at = |text: &str| angles.svg.find(text).unwrap_or(usize::MAX);
        for run in &runs {
            assert!(at(&run.name) < at("steering (°)") && at("steering (°)") < at("sideslip (°)"));
            assert_eq!(angles.svg.matches(run.name.as_str()).count(), 1);
        }
    }

    /// The axis of a map that is widened gets longer labels than the path alone would need.
    #[test]
    fn the_axis_of_a_map_has_room_for_its_name() {
        let figures = comparison_figures(&[run("a", 9.0, 0.1, 0.1)]);
        let path = &figures[0].svg;
        assert!(path.contains(">−10<"), "the axis is widened below 0");
        let (before, _) = path.split_once(">y (m)<").expect("a name");
        let place = before.rsplit_once("translate(").expect("a place").1;
        let x: f64 = place.split(' ').next().unwrap_or("").parse().expect("a number");
        assert!(x >= 12.0, "the letters end {x} px from the edge");
    }
}
