//! Unknown names: the nearest known one, and the message that suggests it.

use strsim::damerau_levenshtein;

/// Letters of a word below which it is not looked for in a longer name.
const LEAST_PART: usize = 3;

/// Characters of a written name that messages show. A longer one has no nearest name.
const LONGEST_NAME: usize = 60;

/// A name as messages show it: at most 60 characters, on one line.
///
/// ```
/// assert_eq!(skidpad_world::names::shown("two\ntrack"), "two track");
/// assert_eq!(skidpad_world::names::shown(&"x".repeat(1000)).len(), 60);
/// ```
pub fn shown(written: &str) -> String {
    written.chars().take(LONGEST_NAME).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The known name nearest to a written one; `None` where no known name is near.
///
/// A name is near if it differs by few insertions, deletions, replacements and transpositions of letters (at most a third of
/// the longer name's), or if one of the two contains the other.
///
/// ```
/// use skidpad_world::names::nearest;
/// assert_eq!(nearest("kerb_mas", ["kerb_mass", "wheelbase"]), Some("kerb_mass"));
/// assert_eq!(nearest("zzz", ["kerb_mass", "wheelbase"]), None);
/// ```
pub fn nearest<'n>(written: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let length = written.chars().count();
    if length > LONGEST_NAME {
        return None;
    }
    let written = written.to_lowercase();
    let distances = known.into_iter().map(|name| (damerau_levenshtein(&written, &name.to_lowercase()), name));
    let distances: Vec<(usize, &str)> = distances.collect();
    let near = distances.iter().filter(|(distance, name)| {
        *distance < length && *distance <= usize::max(1, usize::max(length, name.len()) / 3)
    });
    let is_part = |name: &str| {
        usize::min(length, name.len()) >= LEAST_PART && (name.contains(&written) || written.contains(name))
    };
    let part = distances.iter().filter(|(_, name)| is_part(name));
    near.min().or_else(|| part.min()).map(|(_, name)| *name)
}

/// The message for an unknown name: "unknown model `x`; did you mean `y`? All: ...", or "unknown model `x`; must be one
/// of: ..." where no name is near.
pub fn unknown(kind: &str, written: &str, known: &[&str]) -> String {
    unknown_of_many(kind, written, known, known)
}

/// The message for an unknown name among too many to list: the nearest of `known`, and only the names in `listed`.
pub fn unknown_of_many(kind: &str, written: &str, known: &[&str], listed: &[&str]) -> String {
    let shown = shown(written);
    let hint = nearest(written, known.iter().copied())
        .map_or("must be one of:".to_owned(), |name| format!("did you mean `{name}`? All:"));
    format!("unknown {kind} `{shown}`; {hint} {}", listed.join(", "))
}

/// The most names that [`near`] returns.
const MOST_NEAR_NAMES: usize = 5;

/// Known names that were probably meant by one of words with `_` between, the nearest first: those like it, or else those that
/// share a word with it.
///
/// ```
/// use skidpad_world::names::near;
/// let known = ["engine_rad_s", "engine_power_w", "yaw_rad", "yaw_rate_rad_s"];
/// assert_eq!(near("yaw", &known), ["yaw_rad", "yaw_rate_rad_s"]);
/// assert_eq!(near("engine_speed", &known), ["engine_rad_s", "engine_power_w"]);
/// assert!(near("zzz", &known).is_empty());
/// ```
pub fn near<'n>(written: &str, known: &[&'n str]) -> Vec<&'n str> {
    let length = written.chars().count();
    if length > LONGEST_NAME {
        return Vec::new();
    }
    let written = written.to_lowercase();
    let words: Vec<&str> = written.split('_').filter(|word| word.len() >= LEAST_PART).collect();
    let mut alike = Vec::new();
    let mut related = Vec::new();
    for name in known {
        let distance = damerau_levenshtein(&written, name);
        let is_part = usize::min(length, name.len()) >= LEAST_PART
            && (name.contains(&written) || written.contains(name));
        let most = usize::max(1, usize::max(length, name.len()) / 3);
        if is_part || (distance < length && distance <= most) {
            alike.push((distance, *name));
        } else if name.split('_').any(|word| words.contains(&word)) {
            related.push((distance, *name));
        }
    }
    let mut found = if alike.is_empty() { related } else { alike };
    found.sort_by_key(|(distance, _)| *distance);
    found.into_iter().map(|(_, name)| name).take(MOST_NEAR_NAMES).collect()
}

/// The most paths that [`near_paths`] returns.
const MOST_NEAR: usize = 6;

/// The known paths that were probably meant by one of words with dots between, the nearest first: those with the same last
/// word, or else one near it.
///
/// ```
/// let known = ["body.kerb_mass", "front.friction", "rear.friction"].map(str::to_owned);
/// assert_eq!(skidpad_world::names::near_paths("tyres.friction", &known), ["front.friction", "rear.friction"]);
/// assert_eq!(skidpad_world::names::near_paths("body.mass", &known), ["body.kerb_mass"]);
/// ```
pub fn near_paths<'n>(written: &str, known: &'n [String]) -> Vec<&'n str> {
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_lowercase();
    let word = last(written);
    let rank = |path: &'n String| {
        let own = last(path);
        let (distance, longest) = (damerau_levenshtein(&word, &own), usize::max(word.len(), own.len()));
        let is_part = usize::min(word.len(), own.len()) >= 4 && (own.contains(&word) || word.contains(&own));
        let rank = match distance {
            0 => 0,
            distance if distance <= longest / 4 => 1,
            _ if is_part => 2,
            _ => return None,
        };
        // Of the axles neither is nearer: the front one comes first, as in files.
        let as_front = path.replacen("rear.", "front.", 1);
        Some((rank, damerau_levenshtein(written, &as_front), path.as_str()))
    };
    let mut found: Vec<(usize, usize, &str)> = known.iter().filter_map(rank).collect();
    found.sort_by_key(|found| (found.0, found.1));
    let best = found.first().map_or(0, |found| found.0);
    // Where the very word is known, words that only contain it are no help.
    let kept = found.into_iter().filter(|found| best > 0 || found.0 == 0);
    kept.map(|found| found.2).take(MOST_NEAR).collect()
}

#[cfg(test)]
mod tests {
    use super::{nearest, unknown};

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

    #[test]
    fn the_nearest_name_is_near() {
        let names = ["kerb_mass", "load_mass", "wheelbase"];
        assert_eq!(nearest("kerb_mas", names), Some("kerb_mass"));
        assert_eq!(nearest("mass", names), Some("kerb_mass"));
        assert_eq!(nearest("Wheelbase", names), Some("wheelbase"));
        assert_eq!(nearest("zzz", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest(&"k".repeat(100_000), names), None);
    }
}
