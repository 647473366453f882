//! Races against other cars: grids, places, cars that are out, other cars in observations, and bits that depend on the scene alone.

use skidpad_core::math::Real;
use skidpad_fleet::FleetModel;
use skidpad_special::Kinematic;
use skidpad_tasks::{
    ActionSettings, AnyEnvironments, Autoreset, Environments, Grid, Lidar, Observation, Opponents, Race,
    Settings, StartChoice, TaskError, WheelToWheel,
};
use skidpad_testing::Random;
use skidpad_world::models;
use skidpad_world::rolling::CarChoice;

use crate::scene::{boxster, made, preset, settings, track};

const CARS: usize = 4;
/// A model whose cars meet nothing.
static KINEMATIC: FleetModel = FleetModel::in_both::<Kinematic>(&models::KINEMATIC);

fn race() -> Race {
    Race::flat(vec![track("oval")])
}

fn rolling_grid() -> Grid {
    Grid { anywhere: true, speed_m_s: [10.0, 25.0], ..Grid::default() }
}

fn of_scene(environments: &Environments<WheelToWheel>, term: &str) -> Vec<f64> {
    let place = environments.terms().iter().position(|known| known.quantity.name == term).expect("a term");
    environments.term_values().chunks_exact(environments.terms().len()).map(|terms| terms[place]).collect()
}

fn figures(environments: &Environments<WheelToWheel>, figure: &str) -> Vec<f64> {
    let all = environments.figure_quantities();
    let place = all.iter().position(|known| known.name == figure).expect("a figure");
    environments.figures().chunks_exact(all.len()).map(|figures| figures[place]).collect()
}

/// Settings without what makes steering indirect.
fn plain<'a>(
    environments: usize,
    cars: &'a [CarChoice<'a>],
    observations: &'a [Observation],
) -> Settings<'a> {
    let actions = ActionSettings::default();
    let autoreset = Autoreset::Disabled;
    Settings { actions, autoreset, time_limit_s: 60.0, ..settings(environments, cars, observations) }
}

/// A start on the oval's first straight, which its line follows along the x axis: `ahead_m` from the start line, at a speed.
fn on_straight(ahead_m: f64, lateral_m: f64, speed_m_s: f64) -> StartChoice {
    let track = track("oval");
    let distance_m = track.start_m() + ahead_m;
    let [x_m, y_m] = track.beside(distance_m, lateral_m);
    StartChoice {
        position_m: [Some(x_m), Some(y_m)],
        yaw_rad: Some(track.at(distance_m).heading_rad),
        velocity_m_s: [Some(speed_m_s), Some(0.0)],
        ..StartChoice::default()
    }
}

/// Two cars with starts on the straight.
fn two(race: Race, starts: [StartChoice; 2], observations: &[Observation]) -> Environments<WheelToWheel> {
    let task = WheelToWheel::new(race, 2, Grid::default()).expect("a grid");
    let mut environments = made(task, &plain(2, boxster(), observations)).expect("two cars");
    environments.reset(&[true; 2], Some(&[3; 2]), Some(&starts)).expect("starts");
    environments
}

fn named(names: &[&str]) -> Vec<Observation> {
    names.iter().map(|name| Observation::by_name(name)).collect()
}

#[test]
fn cars_start_on_a_grid_behind_the_line_in_an_order_by_chance() {
    let (track, observations) = (track("oval"), named(&["x_m", "y_m", "velocity_x_m_s", "place"]));
    let task = WheelToWheel::new(race(), CARS, Grid::default()).expect("a grid");
    let mut environments = made(task, &plain(CARS * 20, boxster(), &observations)).expect("20 scenes");
    environments.reset_all(5);
    let mut first_slots = [0; CARS];
    for scene in environments.observations().chunks_exact(CARS * observations.len()) {
        let mut slots = [false; CARS];
        for (car, observed) in scene.chunks_exact(observations.len()).enumerate() {
            let at = track.locate([observed[0], observed[1]].map(f64::from), None);
            let behind_m = track.length_m() - track.since_start_m(at.distance_m);
            let slot = (behind_m / 8.0 - 0.5) as usize;
            assert!(Real::abs(behind_m - 8.0 * (slot + 1) as f64) < 0.01, "{behind_m} m behind the line");
            assert_eq!(at.lateral_offset_m > 1.0, slot.is_multiple_of(2), "slot {slot}");
            assert_eq!(at.lateral_offset_m < -1.0, !slot.is_multiple_of(2), "slot {slot}");
            assert_eq!(observed[2..], [0.0, slot as f32 + 1.0], "speed and place");
            slots[slot] = true;
            first_slots[car] += usize::from(slot == 0);
        }
        assert_eq!(slots, [true; CARS]);
    }
    assert!(first_slots.iter().all(|count| *count > 0), "{first_slots:?} times in front");
}

/// On a grid anywhere along the lap, the start line may be amid the cars: the order is that along the road nevertheless.
#[test]
fn places_on_a_grid_anywhere_are_in_the_order_along_the_road() {
    let (track, observations) = (track("oval"), named(&["x_m", "y_m"]));
    let task = WheelToWheel::new(race(), CARS, Grid { spacing_m: 60.0, ..rolling_grid() }).expect("a grid");
    let mut environments = made(task, &plain(CARS * 40, boxster(), &observations)).expect("40 scenes");
    environments.reset_all(5);
    let places = figures(&environments, "place");
    let mut astride = 0;
    for (places, scene) in places.chunks(CARS).zip(environments.observations().chunks(2 * CARS)) {
        let mut by_place = [0.0; CARS];
        for (place, at) in places.iter().zip(scene.chunks_exact(2)) {
            let at = track.locate([at[0], at[1]].map(f64::from), None);
            by_place[*place as usize - 1] = track.since_start_m(at.distance_m);
        }
        for pair in by_place.windows(2) {
            let ahead_m = pair[0] - pair[1];
            let ahead_m = if ahead_m < 0.0 { ahead_m + track.length_m() } else { ahead_m };
            assert!(Real::abs(ahead_m - 60.0) < 0.1, "{by_place:?}");
            astride += usize::from(pair[0] < pair[1]);
        }
    }
    assert!(astride > 1, "{astride} grids lie across the start line");
}

/// All that a step gives of a scene, as bits.
/// Cars abreast at the front of a grid were taken for the last of a queue around the track.
#[test]
fn cars_abreast_are_both_in_front() {
    let task = WheelToWheel::new(race(), 3, Grid::default()).expect("a grid");
    let observations = named(&["place"]);
    let mut environments = made(task, &plain(3, boxster(), &observations)).expect("three cars");
    let starts = [(20.0, 2.0), (20.0, -2.0), (10.0, 0.0)];
    let starts = starts.map(|(ahead_m, lateral_m)| on_straight(ahead_m, lateral_m, 10.0));
    environments.reset(&[true; 3], Some(&[3; 3]), Some(&starts)).expect("starts");
    let places = figures(&environments, "place");
    assert_eq!(places[2], 3.0, "{places:?}");
}

/// The start line is between two cars: the rear one has as far to drive as the other, and their distance more. It had almost a lap less.
#[test]
fn a_grid_across_the_line_is_no_head_start_for_those_before_it() {
    let observations = named(&["lateral_offset_m", "heading_error_rad", "velocity_x_m_s"]);
    let starts = [on_straight(4.0, 2.0, 30.0), on_straight(-4.0, -2.0, 30.0)];
    let task = WheelToWheel::new(race().with_laps(1), 2, Grid::default()).expect("a grid");
    let settings = Settings { time_limit_s: 600.0, ..plain(2, boxster(), &observations) };
    let mut environments = made(task, &settings).expect("two cars");
    environments.reset(&[true; 2], Some(&[3; 2]), Some(&starts)).expect("starts");
    let (mut ended_at, mut step) = ([None; 2], 0);
    while ended_at.contains(&None) {
        let action = |(car, seen): (usize, &[f32])| {
            let off_m = seen[0] - [2.0, -2.0][car];
            [-0.05 * off_m - 2.0 * seen[1], 0.5 * (30.0 - seen[2])]
        };
        let actions: Vec<f32> =
            environments.observations().chunks_exact(3).enumerate().flat_map(action).collect();
        environments.step(&actions).expect("finite");
        step += 1;
        for (car, end) in environments.end_numbers().iter().enumerate() {
            if *end != 0 && ended_at[car].is_none() {
                assert_eq!(environments.ends()[usize::from(*end) - 1], "finished");
                ended_at[car] = Some(step);
            }
        }
    }
    assert_eq!(figures(&environments, "place"), [1.0, 2.0]);
    // Almost two rounds each; 8 m at 30 m/s are 0.27 s, which the lines of the two in the bends change by a few metres.
    let [first, second] = ended_at.map(|step| f64::from(step.unwrap_or(0)) * 0.02);
    assert!(first > 130.0 && Real::abs(second - first) < 3.0, "{first} s and {second} s");
}

fn bits(environments: &Environments<WheelToWheel>, scene: usize) -> Vec<u64> {
    let count = environments.len();
    let of_scene = |width: usize| scene * CARS * width..(scene + 1) * CARS * width;
    let rows = |numbers: &[f64]| -> Vec<u64> {
        numbers[of_scene(numbers.len() / count)].iter().map(|number| number.to_bits()).collect()
    };
    let observations: Vec<_> = environments.observations().iter().map(|number| f64::from(*number)).collect();
    let ends: Vec<_> = environments.end_numbers().iter().map(|end| f64::from(*end)).collect();
    let all = [&observations[..], environments.term_values(), environments.figures(), &ends[..]];
    all.into_iter().chain([environments.rewards()]).flat_map(rows).collect()
}

/// Drives scenes with seeds from one on; what each step gave of each scene, with the number of impacts and of ends.
fn drive(scenes: usize, first: u64, autoreset: Autoreset, threads: usize) -> (Vec<Vec<u64>>, [usize; 2]) {
    let observations = named(&[
        "x_m", "velocity_x_m_s", "opponents", "lidar_m", "place", "last_action", "heading_error_rad",
    ]);
    let grid = Grid { spacing_m: 5.0, lateral_share: 0.1, ..rolling_grid() };
    let race = race().with_off_track_m(4.0).expect("a distance");
    let task = WheelToWheel::new(race, CARS, grid).expect("a grid");
    let of_chance = settings(scenes * CARS, boxster(), &observations);
    let settings = Settings { autoreset, threads, time_limit_s: 2.0, ..of_chance };
    let mut environments = made(task, &settings).expect("scenes");
    environments.reset_all(first);
    let mut randoms: Vec<_> = (0..scenes).map(|scene| Random::new(first + scene as u64)).collect();
    let mut given: Vec<_> = (0..scenes).map(|scene| bits(&environments, scene)).collect();
    let mut counts = [0; 2];
    for _ in 0..250 {
        if autoreset == Autoreset::Disabled {
            let out = environments.are_out();
            let over: Vec<_> = out.chunks(CARS).flat_map(|scene| [!scene.contains(&false); CARS]).collect();
            environments.reset(&over, None, None).expect("whole scenes");
        }
        let act = |random: &mut Random| -> Vec<f32> {
            let wild = |_| [random.between(-0.2, 0.2) as f32, random.between(-1.5, 1.5) as f32];
            (0..CARS).flat_map(wild).collect()
        };
        let actions: Vec<_> = randoms.iter_mut().flat_map(act).collect();
        environments.step(&actions).expect("finite actions");
        for (scene, given) in given.iter_mut().enumerate() {
            given.extend(bits(&environments, scene));
        }
        counts[0] += of_scene(&environments, "impact_m_s").iter().filter(|impact| **impact > 0.0).count();
        counts[1] += environments.end_numbers().iter().filter(|end| **end != 0).count();
    }
    (given, counts)
}

/// Each of three scenes gives what it gives alone with its seed, bit for bit and on any number of threads, over 250 steps of chance with all their resets.
#[test]
fn a_scene_depends_on_neither_other_scenes_nor_threads() {
    for autoreset in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
        let (together, [impacts, ends]) = drive(3, 70, autoreset, 3);
        assert!(impacts > 3 && ends > 20, "{impacts} impacts and {ends} ends in {autoreset:?}");
        assert_eq!(drive(3, 70, autoreset, 1).0, together);
        for (scene, together) in together.iter().enumerate() {
            let (alone, _) = drive(1, 70 + scene as u64, autoreset, 1);
            assert!(alone[0] == *together, "scene {scene} in {autoreset:?}");
        }
    }
}

/// A car that stands on the line is run into; once its episode is over, it is driven through.
#[test]
fn a_car_that_is_out_is_hit_by_nobody() {
    let starts = [on_straight(30.0, 0.0, 0.0), on_straight(8.0, 0.0, 15.0)];
    for (stopped_s, is_hit) in [(0.3, false), (100.0, true)] {
        let race = race().with_stopped_s(stopped_s).expect("a time");
        let mut environments = two(race, starts, &named(&["x_m", "opponents"]));
        let (mut largest_m_s, mut was_seen) = ([0.0; 2], [false; 2]);
        for _ in 0..150 {
            environments.step(&[0.0, -0.2, 0.0, 0.5]).expect("a step");
            let impacts = of_scene(&environments, "impact_m_s");
            (0..2).for_each(|car| largest_m_s[car] = Real::max(largest_m_s[car], impacts[car]));
            let is_out = environments.are_out()[0];
            let sees = environments.observations()[environments.observation_channels().len() + 1] == 1.0;
            let has_just_ended = environments.end_numbers()[0] != 0;
            assert_eq!(sees, !is_out || has_just_ended, "the second car sees the first one to its end");
            was_seen[usize::from(is_out)] = true;
            if is_out && environments.end_numbers()[0] == 0 {
                assert_eq!(environments.rewards()[0], 0.0);
            }
        }
        assert_eq!(was_seen, [true, !is_hit]);
        if is_hit {
            assert!(largest_m_s[0] > 5.0, "{largest_m_s:?} m/s");
            assert_eq!(largest_m_s[0], largest_m_s[1], "both cars have the impact");
        } else {
            assert_eq!(largest_m_s, [0.0; 2]);
            assert!(
                figures(&environments, "progress_m")[1] > 35.0,
                "it has driven through the place of the other"
            );
        }
    }
}

/// Passing a car gains a place, which the other one loses. So does the retirement of a car that is ahead.
#[test]
fn places_are_gained_by_passing_and_by_others_that_retire() {
    let starts = [on_straight(30.0, 3.0, 0.0), on_straight(8.0, -3.0, 15.0)];
    for (stopped_s, passes) in [(100.0, true), (0.3, false)] {
        let race = race().with_stopped_s(stopped_s).expect("a time");
        let mut environments = two(race, starts, &named(&["place"]));
        assert_eq!(environments.observations(), [1.0, 2.0]);
        let mut gains = Vec::new();
        for step in 0..150 {
            environments.step(&[0.0, -0.2, 0.0, 0.5]).expect("a step");
            let gained = of_scene(&environments, "places_gained");
            if gained != [0.0; 2] {
                gains.push((step, gained));
            }
        }
        let [(step, gained)] = &gains[..] else { panic!("one change of places: {gains:?}") };
        assert_eq!(gained, &[-1.0, 1.0]);
        assert_eq!(figures(&environments, "place"), [2.0, 1.0]);
        // 22 m at 15 m/s or a little more are 1.4 s, of 20 ms each; a time of 0.3 s is over after 15 steps.
        let must = if passes { 60..=75 } else { 14..=15 };
        assert!(must.contains(step), "in step {step}");
    }
}

/// At the time limit all cars are out at once. Their last observations have the others nevertheless: with them gone, whoever estimates from these
/// what would have followed learns that cars vanish.
#[test]
fn the_last_observations_of_a_race_have_all_cars() {
    for autoreset in [Autoreset::Disabled, Autoreset::SameStep] {
        let task = WheelToWheel::new(race(), 2, Grid::default()).expect("a grid");
        let observations = named(&["opponents"]);
        let settings = Settings { autoreset, time_limit_s: 0.1, ..plain(2, boxster(), &observations) };
        let mut environments = made(task, &settings).expect("two cars");
        environments.reset_all(1);
        (0..5).for_each(|_| environments.step(&[0.0; 4]).expect("a step"));
        assert_eq!(environments.truncated(), [true; 2]);
        let last = match autoreset {
            Autoreset::SameStep => environments.final_observations(),
            _ => environments.observations(),
        };
        let are_there: Vec<_> = last.chunks(last.len() / 2).map(|row| row[0]).collect();
        assert_eq!(are_there, [1.0; 2], "{autoreset:?}");
    }
}

/// A car ahead ends the beams that point at its rear, and only those.
#[test]
fn a_lidar_sees_other_cars() {
    let lidar = |beams, field_of_view_rad| {
        Observation::Lidar(Lidar { beams, field_of_view_rad, range_m: 40.0, ..Lidar::default() })
    };
    let observations = [lidar(1, 0.0), lidar(3, 0.6), Observation::Opponents(Opponents::default())];
    let starts = [on_straight(30.0, 0.0, 0.0), on_straight(10.0, 0.0, 0.0)];
    let environments = two(race(), starts, &observations);
    let width = environments.observation_channels().len();
    let behind = &environments.observations()[width..];
    let body_m = 20.0 - behind[0];
    assert!((1.5..3.0).contains(&body_m), "{body_m} m from the rear to the position");
    assert_eq!(behind[2], behind[0], "the middle one of three beams");
    assert!(
        behind[1] > 10.0 && behind[3] > 10.0 && behind[1] != behind[2],
        "the others meet the road's edges"
    );
    let seen = &behind[4..10];
    assert!(seen[0] == 1.0 && (seen[1] - 20.0).abs() < 1e-3 && seen[2].abs() < 1e-3, "{seen:?}");
    assert!(environments.observations()[0] == 40.0, "nothing is ahead of the first car");
}

/// The seed of a scene is that of its first car. The noise of the others is their own.
#[test]
fn the_cars_of_a_scene_have_noise_of_their_own() {
    let observations = named(&["steer_rad"]);
    let actions = ActionSettings { noise: 0.01, ..ActionSettings::default() };
    let settings = Settings { actions, ..plain(8, boxster(), &observations) };
    let task = WheelToWheel::new(race(), CARS, Grid::default()).expect("a grid");
    let mut environments = made(task, &settings).expect("two scenes");
    environments.reset_all(1);
    environments.step(&[0.0; 16]).expect("a step");
    let mut steer_rad = environments.observations().to_vec();
    steer_rad.sort_by(f32::total_cmp);
    steer_rad.dedup();
    assert_eq!(steer_rad.len(), 8, "{steer_rad:?}");
}

/// The cars of a list are those of the agents in turn.
#[test]
fn each_agent_has_its_own_car() {
    let cars = ["boxster-s", "civic-type-r-2018", "boxster-s", "corvette-c5"];
    let cars = cars.map(|name| CarChoice::Vehicle(preset(name)));
    let task = WheelToWheel::new(race(), 2, Grid::default()).expect("a grid");
    let observations = named(&["velocity_x_m_s"]);
    let mut environments = made(task, &plain(40, &cars, &observations)).expect("20 scenes");
    environments.reset_all(1);
    let numbers = environments.car_numbers();
    assert!(numbers.chunks(2).all(|scene| scene[0] % 2 == 0 && scene[1] % 2 == 1), "{numbers:?}");
    assert!((0..4).all(|car| numbers.contains(&car)), "each is drawn: {numbers:?}");
    (0..50).for_each(|_| environments.step(&[0.0, 1.0].repeat(40)).expect("a step"));
    let speed = |car| environments.observations()[numbers.iter().position(|number| *number == car).unwrap()];
    assert_eq!(speed(0), speed(2));
    assert_ne!(speed(0), speed(1));
}

#[test]
fn races_that_cannot_be_are_refused() {
    let observations = named(&["x_m"]);
    let grid = |spacing_m| WheelToWheel::new(race(), CARS, Grid { spacing_m, ..Grid::default() });
    let message = |error: TaskError| error.to_string();
    let (length_m, error) = (track("oval").length_m(), message(grid(1000.0).unwrap_err()));
    assert_eq!(error, format!("grid_spacing_m = 1000: must be above 0 and at most {}", 0.9 * length_m / 5.0));
    let refused = |task: WheelToWheel, settings: &Settings<'_>| message(made(task, settings).unwrap_err());
    let task = grid(8.0).expect("a grid");
    let narrow = refused(grid(2.0).expect("as far as is known"), &plain(4, boxster(), &observations));
    assert!(narrow.starts_with("grid_spacing_m = 2: must be at least 4.0"), "{narrow}");
    let cut = refused(task.clone(), &plain(6, boxster(), &observations));
    assert_eq!(cut, "environments = 6: must be a multiple of 4, the cars of a scene");
    let cars = [boxster()[0]; 3];
    let three = refused(task.clone(), &plain(4, &cars, &observations));
    assert_eq!(three, "cars: are 3, must be 1, or 4 or a multiple of it, in turn for each agent");
    let mut environments = made(task, &plain(4, boxster(), &observations)).expect("a scene");
    let partly = environments.reset(&[true, true, false, true], None, None).unwrap_err();
    assert_eq!(message(partly), "reset: the cars of a scene are reset together");
    let kinematic = Settings { model: &KINEMATIC, ..plain(4, boxster(), &observations) };
    let of_model = refused(grid(8.0).expect("a grid"), &kinematic);
    assert!(of_model.starts_with("the model kinematic has no lateral velocity"), "{of_model}");
    let seen = named(&["opponents"]);
    let alone = made(race(), &plain(1, boxster(), &seen)).unwrap_err();
    assert_eq!(alone, TaskError::NoOpponents { task: "race" });
}
