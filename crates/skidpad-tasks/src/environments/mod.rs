//! Thousands of environments of one task.

mod any;
mod buffers;
mod garage;
mod locating;
mod reset;
mod scenes;
mod settings;
mod start_states;
mod step;
mod together;
mod view;

use skidpad_core::math::Real;
use std::sync::Arc;

pub use any::AnyEnvironments;
use buffers::Buffers;
pub use buffers::{END_CAR, END_TIME_LIMIT};
use garage::GarageCar;
pub use settings::{Autoreset, Settings};
use skidpad_core::controls::Gear;
use skidpad_core::step::Dt;
use skidpad_fleet::{Entrant, Fleet, Group, GroupId, SiteId};
use skidpad_world::names;
use skidpad_world::rolling::Begin;
use skidpad_world::track::TrackPosition;
use start_states::StartStates;
pub(crate) use view::along_track;

use crate::actions::Actions;
use crate::course::Course;
use crate::edges::Edges;
use crate::error::TaskError;
use crate::motion::MotionColumns;
use crate::observe::{Observable, Observation, ObservedChannel, Observer};
use crate::task::{MOST_OBSERVED, Task};

/// Environments of one task: cars of a fleet, with episodes, observations and rewards.
///
/// The numbers of an environment depend on its seed, its actions and the number of its episodes, and on nothing else: not on the other
/// environments, their number, or threads. Where the cars of a task share scenes ([`Task::cars_per_scene`]), that is so for a scene: its cars begin
/// their episodes together, and one whose episode is over is out until those of all are over. Its action is ignored, its reward is 0, and nothing meets it.
///
/// ```
/// use std::sync::Arc;
/// use skidpad_core::step::Dt;
/// use skidpad_fleet::FleetModel;
/// use skidpad_special::Kinematic;
/// use skidpad_tasks::{ActionSettings, Autoreset, Environments, Observation, Race, Settings};
/// use skidpad_world::models::KINEMATIC;
/// use skidpad_world::rolling::CarChoice;
/// use skidpad_world::track::{Track, track_by_name};
///
/// static MODEL: FleetModel = FleetModel::in_both::<Kinematic>(&KINEMATIC);
///
/// let track = Track::new(&track_by_name("oval").expect("a track that Skidpad brings")).expect("a sound one");
/// let file = skidpad_formats::presets::preset("boxster-s").expect("a preset");
/// let vehicle = file.spec.validate().expect("a sound vehicle");
/// let settings = Settings {
///     environments: 100,
///     model: &MODEL,
///     cars: &[CarChoice::Vehicle(&vehicle)],
///     dt: Dt::new(0.002).unwrap(),
///     sub_steps: 5,
///     time_limit_s: 60.0,
///     observations: &["speed_m_s", "lateral_offset_m", "heading_error_rad"].map(Observation::by_name),
///     actions: ActionSettings::default(),
///     autoreset: Autoreset::NextStep,
///     threads: 1,
/// };
/// let mut race = Environments::new(Race::flat(vec![Arc::new(track)]), &settings)?;
/// race.reset_all(7);
/// for _ in 0..100 {
///     // Straight on, with full throttle.
///     race.step(&[0.0, 1.0].repeat(100))?;
/// }
/// let speeds_m_s = race.observations().chunks_exact(3).map(|observation| observation[0]);
/// assert!(speeds_m_s.into_iter().all(|speed_m_s| speed_m_s > 4.0));
/// assert!(race.rewards().iter().all(|reward| *reward > 0.0));
/// # Ok::<(), skidpad_tasks::TaskError>(())
/// ```
pub struct Environments<K: Task> {
    task: K,
    memories: Vec<Option<K::Memory>>,
    fleet: Fleet<f32>,
    id: GroupId,
    columns: MotionColumns,
    starts: StartStates,
    /// Number of cars of a scene.
    per_scene: usize,
    garage: Vec<GarageCar>,
    /// Environments whose next episode has another car.
    changed_cars: Vec<usize>,
    dt: Dt,
    sub_steps: u32,
    step_s: f64,
    limit_steps: u32,
    autoreset: Autoreset,
    actions: Actions,
    /// Velocities forwards before a step, where actions need them, m/s.
    speeds_m_s: Vec<f64>,
    /// Environments that a step resets.
    due: Vec<bool>,
    /// Largest impact of each environment in a step, m/s.
    impacts_m_s: Vec<f32>,
    observer: Observer,
    courses: Vec<Course>,
    edges: Vec<Edges>,
    episodes: Vec<Episode>,
    weights: Vec<f64>,
    buffers: Buffers,
}

/// Episode of an environment.
#[derive(Clone, Debug, Default)]
struct Episode {
    seed: u64,
    /// Number of the episode since the seed; `None` before the first.
    number: Option<u64>,
    steps: u32,
    is_over: bool,
    /// True where it is over by an end of the task or the car, not by the time.
    has_ended: bool,
    course: usize,
    /// Number of its car in the garage.
    car: usize,
    place: Option<TrackPosition>,
    moved_m: f64,
}

impl<K: Task> core::fmt::Debug for Environments<K> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Environments")
            .field("task", &K::NAME)
            .field("fleet", &self.fleet)
            .field("autoreset", &self.autoreset)
            .finish_non_exhaustive()
    }
}

impl<K: Task> Environments<K> {
    /// Environments of a task, which are to be reset before the first step.
    ///
    /// # Errors
    /// Settings that cannot be taken.
    pub fn new(task: K, settings: &Settings<'_>) -> Result<Self, TaskError> {
        const {
            assert!(K::OBSERVED.len() <= MOST_OBSERVED, "a task observes too many numbers");
            assert!(K::ENDS.len() < 200, "a task has too many ends");
        };
        settings.check()?;
        task.check_model(settings.model.info())?;
        let mut fleet = Fleet::single().with_threads(settings.threads);
        let site = fleet.add_site(task.site())?;
        let of_model = |car| GarageCar::new(settings.model, car);
        let garage: Vec<GarageCar> = settings.cars.iter().map(of_model).collect();
        let (count, per_scene) = (settings.environments, task.cars_per_scene());
        scenes::check(count, per_scene, garage.len())?;
        garage.iter().try_for_each(|car| task.check_outline(&car.outline))?;
        let id = fleet.add_scenes(settings.model, &entrants(&task, settings, &garage, site), per_scene)?;
        // Each is taken once, so that no reset finds a car that the model does not take.
        garage.iter().rev().try_for_each(|car| fleet.group_mut(id).set_vehicle(0, &car.choice()))?;
        let actions =
            Actions::new(&settings.actions, garage[0].lock_rad, settings.step_s(), fleet.group_mut(id))?;
        let columns = MotionColumns::new(settings.model, fleet.group(id))?;
        let observable = Observable {
            model: settings.model,
            group: fleet.group(id),
            task: (K::NAME, K::OBSERVED, !task.tracks().is_empty()),
            actions: actions.channels(),
            has_opponents: per_scene > 1,
        };
        let observer = Observer::new(settings.observations, &observable)?;
        let (courses, edges) = courses(&task, settings.observations);
        Ok(Self {
            memories: vec![None; count],
            starts: StartStates::new(settings.model, &columns, fleet.group(id)),
            per_scene,
            changed_cars: Vec::new(),
            dt: settings.dt,
            sub_steps: settings.sub_steps,
            step_s: settings.step_s(),
            limit_steps: steps_within(settings.time_limit_s, settings.step_s()),
            autoreset: settings.autoreset,
            courses,
            edges,
            episodes: (0..count).map(|environment| unbegun(environment, per_scene, garage.len())).collect(),
            garage,
            weights: K::TERMS.iter().map(|term| term.weight).collect(),
            buffers: Buffers::new(count, observer.width(), [K::TERMS.len(), K::FIGURES.len()]),
            task,
            fleet,
            id,
            columns,
            actions,
            speeds_m_s: Vec::new(),
            due: vec![false; count],
            impacts_m_s: vec![0.0; count],
            observer,
        })
    }

    /// Sets the weight of a term of the reward.
    ///
    /// # Errors
    /// A term that the task does not have, or a weight that is not finite.
    pub fn set_weight(&mut self, term: &str, weight: f64) -> Result<(), TaskError> {
        let known: Vec<_> = K::TERMS.iter().map(|term| term.quantity.name).collect();
        let place = known.iter().position(|known| *known == term);
        let unknown = || TaskError::UnknownTerm(names::unknown("reward term", term, &known));
        crate::error::check(term, weight, [f64::MIN, f64::MAX])?;
        self.weights[place.ok_or_else(unknown)?] = weight;
        Ok(())
    }

    /// The task.
    pub fn task(&self) -> &K {
        &self.task
    }

    /// Number of environments.
    #[allow(clippy::len_without_is_empty, reason = "there is at least one")]
    pub fn len(&self) -> usize {
        self.episodes.len()
    }

    /// Number of cars of a scene, which follow each other among the environments.
    pub fn cars_per_scene(&self) -> usize {
        self.per_scene
    }

    /// The cars.
    pub fn group(&self) -> &Group<f32> {
        self.fleet.group(self.id)
    }

    /// Names, units and ranges of an environment's observations.
    pub fn observation_channels(&self) -> &[ObservedChannel] {
        &self.observer.channels
    }
}

/// Cars of all environments as they join the fleet: until its first episode each has the first of its own.
fn entrants<'a, K: Task>(
    task: &K,
    settings: &Settings<'a>,
    garage: &[GarageCar],
    site: SiteId,
) -> Vec<Entrant<'a>> {
    let entrant = |environment: usize| {
        let car = scenes::first_car(environment, task.cars_per_scene(), garage.len());
        Entrant {
            car: settings.cars[car],
            begin: Begin { gear: Gear::Automatic, initial: &[], method: None },
            site,
            body: task.meets().then_some(garage[car].body),
        }
    };
    (0..settings.environments).map(entrant).collect()
}

/// An environment before its first episode.
fn unbegun(environment: usize, per_scene: usize, garage: usize) -> Episode {
    let seed = scenes::seed_of((environment / per_scene) as u64, environment % per_scene);
    Episode { seed, car: scenes::first_car(environment, per_scene, garage), ..Episode::default() }
}

/// Tables of a task's tracks, and their edges where a lidar looks at them.
fn courses<K: Task>(task: &K, observations: &[Observation]) -> (Vec<Course>, Vec<Edges>) {
    let reach_m = observations.iter().map(Observation::reach_m).fold(0.0, Real::max);
    let courses = task.tracks().iter().map(|track| Course::new(Arc::clone(track), reach_m)).collect();
    let range_m = observations.iter().filter_map(|observation| match observation {
        Observation::Lidar(lidar) => Some(lidar.range_m + lidar.ahead_m.abs()),
        _ => None,
    });
    let edges = range_m.reduce(Real::max).map_or_else(Vec::new, |range_m| {
        task.tracks().iter().map(|track| Edges::new(track, range_m)).collect()
    });
    (courses, edges)
}

/// Number of steps after which a time is over. A time is a count of steps: one that is the limit but for rounding is the limit.
fn steps_within(time_s: f64, step_s: f64) -> u32 {
    let steps = (time_s / step_s * (1.0 - 1e-9)).ceil();
    if steps >= f64::from(u32::MAX) { u32::MAX } else { u32::max(steps as u32, 1) }
}
