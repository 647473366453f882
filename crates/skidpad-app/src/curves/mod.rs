//! What a car could do beside what it does: the curves of its tyres and of its engine, and where it is on them.
//!
//! A curve is computed by the functions that the step itself uses, so that the live point can only leave it for reasons
//! that are physics: a tread that has not yet built its force up, an engine whose own inertia takes its share.

mod engine;
mod law;
mod of_car;
mod other;
mod tyre;

pub use engine::{EngineCurves, GearLine, engine_curves};
pub use law::{At, Law, law};
pub use of_car::tyre_curves;
pub use tyre::{Curve, Slip, TyreCurves};

/// Something over something.
pub type Point = [f64; 2];
