//! `skidpad replay --out`: the table of a replay.

use std::path::Path;

use skidpad_formats::Outputs;
use skidpad_formats::telemetry::{Format, RowWriter, WriteError};
use skidpad_world::log::LogReplay;

use super::cars;
use super::source::LogSource;
use crate::failure::Failure;
use crate::output;

/// Follows a replay to its end, or to where cars join or leave, with a row at each step.
pub fn write(source: &LogSource, replay: &mut LogReplay, out: &Path) -> Result<(), Failure> {
    let format = Format::from_path(out).map_err(|error| Failure::input(format!("--out: {error}")))?;
    let mut outputs = Outputs::new(&[source.path.to_owned()]);
    let file = outputs.create(out).map_err(|error| Failure::writing("--out", error))?;
    let unwritten = |error: WriteError| Failure::input(format!("--out: {}", error.in_file(out)));
    let cars = cars::named(replay);
    let names = cars::names(replay.world(), &cars);
    let columns: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut table = RowWriter::new(format, &columns, file).map_err(unwritten)?;
    let progress = output::bar(replay.log().steps() - replay.steps(), "replaying");
    let end = loop {
        table.push(&cars::row(replay.world(), &cars)).map_err(unwritten)?;
        let has_moved = replay.follow().and_then(|moved| replay.apply_changes().map(|()| moved));
        if !has_moved.map_err(|error| source.refused(error))? {
            break None;
        }
        progress.inc(1);
        // Others have other columns.
        let here = cars::named(replay);
        if here != cars || cars::names(replay.world(), &here) != names {
            break Some(replay.time_s());
        }
    };
    progress.finish_and_clear();
    let written = table.finish().map_err(unwritten)?;
    outputs.commit().map_err(|error| Failure::writing("--out", error))?;
    if let Some(time_s) = end {
        let on = "for the rest use --at with that time and another --out";
        output::note(&format!("note: other cars are there from {time_s} s on: the table ends before; {on}"));
    }
    output::text(&format!("{}: {written} rows of {} channels\n", out.display(), names.len()))
}
