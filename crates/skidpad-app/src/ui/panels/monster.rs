//! The list that Monster's demo shows, in his words, with heading and yaw rate.

use egui::{Grid, Ui};

use super::ask::ask;
use skidpad_texts::monster_turning::{MonsterMotion, rotation_angle};
use skidpad_world::channel::WheelSet;
use skidpad_world::scene::Scene;

use crate::drive::Entrant;
use crate::tread::{heading_rad, turned};
use crate::ui::Units;
use crate::ui::look::figure;

/// Least height of a row, points: all of the tab is seen in a window of 1280 x 860.
const ROW: f32 = 15.0;

/// A name, a value as it is shown, and the channel that it comes from.
type Line = (&'static str, String, &'static str);

fn angle(rad: f64) -> String {
    format!("{}°", figure(rad.to_degrees(), 2))
}

/// Text of a number; a dash where the model does not compute it.
fn known(number: Option<f64>, text: impl Fn(f64) -> String) -> String {
    number.map_or_else(|| String::from("-"), text)
}

/// The rotation angle, rad; `None` for a model without a yaw rate, and for a car that is no vehicle and has no wheelbase
/// by that name.
fn rotation_rad(player: &Entrant) -> Option<f64> {
    let wheelbase_m = player.choice().vehicle.as_ref()?.1.body().wheelbase_m;
    let seen = player.seen();
    let [vx_m_s, vy_m_s] = seen.velocity_m_s();
    let motion = MonsterMotion { vx_m_s, vy_m_s, yaw_rate_rad_s: seen.find(seen.channels().car.yaw_rate)? };
    Some(rotation_angle(&motion, wheelbase_m))
}

/// The lines.
fn lines(units: Units, player: &Entrant) -> Vec<Line> {
    let seen = player.seen();
    let heading = heading_rad(&player.drawn(1.0));
    let channels = seen.channels();
    let slip = |axle: usize| {
        let mean = || match &channels.wheels {
            WheelSet::Four(wheels) => {
                let [left, right] = [2 * axle, 2 * axle + 1].map(|wheel| seen.find(wheels[wheel].slip_angle));
                Some(0.5 * (left? + right?))
            }
            _ => None,
        };
        known(seen.find(channels.axles[axle].slip_angle).or_else(mean), angle)
    };
    let unit = units.speed(0.0).1;
    let speed = |number: Option<f64>| known(number, |m_s| figure(units.speed(m_s).0, 1));
    let lateral = seen.find(channels.car.velocity_y);
    let [forwards, _] = seen.velocity_m_s();
    let own = format!("{}, {} {unit}", speed(Some(forwards)), speed(lateral));
    let [x, y] = turned(seen.heading_velocity_m_s(), heading);
    let world = format!("{}, {} {unit}", speed(Some(x)), speed(Some(y)));
    // A model that does not steer still has the driver's command in its row.
    let steers = player.choice().model.abilities.steers;
    let steer = seen.find(channels.car.front_steer).filter(|_| steers);
    vec![
        ("steering angle", known(steer, angle), "front_steer_rad"),
        ("sideslip angle", known(seen.find(channels.car.sideslip), angle), "sideslip_rad"),
        ("rotation angle", known(rotation_rad(player), angle), "rotation_angle_rad"),
        ("slip angle front", slip(0), "front_slip_angle_rad"),
        ("slip angle rear", slip(1), "rear_slip_angle_rad"),
        ("velocity, car's frame", own, "velocity_x_m_s"),
        ("velocity, world", world, "velocity_x_m_s"),
        ("heading", angle(heading), "yaw_rad"),
        (
            "yaw rate",
            known(seen.find(channels.car.yaw_rate), |rate| format!("{}/s", angle(rate))),
            "yaw_rate_rad_s",
        ),
    ]
}

/// Shows them.
pub fn monster(ui: &mut Ui, units: Units, player: &Entrant, scene: &Scene) {
    Grid::new("motion").num_columns(2).striped(true).min_row_height(ROW).show(ui, |ui| {
        for (name, value, channel) in lines(units, player) {
            ask(ui.label(name), player, scene, channel);
            ask(ui.monospace(value), player, scene, channel);
            ui.end_row();
        }
    });
}

#[cfg(test)]
mod tests {
    use skidpad_core::controls::{Controls, Gear};

    use super::{angle, lines};
    use crate::choice::Choice;
    use crate::drive::Drive;
    use crate::ui::Units;
    use skidpad_world::scene::Scene;

    fn shown(drive: &Drive, name: &str) -> String {
        let lines = lines(Units::default(), drive.player());
        lines.into_iter().find(|line| line.0 == name).map(|line| line.1).unwrap_or_default()
    }

    /// Monster's rotation angle was shown as the heading. It is the part of the slip angles that comes from the yaw
    /// rate: atan2(half wheelbase times yaw rate, v_x). A car that goes straight on after a turn has none.
    #[test]
    fn the_rotation_angle_comes_from_the_yaw_rate_and_is_not_the_heading() {
        let choice = Choice::preset("single_track", "boxster-s").unwrap();
        let mut drive = Drive::new(Scene::straight(), &choice).unwrap();
        let go = |drive: &mut Drive, frames: u32, steer_rad: f64| {
            let controls =
                Controls { throttle: 0.3, steer_rad, gear: Gear::Automatic, ..Controls::default() };
            for _ in 0..frames {
                drive.frame(1.0 / 60.0, &controls);
            }
        };
        go(&mut drive, 240, 0.1);
        let seen = drive.player().seen();
        let (rate, [forwards, _]) = (seen.yaw_rate_rad_s(), seen.velocity_m_s());
        // The wheelbase of the preset.
        let expected = (0.5 * 2.41 * rate).atan2(forwards);
        assert!(rate > 0.1 && expected > 0.02, "{rate} {expected}");
        assert_eq!(shown(&drive, "rotation angle"), angle(expected));
        assert_ne!(shown(&drive, "rotation angle"), shown(&drive, "heading"));
        go(&mut drive, 120, 0.0);
        assert_eq!(shown(&drive, "rotation angle").trim_start_matches('-'), angle(0.0));
        assert_ne!(shown(&drive, "heading"), angle(0.0));
    }
}
