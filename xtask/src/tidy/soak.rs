//! A test that is left out of the normal run says why, and people are told how to run it.

use std::ops::Range;

use super::Problem;
use super::tokens::{Kind, Token, tokens};
use super::tree::Tree;

/// Every `#[ignore]` has a reason that begins with "soak", or with "long" in a module `long`, by whose name `cargo xtask ci`
/// finds it; `CONTRIBUTING.md` names the command.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in tree.rust() {
        let tokens = tokens(&file.text);
        let long = long_module(&tokens);
        for (at, window) in tokens.windows(5).enumerate() {
            if !(window[0].is("#") && window[1].is("[") && window[2].is_word("ignore")) {
                continue;
            }
            let reason = if window[3].is("=") { &window[4].kind } else { &window[3].kind };
            let begins = |with: &str| matches!(reason, Kind::Text(reason) if reason.starts_with(with));
            let is_long = begins("long") && long.contains(&at);
            if !(begins("soak") || is_long) {
                let message = "write `#[ignore = \"soak: how long it takes\"]`, or \"long\" in a module `long`; no other \
                               tests are ignored";
                problems.push(Problem::new(&file.path, window[2].line, message));
            }
        }
    }
    let told = tree.get("CONTRIBUTING.md").is_some_and(|file| file.text.contains("cargo xtask soak"));
    if !told {
        problems.push(Problem::new("CONTRIBUTING.md", 0, "does not name `cargo xtask soak`"));
    }
    problems
}

/// Places of the tokens of a module `long`; none where there is no such module.
fn long_module(tokens: &[Token]) -> Range<usize> {
    let named = tokens.windows(2).position(|pair| pair[0].is_word("mod") && pair[1].is_word("long"));
    let Some(start) = named else { return 0..0 };
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        depth += i32::from(token.is("{"));
        depth -= i32::from(token.is("}"));
        if depth == 0 && token.is("}") {
            return start..at;
        }
    }
    start..tokens.len()
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::check;

    fn count(test: &str, contributing: &str) -> usize {
        check(&Tree::sample(&[("crates/skidpad-core/tests/a.rs", test), ("CONTRIBUTING.md", contributing)]))
            .len()
    }

    #[test]
    fn an_ignored_test_says_why() {
        assert_eq!(count("#[test] #[ignore = \"soak: 3 min\"] fn f() {}", "cargo xtask soak"), 0);
        assert_eq!(count("#[test] #[ignore] fn f() {}", "cargo xtask soak"), 1);
        // Where its name is not found, no command runs it.
        let long = "#[test] #[ignore = \"long: 3 s\"] fn f() {}";
        assert_eq!(count(long, "cargo xtask soak"), 1);
        assert_eq!(count(&format!("mod long {{ {long} }}"), "cargo xtask soak"), 0);
        assert_eq!(count(&format!("mod long {{ fn g() {{}} }} {long}"), "cargo xtask soak"), 1);
        assert_eq!(count("#[test] #[ignore = \"flaky\"] fn f() {}", "cargo xtask soak"), 1);
    }

    #[test]
    fn the_command_is_documented() {
        assert_eq!(count("", "cargo xtask test"), 1);
    }
}
