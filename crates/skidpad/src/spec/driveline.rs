//! The four-wheel driveline of a vehicle whose data know two axles.

use super::Vehicle;
use crate::math::Real;
use crate::powertrain::driveline::{ControlData, DifferentialData, DrivelineCar, LayoutData, MotorData};

impl<R: Real> From<&Vehicle<R>> for DrivelineCar<R> {
    /// Open differentials; the centre with the vehicle's split and its viscous coupling; half of an axle's inertia at
    /// each of its wheels.
    #[inline(always)]
    fn from(vehicle: &Vehicle<R>) -> Self {
        let half = R::lit(0.5);
        let body = vehicle.body();
        let centre = DifferentialData::viscous(body.centre_coupling_nm_s).with_share(body.drive_front_share);
        Self {
            engine: *vehicle.engine(),
            curve: *vehicle.torque_curve(),
            clutch: *vehicle.clutch(),
            converter: *vehicle.converter(),
            gears: *vehicle.gears(),
            shift: *vehicle.shift(),
            control: ControlData::plain(),
            layout: LayoutData {
                efficiency: body.efficiency,
                front_wheel_kg_m2: half * vehicle.front().inertia_kg_m2,
                rear_wheel_kg_m2: half * vehicle.rear().inertia_kg_m2,
                longest_step_s: R::lit(super::LONGEST_STEP_S),
            },
            centre,
            front: DifferentialData::open(),
            rear: DifferentialData::open(),
            front_motor: MotorData::none(),
            rear_motor: MotorData::none(),
            front_hub_motor: MotorData::none(),
            rear_hub_motor: MotorData::none(),
        }
    }
}
