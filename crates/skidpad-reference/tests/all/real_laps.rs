//! Published laps of real cars.

use crate::reference_support::{data, there};
use skidpad_formats::presets;
use skidpad_reference::real_laps::REAL_LAPS;

#[test]
fn every_published_lap_is_of_a_preset_and_has_a_source_and_a_circuit() {
    assert!(REAL_LAPS.len() >= 6, "{}", REAL_LAPS.len());
    for lap in REAL_LAPS {
        let file = presets::preset(lap.car).unwrap_or_else(|error| panic!("{error}"));
        assert!(lap.source.starts_with(char::is_alphabetic) && lap.source.contains('/'), "{}", lap.source);
        assert!(!lap.driver.is_empty() && !lap.tyres.is_empty());
        assert!((60.0..300.0).contains(&lap.published_s), "{} {}", lap.circuit, lap.published_s);
        let (cars, title) = (REAL_LAPS.iter().filter(|other| other.car == lap.car), file.title);
        let twice = cars.filter(|other| other.circuit == lap.circuit).count();
        assert_eq!(twice, 1, "{title} twice at {}", lap.circuit);
    }
}

mod long {
    use super::*;
    use skidpad_reference::real_laps::real_lap_lines_s;

    /// Kerbs widen the road. The laps with them are within 4.5 % of the published ones, and in the mean within 2 %.
    #[test]
    #[ignore = "soak: the fastest lines of real circuits"]
    fn quasi_steady_laps_are_near_the_published_ones() {
        let mut offs = Vec::new();
        for lap in REAL_LAPS {
            let Some([line_s, kerbs_s]) = there(real_lap_lines_s(&data(), lap)) else { return };
            let off = |time_s: f64| 100.0 * (time_s / lap.published_s - 1.0);
            let (car, circuit) = (lap.car, lap.circuit);
            println!("{car} {circuit}: {line_s:.2} s ({:+.1} %)", off(line_s));
            println!("{car} {circuit}: kerbs {kerbs_s:.2} s ({:+.1} %)", off(kerbs_s));
            assert!(kerbs_s < line_s, "{car} {circuit}: {kerbs_s} {line_s}");
            assert!(off(kerbs_s).abs() < 4.5, "{car} {circuit}: {kerbs_s}");
            offs.push(off(kerbs_s));
        }
        let mean = offs.iter().sum::<f64>() / offs.len() as f64;
        assert!(mean.abs() < 2.0, "{mean} %");
    }
}
