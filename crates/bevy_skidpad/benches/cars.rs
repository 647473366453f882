//! A hundred cars on springs in Bevy, without pictures: `cargo bench -p bevy_skidpad`.
//!
//! Each frame is 1/60 s with four steps of 1/240 s, on one thread, with telemetry and the transforms of bodies, with and without those of
//! wheels. Beside it: the same cars stepped by [`Car::step`] alone, and an app without cars. All are measured in turns, so that whatever else the machine does meets
//! all of them; the fastest round of each counts.
#![allow(clippy::disallowed_methods)]

use std::time::Instant;

use bevy_app::prelude::*;
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::core::controls::sanitise;
use bevy_skidpad::skidpad::core::model::two_track::{SprungCurves, TwoTrack};
use bevy_skidpad::skidpad::core::step::Dt;
use bevy_skidpad::skidpad::fleet::{FleetModel, FleetModels};
use bevy_skidpad::skidpad::prelude::{Car, Controls, Placement, World};
use bevy_skidpad::skidpad::world::models::TWO_TRACK_SPRUNG;
use bevy_skidpad::skidpad::world::rolling::Request;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;

static SPRUNG: FleetModel = FleetModel::new::<TwoTrack<SprungCurves>>(&TWO_TRACK_SPRUNG);
static LANES: FleetModels = FleetModels::new(&[&SPRUNG]);

const CARS: usize = 100;
const STEPS: u32 = 4;
const STEP_HZ: f64 = 240.0;
const FRAMES: usize = 120;
const ROUNDS: usize = 7;
const MODEL: &str = "two_track_sprung";
const PRESET: &str = "mx5-nd-2016";

/// Circles of 40 m: nobody meets.
fn controls(car: usize) -> Controls {
    let steer_rad = 0.05 + 0.000_2 * car as f64;
    Controls { throttle: 0.3, steer_rad, gear: Gear::Automatic, ..Controls::default() }
}

fn place_m(car: usize) -> [f64; 2] {
    [200.0 * (car % 10) as f64, 200.0 * (car / 10) as f64]
}

fn game(cars: usize, in_lanes: bool, with_wheels: bool) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, SkidpadPlugin::default()))
        .insert_resource(Time::<Fixed>::from_hz(STEP_HZ))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(STEPS));
    if in_lanes {
        app.world_mut().resource_mut::<SkidpadWorld>().step_together(LANES, 1);
    }
    for car in 0..cars {
        let [x, y] = place_m(car).map(|metres| metres as f32);
        let vehicle = Vehicle::preset(PRESET).with_model(MODEL).with_speed(15.0);
        let controls = VehicleControls::from(controls(car));
        let mut vehicle = app.world_mut().spawn((vehicle, controls, Transform::from_xyz(-y, 0.0, -x)));
        if with_wheels {
            (0..4).for_each(|place| {
                vehicle.with_child(VehicleWheel(place));
            });
        }
    }
    app.update();
    app
}

fn bare() -> Vec<Car> {
    let made = |car| {
        let at = Placement { position_m: place_m(car), speed_m_s: 15.0, ..Placement::default() };
        Car::builder().model(MODEL).at(at).preset(PRESET).expect("a preset")
    };
    (0..CARS).map(made).collect()
}

/// Time of a frame of a round, ms.
fn frame_ms(mut frame: impl FnMut()) -> f64 {
    let began = Instant::now();
    (0..FRAMES).for_each(|_| frame());
    1e3 * began.elapsed().as_secs_f64() / FRAMES as f64
}

fn main() {
    // `cargo test` runs benches, too, to see that they do.
    let rounds = if std::env::args().any(|argument| argument == "--bench") { ROUNDS } else { 1 };
    let mut empty = game(0, false, false);
    let mut games = [[false, false], [false, true], [true, false], [true, true]]
        .map(|[in_lanes, with_wheels]| game(CARS, in_lanes, with_wheels));
    let mut cars = bare();
    let mut world = World::new(Site::asphalt());
    for (place, car) in bare().into_iter().enumerate() {
        let id = world.add(car.into_member()).expect("it joins");
        world.set_request(id, Request::from_command(sanitise(&controls(place)).0));
    }
    let dt_s = empty.world().resource::<Time<Fixed>>().timestep().as_secs_f64();
    let dt = Dt::try_from(dt_s).expect("a step");
    let mut fastest_ms = [f64::INFINITY; 7];
    for _ in 0..rounds {
        let [own_ms, world_ms, empty_ms] = [
            frame_ms(|| {
                for _ in 0..STEPS {
                    for (place, car) in cars.iter_mut().enumerate() {
                        car.step(&controls(place), dt_s).expect("a step");
                    }
                }
            }),
            frame_ms(|| (0..STEPS).for_each(|_| world.step(dt))),
            frame_ms(|| empty.update()),
        ];
        let [a, b, c, d] = games.each_mut().map(|game| frame_ms(|| game.update()));
        let round_ms = [own_ms, world_ms, empty_ms, a, b, c, d];
        for (fastest, round) in fastest_ms.iter_mut().zip(round_ms) {
            *fastest = f64::min(*fastest, round);
        }
    }
    let hashes = games.each_ref().map(|app| app.world().resource::<SkidpadWorld>().hash());
    assert!(hashes.iter().all(|hash| *hash == hashes[0]), "lanes and wheels change no bits");
    let [bare_ms, world_ms, empty_ms, in_bevy_ms @ ..] = fastest_ms;
    println!(
        "{CARS} cars of {MODEL}, {STEP_HZ} Hz, 60 frames/s, one thread: ms for a frame, and a car over Car::step"
    );
    println!("  Car::step alone            {bare_ms:.3}");
    println!("  World::step alone          {world_ms:.3}  {:.3}", world_ms / bare_ms);
    println!("  Bevy without cars          {empty_ms:.3}");
    let names =
        ["Bevy, bodies", "Bevy, bodies and wheels", "in lanes, bodies", "in lanes, bodies and wheels"];
    for (name, frame_ms) in names.into_iter().zip(in_bevy_ms) {
        println!("  {name:<26} {frame_ms:.3}  {:.3}", (frame_ms - empty_ms) / bare_ms);
    }
}
