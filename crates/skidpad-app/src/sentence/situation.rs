//! What a car can be doing, the most important first.

use skidpad_core::math::Real;
use skidpad_core::units;

use super::look::Look;
use super::wheel::Axle;

/// Situation of a car.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum Situation {
    Ended,
    OffWheels,
    Spins,
    SlidesSideways,
    FrontLocked,
    RearLocked,
    StabilityActs,
    AntiLockActs,
    Drift,
    PowerOversteer,
    BrakingOversteer,
    LiftOffOversteer,
    Oversteer,
    TractionActs,
    LaunchControlActs,
    Wheelspin,
    Understeer,
    OverRedline,
    Stalled,
    PullsAway,
    StandsOnBrake,
    StandsOnHandbrake,
    Revs,
    Stands,
    HardBraking,
    Turns,
    Brakes,
    HandbrakeOn,
    Reverses,
    Accelerates,
    Coasts,
    Cruises,
}

impl Situation {
    /// Time for which the sentence still names it once its measure is below both limits, s: 0 but for assists, which act many
    /// times a second. For so long the sentence is late.
    pub(super) fn kept_s(self, look: &Look) -> f64 {
        let (kept_s, may_act) = match self {
            Self::AntiLockActs => (CYCLE_S, look.feet.brake > PRESSED && look.speed_m_s > SLOW_M_S),
            Self::TractionActs | Self::LaunchControlActs => (CYCLE_S, look.feet.throttle > PRESSED),
            Self::StabilityActs => (STABILITY_CYCLE_S, look.speed_m_s > SLOW_M_S),
            _ => (0.0, false),
        };
        if may_act { kept_s } else { 0.0 }
    }
}

/// A situation with its measure and limits.
pub(super) struct SituationRow {
    pub situation: Situation,
    /// Above 1 it begins.
    pub measure: fn(&Look) -> f64,
    /// Below this it ends.
    pub until: f64,
}

/// Longest time between two acts of an assist that acts again and again, s. Measured on stops, corners and slaloms of three
/// presets, dry and wet, in frames of 1/60 s: 0.03 to 0.12 s of the anti-lock brakes and of traction control, 0.07 to 0.17 s of
/// stability control. After longer pauses another sentence stands long enough to be read.
const CYCLE_S: f64 = 0.1;
const STABILITY_CYCLE_S: f64 = 0.16;
/// Below this speed wheels are not said to lock or slide, m/s.
const SLOW_M_S: f64 = 2.0;
/// Difference by which an axle's slip angle exceeds the other's when it slides first, rad.
const FURTHER_RAD: f64 = units::degrees(2.0);
/// A pedal that is pressed, and one that is released.
const PRESSED: f64 = 0.05;
const RELEASED: f64 = 0.02;
/// A smaller share of the throttle that is taken is not told.
pub(super) const LEAST_CUT: f64 = 0.02;
/// Yaw rate of a car that spins, rad/s.
const SPINNING_RAD_S: f64 = units::degrees(20.0);
/// Sideslip and angle of the front wheels against the turn from which a slide is a drift, rad: it ends at 0.6 of
/// either.
const DRIFT_RAD: f64 = units::degrees(10.0);
const OPPOSITE_RAD: f64 = units::degrees(3.0);
/// Acceleration below which a car keeps its speed, g.
pub(super) const STEADY_G: f64 = 0.05;
/// The second limits of locked and of spinning wheels, which the sentences use too.
pub(super) const LOCKED_UNTIL: f64 = 0.6;
pub(super) const SPINNING_UNTIL: f64 = 0.6;

fn when(is: bool) -> f64 {
    if is { 2.0 } else { 0.0 }
}

fn fast(look: &Look, measure: f64) -> f64 {
    if look.speed_m_s > SLOW_M_S { measure } else { 0.0 }
}

/// Measure of an axle that slides before the other: at the limit of its grip, and at a larger slip angle. Above 1 both
/// hold. Backwards the rear axle leads, and neither over- nor understeer has its meaning.
fn slides_first(look: &Look, axle: &Axle, other: &Axle) -> f64 {
    let further = (axle.slip_angle_rad - other.slip_angle_rad) / FURTHER_RAD;
    if look.forward_m_s > SLOW_M_S { Real::min(axle.at_limit(), further) } else { 0.0 }
}

fn oversteer(look: &Look) -> f64 {
    slides_first(look, &look.rear, &look.front)
}

/// The throttle makes the rear axle slide: it drives, and its tread is faster than the road.
fn power_oversteer(look: &Look) -> f64 {
    let is_power = look.is_in_gear() && look.rear.drives();
    pressed(look.feet.throttle, if is_power { oversteer(look) } else { 0.0 })
}

/// The engine brakes the car: no pedal is pressed, and a gear is in.
fn lift_off_oversteer(look: &Look) -> f64 {
    let is_lifted = look.gear.is_some_and(|gear| gear != 0.0) && feet_off(look);
    if is_lifted { oversteer(look) } else { 0.0 }
}

fn feet_off(look: &Look) -> bool {
    Real::max(Real::max(look.feet.throttle, look.feet.brake), look.feet.handbrake) < RELEASED
}

fn stands(look: &Look) -> f64 {
    let drives_off = look.feet.throttle > PRESSED && look.is_in_gear() && look.along_g > STEADY_G;
    if drives_off { 0.0 } else { at_rest(look) }
}

fn at_rest(look: &Look) -> f64 {
    0.1 / Real::max(look.speed_m_s, 0.01)
}

fn pressed(pedal: f64, measure: f64) -> f64 {
    if pedal > PRESSED { measure } else { 0.0 }
}

/// The angle between the car's axis and its direction of travel, forwards or backwards, rad.
fn off_axis_rad(look: &Look) -> f64 {
    let angle = Real::abs(look.sideslip_rad);
    Real::min(angle, core::f64::consts::PI - angle)
}

fn sideways(look: &Look) -> f64 {
    fast(look, off_axis_rad(look) / units::degrees(50.0))
}

fn spins(look: &Look) -> f64 {
    Real::min(sideways(look), Real::abs(look.yaw_rate_rad_s) / SPINNING_RAD_S)
}

/// A slide out of the turn with the steering against it. Wheels that are straight, or nearly so, are no opposite lock.
fn drift(look: &Look) -> f64 {
    let outwards_rad = -Real::copysign(look.sideslip_rad, look.sideslip_rad * look.yaw_rate_rad_s);
    let opposite_rad = -Real::copysign(look.steer_rad, look.steer_rad * look.yaw_rate_rad_s);
    let drift = Real::min(outwards_rad / DRIFT_RAD, opposite_rad / OPPOSITE_RAD);
    if look.forward_m_s > SLOW_M_S && look.yaw_rate_rad_s != 0.0 { drift } else { 0.0 }
}

/// The clutch sets the car in motion, where its gear leads.
fn pulls_away(look: &Look) -> f64 {
    let held = Real::max(look.feet.brake, look.feet.handbrake) > PRESSED;
    let is_under_way = look.gear.is_some_and(|gear| gear != 0.0) && look.with_gear_m_s() > -0.1 && !held;
    let pulls = look.clutch_slips && is_under_way;
    pressed(look.feet.throttle, if pulls { look.along_g / STEADY_G } else { 0.0 })
}

fn revs(look: &Look) -> f64 {
    let is_neutral = look.gear == Some(0.0);
    pressed(look.feet.throttle, if is_neutral { at_rest(look) } else { 0.0 })
}

fn accelerates(look: &Look) -> f64 {
    if look.forward_m_s > -0.1 || look.is_at_rest() { look.along_g / STEADY_G } else { 0.0 }
}

fn wheelspin(look: &Look) -> f64 {
    Real::max(look.front.spins(), look.rear.spins())
}

fn traction(look: &Look) -> bool {
    !look.traction.is_empty() || look.traction_cut > LEAST_CUT
}

fn stability(look: &Look) -> bool {
    !look.stability.is_empty() || look.stability_cut > LEAST_CUT
}

macro_rules! rows {
    ($($situation:ident, $until:expr => $measure:expr;)*) => {
        &[$(SituationRow { situation: Situation::$situation, until: $until, measure: $measure },)*]
    };
}

/// All, the most important first.
pub(super) const SITUATIONS: &[SituationRow] = rows! {
    Ended, 0.5 => |look| when(look.ended.is_some());
    OffWheels, 0.5 => |look| when(look.off_wheels.is_some());
    Spins, 0.6 => spins;
    SlidesSideways, 0.8 => sideways;
    FrontLocked, LOCKED_UNTIL => |look| look.front.locked();
    RearLocked, LOCKED_UNTIL => |look| look.rear.locked();
    StabilityActs, 0.5 => |look| when(stability(look));
    AntiLockActs, 0.5 => |look| fast(look, when(!look.anti_lock.is_empty()));
    Drift, 0.6 => |look| pressed(look.feet.throttle, drift(look));
    PowerOversteer, 0.7 => power_oversteer;
    BrakingOversteer, 0.7 => |look| pressed(Real::max(look.feet.brake, look.feet.handbrake), oversteer(look));
    LiftOffOversteer, 0.7 => lift_off_oversteer;
    Oversteer, 0.7 => oversteer;
    TractionActs, 0.5 => |look| when(traction(look));
    LaunchControlActs, 0.5 => |look| when(look.launch_cut > LEAST_CUT);
    Wheelspin, SPINNING_UNTIL => |look| pressed(look.feet.throttle, wheelspin(look));
    Understeer, 0.7 => |look| slides_first(look, &look.front, &look.rear);
    OverRedline, 0.5 => |look| when(look.over_redline);
    Stalled, 0.5 => |look| when(look.stalled);
    PullsAway, 0.5 => pulls_away;
    StandsOnBrake, 0.5 => |look| pressed(look.feet.brake, at_rest(look));
    StandsOnHandbrake, 0.5 => |look| pressed(look.feet.handbrake, at_rest(look));
    Revs, 0.5 => revs;
    Stands, 0.5 => stands;
    HardBraking, 0.8 => |look| pressed(look.feet.brake, fast(look, -look.along_g / 0.6));
    Turns, 0.8 => |look| fast(look, Real::abs(look.across_g) / 0.15);
    Brakes, 0.5 => |look| pressed(look.feet.brake, 2.0);
    HandbrakeOn, 0.5 => |look| pressed(look.feet.handbrake, 2.0);
    Reverses, 0.5 => |look| -look.forward_m_s / 0.1;
    Accelerates, 0.5 => |look| pressed(look.feet.throttle, accelerates(look));
    Coasts, 0.5 => |look| when(feet_off(look));
    Cruises, 0.0 => |_| 2.0;
};
