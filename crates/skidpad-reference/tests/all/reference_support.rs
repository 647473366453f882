//! The reference data, and what a comparison must come to.
#![allow(dead_code, missing_docs, reason = "each test file uses a part")]

use skidpad_formats::reference::{Data, Lack};
use skidpad_reference::{Check, Outcome};

pub fn data() -> Data {
    Data::at(std::env::var_os(Data::VARIABLE))
}

/// Notes a comparison without data. Where the environment names the folder of data, a file that is not in it fails the
/// test: a check that looks as if it had run is worse than none.
fn skip(why: &str) {
    assert!(std::env::var_os(Data::VARIABLE).is_none(), "{why} in the folder that {} names", Data::VARIABLE);
    println!("skipped: {why} (set {} to the folder of reference data)", Data::VARIABLE);
}

/// The data that were read; `None` where they are absent.
pub fn there<T>(read: Result<T, Lack>) -> Option<T> {
    match read {
        Ok(read) => Some(read),
        Err(Lack::Absent(why)) => {
            skip(&why);
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
            // A file that is not there; or rows that cannot be compared, with the reason.
            if why.ends_with("is not there") {
                skip(&format!("{name}: {why}"));
            } else {
                println!("left out: {name}: {why}");
            }
            return;
        }
        outcome => panic!("{name} ({source}): {outcome:#?}"),
    }
    assert!(*cases >= least, "{name}: {cases} numbers of {source}, not {least}");
}
