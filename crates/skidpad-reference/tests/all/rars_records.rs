//! Lap records of RARS. Its tracks are no part of Skidpad: without them the tests are skipped.

use crate::reference_support::{data, there};
use skidpad_reference::rars_records::{RECORDS, RarsLap, TRACKS, rars_lap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Share by which a driven lap may be faster than the quasi-steady lap on its line: theory integrates along a line of points 1 m apart, and the driver is some
/// centimetres off it.
const FASTER: f64 = 1e-3;

/// Threads that compute laps.
const THREADS: usize = 4;

/// A driven lap cannot be faster than theory, nor leave the road.
fn check_physics(name: &str, lap: &RarsLap) {
    let record = lap
        .record
        .as_ref()
        .map_or_else(|| "-".to_owned(), |(time_s, robot)| format!("{time_s:.2} ({robot})"));
    let RarsLap { length_m, line_s, driven_s, least_room_m, .. } = lap;
    println!(
        "{name:9} {length_m:8.1} m, record {record:16}, line {line_s:8.3} s, driven {driven_s:8.3} s, room {least_room_m:.2} m"
    );
    assert!(*driven_s > (1.0 - FASTER) * line_s, "{name}: driven {driven_s} s, in theory {line_s} s");
    assert!(*least_room_m >= 0.0, "{name}: {least_room_m} m");
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn the_record_of_a_short_oval_is_beaten() {
        let Some(lap) = there(rars_lap(&data(), "oval2")) else { return };
        check_physics("oval2", &lap);
        assert_eq!(lap.is_reached(), Some(true));
        assert!(lap.driven_s < 1.005 * lap.line_s, "{lap:?}");
    }
}

/// Tests of minutes.
mod soak {
    use super::*;

    #[test]
    #[ignore = "soak: minutes"]
    fn records_are_reached_on_thirty_tracks() {
        let Some(_) = there(data().table(RECORDS)) else { return };
        let (next, laps) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            while let Some(name) = TRACKS.get(next.fetch_add(1, Ordering::Relaxed)) {
                let lap = there(rars_lap(&data(), name)).expect("tracks are there together");
                check_physics(name, &lap);
                laps.lock().unwrap().push(lap);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(work);
            }
        });
        let laps = laps.into_inner().unwrap();
        let with_record = laps.iter().filter(|lap| lap.record.is_some()).count();
        let reached = laps.iter().filter(|lap| lap.is_reached() == Some(true)).count();
        println!("{reached} of {with_record} records reached, on {} tracks", laps.len());
        assert!(reached >= 30, "{reached}");
    }
}
