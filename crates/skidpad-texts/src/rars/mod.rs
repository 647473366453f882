//! The traction of RARS (`move_car`): one slip vector for the whole car and a friction that depends
//! on its length alone.
//!
//! Its axes: x along the car's velocity, y to the driver's left. The car points at the angle alpha
//! to x, and the tyres' tread runs backwards along it with the commanded speed vc.

mod friction;
mod power_limit;

pub use friction::{Friction, FrictionLaw};
pub use power_limit::{largest_slip_forwards, power_over_slip};

use skidpad_core::math::Real;

/// The slip vector L = V - vc P, m/s: the tread's velocity over the track.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn slip_vector<R: Real>(speed_m_s: R, alpha_rad: R, commanded_m_s: R) -> [R; 2] {
    let (sin, cos) = alpha_rad.sin_cos();
    [speed_m_s - commanded_m_s * cos, -(commanded_m_s * sin)]
}

/// u(l) = FMAX l / (K + l), N: rises steeply and levels out at FMAX.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn friction<R: Real>(slip_m_s: R, largest_n: R, k_m_s: R) -> R {
    largest_n * slip_m_s / (k_m_s + slip_m_s)
}

/// u(l) turned round, m/s: the slip K f / (FMAX - f) at which the friction is f < FMAX. A robot finds
/// its tread speed with it; and it is how fast a car creeps whose locked tread has to carry f, for a
/// friction function that rises from the origin holds nothing at rest.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn slip_for_force<R: Real>(force_n: R, largest_n: R, k_m_s: R) -> R {
    k_m_s * force_n / (largest_n - force_n)
}

/// F = -u(l) L / l as printed, N: 0/0 without slip.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn force_as_printed<R: Real>(slip_m_s: [R; 2], largest_n: R, k_m_s: R) -> [R; 2] {
    let length = (slip_m_s[0] * slip_m_s[0] + slip_m_s[1] * slip_m_s[1]).sqrt();
    let force = friction(length, largest_n, k_m_s);
    [-(force * slip_m_s[0] / length), -(force * slip_m_s[1] / length)]
}

/// The same with u(l) / l = FMAX / (K + l), N: finite without slip, where its slope is FMAX / K.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn force<R: Real>(slip_m_s: [R; 2], largest_n: R, k_m_s: R) -> [R; 2] {
    let length = (slip_m_s[0] * slip_m_s[0] + slip_m_s[1] * slip_m_s[1]).sqrt();
    let per_slip = largest_n / (k_m_s + length);
    [-(per_slip * slip_m_s[0]), -(per_slip * slip_m_s[1])]
}

/// The power consumed, W: vc (Ft cos(alpha) + Fn sin(alpha)). It is what the force does on the car
/// and what the slip turns to heat: F . V + f l.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn power<R: Real>(force_n: [R; 2], alpha_rad: R, commanded_m_s: R) -> R {
    let (sin, cos) = alpha_rad.sin_cos();
    commanded_m_s * (force_n[0] * cos + force_n[1] * sin)
}
