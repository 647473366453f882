//! The four-wheel driveline of a vehicle whose data know two axles.

use super::Vehicle;
use crate::math::Real;
use crate::powertrain::driveline::{ControlData, DifferentialData, DrivelineCar, LayoutData, MotorData};

impl<R: Real> From<&Vehicle<R>> for DrivelineCar<R> {
    /// The centre with the vehicle's split and its viscous coupling; half of an axle's inertia at
    /// each of its wheels.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(vehicle: &Vehicle<R>) -> Self {
        let half = R::lit(0.5);
        let body = vehicle.body();
        let (chassis, plates) = (vehicle.chassis(), &vehicle.chassis().differentials);
        let centre = DifferentialData {
            viscous_nm_s: body.centre_coupling_nm_s,
            share: body.drive_front_share,
            ..DifferentialData::limited_slip(
                plates.centre_preload_nm,
                plates.centre_locking,
                plates.centre_locking,
            )
        };
        Self {
            engine: *vehicle.engine(),
            curve: *vehicle.torque_curve(),
            clutch: *vehicle.clutch(),
            converter: *vehicle.converter(),
            gears: *vehicle.gears(),
            shift: *vehicle.shift(),
            control: ControlData { dual_clutch: chassis.dual_clutch, ..*vehicle.engine_control() },
            layout: LayoutData {
                efficiency: body.efficiency,
                front_wheel_kg_m2: half * vehicle.front().inertia_kg_m2,
                rear_wheel_kg_m2: half * vehicle.rear().inertia_kg_m2,
                longest_step_s: R::lit(super::LONGEST_STEP_S),
            },
            centre,
            front: DifferentialData::limited_slip(
                plates.front_preload_nm,
                plates.front_drive_locking,
                plates.front_coast_locking,
            ),
            rear: DifferentialData::limited_slip(
                plates.rear_preload_nm,
                plates.rear_drive_locking,
                plates.rear_coast_locking,
            ),
            front_motor: MotorData::none(),
            rear_motor: MotorData::none(),
            front_hub_motor: MotorData::none(),
            rear_hub_motor: MotorData::none(),
        }
    }
}
