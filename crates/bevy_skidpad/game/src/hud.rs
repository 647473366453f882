//! Speed, gear, engine speed and lap times as text.

use bevy::prelude::*;
use bevy_skidpad::VehicleTelemetry;
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::world::laps::Laps;

use crate::car::Player;
use crate::course::Course;
use crate::laps::LapTimes;

/// A text on the screen.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Speed, gear and engine speed.
    Speed,
    /// Lap times.
    Laps,
    /// Message in the middle.
    Notice,
}

/// Spawns the texts.
pub fn spawn(mut commands: Commands) {
    let text = |size: f32| {
        (Text::default(), TextFont { font_size: FontSize::Px(size), ..default() }, TextColor(Color::WHITE))
    };
    let panel = BackgroundColor(Color::srgba(0.02, 0.03, 0.05, 0.55));
    let at =
        |node: Node| Node { position_type: PositionType::Absolute, padding: UiRect::all(px(10)), ..node };
    commands.spawn((
        Panel::Speed,
        text(30.0),
        panel,
        at(Node { right: px(16), bottom: px(16), ..default() }),
    ));
    commands.spawn((Panel::Laps, text(20.0), panel, at(Node { left: px(16), top: px(16), ..default() })));
    commands.spawn((Panel::Notice, text(26.0), at(Node { left: percent(44), top: px(16), ..default() })));
}

/// Minutes, seconds and thousandths.
pub fn lap_time(time_s: Option<f64>) -> String {
    let Some(time_s) = time_s else { return "-:--.---".into() };
    let thousandths = (time_s * 1000.0).round() as u64;
    format!("{}:{:02}.{:03}", thousandths / 60_000, thousandths / 1000 % 60, thousandths % 1000)
}

/// Writes the texts.
pub fn write(
    course: Res<Course>,
    world: Res<SkidpadWorld>,
    times: Res<LapTimes>,
    car: Single<(Entity, &VehicleTelemetry), With<Player>>,
    mut panels: Query<(&Panel, &mut Text)>,
) {
    let (entity, telemetry) = *car;
    let is_off = world.car(entity).is_some_and(|car| {
        let [x, y, _] = car.pose().position_m;
        course.track.inside_m(&course.track.locate([x, y], None)) < 0.0
    });
    for (panel, mut text) in &mut panels {
        let new = match panel {
            Panel::Speed => speed(telemetry),
            Panel::Laps => lap_times(&times.laps),
            Panel::Notice if !telemetry.is_running => "R: back on the track".into(),
            Panel::Notice if is_off => "Off track".into(),
            Panel::Notice => String::new(),
        };
        // A text that stays is not laid out again.
        if text.0 != new {
            text.0 = new;
        }
    }
}

fn speed(telemetry: &VehicleTelemetry) -> String {
    let gear = match telemetry.gear {
        Some(-1) => "R".into(),
        Some(0) => "N".into(),
        gear => gear.map_or(String::new(), |gear| gear.to_string()),
    };
    let rpm =
        telemetry.engine_rpm.map_or(String::new(), |rpm| format!("{:.0} rpm", (rpm / 10.0).round() * 10.0));
    format!("{:.0} km/h   {gear}\n{rpm}", 3.6 * telemetry.speed_m_s)
}

fn lap_times(laps: &Laps) -> String {
    format!(
        "Lap    {}\nLast   {}\nBest   {}\nDelta  {}",
        lap_time(laps.time_s()),
        lap_time(laps.driven().last().map(|lap| lap.time_s)),
        lap_time(laps.best().map(|lap| lap.time_s)),
        laps.delta_s().map_or("-".into(), |delta_s| format!("{delta_s:+.2}")),
    )
}
