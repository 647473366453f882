//! Tracks: loaded, and read at a distance or a place.

use std::ffi::c_char;
use std::path::Path;
use std::sync::Arc;

use skidpad::world::names;
use skidpad::world::track::{Track, TrackSpec, track_by_name, track_names};

use crate::error::{Fault, SkidpadStatus};
use crate::guard::guard;
use crate::handle::{self, Handle};
use crate::memory::{check_out, copy_text, text, write};

/// A track: a line with a road around it, kerbs, walls and a start line. It is immutable.
pub struct SkidpadTrack(());

impl Handle for SkidpadTrack {
    type Body = Arc<Track>;
    const KIND: u64 = u64::from_be_bytes(*b"skidtrck");
    const NAME: &'static str = "track";
}

/// Lengths of a track.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadTrackInfo {
    /// Length of the line in the plane, m.
    pub length_m: f64,
    /// Distance of the start line along the line, m.
    pub start_m: f64,
    /// Distance from the start line to the finish line, m.
    pub lap_m: f64,
    /// 1 for a circuit, 0 for a road with two ends.
    pub is_closed: u32,
    /// Number of sectors of a lap.
    pub sector_count: u32,
}

/// Figures of a track at a distance along its line.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadTrackPoint {
    /// Distance along the line, m.
    pub distance_m: f64,
    /// Position of the line, x and y, m.
    pub position_m: [f64; 2],
    /// Direction of the line, rad.
    pub heading_rad: f64,
    /// Curvature, 1/m, positive to the left.
    pub curvature_1_m: f64,
    /// Height of the line, m.
    pub height_m: f64,
    /// Rise over distance in the plane.
    pub grade: f64,
    /// Angle by which the road falls to the right, rad.
    pub banking_rad: f64,
    /// Distance from the line to the left and to the right edge, m.
    pub widths_m: [f64; 2],
}

/// A place relative to a track.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadTrackPosition {
    /// Distance along the line, m.
    pub distance_m: f64,
    /// Distance from the line, m, positive to the left.
    pub lateral_offset_m: f64,
    /// Distance from the nearer edge of the road, m; below 0 beside the road.
    pub inside_m: f64,
}

fn made(spec: &TrackSpec) -> Result<*mut SkidpadTrack, Fault> {
    let track = Track::new(spec).map_err(|faults| {
        let all: Vec<_> = faults.iter().map(ToString::to_string).collect();
        Fault::new(SkidpadStatus::InvalidFile, all.join("; "))
    })?;
    Ok(handle::new(Arc::new(track)))
}

/// Loads a track from a file, in any format that Skidpad reads. Free it with `skidpad_track_free`.
///
/// Errors: `SKIDPAD_STATUS_INVALID_FILE` with every problem, or for a file that cannot be read.
///
/// # Safety
/// A path that ends in a NUL; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_track_load(
    path: *const c_char,
    track: *mut *mut SkidpadTrack,
) -> SkidpadStatus {
    guard(|| {
        check_out(track, "track")?;
        // SAFETY: as promised by the caller.
        let path = unsafe { text(path, "path")? };
        let file = skidpad::formats::track::load(Path::new(path), None);
        let file = file.map_err(|error| Fault::new(SkidpadStatus::InvalidFile, error))?;
        // SAFETY: as promised by the caller.
        unsafe { write(track, "track", made(&file.spec)?) }
    })
}

/// Makes a track that comes with Skidpad, such as "oval". Free it with `skidpad_track_free`.
///
/// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` with the nearest name.
///
/// # Safety
/// A name that ends in a NUL; valid memory for the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_track_named(
    name: *const c_char,
    track: *mut *mut SkidpadTrack,
) -> SkidpadStatus {
    guard(|| {
        check_out(track, "track")?;
        // SAFETY: as promised by the caller.
        let name = unsafe { text(name, "name")? };
        let unknown =
            || Fault::new(SkidpadStatus::UnknownName, names::unknown("track", name, &track_names()));
        let spec = track_by_name(name).ok_or_else(unknown)?;
        // SAFETY: as promised by the caller.
        unsafe { write(track, "track", made(&spec)?) }
    })
}

/// Writes the lengths of a track.
///
/// # Safety
/// A track of this library; valid memory for the struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_track_info(
    track: *const SkidpadTrack,
    info: *mut SkidpadTrackInfo,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let track = unsafe { handle::get(track)? };
        let found = SkidpadTrackInfo {
            length_m: track.length_m(),
            start_m: track.start_m(),
            lap_m: track.lap_m(),
            is_closed: u32::from(track.is_closed()),
            sector_count: track.sectors_m().len() as u32,
        };
        // SAFETY: as promised by the caller.
        unsafe { write(info, "info", found) }
    })
}

/// Copies the name of a track to a buffer, and writes the bytes with the NUL to `size`, as `skidpad_preset_name`.
///
/// # Safety
/// A track of this library; valid memory of the capacity, and for the size, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_track_name(
    track: *const SkidpadTrack,
    buffer: *mut c_char,
    capacity: usize,
    size: *mut usize,
) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { copy_text(handle::get(track)?.name(), buffer, capacity, size) })
}

/// Writes the figures at a distance along the line, m. On a circuit the distance goes round, on a road it ends at the ends.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for a distance beyond 1e9 m, or NaN.
///
/// # Safety
/// A track of this library; valid memory for the struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_track_at(
    track: *const SkidpadTrack,
    distance_m: f64,
    point: *mut SkidpadTrackPoint,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let track = unsafe { handle::get(track)? };
        crate::state::within("distance_m", distance_m, [-1e9, 1e9])?;
        let found = track.at(distance_m);
        let found = SkidpadTrackPoint {
            distance_m: found.distance_m,
            position_m: found.position_m,
            heading_rad: found.heading_rad,
            curvature_1_m: found.curvature_1_m,
            height_m: found.height_m,
            grade: found.grade,
            banking_rad: found.banking_rad,
            widths_m: found.widths_m,
        };
        // SAFETY: as promised by the caller.
        unsafe { write(point, "point", found) }
    })
}

/// Writes where a place on the road's axes, m, is relative to the track: at the nearest point of its line.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for a place beyond 1e9 m, or NaN.
///
/// # Safety
/// A track of this library; valid memory for the struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_track_locate(
    track: *const SkidpadTrack,
    x_m: f64,
    y_m: f64,
    position: *mut SkidpadTrackPosition,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let track = unsafe { handle::get(track)? };
        crate::state::within("x_m", x_m, [-1e9, 1e9])?;
        crate::state::within("y_m", y_m, [-1e9, 1e9])?;
        let found = track.locate([x_m, y_m], None);
        let found = SkidpadTrackPosition {
            distance_m: found.distance_m,
            lateral_offset_m: found.lateral_offset_m,
            inside_m: track.inside_m(&found),
        };
        // SAFETY: as promised by the caller.
        unsafe { write(position, "position", found) }
    })
}

/// Frees a track. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
///
/// # Safety
/// A track of this library or null, which no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_track_free(track: *mut SkidpadTrack) -> SkidpadStatus {
    // SAFETY: as promised by the caller.
    guard(|| unsafe { handle::free(track) })
}
