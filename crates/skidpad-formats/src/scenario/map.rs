//! Maps of the road: tables of comma-separated values.
//!
//! Columns by name, in any order: `x_m`, `y_m`, and at least one of `grip`, `rolling` and `height_m`. The rows, in any
//! order, are the nodes of a grid along the road's axes, evenly spaced, none left out.

use std::path::PathBuf;

use skidpad_core::math::Real;
use skidpad_core::model::two_track::MOST_HEIGHT_M;
use skidpad_world::ground::{Cell, Grid};

use crate::disk;
use crate::document::{shortened, text_at_most};
use crate::error::{Faults, FileError, did_you_mean, one_of};

/// The most bytes of all maps of a scenario together: about two million nodes, of which a map in memory needs some 100
/// bytes each while it is read.
const MOST_BYTES: usize = 32 << 20;
/// The columns: name, least and largest value.
const COLUMNS: [(&str, f64, f64); 5] = [
    ("x_m", -1e7, 1e7),
    ("y_m", -1e7, 1e7),
    ("grip", 0.0, 3.0),
    ("rolling", 0.0, 50.0),
    ("height_m", -MOST_HEIGHT_M, MOST_HEIGHT_M),
];
/// What of the spacing a node may lie beside its place.
const UNEVEN: f64 = 1e-3;

/// A node: the values of [`COLUMNS`].
type Node = [f64; 5];

/// The maps that a scenario has read.
#[derive(Default)]
pub(super) struct Maps {
    /// Their paths.
    pub paths: Vec<PathBuf>,
    bytes: usize,
}

impl Maps {
    /// Reads one more; one that is named twice counts twice.
    pub fn read(&mut self, path: PathBuf) -> Result<Grid, FileError> {
        let bytes = disk::read_at_most(&path, MOST_BYTES)?;
        self.bytes += bytes.len();
        if self.bytes > MOST_BYTES {
            return Err(FileError::message(format!(
                "{}: the maps of a scenario are too large; together they may have {} MiB",
                path.display(),
                MOST_BYTES >> 20
            )));
        }
        let grid = parse(&path.display().to_string(), &bytes)?;
        self.paths.push(path);
        Ok(grid)
    }
}

/// Reads a map from the bytes of a file. `origin` names them in errors.
///
/// # Errors
/// Everything that is wrong in it, by line.
pub fn parse(origin: &str, bytes: &[u8]) -> Result<Grid, FileError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(FileError::whole(
            origin,
            "an empty file",
            "a map: a line of names, such as x_m,y_m,grip, and rows",
        ));
    }
    let text = text_at_most(origin, bytes, MOST_BYTES)?;
    let mut reader =
        csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
    let unreadable =
        |error: csv::Error| FileError::whole(origin, format!("no table ({error})"), "comma-separated values");
    let names = reader.headers().map_err(unreadable)?.clone();
    let mut faults = Faults::default();
    let places = places(&names, &mut faults);
    let mut nodes = Vec::new();
    for record in reader.records() {
        if faults.room() == 0 {
            break;
        }
        let record = record.map_err(unreadable)?;
        nodes.push(node(&record, &places, &mut faults));
    }
    if !faults.is_empty() {
        return Err(faults.into_error(origin, text));
    }
    grid(&nodes).map_err(|(value, must)| FileError::whole(origin, value, must))
}

fn places(names: &csv::StringRecord, faults: &mut Faults) -> [Option<usize>; 5] {
    let mut places = [None; 5];
    let all = || COLUMNS.iter().map(|column| column.0);
    for (at, name) in names.iter().enumerate() {
        let Some(index) = all().position(|known| known == name) else {
            let must = format!("one of the columns {}", one_of(all()));
            let value = format!("the unknown column `{}`", shortened(name));
            faults.push(0, "line 1", value, must, did_you_mean(name, all()));
            continue;
        };
        if places[index].replace(at).is_some() {
            faults.push(
                0,
                name,
                "the column a second time".to_owned(),
                "one column of that name".to_owned(),
                None,
            );
        }
    }
    for (index, name) in all().enumerate().take(2) {
        if places[index].is_none() {
            faults.push(0, name, "nothing".to_owned(), "a column in the first line".to_owned(), None);
        }
    }
    if places[2..].iter().all(Option::is_none) {
        let must = format!("at least one of the columns {}", one_of(all().skip(2)));
        faults.push(0, "line 1", "nothing but places".to_owned(), must, None);
    }
    places
}

fn node(record: &csv::StringRecord, places: &[Option<usize>; 5], faults: &mut Faults) -> Node {
    let position = record.position();
    let line = position.map_or(0, csv::Position::line);
    let offset = position.map_or(0, |position| position.byte() as usize);
    let mut node = [0.0, 0.0, 1.0, 1.0, 0.0];
    for (index, (name, low, high)) in COLUMNS.iter().enumerate() {
        let Some(place) = places[index] else { continue };
        let text = record.get(place).unwrap_or_default();
        match text.parse::<f64>().ok().filter(|value| (*low..=*high).contains(value)) {
            Some(value) => node[index] = value,
            None => {
                let value =
                    if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", shortened(text)) };
                let must = format!("a number between {low} and {high}");
                faults.push(offset, &format!("line {line}: {name}"), value, must, None);
            }
        }
    }
    node
}

/// The places along an axis, each once, in order.
fn axis(nodes: &[Node], axis: usize) -> Vec<f64> {
    let mut places: Vec<f64> = nodes.iter().map(|node| node[axis]).collect();
    places.sort_by(f64::total_cmp);
    let spread = places.last().zip(places.first()).map_or(0.0, |(last, first)| last - first);
    // What rounding makes of one place is one.
    places.dedup_by(|next, kept| *next - *kept <= 1e-9 * spread);
    places
}

/// The grid of nodes in any order; or what is there and what must be.
fn grid(nodes: &[Node]) -> Result<Grid, (String, String)> {
    let axes = [axis(nodes, 0), axis(nodes, 1)];
    let counts = [axes[0].len(), axes[1].len()];
    if counts.iter().any(|count| *count < 2) {
        let value = format!("{} places along x and {} along y", counts[0], counts[1]);
        return Err((value, "at least two along each".to_owned()));
    }
    if nodes.len() != counts[0] * counts[1] {
        let value =
            format!("{} nodes at {} places along x and {} along y", nodes.len(), counts[0], counts[1]);
        return Err((value, format!("a node at each of these {} places, once", counts[0] * counts[1])));
    }
    let spacing = |axis: &[f64]| (axis[axis.len() - 1] - axis[0]) / (axis.len() - 1) as f64;
    let spacing_m = [spacing(&axes[0]), spacing(&axes[1])];
    for (name, (axis, space)) in ["x_m", "y_m"].into_iter().zip(axes.iter().zip(spacing_m)) {
        let uneven = axis
            .iter()
            .enumerate()
            .find(|(index, place)| Real::abs(**place - (axis[0] + space * *index as f64)) > UNEVEN * space);
        if let Some((_, place)) = uneven {
            return Err((
                format!("{name} = {place} off its place"),
                format!(
                    "evenly spaced nodes: from {} to {} they would be {space} m apart",
                    axis[0],
                    axis[axis.len() - 1]
                ),
            ));
        }
    }
    let mut cells = vec![None; nodes.len()];
    for [x, y, grip, rolling, height_m] in nodes {
        let at = |place: f64, axis: usize| ((place - axes[axis][0]) / spacing_m[axis] + 0.5) as usize;
        let index = at(*y, 1) * counts[0] + at(*x, 0);
        let cell = Cell { grip: *grip, rolling: *rolling, height_m: *height_m };
        if cells[index].replace(cell).is_some() {
            return Err((format!("two nodes at x_m = {x}, y_m = {y}"), "one node at each place".to_owned()));
        }
    }
    let cells = cells.into_iter().flatten().collect();
    let origin_m = [axes[0][0], axes[1][0]];
    Grid::new(origin_m, spacing_m, counts[0], cells).map_err(|error| ("no map".to_owned(), error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn nodes_stand_in_any_order() {
        let text = "grip,y_m,x_m\n0.4,1,0\n0.1,0,0\n0.2,0,2\n0.5,1,2\n";
        let grid = parse("map", text.as_bytes()).unwrap();
        assert_eq!((grid.columns(), grid.rows(), grid.spacing_m()), (2, 2, [2.0, 1.0]));
        let grips: Vec<f64> = grid.cells().iter().map(|cell| cell.grip).collect();
        assert_eq!(grips, [0.1, 0.2, 0.4, 0.5]);
        assert!(grid.cells().iter().all(|cell| cell.rolling == 1.0 && cell.height_m == 0.0));
    }

    #[test]
    fn decimal_places_make_an_even_grid() {
        let rows = (0..30).flat_map(|y| (0..30).map(move |x| format!("{}.{},{},0.5\n", x / 10, x % 10, y)));
        let text: String = std::iter::once("x_m,y_m,grip\n".to_owned()).chain(rows).collect();
        assert_eq!(parse("map", text.as_bytes()).unwrap().columns(), 30);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, says) in [
            ("", "got an empty file; must be a map"),
            ("x_m,y_m\n0,0\n", "at least one of the columns grip, rolling or height_m"),
            ("x_m,y_m,gripp\n0,0,1\n", "did you mean `grip`?"),
            ("x_m,y_m,grip,grip\n0,0,1,1\n", "the column a second time"),
            ("x_m,y_m,grip\n0,0,-1\n", "line 2: grip: got `-1`; must be a number between 0 and 3"),
            ("x_m,y_m,grip\n0,0,NaN\n", "line 2: grip: got `NaN`"),
            ("x_m,y_m,grip\n0,0\n", "line 2: grip: missing"),
            ("x_m,y_m,grip\n0,0,1\n1,0,1\n", "2 places along x and 1 along y"),
            ("x_m,y_m,grip\n0,0,1\n1,0,1\n0,1,1\n", "a node at each of these 4 places"),
            ("x_m,y_m,grip\n0,0,1\n1,0,1\n0,1,1\n0,1,1\n", "two nodes at x_m = 0, y_m = 1"),
            ("x_m,y_m,grip\n0,0,1\n1,0,1\n5,0,1\n0,1,1\n1,1,1\n5,1,1\n", "x_m = 1 off its place"),
        ] {
            let error = parse("map", text.as_bytes()).map(|_| ()).unwrap_err().to_string();
            assert!(error.to_lowercase().contains(&says.to_lowercase()), "{text:?}: {error}");
        }
    }
}
