//! Palmer's Car Simulator, laid out as his: the picture above, modes and buttons to the left, fields to the right, the
//! message line below.

use egui::accesskit::Live;
use egui::{Color32, Grid, Key, Painter, Pos2, Rect, RichText, Shape, Stroke, Ui, pos2, vec2};
use skidpad_texts::palmer::{BLOWN_RPM, DriveMode, Message};

use crate::palmer::{Palmer, Press, stage, texts};
use crate::ui::keys::Focus;
use crate::ui::{Units, look};

/// Points to one of his pixels, at most.
const LARGEST_SCALE: f32 = 4.0;
/// Width of a button, points.
const BUTTON: [f32; 2] = [120.0, 24.0];

/// Keys, what they press, and how it is told.
pub const KEYS: [(Key, Press, &str); 11] = [
    (Key::Num1, Press::Mode(DriveMode::Accelerate), "1"),
    (Key::Num2, Press::Mode(DriveMode::Cruise), "2"),
    (Key::Num3, Press::Mode(DriveMode::Brake), "3"),
    (Key::G, Press::Start, "G"),
    (Key::E, Press::ShiftUp, "E"),
    (Key::Q, Press::ShiftDown, "Q"),
    (Key::PageUp, Press::ShiftUp, "Page Up"),
    (Key::PageDown, Press::ShiftDown, "Page Down"),
    (Key::S, Press::Stop, "S"),
    (Key::R, Press::Reset, "R"),
    (Key::A, Press::Automatic, "A"),
];

/// Help for the arrow keys.
const ARROWS: &str = "Arrow keys: up accelerates and starts, down brakes, right and left shift; C: top view";

/// Does what the keys of a frame press, in their order; a key that is held presses once.
pub fn keys(ui: &Ui, palmer: &mut Palmer) {
    // A control that has the focus needs the arrow keys itself.
    let drives = Focus::new(ui.ctx()) == Focus::Car;
    let pressed: Vec<_> = ui.input(|input| {
        let found = |event: &egui::Event| match event {
            egui::Event::Key { key, pressed, repeat: false, modifiers, .. } if modifiers.is_none() => {
                Some((*key, *pressed))
            }
            _ => None,
        };
        input.events.iter().filter_map(found).collect()
    });
    for (key, is_down) in pressed {
        if drives {
            arrow(key, is_down, palmer);
        }
        if let Some((_, press, _)) = KEYS.iter().find(|(known, ..)| is_down && *known == key) {
            palmer.press(*press);
        }
    }
}

/// The arrow keys as pedals and shift lever. He has buttons that stay down instead: Accelerate while the up arrow is held,
/// Brake while the down arrow is, and Cruise, the speed held, once it is released.
fn arrow(key: Key, is_down: bool, palmer: &mut Palmer) {
    let held = match key {
        Key::ArrowUp => DriveMode::Accelerate,
        Key::ArrowDown => DriveMode::Brake,
        Key::ArrowRight if is_down => return palmer.press(Press::ShiftUp),
        Key::ArrowLeft if is_down => return palmer.press(Press::ShiftDown),
        _ => return,
    };
    if is_down {
        palmer.press(Press::Mode(held));
    } else if palmer.car().mode == held {
        palmer.press(Press::Mode(DriveMode::Cruise));
    }
    // The first press of the accelerator starts the car. A blown engine stays as it is.
    let is_new = !palmer.car().is_running() && palmer.car().engine_rpm() <= BLOWN_RPM;
    if is_down && held == DriveMode::Accelerate && is_new {
        palmer.press(Press::Start);
    }
}

/// Draws it, and does what is pressed.
pub fn palmer(ui: &mut Ui, units: Units, palmer: &mut Palmer) {
    picture(ui, palmer);
    ui.add_space(8.0);
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| buttons(ui, palmer));
        ui.add_space(40.0);
        ui.vertical(|ui| fields(ui, units, palmer));
        ui.add_space(40.0);
        super::pull::pull(ui, units, palmer);
    });
    ui.separator();
    message(ui, palmer.car().message());
    ui.label(ARROWS);
    ui.separator();
    notes(ui);
}

fn hint(press: Press, palmer: &Palmer) -> String {
    let key = KEYS.iter().find(|(_, other, _)| *other == press).map_or("none", |(.., key)| key);
    format!("{} (key: {key})", texts::hint(press, palmer))
}

fn buttons(ui: &mut Ui, palmer: &mut Palmer) {
    for mode in Press::MODES {
        let press = Press::Mode(mode);
        let radio = ui.radio(palmer.car().mode == mode, texts::name(press));
        if radio.on_hover_text(hint(press, palmer)).clicked() {
            palmer.press(press);
        }
    }
    ui.add_space(6.0);
    for press in Press::BUTTONS {
        let button = ui.add_sized(BUTTON, egui::Button::new(texts::name(press)));
        if button.on_hover_text(hint(press, palmer)).clicked() {
            palmer.press(press);
        }
    }
    ui.add_space(6.0);
    let mut is_automatic = palmer.is_automatic();
    let check = ui.checkbox(&mut is_automatic, texts::name(Press::Automatic));
    if check.on_hover_text(hint(Press::Automatic, palmer)).changed() {
        palmer.press(Press::Automatic);
    }
}

fn fields(ui: &mut Ui, units: Units, palmer: &Palmer) {
    let car = palmer.car();
    let fields = texts::fields(car, units.speed(car.speed_m_s()), units.length(car.distance_m()));
    Grid::new("fields").num_columns(2).spacing([24.0, 10.0]).show(ui, |ui| {
        for (name, value) in fields {
            let colour = if name == "Engine" { of_message(car.message()) } else { None };
            let origin = texts::origin(name);
            let name = ui.label(RichText::new(name).size(16.0)).on_hover_text(origin);
            let value = RichText::new(value).monospace().size(18.0).strong();
            let value = colour.map_or(value.clone(), |colour| value.color(colour));
            ui.label(value).labelled_by(name.id).on_hover_text(origin);
            ui.end_row();
        }
    });
}

fn of_message(message: Message) -> Option<Color32> {
    match message {
        Message::None => None,
        Message::OverRedline => Some(look::NEARLY),
        Message::BlownEngine => Some(look::TOO_MUCH),
    }
}

/// The message line, which screen readers say when it changes; it keeps its room when it is empty.
fn message(ui: &mut Ui, message: Message) {
    let colour = of_message(message).unwrap_or(look::NEARLY);
    let text = RichText::new(texts::message(message)).size(18.0).color(colour);
    let line = ui.horizontal(|ui| {
        ui.set_min_height(26.0);
        ui.label(text)
    });
    ui.ctx().accesskit_node_builder(line.inner.id, |node| node.set_live(Live::Assertive));
}

fn notes(ui: &mut Ui) {
    egui::CollapsingHeader::new("Differences from a real car").default_open(true).show(ui, |ui| {
        for note in texts::NOTES {
            ui.label(note);
        }
    });
}

/// His pixels on the screen.
struct Place {
    corner: Pos2,
    scale: f32,
}

impl Place {
    fn at(&self, [x, y]: [f64; 2]) -> Pos2 {
        self.corner + self.scale * vec2(look::coordinate(x), look::coordinate(y))
    }

    fn outline(&self, painter: &Painter, points: &[[f64; 2]], colour: Color32) {
        let points = points.iter().map(|point| self.at(*point)).collect();
        painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
    }
}

/// The car, which stands still, and the markers above it.
fn picture(ui: &mut Ui, palmer: &Palmer) {
    let size = vec2(stage::SIZE_PX[0] as f32, stage::SIZE_PX[1] as f32);
    let scale = (ui.available_width() / size.x).clamp(0.1, LARGEST_SCALE);
    let (response, painter) = look::picture(ui, scale * size, || stage::says(palmer.car()));
    let painter = painter.with_clip_rect(response.rect.intersect(painter.clip_rect()));
    let place = Place { corner: response.rect.min, scale };
    painter.rect_filled(response.rect, 4.0, Color32::from_rgb(142, 178, 206));
    let road = Rect::from_min_max(place.at([0.0, stage::GROUND_PX]), response.rect.max);
    painter.rect_filled(road, 0.0, look::ROAD);
    for [left, top, right, bottom] in stage::markers(palmer.car()) {
        let marker = Rect::from_min_max(place.at([left, top]), place.at([right, bottom]));
        painter.rect_filled(marker, 0.0, Color32::from_rgb(30, 60, 150));
    }
    for part in stage::body() {
        place.outline(&painter, &part, look::PLAYER.gamma_multiply(0.9));
    }
    place.outline(&painter, &stage::glass(), Color32::from_rgb(46, 50, 58));
    let (middles, radius) = stage::wheels();
    for middle in middles {
        let radius = scale * radius as f32;
        painter.circle_filled(place.at(middle), radius, Color32::from_gray(18));
        painter.circle_filled(place.at(middle), 0.55 * radius, Color32::from_gray(170));
    }
    painter.text(
        pos2(response.rect.right() - 6.0, response.rect.bottom() - 4.0),
        egui::Align2::RIGHT_BOTTOM,
        format!("{:.0} pixels per metre", stage::PIXELS_PER_METRE),
        egui::FontId::proportional(look::SMALL),
        Color32::from_gray(200),
    );
}
