//! Tracks as scenes: named ones and those of files.
#![allow(clippy::disallowed_methods)]

use skidpad_app::choice::Choice;
use skidpad_app::drive::{Drive, read_run};
use skidpad_app::setup::Setup;
use skidpad_app::ui::{FileKind, Parcel, Simulator};
use skidpad_core::controls::{Controls, Gear};
use skidpad_core::step::Status;
use skidpad_models::MODELS;
use skidpad_world::scene::Scene;
use skidpad_world::track::track_names;

fn car() -> Choice {
    Choice::preset("two_track", "boxster-s").unwrap()
}

fn throttle() -> Controls {
    Controls { throttle: 0.6, gear: Gear::Automatic, ..Controls::default() }
}

/// A simulator on the straight, to which a file comes.
fn given(name: &str, text: &[u8]) -> Simulator {
    let mut simulator = Simulator::new(Scene::by_name("straight").unwrap(), &car()).unwrap();
    give(&mut simulator, name, text);
    simulator
}

fn give(simulator: &mut Simulator, name: &str, text: &[u8]) {
    simulator.post.came.push(Parcel { name: name.to_owned(), bytes: text.to_vec() });
    let context = egui::Context::default();
    let mut output = context.run_ui(egui::RawInput::default(), |ui| simulator.frame(ui, 1.0 / 60.0));
    output.textures_delta.clear();
}

const STADIUM: &[u8] = b"name = \"stadium\"\nclosed = true\n[line]\nleft = 5\nright = 5\n\
    [[segment]]\nlength = 100\n[[segment]]\nradius = 50\nangle = \"180 deg\"\n\
    [[segment]]\nlength = 100\n[[segment]]\nradius = 50\nangle = \"180 deg\"\n";

/// The car stands on the road before the start line, and the clock begins as it drives over the line.
#[test]
fn laps_of_every_named_track_begin_at_its_line() {
    assert_eq!(track_names().len(), 5);
    for name in track_names() {
        let mut drive = Drive::new(Scene::by_name(name).unwrap(), &car()).unwrap();
        let track = drive.scene().course.clone().unwrap();
        assert_eq!((drive.scene().name, track.name()), (name, name));
        let [x, y] = drive.scene().start.position_m;
        let [line_x, line_y] = track.gates()[0].position_m;
        let before_m = (x - line_x).hypot(y - line_y);
        assert!((2.9..12.0).contains(&before_m), "{name}: {before_m} m");
        assert_eq!(drive.laps().unwrap().time_s(), None);
        for _ in 0..360 {
            drive.frame(1.0 / 60.0, &throttle());
        }
        assert!(drive.laps().unwrap().time_s().is_some_and(|time_s| time_s > 1.0), "{name}");
        assert_eq!(drive.status(), Status::Running, "{name}");
    }
}

/// A run on a track is saved with it, and opens on the same one.
#[test]
fn runs_on_tracks_open_on_them_again() {
    let stadium = given("stadium.toml", STADIUM).drive.scene().clone();
    for (scene, title) in [(Scene::by_name("hill-climb").unwrap(), "hill-climb"), (stadium, "stadium")] {
        let mut drive = Drive::new(scene, &car()).unwrap();
        for _ in 0..120 {
            drive.frame(1.0 / 60.0, &throttle());
        }
        let run = read_run(&MODELS, &drive.run().bytes().unwrap()).unwrap();
        assert_eq!(run.scene().unwrap().title(), title);
        let mut again = Drive::replay(&run).unwrap();
        while again.playback().is_some_and(|playback| !playback.is_over()) {
            again.frame(0.1, &Controls::default());
        }
        assert_eq!(again.hash(), drive.hash(), "{title}");
        assert!(drive.race(&run).is_ok(), "{title}");
        let mut elsewhere = Drive::new(Scene::by_name("oval").unwrap(), &car()).unwrap();
        let why = elsewhere.race(&run).unwrap_err();
        assert!(why.contains(title) && why.contains("oval"), "{why}");
    }
}

/// A file that makes no track was named, and the car drives on where it is.
#[test]
fn a_track_file_is_driven_and_a_wrong_one_changes_nothing() {
    let mut simulator = given("stadium.toml", STADIUM);
    assert_eq!(simulator.state.error, None);
    assert_eq!((simulator.drive.scene().name, simulator.drive.scene().title()), (Scene::TRACK, "stadium"));
    assert!(simulator.drive.laps().is_some());
    let wrong: [(&str, &[u8], &str); 4] = [
        (
            "broken.toml",
            b"name = \"broken\"\nclosed = true\n[line]\nleft = -5\n[[segment]]\nlength = 100\n",
            "broken.toml",
        ),
        ("line.csv", b"x,y\n1,2\n", "line.csv"),
        ("track.xml", b"<html/>", "track.xml"),
        ("map.yaml", b"image: map.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n", "map.yaml"),
    ];
    for (name, text, what) in wrong {
        give(&mut simulator, name, text);
        let why = simulator.state.error.clone().unwrap_or_default();
        assert!(why.contains(what), "{name}: {why}");
        assert_eq!(simulator.drive.scene().title(), "stadium", "{name}");
    }
    // A file without a point has no length.
    give(&mut simulator, "strip.csv", b"0,0,5,5\n100,0,5,5\n200,0,5,5\n300,1,5,5\n");
    assert_eq!(simulator.state.error, None);
    assert_eq!(simulator.drive.scene().title(), "strip");
}

/// Vehicles and tracks may both end in .toml.
#[test]
fn what_a_toml_file_is_is_seen_in_it() {
    assert_eq!(FileKind::new("a.toml", STADIUM), Some(FileKind::Track));
    let (file, _) = &*car().vehicle.unwrap();
    assert_eq!(
        FileKind::new("a.toml", skidpad_formats::vehicle::write(file).as_bytes()),
        Some(FileKind::Vehicle)
    );
    assert_eq!(FileKind::new("a.gpx", b""), Some(FileKind::Track));
    assert_eq!(FileKind::new("a.txt", STADIUM), None);
}

#[test]
fn a_link_names_a_track() {
    let setup = Setup::read("#car=boxster-s&track=oval").unwrap();
    assert_eq!(setup.scene, "oval");
    assert!(setup.link().contains("track=oval") && setup.comes_back().is_ok(), "{}", setup.link());
    assert_eq!(Setup::read(&setup.link()).unwrap().scene, "oval");
    assert!(Setup::read("track=ovl").unwrap_err().contains("did you mean `oval`?"));
    assert!(Setup::read("track=oval&scene=straight").unwrap_err().contains("write one"));
    let file = given("stadium.toml", STADIUM).drive.setup();
    assert!(file.comes_back().unwrap_err().contains("save the run"));
}
