//! Kinds of vehicles.

/// The kind of vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VehicleKind {
    /// Four wheels, which do not lean.
    Car,
    /// Two wheels, which lean.
    Motorcycle,
}
