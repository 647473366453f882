//! The fuzz targets of `fuzz/`: built with stable Rust and counters in the branches, and run for a time each.

mod report;
mod targets;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use report::{Report, table};
use targets::{TARGETS, Target};

use crate::web;

/// What cargo-fuzz passes to the compiler, without a sanitiser: the counters that guide libFuzzer to new branches, and
/// the comparisons whose operands it then tries. Core and formats have no `unsafe` that a sanitiser would watch.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";
/// Targets that run side by side.
const AT_ONCE: usize = 2;
/// How long each target runs where nobody says, s.
const SECONDS: u32 = 60;
/// The longest time of an input, s, and the most memory, MiB: more is a find.
const LIMITS: [&str; 2] = ["-timeout=10", "-rss_limit_mb=2048"];

/// What `cargo xtask fuzz` does.
#[derive(Debug, PartialEq, Eq)]
enum Fuzz<'a> {
    /// Runs targets for so many seconds each.
    Run { seconds: u32, targets: Vec<&'static Target> },
    /// Runs a target on one input.
    Input { target: &'static Target, path: &'a str },
}

/// Builds the targets and runs them.
pub fn run(root: &Path, options: &[&str]) -> Result<(), String> {
    let what = read(options)?;
    targets::check(root)?;
    let start = Instant::now();
    let programs = build(root)?;
    println!("built in {:.0} s", start.elapsed().as_secs_f64());
    match what {
        Fuzz::Input { target, path } => input(root, &programs, target, path),
        Fuzz::Run { seconds, targets } => {
            let reports = all(root, &programs, seconds, &targets)?;
            print!("{}", table(&reports));
            println!("all in {:.0} s", start.elapsed().as_secs_f64());
            let broken: Vec<&Report> = reports.iter().filter(|report| report.failure.is_some()).collect();
            broken.iter().for_each(|report| println!("{}", report.reproduction(root)));
            match broken.len() {
                0 => Ok(()),
                count => Err(format!("{count} of {} fuzz targets found something", reports.len())),
            }
        }
    }
}

fn read<'a>(options: &[&'a str]) -> Result<Fuzz<'a>, String> {
    let usage = "cargo xtask fuzz [--seconds NUMBER] [TARGET...], or cargo xtask fuzz TARGET --input FILE";
    let mut seconds = SECONDS;
    let mut named = Vec::new();
    let mut input = None;
    let mut rest = options.iter();
    while let Some(option) = rest.next() {
        let mut value = || rest.next().copied().ok_or_else(|| format!("{option} needs a value: {usage}"));
        match *option {
            "--seconds" => {
                let text = value()?;
                seconds = text.parse().ok().filter(|seconds| *seconds > 0).ok_or_else(|| {
                    format!("--seconds {text}: must be a whole number of seconds, 1 or more")
                })?;
            }
            "--input" => input = Some(value()?),
            name => named.push(targets::by_name(name)?),
        }
    }
    match (input, &named[..]) {
        (Some(path), [target]) => Ok(Fuzz::Input { target, path }),
        (Some(_), _) => Err(format!("--input needs one target: {usage}")),
        (None, []) => Ok(Fuzz::Run { seconds, targets: TARGETS.iter().collect() }),
        (None, _) => Ok(Fuzz::Run { seconds, targets: named }),
    }
}

/// Where everything of the fuzzer's lies: programs, corpora, logs, what it found.
fn folder(root: &Path) -> PathBuf {
    web::target(root).join("fuzz")
}

/// Builds all targets, apart from all else that is built; the folder of the programs.
fn build(root: &Path) -> Result<PathBuf, String> {
    let host = host()?;
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    // With a named target, build scripts and the fuzzer itself have no counters.
    command.args(["build", "--quiet", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target", &host]);
    command.env("RUSTFLAGS", FLAGS).env_remove("CARGO_ENCODED_RUSTFLAGS");
    command.env("CARGO_TARGET_DIR", folder(root)).current_dir(root);
    let status = command.status().map_err(|error| format!("cannot start cargo: {error}"))?;
    match status.success() {
        true => Ok(folder(root).join(host).join("debug")),
        false => {
            Err("the fuzz targets were not built (besides Rust they need a C++ compiler, such as g++)".into())
        }
    }
}

fn host() -> Result<String, String> {
    let program = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(program).arg("-vV").output();
    let output = output.map_err(|error| format!("cannot start rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc -vV names no host".into())
}

/// Runs targets, two at once, in their order.
fn all(
    root: &Path,
    programs: &Path,
    seconds: u32,
    targets: &[&'static Target],
) -> Result<Vec<Report>, String> {
    let next = Mutex::new(targets.iter());
    let reports = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(target) = next.lock().ok().and_then(|mut next| next.next().copied()) {
                    let report = one(root, programs, seconds, target);
                    if let Ok(mut reports) = reports.lock() {
                        reports.push(report);
                    }
                }
            });
        }
    });
    let reports: Result<Vec<Report>, String> = reports.into_inner().unwrap_or_default().into_iter().collect();
    let mut reports = reports?;
    reports.sort_by_key(|report| report.target);
    Ok(reports)
}

/// Runs a target, with its corpus beside the committed one.
fn one(root: &Path, programs: &Path, seconds: u32, target: &'static Target) -> Result<Report, String> {
    let work = folder(root).join("runs").join(target.name);
    let made = |name: &str| {
        let path = work.join(name);
        std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok::<_, String>(path)
    };
    // libFuzzer writes into the first folder alone: what is committed is only read.
    let (found, seeds, scratch) = (made("found")?, made("seeds")?, made("scratch")?);
    let artefacts = made("artefacts")?;
    let log_path = work.join("log");
    let log = std::fs::File::create(&log_path).map_err(|error| format!("{}: {error}", log_path.display()))?;
    let mut command = Command::new(programs.join(target.name));
    command.arg(&found).arg(&seeds);
    command.args(Some(root.join("fuzz/corpus").join(target.name)).filter(|path| path.is_dir()));
    command
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-max_len={}", target.longest))
        .args(LIMITS);
    command.arg(format!("-artifact_prefix={}/", artefacts.display())).arg("-print_final_stats=1");
    if target.is_text {
        command.arg(format!("-dict={}", root.join("fuzz/text.dict").display()));
    }
    command.env("SKIDPAD_FUZZ_SEEDS", &seeds).env("TMPDIR", &scratch).env("RUST_BACKTRACE", "1");
    let errors = log.try_clone().map_err(|error| error.to_string())?;
    let status = command.stdin(Stdio::null()).stdout(log).stderr(errors).status();
    let status = status.map_err(|error| format!("cannot start the fuzz target {}: {error}", target.name))?;
    let text = std::fs::read(&log_path).map_err(|error| format!("{}: {error}", log_path.display()))?;
    let text = String::from_utf8_lossy(&text);
    let report = Report::read(target.name, &text, status.success(), &log_path);
    println!("{}", report.line());
    let _ = std::fs::remove_dir_all(scratch);
    Ok(report)
}

/// Runs a target on one input, with all that it prints.
fn input(root: &Path, programs: &Path, target: &Target, path: &str) -> Result<(), String> {
    let mut command = Command::new(programs.join(target.name));
    command.arg(path).args(LIMITS).env("RUST_BACKTRACE", "1").current_dir(root);
    let status = command.status();
    match status.map_err(|error| format!("cannot start the fuzz target {}: {error}", target.name))? {
        status if status.success() => Ok(()),
        status => Err(format!("{} on {path}: {status}", target.name)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Fuzz, read};

    #[test]
    fn options_name_targets_a_time_and_an_input() {
        let names = |options: &[&str]| match read(options) {
            Ok(Fuzz::Run { seconds, targets }) => {
                (seconds, targets.iter().map(|target| target.name).collect::<Vec<_>>())
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(names(&["--seconds", "20", "map", "link"]), (20, vec!["map", "link"]));
        assert_eq!(names(&[]).0, super::SECONDS);
        assert_eq!(names(&[]).1.len(), super::TARGETS.len());
        let input = read(&["map", "--input", "crash"]);
        assert!(
            matches!(input, Ok(Fuzz::Input { target, path: "crash" }) if target.name == "map"),
            "{input:?}"
        );
        for (options, says) in [
            (&["--seconds", "0"][..], "--seconds 0: must be"),
            (&["--seconds"], "--seconds needs a value"),
            (&["--input", "crash"], "--input needs one target"),
            (&["maps"], "no fuzz target is called `maps`"),
        ] {
            let error = read(options).unwrap_err();
            assert!(error.contains(says), "{error}");
        }
    }
}
