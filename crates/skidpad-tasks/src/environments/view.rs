//! Situations of environments, and the observations of them.

use skidpad_core::batch::{Isa, Kernel, Number};
use skidpad_fleet::Group;

use super::garage::GarageCar;
use super::{Environments, Episode};
use crate::actions::Actions;
use crate::chance::Chance;
use crate::course::Course;
use crate::motion::{Motion, Motions};
use crate::observe::{LidarScan, Opponents, Placed, Source};
use crate::task::{MOST_OBSERVED, OnTrack, Situation, Task};

/// First of the sources of the lidars' noise among the random numbers of a step, one for each column.
const LIDAR: u64 = 16;

/// Parts of environments of which a situation is made.
#[derive(Clone, Copy)]
pub(super) struct Now<'a> {
    pub motions: Motions<'a>,
    pub impacts_m_s: &'a [f32],
    pub courses: &'a [Course],
    pub actions: &'a Actions,
    pub garage: &'a [GarageCar],
    pub step_s: f64,
}

impl<'a> Now<'a> {
    /// The situation of an environment.
    #[inline]
    pub fn situation(&self, environment: usize, episode: &Episode) -> Situation<'a> {
        let on_track = episode.place.as_ref().map(|place| {
            let course = &self.courses[episode.course];
            let [left_m, right_m] = course.widths_m(place.distance_m);
            let offset_m = place.lateral_offset_m as f32;
            OnTrack {
                course,
                distance_m: place.distance_m,
                lateral_offset_m: place.lateral_offset_m,
                moved_m: episode.moved_m,
                rooms_m: [left_m - offset_m, right_m + offset_m],
            }
        });
        Situation {
            motion: self.motions.motion(environment),
            outline: self.garage[episode.car].outline,
            on_track,
            actions: self.actions.history(environment),
            time_s: f64::from(episode.steps) * self.step_s,
            step_s: self.step_s,
            impact_m_s: f64::from(self.impacts_m_s[environment]),
        }
    }
}

impl<K: Task> Environments<K> {
    /// Computes the observations of the environments of a mask; `None`: of all.
    pub(super) fn observe(&mut self, mask: Option<&[bool]>) {
        self.observer.compute_outputs(&mut self.fleet, self.id);
        let mut out = core::mem::take(&mut self.buffers.observations);
        f32::run(Isa::best(), Observing { environments: self, mask, out: &mut out });
        self.buffers.observations = out;
    }

    #[inline]
    pub(super) fn now(&self) -> Now<'_> {
        let group = self.fleet.group(self.id);
        Now {
            motions: self.columns.motions(group),
            impacts_m_s: &self.impacts_m_s,
            courses: &self.courses,
            actions: &self.actions,
            garage: &self.garage,
            step_s: self.step_s,
        }
    }

    /// Writes the observations of an environment.
    #[inline(always)]
    fn observe_one(&self, environment: usize, now: &Now<'_>, group: &Group<f32>, row: &mut [f32]) {
        let episode = &self.episodes[environment];
        let situation = now.situation(environment, episode);
        let mut of_task = [0.0; MOST_OBSERVED];
        if let (false, Some(memory)) = (K::OBSERVED.is_empty(), &self.memories[environment]) {
            self.task.observe(&situation, memory, &mut of_task[..K::OBSERVED.len()]);
        }
        for Placed { source, columns: [first, count] } in &self.observer.placed {
            let out = &mut row[*first..][..*count];
            match source {
                Source::State(state) => out[0] = group.states(*state)[environment],
                Source::Command(command) => out[0] = group.commands(*command)[environment],
                Source::Output(output) => {
                    out[0] = self.observer.output_values[output * self.len() + environment];
                }
                Source::Task(place) => out[0] = of_task[*place],
                Source::LastAction => out.copy_from_slice(situation.actions[0]),
                Source::Time => out[0] = situation.time_s as f32,
                Source::Lidar(scan) => {
                    scan.scan(&self.edges[episode.course], &situation.motion, out);
                    if self.per_scene > 1 {
                        self.scan_opponents(environment, now, scan, out);
                    }
                    let number = episode.number.unwrap_or_default();
                    let steps = u64::from(episode.steps);
                    let source = LIDAR + *first as u64;
                    scan.add_noise(Chance::in_step(episode.seed, number, steps, source), out);
                }
                Source::Opponents(opponents) => self.observe_opponents(environment, now, opponents, out),
                _ => along_track(source, &situation, out),
            }
        }
    }
}

impl<K: Task> Environments<K> {
    /// The other cars of an environment's scene, with their motions, but for those that were out before the last step: observations at the end of
    /// an episode have all that was there, as what follows is estimated from them.
    fn opponents<'a>(
        &'a self,
        environment: usize,
        now: &'a Now<'a>,
    ) -> impl Iterator<Item = (usize, Motion)> + 'a {
        let first = environment - environment % self.per_scene;
        let others = first..first + self.per_scene;
        let was_out = |other: usize| self.episodes[other].is_over && self.buffers.ends[other] == 0;
        let is_there = move |other: &usize| *other != environment && !was_out(*other);
        others.filter(is_there).map(|other| (other, now.motions.motion(other)))
    }

    /// Shortens the beams of a lidar that meet other cars.
    fn scan_opponents(&self, environment: usize, now: &Now<'_>, scan: &LidarScan, out: &mut [f32]) {
        let own = now.motions.motion(environment);
        for (other, motion) in self.opponents(environment, now) {
            let outline = &now.garage[self.episodes[other].car].outline;
            scan.scan_outline(outline.corners_m(&motion), &own, out);
        }
    }

    /// Writes the nearest other cars.
    fn observe_opponents(&self, environment: usize, now: &Now<'_>, opponents: &Opponents, out: &mut [f32]) {
        let others = self.opponents(environment, now).map(|(_, motion)| motion);
        opponents.observe(&now.motions.motion(environment), others, out);
    }
}

/// The observations of environments, written with the instructions of a level.
struct Observing<'a, K: Task> {
    environments: &'a Environments<K>,
    mask: Option<&'a [bool]>,
    out: &'a mut [f32],
}

impl<K: Task> Kernel for Observing<'_, K> {
    #[inline(always)]
    fn run<const N: usize, const TWICE: usize>(self) -> bool {
        let Self { environments, mask, out } = self;
        let (group, now) = (environments.fleet.group(environments.id), environments.now());
        for (environment, row) in out.chunks_exact_mut(environments.buffers.width).enumerate() {
            if let Some(mask) = mask
                && !mask[environment]
            {
                continue;
            }
            environments.observe_one(environment, &now, group, row);
            environments.observer.keep_within(row);
        }
        true
    }
}

/// Writes an observation along the track.
#[inline(always)]
pub(crate) fn along_track(source: &Source, situation: &Situation<'_>, out: &mut [f32]) {
    let Some(on_track) = &situation.on_track else { return };
    match source {
        Source::LateralOffset => out[0] = on_track.lateral_offset_m as f32,
        Source::HeadingError => out[0] = on_track.heading_error_rad(situation.motion.yaw_rad),
        Source::CurvatureAhead(spacing_m) => {
            on_track.course.curvatures_ahead(on_track.distance_m, *spacing_m, out);
        }
        Source::Borders => out.copy_from_slice(&on_track.rooms_m),
        Source::BordersAhead(spacing_m) => {
            on_track.course.widths_ahead(on_track.distance_m, *spacing_m, out);
        }
        _ => unreachable!("the others need no track"),
    }
}
