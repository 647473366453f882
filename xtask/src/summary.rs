//! Adds up the closing lines of cargo's test runs.

/// How many tests ran, and how they ended.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
}

impl Summary {
    /// Adds the figures of a closing line, `test result: ok. 3 passed; 0 failed; ...`; ignores all others.
    pub fn read(&mut self, line: &str) {
        let line = without_colours(line);
        let Some((_, figures)) = line.split_once("test result: ").and_then(|(_, rest)| rest.split_once(". "))
        else {
            return;
        };
        for figure in figures.split(';') {
            match figure.trim().split_once(' ') {
                Some((count, "passed")) => self.passed += count.parse().unwrap_or(0),
                Some((count, "failed")) => self.failed += count.parse().unwrap_or(0),
                _ => {}
            }
        }
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// Drops the escape sequences of a terminal, ESC up to the next letter.
fn without_colours(line: &str) -> String {
    let mut inside = false;
    let keep = |c: &char| {
        let escape = *c == '\u{1b}';
        let drop = inside || escape;
        inside = escape || (inside && !c.is_ascii_alphabetic());
        !drop
    };
    line.chars().filter(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::Summary;

    #[test]
    fn closing_lines_add_up() {
        let mut sum = Summary::default();
        sum.read("running 4 tests");
        sum.read("test a ... FAILED");
        sum.read(
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s",
        );
        sum.read("test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out");
        assert_eq!(sum.to_string(), "15 passed, 2 failed");
    }

    #[test]
    fn colours_do_not_matter() {
        let mut sum = Summary::default();
        sum.read("test result: \u{1b}[32mok\u{1b}(B\u{1b}[m. 7 passed; 0 failed; 0 ignored");
        assert_eq!(sum, Summary { passed: 7, failed: 0 });
    }
}
