//! Force over slip of each tyre, with the point where it is.

use egui::{Align2, Color32, RichText, Stroke, Ui, Vec2, vec2};
use skidpad_world::scene::Scene;

use super::wheels::short;
use crate::curves::{Curve, Slip, TyreCurves, tyre_curves};
use crate::drive::Entrant;
use crate::ui::diagram::Diagram;
use crate::ui::{State, Units, look};

/// Height of a small and of a large diagram, points.
const SMALL: f32 = 115.0;
const LARGE: f32 = 230.0;
/// With this slip alone, and with the present slip in the other direction.
const PURE: Color32 = Color32::from_gray(150);
const COMBINED: Color32 = look::FORCE;

/// All tyres, small, or the one that is chosen, large.
pub fn tyres(ui: &mut Ui, state: &mut State, player: &Entrant, scene: &Scene) {
    let curves = tyre_curves(player, scene);
    if curves.is_empty() {
        ui.label("The tyres of this model have no curve of force over slip.");
        return;
    }
    state.tyre = state.tyre.filter(|place| *place < curves.len());
    ui.horizontal(|ui| {
        ui.selectable_value(&mut state.tyre, None, "All tyres");
        for (place, tyre) in curves.iter().enumerate() {
            ui.selectable_value(&mut state.tyre, Some(place), short(tyre.name)).on_hover_text(tyre.name);
        }
    });
    let has_other = curves.iter().flat_map(|tyre| &tyre.curves).any(|curve| !curve.combined.is_empty());
    legend(ui, has_other);
    match state.tyre {
        None => curves.iter().for_each(|tyre| pair(ui, state.units, tyre)),
        Some(place) => alone(ui, state.units, &curves[place]),
    }
}

fn legend(ui: &mut Ui, has_other: bool) {
    ui.horizontal_wrapped(|ui| {
        ui.colored_label(PURE, RichText::new("— pure slip").small());
        if has_other {
            ui.colored_label(COMBINED, RichText::new("— combined slip").small());
        }
        ui.colored_label(look::PLAYER, RichText::new("• now").small());
        ui.colored_label(look::NEARLY, RichText::new("× peak").small());
    });
}

/// Operating point of a tyre in words.
fn stands(units: Units, tyre: &TyreCurves) -> String {
    let (load, unit) = units.force(tyre.at.load_n);
    // Without the sign of a nought.
    let camber = (10.0 * tyre.at.camber_rad.to_degrees()).round() / 10.0 + 0.0;
    format!("{}: load {load:.0} {unit}, camber {camber:.1}°, grip {:.2}", short(tyre.name), tyre.at.grip)
}

fn pair(ui: &mut Ui, units: Units, tyre: &TyreCurves) {
    ui.label(RichText::new(stands(units, tyre)).small());
    let width = ui.available_width() / tyre.curves.len().max(1) as f32 - 2.0;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        tyre.curves.iter().for_each(|curve| draw(ui, vec2(width, SMALL), units, tyre, curve));
    });
}

fn alone(ui: &mut Ui, units: Units, tyre: &TyreCurves) {
    ui.label(RichText::new(stands(units, tyre)).small());
    let size = vec2(ui.available_width(), LARGE);
    tyre.curves.iter().for_each(|curve| draw(ui, size, units, tyre, curve));
}

/// Names and units of a diagram.
struct About {
    name: &'static str,
    slip: &'static str,
    scale: f64,
    unit: &'static str,
}

impl About {
    fn new(units: Units, curve: &Curve) -> Self {
        match curve.over {
            Slip::Ratio => Self { name: "Fx", slip: "slip ratio, %", scale: 100.0, unit: "%" },
            Slip::Angle => {
                Self { name: "Fy", slip: "slip angle, °", scale: 1.0_f64.to_degrees(), unit: "°" }
            }
            Slip::Speed => {
                let (scale, unit) = units.speed(1.0);
                Self { name: "F", slip: unit, scale, unit }
            }
        }
    }
}

fn says(units: Units, tyre: &TyreCurves, curve: &Curve, about: &About) -> String {
    let (force, unit) = units.force(curve.now[1]);
    let (name, slip) = (about.name, about.scale * curve.now[0]);
    let peak = curve.peak.map_or_else(String::new, |[at, most]| {
        let (most, at) = (units.force(most).0, about.scale * at);
        format!("; peak {most:.0} {unit} at {at:.2} {}", about.unit)
    });
    format!("tyre curve {}: {name} {force:.0} {unit} at {slip:.2} {}{peak}", tyre.name, about.unit)
}

fn draw(ui: &mut Ui, size: Vec2, units: Units, tyre: &TyreCurves, curve: &Curve) {
    let about = &About::new(units, curve);
    let (response, painter) = look::picture(ui, size, || says(units, tyre, curve, about));
    let unit = units.force(0.0).1;
    let point = |[slip, force]: [f64; 2]| [about.scale * slip, units.force(force).0];
    let range = about.scale * curve.range;
    let forces = curve.pure.iter().chain([&curve.now]).map(|force| point(*force)[1]);
    let diagram = Diagram::new(&painter, response.rect, [-range, range], Diagram::span(forces));
    diagram.axes(about.slip, &format!("{} {}, {unit}", short(tyre.name), about.name));
    diagram.line(curve.pure.iter().map(|own| point(*own)), Stroke::new(1.5, PURE));
    diagram.line(curve.combined.iter().map(|own| point(*own)), Stroke::new(1.8, COMBINED));
    if let Some(peak) = curve.peak {
        let place = point(peak);
        diagram.cross(place, look::NEARLY);
        if size.y > SMALL {
            let text = format!("{:.0} {unit} at {:.1} {}", place[1], place[0], about.unit);
            diagram.text(diagram.place(place) + vec2(0.0, 6.0), Align2::CENTER_TOP, &text, look::NEARLY);
        }
    }
    diagram.point(point(curve.now), look::PLAYER);
    response.on_hover_text(says(units, tyre, curve, about));
}
