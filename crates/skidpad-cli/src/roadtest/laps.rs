//! `skidpad roadtest --laps`: published laps of real cars beside computed ones.

use serde::Serialize;
use skidpad_formats::reference::{Data, Lack};
use skidpad_reference::real_laps::{REAL_LAPS, RealLap, RealLapFound, real_lap};
use skidpad_world::names::unknown;

use crate::failure::Failure;
use crate::output;
use crate::table::{Align, Table};

/// A published lap beside computed ones.
#[derive(Serialize)]
struct RealLapRow {
    car: &'static str,
    circuit: &'static str,
    published_s: f64,
    driven_s: Option<f64>,
    line_s: f64,
    kerbs_s: f64,
    driver: &'static str,
    tyres: &'static str,
    source: &'static str,
}

/// Document that `--json` prints.
#[derive(Serialize)]
struct RealLapsDocument {
    laps: Vec<RealLapRow>,
}

/// Computes and prints the laps of a car; of all cars without a name.
pub fn command(car: &str, is_json: bool) -> Result<(), Failure> {
    let laps: Vec<&RealLap> = REAL_LAPS.iter().filter(|lap| car.is_empty() || lap.car == car).collect();
    if laps.is_empty() {
        let mut cars: Vec<&str> = REAL_LAPS.iter().map(|lap| lap.car).collect();
        cars.dedup();
        return Err(Failure::input(unknown("car with a published lap", car, &cars)));
    }
    let data = Data::at(std::env::var_os(Data::VARIABLE));
    let mut rows = Vec::new();
    for real in laps {
        let spinner = output::spinner(&format!("{} on {}", real.car, real.circuit));
        let found = real_lap(&data, real);
        spinner.finish_and_clear();
        rows.push(row(real, found.map_err(|lack| refused(&lack))?));
    }
    if is_json {
        return output::json(&RealLapsDocument { laps: rows });
    }
    output::text(&text(&rows))?;
    output::hint(
        "\nDriven: a driver on the full model. Line: quasi-steady, on the fastest line. With kerbs: the car's sides up to 0.8 m over the edges. Circuits without heights and weather.",
    );
    Ok(())
}

fn refused(lack: &Lack) -> Failure {
    let (Lack::Absent(why) | Lack::Broken(why)) = lack;
    Failure::input(format!("{why} (circuits are reference data: set {} to their folder)", Data::VARIABLE))
}

fn row(real: &RealLap, RealLapFound { line_s, kerbs_s, driven_s }: RealLapFound) -> RealLapRow {
    let RealLap { car, circuit, published_s, driver, tyres, source, .. } = *real;
    RealLapRow { car, circuit, published_s, driven_s, line_s, kerbs_s, driver, tyres, source }
}

fn text(rows: &[RealLapRow]) -> String {
    let columns = [
        ("car", Align::Left),
        ("circuit", Align::Left),
        ("published", Align::Right),
        ("driven", Align::Right),
        ("difference", Align::Right),
        ("line", Align::Right),
        ("with kerbs", Align::Right),
        ("driver", Align::Left),
    ];
    let mut table = Table::new(&columns);
    for row in rows {
        let driven =
            row.driven_s.map_or_else(|| "off the road".to_owned(), |time_s| format!("{time_s:.2} s"));
        let off = |time_s: f64| format!("{:+.1} %", 100.0 * (time_s / row.published_s - 1.0));
        table.row([
            row.car.to_owned(),
            row.circuit.to_owned(),
            format!("{:.2} s", row.published_s),
            driven,
            row.driven_s.map_or_else(String::new, off),
            format!("{:.2} s", row.line_s),
            format!("{:.2} s", row.kerbs_s),
            row.driver.to_owned(),
        ]);
    }
    table.render()
}
