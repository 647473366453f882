//! Tuning: the figures of the driven car changed, refused, reset, saved and loaded; by its logic and by its panel.

use egui::{Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{AccessKitNode, NodeT as _, Queryable as _};
use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_app::setup::Setup;
use skidpad_app::trial::Trial;
use skidpad_app::tuning::{Group, Tuning, words};
use skidpad_app::ui::{FileKind, Simulator};
use skidpad_core::controls::{Controls, Gear};
use skidpad_world::scene::Scene;

fn boxster(model: &str) -> Choice {
    Choice::preset(model, "boxster-s").unwrap()
}

fn tuning(choice: &Choice) -> Tuning {
    Tuning::new(choice).unwrap()
}

/// The car with another value, as one sets it at a slider.
fn with(choice: &Choice, path: &str, value: f64) -> Choice {
    let tuning = tuning(choice);
    tuning.with(&tuning.place(path).unwrap(), value).unwrap()
}

#[test]
fn a_car_goes_on_from_where_it_is_with_its_new_figures() {
    for model in ["two_track", "single_track", "point_mass", "kinematic"] {
        let choice = boxster(model);
        let mut drive = Drive::new(Scene::straight(), &choice).unwrap();
        let full = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
        for _ in 0..180 {
            drive.frame(1.0 / 60.0, &full);
        }
        let (time, speed) = (drive.time_s(), drive.player().seen().speed_m_s());
        let place = drive.player().drawn(1.0).position_m;
        assert!(speed > 5.0);
        drive.tune(&with(&choice, "body.kerb_mass", 4000.0)).unwrap();
        assert_eq!(drive.player().drawn(1.0).position_m, place, "{model}");
        assert_eq!((drive.time_s(), drive.player().seen().speed_m_s()), (time, speed), "{model}");
        let gained = |choice: &Choice| {
            let mut drive = Drive::new(Scene::straight(), choice).unwrap();
            for _ in 0..120 {
                drive.frame(1.0 / 60.0, &full);
            }
            drive.player().seen().speed_m_s()
        };
        if model != "kinematic" {
            assert!(gained(drive.player().choice()) < 0.8 * gained(&choice), "{model}: three times the mass");
        }
    }
}

/// What is refused has the message of the command line for that file: the field, the value, what it must be.
#[test]
fn what_is_refused_says_why() {
    let tuning = tuning(&boxster("two_track"));
    let say = |path: &str, value: f64| tuning.with(&tuning.place(path).unwrap(), value).unwrap_err();
    let message = say("engine.redline", 10.0);
    assert!(message.contains("boxster-s.toml:") && message.contains("engine.redline: got"), "{message}");
    assert!(message.contains("larger than engine.idle"), "{message}");
    assert!(say("gearbox.ratios[1]", 9.0).contains("smaller than the ratio of the gear below"));
    assert!(say("body.kerb_mass", f64::NAN).contains("body.kerb_mass"));
    assert!(say("body.wheelbase", 1e9).contains("20"));
}

#[test]
fn changes_are_listed_with_what_follows_and_reset_one_by_one_or_all() {
    let choice = boxster("two_track");
    assert_eq!(tuning(&choice).changes(), []);
    let tuned = tuning(&with(&with(&choice, "body.kerb_mass", 1500.0), "gearbox.ratios[0]", 4.0));
    let changes = tuned.changes();
    let of = |path: &str| changes.iter().find(|change| change.path == path);
    let mass = of("body.kerb_mass").unwrap();
    assert_eq!((mass.was, mass.is, mass.unit, mass.is_derived), (Some(1323.0), 1500.0, "kg", false));
    assert!(of("body.yaw_inertia").unwrap().is_derived && of("gearbox.ratios[0]").is_some());
    assert!(of("body.wheelbase").is_none());
    let place = |path: &str| tuned.place(path).unwrap();
    assert!(tuned.is_changed(&place("body.kerb_mass")) && !tuned.is_changed(&place("body.yaw_inertia")));

    let lighter = tuning(&tuned.without(&place("body.kerb_mass")).unwrap());
    let left: Vec<String> = lighter.changes().into_iter().map(|change| change.path).collect();
    assert!(left.contains(&String::from("gearbox.ratios[0]")) && !left.iter().any(|p| p.starts_with("body")));
    let plain = tuning(&lighter.without(&place("gearbox.ratios[0]")).unwrap());
    assert_eq!(plain.file(), tuning(&choice).file(), "with its sources");
    assert_eq!(tuning(&tuned.reset().unwrap()).file(), tuning(&choice).file());

    // What was derived and is given, and is derived again.
    let given = tuning(&with(&choice, "body.yaw_inertia", 2500.0));
    assert!(given.is_changed(&place("body.yaw_inertia")) && !given.is_derived(&place("body.yaw_inertia")));
    let again = tuning(&given.without(&place("body.yaw_inertia")).unwrap());
    assert!(again.is_derived(&place("body.yaw_inertia")) && again.changes().is_empty());
}

#[test]
fn a_tuned_car_is_written_and_read_again() {
    let tuned = tuning(&with(&boxster("two_track"), "front.lateral_friction", 1.3));
    let read = tuning(&tuned.read("mine.toml", &tuned.text()).unwrap());
    assert_eq!(read.file(), tuned.file());
    assert_eq!(read.changes(), tuned.changes(), "beside the same preset");
    let broken = tuned.text().replace("wheelbase", "wheelbse");
    let message = tuned.read("mine.toml", &broken).unwrap_err();
    let command_line = skidpad_formats::vehicle::parse("mine.toml", broken.as_bytes()).unwrap_err();
    assert_eq!(message, command_line.to_string());
    assert!(tuned.read("mine.toml", "").is_err());
}

/// Stiffer front tyres take understeer away, weight in front adds it; half the mass is twice the power to weight.
#[test]
fn figures_follow() {
    let choice = boxster("two_track");
    let figures = |choice: &Choice| *tuning(choice).figures();
    let gradient = |choice: &Choice| figures(choice).understeer_deg_g.unwrap();
    assert!(gradient(&with(&choice, "front.peak_slip_angle", 0.10)) < gradient(&choice));
    let by_weight = |choice: &Choice| figures(choice).power_to_weight_w_kg.unwrap();
    // 191 kW over 1323 kg.
    assert!((by_weight(&choice) / (191_000.0 / 1323.0) - 1.0).abs() < 0.02, "{}", by_weight(&choice));
    let half = with(&choice, "body.kerb_mass", 0.5 * 1323.0);
    assert!((by_weight(&half) / by_weight(&choice) - 2.0).abs() < 1e-12);
}

/// The closed form against what the single track shows on the skidpad.
#[test]
fn the_understeer_gradient_is_the_skidpads() {
    for angle in [0.10, 0.16] {
        let choice = with(&boxster("single_track"), "front.peak_slip_angle", angle);
        let card = Trial::Skidpad.run(&choice);
        let found = card.beside.iter().find(|beside| beside.name.contains("understeer gradient")).unwrap();
        let (driven, said) =
            (found.figure.clone().unwrap(), tuning(&choice).figures().understeer_deg_g.unwrap());
        assert!((driven - said).abs() < 0.2 * said.abs() + 0.1, "{angle}: {driven} and {said}");
    }
}

fn window() -> Harness<'static, Simulator> {
    let simulator = Simulator::new(Scene::straight(), &boxster("two_track")).unwrap();
    let mut window = Harness::builder()
        .with_size(vec2(1400.0, 3000.0))
        .build_ui_state(|ui, simulator: &mut Simulator| simulator.frame(ui, 1.0 / 60.0), simulator);
    window.run_steps(2);
    press(&mut window, "Tuning");
    window
}

fn press(window: &mut Harness<'_, Simulator>, label: &str) {
    window.get_by_label(label).click_accesskit();
    window.run_steps(30);
}

fn said(node: &AccessKitNode<'_>) -> String {
    node.label().or_else(|| node.value()).unwrap_or_default()
}

fn says(window: &Harness<'_, Simulator>, part: &str) -> bool {
    window.query_all_by(|node| said(node).contains(part)).next().is_some()
}

/// Every number of the vehicle has a slider, and every slider the name of its number.
#[test]
fn every_number_has_a_slider_with_its_name() {
    let mut window = window();
    let tuning = window.state().tuner.tuning.clone().unwrap();
    let (mut names, mut expected) = (Vec::new(), Vec::new());
    for group in Group::ALL {
        let own: Vec<_> = tuning.places().iter().filter(|place| Group::new(place) == group).collect();
        expected.extend(own.iter().map(|place| words(place)));
        if own.is_empty() {
            continue;
        }
        press(&mut window, group.name());
        for node in window.root().children_recursive() {
            let node = node.accesskit_node();
            if node.role() == Role::Slider && said(&node) != "Volume" {
                names.push(said(&node));
            }
        }
        press(&mut window, group.name());
    }
    assert_eq!(names, expected);
    assert_eq!(names.len(), tuning.places().len());
    assert!(says(&window, "No changes from the preset."), "to look at the sliders changes nothing");
}

#[test]
fn a_slider_changes_the_driven_car_and_its_reset_puts_it_back() {
    let mut window = window();
    assert!(says(&window, "No changes from the preset."));
    press(&mut window, "Weight and size");
    let mass = |window: &Harness<'_, Simulator>| {
        let own = window.state().drive.player().choice().vehicle.clone().unwrap();
        (own.0.spec.body.kerb_mass_kg, window.state().drive.time_s())
    };
    let (before, then) = mass(&window);
    let slider = window.get_by_role_and_label(Role::Slider, "Weight, empty");
    slider.focus();
    window.run_steps(2);
    window.key_press(egui::Key::ArrowRight);
    window.run_steps(3);
    let (after, now) = mass(&window);
    assert!(after > before && now > then, "{before} {after}");
    let by_hand = window
        .query_all_by(|node| said(node).contains(" changed, "))
        .next()
        .map(|n| said(&n.accesskit_node()));
    assert!(by_hand.clone().is_some_and(|text| text.starts_with("1 changed, ")), "{by_hand:?}");
    press(&mut window, "Reset Weight, empty");
    assert_eq!(mass(&window).0, before);
    assert!(says(&window, "No changes from the preset."));
}

/// In imperial units a slider shows pounds, inches and horsepower; what the car has stays SI, to the bit.
#[test]
fn sliders_speak_imperial_units_and_the_file_stays_si() {
    let mut window = window();
    press(&mut window, "Weight and size");
    let slider = |window: &Harness<'_, Simulator>, label: &str| {
        window.get_by_role_and_label(Role::Slider, label).accesskit_node().numeric_value().unwrap()
    };
    let file =
        |window: &Harness<'_, Simulator>| window.state().drive.player().choice().vehicle.clone().unwrap().0;
    let before = file(&window);
    let (mass_kg, wheelbase_m) = (before.spec.body.kerb_mass_kg, before.spec.body.wheelbase_m);
    assert!((slider(&window, "Weight, empty") - mass_kg).abs() < 1e-9);
    window.get_by_label("Imperial").click();
    window.run_steps(3);
    assert!((slider(&window, "Weight, empty") - mass_kg / 0.453_592_37).abs() < 1e-6);
    assert!((slider(&window, "Wheelbase") - wheelbase_m / 0.0254).abs() < 1e-6);
    assert_eq!(file(&window), before, "to look at it changes nothing");
    assert!(says(&window, "hp/lb"));
    window.get_by_role_and_label(Role::Slider, "Weight, empty").focus();
    window.run_steps(2);
    window.key_press(egui::Key::ArrowRight);
    window.run_steps(3);
    let after = file(&window).spec.body.kerb_mass_kg;
    assert!(after > mass_kg && (slider(&window, "Weight, empty") - after / 0.453_592_37).abs() < 1e-6);
    assert!(says(&window, " lb"), "the change is told in pounds");
}

/// A point of the torque curve is tuned as every number is, and the engine gives that torque.
#[test]
fn a_point_of_the_torque_curve_is_tuned() {
    let choice = boxster("two_track");
    let place = tuning(&choice).place("engine.torque[4].torque").unwrap();
    let value = tuning(&choice).value(&place);
    let tuned = with(&choice, "engine.torque[4].torque", 1.1 * value);
    let at = |choice: &Choice| {
        let vehicle = &choice.vehicle.as_ref().unwrap().1;
        let speed = tuning(choice).value(&tuning(choice).place("engine.torque[4].speed").unwrap());
        vehicle.engine().full_load_torque(vehicle.torque_curve(), speed)
    };
    assert!((at(&tuned) / at(&choice) - 1.1).abs() < 1e-9, "{} {}", at(&tuned), at(&choice));
    let refused = tuning(&choice);
    let speed = refused.place("engine.torque[4].speed").unwrap();
    assert!(refused.with(&speed, 1.0).unwrap_err().contains("engine.torque"), "speeds rise");
    let again = tuning(&tuning(&tuned).without(&place).unwrap());
    assert_eq!(again.file(), refused.file(), "with its source");
    let link =
        Setup { car: tuned.clone(), scene: "straight", rate_hz: 240, ghosts: Vec::new(), is_solid: false }
            .link();
    let read = Setup::read(&link).unwrap_or_else(|error| panic!("{link}: {error}"));
    assert_eq!(tuning(&read.car).file(), tuning(&tuned).file(), "{link}");
}

/// What is wrong is said beside the control, and the car that was driven stays.
#[test]
fn broken_files_are_told_in_place_and_the_car_stays() {
    let mut window = window();
    window.state_mut().post.types_paths = true;
    press(&mut window, "Vehicle file");
    press(&mut window, "Show text");
    let text = window.state().tuner.text.clone();
    let before = window.state().drive.player().choice().vehicle.clone().unwrap().0;
    let time = window.state().drive.time_s();
    window.state_mut().tuner.text = text.replace("wheelbase", "wheelbse");
    press(&mut window, "Apply text");
    assert!(says(&window, "wheelbse"));
    assert_eq!(window.state().drive.player().choice().vehicle.clone().unwrap().0, before);
    window.state_mut().tuner.path = String::from("/no/such/folder/car.toml");
    press(&mut window, "Load file");
    assert!(says(&window, "file not found: /no/such/folder/car.toml"));
    press(&mut window, "Save file");
    assert!(says(&window, "/no/such/folder/car.toml: got no file"));
    assert!(window.state().drive.time_s() > time);
}

#[test]
fn a_file_is_saved_and_loaded() {
    let mut window = window();
    window.state_mut().post.types_paths = true;
    press(&mut window, "Vehicle file");
    let path = std::env::temp_dir().join(format!("skidpad-tuned-{}.toml", std::process::id()));
    window.state_mut().tuner.path = path.display().to_string();
    let tuned = with(&boxster("two_track"), "front.lateral_friction", 1.25);
    window.state_mut().drive.tune(&tuned).unwrap();
    window.run_steps(2);
    press(&mut window, "Save file");
    assert!(says(&window, "Saved as"));
    press(&mut window, "Reset all");
    assert!(says(&window, "No changes from the preset."));
    press(&mut window, "Load file");
    std::fs::remove_file(&path).unwrap();
    let own = window.state().drive.player().choice().vehicle.clone().unwrap().0;
    assert_eq!(own.spec.front.lateral_friction, 1.25);
    assert!(says(&window, "Driving boxster-s"));
}

/// Vehicle files were saved and opened by a path that had to be typed. It is left for a desktop without dialogs.
#[test]
fn vehicle_files_are_chosen_in_a_dialog() {
    let mut window = window();
    press(&mut window, "Vehicle file");
    assert!(window.query_by_label("Path").is_none());
    press(&mut window, "Open vehicle");
    assert_eq!(window.state_mut().post.wanted.take(), Some(FileKind::Vehicle));
    press(&mut window, "Save vehicle");
    let parcel = window.state_mut().post.to_save.pop().unwrap();
    assert_eq!(parcel.name, "boxster-s.toml");
    let text = String::from_utf8(parcel.bytes).unwrap();
    assert_eq!(text, tuning(&boxster("two_track")).text());
    window.state_mut().post.types_paths = true;
    window.run_steps(3);
    assert!(window.query_by_label("Path").is_some());
}
