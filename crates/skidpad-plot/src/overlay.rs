//! Two laps over each other: their channels by distance with the time between them, and where on the track it is lost.

use skidpad_core::math::Real;
use skidpad_core::units::{to_degrees, to_kmh};
use skidpad_world::overlay::Overlay;

use crate::figures::{Drawing, Figure, staircase};
use crate::svg::{Axis, Colour, Line, Plot, Rule, Stroke};

type Point = (f64, f64);
const GAP: Point = (f64::NAN, f64::NAN);
/// Distance over which the loss of time is taken, m, and the share of the largest loss below which none is shown.
const RATE_M: f64 = 20.0;
const SMALL: f64 = 0.1;
/// Width of the picture's frame and height of what stands around it, pixels.
const FRAME_PX: f64 = 640.0;
const AROUND_PX: f64 = 130.0;
const ROOM: f64 = 0.06;

/// A row of the picture by distance: channels of which the first that both laps have is drawn, the axis, a number of it by the value, and
/// the share of the height.
struct OverlayRow {
    channels: &'static [&'static str],
    name: &'static str,
    unit: &'static str,
    shown: fn(f64) -> f64,
    share: f64,
}

const fn row(
    channels: &'static [&'static str],
    name: &'static str,
    unit: &'static str,
    shown: fn(f64) -> f64,
    share: f64,
) -> OverlayRow {
    OverlayRow { channels, name, unit, shown, share }
}

const ROWS: [OverlayRow; 5] = [
    row(&["speed_m_s"], "speed", "km/h", to_kmh, 2.2),
    row(&["throttle"], "throttle", "%", percent, 0.8),
    row(&["brake"], "brake", "%", percent, 0.8),
    row(&["steering_wheel_rad", "steer_rad"], "steering", "°", to_degrees, 1.0),
    row(&["gear"], "gear", "-", whole, 0.7),
];

fn percent(share: f64) -> f64 {
    100.0 * share
}

fn whole(number: f64) -> f64 {
    number
}

/// Pictures of two laps, of which `names` are the names: over the distance, and on the map where the second one has positions.
pub fn overlay_figures(overlay: &Overlay, names: [&str; 2]) -> Vec<Figure> {
    std::iter::once(by_distance(overlay, names)).chain(on_map(overlay, names)).collect()
}

fn points(distances_m: &[f64], values: &[f64], shown: fn(f64) -> f64) -> Vec<Point> {
    distances_m.iter().zip(values).map(|(distance_m, value)| (*distance_m, shown(*value))).collect()
}

fn by_distance(overlay: &Overlay, names: [&str; 2]) -> Figure {
    let [from_m, to_m] =
        [overlay.distance_m.first(), overlay.distance_m.last()].map(|end| end.copied().unwrap_or(0.0));
    let axis = || Axis::new("distance", "m").span(from_m, to_m);
    let mut plots = Vec::new();
    for row in &ROWS {
        let found = row.channels.iter().find_map(|channel| overlay.channel(channel));
        let Some(values) = found else { continue };
        let y = match row.unit {
            "%" => Axis::new(row.name, row.unit).span(0.0, 100.0),
            "-" => Axis::new(row.name, row.unit).whole(),
            "km/h" => Axis::new(row.name, row.unit).from_zero(),
            _ => Axis::new(row.name, row.unit),
        };
        let mut plot = Plot { share: row.share, ..Plot::new(axis(), y) };
        for (lap, name) in names.iter().enumerate() {
            let drawn = points(&overlay.distance_m, &values[lap], row.shown);
            let drawn = if row.name == "gear" { staircase(&drawn) } else { drawn };
            let line = Line::new(drawn, Colour::Series(lap));
            // Names stand once.
            plot = plot.with(if plots.is_empty() { line.named(name) } else { line });
        }
        plots.push(plot);
    }
    let mut delta = Plot { share: 1.4, ..Plot::new(axis(), Axis::new("time behind", "s")) };
    delta.rules = vec![Rule::Level(0.0)];
    let drawn = points(&overlay.distance_m, &overlay.delta_s, whole);
    plots.push(delta.with(Line::new(drawn, Colour::Ink).named(&format!("{} behind {}", names[1], names[0]))));
    Drawing {
        file: "overlay-distance.svg".to_owned(),
        title: format!("{} over {}", names[1], names[0]),
        height: 240.0 + 90.0 * plots.len() as f64,
        plots,
        caption: format!("Where the time rises, {} loses to {}.", names[1], names[0]),
    }
    .finish()
}

/// The second lap's line, coloured by whether it loses or gains time.
fn on_map(overlay: &Overlay, names: [&str; 2]) -> Option<Figure> {
    let (xs, ys) = (&overlay.channel("x_m")?[1], &overlay.channel("y_m")?[1]);
    let rate = |place: usize| {
        let [behind, ahead] =
            [-0.5, 0.5].map(|side| overlay.delta_at_s(overlay.distance_m[place] + side * RATE_M));
        ahead - behind
    };
    let rates: Vec<f64> = (0..xs.len()).map(rate).collect();
    let most = rates.iter().fold(0.0, |most, rate| Real::max(most, Real::abs(*rate)));
    let group = |place: usize| match rates[place] {
        rate if rate > SMALL * most => 0,
        rate if rate < -SMALL * most => 1,
        _ => 2,
    };
    let ends = |values: &[f64]| {
        values.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
            [Real::min(low, *value), Real::max(high, *value)]
        })
    };
    let [[left, right], [low, high]] = [ends(xs), ends(ys)];
    let room = ROOM * Real::max(right - left, high - low) + 5.0;
    let axis = |name: &str, low: f64, high: f64| Axis::new(name, "m").span(low - room, high + room);
    let mut plot = Plot::new(axis("x", left, right), axis("y", low, high)).map();
    let groups = [
        (Colour::Series(1), format!("{} loses", names[1])),
        (Colour::Series(2), format!("{} gains", names[1])),
        (Colour::Quiet, "little".to_owned()),
    ];
    for (number, (colour, name)) in groups.into_iter().enumerate() {
        let mut line: Vec<Point> = Vec::new();
        for place in (0..xs.len().saturating_sub(1)).filter(|place| group(*place) == number) {
            let here = (xs[place], ys[place]);
            if line.last() != Some(&here) {
                line.extend([GAP, here]);
            }
            line.push((xs[place + 1], ys[place + 1]));
        }
        if !line.is_empty() {
            plot.lines.push(Line::new(line, colour).stroke(Stroke::Bold).named(&name));
        }
    }
    plot.point((xs[0], ys[0]), Colour::Ink, "start".to_owned());
    let height = AROUND_PX + FRAME_PX * (high - low + 2.0 * room) / (right - left + 2.0 * room);
    Some(
        Drawing {
            file: "overlay-map.svg".to_owned(),
            title: format!("{} over {}: where time is lost", names[1], names[0]),
            plots: vec![plot],
            height: Real::clamp(height, 320.0, 760.0),
            caption: format!(
                "By the change of the time behind over {RATE_M:.0} m. A metre is as long on both axes."
            ),
        }
        .finish(),
    )
}
