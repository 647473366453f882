//! Neutral and reverse, said over the road: who expects to drive forwards looks there.

use egui::accesskit::Live;
use egui::{Align2, Color32, Rect, RichText, Ui, UiBuilder, vec2};
use skidpad_core::controls::Gear;

use crate::ui::look;

/// Size, points, and distance from the upper edge.
const SIZE: [f32; 2] = [116.0, 28.0];
const GAP: f32 = 8.0;

/// The letter and the word of a gear that does not drive forwards.
pub fn words(gear: Gear) -> Option<&'static str> {
    match gear {
        Gear::Reverse => Some("R  Reverse"),
        Gear::Neutral => Some("N  Neutral"),
        Gear::Forward(_) | Gear::Automatic => None,
    }
}

/// Shows a selected gear that does not drive forwards, and has a screen reader say it.
pub fn show(ui: &mut Ui, plan: Rect, selected: Option<Gear>) {
    let Some(words) = selected.and_then(words) else { return };
    let rect = Align2::CENTER_TOP.align_size_within_rect(SIZE.into(), plan.translate(vec2(0.0, GAP)));
    ui.painter_at(plan).rect_filled(rect, 4.0, Color32::from_black_alpha(190));
    ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
        ui.centered_and_justified(|ui| {
            let text = RichText::new(words).size(18.0).strong().color(look::NEARLY);
            let label = ui.add(egui::Label::new(text).selectable(false));
            ui.ctx().accesskit_node_builder(label.id, |node| node.set_live(Live::Polite));
        });
    });
}
