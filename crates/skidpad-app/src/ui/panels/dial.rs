//! Speed, engine speed, gear.

use core::f32::consts::PI;

use egui::{Align2, Color32, FontId, Painter, Pos2, RichText, Stroke, Ui, Vec2, vec2};
use skidpad_core::controls::Gear;
use skidpad_core::units;

use crate::drive::Entrant;
use crate::ui::{Units, look};

/// Size, points.
const SIZE: Vec2 = vec2(320.0, 166.0);
const RADIUS: f32 = 70.0;
/// The dial begins at the lower left and goes on clockwise: angles of the screen, y down.
const FROM: f32 = 0.8 * PI;
const OVER: f32 = 1.4 * PI;

/// Engine speeds on the dial, rpm.
struct Tachometer {
    rpm: f64,
    shift_up: f64,
    redline: f64,
    end: f64,
}

fn engine(player: &Entrant) -> Option<Tachometer> {
    let rpm = units::to_rpm(player.seen().engine_rad_s()?);
    let vehicle = &player.choice().vehicle.as_ref()?.1;
    let (engine, shift) = (vehicle.engine(), vehicle.shift());
    let redline = units::to_rpm(engine.redline_rad_s);
    let shift_up = units::to_rpm(shift.shift_up_rad_s).min(redline);
    let end = (1.08 * units::to_rpm(engine.limiter_rad_s).max(redline) / 1000.0).ceil() * 1000.0;
    Some(Tachometer { rpm, shift_up: shift_up.min(0.94 * redline), redline, end })
}

/// Letter or number of a selected gear: D with the gear that is in, N, R, or a chosen gear's number; of a model without
/// gears the direction alone.
fn gear(selected: Option<Gear>, player: &Entrant) -> String {
    match (selected, player.seen().gear()) {
        (None, _) => String::new(),
        (Some(Gear::Reverse), _) => String::from("R"),
        (Some(Gear::Neutral), _) => String::from("N"),
        (Some(Gear::Forward(gear)), Some(_)) => gear.to_string(),
        // The box may still be on its way out of reverse.
        (Some(Gear::Automatic), Some(gear)) if gear > 0.0 => format!("D{}", look::gear(gear)),
        (Some(Gear::Automatic | Gear::Forward(_)), _) => String::from("D"),
    }
}

/// N and R in words: who expects to drive forwards must see that he will not.
fn gear_word(selected: Option<Gear>) -> Option<&'static str> {
    match selected? {
        Gear::Reverse => Some("reverse"),
        Gear::Neutral => Some("neutral"),
        _ => None,
    }
}

/// Room for speed and gear in a line, points.
const SPEED: f32 = 82.0;

/// Speed and gear in a line, for where there is no room for the dial.
pub fn speed(ui: &mut Ui, units: Units, player: &Entrant, selected: Option<Gear>) {
    let (speed, unit) = units.speed(player.seen().speed_m_s());
    let text = format!("{speed:.0} {unit}  {}", gear(selected, player));
    look::cell(ui, SPEED, RichText::new(text).strong());
}

/// Draws them, of a car with a selected gear.
pub fn dial(ui: &mut Ui, units: Units, player: &Entrant, selected: Option<Gear>) {
    let (speed, unit) = units.speed(player.seen().speed_m_s());
    let (engine, gear) = (engine(player), gear(selected, player));
    let word = gear_word(selected).map_or_else(String::new, |word| format!(", {word}"));
    let in_gear = if gear.is_empty() { String::new() } else { format!(", gear {gear}{word}") };
    let says = || match &engine {
        Some(engine) => format!("dial: speed {speed:.1} {unit}{in_gear}, engine {:.0} rpm", engine.rpm),
        None => format!("dial: speed {speed:.1} {unit}{in_gear}"),
    };
    let size = vec2(SIZE.x.min(ui.available_width()), SIZE.y);
    let (response, painter) = look::picture(ui, size, says);
    let middle = response.rect.left_top() + vec2(84.0, 90.0);
    let white = Color32::from_gray(235);
    if let Some(engine) = &engine {
        scale(&painter, middle, engine);
        needle(&painter, middle, engine);
        let rpm = format!("{:.0} rpm", engine.rpm);
        painter.text(middle + vec2(0.0, 46.0), Align2::CENTER_CENTER, rpm, FontId::proportional(13.0), white);
    }
    painter.text(
        middle + vec2(0.0, 66.0),
        Align2::CENTER_CENTER,
        gear_word(selected).map_or(gear.clone(), |word| format!("{gear} {word}")),
        FontId::proportional(20.0),
        look::NEARLY,
    );
    let right = response.rect.left_top() + vec2(250.0, 76.0);
    painter.text(right, Align2::CENTER_CENTER, format!("{speed:.1}"), FontId::proportional(46.0), white);
    painter.text(right + vec2(0.0, 36.0), Align2::CENTER_CENTER, unit, FontId::proportional(15.0), white);
    advice(&painter, right + vec2(0.0, 62.0), engine.as_ref());
}

fn place(middle: Pos2, share: f64, radius: f32) -> Pos2 {
    let angle = FROM + OVER * look::coordinate(share).clamp(0.0, 1.0);
    middle + radius * vec2(angle.cos(), angle.sin())
}

fn arc(painter: &Painter, middle: Pos2, [from, to]: [f64; 2], stroke: Stroke) {
    let points = (0..=40).map(|step| place(middle, from + (to - from) * f64::from(step) / 40.0, RADIUS));
    painter.line(points.collect(), stroke);
}

fn scale(painter: &Painter, middle: Pos2, engine: &Tachometer) {
    let share = |rpm: f64| rpm / engine.end;
    arc(painter, middle, [0.0, share(engine.shift_up)], Stroke::new(4.0, look::LINES));
    arc(painter, middle, [share(engine.shift_up), share(engine.redline)], Stroke::new(6.0, look::NEARLY));
    arc(painter, middle, [share(engine.redline), 1.0], Stroke::new(6.0, look::TOO_MUCH));
    let thousands = (engine.end / 1000.0) as u32;
    let every = thousands.div_ceil(10).max(1);
    for number in (0..=thousands).filter(|number| number % every == 0) {
        let at = share(1000.0 * f64::from(number));
        let line = [place(middle, at, RADIUS - 5.0), place(middle, at, RADIUS - 11.0)];
        painter.line_segment(line, Stroke::new(1.5, Color32::from_gray(190)));
        let grey = Color32::from_gray(190);
        let text = number.to_string();
        painter.text(
            place(middle, at, RADIUS - 20.0),
            Align2::CENTER_CENTER,
            text,
            FontId::proportional(look::SMALL),
            grey,
        );
    }
}

fn needle(painter: &Painter, middle: Pos2, engine: &Tachometer) {
    let colour = if engine.rpm >= engine.redline { look::TOO_MUCH } else { Color32::WHITE };
    let tip = place(middle, engine.rpm / engine.end, RADIUS - 8.0);
    painter.line_segment([middle, tip], Stroke::new(2.5, colour));
    painter.circle_filled(middle, 4.0, colour);
}

/// That it is beyond the redline, the lamps say.
fn advice(painter: &Painter, place: Pos2, engine: Option<&Tachometer>) {
    if engine.is_some_and(|engine| (engine.shift_up..engine.redline).contains(&engine.rpm)) {
        painter.text(place, Align2::CENTER_CENTER, "SHIFT UP", FontId::proportional(16.0), look::NEARLY);
    }
}
