//! The top view of cars, walls and contacts.

use skidpad_core::math::Vec2;
use skidpad_core::record::Channel;
use skidpad_models::MODELS;
use skidpad_plot::{Scene, SceneCar, scene_figure};
use skidpad_world::contact::{Barrier, Met, Wall};
use skidpad_world::scenario::ContactEvent;
use skidpad_world::telemetry::Recording;

const NAMES: [&str; 7] = ["time_s", "x_m", "y_m", "yaw_rad", "ram.x_m", "ram.y_m", "ram.yaw_rad"];

/// Two cars that come towards each other from 20 m either side.
fn recording() -> Recording {
    let channel = |name| Channel::new(name, "m", -1e3, 1e3);
    let mut recording = Recording::new(NAMES.map(channel).to_vec());
    for row in 0..=100 {
        let time_s = f64::from(row) * 0.01;
        recording.push(vec![time_s, -20.0 + 20.0 * time_s, 0.0, 0.0, 20.0 - 20.0 * time_s, 0.5, 3.1]);
    }
    recording
}

fn scene(barriers: &[Barrier]) -> Scene {
    let car = |name: &str, prefix: &str| SceneCar {
        name: name.to_owned(),
        prefix: prefix.to_owned(),
        layout: MODELS.by_name("two_track").expect("a model").layout(),
        outline_m: [4.5, 1.8, 0.1],
        wheels_m: Some([[1.3, 0.75], [1.3, -0.75], [-1.3, 0.75], [-1.3, -0.75]]),
    };
    let wall = |barrier: &Barrier| Wall { barrier: *barrier, restitution: 0.2, friction: 0.5 };
    let contact = ContactEvent {
        time_s: 0.87,
        until_s: 0.87,
        car: 0,
        met: Met::Body(1),
        position_m: Vec2::new(0.0, 0.2),
        approach_speed_m_s: 40.0,
        normal_impulse_n_s: 2e4,
        energy_lost_j: 3e5,
    };
    Scene {
        cars: vec![car("mine", ""), car("ram", "ram.")],
        walls: barriers.iter().map(wall).collect(),
        contacts: vec![contact],
    }
}

#[test]
fn cars_walls_and_contacts_are_drawn() {
    let segment = Barrier::Segment { from_m: Vec2::new(10.0, -3.0), to_m: Vec2::new(10.0, 3.0) };
    let figure = scene_figure(&recording(), &scene(&[segment])).expect("a picture");
    assert_eq!(figure.file, "scene.svg");
    for shown in [">mine<", ">ram<", ">walls<", ">0.87 s<", "x (m)"] {
        assert!(figure.svg.contains(shown), "{shown}");
    }
}

/// A wall that is farther away than the picture reaches does not stretch it, and an endless one is cut at its edge.
#[test]
fn walls_do_not_stretch_the_picture() {
    let bare = scene_figure(&recording(), &scene(&[])).expect("a picture");
    assert!(!bare.svg.contains(">walls<"));
    let far = Barrier::Segment { from_m: Vec2::new(900.0, -3.0), to_m: Vec2::new(900.0, 3.0) };
    let post = Barrier::Post { centre_m: Vec2::new(0.0, 1e6), radius_m: 0.2 };
    let behind = Barrier::HalfPlane { point_m: Vec2::new(-1e5, 0.0), normal: Vec2::new(1.0, 0.0) };
    let figure = scene_figure(&recording(), &scene(&[far, post, behind])).expect("a picture");
    assert_eq!(figure.svg, bare.svg);
    let house = Barrier::HalfPlane { point_m: Vec2::new(1e5, -4.0), normal: Vec2::new(0.0, 3.0) };
    let figure = scene_figure(&recording(), &scene(&[house])).expect("a picture");
    assert!(figure.svg.contains(">walls<") && !figure.svg.contains("1000"), "{}", figure.svg.len());
}

#[test]
fn a_run_without_positions_has_no_picture() {
    let channel = |name| Channel::new(name, "m", -1e3, 1e3);
    let mut recording = Recording::new(["time_s", "position_m"].map(channel).to_vec());
    recording.push(vec![0.0, 1.0]);
    assert!(scene_figure(&recording, &scene(&[])).is_none());
}
