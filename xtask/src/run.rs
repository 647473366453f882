//! Runs cargo: one step after the other, each with its heading and its time.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::shared_builds;
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

/// All features: `skidpad bench`, and tests that take minutes to compile.
const ALL: &str = "skidpad-cli/bench,skidpad-workload/soak,skidpad-models/derivatives";
/// The tests that take minutes to compile.
const LONG: &str = "skidpad-workload/soak";

/// `cargo xtask test` before tidy: what a user waits for once, within five minutes from nothing on two quiet cores. So
/// batches, which compile every model for every set of instructions, the simulator's panels, whose tests take a third of all
/// the time, and what binds the page are not among it.
///
/// Tests run in the profile `dev`: optimised enough for minutes of simulated time, with overflow checks and debug
/// assertions.
const TEST: &[Step] = &[
    Step::check("format", &["fmt", "--all", "--check"]),
    Step::tests(
        "tests",
        &[
            "test", "--workspace", "--exclude", "skidpad-workload", "--exclude", "skidpad-app", "--exclude",
            "xtask-web", "--lib", "--bins", "--tests", "--no-fail-fast",
        ],
    ),
    Step::tests(
        "doc tests",
        // Without the packages that the step above leaves out: with others the libraries get other features, and are
        // compiled again.
        &[
            "test", "--workspace", "--exclude", "skidpad-workload", "--exclude", "skidpad-app", "--exclude",
            "xtask-web", "--doc", "--no-fail-fast",
        ],
    ),
];

/// `cargo xtask check`: what maintainers need besides. Benches are compiled by Clippy and not run.
const CHECK: &[Step] = &[
    Step::check(
        "clippy",
        &["clippy", "--workspace", "--all-targets", "--features", ALL, "--", "-D", "warnings"],
    ),
    // What the README's first command compiles.
    Step::check("clippy of the program", &["clippy", "--package", "skidpad-cli", "--", "-D", "warnings"]),
    Step::tests(
        "tests of batches and of the page's server",
        &[
            "test",
            "--package",
            "skidpad-workload",
            "--package",
            "xtask-web",
            "--features",
            "skidpad-workload/kernels",
            "--no-fail-fast",
        ],
    ),
    Step::tests(
        "table of operations",
        &[
            "test", "--package", "skidpad-workload", "--features", "operations", "--lib", "--test",
            "operations", "--no-fail-fast",
        ],
    ),
    Step::tests(
        "derivatives of every model",
        &["test", "--package", "skidpad-models", "--features", "derivatives", "--test", "linear"],
    ),
    Step::tests(
        "tests of `skidpad bench`",
        &["test", "--package", "skidpad-cli", "--features", "bench", "--test", "all", "bench::"],
    ),
    Step::tests(
        "the whole road test",
        &[
            "test", "--package", "skidpad-cli", "--features", "bench", "--test", "all", "shapes::", "--",
            "--ignored",
        ],
    ),
    Step::tests(
        "published figures",
        &["test", "--package", "skidpad-reference", "--test", "all", "road_tests::", "--", "--ignored"],
    ),
    Step {
        name: "documentation",
        arguments: &["doc", "--workspace", "--no-deps"],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
        tests: false,
    },
    Step::check("core without std", &["build", "--package", "skidpad-core", "--no-default-features"]),
    Step::check(
        "clippy of the window",
        &[
            "clippy",
            "--package",
            "skidpad-app",
            "--package",
            "skidpad-cli",
            "--features",
            "skidpad-app/window,skidpad-cli/window",
            "--",
            "-D",
            "warnings",
        ],
    ),
    Step::tests(
        "tests of the simulator",
        &["test", "--package", "skidpad-app", "--features", "window", "--no-fail-fast"],
    ),
    example(&["run", "--quiet", "--package", "skidpad", "--example", "first_drive"]),
    example(&["run", "--quiet", "--package", "skidpad", "--example", "own_car"]),
    example(&["run", "--quiet", "--package", "skidpad", "--example", "own_tyre"]),
    example(&["run", "--quiet", "--package", "skidpad", "--example", "slope"]),
    example(&["run", "--quiet", "--package", "skidpad", "--example", "rollback"]),
    example(&["run", "--quiet", "--package", "skidpad", "--example", "render_loop"]),
    example(&["run", "--quiet", "--package", "skidpad", "--example", "lane_keeper"]),
    example(&["run", "--quiet", "--package", "skidpad", "--example", "batch", "--", "200"]),
    example(&["run", "--quiet", "--package", "skidpad", "--example", "telemetry", "--", "target"]),
    example(&["run", "--quiet", "--package", "own-parts"]),
];

/// An example of the front door, run as its users run it.
const fn example(arguments: &'static [&'static str]) -> Step {
    Step::check("example", arguments)
}

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

/// What `cargo xtask test` runs, up to the first step that fails.
pub fn test(root: &Path) -> Result<(), String> {
    needs_component(root, "rustfmt", "fmt")?;
    steps(root, TEST, || timed("tidy", || tidy::run(root)))
}

/// What `cargo xtask check` runs, up to the first step that fails.
pub fn check(root: &Path) -> Result<(), String> {
    needs_component(root, "clippy", "clippy")?;
    steps(root, CHECK, || timed("what the window shares", || shared_builds::check(root)))
}

/// Runs each step, then the last; stops at the first failure.
fn steps(root: &Path, steps: &[Step], last: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    let mut sum = Summary::default();
    let outcome = steps.iter().try_for_each(|step| timed(step.name, || cargo(root, step, &mut sum)));
    let outcome = outcome.and_then(|()| last());
    report(sum);
    outcome
}

/// Fails, with the command that installs it, where a component of Rust is missing.
fn needs_component(root: &Path, component: &str, subcommand: &str) -> Result<(), String> {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args([subcommand, "--version"]).current_dir(root).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("{component} is missing: rustup component add {component}")),
    }
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

/// Fails where a step of tests has run none: its filter, or the name of a test, is wrong.
fn some_ran(shown: &str, before: &Summary, after: &Summary) -> Result<(), String> {
    if after.passed > before.passed {
        return Ok(());
    }
    Err(format!("{shown}: no test ran (check the filter and the features)"))
}

#[cfg(test)]
mod tests {
    use super::{CHECK, Step, Summary, TEST, bench_help, needs_component, some_ran, timed};
    use std::path::Path;

    /// Clippy of everything, batches and documentation once made the README's command take 15 minutes.
    #[test]
    fn a_user_waits_for_no_check_that_only_maintainers_need() {
        let names = |steps: &[Step]| steps.iter().map(|step| step.name).collect::<Vec<_>>();
        assert_eq!(names(TEST), ["format", "tests", "doc tests"]);
        for step in TEST {
            assert!(!step.arguments.contains(&"clippy") && !step.arguments.contains(&"--features"));
        }
    }

    /// The window's own code has unit tests that no step built: they were behind its feature.
    #[test]
    fn the_windows_own_tests_are_among_the_checks() {
        let is_one =
            |step: &Step| step.tests && step.arguments.join(" ").contains("skidpad-app --features window");
        assert!(CHECK.iter().any(is_one));
    }

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
