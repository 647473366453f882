//! Cars in space: their faces by material, the parts behind first.

use egui::{Color32, Painter, Pos2, Shape, Stroke};

use crate::solid::{CarSolid, Face, Material, Part, ViewAxes, dot};
use crate::ui::look;

/// Direction of the light along the road's axes, of length 1: from the north-west, high.
const LIGHT: [f64; 3] = [-0.4, 0.4, 0.824_621];
/// Share of a colour that a face has that is turned from the light.
const SHADE: f64 = 0.45;
/// Scale from which the treads of tyres have lines, points per metre.
const FINE: f32 = 10.0;
/// Lines of the tread around a wheel.
const TREAD_LINES: usize = 9;
/// Shadow on the ground.
const SHADOW: Color32 = Color32::from_black_alpha(95);

/// A picture of cars in space: a direction of view, and the place of the screen of a place in the picture, m.
pub(super) struct Sight<'a> {
    pub painter: &'a Painter,
    pub view: ViewAxes,
    pub at: &'a dyn Fn([f64; 2]) -> Pos2,
    /// Points of the screen per metre.
    pub points_per_m: f32,
}

/// Colour of a material in full light.
fn colour(material: Material) -> Color32 {
    match material {
        Material::Side | Material::Top => look::PLAYER,
        // Unlike everything that is seen of a car on its wheels.
        Material::Floor => Color32::from_rgb(128, 122, 116),
        Material::Windscreen => Color32::from_rgb(150, 190, 215),
        Material::Glass => Color32::from_rgb(60, 66, 77),
        Material::Roof => Color32::from_rgb(46, 50, 58),
        Material::Rim => Color32::from_gray(95),
        Material::Tread => Color32::from_gray(18),
    }
}

/// Colour of a face: the less light it has the darker.
fn lit(face: &Face, towards: [f64; 3]) -> Color32 {
    let normal = face.normal();
    // Half of it comes from the eye, so that no picture is in the dark.
    let light = 0.5 * (dot(normal, LIGHT).max(0.0) / LIGHT[2] + dot(normal, towards).max(0.0));
    let colour = colour(face.material);
    let share = match face.material {
        // The top and the windows of a car on its wheels have the colours of a car in the plane.
        Material::Roof | Material::Windscreen | Material::Tread => 1.0,
        Material::Rim | Material::Glass | Material::Floor => 0.8 + 0.2 * light,
        Material::Side | Material::Top => (SHADE + (0.82 - SHADE) * light).min(1.0),
    };
    let [red, green, blue, _] = colour.to_array().map(|part| (f64::from(part) * share) as u8);
    Color32::from_rgb(red, green, blue)
}

impl Sight<'_> {
    fn outline(&self, corners_m: &[[f64; 3]]) -> Vec<Pos2> {
        corners_m.iter().map(|corner| (self.at)(self.view.at(*corner))).collect()
    }

    fn part(&self, part: &Part, edge: Stroke) {
        for face in part.seen_from(&self.view) {
            let corners = self.outline(&face.corners_m);
            // Edge by edge: the mitre of an outline with sharp corners sticks out.
            let next = corners.iter().cycle().skip(1);
            let edges: Vec<_> = corners.iter().zip(next).map(|(from, to)| [*from, *to]).collect();
            let fill = lit(face, self.view.towards);
            self.painter.add(Shape::convex_polygon(corners, fill, Stroke::NONE));
            edges.into_iter().for_each(|ends| {
                self.painter.line_segment(ends, edge);
            });
        }
    }

    /// A car with its wheels, which have turned by angles, rad.
    pub fn car(&self, solid: &CarSolid, turned_rad: &[f64]) {
        let edge = Stroke::new(1.0, Color32::BLACK);
        let wheels = solid.wheels_from(&self.view);
        let turned = |wheel: usize| turned_rad.get(wheel).copied().unwrap_or(0.0);
        wheels.iter().for_each(|wheel| self.wheel(&solid.wheels[*wheel], turned(*wheel), 1.0));
        solid.bodywork_from(&self.view).iter().for_each(|part| self.part(part, edge));
        for wheel in wheels {
            self.wheel(&solid.wheels[wheel], turned(wheel), solid.wheel_over(wheel, &self.view));
        }
    }

    fn wheel(&self, wheel: &Part, turned_rad: f64, opacity: f64) {
        if opacity < 0.05 {
            return;
        }
        let faint = |colour: Color32| colour.gamma_multiply(opacity as f32);
        let seen = |material| wheel.seen_from(&self.view).filter(move |face| face.material == material);
        // The treads as one outline: lines between their faces are those of the tread.
        let treads = wheel.corners_m().map(|corner| self.view.at(corner));
        let outline = crate::solid::hull(treads).into_iter().map(self.at).collect();
        let edge = Stroke::new(1.0, faint(Color32::from_gray(150)));
        self.painter.add(Shape::convex_polygon(outline, faint(colour(Material::Tread)), edge));
        for face in seen(Material::Rim) {
            let middle = middle_m(&face.corners_m);
            let inner: Vec<_> = face.corners_m.iter().map(|corner| between(middle, *corner, 0.66)).collect();
            self.painter.add(Shape::convex_polygon(
                self.outline(&inner),
                faint(lit(face, self.view.towards)),
                Stroke::NONE,
            ));
        }
        if self.points_per_m >= FINE {
            self.tread_lines(wheel, turned_rad, faint(Color32::from_gray(95)));
        }
    }

    /// Lines of the tread, which go round with the wheel: forwards where the top is seen.
    fn tread_lines(&self, wheel: &Part, turned_rad: f64, colour: Color32) {
        let treads: Vec<_> = wheel.faces.iter().filter(|face| face.material == Material::Tread).collect();
        let sides = treads.len() as f64;
        for line in 0..TREAD_LINES {
            let around = turned_rad / core::f64::consts::TAU + line as f64 / TREAD_LINES as f64;
            let place = around.rem_euclid(1.0) * sides;
            let Some(face) = treads.get(place as usize) else { continue };
            if dot(face.normal(), self.view.towards) <= 0.0 {
                continue;
            }
            let [right, right_next, left_next, left] = face.corners_m[..] else { continue };
            let ends = [between(right, right_next, place.fract()), between(left, left_next, place.fract())];
            let ends = ends.map(|end| (self.at)(self.view.at(end)));
            self.painter.line_segment(ends, Stroke::new(1.0, colour));
        }
    }

    /// A car as an outline, with what is turned towards the eye: its roof, or its floor and wheels.
    pub fn outlined(&self, solid: &CarSolid, colour: Color32) {
        let outline = solid.outline_m(&self.view).into_iter().map(self.at).collect();
        let faint = colour.gamma_multiply(0.18);
        self.painter.add(Shape::convex_polygon(outline, faint, Stroke::new(2.0, colour)));
        let thin = Stroke::new(1.0, colour);
        for part in solid.bodywork_from(&self.view) {
            for face in part.seen_from(&self.view) {
                let fill = match face.material {
                    Material::Roof => Color32::TRANSPARENT,
                    Material::Floor => faint,
                    _ => continue,
                };
                self.painter.add(Shape::convex_polygon(self.outline(&face.corners_m), fill, thin));
            }
        }
        for wheel in solid.wheels_from(&self.view) {
            if dot(solid.axes[2], self.view.towards) < 0.0 {
                let wheel =
                    crate::solid::hull(solid.wheels[wheel].corners_m().map(|corner| self.view.at(corner)));
                let outline = wheel.into_iter().map(self.at).collect();
                self.painter.add(Shape::convex_polygon(outline, faint, thin));
            }
        }
    }

    /// The shadow of a car on ground of a height at each place, m.
    pub fn shadow(&self, solid: &CarSolid, ground_m: impl Fn([f64; 2]) -> f64) {
        let outline = solid.shadow_m(ground_m).into_iter().map(self.at).collect();
        self.painter.add(Shape::convex_polygon(outline, SHADOW, Stroke::NONE));
    }
}

fn middle_m(corners_m: &[[f64; 3]]) -> [f64; 3] {
    let sum = corners_m
        .iter()
        .fold([0.0; 3], |sum: [f64; 3], corner| [0, 1, 2].map(|axis| sum[axis] + corner[axis]));
    sum.map(|part| part / corners_m.len() as f64)
}

/// The point at a share of the way between two.
fn between(from: [f64; 3], to: [f64; 3], share: f64) -> [f64; 3] {
    [0, 1, 2].map(|axis| from[axis] + share * (to[axis] - from[axis]))
}
