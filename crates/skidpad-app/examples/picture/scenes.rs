//! What pictures are of that no key reaches.

use skidpad_app::plots::lap_trace::WhichLap;
use skidpad_app::tread::heading_rad;
use skidpad_app::ui::Simulator;
use skidpad_core::controls::{Controls, Gear};
use skidpad_world::ground::{Cell, Grid, Ground, Patch};
use skidpad_world::scene::Scene;

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
