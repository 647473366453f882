//! The trial of a release: unpacked into an empty folder, and used without the source and without cargo.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::tools::{COMPILERS, run};
use super::{Release, VERSION, emptied};
use crate::golden::find;
use crate::web;

/// A car driven from C; it is compiled against what was unpacked.
const FROM_C: &str = "crates/skidpad-c/examples-c/first_drive.c";

/// Unpacks and tries all archives.
pub fn run_all(release: &Release) -> Result<(), String> {
    let folder = emptied(&web::target(release.root).join("release-trial"))?;
    program(&unpacked(release, "skidpad", &folder)?, &folder)?;
    if cfg!(unix) {
        library(release, &unpacked(release, "skidpad-c", &folder)?, &folder)?;
    }
    Ok(())
}

fn unpacked(release: &Release, of: &str, into: &Path) -> Result<PathBuf, String> {
    let archive = release.folder.join(format!("{}.tar.gz", release.name(of)));
    run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(into))?;
    Ok(into.join(release.name(of)))
}

/// The program prints its version, in which it says where it has no window, road-tests a car, refuses a wrong name and writes a Functional
/// Mock-up Unit.
fn program(unpacked: &Path, folder: &Path) -> Result<(), String> {
    let path = unpacked.join(format!("skidpad{}", std::env::consts::EXE_SUFFIX));
    let said = |words: &[&str]| {
        let output = Command::new(&path).args(words).env_clear().current_dir(folder).output();
        output.map_err(|error| format!("cannot start {}: {error}", path.display()))
    };
    let version = said(&["--version"])?;
    if String::from_utf8_lossy(&version.stdout).trim() != format!("skidpad {VERSION}") {
        return Err(format!("its version is {version:?}"));
    }
    let test = said(&["roadtest", "mx5-nd-2016"])?;
    let table = String::from_utf8_lossy(&test.stdout);
    if !test.status.success() || !table.contains("100 km/h") {
        return Err(format!("the road test failed: {test:?}"));
    }
    let wrong = said(&["roadtest", "mx5-nd"])?;
    if wrong.status.code() != Some(2) {
        return Err(format!("a car that is not there was not refused: {wrong:?}"));
    }
    let unit = said(&["fmu", "mx5-nd-2016", "--out", "car.fmu"])?;
    if !unit.status.success() || !folder.join("car.fmu").is_file() {
        return Err(format!("no Functional Mock-up Unit was written: {unit:?}"));
    }
    println!("the program: version, road test, wrong name, Functional Mock-up Unit");
    Ok(())
}

/// A program in C is compiled and linked by the files that were unpacked alone.
fn library(release: &Release, unpacked: &Path, folder: &Path) -> Result<(), String> {
    let compiler = find(&COMPILERS).ok_or("no compiler for C")?;
    let config = unpacked.join("lib/pkgconfig");
    let mut asked = Command::new("pkg-config");
    asked.args(["--cflags", "--libs", "skidpad"]).env("PKG_CONFIG_PATH", config);
    let output = asked.output().map_err(|error| format!("cannot run pkg-config: {error}"))?;
    let flags = String::from_utf8_lossy(&output.stdout).into_owned();
    let program = folder.join("from-c");
    run(Command::new(compiler)
        .arg(release.root.join(FROM_C))
        .args(flags.split_whitespace())
        .arg("-lm")
        .arg(format!("-Wl,-rpath,{}", unpacked.join("lib").display()))
        .arg("-o")
        .arg(&program))?;
    run(Command::new(&program).env_clear())?;
    println!("the library for C: compiled, linked, driven");
    Ok(())
}
