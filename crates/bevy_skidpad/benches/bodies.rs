//! A hundred cars in space among the rigid bodies of Avian and of Rapier, without pictures:
//! `cargo bench -p bevy_skidpad --features avian,rapier --bench bodies`.
//!
//! Each frame is 1/60 s with four steps of 1/240 s. On Skidpad's ground without an engine; with bodies in an engine on the same ground; and
//! with bodies on a height field of the engine. All are measured in turns, so that whatever else the machine does meets all of them; the fastest
//! round of each counts.
#![allow(clippy::disallowed_methods)]

use std::time::Instant;

use avian3d::prelude as avian;
use bevy_app::prelude::*;
use bevy_math::Vec3;
use bevy_rapier3d::prelude as rapier;
use bevy_skidpad::prelude::*;
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

/// Circles of 40 m: nobody meets.
fn game(engine: Engine, is_on_colliders: bool) -> App {
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
            vehicle.insert(VehicleBody { is_on_colliders, ..VehicleBody::default() });
        }
    }
    app.update();
    app
}

/// Time of a frame of a round, ms.
fn frame_ms(app: &mut App) -> f64 {
    let began = Instant::now();
    (0..FRAMES).for_each(|_| app.update());
    1e3 * began.elapsed().as_secs_f64() / FRAMES as f64
}

fn main() {
    // `cargo test` runs benches, too, to see that they do.
    let rounds = if std::env::args().any(|argument| argument == "--bench") { ROUNDS } else { 1 };
    let kinds = [
        (Engine::None, false),
        (Engine::Avian, false),
        (Engine::Avian, true),
        (Engine::Rapier, false),
        (Engine::Rapier, true),
    ];
    let mut games = kinds.map(|(engine, is_on_colliders)| game(engine, is_on_colliders));
    let mut fastest_ms = [f64::INFINITY; 5];
    for _ in 0..rounds {
        for (fastest, game) in fastest_ms.iter_mut().zip(&mut games) {
            *fastest = f64::min(*fastest, frame_ms(game));
        }
    }
    let hash = |game: usize| games[game].world().resource::<SkidpadWorld>().hash();
    assert!(hash(0) == hash(1) && hash(0) == hash(3), "bodies that touch nothing change no bits");
    println!("{CARS} cars in space, {STEP_HZ} Hz, 60 frames/s: ms for a frame");
    for ((engine, is_on_colliders), frame_ms) in kinds.iter().zip(fastest_ms) {
        let ground = if *is_on_colliders { "a height field of the engine" } else { "Skidpad's ground" };
        println!(
            "  {:<8} {ground:<30} {frame_ms:6.2}  {:.2}",
            format!("{engine:?}"),
            frame_ms / fastest_ms[0]
        );
    }
}
