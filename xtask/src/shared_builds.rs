//! What builds share: packages of others that have the same features in two builds are compiled once, and with them all that
//! uses them. `skidpad drive` after any other command compiles the window alone; the tests of the whole compile what those of
//! `cargo xtask test` have not.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::builds::{PYTHON, USER, WHOLE};

/// The platform whose dependencies are compared; the manifest of the quick program asks for their features there.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";
/// What the window changes by design.
const WINDOW: [&str; 3] = ["skidpad-app", "skidpad-cli", "skidpad-quick"];
/// What the tests of the whole change by design.
const WHOLES: [&str; 5] =
    ["skidpad-app", "skidpad-cli", "skidpad-fleet", "skidpad-models", "skidpad-workload"];

/// Fails with the packages that the window's build compiles once more, or that of the whole, or of the module for Python.
pub fn check(root: &Path) -> Result<(), String> {
    let program = |package| packages(root, &["--package", package, "--edges", "normal,build"]);
    let differ = compiled_again(&program("skidpad-quick")?, &program("skidpad-cli")?, &WINDOW);
    verdict("so that `drive` compiles them, and all that uses them, once more", &differ)?;
    let tests = |build: crate::builds::Build| {
        packages(root, &build.options().chain(["--edges", "normal,build,dev"]).collect::<Vec<_>>())
    };
    let user = tests(USER)?;
    for other in [WHOLE, PYTHON] {
        let differ = compiled_again(&user, &tests(other)?, &WHOLES);
        verdict("so that `cargo xtask ci` compiles them, and all that uses them, once more", &differ)?;
    }
    Ok(())
}

fn verdict(why: &str, again: &[String]) -> Result<(), String> {
    match again {
        [] => Ok(()),
        again => Err(format!(
            "these have other features in another build, {why}; ask for the features in xtask/quick/Cargo.toml:\n{}",
            again.join("\n")
        )),
    }
}

/// Each package of a build with its version and features, a line each.
fn packages(root: &Path, words: &[&str]) -> Result<BTreeSet<String>, String> {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(["tree", "--locked", "--target", PLATFORM, "--prefix", "none", "--format", "{p} {f}"]);
    let output = command.args(words).current_dir(root).output();
    let output = output.map_err(|error| format!("cannot start cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    // One that was listed before has this mark behind it.
    let line = |line: &str| line.trim_end_matches(" (*)").trim_end().to_owned();
    Ok(text.lines().map(line).filter(|line| !line.is_empty()).collect())
}

/// The packages of one build that another has with other features, with those of the first.
fn compiled_again(one: &BTreeSet<String>, other: &BTreeSet<String>, differ: &[&str]) -> Vec<String> {
    // Name and version; a package of the tree has its folder as a third word.
    let package = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let has: BTreeSet<String> = other.iter().map(|line| package(line)).collect();
    let may = |line: &str| line.split(' ').next().is_some_and(|name| differ.contains(&name));
    one.difference(other).filter(|line| has.contains(&package(line)) && !may(line)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(of: &[&str]) -> BTreeSet<String> {
        of.iter().map(|line| (*line).to_owned()).collect()
    }

    #[test]
    fn a_package_with_other_features_is_compiled_again() {
        let without = lines(&["syn v2.0.1 derive", "serde v1.0.0 std", "skidpad-cli v0.1.0 (path) "]);
        let with = lines(&["syn v2.0.1 derive,fold", "serde v1.0.0 std", "skidpad-cli v0.1.0 (path) window"]);
        assert_eq!(compiled_again(&without, &with, &WINDOW), ["syn v2.0.1 derive"]);
    }

    /// Both are then compiled, each once.
    #[test]
    fn another_version_for_the_window_is_no_matter() {
        let without = lines(&["syn v2.0.1 derive"]);
        let with = lines(&["syn v2.0.1 derive", "syn v3.0.0 derive"]);
        assert!(compiled_again(&without, &with, &WINDOW).is_empty());
    }

    /// The tests of the whole have no example of own parts.
    #[test]
    fn a_package_that_the_other_build_has_not_is_no_matter() {
        let one = lines(&["syn v2.0.1 derive", "own-parts v0.1.0 (path)"]);
        assert!(compiled_again(&one, &lines(&["syn v2.0.1 derive"]), &WHOLES).is_empty());
    }
}
