//! A run as an animated PNG.

use std::io::Cursor;

use skidpad_core::record::Channel;
use skidpad_models::MODELS;
use skidpad_plot::{AnimationError, LONGEST_S, Scene, SceneCar, animation};
use skidpad_world::telemetry::Recording;

const NAMES: [&str; 8] = [
    "time_s",
    "x_m",
    "y_m",
    "yaw_rad",
    "velocity_x_m_s",
    "front_left_force_y_n",
    "front_left_slip_angle_rad",
    "throttle",
];

/// A car at a speed along x whose front left tyre has a slip angle.
fn recording(seconds: f64, speed_m_s: f64, slip_angle_rad: f64) -> Recording {
    let channel = |name| Channel::new(name, "-", -1e6, 1e6);
    let mut recording = Recording::new(NAMES.map(channel).to_vec());
    let rows = (seconds * 100.0).round() as u32;
    for row in 0..=rows {
        let time_s = f64::from(row) * 0.01;
        recording.push(vec![time_s, speed_m_s * time_s, 0.0, 0.0, speed_m_s, 5000.0, slip_angle_rad, 1.0]);
    }
    recording
}

/// One car of a four-wheel model.
fn scene() -> Scene {
    scene_of("two_track")
}

fn scene_of(model: &str) -> Scene {
    let car = SceneCar {
        name: "car".to_owned(),
        prefix: String::new(),
        layout: MODELS.by_name(model).expect("a model").layout(),
        outline_m: [4.5, 1.8, 0.1],
        wheels_m: Some([[1.3, 0.75], [1.3, -0.75], [-1.3, 0.75], [-1.3, -0.75]]),
    };
    Scene { cars: vec![car], ..Scene::default() }
}

/// Number of frames, and the colours of the first as they are shown.
fn first_frame(bytes: &[u8]) -> (u32, Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let frames = reader.info().animation_control().expect("an animated one").num_frames;
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("a frame");
    (frames, pixels.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect())
}

#[test]
fn a_run_plays_at_its_own_pace_and_rests_at_its_end() {
    // 20 frames a second, from the first to the last instant, and a second of rest.
    let bytes = animation(&recording(2.0, 10.0, 0.0), &scene(), "car").expect("an animation");
    assert_eq!(first_frame(&bytes).0, 41 + 20);
}

/// Places of pixels that are rather red than anything else.
fn red(pixels: &[[u8; 3]]) -> usize {
    pixels.iter().filter(|[red, green, blue]| *red > 180 && *green < 90 && *blue < 90).count()
}

#[test]
fn the_force_of_a_tyre_is_red_where_it_slides() {
    let drawn = |slip_angle_rad| {
        let bytes = animation(&recording(0.1, 10.0, slip_angle_rad), &scene(), "car").expect("an animation");
        red(&first_frame(&bytes).1)
    };
    // The arrow that explains the colour is always there; the tyre's has 2.5 m at 16 pixels a metre.
    assert!(drawn(0.5) > drawn(0.05) + 60, "{} and {}", drawn(0.5), drawn(0.05));
}

/// Width of the picture.
const WIDTH_PX: usize = 800;

/// The longest green line from top to bottom, as an arrow of a gripping tyre draws it, pixels.
fn longest_arrow(pixels: &[[u8; 3]]) -> usize {
    let is_green = |[red, green, blue]: [u8; 3]| red < 40 && green > 110 && blue < 110;
    let longest = |column: usize| {
        let mut run = 0;
        let runs = pixels.iter().skip(column).step_by(WIDTH_PX).map(|pixel| {
            run = if is_green(*pixel) { run + 1 } else { 0 };
            run
        });
        runs.max().unwrap_or(0)
    };
    (0..WIDTH_PX).map(longest).max().unwrap_or(0)
}

/// Half of the force stood at each of two wheels in one place, and the body was a car's.
#[test]
fn an_axle_without_a_track_is_one_wheel_with_the_whole_force() {
    let axles = |half_track_m: f64| {
        let mut recording = recording(0.1, 10.0, 0.02);
        for channel in &mut recording.channels {
            channel.name = channel.name.replace("front_left", "front").leak();
        }
        let mut scene = scene_of("single_track");
        scene.cars[0].outline_m[1] = 2.0 * half_track_m + 0.2;
        for (at, place_m) in scene.cars[0].wheels_m.iter_mut().flatten().enumerate() {
            place_m[1] = if at % 2 == 0 { half_track_m } else { -half_track_m };
        }
        first_frame(&animation(&recording, &scene, "car").expect("an animation")).1
    };
    let (car, motorcycle) = (axles(0.75), axles(0.0));
    // 5 kN are an arrow of 40 pixels.
    let lengths = [&car, &motorcycle].map(|pixels| longest_arrow(pixels));
    assert!(lengths[0].abs_diff(20) <= 3 && lengths[1].abs_diff(40) <= 3, "{lengths:?}");
    let blue = |pixels: &[[u8; 3]]| pixels.iter().filter(|[red, _, blue]| *blue > 200 && *red < 80).count();
    assert!(3 * blue(&motorcycle) < 2 * blue(&car), "{} and {}", blue(&motorcycle), blue(&car));
}

#[test]
fn the_same_run_gives_the_same_bytes_and_another_title_others() {
    let draw = |title| animation(&recording(0.2, 10.0, 0.3), &scene(), title).expect("an animation");
    assert_eq!(draw("one"), draw("one"));
    assert_ne!(draw("one"), draw("other"));
}

#[test]
fn runs_without_positions_and_long_ones_are_refused() {
    let mut without = recording(1.0, 10.0, 0.0);
    without.channels.retain(|channel| channel.name != "yaw_rad");
    without.rows.iter_mut().for_each(|row| {
        row.remove(3);
    });
    assert_eq!(animation(&without, &scene(), "car"), Err(AnimationError::NoPosition));
    assert_eq!(
        animation(&recording(1.0, 10.0, 0.0), &Scene::default(), "car"),
        Err(AnimationError::NoPosition)
    );
    let long = recording(LONGEST_S + 1.0, 1.0, 0.0);
    assert_eq!(animation(&long, &scene(), "car"), Err(AnimationError::TooLong(LONGEST_S + 1.0)));
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn a_long_way_is_followed_by_the_camera() {
        // 120 m do not fit into a picture of 73 m: it begins at the car, which is blue, and not in the middle of its way.
        let bytes = animation(&recording(4.0, 30.0, 0.0), &scene(), "car").expect("an animation");
        let (_, pixels) = first_frame(&bytes);
        let blue = pixels.iter().filter(|[red, _, blue]| *blue > 200 && *red < 80).count();
        assert!(blue > 300, "{blue}");
    }
}
