//! What pictures are of that no key reaches.

use skidpad_app::choice::Choice;
use skidpad_app::drive::{Drive, read_run};
use skidpad_app::plots::lap_trace::WhichLap;
use skidpad_app::tread::heading_rad;
use skidpad_app::ui::Simulator;
use skidpad_core::controls::{Controls, Gear};
use skidpad_core::model::Pose;
use skidpad_core::step::Dt;
use skidpad_formats::log;
use skidpad_models::MODELS;
use skidpad_world::ground::{Area, Cell, Grid, Ground, Patch, Shape};
use skidpad_world::log::{CarLabel, LogSettings, LoggedWorld};
use skidpad_world::rolling::Begin;
use skidpad_world::scene::Scene;
use skidpad_world::world::{Member, Site, World};

/// A road with grip as somebody has measured it: wet tracks, and a dip with ice in it.
pub fn measured() -> Scene {
    let nodes = (0..41).flat_map(|row| (0..121).map(move |column| (f64::from(column), f64::from(row))));
    let cell = |(x, y): (f64, f64)| {
        let wet = 0.4 * (-((y - 16.0) / 3.0).powi(2)).exp() + 0.3 * (-((y - 24.0) / 2.0).powi(2)).exp();
        let dip = (-(((x - 70.0) / 8.0).powi(2) + ((y - 20.0) / 6.0).powi(2))).exp();
        Cell { grip: (1.0 - wet - 0.7 * dip).max(0.1), rolling: 1.0, height_m: -0.6 * dip }
    };
    let grid = Grid::new([-10.0, -10.0], [0.5, 0.5], 121, nodes.map(cell).collect()).expect("a map");
    Scene { ground: Ground::from_patches(vec![Patch::Map(grid)]), ..Scene::straight() }
}

/// Drives a lap and a bit of the scene's course along its middle, for its ghost.
pub fn lap(simulator: &mut Simulator) {
    let Some(course) = simulator.drive.scene().course.clone() else { return };
    simulator.drive.set_hands(None);
    let mut wanted_m_s = 11.0;
    while simulator.drive.laps().is_some_and(|laps| laps.best().is_none() || laps.time_s() < Some(6.0)) {
        let player = simulator.drive.player();
        let (pose, speed) = (player.drawn(1.0), player.seen().speed_m_s());
        let [x, y, _] = pose.position_m;
        let ahead = course.at(course.locate([x, y], None).distance_m + 9.0).position_m;
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

/// The ideal line with its driver on his way, or two of his laps over each other.
pub fn ideal(simulator: &mut Simulator, has_laps: bool) {
    simulator.state.shown.ideal_line = true;
    let drive = &mut simulator.drive;
    drive.set_line_driver(true);
    while drive.ideal().is_none() {
        drive.frame(0.0, &Controls::default());
        if drive.ideal_note() != Some("Finding the ideal line") && drive.ideal().is_none() {
            panic!("{:?}", drive.ideal_note());
        }
        std::thread::sleep(core::time::Duration::from_millis(50));
    }
    let controls = Controls { gear: Gear::Automatic, ..Controls::default() };
    let laps = if has_laps { 2 } else { 1 };
    while drive.laps().expect("a course").driven().len() < laps && drive.time_s() < 600.0 {
        drive.frame(0.1, &controls);
    }
    (0..if has_laps { 50 } else { 150 }).for_each(|_| {
        drive.frame(0.1, &controls);
    });
    println!(
        "{:?}, optimal {:?}",
        drive.laps().map(|laps| laps.driven().to_vec()),
        drive.ideal().map(|lap| lap.time_s())
    );
    simulator.state.has_begun = true;
    simulator.state.shows_plots = has_laps;
    simulator.state.lap_pair.is_shown = has_laps;
    simulator.state.lap_pair.laps = [WhichLap::Last, WhichLap::Optimal];
}

/// A crest off which a fast car jumps: 1 m high within 20 m.
pub fn crest() -> Scene {
    let shape = Shape::Rectangle { size_m: [20.0, 40.0] };
    let area = Area { centre_m: [60.0, 0.0], heading_rad: 0.0, shape };
    Scene { ground: Ground::from_patches(vec![Patch::Bump { area, height_m: 1.0 }]), ..Scene::straight() }
}

/// Poses that a picture is asked for by name: the height of the body's origin, m, its roll and pitch, degrees, and the time for
/// which the car moves on, s.
const POSES: [(&str, [f64; 4]); 9] = [
    ("side", [1.0, 90.0, 0.0, 3.0]),
    ("roof", [1.5, 180.0, 0.0, 3.0]),
    ("rolling", [1.2, 55.0, 5.0, 0.01]),
    ("over", [2.5, 125.0, -15.0, 0.01]),
    ("flying", [1.5, -8.0, -12.0, 0.01]),
    ("nose", [3.0, 0.0, 80.0, 0.01]),
    ("tail", [3.0, 10.0, -135.0, 0.01]),
    ("high", [50.0, 20.0, 10.0, 0.01]),
    ("below", [-5.0, 0.0, 0.0, 0.0]),
];

/// A replay of a car that moves in space and was put at one of the poses; `None`: there is none of this name.
pub fn put(car: &Choice, scene: &Scene, name: &str) -> Option<Drive> {
    let (_, [height_m, roll, pitch, moves_s]) = POSES.into_iter().find(|(own, _)| *own == name)?;
    let begin = Begin { gear: Gear::Forward(1), initial: &[], method: None };
    let mut member = Member { car: car.model.begin(&car.car(), &begin).expect("a car"), body: None };
    let pose = Pose { position_m: [3.0, 0.0, height_m], quaternion: [1.0, 0.0, 0.0, 0.0] };
    let pose = pose.on_springs(0.0, roll.to_radians(), pitch.to_radians());
    member.car.put(&pose).expect("a car in space");
    let mut world = LoggedWorld::new(World::new(Site::from(scene)), LogSettings::default());
    world.add(member, CarLabel::named(&car.name)).expect("a member");
    let dt = Dt::new(1.0 / 240.0).expect("a step");
    (0..(moves_s * 240.0) as usize + 1).for_each(|_| {
        world.step(dt);
    });
    let run = read_run(&MODELS, &log::encode(&world.log(), &MODELS).expect("a log")).expect("a run");
    let mut drive = Drive::replay(&run).expect("it is shown");
    while drive.playback().is_some_and(|playback| !playback.is_over()) {
        drive.frame(0.01, &Controls::default());
    }
    Some(drive)
}
