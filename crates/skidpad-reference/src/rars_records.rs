//! Lap records of RARS, the Robot Auto Racing Simulator, beside laps of its car on its tracks.
//!
//! The records are those of the program's own list for its surface 1 (`records1.dat` of version 0.91): mean speeds of the fastest laps of its
//! robots, nearly all by Remi Coulom's K1999, as times by the lengths of the tracks' centre lines. They were set by the program in
//! steps of 0.0549 s, with a friction that varies by chance from step to step and with a load of fuel that is not recorded. Here the friction is
//! the mean one, the car is alone, and the tank is nearly empty ([`FUEL_KG`]). As in the program, the centre of the car
//! must stay between the rails.

use std::sync::Arc;

use skidpad_formats::reference::{Data, Lack};
use skidpad_formats::{presets, track};
use skidpad_laptime::line::{LineOptions, fastest};
use skidpad_laptime::qss;
use skidpad_laptime::slip_vector::{SlipVectorRun, drive};
use skidpad_world::track::Track;

use crate::{Check, Tally};

/// List of the records.
pub const RECORDS: &str = "tracks/rars/lap_records_surface1.csv";
/// The tracks of the list.
pub const TRACKS: [&str; 36] = [
    "aalborg", "albert", "anew", "barcelon", "brazil", "clkwis", "doningtn", "elev2", "figure8", "fourmile",
    "hungary", "indy500", "jerez", "kimla01", "kimla03", "kimla05", "loudon", "michigan", "mlwaukee",
    "monaco", "montreal", "monza-76", "nazareth", "oval2", "phoenix", "ra", "s1", "sepang", "silverst",
    "spa", "speed2", "suzuka", "tremblnt", "v01", "v03", "wierd",
];
/// Fuel, kg: 10 lb, what two laps at full power burn on most of the tracks. A full tank of 68 kg costs 0.4 % of a lap of `oval2` and of `aalborg`.
pub const FUEL_KG: f64 = 4.536;
/// Room that the line leaves to the rails, m.
const MARGIN_M: f64 = 0.1;
/// Distance between the stations of the line, m: the sharpest corners of the tracks have radii of 10 m.
const SPACING_M: f64 = 1.0;
/// Share of a record by which a driven lap may be slower and agree with it: the line is a local optimum.
const BOUND: f64 = 0.02;

/// Laps of RARS's car on a track, beside the record.
#[derive(Clone, Debug, PartialEq)]
pub struct RarsLap {
    /// Length of the centre line, m.
    pub length_m: f64,
    /// Record, s, and the robot that holds it; `None` of a track without one.
    pub record: Option<(f64, String)>,
    /// Quasi-steady lap on the fastest line, s.
    pub line_s: f64,
    /// Lap of the driver on the model along that line, s.
    pub driven_s: f64,
    /// The least distance of the car's centre from the rails on the driven lap, m.
    pub least_room_m: f64,
}

impl RarsLap {
    /// Returns true where the driver has reached the record; `None` without one.
    pub fn is_reached(&self) -> Option<bool> {
        self.record.as_ref().map(|(record_s, _)| self.driven_s <= *record_s)
    }
}

/// Computes the laps on a track of [`TRACKS`].
///
/// # Errors
/// Reference data that is absent or broken.
pub fn rars_lap(data: &Data, name: &str) -> Result<RarsLap, Lack> {
    let name = &format!("{name}.trk");
    let table = data.table(RECORDS)?;
    let mut record = None;
    for row in table.rows().filter(|row| row.text("track").is_ok_and(|found| found == name)) {
        if !row.text("derived_lap_s")?.is_empty() {
            record = Some((row.number("derived_lap_s")?, row.text("robot")?.to_owned()));
        }
    }
    let file = format!("tracks/rars/{name}");
    let broken = |error: &dyn core::fmt::Display| Lack::broken(&file, error.to_string());
    let text = data.text(&file)?;
    let read = track::parse(&file, text.as_bytes(), None).map_err(|error| broken(&error))?;
    let track = Track::new(&read.spec)
        .map_err(|faults| broken(&faults.first().map_or_else(String::new, ToString::to_string)))?;
    let mut spec = presets::preset("rars").map_err(|error| broken(&error))?.spec;
    spec.body.load_mass_kg = FUEL_KG;
    let vehicle = spec
        .validate()
        .map_err(|errors| broken(&errors.first().map_or_else(String::new, ToString::to_string)))?;
    let run = SlipVectorRun::rars(&vehicle);
    let envelope = run.envelope();
    let lap = qss::Options { gravity_m_s2: run.surface.gravity_m_s2, ..qss::Options::default() };
    let line = LineOptions { spacing_m: SPACING_M, car_width_m: 0.0, margin_m: MARGIN_M };
    let found = fastest(&track, &envelope, &line, &lap).map_err(|error| broken(&error))?;
    let path = found.line.path(&track).map_err(|error| broken(&error))?;
    let track = Arc::new(track);
    let driven = drive(&run, &track, &path, &lap).map_err(|error| broken(&error))?;
    Ok(RarsLap {
        length_m: track.lap_m(),
        record,
        line_s: found.time_s,
        driven_s: driven.lap.time_s,
        least_room_m: driven.least_room_m,
    })
}

/// The comparison of a track; its remark has the times. A track without a record is skipped.
pub(crate) fn check(data: &Data, name: &str, track: &str) -> Check {
    match rars_record(data, track) {
        Ok((tally, words)) => Check { remark: Some(words), ..tally.into_check(name, RECORDS) },
        Err(lack) => Check::lacking(name, RECORDS, lack),
    }
}

/// By how much the driven lap of a track is slower than its record, and both in words.
fn rars_record(data: &Data, name: &str) -> Result<(Tally, String), Lack> {
    let lap = rars_lap(data, name)?;
    let Some((record_s, robot)) = &lap.record else {
        return Err(Lack::Absent(format!("{name} has no record")));
    };
    let reached = if lap.is_reached() == Some(true) { "reached" } else { "not reached" };
    let words = format!(
        "{reached}: record {record_s:.2} s by {robot}, line {:.2} s, driven {:.2} s, {:+.2} %",
        lap.line_s,
        lap.driven_s,
        100.0 * (lap.driven_s / record_s - 1.0)
    );
    let mut tally = Tally::new(BOUND, "of the record slower");
    tally.meet(lap.driven_s / record_s - 1.0, || words.clone());
    Ok((tally, words))
}
