//! Codes of a status, and the ends behind them.

use super::Status;
use crate::model::{End, STANDARD_ENDS};

const MANY: &[&str] = &["first", "second", "third", "fourth"];

#[test]
fn codes_of_files_stay_and_each_end_has_its_own() {
    let codes = |ends| Status::all(ends).map(Status::code).collect::<alloc::vec::Vec<_>>();
    assert_eq!(codes(STANDARD_ENDS), [0, 1, 2, 3]);
    assert_eq!(codes(MANY), [0, 1, 2, 3, 4, 5]);
    assert_eq!(codes(&[]), [0, 2]);
    for status in Status::all(MANY) {
        assert_eq!(Status::from_code(status.code(), MANY), Some(status));
    }
    assert_eq!(Status::ENGINE_BLOWN.code(), 1);
    assert_eq!(Status::FALLEN_OVER.code(), 3);
    assert_eq!(Status::from_code(6, MANY), None);
}

#[test]
fn numbers_of_a_model_are_its_ends() {
    assert_eq!(End::of_number(0.0, MANY), None);
    for place in 0..MANY.len() {
        let end = End::at(place, MANY).unwrap();
        assert_eq!(End::of_number(end.number(), MANY), Some(end));
    }
    // More than the model declares: over all the same.
    assert_eq!(End::of_number(9.0, MANY).map(End::name), Some("fourth"));
}
