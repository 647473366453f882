//! The rules of the tree that the compiler does not check. Each rule is a function from the tree's files to
//! its problems, and is seen to fail on a bad sample in its own tests. The tables stand in [`tables`].

mod absences;
mod book;
mod circles;
mod closures;
mod docs;
mod licences;
mod manifests;
mod numbers;
mod paths;
mod plain;
mod rooms;
mod sizes;
mod soak;
mod tables;
mod tokens;
mod tree;
mod versions;
mod words;

use std::path::Path;

use tree::Tree;

/// Something that breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    path: String,
    /// Counted from 1; 0 for the file as a whole.
    line: usize,
    message: String,
    /// A warning is shown and does not fail the run.
    warning: bool,
}

impl Problem {
    fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_string(), line, message: message.into(), warning: false }
    }

    fn warning(path: &str, message: impl Into<String>) -> Self {
        Self { warning: true, ..Self::new(path, 0, message) }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let kind = if self.warning { "warning" } else { "error" };
        match self.line {
            0 => write!(f, "{kind}: {}: {}", self.path, self.message),
            line => write!(f, "{kind}: {}:{line}: {}", self.path, self.message),
        }
    }
}

/// A rule looks at the whole tree.
type Rule = fn(&Tree) -> Vec<Problem>;

const RULES: &[Rule] = &[
    rooms::check,
    manifests::check,
    licences::check,
    numbers::check,
    absences::check,
    closures::check,
    sizes::check,
    words::check,
    docs::check,
    book::check,
    soak::check,
    plain::check,
    circles::check,
    versions::check,
];

/// Checks every rule and prints what breaks one.
pub fn run(root: &Path) -> Result<(), String> {
    let tree = Tree::read(root)?;
    let mut problems: Vec<Problem> = RULES.iter().flat_map(|rule| rule(&tree)).collect();
    problems.sort_by(|a, b| (&a.path, a.line, &a.message).cmp(&(&b.path, b.line, &b.message)));
    problems.dedup();
    for problem in &problems {
        println!("{problem}");
    }
    let warnings = problems.iter().filter(|problem| problem.warning).count();
    let errors = problems.len() - warnings;
    println!("tidy: {} files, {errors} errors, {warnings} warnings", tree.len());
    if errors == 0 { Ok(()) } else { Err(format!("tidy: {errors} errors")) }
}

/// Writes the list of exceptions to plain words with the numbers that are left.
pub fn lower(root: &Path) -> Result<(), String> {
    let list = plain::lowered(&Tree::read(root)?);
    std::fs::write(root.join(plain::EXCEPTIONS), list)
        .map_err(|error| format!("{}: {error}", plain::EXCEPTIONS))
}

#[cfg(test)]
mod tests {
    use super::Problem;

    #[test]
    fn a_problem_says_where() {
        let problem = Problem::new("a.rs", 3, "why");
        assert_eq!(problem.to_string(), "error: a.rs:3: why");
        assert_eq!(Problem::warning("b.rs", "long").to_string(), "warning: b.rs: long");
    }
}
