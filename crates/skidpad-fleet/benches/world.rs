//! What a world costs: cars of `single_track` that circle 25 m apart beside 100 walls, at 240 Hz, on one core, in lanes and one
//! after the other; the same cars in lanes without bodies, so that what contact adds is seen.
//!
//! `cargo bench --package skidpad-fleet --bench world`

use std::time::Instant;

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::math::Real;
use skidpad_core::model::SingleTrack;
use skidpad_core::step::Dt;
use skidpad_fleet::{FleetModel, FleetModels, Lanes};
use skidpad_workload::vehicle;
use skidpad_world::contact::Wall;
use skidpad_world::models::SINGLE_TRACK;
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::world::{BODY_FRICTION, BODY_RESTITUTION, Member, Site, World, body_of};

static SINGLE: FleetModel = FleetModel::new::<SingleTrack>(&SINGLE_TRACK);
static MODELS: FleetModels = FleetModels::new(&[&SINGLE]);

const RATE_HZ: f64 = 240.0;
const APART_M: f64 = 25.0;
/// Rounds of one simulated second for 1,000 cars; the best counts, as others use the machine, too.
const ROUNDS: usize = 5;

fn world(count: usize, have_bodies: bool) -> World {
    let (model, vehicle) = (&SINGLE_TRACK, vehicle(5));
    let wall =
        |at: usize| Wall::line(&[[at as f64 * 30.0, -20.0], [at as f64 * 30.0 + 20.0, -20.0]], 0.2, 0.5);
    let mut world =
        World::new(Site::asphalt().with_walls((0..100).flat_map(wall).collect()).expect("sound walls"));
    let side = (count as f64).sqrt().ceil() as usize;
    for number in 0..count {
        let (x, y) = (APART_M * (number % side) as f64, APART_M * (number / side) as f64);
        let initial = [(model.speed, 10.0), ("x_m", x), ("y_m", y), ("yaw_rad", 2.4 * number as f64 % 6.0)];
        let begin = Begin { gear: Gear::Automatic, initial: &initial, method: None };
        let car = CarChoice::Vehicle(&vehicle);
        let body = have_bodies.then(|| body_of(model, &car, BODY_RESTITUTION, BODY_FRICTION));
        let id =
            world.add(Member { car: model.begin(&car, &begin).expect("its car"), body }).expect("it joins");
        let steer_rad = if number % 2 == 0 { 0.25 } else { -0.25 };
        let controls = Controls { throttle: 0.15, steer_rad, gear: Gear::Automatic, ..Controls::default() };
        world.set_request(id, Request::from_command(sanitise(&controls).0));
    }
    world
}

/// A way to step the cars, in words, and whether they have bodies and go in lanes.
const WAYS: [(&str, bool, bool); 3] =
    [("in lanes", true, true), ("in lanes without bodies", false, true), ("one by one", true, false)];

fn main() {
    for (count, steps) in [(100, 240), (1_000, 240), (10_000, 24)] {
        let dt = Dt::new(1.0 / RATE_HZ).expect("a step");
        let mut worlds = WAYS.map(|(_, have_bodies, are_in_lanes)| {
            let world = world(count, have_bodies);
            if are_in_lanes { world.stepped_together(Lanes::new(MODELS)) } else { world }
        });
        let mut costs = [f64::INFINITY; WAYS.len()];
        for _ in 0..ROUNDS {
            // In turn, so that what else the machine does meets all alike.
            for (world, cost) in worlds.iter_mut().zip(&mut costs) {
                let begin = Instant::now();
                (0..steps).for_each(|_| world.step(dt));
                *cost = Real::min(*cost, begin.elapsed().as_secs_f64() * RATE_HZ / f64::from(steps));
            }
        }
        assert_eq!(worlds[0].hash(), worlds[2].hash(), "lanes change no bits");
        let costs = WAYS.iter().zip(costs).map(|((way, ..), cost)| format!("{cost:.3} s {way}"));
        println!("{count} cars, a simulated second: {}", costs.collect::<Vec<_>>().join(", "));
    }
}
