//! `cargo xtask python`: the package for Python, tested as its users import it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::builds::PYTHON;
use crate::golden::find;
use crate::web;

/// Folder of the crate, below the root.
const CRATE: &str = "crates/skidpad-py";
/// Programs in Python that show what the package does; its tests run them.
const EXAMPLES: &str = "examples/python";
/// Packages that the tests and checks need, with their versions.
const NEEDED: &str = "crates/skidpad-py/tests/requirements.txt";
/// Packages that the tests of a wheel need.
const NEEDED_FOR_WHEEL: &str = "crates/skidpad-py/tests/requirements-wheel.txt";

/// Builds the module in the profile of tests, and runs Ruff, pytest, mypy, stubtest and pyright over the package. Packages are installed in a
/// virtual environment among what is built.
pub fn run(root: &Path) -> Result<(), String> {
    let python = environment(root, "python", NEEDED)?;
    let package = package(root)?;
    let run = |words: &[&str]| {
        let mut command = Command::new(&python);
        command.arg("-m").args(words).current_dir(root).env("PYTHONPATH", &package).env("MYPYPATH", &package);
        must_run(&mut command, words[0])
    };
    run(&["ruff", "check", "--no-cache", CRATE, EXAMPLES])?;
    run(&["ruff", "format", "--no-cache", "--check", CRATE, EXAMPLES])?;
    run(&["pytest", "-q", "-c", "pyproject.toml", "--rootdir", CRATE, "-p", "no:cacheprovider"])?;
    let cache = web::target(root).join("mypy").to_string_lossy().into_owned();
    run(&["mypy", "--cache-dir", &cache])?;
    run(&["mypy.stubtest", "skidpad._skidpad", "--mypy-config-file", "pyproject.toml"])?;
    run(&["pyright", "--pythonpath", &python.to_string_lossy(), &package.join("skidpad").to_string_lossy()])
}

/// Makes the wheel in a folder as `pip install .` does, installs it into an environment, and runs its tests there.
pub fn wheel(root: &Path, folder: &str) -> Result<(), String> {
    let python = environment(root, "python-wheel", NEEDED_FOR_WHEEL)?;
    let folder = root.join(folder);
    // Another wheel in it could be the one that is installed.
    let _ = std::fs::remove_dir_all(&folder);
    let mut build = pip(&python, "wheel");
    build.args(["--no-deps", "--wheel-dir", &folder.to_string_lossy(), "."]).current_dir(root);
    must_run(&mut build, "pip wheel .")?;
    let mut install = pip(&python, "install");
    install.args([
        "--force-reinstall",
        "--no-deps",
        "--no-index",
        "--find-links",
        &folder.to_string_lossy(),
        "skidpad",
    ]);
    must_run(&mut install, "pip install skidpad")?;
    let mut test = Command::new(&python);
    test.args(["-m", "pytest", "-q", "-c", "pyproject.toml", "--rootdir", CRATE, "-p", "no:cacheprovider"]);
    must_run(test.current_dir(root).env_remove("PYTHONPATH"), "pytest")
}

/// The Python of a virtual environment that has what the tests need.
fn environment(root: &Path, name: &str, list: &str) -> Result<PathBuf, String> {
    let python =
        find(&["python3"]).ok_or("python3 is not here (Debian and Ubuntu: apt install python3-venv)")?;
    let folder = web::target(root).join(name);
    let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    let (own, stamp) = (folder.join(program), folder.join("requirements.txt"));
    let needed = std::fs::read_to_string(root.join(list)).map_err(|error| format!("{list}: {error}"))?;
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == needed) {
        return Ok(own);
    }
    let make = ["-m", "venv", "--clear", &folder.to_string_lossy()];
    must_run(Command::new(python).args(make), "python3 -m venv (Debian: apt install python3-venv)")?;
    must_run(pip(&own, "install").args(["-r", list]).current_dir(root), &format!("pip install -r {list}"))?;
    std::fs::write(&stamp, needed).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(own)
}

fn pip(python: &Path, does: &str) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "pip", does, "--quiet", "--disable-pip-version-check"]);
    command
}

/// Builds the module, and lays the package out as a wheel would; the folder to import from.
fn package(root: &Path) -> Result<PathBuf, String> {
    // With the examples, whose libraries change features as the tests' do: most is compiled already after them.
    let words: Vec<&str> =
        ["build", "--quiet"].into_iter().chain(PYTHON.options()).chain(["--lib", "--examples"]).collect();
    web::cargo(root, &words)?;
    let target = web::target(root);
    let folder = target.join("python-package");
    let package = folder.join("skidpad");
    let failed = |error: std::io::Error| format!("{}: {error}", package.display());
    let _ = std::fs::remove_dir_all(&package);
    copy(&root.join(CRATE).join("python/skidpad"), &package).map_err(failed)?;
    let library = format!("{}_skidpad{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let module = if cfg!(windows) { "_skidpad.pyd" } else { "_skidpad.abi3.so" };
    std::fs::copy(target.join("debug").join(library), package.join(module)).map_err(failed)?;
    Ok(folder)
}

/// Copies a folder with all that is in it, but for what Python has compiled.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            if entry.file_name() != "__pycache__" {
                copy(&from, &to)?;
            }
        } else {
            std::fs::copy(&from, &to)?;
        }
    }
    Ok(())
}

fn must_run(command: &mut Command, name: &str) -> Result<(), String> {
    let status =
        command.stdin(Stdio::null()).status().map_err(|error| format!("cannot run {name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed: see above")) }
}
