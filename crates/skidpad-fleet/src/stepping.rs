//! Steps of the cars of a group: several at once, or one by one with the weather, walls and cones of their sites.

use skidpad_core::batch::{Batch, Pool};
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_world::models::Drivable;

use crate::any_model::Now;
use crate::cars::CarsOf;
use crate::convert::Convert;
use crate::meetings::Meetings;
use crate::moving::Moving;

impl<M: Drivable, T: Convert> CarsOf<M, T> {
    /// Moves all cars on by some steps.
    pub(crate) fn step_times(&mut self, dt: Dt, steps: u64, Now { mut clock, pool }: Now<'_>) {
        if self.goes_on_alone() {
            let mut left = steps;
            while left > 0 {
                let together = u32::try_from(left).unwrap_or(u32::MAX);
                self.step_alone(dt, together, pool);
                left -= u64::from(together);
            }
            return;
        }
        for _ in 0..steps {
            // Gusts change slowly over a step: its middle stands for it, as in a world.
            self.moving.set_weather(clock.time_s() + 0.5 * dt.seconds());
            self.step_on_site(dt, pool);
            clock.count(dt);
        }
    }

    /// Returns true where cars neither meet nor are given anything that changes from step to step, nor judged by where they are.
    fn goes_on_alone(&self) -> bool {
        self.moving.is_steady() && self.meetings.is_none() && self.episodes.rules().area.is_none()
    }

    /// Moves cars that [go on alone](Self::goes_on_alone) by some steps.
    fn step_alone(&mut self, dt: Dt, steps: u32, pool: &mut Option<Pool>) {
        let Self { moving, episodes, position, .. } = self;
        let tally = moving.step_times(dt, steps, pool);
        let batch = &moving.batch;
        episodes.count(dt, steps, tally, |car| batch.steps_taken(car));
        episodes.judge(batch.statuses(), tally, None, |car| place_m(batch, *position, car));
    }

    /// Moves all cars on by a step, and lets them meet what is on their sites.
    fn step_on_site(&mut self, dt: Dt, pool: &mut Option<Pool>) {
        let Self { moving, meetings, episodes, position, .. } = self;
        if let Some(meetings) = meetings {
            meetings.begin(&moving.batch, &moving.places);
        }
        find_on_tracks(moving, *position);
        let mut tally = moving.step_times(dt, 1, pool);
        let Moving { batch, places, .. } = moving;
        // Before contact, which may quarantine a car that has moved.
        episodes.count(dt, 1, tally, |car| batch.steps_taken(car));
        if meetings.as_mut().is_some_and(|meetings| meetings.resolve(batch, places, dt, pool)) {
            tally = batch.tally();
        }
        find_on_tracks(moving, *position);
        let batch = &moving.batch;
        let impacts = meetings.as_ref().map(Meetings::impacts);
        episodes.judge(batch.statuses(), tally, impacts, |car| place_m(batch, *position, car));
    }
}

/// Place of a car on its road's plane, m: its position, or that of its pose where its states have none.
fn place_m<M: Drivable, T: Convert>(
    batch: &Batch<M, T>,
    position: Option<[usize; 2]>,
    car: usize,
) -> [f64; 2] {
    position.map_or_else(
        || {
            // The world's axes are the road's where the road is level.
            let state = T::widened::<M>(&batch.state(car));
            let [x, y, _] = M::pose(&state, &Surface::asphalt()).position_m;
            [x, y]
        },
        |columns| columns.map(|column| batch.states(column)[car].lane(0)),
    )
}

/// Finds the positions of cars on their tracks.
fn find_on_tracks<M: Drivable, T: Convert>(moving: &mut Moving<M, T>, position: Option<[usize; 2]>) {
    if moving.places.have_tracks {
        for car in 0..moving.batch.len() {
            moving.places.find_on_track(car, place_m(&moving.batch, position, car));
        }
    }
}
