//! Lap times by Skidpad's clock, and the ghost of the best lap, which is kept in a file.
//!
//! The file begins with a line that names the track and the car. A line for each step of the lap follows: time, s, position, m, and the
//! quaternion w, x, y, z, along Skidpad's axes. As it is read the lap is timed again, from the poses alone.

use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy_skidpad::axes::{rotation_to_bevy, to_bevy};
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::core::model::Pose;
use bevy_skidpad::skidpad::world::laps::{LapTimer, Laps, Way};
use bevy_skidpad::{SkidpadAlpha, skidpad::world::track::Track};

use crate::car::{ChosenCar, Player};
use crate::options::Options;

/// Poses of a drive, with their times, s.
pub type Drive = Vec<(f64, Pose<f64>)>;

/// Steps before the start line that are kept: the clock has to be seen before it starts.
const BEFORE: usize = 4;

/// Resource: the player's laps.
#[derive(Resource)]
pub struct LapTimes {
    /// Skidpad's: those that are completed, the best with its ghost, the delta.
    pub laps: Laps,
    /// From some steps before the current lap on.
    drive: Drive,
    /// File in which the best lap is kept.
    file: Option<GhostFile>,
}

/// Beginning of the first line of a file of a best lap.
const HEADER: &str = "skidpad ghost";

/// File of the best lap on a track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GhostFile {
    path: PathBuf,
    track: String,
    car: String,
}

impl GhostFile {
    /// The file that the options name, for their track and car.
    pub fn new(options: &Options) -> Option<Self> {
        // Track and car may be files: without their folders, and without what parts the names.
        let name = |file_or_name: &str| {
            let stem = Path::new(file_or_name).file_stem().unwrap_or_default();
            stem.to_string_lossy().replace([',', '\n', '\r'], " ")
        };
        let path = options.ghost.as_ref()?.into();
        Some(Self { path, track: name(&options.track), car: name(&options.car) })
    }

    /// The drive in the file; empty where there is no file yet, or nothing in it.
    ///
    /// # Errors
    /// The file cannot be read, or has something else in it.
    fn read(&self) -> Result<Drive, String> {
        let file = self.path.display();
        let text = match std::fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Drive::new()),
            Err(error) => return Err(format!("{file}: {error}")),
        };
        if text.trim().is_empty() {
            return Ok(Drive::new());
        }
        let mut names = text.lines().next().unwrap_or_default().split(',');
        if names.next() != Some(HEADER) || names.next() != Some(self.track.as_str()) {
            return Err(format!("{file}: not a best lap on {} (name another file for --ghost)", self.track));
        }
        Ok(parse(&text))
    }

    /// Writes a drive: the file has the one before or this one whole, whatever happens on the way.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, drive: &Drive) -> std::io::Result<()> {
        let mut part = self.path.clone().into_os_string();
        part.push(".part");
        let Self { track, car, .. } = self;
        std::fs::write(&part, format!("{HEADER},{track},{car}\n{}", text(drive)))?;
        std::fs::rename(&part, &self.path)
    }
}

impl LapTimes {
    /// No laps yet, or the best one of a file.
    ///
    /// # Errors
    /// The file cannot be read, or has something else in it, which the next best lap would overwrite.
    pub fn new(track: &Track, file: Option<GhostFile>) -> Result<Self, String> {
        let mut laps = Laps::on(track);
        if let Some(file) = &file {
            laps.adopt_best(&timed(track, &file.read()?));
        }
        Ok(Self { laps, drive: Drive::new(), file })
    }
}

/// Laps of a drive.
fn timed(track: &Track, drive: &Drive) -> Laps {
    let (mut laps, mut timer) = (Laps::on(track), LapTimer::default());
    for ends in drive.windows(2) {
        let at = |(time_s, pose): &(f64, Pose<f64>)| (*time_s, [pose.position_m[0], pose.position_m[1]]);
        let way = Way { from: at(&ends[0]), to: at(&ends[1]) };
        let inside_m = track.inside_m(&track.locate(way.to.1, None));
        timer.advance(track, &way, inside_m >= 0.0);
        laps.update(track, &timer, way.to.0, ends[1].1);
    }
    laps
}

/// Poses of a file's text; lines without eight numbers are skipped.
fn parse(text: &str) -> Drive {
    let line = |line: &str| {
        let numbers: Vec<f64> = line.split(',').filter_map(|number| number.trim().parse().ok()).collect();
        let [time_s, x, y, z, w, i, j, k] = numbers[..] else { return None };
        let pose = Pose { position_m: [x, y, z], quaternion: [w, i, j, k] };
        numbers.iter().all(|number| number.is_finite()).then_some((time_s, pose))
    };
    text.lines().filter_map(line).collect()
}

/// Lines of a drive.
fn text(drive: &Drive) -> String {
    let mut lines = String::new();
    for (time_s, Pose { position_m: [x, y, z], quaternion: [w, i, j, k] }) in drive {
        _ = writeln!(lines, "{time_s},{x},{y},{z},{w},{i},{j},{k}");
    }
    lines
}

/// Follows the player's car after each step.
pub fn follow(world: Res<SkidpadWorld>, car: Single<Entity, With<Player>>, mut times: ResMut<LapTimes>) {
    let (Some(id), Some(now)) = (world.id(*car), world.car(*car)) else { return };
    let (time_s, best_s) = (world.world().time_s(), times.laps.best().map(|lap| lap.time_s));
    let LapTimes { laps, drive, file } = &mut *times;
    laps.follow(world.world(), id);
    let has_new_best = laps.best().map(|lap| lap.time_s) != best_s;
    drive.push((time_s, now.pose()));
    if let Some(file) = file.as_ref().filter(|_| has_new_best)
        && let Err(error) = file.write(drive)
    {
        error!("{}: {error}", file.path.display());
    }
    let began_s = world.world().laps(id).and_then(LapTimer::began_s);
    forget(drive, began_s.unwrap_or(time_s));
}

/// Removes what is before the lap that began at a time, s, but for the steps by which its start is timed.
pub fn forget(drive: &mut Drive, began_s: f64) {
    let first = drive.partition_point(|(then_s, _)| *then_s < began_s).saturating_sub(BEFORE);
    drive.drain(..first);
}

/// The ghost of the best lap.
#[derive(Component)]
pub struct Ghost;

/// Spawns the ghost, unseen until there is a lap.
pub fn spawn_ghost(
    mut commands: Commands,
    chosen: Res<ChosenCar>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let material = materials.add(StandardMaterial {
        base_color: Color::srgba(0.6, 0.85, 1.0, 0.40),
        emissive: LinearRgba::rgb(0.25, 0.55, 0.9),
        alpha_mode: AlphaMode::Blend,
        ..default()
    });
    let shape = &chosen.shape;
    commands.spawn((Ghost, Transform::default(), Visibility::Hidden)).with_children(|ghost| {
        ghost.spawn((
            Mesh3d(meshes.add(shape.body().mesh())),
            MeshMaterial3d(material.clone()),
            bevy::light::NotShadowCaster,
        ));
        for place in 0..4 {
            ghost.spawn((
                Mesh3d(meshes.add(shape.wheel(place >= 2).mesh())),
                MeshMaterial3d(material.clone()),
                Transform::from_translation(shape.wheel_at(place)),
                bevy::light::NotShadowCaster,
            ));
        }
    });
}

/// Moves the ghost, as of the time of the picture.
pub fn show_ghost(
    times: Res<LapTimes>,
    fixed: Res<Time<Fixed>>,
    alpha: Res<SkidpadAlpha>,
    ghost: Single<(&mut Transform, &mut Visibility), With<Ghost>>,
) {
    let (mut transform, mut visibility) = ghost.into_inner();
    let late_s = (1.0 - alpha.0) * fixed.timestep().as_secs_f64();
    let pose = times.laps.ghost(late_s);
    visibility.set_if_neq(if pose.is_some() { Visibility::Inherited } else { Visibility::Hidden });
    if let Some(pose) = pose {
        transform.translation = to_bevy(pose.position_m).as_vec3();
        transform.rotation = rotation_to_bevy(pose.quaternion).as_quat();
    }
}
