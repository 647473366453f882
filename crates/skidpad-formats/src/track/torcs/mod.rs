//! Tracks of TORCS and Speed Dreams: straights and arcs in XML, with sides, borders, barriers and pits.
//!
//! Read are versions 4 and 5 of `trackdef`, by the meaning that the games give them: the line is the middle of the road, whose width is
//! one for all of it; heights of the left and right edge follow cubic curves by their tangents within each segment; a banking is positive
//! where the left edge is higher. A segment with an end radius is a row of arcs, as many as its profile has steps.
//!
//! Entities such as `&default-surfaces;` name files of the games, which are not read. Surfaces are known by their names.
//!
//! There is no writer: the format has one width for a whole track, and arcs in the place of a smooth line. OpenDRIVE holds both.
//!
//! ```
//! use skidpad_formats::track::torcs;
//! let text = r#"<params name="oval" type="trackdef"><section name="Header"><attstr name="name" val="Oval"/></section>
//!   <section name="Main Track"><attnum name="width" unit="m" val="10"/><section name="Track Segments">
//!     <section name="s1"><attstr name="type" val="str"/><attnum name="lg" unit="m" val="100"/></section>
//!     <section name="c1"><attstr name="type" val="lft"/><attnum name="radius" val="50"/><attnum name="arc" unit="deg" val="180"/></section>
//!     <section name="s2"><attstr name="type" val="str"/><attnum name="lg" unit="m" val="100"/></section>
//!     <section name="c2"><attstr name="type" val="lft"/><attnum name="radius" val="50"/><attnum name="arc" unit="deg" val="180"/></section>
//!   </section></section></params>"#;
//! let file = torcs::parse("oval.xml", text.as_bytes())?;
//! assert!(file.spec.is_closed && file.spec.stations[0].widths_m == [5.0, 5.0]);
//! # Ok::<(), skidpad_formats::FileError>(())
//! ```

mod barriers;
mod heights;
mod line;
mod params;
mod pits;
mod segments;
mod sides;

use super::beside;
use super::file::TrackFile;
use super::file::name_of;
use super::xml::{self, XmlReader};
use crate::FileError;
use crate::document::shortened;
use line::SegmentPoint;
use params::Parameters;

/// Names of the list of segments: that of version 4 and 5, and that of version 3.
const LISTS: [&str; 2] = ["Track Segments", "segments"];

/// Reads the text of a track of TORCS or Speed Dreams.
///
/// # Errors
/// Everything that is wrong in it, with lines and columns: syntax, numbers, units, segments without a length, more than 16 MiB,
/// more than 100 000 points.
pub fn parse(origin: &str, bytes: &[u8]) -> Result<TrackFile, FileError> {
    let plain = xml::plain(origin, bytes, "a track of TORCS or Speed Dreams in XML")?;
    let mut notes = plain.notes;
    let tree = xml::tree(origin, &plain.text)?;
    let root = tree.root_element();
    let mut reader = XmlReader::default();
    let whole = Parameters::root(root);
    let main = whole.section("Main Track");
    let list = main.and_then(|main| LISTS.iter().find_map(|name| main.section(name)));
    let (Some(main), Some(list)) = (main, list) else {
        let found = format!("the element <{}>", shortened(root.tag_name().name()));
        reader.fault(root, found, "<params> with a section `Main Track` that has a section `Track Segments`");
        return Err(reader.faults.into_error(origin, &plain.text));
    };
    let width_m = main.number_or("width", 15.0, [0.1, 1000.0], &mut reader);
    let segments = segments::segments(main, list, width_m, &mut reader);
    if segments.is_empty() && reader.faults.is_empty() {
        reader.missing(list.node, "section", "at least one segment");
    }
    let pits = main.section("Pits").or(whole.section("Pits"));
    let pits = pits.and_then(|pits| pits::Pits::read(pits, &mut reader));
    if !reader.faults.is_empty() {
        return Err(reader.faults.into_error(origin, &plain.text));
    }
    let mut placed = line::placed(origin, &segments, width_m)?;
    let is_closed = line::closed(&mut placed, &mut notes);
    let name = whole.section("Header").and_then(|header| header.text("name"));
    let name = name.or(root.attribute("name")).map_or_else(|| name_of(origin), |name| shortened(name.trim()));
    let points = placed.iter().map(|place: &SegmentPoint| place.point.clone()).collect();
    let (mut spec, distances_m) = beside::track(origin, &name, is_closed, points)?;
    let spans = line::spans(&placed, &segments, &distances_m, &spec);
    spec.walls = barriers::walls(&segments, &spans, width_m);
    if let Some(pits) = pits {
        spec.pit_lane = pits.lane(&segments, &spans, width_m, &mut notes);
    }
    barriers::surface_notes(&segments, &mut notes);
    beside::checked(origin, &spec)?;
    xml::shortened_notes(&mut notes);
    Ok(TrackFile { spec, notes })
}
