//! Car-steps per second of fleets in `f32` on even asphalt, in steps of 1 ms: the bare batch, fleets whose commands are held, and
//! fleets whose commands are written before each call of one or five steps, on one and two threads.
//!
//! `cargo bench --package skidpad-fleet --bench rate`. To count instructions instead, run one case under a counter:
//! `valgrind --tool=callgrind <the program> --only single_track written`.

use std::time::Instant;

use skidpad_core::batch::Batch;
use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::model::SingleTrack;
use skidpad_core::model::two_track::{Curves, TwoTrack};
use skidpad_core::record::converted;
use skidpad_core::spec::Vehicle;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_fleet::{Entrant, Fleet, FleetModel, SiteId};
use skidpad_special::Kinematic;
use skidpad_workload::vehicle;
use skidpad_world::models::{Drivable, KINEMATIC, SINGLE_TRACK, TWO_TRACK};
use skidpad_world::rolling::{Begin, CarChoice, Request, parts_at_start};

static SINGLE: FleetModel = FleetModel::in_both::<SingleTrack>(&SINGLE_TRACK);
static TWO: FleetModel = FleetModel::in_both::<TwoTrack<Curves>>(&TWO_TRACK);
static KINE: FleetModel = FleetModel::in_both::<Kinematic>(&KINEMATIC);

const CARS: usize = 4096;
const DT_S: f64 = 0.001;
/// Steps of a round: a tenth of a second, five at a time.
const STEPS: u32 = 100;
const ROUNDS: usize = 9;

/// The cases: name, steps of a call, threads, and whether commands are written before each call.
const CASES: [(&str, u32, usize, bool); 8] = [
    ("batch", 1, 1, false),
    ("held", 1, 1, false),
    ("held by 5", 5, 1, false),
    ("written", 1, 1, true),
    ("written by 5", 5, 1, true),
    ("held, 2 threads", 1, 2, false),
    ("held by 5, 2 threads", 5, 2, false),
    ("written by 5, 2 threads", 5, 2, true),
];

/// Steering that differs from car to car.
fn request(car: usize) -> Request {
    let mut request = Request::untouched();
    (request.command.throttle, request.command.gear) = (0.3, 3.0);
    request.command.steer_rad = 0.1 * (car as f64 / CARS as f64 - 0.5);
    request
}

/// A call that moves the cars of a case.
fn stepped<M: Drivable>(
    model: &'static FleetModel,
    (name, steps, threads, is_written): (&str, u32, usize, bool),
) -> Box<dyn FnMut()> {
    // One that takes the step in one sub-step, as most cars do.
    let takes_one = |vehicle: &Vehicle<f64>| M::longest_step_s(&M::car(vehicle)) >= DT_S;
    let vehicle = (0..).map(vehicle).find(takes_one).expect("a vehicle with heavy wheels");
    let car = CarChoice::Vehicle(&vehicle);
    let begin = Begin { gear: Gear::Forward(3), initial: &[("velocity_x_m_s", 20.0)], method: None };
    let begin =
        if M::NAME == "kinematic" { Begin { initial: &[("speed_m_s", 20.0)], ..begin } } else { begin };
    let dt = Dt::new(DT_S).expect("a step");
    if name == "batch" {
        let (vehicle, mode, state) = parts_at_start::<M>(&car, &begin).expect("the model takes the car");
        let states: Vec<_> = (0..CARS).map(|_| state).collect();
        let mut batch = Batch::<M, f32>::new(&[vehicle], &[mode], &states).expect("cars");
        batch.set_surface(&Surface::asphalt());
        for index in 0..CARS {
            let input = M::input_at(&vehicle, &state, &request(index));
            batch.set_input(index, &converted(&input, <f32 as Real>::lit));
        }
        assert_eq!(batch.sub_steps(0, dt).0, 1);
        return Box::new(move || _ = batch.step(dt));
    }
    let mut fleet = Fleet::single().with_threads(threads);
    let entrant = Entrant { car, begin, site: SiteId::ASPHALT, body: None };
    let group = fleet.add(model, &vec![entrant; CARS]).expect("usable entrants");
    (0..CARS).for_each(|index| fleet.group_mut(group).set_request(index, &request(index)));
    Box::new(move || {
        if is_written {
            fleet.group_mut(group).mark_commands_changed();
        }
        fleet.step_times(dt, u64::from(steps));
    })
}

/// Prints the highest rates of a model's cases, which what else the machine does lowers least, or runs one case.
fn bench<M: Drivable>(model: &'static FleetModel, only: Option<&str>) {
    if let Some(only) = only {
        let case = CASES.into_iter().find(|case| case.0 == only).expect("a case");
        let mut step = stepped::<M>(model, case);
        (0..STEPS / case.1).for_each(|_| step());
        return;
    }
    let mut cases = CASES.map(|case| stepped::<M>(model, case));
    let mut least_s = [f64::INFINITY; CASES.len()];
    for _ in 0..ROUNDS {
        // In turn, so that what else the machine does meets all alike.
        for ((step, case), least_s) in cases.iter_mut().zip(CASES).zip(&mut least_s) {
            let start = Instant::now();
            (0..STEPS / case.1).for_each(|_| step());
            *least_s = Real::min(*least_s, start.elapsed().as_secs_f64());
        }
    }
    for ((name, ..), least_s) in CASES.into_iter().zip(least_s) {
        let rate = f64::from(STEPS) * CARS as f64 / least_s;
        println!("{:<14} {name:<24} {:7.2} million car-steps/s", M::NAME, 1e-6 * rate);
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let only = words.iter().position(|word| word == "--only").map(|place| &words[place + 1..]);
    let case = |model: &str| match only {
        Some([name, case, ..]) => (name == model).then_some(Some(case.as_str())),
        _ => Some(None),
    };
    if let Some(case) = case("kinematic") {
        bench::<Kinematic>(&KINE, case);
    }
    if let Some(case) = case("single_track") {
        bench::<SingleTrack>(&SINGLE, case);
    }
    if let Some(case) = case("two_track") {
        bench::<TwoTrack<Curves>>(&TWO, case);
    }
}
