//! Laps and their file.

use bevy_skidpad::skidpad::core::model::Pose;
use skidpad_game::Options;
use skidpad_game::course::Course;
use skidpad_game::laps::{GhostFile, LapTimes, forget};

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
    let on_track = |name: &str| {
        let ghost = Some(file.to_string_lossy().into_owned());
        GhostFile::new(&Options { track: name.into(), ghost, ..Options::default() })
    };
    let of_track = on_track("kart-track");
    assert!(LapTimes::new(track, of_track.clone()).unwrap().laps.best().is_none(), "no file yet");
    of_track.as_ref().unwrap().write(&drive).unwrap();
    let times = LapTimes::new(track, of_track.clone());
    let of_another = LapTimes::new(track, on_track("oval"));
    std::fs::write(&file, "a text of another kind\n").unwrap();
    let of_none = LapTimes::new(track, of_track);
    let _ = std::fs::remove_file(&file);
    for refused in [of_another, of_none] {
        let message = refused.err().expect("it is not overwritten");
        assert!(message.contains("not a best lap on"), "{message}");
    }
    let best_s = times.unwrap().laps.best().expect("a lap").time_s;
    assert!((best_s - track.lap_m() / SPEED_M_S).abs() < 0.01, "{best_s}");
    assert!(LapTimes::new(track, None).unwrap().laps.best().is_none());
}
