//! Torque and force of the drive as simple models know them: through gears (Monster, "Gear Ratios"; Palmer 8.2 and 8.10 to
//! 8.15), and of an engine behind a gearbox that always has the right ratio.

use skidpad_core::math::Real;
use skidpad_core::powertrain::{CURVE_CAPACITY, motor_torque};
use skidpad_core::spec::TwoAxleCar;

/// The speed at which a line of a curve ends, over that at which the next begins: Palmer's lines may
/// jump there, and the torque at the joint itself is that of the next.
const JUST_BELOW: f64 = 1.0 - 1e-12;
/// The least speed that a power is divided by, rad/s or m/s.
const LEAST_SPEED: f64 = 1e-3;

/// Palmer 8.10, Monster's drive torque: T_w = T_e g_k G n, N.m at the driven axle. Palmer's has no
/// losses: efficiency 1.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn wheel_torque<R: Real>(engine_torque_nm: R, gear_ratio: R, final_drive: R, efficiency: R) -> R {
    engine_torque_nm * gear_ratio * final_drive * efficiency
}

/// Palmer 8.2 and 8.34, Monster's drive force: F = T_w / r_w, N.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn drive_force<R: Real>(wheel_torque_nm: R, wheel_radius_m: R) -> R {
    wheel_torque_nm / wheel_radius_m
}

/// The most that an engine gives from idle to its redline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnginePeaks<R> {
    /// Its largest torque, N.m.
    pub torque_nm: R,
    /// Its largest power, W.
    pub power_w: R,
}

impl<R: Real> EnginePeaks<R> {
    /// The largest torque and the largest power at full load between idle and redline: exact, for the
    /// curve is of straight lines. A torque is largest where a line begins or ends; a power there or, where
    /// the line falls, at the vertex of its parabola (base + slope (w - start)) w.
    pub fn new(car: &TwoAxleCar<R>) -> Self {
        let (engine, curve) = (car.engine(), car.torque_curve());
        let (idle, redline) = (engine.idle_rad_s, engine.redline_rad_s);
        if engine.is_motor.number().lane(0) > 0.5 {
            let (torque_nm, power_w) = (engine.motor_torque_nm, engine.motor_power_w);
            return Self {
                torque_nm: motor_torque(torque_nm, power_w, idle),
                power_w: Real::min(power_w, torque_nm * redline),
            };
        }
        let mut peaks = Self { torque_nm: R::zero(), power_w: R::zero() };
        let mut look = |speed: R| {
            let speed = Real::clamp(speed, idle, redline);
            let torque = engine.full_load_torque(curve, speed);
            peaks.torque_nm = Real::max(torque, peaks.torque_nm);
            peaks.power_w = Real::max(torque * speed, peaks.power_w);
        };
        look(idle);
        look(redline);
        for row in 0..CURVE_CAPACITY {
            let (start, base, slope) = (curve.start_rad_s[row], curve.base_nm[row], curve.slope_nm_s[row]);
            look(start);
            look(start * R::lit(JUST_BELOW));
            if slope.lane(0) < 0.0 {
                look(R::lit(0.5) * (start - base / slope));
            }
        }
        peaks
    }
}

/// The drive of an engine whose gearbox always has the right ratio, u min(T, P / |omega|): as far as the
/// throttle u opens it, at most its largest torque T through first gear, signed in the sense of the gear,
/// and at most what its largest power P allows at the speed. With the force of the wheels for the torque
/// and the car's speed for theirs it is a force.
///
/// ```
/// use skidpad_special::drive::ideal_drive;
///
/// assert_eq!(ideal_drive(0.5, 3000.0, 60e3, 10.0), 1500.0);
/// assert_eq!(ideal_drive(1.0, 3000.0, 60e3, 40.0), 1500.0);
/// assert_eq!(ideal_drive(1.0, -3000.0, 60e3, -40.0), -1500.0);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn ideal_drive<R: Real>(opened: R, largest: R, power_w: R, speed: R) -> R {
    let by_power = power_w / speed.abs().max(R::lit(LEAST_SPEED));
    opened * largest.clamp(-by_power, by_power)
}
