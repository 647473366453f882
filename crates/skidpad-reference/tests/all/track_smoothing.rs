//! Smoothing of the measured centre lines of the TUM race-track database.

use skidpad_core::math::Real;
use skidpad_world::track::{Station, Tolerance, Track, smooth};

use super::reference_support::{data, there};

const CIRCUITS: [&str; 15] = [
    "Austin", "Budapest", "Catalunya", "Hockenheim", "IMS", "Melbourne", "Monza", "Norisring",
    "Nuerburgring", "Shanghai", "Silverstone", "Spa", "Spielberg", "Suzuka", "Zandvoort",
];

/// Stations of a circuit: `x_m,y_m,w_tr_right_m,w_tr_left_m`.
fn stations(text: &str) -> Vec<Station> {
    let numbers = |line: &str| line.split(',').map(|cell| cell.trim().parse().unwrap()).collect::<Vec<f64>>();
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(numbers);
    rows.map(|row| Station { position_m: [row[0], row[1]], ..Station::flat([row[3], row[2]]) }).collect()
}

/// Least radius, m, and the root of the mean square of the change of the curvature, 1/m^2.
fn figures(track: &Track) -> (f64, f64) {
    let count = (track.length_m() / 0.5) as usize;
    let step_m = track.length_m() / count as f64;
    let all: Vec<_> = (0..=count).map(|at| track.at(step_m * at as f64).curvature_1_m).collect();
    let most = all.iter().fold(0.0, |most, one| Real::max(Real::abs(*one), most));
    let square: f64 = all.windows(2).map(|pair| (pair[1] - pair[0]) / step_m).map(|rate| rate * rate).sum();
    (1.0 / most, Real::sqrt(square / count as f64))
}

#[test]
fn smoothing_keeps_the_tolerance_and_calms_the_curvature_of_all_circuits() {
    for name in CIRCUITS {
        let Some(text) = there(data().text(&format!("tracks/tum/{name}.csv"))) else { return };
        let measured = stations(&text);
        let raw = Track::closed(&measured).unwrap();
        let (raw_m, raw_rate) = figures(&raw);
        let mut row = format!("{name:12} {raw_m:7.2} m {raw_rate:.2e}");
        for (plan_m, calmer) in [(0.1, 0.95), (0.25, 0.88), (0.5, 0.8)] {
            let smoothed = smooth(&measured, true, Tolerance { plan_m, height_m: 0.1 });
            let track = Track::closed(&smoothed.stations).unwrap();
            let off = |station: &Station| Real::abs(track.locate(station.position_m, None).lateral_offset_m);
            let largest_m = measured.iter().map(off).fold(0.0, Real::max);
            let (least_m, rate) = figures(&track);
            row += &format!(" | {least_m:7.2} m {rate:.2e} {:.3} {largest_m:.3}", smoothed.largest_m);
            assert!(smoothed.largest_m <= plan_m, "{name} {plan_m}: {}", smoothed.largest_m);
            assert!(largest_m <= plan_m + 2e-3, "{name} {plan_m}: {largest_m}");
            assert!(rate < calmer * raw_rate, "{name} {plan_m}: {rate} {raw_rate}");
        }
        println!("{row}");
    }
}
