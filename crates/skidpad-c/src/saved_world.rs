//! Worlds, saved and put back.

use std::collections::VecDeque;

use skidpad::world::world::{Event, SavedWorld};

use crate::error::{Fault, SkidpadStatus};
use crate::guard::guard;
use crate::handle::{self, Handle};
use crate::memory::{check_out, write};
use crate::world::SkidpadWorld;

/// State of a world, saved.
pub struct SkidpadSavedWorld(());

impl Handle for SkidpadSavedWorld {
    type Body = (SavedWorld, VecDeque<Event>);
    const KIND: u64 = u64::from_be_bytes(*b"skidwsav");
    const NAME: &'static str = "saved world";
}

/// Saves all that changes in the world. Free it with `skidpad_saved_world_free`.
///
/// # Safety
/// A world of this library; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_save(
    world: *const SkidpadWorld,
    saved: *mut *mut SkidpadSavedWorld,
) -> SkidpadStatus {
    guard(|| {
        check_out(saved, "saved")?;
        // SAFETY: as promised by the caller.
        let body = unsafe { handle::get(world)? };
        // SAFETY: as promised by the caller.
        unsafe { write(saved, "saved", handle::new((body.world.save(), body.events.clone()))) }
    })
}

/// Puts everything that moves the cars back to what was saved of the world; it goes on with the same bits. Only the spin angles of wheels,
/// which matter for drawing alone, stay as they are.
///
/// Errors: `SKIDPAD_STATUS_OTHER_MODEL` where the world has other cars or cones than when it was saved. Nothing has changed then.
///
/// # Safety
/// A world and a saved world of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_world_restore(
    world: *mut SkidpadWorld,
    saved: *const SkidpadSavedWorld,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, (saved, events)) = unsafe { (handle::get_mut(world)?, handle::get(saved)?) };
        body.world.restore(saved).map_err(|error| Fault::new(SkidpadStatus::OtherModel, error))?;
        body.events.clone_from(events);
        Ok(())
    })
}

/// Frees a saved world. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
///
/// # Safety
/// A saved world of this library or null, which no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_saved_world_free(saved: *mut SkidpadSavedWorld) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { handle::free(saved) })
}
