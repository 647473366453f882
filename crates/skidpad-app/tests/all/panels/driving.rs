//! Driving in the window: the start screen, the camera, reverse, and panels that keep their places.

use egui::{Key, Rect, TouchDeviceId, TouchId, TouchPhase, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_app::ui::{Simulator, Units, View};
use skidpad_core::controls::{Controls, Gear};
use skidpad_world::scene::Scene;

use super::{FRAME_S, drive_for, said, says};
use crate::laps::lap_at;

type Window = Harness<'static, Simulator>;

fn window_of(size: Vec2, scene: &str) -> Window {
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    let mut harness = Harness::builder().with_size(size).build_ui_state(
        |ui, simulator: &mut Simulator| simulator.frame(ui, FRAME_S),
        Simulator::new(Scene::by_name(scene).unwrap(), &car).unwrap(),
    );
    harness.run_steps(3);
    harness
}

fn find(window: &Window, begins: &str) -> Option<Rect> {
    window.query_all_by(|node| said(node).starts_with(begins)).next().map(|node| node.rect())
}

/// Whoever started it saw a car and no word of what drives it: the keys stood folded away at the left.
#[test]
fn the_start_screen_says_what_drives_until_something_does() {
    for scene in Scene::names() {
        let mut window = window_of(vec2(1280.0, 720.0), scene);
        assert!(says(&window, "First task: ").len() > 30, "{scene}");
        assert!(find(&window, "W or ").is_some() && find(&window, "brake, then reverse").is_some());
        let screen = find(&window, "First task: ").unwrap();
        assert!(find(&window, "top view: ").unwrap().contains_rect(screen), "{scene}: {screen:?}");
        // It stays while nothing is done.
        drive_for(&mut window, 0.1);
        assert!(find(&window, "First task: ").is_some());
        window.key_down(Key::ArrowUp);
        window.run_steps(2);
        assert!(find(&window, "First task: ").is_none());
        window.key_up(Key::ArrowUp);
        window.key_press(Key::R);
        window.run_steps(3);
        assert!(find(&window, "First task: ").is_none(), "a restart does not bring it back");
    }
}

/// A small window was taken for a phone, and a large one for a desk: a tablet was offered keys alone, a small window
/// on a desk touch controls that it has not. The system says whether there are keys.
#[test]
fn the_start_screen_tells_of_touch_and_keys() {
    for size in [vec2(1280.0, 720.0), vec2(390.0, 844.0)] {
        let mut window = window_of(size, "slalom");
        assert!(find(&window, "Touch the road").is_some() && find(&window, "W or ").is_some(), "{size}");
        window.ctx.set_os(egui::os::OperatingSystem::Android);
        window.run_steps(2);
        assert!(find(&window, "Touch the road").is_some() && find(&window, "W or ").is_none(), "{size}");
    }
}

#[test]
fn on_a_phone_the_start_screen_asks_for_a_touch_and_goes_with_it() {
    let mut window = window_of(vec2(390.0, 844.0), "slalom");
    assert!(find(&window, "Touch the road").is_some());
    let pos = find(&window, "top view: ").unwrap().center();
    let phase = TouchPhase::Start;
    window.event(egui::Event::Touch { device_id: TouchDeviceId(0), id: TouchId(1), phase, pos, force: None });
    window.run_steps(3);
    assert!(find(&window, "First task: ").is_none());
    assert!(find(&window, "throttle: ").is_some());
}

/// The picture was north up with a fixed scale, and the car soon drove into what it did not show.
#[test]
fn the_camera_follows_and_looks_three_seconds_ahead() {
    let mut window = window_of(vec2(1280.0, 720.0), "straight");
    assert!(window.state().state.camera.turns && window.state().state.camera.zooms);
    let full = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
    for _ in 0..5 {
        (0..5 * 240).for_each(|_| window.state_mut().drive.single_step_with(&full));
        window.key_down(Key::W);
        window.run_steps(10);
        let simulator = window.state();
        let plan = find(&window, "top view: ").unwrap();
        let size = [plan.width(), plan.height()].map(f64::from);
        let shot = simulator.state.camera.shot(&simulator.memory.chase, size);
        let speed = simulator.drive.player().seen().speed_m_s();
        let x = simulator.drive.player().drawn(1.0).position_m[0];
        let ahead_m = shot.centre_m[0] + 0.5 * size[1] / shot.points_per_m - x;
        assert!(ahead_m >= 3.0 * speed, "{ahead_m} m ahead at {speed} m/s");
    }
    let speed = window.state().drive.player().seen().speed_km_h();
    assert!(speed > 195.0, "{speed}");
    window.key_press(Key::T);
    window.run_steps(2);
    assert!(!window.state().state.camera.turns);
}

/// The map is there where there is room, and says what it shows.
#[test]
fn a_map_shows_the_scene_around_the_car() {
    for size in [vec2(1280.0, 720.0), vec2(390.0, 844.0), vec2(844.0, 390.0)] {
        let mut window = window_of(size, "course");
        let map = find(&window, "map: ").unwrap();
        assert!(find(&window, "top view: ").unwrap().contains_rect(map), "{size}: {map:?}");
        window.state_mut().state.shown.map = false;
        window.run_steps(2);
        assert!(find(&window, "map: ").is_none());
    }
}

/// Reverse stood as a small letter on the dial, and neutral, too: who pressed the accelerator wondered.
#[test]
fn reverse_and_neutral_are_announced() {
    let mut window = window_of(vec2(1280.0, 720.0), "straight");
    assert!(find(&window, "R  Reverse").is_none());
    window.key_down(Key::S);
    drive_for(&mut window, 1.0);
    assert!(find(&window, "R  Reverse").is_some());
    assert!(says(&window, "dial: ").contains("gear R, reverse"));
    drive_for(&mut window, 1.0);
    assert!(window.state().drive.player().seen().velocity_m_s()[0] < -1.0);
    window.key_up(Key::S);
    window.key_down(Key::W);
    drive_for(&mut window, 3.0);
    assert!(find(&window, "R  Reverse").is_none());
    assert!(says(&window, "dial: ").contains("gear D"));
    window.key_press(Key::Q);
    window.run_steps(2);
    assert!(find(&window, "N  Neutral").is_some());
    assert!(says(&window, "dial: ").contains("gear N, neutral"));
}

/// "N  Neutral" stood over a car that drove off at the first touch of the throttle: its model has no gears.
#[test]
fn a_model_without_gears_has_no_neutral() {
    let car = Choice::preset("commonroad_ks", "commonroad-1").unwrap();
    let mut window = window_of(vec2(1280.0, 720.0), "straight");
    window.state_mut().drive = Drive::new(Scene::straight(), &car).unwrap();
    window.state_mut().state.lever.gear = 0;
    window.run_steps(2);
    assert!(find(&window, "N  Neutral").is_none());
    assert!(!says(&window, "dial: ").contains("gear"), "{}", says(&window, "dial: "));
    window.state_mut().state.lever.gear = -1;
    window.run_steps(2);
    assert!(find(&window, "R  Reverse").is_some());
}

/// With the gears chosen by hand the brake only brakes, and reverse is a gear like the others.
#[test]
fn chosen_gears_stay_chosen() {
    let mut window = window_of(vec2(1280.0, 720.0), "straight");
    window.state_mut().state.lever.set_automatic(false, Some(1.0));
    window.key_down(Key::S);
    drive_for(&mut window, 2.0);
    assert_eq!(window.state().drive.asked().gear, 1.0);
    assert!(window.state().drive.player().seen().speed_m_s() < 0.01);
    window.key_up(Key::S);
    window.key_press(Key::Q);
    window.key_press(Key::Q);
    window.run_steps(2);
    window.key_down(Key::W);
    drive_for(&mut window, 2.0);
    assert!(window.state().drive.player().seen().velocity_m_s()[0] < -1.0);
}

/// Out of a reverse that the brake key chose, E and Q go on from what the dial shows.
#[test]
fn the_lever_goes_on_from_the_reverse_that_the_brake_chose() {
    for (key, gear) in [(Key::E, "gear N"), (Key::Q, "gear R")] {
        let mut window = window_of(vec2(1280.0, 720.0), "straight");
        window.key_down(Key::S);
        drive_for(&mut window, 1.0);
        window.key_up(Key::S);
        window.key_press(key);
        window.run_steps(3);
        assert!(says(&window, "dial: ").contains(gear), "{key:?}: {}", says(&window, "dial: "));
    }
}

/// A longer number or sentence wrapped a bar into another row, or widened a panel, and the road jumped. Whatever the numbers are,
/// the road keeps its place.
#[test]
fn numbers_and_sentences_do_not_move_the_road() {
    for size in [[1280.0, 720.0], [1024.0, 700.0], [900.0, 600.0], [1400.0, 1000.0], [390.0, 844.0]] {
        let mut window = window_of(size.into(), "course");
        let at_first = find(&window, "top view: ").unwrap();
        let same = |window: &mut Window, what: &str| {
            window.run_steps(3);
            assert_eq!(find(window, "top view: "), Some(at_first), "{size:?}: {what}");
        };
        window.key_down(Key::A);
        same(&mut window, "at rest");
        window.state_mut().drive = extreme_drive();
        same(&mut window, "wheels that spin");
        let sentence = window.state().memory.sentence.clone();
        assert!(sentence.len() > 10, "{sentence}");
        window.state_mut().state.units = Units::Imperial;
        same(&mut window, "other units");
        window.key_press(Key::P);
        same(&mut window, "a pause");
    }
}

/// The times of a lap came into the bar as somebody drove over the start line of the course, and it wrapped into
/// another row. They are shown below the map.
#[test]
fn the_times_of_a_lap_do_not_move_the_road() {
    for size in [[1280.0, 720.0], [1024.0, 700.0], [900.0, 600.0]] {
        let mut window = window_of(size.into(), "slalom");
        let at_first = find(&window, "top view: ").unwrap();
        assert!(find(&window, "Lap ").is_none());
        let course = window.state().drive.scene().course.clone().unwrap();
        window.state_mut().drive.race_laps(&lap_at(&course, 20.0));
        window.run_steps(3);
        let times = says(&window, "Lap -, Delta -, Best ");
        assert!(times.contains(" s, Sector 1 -") && times.ends_with("Sector 3 -"), "{times}");
        assert_eq!(find(&window, "top view: "), Some(at_first), "{size:?}");
        let (map, times) = (find(&window, "map: ").unwrap(), find(&window, "Lap ").unwrap());
        assert!(at_first.contains_rect(times) && times.top() >= map.bottom(), "{size:?}: {times:?}");
    }
}

/// "BLOWN ENGINE" came into the bar of a small window, which grew by a row. It stands over the road.
#[test]
fn what_is_wrong_does_not_move_the_road_of_a_small_window() {
    for size in [vec2(390.0, 844.0), vec2(844.0, 390.0)] {
        let mut window = window_of(size, "straight");
        let at_first = find(&window, "top view: ").unwrap();
        let drive = &mut window.state_mut().drive;
        let go = |gear| Controls { throttle: 1.0, gear, ..Controls::default() };
        (0..12 * 240).for_each(|_| drive.single_step_with(&go(Gear::Automatic)));
        (0..240).for_each(|_| drive.single_step_with(&go(Gear::Forward(1))));
        window.run_steps(3);
        let trouble = find(&window, "BLOWN ENGINE").expect("it is told");
        assert!(at_first.contains_rect(trouble), "{size}: {trouble:?}");
        assert_eq!(find(&window, "top view: "), Some(at_first), "{size}");
    }
}

/// Numbers with many digits: engine and wheels at the limiter, tyres that slide, a minute of time.
fn extreme_drive() -> Drive {
    let car = Choice::preset("two_track", "corvette-c5").unwrap();
    let mut drive = Drive::new(Scene::by_name("course").unwrap(), &car).unwrap();
    let controls = Controls { throttle: 1.0, steer_rad: 0.3, gear: Gear::Forward(1), ..Controls::default() };
    drive.set_rate_hz(30);
    (0..30 * 40).for_each(|_| drive.single_step_with(&controls));
    drive
}

/// While his simulator is shown, nothing of the start screen is.
#[test]
fn the_start_screen_waits_for_the_road() {
    let mut window = window_of(vec2(1280.0, 720.0), "straight");
    window.state_mut().state.view = View::Palmer;
    window.run_steps(3);
    assert!(find(&window, "First task: ").is_none());
}
