//! Runs the command line as a person or a script would.
#![allow(dead_code, missing_docs, reason = "each test file uses a part")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use serde_json::Value;

/// A scenario of two cars that lean on a wall and each other, the first by shaped keys.
pub const CRASH: &str = r#"
car = "fr-s-2013"
model = "single_track"
dt_s = 0.01
duration_s = 2
[shaping]
kind = "keyboard"
[initial]
speed_m_s = 20
[[controls]]
t_s = 0
throttle = 0.3
gear = 3
[[controls]]
t_s = 0.5
stick = 1
[[traffic]]
name = "ahead"
vehicle = "boxster-s"
x = 15
y = 0.5
[[traffic.controls]]
t_s = 0
handbrake = 1
[[traffic.controls]]
t_s = 1.2
steer = "5 deg"
[[wall]]
name = "fence"
from = [-50, 4]
to = [200, 4]
"#;

/// Runs `skidpad` with arguments, nothing on its standard input.
pub fn skidpad(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_skidpad"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Runs a command that must succeed and say nothing on standard error; its standard output.
pub fn success(arguments: &[&str]) -> String {
    let output = skidpad(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    assert_eq!(stderr(&output), "", "{arguments:?}");
    stdout(&output)
}

/// Runs a command that must print one JSON document.
pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&success(arguments)).expect("one JSON document")
}

/// Runs a command that must refuse its input: exit code 2, nothing on standard output, one message
/// that holds all of `says`. The message.
pub fn refused(arguments: &[&str], says: &[&str]) -> String {
    let output = skidpad(arguments);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert_eq!(stdout(&output), "", "{arguments:?}");
    assert_eq!(message.matches("error: ").count(), 1, "{arguments:?}: one message: {message}");
    for part in says {
        assert!(message.contains(part), "{arguments:?}: `{part}` is missing in: {message}");
    }
    assert!(!message.contains("panicked"), "{message}");
    message
}

/// A new, empty folder.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// The text of a preset's file.
pub fn preset(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../skidpad-formats/presets/{name}.toml"));
    fs::read_to_string(path).expect("a preset")
}

/// All keys of an object, in order.
pub fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}
