//! The rules that keep a run's bits the same on every platform.

use super::Problem;
use super::paths::{module, paths};
use super::tables::{FUSING, LIBM_ALLOWED, NUMBERS_ALLOWED, REPRODUCIBLE, VARYING};
use super::tokens::{Token, tokens, without_tests};
use super::tree::Tree;

/// No function that varies by platform in core, world and formats.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (file, inner) in REPRODUCIBLE.iter().flat_map(|package| tree.sources(package)) {
        if NUMBERS_ALLOWED.contains(&file.path.as_str()) {
            continue;
        }
        let tokens = without_tests(tokens(&file.text));
        for path in paths(&tokens, &module(inner)) {
            if let Some(reason) = path.segments.windows(2).find_map(|pair| varies(&pair[0], &pair[1])) {
                problems.push(Problem::new(&file.path, path.line, format!("`{}`: {reason}", path.text())));
            }
        }
        for (at, token) in tokens.iter().enumerate() {
            if let Some(word) = token.word().filter(|word| FUSING.contains(word)) {
                let message =
                    format!("`{word}` changes the bits from one processor to the next: write it out");
                problems.push(Problem::new(&file.path, token.line, message));
            }
            if token.is_word("disallowed_methods") && !for_tests_only(&tokens[..at]) {
                let message = "only `#![cfg_attr(test, allow(clippy::disallowed_methods))]` may stand here; \
                               see clippy.toml";
                problems.push(Problem::new(&file.path, token.line, message));
            }
        }
    }
    problems
}

fn varies(of: &str, name: &str) -> Option<&'static str> {
    if matches!(of, "f64" | "f32") && VARYING.contains(&name) {
        return Some("the standard library's function varies by platform; use the one of `Real`");
    }
    (of == "libm" && !LIBM_ALLOWED.contains(&name)).then_some("only the square root of libm is used")
}

/// Whether the tokens end in `cfg_attr(test, allow(clippy::`.
fn for_tests_only(before: &[Token]) -> bool {
    let Some(start) = before.len().checked_sub(8) else { return false };
    let tail = &before[start..];
    tail[0].is_word("cfg_attr") && tail[2].is_word("test") && tail[4].is_word("allow")
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::check;

    fn count(path: &str, text: &str) -> usize {
        check(&Tree::sample(&[(path, text)])).len()
    }

    const FILE: &str = "crates/skidpad-core/src/tyre/slip.rs";

    #[test]
    fn the_functions_of_real_pass() {
        assert_eq!(count(FILE, "fn f<R: Real>(x: R) -> R { x.sin() + Real::cos(x) + libm::sqrt(2.0) }"), 0);
        assert_eq!(count(FILE, "// f64::sin\nlet a = \"f64::sin mul_add\"; let b = Dual::<f64>::sin(x);"), 0);
    }

    #[test]
    fn the_functions_of_the_standard_library_do_not() {
        assert_eq!(count(FILE, "let y = f64::sin(x);"), 1);
        assert_eq!(count(FILE, "let y = <f32>::powf(x, 2.0);"), 1);
        assert_eq!(count(FILE, "let y = xs.map(std::primitive::f64::exp);"), 1);
        assert_eq!(count("crates/skidpad-world/src/track/curve.rs", "f64::atan2(y, x)"), 1);
        assert_eq!(count("crates/skidpad-cli/src/main.rs", "f64::atan2(y, x)"), 0);
    }

    #[test]
    fn libm_is_for_the_square_root() {
        assert_eq!(count(FILE, "use libm::{sqrt, sin};"), 1);
        assert_eq!(count("crates/skidpad-math/src/elementary/mod.rs", "libm::expf(x)"), 1);
    }

    #[test]
    fn nothing_is_fused() {
        assert_eq!(count(FILE, "x.mul_add(a, b)"), 1);
        assert_eq!(count(FILE, "x.algebraic_add(a)"), 1);
    }

    #[test]
    fn the_lint_is_switched_off_for_unit_tests_only() {
        assert_eq!(count(FILE, "#![cfg_attr(test, allow(clippy::disallowed_methods))]"), 0);
        assert_eq!(count(FILE, "#[allow(clippy::disallowed_methods)] fn f() {}"), 1);
        assert_eq!(count(FILE, "#![cfg_attr(windows, allow(clippy::disallowed_methods))]"), 1);
    }
}
