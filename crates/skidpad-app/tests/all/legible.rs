//! What is shown can be read: letters are large enough, labels are whole, and what a model does not know is no number.

use egui::epaint::{ClippedShape, Shape, TextShape};
use egui::{Key, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use skidpad_app::choice::Choice;
use skidpad_app::ui::{Simulator, Tab, View, look};
use skidpad_world::scene::Scene;

/// The smallest letters, points.
const LEAST: f32 = 12.0;

fn window(model: &str, car: &str) -> Harness<'static, Simulator> {
    let simulator = Simulator::new(Scene::straight(), &Choice::preset(model, car).unwrap()).unwrap();
    let mut window = Harness::builder()
        .with_size(vec2(1280.0, 860.0))
        .build_ui_state(|ui, simulator: &mut Simulator| simulator.frame(ui, 1.0 / 60.0), simulator);
    window.run_steps(3);
    window
}

/// All texts that are painted, with the rectangle that they are cut to.
fn texts(window: &Harness<'_, Simulator>) -> Vec<(TextShape, egui::Rect)> {
    fn collect(shape: &Shape, clip: egui::Rect, texts: &mut Vec<(TextShape, egui::Rect)>) {
        match shape {
            Shape::Text(text) => texts.push((text.clone(), clip)),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, texts)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    let shapes = window.output().shapes.iter();
    shapes.for_each(|ClippedShape { shape, clip_rect, .. }| collect(shape, *clip_rect, &mut texts));
    texts
}

fn smallest(window: &Harness<'_, Simulator>, where_: &str) {
    let texts = texts(window);
    assert!(texts.len() > 5, "{where_}: {}", texts.len());
    for (text, _) in texts {
        for section in &text.galley.job.sections {
            let size = section.format.font_id.size;
            let said = &text.galley.job.text;
            assert!(size >= LEAST, "{where_}: {said:?} has letters of {size} points");
        }
    }
}

/// Letters had 9 to 11 points in tables, diagrams and hints. All panels are opened, and the letters of all texts measured.
#[test]
fn no_letters_are_too_small() {
    for (model, car) in
        [("two_track_sprung", "boxster-s"), ("motorcycle", "cbr1000rr"), ("point_mass", "boxster-s")]
    {
        let mut window = window(model, car);
        window.state_mut().state.shown.slips = true;
        window.key_down(Key::W);
        window.run_steps(20);
        window.state_mut().state.shows_plots = true;
        for (tab, name) in Tab::ALL {
            window.state_mut().state.tab = tab;
            window.run_steps(3);
            smallest(&window, &format!("{model}, {name}"));
        }
        for header in ["Keys", "Tuning", "Brakes", "Vehicle file", "Run", "Link"] {
            // A model with a car of its own is not tuned.
            let Some(node) = window.query_by_label(header) else { continue };
            node.click_accesskit();
            window.run_steps(12);
        }
        smallest(&window, &format!("{model}, all open"));
        window.state_mut().state.sheet = skidpad_app::ui::Sheet::SetUp;
        window.set_size(vec2(390.0, 844.0));
        window.run_steps(5);
        smallest(&window, "a small window");
    }
    let mut window = window("two_track", "boxster-s");
    window.state_mut().state.view = View::Palmer;
    window.run_steps(5);
    smallest(&window, "Palmer's simulator");
    // A tooltip has its own style.
    window.state_mut().state.view = View::Plan;
    window.state_mut().state.shows_plots = true;
    window.run_steps(3);
    window.get_by_label("Hold plots").hover();
    window.run_steps(60);
    smallest(&window, "a hint");
}

/// Numbers at the left of plots and the names of axes were cut: there was less room than they are wide.
#[test]
fn labels_of_diagrams_are_whole() {
    let mut window = window("two_track", "boxster-s");
    window.set_size(vec2(1280.0, 1400.0));
    window.state_mut().state.shows_plots = true;
    let channels =
        ["engine_rad_s", "front_left_load_n", "front_left_force_x_n", "yaw_rate_rad_s", "position_x_m"];
    window.state_mut().state.plots.channels = channels.map(String::from).to_vec();
    window.key_down(Key::W);
    window.run_steps(200);
    for is_stacked in [true, false] {
        window.state_mut().state.plots.is_stacked = is_stacked;
        for (tab, name) in Tab::ALL {
            window.state_mut().state.tab = tab;
            window.run_steps(3);
            let is_picture = |begins: &str| {
                let nodes = window.query_all_by(|node| {
                    node.label().or_else(|| node.value()).unwrap_or_default().starts_with(begins)
                });
                nodes.map(|node| node.rect()).collect::<Vec<_>>()
            };
            let pictures: Vec<_> = ["plot from", "tyre curve", "engine curve", "wheel force"]
                .into_iter()
                .flat_map(is_picture)
                .collect();
            let mut count = 0;
            for (text, clip) in texts(&window) {
                let rect = text.visual_bounding_rect();
                let is_inside = pictures.iter().any(|picture| picture.expand(2.0).contains_rect(clip));
                // An axis without a name has an empty text, whose rectangle is nowhere.
                if text.galley.job.text.is_empty() || !is_inside {
                    continue;
                }
                count += 1;
                assert!(clip.expand(1.0).contains_rect(rect), "{name}: {:?} is cut", text.galley.job.text);
            }
            assert!(count > 10, "{name}: {count}");
        }
    }
}

/// What a screen reader says of all labels.
fn labels(window: &Harness<'_, Simulator>) -> Vec<String> {
    let nodes = window.query_all_by(|node| node.label().or_else(|| node.value()).is_some());
    nodes.map(|node| node.accesskit_node()).filter_map(|node| node.label().or_else(|| node.value())).collect()
}

/// A point mass has no yaw rate, a kinematic bicycle no slip: they were shown as 0, as if they had been measured.
#[test]
fn what_a_model_does_not_know_is_a_dash() {
    let dashes = |model: &str| {
        let window = window(model, "boxster-s");
        let after = |name: &str| {
            let all = labels(&window);
            let place =
                all.iter().position(|label| label == name).unwrap_or_else(|| panic!("{name}: {all:?}"));
            all[place..].iter().find(|label| *label != name).cloned().unwrap_or_default()
        };
        ["steering angle", "sideslip angle", "slip angle front", "yaw rate"].map(after)
    };
    assert_eq!(dashes("point_mass"), ["-", "-", "-", "-"].map(String::from));
    let known = dashes("two_track");
    assert!(known.iter().all(|value| value.contains('°')), "{known:?}");
}

/// A share that nobody knows was drawn in green, as if the tyre held well. It is a dash, in grey.
#[test]
fn an_unknown_friction_utilisation_is_a_grey_dash() {
    let colours = |model: &str| -> Vec<(String, egui::Color32)> {
        let window = window(model, "boxster-s");
        let names = ["FL ", "FR ", "RL ", "RR ", "F ", "R "];
        let is_share = |said: &str| {
            names
                .iter()
                .any(|name| said.strip_prefix(name).is_some_and(|share| share == "-" || share.ends_with('%')))
        };
        let texts = texts(&window).into_iter().map(|(text, _)| text);
        let shares = texts.filter(|text| is_share(&text.galley.job.text));
        let colour = |text: &TextShape| {
            let own = text.galley.job.sections[0].format.color;
            if own == egui::Color32::PLACEHOLDER { text.fallback_color } else { own }
        };
        shares.map(|text| (text.galley.job.text.clone(), colour(&text))).collect()
    };
    let known = colours("two_track");
    assert!(known.len() == 4 && known.iter().all(|(said, _)| said.ends_with('%')), "{known:?}");
    let unknown = colours("ackermann");
    assert!(
        unknown.iter().all(|(said, colour)| said.ends_with('-') && *colour == look::UNKNOWN),
        "{unknown:?}"
    );
    assert!(!unknown.is_empty());
}
