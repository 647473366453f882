//! Grip by a side pull, as leagues of small racing cars measure it: the car is pulled laterally over the floor, and the largest force is
//! read from a spring scale.
//!
//! ```toml
//! side_pull = { force = "20 N", mass = "3.8 kg" }     # and source = "...", or estimate = true, why = "..."
//! ```
//!
//! All tyres slide laterally then, and the friction is mu = F / (m g). It replaces `friction` and `lateral_friction` of both
//! axles: nothing is known of the longitudinal friction but that.

use skidpad_core::units::STANDARD_GRAVITY_M_S2;

use super::provenance::Provenance;

/// The key of a side pull at the top of a file.
pub(crate) const KEY: &str = "side_pull";
/// The rule that a friction from a side pull has.
pub(super) const RULE: &str = "side_pull: force over mass times g, in both directions";
/// The fields of an axle that follow from a side pull.
pub(crate) const PULLED: [&str; 2] = ["friction", "lateral_friction"];
/// Ranges of force, N, and mass, kg.
pub(crate) const RANGES: [(f64, f64); 2] = [(0.1, 1e6), (0.1, 1e5)];

/// A car that was pulled laterally until it slid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SidePull {
    /// Largest force of the pull, N, [0.1, 1e6].
    pub force_n: f64,
    /// Mass of what was pulled, kg, [0.1, 1e5].
    pub mass_kg: f64,
}

impl SidePull {
    /// Friction coefficient of the tyres: the force over the weight.
    pub fn friction(&self) -> f64 {
        self.force_n / (self.mass_kg * STANDARD_GRAVITY_M_S2)
    }
}

/// Returns true for a field that follows from a side pull where there is one.
pub(super) fn is_pulled(section: &str, name: &str) -> bool {
    matches!(section, "front" | "rear") && PULLED.contains(&name)
}

/// Returns true for a value that follows from a side pull.
pub(super) fn is_by_pull(how: Option<&Provenance>) -> bool {
    matches!(how, Some(Provenance::Derived { rule }) if *rule == RULE)
}
