//! `--mode`: which text a tyre follows.

use std::str::FromStr;

use skidpad_core::tyre::magic_formula::Mode;

/// The value of `--mode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModeOption(pub Mode);

impl FromStr for ModeOption {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mode = match text {
            "book" => Some(Mode::Book),
            "mfeval" => Some(Mode::COMMON),
            "driving" => Some(Mode::Driving),
            digits => {
                let digits = digits.strip_prefix("mfeval-").unwrap_or(digits);
                digits.parse().ok().and_then(Mode::from_digits)
            }
        };
        mode.map(Self).ok_or_else(|| {
            "must be book, mfeval, driving, or MFeval's digits 111, 121, 211 or 221 (turn slip, a last digit 2, is not \
             computed)"
                .to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Mode, ModeOption};

    #[test]
    fn modes_have_names_and_digits() {
        let parsed = |text: &str| text.parse::<ModeOption>().map(|mode| mode.0);
        assert_eq!(parsed("mfeval"), parsed("111"));
        assert_eq!(parsed("mfeval-221"), Ok(Mode::Common { is_limited: false, uses_tangents: true }));
        for wrong in ["", "112", "11", "1111", "mfeva", "-111", "book "] {
            assert!(parsed(wrong).unwrap_err().contains("must be book"), "{wrong}");
        }
    }
}
