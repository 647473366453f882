//! `skidpad drive` without a screen: what is wrong is said before anything is built or opened.

use crate::common;

use common::refused;

#[test]
fn wrong_names_are_refused_at_once() {
    refused(&["drive", "--car", "boxter-s"], &["did you mean `boxster-s`?"]);
    refused(&["drive", "--model", "two-trak"], &["did you mean `two_track`?"]);
    refused(&["drive", "--scene", "strait"], &["did you mean `straight`?"]);
    refused(&["drive", "--car", "nowhere.toml"], &["nowhere.toml"]);
    refused(&["drive", "--track", "ovl"], &["did you mean `oval`?"]);
    refused(&["drive", "--track", "nowhere.csv"], &["file not found: nowhere.csv"]);
    refused(&["drive", "--track", "oval", "--scene", "straight"], &["--scene"]);
    refused(&["drive", "--telemetry", "udp://:4444"], &["no format; must be one of outgauge, outsim"]);
    refused(&["drive", "--telemetry", "udp://:0/outsim"], &["the port must be a number from 1 to 65535"]);
    refused(&["drive", "--foxglove", "here"], &["--foxglove", "here"]);
    refused(&["drive", "--model", "commonroad_mb", "--car", "boxster-s"], &["commonroad-2"]);
}

/// Run by itself, without cargo, a program without the window says how to get it.
#[cfg(not(feature = "window"))]
#[test]
fn without_its_window_the_program_says_how_to_get_it() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_skidpad"))
        .arg("drive")
        .env_remove("CARGO")
        .output()
        .expect("the program starts");
    let message = common::stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("cargo install skidpad-cli"), "{message}");
}

/// The package that `cargo run` builds in the folder of the source.
#[cfg(all(unix, not(feature = "window")))]
const QUICK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../xtask/quick");

/// The words that were written are those that the program with its window is given. They were made into a link, which
/// cannot say what is in a tyre file beside the vehicle's.
#[cfg(all(unix, not(feature = "window")))]
#[test]
fn the_program_with_its_window_is_given_the_same_words() {
    let folder = std::env::temp_dir().join(format!("skidpad-drive-words-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("own.toml");
    let text = skidpad_formats::presets::preset_text("boxster-s").expect("a preset");
    std::fs::write(&path, format!("{text}\n[tyres]\nfront = \"own.tir\"\nrear = \"own.tir\"\n"))
        .expect("a file");
    std::fs::write(folder.join("own.tir"), skidpad_formats::tyre::PRESETS[0].1).expect("a file");
    let own = path.to_str().expect("a path");
    let said = |words: &[&str]| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_skidpad"));
        program.arg("drive").args(words).env("CARGO", "echo");
        let output = program.env("CARGO_MANIFEST_DIR", QUICK).output();
        common::stdout(&output.expect("the program starts"))
    };
    let words = ["--model", "two_track", "--scene", "course", "--car", own];
    let all = said(&words);
    assert!(all.trim_end().ends_with(&format!("-- drive {}", words.join(" "))), "{all}");
    let live = said(&["--telemetry", "udp://:4444/outgauge", "--telemetry", "udp://[::1]:5/outsim?rate=9"]);
    let targets = "--telemetry udp://127.0.0.1:4444/outgauge?rate=60 --telemetry udp://[::1]:5/outsim?rate=9";
    assert!(live.trim_end().ends_with(targets), "{live}");
    let view = said(&["--foxglove"]);
    assert!(view.trim_end().ends_with("--foxglove 127.0.0.1:8765"), "{view}");
    let link = said(&["--link", "#scene=course", "--foxglove", "[::1]:9000"]);
    assert!(link.trim_end().ends_with("-- drive --link #scene=course --foxglove [::1]:9000"), "{link}");
    std::fs::remove_dir_all(&folder).expect("a folder");
}
