//! Names that are not known: the nearest one, and all of them.

use crate::error::nearest;

/// What was written as messages show it: at most 60 characters, on one line.
///
/// ```
/// assert_eq!(skidpad_formats::names::shown("two\ntrack"), "two track");
/// assert_eq!(skidpad_formats::names::shown(&"x".repeat(1000)).len(), 60);
/// ```
pub fn shown(written: &str) -> String {
    written.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// "unknown model `x`; did you mean `y`? All: ...", or "unknown model `x`; must be one of: ..." where no name is near.
pub fn unknown(kind: &str, written: &str, known: &[&str]) -> String {
    unknown_of_many(kind, written, known, known)
}

/// The same where there are too many to list: the nearest of all, and those that are listed.
pub fn unknown_of_many(kind: &str, written: &str, known: &[&str], listed: &[&str]) -> String {
    let shown = shown(written);
    let hint = nearest(written, known.iter().copied())
        .map_or("must be one of:".to_owned(), |name| format!("did you mean `{name}`? All:"));
    format!("unknown {kind} `{shown}`; {hint} {}", listed.join(", "))
}

#[cfg(test)]
mod tests {
    use super::unknown;

    #[test]
    fn a_message_has_the_nearest_name_and_all_names() {
        let message = unknown("model", "strait_line", &["point_mass", "straight_line"]);
        assert_eq!(
            message,
            "unknown model `strait_line`; did you mean `straight_line`? All: point_mass, straight_line"
        );
        assert_eq!(unknown("model", "", &["a"]), "unknown model ``; must be one of: a");
        let says = |written: &str| unknown("test", written, &["60 ft", "rars", "step steer", "w1"]);
        assert!(says("step").contains("did you mean `step steer`?"));
        assert!(says("W2").contains("did you mean `w1`?"), "{}", says("W2"));
        assert!(!says("nope").contains("did you mean") && !says("xyz").contains("did you mean"));
        assert!(unknown("model", &"é\n".repeat(100_000), &["a"]).len() < 300);
    }
}
