//! MCAP: messages over time, as Foxglove and Rerun open them.
//!
//! The container follows the "MCAP Format Specification" (mcap.dev/spec, version 0): a header, schemas and channels, messages in chunks
//! with an index, and a summary with statistics. Messages are JSON with a JSON Schema. Log times are simulation times, from 0 on.
//!
//! | topic | schema | message |
//! |---|---|---|
//! | `/telemetry` | `skidpad.Telemetry` | a flat object with a number for each channel; the schema has their units |
//! | `/tf` | `foxglove.FrameTransform` | the car's body in the frame `map`, x forward, y left, z up |
//! | `/pose` | `foxglove.PoseInFrame` | the same as a pose |
//!
//! Further cars, whose columns begin with a name and a dot, have topics and frames of their own: `/pace/telemetry` and `pace`. A car
//! without a position has no pose.

mod container;
mod pose;
mod schemas;

use std::fmt::Write as _;
use std::io::{self, Write};

use container::McapWriter;
use pose::PoseColumns;

use super::write_error::{WriteError, failed};

/// Columns of the time, of which a table must have one.
const TIMES: [&str; 2] = ["time_s", "t_s"];

/// A file to which rows are appended.
pub(super) struct McapRows<W: Write> {
    writer: McapWriter<W>,
    time: usize,
    cars: Vec<CarTopics>,
    /// Text of a message, kept for its memory.
    text: String,
}

/// Topics of one car.
struct CarTopics {
    telemetry: u16,
    /// Columns, each with its key as it stands in a message: `"speed_m_s":`.
    columns: Vec<(usize, String)>,
    /// Columns of the pose, with the channels of the transform and of the pose.
    pose: Option<(PoseColumns, [u16; 2])>,
    frame: String,
}

/// Name of the car before a column's own name; empty for the first car.
fn car_and_column(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or(("", name))
}

impl<W: Write> McapRows<W> {
    /// Begins a file with topics for these columns.
    pub fn new(names: &[&str], to: W) -> Result<Self, WriteError> {
        let time = names.iter().position(|name| TIMES.contains(name)).ok_or_else(|| {
            let message = "the table has no column `time_s`: add one, MCAP needs a time for each message";
            WriteError::message(message.to_owned())
        })?;
        let mut own: Vec<(&str, Vec<(usize, &str)>)> = Vec::new();
        for (column, name) in names.iter().enumerate() {
            let (car, channel) = car_and_column(name);
            match own.iter_mut().find(|(known, _)| *known == car) {
                Some((_, columns)) => columns.push((column, channel)),
                None => own.push((car, vec![(column, channel)])),
            }
        }
        let begin = || {
            let mut writer = McapWriter::new(to)?;
            let cars = topics(&mut writer, &own)?;
            Ok(Self { writer, time, cars, text: String::new() })
        };
        begin().map_err(failed)
    }

    /// Appends a row: a message on each topic.
    pub fn push(&mut self, row: &[f64]) -> Result<(), WriteError> {
        let time_ns = nanoseconds(row[self.time])?;
        self.messages(row, time_ns).map_err(failed)
    }

    fn messages(&mut self, row: &[f64], time_ns: u64) -> io::Result<()> {
        for car in &self.cars {
            self.text.clear();
            for (place, (column, key)) in car.columns.iter().enumerate() {
                let before = if place == 0 { '{' } else { ',' };
                // Writing to a string cannot fail. `{:?}` has the fewest digits that keep the bits, and is JSON for finite numbers.
                let _ = write!(self.text, "{before}{key}{:?}", row[*column]);
            }
            self.text.push('}');
            self.writer.message(car.telemetry, time_ns, &self.text)?;
            if let Some((columns, [transform, pose])) = &car.pose {
                let here = columns.pose(row);
                self.writer.message(*transform, time_ns, &here.transform_json(time_ns, &car.frame))?;
                self.writer.message(*pose, time_ns, &here.json(time_ns))?;
            }
        }
        Ok(())
    }

    /// Completes the file.
    pub fn finish(self) -> io::Result<()> {
        self.writer.finish()
    }
}

/// Declares the schemas and topics of all cars.
fn topics<W: Write>(
    writer: &mut McapWriter<W>,
    cars: &[(&str, Vec<(usize, &str)>)],
) -> io::Result<Vec<CarTopics>> {
    let mut poses = None;
    let mut made = Vec::with_capacity(cars.len());
    for (car, columns) in cars {
        let names: Vec<&str> = columns.iter().map(|(_, name)| *name).collect();
        let is_own = car.is_empty();
        let (before, frame) = if is_own { (String::new(), "car") } else { (format!("/{car}"), *car) };
        let schema_name =
            if is_own { "skidpad.Telemetry".to_owned() } else { format!("skidpad.Telemetry.{car}") };
        let schema = writer.schema(&schema_name, &schemas::telemetry(&names))?;
        let telemetry = writer.channel(&format!("{before}/telemetry"), schema)?;
        let pose = match PoseColumns::find(columns) {
            None => None,
            Some(found) => {
                let [transforms, in_frame] = match poses {
                    Some(declared) => declared,
                    None => [
                        writer.schema("foxglove.FrameTransform", schemas::FRAME_TRANSFORM)?,
                        writer.schema("foxglove.PoseInFrame", schemas::POSE_IN_FRAME)?,
                    ],
                };
                poses = Some([transforms, in_frame]);
                let transform = writer.channel(&format!("{before}/tf"), transforms)?;
                Some((found, [transform, writer.channel(&format!("{before}/pose"), in_frame)?]))
            }
        };
        let key = |(column, name): &(usize, &str)| (*column, format!("{}:", schemas::quoted(name)));
        let columns = columns.iter().map(key).collect();
        made.push(CarTopics { telemetry, columns, pose, frame: frame.to_owned() });
    }
    Ok(made)
}

/// A time as MCAP has it, ns.
fn nanoseconds(time_s: f64) -> Result<u64, WriteError> {
    const MOST_S: f64 = 1e9;
    if !(0.0..=MOST_S).contains(&time_s) {
        return Err(WriteError::message(format!(
            "the time {time_s} s cannot be a log time of MCAP: must be 0 to {MOST_S} s"
        )));
    }
    Ok((time_s * 1e9).round() as u64)
}
