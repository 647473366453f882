//! The golden scenarios on every platform at hand: the same bits, or the first rows that differ.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::builds::BATCHES;
use crate::web::{self, WASM};

/// The committed table: name and hash in columns.
const TABLE: &str = "crates/skidpad-workload/examples/golden/golden.txt";
/// With musl, as its standard library brings all that a linker needs.
const AARCH64: &str = "aarch64-unknown-linux-musl";

/// What a platform found: name of the scenario, way to run it, hash.
type Rows = Vec<(String, String, String)>;

/// What `cargo xtask golden` does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Golden {
    /// Compares the platforms that this machine can run with the table.
    Compare,
    /// Compares every platform: one that this machine cannot run fails.
    CompareEvery,
    /// Writes the table from this machine's scalar results, then compares.
    Write,
}

/// Compares platforms with the table.
pub fn run(root: &Path, what: Golden) -> Result<(), String> {
    let debug = native(root, "debug", &[])?;
    if what == Golden::Write {
        let table: String = (debug.iter().filter(|row| row.1 == "scalar"))
            .map(|(name, _, hash)| format!("{name}\t{hash}\n"))
            .collect();
        std::fs::write(root.join(TABLE), table).map_err(|error| format!("cannot write {TABLE}: {error}"))?;
    }
    let wrong = compare("debug", &debug, &table(root)?);
    verdict(wrong + compare_optimised(root, what == Golden::CompareEvery)?)
}

/// Compares optimised builds on every platform with the table. The tests of `skidpad-workload` compare the debug build.
pub fn optimised(root: &Path) -> Result<(), String> {
    verdict(compare_optimised(root, true)?)
}

/// How many rows of the optimised builds are wrong; fails where `every` platform must run and one cannot.
fn compare_optimised(root: &Path, every: bool) -> Result<usize, String> {
    let table = table(root)?;
    // Each compiles on one core for most of its time: side by side they take half as long.
    let (release, wasm, aarch64) = std::thread::scope(|scope| {
        let wasm = scope.spawn(|| wasm_module(root));
        let aarch64 = scope.spawn(|| aarch64(root));
        (native(root, "release", &["--release"]), joined(wasm), joined(aarch64))
    });
    let release = release?;
    let mut wrong = compare("release", &release, &table);
    let names = || release.iter().filter(|row| row.1 == "scalar").map(|row| row.0.clone()).collect();
    let wasm = match wasm? {
        Ok((node, module)) => Ok(run_module(root, node, &module, names())?),
        Err(why) => Err(why),
    };
    let mut skipped = 0;
    for (platform, found) in [("wasm32", wasm), ("aarch64", aarch64?)] {
        match found {
            Ok(rows) => wrong += compare(platform, &rows, &table),
            Err(why) => {
                println!("skipped: {platform}: {why}");
                skipped += 1;
            }
        }
    }
    match skipped {
        1.. if every => Err(format!("{skipped} of the platforms could not be run")),
        _ => Ok(wrong),
    }
}

fn joined<T>(thread: std::thread::ScopedJoinHandle<'_, Result<T, String>>) -> Result<T, String> {
    thread.join().unwrap_or_else(|_| Err("a build panicked".into()))
}

fn verdict(wrong: usize) -> Result<(), String> {
    match wrong {
        0 => Ok(()),
        _ => Err(format!(
            "{wrong} golden hashes differ from {TABLE}. If results were meant to change, say which and why in \
             CHANGELOG.md, and rewrite the table: cargo xtask golden --write"
        )),
    }
}

fn table(root: &Path) -> Result<BTreeMap<String, String>, String> {
    let text = std::fs::read_to_string(root.join(TABLE)).map_err(|error| format!("{TABLE}: {error}"))?;
    Ok(text.lines().filter_map(|line| line.split_once('\t')).map(|(a, b)| (a.into(), b.into())).collect())
}

/// Runs the scenarios in this machine's own code.
fn native(root: &Path, profile: &str, options: &[&str]) -> Result<Rows, String> {
    println!("{profile}: building");
    printed(example(root).args(options))
}

/// Cargo, about to run the example that prints the hashes.
fn example(root: &Path) -> Command {
    let mut command = cargo(root);
    command.args(["run", "--quiet"]).args(BATCHES.options()).args(["--example", "golden"]);
    command
}

/// Where another platform's code is built, so that it needs not wait for this one's.
fn apart(root: &Path, platform: &str) -> PathBuf {
    web::target(root).join("golden").join(platform)
}

/// The rows that the example prints.
fn printed(command: &mut Command) -> Result<Rows, String> {
    let text = output(command)?;
    Ok(rows(&text).map(|(way, name, hash)| (name.into(), way.into(), hash.into())).collect())
}

/// Runs the scenarios on aarch64: here, where this is one, or in an emulator.
fn aarch64(root: &Path) -> Result<Result<Rows, String>, String> {
    if cfg!(target_arch = "aarch64") {
        return Ok(Err("this machine is one: debug and release are it".into()));
    }
    let Some(emulator) = find(&["qemu-aarch64", "qemu-aarch64-static"]) else {
        return Ok(Err("no emulator is here (qemu-aarch64)".into()));
    };
    if !has_target(AARCH64) {
        return Ok(Err(format!("the target is not here: rustup target add {AARCH64}")));
    }
    println!("aarch64: building");
    let mut command = example(root);
    command.args(["--release", "--target", AARCH64]).env("CARGO_TARGET_DIR", apart(root, AARCH64));
    command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER", emulator);
    command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER", "rust-lld");
    printed(&mut command).map(Ok)
}

/// Builds the scenarios as WebAssembly: Node and the module; the inner error says what is not here.
fn wasm_module(root: &Path) -> Result<Result<(&'static str, PathBuf), String>, String> {
    let Some(node) = find(&["node"]) else { return Ok(Err("Node is not here".into())) };
    if !has_target(WASM) {
        return Ok(Err(format!("the target is not here: rustup target add {WASM}")));
    }
    println!("wasm32: building");
    let folder = apart(root, WASM);
    let mut command = cargo(root);
    command.args(["build", "--quiet", "--release", "--package", "skidpad-workload"]);
    // The pool of threads has no threads there; all else is as users have it.
    command.args(["--target", WASM, "--no-default-features", "--features", "std,kernels"]);
    command.args(["--example", "golden_wasm"]).env("CARGO_TARGET_DIR", &folder);
    output(&mut command)?;
    Ok(Ok((node, folder.join(WASM).join("release/examples/golden_wasm.wasm"))))
}

/// Runs the module; the scenarios' names are counted in their order.
fn run_module(root: &Path, node: &str, module: &Path, names: Vec<String>) -> Result<Rows, String> {
    let mut command = Command::new(node);
    command.arg(root.join("crates/skidpad-workload/examples/golden/run.mjs")).arg(module);
    let text = output(&mut command)?;
    let named = |(way, place, hash): (&str, &str, &str)| {
        let name = place.parse().ok().and_then(|place: usize| names.get(place));
        let name = name.ok_or_else(|| format!("wasm32 has a scenario {place} that is not here"))?;
        Ok((name.clone(), way.to_owned(), hash.to_owned()))
    };
    rows(&text).map(named).collect()
}

/// Says how many rows a platform has and which differ; their number. A platform must have all of the table.
fn compare(platform: &str, rows: &Rows, table: &BTreeMap<String, String>) -> usize {
    let mut wrong = 0;
    let mut ways: Vec<&str> = rows.iter().map(|row| row.1.as_str()).collect();
    ways.dedup();
    for (name, way, hash) in rows {
        let must = table.get(name).map_or("nothing", String::as_str);
        if hash != must {
            println!("{platform}, {way}: {name} is {hash}, in the table {must}");
            wrong += 1;
        }
    }
    for name in table.keys() {
        if !rows.iter().any(|row| row.0 == *name) {
            println!("{platform}: {name} is missing");
            wrong += 1;
        }
    }
    println!("{platform}: {} hashes ({}), {wrong} wrong", rows.len(), ways.join(", "));
    wrong
}

fn rows(text: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    text.lines().filter_map(|line| {
        let mut cells = line.split('\t');
        Some((cells.next()?, cells.next()?, cells.next()?))
    })
}

fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// What a command prints; its own messages go to the screen.
fn output(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}");
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| format!("{shown}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{shown}: {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{shown}: {error}"))
}

/// The first program of these that starts.
pub fn find(names: &[&'static str]) -> Option<&'static str> {
    let starts = |name: &&&'static str| {
        let mut command = Command::new(name);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    names.iter().find(starts).copied()
}

/// Whether the standard library of a target is here.
pub fn has_target(target: &str) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "target-libdir", "--target", target]).output();
    output.is_ok_and(|output| {
        output.status.success() && Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
    })
}

#[cfg(test)]
mod tests {
    use super::{compare, find, rows};
    use std::collections::BTreeMap;

    #[test]
    fn what_differs_or_is_missing_is_counted() {
        let table: BTreeMap<_, _> =
            [("a", "0x1"), ("b", "0x2")].map(|(a, b)| (a.to_string(), b.to_string())).into();
        let found = |text: &str| -> super::Rows {
            rows(text).map(|(way, name, hash)| (name.into(), way.into(), hash.into())).collect()
        };
        assert_eq!(compare("here", &found("scalar\ta\t0x1\nscalar\tb\t0x2\navx2\tb\t0x2\n"), &table), 0);
        assert_eq!(compare("here", &found("scalar\ta\t0x1\nscalar\tb\t0x3\n"), &table), 1);
        assert_eq!(compare("here", &found("scalar\ta\t0x1\n"), &table), 1);
        assert_eq!(compare("here", &found("scalar\ta\t0x1\nscalar\tb\t0x2\nscalar\tc\t0x2\n"), &table), 1);
    }

    #[test]
    fn a_program_that_is_not_here_is_not_found() {
        assert_eq!(find(&["no-such-program-as-this"]), None);
    }
}
