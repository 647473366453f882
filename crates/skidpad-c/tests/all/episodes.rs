//! Episodes of fleets through C: the bits, endings and times of the same fleet in Rust, and refusals that change nothing.

use std::ffi::CString;
use std::ptr::{null, null_mut};

use skidpad::core::controls::Gear;
use skidpad::core::model::SingleTrack;
use skidpad::core::step::Dt;
use skidpad::fleet::{
    DrawnState, Draws, Ending, Entrant, EpisodeRules, Fleet, FleetModel, GroupId, StateHandle,
};
use skidpad::world::contact::Wall;
use skidpad::world::ground::{Area, Shape};
use skidpad::world::models;
use skidpad::world::rolling::{Begin, CarChoice};
use skidpad::world::scene::Cone;
use skidpad::world::world::{BODY_FRICTION, BODY_RESTITUTION, Site, body_of};
use skidpad_c::*;

use crate::live::{Live, message, written};

const CARS: usize = 11;
const ROUNDS: u32 = 400;
static MODEL: FleetModel = FleetModel::new::<SingleTrack>(&models::SINGLE_TRACK);
const WALL: SkidpadWall =
    SkidpadWall { from_m: [45.0, -100.0], to_m: [45.0, 100.0], restitution: 0.3, friction: 0.5 };
const CONE: SkidpadCone = SkidpadCone { position_m: [20.0, 0.5] };
const AREA: SkidpadArea =
    SkidpadArea { centre_m: [0.0; 2], heading_rad: 0.0, size_m: [400.0, 24.0], radius_m: 0.0 };
/// Draws: name, least and largest value.
const DRAWN: [(&str, f64, f64); 3] =
    [("velocity_x_m_s", 5.0, 25.0), ("y_m", -4.0, 4.0), ("yaw_rad", -0.5, 0.5)];
const SEED: u64 = 2026;

fn start(car: usize) -> SkidpadPlacement {
    SkidpadPlacement { position_m: [0.0; 2], heading_rad: 0.0, speed_m_s: 8.0 + car as f64 }
}

fn throttle(car: usize) -> f64 {
    0.1 * car as f64
}

/// A fleet through C, freed at the end.
struct InC(*mut SkidpadFleet);

impl InC {
    fn new() -> Self {
        let (car, mut fleet) = (Live::of(c"mx5-nd-2016", c"single_track", start(0)), null_mut());
        let starts: Vec<_> = (0..CARS).map(start).collect();
        let site = SkidpadSiteOptions {
            walls: &WALL,
            wall_count: 1,
            cones: &CONE,
            cone_count: 1,
            ..written(skidpad_site_options)
        };
        let options = SkidpadFleetOptions {
            site: &site,
            placements: starts.as_ptr(),
            threads: 2,
            ..written(skidpad_fleet_options)
        };
        let throttles: Vec<_> = (0..CARS).map(throttle).collect();
        let other = Live::of(c"boxster-s", c"single_track", start(0));
        // SAFETY: all pointers are valid.
        unsafe {
            let made = skidpad_fleet_new(car.0, CARS, &options, &mut fleet);
            assert_eq!(made, SkidpadStatus::Ok, "{}", message());
            let name = c"throttle".as_ptr();
            assert_eq!(skidpad_fleet_set_command(fleet, name, throttles.as_ptr(), CARS), SkidpadStatus::Ok);
            for vehicle in [&car, &other] {
                assert_eq!(skidpad_fleet_add_vehicle(fleet, vehicle.0), SkidpadStatus::Ok, "{}", message());
            }
        }
        Self(fleet)
    }

    fn step(&self) {
        // SAFETY: the fleet is alive.
        assert_eq!(unsafe { skidpad_fleet_step(self.0, 0.01, 1) }, SkidpadStatus::Ok);
    }

    fn endings(&self) -> [u8; CARS] {
        let mut endings = [7; CARS];
        // SAFETY: there is room for all.
        assert_eq!(unsafe { skidpad_fleet_endings(self.0, endings.as_mut_ptr(), CARS) }, SkidpadStatus::Ok);
        endings
    }

    fn times_s(&self) -> [f64; CARS] {
        let mut times_s = [7.0; CARS];
        // SAFETY: there is room for all.
        let status = unsafe { skidpad_fleet_episode_times(self.0, times_s.as_mut_ptr(), CARS) };
        assert_eq!(status, SkidpadStatus::Ok);
        times_s
    }

    fn states(&self, name: &str) -> [f64; CARS] {
        let (name, mut states) = (CString::new(name).unwrap(), [7.0; CARS]);
        // SAFETY: there is room for all.
        let status = unsafe { skidpad_fleet_states(self.0, name.as_ptr(), states.as_mut_ptr(), CARS) };
        assert_eq!(status, SkidpadStatus::Ok, "{}", message());
        states
    }

    /// Resets with draws of states.
    fn reset_drawn(&self, mask: &[u8], vehicle: u32) -> SkidpadStatus {
        let names = DRAWN.map(|(name, ..)| CString::new(name).unwrap());
        let states: Vec<_> = names
            .iter()
            .zip(DRAWN)
            .map(|(name, (_, low, high))| SkidpadDrawnState { name: name.as_ptr(), low, high })
            .collect();
        let (states, state_count) = (states.as_ptr(), states.len());
        let draws = SkidpadDraws { seed: SEED, states, state_count, vehicle, ..written(skidpad_draws) };
        // SAFETY: all pointers are valid.
        unsafe { skidpad_fleet_reset_drawn(self.0, mask.as_ptr(), mask.len(), &draws) }
    }

    fn reset_to(&self, mask: &[u8], names: &[&str], values: &[f64]) -> SkidpadStatus {
        let names: Vec<_> = names.iter().map(|name| CString::new(*name).unwrap()).collect();
        let names: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
        // SAFETY: all pointers are valid.
        unsafe {
            skidpad_fleet_reset_to(
                self.0,
                mask.as_ptr(),
                mask.len(),
                names.as_ptr(),
                names.len(),
                values.as_ptr(),
                values.len(),
            )
        }
    }

    fn set_rules(&self, rules: &SkidpadEpisodeRules) -> SkidpadStatus {
        // SAFETY: all pointers are valid.
        unsafe { skidpad_fleet_set_rules(self.0, rules) }
    }
}

impl Drop for InC {
    fn drop(&mut self) {
        // SAFETY: the fleet is alive, and nobody else uses it.
        assert_eq!(unsafe { skidpad_fleet_free(self.0) }, SkidpadStatus::Ok);
    }
}

/// The same fleet in Rust.
fn in_rust() -> (Fleet, GroupId) {
    let vehicles = ["mx5-nd-2016", "boxster-s"]
        .map(|name| skidpad::presets::preset(name).unwrap().spec.validate().unwrap());
    let car = CarChoice::Vehicle(&vehicles[0]);
    let site = Site::asphalt().with_cones(vec![Cone { position_m: CONE.position_m }]);
    let site = site.with_walls(Wall::line(&[WALL.from_m, WALL.to_m], WALL.restitution, WALL.friction));
    let mut fleet = Fleet::new();
    let site = fleet.add_site(site.unwrap()).unwrap();
    let body = Some(body_of(MODEL.info(), &car, BODY_RESTITUTION, BODY_FRICTION));
    let initial: Vec<_> = (0..CARS).map(|car| [("velocity_x_m_s", start(car).speed_m_s)]).collect();
    let begin = |initial| Begin { gear: Gear::Automatic, initial, method: None };
    let entrants: Vec<_> =
        initial.iter().map(|initial| Entrant { car, begin: begin(initial), site, body }).collect();
    let id = fleet.add(&MODEL, &entrants).unwrap();
    let group = fleet.group_mut(id);
    let [full, automatic] = ["throttle", "automatic"].map(|name| group.command(name).unwrap());
    group.command_mut(automatic).fill(1.0);
    group.command_mut(full).iter_mut().enumerate().for_each(|(car, value)| *value = throttle(car));
    for vehicle in &vehicles {
        group.add_vehicle(&CarChoice::Vehicle(vehicle)).unwrap();
    }
    (fleet, id)
}

fn rules() -> SkidpadEpisodeRules {
    SkidpadEpisodeRules {
        time_limit_s: 2.5,
        hit_m_s: 0.0,
        cone_hit_m_s: 12.0,
        area: &AREA,
        ..written(skidpad_episode_rules)
    }
}

/// Cars whose episode is over are reset in each step, to random states with random vehicles: all states, endings and times on the
/// way are those of Rust, those at the end of each episode among them.
#[test]
fn episodes_have_the_bits_of_the_same_fleet_in_rust() {
    let (in_c, (mut fleet, id)) = (InC::new(), in_rust());
    assert_eq!(in_c.set_rules(&rules()), SkidpadStatus::Ok, "{}", message());
    let shape = Shape::Rectangle { size_m: AREA.size_m };
    let area = Some(Area { centre_m: AREA.centre_m, heading_rad: AREA.heading_rad, shape });
    let limits = EpisodeRules { time_limit_s: Some(2.5), hit_m_s: Some(0.0), cone_hit_m_s: Some(12.0), area };
    fleet.group_mut(id).set_rules(limits);
    let drawn = DRAWN.map(|(name, low, high)| DrawnState { state: handle(&fleet, id, name), low, high });
    let draws = Draws { seed: SEED, states: &drawn, vehicle: true };
    let names: Vec<&str> = fleet.group(id).state_channels()[0].iter().map(|channel| channel.name).collect();
    let (mut episodes, mut reasons) = (0, 0);
    for _ in 0..ROUNDS {
        in_c.step();
        fleet.step(Dt::new(0.01).unwrap());
        let group = fleet.group(id);
        let endings = in_c.endings();
        assert_eq!(endings, group.endings());
        assert_eq!(in_c.times_s(), std::array::from_fn(|car| group.episode_time_s(car)));
        for name in &names {
            let states = group.states(group.state(name).unwrap());
            let bits = |states: &[f64]| states.iter().map(|state| state.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&in_c.states(name)), bits(states), "{name}");
        }
        // The endings are the mask.
        assert_eq!(in_c.reset_drawn(&endings, 1), SkidpadStatus::Ok, "{}", message());
        fleet.group_mut(id).reset_drawn(&endings.map(|ending| ending != 0), &draws);
        assert!(in_c.endings().iter().all(|ending| *ending == 0));
        episodes += endings.iter().filter(|ending| **ending != 0).count();
        reasons |= endings.iter().fold(0, |all, ending| all | ending);
    }
    let due =
        SKIDPAD_ENDING_HIT | SKIDPAD_ENDING_HIT_CONE | SKIDPAD_ENDING_LEFT_AREA | SKIDPAD_ENDING_TIME_LIMIT;
    assert!(episodes > 15 && reasons == due, "{episodes} {reasons}");
}

fn handle(fleet: &Fleet, id: GroupId, name: &str) -> StateHandle {
    fleet.group(id).state(name).unwrap()
}

#[test]
fn endings_have_the_bits_of_rust() {
    for (in_c, ending) in [
        (SKIDPAD_ENDING_MODEL, Ending::Model),
        (SKIDPAD_ENDING_QUARANTINED, Ending::Quarantined),
        (SKIDPAD_ENDING_HIT, Ending::Hit),
        (SKIDPAD_ENDING_LEFT_AREA, Ending::LeftArea),
        (SKIDPAD_ENDING_TIME_LIMIT, Ending::TimeLimit),
        (SKIDPAD_ENDING_HIT_CONE, Ending::HitCone),
    ] {
        assert_eq!(in_c, ending.bit(), "{ending:?}");
    }
}

/// Values of cars outside the mask are ignored, whatever they are.
#[test]
fn a_reset_to_given_states_sets_those_of_the_mask() {
    let (in_c, (mut fleet, id)) = (InC::new(), in_rust());
    let mut mask = [0_u8; CARS];
    (mask[2], mask[7]) = (1, 255);
    let values: Vec<f64> =
        (0..2 * CARS).map(|index| if mask[index % CARS] == 0 { f64::NAN } else { index as f64 }).collect();
    assert_eq!(in_c.reset_to(&mask, &["x_m", "velocity_x_m_s"], &values), SkidpadStatus::Ok, "{}", message());
    let states = ["x_m", "velocity_x_m_s"].map(|name| handle(&fleet, id, name));
    fleet.group_mut(id).reset_to(&mask.map(|value| value != 0), &states, &values);
    for (state, name) in states.into_iter().zip(["x_m", "velocity_x_m_s"]) {
        assert_eq!(in_c.states(name), fleet.group(id).states(state), "{name}");
    }
    assert_eq!((in_c.states("x_m")[7], in_c.states("velocity_x_m_s")[2]), (7.0, 13.0));
}

#[test]
fn what_cannot_be_reset_is_refused_by_name_and_changes_nothing() {
    use SkidpadStatus::{OutOfRange, UnknownName, WrongSize};
    let in_c = InC::new();
    (0..20).for_each(|_| in_c.step());
    let (before, all, nan) = (in_c.states("x_m"), [1; CARS], f64::NAN);
    let values = [1.0; CARS];
    let mut broken = values;
    broken[3] = nan;
    let refused = |status: SkidpadStatus, expected: SkidpadStatus, text: &str| {
        assert_eq!(status, expected, "{text}: {}", message());
        assert!(message().contains(text), "{text}: {}", message());
        assert_eq!(in_c.states("x_m"), before, "{text}");
    };
    refused(in_c.reset_drawn(&all[1..], 0), WrongSize, "mask has 10 values: must be 11");
    refused(in_c.reset_drawn(&all, 2), OutOfRange, "draws.vehicle = 2: ");
    let twice = [values, values].concat();
    refused(
        in_c.reset_to(&all, &["x_m", "x_m"], &twice),
        SkidpadStatus::Refused,
        "states[1] = x_m: is states[0] already",
    );
    refused(in_c.reset_to(&all, &["speed"], &values), UnknownName, "states[0]: ");
    refused(in_c.reset_to(&all, &["gear"], &values), UnknownName, "`gear` is a mode: must be a state");
    refused(in_c.reset_to(&all, &["x_m"], &values[1..]), WrongSize, "values has 10 values: must be 1 states");
    refused(in_c.reset_to(&all, &["y_m"], &broken), OutOfRange, "values[3] = NaN: ");
    let reset = |draws: &SkidpadDraws| {
        // SAFETY: all pointers are valid, or refused.
        unsafe { skidpad_fleet_reset_drawn(in_c.0, all.as_ptr(), CARS, draws) }
    };
    let state = |low, high| SkidpadDrawnState { name: c"y_m".as_ptr(), low, high };
    for (drawn, status, text) in [
        (state(nan, 1.0), OutOfRange, "draws.states[0].low = NaN: "),
        (state(2.0, 1.0), OutOfRange, "draws.states[0].high = 1: must be 2 to "),
        (state(-1.7e308, 1.7e308), OutOfRange, "draws.states[0].high - low = inf: "),
        (SkidpadDrawnState { name: c"q".as_ptr(), ..state(0.0, 1.0) }, UnknownName, "draws.states[0].name: "),
        (
            SkidpadDrawnState { name: null(), ..state(0.0, 1.0) },
            SkidpadStatus::NullPointer,
            "draws.states[0].name is null",
        ),
    ] {
        refused(
            reset(&SkidpadDraws { states: &drawn, state_count: 1, ..written(skidpad_draws) }),
            status,
            text,
        );
    }
    refused(reset(&SkidpadDraws { size: 1, ..written(skidpad_draws) }), WrongSize, "draws.size = 1: ");
    for (rules, text) in [
        (SkidpadEpisodeRules { time_limit_s: nan, ..rules() }, "rules.time_limit_s = NaN: "),
        (SkidpadEpisodeRules { time_limit_s: 0.0, ..rules() }, "rules.time_limit_s = 0: "),
        (SkidpadEpisodeRules { hit_m_s: -1.0, ..rules() }, "rules.hit_m_s = -1: "),
        (SkidpadEpisodeRules { cone_hit_m_s: nan, ..rules() }, "rules.cone_hit_m_s = NaN: "),
        (
            SkidpadEpisodeRules { area: &SkidpadArea { radius_m: nan, ..AREA }, ..rules() },
            "area.radius_m = NaN: ",
        ),
    ] {
        refused(in_c.set_rules(&rules), OutOfRange, text);
    }
    let short = SkidpadEpisodeRules { size: 16, ..rules() };
    refused(in_c.set_rules(&short), WrongSize, "rules.size = 16: ");
    // No rules were set.
    (0..200).for_each(|_| in_c.step());
    assert_eq!(in_c.endings(), [0; CARS]);
}

/// Its cars would have kept their own vehicle, unseen.
#[test]
fn a_fleet_without_vehicles_draws_none() {
    let (car, mut fleet) = (Live::of(c"mx5-nd-2016", c"single_track", start(0)), null_mut());
    let draws = SkidpadDraws { vehicle: 1, ..written(skidpad_draws) };
    // SAFETY: all pointers are valid, or null where they may be.
    let status = unsafe {
        assert_eq!(skidpad_fleet_new(car.0, CARS, null(), &mut fleet), SkidpadStatus::Ok, "{}", message());
        skidpad_fleet_reset_drawn(fleet, [1; CARS].as_ptr(), CARS, &draws)
    };
    assert!(message().contains("the fleet has no vehicles to draw"), "{}", message());
    // SAFETY: the fleet is alive.
    assert_eq!((status, unsafe { skidpad_fleet_free(fleet) }), (SkidpadStatus::Refused, SkidpadStatus::Ok));
}

#[test]
fn a_vehicle_of_another_model_is_refused() {
    let (in_c, motorcycle) = (InC::new(), Live::of(c"cbr1000rr", c"motorcycle", start(0)));
    // SAFETY: both handles are alive.
    let status = unsafe { skidpad_fleet_add_vehicle(in_c.0, motorcycle.0) };
    let expected = "car is of the model motorcycle: make it with single_track";
    assert_eq!((status, message().as_str()), (SkidpadStatus::OtherModel, expected));
}
