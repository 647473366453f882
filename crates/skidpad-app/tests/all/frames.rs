//! What a frame of the picture costs.
#![allow(clippy::disallowed_methods)]

use std::time::Instant;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use skidpad_app::choice::Choice;
use skidpad_app::ui::{Simulator, State};
use skidpad_world::scene::Scene;

const FRAME_S: f64 = 1.0 / 60.0;

/// The frame's own time, ms: the quickest of some, as other programs run beside it.
fn frame_ms(scene: &str, set: impl Fn(&mut State), opens: &[&str]) -> f64 {
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    let mut simulator = Simulator::new(Scene::by_name(scene).unwrap(), &car).unwrap();
    set(&mut simulator.state);
    let mut window = Harness::builder()
        .with_size(egui::vec2(1280.0, 860.0))
        .build_ui_state(|ui, simulator: &mut Simulator| simulator.frame(ui, FRAME_S), simulator);
    window.run_steps(20);
    for label in opens {
        window.get_by_label(label).click();
        window.run_steps(30);
    }
    let mut five = || {
        let begun = Instant::now();
        window.run_steps(5);
        200.0 * begun.elapsed().as_secs_f64()
    };
    (0..24).map(|_| five()).fold(f64::MAX, |least, next| if next < least { next } else { least })
}

/// The lines of height of a map were cut again from all its cells for every frame.
#[test]
#[ignore = "soak: measures time"]
fn a_map_costs_little() {
    let [level, slope] =
        ["endless", "slope"].map(|scene| frame_ms(scene, |state| state.camera.points_per_m = 3.0, &[]));
    println!("level {level:.2} ms, slope {slope:.2} ms");
    assert!(slope < level + 1.0, "{slope} {level}");
}

/// A circuit of 5 km is drawn from what is seen of it, near and from far away.
#[test]
#[ignore = "soak: measures time"]
fn a_track_costs_little() {
    for points_per_m in [12.0, 3.0, 0.3] {
        let [plain, track] = ["endless", "grand-prix"]
            .map(|scene| frame_ms(scene, |state| state.camera.points_per_m = points_per_m, &[]));
        println!("{points_per_m} points per m: plain {plain:.2} ms, track {track:.2} ms");
        // All of it is seen from far away; a frame at 60 Hz is 16.7 ms.
        assert!(track < plain + 5.0, "{track} {plain}");
    }
}

/// For every number that is shown the whole vehicle was copied, several times a frame.
#[test]
#[ignore = "soak: measures time"]
fn tuning_costs_little() {
    let [closed, open] = [&[][..], &["Tuning"]].map(|opens| frame_ms("endless", |_| {}, opens));
    println!("tuning closed {closed:.2} ms, open {open:.2} ms");
    assert!(open < closed + 1.0, "{open} {closed}");
}
