//! A hundred cars in space among the rigid bodies of Avian and of Rapier, without pictures:
//! `cargo bench -p bevy_skidpad --features avian,rapier --bench bodies`.
//!
//! Each frame is 1/60 s with four steps of 1/240 s. Without an engine on asphalt that is the same everywhere, and on a map of Skidpad's; with
//! bodies in an engine on the same asphalt; and with bodies on a height field of the engine. All are measured in turns, so that whatever else the machine does meets all of them; the fastest
//! round of each counts.
#![allow(clippy::disallowed_methods)]

use std::time::Instant;

use avian3d::prelude as avian;
use bevy_app::prelude::*;
use bevy_math::Vec3;
use bevy_rapier3d::prelude as rapier;
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::world::ground::{Cell, Grid, Ground as WorldGround, Patch};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;

const CARS: usize = 100;
const STEPS: u32 = 4;
const STEP_HZ: f64 = 240.0;
const FRAMES: usize = 6;
const ROUNDS: usize = 30;
const PRESET: &str = "mx5-nd-2016";
/// Side of the height field, m, and heights along it.
const SIDE_M: f32 = 2400.0;
const HEIGHTS: usize = 241;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Engine {
    None,
    Avian,
    Rapier,
}

/// Ground of the cars.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ground {
    /// Skidpad's asphalt, the same everywhere.
    Plain,
    /// A map of Skidpad's: heights on a grid.
    Map,
    /// A height field of the engine.
    Colliders,
}

/// Games: names, engines and grounds.
const GAMES: [(&str, Engine, Ground); 6] = [
    ("plain", Engine::None, Ground::Plain),
    ("map", Engine::None, Ground::Map),
    ("avian-plain", Engine::Avian, Ground::Plain),
    ("avian-colliders", Engine::Avian, Ground::Colliders),
    ("rapier-plain", Engine::Rapier, Ground::Plain),
    ("rapier-colliders", Engine::Rapier, Ground::Colliders),
];

/// A level map of the size of the engines' height fields.
fn map() -> Site {
    let level = Cell { grip: 1.0, rolling: 1.0, height_m: 0.0 };
    let (half_m, spacing_m) = (0.5 * f64::from(SIDE_M), f64::from(SIDE_M) / (HEIGHTS - 1) as f64);
    let grid = Grid::new([-half_m; 2], [spacing_m; 2], HEIGHTS, vec![level; HEIGHTS * HEIGHTS]);
    Site::asphalt().with_ground(WorldGround::from_patches(vec![Patch::Map(grid.expect("a grid"))]))
}

/// Circles of 40 m: nobody meets.
fn game(engine: Engine, on: Ground) -> App {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        bevy_transform::TransformPlugin,
        SkidpadPlugin::default(),
    ))
    .insert_resource(Time::<Fixed>::from_hz(STEP_HZ))
    .insert_resource(TimeUpdateStrategy::FixedTimesteps(STEPS));
    let size = Vec3::new(SIDE_M, 1.0, SIDE_M);
    match engine {
        Engine::None => {}
        Engine::Avian => {
            app.add_plugins((avian::PhysicsPlugins::default(), SkidpadAvianPlugin::default()));
            let ground = avian::Collider::heightfield(vec![vec![0.0; HEIGHTS]; HEIGHTS], size);
            app.world_mut().spawn((avian::RigidBody::Static, ground, Transform::IDENTITY));
        }
        Engine::Rapier => {
            let plugin = rapier::RapierPhysicsPlugin::<rapier::NoUserData>::default().in_fixed_schedule();
            app.insert_resource(rapier::TimestepMode::Fixed { dt: 1.0 / STEP_HZ as f32, substeps: 1 })
                .add_plugins((plugin, SkidpadRapierPlugin::default()));
            let ground = rapier::Collider::heightfield(vec![0.0; HEIGHTS * HEIGHTS], HEIGHTS, HEIGHTS, size);
            app.world_mut().spawn((rapier::RigidBody::Fixed, ground, Transform::IDENTITY));
        }
    }
    if on == Ground::Map {
        app.insert_resource(SkidpadGround::from(map()));
    }
    app.finish();
    app.cleanup();
    app.update();
    for car in 0..CARS {
        let [x, z] = [car % 10, car / 10].map(|place| 200.0 * place as f32 - 1000.0);
        let vehicle = Vehicle::preset(PRESET).with_model("spatial").with_speed(15.0).in_space();
        let controls = VehicleControls {
            throttle: 0.3,
            steer_rad: 0.05 + 0.000_2 * car as f64,
            ..VehicleControls::default()
        };
        let mut vehicle = app.world_mut().spawn((vehicle, controls, Transform::from_xyz(x, 0.0, z)));
        if engine != Engine::None {
            let is_on_colliders = on == Ground::Colliders;
            vehicle.insert(VehicleBody { is_on_colliders, ..VehicleBody::default() });
        }
    }
    app.update();
    app
}

/// Time of a frame of a round, ms. A function of its own: a profiler counts its instructions alone.
#[inline(never)]
fn frame_ms(app: &mut App) -> f64 {
    let began = Instant::now();
    (0..FRAMES).for_each(|_| app.update());
    1e3 * began.elapsed().as_secs_f64() / FRAMES as f64
}

fn main() {
    // `cargo test` runs benches, too, to see that they do.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rounds = if arguments.iter().any(|argument| argument == "--bench") { ROUNDS } else { 1 };
    // Games by name, for a profiler; all without one.
    let is_named = |name: &str| arguments.iter().any(|argument| argument == name);
    let is_any_named = GAMES.iter().any(|(name, ..)| is_named(name));
    let due = GAMES.iter().filter(|(name, ..)| !is_any_named || is_named(name));
    let mut games: Vec<_> =
        due.map(|(name, engine, ground)| (name, game(*engine, *ground), f64::INFINITY)).collect();
    for _ in 0..rounds {
        for (_, game, fastest_ms) in &mut games {
            *fastest_ms = f64::min(*fastest_ms, frame_ms(game));
        }
    }
    if !is_any_named {
        let hashes: Vec<u64> =
            games.iter().map(|(_, game, _)| game.world().resource::<SkidpadWorld>().hash()).collect();
        assert!(hashes[0] == hashes[2] && hashes[0] == hashes[4], "bodies that touch nothing change no bits");
    }
    println!(
        "{CARS} cars in space, {STEP_HZ} Hz, 60 frames/s: ms for a frame, over the first, and rays needed and cast in a step"
    );
    for (name, game, fastest_ms) in &games {
        let rays = game.world().get_resource::<GroundRayCounts>().copied().unwrap_or_default();
        let over = fastest_ms / games[0].2;
        println!("  {name:<18} {fastest_ms:6.2}  {over:.2}  {} {}", rays.needed, rays.cast + rays.cast_far);
    }
}
