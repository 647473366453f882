//! Laps and their file.

use bevy_skidpad::skidpad::core::model::Pose;
use skidpad_game::course::Course;
use skidpad_game::laps::{LapTimes, forget, text};

/// A lap along the middle of the road at an even speed, from before the start line to behind it.
#[test]
fn the_best_lap_survives_in_a_file() {
    const SPEED_M_S: f64 = 20.0;
    const STEP_S: f64 = 1.0 / 120.0;
    let course = Course::open("kart-track").unwrap();
    let track = &course.track;
    let steps = ((track.lap_m() + 10.0) / SPEED_M_S / STEP_S) as usize;
    let mut drive = Vec::new();
    for step in 0..steps {
        let time_s = step as f64 * STEP_S;
        let [x, y] = track.beside(track.wrapped_m(track.start_m() - 5.0 + SPEED_M_S * time_s), 0.0);
        let pose = Pose { position_m: [x, y, 0.0], quaternion: [1.0, 0.0, 0.0, 0.0] };
        drive.push((time_s, pose));
        // As the game does after each step: the lap begins 5 m ahead of the first.
        let begins_s = 5.0 / SPEED_M_S;
        forget(&mut drive, if time_s < begins_s { time_s } else { begins_s });
    }
    assert!(drive.len() < steps - 20, "nothing was forgotten");
    let file = std::env::temp_dir().join(format!("skidpad-game-{}.csv", std::process::id()));
    std::fs::write(&file, text(&drive)).unwrap();
    let times = LapTimes::new(track, file.to_str());
    let _ = std::fs::remove_file(&file);
    let best_s = times.laps.best().expect("a lap").time_s;
    assert!((best_s - track.lap_m() / SPEED_M_S).abs() < 0.01, "{best_s}");
    assert!(LapTimes::new(track, None).laps.best().is_none());
    assert!(LapTimes::new(track, Some("no such file.csv")).laps.best().is_none());
}
