//! Screenshots at given times of the drive, and the end of the game.

use bevy::prelude::*;
use bevy::render::view::screenshot::{Capturing, Screenshot, save_to_disk};
use bevy_skidpad::prelude::*;

use crate::options::{Options, SHOT_HZ};

/// Pictures that are being taken or written.
type UnderWay = Or<(With<Capturing>, With<Screenshot>)>;

/// Frames after a picture was asked for until it is surely on its way.
const FRAMES: u32 = 10;

/// Frames that are drawn before a picture, so that shadows and textures are there.
const WARM_UP: f64 = 4.0;

/// Draws only what becomes a picture, where pictures are taken: a renderer in software is slow.
pub fn draw_for_pictures(
    world: Res<SkidpadWorld>,
    options: Res<Options>,
    saving: Query<(), UnderWay>,
    mut camera: Single<&mut Camera>,
    mut takes_pictures: Local<bool>,
) {
    *takes_pictures |= !options.shots.is_empty();
    let from_s = world.world().time_s() + WARM_UP / SHOT_HZ;
    let is_near = options.shots.iter().any(|(at_s, _)| *at_s <= from_s);
    let is_active = !*takes_pictures || is_near || !saving.is_empty();
    if camera.is_active != is_active {
        camera.is_active = is_active;
    }
}

/// Saves the pictures that are due.
pub fn take(mut commands: Commands, world: Res<SkidpadWorld>, mut options: ResMut<Options>) {
    let now_s = world.world().time_s();
    let is_due = |(at_s, _): &(f64, String)| *at_s <= now_s;
    if options.shots.iter().any(is_due) {
        let (due, later) = options.shots.drain(..).partition(is_due);
        options.shots = later;
        for (_, file) in due {
            commands.spawn(Screenshot::primary_window()).observe(save_to_disk(file));
        }
    }
}

/// Ends the game after its time, when the last picture is saved, and by Esc.
pub fn end(
    world: Res<SkidpadWorld>,
    options: Res<Options>,
    keys: Res<ButtonInput<KeyCode>>,
    saving: Query<(), UnderWay>,
    mut frames: Local<u32>,
    mut exits: MessageWriter<AppExit>,
) {
    let is_over = options.seconds.is_some_and(|seconds| world.world().time_s() >= seconds);
    let is_done = is_over && saving.is_empty() && options.shots.is_empty();
    *frames = if is_done { *frames + 1 } else { 0 };
    if *frames > FRAMES || keys.just_pressed(KeyCode::Escape) {
        exits.write(AppExit::Success);
    }
}
