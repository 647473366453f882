//! Cells of a map.

use super::description::Description;
use super::picture::Picture;

/// Cell of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Free,
    Occupied,
    Unknown,
}

/// Cells by rows from the bottom, within a frame of unknown ones that the picture does not have.
pub(super) struct Grid {
    pub width: usize,
    pub height: usize,
    pub cells: Vec<Cell>,
}

/// Width of the frame, cells.
pub(super) const FRAME: usize = 1;

impl Grid {
    pub fn new(picture: &Picture, description: &Description) -> Self {
        let (width, height) = (picture.width + 2 * FRAME, picture.height + 2 * FRAME);
        let mut cells = vec![Cell::Unknown; width * height];
        for (row, of) in picture.cells.chunks_exact(picture.width).enumerate() {
            // The picture's first row is the top one.
            let from = (height - 1 - FRAME - row) * width + FRAME;
            for (cell, brightness) in cells[from..].iter_mut().zip(of) {
                *cell = class(f64::from(*brightness), description);
            }
        }
        Self { width, height, cells }
    }
}

/// Class of a cell by its darkness. That of a transparent one is not known.
fn class(brightness: f64, description: &Description) -> Cell {
    let occupancy = if description.is_negated { brightness } else { 1.0 - brightness };
    if occupancy > description.occupied {
        Cell::Occupied
    } else if occupancy < description.free {
        Cell::Free
    } else {
        Cell::Unknown
    }
}
