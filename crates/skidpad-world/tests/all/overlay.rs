//! Laps over each other by distance, against motions whose times are known.

use skidpad_world::overlay::{LapTrace, Overlay, RecordedMotion, driven, on_track, sections};
use skidpad_world::track::{Station, Track, TrackSpec, track_by_name};

/// A recording of a car on a track, 2 m beside its line at a speed by the distance, from a distance for some laps.
struct Recorded {
    times_s: Vec<f64>,
    channels: Vec<(String, Vec<f64>)>,
}

fn recorded(track: &Track, from_m: f64, laps: f64, aside_m: f64, speed_m_s: impl Fn(f64) -> f64) -> Recorded {
    let (lap_m, step_m) = (track.lap_m(), 0.25);
    let mut made = Recorded { times_s: Vec::new(), channels: Vec::new() };
    let [mut xs, mut ys, mut speeds] = [Vec::new(), Vec::new(), Vec::new()];
    let mut time_s = 100.0;
    for place in 0..=(laps * lap_m / step_m) as usize {
        let distance_m = from_m + step_m * place as f64;
        let [x, y] = track.beside((distance_m + track.start_m()).rem_euclid(lap_m), aside_m);
        let speed = speed_m_s(distance_m.rem_euclid(lap_m));
        // Sparse rows, as loggers have them.
        if place % 8 == 0 {
            made.times_s.push(time_s);
            xs.push(x);
            ys.push(y);
            speeds.push(speed);
        }
        time_s += step_m / speed;
    }
    made.channels = [("x_m", xs), ("y_m", ys), ("speed_m_s", speeds)]
        .map(|(name, values)| (name.to_owned(), values))
        .to_vec();
    made
}

impl Recorded {
    fn motion(&self) -> RecordedMotion<'_> {
        RecordedMotion {
            times_s: &self.times_s,
            positions_m: Some([&self.channels[0].1, &self.channels[1].1]),
            speeds_m_s: Some(&self.channels[2].1),
            distances_m: None,
            channels: &self.channels,
        }
    }
}

fn oval() -> Track {
    Track::new(&track_by_name("oval").expect("a track")).expect("sound")
}

#[test]
fn laps_are_split_at_the_start_line_and_time_is_lost_where_it_is_driven_slower() {
    let track = oval();
    let lap_m = track.lap_m();
    let slow = |distance_m: f64| if (600.0..700.0).contains(&distance_m) { 20.0 } else { 40.0 };
    let first = recorded(&track, -100.0, 2.3, 2.0, |_| 40.0);
    // On another line and from another place.
    let second = recorded(&track, -40.0, 2.2, -3.0, slow);
    let [first, second] =
        [&first, &second].map(|recorded| on_track(&recorded.motion(), &track).expect("on the track"));
    assert_eq!(first.iter().map(LapTrace::is_whole).collect::<Vec<_>>(), [false, true, true, false]);
    assert!((first[1].time_s() - lap_m / 40.0).abs() < 1e-3, "{}", first[1].time_s());
    assert!((first[1].begin_s() - 102.5).abs() < 1e-3, "{}", first[1].begin_s());
    let expected_s = 100.0 / 20.0 - 100.0 / 40.0;
    assert!((second[1].time_s() - first[1].time_s() - expected_s).abs() < 5e-3);

    let overlay = Overlay::new(&first[1], &second[1], 1.0).expect("they overlap");
    assert!(
        (overlay.delta_at_s(590.0)).abs() < 5e-3 && (overlay.delta_at_s(710.0) - expected_s).abs() < 0.06
    );
    assert!((overlay.delta_at_s(650.0) - 0.5 * expected_s).abs() < 0.06);
    let speeds = overlay.channel("speed_m_s").expect("a speed");
    assert_eq!((speeds[0][650], speeds[1][650], speeds[1][800]), (40.0, 20.0, 40.0));

    let parts = sections(&overlay, Some(&track));
    let total: f64 = parts.iter().map(|section| section.lost_s).sum();
    assert!((total - overlay.delta_s[overlay.delta_s.len() - 1]).abs() < 1e-9, "sections add up: {total}");
    assert!(parts.windows(2).all(|pair| pair[0].stretch_m[1] == pair[1].stretch_m[0]), "{parts:?}");
    let where_lost: f64 = parts
        .iter()
        .filter(|section| section.stretch_m[0] < 700.0 && section.stretch_m[1] > 600.0)
        .map(|section| section.lost_s)
        .sum();
    assert!((where_lost - expected_s).abs() < 0.02, "{where_lost} {parts:?}");
    assert!(
        (sections(&overlay, None).iter().map(|section| section.lost_s).sum::<f64>() - total).abs() < 1e-9
    );
}

#[test]
fn without_a_track_the_distance_driven_is_stretched() {
    let track = oval();
    let first = recorded(&track, 0.0, 1.0, 0.0, |_| 40.0);
    let second = recorded(&track, 0.0, 1.0, 0.0, |_| 32.0);
    let [first, second] = [&first, &second].map(|recorded| {
        let motion = RecordedMotion { positions_m: None, ..recorded.motion() };
        driven(&motion, &[]).expect("it has speeds").remove(0).stretched(1000.0)
    });
    let overlay = Overlay::new(&first, &second, 10.0).expect("they overlap");
    let [one_s, other_s] = overlay.total_s();
    assert!((other_s / one_s - 40.0 / 32.0).abs() < 1e-6);
    assert!((overlay.delta_at_s(500.0) - 0.5 * (other_s - one_s)).abs() < 1e-3);
    // Between beacons lie laps, of which the first and the last part are none.
    let speeds = [10.0; 11];
    let times: Vec<f64> = (0..11).map(f64::from).collect();
    let motion = RecordedMotion {
        times_s: &times,
        positions_m: None,
        speeds_m_s: Some(&speeds),
        distances_m: None,
        channels: &[],
    };
    let laps = driven(&motion, &[2.5, 6.0]).expect("it has speeds");
    let found: Vec<(f64, bool)> = laps.iter().map(|lap| (lap.time_s(), lap.is_whole())).collect();
    assert_eq!(found, [(2.5, false), (3.5, true), (4.0, false)]);
    assert!((laps[1].to_m().unwrap() - 35.0).abs() < 1e-9);
}

#[test]
fn motions_elsewhere_or_without_positions_are_refused() {
    let track = oval();
    let mut far = recorded(&track, 0.0, 0.5, 0.0, |_| 40.0);
    far.channels[0].1.iter_mut().for_each(|x| *x += 1e5);
    let error = on_track(&far.motion(), &track).unwrap_err();
    assert!(error.contains("beside the track everywhere: are both in one frame?"), "{error}");
    let motion = far.motion();
    let bare = RecordedMotion { positions_m: None, speeds_m_s: None, ..motion };
    assert!(on_track(&bare, &track).unwrap_err().contains("it has no positions"));
    assert!(driven(&bare, &[]).unwrap_err().contains("neither distances, speeds nor positions"));
    let short = LapTrace::new(vec![0.0, 1.0], vec![0.0, 1.0], Vec::new());
    let later = LapTrace::new(vec![5.0, 6.0], vec![0.0, 1.0], Vec::new());
    assert!(Overlay::new(&short, &later, 1.0).is_none());
}

#[test]
fn an_open_track_is_one_lap() {
    let stations: Vec<Station> = (0..20)
        .map(|at| Station { position_m: [20.0 * f64::from(at), 0.0], ..Station::flat([4.0, 4.0]) })
        .collect();
    let track = Track::new(&TrackSpec::new("road", false, stations)).expect("a road");
    let xs: Vec<f64> = (0..191).map(|at| 2.0 * f64::from(at)).collect();
    let times: Vec<f64> = xs.iter().map(|x| x / 20.0).collect();
    let ys = vec![1.0; xs.len()];
    let motion = RecordedMotion {
        times_s: &times,
        positions_m: Some([&xs, &ys]),
        speeds_m_s: None,
        distances_m: None,
        channels: &[],
    };
    let laps = on_track(&motion, &track).expect("on the road");
    assert!(laps.len() == 1 && laps[0].is_whole() && (laps[0].time_s() - 19.0).abs() < 1e-9);
}
