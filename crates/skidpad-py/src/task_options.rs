//! Options by name: of tasks, of actions and of observations.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use skidpad::tasks::{
    ActionKind, ActionSettings, AnyEnvironments, Autoreset, Bay, Braking, Drift, Environments, Grid,
    LaneChange, Lanes, Parking, Race, RaceStart, Settings, Task, WheelToWheel,
};
use skidpad::world::names;

use crate::error::{refused, unknown, whole};
use crate::track::PyTrack;

/// Options by name, which remember the names that were asked for.
pub struct TaskOptions<'a, 'py> {
    owner: &'a str,
    given: &'a Bound<'py, PyDict>,
    known: RefCell<Vec<&'static str>>,
}

impl<'a, 'py> TaskOptions<'a, 'py> {
    pub fn new(owner: &'a str, given: &'a Bound<'py, PyDict>) -> Self {
        Self { owner, given, known: RefCell::default() }
    }

    fn get(&self, name: &'static str) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.known.borrow_mut().push(name);
        Ok(self.given.get_item(name)?.filter(|value| !value.is_none()))
    }

    fn value<T: for<'b> FromPyObject<'b, 'py>>(&self, name: &'static str, must: &str) -> PyResult<Option<T>> {
        let Some(value) = self.get(name)? else { return Ok(None) };
        let wrong = || refused(format!("{name} = {value}: must be {must}"));
        value.extract().map(Some).map_err(|_| wrong())
    }

    pub fn number(&self, name: &'static str, usual: f64) -> PyResult<f64> {
        Ok(self.value(name, "a number")?.unwrap_or(usual))
    }

    fn number_or_none(&self, name: &'static str) -> PyResult<Option<f64>> {
        self.value(name, "a number or None")
    }

    pub fn count(&self, name: &'static str, usual: usize) -> PyResult<usize> {
        let count: Option<i128> = self.value(name, "a whole number")?;
        count.map_or(Ok(usual), |count| {
            whole(name, count, [0, u64::from(u32::MAX)]).map(|count| count as usize)
        })
    }

    fn flag(&self, name: &'static str, usual: bool) -> PyResult<bool> {
        Ok(self.value(name, "True or False")?.unwrap_or(usual))
    }

    fn text(&self, name: &'static str, usual: &str) -> PyResult<String> {
        Ok(self.value(name, "a text")?.unwrap_or_else(|| usual.to_owned()))
    }

    /// Two bounds; one number stands for both.
    fn bounds(&self, name: &'static str, usual: [f64; 2]) -> PyResult<[f64; 2]> {
        let Some(value) = self.get(name)? else { return Ok(usual) };
        if let Ok(number) = value.extract::<f64>() {
            return Ok([number; 2]);
        }
        let wrong = || refused(format!("{name} = {value}: must be a number or two bounds"));
        value.extract::<[f64; 2]>().map_err(|_| wrong())
    }

    /// Refuses names that nobody asked for.
    pub fn finish(&self) -> PyResult<()> {
        let known = self.known.borrow();
        for name in self.given.keys() {
            let name: String = name.extract()?;
            if known.is_empty() {
                return Err(refused(format!("{}: has no settings, {name} among them", self.owner)));
            }
            if !known.contains(&name.as_str()) {
                return Err(unknown(names::unknown(&format!("option of {}", self.owner), &name, &known)));
            }
        }
        Ok(())
    }
}

/// Environments of a task by its name.
pub fn make_task(
    name: &str,
    options: &TaskOptions<'_, '_>,
    settings: &Settings<'_>,
) -> PyResult<Box<dyn AnyEnvironments>> {
    match name {
        "race" => made(race(options)?, options, settings),
        "drift" => made(drift(options)?, options, settings),
        "lane_change" => made(lane_change(options)?, options, settings),
        "braking" => made(braking(options)?, options, settings),
        "parking" => made(parking(options)?, options, settings),
        "wheel_to_wheel" => made(wheel_to_wheel(options, settings.environments)?, options, settings),
        _ => {
            let known = ["race", "drift", "lane_change", "braking", "parking", "wheel_to_wheel"];
            Err(unknown(names::unknown("task", name, &known)))
        }
    }
}

fn made<K: Task>(
    task: K,
    options: &TaskOptions<'_, '_>,
    settings: &Settings<'_>,
) -> PyResult<Box<dyn AnyEnvironments>> {
    options.finish()?;
    Ok(Box::new(Environments::new(task, settings).map_err(refused)?))
}

/// A race with its tracks and rules, which starts as it usually does.
fn race_on_tracks(options: &TaskOptions<'_, '_>) -> PyResult<Race> {
    let tracks = match options.get("track")? {
        None => return Err(refused("track: a race needs a track, or a list of them")),
        Some(given) if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() => given
            .try_iter()?
            .map(|track| Ok(PyTrack::of_argument(&track?)?.track))
            .collect::<PyResult<Vec<_>>>()?,
        Some(given) => vec![PyTrack::of_argument(&given)?.track],
    };
    let race = if options.flag("ground", false)? {
        let [track] = &tracks[..] else {
            return Err(refused("ground = True: the ground of one track alone can be driven on"));
        };
        Race::on_ground(track.clone())
    } else if tracks.is_empty() {
        return Err(refused("track: is empty, must have at least one"));
    } else {
        Race::flat(tracks)
    };
    let laps = options.count("laps", 0)? as u32;
    let off_track_m = options.number("off_track_m", 0.0)?;
    let stopped_s = options.number("stopped_s", 10.0)?;
    let race = race.with_off_track_m(off_track_m).and_then(|race| race.with_stopped_s(stopped_s));
    race.map(|race| race.with_laps(laps)).map_err(refused)
}

fn race(options: &TaskOptions<'_, '_>) -> PyResult<Race> {
    let start = RaceStart {
        anywhere: options.flag("start_anywhere", false)?,
        lateral_share: options.number("start_lateral_share", 0.0)?,
        heading_rad: options.number("start_heading_rad", 0.0)?,
        speed_m_s: options.bounds("start_speed_m_s", [0.0; 2])?,
    };
    race_on_tracks(options)?.with_start(start).map_err(refused)
}

/// A race of some cars, each an environment.
fn wheel_to_wheel(options: &TaskOptions<'_, '_>, cars: usize) -> PyResult<WheelToWheel> {
    let usual = Grid::default();
    let grid = Grid {
        spacing_m: options.number("grid_spacing_m", usual.spacing_m)?,
        lateral_share: options.number("grid_lateral_share", usual.lateral_share)?,
        anywhere: options.flag("start_anywhere", usual.anywhere)?,
        shuffled: options.flag("grid_shuffled", usual.shuffled)?,
        speed_m_s: options.bounds("start_speed_m_s", usual.speed_m_s)?,
    };
    WheelToWheel::new(race_on_tracks(options)?, cars, grid).map_err(refused)
}

fn drift(options: &TaskOptions<'_, '_>) -> PyResult<Drift> {
    let (radius_m, sideslip_rad) = (options.number("radius_m", 25.0)?, options.number("sideslip_rad", 0.5)?);
    let spread = options.number("spread", 0.1)?;
    let drift = Drift::new(radius_m, sideslip_rad, options.number_or_none("speed_m_s")?);
    drift.and_then(|drift| drift.with_spread(spread)).map_err(refused)
}

fn lane_change(options: &TaskOptions<'_, '_>) -> PyResult<LaneChange> {
    let (lanes, usual) = match options.text("course", "double")?.as_str() {
        "double" => (Lanes::Double, [15.0, 30.0]),
        "obstacle" => (Lanes::Obstacle, [12.0, 22.0]),
        other => return Err(unknown(names::unknown("course", other, &["double", "obstacle"]))),
    };
    let speed_m_s = options.bounds("speed_m_s", usual)?;
    LaneChange::new(lanes, speed_m_s, options.flag("either_side", false)?).map_err(refused)
}

fn braking(options: &TaskOptions<'_, '_>) -> PyResult<Braking> {
    let speed_m_s = options.bounds("speed_m_s", [10.0, 40.0])?;
    let room = options.bounds("room", [1.1, 2.0])?;
    Braking::new(speed_m_s, room, options.number("left_grip", 1.0)?).map_err(refused)
}

fn parking(options: &TaskOptions<'_, '_>) -> PyResult<Parking> {
    let (bay, usual) = match options.text("bay", "along")?.as_str() {
        "along" => (Bay::Along, 2.5),
        "across" => (Bay::Across, 1.2),
        other => return Err(unknown(names::unknown("bay", other, &["along", "across"]))),
    };
    Parking::new(bay, options.number("room_m", usual)?).map_err(refused)
}

/// Settings of actions.
pub fn actions(options: &TaskOptions<'_, '_>) -> PyResult<ActionSettings> {
    let usual = ActionSettings::default();
    let kind = match options.text("kind", "pedals")?.as_str() {
        "pedals" => ActionKind::Pedals,
        "steer_rate" => ActionKind::SteerRate,
        "speed" => ActionKind::SpeedAndSteer(options.bounds("speed_m_s", ActionKind::USUAL_SPEEDS_M_S)?),
        other => {
            return Err(unknown(names::unknown("kind of action", other, &["pedals", "steer_rate", "speed"])));
        }
    };
    let settings = ActionSettings {
        kind,
        steer_rate_rad_s: options.number("steer_rate_rad_s", usual.steer_rate_rad_s)?,
        delay_steps: options.count("delay_steps", 0)? as u32,
        noise: options.number("noise", usual.noise)?,
        reverses: options.flag("reverses", usual.reverses)?,
        speed_gain_s_m: match kind {
            ActionKind::SpeedAndSteer(_) => options.number("speed_gain_s_m", usual.speed_gain_s_m)?,
            _ => usual.speed_gain_s_m,
        },
    };
    options.finish()?;
    Ok(settings)
}

/// The way in which episodes begin again, by the name that Gymnasium has for it.
pub fn autoreset(name: &str) -> PyResult<Autoreset> {
    match name {
        "NextStep" => Ok(Autoreset::NextStep),
        "SameStep" => Ok(Autoreset::SameStep),
        "Disabled" => Ok(Autoreset::Disabled),
        other => Err(unknown(names::unknown("autoreset mode", other, &["NextStep", "SameStep", "Disabled"]))),
    }
}
