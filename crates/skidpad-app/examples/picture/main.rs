//! Drives some seconds by itself, and writes what the window would show: no screen, no graphics card.
//!
//! `cargo run --release -p skidpad-app --example picture -- window.png`, with a scene and a model behind it, or
//! `palmer` for his Car Simulator. Then the size, as in `390x844`, `touch` for thumbs on the glass, `mouse` for a
//! held button or `keys`, `rest`, `slow`, `fast`, `reverse` or `spin` for keys, and what is open: `tyres`, `engine`,
//! `plots`, or on a course `lap` for its best lap, `ideal` for the ideal line with its driver, or `laps` for two of his laps by
//! distance. Further arguments are the names of buttons and headers that are
//! pressed, as in `Tuning` `"Weight and size"`.

#![allow(clippy::disallowed_methods, reason = "a picture: nothing of it is hashed")]

mod press;
mod raster;
mod scenes;

use skidpad_world::scene::Scene;
use std::time::Instant;

use egui::{Event, Key, Modifiers, PointerButton, RawInput, Rect, TouchDeviceId, TouchId, TouchPhase, pos2};
use raster::Raster;
use skidpad_app::choice::Choice;
use skidpad_app::palmer::Press;
use skidpad_app::ui::{Simulator, Tab, View};

const SIZE: [usize; 2] = [1280, 860];
/// Where two thumbs come down, and when, s: the one that steers and the one that accelerates, from the lower corners.
const THUMBS: [(f64, [f32; 2]); 2] = [(0.3, [-30.0, -90.0]), (3.6, [60.0, -40.0])];
/// Where a mouse's button goes down, from the middle, and where it is moved to.
const MOUSE: [[f32; 2]; 2] = [[0.0, 60.0], [-60.0, -50.0]];
const FRAME_S: f64 = 1.0 / 60.0;
/// A press every so many frames: until what opens is open.
const PRESS_FRAMES: usize = 6;

/// When a key goes down or up, s.
type Script = &'static [(f64, Key, bool)];

/// Drives by keys: name, end, s, and keys.
const SCRIPTS: [(&str, f64, Script); 7] = [
    ("keys", END_S, &[(0.3, Key::W, true), (3.6, Key::A, true), (4.9, Key::A, false), (4.9, Key::D, true)]),
    ("rest", 0.5, &[]),
    ("slow", 2.3, &[(0.3, Key::W, true), (1.8, Key::W, false)]),
    ("jump", 5.3, &[(0.3, Key::W, true)]),
    ("fast", 26.0, &[(0.3, Key::W, true)]),
    ("reverse", 4.0, &[(0.3, Key::S, true), (2.5, Key::A, true)]),
    ("spin", 7.2, &[(0.3, Key::W, true), (6.0, Key::W, false), (6.0, Key::A, true), (6.1, Key::Space, true)]),
];
const END_S: f64 = 5.6;
/// The same for Palmer's simulator: in third gear above the redline.
const PALMERS_END_S: f64 = 9.6;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| String::from("window.png"));
    let scene = arguments.next().unwrap_or_else(|| String::from("slalom"));
    let is_palmers = scene == "palmer";
    let scene = match scene.as_str() {
        "measured" => scenes::measured(),
        "crest" => scenes::crest(),
        name => Scene::by_name(if is_palmers { "straight" } else { name }).expect("a scene"),
    };
    let model = arguments.next().unwrap_or_else(|| String::from("two_track"));
    let preset = if model == "motorcycle" { "cbr1000rr" } else { "boxster-s" };
    let car = Choice::preset(&model, preset).expect("a car");
    let size = arguments.next().and_then(|size| {
        let (width, height) = size.split_once('x')?;
        Some([width.parse().ok()?, height.parse().ok()?])
    });
    let size = size.unwrap_or(SIZE);
    let hand = arguments.next().unwrap_or_else(|| String::from("keys"));
    let open = arguments.next().unwrap_or_default();
    let pressed: Vec<String> = arguments.collect();
    let put = scenes::put(&car, &scene, &hand);
    let mut simulator = Simulator::new(scene, &car).expect("it drives");
    for ghost in ["single_track", "kinematic"] {
        simulator.drive.add_ghost(&car.in_model(ghost).expect("a ghost")).expect("it drives");
    }
    let is_put = put.is_some();
    if let Some(drive) = put {
        simulator.drive = drive;
        simulator.state.has_begun = true;
    }
    simulator.state.shown.slips = true;
    simulator.state.shows_plots = open == "plots";
    if open == "lap" {
        scenes::lap(&mut simulator);
    }
    if let "ideal" | "laps" = open.as_str() {
        scenes::ideal(&mut simulator, open == "laps");
    }
    simulator.state.tab = match open.as_str() {
        "tyres" => Tab::Tyres,
        "engine" => Tab::Engine,
        _ => Tab::Drive,
    };
    let scripted = SCRIPTS.iter().find(|(name, ..)| {
        *name == hand && !is_palmers && open != "lap" && open != "laps" && open != "ideal"
    });
    let script = scripted.map_or(&[][..], |(.., script)| *script);
    let end_s = match (is_palmers, open.as_str(), scripted) {
        (true, ..) => PALMERS_END_S,
        (_, "lap" | "laps" | "ideal", _) => 0.3,
        _ if is_put => 0.5,
        (.., Some((_, end_s, _))) => *end_s,
        _ => END_S,
    };
    if is_palmers {
        simulator.state.view = View::Palmer;
        simulator.palmer.press(Press::Start);
    }
    let context = egui::Context::default();
    context.enable_accesskit();
    let mut tree = None;
    let (mut raster, mut last) = (Raster::new(size), None);
    let (frames, begun) = ((end_s / FRAME_S) as usize, Instant::now());
    for frame in 0..frames {
        let time = frame as f64 * FRAME_S;
        // The last gear is driven beyond the redline, for the warning.
        if is_palmers && simulator.palmer.car().engine_rpm() > 6900.0 && simulator.palmer.car().gear() < 3 {
            simulator.palmer.press(Press::ShiftUp);
        }
        let mut input = input(time, script, size, &hand);
        let name = pressed.get(frame / PRESS_FRAMES).filter(|_| frame % PRESS_FRAMES == PRESS_FRAMES - 1);
        input.events.extend(name.zip(tree.as_ref()).and_then(|(name, tree)| press::press(tree, name)));
        let mut output = context.run_ui(input, |ui| simulator.frame(ui, FRAME_S));
        tree = output.platform_output.accesskit_update.take();
        raster.load(&output.textures_delta);
        output.textures_delta.clear();
        last = Some((context.tessellate(output.shapes, output.pixels_per_point), output.pixels_per_point));
    }
    println!("{:.2} ms a frame", begun.elapsed().as_secs_f64() * 1000.0 / frames as f64);
    let (primitives, scale) = last.expect("a frame");
    raster.paint(&primitives, scale);
    write(&path, &raster);
}

/// What thumbs or a mouse do in a frame, in a window of some size.
fn pointed(time: f64, [width, height]: [f32; 2], hand: &str) -> Vec<Event> {
    let is_due = |at: f64| (time..time + FRAME_S).contains(&at);
    let button = |pos| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed: true,
        modifiers: Modifiers::NONE,
    };
    match hand {
        "touch" => {
            let touch = |id, phase, pos| Event::Touch {
                device_id: TouchDeviceId(0),
                id: TouchId(id),
                phase,
                pos,
                force: None,
            };
            // The first touch shows the controls.
            let mut events = vec![];
            if is_due(0.0) {
                let middle = pos2(0.5 * width, 0.5 * height);
                events.extend([touch(9, TouchPhase::Start, middle), touch(9, TouchPhase::End, middle)]);
            }
            for (id, (at, [x, y])) in THUMBS.into_iter().enumerate() {
                let x = if x < 0.0 { width + x } else { x };
                events.extend(is_due(at).then(|| touch(id as u64, TouchPhase::Start, pos2(x, height + y))));
            }
            events
        }
        "mouse" => {
            let [from, to] = MOUSE.map(|[x, y]| pos2(0.5 * width + x, 0.5 * height + y));
            match time {
                _ if is_due(0.3) => vec![Event::PointerMoved(from), button(from)],
                _ if is_due(0.5) => vec![Event::PointerMoved(pos2(from.x, to.y))],
                _ if is_due(3.6) => vec![Event::PointerMoved(to)],
                _ => vec![],
            }
        }
        _ => vec![],
    }
}

/// The keys that go down or up in a frame.
fn input(time: f64, script: &[(f64, Key, bool)], size: [usize; 2], hand: &str) -> RawInput {
    let due = |at: &f64| (time..time + FRAME_S).contains(at);
    let event = |(_, key, pressed): &(f64, Key, bool)| Event::Key {
        key: *key,
        physical_key: None,
        pressed: *pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let size = size.map(|side| side as f32);
    let mut events: Vec<_> = script.iter().filter(|(at, ..)| due(at)).map(event).collect();
    events.extend(pointed(time, size, hand));
    RawInput {
        screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), size.into())),
        time: Some(time),
        events,
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
