//! Long files get a warning.

use super::Problem;
use super::tables::LONG_FILE_LINES;
use super::tree::Tree;

/// Warns of each Rust file that is longer than the limit.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let long =
        tree.rust().map(|file| (file, file.text.lines().count())).filter(|(_, n)| *n > LONG_FILE_LINES);
    let say = |n: usize| format!("{n} lines; a reader takes in {LONG_FILE_LINES}: is this two files?");
    long.map(|(file, n)| Problem::warning(&file.path, say(n))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::check;

    #[test]
    fn a_long_file_gets_a_warning() {
        let problems = check(&Tree::sample(&[("a.rs", &"\n".repeat(401)), ("b.rs", &"\n".repeat(400))]));
        assert_eq!(problems.len(), 1);
        assert!(problems[0].warning && problems[0].path == "a.rs");
    }
}
