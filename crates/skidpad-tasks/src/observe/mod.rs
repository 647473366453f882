//! Observations by name.

mod lidar;
mod opponents;

use core::f32::consts::PI;
use skidpad_core::math::Real;

pub use lidar::Lidar;
pub(crate) use lidar::LidarScan;
pub use opponents::Opponents;
use skidpad_core::record::Channel;
use skidpad_fleet::{CommandHandle, Fleet, FleetModel, Group, GroupId, OutputHandle, StateHandle};
use skidpad_world::names;

use crate::actions::ActionChannel;
use crate::error::{TaskError, check};
use crate::task::Observed;

/// Farthest point ahead, m.
const MOST_AHEAD_M: f64 = 1e4;
/// The most points of one observation.
const MOST_POINTS: usize = 10_000;

/// An observation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Observation {
    /// A state, mode, output or command of the model, or an observation of the task, by its name.
    Named(String),
    /// Distance from the track's line, m, positive to the left: `lateral_offset_m`.
    LateralOffset,
    /// Angle of the car to the track's line, rad, -pi to pi: `heading_error_rad`.
    HeadingError,
    /// Curvature of the track's line ahead, 1/m, positive to the left, at evenly spaced points: `curvature_ahead_1_m`.
    CurvatureAhead {
        /// Number of points.
        points: usize,
        /// Distance of each from the one before, the first from the car, m.
        spacing_m: f64,
    },
    /// Distances from the car to the left and to the right edge of the road, m, across the line: `borders_m`.
    Borders,
    /// Distances from the line to the left and right edges ahead, m, those of a point after the other: `borders_ahead_m`.
    BordersAhead {
        /// Number of points.
        points: usize,
        /// Distance of each from the one before, the first from the car, m.
        spacing_m: f64,
    },
    /// Distances to the edges of the road, and to the outlines of the other cars of the scene, along beams: `lidar_m`.
    Lidar(Lidar),
    /// The nearest other cars of the scene: `opponents`.
    Opponents(Opponents),
    /// The actions of the last step: `last_action`.
    LastAction,
    /// Time since the episode began, s: `time_s`.
    Time,
}

/// Names of the observations that are no channels of the model.
const OWN: [&str; 9] = [
    "lateral_offset_m",
    "heading_error_rad",
    "curvature_ahead_1_m",
    "borders_m",
    "borders_ahead_m",
    "lidar_m",
    "opponents",
    "last_action",
    "time_s",
];

/// A number of an observation: its name, unit and range.
#[derive(Clone, Debug, PartialEq)]
pub struct ObservedChannel {
    /// Name; several numbers of one observation have one name.
    pub name: String,
    /// Unit; `-` for a pure number.
    pub unit: &'static str,
    /// Range.
    pub range: [f32; 2],
}

impl Observation {
    /// The observation of a name, with usual settings where it has any: 20 points, 5 m apart, a lidar of 108 beams, and 3 opponents
    /// within 50 m.
    pub fn by_name(name: &str) -> Self {
        match name {
            "lateral_offset_m" => Self::LateralOffset,
            "heading_error_rad" => Self::HeadingError,
            "curvature_ahead_1_m" => Self::CurvatureAhead { points: 20, spacing_m: 5.0 },
            "borders_m" => Self::Borders,
            "borders_ahead_m" => Self::BordersAhead { points: 20, spacing_m: 5.0 },
            "lidar_m" => Self::Lidar(Lidar::default()),
            "opponents" => Self::Opponents(Opponents::default()),
            "last_action" => Self::LastAction,
            "time_s" => Self::Time,
            channel => Self::Named(channel.to_owned()),
        }
    }

    /// Gives one of its settings another value: `points` and `spacing_m` of what is ahead; `beams`, `field_of_view_rad`, `range_m`, `noise_m`
    /// and `ahead_m` of a lidar; `count` and `range_m` of opponents.
    ///
    /// # Errors
    /// A setting that it does not have, and a number of points or beams that is not whole.
    pub fn set(&mut self, setting: &str, value: f64) -> Result<(), TaskError> {
        let (known, place): (&[&str], _) = match self {
            Self::CurvatureAhead { points, spacing_m } | Self::BordersAhead { points, spacing_m } => {
                let place = match setting {
                    "points" => Some(Place::Count(points)),
                    "spacing_m" => Some(Place::Number(spacing_m)),
                    _ => None,
                };
                (&["points", "spacing_m"], place)
            }
            Self::Lidar(lidar) => {
                let place = match setting {
                    "beams" => Some(Place::Count(&mut lidar.beams)),
                    "field_of_view_rad" => Some(Place::Number(&mut lidar.field_of_view_rad)),
                    "range_m" => Some(Place::Number(&mut lidar.range_m)),
                    "noise_m" => Some(Place::Number(&mut lidar.noise_m)),
                    "ahead_m" => Some(Place::Number(&mut lidar.ahead_m)),
                    _ => None,
                };
                (&["beams", "field_of_view_rad", "range_m", "noise_m", "ahead_m"], place)
            }
            Self::Opponents(opponents) => {
                let place = match setting {
                    "count" => Some(Place::Count(&mut opponents.count)),
                    "range_m" => Some(Place::Number(&mut opponents.range_m)),
                    _ => None,
                };
                (&["count", "range_m"], place)
            }
            _ => (&[], None),
        };
        let unknown = || {
            let message = match known {
                [] => format!("{setting}: the observation has no settings"),
                _ => names::unknown("setting of the observation", setting, known),
            };
            TaskError::UnknownObservation(message)
        };
        match place.ok_or_else(unknown)? {
            Place::Number(number) => *number = value,
            Place::Count(count) => {
                check(setting, value, [0.0, f64::from(u32::MAX)])?;
                if value.fract() != 0.0 {
                    let must = format!("{setting} = {value}: must be a whole number");
                    return Err(TaskError::UnknownObservation(must));
                }
                *count = value as usize;
            }
        }
        Ok(())
    }

    /// Name of an observation along a track; `None` for the others.
    fn along_a_track(&self) -> Option<&'static str> {
        match self {
            Self::LateralOffset => Some("lateral_offset_m"),
            Self::HeadingError => Some("heading_error_rad"),
            Self::CurvatureAhead { .. } => Some("curvature_ahead_1_m"),
            Self::Borders => Some("borders_m"),
            Self::BordersAhead { .. } => Some("borders_ahead_m"),
            Self::Lidar(_) => Some("lidar_m"),
            Self::Named(_) | Self::Opponents(_) | Self::LastAction | Self::Time => None,
        }
    }

    /// Source and numbers of an observation that has no name of the model's or the task's.
    pub(crate) fn resolve(
        &self,
        actions: &[ActionChannel],
    ) -> Result<(Source, Vec<ObservedChannel>), TaskError> {
        let own = |name: &str, unit, range| ObservedChannel { name: name.to_owned(), unit, range };
        let many = |name: &str, unit, range, count| vec![own(name, unit, range); count];
        Ok(match self {
            Self::Named(name) => return Err(TaskError::UnknownObservation(name.clone())),
            Self::LateralOffset => (Source::LateralOffset, many("lateral_offset_m", "m", [-1e4, 1e4], 1)),
            Self::HeadingError => (Source::HeadingError, many("heading_error_rad", "rad", [-PI, PI], 1)),
            Self::CurvatureAhead { points, spacing_m } => {
                let points = checked(*points, *spacing_m)?;
                let channels = many("curvature_ahead_1_m", "1/m", [-100.0, 100.0], points);
                (Source::CurvatureAhead(*spacing_m), channels)
            }
            Self::Borders => (Source::Borders, many("borders_m", "m", [-1e4, 1e4], 2)),
            Self::BordersAhead { points, spacing_m } => {
                let points = checked(*points, *spacing_m)?;
                let channels = many("borders_ahead_m", "m", [0.0, 1e4], 2 * points);
                (Source::BordersAhead(*spacing_m), channels)
            }
            Self::Lidar(lidar) => {
                lidar.check()?;
                let channels = many("lidar_m", "m", [0.0, lidar.range_m as f32], lidar.beams);
                (Source::Lidar(LidarScan::new(lidar)), channels)
            }
            Self::Opponents(opponents) => {
                opponents.check()?;
                let channels = opponents.channels().map(|(name, unit, range)| own(name, unit, range));
                (Source::Opponents(opponents.clone()), channels.collect())
            }
            Self::LastAction => {
                let channel = |action: &ActionChannel| own("last_action", action.unit, action.bounds);
                (Source::LastAction, actions.iter().map(channel).collect())
            }
            Self::Time => (Source::Time, many("time_s", "s", [0.0, f32::MAX], 1)),
        })
    }

    /// Distance that it looks ahead along the track, m.
    pub(crate) fn reach_m(&self) -> f64 {
        match self {
            Self::CurvatureAhead { points, spacing_m } | Self::BordersAhead { points, spacing_m } => {
                *points as f64 * spacing_m
            }
            _ => 0.0,
        }
    }
}

/// Place of a setting.
enum Place<'a> {
    Number(&'a mut f64),
    Count(&'a mut usize),
}

/// Source of one observation's numbers.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    State(StateHandle),
    Command(CommandHandle),
    /// Row of the outputs that are computed for all cars at once.
    Output(usize),
    /// Number of the task's own observation.
    Task(usize),
    LateralOffset,
    HeadingError,
    CurvatureAhead(f64),
    Borders,
    BordersAhead(f64),
    Lidar(LidarScan),
    Opponents(Opponents),
    LastAction,
    Time,
}

/// An observation with the columns that it fills.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub source: Source,
    /// First column and number of columns.
    pub columns: [usize; 2],
}

/// Observations of all environments.
#[derive(Debug)]
pub(crate) struct Observer {
    pub placed: Vec<Placed>,
    pub channels: Vec<ObservedChannel>,
    ranges: Vec<[f32; 2]>,
    outputs: Vec<OutputHandle>,
    /// Outputs of all cars, row after row.
    pub output_values: Vec<f32>,
}

/// Everything that observations are resolved with.
pub(crate) struct Observable<'a> {
    pub model: &'static FleetModel,
    pub group: &'a Group<f32>,
    /// Name of the task, its own observations, and whether it has a track.
    pub task: (&'static str, &'static [Observed], bool),
    /// True where a car has others in its scene.
    pub has_opponents: bool,
    pub actions: &'a [ActionChannel],
}

impl Observer {
    /// Resolves observations.
    pub fn new(observations: &[Observation], of: &Observable<'_>) -> Result<Self, TaskError> {
        let mut new = Self {
            placed: Vec::new(),
            channels: Vec::new(),
            ranges: Vec::new(),
            outputs: Vec::new(),
            output_values: Vec::new(),
        };
        for observation in observations {
            if let Some(name) = observation.along_a_track().filter(|_| !of.task.2) {
                return Err(TaskError::NoTrack { observation: name, task: of.task.0 });
            }
            new.add(observation, of)?;
        }
        new.ranges = new.channels.iter().map(|channel| channel.range).collect();
        new.output_values = vec![0.0; new.outputs.len() * of.group.len()];
        Ok(new)
    }

    /// Number of numbers of an environment.
    pub fn width(&self) -> usize {
        self.channels.len()
    }

    fn add(&mut self, observation: &Observation, of: &Observable<'_>) -> Result<(), TaskError> {
        let (source, channels) = match observation {
            Observation::Named(name) => self.named(name, of)?,
            own => {
                if matches!(own, Observation::Opponents(_)) && !of.has_opponents {
                    return Err(TaskError::NoOpponents { task: of.task.0 });
                }
                own.resolve(of.actions)?
            }
        };
        self.placed.push(Placed { source, columns: [self.channels.len(), channels.len()] });
        self.channels.extend(channels);
        Ok(())
    }

    /// A channel of the model or an observation of the task.
    fn named(
        &mut self,
        name: &str,
        of: &Observable<'_>,
    ) -> Result<(Source, Vec<ObservedChannel>), TaskError> {
        let (_, observed, _) = of.task;
        let given = |unit, range| vec![ObservedChannel { name: name.to_owned(), unit, range }];
        let in_model = |channel: &Channel| given(channel.unit, [channel.low as f32, channel.high as f32]);
        if let Some(place) = observed.iter().position(|observed| observed.quantity.name == name) {
            let Observed { quantity, range } = observed[place];
            return Ok((Source::Task(place), given(quantity.unit, range)));
        }
        let info = of.model.info();
        let find = |channels: &'static [Channel]| channels.iter().find(|channel| channel.name == name);
        if let Some(channel) = find(info.states).or_else(|| find(info.modes)) {
            return Ok((Source::State(of.group.state(name)?), in_model(channel)));
        }
        if let Some(channel) = find(info.trace) {
            self.outputs.push(of.group.output(name)?);
            return Ok((Source::Output(self.outputs.len() - 1), in_model(channel)));
        }
        if let Some(channel) = find(Group::<f64>::command_channels()) {
            return Ok((Source::Command(of.group.command(name)?), in_model(channel)));
        }
        let channels = [info.states, info.modes, info.trace, Group::<f64>::command_channels()];
        let mut known: Vec<_> = observed.iter().map(|observed| observed.quantity.name).chain(OWN).collect();
        known.extend(channels.into_iter().flatten().map(|channel| channel.name));
        let kind = format!("observation of the model {} in the task {}", info.name, of.task.0);
        Err(TaskError::UnknownObservation(names::unknown(&kind, name, &known)))
    }

    /// Brings the numbers of an environment into the ranges that are promised.
    #[inline(always)]
    pub fn keep_within(&self, row: &mut [f32]) {
        for (number, [low, high]) in row.iter_mut().zip(&self.ranges) {
            *number = within(*number, [*low, *high]);
        }
    }

    /// Computes the outputs that are observed.
    pub fn compute_outputs(&mut self, fleet: &mut Fleet<f32>, group: GroupId) {
        if !self.outputs.is_empty() {
            let written = fleet.outputs(group, &self.outputs, &mut self.output_values);
            written.expect("the buffer has a number for each output and car");
        }
    }
}

/// A number that is brought into its range.
#[inline(always)]
pub(crate) fn within(number: f32, [low, high]: [f32; 2]) -> f32 {
    Real::min(Real::max(number, low), high)
}

/// Number of points that are asked for, where it and their distance are in their ranges.
fn checked(points: usize, spacing_m: f64) -> Result<usize, TaskError> {
    check("points", points as f64, [1.0, MOST_POINTS as f64])?;
    check("spacing_m", spacing_m, [1e-3, MOST_AHEAD_M / points as f64])?;
    Ok(points)
}
