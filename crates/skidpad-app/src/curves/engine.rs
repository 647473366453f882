//! Torque and power of the engine, what each gear makes of it at the wheels, and what holds the car back.

use skidpad_core::math::Real;
use skidpad_core::model::Model as _;
use skidpad_core::powertrain::power;
use skidpad_core::spec::Vehicle;
use skidpad_special::drive::ideal_drive;
use skidpad_special::{Kinematic, KinematicCar};
use skidpad_world::channel::{WheelChannels, WheelSet};
use skidpad_world::roadtest::{drive_force_n, driven_radius_m, resistance_n};
use skidpad_world::scene::Scene;

use super::Point;
use crate::drive::Entrant;
use crate::felt;
use crate::seen::{ModelChannels, Seen};

/// Points of a curve.
const POINTS: usize = 81;
/// The axis of speed goes further than the engine does in the highest gear by this factor.
const ROOM: f64 = 1.03;

/// The force of a gear at full load from idle as far as the engine turns.
#[derive(Clone, Debug, PartialEq)]
pub struct GearLine {
    /// The gear; 0 for a model whose drive is always in its best one.
    pub gear: usize,
    /// Speed, m/s, and force at the wheels, N.
    pub force: Vec<Point>,
}

/// Envelope of the engine, and its operating point.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineCurves {
    /// Speed, rad/s, and torque at full load, N.m; empty for a model that knows no engine speed, as is the power.
    pub torque: Vec<Point>,
    /// Speed, rad/s, and power at full load, W.
    pub power: Vec<Point>,
    /// Speed of the idling engine, rad/s.
    pub idle_rad_s: f64,
    /// Engine speed at which the redline begins, rad/s.
    pub redline_rad_s: f64,
    /// Speed and torque of the engine.
    pub now: Point,
    /// Power of the engine, W.
    pub power_w: f64,
    /// Each forward gear.
    pub gears: Vec<GearLine>,
    /// The gear that is in.
    pub gear: f64,
    /// Speed, m/s, and all resistances as the road goes on here, uphill and downhill, N.
    pub resistance: Vec<Point>,
    /// Speed and force of the drive at the wheels, the way that the car goes; `None` where the model does not tell it.
    pub drive: Option<Point>,
    /// The resistance at the present speed, N.
    pub resistance_n: f64,
}

/// The curves of engine and drive; `None` for a model whose car is none of the vehicles, or that has another drive.
///
/// ```
/// use skidpad_app::curves::engine_curves;
/// use skidpad_app::choice::Choice;
/// use skidpad_app::drive::Drive;
/// use skidpad_world::scene::Scene;
/// let curves = |model: &str| {
///     let drive = Drive::new(Scene::straight(), &Choice::preset(model, "boxster-s").unwrap()).unwrap();
///     engine_curves(drive.player(), drive.scene())
/// };
/// assert_eq!(curves("two_track").unwrap().gears.len(), 6);
/// assert!(curves("kinematic").unwrap().torque.is_empty());
/// assert!(curves("ackermann").is_none());
/// ```
pub fn engine_curves(entrant: &Entrant, scene: &Scene) -> Option<EngineCurves> {
    let (seen, vehicle) = (entrant.seen(), &entrant.choice().vehicle.as_ref()?.1);
    let engine = vehicle.engine();
    let torque_of = |speed: f64| engine.full_load_torque(vehicle.torque_curve(), speed);
    let (torque, gears): (Vec<Point>, Vec<GearLine>) = match seen.engine_rad_s() {
        Some(_) => (
            spread(engine.idle_rad_s, fastest_rad_s(vehicle))
                .map(|speed| [speed, torque_of(speed)])
                .collect(),
            (1..=vehicle.shift().gears as usize).map(|gear| line(vehicle, gear)).collect(),
        ),
        None => (Vec::new(), vec![ideal(entrant.choice().model.name, vehicle)?]),
    };
    let engine_rad_s = seen.engine_rad_s().unwrap_or(0.0);
    let torque_nm = seen.find(seen.channels().car.engine_torque).unwrap_or(0.0);
    let speed_m_s = Real::abs(seen.velocity_m_s()[0]);
    let last = |line: &GearLine| line.force.last().map_or(0.0, |point| point[0]);
    let fastest = ROOM * gears.iter().map(last).fold(1.0, Real::max);
    let surface = felt::ahead(entrant, scene);
    let resists = |speed: f64| resistance_n(vehicle, &surface, speed);
    Some(EngineCurves {
        power: torque.iter().map(|[speed, torque]| [*speed, power(*torque, *speed)]).collect(),
        torque,
        idle_rad_s: engine.idle_rad_s,
        redline_rad_s: engine.redline_rad_s,
        now: [engine_rad_s, torque_nm],
        power_w: power(torque_nm, engine_rad_s),
        gears,
        gear: seen.gear().unwrap_or(0.0),
        resistance: spread(0.0, fastest).map(|speed| [speed, resists(speed)]).collect(),
        drive: drive_n(&seen, vehicle).map(|force| [speed_m_s, felt::way(&seen) * force]),
        resistance_n: resists(speed_m_s),
    })
}

/// Even steps from one number to another, both included.
fn spread(from: f64, to: f64) -> impl Iterator<Item = f64> {
    (0..POINTS).map(move |index| from + (to - from) * index as f64 / (POINTS - 1) as f64)
}

fn line(vehicle: &Vehicle<f64>, gear: usize) -> GearLine {
    let engine = vehicle.engine();
    let per_engine = driven_radius_m(vehicle) / vehicle.gears().overall(gear as f64);
    let speeds = spread(engine.idle_rad_s, fastest_rad_s(vehicle)).map(|speed| speed * per_engine);
    GearLine { gear, force: speeds.map(|speed| [speed, drive_force_n(vehicle, gear, speed)]).collect() }
}

/// The drive of a model that knows no engine: as much force or torque as there is, or what the power allows.
fn ideal(model: &str, vehicle: &Vehicle<f64>) -> Option<GearLine> {
    let fastest = engine_speed_end(vehicle);
    let force = |speed: f64| match model {
        Kinematic::NAME => {
            let car = KinematicCar::new(vehicle);
            Some(ideal_drive(1.0, car.drive_force_n, car.power_w, speed))
        }
        _ => None,
    };
    let force: Option<Vec<Point>> = spread(0.0, fastest).map(|speed| Some([speed, force(speed)?])).collect();
    Some(GearLine { gear: 0, force: force? })
}

/// The fastest that the engine turns, rad/s: cars are driven beyond the redline, to the limiter.
fn fastest_rad_s(vehicle: &Vehicle<f64>) -> f64 {
    let engine = vehicle.engine();
    Real::max(engine.redline_rad_s, engine.limiter_rad_s)
}

/// The speed at which it does in the highest gear, m/s.
fn engine_speed_end(vehicle: &Vehicle<f64>) -> f64 {
    let gears = vehicle.shift().gears;
    fastest_rad_s(vehicle) * driven_radius_m(vehicle) / Real::max(vehicle.gears().overall(gears), 1e-3)
}

/// The drive's force at the wheels, N: of its torques where the model tells them, else what it says itself.
fn drive_n(seen: &Seen<'_>, vehicle: &Vehicle<f64>) -> Option<f64> {
    let ModelChannels { car, wheels, axles, .. } = seen.channels();
    let torque = |wheel: &WheelChannels| seen.find(wheel.drive_torque);
    let over = |torque: f64, is_front: bool| {
        torque / if is_front { vehicle.front().radius_m } else { vehicle.rear().radius_m }
    };
    let both = |axle: usize| match wheels {
        WheelSet::Four(wheels) => Some(torque(&wheels[2 * axle])? + torque(&wheels[2 * axle + 1])?),
        _ => None,
    };
    let axle = |axle: usize| torque(&axles[axle]).or_else(|| both(axle));
    let by_torque = || Some(over(axle(0)?, true) + over(axle(1)?, false));
    // A motorcycle tells what its tyres push with: without brakes that is the drive, less what the front wheel's rolling takes.
    let is_braked =
        || [car.brake, car.handbrake].iter().any(|pedal| seen.find(*pedal).is_some_and(|on| on > 0.0));
    let tyre = || seen.find(axles[1].force_x).filter(|_| !is_braked());
    by_torque().or_else(|| seen.find(car.drive_force)).or_else(tyre)
}
