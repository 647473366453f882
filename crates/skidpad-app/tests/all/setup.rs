//! Links: what was set up comes back from them to the bit, and what is wrong in one is said as the command line says it.

use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_app::setup::{LONGEST_LINK, MOST_GHOSTS, RATES_HZ, Setup};
use skidpad_app::tuning::Tuning;
use skidpad_core::controls::{Controls, Gear};
use skidpad_formats::{choose, presets, tyre};
use skidpad_models::MODELS;
use skidpad_world::models::Cars;
use skidpad_world::scene::Scene;

use crate::saved::saved;

fn same(a: &Choice, b: &Choice) -> bool {
    let file = |choice: &Choice| choice.vehicle.as_ref().map(|own| own.0.clone());
    a.model.name == b.model.name && file(a) == file(b) && (a.vehicle.is_some() || a.name == b.name)
}

fn setup(car: Choice) -> Setup {
    Setup { car, scene: "straight", rate_hz: 240, ghosts: Vec::new(), is_solid: false }
}

#[test]
fn every_car_of_every_model_comes_back_from_its_link() {
    let mut count = 0;
    for model in &MODELS {
        for name in choose::names(model) {
            let Ok(car) = Choice::preset(model.name, name) else { continue };
            let link = setup(car.clone()).link();
            let again = Setup::read(&link).unwrap_or_else(|error| panic!("{link}: {error}"));
            assert!(same(&again.car, &car), "{link}");
            assert!(link.len() < 120 && !link.contains("vehicle="), "{link}");
            count += 1;
        }
    }
    assert!(count > 60, "{count}");
}

#[test]
fn changed_figures_stand_in_the_link_by_their_places_and_come_back_to_the_bit() {
    for preset in presets::preset_names() {
        let car = Choice::preset("two_track", preset).or_else(|_| Choice::preset("motorcycle", preset));
        let Ok(car) = car else { continue };
        let tuning = Tuning::new(&car).unwrap();
        // A third of a part in a thousand more has no short decimal expansion.
        let moved = |path: &str| {
            let place = tuning.place(path).unwrap();
            (place, tuning.value(&place) * (1.0 + 1.0 / 3000.0))
        };
        let figures = ["body.kerb_mass", "body.wheelbase", "gearbox.final_drive"].map(moved);
        let tuned = tuning.with_all(&figures).unwrap();
        let link = setup(tuned.clone()).link();
        assert!(link.contains("&body.kerb_mass=") && link.len() < 400, "{link}");
        assert!(same(&Setup::read(&link).unwrap().car, &tuned), "{link}");
    }
}

/// A car on a tyre of its own: the example tyre with another friction, inside its vehicle file.
fn on_own_tyres() -> Choice {
    let (_, summer) = tyre::PRESETS[0];
    let mut own = tyre::parse("summer", summer.as_bytes()).unwrap();
    own.coefficients.scaling.lmuy *= 0.9;
    let inside = serde_json::json!(tyre::write(&own, &[]));
    let tyres =
        format!("[tyres]\nfront = {{ name = \"own.tir\", text = {inside} }}\nrear = \"summer-205-55r16\"\n");
    let base = presets::preset_text("fr-s-2013").unwrap().replacen("fr-s-2013", "on-own-tyres", 1);
    let (before, after) = base.split_once("[body]").unwrap();
    let text = format!("{before}{tyres}[body]{after}");
    let model = choose::model(&MODELS, "two_track_magic").unwrap();
    Choice::file(model, "on-own-tyres", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// A car with a tyre file fitted into no link and no run.
#[test]
fn a_car_on_a_tyre_file_comes_back_from_link_and_run_to_the_bit() {
    let all = Setup { ghosts: vec![on_own_tyres()], ..setup(on_own_tyres()) };
    assert_eq!(all.comes_back(), Ok(()));
    let again = Setup::read(&all.link()).unwrap();
    assert!(same(&again.car, &all.car) && same(&again.ghosts[0], &all.ghosts[0]));
    let controls = Controls { throttle: 0.6, steer_rad: 0.1, gear: Gear::Automatic, ..Controls::default() };
    let [mut drive, mut other] = [&all, &again].map(|setup| Drive::from_setup(setup).unwrap());
    for _ in 0..240 {
        drive.single_step_with(&controls);
        other.single_step_with(&controls);
    }
    assert_eq!(drive.hash(), other.hash());
    let mut again = Drive::replay(&saved(&drive)).unwrap();
    while !again.playback().unwrap().is_over() {
        again.single_step();
    }
    assert_eq!((again.playback().unwrap().parted_s(), again.hash()), (None, drive.hash()));
}

#[test]
fn a_vehicle_of_no_preset_stands_whole_in_the_link() {
    let mut file = presets::preset("fr-s-2013").unwrap();
    file.spec.name = String::from("my-own");
    let mass = file.places().into_iter().find(|place| place.path() == "body.kerb_mass").unwrap();
    file.set(&mass, 1111.1);
    let info = choose::model(&MODELS, "two_track").unwrap();
    let own = Choice::of_file(info, "my-own", file).unwrap();
    let link = setup(own.clone()).link();
    assert!(link.contains("vehicle=") && link.is_ascii() && !link.contains([' ', '\n', '"', '#']));
    let again = Setup::read(&link).unwrap();
    assert!(same(&again.car, &own));
    assert_eq!(again.car.name, "my-own");
}

#[test]
fn scene_rate_and_ghosts_come_back() {
    let boxster = Choice::preset("two_track", "boxster-s").unwrap();
    let tuning = Tuning::new(&boxster).unwrap();
    let heavy = tuning.with(&tuning.place("body.kerb_mass").unwrap(), 1777.7).unwrap();
    let mut drive = Drive::new(Scene::by_name("course").unwrap(), &boxster).unwrap();
    drive.add_ghost(&heavy).unwrap();
    drive.add_ghost(&boxster.in_model("single_track").unwrap()).unwrap();
    drive.add_ghost(&Choice::preset("commonroad_std", "commonroad-2").unwrap()).unwrap();
    drive.set_rate_hz(1000);
    let setup = drive.setup();
    let again = Drive::from_setup(&Setup::read(&setup.link()).unwrap()).unwrap();
    assert_eq!((again.scene().name, again.rate_hz(), again.entrants().len()), ("course", 1000, 4));
    for (a, b) in drive.entrants().iter().zip(again.entrants()) {
        assert!(same(a.choice(), b.choice()));
    }
    assert_eq!(again.setup().link(), setup.link());
    for rate_hz in RATES_HZ {
        assert_eq!(Setup::read(&format!("rate={rate_hz}")).unwrap().rate_hz, rate_hz);
    }
}

#[test]
fn what_a_link_does_not_say_is_as_at_the_first_start() {
    let first = Setup::read("").unwrap();
    assert_eq!(
        Setup::read(" #scene=course\n").unwrap().scene,
        "course",
        "spaces come along when a link is copied"
    );
    assert_eq!((first.scene, first.rate_hz, first.car.name.as_str()), ("straight", 240, "boxster-s"));
    for model in MODELS.iter().filter(|model| !matches!(model.cars, Cars::Fixed)) {
        let setup = Setup::read(&format!("https://example.org/page?x=1#model={}", model.name));
        assert_eq!(setup.unwrap().car.model.name, model.name);
    }
}

#[test]
fn what_is_wrong_is_said_and_what_was_meant() {
    let ghosts = "ghost=model%3Dkinematic&".repeat(MOST_GHOSTS + 1);
    let long = format!("car={}", "x".repeat(LONGEST_LINK));
    for (link, says) in [
        ("model=two_trak", "unknown model `two_trak`; did you mean `two_track`?"),
        ("car=boxter-s", "unknown car `boxter-s`; did you mean `boxster-s`?"),
        ("car=../../secret.toml", "unknown car `../../secret.toml`"),
        ("scene=cours", "unknown scene `cours`; did you mean `course`?"),
        ("rate=61", "unknown rate `61`; did you mean `60`?"),
        ("body.kerb_mas=1300", "unknown key `body.kerb_mas`; did you mean `body.kerb_mass`?"),
        ("body.kerb_mass=1300%20m", "body.kerb_mass: got `1300 m`; must be a mass in kg"),
        ("body.kerb_mass=-5", "body.kerb_mass: got -5"),
        ("body.kerb_mass=NaN", "body.kerb_mass: got nan"),
        ("body.kerb_mass=1300&body.kerb_mass=1400", "`body.kerb_mass` more than once"),
        ("car=rars&car=rars", "`car` 2 times"),
        ("car=rars&vehicle=x", "`car` and `vehicle`"),
        ("vehicle=name%20=", "vehicle:1:"),
        ("model=commonroad_std&body.kerb_mass=1", "unknown key `body.kerb_mass`"),
        ("ghost=scene%3Dcourse", "`scene` has no place in a ghost"),
        ("ghost=model%3Dcommonroad_std%26rate%3D60", "`rate` has no place in a ghost"),
        ("car", "`car` in the link is no pair"),
        ("car=%FF%FE", "is no UTF-8"),
        (&ghosts, "32 ghosts; at most 31"),
        (&long, "at most 1048576"),
    ] {
        let error = Setup::read(link).unwrap_err();
        assert!(error.contains(says), "{}: {error}", &link[..link.len().min(80)]);
        assert!(error.len() < 3000, "{error}");
    }
}

#[test]
fn any_text_is_a_set_up_or_a_message() {
    let link = "model=two_track&car=boxster-s&body.kerb_mass=1400%20kg&scene=course&ghost=model%3Dkinematic";
    for at in 0..link.len() {
        // Two of them at each place.
        let put = ["", "%", "&", "=", "#", "é", "\0", "9"];
        for put in [put[at % 8], put[(at + 3) % 8]] {
            let text = format!("{}{put}{}", &link[..at], &link[at + 1..]);
            if let Ok(setup) = Setup::read(&text) {
                assert!(same(&Setup::read(&setup.link()).unwrap().car, &setup.car), "{text}");
            }
        }
    }
}
