//! Top speed: by driving until nothing more comes, and as the balance of forces.

use skidpad_core::aero;
use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_core::units;

use super::model::Start;
use super::run::{Conditions, Crossings, End, Plan, Run, drive};
use super::test::Outcome;
use crate::driver::Task;
use crate::manoeuvre::NoResult;
use crate::root::{Bracket, find_root};
use crate::shift_points::axle_torque_nm;

/// Limit of a top speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Drive force and resistances are in balance.
    Drag,
    /// The engine reaches its redline.
    Redline,
}

/// Top speed.
#[derive(Clone, Debug, PartialEq)]
pub struct TopSpeed {
    /// By simulation, m/s, or why there is none.
    pub driven_m_s: Result<f64, NoResult>,
    /// By the balance of forces, m/s.
    pub equilibrium_m_s: f64,
    /// Limit of the top speed by the balance of forces.
    pub limit: Limit,
    /// The gear in which it is reached.
    pub gear: usize,
}

impl TopSpeed {
    /// As an outcome in km/h.
    pub fn outcome(&self) -> Outcome {
        Outcome { value: self.driven_m_s.clone().map(units::to_kmh), rollout_s: None }
    }
}

/// All resistances at a steady speed on the level, N.
pub fn resistance_n(vehicle: &Vehicle<f64>, surface: &Surface<f64>, speed_m_s: f64) -> f64 {
    let body = vehicle.body();
    let load = vehicle.load_transfer(surface);
    let front = vehicle.front().rolling_resistance * load.front_share;
    let rear = vehicle.rear().rolling_resistance * (1.0 - load.front_share);
    let air = aero::drag_factor(1.0, body.drag_area_m2, surface.air_density_kg_m3);
    (front + rear) * surface.rolling * load.weight_n
        - aero::drag(air, speed_m_s + surface.headwind_m_s)
        - aero::linear_resistance(body.linear_resistance_n_s_m, speed_m_s)
        + body.mass_kg * surface.gravity_m_s2 * Real::sin(surface.slope_rad)
}

/// The force at the wheels at full load in a gear, rolling without slip, N.
pub fn drive_force_n(vehicle: &Vehicle<f64>, gear: usize, speed_m_s: f64) -> f64 {
    let radius = driven_radius_m(vehicle);
    axle_torque_nm(vehicle, gear, speed_m_s / radius) * vehicle.body().efficiency / radius
}

/// The radius that ties engine speed to road speed, m: of the driven axle, or the mean of both in
/// the shares of the drive.
pub fn driven_radius_m(vehicle: &Vehicle<f64>) -> f64 {
    let share = vehicle.body().drive_front_share;
    1.0 / (share / vehicle.front().radius_m + (1.0 - share) / vehicle.rear().radius_m)
}

/// The fastest balance of drive and resistance over all gears, up to the redline: speed in m/s,
/// gear, limit. The wheels roll without slip.
pub fn equilibrium_speed(vehicle: &Vehicle<f64>, surface: &Surface<f64>) -> (f64, usize, Limit) {
    let mut best = (0.0, 1, Limit::Drag);
    for gear in 1..=vehicle.shift().gears as usize {
        let found = equilibrium_in(vehicle, surface, gear);
        if found.0 > best.0 {
            best = (found.0, gear, found.1);
        }
    }
    best
}

fn equilibrium_in(vehicle: &Vehicle<f64>, surface: &Surface<f64>, gear: usize) -> (f64, Limit) {
    const PARTS: usize = 2000;
    let redline =
        vehicle.engine().redline_rad_s * driven_radius_m(vehicle) / vehicle.gears().overall(gear as f64);
    let surplus = |speed: f64| drive_force_n(vehicle, gear, speed) - resistance_n(vehicle, surface, speed);
    if surplus(redline) >= 0.0 {
        return (redline, Limit::Redline);
    }
    // The highest speed at which the drive still suffices.
    let part = |index: usize| redline * index as f64 / PARTS as f64;
    let Some(low) = (0..PARTS).rev().find(|index| surplus(part(*index)) >= 0.0) else {
        return (0.0, Limit::Drag);
    };
    let bracket = Bracket {
        low: part(low),
        high: part(low + 1),
        at_low: surplus(part(low)),
        at_high: surplus(part(low + 1)),
    };
    let root = find_root(surplus, bracket, 1e-12);
    (root.low, Limit::Drag)
}

/// Top speed in both ways. If the model is not for the vehicle, the driven one holds the reason.
pub fn top_speed(vehicle: &Vehicle<f64>, conditions: &Conditions) -> TopSpeed {
    let (equilibrium_m_s, gear, limit) = equilibrium_speed(vehicle, &conditions.surface);
    let plan = Plan {
        start: Start {
            speed_m_s: 0.97 * equilibrium_m_s,
            gear: Gear::Forward(gear as u8),
            engine_rad_s: None,
        },
        task: Task::HoldGear,
        rolls_s: 0.0,
        longest_s: 400.0,
        waits_for_distance: false,
        settled_m_s2: 1e-5,
    };
    let driven_m_s = match drive(vehicle, conditions, &plan, Crossings::new([super::Crossing::Distance(1e9)]))
    {
        Err(refusal) => Err(refusal.to_string().into()),
        Ok(run) => driven(&run, limit, equilibrium_m_s),
    };
    TopSpeed { driven_m_s, equilibrium_m_s, limit, gear }
}

/// The top speed of a run, m/s.
fn driven(run: &Run, limit: Limit, equilibrium_m_s: f64) -> Result<f64, NoResult> {
    match run.end {
        // The engine would go on to its limiter; the driver minds the redline.
        End::Settled | End::TimeUp if limit == Limit::Redline => {
            Ok(Real::min(run.last.speed_m_s, equilibrium_m_s))
        }
        End::Settled | End::TimeUp => Ok(run.last.speed_m_s),
        end => Err(end.reason("top speed").into()),
    }
}
