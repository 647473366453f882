//! `skidpad track check`.

use std::process::ExitCode;

use serde::Serialize;
use skidpad_world::track::{Finding, Track};

use super::source::{TrackRead, TrackSource};
use crate::failure::Failure;
use crate::output;

/// Help text below the options.
pub const HELP: &str = "\
Each finding has its distance along the line from the first station, its position, and what to do about it. A bridge is
a note, not a fault.

Exit code 0: no fault was found. 1: there are faults. 2: the file cannot be read as a track.

  skidpad track check course.csv --smooth 0.25     a measured line, smoothed as `track convert` would";

/// Document that `--json` prints.
#[derive(Serialize)]
struct CheckedTrack<'a> {
    name: &'a str,
    sound: bool,
    findings: Vec<FindingRow<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct FindingRow<'a> {
    kind: &'static str,
    /// False for what is worth knowing and no fault.
    fault: bool,
    distance_m: f64,
    position_m: [f64; 2],
    message: &'a str,
}

impl<'a> FindingRow<'a> {
    fn new(finding: &'a Finding) -> Self {
        let Finding { kind, distance_m, position_m, message } = finding;
        let fault = !finding.is_note();
        Self { kind: kind.name(), fault, distance_m: *distance_m, position_m: *position_m, message }
    }
}

/// Prints the findings. The exit code is 1 where one of them is a fault.
pub fn exit_code(source: &TrackSource, json: bool) -> Result<ExitCode, Failure> {
    let TrackRead { file, track } = source.read()?;
    let findings = track.inspect(&file.spec.stations);
    let faults = findings.iter().filter(|finding| !finding.is_note()).count();
    if json {
        let rows = findings.iter().map(FindingRow::new).collect();
        output::json(&CheckedTrack {
            name: track.name(),
            sound: faults == 0,
            findings: rows,
            notes: &file.notes,
        })?;
    } else {
        output::text(&text(&source.file.display().to_string(), &track, &findings, &file.notes))?;
    }
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn text(path: &str, track: &Track, findings: &[Finding], notes: &[String]) -> String {
    let mut text = String::new();
    for finding in findings {
        let [x, y] = finding.position_m;
        let kind = finding.kind.name();
        let place = format!("at {:.0} m (x {x:.1}, y {y:.1})", finding.distance_m);
        text += &format!("{path}: {kind} {place}: {}\n", finding.message);
    }
    for note in notes {
        text += &format!("note: {note}\n");
    }
    let count = findings.iter().filter(|finding| !finding.is_note()).count();
    let result = match count {
        0 => "OK".to_owned(),
        1 => "1 fault".to_owned(),
        _ => format!("{count} faults"),
    };
    let kind = if track.is_closed() { "circuit" } else { "open road" };
    text + &format!("{path}: {result}: {}, {kind} of {:.1} m\n", track.name(), track.length_m())
}
