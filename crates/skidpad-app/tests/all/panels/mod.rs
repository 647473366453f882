//! The window without a screen: buttons are pressed and labels read through the tree that screen readers get.

mod driving;
mod files;

use egui::{Key, Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{AccessKitNode, NodeT as _, Queryable as _};
use skidpad_app::choice::Choice;
use skidpad_app::drive::Pace;
use skidpad_app::ui::keys::{KEYS, name, told};
use skidpad_app::ui::{Simulator, Units};
use skidpad_world::scene::Scene;

const FRAME_S: f64 = 1.0 / 60.0;

fn simulator(model: &str) -> Simulator {
    let car = Choice::preset("two_track", "boxster-s").unwrap().in_model(model).unwrap();
    Simulator::new(Scene::straight(), &car).unwrap()
}

fn window(simulator: Simulator) -> Harness<'static, Simulator> {
    let mut harness = Harness::builder()
        .with_size(vec2(1400.0, 1500.0))
        .build_ui_state(|ui, simulator: &mut Simulator| simulator.frame(ui, FRAME_S), simulator);
    harness.run_steps(2);
    harness
}

fn drive_for(window: &mut Harness<'_, Simulator>, seconds: f64) {
    window.run_steps((seconds / FRAME_S).round() as usize);
}

/// What a screen reader says of the first thing that begins so.
fn says(window: &Harness<'_, Simulator>, begins: &str) -> String {
    let node = window.query_all_by(|node| said(node).starts_with(begins)).next();
    node.map(|node| said(&node.accesskit_node())).unwrap_or_else(|| panic!("nothing says {begins:?}"))
}

/// A label's text is its value.
fn said(node: &AccessKitNode<'_>) -> String {
    node.label().or_else(|| node.value()).unwrap_or_default()
}

#[test]
fn the_up_arrow_drives_and_the_speed_shown_is_the_librarys() {
    let mut window = window(simulator("two_track"));
    window.key_down(Key::ArrowUp);
    drive_for(&mut window, 3.0);
    let speed = window.state().drive.player().seen().speed_km_h();
    assert!(speed > 30.0, "{speed}");
    assert!(says(&window, "dial: ").starts_with(&format!("dial: speed {speed:.1} km/h, gear D")));
    assert!(says(&window, "throttle: ").contains("requested 100 %, applied 100 %"));
    window.key_up(Key::ArrowUp);
    drive_for(&mut window, 0.5);
    assert!(says(&window, "throttle: ").contains("requested 0 %, applied 0 %"));
}

/// Keys are shaped on their way, and not when that is switched off.
#[test]
fn keys_are_shaped_by_hands() {
    let mut window = window(simulator("two_track"));
    window.key_down(Key::A);
    drive_for(&mut window, 0.1);
    let (asked, given) = (window.state().drive.asked().steer_rad, window.state().drive.command().steer_rad);
    assert!(asked > 0.3 && given > 0.0 && given < 0.5 * asked, "{asked} {given}");
    window.get_by_label("Steering assist").click();
    window.run_steps(3);
    window.get_by_label("off").click_accesskit();
    drive_for(&mut window, 0.1);
    assert_eq!(window.state().drive.command().steer_rad, asked);
}

#[test]
fn keys_act_on_time_camera_and_gears() {
    let mut window = window(simulator("two_track"));
    window.key_press(Key::P);
    drive_for(&mut window, 0.1);
    assert_eq!(window.state().drive.pace(), Pace::Paused);
    let then = window.state().drive.time_s();
    window.key_press(Key::Period);
    window.run_steps(2);
    assert!((window.state().drive.time_s() - then - 1.0 / 240.0).abs() < 1e-9);
    window.key_press(Key::P);
    window.key_press(Key::Comma);
    window.run_steps(2);
    assert_eq!(window.state().drive.pace(), Pace::Running(0.25));
    window.key_press(Key::T);
    window.key_press(Key::Q);
    window.key_press(Key::Q);
    window.run_steps(2);
    assert!(!window.state().state.camera.turns, "it follows at first");
    assert!(says(&window, "dial: ").contains("gear R"));
    window.key_press(Key::R);
    window.run_steps(1);
    assert!(window.state().drive.time_s() < 0.05);
}

#[test]
fn buttons_do_what_keys_do() {
    let mut window = window(simulator("two_track"));
    window.get_by_label("Pause").click();
    window.run_steps(2);
    assert_eq!(window.state().drive.pace(), Pace::Paused);
    window.get_by_label("Resume").click();
    drive_for(&mut window, 1.0);
    let then = window.state().drive.time_s();
    window.get_by_label("Rewind").click();
    window.run_steps(3);
    assert!(window.state().drive.time_s() < then - 0.5);
    window.get_by_label("Imperial").click();
    window.run_steps(2);
    assert_eq!(window.state().state.units, Units::Imperial);
    assert!(says(&window, "dial: ").contains("mph"));
    window.get_by_label("Tyre forces").click();
    window.run_steps(2);
    assert!(!window.state().state.shown.forces);
}

/// Model, ghosts and rate are chosen while driving; what cannot be is said in place, and the car stays.
#[test]
fn models_ghosts_and_rates_are_chosen_in_panels() {
    let mut window = window(simulator("two_track"));
    window.get_by_label("Add ghost").click();
    window.run_steps(3);
    assert_eq!(window.state().drive.entrants().len(), 2);
    window.get_by_label("Remove 1").click();
    window.run_steps(3);
    assert_eq!(window.state().drive.entrants().len(), 1);
    window.get_by_label("Model").click();
    window.run_steps(3);
    window.get_by_label("kinematic").click_accesskit();
    window.run_steps(3);
    assert_eq!(window.state().drive.player().choice().model.name, "kinematic");
    assert!(
        window.query_by_label("This model has no tyres.").is_none() || window.state().state.error.is_none()
    );
    window.key_press(Key::Escape);
    window.run_steps(3);
    window.get_by_label("Physics rate").click();
    window.run_steps(3);
    window.get_by_label("1000 Hz").click();
    window.run_steps(3);
    assert_eq!(window.state().drive.rate_hz(), 1000);
}

#[test]
fn what_cannot_be_done_is_said_and_the_car_stays() {
    let mut window = window(simulator("two_track"));
    drive_for(&mut window, 0.5);
    let time = window.state().drive.time_s();
    window.state_mut().state.ghost_model = String::from("no_such");
    window.get_by_label("Add ghost").click();
    window.run_steps(3);
    assert!(says(&window, "unknown model").contains("no_such"));
    assert!(window.state().drive.time_s() > time);
    window.get_by_label("Dismiss").click();
    window.run_steps(3);
    assert_eq!(window.state().state.error, None);
}

/// A message is about the last change that a panel asked for: one that is made takes it away.
#[test]
fn a_message_goes_with_the_next_change_that_is_made() {
    let mut window = window(simulator("two_track"));
    window.state_mut().state.ghost_model = String::from("no_such");
    window.get_by_label("Add ghost").click();
    window.run_steps(3);
    assert!(window.state().state.error.is_some() && !window.state().drive.is_solid());
    window.get_by_label("Collisions").click();
    window.run_steps(3);
    assert_eq!(window.state().state.error, None);
    assert!(window.state().drive.is_solid());
}

/// Every control has a name that a screen reader can say, and no two buttons have the same.
#[test]
fn every_control_has_a_label() {
    let mut window = window(simulator("two_track"));
    window.get_by_label("Add ghost").click();
    window.run_steps(3);
    let mut names = Vec::new();
    for node in window.root().children_recursive() {
        let node = node.accesskit_node();
        let is_control =
            matches!(node.role(), Role::Button | Role::CheckBox | Role::RadioButton | Role::ComboBox);
        if is_control {
            let label = said(&node);
            assert!(!label.trim().is_empty(), "{:?} has no label", node.role());
            names.push(label);
        }
    }
    assert!(names.len() > 25, "{names:?}");
}

/// Any size, and from one to the next while driving.
#[test]
fn no_size_of_the_window_breaks_it() {
    let mut window = window(simulator("two_track"));
    window.key_down(Key::W);
    let sizes = [
        [1.0, 1.0],
        [1400.0, 1.0],
        [1.0, 900.0],
        [730.0, 230.0],
        [200.0, 150.0],
        [4000.0, 2500.0],
        [1280.0, 820.0],
    ];
    for [width, height] in sizes {
        let then = window.state().drive.time_s();
        window.set_size(vec2(width, height));
        drive_for(&mut window, 0.2);
        assert!(window.state().drive.time_s() > then + 0.1, "{width} x {height}");
    }
    assert!(window.state().drive.player().seen().speed_m_s() > 3.0);
}

/// Every model is drawn, driven and told of in numbers.
#[test]
fn every_model_is_shown() {
    let two_track = Choice::preset("two_track", "boxster-s").unwrap();
    for model in skidpad_models::MODELS.iter().filter(|model| model.name != "w1") {
        let Ok(car) = two_track.in_model(model.name) else { continue };
        let mut window = window(Simulator::new(Scene::straight(), &car).unwrap());
        window.state_mut().state.shown.slips = true;
        window.key_down(Key::W);
        window.key_down(Key::A);
        drive_for(&mut window, 0.1);
        let speed = says(&window, "dial: ");
        assert!(speed.contains("km/h"), "{}: {speed}", model.name);
    }
}

/// A test is driven beside the frames, and its card shows the figure that the library gives.
#[test]
fn a_test_is_driven_at_the_press_of_a_button() {
    let mut window = window(simulator("point_mass"));
    window.get_by_label("braking").click();
    window.run_steps(3);
    for _ in 0..2000 {
        window.run_steps(1);
        if window.state().tester.card.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    window.run_steps(2);
    let card = window.state().tester.card.clone().expect("it is over");
    let figure = card.figure.expect("it stops");
    assert!(says(&window, &card.test).contains(&format!("{figure:.2} m")));
}

/// After a press of the mouse on a panel the arrows still drive; with a control in focus they are that control's, and
/// the letters still drive.
#[test]
fn the_arrows_are_the_cars_until_a_control_has_the_focus() {
    let mut window = window(simulator("two_track"));
    window.get_by_label("Tyre forces").click();
    window.run_steps(3);
    window.key_down(Key::ArrowUp);
    window.run_steps(2);
    assert_eq!(window.state().drive.asked().throttle, 1.0);
    window.get_by_label("Tyre forces").focus();
    window.run_steps(3);
    assert_eq!(window.state().drive.asked().throttle, 0.0);
    window.key_down(Key::W);
    window.run_steps(2);
    assert_eq!(window.state().drive.asked().throttle, 1.0);
}

/// Writing in a field of text drove the car: W, A, S, D, H and I were heard whatever had the focus, and with a key of
/// commands, too, so that to select all of a text steered.
#[test]
fn what_is_written_does_not_drive() {
    let mut window = window(simulator("two_track"));
    window.key_press(Key::L);
    window.run_steps(3);
    window.get_by_label("Find").focus();
    window.run_steps(3);
    for key in [Key::W, Key::A, Key::I] {
        window.key_down(key);
    }
    window.run_steps(2);
    let asked = *window.state().drive.asked();
    assert_eq!((asked.throttle, asked.steer_rad, asked.starter.number()), (0.0, 0.0, 0.0));
    window.get_by_label("Stack").focus();
    window.run_steps(3);
    assert_eq!(window.state().drive.asked().throttle, 1.0, "the field is left, the key is still down");
    assert!(window.state().drive.asked().steer_rad > 0.1);
    window.event(egui::Event::ModifiersChanged(egui::Modifiers::CTRL));
    window.run_steps(2);
    assert_eq!(window.state().drive.asked().steer_rad, 0.0);
}

/// Help was a second list of keys beside the one that acts, and lacked some of it.
#[test]
fn help_tells_every_key() {
    let mut window = window(simulator("two_track"));
    window.get_by_label("Keys").click();
    drive_for(&mut window, 0.5);
    for (key, action) in KEYS {
        let is_told = |text: String| {
            let Some((keys, does)) = text.split_once(": ") else { return false };
            does == action.says() && keys.split(" or ").any(|own| own == name(key))
        };
        assert!(window.query_all_by(|node| is_told(said(node))).next().is_some(), "{key:?}: {action:?}");
    }
    assert!(says(&window, "W or ").ends_with(": throttle"));
    assert!(says(&window, "Gamepad").contains("handbrake"));
}

/// The plan and the plots took the focus when it went by with Tab, and with it the arrow keys and the space bar: the car
/// was no longer driven though nothing there could be pressed.
#[test]
fn pictures_do_not_take_the_cars_keys() {
    let mut window = window(simulator("two_track"));
    window.key_press(Key::L);
    window.run_steps(3);
    let mut went_by = 0;
    for _ in 0..120 {
        window.key_press(Key::Tab);
        window.run_steps(2);
        let focused = window.query_all_by(|node| node.is_focused()).next();
        let Some(name) = focused.map(|node| said(&node.accesskit_node())) else { continue };
        assert!(!name.starts_with("top view: ") && !name.starts_with("plot from"), "{name}");
        went_by += 1;
    }
    assert!(went_by > 60, "{went_by}");
}

/// A handbrake turn leaves marks; going back in time keeps those that were there, restarting cleans the road.
#[test]
fn skid_marks_stay_until_a_restart() {
    let mut window = window(simulator("two_track"));
    window.key_down(Key::W);
    drive_for(&mut window, 3.0);
    window.key_down(Key::A);
    window.key_down(Key::Space);
    drive_for(&mut window, 2.0);
    let marks = window.state().memory.marks.pieces().count();
    assert!(marks > 20, "{marks}");
    window.get_by_label("Rewind").click();
    window.run_steps(3);
    assert!(window.state().memory.marks.pieces().count() >= marks);
    window.get_by_label("Restart").click();
    window.run_steps(3);
    assert_eq!(window.state().memory.marks.pieces().count(), 0);
}

/// The guide's table of keys lacked the starter, the second key of the handbrake and Page Up and Down: it is the list
/// that acts.
#[test]
fn the_guide_has_the_keys_that_act() {
    let guide =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/driving.md")).unwrap();
    let (_, from_table) = guide.split_once("| keys | action |\n|---|---|\n").expect("a table of keys");
    let table: Vec<&str> = from_table.lines().take_while(|line| line.starts_with('|')).collect();
    let row = |told: &String| {
        let (keys, does) = told.rsplit_once(": ").unwrap();
        let keys: Vec<String> = keys.split(" or ").map(|key| format!("`{key}`")).collect();
        format!("| {} | {does} |", keys.join(", "))
    };
    let expected: Vec<String> = told().iter().map(row).collect();
    assert_eq!(table, expected, "write into docs/driving.md:\n{}", expected.join("\n"));
}
