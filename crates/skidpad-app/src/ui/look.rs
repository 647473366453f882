//! Colours and small pictures that several panels share.

use egui::{
    Align, Color32, Label, Layout, Painter, Pos2, Response, Role, Sense, Stroke, Style, TextStyle, Ui, Vec2,
    WidgetInfo, WidgetText,
};

pub use skidpad_world::shown::fixed as figure;

/// The road.
pub const ROAD: Color32 = Color32::from_rgb(52, 55, 60);
/// The player's car.
pub const PLAYER: Color32 = Color32::from_rgb(240, 196, 64);
/// Forces.
pub const FORCE: Color32 = Color32::from_rgb(92, 201, 255);
/// Slip.
pub const SLIP: Color32 = Color32::from_rgb(255, 138, 92);
/// Velocity.
pub const VELOCITY: Color32 = Color32::from_rgb(140, 230, 130);
/// Turning centre.
pub const CENTRE: Color32 = Color32::from_rgb(215, 170, 255);
/// The best lap.
pub const BEST_LAP: Color32 = Color32::from_rgb(255, 150, 220);
/// The run that is raced against.
pub const RIVAL: Color32 = Color32::from_rgb(235, 235, 235);
/// Values beyond a limit.
pub const TOO_MUCH: Color32 = Color32::from_rgb(255, 92, 92);
/// Values near a limit.
pub const NEARLY: Color32 = Color32::from_rgb(255, 205, 84);
/// Values well within a limit.
pub const WELL: Color32 = Color32::from_rgb(120, 210, 120);
/// Values that a model does not compute.
pub const UNKNOWN: Color32 = Color32::from_rgb(150, 150, 150);
/// Lines of a diagram.
pub const LINES: Color32 = Color32::from_rgb(110, 116, 126);

/// The colours of ghosts, in their order: told apart also by who sees no red or green.
const GHOSTS: [Color32; 6] = [
    Color32::from_rgb(86, 180, 233),
    Color32::from_rgb(230, 159, 0),
    Color32::from_rgb(0, 190, 145),
    Color32::from_rgb(204, 121, 167),
    Color32::from_rgb(240, 228, 66),
    Color32::from_rgb(213, 94, 0),
];

/// The colour of an entrant, by its place: 0 is the player.
pub fn colour(entrant: usize) -> Color32 {
    entrant.checked_sub(1).map_or(PLAYER, |ghost| GHOSTS[ghost % GHOSTS.len()])
}

/// A share as it is shown; one that is unknown is no 0.
pub fn percent_or_dash(share: Option<f64>) -> String {
    share.map_or_else(|| String::from("-"), |share| format!("{:.0} %", 100.0 * share))
}

/// The colour of a friction utilisation.
pub fn of_grip(use_of_grip: f64) -> Color32 {
    match use_of_grip {
        over if over >= 1.0 => TOO_MUCH,
        near if near >= 0.85 => NEARLY,
        _ => WELL,
    }
}

/// Size of the smallest letters, points.
pub const SMALL: f32 = 12.0;

/// Makes the smallest letters of all panels and pop-ups as large as [`SMALL`]: egui's own have 9 points.
pub fn readable(ui: &mut Ui) {
    let is_small =
        |style: &Style| style.text_styles.get(&TextStyle::Small).is_none_or(|font| font.size < SMALL);
    let enlarge = |style: &mut Style| {
        style.text_styles.values_mut().for_each(|font| font.size = font.size.max(SMALL));
    };
    if is_small(&ui.ctx().global_style()) {
        ui.ctx().all_styles_mut(enlarge);
    }
    if is_small(ui.style()) {
        enlarge(ui.style_mut());
    }
}

/// A number as a coordinate of the screen; what is no number, or far out, is brought back.
pub fn coordinate(number: f64) -> f32 {
    if number.is_nan() { 0.0 } else { number.clamp(-1e5, 1e5) as f32 }
}

/// A text in room of its own, which it neither leaves nor widens: what stands beside it keeps its place whatever it says.
pub fn cell(ui: &mut Ui, width: f32, text: impl Into<WidgetText>) -> Response {
    let size = Vec2::new(width, ui.spacing().interact_size.y);
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_size(size);
        ui.add(Label::new(text).truncate())
    })
    .inner
}

/// Room for a picture that says to a screen reader what it shows.
pub fn picture(ui: &mut Ui, size: Vec2, says: impl Fn() -> String) -> (Response, Painter) {
    let (response, painter) = ui.allocate_painter(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, says()));
    (response, painter)
}

/// An arrow with a head of its own size; a short one has none.
pub fn arrow(painter: &Painter, from: Pos2, to: Pos2, stroke: Stroke) {
    let way = to - from;
    let length = way.length();
    if !length.is_finite() || length < 1.5 {
        return;
    }
    painter.line_segment([from, to], stroke);
    let (along, head) = (way / length, (0.35 * length).min(9.0));
    for side in [0.5, -0.5] {
        let aside = Vec2::new(-along.y, along.x) * side;
        painter.line_segment([to, to - (along - aside) * head], stroke);
    }
}

/// Sense of a picture that is pointed at. It takes no focus: whatever the pointer does there a key or a button does,
/// too, and on the way past it by Tab the arrow keys and the space bar are still the car's.
pub fn pointed() -> Sense {
    Sense::CLICK | Sense::DRAG
}

/// A gear by the letter of the lever, or its number.
pub fn gear(gear: f64) -> String {
    match gear.round() {
        gear if gear < 0.0 => String::from("R"),
        gear if gear > 0.0 => gear.to_string(),
        _ => String::from("N"),
    }
}
