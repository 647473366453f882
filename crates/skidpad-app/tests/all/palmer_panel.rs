//! Palmer's panel without a screen: buttons and keys are pressed, fields and messages read as screen readers read them.
#![allow(clippy::disallowed_methods)]

use egui::{Key, Role, accesskit, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{AccessKitNode, NodeT as _, Queryable as _};
use skidpad_app::choice::Choice;
use skidpad_app::palmer::{Press, texts};
use skidpad_app::ui::{Simulator, View};
use skidpad_texts::palmer::{DriveMode, Message, REDLINE_RPM};
use skidpad_world::scene::Scene;

const FRAME_S: f64 = 1.0 / 60.0;

type Window = Harness<'static, Simulator>;

fn window() -> Window {
    let car = Choice::preset("single_track", "boxster-s").unwrap();
    let mut harness = Harness::builder().with_size(vec2(1280.0, 860.0)).build_ui_state(
        |ui, simulator: &mut Simulator| simulator.frame(ui, FRAME_S),
        Simulator::new(Scene::straight(), &car).unwrap(),
    );
    harness.run_steps(2);
    harness
}

fn in_palmers() -> Window {
    let mut window = window();
    press(&mut window, "Palmer's Car Simulator");
    window
}

fn press(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run_steps(3);
}

fn said(node: &AccessKitNode<'_>) -> String {
    node.value().or_else(|| node.label()).unwrap_or_default()
}

/// Whether something on the screen says exactly this.
fn says(window: &Window, text: &str) -> bool {
    window.query_all_by(|node| said(node) == text).next().is_some()
}

fn shows_its_fields(window: &Window) -> bool {
    let car = window.state().palmer.car();
    let units = window.state().state.units;
    let fields = texts::fields(car, units.speed(car.speed_m_s()), units.length(car.distance_m()));
    fields.iter().all(|(name, value)| says(window, name) && says(window, value))
}

/// Back and forth, by the bar and by a key; each stands still while the other is shown.
#[test]
fn the_switch_goes_between_the_plan_and_his_simulator() {
    let mut window = window();
    window.key_down(Key::W);
    window.run_steps(60);
    window.key_up(Key::W);
    press(&mut window, "Palmer's Car Simulator");
    assert_eq!(window.state().state.view, View::Palmer);
    let then = window.state().drive.time_s();
    press(&mut window, "Start");
    window.run_steps(60);
    assert_eq!(window.state().drive.time_s(), then);
    let his = window.state().palmer.car().time_s();
    assert!(his > 1.0, "{his}");
    window.key_press(Key::C);
    window.run_steps(60);
    assert_eq!(window.state().state.view, View::Plan);
    assert_eq!(window.state().palmer.car().time_s(), his);
    let on = window.state().drive.time_s() - then;
    assert!(on > 0.8 && on < 1.1, "{on}");
    press(&mut window, "Palmer's Car Simulator");
    press(&mut window, "Top view");
    assert_eq!(window.state().state.view, View::Plan);
    window.key_press(Key::C);
    window.run_steps(2);
    assert_eq!(window.state().state.view, View::Palmer);
}

/// The book's own play: accelerate, shift up before the redline, cruise, brake, stop, reset.
#[test]
fn a_drive_by_the_buttons_shows_the_librarys_numbers() {
    let mut window = in_palmers();
    press(&mut window, "Start");
    while window.state().palmer.car().engine_rpm() < REDLINE_RPM - 400.0 {
        window.run_steps(1);
    }
    press(&mut window, "Shift Up");
    assert_eq!(window.state().palmer.car().gear(), 2);
    assert!(shows_its_fields(&window));
    press(&mut window, "Cruise");
    let speed = window.state().palmer.car().speed_m_s();
    window.run_steps(60);
    assert_eq!(window.state().palmer.car().speed_m_s(), speed);
    assert!(says(&window, &format!("{speed:.2} m/s, {:.1} km/h", 3.6 * speed)));
    press(&mut window, "Imperial");
    assert!(shows_its_fields(&window));
    assert!(says(&window, &format!("{speed:.2} m/s, {:.1} mph", speed / 0.44704)));
    press(&mut window, "Brake");
    window.run_steps(60);
    assert!(window.state().palmer.car().speed_m_s() < speed - 4.0);
    press(&mut window, "Stop");
    assert!(says(&window, "1000 rpm") && says(&window, "0.00 m/s, 0.0 mph") && !says(&window, "0.00 s"));
    press(&mut window, "Reset");
    assert!(says(&window, "0.00 s") && says(&window, "0.0 ft"));
}

#[test]
fn the_message_line_warns_and_tells_of_the_blown_engine() {
    let mut window = in_palmers();
    press(&mut window, "Start");
    let mut warned = false;
    while window.state().palmer.car().is_running() {
        window.run_steps(1);
        let message = window.state().palmer.car().message();
        warned |= message == Message::OverRedline && says(&window, &texts::message(message));
    }
    assert!(warned);
    assert!(says(&window, &texts::message(Message::BlownEngine)));
    let is_live = |node: &AccessKitNode<'_>| node.live() == accesskit::Live::Assertive;
    let line = window.query_all_by(|node| is_live(node)).next().expect("a line that is said when it changes");
    assert!(said(&line.accesskit_node()).starts_with("Blown engine"));
    let over = window.state().palmer.car().time_s();
    window.run_steps(60);
    assert_eq!(window.state().palmer.car().time_s(), over);
}

#[test]
fn keys_press_what_buttons_press() {
    let mut window = in_palmers();
    let mut key = |key| {
        window.key_press(key);
        window.run_steps(3);
        window.state().palmer.clone()
    };
    assert!(key(Key::G).car().is_running());
    assert_eq!(key(Key::Num3).car().mode, DriveMode::Brake);
    assert_eq!(key(Key::Num2).car().mode, DriveMode::Cruise);
    assert_eq!(key(Key::E).car().gear(), 2);
    assert_eq!(key(Key::PageUp).car().gear(), 3);
    assert_eq!(key(Key::Q).car().gear(), 2);
    assert_eq!(key(Key::PageDown).car().gear(), 1);
    assert_eq!(key(Key::Num1).car().mode, DriveMode::Accelerate);
    assert!(key(Key::A).is_automatic());
    assert!(!key(Key::S).car().is_running());
    assert_eq!(key(Key::R).car().time_s(), 0.0);
}

/// Each control has a name of its own, can be reached by the keyboard, and every note of the book's ways is there.
#[test]
fn every_control_has_a_label_and_the_notes_are_shown() {
    let mut window = in_palmers();
    press(&mut window, "Automatic gearbox");
    assert!(window.state().palmer.is_automatic());
    let mut names: Vec<_> = Press::MODES.map(texts::mode).to_vec();
    names.extend(Press::BUTTONS.map(texts::name));
    for name in names {
        let node = window.get_by_label(name);
        let role = node.accesskit_node().role();
        assert!(matches!(role, Role::Button | Role::RadioButton), "{name}: {role:?}");
        node.focus();
        window.run_steps(2);
        assert!(window.get_by_label(name).accesskit_node().is_focused(), "{name}");
    }
    for note in texts::NOTES {
        assert!(says(&window, note), "{note}");
    }
    assert!(window.query_all_by(|node| said(node).starts_with("car simulator: ")).next().is_some());
}

#[test]
fn no_size_of_the_window_breaks_it() {
    let mut window = in_palmers();
    press(&mut window, "Start");
    for [width, height] in [[1.0, 1.0], [1400.0, 1.0], [1.0, 900.0], [200.0, 150.0], [4000.0, 2500.0]] {
        window.state_mut().palmer.press(Press::Reset);
        window.state_mut().palmer.press(Press::Start);
        window.set_size(vec2(width, height));
        window.run_steps(12);
        assert!(window.state().palmer.car().time_s() > 0.1, "{width} x {height}");
    }
}

/// The arrow keys did nothing in his simulator, though everywhere else they drive.
#[test]
fn the_arrow_keys_drive_his_car_too() {
    let mut window = in_palmers();
    window.key_down(Key::ArrowUp);
    window.run_steps(90);
    let palmer = &window.state().palmer;
    assert!(palmer.car().is_running() && palmer.car().mode == DriveMode::Accelerate);
    let speed = palmer.car().speed_m_s();
    assert!(speed > 4.0, "{speed}");
    window.key_press(Key::ArrowRight);
    window.run_steps(2);
    assert_eq!(window.state().palmer.car().gear(), 2);
    window.key_press(Key::ArrowLeft);
    window.run_steps(2);
    assert_eq!(window.state().palmer.car().gear(), 1);
    window.key_up(Key::ArrowUp);
    window.run_steps(2);
    assert_eq!(window.state().palmer.car().mode, DriveMode::Cruise);
    window.key_down(Key::ArrowDown);
    window.run_steps(30);
    assert_eq!(window.state().palmer.car().mode, DriveMode::Brake);
    assert!(window.state().palmer.car().speed_m_s() < speed);
    window.key_up(Key::ArrowDown);
    // A control that has the focus keeps the arrow keys.
    window.get_by_label("Start").focus();
    window.run_steps(2);
    window.key_press(Key::ArrowUp);
    window.run_steps(2);
    assert_eq!(window.state().palmer.car().mode, DriveMode::Cruise);
}
