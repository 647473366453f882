//! What stands in no file: the machine that a change was made on, and where its tools came from.

use super::Problem;
use super::tables::{NEVER, OUTSIDE};
use super::tree::Tree;

/// Looks through every line. `Cargo.lock` has its own rule.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in tree.files().filter(|file| !file.path.ends_with("Cargo.lock")) {
        for (at, line) in file.text.lines().enumerate() {
            let line = line.to_lowercase();
            for (never, reason) in NEVER.iter().filter(|(never, _)| line.contains(never)) {
                problems.push(Problem::new(&file.path, at + 1, format!("`{never}`: {reason}")));
            }
            let folder = OUTSIDE.strip_suffix("/data").unwrap_or(OUTSIDE);
            if line.match_indices(folder).any(|(found, _)| !line[found..].starts_with(OUTSIDE)) {
                let message = format!("the one path outside the project is {OUTSIDE}");
                problems.push(Problem::new(&file.path, at + 1, message));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::check;

    fn count(path: &str, text: &str) -> usize {
        check(&Tree::sample(&[(path, text)])).len()
    }

    #[test]
    fn a_machine_and_a_registry_are_found() {
        assert_eq!(count("a.md", concat!("see /wo", "rk/main")), 1);
        assert_eq!(count("a.md", concat!("a Sub", "agent on far", "m-7")), 2);
        assert_eq!(count("a.toml", concat!("https://crates", ".io/crates/libm")), 1);
        assert_eq!(count("a.md", "the work of a farm: 5 N m"), 0);
    }

    #[test]
    fn one_path_leads_outside() {
        assert_eq!(count("a.md", "the default is ../shared/data"), 0);
        assert_eq!(count("a.md", concat!("../shared/data and ../sha", "red/peers")), 1);
    }
}
