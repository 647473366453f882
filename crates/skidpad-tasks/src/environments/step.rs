//! Steps of all environments.

use skidpad_core::batch::{Isa, Number};
use skidpad_core::math::Real;

use super::buffers::{END_CAR, END_TIME_LIMIT, FIRST_OF_TASK};
use super::locating::Locating;
use super::{Autoreset, Environments, Episode};
use crate::actions::{ACTIONS, Acting};
use crate::error::TaskError;
use crate::motion::Motions;
use crate::task::Task;

impl<K: Task> Environments<K> {
    /// Moves all environments on by a step, with actions in a row for each environment. Results are read by
    /// [`observations`](Self::observations) and its like.
    ///
    /// # Errors
    /// Actions of another number than needed, or that are not finite; a step before the first reset; with [`Autoreset::Disabled`], a step of an
    /// environment whose episode is over. Then nothing has changed.
    pub fn step(&mut self, actions: &[f32]) -> Result<(), TaskError> {
        self.check_step(actions)?;
        let mut due = core::mem::take(&mut self.due);
        note_over(&mut due, &self.episodes, self.per_scene);
        self.take_actions(actions);
        self.drive();
        self.find_places();
        self.judge();
        self.judge_scenes();
        if self.autoreset == Autoreset::SameStep {
            note_over(&mut due, &self.episodes, self.per_scene);
            self.observe(None);
            if due.contains(&true) {
                self.buffers.keep_final(&due);
                self.begin_episodes(&due, None);
                self.observe(Some(&due));
            }
        } else {
            if due.contains(&true) {
                self.begin_episodes(&due, None);
            }
            self.observe(None);
        }
        self.buffers.reset.copy_from_slice(&due);
        self.due = due;
        Ok(())
    }

    fn check_step(&self, actions: &[f32]) -> Result<(), TaskError> {
        let must = self.len() * ACTIONS;
        if actions.len() != must {
            return Err(TaskError::Length { name: "actions", found: actions.len(), must });
        }
        if self.episodes.iter().any(|episode| episode.number.is_none()) {
            return Err(TaskError::NotReset);
        }
        if self.autoreset == Autoreset::Disabled
            && let Some(scene) = self.episodes.chunks(self.per_scene).position(is_all_over)
        {
            return Err(TaskError::IsOver { environment: scene * self.per_scene });
        }
        self.actions.check(actions)
    }

    fn take_actions(&mut self, actions: &[f32]) {
        let Self { fleet, id, columns, actions: taken, episodes, speeds_m_s, per_scene, .. } = self;
        let group = fleet.group_mut(*id);
        if taken.need_speed() {
            let motions = columns.motions(group);
            let speeds = (0..episodes.len()).map(|environment| motions.motion(environment).velocity_m_s[0]);
            speeds_m_s.clear();
            speeds_m_s.extend(speeds);
        }
        for (environment, (given, episode)) in actions.chunks_exact(ACTIONS).zip(episodes).enumerate() {
            let acting = Acting {
                environment,
                seed: episode.seed,
                episode: episode.number.unwrap_or_default(),
                step: episode.steps,
                speed_m_s: speeds_m_s.get(environment).copied().unwrap_or_default(),
            };
            let given = if episode.is_over && *per_scene > 1 { taken.stop() } else { [given[0], given[1]] };
            taken.take(&acting, given, group);
        }
        taken.command(group);
    }

    /// Moves the cars, and notes their largest impacts where they meet anything.
    fn drive(&mut self) {
        if !self.task.meets() {
            self.fleet.step_times(self.dt, u64::from(self.sub_steps));
            return;
        }
        self.impacts_m_s.fill(0.0);
        for _ in 0..self.sub_steps {
            self.fleet.step(self.dt);
            let group = self.fleet.group(self.id);
            let impacts = [group.impacts_m_s(), group.cone_impacts_m_s(), group.car_impacts_m_s()];
            for impacts in impacts.into_iter().flatten() {
                for (largest, impact) in self.impacts_m_s.iter_mut().zip(impacts) {
                    *largest = Real::max(*largest, *impact);
                }
            }
        }
    }

    /// Finds the places of all cars on their tracks.
    fn find_places(&mut self) {
        if self.courses.is_empty() {
            return;
        }
        let Motions { position_m, .. } = self.columns.motions(self.fleet.group(self.id));
        let locating = Locating { courses: &self.courses, position_m, episodes: &mut self.episodes };
        f64::run(Isa::best(), locating);
    }

    /// Judges the step of all environments but those whose episodes were over before, whose step counts for nothing.
    fn judge(&mut self) {
        let mut episodes = core::mem::take(&mut self.episodes);
        let mut memories = core::mem::take(&mut self.memories);
        let mut buffers = core::mem::replace(&mut self.buffers, super::Buffers::new(0, 0, [0, 0]));
        let (now, statuses) = (self.now(), self.group().statuses());
        let (terms_width, figures_width) = (buffers.terms_width, buffers.figures_width);
        for (environment, (episode, memory)) in episodes.iter_mut().zip(&mut memories).enumerate() {
            let terms = &mut buffers.terms[environment * terms_width..][..terms_width];
            let Some(memory) = memory.as_mut().filter(|_| !episode.is_over) else {
                terms.fill(0.0);
                (buffers.rewards[environment], buffers.ends[environment]) = (0.0, 0);
                (buffers.terminated[environment], buffers.truncated[environment]) = (false, false);
                continue;
            };
            episode.steps += 1;
            let situation = now.situation(environment, episode);
            let end = self.task.judge(&situation, memory, terms);
            let reward = terms.iter().zip(&self.weights).map(|(term, weight)| term * weight).sum();
            self.task.figures(memory, &mut buffers.figures[environment * figures_width..][..figures_width]);
            let has_stopped = statuses[environment] != 0.0;
            let is_late = episode.steps >= self.limit_steps;
            let end = match (end, has_stopped, is_late) {
                (Some(end), ..) => FIRST_OF_TASK + end as u8,
                (None, true, _) => END_CAR,
                (None, false, true) => END_TIME_LIMIT,
                (None, false, false) => 0,
            };
            buffers.rewards[environment] = reward;
            buffers.ends[environment] = end;
            buffers.terminated[environment] = end != 0 && end != END_TIME_LIMIT;
            buffers.truncated[environment] = end == END_TIME_LIMIT;
            episode.is_over = end != 0;
            episode.has_ended = end != 0 && end != END_TIME_LIMIT;
        }
        (self.episodes, self.memories, self.buffers) = (episodes, memories, buffers);
    }
}

/// Returns true where the episodes of all cars of a scene are over.
fn is_all_over(scene: &[Episode]) -> bool {
    scene.iter().all(|episode| episode.is_over)
}

/// Notes the environments in whose scenes all episodes are over, in memory that is kept.
fn note_over(mask: &mut Vec<bool>, episodes: &[Episode], per_scene: usize) {
    mask.clear();
    for scene in episodes.chunks(per_scene) {
        mask.resize(mask.len() + scene.len(), is_all_over(scene));
    }
}
