//! The instruments of every model, opened and read through the tree that screen readers get.
#![allow(clippy::disallowed_methods)]

use egui::accesskit::Live;
use egui::{Key, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{AccessKitNode, NodeT as _, Queryable as _};
use skidpad_app::choice::Choice;
use skidpad_app::curves::{Slip, engine_curves, tyre_curves};
use skidpad_app::drive::Pace;
use skidpad_app::ui::{Simulator, Tab};
use skidpad_core::controls::{Controls, Gear};
use skidpad_models::MODELS;
use skidpad_world::ground::{Cell, Grid, Ground, Patch};
use skidpad_world::scene::Scene;

/// Long ones, so that few are drawn.
const FRAME_S: f64 = 1.0 / 20.0;

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
            drive_for(&mut window, 0.2);
            stop(&mut window);
            press(&mut window, "Tyres");
            let player = window.state().drive.player();
            let curves = tyre_curves(player, window.state().drive.scene());
            for tyre in &curves {
                let shown = all_said(&window, &format!("tyre curve {}: ", tyre.name));
                for curve in &tyre.curves {
                    let [slip, force] = curve.now;
                    let expected = match curve.over {
                        Slip::Ratio => format!("Fx {force:.0} N at {:.2} %", 100.0 * slip),
                        Slip::Angle => format!("Fy {force:.0} N at {:.2} °", slip.to_degrees()),
                        Slip::Speed => format!("F {force:.0} N at {:.2} km/h", 3.6 * slip),
                    };
                    assert!(shown.iter().any(|text| text.contains(&expected)), "{}: {shown:?}", model.name);
                }
                assert_eq!(shown.len(), tyre.curves.len(), "{}", model.name);
            }
            press(&mut window, "Engine");
            let drive = &window.state().drive;
            match engine_curves(drive.player(), drive.scene()) {
                Some(engine) if engine.torque.is_empty() => {
                    let expected = format!("wheel force: {:.0} N", engine.drive.unwrap()[1]);
                    assert!(!all_said(&window, &expected).is_empty(), "{}: {expected}", model.name);
                }
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
    let peak_n = tyre_curves(drive.player(), drive.scene())[2].over(Slip::Ratio).unwrap().peak.unwrap()[1];
    let expected = format!("peak {:.0} lbf", peak_n / 4.4482216);
    assert!(all_said(&window, "tyre curve ")[0].contains(&expected), "{expected}");
    press(&mut window, "All tyres");
    assert_eq!(all_said(&window, "tyre curve ").len(), 8);
}

/// The plots are opened by their key, held, zoomed and exported by their buttons, and a channel is chosen from the list.
#[test]
fn plots_are_opened_held_and_sent_out() {
    let mut window = of_model("two_track", "boxster-s");
    window.key_down(Key::W);
    drive_for(&mut window, 1.0);
    assert!(all_said(&window, "plot from").is_empty());
    window.key_press(Key::L);
    drive_for(&mut window, 0.1);
    assert_eq!(all_said(&window, "plot from").len(), 4);
    press(&mut window, "Hold plots");
    let held = all_said(&window, "plot from");
    let series = &window.state().drive.past().series()[0];
    let at_s = window.state().state.plots.held_s.unwrap();
    let speed = series.at(series.place("velocity_x_m_s").unwrap(), at_s).unwrap();
    assert!(
        held[0].contains(&format!("velocity x {:.3} km/h", 3.6 * speed)) && held[0].contains("held"),
        "{held:?}"
    );
    drive_for(&mut window, 0.5);
    assert_eq!(all_said(&window, "plot from"), held);
    press(&mut window, "Shorter");
    assert!(window.state().state.plots.span_s < 10.0);
    press(&mut window, "Stack");
    assert_eq!(all_said(&window, "plot from").len(), 1);
    press(&mut window, "Drop 1");
    assert_eq!(window.state().state.plots.channels[0], "acceleration_y_m_s2");
    window.state_mut().state.plots.find = String::from("rear_left_load");
    window.run_steps(2);
    press(&mut window, "Channels");
    window.get_by_label("rear_left_load_n").click_accesskit();
    window.run_steps(3);
    window.key_press(Key::Escape);
    window.run_steps(2);
    press(&mut window, "Export CSV");
    let post = &window.state().post.out;
    assert_eq!((post.len(), post[0].name.as_str()), (1, "plots.csv"));
    let text = String::from_utf8(post[0].bytes.clone()).unwrap();
    let first = text.lines().next().unwrap();
    assert_eq!(first, "time_s,acceleration_y_m_s2,yaw_rate_rad_s,engine_rad_s,rear_left_load_n");
}

/// All that is painted within the plots.
fn painted(window: &Harness<'_, Simulator>) -> String {
    let nodes = window.query_all_by(|node| said(node).starts_with("plot from"));
    let plots: Vec<_> = nodes.map(|node| node.rect()).collect();
    let shapes = window.output().shapes.iter();
    let inside = shapes.filter(|shape| plots.iter().any(|plot| plot.contains_rect(shape.clip_rect)));
    inside.map(|shape| format!("{shape:?}")).collect()
}

/// Held in the first seconds the picture went on, since its axis goes on to the right of what is held: numbers that came
/// later were drawn, and stretched the other axis.
#[test]
fn held_plots_stay_as_they_are_from_the_start() {
    let mut window = of_model("two_track", "boxster-s");
    window.key_down(Key::W);
    window.key_press(Key::L);
    drive_for(&mut window, 1.0);
    press(&mut window, "Hold plots");
    let held = painted(&window);
    assert!(held.len() > 1000);
    drive_for(&mut window, 1.0);
    assert!(painted(&window) == held, "what is held is painted otherwise");
}

/// The wheel on a plot zoomed, and scrolled the plots away under the pointer besides.
#[test]
fn the_wheel_on_a_plot_zooms_and_does_not_scroll() {
    let mut window = of_model("two_track", "boxster-s");
    window.key_press(Key::L);
    let names: Vec<String> =
        window.state().drive.player().seen().all().map(|own| own.0.name.into()).collect();
    window.state_mut().state.plots.channels = names.into_iter().take(20).collect();
    drive_for(&mut window, 1.0);
    let first = |window: &Harness<'_, Simulator>| {
        window.query_all_by(|node| said(node).starts_with("plot from")).next().unwrap().rect()
    };
    let (before, span_s) = (first(&window), window.state().state.plots.span_s);
    window.event(egui::Event::PointerMoved(before.center()));
    window.run_steps(2);
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, -3.0),
        modifiers: egui::Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    });
    window.run_steps(30);
    assert!(window.state().state.plots.span_s > 1.05 * span_s);
    assert_eq!(first(&window), before);
}

/// What is wrong was told twice, by the lamps and below the plan, in other words; now once, and a screen reader says it
/// at once. So with the redline.
#[test]
fn trouble_is_told_once_and_at_once() {
    let mut window = of_model("two_track", "boxster-s");
    let go = |window: &mut Harness<'_, Simulator>, seconds: usize, gear: Gear| {
        let controls = Controls { throttle: 1.0, gear, ..Controls::default() };
        let drive = &mut window.state_mut().drive;
        drive.set_pace(Pace::Paused);
        (0..240 * seconds).for_each(|_| drive.single_step_with(&controls));
        window.run_steps(2);
    };
    let live = |window: &Harness<'_, Simulator>, word: &str| -> Vec<Live> {
        let is_label = |node: &AccessKitNode<'_>| node.role() == egui::accesskit::Role::Label;
        let says = |node: &AccessKitNode<'_>| said(node).to_lowercase().contains(word);
        let nodes = window.query_all_by(|node| is_label(node) && says(node));
        nodes.map(|node| node.accesskit_node().live()).collect()
    };
    go(&mut window, 4, Gear::Forward(1));
    let redline = live(&window, "redline");
    assert_eq!(redline.iter().filter(|live| **live == Live::Polite).count(), 1, "{redline:?}");
    assert_eq!(live(&window, "blown engine"), []);
    go(&mut window, 12, Gear::Automatic);
    go(&mut window, 1, Gear::Forward(1));
    assert_eq!(live(&window, "blown engine"), [Live::Assertive]);
    window.set_size(vec2(390.0, 844.0));
    window.run_steps(3);
    assert_eq!(live(&window, "blown engine"), [Live::Assertive], "on a phone, too");
    press(&mut window, "Instruments");
    assert_eq!(live(&window, "blown engine"), [Live::Assertive]);
}

/// In reverse the gear was told as "-1", in neutral as "0".
#[test]
fn gears_are_told_in_letters() {
    let mut window = of_model("two_track", "boxster-s");
    window.state_mut().state.tab = Tab::Engine;
    for gear in ["N", "R"] {
        window.key_press(Key::Q);
        drive_for(&mut window, 1.5);
        let said = all_said(&window, "wheel force");
        assert!(said[0].contains(&format!("in gear {gear},")), "{said:?}");
    }
}

/// On a phone the plots stand below the instruments, and every tab fits.
#[test]
fn a_small_window_has_all_instruments() {
    let mut window = of_model("two_track", "boxster-s");
    window.set_size(vec2(390.0, 844.0));
    window.run_steps(3);
    press(&mut window, "Instruments");
    for tab in ["Tyres", "Engine", "Motion and wheels"] {
        press(&mut window, tab);
    }
    assert!(all_said(&window, "plot from").is_empty());
    press(&mut window, "Plots");
    assert_eq!(all_said(&window, "plot from").len(), 4);
}

/// The lamps say what their assists do, and their switches switch them while the car goes on.
#[test]
fn lamps_are_read_and_assists_switched() {
    let mut window = of_model("two_track", "boxster-s");
    window.key_down(Key::W);
    drive_for(&mut window, 0.5);
    assert_eq!(all_said(&window, "lamp ABS"), ["lamp ABS: ready"]);
    let time_s = window.state().drive.time_s();
    press(&mut window, "ABS");
    assert_eq!(all_said(&window, "lamp ABS"), ["lamp ABS: off"]);
    assert!(window.state().drive.time_s() > time_s);
    let chassis = |window: &Harness<'_, Simulator>| {
        window.state().drive.player().choice().vehicle.as_ref().unwrap().1.chassis().abs.is_set()
    };
    assert!(!chassis(&window));
    press(&mut window, "ABS");
    assert!(chassis(&window));
    assert!(all_said(&of_model("kinematic", "boxster-s"), "lamp ").is_empty());
}

/// A measured map under the car is told, and any size of it is drawn from any height without a fault.
#[test]
fn the_ground_under_the_car_is_told_and_maps_are_drawn() {
    let cell = |index: usize| Cell { grip: 0.5, rolling: 1.0, height_m: 0.001 * (index % 40) as f64 };
    let grid = Grid::new([-20.0, -20.0], [1.0, 1.0], 41, (0..41 * 41).map(cell).collect()).unwrap();
    let scene = Scene { ground: Ground::from_patches(vec![Patch::Map(grid)]), ..Scene::straight() };
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    let mut window = window(Simulator::new(scene, &car).unwrap());
    for points_per_m in [0.5, 3.0, 20.0, 120.0] {
        window.state_mut().state.camera.points_per_m = points_per_m;
        window.state_mut().state.camera.turns = points_per_m > 10.0;
        window.run_steps(2);
        assert!(all_said(&window, "top view: ")[0].contains("on ground of grip 0.50"));
    }
}

/// The frame's own work with four plots of a minute, two ghosts and all tyres' curves.
#[test]
#[ignore = "soak: measures time"]
fn a_frame_with_four_plots_of_a_minute_is_quick() {
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    let mut simulator = Simulator::new(Scene::straight(), &car).unwrap();
    for ghost in ["single_track", "two_track"] {
        simulator.drive.add_ghost(&car.in_model(ghost).unwrap()).unwrap();
    }
    (0..62 * 240).for_each(|_| simulator.drive.single_step());
    for (tab, shows_plots) in
        [(Tab::Drive, false), (Tab::Drive, true), (Tab::Tyres, true), (Tab::Engine, true)]
    {
        (simulator.state.tab, simulator.state.shows_plots, simulator.state.plots.span_s) =
            (tab, shows_plots, 60.0);
        let context = egui::Context::default();
        let size = Some(egui::Rect::from_min_size(egui::pos2(0.0, 0.0), vec2(1280.0, 860.0)));
        let mut frame = |frames: u32| {
            let begun = std::time::Instant::now();
            for _ in 0..frames {
                let input = egui::RawInput { screen_rect: size, ..Default::default() };
                let mut output = context.run_ui(input, |ui| simulator.frame(ui, FRAME_S));
                output.textures_delta.clear();
                context.tessellate(output.shapes, output.pixels_per_point);
            }
            1000.0 * begun.elapsed().as_secs_f64() / f64::from(frames)
        };
        frame(20);
        // The quickest of some, as other programs run beside it.
        let ms = (0..24).map(|_| frame(5)).fold(f64::MAX, f64::min);
        println!("{tab:?}, plots {shows_plots}: {ms:.2} ms");
        assert!(ms < 4.0 || cfg!(debug_assertions), "{tab:?}: {ms} ms");
    }
}
