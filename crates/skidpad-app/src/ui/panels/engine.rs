//! Torque and power of the engine, and force at the wheels in each gear, with the point where the car is.

use egui::{Align2, Color32, RichText, Stroke, Ui, vec2};
use skidpad_core::units::to_rpm;
use skidpad_world::scene::Scene;

use crate::curves::{EngineCurves, GearLine, engine_curves};
use crate::drive::Entrant;
use crate::ui::diagram::Diagram;
use crate::ui::{Units, look};

/// Heights of both diagrams, points.
const HEIGHTS: [f32; 2] = [210.0, 250.0];
const TORQUE: Color32 = look::FORCE;
const POWER: Color32 = look::SLIP;
const RESISTANCE: Color32 = look::VELOCITY;

/// Draws them; a model without an engine says so.
pub fn engine(ui: &mut Ui, units: Units, player: &Entrant, scene: &Scene) {
    let Some(curves) = engine_curves(player, scene) else {
        ui.label("This model has no engine.");
        return;
    };
    if curves.torque.is_empty() {
        ui.label("This model has no engine speed: it always drives in the best gear.");
    } else {
        torque(ui, units, &curves);
        ui.add_space(6.0);
    }
    force(ui, units, &curves);
}

fn torque_says(units: Units, curves: &EngineCurves) -> String {
    let ((torque, torque_unit), (power, power_unit)) =
        (units.torque(curves.now[1]), units.power(curves.power_w));
    let rpm = to_rpm(curves.now[0]);
    format!("engine curve: {torque:.0} {torque_unit}, {power:.0} {power_unit} at {rpm:.0} rpm")
}

fn torque(ui: &mut Ui, units: Units, curves: &EngineCurves) {
    let size = vec2(ui.available_width(), HEIGHTS[0]);
    let (response, painter) = look::picture(ui, size, || torque_says(units, curves));
    let (torque_unit, power_unit) = (units.torque(0.0).1, units.power(0.0).1);
    let end = 1.06 * to_rpm(curves.torque.last().map_or(curves.redline_rad_s, |point| point[0]));
    let own = |[speed, torque]: [f64; 2]| [to_rpm(speed), units.torque(torque).0];
    let of_power = |[speed, power]: [f64; 2]| [to_rpm(speed), units.power(power).0];
    let all = curves.torque.iter().map(|point| own(*point)[1]).chain([own(curves.now)[1]]);
    let diagram = Diagram::new(&painter, response.rect, [0.0, end], Diagram::span(all));
    diagram.axes("rpm", torque_unit);
    // Power has a scale of its own; both curves end at the same height.
    let highest = |points: &[[f64; 2]]| points.iter().map(|point| point[1]).fold(1e-9, f64::max);
    let share = highest(&curves.torque) / highest(&curves.power);
    let scaled = |[speed, power]: [f64; 2]| own([speed, power * share]);
    for (speed, name, colour) in
        [(curves.idle_rad_s, "idle", look::LINES), (curves.redline_rad_s, "redline", look::TOO_MUCH)]
    {
        diagram.upright(to_rpm(speed), Stroke::new(1.2, colour));
        let place = diagram.place([to_rpm(speed), 0.0]) - vec2(3.0, 2.0);
        let anchor =
            if speed > 0.5 * curves.redline_rad_s { Align2::RIGHT_BOTTOM } else { Align2::LEFT_BOTTOM };
        diagram.text(
            place + vec2(if anchor == Align2::LEFT_BOTTOM { 6.0 } else { 0.0 }, 0.0),
            anchor,
            name,
            colour,
        );
    }
    diagram.line(curves.power.iter().map(|point| scaled(*point)), Stroke::new(1.5, POWER));
    diagram.line(curves.torque.iter().map(|point| own(*point)), Stroke::new(2.0, TORQUE));
    let best = curves.power.iter().max_by(|a, b| a[1].total_cmp(&b[1])).copied().unwrap_or([0.0; 2]);
    diagram.cross(scaled(best), POWER);
    let [rpm, most] = of_power(best);
    let text = format!("{most:.0} {power_unit} at {rpm:.0} rpm");
    diagram.text(diagram.field().right_top() + vec2(0.0, -2.0), Align2::RIGHT_BOTTOM, &text, POWER);
    diagram.point(scaled([curves.now[0], curves.power_w]), POWER);
    diagram.point(own(curves.now), look::PLAYER);
    response.on_hover_text(torque_says(units, curves));
    ui.horizontal_wrapped(|ui| {
        ui.colored_label(TORQUE, RichText::new("— torque at full load").small());
        ui.colored_label(POWER, RichText::new("— power, on its own scale").small());
        ui.colored_label(look::PLAYER, RichText::new("• now").small());
    });
}

fn force_says(units: Units, curves: &EngineCurves) -> String {
    let (resistance, unit) = units.force(curves.resistance_n);
    let gear = match curves.gears[..] {
        [GearLine { gear: 0, .. }] => String::from("the best gear"),
        _ => format!("gear {}", look::gear(curves.gear)),
    };
    match curves.drive {
        Some([speed, force]) => {
            let ((speed, speed_unit), force) = (units.speed(speed), units.force(force).0);
            format!(
                "wheel force: {force:.0} {unit} at {speed:.1} {speed_unit} in {gear}, resistance {resistance:.0} {unit}"
            )
        }
        None => format!("wheel force: {gear}, resistance {resistance:.0} {unit}"),
    }
}

fn force(ui: &mut Ui, units: Units, curves: &EngineCurves) {
    let size = vec2(ui.available_width(), HEIGHTS[1]);
    let (response, painter) = look::picture(ui, size, || force_says(units, curves));
    let (speed_unit, unit) = (units.speed(0.0).1, units.force(0.0).1);
    let own = |[speed, force]: [f64; 2]| [units.speed(speed).0, units.force(force).0];
    let end = curves.resistance.last().map_or(1.0, |point| own(*point)[0]);
    let strongest = curves.gears.iter().flat_map(|line| &line.force).map(|point| own(*point)[1]);
    let forces =
        strongest.chain(curves.drive.map(|now| own(now)[1])).chain([units.force(curves.resistance_n).0]);
    let diagram = Diagram::new(&painter, response.rect, [0.0, end], Diagram::span(forces));
    diagram.axes(speed_unit, &format!("{unit} at the wheels"));
    for line in &curves.gears {
        let is_in = line.gear == 0 || (line.gear as f64 - curves.gear).abs() < 0.5;
        let (width, colour) = if is_in { (2.5, look::PLAYER) } else { (1.3, Color32::from_gray(150)) };
        diagram.line(line.force.iter().map(|point| own(*point)), Stroke::new(width, colour));
        if let Some(best) = line.force.iter().max_by(|a, b| a[1].total_cmp(&b[1])) {
            let place = diagram.place(own(*best)) - vec2(0.0, 2.0);
            let name = if line.gear == 0 { String::new() } else { line.gear.to_string() };
            diagram.text(place, Align2::CENTER_BOTTOM, &name, colour);
        }
    }
    diagram.line(curves.resistance.iter().map(|point| own(*point)), Stroke::new(1.8, RESISTANCE));
    if let Some(now) = curves.drive {
        diagram.point(own(now), look::PLAYER);
    }
    response.on_hover_text(force_says(units, curves));
    ui.horizontal_wrapped(|ui| {
        ui.colored_label(Color32::from_gray(180), RichText::new("— each gear at full load").small());
        ui.colored_label(RESISTANCE, RichText::new("— drag, rolling and slope").small());
        ui.colored_label(look::PLAYER, RichText::new("• drive now").small());
    });
}
