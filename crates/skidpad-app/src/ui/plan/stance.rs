//! The car from its left side and from behind, in the upper left corner of a plan that has room: what its springs do, what each wheel
//! bears, how far a motorcycle leans.

use egui::{Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2, pos2, vec2};
use skidpad_world::scene::Scene;

use super::drawn::DrawnCar;
use super::stance_in_space::{InSpace, LARGER, caption};
use crate::drive::Entrant;
use crate::stance::Stance;
use crate::tread::in_world;
use crate::ui::{Units, look};

/// Size of both pictures together, points, and of the smallest plan that has room for them.
const SIZE: Vec2 = vec2(330.0, 112.0);
const LEAST_PLAN: Vec2 = vec2(480.0, 420.0);
/// Distance from the upper left corner of the top view: below what stands there already.
const PLACE: Vec2 = vec2(8.0, 44.0);
/// Height of a car, m, where none is known, and of a motorcycle with its rider.
const HEIGHT_M: f64 = 1.35;
const RIDER_M: f64 = 1.35;
/// Radius of a wheel and half its width, m.
const WHEEL_M: f64 = 0.32;
const HALF_WIDTH_M: f64 = 0.11;
/// Drop of a hanging wheel below its place at rest, and largest height at which an airborne body is drawn above the road, m.
const HANGS_M: f64 = 0.12;
const HIGHEST_M: f64 = 0.5;
/// Length of the bar of a wheel that bears all of the weight, m.
const LOAD_M: f64 = 1.1;

/// A body from the side, nose to the right: shares of half its length, and of its height.
const SIDE: [[f64; 2]; 11] = [
    [-1.0, 0.28],
    [-0.99, 0.62],
    [-0.72, 0.68],
    [-0.4, 0.97],
    [-0.1, 1.0],
    [0.2, 0.92],
    [0.45, 0.66],
    [0.9, 0.54],
    [1.0, 0.42],
    [1.0, 0.2],
    [-0.95, 0.18],
];
/// From behind: shares of half its width, and of its height.
const REAR: [[f64; 2]; 8] = [
    [-1.0, 0.2],
    [-1.0, 0.6],
    [-0.88, 0.68],
    [-0.68, 1.0],
    [0.68, 1.0],
    [0.88, 0.68],
    [1.0, 0.6],
    [1.0, 0.2],
];

/// A picture of the car standing in a rectangle: metres across from the middle of its wheels, and up from the plane.
struct Frame {
    /// Place of the road in the middle of the picture, and its height.
    middle: Pos2,
    road_m: f64,
    points_per_m: f32,
}

impl Frame {
    fn new(rect: Rect, stance: &Stance, points_per_m: f32) -> Self {
        let road_m = 0.25 * stance.roads_m.iter().sum::<f64>();
        Self { middle: pos2(rect.center().x, rect.bottom() - 24.0), road_m, points_per_m }
    }

    fn at(&self, [across_m, up_m]: [f64; 2]) -> Pos2 {
        let up_m = look::coordinate(up_m - self.road_m);
        self.middle + vec2(look::coordinate(across_m), -up_m) * self.points_per_m
    }

    /// Height at which a body is drawn: an airborne one stays in the picture.
    fn heave_m(&self, stance: &Stance) -> f64 {
        stance.heave_m.clamp(self.road_m - HIGHEST_M, self.road_m + HIGHEST_M)
    }

    /// A place of the body, which has risen, and turned clockwise about the middle of its wheels.
    fn on_body(&self, [across_m, up_m]: [f64; 2], heave_m: f64, clockwise_rad: f64) -> Pos2 {
        let (sin, cos) = clockwise_rad.sin_cos();
        self.at([across_m * cos + up_m * sin, heave_m + up_m * cos - across_m * sin])
    }
}

/// Draws both, where there is room.
pub fn show(ui: &Ui, plan: Rect, units: Units, car: &DrawnCar<'_>, scene: &Scene, turned_rad: &[f64]) {
    if plan.width() < LEAST_PLAN.x || plan.height() < LEAST_PLAN.y {
        return;
    }
    let stance = Stance::new(car.entrant, &car.pose, scene);
    let rect = Rect::from_min_size(plan.min + PLACE, SIZE);
    let in_space = InSpace::new(car, scene, &stance, turned_rad);
    let posture = in_space.as_ref().and_then(|in_space| in_space.says(units));
    let says = says(&stance, car.entrant);
    let told = posture.iter().fold(says.clone(), |told, posture| format!("{told}, {posture}"));
    let response = ui.interact(rect, ui.scope_id().with("stance"), egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, format!("stance: {told}")));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, Color32::from_black_alpha(110));
    let middle = rect.left() + 0.62 * rect.width();
    let pictures = [
        Rect::from_min_max(rect.min, pos2(middle, rect.bottom())),
        Rect::from_min_max(pos2(middle, rect.top()), rect.max),
    ];
    match &in_space {
        Some(in_space) => in_space.show(&painter, pictures),
        None => {
            side(&painter, pictures[0], car, &stance, scene);
            rear(&painter, pictures[1], car.entrant, &stance);
        }
    }
    if let Some(posture) = &posture {
        caption(&painter, rect, posture);
    }
    let font = FontId::proportional(look::SMALL);
    painter.text(rect.left_top() + vec2(6.0, 4.0), Align2::LEFT_TOP, says, font, Color32::from_gray(215));
    let is_larger = in_space.as_ref().map_or(stance.is_sprung, InSpace::is_larger);
    if is_larger {
        let place = rect.right_top() + vec2(-6.0, 4.0);
        let font = FontId::proportional(look::SMALL);
        painter.text(place, Align2::RIGHT_TOP, format!("body ×{LARGER}"), font, Color32::from_gray(170));
    }
    let scale = match stance.is_sprung {
        true => format!(
            "Roll and pitch of the body on its springs are drawn {LARGER} times as large as they are."
        ),
        false => String::from("To scale."),
    };
    response
        .on_hover_text(format!("From the left side and from behind. {scale}\nBars: loads of the wheels."));
}

/// The stance in words.
fn says(stance: &Stance, entrant: &Entrant) -> String {
    let degrees = |angle_rad: f64, [above, below]: [&str; 2]| match angle_rad.to_degrees() {
        none if none.abs() < 0.05 => String::from("0.0°"),
        degrees if degrees > 0.0 => format!("{degrees:.1}° {above}"),
        degrees => format!("{:.1}° {below}", degrees.abs()),
    };
    if stance.leans {
        return format!("lean {}", degrees(stance.roll_rad, ["right", "left"]));
    }
    let pitch = format!("pitch {}", degrees(stance.pitch_rad, ["nose down", "nose up"]));
    let roll = degrees(stance.roll_rad, ["right", "left"]);
    let [on_springs, _] = stance.on_springs_rad(entrant.wheels_m());
    let what = match on_springs.to_degrees() {
        dive if dive > 0.3 => " (dive)",
        squat if squat < -0.3 => " (squat)",
        _ => "",
    };
    let flies = stance.load_shares.is_some_and(|shares| shares.iter().sum::<f64>() < 0.01);
    let what = match (entrant.hubs_m(), flies) {
        // Its posture is written below the pictures.
        (Some(_), true) => "",
        (None, true) => " (airborne)",
        (_, false) => what,
    };
    let springs = if stance.is_sprung { "" } else { " (no springs)" };
    format!("{pitch}{what}, roll {roll}{springs}")
}

/// The body's angle in the picture: what its springs do is larger.
fn drawn_rad(whole_rad: f64, on_springs_rad: f64) -> f64 {
    whole_rad + (LARGER - 1.0) * on_springs_rad
}

fn side(painter: &Painter, rect: Rect, car: &DrawnCar<'_>, stance: &Stance, scene: &Scene) {
    let entrant = car.entrant;
    let [length_m, _, ahead_m] = entrant.outline_m();
    let wheels_m = entrant.wheels_m();
    let middle_m = 0.5 * (wheels_m[0][0] + wheels_m[2][0]);
    let points_per_m = 0.84 * rect.width() / look::coordinate(length_m).max(1.0);
    let frame = Frame::new(rect, stance, points_per_m);
    road(painter, &frame, |ahead_m| road_m(scene, car, ahead_m), [middle_m, length_m]);
    let [pitch, _] = stance.on_springs_rad(wheels_m);
    let angle = drawn_rad(stance.pitch_rad, pitch);
    let axles =
        [[wheels_m[2][0], 2.0], [wheels_m[0][0], 0.0]].map(|[x, index]| (x - middle_m, index as usize));
    if stance.leans {
        rider_aside(painter, &frame, angle);
    } else {
        let (half_m, high_m) = (0.5 * length_m, height_m(entrant));
        let place = |[along, up]: [f64; 2]| {
            frame.on_body([ahead_m - middle_m + half_m * along, high_m * up], frame.heave_m(stance), angle)
        };
        body(painter, SIDE.map(place).to_vec());
    }
    for (across_m, index) in axles {
        let road_m = 0.5 * (stance.roads_m[index] + stance.roads_m[index + 1]);
        let hangs_m = frame.heave_m(stance) - stance.pitch_rad * across_m - HANGS_M;
        wheel(painter, &frame, [across_m, road_m.max(hangs_m) + WHEEL_M]);
        let share = stance.load_shares.map(|shares| shares[index] + shares[index + 1]);
        bar(painter, &frame, [across_m, road_m], share);
    }
}

/// Height of the road so far ahead of a car's centre of mass, m.
fn road_m(scene: &Scene, car: &DrawnCar<'_>, ahead_m: f64) -> f64 {
    scene.ground.under(in_world(&car.pose, [ahead_m, 0.0])).height_m
}

/// The road under the car, along its heading, by its height so far ahead of the centre of mass.
fn road(painter: &Painter, frame: &Frame, height_m: impl Fn(f64) -> f64, [middle_m, length_m]: [f64; 2]) {
    let points = (-8..=8).map(|step| {
        let along_m = 0.07 * f64::from(step) * length_m;
        frame.at([along_m, height_m(along_m + middle_m)])
    });
    painter.add(Shape::line(points.collect(), Stroke::new(1.5, Color32::from_gray(150))));
}

fn rear(painter: &Painter, rect: Rect, entrant: &Entrant, stance: &Stance) {
    let [_, width_m, _] = entrant.outline_m();
    let high_m = if stance.leans { RIDER_M } else { height_m(entrant) };
    let points_per_m = (0.8 * rect.width() / look::coordinate(width_m.max(1.6)))
        .min(0.62 * rect.height() / look::coordinate(high_m));
    let frame = Frame::new(rect, stance, points_per_m);
    let wheels_m = entrant.wheels_m();
    let half_track_m = wheels_m[2][1];
    let [left_m, right_m] = [stance.roads_m[2], stance.roads_m[3]];
    let reach_m = 0.5 * width_m + 0.3;
    let tilt = if half_track_m > 0.0 { (left_m - right_m) / (2.0 * half_track_m) } else { 0.0 };
    let level_m = 0.5 * (left_m + right_m);
    let ends = [-reach_m, reach_m].map(|across_m| frame.at([across_m, level_m - tilt * across_m]));
    painter.line_segment(ends, Stroke::new(1.5, Color32::from_gray(150)));
    if stance.leans {
        return rider_behind(painter, &frame, stance);
    }
    for (across_m, index) in [(-half_track_m, 2), (half_track_m, 3)] {
        let road_m = stance.roads_m[index];
        let foot_m = road_m.max(frame.heave_m(stance) - stance.roll_rad * across_m - HANGS_M);
        let corners = [[-HALF_WIDTH_M, 0.0], [HALF_WIDTH_M, 2.0 * WHEEL_M]]
            .map(|[aside_m, up_m]| frame.at([across_m + aside_m, foot_m + up_m]));
        painter.rect_filled(Rect::from_two_pos(corners[0], corners[1]), 2.0, Color32::from_gray(18));
        let share = stance.load_shares.map(|shares| shares[index] + shares[index - 2]);
        bar(painter, &frame, [across_m, road_m], share);
    }
    let [_, roll] = stance.on_springs_rad(wheels_m);
    let angle = drawn_rad(stance.roll_rad, roll);
    let place = |[aside, up]: [f64; 2]| {
        frame.on_body([0.5 * width_m * aside, high_m * up], frame.heave_m(stance), angle)
    };
    body(painter, REAR.map(place).to_vec());
}

fn height_m(entrant: &Entrant) -> f64 {
    entrant.choice().vehicle.as_ref().map_or(HEIGHT_M, |own| own.0.spec.body.height_m)
}

/// A body: its outline is not convex, so that it is a fan about its middle.
fn body(painter: &Painter, outline: Vec<Pos2>) {
    let fill = look::PLAYER.gamma_multiply(0.75);
    let centre = outline.iter().fold(Vec2::ZERO, |sum, point| sum + point.to_vec2()) / outline.len() as f32;
    let mut fan = Mesh::default();
    outline.iter().for_each(|point| fan.colored_vertex(*point, fill));
    fan.colored_vertex(centre.to_pos2(), fill);
    let count = outline.len() as u32;
    (0..count).for_each(|corner| fan.add_triangle(count, corner, (corner + 1) % count));
    painter.add(fan);
    painter.add(Shape::closed_line(outline, Stroke::new(1.0, Color32::BLACK)));
}

fn wheel(painter: &Painter, frame: &Frame, hub_m: [f64; 2]) {
    let radius = look::coordinate(WHEEL_M) * frame.points_per_m;
    painter.circle(
        frame.at(hub_m),
        radius,
        Color32::from_gray(18),
        Stroke::new(1.5, Color32::from_gray(140)),
    );
}

/// Load of a wheel: a bar below the road.
fn bar(painter: &Painter, frame: &Frame, [across_m, road_m]: [f64; 2], share: Option<f64>) {
    let Some(share) = share else { return };
    let foot = frame.at([across_m, road_m]) + vec2(0.0, 3.0);
    let down = look::coordinate(LOAD_M * share.clamp(0.0, 1.5)) * 18.0;
    let rect = Rect::from_min_max(foot - vec2(4.0, 0.0), foot + vec2(4.0, down.min(20.0)));
    painter.rect_filled(rect, 1.0, look::FORCE);
}

/// A motorcycle with its rider from the side.
fn rider_aside(painter: &Painter, frame: &Frame, angle: f64) {
    let line = |points: &[[f64; 2]], width: f32| {
        let points = points.iter().map(|point| frame.on_body(*point, frame.road_m, angle)).collect();
        painter.add(Shape::line(points, Stroke::new(width, look::PLAYER)));
    };
    line(&[[-0.7, 0.32], [-0.3, 0.7], [0.35, 0.78], [0.7, 0.32]], 4.0);
    line(&[[-0.35, 0.75], [0.05, 1.2], [0.38, 0.85]], 5.0);
    painter.circle_filled(
        frame.on_body([0.15, 1.36], frame.road_m, angle),
        0.13 * frame.points_per_m,
        Color32::from_gray(220),
    );
}

/// A motorcycle with its rider from behind: it rolls about the contact point of its tyre.
fn rider_behind(painter: &Painter, frame: &Frame, stance: &Stance) {
    let at = |point: [f64; 2]| frame.on_body(point, frame.road_m, stance.roll_rad);
    painter.line_segment([[0.0, 0.0], [0.0, 0.62]].map(at), Stroke::new(7.0, Color32::from_gray(18)));
    painter.line_segment([[-0.3, 0.92], [0.3, 0.92]].map(at), Stroke::new(3.0, look::PLAYER));
    painter.line_segment([[0.0, 0.6], [0.0, 1.2]].map(at), Stroke::new(12.0, look::PLAYER));
    painter.circle_filled(at([0.0, 1.36]), 0.13 * frame.points_per_m, Color32::from_gray(220));
    let upright = [0.0, 1.5].map(|up_m| frame.at([0.0, frame.road_m + up_m]));
    painter.line_segment(upright, Stroke::new(1.0, look::LINES));
}
