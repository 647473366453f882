//! Runs cargo: one step after the other, each with its heading and its time.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::builds::Build;
use crate::summary::Summary;

/// One call of cargo.
pub struct Step {
    pub name: &'static str,
    /// Cargo's command.
    pub command: &'static str,
    pub build: Option<Build>,
    pub arguments: &'static [&'static str],
    pub environment: &'static [(&'static str, &'static str)],
    /// Whether its closing lines are counted.
    pub tests: bool,
}

impl Step {
    /// A call that succeeds or fails.
    pub const fn check(
        name: &'static str,
        command: &'static str,
        build: Option<Build>,
        arguments: &'static [&'static str],
    ) -> Self {
        Self { name, command, build, arguments, environment: &[], tests: false }
    }

    /// Tests, which are counted.
    pub const fn tests(name: &'static str, build: Build, arguments: &'static [&'static str]) -> Self {
        Self { name, command: "test", build: Some(build), arguments, environment: &[], tests: true }
    }

    /// All words after `cargo`.
    fn words(&self) -> Vec<&'static str> {
        let build = self.build.iter().flat_map(Build::options);
        [self.command].into_iter().chain(build).chain(self.arguments.iter().copied()).collect()
    }
}

/// Fails, with the command that installs it, where a component of Rust is missing.
pub fn needs_component(root: &Path, component: &str, subcommand: &str) -> Result<(), String> {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args([subcommand, "--version"]).current_dir(root).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("{component} is missing: rustup component add {component}")),
    }
}

/// The figures alone on their line, for whoever counts; silent where no test was reached.
pub fn report(sum: Summary) {
    if sum != Summary::default() {
        println!("\n{sum}");
    }
}

/// How to run the benchmarks that the tree has.
pub fn bench_help(root: &Path) -> String {
    let mut lines = vec!["Benchmarks need a quiet machine; compare figures of one run only.".to_string()];
    let mut found: Vec<String> = Vec::new();
    for package in entries(&root.join("crates")) {
        for bench in entries(&root.join("crates").join(&package).join("benches")) {
            if let Some(name) = bench.strip_suffix(".rs") {
                found.push(format!("  cargo bench --package {package} --all-features --bench {name}"));
            }
        }
    }
    if found.is_empty() {
        found.push("  (no crate has a folder benches/ yet)".to_string());
    }
    lines.append(&mut found);
    lines.join("\n")
}

/// The sorted names in a folder; none where it does not exist.
fn entries(folder: &Path) -> Vec<String> {
    let Ok(listing) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> =
        listing.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// Prints a heading, runs, prints the time; a failure gets the step's name.
pub fn timed(name: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    println!("\n=== {name} ===");
    let start = Instant::now();
    let outcome = work();
    let seconds = start.elapsed().as_secs_f64();
    let verdict = if outcome.is_ok() { "ok" } else { "FAILED" };
    println!("=== {name}: {verdict} in {seconds:.1} s ===");
    outcome.map_err(|message| format!("failed at: {name}\n{message}"))
}

/// Runs cargo; of tests, shows each line as it comes and counts the closing ones.
pub fn cargo(root: &Path, step: &Step, sum: &mut Summary) -> Result<(), String> {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let words = step.words();
    let shown = format!("cargo {}", words.join(" "));
    let mut command = Command::new(program);
    command.args(words).envs(step.environment.iter().copied()).current_dir(root);
    if step.tests {
        command.stdout(Stdio::piped());
    }
    let mut child = command.spawn().map_err(|error| format!("cannot start {shown}: {error}"))?;
    let before = *sum;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n') {
            let line = line.map_err(|error| format!("cannot read from {shown}: {error}"))?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            sum.read(&line);
        }
    }
    let status = child.wait().map_err(|error| format!("cannot wait for {shown}: {error}"))?;
    if status.success() {
        return if step.tests { some_ran(&shown, &before, sum) } else { Ok(()) };
    }
    if step.tests && sum.failed == before.failed {
        // It did not compile, or a test took its whole program down before the closing line.
        sum.failed += 1;
    }
    Err(format!("{shown}: {status}"))
}

/// Runs a program that was built.
pub fn program(root: &Path, path: &Path, words: &[&str]) -> Result<(), String> {
    let path = path.with_extension(std::env::consts::EXE_EXTENSION);
    let status = Command::new(&path).args(words).current_dir(root).status();
    match status.map_err(|error| format!("cannot start {}: {error}", path.display()))? {
        status if status.success() => Ok(()),
        status => Err(format!("{}: {status}", path.display())),
    }
}

/// Fails where a step of tests has run none: its filter, or the name of a test, is wrong.
fn some_ran(shown: &str, before: &Summary, after: &Summary) -> Result<(), String> {
    if after.passed > before.passed {
        return Ok(());
    }
    Err(format!("{shown}: no test ran (check the filter and the features)"))
}

#[cfg(test)]
mod tests {
    use super::{Summary, bench_help, needs_component, some_ran, timed};
    use std::path::Path;

    /// A filter that names no test passed: cargo succeeds with 0 tests.
    #[test]
    fn a_step_of_tests_without_a_test_fails() {
        let sum = |passed| Summary { passed, failed: 0 };
        assert_eq!(some_ran("cargo test x", &sum(3), &sum(4)), Ok(()));
        let error = some_ran("cargo test x", &sum(3), &sum(3)).unwrap_err();
        assert_eq!(error, "cargo test x: no test ran (check the filter and the features)");
    }

    #[test]
    fn a_missing_component_is_named_with_the_command_that_installs_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(needs_component(root, "rustfmt", "fmt"), Ok(()));
        let error = needs_component(root, "nothing", "no-such-subcommand").unwrap_err();
        assert_eq!(error, "nothing is missing: rustup component add nothing");
    }

    #[test]
    fn a_failure_is_named_after_its_step() {
        let error = timed("a step", || Err("why".to_string())).unwrap_err();
        assert_eq!(error, "failed at: a step\nwhy");
    }

    #[test]
    fn without_benches_the_help_says_so() {
        assert!(bench_help(Path::new("no such folder")).contains("no crate has a folder benches/ yet"));
    }
}
