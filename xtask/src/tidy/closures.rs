//! No closures in what is inlined into lanes.
//!
//! A closure does not take over the instruction set of the function that it stands in, however that is inlined: the
//! compiler makes scalar code of it first. One in `point_mass` and seven in `ackermann` made their lanes as slow as
//! single cars, and every test passed.

use super::Problem;
use super::tables::REPRODUCIBLE;
use super::tokens::{Token, tokens, without_tests};
use super::tree::Tree;

/// Looks at each function marked `inline(always)`.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for package in REPRODUCIBLE {
        for (file, _) in tree.sources(package) {
            let say = |line| {
                let message = "a closure in a function that is inlined into lanes stays scalar: write it out, or as a function";
                Problem::new(&file.path, line, message)
            };
            problems.extend(inside_inlined(&without_tests(tokens(&file.text))).map(say));
        }
    }
    problems
}

/// The lines of closures in functions marked `inline(always)`.
fn inside_inlined(tokens: &[Token]) -> impl Iterator<Item = usize> {
    let marks = (1..tokens.len()).filter(|at| {
        tokens[*at].is("(")
            && tokens[at - 1].is_word("inline")
            && tokens.get(at + 1).is_some_and(|next| next.is_word("always"))
    });
    marks.flat_map(|at| {
        let body = body(tokens, at);
        (body.start + 1..body.end)
            .filter(|at| tokens[*at].is("|") && begins_closure(&tokens[at - 1]))
            .map(|at| tokens[at].line)
            .collect::<Vec<_>>()
    })
}

/// Whether a bar behind this token begins a closure, and is no "or".
fn begins_closure(before: &Token) -> bool {
    ["(", "=", ",", "{", ";", ":"].iter().any(|sign| before.is(sign))
        || before.is_word("move")
        || before.is_word("return")
}

/// The body of the first function behind a place; empty for one that has none.
fn body(tokens: &[Token], from: usize) -> std::ops::Range<usize> {
    let length = tokens.len();
    let function = (from..length).find(|at| tokens[*at].is_word("fn")).unwrap_or(length);
    let (mut brackets, mut braces) = (0_i32, 0_i32);
    let mut start = length;
    for (at, token) in tokens.iter().enumerate().skip(function) {
        if token.is("(") || token.is("[") {
            brackets += 1;
        } else if token.is(")") || token.is("]") {
            brackets -= 1;
        } else if token.is(";") && braces == 0 && brackets == 0 {
            break;
        } else if token.is("{") {
            if braces == 0 {
                start = at;
            }
            braces += 1;
        } else if token.is("}") {
            braces -= 1;
            if braces == 0 {
                return start..at;
            }
        }
    }
    length..length
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::check;

    fn lines(text: &str) -> Vec<usize> {
        let found = check(&Tree::sample(&[("crates/skidpad-core/src/tyre/law.rs", text)]));
        found.iter().map(|problem| problem.line).collect()
    }

    #[test]
    fn a_closure_in_an_inlined_function_is_a_problem() {
        let marked = "#[cfg_attr(not(debug_assertions), inline(always))]\n";
        let text = |rest: &str| {
            format!("{marked}pub fn law<R: Real>(x: [R; 2]) -> R\nwhere\n    R: Real,\n{{\n{rest}\n}}\n")
        };
        assert_eq!(lines(&text("    let twice = |y: R| y + y;\n    twice(x)")), [6]);
        assert_eq!(lines(&text("    x.map(|y| y + y)")), [6]);
        assert_eq!(lines(&text("    x.map(move || y + y)")), [6]);
    }

    #[test]
    fn masks_and_functions_that_are_not_inlined_are_none() {
        let marked = "#[inline(always)]\n";
        assert!(
            lines(&format!("{marked}fn law(x: M, y: M) -> M {{\n    x | (y | !x) | f(x)\n}}\n")).is_empty()
        );
        assert!(
            lines(&format!("{marked}fn declared(x: M);\nfn law(x: V) -> V {{\n    x.map(|y| y)\n}}\n"))
                .is_empty()
        );
        assert!(lines("fn law(x: V) -> V {\n    x.map(|y| y)\n}\n").is_empty());
    }
}
