//! Telemetry of all vehicles, as it is written.

use bevy_ecs::prelude::*;
use skidpad::core::math::Real;
use skidpad::core::step::Status;
use skidpad::world::rolling::Rolling;

use crate::telemetry::{VehicleTelemetry, VehicleWheels, WheelTelemetry};
use crate::world::SkidpadWorld;

/// Revolutions a minute of a rad/s.
const RPM: f64 = 60.0 / core::f64::consts::TAU;

/// Writes the telemetry of all vehicles.
pub(crate) fn write_telemetry(
    world: Res<SkidpadWorld>,
    mut vehicles: Query<(&mut VehicleTelemetry, Option<&mut VehicleWheels>)>,
) {
    for seat in world.seats() {
        let (Some(car), Ok((mut telemetry, wheels))) =
            (world.car(seat.entity), vehicles.get_mut(seat.entity))
        else {
            continue;
        };
        let telltales = Rolling::telltales(car);
        let [ahead, left] = [telltales.motion.velocity_x_m_s, telltales.motion.velocity_y_m_s];
        let now = VehicleTelemetry {
            time_s: car.time_s(),
            speed_m_s: Real::hypot(ahead, left),
            velocity_m_s: [ahead, left],
            yaw_rate_rad_s: telltales.motion.yaw_rate_rad_s,
            engine_rpm: telltales.engine_rad_s.map(|speed_rad_s| RPM * speed_rad_s),
            gear: seat.gear,
            is_stalled: telltales.is_stalled,
            is_running: car.status() == Status::Running,
        };
        telemetry.set_if_neq(now);
        if let Some(mut wheels) = wheels {
            wheels.0.clear();
            wheels.0.extend(car.wheels().iter().map(WheelTelemetry::from));
        }
    }
}
