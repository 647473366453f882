//! A car in space from its left side and from behind, in any attitude, over the ground below it.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, pos2, vec2};
use skidpad_core::model::Pose;
use skidpad_world::scene::Scene;

use super::drawn::DrawnCar;
use super::space::Sight;
use crate::posture::Posture;
use crate::solid::{CarSolid, ViewAxes};
use crate::stance::Stance;
use crate::tread::heading_rad;
use crate::ui::{Units, look};

/// Largest height over the ground, and depth below it, that is drawn to scale, m.
const HIGHEST_M: f64 = 2.0;
/// Clearance from which it is written and marked, m.
const LEAST_M: f64 = 0.05;
/// Room above the car for text, and below the ground for the loads, points.
const ROOM: [f32; 2] = [20.0, 24.0];
/// By how much the motion on the springs is drawn larger than it is, up to this angle, rad.
pub(super) const LARGER: f64 = 3.0;
const SPRINGS_RAD: f64 = 0.1;
/// Angle to the ground from which the attitude is drawn as it is, rad, and clearance, m.
const TRUE_RAD: f64 = 0.5;
const TRUE_M: f64 = 0.15;
/// Load of a wheel that bears all of the weight, points.
const LOAD: f32 = 18.0;

/// A car in space with its stance over the ground.
pub(super) struct InSpace<'a> {
    pub car: &'a DrawnCar<'a>,
    pub scene: &'a Scene,
    pub stance: &'a Stance,
    pub turned_rad: &'a [f64],
    pub solid: CarSolid,
    /// Height of the lowest point over the ground, m.
    pub clearance_m: f64,
}

impl<'a> InSpace<'a> {
    /// `None` for a model in the plane.
    pub fn new(
        car: &'a DrawnCar<'a>,
        scene: &'a Scene,
        stance: &'a Stance,
        turned_rad: &'a [f64],
    ) -> Option<Self> {
        let solid = CarSolid::new(car.entrant, &car.pose, scene)?;
        let clearance_m = solid.clearance_m(|place_m| scene.ground.under(place_m).height_m);
        Some(Self { car, scene, stance, turned_rad, solid, clearance_m })
    }

    fn ground_m(&self, place_m: [f64; 2]) -> f64 {
        self.scene.ground.under(place_m).height_m
    }

    /// Posture and height in words; `None` on its wheels on the ground.
    pub fn says(&self, units: Units) -> Option<String> {
        let name = Posture::from_seen(&self.car.entrant.seen()).and_then(Posture::name);
        let (height, unit) = units.length(self.clearance_m);
        let height = match self.clearance_m {
            above if above >= LEAST_M => Some(format!("{height:.1} {unit} over the ground")),
            below if below <= -HIGHEST_M => Some(format!("{:.1} {unit} below the ground", -height)),
            _ => None,
        };
        match (name, height) {
            (Some(name), Some(height)) => Some(format!("{name}, {height}")),
            (name, height) => name.map(String::from).or(height),
        }
    }

    /// Pitch and roll by which the body is drawn further than it is, rad: what its springs do is larger, while it stands on them.
    fn further_rad(&self) -> [f64; 2] {
        let on_springs_rad = self.stance.on_springs_rad(self.car.entrant.wheels_m());
        let near = (1.0 - self.clearance_m / TRUE_M).clamp(0.0, 1.0);
        on_springs_rad.map(|angle: f64| {
            let fades = ((TRUE_RAD - angle.abs()) / (TRUE_RAD - SPRINGS_RAD)).clamp(0.0, 1.0);
            (LARGER - 1.0) * angle.clamp(-SPRINGS_RAD, SPRINGS_RAD) * fades * near
        })
    }

    /// True while the motion on the springs is drawn larger by the whole factor.
    pub fn is_larger(&self) -> bool {
        let on_springs_rad = self.stance.on_springs_rad(self.car.entrant.wheels_m());
        self.clearance_m < LEAST_M && on_springs_rad.iter().all(|angle| angle.abs() <= SPRINGS_RAD)
    }

    /// The car with its body turned further on its springs.
    fn drawn(&self) -> CarSolid {
        let [pitch_rad, roll_rad] = self.further_rad();
        let pose: Pose<f64> = self.car.pose.on_springs(0.0, roll_rad, pitch_rad);
        let turned = CarSolid::new(self.car.entrant, &pose, self.scene);
        let (body, cabin) = turned.map_or_else(
            || (self.solid.body.clone(), self.solid.cabin.clone()),
            |turned| (turned.body, turned.cabin),
        );
        CarSolid { body, cabin, ..self.solid.clone() }
    }

    /// Draws both pictures.
    pub fn show(&self, painter: &Painter, [side, rear]: [Rect; 2]) {
        let heading_rad = heading_rad(&self.car.pose);
        let solid = self.drawn();
        let axles = [(0, 1), (2, 3)];
        self.picture(painter, side, ViewAxes::from_left(heading_rad), &solid, axles);
        self.picture(painter, rear, ViewAxes::from_behind(heading_rad), &solid, [(0, 2), (1, 3)]);
    }

    /// Draws one picture, with the loads of pairs of wheels that are behind each other in it.
    fn picture(
        &self,
        painter: &Painter,
        rect: Rect,
        view: ViewAxes,
        solid: &CarSolid,
        pairs: [(usize, usize); 2],
    ) {
        let painter = &painter.with_clip_rect(painter.clip_rect().intersect(rect));
        let frame = SpaceFrame::new(self, rect, &view);
        let at = |place_m: [f64; 2]| frame.at(place_m, frame.lowered_m);
        self.ground(painter, &frame, &view);
        if self.clearance_m >= LEAST_M {
            frame.mark(painter, self.clearance_m > HIGHEST_M);
        }
        Sight { painter, view, at: &at, points_per_m: frame.points_per_m }.car(solid, self.turned_rad);
        for (one, other) in pairs {
            let share = self.stance.load_shares.map_or(0.0, |shares| shares[one] + shares[other]);
            let [x, y, _] = self.solid.hubs_m[one];
            let [across_m, _] = view.at(self.solid.hubs_m[one]);
            bar(painter, frame.at([across_m, self.ground_m([x, y])], 0.0), share);
        }
    }

    /// The ground along the picture, below the middle of the car.
    fn ground(&self, painter: &Painter, frame: &SpaceFrame, view: &ViewAxes) {
        let [x, y, _] = self.middle_m();
        let points = (-12..=12).map(|step| {
            let along_m = f64::from(step) / 12.0 * frame.reach_m;
            let place_m = [x + along_m * view.right[0], y + along_m * view.right[1]];
            let [across_m, _] = view.at([place_m[0], place_m[1], 0.0]);
            frame.at([across_m, self.ground_m(place_m)], 0.0)
        });
        painter.line(points.collect(), Stroke::new(1.5, Color32::from_gray(150)));
    }

    /// Middle of the wheels, m.
    fn middle_m(&self) -> [f64; 3] {
        let hubs_m = &self.solid.hubs_m;
        [0, 1, 2].map(|axis| 0.25 * hubs_m.iter().map(|hub| hub[axis]).sum::<f64>())
    }
}

/// Scale and place of a picture.
struct SpaceFrame {
    /// Place of the screen of the middle of the picture at the ground.
    foot: Pos2,
    middle_m: f64,
    ground_m: f64,
    points_per_m: f32,
    /// Way by which the car is drawn lower than it is, m: a car that is high up stays in the picture.
    lowered_m: f64,
    /// Half of the ground that is in the picture, m.
    reach_m: f64,
    /// Height of the lowest point of the car in the picture, m.
    low_m: f64,
}

impl SpaceFrame {
    fn new(of: &InSpace<'_>, rect: Rect, view: &ViewAxes) -> Self {
        let [x, y, _] = of.middle_m();
        let ground_m = of.ground_m([x, y]);
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for corner in of.solid.corners_m() {
            let place_m = view.at(corner);
            low = [0, 1].map(|axis| f64::min(low[axis], place_m[axis]));
            high = [0, 1].map(|axis| f64::max(high[axis], place_m[axis]));
        }
        let lowered_m = of.clearance_m - of.clearance_m.clamp(-HIGHEST_M, HIGHEST_M);
        // The range of heights in the picture: the ground and the car.
        let foot_m = f64::min(ground_m, low[1] - lowered_m);
        let top_m = f64::max(high[1] - lowered_m, ground_m + 1.3);
        let room = rect.height() - ROOM[0] - ROOM[1];
        let points_per_m = (room / look::coordinate(top_m - foot_m))
            .min(0.84 * rect.width() / look::coordinate(f64::max(high[0] - low[0], 1.6)));
        let above_foot = look::coordinate(ground_m - foot_m) * points_per_m;
        Self {
            foot: pos2(rect.center().x, rect.bottom() - ROOM[1] - above_foot),
            middle_m: 0.5 * (low[0] + high[0]),
            ground_m,
            points_per_m,
            lowered_m,
            reach_m: f64::from(0.6 * rect.width() / points_per_m),
            low_m: low[1],
        }
    }

    /// Place of the screen of a place in the picture, drawn lower by some way, m.
    fn at(&self, [across_m, up_m]: [f64; 2], lowered_m: f64) -> Pos2 {
        let up = look::coordinate(up_m - lowered_m - self.ground_m);
        self.foot + vec2(look::coordinate(across_m - self.middle_m), -up) * self.points_per_m
    }

    /// The height over the ground: a line, broken where it is not to scale.
    fn mark(&self, painter: &Painter, is_broken: bool) {
        let low = self.at([self.middle_m, self.low_m], self.lowered_m);
        let stroke = Stroke::new(1.0, look::NEARLY);
        painter.line_segment([self.foot, low], stroke);
        if is_broken {
            let middle = self.foot + 0.5 * (low - self.foot);
            for up in [-2.0, 2.0] {
                painter.line_segment(
                    [middle + vec2(-5.0, up + 2.0), middle + vec2(5.0, up - 2.0)],
                    Stroke::new(1.5, look::NEARLY),
                );
            }
        }
    }
}

/// Load of wheels: a bar below the ground.
fn bar(painter: &Painter, ground: Pos2, share: f64) {
    let foot = ground + vec2(0.0, 3.0);
    let down = LOAD * look::coordinate(share.clamp(0.0, 1.0));
    let rect = Rect::from_min_max(foot - vec2(4.0, 0.0), foot + vec2(4.0, down));
    painter.rect_filled(rect, 1.0, look::FORCE);
}

/// Posture and height at the lower edge of a picture.
pub(super) fn caption(painter: &Painter, rect: Rect, text: &str) {
    let place = rect.left_bottom() + vec2(6.0, -4.0);
    painter.text(place, Align2::LEFT_BOTTOM, text, FontId::proportional(look::SMALL), look::NEARLY);
}
