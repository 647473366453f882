//! Scenario files: a car, a model, a road, and controls over time.
//!
//! ```toml
//! car = "boxster-s-palmer"      # a preset, or the path of a vehicle file, from this file's folder
//! model = "straight-line"
//! dt_s = 0.005                  # or dt = "5 ms"; above 0, at most 1 s
//! duration_s = 20               # or duration = "20 s"; above 0, at most 100000 s
//! integrator = "rk4"            # optional: the model's own otherwise
//! interpolate = "linear"        # optional: "hold" otherwise
//!
//! [initial]                     # optional: states of the model by name
//! speed_m_s = 10
//!
//! [surface]                     # optional, and so is each of its keys: dry, level asphalt otherwise
//! grip = 0.7
//! slope = "5 %"                 # or "3 deg", or a number in rad
//!
//! [weather]                     # optional: wind over the ground, along the road's axes
//! wind = ["8 m/s", 0]
//! gusts = { deviation = "2 m/s", time_scale = "4 s", seed = 1 }   # optional; seed: 1 otherwise
//!
//! [[ground]]                    # optional: where the road is otherwise; a later one lies over the earlier ones
//! x = 40                        # its middle, on the road's axes
//! y = -2
//! length = 30                   # a rectangle; or radius = 5, a disc
//! width = 4
//! heading = "10 deg"            # optional: of the length, from the x axis
//! grip = 0.2                    # over the surface's; and rolling, and the height of a bump
//!
//! [[ground]]
//! map = "lake.csv"              # columns x_m, y_m and grip, rolling or height_m: nodes of a regular grid
//!
//! [contact]                     # optional: how bodies bounce and rub
//! restitution = 0.25            # 0 to 1, Palmer's e of 8.42; of two that meet the lower counts
//! friction = 0.5                # of two that meet the geometric mean counts
//!
//! [[wall]]                      # optional: as many as you like
//! name = "pit"                  # optional, as restitution and friction of its own
//! from = [60, -5]               # two points; or point and normal: solid behind a line; or x, y, radius: a post
//! to = [60, 5]
//!
//! [[cone]]                      # optional: as many as you like; cars throw them about
//! from = [30, 0]                # a row of cones from one point to another; or x and y: a single one
//! to = [102, 0]
//! count = 5
//!
//! [[traffic]]                   # optional: further cars
//! name = "ram"                  # optional: its columns begin with it, `ram.x_m`
//! vehicle = "corvette-c5"       # as car
//! model = "single_track"        # optional: the scenario's otherwise
//! x = 40                        # its centre of mass at the start
//! y = 2
//! heading = "180 deg"           # optional, 0 otherwise, as speed; and restitution and friction of its own
//! speed = "50 km/h"
//!
//! [[traffic.controls]]          # optional: its rows of controls; neutral and no pedal otherwise
//! t_s = 0
//! brake = 1                     # or a driver as below, [traffic.driver]
//!
//! [driver]                      # optional: he has throttle and brake, and with a path the steering
//! speed = "80 km/h"
//! path = "circle"               # optional: or "line", or "lane-change" with from, length and offset
//! radius = "40 m"               # negative: to the right
//!
//! [shaping]                     # optional: the controls are those of keys or a pad, and shaped on their way
//! kind = "keyboard"             # or "pad", or "direct"
//! lock = "35 deg"               # optional: angle of the front wheels at full stick
//! steer = { attack = 2 }        # optional, as throttle, brake, handbrake: what is otherwise than of the kind
//! grip = { peak_slip = "8 deg", front_arm = "1.2 m" } # optional: the stick asks for a share of the grip
//!
//! [[controls]]                  # the first row: what is left out is 0, and the gear 1
//! t_s = 0
//! throttle = 1
//!
//! [[controls]]                  # later rows: what is left out stays as it is
//! t_s = 8.5
//! throttle = 0
//! brake = 1
//! starter = 1                   # above 0.5 it turns an engine that has stalled
//! gear = "neutral"              # -1 to 12, "reverse", "neutral" or "auto"
//! ```
//!
//! A scenario goes on from a log with `[start]`: `log = "run.skidlog"`, and optionally `time = "12 s"` (its end otherwise) and `car`,
//! the name of the car that the scenario drives (the first otherwise). The log then has all cars and the scene; the scenario
//! has step, duration and controls or a driver. Without these the car goes on as in the log, as all others do.
//!
//! A model that has a choice of friction functions (`slip_vector`) takes `friction = "exponential"`, or
//! `friction = { law = "exponential", largest = 1.05, slip_speed = 0.61 }`, with RARS's FMAX over load and its K.
//!
//! A model that takes an acceleration instead of pedals (`skidpad models` says which) reads it from
//! `acceleration_m_s2 = 2` or `acceleration = "0.2 g"` in the rows.
//!
//! With `[shaping]` the rows give `stick` from -1 to 1, positive to the left, in the place of `steer`.
//!
//! Between rows each control is held at its last value, or with `interpolate = "linear"` goes
//! straight from each row that gives it to the next one that does. Gears are always held.

mod cones;
mod controls;
mod driver;
pub(crate) mod fields;
mod file;
mod friction;
mod ground;
mod held;
mod initial;
mod map;
mod position;
mod reader;
mod scene;
mod shaping;
mod start;
mod start_table;
mod top;
mod track;
mod weather;

use std::path::Path;

use crate::disk::{self, BaseFolder, Outside};
use crate::document;
use crate::edit::{Edit, Edited, File, those_of};
use crate::error::FileError;
use crate::reader::{Reader, Table};

pub use file::Scenario;
use held::Held;
pub use initial::InitialValue;
pub use map::parse as parse_map;
use reader::ScenarioReader;
pub use scene::{NamedWall, Touch, Traffic};
pub use start::StartFromLog;
pub use track::{ControlTrack, Interpolation};

/// Reads a scenario from the bytes of a file. `origin` names them in errors. The maps that it names are not read: they
/// are named as missing, and its car cannot be a path.
///
/// # Errors
/// Everything that is wrong with the file, each problem with its line and column.
pub fn parse(origin: &str, bytes: &[u8]) -> Result<Scenario, FileError> {
    parse_from(origin, bytes, None, &[])
}

fn parse_from(
    origin: &str,
    bytes: &[u8],
    base: Option<BaseFolder>,
    edits: &[Edit],
) -> Result<Scenario, FileError> {
    let own = those_of(File::Scenario, edits);
    let edited = Edited::new(document::text(origin, bytes)?, &own);
    let tree = edited.tree(origin)?;
    let mut reader = ScenarioReader {
        r: Reader::new(edited.text()),
        base,
        maps: map::Maps::default(),
        lock_rad: None,
        held: Held::Nothing,
        positions: edited.positions(),
    };
    let scenario = reader.scenario(origin, &Table::root(&tree));
    match scenario.filter(|_| reader.r.faults.is_empty()) {
        Some(scenario) => Ok(Scenario {
            paths: reader.maps.paths,
            base: reader.base,
            edits: those_of(File::Vehicle, edits),
            ..scenario
        }),
        None => Err(edited.attribute(reader.r.faults.into_error(origin, edited.text()))),
    }
}

/// Reads a scenario from a file on disk, with its maps. `outside`: whether it may name files outside its own folder.
///
/// # Errors
/// A file that cannot be read or is too large, and everything that is wrong with its contents.
pub fn read(path: &Path, outside: Outside) -> Result<Scenario, FileError> {
    read_edited(path, outside, &[])
}

/// [`read`] with changes of single fields of the scenario, and of the vehicle of its own car.
///
/// # Errors
/// As of [`read`], and changes that the scenario cannot take.
pub fn read_edited(path: &Path, outside: Outside, edits: &[Edit]) -> Result<Scenario, FileError> {
    let base = BaseFolder::of_file(path, outside);
    let mut scenario = parse_from(&path.display().to_string(), &disk::read(path)?, Some(base), edits)?;
    scenario.paths.insert(0, path.to_owned());
    Ok(scenario)
}
