//! Laps beside a log: `.ldx`, in which i2 looks for the beacons of the log with that name.

use std::fmt::Write as _;

use crate::document::{MAX_FILE_BYTES, text_at_most};
use crate::error::FileError;

/// The file of beacons of a log: times at which the car passes the start line, s from the log's beginning, ascending. Between two beacons
/// lies a lap.
///
/// ```
/// let text = skidpad_formats::telemetry::beacons(&[10.0, 71.5, 131.25]);
/// assert!(text.contains(r#"Time="71500000""#) && text.contains(r#"Id="Fastest Time" Value="0:59.750""#));
/// ```
pub fn beacons(times_s: &[f64]) -> String {
    let mut text = "<?xml version=\"1.0\"?>\n\
        <LDXFile Locale=\"English_United States.1252\" DefaultLocale=\"C\" Version=\"1.6\">\n <Layers>\n  <Layer>\n   <MarkerBlock>\n"
        .to_owned();
    let _ = writeln!(text, "    <MarkerGroup Name=\"Beacons\" Index=\"{}\">", times_s.len());
    for (place, time_s) in times_s.iter().enumerate() {
        // Microseconds.
        let (number, time_us) = (place + 1, (1e6 * time_s).round());
        let _ = writeln!(
            text,
            "     <Marker Version=\"100\" ClassName=\"BCN\" Name=\"Manual.{number}\" Flags=\"77\" Time=\"{time_us}\"/>"
        );
    }
    text.push_str("    </MarkerGroup>\n   </MarkerBlock>\n   <RangeBlock/>\n  </Layer>\n  <Details>\n");
    let laps_s: Vec<f64> = times_s.windows(2).map(|pair| pair[1] - pair[0]).collect();
    // i2 counts the laps before the first beacon and after the last one, too.
    let _ = writeln!(text, "   <String Id=\"Total Laps\" Value=\"{}\"/>", times_s.len() + 1);
    let fastest = laps_s.iter().enumerate().min_by(|one, other| one.1.total_cmp(other.1));
    if let Some((place, lap_s)) = fastest {
        let minutes = (lap_s / 60.0).floor();
        let rest_s = lap_s - 60.0 * minutes;
        let _ = writeln!(text, "   <String Id=\"Fastest Time\" Value=\"{minutes:.0}:{rest_s:06.3}\"/>");
        let _ = writeln!(text, "   <String Id=\"Fastest Lap\" Value=\"{}\"/>", place + 2);
    }
    text.push_str("  </Details>\n </Layers>\n</LDXFile>\n");
    text
}

/// Times of a file of beacons, s, ascending.
pub(in crate::telemetry) fn read_beacons(origin: &str, bytes: &[u8]) -> Result<Vec<f64>, FileError> {
    const MUST: &str = "a file of beacons (.ldx), XML";
    let text = text_at_most(origin, bytes, MAX_FILE_BYTES)?;
    let document = roxmltree::Document::parse(text)
        .map_err(|error| FileError::whole(origin, format!("no XML ({error})"), MUST))?;
    let is_beacon = |node: &roxmltree::Node| {
        node.has_tag_name("Marker") && node.attribute("ClassName").is_none_or(|class| class == "BCN")
    };
    let time_s = |node: roxmltree::Node| {
        let written = node.attribute("Time").unwrap_or_default();
        let time_us =
            written.trim().parse().ok().filter(|time_us: &f64| time_us.is_finite() && *time_us >= 0.0);
        let must = "a beacon with its time in microseconds";
        time_us.map(|time_us| 1e-6 * time_us).ok_or_else(|| {
            FileError::whole(origin, format!("the time `{}`", crate::document::shortened(written)), must)
        })
    };
    let mut times_s = document.descendants().filter(is_beacon).map(time_s).collect::<Result<Vec<_>, _>>()?;
    times_s.sort_by(f64::total_cmp);
    times_s.dedup();
    Ok(times_s)
}
