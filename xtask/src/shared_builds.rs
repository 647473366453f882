//! What the program shares with its window: `skidpad drive` after any other command compiles the window alone, as long as
//! every package has the same features with and without it.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The platform whose dependencies are compared; the manifest of the quick program asks for their features there.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";
/// What the window changes by design.
const DIFFER: [&str; 3] = ["skidpad-app", "skidpad-cli", "skidpad-quick"];

/// Fails with the packages that the window's build compiles once more.
pub fn check(root: &Path) -> Result<(), String> {
    let without = packages(root, "skidpad-quick")?;
    let with = packages(root, "skidpad-cli")?;
    match &compiled_again(&without, &with)[..] {
        [] => Ok(()),
        again => Err(format!(
            "these have other features with the window, so that `drive` compiles them, and all that uses them, once \
             more; ask for the features in xtask/quick/Cargo.toml:\n{}",
            again.join("\n")
        )),
    }
}

/// Each package of a program with its version and features, a line each.
fn packages(root: &Path, package: &str) -> Result<BTreeSet<String>, String> {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(["tree", "--locked", "--package", package, "--target", PLATFORM]);
    command.args(["--edges", "normal,build", "--prefix", "none", "--no-dedupe", "--format", "{p} {f}"]);
    let output = command.current_dir(root).output();
    let output = output.map_err(|error| format!("cannot start cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

fn compiled_again<'a>(without: &'a BTreeSet<String>, with: &'a BTreeSet<String>) -> Vec<&'a str> {
    let differs = |line: &&str| line.split(' ').next().is_some_and(|name| DIFFER.contains(&name));
    without.difference(with).map(String::as_str).filter(|line| !differs(line)).collect()
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
        assert_eq!(compiled_again(&without, &with), ["syn v2.0.1 derive"]);
    }

    /// Both are then compiled, each once.
    #[test]
    fn another_version_for_the_window_is_no_matter() {
        let without = lines(&["syn v2.0.1 derive"]);
        assert!(compiled_again(&without, &lines(&["syn v2.0.1 derive", "syn v3.0.0 derive"])).is_empty());
    }
}
