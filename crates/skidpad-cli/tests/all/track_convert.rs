//! `skidpad track convert`: files of tracks in other formats.

use crate::common;

use std::fs;

use common::{folder, json, refused, success, text};

#[test]
fn all_written_formats_read_back() {
    let folder = folder("track_convert");
    let length_m =
        |file: &str| json(&["track", "show", file, "--json"])["length_m"].as_f64().expect("a length");
    let before_m = length_m("kart-track");
    let convert = |name: &str, more: &[&str]| {
        let path = folder.join(name);
        let words = [&["track", "convert", "kart-track", text(&path)], more].concat();
        (success(&words), path)
    };
    for (name, more, left_out, within_m) in [
        ("k.toml", &[][..], "", 1e-6),
        ("k.csv", &[], "; left out: height, banking, start and finish line, ", 0.5),
        ("k.xodr", &[], "; left out: ", 0.1),
        ("k.gpx", &["--place", "50.335,6.947"], "; left out: width, banking, ", 5.0),
        ("p.csv", &["--to", "geographic", "--place", "-33,151"], "; left out: width, banking, ", 5.0),
        ("k.yaml", &["--cell", "0.2"], "; left out: height, banking, ", 5.0),
    ] {
        let (said, path) = convert(name, more);
        assert!(said.contains(left_out) && left_out.is_empty() != said.contains("left out"), "{said}");
        let after_m = length_m(text(&path));
        assert!((after_m - before_m).abs() < within_m, "{name}: {after_m} m of {before_m} m");
    }
    assert!(folder.join("k.pgm").exists(), "the map's picture lies beside it");
    assert!(fs::read_to_string(folder.join("k.yaml")).expect("a map").contains("image: \"k.pgm\""));
}

#[test]
fn a_measured_line_is_smoothed() {
    let folder = folder("track_convert_smooth");
    let (rough, smooth) = (folder.join("rough.csv"), folder.join("smooth.toml"));
    // A circle of 100 m with errors of 10 cm to and fro.
    let row = |at: u32| {
        let (sin, cos) = f64::from(at).to_radians().sin_cos();
        let radius_m = if at.is_multiple_of(2) { 100.1 } else { 99.9 };
        format!("{},{},5,5\n", radius_m * cos, radius_m * sin)
    };
    let rows: String = (0..360).step_by(3).map(row).collect();
    fs::write(&rough, format!("# x_m,y_m,w_tr_right_m,w_tr_left_m\n{rows}")).expect("written");
    let said = success(&["track", "convert", text(&rough), text(&smooth), "--smooth", "0.25"]);
    assert!(said.contains("note: smoothed within 0.25 m: the line moved by 0."), "{said}");
    let corners = |words: &[&str]| {
        json(&[&["track", "show"], words, &["--json"]].concat())["corners"]
            .as_array()
            .expect("corners")
            .clone()
    };
    let radius_m = |words: &[&str]| match &corners(words)[..] {
        [corner] => corner["least_radius_m"].as_f64().expect("a radius"),
        others => panic!("{others:?}"),
    };
    assert_ne!(corners(&[text(&rough)]).len(), 1, "its bends are those of the errors");
    let smooth_m = radius_m(&[text(&smooth)]);
    assert!((smooth_m - 100.0).abs() < 2.0, "{smooth_m}");
    // Smoothed where it is shown, it is the same; its note is in the file.
    assert!((radius_m(&[text(&rough), "--smooth", "25 cm"]) - smooth_m).abs() < 1e-6);
    assert!(fs::read_to_string(&smooth).expect("a file").contains("smoothed within 0.25 m"));
}

#[test]
fn what_cannot_be_written_is_refused() {
    let folder = folder("track_convert_refused");
    let out = |name: &str| folder.join(name);
    let refuse = |name: &str, more: &[&str], says: &[&str]| {
        let path = out(name);
        refused(&[&["track", "convert", "oval", text(&path)], more].concat(), says);
        assert!(!path.exists(), "{name}");
    };
    refuse("o.trk", &[], &["the format is not known by the extension", ".xodr (opendrive)"]);
    refuse("o.txt", &["--to", "rars"], &["the format rars is not written"]);
    refuse("o.gpx", &[], &["add --place LATITUDE,LONGITUDE"]);
    refuse("o.gpx", &["--place", "91,0"], &["must be a latitude from -89 to 89"]);
    refuse("o.yaml", &["--cell", "0.001"], &["make the cells larger"]);
    refuse("nowhere/o.toml", &[], &["nowhere/o.toml"]);
    let open = out("hill.yaml");
    refused(&["track", "convert", "hill-climb", text(&open)], &["an open track makes no map"]);
    // A file is not replaced by itself.
    let own = out("own.toml");
    success(&["track", "convert", "oval", text(&own)]);
    let before = fs::read(&own).expect("a file");
    refused(&["track", "convert", text(&own), text(&own)], &["own.toml"]);
    assert_eq!(fs::read(&own).expect("a file"), before);
}
