//! What is not there: `unsafe` outside its file, unfinished code, and, below the shells, the outside world.

use super::Problem;
use super::paths::{Use, module, paths};
use super::tables::{
    ABSENT_BELOW_SHELLS, ABSENT_IN_EQUATIONS, EQUATIONS, FILES_ALLOWED, MACROS_ABSENT_BELOW_SHELLS,
    REPRODUCIBLE, THREADS_ALLOWED, UNFINISHED, UNSAFE_ALLOWED, WORDS_ABSENT_IN_EQUATIONS,
};
use super::tokens::{Token, tokens, without_tests};
use super::tree::{File, Tree};

/// Returns true for a file that may say `unsafe`.
fn may_be_unsafe(path: &str) -> bool {
    let is_allowed = |allowed: &str| path == allowed || allowed.ends_with('/') && path.starts_with(allowed);
    UNSAFE_ALLOWED.iter().any(|allowed| is_allowed(allowed))
}

/// Looks for what must be absent.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in tree.rust() {
        let tokens = tokens(&file.text);
        if in_a_crate(&file.path) && !may_be_unsafe(&file.path) {
            let found = tokens.iter().filter(|token| token.is_word("unsafe"));
            problems
                .extend(found.map(|token| problem(file, token.line, "`unsafe` has one file: dispatch.rs")));
        }
        let found = macros(&tokens, UNFINISHED);
        problems
            .extend(found.map(|(line, name)| problem(file, line, &format!("`{name}!` is unfinished code"))));
    }
    for package in REPRODUCIBLE {
        for (file, inner) in tree.sources(package) {
            outside_world(file, inner, EQUATIONS.contains(package), &mut problems);
        }
    }
    problems
}

/// Below the shells there is no file, clock, screen or chance; beside equations no thread or global either.
fn outside_world(file: &File, inner: &str, equations: bool, problems: &mut Vec<Problem>) {
    let tokens = without_tests(tokens(&file.text));
    let strict = equations && !THREADS_ALLOWED.contains(&file.path.as_str());
    for path in paths(&tokens, &module(inner)) {
        let absent = |table: &[&str]| table.iter().any(|absent| begins_with(&path, absent));
        // Files bear times; whoever opens them may compare these.
        let is_of_files = begins_with(&path, "std::fs") || begins_with(&path, "std::time::SystemTime");
        if is_of_files && FILES_ALLOWED.contains(&file.path.as_str()) {
            continue;
        }
        if absent(ABSENT_BELOW_SHELLS) || (strict && absent(ABSENT_IN_EQUATIONS)) {
            let message = format!("`{}` belongs to a shell; hand the value in from there", path.text());
            problems.push(problem(file, path.line, &message));
        }
    }
    for (line, name) in macros(&tokens, MACROS_ABSENT_BELOW_SHELLS) {
        problems.push(problem(file, line, &format!("`{name}!` belongs to a shell")));
    }
    if strict {
        for (at, token) in tokens.iter().enumerate() {
            let mutable =
                token.is_word("static") && tokens.get(at + 1).is_some_and(|next| next.is_word("mut"));
            if mutable || token.word().is_some_and(|word| WORDS_ABSENT_IN_EQUATIONS.contains(&word)) {
                problems.push(problem(file, token.line, "a crate of equations has no globals"));
            }
        }
    }
}

fn problem(file: &File, line: usize, message: &str) -> Problem {
    Problem::new(&file.path, line, message)
}

fn in_a_crate(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    parts.len() > 3 && parts[0] == "crates" && parts[2] == "src"
}

/// Whether a path is `absent` or lies in it.
fn begins_with(path: &Use, absent: &str) -> bool {
    let mut segments = path.segments.iter();
    absent.split("::").all(|part| segments.next().is_some_and(|segment| segment == part))
}

/// The calls of the macros in `table`: line and name.
fn macros<'a>(tokens: &'a [Token], table: &'a [&str]) -> impl Iterator<Item = (usize, &'a str)> {
    tokens.windows(2).filter(|pair| pair[1].is("!")).filter_map(|pair| {
        let name = pair[0].word().filter(|name| table.contains(name))?;
        Some((pair[0].line, name))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::check;

    fn count(path: &str, text: &str) -> usize {
        check(&Tree::sample(&[(path, text)])).len()
    }

    const MATH: &str = "crates/skidpad-math/src/real.rs";
    const CORE: &str = "crates/skidpad-core/src/step.rs";
    const WORLD: &str = "crates/skidpad-world/src/lib.rs";
    const SHELL: &str = "crates/skidpad-cli/src/main.rs";

    #[test]
    fn unsafe_has_one_file() {
        assert_eq!(count("crates/skidpad-core/src/dispatch.rs", "unsafe { f() }"), 0);
        assert_eq!(count(CORE, "#![deny(unsafe_code)] // unsafe"), 0);
        assert_eq!(count(CORE, "unsafe { f() }"), 1);
        assert_eq!(count(SHELL, "unsafe { f() }"), 1);
    }

    #[test]
    fn nothing_is_left_unfinished() {
        assert_eq!(count(SHELL, "fn f() { todo!() }"), 1);
        assert_eq!(count("crates/skidpad-core/tests/a.rs", "dbg!(x); unimplemented!()"), 2);
        assert_eq!(count(CORE, "let todo = 1; // todo!"), 0);
    }

    #[test]
    fn the_outside_world_stays_outside() {
        assert_eq!(count(WORLD, "use std::{time::Instant, fs};"), 2);
        assert_eq!(count(WORLD, "println!(\"x\");"), 1);
        assert_eq!(count(WORLD, "use std::collections::HashMap;"), 1);
        assert_eq!(count(SHELL, "use std::time::Instant; println!(\"x\");"), 0);
        assert_eq!(count(WORLD, "#[cfg(test)] mod tests { use std::fs; }"), 0);
        assert_eq!(count("crates/skidpad-formats/src/disk.rs", "use std::{fs::File, env};"), 1);
    }

    #[test]
    fn crates_of_equations_have_neither_threads_nor_globals() {
        assert_eq!(count(CORE, "std::thread::spawn(f)"), 1);
        assert_eq!(count(MATH, "std::thread::spawn(f)"), 1);
        assert_eq!(count("crates/skidpad-core/src/pool.rs", "std::thread::spawn(f)"), 0);
        assert_eq!(count(CORE, "static mut X: u8 = 0; static Y: OnceLock<u8> = OnceLock::new();"), 3);
        assert_eq!(count(CORE, "static TABLE: [f64; 2] = [0.0, 1.0];"), 0);
        assert_eq!(count(WORLD, "std::sync::Arc::new(x)"), 0);
    }
}
