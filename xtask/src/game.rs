//! The example game of `bevy_skidpad`, which stands outside the workspace: its checks, a picture of it, and its page.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::web::{self, WASM};

const FOLDER: &str = "crates/bevy_skidpad/game";
/// Cargo's profile of the page, and the page's folder in the game's target folder.
const PROFILE: &str = "web";
const PAGE: &str = "game-page";
const PORT: &str = "8080";

/// Runs the game's checks, or builds and serves its page.
pub fn run(root: &Path, words: &[&str]) -> Result<(), String> {
    match words {
        [] => check(root),
        ["web"] => page(root).map(|folder| println!("The page is in {}.", folder.display())),
        ["web", "--serve"] => serve(root, PORT),
        ["web", "--serve", "--port", port] if port.parse::<u16>().is_ok() => serve(root, port),
        _ => Err("cargo xtask game, or cargo xtask game web [--serve [--port NUMBER]]".into()),
    }
}

/// Formats, lints and tests the game, and looks at a picture of it.
fn check(root: &Path) -> Result<(), String> {
    let start = Instant::now();
    let game = root.join(FOLDER);
    let say = |what: &str| println!("{:>5.0} s  {what}", start.elapsed().as_secs_f64());
    web::cargo(&game, &["fmt", "--check"])?;
    web::cargo(&game, &["clippy", "--locked", "--quiet", "--all-targets", "--", "-D", "warnings"])?;
    say("linted");
    web::cargo(&game, &["build", "--locked", "--quiet"])?;
    say("built");
    web::cargo(&game, &["test", "--locked", "--quiet"])?;
    say("tests");
    needs_display()?;
    web::cargo(&game, &["test", "--locked", "--quiet", "--test", "picture", "--", "--ignored"])?;
    say("picture");
    Ok(())
}

/// Checks that the virtual display for pictures is installed.
///
/// # Errors
/// It is missing, with the packages to install.
fn needs_display() -> Result<(), String> {
    let status = Command::new("xvfb-run").arg("--help").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.map(|_| ()).map_err(|error| {
        format!("xvfb-run: {error} (Debian and Ubuntu: apt install xvfb mesa-vulkan-drivers libvulkan1)")
    })
}

/// Cargo's target folder of the game.
fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root.join(FOLDER).join("target"), |folder| root.join(folder))
}

/// Builds the game's page; returns its folder.
fn page(root: &Path) -> Result<PathBuf, String> {
    web::install_target()?;
    let game = root.join(FOLDER);
    println!("The page is built; the first time takes a quarter of an hour.");
    web::cargo(
        &game,
        &["build", "--locked", "--profile", PROFILE, "--target", WASM, "--features", "webgl2"],
    )?;
    let target = target(root);
    let program = target.join(WASM).join(PROFILE).join("skidpad-game.wasm");
    let folder = target.join(PAGE);
    web::tool(
        root,
        &[
            "bind",
            &program.to_string_lossy(),
            &game.join("page").to_string_lossy(),
            &folder.to_string_lossy(),
        ],
    )?;
    Ok(folder)
}

fn serve(root: &Path, port: &str) -> Result<(), String> {
    let folder = page(root)?;
    web::tool(root, &["serve", &folder.to_string_lossy(), port])
}
