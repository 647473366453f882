//! Roads in OpenDRIVE (ASAM, versions 1.4 to 1.8), as simulators of traffic use them.
//!
//! Roads that follow each other by their links become one line; of a junction the connection that goes on most straight is taken,
//! and a note names the others. Driving lanes make the road, the lanes outside of them strips of run-off.
//!
//! Superelevation is positive for a road that falls to the right (ASAM OpenDRIVE 1.8, 10.5.2; 1.6, 8.4.2), as
//! [`banking_rad`](skidpad_world::track::Station::banking_rad) is. Lateral positions are measured along the tilted road (8.3), so that
//! widths in the plane are theirs times the cosine of the superelevation.
//!
//! Lateral profiles by shape or crossfall, surfaces by OpenCRG, objects, signals and geographic references are not read.
//!
//! ```
//! use skidpad_formats::track::opendrive;
//! let text = r#"<OpenDRIVE><header revMajor="1" revMinor="7" name="street"/>
//!   <road id="1" length="100" junction="-1"><link/>
//!     <planView><geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry></planView>
//!     <lanes><laneSection s="0"><center><lane id="0"/></center>
//!       <right><lane id="-1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></right>
//!     </laneSection></lanes></road></OpenDRIVE>"#;
//! let file = opendrive::parse("street.xodr", text.as_bytes())?;
//! assert_eq!(file.spec.stations[0].widths_m, [0.0, 3.5]);
//! # Ok::<(), skidpad_formats::FileError>(())
//! ```

mod curve;
mod lanes;
mod plan;
mod profile;
mod road;
mod route;
mod sample;
mod write;

use roxmltree::Node;

use super::beside;
use super::file::TrackFile;
use super::file::name_of;
use super::xml::{self, XmlReader, child, children};
use crate::FileError;
use crate::document::shortened;

pub use write::write;

/// Versions that are read: the minor numbers of version 1.
const MINORS: [f64; 2] = [4.0, 8.0];

/// Reads the text of an OpenDRIVE file.
///
/// # Errors
/// Everything that is wrong in it, with lines and columns: syntax, numbers, curves that do not meet, roads without driving lanes,
/// more than 16 MiB, more than 100 000 points.
pub fn parse(origin: &str, bytes: &[u8]) -> Result<TrackFile, FileError> {
    let plain = xml::plain(origin, bytes, "a road network in OpenDRIVE")?;
    let mut notes = plain.notes;
    let tree = xml::tree(origin, &plain.text)?;
    let root = tree.root_element();
    let mut reader = XmlReader::default();
    if root.tag_name().name() != "OpenDRIVE" {
        let found = format!("the element <{}>", shortened(root.tag_name().name()));
        reader.fault(root, found, "<OpenDRIVE>, as the first element of an OpenDRIVE file");
        return Err(reader.faults.into_error(origin, &plain.text));
    }
    let name = header(root, &mut reader, &mut notes);
    let roads = road::roads(root, &mut reader, &mut notes);
    if reader.faults.is_empty() && roads.is_empty() {
        reader.missing(root, "road", "at least one road with a <planView>");
    }
    if !reader.faults.is_empty() {
        return Err(reader.faults.into_error(origin, &plain.text));
    }
    let junctions = route::junctions(root, &roads);
    let route = route::route(&roads, &junctions, &mut notes);
    let points = sample::points(origin, &roads, &route, &mut notes)?;
    let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| {
        let first = &roads[route.legs[0].road];
        if first.name.is_empty() { name_of(origin) } else { first.name.clone() }
    });
    let is_closed = route.is_closed || sample::ends_meet(&points, &mut notes);
    let (spec, _) = beside::track(origin, &name, is_closed, points)?;
    beside::checked(origin, &spec)?;
    xml::shortened_notes(&mut notes);
    Ok(TrackFile { spec, notes })
}

/// The name in the header, after a look at the version.
fn header(root: Node, reader: &mut XmlReader, notes: &mut Vec<String>) -> Option<String> {
    let Some(header) = child(root, "header") else {
        notes.push("there is no <header>: read as version 1.8".to_owned());
        return None;
    };
    let major = reader.number_or(header, "revMajor", 1.0, [0.0, 1e6]);
    let minor = reader.number_or(header, "revMinor", MINORS[1], [0.0, 1e6]);
    if major != 1.0 || !(MINORS[0]..=MINORS[1]).contains(&minor) {
        notes.push(format!("version {major}.{minor}: read as 1.4 to 1.8, which it may differ from"));
    }
    if children(header, "offset").next().is_some() {
        notes.push("the offset of the header is ignored: positions are those of the file".to_owned());
    }
    header.attribute("name").map(|name| shortened(name.trim()))
}
