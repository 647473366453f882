//! The window under a virtual display.

use std::path::Path;
use std::process::Command;

use crate::display::Display;
use crate::{Expected, Outcome, ensure, picture};

/// Its size at first and at the end.
const SIZE: [u32; 2] = [1280, 860];

/// On the way it is made as small as can be and large again, and stands still for a second: the window itself does both.
pub fn drives_as_the_library(program: &str, pictures: &Path, expected: &Expected) -> Outcome {
    let display = Display::open()?;
    let output = Command::new(program)
        .args(["drive", "--script", expected.script.name, "--shots"])
        .arg(pictures)
        .env("DISPLAY", &display.name)
        .env_remove("WAYLAND_DISPLAY")
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .output()?;
    let (told, errors) = (String::from_utf8(output.stdout)?, String::from_utf8_lossy(&output.stderr));
    ensure(output.status.success(), format!("it ended with {}: {errors}", output.status))?;
    expected.compare("the window", &serde_json::from_str(&told)?)?;
    ["window-drives.png", "window.png"]
        .iter()
        .try_for_each(|name| picture::shows_something(&pictures.join(name), SIZE))
}
