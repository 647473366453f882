//! Cars, walls and contacts from above.

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_world::channel::{CarChannels, ChannelHandle, RowLayout, TIME};
use skidpad_world::contact::{Barrier, Met, Wall};
use skidpad_world::scenario::ContactEvent;
use skidpad_world::telemetry::Recording;

use crate::figures::{Drawing, Figure};
use crate::svg::{Axis, Colour, Line, Mark, Plot, Stroke};

type Point = (f64, f64);
const GAP: Point = (f64::NAN, f64::NAN);
/// Distance between two outlines of a car, over its length.
const APART: f64 = 1.7;
/// Room around the cars, m and over their extent.
const ROOM_M: f64 = 1.0;
const ROOM: f64 = 0.05;
/// The most contacts that are drawn, and the speed at which the two approached at least, m/s.
const MOST_CONTACTS: usize = 10;
const DRAWN_M_S: f64 = 0.5;
/// Width of the picture's frame and height of what stands around it, pixels.
const FRAME_PX: f64 = 690.0;
const AROUND_PX: f64 = 120.0;
/// Spacing and length of the strokes on the solid side of a wall, over the picture's size.
const HATCH: f64 = 0.02;

/// A car of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneCar {
    /// Its name in the legend.
    pub name: String,
    /// What its columns begin with; empty, or the name and a dot.
    pub prefix: String,
    /// Channels of its model.
    pub layout: RowLayout,
    /// Length, width, and the distance of the middle ahead of the centre of mass, m.
    pub outline_m: [f64; 3],
    /// Wheel positions, forwards and to the left of the centre of mass, m: front left, front right, rear left, rear right.
    pub wheels_m: Option<[[f64; 2]; 4]>,
}

/// What a picture shows besides the recorded motion.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The cars, in their order in the run.
    pub cars: Vec<SceneCar>,
    /// The walls.
    pub walls: Vec<Wall>,
    /// The contacts, in order of time.
    pub contacts: Vec<ContactEvent>,
}

/// The way of a car: time, position and heading.
type Way = Vec<(f64, Point, f64)>;

/// The top view of a run: each car's path with its outlines, walls, and the contacts with their times. `None` without
/// positions.
pub fn scene_figure(recording: &Recording, scene: &Scene) -> Option<Figure> {
    let ways: Vec<Way> = scene.cars.iter().map(|car| way(recording, car)).collect();
    let view = View::new(&ways, &scene.cars)?;
    let axis = |name: &str, at: usize| Axis::new(name, "m").span(view.low[at], view.high[at]);
    let mut plot = Plot::new(axis("x", 0), axis("y", 1)).map();
    let (solid, hatch) = walls(&scene.walls, &view);
    if !solid.is_empty() {
        plot.lines.push(Line::new(hatch, Colour::Quiet).stroke(Stroke::Thin));
        plot.lines.push(Line::new(solid, Colour::Ink).stroke(Stroke::Bold).named("walls"));
    }
    let hard = scene.contacts.iter().filter(|contact| contact.approach_speed_m_s >= DRAWN_M_S);
    let shown: Vec<&ContactEvent> = hard.take(MOST_CONTACTS).collect();
    for (at, (car, way)) in scene.cars.iter().zip(&ways).enumerate() {
        let colour = Colour::Series(at);
        let path = way.iter().map(|now| now.1).collect();
        plot.lines.push(Line::new(path, colour).stroke(Stroke::Dotted));
        let concerns = |contact: &&&ContactEvent| contact.car == at || contact.met == Met::Body(at);
        let struck = shown.iter().filter(concerns).filter_map(|contact| {
            let off = |now: &(f64, Point, f64)| Real::abs(now.0 - contact.time_s);
            way.iter().min_by(|a, b| off(a).total_cmp(&off(b)))
        });
        let on_the_way = passing(way, car).into_iter().chain(struck.flat_map(|now| outline(now, car)));
        plot.lines.push(Line::new(on_the_way.collect(), colour).stroke(Stroke::Thin));
        let end = way.last().map_or(Vec::new(), |now| outline(now, car));
        plot.lines.push(Line::new(end, colour).stroke(Stroke::Bold).named(&car.name));
    }
    for contact in &shown {
        let at = (contact.position_m.x, contact.position_m.y);
        plot.marks.push(Mark { at, colour: Colour::Ink, on_right: false });
        plot.label(at, Colour::Ink, format!("{:.2} s", contact.time_s));
    }
    let more = match scene.contacts.len() - shown.len() {
        0 => String::new(),
        more => format!(" {more} more contacts, later or lighter, are left out."),
    };
    let caption = format!(
        "The cars from above: thin outlines on the way and at each contact, thick ones at the end. A dot is where a contact \
         began, with its time. A metre is as long on both axes.{more}"
    );
    let (file, title) = ("scene.svg".to_owned(), "Cars, walls and contacts".to_owned());
    Some(Drawing { file, title, plots: vec![plot], height: view.height_px(), caption }.finish())
}

fn way(recording: &Recording, car: &SceneCar) -> Way {
    let column =
        |channel: Option<ChannelHandle>| recording.column(&format!("{}{}", car.prefix, channel?.name()));
    let CarChannels { position_x, position_y, yaw, .. } = CarChannels::resolve(&car.layout);
    // The time stands with the first car.
    let columns = [recording.column(TIME.name), column(position_x), column(position_y), column(yaw)];
    let [Some(time), Some(x), Some(y), Some(yaw)] = columns else { return Vec::new() };
    let places = x.into_iter().zip(y);
    let rows = time.into_iter().zip(places).zip(yaw).map(|((time, place), yaw)| (time, place, yaw));
    rows.filter(|(_, place, yaw)| place.0.is_finite() && place.1.is_finite() && yaw.is_finite()).collect()
}

/// The outline of a car, closed.
fn outline((_, place, yaw): &(f64, Point, f64), car: &SceneCar) -> Vec<Point> {
    let [length, width, ahead] = car.outline_m;
    let axes = Direction::at_angle(*yaw);
    let at = |x: f64, y: f64| {
        let corner = Vec2::new(place.0, place.1) + Vec2::new(x, y).to_parent(axes);
        (corner.x, corner.y)
    };
    let (front, rear, half) = (ahead + 0.5 * length, ahead - 0.5 * length, 0.5 * width);
    // A line across shows which end is the front.
    let screen = front - 0.3 * length;
    vec![
        at(front, half),
        at(front, -half),
        at(rear, -half),
        at(rear, half),
        at(front, half),
        GAP,
        at(screen, half),
        at(screen, -half),
        GAP,
    ]
}

/// Outlines on the way, each clear of the one before.
fn passing(way: &Way, car: &SceneCar) -> Vec<Point> {
    let mut last: Option<Point> = None;
    let mut lines = Vec::new();
    for now in way {
        let is_clear = last
            .is_none_or(|last| Real::hypot(now.1.0 - last.0, now.1.1 - last.1) > APART * car.outline_m[0]);
        if is_clear {
            lines.extend(outline(now, car));
            last = Some(now.1);
        }
    }
    lines
}

/// What of the plane is shown.
struct View {
    low: [f64; 2],
    high: [f64; 2],
}

impl View {
    fn new(ways: &[Way], cars: &[SceneCar]) -> Option<Self> {
        let mut view = Self { low: [f64::INFINITY; 2], high: [f64::NEG_INFINITY; 2] };
        for (way, car) in ways.iter().zip(cars) {
            let reach = 0.5 * Real::hypot(car.outline_m[0], car.outline_m[1]) + Real::abs(car.outline_m[2]);
            for (_, (x, y), _) in way {
                view.low = [Real::min(view.low[0], x - reach), Real::min(view.low[1], y - reach)];
                view.high = [Real::max(view.high[0], x + reach), Real::max(view.high[1], y + reach)];
            }
        }
        let size = view.size();
        let room = ROOM_M + ROOM * size;
        view.low = view.low.map(|low| low - room);
        view.high = view.high.map(|high| high + room);
        size.is_finite().then_some(view)
    }

    fn size(&self) -> f64 {
        Real::max(self.high[0] - self.low[0], self.high[1] - self.low[1])
    }

    /// Height of a picture in which a metre is as long on both axes.
    fn height_px(&self) -> f64 {
        let aspect = (self.high[1] - self.low[1]) / (self.high[0] - self.low[0]);
        Real::clamp(AROUND_PX + FRAME_PX * aspect, 300.0, 640.0)
    }

    fn holds(&self, (x, y): Point) -> bool {
        (self.low[0]..=self.high[0]).contains(&x) && (self.low[1]..=self.high[1]).contains(&y)
    }

    /// What of a straight line from one point to another is in the picture (Liang and Barsky).
    fn clip(&self, from: Vec2<f64>, to: Vec2<f64>) -> Option<(Vec2<f64>, Vec2<f64>)> {
        let way = to - from;
        let (mut begin, mut end) = (0.0, 1.0);
        for (at, rate, low, high) in
            [(from.x, way.x, self.low[0], self.high[0]), (from.y, way.y, self.low[1], self.high[1])]
        {
            if rate == 0.0 {
                if !(low..=high).contains(&at) {
                    return None;
                }
                continue;
            }
            let (one, other) = ((low - at) / rate, (high - at) / rate);
            begin = Real::max(begin, Real::min(one, other));
            end = Real::min(end, Real::max(one, other));
        }
        (begin <= end).then_some((from + way.scale(begin), from + way.scale(end)))
    }
}

/// The walls, and the strokes that show which side of a line is solid.
fn walls(walls: &[Wall], view: &View) -> (Vec<Point>, Vec<Point>) {
    let (mut solid, mut hatch) = (Vec::new(), Vec::new());
    let point = |at: Vec2<f64>| (at.x, at.y);
    for wall in walls {
        match wall.barrier {
            Barrier::Segment { from_m, to_m } => {
                if let Some((from, to)) = view.clip(from_m, to_m) {
                    solid.extend([point(from), point(to), GAP]);
                }
            }
            Barrier::HalfPlane { point_m, normal } => {
                let normal = normal.scale(1.0 / normal.norm());
                let along = Vec2::new(-normal.y, normal.x);
                // Through the point of the line nearest to the middle of the picture.
                let middle =
                    Vec2::new(0.5 * (view.low[0] + view.high[0]), 0.5 * (view.low[1] + view.high[1]));
                let near = point_m + along.scale((middle - point_m).dot(along));
                let far = along.scale(2.0 * view.size());
                let Some((from, to)) = view.clip(near - far, near + far) else { continue };
                solid.extend([point(from), point(to), GAP]);
                let (stroke, length) = (HATCH * view.size(), (to - from).norm());
                let count = (length / stroke) as usize;
                for at in 0..count {
                    let foot = from + along.scale((at as f64 + 0.5) * stroke);
                    let tip = foot - (normal + along).scale(0.7 * stroke);
                    if view.holds(point(tip)) {
                        hatch.extend([point(foot), point(tip), GAP]);
                    }
                }
            }
            Barrier::Post { centre_m, radius_m } => {
                if view.holds(point(centre_m)) {
                    let round = (0..=32).map(|part| {
                        let (sin, cos) = Real::sin_cos(f64::from(part) / 32.0 * core::f64::consts::TAU);
                        (centre_m.x + radius_m * cos, centre_m.y + radius_m * sin)
                    });
                    solid.extend(round.chain([GAP]));
                }
            }
        }
    }
    (solid, hatch)
}
