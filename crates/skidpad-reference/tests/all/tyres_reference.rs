//! Fiala, TMeasy and Pacejka 89 against the numbers that Project Chrono's equations give (see the README beside the
//! vectors): to 1e-9 of the number, and of 1.
#![allow(clippy::disallowed_methods)]

use crate::reference_support;

use reference_support::{agrees, data, there};
use skidpad_core::tyre::TmeasyCurve;
use skidpad_reference::chrono::{self, TMEASY};

#[test]
fn laws_are_those_of_the_other_program() {
    for law in &chrono::ALL {
        agrees(&law.check(&data(), law.name), 16);
    }
}

/// The book's cubic departs from Chrono's parabolas; by how much is known, and stays.
#[test]
fn the_books_curve_departs_by_a_few_percent_of_the_peak() {
    let Some(table) = there(data().table(TMEASY)) else { return };
    let mut departure: f64 = 0.0;
    for row in there(table.numbers::<8>()).expect("numbers") {
        let [slip, slope_n, peak_slip, peak_n, sliding_slip, sliding_n, force, _] = row;
        let curve = TmeasyCurve { slope_n, peak_slip, peak_n, sliding_slip, sliding_n };
        departure = departure.max((curve.force_n(slip) - force).abs() / peak_n);
    }
    println!("the book's cubic departs from Chrono's parabolas by {departure:.3} of the peak");
    assert!((0.001..0.2).contains(&departure), "{departure}");
}
