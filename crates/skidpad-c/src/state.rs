//! Plain structs for controls, road, place and motion.

use skidpad::core::controls::{Controls, Gear};
use skidpad::core::math::Vec2;
use skidpad::core::record::Channels;
use skidpad::core::surface::Surface;
use skidpad::world::contact::Motion;
use skidpad::{Car, Placement, Wheel};

use crate::error::{Fault, SkidpadStatus};
use crate::guard::guard;
use crate::memory::write;

/// Gear of controls: reverse.
pub const SKIDPAD_GEAR_REVERSE: i32 = -1;
/// Gear of controls: none.
pub const SKIDPAD_GEAR_NEUTRAL: i32 = 0;
/// Gear of controls: the gearbox chooses the forward gear itself.
pub const SKIDPAD_GEAR_AUTOMATIC: i32 = 100;

/// Controls of a driver. Numbers out of their range are brought into it, and a NaN counts as 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadControls {
    /// Accelerator pedal, 0 to 1.
    pub throttle: f64,
    /// Brake pedal, 0 to 1.
    pub brake: f64,
    /// Handbrake, 0 to 1.
    pub handbrake: f64,
    /// Steering angle of the front wheels, rad, positive to the left, -1.5 to 1.5.
    pub steer_rad: f64,
    /// Clutch pedal, 0 to 1: 1 opens the clutch.
    pub clutch: f64,
    /// Starter, 0 to 1: from above 0.5 it turns an engine that has stalled.
    pub starter: f64,
    /// Gear: 1 to 12, `SKIDPAD_GEAR_REVERSE`, `SKIDPAD_GEAR_NEUTRAL` or `SKIDPAD_GEAR_AUTOMATIC`.
    pub gear: i32,
}

/// Writes released controls with an automatic gearbox. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
///
/// # Safety
/// Valid memory for the struct, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_controls_released(controls: *mut SkidpadControls) -> SkidpadStatus {
    let released = SkidpadControls {
        throttle: 0.0,
        brake: 0.0,
        handbrake: 0.0,
        steer_rad: 0.0,
        clutch: 0.0,
        starter: 0.0,
        gear: SKIDPAD_GEAR_AUTOMATIC,
    };
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(controls, "controls", released) })
}

/// A gear by its number in C.
pub(crate) fn gear(number: i32) -> Result<Gear, Fault> {
    match number {
        SKIDPAD_GEAR_REVERSE => Ok(Gear::Reverse),
        SKIDPAD_GEAR_NEUTRAL => Ok(Gear::Neutral),
        SKIDPAD_GEAR_AUTOMATIC => Ok(Gear::Automatic),
        1..=12 => Ok(Gear::Forward(number as u8)),
        _ => {
            let message = format!(
                "gear = {number}: must be 1 to 12, -1 (reverse), 0 (neutral) or {SKIDPAD_GEAR_AUTOMATIC} (automatic)"
            );
            Err(Fault::new(SkidpadStatus::OutOfRange, message))
        }
    }
}

impl SkidpadControls {
    pub(crate) fn controls(&self) -> Result<Controls, Fault> {
        let Self { throttle, brake, handbrake, steer_rad, clutch, starter, gear: number } = *self;
        Ok(Controls { throttle, brake, handbrake, steer_rad, clutch, starter, gear: gear(number)? })
    }
}

/// Road and air, the same everywhere. The road is a plane; positions and headings are measured on it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadSurface {
    /// Grip over that of dry asphalt, 0 to 3.
    pub grip: f64,
    /// Rolling resistance over that of asphalt, 0 to 50.
    pub rolling: f64,
    /// Rise of the road along its x axis, rad, -1.5 to 1.5; positive uphill.
    pub slope_rad: f64,
    /// Rise of the road along its y axis, rad, -1.5 to 1.5; positive where the left side is higher.
    pub bank_rad: f64,
    /// Density of the air, kg/m^3, 0 to 2.
    pub air_density_kg_m3: f64,
    /// Wind against a car of heading 0, m/s, -100 to 100.
    pub headwind_m_s: f64,
    /// Wind from the left of a car of heading 0, m/s, -100 to 100.
    pub crosswind_m_s: f64,
    /// Gravity, m/s^2, 0 to 30.
    pub gravity_m_s2: f64,
}

/// Writes dry, level asphalt in still air at 20 degrees C. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
///
/// # Safety
/// Valid memory for the struct, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_surface_asphalt(surface: *mut SkidpadSurface) -> SkidpadStatus {
    let asphalt = Surface::<f64>::asphalt();
    let values = SkidpadSurface {
        grip: asphalt.grip,
        rolling: asphalt.rolling,
        slope_rad: asphalt.slope_rad,
        bank_rad: asphalt.bank_rad,
        air_density_kg_m3: asphalt.air_density_kg_m3,
        headwind_m_s: asphalt.headwind_m_s,
        crosswind_m_s: asphalt.crosswind_m_s,
        gravity_m_s2: asphalt.gravity_m_s2,
    };
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(surface, "surface", values) })
}

impl SkidpadSurface {
    pub(crate) fn surface(&self) -> Result<Surface<f64>, Fault> {
        let values = [
            ("grip", self.grip),
            ("rolling", self.rolling),
            ("slope_rad", self.slope_rad),
            ("bank_rad", self.bank_rad),
            ("air_density_kg_m3", self.air_density_kg_m3),
            ("headwind_m_s", self.headwind_m_s),
            ("crosswind_m_s", self.crosswind_m_s),
            ("gravity_m_s2", self.gravity_m_s2),
        ];
        for channel in Surface::<f64>::CHANNELS {
            let value =
                values.iter().find(|(name, _)| *name == channel.name).map_or(0.0, |(_, value)| *value);
            within(&format!("surface.{}", channel.name), value, [channel.low, channel.high])?;
        }
        Ok(Surface {
            grip: self.grip,
            rolling: self.rolling,
            slope_rad: self.slope_rad,
            bank_rad: self.bank_rad,
            air_density_kg_m3: self.air_density_kg_m3,
            headwind_m_s: self.headwind_m_s,
            crosswind_m_s: self.crosswind_m_s,
            gravity_m_s2: self.gravity_m_s2,
        })
    }
}

/// Refuses a number that is out of a range, and NaN.
pub(crate) fn within(name: &str, value: f64, [low, high]: [f64; 2]) -> Result<(), Fault> {
    let is_within = (low..=high).contains(&value);
    let message = || format!("{name} = {value}: must be {low} to {high}");
    is_within.then_some(()).ok_or_else(|| Fault::new(SkidpadStatus::OutOfRange, message()))
}

/// Place, heading and speed at which a car is put.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadPlacement {
    /// Place of the centre of mass on the road's axes, x and y, m.
    pub position_m: [f64; 2],
    /// Heading, rad, counterclockwise from the x axis.
    pub heading_rad: f64,
    /// Speed, m/s; negative is backwards.
    pub speed_m_s: f64,
}

impl From<&SkidpadPlacement> for Placement {
    fn from(place: &SkidpadPlacement) -> Self {
        let SkidpadPlacement { position_m, heading_rad, speed_m_s } = *place;
        Self { position_m, heading_rad, speed_m_s }
    }
}

/// Motion of a body in the plane of the road, in the world's axes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadMotion {
    /// Centre of mass, x and y, m.
    pub position_m: [f64; 2],
    /// Heading, rad, counterclockwise from the x axis.
    pub yaw_rad: f64,
    /// Velocity of the centre of mass, x and y, m/s.
    pub velocity_m_s: [f64; 2],
    /// Yaw rate, rad/s, positive to the left.
    pub yaw_rate_rad_s: f64,
}

impl SkidpadMotion {
    pub(crate) fn motion(&self) -> Result<Motion, Fault> {
        let Self { position_m: [x, y], yaw_rad, velocity_m_s: [vx, vy], yaw_rate_rad_s } = *self;
        if [x, y, yaw_rad, vx, vy, yaw_rate_rad_s].iter().any(|number| !number.is_finite()) {
            let message = "motion has a number that is not finite: pass finite numbers";
            return Err(Fault::new(SkidpadStatus::OutOfRange, message));
        }
        let (position_m, velocity_m_s) = (Vec2::new(x, y), Vec2::new(vx, vy));
        Ok(Motion { position_m, yaw_rad, velocity_m_s, yaw_rate_rad_s })
    }
}

impl From<Motion> for SkidpadMotion {
    fn from(motion: Motion) -> Self {
        Self {
            position_m: motion.position_m.into(),
            yaw_rad: motion.yaw_rad,
            velocity_m_s: motion.velocity_m_s.into(),
            yaw_rate_rad_s: motion.yaw_rate_rad_s,
        }
    }
}

/// Run status of a car: driving.
pub const SKIDPAD_RUN_RUNNING: u32 = 0;
/// Run status of a car: it stays where it is, as its engine is blown.
pub const SKIDPAD_RUN_ENGINE_BLOWN: u32 = 1;
/// Run status of a car: it stays at its last good state, as a number would not have been finite.
pub const SKIDPAD_RUN_QUARANTINED: u32 = 2;
/// Run status of a car: it stays where it is, as it has fallen over. Larger numbers are further ends of the model.
pub const SKIDPAD_RUN_FALLEN_OVER: u32 = 3;

/// Place, attitude and motion of a car at an instant.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadState {
    /// Time since the start, s.
    pub time_s: f64,
    /// The point of the road below the centre of mass, lifted by the springs' heave: x, y, z in the world, m.
    pub position_m: [f64; 3],
    /// Attitude: w, x, y, z of the unit quaternion that turns the body's axes into the world's.
    pub quaternion: [f64; 4],
    /// Velocity of the centre of mass in the car's frame, forwards and to the left, m/s.
    pub velocity_m_s: [f64; 2],
    /// Speed over the ground, m/s, at least 0.
    pub speed_m_s: f64,
    /// Yaw rate, rad/s, positive to the left.
    pub yaw_rate_rad_s: f64,
    /// Run status: `SKIDPAD_RUN_RUNNING` or why it has stopped.
    pub run: u32,
    /// Number of wheels: 4, 2 or 0.
    pub wheel_count: u32,
}

impl From<&Car> for SkidpadState {
    fn from(car: &Car) -> Self {
        let pose = car.pose();
        Self {
            time_s: car.time_s(),
            position_m: pose.position_m,
            quaternion: pose.quaternion,
            velocity_m_s: car.velocity_m_s(),
            speed_m_s: car.speed_m_s(),
            yaw_rate_rad_s: car.yaw_rate_rad_s(),
            run: u32::from(car.status().code()),
            wheel_count: car.wheel_count() as u32,
        }
    }
}

/// A wheel of a car. A quantity that the model does not compute has the value that it assumes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadWheel {
    /// Centre of the wheel in the world, x, y, z, m.
    pub position_m: [f64; 3],
    /// Steering angle of the wheel to the body, rad, positive to the left.
    pub steer_rad: f64,
    /// Camber to the road, rad, positive where the top leans to the right. Channels of cars with four wheels have the other sign.
    pub camber_rad: f64,
    /// Angle by which the wheel has turned about its axle, rad, 0 to 2 pi; forwards is positive.
    pub spin_angle_rad: f64,
    /// Spin, rad/s; forwards is positive.
    pub spin_rad_s: f64,
    /// Distance by which the body has risen from the wheel against the car at rest, m; negative is compressed.
    pub suspension_travel_m: f64,
    /// Load, N.
    pub load_n: f64,
    /// Slip ratio; -1 is locked.
    pub slip_ratio: f64,
    /// Slip angle, rad, positive where the wheel moves to its left.
    pub slip_angle_rad: f64,
    /// Force of the road on the tyre, N: forwards and to the left of the wheel.
    pub force_n: [f64; 2],
    /// Force of the tyre over the largest in its direction; NaN where the model does not compute it.
    pub friction_utilisation: f64,
}

impl From<&Wheel> for SkidpadWheel {
    fn from(wheel: &Wheel) -> Self {
        Self {
            position_m: wheel.position_m,
            steer_rad: wheel.steer_rad,
            camber_rad: wheel.camber_rad,
            spin_angle_rad: wheel.spin_angle_rad,
            spin_rad_s: wheel.spin_rad_s,
            suspension_travel_m: wheel.suspension_travel_m,
            load_n: wheel.load_n,
            slip_ratio: wheel.slip_ratio,
            slip_angle_rad: wheel.slip_angle_rad,
            force_n: wheel.force_n,
            friction_utilisation: wheel.friction_utilisation.unwrap_or(f64::NAN),
        }
    }
}
