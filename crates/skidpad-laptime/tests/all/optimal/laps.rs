//! Laps against others.
#![allow(clippy::disallowed_methods)]

use skidpad_laptime::line::RacingLine;
use skidpad_laptime::optimal::{LapGuess, OptimalLap, OptimalOptions, lap};
use skidpad_world::track::Track;

use super::super::line::support::bare;
use super::support::single_track;

/// A lap of the single-track car on stations 8 m apart and at last 4 m.
fn found(track: &Track, guess: &LapGuess) -> OptimalLap {
    let options = OptimalOptions { refinements: 0, ..OptimalOptions::default() };
    let found = lap(track, &single_track(), guess, &bare(4.0), &options).unwrap();
    assert!(found.lap.converged, "{:?} {:?}", found.optimality, found.meshes);
    found
}

fn at_speed(track: &Track, speed_m_s: f64) -> LapGuess {
    LapGuess::at_speed(&RacingLine::beside(track, 8.0, &|_| 0.0).unwrap(), speed_m_s)
}

mod long {
    use skidpad_laptime::line::LineOptions;
    use skidpad_laptime::optimal::{OptimalOptions, lap};
    use skidpad_laptime::qss::{self, Start};
    use skidpad_world::track::{Segment, Station, Track};

    use super::super::super::line::support::{bare, road, winding};
    use super::super::support::{envelope, guess, single_track};
    use super::{at_speed, found};

    #[test]
    #[ignore = "long: some ten seconds"]
    fn a_mirrored_track_has_the_mirrored_lap() {
        let track = Track::closed(&winding()).unwrap();
        let mirrored: Vec<Station> = winding()
            .iter()
            .map(|of| Station {
                position_m: [of.position_m[0], -of.position_m[1]],
                widths_m: [of.widths_m[1], of.widths_m[0]],
                ..*of
            })
            .collect();
        let mirror = Track::closed(&mirrored).unwrap();
        let [one, other] = [&track, &mirror].map(|track| found(track, &at_speed(track, 18.0)));
        assert!((one.lap.time_s - other.lap.time_s).abs() < 1e-4, "{} {}", one.lap.time_s, other.lap.time_s);
        for (a, b) in one.guess.offsets_m.iter().zip(&other.guess.offsets_m) {
            assert!((a + b).abs() < 0.02, "{a} {b}");
        }
    }

    #[test]
    #[ignore = "long: some ten seconds"]
    fn laps_from_different_guesses_take_the_same_time() {
        let track = Track::closed(&winding()).unwrap();
        let near = guess(&track, &envelope(), &bare(4.0)).0;
        let [one, other] = [near, at_speed(&track, 12.0)].map(|guess| found(&track, &guess));
        let apart = (one.lap.time_s / other.lap.time_s - 1.0).abs();
        println!("{} {} {:?} {:?}", one.lap.time_s, other.lap.time_s, one.meshes, other.meshes);
        assert!(apart < 1e-3, "{} {}", one.lap.time_s, other.lap.time_s);
    }

    /// The envelope is that of the four-wheel model. Its differential is open, so that its lifted inner wheel spins where the single-track car
    /// has both wheels of the axle as one.
    #[test]
    #[ignore = "long: some ten seconds"]
    fn a_hairpin_takes_about_the_time_of_the_quasi_steady_lap_on_its_line() {
        let segments =
            [Segment::straight(150.0), Segment::arc(20.0, core::f64::consts::PI), Segment::straight(150.0)];
        let track = Track::open(&road(&segments, 5.0)).unwrap();
        let car = envelope();
        let line = LineOptions { spacing_m: 4.0, ..LineOptions::default() };
        let (near, line_s) = guess(&track, &car, &line);
        let options = OptimalOptions { start: Start::At(30.0), ..OptimalOptions::default() };
        let found = lap(&track, &single_track(), &near, &line, &options).unwrap();
        assert!(found.lap.converged, "{:?}", found.optimality);
        let lap_options = qss::Options { start: Start::At(30.0), ..qss::Options::default() };
        let steady = qss::lap(&found.path, &car, &lap_options).unwrap();
        println!(
            "optimal {:.3} s, quasi-steady on its line {:.3} s, fastest line {line_s:.3} s",
            found.lap.time_s, steady.time_s
        );
        assert!(
            (1.0..1.04).contains(&(steady.time_s / found.lap.time_s)),
            "{} {}",
            steady.time_s,
            found.lap.time_s
        );
    }
}

mod soak {
    use skidpad_laptime::line::LineOptions;
    use skidpad_laptime::optimal::{OptimalOptions, lap};
    use skidpad_laptime::qss;

    use super::super::super::line::support::circuit;
    use super::super::support::{envelope, guess, single_track};

    #[test]
    #[ignore = "soak: some minutes"]
    fn a_quasi_steady_lap_on_the_line_of_the_minimum_time_lap_takes_little_longer() {
        let car = envelope();
        for name in ["Hockenheim", "Nuerburgring", "Catalunya"] {
            let Some(track) = circuit(name) else { return };
            let line = LineOptions::default();
            let (near, line_s) = guess(&track, &car, &line);
            let began = std::time::Instant::now();
            let found = lap(&track, &single_track(), &near, &line, &OptimalOptions::default()).unwrap();
            let took = began.elapsed();
            let steady_s = qss::lap(&found.path, &car, &qss::Options::default()).unwrap().time_s;
            println!(
                "{name}: fastest line {line_s:.3} s, minimum-time {:.3} s in {took:?} {:?} {:?}, quasi-steady on its line {steady_s:.3} s",
                found.lap.time_s, found.meshes, found.optimality
            );
            assert!(found.lap.converged, "{name}");
            assert!((1.0..1.04).contains(&(steady_s / found.lap.time_s)), "{name}");
        }
    }
}
