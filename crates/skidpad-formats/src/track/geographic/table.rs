//! Tables of latitudes and longitudes.

use csv::StringRecord;

use super::fixes::Fix;
use super::plane::Coordinates;
use crate::document::shortened;
use crate::error::{Faults, FileError, one_of};
use crate::track::file::text_of;

/// The most lines before that of the names.
const MOST_PREAMBLE: usize = 50;
/// The most points.
const MOST_FIXES: usize = 1_000_000;
/// Usual names of the columns, in small letters, without units.
const LATITUDES: [&str; 5] = ["latitude", "lat", "gps_latitude", "gps_lat", "position_lat"];
const LONGITUDES: [&str; 9] =
    ["longitude", "lon", "lng", "long", "gps_longitude", "gps_lon", "gps_long", "gps_lng", "position_long"];
const HEIGHTS: [&str; 9] =
    ["height", "altitude", "elevation", "ele", "alt", "elev", "gps_altitude", "gps_alt", "gps_height"];
/// Ranges: latitudes and longitudes, degrees; heights, m.
pub(crate) const LATITUDES_DEG: [f64; 2] = [-89.9, 89.9];
pub(crate) const LONGITUDES_DEG: [f64; 2] = [-360.0, 360.0];
pub(crate) const HEIGHTS_M: [f64; 2] = [-9000.0, 9000.0];

/// The columns of a table and what stands between them.
struct Head {
    latitude: usize,
    longitude: usize,
    height: Option<usize>,
    delimiter: u8,
    /// Byte offset of the first line below.
    below: usize,
    /// Number of lines above that.
    lines: usize,
}

/// The places of a table, and notes.
pub(super) fn read(origin: &str, bytes: &[u8]) -> Result<(Vec<Fix>, Vec<String>), FileError> {
    const MUST: &str = "a table with columns of latitude and longitude, such as latitude,longitude,height_m";
    let text = text_of(origin, bytes, MUST)?;
    let Some(head) = head(text) else {
        let names =
            format!("a line with the names of columns: {}; and {}", one_of(LATITUDES), one_of(LONGITUDES));
        return Err(FileError::whole(origin, "no columns of latitude and longitude", names));
    };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(head.delimiter)
        .from_reader(&text.as_bytes()[head.below..]);
    let mut faults = Faults::default();
    let mut fixes = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| FileError::whole(origin, format!("no table ({error})"), MUST))?;
        // Loggers write cells without a position before they know it.
        let is_blank = |place: usize| record.get(place).is_none_or(str::is_empty);
        if is_blank(head.latitude) && is_blank(head.longitude) {
            continue;
        }
        fixes.push(fix(&record, &head, &mut faults));
        if faults.room() == 0 {
            break;
        }
        if fixes.len() > MOST_FIXES {
            return Err(FileError::whole(origin, "more than a million points", "a million at most"));
        }
    }
    if !faults.is_empty() {
        return Err(faults.into_error(origin, text));
    }
    Ok((fixes, Vec::new()))
}

/// Returns true for a text with a line of names.
pub(super) fn has_head(text: &str) -> bool {
    head(text).is_some()
}

/// The line of names: the first one that has both columns.
fn head(text: &str) -> Option<Head> {
    let mut below = 0;
    for (lines, line) in text.split_inclusive('\n').take(MOST_PREAMBLE + 1).enumerate() {
        below += line.len();
        for delimiter in [b',', b';', b'\t'] {
            let names: Vec<String> = line.split(char::from(delimiter)).map(plain).collect();
            let find = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
            if let (Some(latitude), Some(longitude)) = (find(&LATITUDES), find(&LONGITUDES)) {
                let height = find(&HEIGHTS);
                return Some(Head { latitude, longitude, height, delimiter, below, lines: lines + 1 });
            }
        }
    }
    None
}

/// A name in small letters, without quotes, units and signs of comments: `# "GPS Latitude (deg)"` is `gps_latitude`.
fn plain(name: &str) -> String {
    let end = name.find(['(', '[']).unwrap_or(name.len());
    let letters = name[..end].to_lowercase();
    let is_word = |c: char| c.is_alphanumeric();
    let words: Vec<&str> = letters.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
    let is_unit = |word: &&str| ["deg", "degrees", "m", "rad"].contains(word);
    let count = words.len() - usize::from(words.len() > 1 && words.last().is_some_and(is_unit));
    words[..count].join("_")
}

fn fix(record: &StringRecord, head: &Head, faults: &mut Faults) -> Fix {
    let position = record.position();
    let line = head.lines + position.map_or(0, |position| position.line() as usize);
    let offset = head.below + position.map_or(0, |position| position.byte() as usize);
    let mut number = |place: usize, name: &str, [low, high]: [f64; 2]| {
        let text = record.get(place).unwrap_or_default();
        let number = text.parse().ok().filter(|number| (low..=high).contains(number));
        number.unwrap_or_else(|| {
            let path = format!("line {line}: {name}");
            let must = format!("a number between {low} and {high}");
            faults.push(offset, &path, format!("`{}`", shortened(text)), must, None);
            0.0
        })
    };
    let place = Coordinates {
        latitude_deg: number(head.latitude, "latitude", LATITUDES_DEG),
        longitude_deg: number(head.longitude, "longitude", LONGITUDES_DEG),
    };
    let height = head.height.filter(|height| record.get(*height).is_some_and(|text| !text.is_empty()));
    Fix { place, height_m: height.map(|height| number(height, "height", HEIGHTS_M)) }
}
