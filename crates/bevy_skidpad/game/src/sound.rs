//! Sound as it is computed: an engine by its speed and throttle, tyres by their slip, wind by the speed of the car.

use core::num::{NonZeroU16, NonZeroU32};
use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bevy::audio::{AddAudioSource, Source, Volume};
use bevy::math::ops;
use bevy::prelude::*;
use bevy_skidpad::VehicleTelemetry;
use bevy_skidpad::prelude::*;

use crate::car::{ChosenCar, Player};
use crate::options::Options;
use crate::skid_marks::{darkness, slip};

const RATE_HZ: u32 = 44_100;
/// Time in which a change of the car is heard, s: steps would click.
const SMOOTH_S: f32 = 0.04;
/// Firings of a four-stroke engine with six cylinders, for each turn of its crankshaft.
const FIRINGS: f32 = 3.0;
/// Speed at which the wind is loudest, m/s.
const FAST_M_S: f32 = 70.0;

/// Numbers that the sound follows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Heard {
    /// Engine speed, turns a second.
    pub engine_1_s: f32,
    /// Accelerator pedal, [0, 1].
    pub throttle: f32,
    /// Sliding of the tyres, [0, 1].
    pub squeal: f32,
    /// Speed of the car, m/s.
    pub speed_m_s: f32,
}

/// The numbers, between the game and the thread that plays.
#[derive(Clone, Debug, Default)]
struct Shared(Arc<[AtomicU32; 4]>);

impl Shared {
    fn set(&self, heard: Heard) {
        let Heard { engine_1_s, throttle, squeal, speed_m_s } = heard;
        for (cell, number) in self.0.iter().zip([engine_1_s, throttle, squeal, speed_m_s]) {
            cell.store(number.to_bits(), Ordering::Relaxed);
        }
    }

    fn get(&self) -> Heard {
        let [engine_1_s, throttle, squeal, speed_m_s] =
            [0, 1, 2, 3].map(|at| f32::from_bits(self.0[at].load(Ordering::Relaxed)));
        Heard { engine_1_s, throttle, squeal, speed_m_s }
    }
}

/// Asset: the sound of a car.
#[derive(Asset, TypePath, Clone, Debug, Default)]
pub struct CarSound(Shared);

impl CarSound {
    /// Passes the car's numbers to the thread that plays.
    pub fn set(&self, heard: Heard) {
        self.0.set(heard);
    }

    /// Samples that follow the numbers.
    pub fn voice(&self) -> CarVoice {
        CarVoice { shared: self.0.clone(), ..CarVoice::default() }
    }
}

impl Decodable for CarSound {
    type Decoder = CarVoice;
    fn decoder(&self) -> CarVoice {
        self.voice()
    }
}

/// The samples of a car's sound.
#[derive(Clone, Debug, Default)]
pub struct CarVoice {
    shared: Shared,
    now: Heard,
    /// Phases of the engine's firings and of the squeal, turns.
    phases: [f32; 2],
    /// State of the noise, and the noise behind two low passes.
    noise: u32,
    low: [f32; 2],
}

impl CarVoice {
    /// A sample of white noise, [-1, 1].
    fn white(&mut self) -> f32 {
        self.noise = self.noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.noise >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    /// The next sample, [-1, 1].
    pub fn sample(&mut self) -> f32 {
        let step_s = 1.0 / RATE_HZ as f32;
        let (target, share) = (self.shared.get(), step_s / SMOOTH_S);
        let near = |now: f32, target: f32| now + share * (target - now);
        self.now = Heard {
            engine_1_s: near(self.now.engine_1_s, target.engine_1_s),
            throttle: near(self.now.throttle, target.throttle),
            squeal: near(self.now.squeal, target.squeal),
            speed_m_s: near(self.now.speed_m_s, target.speed_m_s),
        };
        let Heard { engine_1_s, throttle, squeal, speed_m_s } = self.now;
        let noise = self.white();
        for (low, rate_1_s) in self.low.iter_mut().zip([900.0, 5000.0]) {
            *low += step_s * rate_1_s * (noise - *low);
        }
        let [rumble, hiss] = self.low;
        // Firings, every second of them a little louder as of two banks, and more overtones with an open throttle.
        self.phases[0] = (self.phases[0] + step_s * FIRINGS * engine_1_s).fract();
        let wave = |turns: f32| ops::sin(core::f32::consts::TAU * turns);
        let phase = self.phases[0];
        let tone = wave(phase)
            + 0.5 * wave(2.0 * phase)
            + throttle * (0.4 * wave(3.0 * phase) + 0.3 * wave(4.0 * phase));
        let engine = (0.10 + 0.16 * throttle) * tone * (1.0 + 0.8 * rumble);
        // A tone that wavers, as of rubber that sticks and slips.
        self.phases[1] = (self.phases[1] + step_s * (620.0 + 160.0 * squeal + 900.0 * rumble)).fract();
        let tyres = squeal * (0.13 * wave(self.phases[1]) + 0.25 * hiss);
        let rush = f32::min(speed_m_s / FAST_M_S, 1.0);
        let wind = 1.2 * rush * rush * rumble;
        ops::tanh(engine + tyres + wind)
    }
}

impl Iterator for CarVoice {
    type Item = f32;
    fn next(&mut self) -> Option<f32> {
        Some(self.sample())
    }
}

impl Source for CarVoice {
    fn current_span_len(&self) -> Option<usize> {
        None
    }
    fn channels(&self) -> NonZeroU16 {
        NonZeroU16::MIN
    }
    fn sample_rate(&self) -> NonZeroU32 {
        NonZeroU32::new(RATE_HZ).unwrap_or(NonZeroU32::MIN)
    }
    fn total_duration(&self) -> Option<Duration> {
        None
    }
}

/// Plays the sound of the player's car. A machine without a device plays nothing.
pub struct SoundPlugin;

impl Plugin for SoundPlugin {
    fn build(&self, app: &mut App) {
        app.add_audio_source::<CarSound>().add_systems(Startup, start).add_systems(Update, (hear, mute));
    }
}

fn start(mut commands: Commands, mut sounds: ResMut<Assets<CarSound>>) {
    let settings = PlaybackSettings { volume: Volume::Linear(0.5), ..default() };
    commands.spawn((AudioPlayer(sounds.add(CarSound::default())), settings));
}

/// Passes the car's numbers on.
fn hear(
    chosen: Res<ChosenCar>,
    world: Res<SkidpadWorld>,
    car: Single<(Entity, &VehicleTelemetry, &VehicleControls), With<Player>>,
    sounds: Res<Assets<CarSound>>,
) {
    let (entity, telemetry, controls) = *car;
    let Some(car) = world.car(entity) else { return };
    let axle = |place: usize| if place < 2 { chosen.data.front() } else { chosen.data.rear() };
    let slides = car.wheels().iter().enumerate().map(|(place, wheel)| darkness(slip(wheel, axle(place))));
    let speed_m_s = telemetry.speed_m_s as f32;
    let heard = Heard {
        engine_1_s: telemetry.engine_rpm.map_or(0.0, |rpm| rpm as f32 / 60.0),
        throttle: controls.throttle as f32,
        squeal: slides.fold(0.0, f32::max) * f32::min(speed_m_s / 5.0, 1.0),
        speed_m_s,
    };
    sounds.iter().for_each(|(_, sound)| sound.set(heard));
}

/// Switches the sound off and on by the key M.
fn mute(
    keys: Res<ButtonInput<KeyCode>>,
    options: Res<Options>,
    mut is_begun: Local<bool>,
    mut sinks: Query<&mut AudioSink>,
) {
    for mut sink in &mut sinks {
        if keys.just_pressed(KeyCode::KeyM) || (options.is_mute && !core::mem::replace(&mut *is_begun, true))
        {
            sink.toggle_mute();
        }
    }
}
