//! A thousand cars in one place, in SIMD lanes: they drive in circles between walls, meet each other, and one of them leaves.
//! `cargo run --release --example many_cars -- 100` takes another number.

use std::time::Instant;

use skidpad::core::controls::sanitise;
use skidpad::core::model::SingleTrack;
use skidpad::core::step::Dt;
use skidpad::fleet::{FleetModel, FleetModels, Lanes};
use skidpad::prelude::*;
use skidpad::world::contact::Wall;
use skidpad::world::models::SINGLE_TRACK;
use skidpad::world::rolling::Request;
use skidpad::world::world::Party;

/// The model in lanes, compiled here, and the list of those that go in lanes.
static IN_LANES: FleetModel = FleetModel::new::<SingleTrack>(&SINGLE_TRACK);
static MODELS: FleetModels = FleetModels::new(&[&IN_LANES]);

/// Distance between the cars at the start, m, and the rate of the steps, Hz.
const APART_M: f64 = 25.0;
const RATE_HZ: f64 = 240.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count = std::env::args().nth(1).map_or(Ok(1_000), |count| count.parse::<usize>())?;
    let side = (count as f64).sqrt().ceil() as usize;
    let end_m = APART_M * side as f64;
    let walls = Wall::arena([-APART_M, -APART_M], [end_m, end_m], 0.2, 0.5);
    let world = World::new(Site::asphalt().with_walls(walls.to_vec())?);
    let mut world = world.stepped_together(Lanes::new(MODELS));
    let ids = (0..count).map(|number| join(&mut world, number, side)).collect::<Result<Vec<_>, _>>()?;

    let (begin, dt) = (Instant::now(), Dt::try_from(1.0 / RATE_HZ)?);
    for _ in 0..(10.0 * RATE_HZ) as usize {
        world.step(dt);
    }
    let spent_s = begin.elapsed().as_secs_f64();
    println!(
        "{count} cars for 10 s at {RATE_HZ} Hz in {spent_s:.2} s: {:.2} s per simulated second",
        spent_s / 10.0
    );

    let events = world.take_events();
    let met = |is_wall: bool| {
        let kinds = events.iter().map(|event| event.kind);
        kinds
            .filter(
                |kind| matches!(kind, EventKind::Met { other, .. } if matches!(other, Party::Wall(_)) == is_wall),
            )
            .count()
    };
    let spun = events.iter().filter(|event| event.kind == EventKind::Starts(Condition::Spun)).count();
    println!("{} contacts of cars, {} with walls, {spun} spins", met(false), met(true));

    // A car is read as one that drives alone is.
    let first = Car::in_world(&world, ids[0]).ok_or("the first car is here")?;
    let [x, y, _] = first.pose().position_m;
    println!("the first car is at ({x:.1}, {y:.1}) m and drives {:.1} m/s", first.speed_m_s());
    world.remove(ids[0]);
    println!("it leaves; {} cars drive on", world.ids().len());
    Ok(())
}

/// Adds a car on a grid, with a heading and a steering angle of its own.
fn join(world: &mut World, number: usize, side: usize) -> Result<CarId, Box<dyn std::error::Error>> {
    let place = Placement {
        position_m: [APART_M * (number % side) as f64, APART_M * (number / side) as f64],
        heading_rad: 2.4 * number as f64,
        speed_m_s: 10.0,
    };
    let car = Car::builder().model("single_track").at(place).preset("mx5-nd-2016")?;
    let id = world.add(car.into_member())?;
    let steer_rad = 0.02 + 0.005 * (number % 20) as f64;
    let controls = Controls { throttle: 0.3, steer_rad, gear: Gear::Automatic, ..Controls::default() };
    world.set_request(id, Request::from_command(sanitise(&controls).0));
    Ok(id)
}
