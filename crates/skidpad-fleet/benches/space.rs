//! Time of a sub-step of the car in space and of the car on springs in the plane: one car, and cars in lanes of both widths.
//!
//! `cargo bench --package skidpad-fleet --bench space`. To count instructions instead, run one case under a counter:
//! `valgrind --tool=callgrind <the program> --only spatial one`.

use std::hint::black_box;
use std::time::Instant;

use skidpad_core::batch::Batch;
use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::model::spatial::{Spatial, SpatialCurves};
use skidpad_core::model::two_track::{SprungCurves, TwoTrack};
use skidpad_core::record::converted;
use skidpad_core::step::{Dt, Simulation};
use skidpad_core::surface::Surface;
use skidpad_workload::vehicle;
use skidpad_world::models::Drivable;
use skidpad_world::rolling::{Begin, CarChoice, Request, parts_at_start};

/// A step of both models, of a few sub-steps.
const DT_S: f64 = 0.001;
const STEPS: u32 = 2000;
const CARS: usize = 512;
const ROUNDS: usize = 7;
const CASES: [&str; 3] = ["one", "lanes f64", "lanes f32"];

/// A bend to the left on the throttle.
fn request() -> Request {
    let mut request = Request::untouched();
    (request.command.throttle, request.command.gear) = (0.3, 3.0);
    request.command.steer_rad = 0.03;
    request
}

fn parts<M: Drivable>() -> (M::Car<f64>, M::Mode<f64>, M::State<f64>) {
    let vehicle = vehicle(0);
    let initial = [("velocity_x_m_s", 20.0)];
    let begin = Begin { gear: Gear::Forward(3), initial: &initial, method: None };
    parts_at_start::<M>(&CarChoice::Vehicle(&vehicle), &begin).expect("the model takes the car")
}

/// Number of sub-steps of a step.
fn sub_steps<M: Drivable>() -> f64 {
    let (car, mode, state) = parts::<M>();
    let (count, _) = Simulation::<M>::new(car, mode, state).sub_steps(Dt::new(DT_S).expect("a step"));
    f64::from(count)
}

/// Time of a sub-step of one car, s.
fn one<M: Drivable>() -> f64 {
    let (car, mode, state) = parts::<M>();
    let input = M::input_at(&car, &state, &request());
    let (mut moving, dt) = (Simulation::<M>::new(car, mode, state), Dt::new(DT_S).expect("a step"));
    let road = Surface::asphalt();
    (0..100).for_each(|_| _ = moving.step(&input, &road, dt));
    let start = Instant::now();
    (0..STEPS).for_each(|_| _ = black_box(moving.step(&input, &road, dt)));
    start.elapsed().as_secs_f64() / (f64::from(STEPS) * sub_steps::<M>())
}

/// Time of a sub-step of a car among others with numbers of a type, s.
macro_rules! in_lanes {
    ($model:ty, $number:ty) => {{
        let (car, mode, state) = parts::<$model>();
        let input = <$model as Drivable>::input_at(&car, &state, &request());
        let mut batch = Batch::<$model, $number>::new(&[car], &[mode], &[state; CARS]).expect("cars");
        batch.set_surfaces(&[Surface::asphalt(); CARS]);
        let input: <$model as Model>::Input<$number> = converted(&input, <$number as Real>::lit);
        (0..CARS).for_each(|index| batch.set_input(index, &input));
        let (dt, steps) = (Dt::new(DT_S).expect("a step"), 40);
        batch.step(dt);
        let start = Instant::now();
        (0..steps).for_each(|_| _ = batch.step(dt));
        start.elapsed().as_secs_f64() / (f64::from(steps) * CARS as f64 * sub_steps::<$model>())
    }};
}

fn time_s<M: Drivable>(case: &str) -> f64 {
    match case {
        "one" => one::<M>(),
        "lanes f64" => in_lanes!(M, f64),
        _ => in_lanes!(M, f32),
    }
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let times = [time_s::<TwoTrack<SprungCurves>>, time_s::<Spatial<SpatialCurves>>];
    let names = ["two_track_sprung", "spatial"];
    if let Some(place) = words.iter().position(|word| word == "--only") {
        let model = names.iter().position(|name| words.get(place + 1).is_some_and(|word| word == name));
        let case = words.get(place + 2).map_or("one", String::as_str);
        times[model.expect("two_track_sprung or spatial")](case);
        return;
    }
    println!("{:<18} {:>10} {:>10}", "us for a sub-step", names[0], names[1]);
    let mut first = [0.0; 2];
    for case in CASES {
        // In turn, so that what else the machine does meets both alike; the least is that of a quiet moment.
        let mut least = [f64::INFINITY; 2];
        for _ in 0..ROUNDS {
            for (least, time) in least.iter_mut().zip(times) {
                *least = Real::min(*least, time(case));
            }
        }
        let [flat, space] = least.map(|time_s| 1e6 * time_s);
        let [flat_gain, space_gain] = [0, 1].map(|model| first[model] / least[model]);
        let gains = if case == "one" {
            String::new()
        } else {
            format!("  {flat_gain:.1} and {space_gain:.1} times one car")
        };
        println!("{case:<18} {flat:>10.3} {space:>10.3}  ratio {:.2}{gains}", space / flat);
        if case == "one" {
            first = least;
        }
    }
}
