//! Maps: a program's own heights, grip and rolling resistance on a regular grid, as part of a ground.

use skidpad::core::model::two_track::MOST_HEIGHT_M;
use skidpad::world::contact::FARTHEST_M;
use skidpad::world::ground::{Cell, Grid, Patch};

use crate::error::{Fault, SkidpadStatus};
use crate::ground::{MOST_GRIP, MOST_ROLLING, SkidpadGround};
use crate::guard::guard;
use crate::handle;
use crate::memory::{list, sized, write};
use crate::state::within;

/// A map: values at the nodes of a regular grid on the road's axes, bilinear between them. Node `row * columns + column` of each list is that
/// of a row along y and a column along x. Begin with `skidpad_map_options`, which sets `size` and the defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SkidpadMap {
    /// `sizeof(SkidpadMap)`: a struct of another version of this header is refused.
    pub size: usize,
    /// Place of the first node, x and y, m. All nodes lie within 1e7 m of the axes.
    pub origin_m: [f64; 2],
    /// Distance of neighbouring nodes along x and along y, m, 1e-3 to 1e6.
    pub spacing_m: [f64; 2],
    /// Number of nodes along x, at least 2.
    pub columns: usize,
    /// Number of nodes along y, at least 2.
    pub rows: usize,
    /// Heights over the plane of the surface, m, -1e4 to 1e4; null: 0 everywhere.
    pub heights_m: *const f64,
    /// Number of heights, `columns * rows`; ignored for null.
    pub height_count: usize,
    /// Grip over the surface's, 0 to 3; null: 1 everywhere.
    pub grips: *const f64,
    /// Number of grips, `columns * rows`; ignored for null.
    pub grip_count: usize,
    /// Rolling resistance over the surface's, 0 to 50; null: 1 everywhere.
    pub rollings: *const f64,
    /// Number of rolling resistances, `columns * rows`; ignored for null.
    pub rolling_count: usize,
}

/// Writes a map without nodes at the origin, with a spacing of 1 m. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
///
/// # Safety
/// Valid memory for the struct, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_map_options(map: *mut SkidpadMap) -> SkidpadStatus {
    let none = core::ptr::null();
    let defaults = SkidpadMap {
        size: size_of::<SkidpadMap>(),
        origin_m: [0.0; 2],
        spacing_m: [1.0; 2],
        columns: 0,
        rows: 0,
        heights_m: none,
        height_count: 0,
        grips: none,
        grip_count: 0,
        rollings: none,
        rolling_count: 0,
    };
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(map, "map", defaults) })
}

/// Lays a map over the ground, which takes a copy of its lists. Its heights add to what lies below; where it lies, its grip and rolling
/// resistance count in the place of those below, and beyond its edges nothing of it. Worlds and fleets whose site has the ground share
/// one copy.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for a number that is not finite or out of its range, with its place in its list,
/// `SKIDPAD_STATUS_WRONG_SIZE` for a list that has not `columns * rows` values or more than memory has, `SKIDPAD_STATUS_NULL_POINTER`
/// where no list is given. Nothing has changed then.
///
/// # Safety
/// A ground of this library, which no other thread uses; a map as of `skidpad_map_options` with so many values in each list, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_ground_add_map(
    ground: *mut SkidpadGround,
    map: *const SkidpadMap,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (ground, map) = unsafe { (handle::get_mut(ground)?, sized(map, "map", "skidpad_map_options")?) };
        let is_null = || Fault::new(SkidpadStatus::NullPointer, "map is null: pass a SkidpadMap");
        // SAFETY: as promised by the caller.
        ground.add(Patch::Map(unsafe { map.ok_or_else(is_null)?.grid()? }));
        Ok(())
    })
}

impl SkidpadMap {
    /// # Safety
    /// Lists as long as the map says, or null.
    unsafe fn grid(&self) -> Result<Grid, Fault> {
        let count = self.checked_count()?;
        // SAFETY: as promised by the caller.
        let [heights_m, grips, rollings] = unsafe {
            [
                values(self.heights_m, self.height_count, count, ["map.heights_m", "map.height_count"])?,
                values(self.grips, self.grip_count, count, ["map.grips", "map.grip_count"])?,
                values(self.rollings, self.rolling_count, count, ["map.rollings", "map.rolling_count"])?,
            ]
        };
        if [heights_m, grips, rollings].iter().all(Option::is_none) {
            let message = "map.heights_m, map.grips and map.rollings are null: give at least one of them";
            return Err(Fault::new(SkidpadStatus::NullPointer, message));
        }
        each_within("map.heights_m", heights_m, [-MOST_HEIGHT_M, MOST_HEIGHT_M])?;
        each_within("map.grips", grips, [0.0, MOST_GRIP])?;
        each_within("map.rollings", rollings, [0.0, MOST_ROLLING])?;
        let at = |list: Option<&[f64]>, node: usize, none: f64| list.map_or(none, |list| list[node]);
        let cell = |node| Cell {
            grip: at(grips, node, 1.0),
            rolling: at(rollings, node, 1.0),
            height_m: at(heights_m, node, 0.0),
        };
        let cells = (0..count).map(cell).collect();
        let made = Grid::new(self.origin_m, self.spacing_m, self.columns, cells);
        made.map_err(|error| Fault::new(SkidpadStatus::OutOfRange, format!("map: {error}")))
    }

    /// Number of nodes of a grid with a place and a size that can be.
    fn checked_count(&self) -> Result<usize, Fault> {
        for (name, nodes) in [("map.columns", self.columns), ("map.rows", self.rows)] {
            let message = || format!("{name} = {nodes}: must be at least 2");
            (nodes >= 2).then_some(()).ok_or_else(|| Fault::new(SkidpadStatus::OutOfRange, message()))?;
        }
        for (axis, nodes) in [self.columns, self.rows].into_iter().enumerate() {
            let (origin_m, spacing_m) = (self.origin_m[axis], self.spacing_m[axis]);
            within(&format!("map.origin_m[{axis}]"), origin_m, [-FARTHEST_M, FARTHEST_M])?;
            within(&format!("map.spacing_m[{axis}]"), spacing_m, [1e-3, 1e6])?;
            let last_m = origin_m + spacing_m * (nodes - 1) as f64;
            // Both are in their ranges: it is too many nodes or too large a spacing.
            let name = format!("place of the last node of map along axis {axis}, m");
            within(&name, last_m, [-FARTHEST_M, FARTHEST_M])?;
        }
        self.columns.checked_mul(self.rows).ok_or_else(|| {
            let message = format!("map.columns = {}, map.rows = {}: too many nodes", self.columns, self.rows);
            Fault::new(SkidpadStatus::WrongSize, message)
        })
    }
}

/// A list of a map; `None` for null.
///
/// # Safety
/// So many values, or null.
unsafe fn values<'a>(
    at: *const f64,
    found: usize,
    must: usize,
    [name, count_name]: [&str; 2],
) -> Result<Option<&'a [f64]>, Fault> {
    if at.is_null() {
        return Ok(None);
    }
    if found != must {
        let message = format!("{count_name} = {found}: must be {must}, map.columns * map.rows");
        return Err(Fault::new(SkidpadStatus::WrongSize, message));
    }
    // SAFETY: as promised by the caller.
    unsafe { list(at, found, name) }.map(Some)
}

fn each_within(name: &str, values: Option<&[f64]>, [low, high]: [f64; 2]) -> Result<(), Fault> {
    let values = values.unwrap_or_default();
    let outside = values.iter().position(|value| !(low..=high).contains(value));
    outside.map_or(Ok(()), |place| within(&format!("{name}[{place}]"), values[place], [low, high]))
}
