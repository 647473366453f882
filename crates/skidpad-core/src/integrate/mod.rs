//! Integrators: how a state moves through time.
//!
//! They know only "a state that adds and scales" ([`StateVector`]) and its rate ([`System`]):
//!
//! - [`advance`] makes one step of any [`Method`]; [`explicit::step`] one of any explicit
//!   [`Tableau`](tableau::Tableau). Both are generic over the number, allocate nothing, branch on
//!   no number and so work on lanes and dual numbers as they do on `f64`.
//!
//! ```
//! use skidpad_core::integrate::{Method, Partitioned, System, advance};
//!
//! skidpad_core::record! {
//!     /// A car on a straight road.
//!     pub struct Car {
//!         /// Distance covered.
//!         distance_m: "m" [0.0, 1e6],
//!         /// Speed.
//!         speed_m_s: "m/s" [0.0, 100.0],
//!     }
//! }
//!
//! /// A constant thrust and the drag of the air.
//! struct Thrust;
//!
//! impl System<f64> for Thrust {
//!     type State = Car<f64>;
//!     fn derivative(&self, _time: f64, car: &Car<f64>) -> Car<f64> {
//!         Car { distance_m: car.speed_m_s, speed_m_s: 3.0 - 5e-4 * car.speed_m_s * car.speed_m_s }
//!     }
//! }
//!
//! impl Partitioned<f64> for Thrust {
//!     fn join(velocities: &Car<f64>, positions: &Car<f64>) -> Car<f64> {
//!         Car { distance_m: positions.distance_m, speed_m_s: velocities.speed_m_s }
//!     }
//! }
//!
//! let mut car = Car { distance_m: 0.0, speed_m_s: 0.0 };
//! for step in 0..100 {
//!     car = advance(Method::Rk4, &Thrust, step as f64 * 0.1, &car, 0.1);
//! }
//! assert!((car.speed_m_s - 28.5848).abs() < 1e-4);
//! ```

pub mod explicit;
mod method;
pub mod semi_implicit;
pub mod tableau;

pub use method::{Method, UnknownMethod, advance, advance_from};
pub use semi_implicit::Partitioned;

use crate::math::Real;
use crate::record::StateVector;

/// A system of ordinary differential equations of the first order: dx/dt = f(t, x).
///
/// On the step path: mark `derivative` `#[inline(always)]`, so that the coefficients of a method
/// fold into it.
pub trait System<R: Real> {
    /// State that moves: its numbers in SI units.
    type State: StateVector<R>;
    /// The rate of every number of `state` at `time` in s, each in its own unit per second.
    fn derivative(&self, time: R, state: &Self::State) -> Self::State;
}
