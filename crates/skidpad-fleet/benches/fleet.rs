//! Time of a fleet over that of the bare batch with the same cars, on one thread: on asphalt, there in `f32`, with walls or cones far
//! away, with patches, among walls and patches, and on one of a thousand patches.
//!
//! `cargo bench --package skidpad-fleet`. To count instructions instead, run one case under a counter:
//! `valgrind --tool=callgrind <the program> --only two_track walls`.

use std::time::Instant;

use skidpad_core::batch::Batch;
use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::model::SingleTrack;
use skidpad_core::model::two_track::{Curves, SprungCurves, TwoTrack};
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_fleet::{Entrant, Fleet, FleetModel, GroupId, Precision};
use skidpad_workload::vehicle;
use skidpad_world::contact::Wall;
use skidpad_world::ground::{Area, Ground, Patch, Shape};
use skidpad_world::models::{Drivable, SINGLE_TRACK, TWO_TRACK, TWO_TRACK_SPRUNG};
use skidpad_world::rolling::{Begin, CarChoice, Request, parts_at_start};
use skidpad_world::scene::Cone;
use skidpad_world::world::{Site, body_of};

static SINGLE: FleetModel = FleetModel::in_both::<SingleTrack>(&SINGLE_TRACK);
static TWO: FleetModel = FleetModel::in_both::<TwoTrack<Curves>>(&TWO_TRACK);
static SPRUNG: FleetModel = FleetModel::in_both::<TwoTrack<SprungCurves>>(&TWO_TRACK_SPRUNG);

const CARS: usize = 4096;
/// A second: the cars that steer most come to the walls.
const STEPS: u32 = 60;
const DT_S: f64 = 1.0 / 60.0;
const ROUNDS: usize = 9;

/// The cases, the bare batch first.
const CASES: [&str; 8] = ["batch", "asphalt", "f32", "far", "cones", "patches", "walls", "thousand"];

/// The site of a case.
fn site(case: &str) -> Site {
    let line = |x_m: f64| Wall::line(&[[x_m, -500.0], [x_m, 500.0]], 0.3, 0.5);
    // A course of walls at both sides, in pieces of 10 m.
    let side = |y_m: f64| {
        let points: Vec<_> = (-2..50).map(|piece| [10.0 * f64::from(piece), y_m]).collect();
        Wall::line(&points, 0.3, 0.5)
    };
    let patch = |x_m: f64, y_m: f64| Patch::Even {
        area: Area { centre_m: [x_m, y_m], heading_rad: 0.0, shape: Shape::Rectangle { size_m: [8.0, 4.0] } },
        grip: Some(0.5),
        rolling: None,
    };
    let row = |y_m: f64, count: u32| (0..count).map(move |place| patch(5.0 + 10.0 * f64::from(place), y_m));
    let ground = Ground::from_patches(row(0.0, 4).collect());
    match case {
        "far" => Site::asphalt().with_walls(line(1000.0)).expect("usable walls"),
        "cones" => Site::asphalt().with_cones(
            (0..20).map(|place| Cone { position_m: [1000.0, 10.0 * f64::from(place)] }).collect(),
        ),
        "thousand" => {
            let rows = (-12..13).flat_map(|side| row(6.0 * f64::from(side), 40));
            Site::asphalt().with_ground(Ground::from_patches(rows.collect()))
        }
        "patches" => Site::asphalt().with_ground(ground),
        "walls" => {
            let walls = [side(-6.0), side(6.0)].concat();
            Site::asphalt().with_ground(ground).with_walls(walls).expect("usable walls")
        }
        _ => Site::asphalt(),
    }
}

/// Steering that differs from car to car.
fn request(car: usize) -> Request {
    let mut request = Request::untouched();
    (request.command.throttle, request.command.gear) = (0.3, 3.0);
    request.command.steer_rad = 0.1 * (car as f64 / CARS as f64 - 0.5);
    request
}

/// Something that is stepped.
trait Stepped {
    fn step(&mut self, dt: Dt);
}

impl<M: Drivable> Stepped for Batch<M, f64> {
    fn step(&mut self, dt: Dt) {
        Batch::step(self, dt);
    }
}

impl<T: Precision> Stepped for (Fleet<T>, GroupId) {
    fn step(&mut self, dt: Dt) {
        self.0.step(dt);
    }
}

/// The cars of a case, at their starts.
fn cars<M: Drivable>(model: &'static FleetModel, case: &str) -> Box<dyn Stepped> {
    let vehicle = vehicle(0);
    let car = CarChoice::Vehicle(&vehicle);
    let initial = [("velocity_x_m_s", 20.0)];
    let begin = Begin { gear: Gear::Forward(3), initial: &initial, method: None };
    if case == "batch" {
        let (vehicle, mode, state) = parts_at_start::<M>(&car, &begin).expect("the model takes the car");
        let states: Vec<_> = (0..CARS).map(|_| state).collect();
        let mut batch = Batch::<M, f64>::new(&[vehicle], &[mode], &states).expect("cars");
        batch.set_surfaces(&vec![Surface::asphalt(); CARS]);
        let input = |index| M::input_at(&vehicle, &state, &request(index));
        (0..CARS).for_each(|index| batch.set_input(index, &input(index)));
        return Box::new(batch);
    }
    if case == "f32" { fleet::<f32>(model, case) } else { fleet::<f64>(model, case) }
}

/// A fleet of the cars of a case.
fn fleet<T: Precision>(model: &'static FleetModel, case: &str) -> Box<dyn Stepped> {
    let vehicle = vehicle(0);
    let car = CarChoice::Vehicle(&vehicle);
    let begin = Begin { gear: Gear::Forward(3), initial: &[("velocity_x_m_s", 20.0)], method: None };
    let mut fleet = Fleet::<T>::default();
    let site = fleet.add_site(site(case)).expect("a usable site");
    let body = Some(body_of(model.info(), &car, 0.25, 0.5));
    let group = fleet.add(model, &vec![Entrant { car, begin, site, body }; CARS]).expect("usable entrants");
    (0..CARS).for_each(|index| fleet.group_mut(group).set_request(index, &request(index)));
    Box::new((fleet, group))
}

/// Time of [`STEPS`] of a case, s.
fn time_s<M: Drivable>(model: &'static FleetModel, case: &str) -> f64 {
    let dt = Dt::new(DT_S).expect("a step");
    let mut cars = cars::<M>(model, case);
    cars.step(dt);
    let start = Instant::now();
    (0..STEPS).for_each(|_| cars.step(dt));
    start.elapsed().as_secs_f64()
}

/// Prints the least times of a model's cases, to which what else the machine does adds nothing, or runs one case.
fn bench<M: Drivable>(model: &'static FleetModel, only: Option<&str>) {
    if let Some(case) = only {
        time_s::<M>(model, case);
        return;
    }
    let mut times = [const { Vec::new() }; CASES.len()];
    for _ in 0..ROUNDS {
        // In turn, so that what else the machine does meets all alike.
        for (times, case) in times.iter_mut().zip(CASES) {
            times.push(time_s::<M>(model, case));
        }
    }
    let least = times.map(|times| times.into_iter().fold(f64::INFINITY, Real::min));
    for (case, time_s) in CASES.iter().zip(least) {
        let per_step_ns = 1e9 * time_s / f64::from(STEPS) / CARS as f64;
        println!(
            "{:<14} {case:<9} {per_step_ns:8.0} ns per car and step  {:5.2} x",
            M::NAME,
            time_s / least[0]
        );
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let only = words.iter().position(|word| word == "--only").map(|place| &words[place + 1..]);
    let case = |model: &str| match only {
        Some([name, case, ..]) => (name == model).then_some(Some(case.as_str())),
        _ => Some(None),
    };
    if let Some(case) = case("single_track") {
        bench::<SingleTrack>(&SINGLE, case);
    }
    if let Some(case) = case("two_track") {
        bench::<TwoTrack<Curves>>(&TWO, case);
    }
    if let Some(case) = case("two_track_sprung") {
        bench::<TwoTrack<SprungCurves>>(&SPRUNG, case);
    }
}
