//! Runs cargo: one step after the other, each with its heading and its time.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::summary::Summary;
use crate::tidy;

/// One call of cargo.
struct Step {
    name: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
    /// Whether its closing lines are counted.
    tests: bool,
}

impl Step {
    const fn check(name: &'static str, arguments: &'static [&'static str]) -> Self {
        Self { name, arguments, environment: &[], tests: false }
    }

    const fn tests(name: &'static str, arguments: &'static [&'static str]) -> Self {
        Self { name, arguments, environment: &[], tests: true }
    }
}

/// `skidpad bench`, which the program has only where it is asked for.
const BENCH: &str = "skidpad-cli/bench";
/// Tests that take minutes to compile.
const LONG: &str = "skidpad-workload/soak";
const ALL: &str = "skidpad-cli/bench,skidpad-workload/soak";

/// What `cargo xtask test` runs before tidy.
///
/// Benches are compiled by Clippy and not run. Tests run in the profile `dev`: optimised enough for
/// minutes of simulated time, with overflow checks and debug assertions.
const STEPS: &[Step] = &[
    Step::check("format", &["fmt", "--all", "--check"]),
    Step::check(
        "clippy",
        &["clippy", "--workspace", "--all-targets", "--features", ALL, "--", "-D", "warnings"],
    ),
    // What the README's first command compiles.
    Step::check("clippy of the program", &["clippy", "--package", "skidpad-cli", "--", "-D", "warnings"]),
    Step::tests(
        "tests",
        &[
            "test", "--workspace", "--lib", "--bins", "--tests", "--examples", "--features", BENCH,
            "--no-fail-fast",
        ],
    ),
    Step::tests("doc tests", &["test", "--workspace", "--doc", "--no-fail-fast"]),
    Step {
        name: "documentation",
        arguments: &["doc", "--workspace", "--no-deps"],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
        tests: false,
    },
    Step::check("core without std", &["build", "--package", "skidpad", "--no-default-features"]),
    Step::check("window", &["check", "--package", "skidpad-cli", "--features", "window"]),
];

/// The long tests. Doc tests stay out: `ignore` on a code block means that it does not compile.
const SOAK: Step = Step::tests(
    "soak",
    &[
        "test", "--workspace", "--release", "--lib", "--bins", "--tests", "--features", LONG,
        "--no-fail-fast", "--", "--ignored",
        // Each says how much it drove and how long it took.
        "--show-output",
    ],
);

/// The share of the longest of the long tests that every change has to pass.
const DRIVERS: Step = Step {
    name: "drivers",
    arguments: &[
        "test", "--package", "skidpad-workload", "--release", "--features", LONG, "--test", "any_driver",
        "--", "--ignored", "--show-output",
    ],
    environment: &[("SKIDPAD_SOAK_SHARE", "0.01")],
    tests: true,
};

/// Every check, in order, up to the first that fails.
pub fn test(root: &Path) -> Result<(), String> {
    let mut sum = Summary::default();
    let outcome = STEPS.iter().try_for_each(|step| timed(step.name, || cargo(root, step, &mut sum)));
    let outcome = outcome.and_then(|()| timed("tidy", || tidy::run(root)));
    report(sum);
    outcome
}

/// The figures alone on their line, for whoever counts; silent where no test was reached.
fn report(sum: Summary) {
    if sum != Summary::default() {
        println!("\n{sum}");
    }
}

/// The tests that take too long for every change.
pub fn soak(root: &Path) -> Result<(), String> {
    alone(root, &SOAK)
}

/// A share of them that does not.
pub fn drivers(root: &Path) -> Result<(), String> {
    alone(root, &DRIVERS)
}

fn alone(root: &Path, step: &Step) -> Result<(), String> {
    let mut sum = Summary::default();
    let outcome = timed(step.name, || cargo(root, step, &mut sum));
    report(sum);
    outcome
}

/// How to run the benchmarks that the tree has.
pub fn bench_help(root: &Path) -> String {
    let mut lines = vec!["Benchmarks need a quiet machine; compare figures of one run only.".to_string()];
    let mut found: Vec<String> = Vec::new();
    for package in entries(&root.join("crates")) {
        for bench in entries(&root.join("crates").join(&package).join("benches")) {
            if let Some(name) = bench.strip_suffix(".rs") {
                found.push(format!("  cargo bench --package {package} --bench {name}"));
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
fn timed(name: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    println!("\n=== {name} ===");
    let start = Instant::now();
    let outcome = work();
    let seconds = start.elapsed().as_secs_f64();
    let verdict = if outcome.is_ok() { "ok" } else { "FAILED" };
    println!("=== {name}: {verdict} in {seconds:.1} s ===");
    outcome.map_err(|message| format!("failed at: {name}\n{message}"))
}

/// Runs cargo; of tests, shows each line as it comes and counts the closing ones.
fn cargo(root: &Path, step: &Step, sum: &mut Summary) -> Result<(), String> {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let shown = format!("cargo {}", step.arguments.join(" "));
    let mut command = Command::new(program);
    command.args(step.arguments).envs(step.environment.iter().copied()).current_dir(root);
    if step.tests {
        command.stdout(Stdio::piped());
    }
    let mut child = command.spawn().map_err(|error| format!("cannot start {shown}: {error}"))?;
    let failed_before = sum.failed;
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
        return Ok(());
    }
    if step.tests && sum.failed == failed_before {
        // It did not compile, or a test took its whole program down before the closing line.
        sum.failed += 1;
    }
    Err(format!("{shown}: {status}"))
}

#[cfg(test)]
mod tests {
    use super::{STEPS, bench_help, timed};
    use std::path::Path;

    #[test]
    fn the_steps_stand_in_the_promised_order() {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        let expected = [
            "format",
            "clippy",
            "clippy of the program",
            "tests",
            "doc tests",
            "documentation",
            "core without std",
            "window",
        ];
        assert_eq!(names, expected);
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
