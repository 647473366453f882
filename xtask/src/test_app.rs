//! Opens the simulator in a window and in a browser, and lets a script drive it in both.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::builds::Build;
use crate::golden::find;
use crate::web;

/// What browsers of Chromium's kind are called.
const BROWSERS: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/// Where pictures are left, in the folder of what is built.
const PICTURES: &str = "test-app";

/// The server of the page; it ends with this.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Builds window and page and drives both.
pub fn run(root: &Path, window: Build) -> Result<(), String> {
    needed()?;
    web::build(root)?;
    drive(root, window)
}

/// Builds the window and drives it and the page, which was built; the window and the test that drives it are of one build.
pub fn drive(root: &Path, window: Build) -> Result<(), String> {
    let browser = needed()?;
    println!("the window is built");
    let words = |before: &[&'static str], after: &[&'static str]| {
        before.iter().copied().chain(window.options()).chain(after.iter().copied()).collect::<Vec<_>>()
    };
    // With the test, as its libraries change the features that the window's have.
    web::cargo(root, &words(&["build", "--quiet"], &["--bin", "skidpad", "--test", "shells"]))?;
    let (server, address) = serve(root)?;
    let target = web::target(root);
    let pictures = target.join(PICTURES);
    std::fs::create_dir_all(&pictures).map_err(|error| format!("{}: {error}", pictures.display()))?;
    let program = target.join("debug").join(format!("skidpad{}", std::env::consts::EXE_SUFFIX));
    let (program, pictures) = (program.to_string_lossy(), pictures.to_string_lossy());
    let test = words(&["test", "--quiet"], &["--test", "shells", "--"]);
    let outcome = web::cargo(root, &[&test[..], &[&program, &address, browser, &pictures]].concat());
    drop(server);
    outcome
}

/// The browser; says what is missing before anything is built.
fn needed() -> Result<&'static str, String> {
    let mut missing = Vec::new();
    // It has no option for its version that would end well.
    let has_display =
        Command::new("Xvfb").arg("-help").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !has_display {
        missing.push("a virtual display: Xvfb is not here (Debian and Ubuntu: apt install xvfb)");
    }
    let browser = find(&BROWSERS);
    if browser.is_none() {
        missing
            .push("a browser: neither Chromium nor Chrome is here (Debian and Ubuntu: apt install chromium)");
    }
    browser.filter(|_| missing.is_empty()).ok_or_else(|| {
        format!(
            "test-app opens a window and a page, for which something is missing:\n- {}",
            missing.join("\n- ")
        )
    })
}

/// Serves the page where a port is free; the address.
fn serve(root: &Path) -> Result<(Server, String), String> {
    let tool = web::target(root).join("debug").join(format!("xtask-web{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(tool);
    command.arg("serve").arg(web::folder(root)).arg("0").stdout(Stdio::piped());
    let mut server = Server(command.spawn().map_err(|error| format!("the page's server: {error}"))?);
    let mut line = String::new();
    if let Some(output) = server.0.stdout.take() {
        BufReader::new(output).read_line(&mut line).map_err(|error| format!("the page's server: {error}"))?;
    }
    let address = line.split(' ').find(|word| word.starts_with("http"));
    let address = address.ok_or_else(|| format!("the page's server says {line:?}"))?.to_owned();
    Ok((server, address))
}
