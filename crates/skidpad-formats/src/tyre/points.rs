//! Measured points of a tyre, as a table of comma-separated values.
//!
//! Columns by name, in any order: `fz_n` and at least one of `fx_n`, `fy_n` and `mz_nm`; `kappa`, `alpha_rad`,
//! `gamma_rad` and `pressure_pa` where they were varied. Axes are those of tyre property files (ISO-W). An empty cell
//! below a measured force or moment means that it was not measured there.

use std::path::Path;

use skidpad_fit::TyrePoint;

use crate::MAX_FILE_BYTES;
use crate::document::{shortened, text, too_large};
use crate::error::{Faults, FileError, did_you_mean, one_of};

/// The points of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// The points in the file's order; never empty.
    pub rows: Vec<TyrePoint>,
    /// The line of each point in the file, from 1.
    pub lines: Vec<usize>,
    /// Notes on columns that are not given and taken as 0, or that are ignored.
    pub notes: Vec<String>,
}

/// The columns: name, least and largest value.
const COLUMNS: [(&str, f64, f64); 8] = [
    ("fz_n", 1.0, 1e6),
    ("kappa", -100.0, 100.0),
    ("alpha_rad", -3.2, 3.2),
    ("gamma_rad", -1.6, 1.6),
    ("pressure_pa", 1e3, 1e7),
    ("fx_n", -1e6, 1e6),
    ("fy_n", -1e6, 1e6),
    ("mz_nm", -1e6, 1e6),
];
/// Index of the first measured column.
const MEASURED: usize = 5;

/// Reads a file of points.
///
/// # Errors
/// A file that cannot be read, and everything that is wrong in it, by line.
pub fn load_points(path: &Path) -> Result<Points, FileError> {
    parse_points(&path.display().to_string(), &crate::disk::read(path)?)
}

/// Reads the text of a file of points.
///
/// # Errors
/// Everything that is wrong in it, by line.
pub fn parse_points(origin: &str, bytes: &[u8]) -> Result<Points, FileError> {
    if bytes.len() > MAX_FILE_BYTES {
        return Err(too_large(origin, bytes.len() as u64, MAX_FILE_BYTES));
    }
    let text = text(origin, bytes).map_err(|error| {
        let is_empty = bytes.iter().all(u8::is_ascii_whitespace);
        let must = "a table of comma-separated values with a line of names, such as fz_n,kappa,fx_n";
        if is_empty { FileError::whole(origin, "an empty file", must) } else { error }
    })?;
    let mut reader =
        csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
    let names = reader.headers().map_err(|error| unreadable(origin, &error))?.clone();
    let mut faults = Faults::default();
    let (places, notes) = places(&names, &mut faults);
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for record in reader.records() {
        let record = record.map_err(|error| unreadable(origin, &error))?;
        let position = record.position();
        let line = position.map_or(0, |position| position.line() as usize);
        let offset = position.map_or(0, |position| position.byte() as usize);
        if record.len() != names.len() {
            let must = format!("{} values, as the first line has names", names.len());
            faults.push(offset, &format!("line {line}"), format!("{} values", record.len()), must, None);
            continue;
        }
        if faults.room() == 0 {
            break;
        }
        rows.push(point(&record, &places, (line, offset), &mut faults));
        lines.push(line);
    }
    if faults.is_empty() && rows.is_empty() {
        faults.push(text.len(), "", "no row".to_owned(), "at least one measured point".to_owned(), None);
    }
    if faults.is_empty() { Ok(Points { rows, lines, notes }) } else { Err(faults.into_error(origin, text)) }
}

fn unreadable(origin: &str, error: &csv::Error) -> FileError {
    FileError::whole(origin, format!("no table ({error})"), "comma-separated values")
}

/// The place of each column, and what is not there or not read.
fn places(names: &csv::StringRecord, faults: &mut Faults) -> ([Option<usize>; 8], Vec<String>) {
    let mut places = [None; 8];
    let mut notes = Vec::new();
    let all = || COLUMNS.iter().map(|(name, _, _)| *name);
    for (at, name) in names.iter().enumerate() {
        let Some(index) = COLUMNS.iter().position(|(known, _, _)| *known == name) else {
            let hint = did_you_mean(name, all()).map_or(String::new(), |hint| format!("; {hint}"));
            notes.push(format!("the column {} is ignored{hint}", shortened(name)));
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
    if places[0].is_none() {
        faults.push(0, "fz_n", "nothing".to_owned(), "a column in the first line".to_owned(), None);
    }
    if places[MEASURED..].iter().all(Option::is_none) {
        let measured = one_of(COLUMNS[MEASURED..].iter().map(|(name, _, _)| *name));
        faults.push(
            0,
            "",
            "nothing measured".to_owned(),
            format!("at least one of the columns {measured}"),
            None,
        );
    }
    for (index, (name, _, _)) in COLUMNS.iter().enumerate().take(4).skip(1) {
        if places[index].is_none() {
            notes.push(format!("{name} is not given: taken as 0"));
        }
    }
    (places, notes)
}

fn point(
    record: &csv::StringRecord,
    places: &[Option<usize>; 8],
    (line, offset): (usize, usize),
    faults: &mut Faults,
) -> TyrePoint {
    let mut value = |index: usize| -> Option<f64> {
        let (name, low, high) = COLUMNS[index];
        let text = record.get(places[index]?)?;
        if text.is_empty() && index >= MEASURED {
            return None;
        }
        let number: Option<f64> = text.parse().ok().filter(|value| *value >= low && *value <= high);
        if number.is_none() {
            let must = format!("a number between {low} and {high}");
            let path = format!("line {line}: {name}");
            faults.push(offset, &path, format!("`{}`", shortened(text)), must, None);
        }
        number
    };
    TyrePoint {
        fz_n: value(0).unwrap_or(1.0),
        kappa: value(1).unwrap_or_default(),
        alpha_rad: value(2).unwrap_or_default(),
        gamma_rad: value(3).unwrap_or_default(),
        pressure_pa: value(4),
        fx_n: value(5),
        fy_n: value(6),
        mz_nm: value(7),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_points;

    #[test]
    fn columns_stand_in_any_order_and_cells_may_be_empty() {
        let points =
            parse_points("p", b"fy_n, fz_n, kapa, alpha_rad\n10,4000,0,0.1\n,4000,1,-0.1\n").unwrap();
        assert_eq!((points.rows[0].fy_n, points.rows[1].fy_n), (Some(10.0), None));
        assert_eq!((points.rows[0].alpha_rad, points.lines[1]), (0.1, 3));
        assert!(points.notes[0].contains("kapa is ignored; did you mean `kappa`?"), "{:?}", points.notes);
        assert!(points.notes.iter().any(|note| note == "kappa is not given: taken as 0"));
    }

    #[test]
    fn bad_rows_are_named_by_line() {
        let error =
            parse_points("p", b"fz_n,alpha_rad,fy_n\n4000,0.1,5\n4000,x,5\n-1,0,nan\n1,2\n").unwrap_err();
        let error = error.to_string();
        for says in [
            "line 3: alpha_rad: got `x`",
            "line 4: fz_n: got `-1`",
            "line 4: fy_n: got `nan`",
            "line 5: got 2 values",
        ] {
            assert!(error.contains(says), "{says}: {error}");
        }
        for (text, says) in [
            ("", "an empty file"),
            ("fz_n\n", "at least one of the columns fx_n, fy_n or mz_nm"),
            ("fz_n,fx_n\n", "got no row"),
            ("fx_n\n1\n", "fz_n: missing"),
            ("fz_n,fz_n,fx_n\n1,1,1\n", "the column a second time"),
        ] {
            let error = parse_points("p", text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
