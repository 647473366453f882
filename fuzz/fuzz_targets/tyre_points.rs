//! Bytes as a table of measured points: points in their ranges that are written and read back the same, or an error.
#![no_main]

use skidpad_formats::tyre::{self, Points};
use skidpad_fuzz::{file_error, message};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let points = match tyre::parse_points("p.csv", bytes) {
        Ok(points) => points,
        Err(error) => return file_error(&error, bytes),
    };
    assert!(!points.rows.is_empty());
    points.notes.iter().for_each(|note| message(note));
    let text = written(&points);
    let again =
        tyre::parse_points("w.csv", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    // As text, which tells the zeros apart.
    assert_eq!(format!("{:?}", again.rows), format!("{:?}", points.rows), "{text}");
});

fn written(points: &Points) -> String {
    let head = "fz_n,kappa,alpha_rad,gamma_rad,pressure_pa,fx_n,fy_n,mz_nm\n";
    let has_pressure = points.rows.iter().all(|row| row.pressure_pa.is_some());
    let head = if has_pressure { head.to_owned() } else { head.replace("pressure_pa,", "") };
    let rows = points.rows.iter().map(|row| {
        let [fx, fy, mz] = [row.fx_n, row.fy_n, row.mz_nm]
            .map(|value| value.map_or(String::new(), |value| format!("{value:?}")));
        let pressure =
            row.pressure_pa.filter(|_| has_pressure).map_or(String::new(), |value| format!("{value:?},"));
        let given = [row.fz_n, row.kappa, row.alpha_rad, row.gamma_rad].map(|value| format!("{value:?},"));
        format!("{}{pressure}{fx},{fy},{mz}\n", given.concat())
    });
    std::iter::once(head).chain(rows).collect()
}
