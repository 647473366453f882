//! Lamps below the dial, and a switch for each assist.

use egui::accesskit::Live;
use egui::{Align2, Area, Color32, Frame, Id, Rect, RichText, Stroke, Ui, vec2};

use crate::choice::ChoiceError;
use crate::drive::Entrant;
use crate::lamps::{Assist, Light, lamps, switched};
use crate::ui::look;
use crate::ui::request::Request;

/// Size of a lamp, points.
const LAMP: f32 = 14.0;

/// A row of lamps with a switch for each assist, and below it what is wrong. Returns the car with an assist switched.
pub fn row(ui: &mut Ui, player: &Entrant) -> Option<Result<Request, ChoiceError>> {
    let lamps = lamps(player);
    let mut asked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for assist in &lamps.assists {
            let name = assist.name;
            let (says, colour) = match assist.light {
                Light::Off => ("off", Color32::from_gray(30)),
                Light::Ready => ("ready", Color32::from_rgb(98, 78, 28)),
                Light::Acts => ("active", look::NEARLY),
            };
            lamp(ui, &format!("lamp {name}: {says}"), colour);
            asked = asked.take().or(switch(ui, player, assist));
            ui.add_space(4.0);
        }
        if lamps.airborne {
            lamp(ui, "lamp airborne: lit", look::NEARLY);
            ui.colored_label(look::NEARLY, "AIRBORNE");
        }
        if lamps.redline {
            lamp(ui, "lamp redline: lit", look::TOO_MUCH);
            let redline = ui.colored_label(look::TOO_MUCH, "REDLINE");
            ui.ctx().accesskit_node_builder(redline.id, |node| node.set_live(Live::Polite));
        }
    });
    trouble(ui, player);
    asked
}

/// Fault of the car, if there is one: a screen reader says it at once.
pub fn trouble(ui: &mut Ui, player: &Entrant) {
    if let Some(trouble) = lamps(player).trouble {
        let line = ui.colored_label(look::TOO_MUCH, RichText::new(trouble).strong());
        ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(Live::Assertive));
    }
}

/// Distance of what is wrong from the upper edge of the top view, points: below the gear.
const BELOW_GEAR: f32 = 42.0;

/// Fault of the car over the top view of a small window: in a bar it would take room, and the road would jump.
pub fn trouble_over(ui: &Ui, plan: Rect, player: &Entrant) {
    if lamps(player).trouble.is_none() {
        return;
    }
    let at = plan.center_top() + vec2(0.0, BELOW_GEAR);
    let area = Area::new(Id::unique("trouble")).pivot(Align2::CENTER_TOP).fixed_pos(at);
    area.constrain_to(plan).interactable(false).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| trouble(ui, player));
    });
}

fn lamp(ui: &mut Ui, says: &str, colour: Color32) {
    let (response, painter) = look::picture(ui, vec2(LAMP, LAMP), || says.to_owned());
    painter.circle(response.rect.center(), 0.36 * LAMP, colour, Stroke::new(1.0, look::LINES));
    response.on_hover_text(says);
}

/// Switches an assist of the car that is driven, which continues as it is.
fn switch(ui: &mut Ui, player: &Entrant, assist: &Assist) -> Option<Result<Request, ChoiceError>> {
    let mut is_on = assist.light != Light::Off;
    let is_switched = ui.checkbox(&mut is_on, assist.name).on_hover_text(assist.about).changed();
    is_switched.then(|| {
        let car = switched(player.choice(), assist.path, is_on);
        car.map(Request::Tune).map_err(ChoiceError::Vehicle)
    })
}
