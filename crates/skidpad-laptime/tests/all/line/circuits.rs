//! Lines of real circuits.

use std::time::Instant;

use skidpad_laptime::line::{LineOptions, least_curvature, shortest};

use super::support::{bare, circuit, energy_1_m, rows, text};

#[test]
fn trial() {
    for name in ["Hockenheim", "Nuerburgring", "Catalunya", "Spa"] {
        let Some(track) = circuit(name) else { return };
        let options = LineOptions::default();
        let began = Instant::now();
        let least = least_curvature(&track, &options).unwrap();
        let took = began.elapsed();
        let began = Instant::now();
        let short = shortest(&track, &options).unwrap();
        println!(
            "{name} {:.1} least {took:?} {} {:.4} shortest {:?} {} {:.1}",
            track.length_m(),
            least.rounds(),
            energy_1_m(&least.path(&track).unwrap()),
            began.elapsed(),
            short.rounds(),
            short.path(&track).unwrap().length_m()
        );
    }
}

#[test]
fn lines_of_least_curvature_are_near_those_of_tums_program() {
    for name in ["Hockenheim", "Nuerburgring", "Catalunya", "Spa", "Shanghai", "Monza"] {
        let Some(track) = circuit(name) else { return };
        let file = format!("laps/tum_shanghai/laptimesim/input/tracks/racelines/{name}.csv");
        let Some(published) = text(&file) else { return };
        for car in [0.0, 2.0, 3.0] {
            let options = LineOptions { car_width_m: car, ..bare(3.0) };
            let least = least_curvature(&track, &options).unwrap();
            let at = |distance_m: f64| {
                let offsets_m = least.offsets_m();
                let place = track.since_start_m(distance_m) / track.length_m() * offsets_m.len() as f64;
                offsets_m[place as usize % offsets_m.len()]
            };
            let located =
                rows(&published).iter().map(|row| track.locate([row[0], row[1]], None)).collect::<Vec<_>>();
            let square: f64 =
                located.iter().map(|of| (of.lateral_offset_m - at(of.distance_m)).powi(2)).sum();
            let room = located
                .iter()
                .map(|of| {
                    f64::min(
                        track.at(of.distance_m).widths_m[0] - of.lateral_offset_m,
                        track.at(of.distance_m).widths_m[1] + of.lateral_offset_m,
                    )
                })
                .fold(f64::INFINITY, f64::min);
            println!("{name} {car} rms {:.3} room {room:.2}", (square / located.len() as f64).sqrt());
        }
    }
}

#[test]
fn quick() {
    let car = skidpad_formats::presets::preset("boxster-s").unwrap();
    let vehicle = car.spec.validate().unwrap();
    let e = skidpad_laptime::ModelEnvelope::new(
        "two_track",
        &vehicle,
        &skidpad_core::surface::Surface::asphalt(),
    )
    .unwrap();
    let lap = skidpad_laptime::qss::Options::default();
    for name in ["Hockenheim", "Nuerburgring", "Catalunya"] {
        let Some(track) = circuit(name) else { return };
        let began = Instant::now();
        let path = skidpad_laptime::Path::along(&track, 3.0);
        let reference = skidpad_laptime::qss::lap(&path, &e, &lap).unwrap();
        let took = began.elapsed();
        let began = Instant::now();
        let _ = skidpad_laptime::qss::sensitivity(&path, &e, &lap, &reference);
        let sens = began.elapsed();
        let began = Instant::now();
        let f = skidpad_laptime::line::fastest(&track, &e, &LineOptions::default(), &lap).unwrap();
        println!(
            "{name} reference {:.3} lc {:.3} short {:.3} fastest {:.3} in {:?} rounds {} (qss {took:?} sens {sens:?})",
            reference.time_s,
            f.least_curvature_s,
            f.shortest_s,
            f.time_s,
            began.elapsed(),
            f.line.rounds()
        );
    }
}
