//! The reference data, and what a comparison must come to.
#![allow(dead_code, missing_docs, reason = "each test file uses a part")]

use skidpad_formats::reference::{Check, Data, Lack, Outcome};

pub fn data() -> Data {
    Data::at(std::env::var_os(Data::VARIABLE))
}

/// What was read; `None`, and said so, where the data are not there.
pub fn there<T>(read: Result<T, Lack>) -> Option<T> {
    match read {
        Ok(read) => Some(read),
        Err(Lack::Absent(why)) => {
            println!("skipped: {why}; set {}", Data::VARIABLE);
            None
        }
        Err(Lack::Broken(why)) => panic!("{why}"),
    }
}

/// A comparison that must agree over at least so many numbers, where its data are there.
pub fn agrees(check: &Check, least: usize) {
    let Check { name, source, cases, worst, measure, .. } = check;
    match &check.outcome {
        Outcome::Agrees => {
            println!("{name}: {cases} numbers, largest departure {worst:.1e} {measure} ({source})")
        }
        Outcome::Skipped(why) => {
            return println!("skipped: {name}: {why} ({} says where data are)", Data::VARIABLE);
        }
        outcome => panic!("{name} ({source}): {outcome:#?}"),
    }
    assert!(*cases >= least, "{name}: {cases} numbers of {source}, not {least}");
}
