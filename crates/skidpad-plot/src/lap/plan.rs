//! A lap on its track from above.

use skidpad_core::math::Real;
use skidpad_core::units::to_kmh;
use skidpad_laptime::Limit;
use skidpad_world::track::{Side, Track};

use super::drawn::DrawnLap;
use crate::figures::{Drawing, Figure};
use crate::svg::{Axis, Colour, Line, Plot, Stroke};

type Point = (f64, f64);
const GAP: Point = (f64::NAN, f64::NAN);
/// Spacing of the points of the edges, m.
const EDGES_M: f64 = 4.0;
/// Room around the track, over its extent.
const ROOM: f64 = 0.04;
/// Width of the picture's frame and height of what stands around it, pixels.
const FRAME_PX: f64 = 640.0;
const AROUND_PX: f64 = 120.0;

/// The line coloured by its speed.
pub(super) fn by_speed(drawn: &DrawnLap<'_>) -> Figure {
    let samples = &drawn.lap.samples;
    let speeds = || samples.iter().map(|sample| sample.speed_m_s);
    let [least, most] = [speeds().fold(f64::INFINITY, Real::min), speeds().fold(0.0, Real::max)].map(to_kmh);
    // Steps of whole tens of km/h, as few as hold all speeds.
    let step = Real::max(((most - least) / (10 * Colour::STEPS) as f64).ceil() * 10.0, 10.0);
    let low = (least / step).floor() * step;
    let step_of = |speed_m_s: f64| {
        let place = ((to_kmh(speed_m_s) - low) / step) as usize;
        usize::min(place, Colour::STEPS - 1)
    };
    let names = (0..Colour::STEPS).map(|place| {
        let from = low + step * place as f64;
        (Colour::Step(place), format!("{from:.0} to {:.0} km/h", from + step))
    });
    let groups = names.enumerate().map(|(place, (colour, name))| (place, colour, name)).collect();
    let mut plot = plan(drawn, groups, |place| step_of(samples[place].speed_m_s));
    let slowest = (0..samples.len())
        .fold(0, |best, place| if samples[place].speed_m_s < samples[best].speed_m_s { place } else { best });
    let [x, y] = drawn.path.points()[slowest].position_m;
    plot.point((x, y), Colour::Ink, format!("{:.0} km/h", to_kmh(samples[slowest].speed_m_s)));
    figure(drawn, plot, "lap-speed-map.svg", "speed along the line", "The dot is the slowest place.")
}

/// The line coloured by what limits the car.
pub(super) fn by_limit(drawn: &DrawnLap<'_>) -> Figure {
    const LIMITS: [Limit; 5] =
        [Limit::Cornering, Limit::Braking, Limit::Traction, Limit::Power, Limit::Shift];
    let groups = LIMITS
        .iter()
        .enumerate()
        .map(|(place, limit)| (place, Colour::Series(place), limit.name().to_owned()))
        .collect();
    let of = |place: usize| {
        let limit = drawn.lap.samples[place].limit;
        LIMITS.iter().position(|known| *known == limit).unwrap_or(0)
    };
    let plot = plan(drawn, groups, of);
    figure(
        drawn,
        plot,
        "lap-limits.svg",
        "limits along the line",
        "Corners are taken at the limit of the tyres; braking is as \
        hard, and traction is limited by the driven tyres; elsewhere the engine limits the car.",
    )
}

fn figure(drawn: &DrawnLap<'_>, plot: Plot, file: &str, title: &str, caption: &str) -> Figure {
    let height = match (plot.x.span, plot.y.span) {
        (Some((left, right)), Some((low, high))) => {
            Real::clamp(AROUND_PX + FRAME_PX * (high - low) / (right - left), 320.0, 760.0)
        }
        _ => 600.0,
    };
    Drawing {
        file: file.to_owned(),
        title: format!("{}: {title}", drawn.title),
        plots: vec![plot],
        height,
        caption: format!("{caption} A metre is as long on both axes."),
    }
    .finish()
}

/// The track with the line in groups of colours: place, colour and name of each, and the group of each point.
fn plan(drawn: &DrawnLap<'_>, groups: Vec<(usize, Colour, String)>, of: impl Fn(usize) -> usize) -> Plot {
    let edges = [Side::Left, Side::Right].map(|side| edge(drawn.track, side));
    let all = || edges.iter().flatten();
    let span = |axis: fn(&Point) -> f64| {
        let low = all().map(axis).fold(f64::INFINITY, Real::min);
        let high = all().map(axis).fold(f64::NEG_INFINITY, Real::max);
        (low, high)
    };
    let ((left, right), (low, high)) = (span(|point| point.0), span(|point| point.1));
    let room = ROOM * Real::max(right - left, high - low) + 5.0;
    let axis = |name: &str, low: f64, high: f64| Axis::new(name, "m").span(low - room, high + room);
    let mut plot = Plot::new(axis("x", left, right), axis("y", low, high)).map();
    for edge in edges {
        plot.lines.push(Line::new(edge, Colour::Quiet).stroke(Stroke::Thin));
    }
    let points = drawn.path.points();
    let count = points.len();
    let last = if drawn.path.is_closed() { count } else { count - 1 };
    for (group, colour, name) in groups {
        let mut line = Vec::new();
        for place in (0..last).filter(|place| of(*place) == group) {
            let [[x, y], [u, v]] = [points[place].position_m, points[(place + 1) % count].position_m];
            // Pieces that follow each other are one line.
            if line.last() != Some(&(x, y)) {
                line.extend([GAP, (x, y)]);
            }
            line.push((u, v));
        }
        if !line.is_empty() {
            plot.lines.push(Line::new(line, colour).stroke(Stroke::Bold).named(&name));
        }
    }
    let [start, end] = Side::ALL.map(|side| {
        let point = drawn.track.at(drawn.track.start_m());
        let width_m = point.widths_m[usize::from(side == Side::Right)];
        let [x, y] = drawn.track.beside(drawn.track.start_m(), side.sign() * width_m);
        (x, y)
    });
    plot.lines.push(Line::new(vec![start, end], Colour::Ink).stroke(Stroke::Bold).named("start line"));
    plot
}

/// An edge of the road.
fn edge(track: &Track, side: Side) -> Vec<Point> {
    let count = Real::max((track.length_m() / EDGES_M).ceil(), 2.0);
    let point = |place: usize| {
        let distance_m = track.length_m() * place as f64 / count;
        let width_m = track.at(distance_m).widths_m[usize::from(side == Side::Right)];
        let [x, y] = track.beside(distance_m, side.sign() * width_m);
        (x, y)
    };
    (0..=count as usize).map(point).collect()
}
