//! Grounds: where the road differs from its surface.

use std::sync::{Arc, OnceLock};

use skidpad::world::contact::FARTHEST_M;
use skidpad::world::ground::{Area, Ground, Patch, Shape, Spot};

use crate::error::SkidpadStatus;
use crate::guard::guard;
use crate::handle::{self, Handle};
use crate::memory::{check_out, optional, read, write};
use crate::state::within;
use crate::track::SkidpadTrack;

/// Largest grip and rolling resistance over those of the surface.
pub(crate) const MOST_GRIP: f64 = 3.0;
pub(crate) const MOST_ROLLING: f64 = 50.0;

/// A ground: patches of another grip, bumps, maps, and a track below them. Cars, worlds and fleets keep the ground as it is when they
/// take it.
pub struct SkidpadGround(());

#[derive(Default)]
pub(crate) struct GroundBody {
    patches: Vec<Patch>,
    track: Option<SkidpadTrackRef>,
    /// The ground of the patches, which all that take it share; built when the first does.
    built: OnceLock<Arc<Ground>>,
}

type SkidpadTrackRef = Arc<skidpad::world::track::Track>;

impl Handle for SkidpadGround {
    type Body = GroundBody;
    const KIND: u64 = u64::from_be_bytes(*b"skidgrnd");
    const NAME: &'static str = "ground";
}

impl GroundBody {
    pub fn ground(&self) -> Arc<Ground> {
        Arc::clone(self.built.get_or_init(|| {
            let ground = Ground::from_patches(self.patches.clone());
            Arc::new(match &self.track {
                Some(track) => ground.with_track(Arc::clone(track)),
                None => ground,
            })
        }))
    }

    /// Lays a patch over all others.
    pub fn add(&mut self, patch: Patch) {
        self.patches.push(patch);
        self.built = OnceLock::new();
    }
}

/// A part of the ground, on the road's axes: a rectangle where `radius_m` is 0, else a disc.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadArea {
    /// Middle, x and y, m, -1e6 to 1e6.
    pub centre_m: [f64; 2],
    /// Direction of the length of a rectangle, rad, counterclockwise from the x axis, -1e3 to 1e3.
    pub heading_rad: f64,
    /// Length and width of a rectangle, m, 1e-3 to 1e6; ignored for a disc.
    pub size_m: [f64; 2],
    /// Radius of a disc, m, 1e-3 to 1e6; 0 for a rectangle.
    pub radius_m: f64,
}

impl SkidpadArea {
    pub(crate) fn area(&self) -> Result<Area, crate::error::Fault> {
        for (name, value) in [("area.centre_m[0]", self.centre_m[0]), ("area.centre_m[1]", self.centre_m[1])]
        {
            within(name, value, [-1e6, 1e6])?;
        }
        within("area.heading_rad", self.heading_rad, [-1e3, 1e3])?;
        let shape = if self.radius_m == 0.0 {
            within("area.size_m[0]", self.size_m[0], [1e-3, 1e6])?;
            within("area.size_m[1]", self.size_m[1], [1e-3, 1e6])?;
            Shape::Rectangle { size_m: self.size_m }
        } else {
            within("area.radius_m", self.radius_m, [1e-3, 1e6])?;
            Shape::Disc { radius_m: self.radius_m }
        };
        Ok(Area { centre_m: self.centre_m, heading_rad: self.heading_rad, shape })
    }
}

/// Makes a ground that is the surface everywhere, above a track where one is given (else null). Free it with
/// `skidpad_ground_free`; the track may be freed before.
///
/// Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for a track that is not alive.
///
/// # Safety
/// A track of this library or null; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_ground_new(
    track: *const SkidpadTrack,
    ground: *mut *mut SkidpadGround,
) -> SkidpadStatus {
    guard(|| {
        check_out(ground, "ground")?;
        // SAFETY: as promised by the caller.
        let track = if track.is_null() { None } else { Some(Arc::clone(unsafe { handle::get(track)? })) };
        // SAFETY: as promised by the caller.
        unsafe { write(ground, "ground", handle::new(GroundBody { track, ..GroundBody::default() })) }
    })
}

/// Lays a patch over the ground. The last one at a place counts.
///
/// `grip` is over the surface's, 0 to 3; `rolling` is the rolling resistance over the surface's, 0 to 50; each may be null: that of
/// what lies below.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE`.
///
/// # Safety
/// A ground of this library; valid structs and numbers, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_ground_add_patch(
    ground: *mut SkidpadGround,
    area: *const SkidpadArea,
    grip: *const f64,
    rolling: *const f64,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (ground, area) = unsafe { (handle::get_mut(ground)?, read(area, "area")?.area()?) };
        // SAFETY: as promised by the caller.
        let (grip, rolling) = unsafe { (optional(grip, "grip")?, optional(rolling, "rolling")?) };
        grip.map_or(Ok(()), |grip| within("grip", *grip, [0.0, MOST_GRIP]))?;
        rolling.map_or(Ok(()), |rolling| within("rolling", *rolling, [0.0, MOST_ROLLING]))?;
        ground.add(Patch::Even { area, grip: grip.copied(), rolling: rolling.copied() });
        Ok(())
    })
}

/// Lays a bump over the ground, of a height of -10 to 10 m in its middle; below 0 it is a hollow. Heights add.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE`.
///
/// # Safety
/// A ground of this library; a valid struct, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_ground_add_bump(
    ground: *mut SkidpadGround,
    area: *const SkidpadArea,
    height_m: f64,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (ground, area) = unsafe { (handle::get_mut(ground)?, read(area, "area")?.area()?) };
        within("height_m", height_m, [-10.0, 10.0])?;
        ground.add(Patch::Bump { area, height_m });
        Ok(())
    })
}

/// Ground at a place, relative to the surface.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadSpot {
    /// Grip over the surface's.
    pub grip: f64,
    /// Rolling resistance over the surface's.
    pub rolling: f64,
    /// Height over the plane of the surface, m.
    pub height_m: f64,
    /// Rise of the height along the road's x and y axes, as a tangent.
    pub rise: [f64; 2],
}

impl From<Spot> for SkidpadSpot {
    fn from(spot: Spot) -> Self {
        let Spot { grip, rolling, height_m, rise } = spot;
        Self { grip, rolling, height_m, rise }
    }
}

/// Writes the ground at a place, x and y on the road's axes, m: that of its patches, bumps, maps and track together.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE`.
///
/// # Safety
/// A ground of this library; valid memory for the struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_ground_at(
    ground: *const SkidpadGround,
    x_m: f64,
    y_m: f64,
    spot: *mut SkidpadSpot,
) -> SkidpadStatus {
    guard(|| {
        within("x_m", x_m, [-FARTHEST_M, FARTHEST_M])?;
        within("y_m", y_m, [-FARTHEST_M, FARTHEST_M])?;
        // SAFETY: as promised by the caller.
        let ground = unsafe { handle::get(ground)? }.ground();
        // SAFETY: as promised by the caller.
        unsafe { write(spot, "spot", ground.under([x_m, y_m]).into()) }
    })
}

/// Frees a ground. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
///
/// # Safety
/// A ground of this library or null, which no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_ground_free(ground: *mut SkidpadGround) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { handle::free(ground) })
}
