//! Several steps of a fleet in one call.

use skidpad_core::controls::Gear;
use skidpad_core::step::{Dt, Status};
use skidpad_fleet::{Ending, Entrant, EpisodeRules, Fleet, FleetModel, GroupId, Precision};
use skidpad_workload::vehicle;
use skidpad_world::contact::Wall;
use skidpad_world::ground::{Area, Shape};
use skidpad_world::rolling::{Begin, CarChoice};
use skidpad_world::weather::{Gusts, Weather};
use skidpad_world::world::{Site, body_of};

use crate::models::{LANES, SCALAR, choice, request};

const CARS: usize = 23;
/// The car whose engine blows as it begins, in first gear at 160 km/h; in a model with an engine.
const ENDING: usize = 13;
const RULES: EpisodeRules =
    EpisodeRules { time_limit_s: Some(0.2), hit_m_s: Some(0.0), cone_hit_m_s: None, area: None };

/// A fleet of a model at 10 to 18 m/s, one of which breaks.
fn fleet<T: Precision>(model: &FleetModel, site: Site, has_body: bool) -> (Fleet<T>, GroupId) {
    let vehicle = vehicle(0);
    let car: CarChoice<'_> = choice(model, &vehicle);
    let mut fleet = Fleet::<T>::default().with_threads(2);
    let site = fleet.add_site(site).unwrap();
    let speed = |index: usize| if index == ENDING { 45.0 } else { 10.0 + (index % 9) as f64 };
    let initial: Vec<_> = (0..CARS).map(|index| [("velocity_x_m_s", speed(index))]).collect();
    let body = has_body.then(|| body_of(model.info(), &car, 0.3, 0.5));
    let entrant = |index: usize| {
        let gear = Gear::Forward(if index == ENDING { 1 } else { 3 });
        Entrant { car, begin: Begin { gear, initial: &initial[index], method: None }, site, body }
    };
    let group = fleet.add(model, &(0..CARS).map(entrant).collect::<Vec<_>>()).unwrap();
    (fleet, group)
}

/// Everything that a caller sees of the cars.
fn seen<T: Precision>(fleet: &Fleet<T>, id: GroupId) -> (Vec<u64>, Vec<u8>, Vec<u64>, u64) {
    let group = fleet.group(id);
    let channels = group.state_channels().concat();
    let mut bits = Vec::new();
    for channel in &channels {
        let numbers = group.states(group.state(channel.name).unwrap());
        bits.extend(numbers.iter().map(|number| number.lane(0).to_bits()));
    }
    bits.extend(group.statuses().iter().map(|number| number.lane(0).to_bits()));
    let clocks = (0..CARS).map(|car| group.episode_time_s(car).to_bits()).collect();
    (bits, group.endings().to_vec(), clocks, fleet.time_s().to_bits())
}

/// Drives a fleet step by step and its twin by calls of several steps, with new commands, resets and snapshots between the calls.
fn compare<T: Precision>(model: &FleetModel, site: &Site, has_body: bool, rules: EpisodeRules) -> Vec<u8> {
    let mut fleets = [0; 2].map(|_| fleet::<T>(model, site.clone(), has_body));
    fleets.iter_mut().for_each(|(fleet, group)| fleet.group_mut(*group).set_rules(rules));
    let mut endings = vec![0; CARS];
    for (call, steps) in [3, 1, 0, 5, 8, 13, 2, 21].into_iter().enumerate() {
        // The step changes once, which clocks count from.
        let dt = Dt::new(if call < 5 { 0.01 } else { 0.004 }).unwrap();
        for (is_apart, (fleet, id)) in fleets.iter_mut().enumerate() {
            let group = fleet.group_mut(*id);
            for car in 0..CARS {
                // Of most cars the steering alone changes, and of some nothing.
                let at = if car % 4 == 0 { 0 } else { call as u32 * 10 };
                let gear = if car == ENDING { 1.0 } else { 3.0 };
                let mut request = request(car, at);
                request.command.gear = gear;
                group.set_request(car, &request);
            }
            if call == 4 {
                group.reset(&[true; CARS]);
                let saved = group.save(2);
                group.restore(5, &saved).unwrap();
            }
            if is_apart == 1 {
                (0..steps).for_each(|_| fleet.step(dt));
            } else {
                fleet.step_times(dt, steps);
            }
        }
        let [together, apart] = &fleets;
        assert_eq!(seen(&together.0, together.1), seen(&apart.0, apart.1), "call {call}");
        let now = together.0.group(together.1).endings();
        endings.iter_mut().zip(now).for_each(|(all, now)| *all |= now);
    }
    endings
}

/// On the plain site all steps of a call are taken car by car; the rules are judged once, and find what each step would.
#[test]
fn steps_of_one_call_have_the_bits_of_as_many_calls() {
    for model in [&LANES, &SCALAR] {
        for rules in [EpisodeRules::default(), RULES] {
            let endings = compare::<f64>(model, &Site::asphalt(), true, rules);
            assert_eq!(compare::<f32>(model, &Site::asphalt(), true, rules), endings);
            let blown = if core::ptr::eq(model, &SCALAR) { Ending::Model.bit() } else { 0 };
            let timed = if rules.time_limit_s.is_some() { Ending::TimeLimit.bit() } else { 0 };
            assert_eq!(endings[ENDING], blown | if blown == 0 { timed } else { 0 });
            assert_eq!(endings[ENDING - 1], timed);
        }
    }
}

/// Where each step depends on where cars are, or on the time, they are taken one by one.
#[test]
fn steps_among_walls_in_gusts_and_by_rules_of_place_are_those_of_as_many_calls() {
    let wall = Wall::line(&[[4.5, -100.0], [4.5, 100.0]], 0.3, 0.5);
    let walls = Site::asphalt().with_walls(wall).unwrap();
    let endings = compare::<f64>(&LANES, &walls, true, RULES);
    assert!(endings.iter().any(|endings| endings & Ending::Hit.bit() != 0), "{endings:?}");
    let gusts = Gusts { seed: 7, deviation_m_s: 4.0, time_scale_s: 0.5 };
    let weather = Weather { wind_m_s: [6.0, -9.0], gusts: Some(gusts), ambient: None };
    compare::<f64>(&SCALAR, &Site::asphalt().with_weather(weather).unwrap(), false, RULES);
    // All leave a disc about the start.
    let disc = Area { centre_m: [0.0, 0.0], heading_rad: 0.0, shape: Shape::Disc { radius_m: 1.0 } };
    let endings = compare::<f64>(&LANES, &Site::asphalt(), false, EpisodeRules { area: Some(disc), ..RULES });
    assert!(endings.iter().all(|endings| endings & Ending::LeftArea.bit() != 0), "{endings:?}");
}

/// A clock stands still with its car, whatever the others do.
#[test]
fn the_clock_of_a_car_counts_the_steps_that_it_took() {
    let (mut fleet, id) = fleet::<f64>(&SCALAR, Site::asphalt(), false);
    let dt = Dt::new(0.01).unwrap();
    fleet.step_times(dt, 40);
    let group = fleet.group(id);
    assert!(matches!(group.status(ENDING), Status::Ended(_)));
    // Its last step is the one in which it ended.
    assert_eq!([group.episode_time_s(ENDING), group.episode_time_s(0)], [0.01, 0.4]);
    fleet.step_times(dt, 40);
    assert_eq!([13, 0].map(|car| fleet.group(id).episode_time_s(car)), [0.01, 0.8]);
}
