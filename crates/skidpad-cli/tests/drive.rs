//! `skidpad drive` without a screen: what is wrong is said before anything is built or opened.

mod common;

use common::refused;

#[test]
fn wrong_names_are_refused_at_once() {
    refused(&["drive", "--car", "boxter-s"], &["did you mean `boxster-s`?"]);
    refused(&["drive", "--model", "two-trak"], &["did you mean `two_track`?"]);
    refused(&["drive", "--scene", "strait"], &["did you mean `straight`?"]);
    refused(&["drive", "--car", "nowhere.toml"], &["nowhere.toml"]);
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
    assert!(message.contains("--features window -- drive"), "{message}");
}
