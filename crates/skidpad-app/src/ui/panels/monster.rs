//! Monster's list, in his words.

use egui::{Grid, Ui};

use super::ask::ask;
use crate::drive::Drive;
use crate::tread::{heading_rad, turned};
use crate::ui::Units;
use crate::ui::look::figure;

/// A name, a value as it is shown, and the channel that it comes from.
type Line = (&'static str, String, &'static str);

fn angle(rad: f64) -> String {
    format!("{}°", figure(rad.to_degrees(), 2))
}

/// The lines. An angle that the model does not know has none.
fn lines(units: Units, drive: &Drive) -> Vec<Line> {
    let (player, seen) = (drive.player(), drive.player().seen());
    let heading = heading_rad(&player.drawn(1.0));
    let slip = |axle: &str| {
        let own = seen.get(&format!("{axle}_slip_angle_rad"));
        let side = |side: &str| seen.get(&format!("{axle}_{side}_slip_angle_rad"));
        let mean = || Some(0.5 * (side("left")? + side("right")?));
        own.or_else(mean).map_or_else(|| String::from("-"), angle)
    };
    let velocity = |[x, y]: [f64; 2]| {
        let ((x, unit), (y, _)) = (units.speed(x), units.speed(y));
        format!("{}, {} {unit}", figure(x, 1), figure(y, 1))
    };
    vec![
        ("steering angle", angle(seen.front_steer_rad()), "front_steer_rad"),
        ("sideslip angle", angle(seen.sideslip_rad()), "sideslip_rad"),
        ("rotation angle", angle(heading), "yaw_rad"),
        ("slip angle front", slip("front"), "front_slip_angle_rad"),
        ("slip angle rear", slip("rear"), "rear_slip_angle_rad"),
        ("velocity, car's frame", velocity(seen.velocity_m_s()), "velocity_x_m_s"),
        ("velocity, world", velocity(turned(seen.velocity_m_s(), heading)), "velocity_x_m_s"),
        ("yaw rate", format!("{}/s", angle(seen.yaw_rate_rad_s())), "yaw_rate_rad_s"),
    ]
}

/// Shows them.
pub fn monster(ui: &mut Ui, units: Units, drive: &Drive) {
    Grid::new("motion").num_columns(2).striped(true).show(ui, |ui| {
        for (name, value, channel) in lines(units, drive) {
            ask(ui.label(name), drive, channel);
            ask(ui.monospace(value), drive, channel);
            ui.end_row();
        }
    });
}
