//! Beginnings of episodes.

use super::Environments;
use super::scenes::{self, seed_of};
use crate::actions::ActingBegin;
use crate::chance::Chance;
use crate::error::{TaskError, check};
use crate::task::{StartChoice, Task};

/// Source of the cars among the random numbers of an episode.
const CARS: u64 = 2;

impl<K: Task> Environments<K> {
    /// Begins the first episode of every environment; the seed of each is `seed` and its number, or that of its scene.
    pub fn reset_all(&mut self, seed: u64) {
        for (number, episode) in self.episodes.iter_mut().enumerate() {
            let of_scene = seed.wrapping_add((number / self.per_scene) as u64);
            (episode.seed, episode.number) = (seed_of(of_scene, number % self.per_scene), None);
        }
        let mask = vec![true; self.len()];
        self.begin_again(&mask, None);
    }

    /// Begins new episodes of the environments of a mask. `seeds`: a seed for each environment, after which the episodes of those of the mask are
    /// counted from 0 again; `None`: they go on with their seeds; of a scene the seed of its first car counts. `starts`: a start for each environment; `None`: the task draws all of them.
    ///
    /// # Errors
    /// A mask, seeds or starts of another length than the environments, or starts that are not finite or on a track that the task does not
    /// have; a mask that has some cars of a scene and not the others, or starts of them on several tracks. Then nothing has changed.
    pub fn reset(
        &mut self,
        mask: &[bool],
        seeds: Option<&[u64]>,
        starts: Option<&[StartChoice]>,
    ) -> Result<(), TaskError> {
        let must = self.len();
        let check_length = |name, found| match found == must {
            true => Ok(()),
            false => Err(TaskError::Length { name, found, must }),
        };
        check_length("mask", mask.len())?;
        check_length("seeds", seeds.map_or(must, <[u64]>::len))?;
        check_length("starts", starts.map_or(must, <[StartChoice]>::len))?;
        starts.unwrap_or_default().iter().try_for_each(|start| self.check_start(start))?;
        scenes::check_reset(mask, starts.unwrap_or_default(), self.per_scene)?;
        if let Some(seeds) = seeds {
            for (number, episode) in self.episodes.iter_mut().enumerate().filter(|(number, _)| mask[*number])
            {
                let car = number % self.per_scene;
                (episode.seed, episode.number) = (seed_of(seeds[number - car], car), None);
            }
        }
        self.begin_again(mask, starts);
        Ok(())
    }

    fn check_start(&self, start: &StartChoice) -> Result<(), TaskError> {
        let [x_m, y_m] = start.position_m;
        let [forwards_m_s, left_m_s] = start.velocity_m_s;
        let last = usize::max(self.courses.len(), 1) - 1;
        let quantities = [
            ("x_m", x_m, [-1e6, 1e6]),
            ("y_m", y_m, [-1e6, 1e6]),
            ("yaw_rad", start.yaw_rad, [-1e3, 1e3]),
            ("velocity_x_m_s", forwards_m_s, [-100.0, 100.0]),
            ("velocity_y_m_s", left_m_s, [-100.0, 100.0]),
            ("yaw_rate_rad_s", start.yaw_rate_rad_s, [-50.0, 50.0]),
            ("track", start.track.map(|track| track as f64), [0.0, last as f64]),
        ];
        let given = quantities.into_iter().filter_map(|(name, value, range)| Some((name, value?, range)));
        given.into_iter().try_for_each(|(name, value, range)| check(name, value, range))
    }

    fn begin_again(&mut self, mask: &[bool], starts: Option<&[StartChoice]>) {
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
    pub(super) fn begin_episodes(&mut self, mask: &[bool], starts: Option<&[StartChoice]>) {
        let count = self.len();
        for environment in (0..count).filter(|environment| mask[*environment]) {
            let place = environment % self.per_scene;
            let of_scene = self.episodes[environment - place].seed;
            let episode = &mut self.episodes[environment];
            let number = episode.number.map_or(0, |number| number + 1);
            let mut chance = Chance::new(of_scene, number);
            // Of a source of their own, so that the starts are those with a single car.
            let mut of_cars = Chance::in_step(episode.seed, number, 0, CARS);
            let car = scenes::car(environment, self.per_scene, self.garage.len(), &mut of_cars);
            let outline = &self.garage[car].outline;
            let drawn = self.task.start_in_scene(place, outline, &mut chance);
            let start = starts.map_or(drawn, |starts| starts[environment].or(&drawn));
            self.memories[environment] = Some(self.task.begin(outline, &start, &mut chance));
            let has_changed = core::mem::replace(&mut episode.car, car) != car;
            self.changed_cars.extend(has_changed.then_some(environment));
            self.starts.set(environment, &start);
            (episode.number, episode.steps) = (Some(number), 0);
            (episode.is_over, episode.has_ended) = (false, false);
            (episode.course, episode.moved_m) = (start.track, 0.0);
            // Of the position that the car has, after it was rounded.
            let placed_m = start.position_m.map(|at| f64::from(at as f32));
            let course = self.courses.get(start.track);
            episode.place = course.map(|course| course.track().locate(placed_m, None));
        }
        self.begin_scenes(mask);
        let group = self.fleet.group_mut(self.id);
        for environment in self.changed_cars.drain(..) {
            let car = &self.garage[self.episodes[environment].car];
            group.set_vehicle(environment, &car.choice()).expect("the model has taken it before");
        }
        group.reset_to(mask, &self.starts.handles, &self.starts.values);
        for environment in (0..count).filter(|environment| mask[*environment]) {
            let lock_rad = self.garage[self.episodes[environment].car].lock_rad;
            let speed_m_s = self.starts.speeds_m_s[environment];
            self.actions.begin(environment, &ActingBegin { lock_rad, speed_m_s }, group);
            let width = self.buffers.figures_width;
            if let Some(memory) = &self.memories[environment] {
                self.task.figures(memory, &mut self.buffers.figures[environment * width..][..width]);
            }
        }
        self.actions.command(group);
    }
}
