//! The instruments of every model, opened and read through the tree that screen readers get.
#![allow(clippy::disallowed_methods)]

use egui::{Key, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{AccessKitNode, NodeT as _, Queryable as _};
use skidpad_app::curves::{engine_curves, tyre_curves};
use skidpad_app::drive::Choice;
use skidpad_app::scene::Scene;
use skidpad_app::ui::Simulator;
use skidpad_world::models::MODELS;

const FRAME_S: f64 = 1.0 / 60.0;

fn window(simulator: Simulator) -> Harness<'static, Simulator> {
    let mut harness = Harness::builder()
        .with_size(vec2(1280.0, 1400.0))
        .build_ui_state(|ui, simulator: &mut Simulator| simulator.frame(ui, FRAME_S), simulator);
    harness.run_steps(2);
    harness
}

fn of_model(model: &str, car: &str) -> Harness<'static, Simulator> {
    let car = Choice::preset("two_track", car).unwrap().in_model(model).unwrap();
    window(Simulator::new(Scene::straight(), &car).unwrap())
}

fn drive_for(window: &mut Harness<'_, Simulator>, seconds: f64) {
    window.run_steps((seconds / FRAME_S).round() as usize);
}

fn said(node: &AccessKitNode<'_>) -> String {
    node.label().or_else(|| node.value()).unwrap_or_default()
}

/// All that is said and begins so.
fn all_said(window: &Harness<'_, Simulator>, begins: &str) -> Vec<String> {
    let nodes = window.query_all_by(|node| said(node).starts_with(begins));
    nodes.map(|node| said(&node.accesskit_node())).collect()
}

fn press(window: &mut Harness<'_, Simulator>, label: &str) {
    window.get_by_label(label).click();
    window.run_steps(2);
}

/// Pauses, so that what is shown and what is computed are of the same instant.
fn stop(window: &mut Harness<'_, Simulator>) {
    window.key_press(Key::P);
    window.run_steps(2);
}

/// Every tab of every model, on two cars: nothing breaks, and what is said is what the library computes.
#[test]
fn every_tab_of_every_model_says_what_the_library_computes() {
    for model in MODELS.iter().filter(|model| model.name != "w1") {
        for car in ["boxster-s", "tesla-model-s-60"] {
            let Ok(choice) = Choice::preset("two_track", car).unwrap().in_model(model.name) else { continue };
            let mut window = window(Simulator::new(Scene::straight(), &choice).unwrap());
            window.key_down(Key::W);
            drive_for(&mut window, 0.6);
            stop(&mut window);
            press(&mut window, "Tyres");
            let player = window.state().drive.player();
            let curves = tyre_curves(player, window.state().drive.scene());
            for tyre in &curves {
                let shown = all_said(&window, &format!("tyre curve {}: ", tyre.name));
                let expected = format!("Fx {:.0} N at {:.2} %", tyre.along.now[1], 100.0 * tyre.along.now[0]);
                assert!(shown.iter().any(|text| text.contains(&expected)), "{}: {shown:?}", model.name);
                assert_eq!(shown.len(), 1 + usize::from(tyre.across.is_some()), "{}", model.name);
            }
            press(&mut window, "Engine");
            let drive = &window.state().drive;
            match engine_curves(drive.player(), drive.scene()) {
                Some(engine) => {
                    let expected = format!("engine curve: {:.0} N·m", engine.now[1]);
                    assert!(!all_said(&window, &expected).is_empty(), "{}: {expected}", model.name);
                }
                None => assert!(!all_said(&window, "This model has no engine").is_empty(), "{}", model.name),
            }
        }
    }
}

/// One tyre can be chosen, and all again; another unit is another number of the same force.
#[test]
fn a_tyre_is_chosen_and_units_are_switched() {
    let mut window = of_model("two_track", "boxster-s");
    drive_for(&mut window, 0.2);
    stop(&mut window);
    press(&mut window, "Tyres");
    assert_eq!(all_said(&window, "tyre curve ").len(), 8);
    press(&mut window, "RL");
    let shown = all_said(&window, "tyre curve ");
    assert!(shown.len() == 2 && shown[0].starts_with("tyre curve rear left"), "{shown:?}");
    press(&mut window, "Imperial");
    let drive = &window.state().drive;
    let peak_n = tyre_curves(drive.player(), drive.scene())[2].along.peak.unwrap()[1];
    let expected = format!("peak {:.0} lbf", peak_n / 4.4482216);
    assert!(all_said(&window, "tyre curve ")[0].contains(&expected), "{expected}");
    press(&mut window, "All tyres");
    assert_eq!(all_said(&window, "tyre curve ").len(), 8);
}
