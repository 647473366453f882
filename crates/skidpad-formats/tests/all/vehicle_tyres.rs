//! Tyres in vehicle files: those that a file names are the car's, to the coefficient, and what is wrong is named.

use crate::common;
use crate::tyred;
use skidpad_core::record::Flag;

use std::path::PathBuf;
use std::{env, fs};

use common::{problem, read, sample};
use skidpad_core::model::two_track::{Brushes, Curves, FialaTyres, Kind, MagicTyres, TmeasyTyres};
use skidpad_core::tyre::magic_formula::{MagicFormula, Mode, Side};
use skidpad_formats::tyre::{PRESETS, TyreFile, parse, write};
use skidpad_formats::vehicle::{self, Provenance};
use tyred::{FILES, TABLES, tyred, with_tyres};

fn summer() -> TyreFile {
    parse("summer", PRESETS[0].1.as_bytes()).expect("a tyre")
}

/// A folder of its own for a test, with the summer tyre cut, and mounted on either side.
fn folder(test: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("skidpad-formats-vehicle-tyres-{test}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("tyres")).expect("a folder");
    for (name, side) in [("left", Some(Side::Left)), ("right", Some(Side::Right)), ("any", None)] {
        let text = write(&TyreFile { side, ..summer() }, &[]);
        fs::write(folder.join(format!("tyres/{name}.tir")), text).expect("a file");
    }
    let text = PRESETS[0].1;
    fs::write(folder.join("cut.tir"), &text[..text.len() / 2]).expect("a file");
    folder
}

#[test]
fn a_tyre_that_comes_with_skidpad_is_named_without_a_file() {
    let file = read(&tyred()).unwrap_or_else(|error| panic!("{error}"));
    let vehicle = file.spec.validate().expect("a vehicle");
    assert_eq!(vehicle.magic_formula(true), MagicFormula::new(&summer().coefficients, Mode::Book));
    assert_eq!(vehicle.tyres().laws(), ["magic", "brush", "fiala"]);
    assert_eq!(FialaTyres::tyre(&vehicle, false).law.lateral_stiffness_n, 7e4);
    assert_eq!(Brushes::tyre(&vehicle, true).law.nominal_load_n, 3000.0);
    assert_eq!((Curves::refuses(&vehicle), MagicTyres::refuses(&vehicle)), (None, None));
    let refused = TmeasyTyres::refuses(&vehicle).expect("no coefficients");
    assert!(refused.contains("two_track_magic or two_track_brush or two_track_fiala"), "{refused}");

    let tyres = file.tyres.expect("tyres");
    assert_eq!((tyres.front.name.as_str(), &tyres.rear.file), ("summer-205-55r16", &summer()));
    let palmer = Provenance::Published { source: "palmer".to_owned() };
    assert_eq!(file.provenance["tyres.rear"], palmer);
    assert_eq!(file.provenance["tyres.fiala.rear"], palmer);
    assert!(matches!(file.provenance["tyres.brush.front"], Provenance::Estimate { range: None, .. }));
    // Without the section nothing changes.
    let plain = read(sample()).expect("the sample");
    assert_eq!((plain.spec.tyres, plain.tyres), (None, None));
}

/// Whoever reads files in another way than from a disk, such as a game by its asset server, gets the same vehicle.
#[test]
fn tyre_files_that_the_caller_has_read_are_those_beside_the_vehicle() {
    let folder = folder("given");
    let path = folder.join("car.toml");
    let text = with_tyres("[tyres]\nfront = \"tyres/left.tir\"\nrear = \"tyres/right.tir\"\n");
    fs::write(&path, &text).expect("a file");
    let names = vehicle::tyre_names(text.as_bytes());
    assert_eq!(names, ["tyres/left.tir", "tyres/right.tir"]);
    let read = |name: &String| (name.clone(), fs::read(folder.join(name)).expect("a tyre"));
    let mut files: std::collections::BTreeMap<String, Vec<u8>> = names.iter().map(read).collect();
    let origin = path.display().to_string();
    let given =
        vehicle::parse_beside(&origin, text.as_bytes(), &files).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(given, vehicle::read(&path).unwrap_or_else(|error| panic!("{error}")));

    // A cut tyre and one that is missing are named, with their place in the vehicle file.
    files.insert("tyres/left.tir".to_owned(), fs::read(folder.join("cut.tir")).expect("a tyre"));
    let error = vehicle::parse_beside(&origin, text.as_bytes(), &files).expect_err("a cut tyre").to_string();
    assert!(error.contains("tyres.front") && error.contains("a tyre file that can be read"), "{error}");
    files.remove("tyres/left.tir");
    let error = vehicle::parse_beside(&origin, text.as_bytes(), &files).expect_err("no tyre").to_string();
    assert!(error.contains("file not found: tyres/left.tir"), "{error}");

    // Presets are no files, one name is one file, and nothing outside of the folder is asked for.
    for (section, names) in [
        ("front = \"summer-205-55r16\"\nrear = \"a.tir\"\n", vec!["a.tir"]),
        ("front = \"a.tir\"\nrear = \"a.tir\"\n", vec!["a.tir"]),
        ("front = \"../a.tir\"\nrear = \"/etc/passwd\"\n", vec![]),
        ("front = { name = \"a.tir\", text = \"\" }\nrear = 3\n", vec![]),
        ("front = \"a.tir\nrear", vec![]),
    ] {
        assert_eq!(vehicle::tyre_names(format!("[tyres]\n{section}").as_bytes()), names, "{section}");
    }
    let text = with_tyres("[tyres]\nfront = \"../left.tir\"\nrear = \"../left.tir\"\n");
    let error = vehicle::parse_beside(&origin, text.as_bytes(), &files).expect_err("outside").to_string();
    assert!(error.contains("../left.tir: outside the folder"), "{error}");
}

#[test]
fn files_are_found_from_the_vehicles_folder_and_mounted_by_their_side() {
    let folder = folder("sides");
    let path = folder.join("car.toml");
    let section = "[tyres]\nfront = \"tyres/left.tir\"\nrear = \"tyres/right.tir\"\n";
    fs::write(&path, with_tyres(section)).expect("a file");
    let file = vehicle::read(&path).unwrap_or_else(|error| panic!("{error}"));
    let vehicle = file.spec.validate().expect("a vehicle");
    let as_measured = MagicFormula::new(&summer().coefficients, Mode::Driving);
    assert_eq!(vehicle.magic_formula(true), as_measured);
    assert_eq!(vehicle.magic_formula(false), as_measured.mirrored());
    assert_eq!(file.provenance["tyres.front"], Provenance::Given);
    fs::write(&path, with_tyres(&section.replace("right", "any"))).expect("a file");
    let vehicle = vehicle::read(&path).expect("a vehicle").spec.validate().expect("a vehicle");
    assert_eq!(MagicTyres::tyre(&vehicle, true).is_mirrored, Flag::from(true));
    assert_eq!(MagicTyres::tyre(&vehicle, false).is_mirrored, Flag::from(false));
}

/// A vehicle on tyre files is written with their coefficients: read again it is the same, without a file beside it. It named
/// files that nobody who got the text had.
#[test]
fn a_vehicle_is_written_with_its_tyre_files() {
    let folder = folder("written");
    let path = folder.join("car.toml");
    fs::write(&path, with_tyres("[tyres]\nfront = \"tyres/left.tir\"\nrear = \"tyres/right.tir\"\n"))
        .expect("a file");
    let file = vehicle::read(&path).unwrap_or_else(|error| panic!("{error}"));
    let text = vehicle::write(&file);
    let again = read(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again, file);
    assert_eq!(vehicle::write(&again), text);
    assert_eq!(again.tyres.expect("tyres").rear.name, "tyres/right.tir");

    // What such a text leaves out is no tyre: nothing of it could be told beside the vehicle.
    let cut = text.replacen("LFZO", "LFZX", 1);
    let says = common::error(&cut).to_string();
    assert!(
        says.contains("tyres.front.text: got ") && says.contains("with all the keys of its version"),
        "{says}"
    );
    let says = common::error(&text.replacen("FITTYP", "FITTEP", 1)).to_string();
    assert!(says.contains("must be a tyre file that can be read: tyres/left.tir:"), "{says}");
    let nameless = text.replacen("front = { name", "front = { nome", 1);
    let says = common::error(&nameless).to_string();
    assert!(says.contains("tyres.front.name: missing; must be given: the name of the tyre file"), "{says}");
}

/// Every problem at once: of both files, with their own lines, and of the tables.
#[test]
fn all_that_is_wrong_is_named_at_once() {
    let folder = folder("wrong");
    let path = folder.join("car.toml");
    let section = "[tyres]\nfront = \"cut.tir\"\nrear = \"tires/left.tir\"\nmode = \"common\"\n";
    let tables = TABLES.replace("width_m = 0.06 }", "width_m = 60 }").replace("half_length_m = 0.06\n", "");
    fs::write(&path, with_tyres(&format!("{section}{tables}"))).expect("a file");
    let error = vehicle::read(&path).expect_err("faults").to_string();
    for says in [
        "tyres.front: got \"cut.tir\"; must be a tyre file that can be read: ",
        "cut.tir:",
        "ALIGNING_COEFFICIENTS.",
        "tyres.rear: got \"tires/left.tir\"; must be a tyre file that can be read: ",
        "tires/left.tir (name a file in the vehicle file's folder, or a tyre that comes with Skidpad: summer-205-55r16)",
        "tyres.mode: got \"common\"; must be \"driving\", \"book\" or \"mfeval\"",
        "tyres.fiala.front.width_m: got 60; must be a number from 0.01 to 2 m",
        "tyres.brush.front.half_length_m: missing; must be given: a number from 0.005 to 0.5 m",
        "tyres.brush.rear.half_length_m: missing",
    ] {
        assert!(error.contains(says), "{says}\n{error}");
    }
}

#[test]
fn each_fault_is_one_line_that_says_what_to_write() {
    let with = |from: &str, to: &str| problem(&with_tyres(&FILES.replace(from, to)));
    for (text, says) in [
        (with("rear = \"summer-205-55r16\"\n", ""), "tyres.rear: missing; must be given: the name of"),
        (
            with("front = \"summer-205-55r16\"", "front = 3"),
            "tyres.front: got 3; must be the name of a tyre file",
        ),
        (with("\"book\"", "\"boook\""), "did you mean `book`?"),
        (with("source = \"palmer\"", "source = \"plamer\""), "tyres.source: got \"plamer\""),
        (with("mode", "mood"), "tyres.mood: got the unknown key `mood`"),
        (
            problem(&with_tyres("[tyres]\n")),
            "tyres: got no tyre; must be a section [tyres] with front and rear",
        ),
        (problem(&with_tyres(&format!("[tyres]\nmode = \"book\"\n{TABLES}"))), "none is named"),
        (
            with("summer-205-55r16", "sumer-205-55r16"),
            "a file that cannot be found in a text that comes from no file; must be a tyre that comes with Skidpad (summer-205-55r16)",
        ),
        (problem(&format!("tyres = 3\n{}", sample())), "tyres: got 3; must be a section [tyres]"),
    ] {
        assert!(text.contains(says), "{says}\n{text}");
    }
}

/// A tyre that does not belong on the axle is named with its place and with what would fit.
#[test]
fn a_tyre_of_another_size_or_for_other_loads_is_refused() {
    let text = common::with(&tyred(), "front", "radius", Some("\"400 mm\""));
    let says = common::error(&text).to_string();
    assert!(
        says.contains("tyres.front: got \"summer-205-55r16\"; must be a tyre that rolls within 5 %"),
        "{says}"
    );
    assert!(says.contains("write front.radius = 0.3"), "{says}");
    let heavy = common::with(&tyred(), "body", "kerb_mass", Some("\"9000 kg\""));
    let says = common::error(&heavy).to_string();
    assert!(says.contains("each rear wheel carries at rest"), "{says}");
    // What no single coefficient tells.
    let slides = problem(&with_tyres(&TABLES.replace(
        "friction = 1.0, sliding_friction = 0.8, width_m = 0.06 }",
        "friction = 0.7, sliding_friction = 0.8, width_m = 0.06 }",
    )));
    assert!(
        slides.contains("tyres.fiala.front.friction: got 0.7; must be larger than nearly sliding_friction"),
        "{slides}"
    );
}
