//! Where a number comes from, told where the pointer rests on it.

use egui::{Response, RichText};
use skidpad_world::scene::Scene;

use crate::drive::Entrant;
use crate::explain::{Live, explain};
use crate::felt::felt;

/// Lets a number of the player's car be asked for its equation, its source and its live terms.
pub fn ask(response: Response, player: &Entrant, scene: &Scene, channel: &str) {
    let Some(explanation) = explain(player.choice().model, channel) else {
        return;
    };
    response.on_hover_ui(|ui| {
        let surface = felt(player, scene);
        let live = Live { seen: player.seen(), choice: player.choice(), surface: &surface };
        ui.strong(format!("{channel} = {}", explanation.equation));
        ui.label(RichText::new(explanation.source).small().weak());
        for term in explanation.live(&live) {
            ui.monospace(format!("{} = {:.4} {}", term.name, term.value, term.unit));
        }
    });
}
