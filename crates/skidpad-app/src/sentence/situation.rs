//! What a car can be doing, the most important first.

use skidpad::math::Real;
use skidpad::units;

use super::look::{Axle, Look};

/// What a car is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum Situation {
    EngineBlown,
    Fallen,
    FrontLocked,
    RearLocked,
    Spins,
    StabilityActs,
    AntiLockActs,
    PowerOversteer,
    LiftOffOversteer,
    BrakingOversteer,
    Oversteer,
    Drift,
    Wheelspin,
    TractionActs,
    Understeer,
    OverRedline,
    Stalled,
    Launches,
    StandsOnBrake,
    StandsOnHandbrake,
    Stands,
    HardBraking,
    Turns,
    Brakes,
    Accelerates,
    Reverses,
    Coasts,
    Cruises,
}

impl Situation {
    /// Whether it is still told for a moment when it is over; what stands and is broken is told at once.
    pub(super) fn lingers(self) -> bool {
        !matches!(self, Self::StandsOnBrake | Self::StandsOnHandbrake | Self::Stands | Self::EngineBlown)
    }
}

/// A situation with its measure and limits.
pub(super) struct Row {
    pub situation: Situation,
    /// Above 1 it begins.
    pub measure: fn(&Look) -> f64,
    /// Below this it ends.
    pub until: f64,
}

/// Slip at which a wheel counts as locked, and as spinning.
const LOCKED: f64 = 0.85;
const SPINNING: f64 = 0.15;
/// Below this speed wheels are not said to lock, spin or slide, m/s.
const SLOW_M_S: f64 = 2.0;
/// How much further an axle is aside than the other when it lets go, rad.
const FURTHER_RAD: f64 = units::degrees(2.0);
/// A pedal that is pressed.
const PRESSED: f64 = 0.05;

fn when(is: bool) -> f64 {
    if is { 2.0 } else { 0.0 }
}

fn fast(look: &Look, measure: f64) -> f64 {
    if look.speed_m_s > SLOW_M_S { measure } else { 0.0 }
}

/// How near an axle is to letting go before the other: at the limit of its grip, and further aside. Above 1 both hold.
fn lets_go(axle: &Axle, other: &Axle) -> f64 {
    let further = (axle.slip_angle_rad - other.slip_angle_rad) / FURTHER_RAD;
    Real::min(axle.at_limit(), further)
}

fn oversteer(look: &Look) -> f64 {
    fast(look, lets_go(&look.rear, &look.front))
}

fn stands(look: &Look) -> f64 {
    // At 1 it stands; up to a walking pace it counts as standing once it did.
    0.1 / Real::max(look.speed_m_s, 0.01)
}

fn pressed(pedal: f64, measure: f64) -> f64 {
    if pedal > PRESSED { measure } else { 0.0 }
}

fn goes_forwards(look: &Look, measure: f64) -> f64 {
    if look.forward_m_s > 0.0 { measure } else { 0.0 }
}

/// How far it points off its way, be that forwards or backwards, rad.
fn aside(look: &Look) -> f64 {
    let angle = look.sideslip_rad.abs();
    Real::min(angle, core::f64::consts::PI - angle)
}

/// Steering against the turn in a slide.
fn drift(look: &Look) -> f64 {
    let is_against = look.steer_rad * look.yaw_rate_rad_s < 0.0;
    let aside = look.sideslip_rad.abs() / units::degrees(8.0);
    goes_forwards(look, fast(look, if is_against { aside } else { 0.0 }))
}

macro_rules! rows {
    ($($situation:ident, $until:literal: $measure:expr;)*) => {
        &[$(Row { situation: Situation::$situation, until: $until, measure: $measure },)*]
    };
}

/// All, the most important first.
pub(super) const SITUATIONS: &[Row] = rows! {
    EngineBlown, 0.5: |look| when(look.blown);
    Fallen, 0.5: |look| when(look.fallen);
    Spins, 0.6: |look| fast(look, aside(look) / units::degrees(50.0));
    FrontLocked, 0.8: |look| fast(look, -look.front.locks / LOCKED);
    RearLocked, 0.8: |look| fast(look, -look.rear.locks / LOCKED);
    StabilityActs, 0.5: |look| when(look.stability.is_some() || look.stability_cut > 0.02);
    AntiLockActs, 0.5: |look| fast(look, when(look.anti_lock.is_some()));
    Drift, 0.6: |look| pressed(look.feet.throttle, drift(look));
    PowerOversteer, 0.7: |look| pressed(look.feet.throttle, oversteer(look));
    BrakingOversteer, 0.7: |look| pressed(look.feet.brake + look.feet.handbrake, oversteer(look));
    LiftOffOversteer, 0.7: |look| if look.gear.is_some_and(|gear| gear != 0.0) { oversteer(look) } else { 0.0 };
    Oversteer, 0.7: oversteer;
    TractionActs, 0.5: |look| when(look.traction.is_some() || look.traction_cut > 0.02);
    Wheelspin, 0.6: |look| pressed(look.feet.throttle, Real::max(look.front.spins, look.rear.spins) / SPINNING);
    Understeer, 0.7: |look| fast(look, lets_go(&look.front, &look.rear));
    OverRedline, 0.5: |look| when(look.over_redline);
    Stalled, 0.5: |look| when(look.stalled);
    Launches, 0.5: |look| when(look.launches && look.feet.throttle > PRESSED);
    StandsOnBrake, 0.2: |look| pressed(look.feet.brake, stands(look));
    StandsOnHandbrake, 0.2: |look| pressed(look.feet.handbrake, stands(look));
    Stands, 0.2: |look| if look.feet.throttle > PRESSED { 0.0 } else { stands(look) };
    HardBraking, 0.8: |look| pressed(look.feet.brake, goes_forwards(look, -look.ahead_g / 0.6));
    Turns, 0.8: |look| fast(look, look.left_g.abs() / 0.15);
    Brakes, 0.5: |look| pressed(look.feet.brake, 2.0);
    Reverses, 0.5: |look| -look.forward_m_s / 0.1;
    Accelerates, 0.5: |look| pressed(look.feet.throttle, look.ahead_g / 0.05);
    Coasts, 0.5: |look| when(look.feet.throttle < 0.02 && look.feet.brake < 0.02);
    Cruises, 0.0: |_| 2.0;
};
