//! `skidpad fmu`: archives, and what is refused before one is written.

use crate::common;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use common::{folder, refused, success, text};
use zip::ZipArchive;

fn open(path: &Path) -> ZipArchive<File> {
    ZipArchive::new(File::open(path).expect("an archive")).expect("a zip archive")
}

fn read(archive: &mut ZipArchive<File>, name: &str) -> String {
    let mut text = String::new();
    archive.by_name(name).expect(name).read_to_string(&mut text).expect("text");
    text
}

#[test]
fn a_unit_has_description_library_vehicle_and_documentation() {
    let folder = folder("fmu");
    let (out, other) = (folder.join("boxster.fmu"), folder.join("other.so"));
    fs::write(&other, "a library").expect("written");
    let library = format!("aarch64-linux={}", text(&other));
    let words = ["fmu", "boxster-s", "--model", "single_track", "--out", text(&out), "--library", &library];
    let said = success(&words);
    assert!(said.contains("boxster-s by single_track, ") && said.contains("aarch64-linux"), "{said}");
    let mut archive = open(&out);
    let names: BTreeSet<String> = archive.file_names().map(str::to_owned).collect();
    for name in [
        "modelDescription.xml",
        "documentation/index.html",
        "documentation/licenses/LICENSE-MIT.txt",
        "documentation/licenses/LICENSE-APACHE.txt",
        "resources/unit.txt",
        "resources/vehicle.toml",
        "binaries/aarch64-linux/skidpad.so",
    ] {
        assert!(names.contains(name), "{name} is not among {names:?}");
    }
    assert_eq!(names.iter().filter(|name| name.starts_with("binaries/")).count(), 2);
    assert!(names.iter().all(|name| !name.contains('\\')));
    assert!(read(&mut archive, "modelDescription.xml").starts_with("<?xml version=\"1.0\""));
    assert_eq!(read(&mut archive, "binaries/aarch64-linux/skidpad.so"), "a library");
    // The same command writes the same bytes.
    let first = fs::read(&out).expect("an archive");
    success(&words);
    assert_eq!(fs::read(&out).expect("an archive"), first);
}

#[test]
fn units_of_vehicle_files_and_of_a_models_own_cars() {
    let folder = folder("fmu_own");
    let (vehicle, library) = (folder.join("own.toml"), folder.join("any.so"));
    fs::write(&vehicle, common::preset("boxster-s")).expect("written");
    fs::write(&library, "").expect("written");
    // The model that a vehicle is for where none is named.
    for (car, model) in [("cbr1000rr", "motorcycle"), ("boxster-s", "two_track")] {
        let out = folder.join(format!("{car}.fmu"));
        success(&["fmu", car, "--fmi", "2", "--out", text(&out), "--library", text(&library)]);
        let mut archive = open(&out);
        assert!(read(&mut archive, "resources/unit.txt").contains(&format!("model = {model}\n")));
        assert!(read(&mut archive, "modelDescription.xml").contains("fmiVersion=\"2.0\""));
    }
    for (car, model) in [(text(&vehicle), "two_track_sprung"), ("commonroad-2", "commonroad_mb")] {
        let out = folder.join(format!("{model}.fmu"));
        success(&["fmu", car, "--model", model, "--out", text(&out), "--library", text(&library)]);
        let unit = read(&mut open(&out), "resources/unit.txt");
        assert!(unit.contains(&format!("model = {model}\n")), "{unit}");
    }
}

#[test]
fn a_unit_on_a_track_contains_it() {
    let folder = folder("fmu_track");
    let (out, library) = (folder.join("oval.fmu"), folder.join("any.so"));
    fs::write(&library, "").expect("written");
    let words = ["fmu", "boxster-s", "--track", "oval", "--out", text(&out), "--library", text(&library)];
    success(&words);
    let mut archive = open(&out);
    assert!(read(&mut archive, "resources/unit.txt").contains("track = track.toml\n"));
    assert!(read(&mut archive, "resources/track.toml").contains("name = \"oval\""));
    let other = text(&folder.join("other.fmu")).to_owned();
    refused(&["fmu", "boxster-s", "--track", "ovl", "--out", &other], &["did you mean `oval`?"]);
    let line = ["fmu", "boxster-s", "--model", "straight_line", "--track", "oval", "--out", &other];
    refused(&line, &["--track: the model straight_line has no place on a track"]);
    assert!(!Path::new(&other).exists());
}

#[test]
fn wrong_words_write_nothing() {
    let folder = folder("fmu_refused");
    let out = folder.join("x.fmu");
    let out = text(&out);
    refused(&["fmu", "boxter-s", "--out", out], &["did you mean `boxster-s`?"]);
    refused(&["fmu", "boxster-s", "--model", "two-trak", "--out", out], &["did you mean `two_track`?"]);
    refused(&["fmu", "boxster-s", "--model", "commonroad_mb", "--out", out], &["commonroad-1"]);
    refused(&["fmu", "nowhere.toml", "--out", out], &["file not found: nowhere.toml"]);
    refused(&["fmu", "boxster-s", "--out", "x.zip"], &["must be a file ending in .fmu"]);
    refused(
        &["fmu", "boxster-s", "--out", out, "--library", "nowhere.so"],
        &["cannot read the library nowhere.so"],
    );
    refused(&["fmu", "boxster-s", "--out", out, "--library", "z80-cpm=x.so"], &["unknown platform"]);
    refused(
        &["fmu", "boxster-s", "--out", out, "--library", "a.so", "--library", "b.so"],
        &["has a library already"],
    );
    assert!(!Path::new(out).exists());
}
