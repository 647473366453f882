//! States of the cones of worlds and fleets.

use skidpad::world::scene::ConeState;

use crate::error::{Fault, SkidpadStatus};
use crate::fleet::SkidpadFleet;
use crate::guard::guard;
use crate::handle;
use crate::memory::copy_out;
use crate::world::SkidpadWorld;

/// State of a cone.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadConeState {
    /// Centre, x and y on the road's axes, m.
    pub position_m: [f64; 2],
    /// Angle by which it has turned, rad, counterclockwise.
    pub yaw_rad: f64,
    /// Velocity, x and y on the road's axes, m/s.
    pub velocity_m_s: [f64; 2],
    /// Yaw rate, rad/s.
    pub yaw_rate_rad_s: f64,
    /// 0: it stands where it stood at first; 1: something has hit it.
    pub is_hit: u32,
    /// 1 after it was crushed: it lies there, and nothing meets it any more.
    pub is_flat: u32,
}

impl From<&ConeState> for SkidpadConeState {
    fn from(cone: &ConeState) -> Self {
        Self {
            position_m: cone.motion.position_m.into(),
            yaw_rad: cone.motion.yaw_rad,
            velocity_m_s: cone.motion.velocity_m_s.into(),
            yaw_rate_rad_s: cone.motion.yaw_rate_rad_s,
            is_hit: u32::from(cone.is_hit),
            is_flat: u32::from(cone.is_flat),
        }
    }
}

fn states(cones: &[ConeState]) -> Vec<SkidpadConeState> {
    cones.iter().map(Into::into).collect()
}

/// Copies the states of a world's cones, in the order of its site, and writes their number to `count`. Events have the same numbers. A
/// null buffer of capacity 0 returns only the number.
///
/// Errors: `SKIDPAD_STATUS_WRONG_SIZE` where the capacity is below their number.
///
/// # Safety
/// A world of this library; valid memory for so many states, and for the number, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_cones(
    world: *const SkidpadWorld,
    cones: *mut SkidpadConeState,
    capacity: usize,
    count: *mut usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let found = states(unsafe { handle::get(world)? }.world.cones());
        // SAFETY: as promised by the caller.
        unsafe { copy_out(&found, cones, capacity, count, "cones") }
    })
}

/// Puts all cones of a world back to where they stood at first.
///
/// # Safety
/// A world of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_reset_cones(world: *mut SkidpadWorld) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        unsafe { handle::get_mut(world)? }.world.reset_cones();
        Ok(())
    })
}

/// Copies the states of the cones of a fleet's site as one of its cars left them, by its index from 0 on, as `skidpad_world_cones`: none
/// where the cars meet nothing. A reset of the car puts them back.
///
/// Errors: `SKIDPAD_STATUS_NO_SUCH_CAR`, `SKIDPAD_STATUS_WRONG_SIZE`.
///
/// # Safety
/// A fleet of this library; valid memory for so many states, and for the number, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_cones(
    fleet: *const SkidpadFleet,
    car: usize,
    cones: *mut SkidpadConeState,
    capacity: usize,
    count: *mut usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let group = unsafe { handle::get(fleet)? }.group();
        if car >= group.len() {
            let message = format!("car = {car}: must be below {}", group.len());
            return Err(Fault::new(SkidpadStatus::NoSuchCar, message));
        }
        let found = states(group.cones(car).unwrap_or_default());
        // SAFETY: as promised by the caller.
        unsafe { copy_out(&found, cones, capacity, count, "cones") }
    })
}
