//! Cars in space as the simulator shows them: in a jump, on a side, on the roof, live and in a replay.

use egui::epaint::{ClippedShape, Shape};
use egui::{Color32, Key, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use skidpad_app::choice::Choice;
use skidpad_app::drive::{Drive, read_run};
use skidpad_app::lamps::lamps;
use skidpad_app::posture::Posture;
use skidpad_app::ui::{Simulator, look};
use skidpad_core::controls::{Controls, Gear};
use skidpad_core::model::Pose;
use skidpad_core::step::Dt;
use skidpad_formats::log;
use skidpad_models::MODELS;
use skidpad_world::ground::{Area, Ground, Patch, Shape as AreaShape};
use skidpad_world::log::{CarLabel, LogSettings, LoggedWorld};
use skidpad_world::rolling::Begin;
use skidpad_world::scene::Scene;
use skidpad_world::world::{Member, Site, World};

/// Colour of the floor in full light.
const FLOOR: [u8; 3] = [128, 122, 116];

/// Cars that are put at heights, m, with rolls and pitches, rad, 4 m beside each other, and move on for a time, s: replayed to its end.
fn put(model: &str, places: &[[f64; 3]], moves_s: f64) -> Drive {
    let choice = Choice::preset(model, "boxster-s").unwrap();
    let mut world = LoggedWorld::new(World::new(Site::from(&Scene::straight())), LogSettings::default());
    for (index, [height_m, roll_rad, pitch_rad]) in places.iter().enumerate() {
        let begin = Begin { gear: Gear::Neutral, initial: &[], method: None };
        let mut member = Member { car: choice.model.begin(&choice.car(), &begin).unwrap(), body: None };
        let position_m = [0.0, 4.0 * index as f64, *height_m];
        let pose =
            Pose { position_m, quaternion: [1.0, 0.0, 0.0, 0.0] }.on_springs(0.0, *roll_rad, *pitch_rad);
        member.car.put(&pose).unwrap();
        world.add(member, CarLabel::named("boxster-s")).unwrap();
    }
    (0..(240.0 * moves_s) as usize + 1).for_each(|_| {
        world.step(Dt::new(1.0 / 240.0).unwrap());
    });
    let bytes = log::encode(&world.log(), &MODELS).unwrap();
    let mut drive = Drive::replay(&read_run(&MODELS, &bytes).unwrap()).unwrap();
    while drive.playback().is_some_and(|playback| !playback.is_over()) {
        drive.frame(0.01, &Controls::default());
    }
    drive
}

fn window(drive: Drive) -> Harness<'static, Simulator> {
    let mut simulator = Simulator::new(Scene::straight(), drive.player().choice()).unwrap();
    simulator.drive = drive;
    simulator.state.has_begun = true;
    let mut harness = Harness::builder()
        .with_size(vec2(1280.0, 860.0))
        .build_ui_state(|ui, simulator: &mut Simulator| simulator.frame(ui, 1.0 / 60.0), simulator);
    harness.run_steps(2);
    harness
}

fn says(window: &Harness<'_, Simulator>, begins: &str) -> Option<String> {
    let said = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.label().or_else(|| node.value()).unwrap_or_default()
    };
    let node = window.query_all_by(|node| said(node).starts_with(begins)).next();
    node.map(|node| said(&node.accesskit_node()))
}

fn shapes(window: &Harness<'_, Simulator>) -> Vec<Shape> {
    fn collect(shape: &Shape, shapes: &mut Vec<Shape>) {
        match shape {
            Shape::Vec(inner) => inner.iter().for_each(|shape| collect(shape, shapes)),
            other => shapes.push(other.clone()),
        }
    }
    let mut all = Vec::new();
    window.output().shapes.iter().for_each(|ClippedShape { shape, .. }| collect(shape, &mut all));
    all
}

/// Number of polygons in a colour, whatever the light on it.
fn polygons(window: &Harness<'_, Simulator>, is_it: impl Fn(Color32) -> bool) -> usize {
    let shapes = shapes(window);
    let fills = shapes.iter().filter_map(|shape| match shape {
        Shape::Path(path) if path.closed => Some(path.fill),
        _ => None,
    });
    fills.filter(|fill| is_it(*fill)).count()
}

fn is_floor(colour: Color32) -> bool {
    let [red, green, blue, _] = colour.to_array();
    let share = f64::from(red) / f64::from(FLOOR[0]);
    let is_near = |part: u8, full: u8| (f64::from(part) - share * f64::from(full)).abs() < 1.6;
    (0.5..=1.0).contains(&share) && is_near(green, FLOOR[1]) && is_near(blue, FLOOR[2])
}

/// The picture was that of a car on its wheels, whatever its attitude; the stance said "airborne" of a car on its roof.
#[test]
fn a_car_on_its_roof_shows_its_floor_and_says_so() {
    for model in ["spatial", "spatial_magic"] {
        let upright = window(put(model, &[[0.0; 3]], 1.0));
        assert_eq!(polygons(&upright, is_floor), 0, "{model}");
        assert!(says(&upright, "On its").is_none() && !says(&upright, "stance: ").unwrap().contains("roof"));
        let roof = window(put(model, &[[1.5, core::f64::consts::PI, 0.0]], 3.0));
        assert!(polygons(&roof, is_floor) > 0, "{model}");
        assert_eq!(Posture::from_seen(&roof.state().drive.player().seen()), Some(Posture::OnRoof));
        assert_eq!(says(&roof, "On its").as_deref(), Some("On its roof. R: restart"));
        let stance = says(&roof, "stance: ").unwrap();
        assert!(stance.ends_with("on its roof") && !stance.contains("airborne"), "{stance}");
        assert_eq!(roof.state().memory.sentence, "on its roof");
    }
}

#[test]
fn a_car_on_its_side_and_one_in_the_air_say_so() {
    let side = put("spatial", &[[1.0, core::f64::consts::FRAC_PI_2, 0.0]], 3.0);
    assert_eq!(Posture::from_seen(&side.player().seen()), Some(Posture::OnSide));
    assert!(lamps(side.player()).trouble.unwrap().starts_with("On its side."));
    let air = put("spatial", &[[50.0, 0.5, 0.0]], 0.1);
    assert!(lamps(air.player()).airborne && lamps(air.player()).trouble.is_none());
    let air = window(air);
    let stance = says(&air, "stance: ").unwrap();
    assert!(stance.contains("airborne, 49.") && stance.ends_with(" m over the ground"), "{stance}");
    assert!(says(&air, "AIRBORNE").is_some());
}

/// Restart is what the message names: it puts the car on its wheels.
#[test]
fn the_restart_key_puts_a_car_back() {
    let mut window = window(put("spatial", &[[1.5, core::f64::consts::PI, 0.0]], 3.0));
    window.state_mut().drive.take_over();
    window.key_press(Key::R);
    window.run_steps(4);
    let posture = Posture::from_seen(&window.state().drive.player().seen());
    assert!(matches!(posture, Some(Posture::OnWheels | Posture::Airborne)), "{posture:?}");
    assert!(says(&window, "On its").is_none());
}

/// Drives over a crest, live.
fn jump() -> Drive {
    let shape = AreaShape::Rectangle { size_m: [20.0, 40.0] };
    let area = Area { centre_m: [60.0, 0.0], heading_rad: 0.0, shape };
    let ground = Ground::from_patches(vec![Patch::Bump { area, height_m: 1.0 }]);
    let scene = Scene { ground, ..Scene::straight() };
    let mut drive = Drive::new(scene, &Choice::preset("spatial", "boxster-s").unwrap()).unwrap();
    let full = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
    while Posture::from_seen(&drive.player().seen()) != Some(Posture::Airborne) && drive.time_s() < 20.0 {
        drive.single_step_with(&full);
    }
    (0..40).for_each(|_| drive.single_step_with(&full));
    drive
}

/// A jump live and in the replay of its run: the same shapes of the car, corner for corner.
#[test]
fn a_replay_draws_the_jump_that_was_driven() {
    let mut live = jump();
    assert_eq!(Posture::from_seen(&live.player().seen()), Some(Posture::Airborne), "at {} s", live.time_s());
    live.set_pace(skidpad_app::drive::Pace::Paused);
    let run = read_run(&MODELS, &live.run().bytes().unwrap()).unwrap();
    let mut again = Drive::replay(&run).unwrap();
    while again.playback().is_some_and(|playback| !playback.is_over()) {
        again.single_step();
    }
    again.set_pace(skidpad_app::drive::Pace::Paused);
    assert_eq!(again.hash(), live.hash());
    let faces = |drive: Drive| {
        let window = window(drive);
        let of_player = |shape: Shape| match shape {
            Shape::Path(path) if path.closed && path.fill != Color32::TRANSPARENT => {
                Some(path.points.iter().map(|point| [point.x, point.y]).collect::<Vec<_>>())
            }
            _ => None,
        };
        shapes(&window).into_iter().filter_map(of_player).collect::<Vec<_>>()
    };
    let (live, again) = (faces(live), faces(again));
    assert!(live.len() > 20, "{}", live.len());
    let differ = live.iter().zip(&again).filter(|(one, other)| one != other).count();
    assert_eq!((live.len(), differ), (again.len(), 0));
}

/// Driven wheels spin up in a jump under throttle: they left marks on the road below.
#[test]
fn a_flying_car_leaves_no_marks() {
    let drive = jump();
    let spins = drive.player().seen().by_name("rear_left_slip").unwrap();
    assert!(spins > 0.15, "slip of a wheel that spins in the air: {spins}");
    let mut window = window(drive);
    window.key_down(Key::W);
    window.run_steps(6);
    assert_eq!(Posture::from_seen(&window.state().drive.player().seen()), Some(Posture::Airborne));
    assert_eq!(window.state().memory.marks.pieces().count(), 0);
}

/// A fleet at all attitudes, far up and below the ground: every shape has finite corners, and each car is drawn.
#[test]
fn fleets_in_any_attitude_are_drawn() {
    let places: Vec<_> = (0..24)
        .map(|car| [f64::from(car) * 9.0 - 60.0, 0.55 * f64::from(car), 0.8 * f64::from(car)])
        .collect();
    let window = window(put("spatial", &places, 0.0));
    for shape in shapes(&window) {
        let rect = shape.visual_bounding_rect();
        // An empty text has no rectangle.
        assert!(matches!(shape, Shape::Text(_)) || !rect.any_nan(), "{rect:?}");
        if let Shape::Path(path) = &shape {
            assert!(path.points.iter().all(|point| point.x.is_finite() && point.y.is_finite()));
        }
    }
    assert_eq!(window.state().drive.entrants().len(), 24);
    assert!(polygons(&window, |fill| fill == Color32::from_black_alpha(95)) >= 6, "shadows");
}

/// The camera and the velocity arrow took velocities along the car's axes for those in the plan: a car that fell on its side shot away
/// laterally.
#[test]
fn a_falling_car_has_no_velocity_in_the_plan() {
    let drive = put("spatial", &[[60.0, 2.2, -0.6]], 1.0);
    let seen = drive.player().seen();
    let [along, aside] = seen.velocity_m_s();
    assert!(along.hypot(aside) > 3.0, "{along} {aside}");
    let [x, y] = seen.world_velocity_m_s();
    assert!(x.hypot(y) < 0.1, "{x} {y}");
}

/// The body of a car in the plane has the outline and the colour that it always had.
#[test]
fn cars_in_the_plane_are_drawn_as_before() {
    let drive = Drive::new(Scene::straight(), &Choice::preset("two_track", "boxster-s").unwrap()).unwrap();
    let [length_m, width_m, _] = drive.player().outline_m();
    let window = window(drive);
    let body = look::PLAYER.gamma_multiply(0.82);
    let bodies: Vec<_> = shapes(&window)
        .into_iter()
        .filter_map(|shape| match shape {
            Shape::Path(path) if path.closed && path.fill == body => Some(path),
            _ => None,
        })
        .collect();
    assert_eq!(bodies.iter().map(|path| path.points.len()).collect::<Vec<_>>(), [12]);
    let size = bodies[0].visual_bounding_rect().expand(-0.5 * bodies[0].stroke.width).size();
    let points_per_m = window.state().state.camera.points_per_m as f32;
    assert!((size.x - width_m as f32 * points_per_m).abs() < 0.01, "{size} {width_m}");
    assert!((size.y - length_m as f32 * points_per_m).abs() < 0.01, "{size} {length_m}");
}

/// Models in the plane have no floor and no shadow: they are drawn as before.
#[test]
fn cars_in_the_plane_have_neither_shadow_nor_floor() {
    let shadow = Color32::from_black_alpha(95);
    for model in ["two_track", "two_track_sprung", "single_track", "kinematic"] {
        let drive = Drive::new(
            Scene::straight(),
            &Choice::preset("two_track", "boxster-s").unwrap().in_model(model).unwrap(),
        );
        let window = window(drive.unwrap());
        assert_eq!(polygons(&window, |fill| fill == shadow || is_floor(fill)), 0, "{model}");
    }
    let space = window(put("spatial", &[[0.0; 3]], 0.5));
    assert_eq!(polygons(&space, |fill| fill == shadow), 1);
}
