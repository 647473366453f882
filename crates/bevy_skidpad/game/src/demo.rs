//! A driver of Skidpad in the player's car: along the middle of the road, at speeds that a share of the grip allows.

use bevy::prelude::*;
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::core::math::Real;
use bevy_skidpad::skidpad::core::spec::Vehicle as VehicleData;
use bevy_skidpad::skidpad::prelude::Car;
use bevy_skidpad::skidpad::world::line_driver::{DrivingLine, LineDriver, LinePoint};
use bevy_skidpad::skidpad::world::rolling::{CarChoice, Rolling};
use bevy_skidpad::skidpad::world::track::Track;

use crate::car::Player;
use crate::course::Course;
use crate::options::Options;

/// Distance of the line's points, m.
const SPACING_M: f64 = 5.0;
/// Accelerations at the limit of an ordinary tyre, m/s^2: lateral, braking, and driving.
const GRIP_M_S2: [f64; 3] = [9.0, 8.0, 5.0];
/// Fastest and slowest speed of the line, m/s.
const MOST_M_S: f64 = 60.0;
const LEAST_M_S: f64 = 6.0;

/// The driver of a car.
#[derive(Component, Clone)]
pub struct DemoDriver(LineDriver);

impl DemoDriver {
    /// A driver of a car on a track, with a share of the grip.
    ///
    /// # Errors
    /// A track of too few points.
    pub fn new(car: &Car, track: &Track, grip: f64) -> Result<Self, String> {
        let line = line(track, grip).map_err(|error| error.to_string())?;
        let data: &VehicleData<f64> = car.vehicle();
        Ok(Self(LineDriver::new(car.model(), &CarChoice::Vehicle(data), line.into())))
    }

    /// Controls for the next step.
    pub fn controls(&mut self, car: &Car) -> VehicleControls {
        VehicleControls::from(&self.0.request(car as &dyn Rolling).command)
    }
}

/// The middle of the road with its speeds.
fn line(track: &Track, grip: f64) -> Result<DrivingLine, impl core::fmt::Display> {
    let count = (track.length_m() / SPACING_M).floor() as usize;
    let step_m = track.length_m() / count as f64;
    let distances_m: Vec<f64> = (0..if track.is_closed() { count } else { count + 1 })
        .map(|at| Real::min(at as f64 * step_m, track.length_m()))
        .collect();
    let speeds_m_s = speeds_m_s(track, &distances_m, step_m, grip);
    let points = distances_m.iter().zip(&speeds_m_s).enumerate().map(|(at, (distance_m, speed_m_s))| {
        let [left_m, right_m] = track.at(*distance_m).widths_m;
        let next_m_s = speeds_m_s[(at + 1) % speeds_m_s.len()];
        LinePoint {
            position_m: track.beside(*distance_m, 0.5 * (left_m - right_m)),
            speed_m_s: *speed_m_s,
            along_m_s2: 0.5 * (next_m_s * next_m_s - speed_m_s * speed_m_s) / step_m,
            ..LinePoint::default()
        }
    });
    DrivingLine::new(&points.collect::<Vec<_>>(), track.is_closed())
}

/// Speeds that the bends allow, and that the car reaches and brakes down to.
fn speeds_m_s(track: &Track, distances_m: &[f64], step_m: f64, grip: f64) -> Vec<f64> {
    let [lateral, braking, driving] = GRIP_M_S2.map(|limit| grip * limit);
    let in_bend = |distance_m: &f64| {
        let bend_1_m = Real::max(Real::abs(track.at(*distance_m).curvature_1_m), 1e-6);
        Real::clamp(Real::sqrt(lateral / bend_1_m), LEAST_M_S, MOST_M_S)
    };
    let mut speeds_m_s: Vec<f64> = distances_m.iter().map(in_bend).collect();
    let count = speeds_m_s.len();
    let reach = |from_m_s: f64, by_m_s2: f64| Real::sqrt(from_m_s * from_m_s + 2.0 * by_m_s2 * step_m);
    // Around a circuit twice: the first time begins nowhere.
    let rounds = if track.is_closed() { 2 * count } else { count };
    for at in 1..rounds {
        let (before, now) = ((at - 1) % count, at % count);
        speeds_m_s[now] = Real::min(speeds_m_s[now], reach(speeds_m_s[before], driving));
    }
    for at in (0..rounds - 1).rev() {
        let (now, after) = (at % count, (at + 1) % count);
        speeds_m_s[now] = Real::min(speeds_m_s[now], reach(speeds_m_s[after], braking));
    }
    speeds_m_s
}

/// Puts the driver into the car as soon as it has joined.
pub fn get_in(
    mut commands: Commands,
    options: Res<Options>,
    course: Res<Course>,
    world: Res<SkidpadWorld>,
    cars: Query<Entity, (With<Player>, Without<DemoDriver>)>,
) {
    for entity in cars.iter().filter(|_| options.is_demo) {
        let Some(car) = world.car(entity) else { continue };
        match DemoDriver::new(car, &course.track, options.grip) {
            Ok(driver) => _ = commands.entity(entity).insert(driver),
            Err(error) => error!("{error}"),
        }
    }
}

/// Lets the driver drive.
pub fn drive(world: Res<SkidpadWorld>, mut cars: Query<(Entity, &mut DemoDriver, &mut VehicleControls)>) {
    for (entity, mut driver, mut controls) in &mut cars {
        if let Some(car) = world.car(entity) {
            *controls = driver.controls(car);
        }
    }
}
