//! Cars from above.

use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke};
use skidpad_core::model::Pose;
use skidpad_world::scene::Scene;

use super::drawn::DrawnCar;
use super::projection::Projection;
use super::space::Sight;
use crate::drive::Entrant;
use crate::plots::Whose;
use crate::seen::WheelsSeen;
use crate::solid::{BODY, CarSolid, ViewAxes};
use crate::tread::{heading_rad, in_world, turned};
use crate::ui::look;

/// Half the length and the width of a wheel, m.
const WHEEL_M: [f64; 2] = [0.33, 0.12];
/// Lines of the tread around a wheel.
const TREAD_LINES: usize = 9;
/// Scale below which the player's car is a marker, points per metre, and the marker's size, points.
const SMALL: f64 = 4.5;
const MARKER: f32 = 10.0;
/// Height of a name, points.
const LINE: f32 = 14.0;
/// The cabin, as shares of half the body's length and half its width: the left side from nose to tail.
const CABIN: [[f64; 2]; 3] = [[0.3, 0.72], [0.02, 0.8], [-0.55, 0.68]];
const WINDSCREEN: [[f64; 2]; 2] = [[0.3, 0.72], [0.1, 0.62]];

/// A car in space, if this is one, with the picture from above that it is drawn in.
fn in_space<T>(
    painter: &Painter,
    view: &Projection,
    car: &DrawnCar<'_>,
    scene: &Scene,
    draw: impl FnOnce(&Sight<'_>, &CarSolid) -> T,
) -> Option<T> {
    let solid = CarSolid::new(car.entrant, &car.pose, scene)?;
    let points_per_m = look::coordinate(view.points_per_m());
    let at = |place_m| view.at(place_m);
    Some(draw(&Sight { painter, view: ViewAxes::ABOVE, at: &at, points_per_m }, &solid))
}

/// The shadow of a car in space.
pub fn shadow(painter: &Painter, view: &Projection, car: &DrawnCar<'_>, scene: &Scene) {
    let ground_m = |place_m| scene.ground.under(place_m).height_m;
    in_space(painter, view, car, scene, |sight, solid| sight.shadow(solid, ground_m));
}

/// The player's car, with wheels that are steered and turn; a model that knows no width is a point.
pub fn player(painter: &Painter, view: &Projection, car: &DrawnCar<'_>, scene: &Scene, turned_rad: &[f64]) {
    let draw = |sight: &Sight<'_>, solid: &CarSolid| {
        sight.car(solid, turned_rad);
        let [x, y, _] = solid.centre_m;
        centre(painter, view.at([x, y]));
    };
    if in_space(painter, view, car, scene, draw).is_some() {
        return;
    }
    if is_point(car.entrant) {
        return point(painter, view, &car.pose, look::PLAYER);
    }
    let fill = |shares: &[[f64; 2]], colour: Color32, edge: Color32| {
        painter.add(Shape::convex_polygon(part(view, car, shares), colour, Stroke::new(1.0, edge)));
    };
    let body = look::PLAYER.gamma_multiply(0.82);
    fill(&BODY, body, Color32::BLACK);
    fill(&CABIN, Color32::from_rgb(46, 50, 58), Color32::BLACK);
    fill(&WINDSCREEN, Color32::from_rgb(150, 190, 215), Color32::BLACK);
    // Seen through the body, which would hide them.
    wheels(painter, view, car, turned_rad);
    centre(painter, view.at(in_world(&car.pose, [0.0, 0.0])));
}

/// The centre of mass.
fn centre(painter: &Painter, place: Pos2) {
    painter.circle(place, 3.0, Color32::WHITE, Stroke::new(1.0, Color32::BLACK));
}

/// The player's car where it is too small to be seen, at high speed: a head of an arrow.
pub fn marker(painter: &Painter, view: &Projection, pose: &Pose<f64>) {
    if view.points_per_m() > SMALL {
        return;
    }
    let [x, y, _] = pose.position_m;
    let corner =
        |angle: f64| view.at([x, y]) + MARKER * view.direction(turned([1.0, 0.0], heading_rad(pose) + angle));
    let points = [0.0, 2.5, -2.5].map(corner).to_vec();
    painter.add(Shape::convex_polygon(points, look::PLAYER, Stroke::new(1.0, Color32::BLACK)));
}

/// Colour of a car.
pub fn colour(whose: Whose) -> Color32 {
    match whose {
        Whose::Player => look::PLAYER,
        Whose::Ghost(index) => look::colour(index),
        Whose::Rival => look::RIVAL,
    }
}

/// Name of another car, and the line above it where that stands: ghosts that are in one place at the start have their names one
/// above the other.
fn name(whose: Whose, entrant: &Entrant) -> (String, f32) {
    match whose {
        Whose::Ghost(index) => {
            let choice = entrant.choice();
            (format!("{}, {}", choice.model.name, choice.name), index as f32 - 1.0)
        }
        Whose::Player | Whose::Rival => (String::from("rival"), -1.0),
    }
}

/// Another car: its outline with its name.
pub fn other(painter: &Painter, view: &Projection, whose: Whose, car: &DrawnCar<'_>, scene: &Scene) {
    let (name, line) = name(whose, car.entrant);
    let above = -(2.4 * view.points_per_m() as f32).max(12.0) - LINE * line;
    let caption = Caption { text: &name, below: above, colour: colour(whose) };
    outline(painter, view, car, &caption, Some(scene));
}

/// The player's car at the same time of its best lap, and how far it is ahead or behind.
pub fn best_lap(painter: &Painter, view: &Projection, car: &DrawnCar<'_>, delta_s: Option<f64>) {
    let delta = delta_s.map_or_else(String::new, |delta_s| format!(" {delta_s:+.2} s"));
    // Below, clear of the car that it is near.
    let below = 16.0 + (2.0 * view.points_per_m() as f32).max(14.0);
    let text = &format!("best lap{delta}");
    outline(painter, view, car, &Caption { text, below, colour: look::BEST_LAP }, None);
}

/// The player's car at the same time of the ideal lap.
pub fn optimal_lap(painter: &Painter, view: &Projection, car: &DrawnCar<'_>) {
    let below = 30.0 + (2.0 * view.points_per_m() as f32).max(14.0);
    outline(painter, view, car, &Caption { text: "optimal lap", below, colour: look::CENTRE }, None);
}

/// Text at an outline.
struct Caption<'a> {
    text: &'a str,
    /// Distance below the middle of the car, points.
    below: f32,
    /// Colour of both.
    colour: Color32,
}

/// An outline with its text; in a scene, with the attitude that a car in space has there.
fn outline(
    painter: &Painter,
    view: &Projection,
    car: &DrawnCar<'_>,
    caption: &Caption<'_>,
    scene: Option<&Scene>,
) {
    let Caption { text, below, colour } = *caption;
    let middle = view.at(in_world(&car.pose, [0.0, 0.0]));
    if !view.is_seen(middle) {
        return;
    }
    if is_point(car.entrant) {
        point(painter, view, &car.pose, colour);
    } else if scene
        .and_then(|scene| in_space(painter, view, car, scene, |sight, solid| sight.outlined(solid, colour)))
        .is_none()
    {
        let outline = part(view, car, &BODY);
        let faint = colour.gamma_multiply(0.18);
        painter.add(Shape::convex_polygon(outline, faint, Stroke::new(2.0, colour)));
    }
    let place = middle + egui::vec2(0.0, below);
    painter.text(place, Align2::CENTER_BOTTOM, text, FontId::proportional(12.0), colour);
}

/// True if its model is a point that goes along a line.
fn is_point(entrant: &Entrant) -> bool {
    !entrant.choice().model.abilities.steers && entrant.seen().wheels() == WheelsSeen::None
}

fn point(painter: &Painter, view: &Projection, pose: &Pose<f64>, colour: Color32) {
    let middle = view.at(in_world(pose, [0.0, 0.0]));
    let nose = view.at(in_world(pose, [1.6, 0.0]));
    painter.circle(
        middle,
        (0.5 * view.points_per_m() as f32).max(4.0),
        colour,
        Stroke::new(1.5, Color32::BLACK),
    );
    look::arrow(painter, middle, nose, Stroke::new(2.0, colour));
}

/// A part of a body on the screen: the left side and its mirror image.
fn part(view: &Projection, DrawnCar { entrant, pose }: &DrawnCar<'_>, left: &[[f64; 2]]) -> Vec<Pos2> {
    let [length, width, ahead] = entrant.outline_m();
    let width = width.max(0.5);
    let right = left.iter().rev().map(|[along, aside]| [*along, -aside]);
    let place = |[along, aside]: [f64; 2]| {
        view.at(in_world(pose, [ahead + 0.5 * length * along, 0.5 * width * aside]))
    };
    left.iter().copied().chain(right).map(place).collect()
}

/// The angle of each of the four wheels, rad.
fn steered_rad(entrant: &Entrant) -> [f64; 4] {
    match entrant.seen().wheels() {
        WheelsSeen::Four(wheels) => wheels.map(|wheel| wheel.steer_rad),
        _ => {
            let steer = entrant.seen().front_steer_rad();
            [steer, steer, 0.0, 0.0]
        }
    }
}

fn wheels(
    painter: &Painter,
    view: &Projection,
    DrawnCar { entrant, pose }: &DrawnCar<'_>,
    turned_rad: &[f64],
) {
    let steered = steered_rad(entrant);
    for (index, place_m) in entrant.wheels_m().into_iter().enumerate() {
        let angle = match turned_rad.len() {
            4 => turned_rad[index],
            2 => turned_rad[index / 2],
            _ => 0.0,
        };
        let at = |[along, aside]: [f64; 2]| {
            let [x, y] = turned([along, aside], steered[index]);
            view.at(in_world(pose, [place_m[0] + x, place_m[1] + y]))
        };
        let [half, wide] = WHEEL_M;
        let corners = [[half, wide], [half, -wide], [-half, -wide], [-half, wide]].map(at);
        painter.add(Shape::convex_polygon(
            corners.to_vec(),
            Color32::from_gray(18),
            Stroke::new(1.0, Color32::from_gray(150)),
        ));
        if view.points_per_m() < 10.0 {
            continue;
        }
        for line in 0..TREAD_LINES {
            // From above, the upper half of the wheel is seen: it moves forwards.
            let around = angle + core::f64::consts::TAU * line as f64 / TREAD_LINES as f64;
            if around.cos() > 0.0 {
                let along = half * around.sin();
                let stroke = Stroke::new(1.0, Color32::from_gray(95));
                painter.line_segment([[along, wide], [along, -wide]].map(at), stroke);
            }
        }
    }
}
