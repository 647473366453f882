//! Laps and their times.

use skidpad_core::math::Real;
use skidpad_tasks::{
    AnyEnvironments, Chance, Course, Motion, OnTrack, Outline, Race, Situation, Start, Task,
};
use skidpad_world::track::TrackPosition;

use crate::scene::track;

const OUTLINE: Outline = Outline { front_m: 2.0, rear_m: 2.0, half_width_m: 0.9 };

/// A point that moves along a track at a speed, judged by a race; its figures after each step.
fn drive(race: &Race, from_m: f64, speed_m_s: f64, steps: usize) -> Vec<[f64; 4]> {
    let track = race.tracks()[0].clone();
    let course = Course::new(track.clone(), 0.0);
    let at = |distance_m: f64| track.at(distance_m);
    let start = Start::at(at(from_m).position_m, at(from_m).heading_rad, speed_m_s);
    let mut memory = race.begin(&OUTLINE, &start, &mut Chance::new(0, 0));
    let (step_s, mut terms, mut all) = (0.05, [0.0; 5], Vec::new());
    let mut before: TrackPosition = track.locate(start.position_m, None);
    for step in 1..=steps {
        let point = at(from_m + speed_m_s * step_s * step as f64);
        let now = track.locate(point.position_m, Some(&before));
        let moved = now.distance_m - before.distance_m;
        let moved_m = moved - track.length_m() * (moved / track.length_m()).round();
        let situation = Situation {
            motion: Motion {
                position_m: point.position_m,
                yaw_rad: point.heading_rad,
                velocity_m_s: [speed_m_s, 0.0],
                ..Motion::default()
            },
            outline: OUTLINE,
            on_track: Some(OnTrack {
                course: &course,
                distance_m: now.distance_m,
                lateral_offset_m: now.lateral_offset_m,
                moved_m,
                rooms_m: course.widths_m(now.distance_m),
            }),
            actions: [&[0.0, 0.0]; 2],
            time_s: step_s * step as f64,
            step_s,
            impact_m_s: 0.0,
        };
        let end = race.judge(&situation, &mut memory, &mut terms);
        let mut figures = [0.0; 4];
        race.figures(&memory, &mut figures);
        all.push(figures);
        if end.is_some() {
            break;
        }
        before = now;
    }
    all
}

/// At a constant speed a lap takes its length over the speed, to a microsecond, though no step ends on the line.
#[test]
fn a_lap_at_a_constant_speed_takes_its_length_over_the_speed() {
    let race = Race::flat(vec![track("grand-prix")]).with_laps(2);
    let track = race.tracks()[0].clone();
    let (speed_m_s, must_s) = (73.7, track.length_m() / 73.7);
    let from_line = drive(&race, track.start_m(), speed_m_s, 10_000);
    let [progress_m, laps, last_s, best_s] = from_line[from_line.len() - 1];
    assert_eq!(laps, 2.0);
    assert!((last_s - must_s).abs() < 1e-6 && (best_s - must_s).abs() < 1e-6, "{last_s} {must_s}");
    assert!((progress_m - 2.0 * track.length_m()).abs() < speed_m_s * 0.05, "{progress_m}");
    // From elsewhere the first lap begins at the line.
    let elsewhere = drive(&race, track.start_m() + 0.3 * track.length_m(), speed_m_s, 10_000);
    let [progress_m, laps, last_s, _] = elsewhere[elsewhere.len() - 1];
    assert_eq!(laps, 2.0);
    assert!((last_s - must_s).abs() < 1e-6, "{last_s}");
    assert!((progress_m - 2.7 * track.length_m()).abs() < speed_m_s * 0.05, "{progress_m}");
}

/// On a track with two ends the finish may be where the line of the track ends, beyond which no place goes: cars drove on there for ever, and
/// others had a time up to a step too long.
#[test]
fn a_run_from_end_to_end_has_the_time_of_its_length() {
    let race = Race::flat(vec![track("hill-climb")]);
    let track = race.tracks()[0].clone();
    assert!(!track.is_closed());
    for speed_m_s in [7.3, 19.0, 41.7, 60.1] {
        let all = drive(&race, track.start_m(), speed_m_s, 100_000);
        let [_, laps, last_s, _] = all[all.len() - 1];
        assert_eq!(laps, 1.0);
        let must_s = track.lap_m() / speed_m_s;
        assert!((last_s - must_s).abs() < 1e-3 * (0.05 + 1.0 / speed_m_s), "{speed_m_s}: {last_s} {must_s}");
        assert!((all.len() as f64 - must_s / 0.05).abs() < 1.5, "it ends at the finish");
    }
}

/// Cars that start anywhere on such a track start before its finish.
#[test]
fn starts_on_a_track_with_two_ends_are_before_its_finish() {
    use skidpad_tasks::RaceStart;
    let start = RaceStart { anywhere: true, ..RaceStart::default() };
    let race = Race::flat(vec![track("hill-climb")]).with_start(start).expect("in range");
    let track = race.tracks()[0].clone();
    for episode in 0..500 {
        let start = race.start(&OUTLINE, &mut Chance::new(1, episode));
        let since_m = track.since_start_m(track.locate(start.position_m, None).distance_m);
        assert!((-1e-6..=0.9 * track.lap_m() + 1e-6).contains(&since_m), "{since_m}");
    }
}

/// Driving over the line backwards and forwards again is no lap.
#[test]
fn a_line_that_is_crossed_to_and_fro_is_no_lap() {
    let race = Race::flat(vec![track("oval")]);
    let track = race.tracks()[0].clone();
    let course = Course::new(track.clone(), 0.0);
    let start = Start::at(track.beside(track.start_m() + 5.0, 0.0), 0.0, 0.0);
    let mut memory = race.begin(&OUTLINE, &start, &mut Chance::new(0, 0));
    let mut terms = [0.0; 5];
    let mut figures = [0.0; 4];
    for step in 0..40 {
        let moved_m = if step % 20 < 10 { -1.0 } else { 1.0 };
        let situation = Situation {
            motion: Motion { velocity_m_s: [10.0, 0.0], ..Motion::default() },
            outline: OUTLINE,
            on_track: Some(OnTrack {
                course: &course,
                distance_m: 0.0,
                lateral_offset_m: 0.0,
                moved_m,
                rooms_m: [5.0; 2],
            }),
            actions: [&[0.0, 0.0]; 2],
            time_s: 0.1 * f64::from(step + 1),
            step_s: 0.1,
            impact_m_s: 0.0,
        };
        assert_eq!(race.judge(&situation, &mut memory, &mut terms), None);
        race.figures(&memory, &mut figures);
        assert_eq!(figures[1], 0.0, "step {step}");
    }
    assert!(figures[2].is_nan() && Real::abs(figures[0]) < 1e-9, "{figures:?}");
}

/// An episode ends where the car leaves the road, with the reward of that term.
#[test]
fn an_episode_ends_at_the_edge_of_the_road() {
    use crate::scene::{boxster, made, settings};
    use skidpad_tasks::{Observation, Settings};
    let vehicle = boxster();
    let observations = ["borders_m"].map(Observation::by_name);
    let settings = Settings { time_limit_s: 60.0, ..settings(1, vehicle, &observations) };
    let mut one = made(Race::flat(vec![track("oval")]), &settings).expect("settings");
    let line = track("oval").at(track("oval").start_m());
    let start = Start::at(line.position_m, line.heading_rad + 0.3, 20.0);
    one.reset(&[true], Some(&[1]), Some(&[start.into()])).expect("a start");
    let mut least_m = f32::INFINITY;
    while one.end_numbers()[0] == 0 {
        assert!(least_m >= 0.0, "{least_m}");
        one.step(&[0.0, 0.0]).expect("finite");
        least_m = f32::min(one.observations()[0], one.observations()[1]);
    }
    let names = one.ends();
    assert_eq!(names[usize::from(one.end_numbers()[0]) - 1], "off_track");
    assert!(one.terminated()[0] && !one.truncated()[0] && (-0.5..0.0).contains(&least_m), "{least_m}");
    assert!(one.rewards()[0] < -9.0);
}
