//! Lines of real circuits.
#![allow(clippy::disallowed_methods)]

use std::sync::Arc;
use std::time::Instant;

use skidpad_laptime::line::{LineOptions, RacingLine, fastest, least_curvature, shortest};
use skidpad_laptime::{Envelope, ModelEnvelope, Path, qss};
use skidpad_world::track::{Station, Track};

use super::support::{bare, circuit, energy_1_m, rows, text, tum_f1_car};

/// Line through published positions, as offsets from the reference line.
fn published_line(track: &Track, rows: &[Vec<f64>]) -> RacingLine {
    let mut places: Vec<[f64; 2]> = rows
        .iter()
        .map(|row| track.locate([row[0], row[1]], None))
        .map(|of| [of.distance_m, of.lateral_offset_m])
        .collect();
    places.sort_by(|one, other| one[0].total_cmp(&other[0]));
    let (first, last) = (places[0], places[places.len() - 1]);
    places.insert(0, [last[0] - track.length_m(), last[1]]);
    places.push([first[0] + track.length_m(), first[1]]);
    RacingLine::beside(track, 3.0, &|distance_m| {
        let next = places.partition_point(|place| place[0] <= distance_m);
        let ([from, one], [to, other]) = (places[next - 1], places[next]);
        one + (other - one) * (distance_m - from) / f64::max(to - from, 1e-9)
    })
    .unwrap()
}

/// TUM's lines of least curvature keep less room to the edges than a car of 2 m. They differ most in bends of about half a turn
/// (Catalunya 3 and 9, Shanghai 1 and 13), where the line along the outer edge has the curvature of that from the outside by the
/// apex to the outside: 5 m to the side change the energy by some per cent.
#[test]
fn lines_of_least_curvature_are_near_those_of_tums_program() {
    for name in ["Hockenheim", "Nuerburgring", "Spa", "Monza", "Catalunya", "Shanghai"] {
        let Some(track) = circuit(name) else { return };
        let file = format!("laps/tum_shanghai/laptimesim/input/tracks/racelines/{name}.csv");
        let Some(text) = text(&file) else { return };
        let published = rows(&text);
        let theirs = published_line(&track, &published);
        let station = |row: &Vec<f64>| Station { position_m: [row[0], row[1]], ..Station::flat([0.0; 2]) };
        let through = Track::closed(&published.iter().map(station).collect::<Vec<_>>()).unwrap();
        let theirs_1_m = energy_1_m(&Path::along(&through, 3.0));
        let options = LineOptions { car_width_m: 2.0, ..bare(3.0) };
        let ours = least_curvature(&track, &options).unwrap();
        let middle = RacingLine::beside(&track, 3.0, &|_| 0.0).unwrap();
        let off = |line: &RacingLine| {
            let squares: f64 = line
                .offsets_m()
                .iter()
                .zip(theirs.offsets_m())
                .map(|(one, other)| (one - other) * (one - other))
                .sum();
            (squares / line.offsets_m().len() as f64).sqrt()
        };
        let energy = |line: &RacingLine| energy_1_m(&line.path(&track).unwrap());
        let (near_m, far_m) = (off(&ours), off(&middle));
        println!(
            "{name}: rms {near_m:.2} m, of the reference line {far_m:.2} m; energies {:.3} of TUM's, {:.3} of ours, {:.3} of the reference line",
            theirs_1_m,
            energy(&ours),
            energy(&middle)
        );
        assert!(near_m < 0.9 * far_m, "{name}: {near_m} {far_m}");
        // Theirs lies between ours of a car of 2 m and of one that uses the whole road.
        let whole_1_m = energy(&least_curvature(&track, &bare(3.0)).unwrap());
        println!("{name}: energy {whole_1_m:.3} with the whole road");
        assert!(whole_1_m < 1.01 * theirs_1_m, "{name}");
        assert!(energy(&ours) < 1.1 * theirs_1_m, "{name}");
    }
}

fn boxster() -> Arc<ModelEnvelope> {
    let car = skidpad_formats::presets::preset("boxster-s").unwrap();
    let vehicle = car.spec.validate().unwrap();
    ModelEnvelope::shared("two_track", &vehicle, &skidpad_core::surface::Surface::asphalt()).unwrap()
}

/// Lap times of a car, and how much a bump of 0.2 m in the fastest line still gains.
fn laps(name: &str, track: &Track, car: &dyn Envelope) {
    let (options, lap) = (LineOptions::default(), qss::Options::default());
    // A line may be sharper than the car turns.
    let time_s = |path: &Path| qss::lap(path, car, &lap).map_or(f64::INFINITY, |lap| lap.time_s);
    let reference_s = time_s(&Path::along(track, 3.0));
    let began = Instant::now();
    let found = fastest(track, car, &options, &lap).unwrap();
    let took = began.elapsed();
    let offsets_m = found.line.offsets_m();
    let step_m = track.length_m() / offsets_m.len() as f64;
    let margin_m = 0.5 * options.car_width_m + options.margin_m;
    let mut best_s = found.time_s;
    for half_m in [20.0, 60.0, 150.0] {
        for place in 0..20 {
            let middle_m = track.length_m() * f64::from(place) / 20.0;
            for height_m in [0.2, -0.2] {
                let bumped = RacingLine::beside(track, options.spacing_m, &|distance_m| {
                    let away_m = (distance_m - middle_m).abs();
                    let away = f64::min(away_m, track.length_m() - away_m) / half_m;
                    let bump =
                        if away < 1.0 { 0.5 + 0.5 * (away * core::f64::consts::PI).cos() } else { 0.0 };
                    let [left, right] = track.at(distance_m).widths_m;
                    let offset_m = offsets_m[(distance_m / step_m).round() as usize];
                    (offset_m + height_m * bump).clamp(margin_m - right, left - margin_m)
                });
                best_s = f64::min(best_s, time_s(&bumped.unwrap().path(track).unwrap()));
            }
        }
    }
    let shortest = found.shortest_s.map_or_else(|| "no lap".to_owned(), |time_s| format!("{time_s:.3} s"));
    println!(
        "{name}: {reference_s:.3} s on the reference line, {shortest} on the shortest, {:.3} s least curvature, {:.3} s fastest ({} steps, {took:?}); bumps gain {:.3} %",
        found.least_curvature_s,
        found.time_s,
        found.line.rounds(),
        100.0 * (1.0 - best_s / found.time_s)
    );
    assert!(
        found.time_s < 0.995 * found.least_curvature_s && found.least_curvature_s < reference_s,
        "{name}"
    );
    assert!(best_s > 0.999 * found.time_s, "{name}: {best_s} {}", found.time_s);
}

#[test]
fn lines_of_a_circuit_take_few_programs() {
    for name in ["Hockenheim", "Nuerburgring", "Catalunya", "Spa"] {
        let Some(track) = circuit(name) else { return };
        let options = LineOptions::default();
        let began = Instant::now();
        let least = least_curvature(&track, &options).unwrap();
        let (took, began) = (began.elapsed(), Instant::now());
        let short = shortest(&track, &options).unwrap();
        println!(
            "{name}, {:.0} m: least curvature {} programs, {took:?}; shortest {} programs, {:?}",
            track.length_m(),
            least.rounds(),
            short.rounds(),
            began.elapsed()
        );
        assert!(least.rounds() <= 25 && short.rounds() <= 8, "{name}: {} {}", least.rounds(), short.rounds());
    }
}

mod long {
    use super::{boxster, circuit, laps, tum_f1_car};

    #[test]
    #[ignore = "long: some seconds"]
    fn the_fastest_line_gains_over_that_of_least_curvature_and_no_bump_gains_a_thousandth() {
        let boxster = boxster();
        for name in ["Hockenheim", "Nuerburgring", "Catalunya"] {
            let Some(track) = circuit(name) else { return };
            laps(name, &track, &*boxster);
        }
    }

    #[test]
    #[ignore = "long: some seconds"]
    fn a_car_with_downforce_has_a_fastest_line() {
        let Some(track) = circuit("Catalunya") else { return };
        laps("Catalunya, racing car", &track, &tum_f1_car());
    }
}
