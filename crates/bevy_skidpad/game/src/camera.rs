//! The camera: behind the car on springs, or on its bonnet.
//!
//! Heading, height and distance follow the car's by first-order lags, which are solved exactly over each frame for a car that moves
//! evenly in between. So the picture is the same at any frame rate, and an uneven one shakes nothing.

use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::math::ops;
use bevy::prelude::*;
use bevy_skidpad::{VehicleEvent, VehicleEventKind, VehicleTelemetry};

use crate::car::Player;
use crate::course::Course;
use crate::scenery::HAZE;

/// Rates at which the camera follows, 1/s.
const HEADING_1_S: f32 = 5.0;
const HEIGHT_1_S: f32 = 9.0;
const SPEED_1_S: f32 = 2.5;
/// Distance behind the car at rest and its growth over the speed, m and s.
const BEHIND_M: [f32; 2] = [5.6, 7.8];
const BEHIND_S: f32 = 0.035;
/// Height over the car, and of the point that is looked at ahead of it, m.
const OVER_M: [f32; 2] = [1.6, 2.9];
const LOOKS_AT_M: [f32; 2] = [0.9, 3.0];
/// Least height over the ground, m.
const CLEAR_M: f32 = 0.7;
/// Place of the camera on the bonnet, m.
const BONNET: Vec3 = Vec3::new(0.0, 1.12, -0.35);

/// Positions of the camera.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Behind the car.
    #[default]
    Near,
    /// Further behind.
    Far,
    /// On the bonnet.
    Bonnet,
}

/// A number that follows another with a first-order lag.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lag {
    /// The number now.
    pub value: f32,
    target: f32,
}

impl Lag {
    /// At rest at a number.
    pub fn at(value: f32) -> Self {
        Self { value, target: value }
    }

    /// Follows a target that moved evenly since the last frame: the exact solution of v' = rate (x - v) with x at a constant rate.
    pub fn follow(&mut self, target: f32, rate_1_s: f32, dt_s: f32) {
        if dt_s <= 0.0 {
            return;
        }
        let behind = (target - self.target) / (dt_s * rate_1_s);
        let rest = ops::exp(-rate_1_s * dt_s);
        self.value = target - behind + (self.value - self.target + behind) * rest;
        self.target = target;
    }
}

/// The camera that follows the player's car.
#[derive(Component, Clone, Debug, Default)]
pub struct ChaseCamera {
    /// Its position at the car.
    pub view: View,
    /// `None` at the start, and after the car was put elsewhere.
    motion: Option<Motion>,
}

#[derive(Clone, Copy, Debug)]
struct Motion {
    /// About Bevy's y axis, rad: it may exceed a turn.
    heading: Lag,
    height: Lag,
    speed: Lag,
    car: Vec3,
}

/// A car that moves by more than this between two frames was put elsewhere, m.
const JUMP_M: f32 = 15.0;

impl ChaseCamera {
    /// Places the camera straight behind the car at the next frame, without a swing.
    pub fn reset(&mut self) {
        self.motion = None;
    }

    /// Place of the camera behind a car after a frame, and the point that it looks at.
    pub fn follow(&mut self, car: &Transform, speed_m_s: f32, dt_s: f32) -> [Vec3; 2] {
        let ahead = car.forward();
        let pointed = ops::atan2(-ahead.x, -ahead.z);
        let mut motion =
            self.motion.filter(|motion| motion.car.distance(car.translation) < JUMP_M).unwrap_or(Motion {
                heading: Lag::at(pointed),
                height: Lag::at(car.translation.y),
                speed: Lag::at(speed_m_s),
                car: car.translation,
            });
        // The shorter way around from the last heading.
        let turned = pointed - motion.heading.target;
        let turn = turned - core::f32::consts::TAU * (turned / core::f32::consts::TAU).round();
        motion.heading.follow(motion.heading.target + turn, HEADING_1_S, dt_s);
        motion.height.follow(car.translation.y, HEIGHT_1_S, dt_s);
        motion.speed.follow(speed_m_s, SPEED_1_S, dt_s);
        motion.car = car.translation;
        self.motion = Some(motion);
        let place = usize::from(self.view == View::Far);
        let (sin, cos) = ops::sin_cos(motion.heading.value);
        let forwards = Vec3::new(-sin, 0.0, -cos);
        let foot = Vec3 { y: motion.height.value, ..car.translation };
        let behind_m = BEHIND_M[place] + BEHIND_S * motion.speed.value;
        let [up_m, ahead_m] = LOOKS_AT_M;
        [foot - behind_m * forwards + OVER_M[place] * Vec3::Y, foot + ahead_m * forwards + up_m * Vec3::Y]
    }
}

/// Spawns the camera.
pub fn spawn(mut commands: Commands) {
    commands.spawn((
        Camera3d::default(),
        Projection::from(PerspectiveProjection { fov: 1.0, near: 0.1, far: 4000.0, ..default() }),
        Tonemapping::TonyMcMapface,
        DistanceFog {
            color: HAZE,
            falloff: FogFalloff::from_visibility_colors(1800.0, HAZE, HAZE),
            ..default()
        },
        ChaseCamera::default(),
    ));
}

/// Changes the view by the key C, or a pad's right stick.
pub fn change_view(
    keys: Res<ButtonInput<KeyCode>>,
    pads: Query<&Gamepad>,
    mut camera: Single<&mut ChaseCamera>,
) {
    let is_pressed = |pad: &Gamepad| pad.just_pressed(GamepadButton::RightThumb);
    if keys.just_pressed(KeyCode::KeyC) || pads.iter().any(is_pressed) {
        camera.view = match camera.view {
            View::Near => View::Far,
            View::Far => View::Bonnet,
            View::Bonnet => View::Near,
        };
    }
}

/// Moves the camera with the car as it is drawn.
pub fn follow(
    time: Res<Time>,
    course: Res<Course>,
    car: Single<(Entity, &Transform, &VehicleTelemetry), With<Player>>,
    mut events: MessageReader<VehicleEvent>,
    camera: Single<(&mut ChaseCamera, &mut Transform), Without<Player>>,
) {
    let (entity, car, telemetry) = *car;
    let (mut chase, mut transform) = camera.into_inner();
    let is_placed =
        |event: &&VehicleEvent| event.vehicle == entity && matches!(event.kind, VehicleEventKind::Placed);
    // All events are read, so that none is left for a later frame.
    if events.read().filter(is_placed).count() > 0 {
        chase.reset();
    }
    let [eye, point] = chase.follow(car, telemetry.speed_m_s as f32, time.delta_secs());
    if chase.view == View::Bonnet {
        *transform = car.mul_transform(Transform::from_translation(BONNET));
        return;
    }
    let least = course.height_m(eye) + CLEAR_M;
    let eye = Vec3 { y: f32::max(eye.y, least), ..eye };
    *transform = Transform::from_translation(eye).looking_at(point, Vec3::Y);
}
