//! What `cargo xtask` checks: for every user, for a change to land, and in hours.

use std::path::Path;

use crate::beside::Beside;
use crate::builds::{BATCHES, LINTS, LONG, PAGE_TOOL, PANELS, USER, WHOLE};
use crate::run::{Step, cargo, needs_component, program, report, timed};
use crate::summary::Summary;
use crate::{fmi, fuzz, golden, python, shared_builds, test_app, tidy, web};

/// How long each fuzz target runs for every change, s.
const FUZZ_SECONDS: &str = "5";

/// `cargo xtask test` after tidy: what a user waits for once, about seven minutes from nothing on two quiet cores. Clippy, which
/// compiles everything once more, is in `LIBRARIES`.
///
/// Tests run in the profile `dev`: optimised enough for minutes of simulated time, with overflow checks and debug
/// assertions.
const TEST: &[Step] = &[
    Step::check("format", "fmt", None, &["--all", "--check"]),
    Step::tests("tests", USER, &["--lib", "--bins", "--tests", "--no-fail-fast"]),
];

/// What `cargo xtask ci` asks of cargo before the programs of the examples are run; benches are compiled by Clippy and not run. What
/// `cargo xtask test` has compiled comes first: cargo keeps one library of a name that others load (`skidpad-fmi` for one), and
/// compiles it, and all that uses it, once more where steps of two builds take turns.
const LIBRARIES: &[Step] = &[
    Step::check("clippy of the whole", "clippy", Some(LINTS), &["--all-targets", "--", "-D", "warnings"]),
    Step::check(
        "clippy of what has other features without a window, batches and engines",
        "clippy",
        Some(PANELS),
        &["--all-targets", "--", "-D", "warnings"],
    ),
    Step {
        name: "documentation",
        command: "doc",
        // What Clippy has read of other libraries serves it too.
        build: Some(LINTS),
        arguments: &["--no-deps"],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
        tests: false,
    },
    Step::check("core without std", "check", None, &["--package", "skidpad-core", "--no-default-features"]),
    Step::check("clippy of the laws", "clippy", Some(USER), &["--test", "laws", "--", "-D", "warnings"]),
    Step::tests("laws of all models and parts", USER, &["--test", "laws"]),
    Step::tests("doc tests", USER, &["--doc", "--no-fail-fast"]),
    Step::tests(
        "long tests of the libraries",
        USER,
        &["--tests", "--no-fail-fast", "--", "--ignored", "long::"],
    ),
    // By all tests: one of a single name would ask for the features of each package that has it.
    Step::tests("published figures", USER, &["--tests", "--", "--ignored", "road_tests::"]),
    Step::check("examples", "build", Some(USER), &["--examples", "--bins"]),
];

/// What it asks of cargo after them.
const PROGRAM: &[Step] = &[
    Step::tests(
        "tests of the whole program, the simulator, batches and derivatives",
        WHOLE,
        // Not those of the feature `soak` and of the shells, which `drivers` and `test-app` run, nor the longest of the program's,
        // which `cargo xtask test` runs: neither the window nor the benchmarks change a lap or a unit.
        &[
            "--lib", "--bins", "--tests", "--no-fail-fast", "--", "--skip=lap_times::", "--skip=onward::",
            "--skip=fmu::",
        ],
    ),
    Step::tests("doc tests of these", WHOLE, &["--doc", "--no-fail-fast"]),
    // A step for each: of several filters in one, some could match nothing unseen.
    Step::tests(
        "the whole road test",
        WHOLE,
        &["--test", "all", "--", "--ignored", "shapes::", "--skip=long::"],
    ),
    Step::tests("all scenarios", WHOLE, &["--test", "all", "--", "--ignored", "scenarios::"]),
    Step::tests(
        "all manoeuvres",
        WHOLE,
        &["--test", "all", "--", "--ignored", "manoeuvres::", "--skip=long::"],
    ),
    Step::tests(
        "long tests of the library for C",
        WHOLE,
        &["--tests", "--no-fail-fast", "--", "--ignored", "programs::long"],
    ),
    Step::tests("tests of the page's server", PAGE_TOOL, &["--no-fail-fast"]),
];

/// The programs of the last step, run as their users run them, with their words.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("examples/first_drive", &[]),
    ("examples/own_car", &[]),
    ("examples/own_tyre", &[]),
    ("examples/slope", &[]),
    ("examples/rollback", &[]),
    ("examples/render_loop", &[]),
    ("examples/lane_keeper", &[]),
    ("examples/batch", &["200"]),
    ("examples/fleet", &["200"]),
    ("examples/many_cars", &["20"]),
    ("examples/telemetry", &["target"]),
    ("own-parts", &[]),
];

/// The long tests. Doc tests stay out: `ignore` on a code block means that it does not compile.
const SOAK: Step = Step::tests(
    "soak",
    LONG,
    &[
        "--release", "--lib", "--bins", "--tests", "--no-fail-fast", "--", "--ignored",
        // Each says how much it drove and how long it took.
        "--show-output",
    ],
);

/// The share of the longest of the soak tests that every change has to pass: a thousand four-wheel cars and a hundred on springs.
const DRIVERS: Step = Step {
    name: "drivers",
    command: "test",
    build: Some(BATCHES),
    arguments: &["--release", "--test", "any_driver", "--", "--ignored", "--show-output"],
    environment: &[("SKIDPAD_SOAK_SHARE", "0.001")],
    tests: true,
};

/// Runs what a user waits for, up to the first step that fails.
pub fn test(root: &Path) -> Result<(), String> {
    needs_component(root, "rustfmt", "fmt")?;
    timed("tidy", || tidy::run(root))?;
    steps(root, TEST)
}

/// Runs what a change has to pass besides, up to the first step that fails; what is optimised is built and run beside it, in another
/// process, as it takes as long and lies in folders of its own.
pub fn ci(root: &Path) -> Result<(), String> {
    needs_component(root, "clippy", "clippy")?;
    timed("what builds share", || shared_builds::check(root))?;
    let beside = Beside::start(root, "optimised")?;
    let here = unoptimised(root);
    if let Err(message) = &here {
        // Said at once: what is beside it may take minutes more.
        eprintln!("{message}");
    }
    let there = timed("optimised builds, which ran beside all of these", || beside.finish());
    here?;
    there?;
    timed("window and page", || test_app::drive(root, WHOLE))
}

/// What is compiled in the profile `dev`.
fn unoptimised(root: &Path) -> Result<(), String> {
    steps(root, LIBRARIES)?;
    let folder = web::target(root).join("debug");
    for (name, words) in EXAMPLES {
        timed(name, || program(root, &folder.join(name), words))?;
    }
    timed("units in FMPy", || fmi::run(root, USER))?;
    timed("package for Python", || python::run(root))?;
    steps(root, PROGRAM)
}

/// What is compiled apart from all else. The page is linked on one core for minutes: it is built beside the rest.
pub fn optimised(root: &Path) -> Result<(), String> {
    std::thread::scope(|scope| {
        let page = scope.spawn(|| timed("page", || web::build(root)));
        timed("golden hashes of optimised builds", || golden::optimised(root))?;
        steps(root, &[DRIVERS])?;
        timed("fuzz targets", || fuzz::run(root, &["--seconds", FUZZ_SECONDS]))?;
        page.join().unwrap_or_else(|_| Err("the build of the page panicked".into()))
    })
}

/// Runs the tests that take too long for every change.
pub fn soak(root: &Path) -> Result<(), String> {
    steps(root, &[SOAK])
}

/// Runs the share of them that does not.
pub fn drivers(root: &Path) -> Result<(), String> {
    steps(root, &[DRIVERS])
}

/// Runs each step; stops at the first failure, and says how many tests ran.
fn steps(root: &Path, steps: &[Step]) -> Result<(), String> {
    let mut sum = Summary::default();
    let outcome = steps.iter().try_for_each(|step| timed(step.name, || cargo(root, step, &mut sum)));
    report(sum);
    outcome
}

#[cfg(test)]
mod tests {
    use super::{EXAMPLES, LIBRARIES, PROGRAM, TEST};
    use crate::builds::WHOLE;
    use crate::run::Step;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn all() -> impl Iterator<Item = &'static Step> {
        TEST.iter().chain(LIBRARIES).chain(PROGRAM)
    }

    #[test]
    fn a_user_waits_for_format_and_tests() {
        let commands: Vec<_> = TEST.iter().map(|step| step.command).collect();
        assert_eq!(commands, ["fmt", "test"]);
    }

    /// Each set of features that is compiled is looked at by Clippy, too.
    #[test]
    fn warnings_fail() {
        for step in all().filter(|step| step.command == "clippy") {
            assert!(step.arguments.ends_with(&["--", "-D", "warnings"]), "{}", step.name);
        }
    }

    /// A step fails where no test ran; with two filters, one of them could match nothing.
    #[test]
    fn a_step_has_one_filter() {
        for step in all() {
            let after = step.arguments.iter().skip_while(|word| **word != "--").skip(1);
            let filters = after.filter(|word| !word.starts_with('-'));
            assert!(step.command != "test" || filters.count() < 2, "{}", step.name);
        }
    }

    /// `--skip=lap_times::` would leave out another package's `overlap::`, unseen.
    #[test]
    fn what_the_whole_skips_is_the_programs_and_was_run() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
        let tests =
            std::fs::read_to_string(crates.join("skidpad-cli/tests/all/main.rs")).expect("its modules");
        let words = PROGRAM.iter().filter(|step| step.build == Some(WHOLE)).flat_map(|step| step.arguments);
        let skipped: BTreeSet<&str> = words.filter_map(|word| word.strip_prefix("--skip=")).collect();
        assert!(!skipped.is_empty());
        // The long tests of the program have a step of their own.
        let modules_of = skipped.into_iter().filter(|name| *name != "long::");
        for name in modules_of.filter_map(|name| name.strip_suffix("::")) {
            assert!(tests.contains(&format!("\nmod {name};\n")), "the program's tests have no module {name}");
            for package in WHOLE.options().filter(|word| word.starts_with("skidpad-") && !word.contains('/'))
            {
                let mut found = Vec::new();
                modules(&crates.join(package), &mut found);
                let found = found.iter().find(|module| module.ends_with(name));
                assert!(
                    found.is_none() || package == "skidpad-cli",
                    "{package} has {found:?}, which is skipped, too"
                );
            }
        }
    }

    /// Adds the names of all files and folders of Rust below a folder.
    fn modules(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            found.extend(entry.path().file_stem().map(|name| name.to_string_lossy().into_owned()));
            modules(&entry.path(), found);
        }
    }

    /// An example that no step ran did not compile any more, and nobody saw it.
    #[test]
    fn every_example_of_the_front_door_is_run() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/skidpad/examples");
        for file in std::fs::read_dir(folder).expect("the folder of examples").flatten() {
            let name = file.path().file_stem().expect("a name").to_string_lossy().into_owned();
            let path = format!("examples/{name}");
            assert!(EXAMPLES.iter().any(|example| example.0 == path), "{name} is in no step");
        }
    }
}
