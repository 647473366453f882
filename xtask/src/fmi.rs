//! `cargo xtask fmi`: units of cars, validated and simulated by FMPy.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::builds::Build;
use crate::golden::find;
use crate::web;

/// The validator and importer, with its version: another one may find other problems.
const FMPY: &str = "fmpy==0.3.32";

/// Builds the program with the library of units, writes units, and lets FMPy check them. Python's packages are installed in a virtual
/// environment among what is built; a machine without Python or the package fails, and says what to install.
pub fn run(root: &Path, build: Build) -> Result<(), String> {
    let python =
        find(&["python3"]).ok_or("python3 is not here (Debian and Ubuntu: apt install python3-venv)")?;
    // With the examples: their libraries change features, as the tests' do, so that those serve again.
    let words: Vec<&str> =
        ["build", "--quiet"].into_iter().chain(build.options()).chain(["--examples", "--bins"]).collect();
    web::cargo(root, &words)?;
    let target = web::target(root);
    let environment = target.join("fmi-python");
    let own = environment.join("bin/python");
    if !has_fmpy(&own) {
        let name = environment.to_string_lossy();
        must_run(
            Command::new(python).args(["-m", "venv", "--clear", &name]),
            "python3 -m venv (Debian: apt install python3-venv)",
        )?;
        let mut install = Command::new(&own);
        install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", FMPY]);
        must_run(&mut install, &format!("pip install {FMPY}"))?;
    }
    let units = target.join("fmi-units");
    std::fs::create_dir_all(&units).map_err(|error| format!("{}: {error}", units.display()))?;
    let program = target.join("debug").join(format!("skidpad{}", std::env::consts::EXE_SUFFIX));
    let mut check = Command::new(&own);
    check.arg(root.join("crates/skidpad-fmi/check/units.py")).arg(program).arg(units).current_dir(root);
    must_run(&mut check, "the check of units")
}

/// True where the environment has the version of FMPy that is wanted.
fn has_fmpy(python: &Path) -> bool {
    let question = "import fmpy; print('fmpy==' + fmpy.__version__)";
    let answer = Command::new(python).args(["-c", question]).stderr(Stdio::null()).output();
    answer.is_ok_and(|answer| String::from_utf8_lossy(&answer.stdout).trim() == FMPY)
}

fn must_run(command: &mut Command, name: &str) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("cannot run {name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed: see above")) }
}
