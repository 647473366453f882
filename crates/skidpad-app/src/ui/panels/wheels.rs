//! The table of wheels.

use egui::{Grid, RichText, Ui};
use skidpad_core::units::to_rpm;
use skidpad_world::channel::{ChannelHandle, WheelChannels};
use skidpad_world::scene::Scene;

use super::ask::ask;
use crate::drive::Entrant;
use crate::tread::{Tread, treads};
use crate::ui::look::figure;
use crate::ui::{Units, look};

/// Least height of a row, points: all of the tab is seen in a window of 1280 x 860.
const ROW: f32 = 15.0;

/// A row for each quantity, a column for each tyre: that fits beside the plan.
pub fn wheels(ui: &mut Ui, units: Units, player: &Entrant, scene: &Scene) {
    let (treads, seen) = (treads(player), player.seen());
    if treads.is_empty() {
        ui.label("This model has no tyres.");
        return;
    }
    let grid = Grid::new("wheels").num_columns(treads.len() + 1).striped(true);
    grid.min_row_height(ROW).spacing([8.0, 2.0]).show(ui, |ui| {
        ui.label("");
        treads.iter().for_each(|tread| {
            ui.label(RichText::new(short(tread.name)).strong()).on_hover_text(tread.name);
        });
        ui.end_row();
        for (name, text, quantity) in rows(units) {
            ui.label(name.as_str());
            treads.iter().for_each(|tread| {
                let known = quantity(tread.channels(&seen));
                // Off the ground there is no slip to be named: it goes to infinity where the hub stands still.
                let has_it = known.is_some() && !(tread.is_off_ground && name.starts_with("slip"));
                let text = if has_it { text(tread) } else { String::from("-") };
                let label = ui.label(RichText::new(text).monospace().size(look::SMALL));
                if let Some(channel) = known {
                    ask(label, player, scene, channel.name());
                }
            });
            ui.end_row();
        }
        ui.label("friction utilisation").on_hover_text("Force over the largest force in its direction");
        for tread in &treads {
            let share = look::percent_or_dash(tread.wheel.use_of_grip);
            let colour = tread.strain(&seen).map_or(look::UNKNOWN, look::of_grip);
            let text = RichText::new(share).monospace().size(look::SMALL);
            let label = ui.label(text.color(colour));
            if let Some(channel) = tread.channels(&seen).friction_utilisation {
                ask(label, player, scene, channel.name());
            }
        }
        ui.end_row();
    });
}

/// Channel of a quantity of a wheel; `None` where the model does not have it.
type Quantity = fn(&WheelChannels) -> Option<ChannelHandle>;

/// A name, the text for a tyre, and the quantity.
type Row = (String, Box<dyn Fn(&Tread) -> String>, Quantity);

fn rows(units: Units) -> Vec<Row> {
    let force = move |of: fn(&Tread) -> f64| -> Box<dyn Fn(&Tread) -> String> {
        Box::new(move |tread| figure(units.force(of(tread)).0, 0))
    };
    let unit = units.force(0.0).1;
    vec![
        (format!("load, {unit}"), force(|tread| tread.wheel.load_n), |wheel| wheel.load),
        (String::from("spin, rpm"), Box::new(|tread| figure(to_rpm(tread.wheel.spin_rad_s), 0)), |wheel| {
            wheel.spin
        }),
        (String::from("slip ratio, %"), Box::new(|tread| figure(100.0 * tread.wheel.slip, 1)), |wheel| {
            wheel.slip
        }),
        (
            String::from("slip angle, °"),
            Box::new(|tread| figure(tread.wheel.slip_angle_rad.to_degrees(), 2)),
            |wheel| wheel.slip_angle,
        ),
        (format!("Fx, {unit}"), force(|tread| tread.wheel.force_x_n), |wheel| wheel.force_x),
        (format!("Fy, {unit}"), force(|tread| tread.wheel.force_y_n), |wheel| wheel.force_y),
    ]
}

/// The first letters of a tyre's name: FL.
pub(super) fn short(name: &str) -> String {
    name.split(' ').filter_map(|word| word.chars().next()).map(|first| first.to_ascii_uppercase()).collect()
}
