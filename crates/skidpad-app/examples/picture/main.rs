//! Drives some seconds by itself, and writes what the window would show: no screen, no graphics card.
//!
//! `cargo run --release -p skidpad-app --example picture -- window.png`, with a scene, a model and a tab of the
//! instruments (or `plots`, or `lap` for a course's best lap) behind it, or `palmer` for his Car Simulator.

#![allow(clippy::disallowed_methods, reason = "a picture: nothing of it is hashed")]

mod raster;

use std::time::Instant;

use egui::{Event, Key, Modifiers, RawInput, Rect, pos2, vec2};
use raster::Raster;
use skidpad::controls::{Controls, Gear};
use skidpad_app::drive::Choice;
use skidpad_app::palmer::Press;
use skidpad_app::scene::Scene;
use skidpad_app::tread::heading_rad;
use skidpad_app::ui::{Simulator, Tab, View};
use skidpad_world::ground::{Cell, Grid, Ground, Patch};

const SIZE: [usize; 2] = [1280, 860];
const FRAME_S: f64 = 1.0 / 60.0;

/// When a key goes down or up, s.
const SCRIPT: [(f64, Key, bool); 4] =
    [(0.3, Key::W, true), (3.6, Key::A, true), (4.9, Key::A, false), (4.9, Key::D, true)];
const END_S: f64 = 5.6;
/// The same for Palmer's simulator: in third gear above the redline.
const PALMERS_END_S: f64 = 9.6;

/// A road with grip as somebody has measured it: wet tracks, and a dip with ice in it.
fn measured() -> Scene {
    let nodes = (0..41).flat_map(|row| (0..121).map(move |column| (f64::from(column), f64::from(row))));
    let cell = |(x, y): (f64, f64)| {
        let wet = 0.4 * (-((y - 16.0) / 3.0).powi(2)).exp() + 0.3 * (-((y - 24.0) / 2.0).powi(2)).exp();
        let dip = (-(((x - 70.0) / 8.0).powi(2) + ((y - 20.0) / 6.0).powi(2))).exp();
        Cell { grip: (1.0 - wet - 0.7 * dip).max(0.1), rolling: 1.0, height_m: -0.6 * dip }
    };
    let grid = Grid::new([-10.0, -10.0], [0.5, 0.5], 121, nodes.map(cell).collect()).expect("a map");
    Scene { ground: Ground::of(vec![Patch::Map(grid)]), ..Scene::straight() }
}

/// Drives a lap and a bit of the scene's course along its middle, for its ghost.
fn lap(simulator: &mut Simulator) {
    let Some(course) = simulator.drive.scene().course.clone() else { return };
    let mut wanted_m_s = 11.0;
    while simulator.drive.laps().is_some_and(|laps| laps.best().is_none() || laps.time_s() < Some(6.0)) {
        let player = simulator.drive.player();
        let (pose, speed) = (player.drawn(1.0), player.seen().speed_m_s());
        let [x, y, _] = pose.position_m;
        let ahead = course.at(course.locate([x, y]).way_m + 9.0).position_m;
        let bearing = (ahead[1] - y).atan2(ahead[0] - x) - heading_rad(&pose);
        let steer_rad = (2.0 * 2.5 * bearing.sin() / 9.0).atan();
        if simulator.drive.laps().is_some_and(|laps| laps.best().is_some()) {
            wanted_m_s = 10.5;
        }
        let throttle = (0.3 * (wanted_m_s - speed)).clamp(0.0, 0.6);
        let controls = Controls { throttle, steer_rad, gear: Gear::Automatic, ..Controls::default() };
        simulator.drive.single_step_with(&controls);
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| String::from("window.png"));
    let scene = arguments.next().unwrap_or_else(|| String::from("slalom"));
    let is_palmers = scene == "palmer";
    let scene = match scene.as_str() {
        "measured" => measured(),
        name => Scene::by_name(if is_palmers { "straight" } else { name }).expect("a scene"),
    };
    let model = arguments.next().unwrap_or_else(|| String::from("two_track"));
    let tab = arguments.next().unwrap_or_default();
    let car = Choice::preset("two_track", "boxster-s").and_then(|car| car.in_model(&model)).expect("a car");
    let mut simulator = Simulator::new(scene, &car).expect("it drives");
    for ghost in ["single_track", "kinematic"] {
        simulator.drive.add_ghost(&car.in_model(ghost).expect("a ghost")).expect("it drives");
    }
    simulator.state.shown.slips = true;
    simulator.state.camera.points_per_m = 20.0;
    simulator.state.shows_plots = tab == "plots";
    if tab == "lap" {
        simulator.drive.set_hands(None);
        lap(&mut simulator);
    }
    simulator.state.tab = match tab.as_str() {
        "tyres" => Tab::Tyres,
        "engine" => Tab::Engine,
        _ => Tab::Drive,
    };
    let script = if is_palmers || tab == "lap" { &[][..] } else { &SCRIPT[..] };
    let end_s = match (is_palmers, tab.as_str()) {
        (true, _) => PALMERS_END_S,
        (_, "lap") => 0.3,
        _ => END_S,
    };
    if is_palmers {
        simulator.state.view = View::Palmer;
        simulator.palmer.press(Press::Start);
    }
    let context = egui::Context::default();
    let (mut raster, mut last) = (Raster::new(SIZE), None);
    let (frames, begun) = ((end_s / FRAME_S) as usize, Instant::now());
    for frame in 0..frames {
        let time = frame as f64 * FRAME_S;
        // The last gear is driven beyond the redline, for the warning.
        if is_palmers && simulator.palmer.car().engine_rpm() > 6900.0 && simulator.palmer.car().gear() < 3 {
            simulator.palmer.press(Press::ShiftUp);
        }
        let mut output = context.run_ui(input(time, script), |ui| simulator.frame(ui, FRAME_S));
        raster.load(&output.textures_delta);
        output.textures_delta.clear();
        last = Some((context.tessellate(output.shapes, output.pixels_per_point), output.pixels_per_point));
    }
    println!("{:.2} ms a frame", begun.elapsed().as_secs_f64() * 1000.0 / frames as f64);
    let (primitives, scale) = last.expect("a frame");
    raster.paint(&primitives, scale);
    write(&path, &raster);
}

/// The keys that go down or up in a frame.
fn input(time: f64, script: &[(f64, Key, bool)]) -> RawInput {
    let due = |at: &f64| (time..time + FRAME_S).contains(at);
    let event = |(_, key, pressed): &(f64, Key, bool)| Event::Key {
        key: *key,
        physical_key: None,
        pressed: *pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    RawInput {
        screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(SIZE[0] as f32, SIZE[1] as f32))),
        time: Some(time),
        events: script.iter().filter(|(at, ..)| due(at)).map(event).collect(),
        ..RawInput::default()
    }
}

fn write(path: &str, raster: &Raster) {
    let file = std::fs::File::create(path).expect("the picture can be written");
    let [width, height] = raster.size.map(|side| u32::try_from(side).expect("a small picture"));
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&raster.rgb()).expect("the picture can be written");
}
