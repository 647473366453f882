//! Vehicles: what people write ([`VehicleSpec`]), and the checked, immutable [`Vehicle`] that the
//! models run on.

mod build;
mod bump_stops;
mod chassis;
mod chassis_rules;
mod cornering;
mod derive;
mod driveline;
mod field;
mod fitted;
mod map;
mod simple_tyres;
mod space;
mod space_rules;
mod stalling;
mod stalling_rules;
mod step_limit;
mod two_axle_car;
mod tyres;
mod validate;
mod vehicle;
mod vehicle_spec;

pub use bump_stops::BumpStopsSpec;
pub use chassis::{AssistsSpec, ChassisData, ChassisSpec, DifferentialsSpec, SteeringSpec};
pub use derive::derivable;
pub use field::{Field, Quantity, Section};
pub use fitted::{FittedMagic, FittedTyres, MagicTyreSpec, OnAxles, TYRE_LAW_NAMES, TyresByLaw, TyresSpec};
pub use space::SpaceSpec;
pub use stalling::StallingSpec;
pub use step_limit::LONGEST_STEP_S;
pub use two_axle_car::{AxleData, BodyData, TwoAxleCar};
pub use validate::SpecError;
pub use vehicle::Vehicle;
pub use vehicle_spec::{
    AxleSpec, BodySpec, ClutchSpec, ConverterSpec, CouplingSpec, DriveSpec, EngineSpec, GearboxKind,
    GearboxSpec, TorqueLine, TorqueSpec, TyreLaw, VehicleSpec,
};
