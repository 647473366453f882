//! `skidpad cars check`.

use std::path::Path;

use skidpad_formats::vehicle;

use super::fields::entries;
use crate::failure::Failure;
use crate::options::Reach;
use crate::output;

/// Prints that a file is right, or fails with everything that is wrong.
pub fn command(path: &Path, reach: Reach) -> Result<(), Failure> {
    let file = vehicle::open(path, reach.outside())?.file;
    let entries = entries(&file);
    let count = |how: &str| entries.iter().filter(|entry| entry.how == how).count();
    let known: Vec<String> = ["published", "given", "derived", "estimate"]
        .into_iter()
        .filter(|how| count(how) > 0)
        .map(|how| format!("{} {}", count(how), if how == "estimate" { "estimated" } else { how }))
        .collect();
    output::text(&format!(
        "{}: OK: {} ({}); {} values: {}; {} published figures to compare with\n",
        path.display(),
        file.title,
        file.spec.name,
        entries.len(),
        known.join(", "),
        file.published.iter().filter(|figure| figure.test.is_compared).count(),
    ))
}
