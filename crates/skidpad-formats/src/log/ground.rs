//! The ground of a log as bytes.
//!
//! | bytes | content |
//! |---|---|
//! | count, then each | patches: kind (1), then what follows |
//! | 0 | area, which of grip and rolling resistance it has (1, a bit each, grip the least), these (8 each) |
//! | 1 | area, height (8) |
//! | 2 | origin (2 x 8), spacing (2 x 8), count of nodes along x, count of all, each with grip, rolling, height (3 x 8) |
//! | an area | middle (2 x 8), heading (8), 0 and length and width (1 + 2 x 8), or 1 and radius (1 + 8) |

use skidpad_core::model::two_track::MOST_HEIGHT_M;
use skidpad_world::ground::{Area, Cell, Grid, Ground, Patch, Shape};

use super::values::within;
use crate::bytes::{ByteError, Reader, put_count, put_number};

const WHAT: &str = "ground";
/// The farthest place and the largest size, m.
const FARTHEST_M: f64 = 1e9;

pub(super) fn put(bytes: &mut Vec<u8>, ground: &Ground) {
    put_count(bytes, ground.patches().len() as u64);
    for patch in ground.patches() {
        match patch {
            Patch::Even { area, grip, rolling } => {
                bytes.push(0);
                put_area(bytes, area);
                bytes.push(u8::from(grip.is_some()) | u8::from(rolling.is_some()) << 1);
                [grip, rolling].into_iter().flatten().for_each(|number| put_number(bytes, *number));
            }
            Patch::Bump { area, height_m } => {
                bytes.push(1);
                put_area(bytes, area);
                put_number(bytes, *height_m);
            }
            Patch::Map(grid) => {
                bytes.push(2);
                put_grid(bytes, grid);
            }
        }
    }
}

fn put_area(bytes: &mut Vec<u8>, area: &Area) {
    area.centre_m.iter().chain([&area.heading_rad]).for_each(|number| put_number(bytes, *number));
    match area.shape {
        Shape::Rectangle { size_m } => {
            bytes.push(0);
            size_m.iter().for_each(|number| put_number(bytes, *number));
        }
        Shape::Disc { radius_m } => {
            bytes.push(1);
            put_number(bytes, radius_m);
        }
    }
}

fn put_grid(bytes: &mut Vec<u8>, grid: &Grid) {
    grid.origin_m().iter().chain(&grid.spacing_m()).for_each(|number| put_number(bytes, *number));
    put_count(bytes, grid.columns() as u64);
    put_count(bytes, grid.cells().len() as u64);
    for cell in grid.cells() {
        [cell.grip, cell.rolling, cell.height_m].into_iter().for_each(|number| put_number(bytes, number));
    }
}

/// The ranges are those of scenarios.
pub(super) fn take(r: &mut Reader) -> Result<Ground, ByteError> {
    // The least is a bump on a disc.
    let count = r.length(42, WHAT)?;
    let mut patches = Vec::with_capacity(count);
    for _ in 0..count {
        patches.push(match r.byte(WHAT)? {
            0 => take_even(r)?,
            1 => Patch::Bump { area: take_area(r)?, height_m: within(r, -1.0..=1.0, WHAT)? },
            2 => Patch::Map(take_grid(r)?),
            _ => return Err(r.invalid(WHAT)),
        });
    }
    Ok(Ground::from_patches(patches))
}

fn take_even(r: &mut Reader) -> Result<Patch, ByteError> {
    let area = take_area(r)?;
    let has = r.byte(WHAT)?;
    if !(1..=3).contains(&has) {
        return Err(r.invalid(WHAT));
    }
    let grip = if has & 1 == 1 { Some(within(r, 0.0..=3.0, WHAT)?) } else { None };
    let rolling = if has & 2 == 2 { Some(within(r, 0.0..=50.0, WHAT)?) } else { None };
    Ok(Patch::Even { area, grip, rolling })
}

fn take_area(r: &mut Reader) -> Result<Area, ByteError> {
    let mut far = || within(r, -FARTHEST_M..=FARTHEST_M, WHAT);
    let (centre_m, heading_rad) = ([far()?, far()?], far()?);
    let shape = r.byte(WHAT)?;
    let mut size = || within(r, 1e-9..=FARTHEST_M, WHAT);
    let shape = match shape {
        0 => Shape::Rectangle { size_m: [size()?, size()?] },
        1 => Shape::Disc { radius_m: size()? },
        _ => return Err(r.invalid(WHAT)),
    };
    Ok(Area { centre_m, heading_rad, shape })
}

fn take_grid(r: &mut Reader) -> Result<Grid, ByteError> {
    let mut far = || within(r, -FARTHEST_M..=FARTHEST_M, WHAT);
    let (origin_m, spacing_m) = ([far()?, far()?], [far()?, far()?]);
    let columns = usize::try_from(r.count(WHAT)?).map_err(|_| r.invalid(WHAT))?;
    let count = r.length(24, WHAT)?;
    let mut cells = Vec::with_capacity(count);
    for _ in 0..count {
        let (grip, rolling) = (within(r, 0.0..=3.0, WHAT)?, within(r, 0.0..=50.0, WHAT)?);
        cells.push(Cell { grip, rolling, height_m: within(r, -MOST_HEIGHT_M..=MOST_HEIGHT_M, WHAT)? });
    }
    Grid::new(origin_m, spacing_m, columns, cells).map_err(|_| r.invalid(WHAT))
}
