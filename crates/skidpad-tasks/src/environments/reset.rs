//! Beginnings of episodes.

use super::Environments;
use crate::chance::Chance;
use crate::error::TaskError;
use crate::task::{Start, Task};

/// Source of the cars among the random numbers of an episode.
const CARS: u64 = 2;

impl<K: Task> Environments<K> {
    /// Begins the first episode of every environment; the seed of each is `seed` and its number.
    pub fn reset_all(&mut self, seed: u64) {
        for (number, episode) in self.episodes.iter_mut().enumerate() {
            (episode.seed, episode.number) = (seed.wrapping_add(number as u64), None);
        }
        let mask = vec![true; self.len()];
        self.begin_again(&mask, None);
    }

    /// Begins new episodes of the environments of a mask. `seeds`: a seed for each environment, after which the episodes of those of the mask are
    /// counted anew; `None`: they go on with their seeds. `starts`: a start for each environment; `None`: the task draws them.
    ///
    /// # Errors
    /// A mask, seeds or starts of another length than the environments, or starts that are not finite or on a track that the task does not
    /// have. Then nothing has changed.
    pub fn reset(
        &mut self,
        mask: &[bool],
        seeds: Option<&[u64]>,
        starts: Option<&[Start]>,
    ) -> Result<(), TaskError> {
        let must = self.len();
        let check = |name, found| match found == must {
            true => Ok(()),
            false => Err(TaskError::Length { name, found, must }),
        };
        check("mask", mask.len())?;
        check("seeds", seeds.map_or(must, <[u64]>::len))?;
        check("starts", starts.map_or(must, <[Start]>::len))?;
        starts.unwrap_or_default().iter().try_for_each(|start| self.check_start(start))?;
        if let Some(seeds) = seeds {
            for ((episode, seed), _) in
                self.episodes.iter_mut().zip(seeds).zip(mask).filter(|(_, chosen)| **chosen)
            {
                (episode.seed, episode.number) = (*seed, None);
            }
        }
        self.begin_again(mask, starts);
        Ok(())
    }

    fn check_start(&self, start: &Start) -> Result<(), TaskError> {
        let [x_m, y_m] = start.position_m;
        let [forwards_m_s, left_m_s] = start.velocity_m_s;
        crate::error::check("x_m", x_m, [-1e6, 1e6])?;
        crate::error::check("y_m", y_m, [-1e6, 1e6])?;
        crate::error::check("yaw_rad", start.yaw_rad, [-1e3, 1e3])?;
        crate::error::check("velocity_x_m_s", forwards_m_s, [-100.0, 100.0])?;
        crate::error::check("velocity_y_m_s", left_m_s, [-100.0, 100.0])?;
        crate::error::check("yaw_rate_rad_s", start.yaw_rate_rad_s, [-50.0, 50.0])?;
        let last = usize::max(self.courses.len(), 1) - 1;
        crate::error::check("track", start.track as f64, [0.0, last as f64])
    }

    fn begin_again(&mut self, mask: &[bool], starts: Option<&[Start]>) {
        self.begin_episodes(mask, starts);
        for environment in (0..mask.len()).filter(|environment| mask[*environment]) {
            let buffers = &mut self.buffers;
            (buffers.rewards[environment], buffers.ends[environment]) = (0.0, 0);
            (buffers.terminated[environment], buffers.truncated[environment]) = (false, false);
            let width = buffers.terms_width;
            buffers.terms[environment * width..][..width].fill(0.0);
        }
        self.buffers.reset.copy_from_slice(mask);
        self.observe(Some(mask));
    }

    /// Puts the cars of a mask to new starts, drawn by the task where none are given.
    pub(super) fn begin_episodes(&mut self, mask: &[bool], starts: Option<&[Start]>) {
        let count = self.len();
        for environment in (0..count).filter(|environment| mask[*environment]) {
            let episode = &mut self.episodes[environment];
            let number = episode.number.map_or(0, |number| number + 1);
            let mut chance = Chance::new(episode.seed, number);
            // Of a source of their own, so that the starts are those with a single car.
            let car = Chance::in_step(episode.seed, number, 0, CARS).below(self.garage.len());
            let outline = &self.garage[car].outline;
            let drawn = self.task.start(outline, &mut chance);
            let start = starts.map_or(drawn, |starts| starts[environment]);
            self.memories[environment] = Some(self.task.begin(outline, &start, &mut chance));
            let has_changed = core::mem::replace(&mut episode.car, car) != car;
            self.changed_cars.extend(has_changed.then_some(environment));
            let [x_m, y_m] = start.position_m;
            let [forwards_m_s, left_m_s] = start.velocity_m_s;
            let numbers = [x_m, y_m, start.yaw_rad, forwards_m_s, left_m_s, start.yaw_rate_rad_s];
            for (row, place) in self.starts.places.iter().enumerate() {
                self.starts.values[row * count + environment] = numbers[*place] as f32;
            }
            (episode.number, episode.steps, episode.is_over) = (Some(number), 0, false);
            (episode.course, episode.moved_m) = (start.track, 0.0);
            // Of the position that the car has, after it was rounded.
            let placed_m = start.position_m.map(|at| f64::from(at as f32));
            let course = self.courses.get(start.track);
            episode.place = course.map(|course| course.track().locate(placed_m, None));
        }
        let group = self.fleet.group_mut(self.id);
        for environment in self.changed_cars.drain(..) {
            let car = &self.garage[self.episodes[environment].car];
            group.set_vehicle(environment, &car.choice()).expect("the model has taken it before");
        }
        group.reset_to(mask, &self.starts.handles, &self.starts.values);
        for environment in (0..count).filter(|environment| mask[*environment]) {
            let lock_rad = self.garage[self.episodes[environment].car].lock_rad;
            self.actions.begin(environment, lock_rad, group);
        }
    }
}
