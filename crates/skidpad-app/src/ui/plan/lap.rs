//! Times of the lap: over the top view, below the map. In the bar they would take another row as soon as somebody
//! drives over the start line, and the road would jump.

use egui::{Align2, Color32, FontId, Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use skidpad_world::laps::Laps;
use skidpad_world::scene::Scene;

use crate::ui::look;

/// Size, points, and height of a line.
const SIZE: [f32; 2] = [104.0, 58.0];
const LINE: f32 = 17.0;
const GAP: f32 = 4.0;

/// Shows the lap under way and the best, with the upper right corner of the box below a place.
pub fn show(ui: &Ui, corner: Pos2, scene: &Scene, laps: &Laps) {
    let Some(lines) = lines(scene, laps) else { return };
    let rect = Rect::from_min_size(corner + vec2(-SIZE[0], GAP), SIZE.into());
    let response = ui.interact(rect, ui.scope_id().with("lap"), Sense::hover());
    let says = || lines.iter().map(|(name, time)| format!("{name} {time}")).collect::<Vec<_>>().join(", ");
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, says()));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, Color32::from_black_alpha(150));
    for (row, (name, time)) in lines.iter().enumerate() {
        let top = rect.top() + 3.0 + LINE * row as f32;
        let text = |x: f32, anchor: Align2, text: &str, colour: Color32| {
            painter.text(pos2(x, top), anchor, text, FontId::proportional(13.0), colour);
        };
        text(rect.left() + 6.0, Align2::LEFT_TOP, name, Color32::from_gray(170));
        let colour = if *name == "Best" { look::BEST_LAP } else { Color32::WHITE };
        text(rect.right() - 6.0, Align2::RIGHT_TOP, time, colour);
    }
}

/// Names and times; `None` where no lap is timed. The course is a part of every place on the proving ground: elsewhere
/// there is a time once somebody drives there.
fn lines(scene: &Scene, laps: &Laps) -> Option<[(&'static str, String); 3]> {
    let is_timed = scene.name == "course"
        || scene.ground.track().is_some()
        || laps.time_s().is_some()
        || laps.best().is_some();
    let dash = || String::from("-");
    let seconds = |time_s: Option<f64>| time_s.map_or_else(dash, |time_s| format!("{time_s:.2} s"));
    let delta = laps.delta_s().map_or_else(dash, |delta_s| format!("{delta_s:+.2} s"));
    let best = laps.best().map(|best| best.time_s);
    is_timed.then(|| [("Lap", seconds(laps.time_s())), ("Delta", delta), ("Best", seconds(best))])
}
