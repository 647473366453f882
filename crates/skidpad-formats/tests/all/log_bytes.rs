//! Logs of worlds as bytes: back to the same bits, and any other bytes end in an error by name.

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::math::Vec2;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_formats::ByteError;
use skidpad_formats::choose::{self, Car};
use skidpad_formats::log::{self, LogError};
use skidpad_formats::presets;
use skidpad_models::MODELS;
use skidpad_testing::Random;
use skidpad_world::contact::{Motion, Wall};
use skidpad_world::ground::{Area, Cell, Grid, Ground, Patch, Shape};
use skidpad_world::hands::Handed;
use skidpad_world::log::{
    CarLabel, ContentsError, LogReplay, LogSettings, LoggedWorld, VerifyError, WorldLog,
};
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::scene::{Cone, Scene};
use skidpad_world::shaping::{Hands, StickShape};
use skidpad_world::track::{Track, track_by_name};
use skidpad_world::weather::{Ambient, Gusts, Weather};
use skidpad_world::world::{CarId, Member, Site, World, body_of};

use crate::snapshot_support::{corpus, mutated, resealed};

/// A car of a model that needs no file, and its name.
fn car_of(model: &ModelInfo) -> (String, Car) {
    let names = choose::names(model);
    let find = |name: &&str| choose::car(&MODELS, model, name).ok();
    let takes = |name: &&&str| find(name).is_some_and(|car| choose::fits(model, &car));
    let name = names.iter().find(takes).or(names.first()).expect("each model has a car");
    ((*name).to_owned(), find(name).expect("its car"))
}

/// A car of a model at a lateral place.
fn member(model: &ModelInfo, car: &CarChoice, y_m: f64) -> Member {
    let initial = [(model.speed, 12.0), ("y_m", y_m)];
    let has = |entry: &&(&str, f64)| model.states.iter().any(|state| state.name == entry.0);
    let initial: Vec<(&str, f64)> = initial.iter().filter(has).copied().collect();
    let begin = Begin { gear: Gear::Forward(2), initial: &initial, method: None };
    let body = model.lacks_for_contact().is_none().then(|| body_of(model, car, 0.25, 0.5));
    Member { car: model.begin(car, &begin).expect(model.name), body }
}

fn steered(step: u64) -> Request {
    let share = (step * 37 % 101) as f64 / 101.0;
    let controls = Controls {
        throttle: share,
        steer_rad: 0.1 * (share - 0.5),
        gear: Gear::Automatic,
        ..Controls::default()
    };
    Request { acceleration_m_s2: share, ..Request::from_command(sanitise(&controls).0) }
}

/// Ground, walls and cones.
fn site() -> Site {
    let shape = Shape::Rectangle { size_m: [40.0, 4.0] };
    let area = Area { centre_m: [20.0, 0.0], heading_rad: 0.0, shape };
    let ground = Ground::from_patches(vec![Patch::Even { area, grip: Some(0.7), rolling: None }]);
    let walls = Wall::line(&[[30.0, -5.0], [31.0, 5.0]], 0.3, 0.5);
    let site = Site::asphalt().with_ground(ground).with_cones(vec![Cone { position_m: [9.0, 0.1] }]);
    let site = site.with_course(Scene::by_name("course").expect("a scene").course.expect("its course"));
    let ambient = Some(Ambient { temperature_k: 308.0, pressure_pa: 90_000.0 });
    let site = site.with_weather(Weather { ambient, ..Weather::CALM }).expect("sound weather");
    site.with_walls(walls).expect("sound walls")
}

#[test]
fn a_log_keeps_its_weather() {
    let gusts = Some(Gusts { seed: 7, deviation_m_s: 3.0, time_scale_s: 4.0 });
    let weather = Weather { wind_m_s: [5.0, -9.0], gusts, ambient: Some(Ambient::STANDARD) };
    let site = Site::asphalt().with_weather(weather).expect("sound weather");
    let mut world = LoggedWorld::new(World::new(site), LogSettings::default());
    let model = MODELS.by_name("single_track").expect("a model");
    let (name, car) = car_of(model);
    world.add(member(model, &car.choice(), 0.0), CarLabel::named(&name)).expect("it joins");
    (0..300).for_each(|_| world.step(Dt::new(0.01).expect("a step")));
    let read = log::decode(&log::encode(&world.log(), &MODELS).expect("bytes"), &MODELS).expect("a log");
    let read = read.into_log(&[car.choice()]).expect("its car");
    assert_eq!(read.start().site().weather, weather);
    assert_eq!(LogReplay::new(read).verify().map(|verified| verified.steps), Ok(300));
}

/// Maps of scenarios have hills of up to 10 km, and logs with more than 100 m were written and not read.
#[test]
fn a_log_keeps_a_hill() {
    let cell = |place: u32| Cell { grip: 1.0, rolling: 1.0, height_m: 150.0 * f64::from(place) };
    let grid = Grid::new([-500.0, -500.0], [1000.0, 1000.0], 2, (0..4).map(cell).collect()).expect("a map");
    let ground = Ground::from_patches(vec![Patch::Map(grid)]);
    let log =
        LoggedWorld::new(World::new(Site::asphalt().with_ground(ground.clone())), LogSettings::default())
            .log();
    let read = log::decode(&log::encode(&log, &MODELS).expect("bytes"), &MODELS).expect("a log");
    assert_eq!(*read.into_log(&[]).expect("no cars").start().site().ground, ground);
}

/// A race on a track is replayed from its file alone: the track is in it, and the walls along it once.
#[test]
fn a_log_keeps_its_track() {
    let track =
        Track::new(&track_by_name("oval").expect("a track that Skidpad brings")).expect("a sound track");
    let site = Site::asphalt().with_track(track);
    let walls = site.walls.list().len();
    let mut world = LoggedWorld::new(World::new(site.clone()), LogSettings::default());
    let model = MODELS.by_name("two_track").expect("a model");
    let (name, car) = car_of(model);
    let id = world.add(member(model, &car.choice(), 0.0), CarLabel::named(&name)).expect("it joins");
    for step in 0..300 {
        world.set_request(id, steered(step));
        world.step(Dt::new(0.01).expect("a step"));
    }
    let read = log::decode(&log::encode(&world.log(), &MODELS).expect("bytes"), &MODELS).expect("a log");
    let read = read.into_log(&[car.choice()]).expect("its car");
    let found = read.start().site();
    assert_eq!(found.course.as_deref(), site.course.as_deref());
    assert_eq!(found.ground.track(), found.course.as_ref());
    assert_eq!((found.ground.hash(), found.walls.list().len()), (site.ground.hash(), walls));
    assert_eq!(LogReplay::new(read).verify().map(|verified| verified.steps), Ok(300));
}

/// A vehicle with other figures is in no file: its log carries it, and needs nothing else.
#[test]
fn a_log_carries_its_vehicles() {
    let preset = presets::preset_text("boxster-s").expect("a preset");
    let heavy = preset.replace("1323 kg", "1400 kg");
    assert_ne!(heavy, preset);
    let model = MODELS.by_name("two_track").expect("a model");
    let mut world = LoggedWorld::new(World::new(Site::asphalt()), settings());
    let car = choose::car_of_text(model, "mine", &heavy).expect("a vehicle");
    let label = CarLabel { vehicle: Some(heavy.as_str().into()), ..CarLabel::named("mine") };
    world.add(member(model, &car.choice(), 0.0), label).expect("it joins");
    world.add(member(model, &car.choice(), 9.0), CarLabel::named("boxster-s")).expect("it joins");
    (0..30).for_each(|_| world.step(Dt::new(0.01).expect("a step")));
    let bytes = log::encode(&world.log(), &MODELS).expect("bytes");
    let file = log::decode(&bytes, &MODELS).expect("a log");
    let [first, second] = file.cars() else { panic!("two cars") };
    assert_eq!(
        (first.vehicle.as_deref(), &*first.car, second.vehicle.as_deref()),
        (Some(&*heavy), "mine", None)
    );
    let carried = first.carried().expect("its vehicle").expect("a sound vehicle");
    let read = file.clone().into_log(&[carried.choice(), car.choice()]).expect("its cars");
    assert_eq!(LogReplay::new(read.clone()).verify().map(|verified| verified.steps), Ok(30));
    assert!(log::encode(&read, &MODELS).expect("bytes") == bytes, "written again it is the same file");
    // The preset is another car now.
    let preset = choose::car(&MODELS, model, "boxster-s").expect("a preset");
    assert!(matches!(file.into_log(&[carried.choice(), preset.choice()]), Err(LogError::Car(1, _))));
}

#[test]
fn texts_that_are_no_vehicle_are_refused() {
    let model = MODELS.by_name("two_track").expect("a model");
    let car = choose::car(&MODELS, model, "boxster-s").expect("a preset");
    let logged = |vehicle: &str| {
        let mut world = LoggedWorld::new(World::new(Site::asphalt()), settings());
        let label = CarLabel { vehicle: Some(vehicle.into()), ..CarLabel::named("mine") };
        world.add(member(model, &car.choice(), 0.0), label).expect("it joins");
        log::encode(&world.log(), &MODELS)
    };
    assert_eq!(logged(""), Err(LogError::Vehicle));
    assert_eq!(logged(&"#".repeat((1 << 20) + 1)), Err(LogError::Vehicle));
    let file = log::decode(&logged("[body]\nmass = 3\n").expect("bytes"), &MODELS).expect("a log");
    let error = file.cars()[0].carried().expect("a text").expect_err("no vehicle");
    assert!(error.contains("mine:"), "{error}");
}

/// Version 1, whose cars had no vehicles; and version 2, whose cones carried any blow: the car there never touches the one that is
/// parked behind a cone. The files of the fuzz target's corpus stand in for those that people have.
#[test]
fn logs_of_earlier_versions_are_read() {
    for (version, steps) in [(1, 25), (2, 30)] {
        let bytes = corpus("log", &format!("good-version-{version}"));
        assert_eq!(bytes[8..10], [version, 0]);
        let log = opened(&bytes).expect("it is read");
        let verified = LogReplay::new(log.clone()).verify();
        assert_eq!(verified.map(|verified| verified.steps), Ok(steps), "version {version}");
        let now = log::encode(&log, &MODELS).expect("it is written");
        assert_eq!(now[8..10], [3, 0]);
        let again = opened(&now).expect("it is read");
        assert_eq!(again.end_hash(), log.end_hash(), "version {version}");
        assert!(LogReplay::new(again).verify().is_ok(), "version {version} as the present one");
    }
}

#[test]
fn a_log_of_more_than_a_file_holds_is_refused() {
    let cones = (0..100_001).map(|place| Cone { position_m: [f64::from(place), 5.0] }).collect();
    let world = World::new(Site::asphalt().with_cones(cones));
    let log = LoggedWorld::new(world, LogSettings::default()).log();
    let refusal = LogError::TooMany { what: "cones", count: 100_001, most: 100_000 };
    assert_eq!(log::encode(&log, &MODELS), Err(refusal));
}

/// A car of every model, of which some are there at the start, with everything that an owner may do.
fn story(steps: u64, settings: LogSettings) -> WorldLog {
    let mut world = World::new(site());
    let cars: Vec<_> = MODELS.iter().map(|model| (model, car_of(model))).collect();
    let (first, later) = cars.split_at(4);
    let place = |place: usize| 5.0 * place as f64;
    let ids: Vec<CarId> = (first.iter().enumerate())
        .map(|(at, (model, (_, car)))| world.add(member(model, &car.choice(), place(at))).expect("it joins"))
        .collect();
    let mut world = LoggedWorld::new(world, settings);
    for (id, (_, (name, _))) in ids.iter().zip(first) {
        assert!(world.set_label(*id, CarLabel { name: format!("start {id}"), ..CarLabel::named(name) }));
    }
    for (at, (model, (name, car))) in later.iter().enumerate() {
        let mut member = member(model, &car.choice(), place(4 + at));
        if model.name == "single_track" {
            member.car = Box::new(Handed::new(member.car, Hands::new(StickShape::keyboard(), 0.5)));
        }
        world.add(member, CarLabel::named(name)).expect("it joins");
    }
    for step in 0..steps {
        world.set_request(CarId::from_number((step % 7) as u32), steered(step));
        match step {
            5 => assert!(world.schedule_request(CarId::from_number(3), 20, steered(77))),
            10 => assert!(world.remove(CarId::from_number(1)).is_some()),
            15 => {
                let (model, (name, car)) = &cars[2];
                let other = member(model, &car.choice(), -20.0);
                let label = CarLabel::named(name);
                assert!(world.replace(CarId::from_number(0), other, label).expect("it fits").is_some());
            }
            20 => world.set_surface(Surface { headwind_m_s: 6.0, ..Surface::asphalt() }),
            25 => {
                let motion = Motion { position_m: Vec2::new(0.0, 90.0), ..Motion::at_rest(0.0, 0.0, 0.0) };
                assert!(world.move_car(CarId::from_number(2), &motion.moving(5.0, 1.0, 0.1)));
            }
            30 => {
                let saved = world.world().car(CarId::from_number(5)).expect("it is here").save();
                assert_eq!(world.restore_car(CarId::from_number(5), &saved), Ok(true));
            }
            35 => world.reset_cones(),
            36 => assert!(world.abandon_lap(CarId::from_number(6))),
            _ => {}
        }
        world.step(Dt::new(if step < 50 { 0.01 } else { 0.004 }).expect("a step"));
    }
    world.log()
}

fn settings() -> LogSettings {
    LogSettings { keyframe_interval: 20, hash_interval: 3, keyframe_bytes: usize::MAX }
}

/// The log of some bytes, with its cars found by their names.
fn opened(bytes: &[u8]) -> Result<WorldLog, String> {
    let file = log::decode(bytes, &MODELS).map_err(|error| error.to_string())?;
    let find = |car: &log::FileCar| choose::car(&MODELS, car.model, &car.car);
    let cars = file.cars().iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let choices: Vec<CarChoice> = cars.iter().map(Car::choice).collect();
    file.into_log(&choices).map_err(|error| error.to_string())
}

#[test]
fn a_log_comes_back_with_everything() {
    let log = story(80, settings());
    let bytes = log::encode(&log, &MODELS).expect("it is written");
    assert!(log::is_log(&bytes));
    let read = opened(&bytes).expect("it is read");
    assert_eq!((read.steps(), read.end_hash()), (80, log.end_hash()));
    assert_eq!(read.start().site().course, log.start().site().course);
    let verified = LogReplay::new(read.clone()).verify().expect("the same bits");
    assert_eq!((verified.steps, verified.hashes, verified.keyframes), (80, 27, 4));
    // Written again it is the same file, and a replay ends where the world was.
    assert!(log::encode(&read, &MODELS).expect("it is written") == bytes);
    let mut replay = LogReplay::new(read);
    for step in [80, 33, 9, 50, 61] {
        let mut original = LogReplay::new(log.clone());
        original.seek(step).expect("a sound log");
        replay.seek(step).expect("a sound log");
        assert_eq!(replay.world().hash(), original.world().hash(), "step {step}");
        let names = |replay: &LogReplay| replay.cars().map(|(_, car)| car.label.clone()).collect::<Vec<_>>();
        assert_eq!(names(&replay), names(&original));
    }
    // Driven on, and written once more.
    let mut taken = replay.take_over();
    taken.step(Dt::new(0.01).expect("a step"));
    let again = opened(&log::encode(&taken.log(), &MODELS).expect("it is written")).expect("it is read");
    assert_eq!(LogReplay::new(again).verify().map(|verified| verified.steps), Ok(62));
}

/// The first lines of a file say what it is to a person: `head -c 300`.
#[test]
fn the_header_is_text() {
    let bytes = log::encode(&story(10, settings()), &MODELS).expect("it is written");
    let text = String::from_utf8_lossy(&bytes);
    for words in
        ["skidwlog", "\"steps\":10", "\"time_s\":0.1", "\"model\":\"single_track\"", "\"name\":\"start 0\""]
    {
        assert!(text.contains(words), "{words}");
    }
}

/// A car that was another in the log than now, by a bit of its state: found with its channel.
#[test]
fn a_divergence_of_a_file_is_found_with_its_channel() {
    let log = story(60, settings());
    let mut contents = log.contents().expect("it begins with its world");
    let place = contents.states[1].cars.iter().position(|(id, _)| id.index() == 5).expect("it is here");
    let number = &mut contents.states[1].cars[place].1.numbers[0];
    *number = f64::from_bits(number.to_bits() ^ 1);
    let altered = WorldLog::from_contents(contents).expect("sound parts");
    let read = opened(&log::encode(&altered, &MODELS).expect("it is written")).expect("it is read");
    let Err(VerifyError::Diverged(divergence)) = LogReplay::new(read).verify() else { panic!("it differs") };
    assert_eq!((divergence.step, divergence.same_until, divergence.compared_step), (40, 39, Some(40)));
    assert_eq!((divergence.parties.len(), divergence.parties[0].differences.len()), (1, 1));
}

#[test]
fn what_the_format_does_not_have_is_refused_by_name() {
    let dt = Dt::new(0.01).expect("a step");
    let mut world = World::new(Site::asphalt());
    world.step(dt);
    let refused = |world: &LoggedWorld| log::encode(&world.log(), &MODELS).expect_err("it is refused");
    let under_way = LoggedWorld::new(world, settings());
    assert_eq!(refused(&under_way), LogError::Contents(ContentsError::BeginsUnderWay));
    let mut put_back = LoggedWorld::new(World::new(Site::asphalt()), settings());
    let saved = put_back.world().save();
    put_back.restore(&saved).expect("no cars");
    assert_eq!(refused(&put_back), LogError::Contents(ContentsError::Restored));
    let (model, (_, car)) = MODELS.iter().map(|model| (model, car_of(model))).next().expect("a model");
    let mut named = LoggedWorld::new(World::new(Site::asphalt()), settings());
    named.add(member(model, &car.choice(), 0.0), CarLabel::named("a\u{1b}[2J")).expect("it joins");
    assert_eq!(refused(&named), LogError::Text);
    let file =
        log::decode(&log::encode(&story(5, settings()), &MODELS).expect("written"), &MODELS).expect("read");
    let error = file.clone().into_log(&[]).expect_err("it lacks cars").to_string();
    assert!(error.contains("and 0 were given"), "{error}");
    let wrong = vec![CarChoice::Own("w1"); file.cars().len()];
    assert!(matches!(file.into_log(&wrong), Err(LogError::Car(..))));
}

/// Any bytes: an error in a line, or a log that can be written and replayed a little.
#[test]
fn any_other_bytes_end_in_an_error() {
    let log = story(40, settings());
    let bytes = log::encode(&log, &MODELS).expect("it is written");
    for end in (0..bytes.len()).step_by(7) {
        assert!(log::decode(&bytes[..end], &MODELS).is_err(), "cut at {end}");
    }
    let mut random = Random::new(0x5851_f42d_4c95_7f2d);
    let whole = log::uncompressed(&log, &MODELS).expect("it is written");
    assert!(opened(&log::sealed(&whole)).is_ok());
    let (mut read, mut refused) = (0, 0);
    for round in 0..300 {
        let file = match round % 3 {
            0 => resealed(mutated(&bytes, &mut random)),
            _ => log::sealed(&mutated(&whole, &mut random)),
        };
        match opened(&file) {
            Ok(log) => {
                read += 1;
                let mut replay = LogReplay::new(log);
                (0..5).for_each(|_| _ = replay.follow().map_err(|error| error.to_string()));
            }
            Err(message) => {
                refused += 1;
                assert!(!message.contains(char::is_control) && message.len() < 8000, "{message:?}");
            }
        }
    }
    assert!(read > 10 && refused > 100, "{read} read, {refused} refused");
}

/// A few bytes that say that they are gigabytes, or become such.
#[test]
fn no_file_takes_more_memory_than_it_may() {
    // After the head of 18 bytes and the line `{}` the length stands before the compressed part.
    let claimed = |length: &[u8]| {
        let mut bytes = log::sealed(&[0; 100]);
        assert_eq!(&bytes[18..22], [2, b'{', b'}', 100]);
        bytes.splice(21..22, length.iter().copied());
        log::decode(&resealed(bytes), &MODELS).err().expect("it is refused")
    };
    for length in [&[99][..], &[101], &[0x80, 0x80, 0x80, 0x40], &[0xff, 0xff, 0xff, 0xff, 0x7f]] {
        assert!(matches!(claimed(length), ByteError::Invalid { what: "compressed part", .. }), "{length:?}");
    }
    let log = story(3, settings());
    let whole = log::uncompressed(&log, &MODELS).expect("it is written");
    for place in (0..whole.len()).step_by(211) {
        let mut large = whole.clone();
        large.splice(place..=place, [0xff, 0xff, 0xff, 0xff, 0x7f]);
        let _ = log::decode(&log::sealed(&large), &MODELS).map(|file| file.steps());
    }
}
