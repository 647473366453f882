//! Writes a track as RARS reads it.

use std::fmt::Write as _;

use skidpad_world::track::Side;

use super::track::RarsTrack;

const DISPLAYS: [&str; 4] = ["scoreboard", "leaderboard", "instruments", "messages"];

pub(super) fn write(track: &RarsTrack) -> String {
    let mut text = String::new();
    let mut line = |numbers: &[f64], name: &str| {
        // Without exponents and with whole numbers as such, as RARS reads counts.
        let numbers: Vec<String> = numbers.iter().map(|number| format!("{number}")).collect();
        let _ = writeln!(text, "{:<24}{name}", numbers.join(" ") + " ");
    };
    line(&[track.segments.len() as f64], "number of segments");
    line(&track.extent_ft, "extent, ft");
    line(&[track.width_ft], "width, ft");
    let [x_ft, y_ft] = track.start_ft;
    line(&[x_ft, y_ft, track.heading_rad], "start of the right rail, ft, and heading, rad");
    for (place_ft, name) in track.displays_ft.iter().zip(DISPLAYS) {
        line(place_ft, name);
    }
    line(&[track.finish, f64::from(track.start_rows)], "finish as a fraction of segment 1, start rows");
    let pits = &track.pits;
    let side = match pits.side {
        Side::Right => 1.0,
        Side::Left => -1.0,
    };
    line(&[side], "pit side: 1 right, -1 left");
    line(&[pits.entry_ft, pits.lane_start_ft], "pit entry, pit lane start, ft");
    line(&[pits.lane_end_ft, pits.exit_ft], "pit lane end, pit exit, ft");
    line(&[pits.speed_ft_s], "pit lane speed, ft/s");
    for segment in &track.segments {
        line(&[segment.radius_ft, segment.length], "");
    }
    text
}
