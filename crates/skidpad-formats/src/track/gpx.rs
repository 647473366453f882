//! GPX: tracks of positioning receivers in XML (GPX 1.0 and 1.1, topografix.com).
//!
//! Read as [`geographic`] tables are: of several tracks the one of most points, its segments joined. Without a track a route is read.
//!
//! ```
//! use skidpad_formats::track::gpx;
//! let point = |at: i32| format!("<trkpt lat=\"50\" lon=\"{}\"><ele>300</ele></trkpt>", 7.0 + 1e-4 * f64::from(at));
//! let points: String = (0..20).map(point).collect();
//! let text = format!("<gpx version=\"1.1\"><trk><name>road</name><trkseg>{points}</trkseg></trk></gpx>");
//! let file = gpx::parse("road.gpx", text.as_bytes())?;
//! assert!(!file.spec.is_closed && (file.spec.stations[0].height_m - 300.0).abs() < 1e-6);
//! # Ok::<(), skidpad_formats::FileError>(())
//! ```

use std::fmt::Write as _;

use roxmltree::Node;
use skidpad_world::track::Track;

use super::file::TrackFile;
use super::file::name_of;
use super::geographic::{self, Coordinates, Fix, HEIGHTS_M, LATITUDES_DEG, LONGITUDES_DEG};
use super::xml::{self, XmlReader, child, children};
use crate::FileError;
use crate::document::shortened;

/// Reads the text of a GPX file.
///
/// # Errors
/// Everything that is wrong in it, with lines and columns: syntax, numbers, no track or route, too few points for a line.
pub fn parse(origin: &str, bytes: &[u8]) -> Result<TrackFile, FileError> {
    let plain = xml::plain(origin, bytes, "a log in GPX")?;
    let mut notes = plain.notes;
    let tree = xml::tree(origin, &plain.text)?;
    let root = tree.root_element();
    let mut reader = XmlReader::default();
    let lines: Vec<Line> = children(root, "trk").map(Line::track).collect();
    let lines = if lines.is_empty() { children(root, "rte").map(Line::route).collect() } else { lines };
    let Some(line) = lines.iter().rev().max_by_key(|line| line.points.len()) else {
        let found = format!("the element <{}> without a track", shortened(root.tag_name().name()));
        reader.fault(root, found, "<gpx> with a <trk> or a <rte>");
        return Err(reader.faults.into_error(origin, &plain.text));
    };
    if lines.len() > 1 {
        notes.push(format!("the file has {} tracks: the one of most points is read", lines.len()));
    }
    let fixes: Vec<Fix> = line.points.iter().map(|point| fix(*point, &mut reader)).collect();
    if !reader.faults.is_empty() {
        return Err(reader.faults.into_error(origin, &plain.text));
    }
    let name = line.name.clone().unwrap_or_else(|| name_of(origin));
    geographic::track(origin, &name, &fixes, notes)
}

/// A track or a route.
struct Line<'a, 'i> {
    name: Option<String>,
    points: Vec<Node<'a, 'i>>,
}

impl<'a, 'i> Line<'a, 'i> {
    fn track(node: Node<'a, 'i>) -> Self {
        let points = children(node, "trkseg").flat_map(|segment| children(segment, "trkpt"));
        Self { name: name(node), points: points.collect() }
    }

    fn route(node: Node<'a, 'i>) -> Self {
        Self { name: name(node), points: children(node, "rtept").collect() }
    }
}

fn name(node: Node) -> Option<String> {
    let name = child(node, "name")?.text()?.trim();
    (!name.is_empty()).then(|| shortened(name))
}

fn fix(node: Node, reader: &mut XmlReader) -> Fix {
    let place = Coordinates {
        latitude_deg: reader.number(node, "lat", LATITUDES_DEG),
        longitude_deg: reader.number(node, "lon", LONGITUDES_DEG),
    };
    let [low, high] = HEIGHTS_M;
    let height_m = child(node, "ele").and_then(|height| {
        let text = height.text().unwrap_or_default().trim();
        let number = text.parse().ok().filter(|number| (low..=high).contains(number));
        if number.is_none() && !text.is_empty() {
            reader.fault(
                height,
                format!("`{}`", shortened(text)),
                format!("a number between {low} and {high}"),
            );
        }
        number
    });
    Fix { place, height_m }
}

/// A track as GPX 1.1. `origin`: the place of the track's origin on earth; its x axis points east. A closed track ends with its first point.
pub fn write(track: &Track, origin: Coordinates) -> String {
    let name = xml::escaped(track.name());
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"Skidpad\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n\
         <trk>\n<name>{name}</name>\n<trkseg>\n"
    );
    for (place, height_m) in geographic::places(track, origin) {
        let _ = writeln!(
            text,
            "<trkpt lat=\"{:.9}\" lon=\"{:.9}\"><ele>{height_m:.3}</ele></trkpt>",
            place.latitude_deg, place.longitude_deg
        );
    }
    text + "</trkseg>\n</trk>\n</gpx>\n"
}
