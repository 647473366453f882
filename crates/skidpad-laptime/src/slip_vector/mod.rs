//! Laps of slip-vector cars, whose road is that of RARS, the Robot Auto Racing Simulator: envelope and driver, in closed form.
//!
//! One slip vector L = V - vc P gives the whole force of the car, F = -u(l) L / l (V velocity, P pointing direction at the angle alpha
//! to it, vc speed of the tread, l = |L|). Any force shorter than FMAX has its slip vector, so that the g-g diagram is a
//! circle of radius FMAX, cut off by three conditions:
//!
//! - power: vc F . P = F . V + f l must not exceed that of the engine, f = |F|. The heat f l counts: cornering takes power, and with
//!   a friction that levels out slowly all of the grip would take more power than there is;
//! - the tread turns forwards, vc >= 0;
//! - alpha stays within its limit.
//!
//! The power is a convex function of the force, so that between braking and driving all forces are there.
//!
//! The same equations turned round drive the car: a force that is wanted gives l = u^-1(f), L = -l F / f, and with it the tread's velocity
//! vc P = V - L, which is vc and alpha ([`tread_for`]).

mod drive;
mod driver;
mod envelope;
mod limits;

use skidpad_core::math::Real;
use skidpad_texts::rars::Friction;

pub use drive::{SlipVectorRun, drive};
pub use envelope::SlipVectorEnvelope;

/// The motion of a tread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreadMotion {
    /// Angle from the velocity to the pointing direction, positive to the left, rad.
    pub alpha_rad: f64,
    /// Speed of the tread, m/s.
    pub tread_m_s: f64,
    /// Power that it takes, W; negative where it brakes.
    pub power_w: f64,
}

/// The motion of the tread that gives a force, N, along the velocity and to its left, at a speed, m/s. The force is shorter than FMAX.
pub fn tread_for(friction: &Friction<f64>, speed_m_s: f64, force_n: [f64; 2]) -> TreadMotion {
    let [tangential_n, normal_n] = force_n;
    let length_n = Real::hypot(tangential_n, normal_n);
    let slip_m_s = friction.slip_m_s(length_n);
    let per_force = if length_n > 0.0 { slip_m_s / length_n } else { 0.0 };
    let (ahead, left) = (speed_m_s + per_force * tangential_n, per_force * normal_n);
    TreadMotion {
        alpha_rad: Real::atan2(left, ahead),
        tread_m_s: Real::hypot(ahead, left),
        power_w: tangential_n * speed_m_s + length_n * slip_m_s,
    }
}
