//! Bytes as a map of the road: a grid that is written and reads back the same, or an error.
#![no_main]

use skidpad_formats::scenario::parse_map;
use skidpad_fuzz::{file_error, seeds};
use skidpad_world::ground::{Cell, Grid};

libfuzzer_sys::fuzz_target!(
    init: seeds::write(texts),
    |bytes: &[u8]| {
        let grid = match parse_map("m.csv", bytes) {
            Ok(grid) => grid,
            Err(error) => return file_error(&error, bytes),
        };
        let [x_m, y_m] = grid.origin_m();
        let [dx_m, dy_m] = grid.spacing_m();
        assert!(grid.columns() >= 2 && grid.rows() >= 2 && grid.columns() * grid.rows() == grid.cells().len());
        assert!(grid.cells().iter().all(is_in_range));
        // Inside, at the edges, far outside: the road is within the range of its nodes.
        for [column, row] in [[0.5, 0.5], [0.0, 0.0], [1.0, 1.0], [-1e6, 1e6], [0.999_999, 0.3]] {
            let place = [x_m + dx_m * column, y_m + dy_m * row];
            if let Some((cell, rise)) = grid.at(place) {
                assert!(is_in_range(&cell) && rise.iter().all(|rise| rise.is_finite()), "{cell:?} {rise:?}");
            }
        }
        let text = written(&grid);
        // Nodes closer than a number's own precision cannot be written by their places.
        let Ok(again) = parse_map("w.csv", text.as_bytes()) else {
            assert!(dx_m < 1e-6 || dy_m < 1e-6, "a grid does not read back: {text}");
            return;
        };
        assert_eq!(again.cells(), grid.cells(), "{text}");
        assert_eq!((again.columns(), again.rows()), (grid.columns(), grid.rows()));
    }
);

fn is_in_range(cell: &Cell) -> bool {
    (0.0..=3.0).contains(&cell.grip)
        && (0.0..=50.0).contains(&cell.rolling)
        && (-100.0..=100.0).contains(&cell.height_m)
}

fn written(grid: &Grid) -> String {
    let ([x_m, y_m], [dx_m, dy_m]) = (grid.origin_m(), grid.spacing_m());
    let rows = grid.cells().iter().enumerate().map(|(index, cell)| {
        let (column, row) = (index % grid.columns(), index / grid.columns());
        let (x_m, y_m) = (x_m + dx_m * column as f64, y_m + dy_m * row as f64);
        format!("{x_m:?},{y_m:?},{:?},{:?},{:?}\n", cell.grip, cell.rolling, cell.height_m)
    });
    std::iter::once("x_m,y_m,grip,rolling,height_m\n".to_owned()).chain(rows).collect()
}

fn texts() -> Vec<&'static str> {
    vec![
        "x_m,y_m,grip\n0,0,0.5\n1,0,1\n0,1,1\n1,1,1\n",
        "grip,y_m,x_m\n0.4,1,0\n0.1,0,0\n0.2,0,2\n0.5,1,2\n",
        "x_m,y_m,height_m,rolling\n-1.5,2,0.1,1\n-0.5,2,0,2\n0.5,2,-0.1,3\n-1.5,4,0,1\n-0.5,4,0,1\n0.5,4,0,50\n",
    ]
}
