//! Drives some seconds by itself, and writes what is heard: no sound card.
//!
//! `cargo run --release -p skidpad-app --example wav -- run.wav boxster-s`

#![allow(clippy::disallowed_methods, reason = "what is heard is not hashed")]

use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_app::hand::{Raw, Shaping, Source, hands, lock_rad};
use skidpad_app::sound::{Sound, heard, wav};
use skidpad_core::controls::Gear;
use skidpad_world::scene::Scene;

const RATE_HZ: u32 = 48_000;
const FRAME_S: f64 = 1.0 / 60.0;
const END_S: f64 = 14.0;

/// What is pressed: away, through the gears, a slalom, a handbrake turn, and the limiter at rest.
fn pressed(time_s: f64) -> (Raw, Gear) {
    let raw = |steer, throttle, brake, handbrake| Raw { steer, throttle, brake, handbrake, starter: 0.0 };
    match time_s {
        ..1.0 => (raw(0.0, 0.0, 0.0, 0.0), Gear::Neutral),
        ..6.0 => (raw(0.0, 1.0, 0.0, 0.0), Gear::Automatic),
        ..8.5 => (raw((4.0 * time_s).sin().signum(), 0.3, 0.0, 0.0), Gear::Automatic),
        ..9.7 => (raw(1.0, 0.0, 0.0, 1.0), Gear::Automatic),
        ..12.0 => (raw(0.0, 0.0, 1.0, 0.0), Gear::Automatic),
        _ => (raw(0.0, 1.0, 1.0, 0.0), Gear::Neutral),
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| String::from("run.wav"));
    let car = arguments.next().unwrap_or_else(|| String::from("boxster-s"));
    let choice = Choice::preset("two_track", &car).expect("a car");
    let mut drive = Drive::new(Scene::straight(), &choice).expect("it drives");
    drive.set_hands(hands(Source::Keys, Shaping::Angle, &choice));
    let (mut sound, mut samples) = (Sound::default(), Vec::new());
    for frame in 0..(END_S / FRAME_S) as usize {
        let (raw, gear) = pressed(frame as f64 * FRAME_S);
        drive.frame(FRAME_S, &raw.controls(lock_rad(&choice), gear));
        sound.hear(&heard(&drive));
        let mut block = vec![0.0; (f64::from(RATE_HZ) * FRAME_S) as usize];
        sound.fill(&mut block, f64::from(RATE_HZ));
        samples.extend(block);
    }
    std::fs::write(&path, wav(&samples, RATE_HZ)).expect("the file can be written");
}
