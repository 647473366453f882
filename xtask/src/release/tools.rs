//! The programs that make a release: cargo's, `tar`, and one for checksums.

use std::path::Path;
use std::process::{Command, Stdio};

use super::Release;
use crate::golden::find;
use crate::web;

/// Commands of cargo that are installed for a release: their versions, which are those that were tried, and their features.
const OF_CARGO: [(&str, &str, &str); 2] = [("about", "0.9.3", "cli"), ("cyclonedx", "0.5.9", "")];
/// Programs that print SHA-256 sums as `sha256sum` does, with their options.
const SUMS: [(&str, &[&str]); 2] = [("sha256sum", &[]), ("shasum", &["-a", "256"])];
/// Compilers that try the library for C.
pub const COMPILERS: [&str; 3] = ["cc", "gcc", "clang"];

/// Installs the commands of cargo that are missing.
pub fn install(root: &Path) -> Result<(), String> {
    for (name, version, features) in OF_CARGO.iter().filter(|(name, ..)| !has(name)) {
        let package = format!("cargo-{name}");
        let mut words = vec!["install", "--locked", &package, "--version", version];
        if !features.is_empty() {
            words.extend(["--features", features]);
        }
        web::cargo(root, &words)?;
    }
    Ok(())
}

fn has(name: &str) -> bool {
    let mut command = Command::new("cargo");
    command.args([name, "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Fails where a tool is missing, and says how to get it.
pub fn needed() -> Result<(), String> {
    let mut missing: Vec<String> = OF_CARGO
        .iter()
        .filter(|(name, ..)| !has(name))
        .map(|(name, ..)| format!("- cargo {name}: `cargo xtask release tools` installs it"))
        .collect();
    let mut need = |names: &[&'static str]| {
        if find(names).is_none() {
            missing.push(format!("- {}", names.join(" or ")));
        }
    };
    need(&["tar"]);
    need(&SUMS.map(|(name, _)| name));
    if cfg!(unix) {
        need(&COMPILERS);
        need(&["pkg-config"]);
    }
    match &missing[..] {
        [] => Ok(()),
        _ => Err(format!("a release needs more than Rust:\n{}", missing.join("\n"))),
    }
}

/// Rust's name of this machine's platform.
pub fn platform() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output();
    let output = output.map_err(|error| format!("cannot run rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| format!("rustc -vV names no host: {text}"))
}

/// Packs the files that were put together; the archive's name.
pub fn packed(release: &Release, of: &str) -> Result<String, String> {
    let archive = format!("{}.tar.gz", release.name(of));
    let staged = release.staged(of);
    let parent = staged.parent().ok_or("no folder above the files")?;
    let mut tar = Command::new("tar");
    tar.arg("-czf").arg(release.folder.join(&archive)).arg("-C").arg(parent);
    // GNU's tar can leave out who packed and when, so that the same files make the same archive.
    if is_gnu() {
        let date = format!("--mtime=@{}", commit_time(release));
        tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", &date]);
    }
    run(tar.arg(release.name(of)))?;
    Ok(archive)
}

fn is_gnu() -> bool {
    let output = Command::new("tar").arg("--version").output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU tar"))
}

/// Time of the commit, s; 0 in a source without its history.
fn commit_time(release: &Release) -> String {
    let mut git = Command::new("git");
    let output = git.args(["log", "-1", "--format=%ct"]).current_dir(release.root).output();
    let text =
        output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    if text.is_empty() { "0".to_owned() } else { text }
}

/// Writes the checksums of files.
pub fn sums(release: &Release, files: &[String]) -> Result<(), String> {
    let program = find(&SUMS.map(|(name, _)| name)).ok_or("no program for checksums")?;
    let options = SUMS.iter().find(|(name, _)| *name == program).map_or(&[][..], |(_, options)| options);
    let output = Command::new(program).args(options).args(files).current_dir(&release.folder).output();
    let output = output.map_err(|error| format!("cannot run {program}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let to = release.folder.join(format!("SHA256SUMS-{}", release.platform));
    std::fs::write(&to, &output.stdout).map_err(|error| format!("cannot write {}: {error}", to.display()))
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}");
    match command.status().map_err(|error| format!("cannot start {shown}: {error}"))? {
        status if status.success() => Ok(()),
        status => Err(format!("{shown}: {status}")),
    }
}
