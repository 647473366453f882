//! `skidpad track`: figures and pictures, checks, and circuits by a seed.

use crate::common;

use std::fs;

use common::{folder, json, refused, skidpad, stderr, stdout, success, text};

/// Two stretches that cross each other on the level.
const CROSSED: &str = "name = \"crossed\"\nclosed = true\n[stations]\ncolumns = [\"x\", \"y\", \"left\", \"right\"]\n\
    rows = [[-100, -100, 5, 5], [0, 0, 5, 5], [100, 100, 5, 5], [200, 50, 5, 5], [200, -50, 5, 5], [100, -100, 5, 5], \
    [0, 5, 5, 5], [-100, 100, 5, 5], [-200, 50, 5, 5], [-200, -50, 5, 5]]\n";
const NAMES: [&str; 5] = ["grand-prix", "handling-course", "hill-climb", "kart-track", "oval"];

#[test]
fn a_file_that_is_none_is_refused_with_what_to_do() {
    let folder = folder("track_refused");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("written");
        path
    };
    refused(
        &["track", "show", "ovaal"],
        &["file not found: ovaal", "did you mean `oval`?", "name a track", "kart-track"],
    );
    refused(&["track", "show", text(&folder)], &["is a folder; name a file"]);
    let empty = file("empty.csv", b"");
    refused(
        &["track", "check", text(&empty)],
        &["empty.csv: got an empty file", "x_m,y_m,w_tr_right_m,w_tr_left_m"],
    );
    let binary = file("image.png", b"\x89PNG\r\n\x1a\n\x00\xff");
    refused(&["track", "show", text(&binary)], &["contents of no known format", "grid-map (.yaml, .yml)"]);
    let wrong =
        file("wrong.csv", b"# x_m,y_m,w_tr_right_m,w_tr_left_m\n0,0,5,5\n10,x,5,5\n20,0,-1,5\n30,0,5,NaN\n");
    refused(&["track", "show", text(&wrong)], &["wrong.csv:3:4", "wrong.csv:4:6", "wrong.csv:5:8"]);
    let map = file("map.yaml", b"image: ../map.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n");
    refused(&["track", "show", text(&map)], &["file not found", "map.pgm"]);
    refused(
        &["track", "show", "oval", "--format", "gpxx"],
        &["unknown track format `gpxx`", "did you mean `gpx`?"],
    );
    for wrong in ["0", "-1", "11", "NaN", "x"] {
        refused(&["track", "show", "oval", &format!("--smooth={wrong}")], &["above 0 and at most 10 m"]);
    }
    refused(&["track", "show", "oval", "--out", text(&wrong_folder(&empty))], &["is not a folder"]);
}

fn wrong_folder(file: &std::path::Path) -> std::path::PathBuf {
    file.join("pictures")
}

#[test]
fn all_tracks_that_come_with_it_are_listed_sound_and_drawn() {
    let folder = folder("track_named");
    let listed = json(&["track", "list", "--json"]);
    let listed: Vec<&str> =
        listed.as_array().expect("a list").iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(listed, NAMES);
    let table = success(&["track", "list"]);
    assert!(table.contains("hill-climb       open road  4000 m"), "{table}");
    for name in NAMES {
        let checked = success(&["track", "check", name]);
        assert!(checked.starts_with(&format!("{name}: OK: {name}, ")), "{checked}");
        let out = folder.join(name);
        let shown = success(&["track", "show", name, "--out", text(&out)]);
        assert!(shown.contains("length in plan") && shown.contains("least radius (m)"), "{shown}");
        for picture in ["track-plan.svg", "track-profile.svg"] {
            let svg = fs::read_to_string(out.join(picture)).expect("a picture");
            assert!(
                svg.starts_with("<svg") && svg.contains(">T1<") && svg.ends_with("</svg>\n"),
                "{name} {picture}"
            );
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name} {picture}");
        }
    }
    let plan = fs::read_to_string(folder.join("hill-climb/track-plan.svg")).expect("a picture");
    assert!(plan.contains(">start<") && plan.contains(">finish<") && plan.contains(">S3<"));
    let plan = fs::read_to_string(folder.join("grand-prix/track-plan.svg")).expect("a picture");
    for says in ["start and finish", ">kerb<", ">wall<", ">pit lane<", ">gravel<"] {
        assert!(plan.contains(says), "{says}");
    }
    let profile =
        |name: &str| fs::read_to_string(folder.join(name).join("track-profile.svg")).expect("a picture");
    assert!(profile("grand-prix").contains("height (m)") && !profile("oval").contains("height (m)"));
}

#[test]
fn figures_are_those_of_the_track() {
    let oval = json(&["track", "show", "oval", "--json"]);
    let number = |name: &str| oval[name].as_f64().unwrap_or_else(|| panic!("{name} in {oval}"));
    assert!((number("length_m") - 2400.0).abs() < 0.5 && (number("least_width_m") - 16.0).abs() < 1e-6);
    assert!((number("largest_banking_rad").to_degrees() + 20.0).abs() < 0.2, "falls to the left");
    let corners = oval["corners"].as_array().expect("corners");
    assert_eq!(corners.len(), 2);
    for corner in corners {
        assert_eq!(corner["direction"], "left");
        assert!((corner["least_radius_m"].as_f64().expect("a radius") - 210.0).abs() < 2.0, "{corner}");
        // The apex of a half circle between even spirals is its middle.
        let [from, to, apex] =
            ["from_m", "to_m", "apex_m"].map(|name| corner[name].as_f64().expect("a distance"));
        assert!((apex - 0.5 * (from + to)).abs() < 3.0, "{corner}");
    }
    let sectors: f64 =
        oval["sectors_m"].as_array().expect("sectors").iter().filter_map(serde_json::Value::as_f64).sum();
    assert!((sectors - number("lap_m")).abs() < 1e-6);
}

#[test]
fn a_track_that_is_no_road_is_reported_by_exit_code_1() {
    let folder = folder("track_check");
    let path = folder.join("crossed.toml");
    fs::write(&path, CROSSED).expect("written");
    let output = skidpad(&["track", "check", text(&path)]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let said = stdout(&output);
    assert!(
        said.contains("crossing at ") && said.contains("the road crosses itself: move one of them"),
        "{said}"
    );
    assert!(
        said.lines().last().is_some_and(|line| line.contains("fault") && line.contains("circuit of")),
        "{said}"
    );
    let output = skidpad(&["track", "check", text(&path), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let document: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(document["sound"], false);
    assert_eq!(
        (&document["findings"][0]["kind"], &document["findings"][0]["fault"]),
        (&"crossing".into(), &true.into())
    );
    // With one stretch 5 m above the other it is a bridge, which is no fault.
    let high = CROSSED.replace("\"right\"]", "\"right\", \"height\"]").replace("5, 5]", "5, 5, 0]");
    let high = high
        .replace("[0, 5, 5, 5, 0]", "[0, 5, 5, 5, 6]")
        .replace("[100, -100, 5, 5, 0]", "[100, -100, 5, 5, 6]");
    let high = high.replace("[-100, 100, 5, 5, 0]", "[-100, 100, 5, 5, 6]");
    fs::write(&path, high).expect("written");
    let said = success(&["track", "check", text(&path)]);
    assert!(said.contains("bridge at ") && said.contains(": OK: crossed"), "{said}");
}

/// The examples of the manual are sound tracks.
#[test]
fn examples_of_the_manual_are_tracks() {
    let folder = folder("track_manual");
    let manual = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tracks.md");
    let page = fs::read_to_string(manual).expect("a page");
    let examples: Vec<&str> =
        page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(examples.len(), 2);
    for (place, example) in examples.into_iter().enumerate() {
        let path = folder.join(format!("{place}.toml"));
        fs::write(&path, example).expect("written");
        let said = success(&["track", "check", text(&path)]);
        assert!(said.contains(": OK: ") && !said.contains("note"), "{said}");
    }
    let shown = json(&["track", "show", text(&folder.join("0.toml")), "--json"]);
    assert_eq!(shown["corners"].as_array().map(Vec::len), Some(2));
    // Every format has its row, and every command of the page is one.
    for format in skidpad_formats::track::TrackFormat::ALL {
        assert!(page.contains(&format!("| `{}` | ", format.name())), "{}", format.name());
    }
    for line in page.lines().filter(|line| line.starts_with("skidpad track ")) {
        let command = line.split(' ').nth(2).expect("a command");
        success(&["track", command, "--help"]);
    }
}

#[test]
fn a_file_wins_over_a_name() {
    let folder = folder("track_names");
    fs::write(folder.join("oval"), CROSSED).expect("written");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_skidpad"))
        .args(["track", "show", "oval"])
        .current_dir(&folder)
        .output()
        .expect("a run");
    assert!(stdout(&output).starts_with("crossed: circuit"), "{}", stdout(&output));
}

#[test]
fn circuits_are_made_by_a_seed_and_options() {
    let folder = folder("track_make");
    let path = folder.join("seven.toml");
    let make = |more: &[&str]| {
        let mut words = vec!["track", "make", "--seed", "7", "--length", "3 km", "--out", text(&path)];
        words.extend(more);
        success(&words)
    };
    let said = make(&["--name", "seven", "--width", "9"]);
    assert!(said.contains("seven, circuit of 3000 m with "), "{said}");
    let made = fs::read_to_string(&path).expect("a file");
    let first = made.lines().next().expect("a line");
    assert!(first.starts_with("# Made by skidpad ") && first.contains("--seed 7 --length 3000"), "{first}");
    // The command of the comment makes the same track.
    let again = folder.join("again.toml");
    let (_, command) = first.split_once("skidpad track make ").expect("a command");
    let words: Vec<&str> = ["track", "make"].into_iter().chain(command.split(' ')).collect();
    success(&[&words[..], &["--name", "seven", "--out", text(&again)]].concat());
    assert_eq!(fs::read_to_string(&again).expect("a file"), made);
    success(&["track", "check", text(&path)]);
    let shown = json(&["track", "show", text(&path), "--json"]);
    assert_eq!(shown["name"], "seven");
    assert!((shown["least_width_m"].as_f64().expect("a width") - 9.0).abs() < 0.9);
    assert_ne!(make(&["--name", "seven", "--width", "12"]), String::new());
    assert_ne!(fs::read_to_string(&path).expect("a file"), made);
}

#[test]
fn circuits_that_cannot_be_are_refused_by_option() {
    let folder = folder("track_make_refused");
    let path = folder.join("x.toml");
    let make = |more: &[&str], says: &[&str]| {
        let words: Vec<&str> =
            ["track", "make", "--out", text(&path)].into_iter().chain(more.iter().copied()).collect();
        refused(&words, says);
        assert!(!path.exists());
    };
    make(&["--length", "100"], &["--length 100: must be 200 to 50000 m"]);
    make(
        &["--width", "1", "--banking", "90"],
        &["--width 1: must be 2 to 40 m", "--banking 90: must be 0 to 34.377°"],
    );
    make(&["--least-radius", "1000"], &["--least-radius 1000: must be 9 to 100 m"]);
    make(&["--corners", "3"], &["--corners 3: must be 4 to 60"]);
    make(&["--length=-5"], &["above 0"]);
    make(&["--seed=-1"], &["invalid value '-1'"]);
    refused(&["track", "make"], &["--out <FILE.toml>"]);
    refused(&["track", "make", "--out", text(&folder.join("x.csv"))], &["must be a .toml file"]);
}
