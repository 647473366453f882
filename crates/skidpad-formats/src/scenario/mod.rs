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
mod fields;
mod friction;
mod ground;
mod held;
mod map;
mod position;
mod scene;
mod shaping;
mod start;
mod start_table;
mod weather;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use skidpad_core::spec::Quantity;
use skidpad_core::surface::Surface;
use skidpad_world::ground::Ground;
use skidpad_world::models::{FrictionChoice, ModelInfo, Models};
use skidpad_world::path_driver::DriverTask;
use skidpad_world::scene::Cone;
use skidpad_world::shaping::Hands;
use skidpad_world::weather::Weather;

use crate::choose::{self, Loaded};
use crate::disk::{self, BaseFolder, Outside};
use crate::document;
use crate::edit::{Edit, Edited, File, Positions, those_of};
use crate::error::FileError;
use crate::quantity::{self, Measure};
use crate::reader::{Node, Reader, Table};
use crate::surface;

pub use controls::ControlTrack;
pub(crate) use fields::fields;
use held::Held;
pub use map::parse as parse_map;
use position::Position;
pub use scene::{NamedWall, Touch, Traffic};
pub use start::StartFromLog;

/// The largest number of steps that a scenario may ask for.
const MOST_STEPS: f64 = 1e9;
/// The largest number of states that `[initial]` may name.
const MOST_STATES: usize = 200;
pub(crate) const KEYS: &[&str] = &[
    "car", "model", "dt_s", "dt", "duration_s", "duration", "integrator", "interpolate", "start", "initial",
    "surface", "weather", "ground", "friction", "contact", "wall", "cone", "traffic", "shaping", "driver",
    "controls",
];

/// What a scenario file says. Names of cars, models, integrators and states are checked by who
/// knows them: [`error_at`](Self::error_at) makes the error, with the place in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The place of a log from which it goes on, with the cars and the scene that are there; `None`: it begins by itself.
    pub start: Option<StartFromLog>,
    /// The car as written: a preset's name, or a path that [`load_car`](Self::load_car) resolves. Empty with
    /// [`start`](Self::start).
    pub car: String,
    /// The model's name; empty with [`start`](Self::start).
    pub model: String,
    /// The step, s, (0, 1].
    pub dt_s: f64,
    /// How long it runs, s, (0, 1e5].
    pub duration_s: f64,
    /// The integrator's name, where one is asked for.
    pub integrator: Option<String>,
    /// Values of the model's states at the start, by name.
    pub initial: BTreeMap<String, InitialValue>,
    /// Road and air.
    pub surface: Surface<f64>,
    /// Wind and gusts over the surface's.
    pub weather: Weather,
    /// Where the road is otherwise.
    pub ground: Ground,
    /// The friction function that the car has instead of its own.
    pub friction: Option<FrictionChoice>,
    /// The car's own surface, and that of what gives none.
    pub contact: Touch,
    /// The walls.
    pub walls: Vec<NamedWall>,
    /// Cones as they stand at the start.
    pub cones: Vec<Cone>,
    /// The further cars.
    pub traffic: Vec<Traffic>,
    /// The hands on keys or a pad by which the controls are carried out; `None`: directly.
    pub shaping: Option<Hands<f64>>,
    /// The driver of the car: he has the pedals, and with a path the steering; `None`: the controls have all.
    pub driver: Option<DriverTask>,
    /// The controls over time; with [`shaping`](Self::shaping) a stick stands as its share of the lock.
    pub controls: ControlTrack,
    /// True where the file gives neither controls nor a driver: with [`start`](Self::start) the car goes on as in the log.
    pub is_untouched: bool,
    /// Paths of the scenario and its maps.
    pub paths: Vec<PathBuf>,
    base: Option<BaseFolder>,
    origin: String,
    places: BTreeMap<String, Position>,
    /// Changes of single fields of the car's vehicle.
    edits: Vec<Edit>,
}

/// The value of a state at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InitialValue {
    /// The value, in the unit of the state's name; finite.
    pub value: f64,
    /// Its line in the file; 0 where it does not stand there.
    pub line: usize,
}

/// How controls go from row to row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// Each value is held until the next one.
    Hold,
    /// Straight lines from value to value; gears are held.
    Linear,
}

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

impl Scenario {
    /// Loads a car that the scenario names; a path is resolved from the scenario's folder.
    ///
    /// # Errors
    /// A car that the model does not take, or a file that cannot be read or is wrong.
    pub fn load_car(&self, models: &Models, model: &ModelInfo, name: &str) -> Result<Loaded, String> {
        self.load_edited(models, model, name, &[])
    }

    /// Loads the scenario's own car, with the changes that the scenario was read with.
    ///
    /// # Errors
    /// As of [`load_car`](Self::load_car), and changes that the vehicle cannot take.
    pub fn load_own_car(&self, models: &Models, model: &ModelInfo) -> Result<Loaded, String> {
        self.load_edited(models, model, &self.car, &self.edits)
    }

    fn load_edited(
        &self,
        models: &Models,
        model: &ModelInfo,
        name: &str,
        edits: &[Edit],
    ) -> Result<Loaded, String> {
        match &self.base {
            Some(base) => choose::car_edited(models, model, name, base, edits),
            None if choose::is_path(name) => {
                Err(format!("{}: {name}: a text outside any folder names no file", self.origin))
            }
            None => choose::car_edited(models, model, name, &BaseFolder::of_lines(Outside::Refused), edits),
        }
    }

    /// Whether the car can meet something.
    pub fn has_contact(&self) -> bool {
        !(self.walls.is_empty() && self.cones.is_empty() && self.traffic.is_empty())
    }
}

struct ScenarioReader<'a> {
    r: Reader<'a>,
    /// Folder of the files that it names; `None`: none are read.
    base: Option<BaseFolder>,
    maps: map::Maps,
    /// Angle of the front wheels at full stick, where the rows give sticks.
    lock_rad: Option<f64>,
    /// Controls that a driver has, and the rows do not.
    held: Held,
    /// Lines of what does not stand in the file.
    positions: Positions,
}

impl<'a> ScenarioReader<'a> {
    fn scenario(&mut self, origin: &str, root: &Table<'a>) -> Option<Scenario> {
        self.r.unknown(root, KEYS, |key| {
            surface::KEYS.contains(&key).then(|| format!("`{key}` belongs in [surface]"))
        });
        let start = self.start(root);
        let (car, model) = self.car_and_model(root);
        let integrator = self.r.optional_text(root, "integrator", "the name of an integrator, in quotes");
        let dt_s = self.span(root, "dt", "0.005 or dt = \"5 ms\"", 1.0);
        let duration_s = self.span(root, "duration", "20 or duration = \"20 s\"", 1e5);
        if let (Some(dt_s), Some(duration_s)) = (dt_s, duration_s) {
            self.check_steps(root, dt_s, duration_s);
        }
        let interpolation = self.interpolation(root);
        let initial = self.initial(root);
        let surface = surface::read(&mut self.r, root, "surface").unwrap_or_else(Surface::asphalt);
        let weather = self.weather(root);
        let ground = self.ground(root);
        let friction = self.friction(root);
        let contact = self.contact(root);
        let walls = self.walls(root, contact);
        let cones = self.cones(root);
        let traffic = self.traffic(root, model, contact, interpolation);
        let shaping = self.shaping(root);
        if root.has("shaping") {
            self.lock_rad = Some(shaping.map_or(1.0, |hands| hands.reach.stick_lock_rad));
        }
        let driver = self.own_driver(root);
        let is_untouched = root.has("start") && driver.is_none() && !root.has("controls");
        let controls = self.own_controls(root, interpolation, driver.as_ref());
        let places = self.places();
        Some(Scenario {
            start,
            car: car?.to_owned(),
            model: model?.to_owned(),
            dt_s: dt_s?,
            duration_s: duration_s?,
            integrator: integrator.map(str::to_owned),
            initial: placed(initial, &places),
            surface,
            weather,
            ground,
            friction,
            contact,
            walls,
            cones,
            traffic,
            shaping,
            driver,
            controls: controls?,
            is_untouched,
            paths: Vec::new(),
            base: None,
            origin: origin.to_owned(),
            places,
            edits: Vec::new(),
        })
    }

    /// Names of car and model; empty where a log has them.
    fn car_and_model(&mut self, root: &Table<'a>) -> (Option<&'a str>, Option<&'a str>) {
        if root.has("start") {
            return (Some(""), Some(""));
        }
        let car =
            self.r.text_of(root, "car", "the name of a preset or the path of a vehicle file, in quotes");
        (car, self.r.text_of(root, "model", "the name of a model, in quotes"))
    }

    fn interpolation(&mut self, root: &Table<'a>) -> Interpolation {
        let choices = [("hold", Interpolation::Hold), ("linear", Interpolation::Linear)];
        let chosen = root.has("interpolate").then(|| self.r.choice(root, "interpolate", &choices));
        chosen.flatten().unwrap_or(Interpolation::Hold)
    }

    /// The rows of controls, which a driver or a log make optional.
    fn own_controls(
        &mut self,
        root: &Table<'a>,
        interpolation: Interpolation,
        driver: Option<&DriverTask>,
    ) -> Option<ControlTrack> {
        if !root.has("controls") && (root.has("driver") || root.has("start")) {
            return Some(ControlTrack::in_gear());
        }
        self.controls(root, interpolation, Held::by(driver))
    }

    /// The driver of the scenario's own car; not with shaped controls.
    fn own_driver(&mut self, root: &Table<'a>) -> Option<DriverTask> {
        let driver = self.driver(root);
        if let Some(node) = root.get("shaping").filter(|_| root.has("driver")) {
            self.r.wrong(&node, "left out with [driver], who needs no keys", None);
        }
        driver
    }

    fn check_steps(&mut self, root: &Table<'a>, dt_s: f64, duration_s: f64) {
        let node = root.get("dt_s").or_else(|| root.get("dt"));
        if let Some(node) = node.filter(|_| duration_s / dt_s > MOST_STEPS) {
            let must = format!("at least {:e} s, for at most a billion steps", duration_s / MOST_STEPS);
            self.r.wrong(&node, must, None);
        }
    }

    /// A time above 0 under `NAME_s` or `NAME`.
    fn span(&mut self, root: &Table<'a>, name: &str, example: &str, most: f64) -> Option<f64> {
        let key = format!("{name}_s");
        let must = format!("a time above 0 and at most {most} s, such as {key} = {example}");
        let node = match (root.get(&key), root.get(name)) {
            (Some(node), None) | (None, Some(node)) => node,
            (Some(node), Some(_)) => {
                self.r.wrong(&node, format!("omitted, as `{name}` is given"), None);
                return None;
            }
            (None, None) => {
                self.r.missing(root, &key, format!("given: {must}"));
                return None;
            }
        };
        let value = self.number(&node, quantity::measure(Quantity::Time), &must)?;
        if value > 0.0 && value <= most {
            return Some(value);
        }
        self.r.wrong(&node, must, None);
        None
    }

    /// A bare number, or with its unit where the key does not end in one.
    fn number(&mut self, node: &Node<'a>, measure: &Measure, must: &str) -> Option<f64> {
        let names_unit = ["_s", "_rad", "_s2"].iter().any(|unit| node.path.ends_with(unit));
        let (value, hint) = match node.as_str() {
            Some(text) if !names_unit => match quantity::parse(text, measure) {
                Ok(value) => (Some(value), None),
                Err(error) => (None, error.hint),
            },
            Some(_) => {
                let key = node.path.rsplit('.').next().unwrap_or_default();
                let bare = key.strip_suffix("_m_s2").or_else(|| key.rsplit_once('_').map(|(bare, _)| bare));
                (None, bare.map(|bare| format!("with a unit, the key is `{bare}`")))
            }
            None => (node.number(), None),
        };
        if value.is_none() {
            self.r.wrong(node, must, hint);
        }
        value
    }

    fn initial(&mut self, root: &Table<'a>) -> Vec<(String, f64)> {
        let must = "a table of the model's states by name";
        let Some(table) = self.r.table(root, "initial", must) else { return Vec::new() };
        if table.entries.len() > MOST_STATES {
            let value = format!("{} states", table.entries.len());
            self.r.faults.push(table.offset, "initial", value, format!("at most {MOST_STATES} states"), None);
            return Vec::new();
        }
        let mut values = Vec::new();
        for (key, _) in table.keys() {
            let Some(node) = table.get(key) else { continue };
            self.r.place(&node);
            match node.number().filter(|value| value.is_finite()) {
                Some(value) => values.push((key.to_owned(), value)),
                None => self.r.wrong(&node, "a finite number, in the unit that ends the state's name", None),
            }
        }
        values
    }
}

/// States at the start with their lines.
fn placed(
    initial: Vec<(String, f64)>,
    places: &BTreeMap<String, Position>,
) -> BTreeMap<String, InitialValue> {
    let with_line = |(name, value): (String, f64)| {
        let line = places.get(&format!("initial.{name}")).map_or(0, |place| place.line);
        (name, InitialValue { value, line })
    };
    initial.into_iter().map(with_line).collect()
}
