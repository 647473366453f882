//! Cars among the rigid bodies of an engine: its colliders are their ground, and its bodies push them and are pushed.
//!
//! Everything here is common to the engines; what differs is in `avian` and `rapier`. At each step, in this order:
//!
//! 1. `fit`: cars that have joined get a rigid body with their mass and inertia, an entity of its own;
//! 2. `exchange`: pose and velocities of each car are set on its body;
//! 3. the engine steps, and its contacts change the velocities of the bodies;
//! 4. `exchange`: the changes are handed to the cars;
//! 5. the cars step by the time by which the engine stepped (`clock`), on ground that `rays` find among the engine's colliders.
//!
//! Both are at the end of the step then, and momentum is handed over whole: no force of a contact is computed twice.

#[cfg(feature = "avian")]
mod avian;
mod body;
mod clock;
mod exchange;
mod fit;
mod flat;
mod mass;
mod material;
#[cfg(feature = "rapier")]
mod rapier;
#[cfg(feature = "rapier")]
mod rapier_blow;
#[cfg(feature = "rapier")]
mod rapier_clock;
mod rays;
mod schedules;
mod solid;

#[cfg(feature = "avian")]
pub use avian::SkidpadAvianPlugin;
pub use body::{BodyOfVehicle, VehicleBody, VehicleBodyOf};
pub use material::GroundMaterial;
#[cfg(feature = "rapier")]
pub use rapier::SkidpadRapierPlugin;
pub use rays::GroundRayCounts;
