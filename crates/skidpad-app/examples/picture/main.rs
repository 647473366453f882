//! Drives some seconds by itself, and writes what the window would show: no screen, no graphics card.
//!
//! `cargo run --release -p skidpad-app --example picture -- window.png`, with a scene and a model behind it, or `palmer`
//! for his Car Simulator.

#![allow(clippy::disallowed_methods, reason = "a picture: nothing of it is hashed")]

mod raster;

use std::time::Instant;

use egui::{Event, Key, Modifiers, RawInput, Rect, pos2, vec2};
use raster::Raster;
use skidpad_app::drive::Choice;
use skidpad_app::palmer::Press;
use skidpad_app::scene::Scene;
use skidpad_app::ui::{Simulator, View};

const SIZE: [usize; 2] = [1280, 860];
const FRAME_S: f64 = 1.0 / 60.0;

/// When a key goes down or up, s.
const SCRIPT: [(f64, Key, bool); 4] =
    [(0.3, Key::W, true), (3.6, Key::A, true), (4.9, Key::A, false), (4.9, Key::D, true)];
const END_S: f64 = 5.6;
/// The same for Palmer's simulator: in third gear above the redline.
const PALMERS_END_S: f64 = 9.6;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| String::from("window.png"));
    let scene = arguments.next().unwrap_or_else(|| String::from("slalom"));
    let is_palmers = scene == "palmer";
    let scene = Scene::by_name(if is_palmers { "straight" } else { &scene }).expect("a scene");
    let model = arguments.next().unwrap_or_else(|| String::from("two_track"));
    let preset = if model == "motorcycle" { "cbr1000rr" } else { "boxster-s" };
    let car = Choice::preset(&model, preset).expect("a car");
    let mut simulator = Simulator::new(scene, &car).expect("it drives");
    for ghost in ["single_track", "kinematic"] {
        simulator.drive.add_ghost(&car.in_model(ghost).expect("a ghost")).expect("it drives");
    }
    simulator.state.shown.slips = true;
    simulator.state.camera.points_per_m = 20.0;
    let script = if is_palmers { &[][..] } else { &SCRIPT[..] };
    let end_s = if is_palmers { PALMERS_END_S } else { END_S };
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
