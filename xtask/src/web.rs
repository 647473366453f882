//! The simulator as a page: builds its folder, serves it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::builds::PAGE_TOOL;
use crate::golden::has_target;

/// Rust's target for browsers and Node.
pub const WASM: &str = "wasm32-unknown-unknown";
const PORT: &str = "8080";

/// A way to build the page.
struct Page {
    /// Cargo's profile. Cargo keeps what it builds for this machine with it (build scripts, macros) in a folder of the profile's
    /// name.
    profile: &'static str,
    /// The page's folder, in cargo's target folder.
    folder: &'static str,
    /// What binds the program to the browser: `build` also weighs the page, and refuses one that is too large.
    bind: &'static str,
}

/// For any web server: small and fast.
const TO_PUBLISH: Page = Page { profile: "web", folder: "page", bind: "build" };
/// To be tried out on this machine: built in half of the time, and three times as large.
const TO_TRY: Page = Page { profile: "quick", folder: "page-to-try", bind: "bind" };

/// What is asked for.
struct Options<'a> {
    serve: bool,
    port: &'a str,
}

/// Builds the page for web servers or, with `--serve`, one to try, which it serves.
pub fn run(root: &Path, words: &[&str]) -> Result<(), String> {
    let options = options(words)?;
    if options.serve {
        build_as(root, &TO_TRY)?;
        return tool(root, &["serve", &text(&target(root).join(TO_TRY.folder)), options.port]);
    }
    build(root)?;
    println!("The page is in {}: any server of files can show it.", text(&folder(root)));
    Ok(())
}

fn options<'a>(words: &[&'a str]) -> Result<Options<'a>, String> {
    let mut options = Options { serve: false, port: PORT };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--serve" => options.serve = true,
            "--port" => {
                let is_port = |word: &&&str| word.parse::<u16>().is_ok();
                options.port = words.next().filter(is_port).ok_or("--port needs a number from 0 to 65535")?;
            }
            _ => return Err(format!("no such option: {word}; there are --serve and --port NUMBER")),
        }
    }
    Ok(options)
}

/// Cargo's target folder.
pub fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}

/// Folder of the page for any web server.
pub fn folder(root: &Path) -> PathBuf {
    target(root).join(TO_PUBLISH.folder)
}

/// Builds the page for any web server.
pub fn build(root: &Path) -> Result<(), String> {
    build_as(root, &TO_PUBLISH)
}

fn build_as(root: &Path, way: &Page) -> Result<(), String> {
    install_target()?;
    println!("The page is built; the first time takes some minutes.");
    cargo(
        root,
        &["build", "--quiet", "--package", "skidpad-web", "--target", WASM, "--profile", way.profile],
    )?;
    let program = target(root).join(WASM).join(way.profile).join("skidpad_web.wasm");
    let page = root.join("crates/skidpad-web/page");
    tool(root, &[way.bind, &text(&program), &text(&page), &text(&target(root).join(way.folder))])
}

/// Installs Rust's target for browsers where it is missing.
pub fn install_target() -> Result<(), String> {
    if has_target(WASM) {
        return Ok(());
    }
    println!("Rust's target for browsers is installed: rustup target add {WASM}");
    let status = Command::new("rustup").args(["target", "add", WASM]).status();
    match status {
        Ok(status) if status.success() && has_target(WASM) => Ok(()),
        Ok(_) => Err(format!("`rustup target add {WASM}` did not bring the target for browsers")),
        Err(error) => Err(format!("the target {WASM} is not here, nor rustup to add it ({error})")),
    }
}

/// The part of this tool that needs more than Rust, built where it is asked for.
pub fn tool(root: &Path, words: &[&str]) -> Result<(), String> {
    let run: Vec<_> = ["run", "--quiet"].into_iter().chain(PAGE_TOOL.options()).chain(["--"]).collect();
    cargo(root, &[&run, words].concat())
}

/// Runs cargo.
pub fn cargo(root: &Path, words: &[&str]) -> Result<(), String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(words).current_dir(root);
    let status = command.status().map_err(|error| format!("cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {}: {status}", words.join(" "))) }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::{TO_PUBLISH, TO_TRY, options};

    /// The page was built into `target/web`, which is the folder of the profile `web` too: each build of the page
    /// removed it, and cargo compiled for ten minutes again.
    #[test]
    fn the_page_has_a_folder_that_cargo_does_not_use() {
        let profiles = [TO_PUBLISH.profile, TO_TRY.profile];
        for used in profiles.into_iter().chain(["debug", "release", super::WASM, "doc", "tmp", "package"]) {
            assert!(![TO_PUBLISH.folder, TO_TRY.folder].contains(&used), "{used}");
        }
    }

    #[test]
    fn options_are_what_they_seem() {
        let of = |words: &[&'static str]| options(words).map(|options| (options.serve, options.port));
        assert_eq!(of(&[]), Ok((false, "8080")));
        assert_eq!(of(&["--serve", "--port", "0"]), Ok((true, "0")));
        for wrong in [&["--port"][..], &["--port", "much"], &["--port", "65536"], &["serve"]] {
            assert!(of(wrong).is_err(), "{wrong:?}");
        }
    }
}
