//! The body of a model's own car.

/// Body of a model's own car: a box that moves in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnBody {
    /// Overall length, m.
    pub length_m: f64,
    /// Overall width, m.
    pub width_m: f64,
    /// Distance of the middle ahead of the centre of mass, m.
    pub ahead_m: f64,
    /// Mass, kg.
    pub mass_kg: f64,
    /// Yaw inertia about the centre of mass, kg m^2.
    pub yaw_inertia_kg_m2: f64,
}
