//! From the throttle to the torque at the wheels.

mod clutch;
mod coupling;
mod curve;
pub mod driveline;
mod engine;
pub mod gearing;
mod shift;
mod train;
mod train_records;
mod two_axles;

pub use clutch::{Clutch, ClutchPoint, ClutchState};
pub use coupling::{CONVERTER_CAPACITY, ClutchGrip, Converter, ConverterSegment, ConverterTorque, LockUp};
pub use curve::{CURVE_CAPACITY, CurveSegment, TorqueCurve};
pub use engine::{EngineControl, EngineData, engine_torque, engine_torque_of, motor_torque, power};
pub use shift::{Gears, MAX_GEARS, ShiftData, ShiftSpeeds, ShiftState};
pub use train::Train;
pub(crate) use train_records::holds_train;
pub use train_records::{AxleLoads, EngineSide, TrainMode, TrainPoint, TrainSpeeds, TrainTorque};
pub use two_axles::{Axles, Drive};
