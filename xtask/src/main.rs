//! The project's own tool. `cargo xtask help` lists what it does.

mod beside;
mod builds;
mod c_install;
mod checks;
mod fmi;
mod fuzz;
mod game;
mod golden;
mod python;
mod release;
mod run;
mod shared_builds;
mod summary;
mod test_app;
mod tidy;
mod web;

use golden::Golden;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask <command>

  test    format, tidy, Clippy and tests: about seven minutes from nothing on two quiet cores; stops at the first
          failure
  ci      what a change has to pass besides: the laws of every model, the simulator, batches in lanes, derivatives,
          documentation and its programs, core without std, examples, golden --every, drivers, a short fuzz and test-app
  tidy    the rules of the tree alone: imports between rooms, unsafe, names of paths, manifests, plain words; --lower
          writes fewer exceptions down
  soak    the long tests, marked #[ignore], in release
  drivers a thousand random four-wheel cars under any driver, and a hundred on springs, in release: a thousandth of what
          `soak` drives
  optimised
          what `ci` builds optimised, beside all else: golden --every, drivers, a short fuzz and the page
  golden  the golden scenarios in debug, in release with each set of instructions, as WebAssembly under Node and
          on aarch64 under qemu, compared with the committed table; --every fails where a platform cannot be run,
          --write writes the table first
  web     builds the simulator as a page for web servers, in target/page; --serve builds one in half of the time instead,
          and serves it to this machine, --port NUMBER where
  test-app
          opens the simulator in a window, under a virtual display, and in a headless browser, drives both by a script
          and by keys, and compares them with the library to the bit; needs Xvfb and Chromium
  game    builds the example game for Bevy and checks it: meshes against the ground, a drive by script against the core, a picture
          under a virtual display with a software Vulkan; `game web` builds its page for browsers, --serve serves it,
          --port NUMBER where
  fuzz    runs the fuzz targets, two at once: every parser that reads a stranger's file, held to its laws; --seconds
          NUMBER is the time of each (60), names are targets, and TARGET --input FILE runs one input again; needs a C++
          compiler
  c install PREFIX
          builds the library for C and C++ in release, and installs it below a folder: header, shared and static library,
          pkg-config file and CMake package; --from FOLDER builds none and installs the libraries that lie there
  fmi     writes Functional Mock-up Units and lets FMPy validate and simulate them, beside `skidpad run`; needs Python with
          venv, and installs FMPy below target
  python  builds the module for Python, and runs its tests, mypy, stubtest and pyright; `python wheel FOLDER` makes the
          wheel in a folder, optimised, and tests it in an environment of its own; needs Python with venv, and installs packages
          below target
  release FOLDER
          the archives of a release for this machine's platform: program, library for C, bills of materials, checksums; it tries
          them in an empty folder. `release tools` installs the tools for it, `release notes TAG` prints the changelog's
          section of a version
  bench   says how to run the benchmarks
  help    this text";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = root();
    let outcome = match words[..] {
        ["test"] => checks::test(&root),
        ["ci"] => checks::ci(&root),
        ["tidy"] => tidy::run(&root),
        ["tidy", "--lower"] => tidy::lower(&root),
        ["soak"] => checks::soak(&root),
        ["optimised"] => checks::optimised(&root),
        ["drivers"] => checks::drivers(&root),
        ["golden"] => golden::run(&root, Golden::Compare),
        ["golden", "--every"] => golden::run(&root, Golden::CompareEvery),
        ["golden", "--write"] => golden::run(&root, Golden::Write),
        ["web", ref options @ ..] => web::run(&root, options),
        ["fuzz", ref options @ ..] => fuzz::run(&root, options),
        ["game", ref options @ ..] => game::run(&root, options),
        ["test-app"] => test_app::run(&root, builds::WINDOW),
        ["fmi"] => fmi::run(&root, builds::USER),
        ["python"] => python::run(&root),
        ["python", "wheel", folder] => python::wheel(&root, folder),
        ["c", "install", prefix] => c_install::install(&root, prefix),
        ["c", "install", prefix, "--from", folder] => {
            c_install::install_from(&root, prefix, Path::new(folder))
        }
        ["release", "notes", tag] => release::notes(&root, tag),
        ["release", "tools"] => release::install(&root),
        ["release", folder] => release::release(&root, folder),
        ["bench"] => {
            println!("{}", run::bench_help(&root));
            Ok(())
        }
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(format!("no such command: cargo xtask {}\n\n{HELP}", words.join(" "))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace that this binary was built in.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies one below the root").to_path_buf()
}
