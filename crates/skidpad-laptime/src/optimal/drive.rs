//! The largest torque of a car's engine at its driven wheels, over the speed: the envelope of its gears as one smooth curve.

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;

use crate::steady::{gear, gears_m_s};

/// Step of the speeds of the curve, m/s.
const STEP_M_S: f64 = 1.0;
/// Parts of the engine's range that are tried for a launch in first gear.
const LAUNCHES: usize = 32;

/// Torque of the engine at the driven wheels at full throttle, over the speed.
///
/// It is the uniform cubic B-spline whose control points are the torques at even speeds, so that its second derivative is
/// continuous: a change of gear is spread over some m/s. At full throttle the engine's own inertia takes a part of its torque
/// away, which depends on the gear; that is in the curve, and the inertia of the wheels is not.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DriveCurve {
    torques_nm: Vec<f64>,
    gears_m_s: Vec<f64>,
}

impl DriveCurve {
    /// The curve of a vehicle in air of a density.
    pub fn new(vehicle: &Vehicle<f64>, air_kg_m3: f64) -> Self {
        let gears_m_s = gears_m_s(vehicle);
        let fastest_m_s = gears_m_s.iter().copied().fold(1.0, Real::max);
        let count = (fastest_m_s / STEP_M_S).ceil() as usize + 3;
        let torque = |place: usize| {
            let speed_m_s = STEP_M_S * place as f64;
            torque_nm(vehicle, gear(gears_m_s.iter().copied(), speed_m_s), speed_m_s, air_kg_m3)
        };
        Self { torques_nm: (0..count).map(torque).collect(), gears_m_s }
    }

    /// Torque at a speed, N.m.
    pub fn torque_nm<R: Real>(torques_nm: &[f64], speed_m_s: R) -> R {
        let at = speed_m_s * R::lit(1.0 / STEP_M_S);
        let last = torques_nm.len() - 1;
        let place = usize::min(Real::max(at.lane(0), 0.0) as usize, last - 1);
        let t = at - R::lit(place as f64);
        let control = |offset: isize| {
            let wanted = place.saturating_add_signed(offset);
            R::lit(torques_nm[usize::min(wanted, last)])
        };
        // Below the first speed the curve goes on as its mirror image.
        let before = if place == 0 { control(1) } else { control(-1) };
        let (here, next, after) = (control(0), control(1), control(2));
        let (one, sixth) = (R::one(), R::lit(1.0 / 6.0));
        let (square, back) = (t.square(), one - t);
        let weights = [
            sixth * back.square() * back,
            sixth * (R::lit(3.0) * square * t - R::lit(6.0) * square + R::lit(4.0)),
            sixth * (R::lit(-3.0) * square * t + R::lit(3.0) * (square + t) + one),
            sixth * square * t,
        ];
        weights[0] * before + weights[1] * here + weights[2] * next + weights[3] * after
    }

    /// Torques at the speeds of the curve, N.m.
    pub fn torques_nm(&self) -> &[f64] {
        &self.torques_nm
    }

    /// Fastest speed of the gears, m/s.
    pub fn top_m_s(&self) -> f64 {
        self.gears_m_s.iter().copied().fold(0.0, Real::max)
    }

    /// Gear at a speed, from 1.
    pub fn gear(&self, speed_m_s: f64) -> usize {
        gear(self.gears_m_s.iter().copied(), speed_m_s)
    }
}

/// Torque at the driven wheels in a gear, less what turns the engine faster.
///
/// With the engine's torque at the wheels T, its inertia at the wheels over the square of their radius m_e, the mass of car and
/// wheels m and the resistances D, the car gains a = (T / R - D) / (m + m_e), and T - R m_e a is left.
fn torque_nm(vehicle: &Vehicle<f64>, gear: usize, speed_m_s: f64, air_kg_m3: f64) -> f64 {
    let (body, engine) = (vehicle.body(), vehicle.engine());
    let (radius_m, overall) = (vehicle.rear().radius_m, vehicle.gears().overall(gear as f64));
    let slowest_rad_s = overall * speed_m_s / radius_m;
    // In first gear the clutch may slip, so that the engine has its largest torque above this speed.
    let range_rad_s = Real::max(engine.redline_rad_s - slowest_rad_s, 0.0);
    let launches = if gear == 1 { LAUNCHES } else { 1 };
    let full_nm = (0..launches)
        .map(|part| slowest_rad_s + range_rad_s * part as f64 / LAUNCHES as f64)
        .map(|engine_rad_s| engine.full_load_torque(vehicle.torque_curve(), engine_rad_s))
        .fold(0.0, Real::max);
    let at_wheels_nm = body.efficiency * overall * full_nm;
    let turning_kg = |inertia_kg_m2: f64, radius_m: f64| inertia_kg_m2 / (radius_m * radius_m);
    let engine_kg = turning_kg(engine.inertia_kg_m2 * overall * overall, radius_m);
    let [front_kg, rear_kg] =
        [vehicle.front(), vehicle.rear()].map(|axle| turning_kg(axle.inertia_kg_m2, axle.radius_m));
    let mass_kg = body.mass_kg + front_kg + rear_kg;
    let resistance_n = 0.5 * air_kg_m3 * body.drag_area_m2 * speed_m_s * speed_m_s
        + body.linear_resistance_n_s_m * speed_m_s;
    let gain_m_s2 = (at_wheels_nm / radius_m - resistance_n) / (mass_kg + engine_kg);
    at_wheels_nm - radius_m * engine_kg * Real::max(gain_m_s2, 0.0)
}
