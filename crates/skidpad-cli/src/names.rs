//! Names that are not known: the nearest one, and all of them.

/// "no model is called `x`; did you mean `y`? Write one of: ...".
pub fn unknown(kind: &str, written: &str, known: &[&str]) -> String {
    let shown: String = written.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut message = format!("no {kind} is called `{shown}`");
    if let Some(nearest) = nearest(written, known) {
        message += &format!("; did you mean `{nearest}`?");
    }
    message += &format!(" Write one of: {}", known.join(", "));
    message
}

fn nearest<'n>(written: &str, known: &[&'n str]) -> Option<&'n str> {
    let written: String = written.to_lowercase().chars().take(60).collect();
    known
        .iter()
        .min_by_key(|name| strsim::damerau_levenshtein(&written, &name.to_lowercase()))
        .copied()
        .filter(|_| !written.is_empty())
}

#[cfg(test)]
mod tests {
    use super::unknown;

    #[test]
    fn the_nearest_name_and_all_names_are_said() {
        let message = unknown("model", "strait_line", &["point_mass", "straight_line"]);
        assert_eq!(
            message,
            "no model is called `strait_line`; did you mean `straight_line`? Write one of: point_mass, straight_line"
        );
        assert_eq!(unknown("model", "", &["a"]), "no model is called `` Write one of: a");
        assert!(unknown("model", &"é\n".repeat(100_000), &["a"]).len() < 300);
    }
}
