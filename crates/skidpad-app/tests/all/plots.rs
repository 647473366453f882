//! Channels over time: what is remembered, looked at and written.
#![allow(clippy::disallowed_methods)]

use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_app::plots::{Plots, Series};
use skidpad_core::controls::{Controls, Gear};
use skidpad_world::scene::Scene;

fn choice(model: &str) -> Choice {
    Choice::preset("two_track", "boxster-s").unwrap().in_model(model).unwrap()
}

fn drive(model: &str) -> Drive {
    Drive::new(Scene::straight(), &choice(model)).unwrap()
}

/// Frames of a length, full throttle.
fn go(drive: &mut Drive, seconds: f64, frame_s: f64) {
    let controls = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
    (0..(seconds / frame_s).round() as usize).for_each(|_| {
        drive.frame(frame_s, &controls);
    });
}

fn player(drive: &Drive) -> &Series {
    &drive.past().series()[0]
}

fn all(series: &Series, name: &str) -> Vec<[f64; 2]> {
    series.all(series.place(name).unwrap()).collect()
}

/// From the start on 60 times a second, whatever the frames are; each number is the car's at that time.
#[test]
fn numbers_are_kept_by_simulated_time_and_not_by_frames() {
    let [fine, coarse] = [1.0 / 240.0, 1.0 / 20.0].map(|frame_s| {
        let mut drive = drive("two_track");
        go(&mut drive, 2.0, frame_s);
        all(player(&drive), "velocity_x_m_s")
    });
    assert_eq!(fine, coarse);
    assert_eq!(fine[0], [0.0, 0.0]);
    assert!((119..=121).contains(&fine.len()), "{}", fine.len());
    assert!(fine.windows(2).all(|pair| (pair[1][0] - pair[0][0] - 1.0 / 60.0).abs() < 1e-9));
}

#[test]
fn every_channel_of_the_player_is_there_with_its_present_number() {
    let mut drive = drive("two_track_magic");
    go(&mut drive, 0.5, 0.05);
    let series = player(&drive);
    let seen = drive.player().seen();
    for (place, (channel, number)) in seen.all().enumerate() {
        assert_eq!(series.channels()[place].name, channel.name);
        assert_eq!(series.at(place, drive.time_s()), Some(number), "{}", channel.name);
    }
}

/// No more than a minute, and less when many cars need the room: of all numbers together, no more than six million.
#[test]
fn what_is_remembered_is_bounded() {
    let mut one = drive("point_mass");
    go(&mut one, 65.0, 0.1);
    let ends = player(&one).ends_s().unwrap();
    assert!((ends[1] - ends[0] - 60.0).abs() < 0.05, "{ends:?}");
    let mut many = drive("single_track");
    (0..31).for_each(|_| many.add_ghost(&choice("single_track")).unwrap());
    many.set_rate_hz(60);
    go(&mut many, 40.0, 0.1);
    let numbers: usize = many.past().series().iter().map(|own| own.len() * own.channels().len()).sum();
    assert!((5_900_000..=6_000_000).contains(&numbers), "{numbers}");
    let ends = player(&many).ends_s().unwrap();
    assert!(ends[0] > 1.0 && many.time_s() - ends[1] < 0.02, "the oldest has gone: {ends:?}");
    assert_eq!(many.past().series().len(), 32);
    assert_eq!(many.past().series()[31].ends_s(), player(&many).ends_s());
}

/// Times later than now are cut, and it goes on from there without a gap; a restart clears them.
#[test]
fn what_has_been_undone_is_not_remembered() {
    let mut drive = drive("two_track");
    go(&mut drive, 3.0, 0.05);
    let before = all(player(&drive), "velocity_x_m_s");
    drive.rewind(1.0);
    let ends = player(&drive).ends_s().unwrap();
    assert!(ends[1] <= drive.time_s() && drive.time_s() - ends[1] < 0.02, "{ends:?} {}", drive.time_s());
    go(&mut drive, 1.0, 0.05);
    let after = all(player(&drive), "velocity_x_m_s");
    assert!(after.windows(2).all(|pair| pair[1][0] > pair[0][0] && pair[1][0] - pair[0][0] < 0.02));
    // Driven again with the same feet it is the same.
    let last = after.last().unwrap();
    let then = before.iter().find(|point| (point[0] - last[0]).abs() < 1e-9).unwrap();
    assert!((then[1] - last[1]).abs() < 1e-9);
    drive.restart();
    assert_eq!(player(&drive).ends_s(), Some([0.0, 0.0]));
}

/// Of each column its least and its largest number: no peak is lost, and no more than two points stand in one.
#[test]
fn a_thinned_line_keeps_every_peak() {
    let mut drive = drive("two_track");
    go(&mut drive, 20.0, 0.05);
    let series = player(&drive);
    for name in ["engine_rad_s", "velocity_x_m_s", "gear"] {
        let place = series.place(name).unwrap();
        let whole = all(series, name);
        let line = series.thinned(place, [2.0, 18.0], 100);
        assert!(line.len() <= 2 * 102 && line.len() >= 100, "{}", line.len());
        assert!(line.windows(2).all(|pair| pair[0][0] < pair[1][0]));
        assert!(line.iter().all(|point| whole.contains(point)));
        let of = |points: &[[f64; 2]], column: f64| {
            let within = points.iter().filter(|point| ((point[0] - 2.0) / (16.0 / 100.0)).floor() == column);
            within
                .map(|point| point[1])
                .fold([f64::MAX, f64::MIN], |[low, high], at| [low.min(at), high.max(at)])
        };
        for column in (0..100).map(f64::from) {
            assert_eq!(of(&line, column), of(&whole, column), "{name} {column}");
        }
    }
    // Few points stay as they are.
    let few = series.thinned(series.place("gear").unwrap(), [5.0, 5.2], 400);
    assert!((12..=16).contains(&few.len()), "{}", few.len());
}

#[test]
fn the_picture_is_held_zoomed_and_moved_within_what_is_remembered() {
    let mut drive = drive("point_mass");
    go(&mut drive, 12.0, 0.1);
    let now_s = drive.time_s();
    let mut plots = Plots::default();
    assert_eq!(plots.edges_s(now_s), [now_s - 10.0, now_s]);
    plots.hold(true, now_s);
    assert_eq!(plots.edges_s(now_s + 5.0)[1], now_s);
    // What is under the pointer stays there.
    let share = 0.25;
    let at = |plots: &Plots| plots.edges_s(now_s)[0] + share * plots.span_s;
    let before = at(&plots);
    plots.zoom(0.5, share);
    assert!(plots.span_s == 5.0 && (at(&plots) - before).abs() < 1e-9);
    plots.go(-1000.0, drive.past(), now_s);
    assert!(plots.edges_s(now_s)[1] >= 0.0);
    plots.go(1000.0, drive.past(), now_s);
    assert_eq!(plots.edges_s(now_s)[1], now_s);
    plots.follow_time(3.0);
    assert_eq!((plots.held_s, plots.edges_s(3.0)), (Some(3.0), [0.0, 5.0]));
    // The axis goes on to 5 s, the picture does not: what comes later is not drawn.
    assert_eq!(plots.drawn_s(4.5), [0.0, 3.0]);
    plots.zoom(2.0, 0.0);
    assert_eq!((plots.drawn_s(4.5), plots.span_s), ([0.0, 3.0], 10.0));
    plots.zoom(0.1, 0.0);
    assert_eq!(plots.drawn_s(4.5), [0.0, 1.0]);
    for factor in [1e9, 1e-9, f64::NAN, 0.0, -1.0] {
        plots.zoom(factor, 0.5);
        assert!((0.2..=60.0).contains(&plots.span_s));
        assert!(plots.held_s.is_some_and(|held_s| held_s >= 0.0), "{plots:?}");
    }
    plots.hold(false, now_s);
    assert_eq!(plots.held_s, None);
}

/// Columns with the unit in their name, a row for each instant, ghosts beside the player.
#[test]
fn a_table_has_all_that_is_remembered_of_all_cars() {
    let mut drive = drive("two_track");
    drive.add_ghost(&choice("kinematic")).unwrap();
    go(&mut drive, 1.0, 0.05);
    let channels = ["velocity_x_m_s", "engine_rad_s"].map(String::from).to_vec();
    let text = Plots { channels, ..Plots::default() }.csv(drive.past()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "time_s,velocity_x_m_s,engine_rad_s,ghost_1_velocity_x_m_s");
    assert_eq!(lines.len(), 1 + player(&drive).len());
    let last: Vec<f64> = lines[lines.len() - 1].split(',').map(|number| number.parse().unwrap()).collect();
    assert_eq!(last[1], all(player(&drive), "velocity_x_m_s").last().unwrap()[1]);
}

#[test]
fn the_usual_channels_are_those_of_the_model() {
    for model in ["point_mass", "two_track", "kinematic", "slip_vector", "ackermann", "motorcycle"] {
        let drive = drive(model);
        let plots = Plots::usual(&drive.player().seen().channels().car);
        assert!(plots.channels.len() >= 2, "{model}: {:?}", plots.channels);
        assert!(plots.channels.iter().all(|name| drive.player().seen().by_name(name).is_some()), "{model}");
    }
}
