//! The example game of `bevy_skidpad`: a car on a track with hills.
//!
//! | module | contents |
//! |---|---|
//! | [`course`] | the track, its ground, where cars are put |
//! | [`road_mesh`], [`land_mesh`], [`land_grid`], [`scenery`] | meshes of the track and what stands along it |
//! | [`car`], [`car_mesh`] | the player's car |
//! | [`camera`], [`hud`], [`skid_marks`], [`laps`] | all that follows it |
//! | `sound` | engine, tyres and wind |
//! | [`demo`], [`shots`] | a driver, and pictures, for attract mode and checks |
#![allow(clippy::disallowed_methods, reason = "a game: what it draws and plays is not hashed")]

pub mod camera;
pub mod car;
pub mod car_mesh;
pub mod course;
pub mod demo;
pub mod hud;
pub mod land_grid;
pub mod land_mesh;
pub mod laps;
pub mod mesh_data;
mod options;
pub mod paint;
pub mod road_mesh;
pub mod scenery;
pub mod shots;
pub mod skid_marks;
#[cfg(feature = "sound")]
pub mod sound;

use core::time::Duration;

use bevy::app::ScheduleRunnerPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::time::TimeUpdateStrategy;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use bevy_skidpad::prelude::*;

use car::ChosenCar;
use course::Course;
use laps::{GhostFile, LapTimes};
use skid_marks::SkidMarks;

pub use options::{HELP, Options, SHOT_HZ};

/// Rate of the steps, Hz.
pub const STEP_HZ: f64 = 120.0;

/// The game as an app that is ready to run.
///
/// # Errors
/// A track, a car or a best lap that cannot be read.
pub fn app(options: Options) -> Result<App, String> {
    let course = Course::open(&options.track)?;
    let chosen = ChosenCar::open(&options.car, &options.model)?;
    let times = LapTimes::new(&course.track, GhostFile::new(&options))?;
    let mut app = App::new();
    app.add_plugins(platform(&options));
    if let Some(frame_s) = options.frame_s() {
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(frame_s)));
    }
    if options.is_headless {
        app.add_plugins(ScheduleRunnerPlugin::run_loop(Duration::ZERO));
    }
    #[cfg(feature = "sound")]
    if !options.is_headless {
        app.add_plugins(sound::SoundPlugin);
    }
    app.insert_resource(times)
        .insert_resource(SkidpadGround::from(&course.scene))
        .insert_resource(Time::<Fixed>::from_hz(STEP_HZ))
        .insert_resource(course)
        .insert_resource(chosen)
        .insert_resource(options)
        .init_resource::<SkidMarks>()
        .add_plugins((SkidpadPlugin::default(), game));
    Ok(app)
}

/// Bevy's plugins: with a window, or without one and without a renderer.
fn platform(options: &Options) -> bevy::app::PluginGroupBuilder {
    let window = Window {
        title: "Skidpad".into(),
        resolution: (options.size[0], options.size[1]).into(),
        fit_canvas_to_parent: true,
        ..default()
    };
    if !options.is_headless {
        // The first frame of a picture has all that it shows: no shader is still being compiled.
        let render =
            RenderPlugin { synchronous_pipeline_compilation: !options.shots.is_empty(), ..default() };
        return DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }).set(render);
    }
    DefaultPlugins
        .set(WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() })
        .set(RenderPlugin {
            render_creation: RenderCreation::Automatic(Box::new(WgpuSettings {
                backends: None,
                ..default()
            })),
            ..default()
        })
        .disable::<WinitPlugin>()
}

/// The systems of the game.
fn game(app: &mut App) {
    app.add_systems(
        Startup,
        (scenery::spawn, car::spawn, camera::spawn, hud::spawn, skid_marks::spawn, laps::spawn_ghost),
    )
    .add_systems(FixedUpdate, (demo::get_in, demo::drive).chain())
    .add_systems(FixedPostUpdate, (laps::follow, skid_marks::follow).after(SkidpadSystems::Report))
    .add_systems(
        Update,
        (
            (
                car::put_back,
                car::light_brakes,
                camera::change_view,
                shots::draw_for_pictures,
                shots::take,
                shots::end,
            ),
            (laps::show_ghost, skid_marks::show, hud::write, camera::follow),
        ),
    );
}
