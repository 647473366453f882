//! Links, runs and files.

use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use skidpad_app::choice::Choice;
use skidpad_app::ui::{Parcel, Simulator};
use skidpad_world::scene::Scene;

use super::{drive_for, says, simulator, window};
use crate::laps::lap_at;

/// A link sets everything up; a broken one is refused with the command line's message, and the car drives on.
#[test]
fn links_are_copied_and_opened() {
    let mut window = window(simulator("two_track"));
    window.get_by_label("Link").click();
    window.run_steps(2);
    window.get_by_label("Copy link").click();
    window.run_steps(1);
    let copied = window.output().platform_output.commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    assert_eq!(copied.as_deref(), Some("#model=two_track&car=boxster-s&scene=endless&rate=240"));
    window.state_mut().linker.text =
        String::from("#model=kinematic&car=rars&scene=course&ghost=car%3Dleaf-2011");
    window.get_by_label("Open link").click();
    window.run_steps(2);
    let drive = &window.state().drive;
    assert_eq!((drive.scene().name, drive.entrants().len()), ("course", 2));
    assert_eq!(drive.player().choice().model.name, "kinematic");
    window.key_down(Key::ArrowUp);
    drive_for(&mut window, 1.0);
    let time_s = window.state().drive.time_s();
    window.state_mut().linker.text = String::from("model=kinematik");
    window.get_by_label("Open link").click();
    window.run_steps(2);
    assert!(
        says(&window, "The link: unknown model `kinematik`; did you mean `kinematic`?").contains("two_track")
    );
    assert!(window.state().drive.time_s() > time_s);
    assert_eq!(window.state().drive.scene().name, "course");
    // An empty field set everything back.
    for empty in ["", "  ", "https://example.org/#"] {
        window.state_mut().linker.text = String::from(empty);
        window.get_by_label("Open link").click();
        window.run_steps(2);
        assert!(says(&window, "the field is empty").contains("paste a link"));
        assert_eq!(window.state().drive.scene().name, "course");
    }
}

/// A car whose file is longer than a link has no link: that is said, instead of one that nobody can open. Its run has a file.
#[test]
fn what_a_link_cannot_carry_is_said_where_it_is_copied() {
    let text = skidpad_formats::presets::preset_text("boxster-s").unwrap();
    let (before, notes) = text.split_once("notes = \"\"\"").unwrap();
    let (_, after) = notes.split_once("\"\"\"").unwrap();
    let notes = "%".repeat(400_000);
    let text = format!("{before}notes = \"{notes}\"{after}").replacen("boxster-s", "long-notes", 1);
    let model = skidpad_formats::choose::model(&skidpad_models::MODELS, "two_track").unwrap();
    let own = Choice::file(model, "long-notes", text.as_bytes());
    let mut window = window(Simulator::new(Scene::straight(), &own.unwrap()).unwrap());
    window.get_by_label("Link").click();
    window.run_steps(2);
    window.get_by_label("Copy link").click();
    window.run_steps(2);
    assert!(window.state().linker.refused.as_ref().is_some_and(|why| why.contains("too long")));
    window.get_by_label("Run").click();
    window.run_steps(2);
    window.get_by_label("Save run").click();
    window.run_steps(2);
    assert_eq!(window.state().keeper.refused, None);
    let file = window.state_mut().post.to_save.pop().unwrap();
    window.state_mut().open_run(&file.name, &file.bytes);
    assert_eq!(window.state().keeper.refused, None);
    assert!(window.state().drive.playback().is_some());
}

/// The best lap of a course is the one to beat in a run that is driven again there, and was forgotten.
#[test]
fn the_best_lap_stays_when_a_run_is_driven_again() {
    let scene = Scene::by_name("course").unwrap();
    let laps = lap_at(scene.course.as_ref().unwrap(), 20.0);
    let car = Choice::preset("kinematic", "boxster-s").unwrap();
    let mut simulator = Simulator::new(scene, &car).unwrap();
    let best_s = laps.best().unwrap().time_s;
    simulator.drive.race_laps(&laps);
    simulator.drive.single_step();
    let run = simulator.drive.run();
    simulator.replay(&run);
    assert_eq!(simulator.drive.laps().unwrap().best().map(|lap| lap.time_s), Some(best_s));
    simulator.race(&run);
    assert_eq!(simulator.drive.laps().unwrap().best().map(|lap| lap.time_s), Some(best_s));
    let elsewhere = Simulator::new(Scene::straight(), &car).unwrap().drive.run();
    simulator.replay(&elsewhere);
    assert!(simulator.drive.laps().is_none_or(|laps| laps.best().is_none()));
}

/// Files are opened in the order in which they came, the last last; whatever was wrong with one is still said. It was the
/// other way round, and the next one wiped the word about the one before.
#[test]
fn files_are_opened_in_their_order() {
    let mut window = window(simulator("two_track"));
    let text = |name: &str| skidpad_formats::presets::preset_text(name).unwrap();
    for (name, text) in
        [("a.toml", "name ="), ("FIRST.TOML", text("fr-s-2013")), ("last.toml", text("leaf-2011"))]
    {
        window.state_mut().post.came.push(Parcel { name: name.to_owned(), bytes: text.into() });
    }
    window.run_steps(3);
    assert_eq!(window.state().drive.player().choice().name, "leaf-2011");
    assert!(window.state().state.error.as_ref().is_some_and(|why| why.contains("a.toml:1:")));
}

/// Saved, loaded again, driven again to the bit, and raced against.
#[test]
fn a_run_is_saved_loaded_replayed_and_raced() {
    let mut window = window(simulator("two_track"));
    window.get_by_label("Run").click();
    window.key_down(Key::W);
    window.key_down(Key::A);
    drive_for(&mut window, 2.0);
    window.key_up(Key::W);
    window.key_up(Key::A);
    window.key_press(Key::P);
    window.run_steps(2);
    let hash = window.state().drive.player_hash();
    window.get_by_label("Save run").click();
    window.run_steps(1);
    let file = window.state_mut().post.to_save.pop().unwrap();
    assert_eq!(file.name, "boxster-s-endless.skidlog");
    window.key_press(Key::R);
    window.run_steps(2);
    window.state_mut().post.came.push(file);
    drive_for(&mut window, 3.0);
    assert!(says(&window, "Replay 100 %, bit-identical").contains("100 %"));
    assert_eq!(window.state().drive.player_hash(), hash);
    window.get_by_label("Race it").click();
    drive_for(&mut window, 1.0);
    assert!(says(&window, "Racing against boxster-s").len() < 30);
    let rival = window.state().drive.rival().unwrap();
    assert!(rival.car().seen().speed_m_s() > 2.0 && window.state().drive.player().seen().speed_m_s() < 0.1);
    drive_for(&mut window, 1.5);
    assert!(says(&window, "Racing against boxster-s").ends_with("(finished)"));
    window.get_by_label("End race").click();
    window.run_steps(2);
    assert!(window.state().drive.rival().is_none());
}

/// What is broken is refused in place, and the car drives on.
#[test]
fn files_that_came_are_opened_or_refused() {
    let mut window = window(simulator("two_track"));
    let text = skidpad_formats::presets::preset_text("leaf-2011").unwrap();
    let give = |window: &mut Harness<'_, Simulator>, name: &str, bytes: &[u8]| {
        window.state_mut().post.came.push(Parcel { name: name.to_owned(), bytes: bytes.to_vec() });
        window.run_steps(3);
    };
    give(&mut window, "leaf.toml", text.as_bytes());
    assert_eq!(window.state().drive.player().choice().name, "leaf-2011");
    for (name, bytes, says_so) in [
        ("car.toml", &b"name = "[..], "car.toml:1:"),
        ("a.skidrun", b"{}", "a.skidrun: line 1: no run"),
        ("b.skidrun", b"{\xff", "b.skidrun: not UTF-8 text"),
        ("c.skidlog", b"\xff", "c.skidlog: "),
        ("d.SKIDPLAY", b"skidplay", "d.SKIDPLAY: "),
        ("picture.png", b"x", "picture.png cannot be opened here; give a vehicle file (.toml), a run"),
    ] {
        give(&mut window, name, bytes);
        assert!(says(&window, says_so).len() > 10);
        assert_eq!(window.state().drive.player().choice().name, "leaf-2011");
    }
}
