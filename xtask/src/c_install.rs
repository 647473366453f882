//! `cargo xtask c install PREFIX`: header, libraries, pkg-config file and CMake package of the C door.

use std::path::{Path, PathBuf};
use std::process::Command;

const SHARED: &str = if cfg!(target_os = "macos") { "libskidpad_c.dylib" } else { "libskidpad_c.so" };
const STATIC: &str = "libskidpad_c.a";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Builds the library, optimised, and installs it below a prefix.
pub fn install(root: &Path, prefix: &str) -> Result<(), String> {
    let status = Command::new("cargo")
        .args(["build", "--package", "skidpad-c", "--lib", "--release"])
        .current_dir(root)
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !status.success() {
        return Err("the library does not compile: see above".to_owned());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    install_from(root, prefix, &target.join("release"))
}

/// Installs the libraries of a folder below a prefix, and builds none.
pub fn install_from(root: &Path, prefix: &str, built: &Path) -> Result<(), String> {
    if !cfg!(unix) {
        return Err(
            "cargo xtask c install: Linux and macOS only (copy skidpad.h and the library by hand)".to_owned()
        );
    }
    let (prefix, door) = (Path::new(prefix), root.join("crates/skidpad-c"));
    copy(&door.join("include/skidpad.h"), &prefix.join("include/skidpad.h"))?;
    for library in [STATIC, SHARED] {
        copy(&built.join(library), &prefix.join("lib").join(library))?;
    }
    let cmake = prefix.join("lib/cmake/Skidpad");
    fill(&door, "skidpad.pc.in", &prefix.join("lib/pkgconfig/skidpad.pc"))?;
    fill(&door, "SkidpadConfig.cmake.in", &cmake.join("SkidpadConfig.cmake"))?;
    fill(&door, "SkidpadConfigVersion.cmake.in", &cmake.join("SkidpadConfigVersion.cmake"))?;
    println!("installed skidpad {VERSION} below {}", prefix.display());
    Ok(())
}

/// Writes a template with its placeholders filled in.
fn fill(door: &Path, template: &str, to: &Path) -> Result<(), String> {
    let from = door.join("install").join(template);
    let text =
        std::fs::read_to_string(&from).map_err(|error| format!("cannot read {}: {error}", from.display()))?;
    let mut numbers = VERSION.split('.');
    let (major, minor) = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
    let filled = [
        ("@VERSION@", VERSION),
        ("@MAJOR@", major),
        ("@MINOR@", minor),
        ("@SHARED@", SHARED),
        ("@STATIC@", STATIC),
    ]
    .iter()
    .fold(text, |text, (name, value)| text.replace(name, value));
    make_folder(to)?;
    std::fs::write(to, filled).map_err(|error| format!("cannot write {}: {error}", to.display()))
}

pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    make_folder(to)?;
    let copied = std::fs::copy(from, to).map(|_| ());
    copied.map_err(|error| format!("cannot copy {} to {}: {error}", from.display(), to.display()))
}

fn make_folder(file: &Path) -> Result<(), String> {
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))
}
