//! `cargo xtask release FOLDER`: the archives of a release for this machine's platform, tried in an empty folder.
//!
//! | file | holds |
//! |---|---|
//! | `skidpad-VERSION-PLATFORM.tar.gz` | the program with its window and the library of Functional Mock-up Units, and the licences of all that is in it |
//! | `skidpad-c-VERSION-PLATFORM.tar.gz` | the library for C: header, shared and static library, pkg-config and CMake files |
//! | `skidpad-VERSION-PLATFORM.cdx.json`, and of `skidpad-c` | the packages in each, as a CycloneDX bill of materials |
//! | `SHA256SUMS-PLATFORM` | their checksums |

mod notes;
mod tools;
mod trial;

pub use notes::notes;
pub use tools::install;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::c_install;
use crate::run::timed;
use crate::web;
use tools::{run, sums};

/// The version of all packages.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// What lies beside every binary.
const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];
/// The licences of the packages that are compiled in.
const LICENCES: &str = "LICENSES-OF-OTHERS.txt";

/// A release in the making.
pub(super) struct Release<'a> {
    /// Root of the workspace.
    pub root: &'a Path,
    /// Folder that gets the files.
    pub folder: PathBuf,
    /// Rust's name of this machine's platform.
    pub platform: String,
}

impl Release<'_> {
    /// Name of an archive, without its ending.
    pub fn name(&self, of: &str) -> String {
        format!("{of}-{VERSION}-{}", self.platform)
    }

    /// Where the files of an archive are put together.
    fn staged(&self, of: &str) -> PathBuf {
        web::target(self.root).join("release-files").join(self.name(of))
    }
}

/// Builds, packs and tries a release for this machine's platform.
pub fn release(root: &Path, folder: &str) -> Result<(), String> {
    tools::needed()?;
    let folder = std::path::absolute(folder).map_err(|error| format!("{folder}: {error}"))?;
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let release = Release { root, folder, platform: tools::platform()? };
    // Those of other platforms as well: the licences are read from the whole list of packages, without a network.
    timed("packages", || web::cargo(root, &["fetch", "--locked"]))?;
    timed("program", || web::cargo(root, &["build", "--release", "--locked", "--package", "skidpad-cli"]))?;
    let mut files = vec![timed_file("archive of the program", || program(&release))?];
    if cfg!(unix) {
        files.push(timed_file("archive of the library for C", || library(&release))?);
    }
    timed("bills of materials", || {
        files.extend(materials(&release)?);
        Ok(())
    })?;
    timed("checksums", || sums(&release, &files))?;
    timed("trial", || trial::run_all(&release))?;
    println!("\nThe release for {} is in {}.", release.platform, release.folder.display());
    Ok(())
}

/// A step that makes a file: its name.
fn timed_file(step: &str, make: impl FnOnce() -> Result<String, String>) -> Result<String, String> {
    let mut made = String::new();
    timed(step, || {
        made = make()?;
        Ok(())
    })?;
    Ok(made)
}

fn program(release: &Release) -> Result<String, String> {
    let folder = emptied(&release.staged("skidpad"))?;
    let name = format!("skidpad{}", std::env::consts::EXE_SUFFIX);
    let built = web::target(release.root).join("release");
    c_install::copy(&built.join(&name), &folder.join(&name))?;
    // `skidpad fmu` looks for it beside the program.
    let units = format!("{}skidpad_fmi{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    c_install::copy(&built.join("deps").join(&units), &folder.join(&units))?;
    texts(release, &folder, "crates/skidpad-cli")?;
    tools::packed(release, "skidpad")
}

fn library(release: &Release) -> Result<String, String> {
    let folder = emptied(&release.staged("skidpad-c"))?;
    c_install::install(release.root, &folder.to_string_lossy())?;
    texts(release, &folder, "crates/skidpad-c")?;
    tools::packed(release, "skidpad-c")
}

/// The texts beside the binaries of a package: its own licences, and those of all that is compiled in.
fn texts(release: &Release, folder: &Path, package: &str) -> Result<(), String> {
    for text in TEXTS {
        c_install::copy(&release.root.join(text), &folder.join(text))?;
    }
    let mut about = Command::new("cargo");
    about
        .args(["about", "generate", "--fail", "--offline", "--target", &release.platform, "--manifest-path"]);
    about.arg(release.root.join(package).join("Cargo.toml"));
    about.arg("--config").arg(release.root.join("about.toml"));
    about.arg("--output-file").arg(folder.join(LICENCES));
    about.arg(release.root.join("xtask/licences.hbs"));
    run(about.current_dir(release.root))
}

/// The tool writes a bill beside the manifest of every package: those of the program and of the library for C are kept, without the paths of
/// this machine.
fn materials(release: &Release) -> Result<Vec<String>, String> {
    const WRITTEN: &str = "skidpad-materials";
    let written = format!("{WRITTEN}.json");
    let mut bom = Command::new("cargo");
    bom.args(["cyclonedx", "--format", "json", "--spec-version", "1.5", "--quiet"]);
    bom.args(["--target", &release.platform, "--override-filename", WRITTEN]).current_dir(release.root);
    let root = release.root.to_string_lossy().replace('\\', "/");
    let kept = run(&mut bom).and_then(|()| {
        let bills = [("skidpad", "skidpad-cli"), ("skidpad-c", "skidpad-c")].map(|(of, package)| {
            let file = format!("{}.cdx.json", release.name(of));
            let from = release.root.join("crates").join(package).join(&written);
            let text =
                std::fs::read_to_string(&from).map_err(|error| format!("{}: {error}", from.display()))?;
            let to = release.folder.join(&file);
            let text = text.replace(&format!("file://{root}/"), "file:///").replace(&root, "");
            std::fs::write(&to, text).map_err(|error| format!("cannot write {}: {error}", to.display()))?;
            Ok(file)
        });
        bills.into_iter().collect()
    });
    for group in ["crates", "examples", "xtask", "."] {
        let folders = std::fs::read_dir(release.root.join(group)).into_iter().flatten().flatten();
        for folder in folders {
            let _ = std::fs::remove_file(folder.path().join(&written));
        }
    }
    kept
}

/// The folder, with nothing in it.
pub(super) fn emptied(folder: &Path) -> Result<PathBuf, String> {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    Ok(folder.to_path_buf())
}
