//! A seat in a car of a world, for whoever learnt to drive in [`Environments`](crate::Environments): with the same observations and actions.

use std::collections::VecDeque;
use std::sync::Arc;

use skidpad_core::controls::{Command, Controls, Gear, sanitise};
use skidpad_core::math::Real;
use skidpad_world::channel::{ChannelHandle, RowLayout, Sampler, UnknownChannel};
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::CarChoice;
use skidpad_world::track::{Track, TrackPosition};
use skidpad_world::world::{CarId, World};

use crate::actions::{ACTIONS, ActionChannel, ActionSettings, Hand, USUAL_LOCK_RAD, throttle_and_brake};
use crate::course::Course;
use crate::edges::Edges;
use crate::environments::along_track;
use crate::error::{TaskError, check};
use crate::motion::Motion;
use crate::observe::{Lidar, Observation, Source, within};
use crate::task::{OnTrack, Outline, Situation};

/// Most numbers of the observations of a seat.
const MOST_NUMBERS: f64 = 1e6;

/// Observations and actions of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatSettings {
    /// Observations, in the order of their numbers; those of a task are not among them.
    pub observations: Vec<Observation>,
    /// Actions. Their noise is left out, and that of a lidar.
    pub actions: ActionSettings,
    /// Time for which an action holds, s.
    pub control_step_s: f64,
}

/// An observation with the ranges of its numbers.
#[derive(Clone, Debug)]
struct Sight {
    kind: SightKind,
    ranges: Vec<[f32; 2]>,
}

#[derive(Clone, Debug)]
enum SightKind {
    Channel(ChannelHandle),
    Own(Source),
}

/// A seat in a car of a world on a track.
#[derive(Debug)]
pub struct Seat {
    settings: SeatSettings,
    sights: Vec<Sight>,
    sampler: Sampler,
    course: Course,
    edges: Option<Edges>,
    lock_rad: f64,
    place: Option<TrackPosition>,
    steer_rad: f64,
    is_in_reverse: bool,
    /// Actions that are still to come, and the last one.
    waiting: VecDeque<[f32; ACTIONS]>,
    last: [f32; ACTIONS],
    began_s: Option<f64>,
}

impl Seat {
    /// A seat in a car of a model on a track.
    ///
    /// # Errors
    /// Settings out of their ranges, and observations that the model does not have.
    pub fn new(
        settings: SeatSettings,
        model: &ModelInfo,
        car: &CarChoice<'_>,
        track: &Arc<Track>,
    ) -> Result<Self, TaskError> {
        settings.actions.check()?;
        check("control_step_s", settings.control_step_s, [1e-4, 1.0])?;
        check("number of observations", settings.observations.len() as f64, [1.0, f64::MAX])?;
        let layout = model.layout();
        let lock_rad = model.steering_lock_rad(car).unwrap_or(USUAL_LOCK_RAD);
        let actions = settings.actions.channels(lock_rad);
        let (mut sights, mut numbers) = (Vec::new(), 0);
        for observation in &settings.observations {
            let sight = Sight::new(observation, &layout, &actions)?;
            numbers += sight.ranges.len();
            check("numbers of the observations", numbers as f64, [1.0, MOST_NUMBERS])?;
            sights.push(sight);
        }
        let reach_m = settings.observations.iter().map(Observation::reach_m).fold(0.0, Real::max);
        let ranges_m = settings.observations.iter().filter_map(|observation| match observation {
            Observation::Lidar(Lidar { range_m, ahead_m, .. }) => Some(range_m + Real::abs(*ahead_m)),
            _ => None,
        });
        Ok(Self {
            sights,
            sampler: Sampler::new(layout),
            course: Course::new(Arc::clone(track), reach_m),
            edges: ranges_m.reduce(Real::max).map(|range_m| Edges::new(track, range_m)),
            lock_rad,
            place: None,
            steer_rad: 0.0,
            is_in_reverse: false,
            waiting: VecDeque::new(),
            last: [0.0; ACTIONS],
            began_s: None,
            settings,
        })
    }

    /// Time for which an action holds, s.
    pub fn control_step_s(&self) -> f64 {
        self.settings.control_step_s
    }

    /// Number of numbers of the observations.
    pub fn width(&self) -> usize {
        self.sights.iter().map(|sight| sight.ranges.len()).sum()
    }

    /// The observations from a car at this instant; `None` where the car is not here, or its model has no motion in the plane.
    pub fn observe(&mut self, world: &World, car: CarId) -> Option<Vec<f32>> {
        let motion = motion(world, car)?;
        let place = self.course.track().locate(motion.position_m, self.place.as_ref());
        self.place = Some(place);
        let began_s = *self.began_s.get_or_insert(world.time_s());
        if began_s == world.time_s() {
            self.begin(motion.velocity_m_s[0]);
        }
        world.sample(car, &mut self.sampler)?;
        let row = self.sampler.row();
        let situation = self.situation(motion, &place, world.time_s() - began_s);
        let mut seen = Vec::with_capacity(self.width());
        for Sight { kind, ranges } in &self.sights {
            let first = seen.len();
            seen.resize(first + ranges.len(), 0.0);
            let out = &mut seen[first..];
            match kind {
                SightKind::Channel(channel) => out[0] = row.at(*channel) as f32,
                SightKind::Own(Source::Lidar(scan)) => {
                    if let Some(edges) = &self.edges {
                        scan.scan(edges, &motion, out);
                    }
                }
                SightKind::Own(Source::LastAction) => out.copy_from_slice(&self.last),
                SightKind::Own(Source::Time) => out[0] = situation.time_s as f32,
                SightKind::Own(source) => along_track(source, &situation, out),
            }
            out.iter_mut().zip(ranges).for_each(|(number, range)| *number = within(*number, *range));
        }
        Some(seen)
    }

    /// Begins as an episode does: with actions that ask for nothing, until the first one arrives.
    fn begin(&mut self, speed_m_s: f64) {
        self.last = self.settings.actions.neutral(speed_m_s);
        self.waiting = VecDeque::from(vec![self.last; self.settings.actions.delay_steps as usize]);
    }

    /// Restarts: the next observation is the first of an episode, with the wheels straight.
    pub fn restart(&mut self) {
        (self.began_s, self.place) = (None, None);
        (self.steer_rad, self.is_in_reverse) = (0.0, false);
    }

    fn situation<'a>(&'a self, motion: Motion, place: &TrackPosition, time_s: f64) -> Situation<'a> {
        let [left_m, right_m] = self.course.widths_m(place.distance_m);
        let offset_m = place.lateral_offset_m as f32;
        Situation {
            motion,
            outline: Outline { front_m: 0.0, rear_m: 0.0, half_width_m: 0.0 },
            on_track: Some(OnTrack {
                course: &self.course,
                distance_m: place.distance_m,
                lateral_offset_m: place.lateral_offset_m,
                moved_m: 0.0,
                rooms_m: [left_m - offset_m, right_m + offset_m],
            }),
            actions: [&self.last, &self.last],
            time_s,
            step_s: self.settings.control_step_s,
            impact_m_s: 0.0,
        }
    }

    /// The command of an action, for a car at a velocity forwards, m/s.
    ///
    /// # Errors
    /// An action that is not finite.
    pub fn act(&mut self, action: [f32; ACTIONS], speed_m_s: f64) -> Result<Command<f64>, TaskError> {
        let actions = &self.settings.actions;
        let mut action = action;
        for (number, channel) in action.iter_mut().zip(actions.channels(self.lock_rad)) {
            if !number.is_finite() {
                return Err(TaskError::NotFinite { environment: 0, action: channel.name });
            }
            *number = Real::clamp(*number, channel.bounds[0], channel.bounds[1]);
        }
        self.last = action;
        self.waiting.push_back(action);
        let arrives = self.waiting.pop_front().unwrap_or(action);
        let turn_rad = actions.steer_rate_rad_s * self.settings.control_step_s;
        let hand = Hand { settings: actions, lock_rad: self.lock_rad, turn_rad };
        let (steer_rad, pedals) = hand.moved(self.steer_rad, arrives, speed_m_s);
        self.steer_rad = steer_rad;
        self.is_in_reverse ^= actions.turns_round(self.is_in_reverse, pedals, speed_m_s);
        let [throttle, brake] = throttle_and_brake(pedals, self.is_in_reverse);
        let gear = if self.is_in_reverse { Gear::Reverse } else { Gear::Automatic };
        let controls = Controls { throttle, brake, steer_rad, gear, ..Controls::default() };
        Ok(sanitise(&controls).0)
    }
}

impl Sight {
    fn new(
        observation: &Observation,
        layout: &RowLayout,
        actions: &[ActionChannel],
    ) -> Result<Self, TaskError> {
        if matches!(observation, Observation::Opponents(_)) {
            let why = String::from("opponents: are not observed from a seat in a world");
            return Err(TaskError::UnknownObservation(why));
        }
        let Observation::Named(name) = observation else {
            let (source, channels) = observation.resolve(actions)?;
            let ranges = channels.iter().map(|channel| channel.range).collect();
            return Ok(Self { kind: SightKind::Own(source), ranges });
        };
        let unknown = |error: UnknownChannel| TaskError::UnknownObservation(error.to_string());
        let channel = layout.channel(name).map_err(unknown)?;
        let range = [channel.channel().low as f32, channel.channel().high as f32];
        Ok(Self { kind: SightKind::Channel(channel), ranges: vec![range] })
    }
}

/// Motion of a car along its own axes.
fn motion(world: &World, car: CarId) -> Option<Motion> {
    let found = world.car(car)?.planar()?;
    let (sin, cos) = Real::sin_cos(found.yaw_rad);
    let (x, y) = (found.velocity_m_s.x, found.velocity_m_s.y);
    Some(Motion {
        position_m: found.position_m.into(),
        yaw_rad: found.yaw_rad,
        velocity_m_s: [x * cos + y * sin, y * cos - x * sin],
        yaw_rate_rad_s: found.yaw_rate_rad_s,
    })
}
