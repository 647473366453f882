//! Which cars drive, where, and their restart.

use std::sync::Arc;

use skidpad_world::laps::Laps;
use skidpad_world::scene::Scene;
use skidpad_world::shaping::AutoReverse;
use skidpad_world::world::Site;

use super::cars::{Cars, Field, released};
use super::rates::steps;
use super::{Drive, Entrant};
use crate::choice::{Choice, ChoiceError};
use crate::plots::lap_trace::LapTraces;
use crate::setup::MOST_GHOSTS;

impl Drive {
    /// Adds a car that is given what the player's is: of another model, or another vehicle. All cars restart.
    ///
    /// # Errors
    /// A car that its model does not take; one more than [`MOST_GHOSTS`]. Then nothing has changed.
    pub fn add_ghost(&mut self, ghost: &Choice) -> Result<(), ChoiceError> {
        if self.entrants().len() > MOST_GHOSTS {
            return Err(ChoiceError::NotTaken(format!("at most {MOST_GHOSTS} ghosts drive beside the car")));
        }
        let mut field = self.field();
        field.cars.push(Arc::new(ghost.clone()));
        self.start_with(&field)
    }

    /// Sets whether the other cars are solid, and meet each other and the player, or pass through everything. Solid cars
    /// start behind the player; all cars restart.
    pub fn set_solid(&mut self, is_solid: bool) {
        if is_solid != self.is_solid {
            // Cars that have started once start again.
            let _ = self.start_with(&Field { is_solid, ..self.field() });
        }
    }

    fn field(&self) -> Field {
        let cars = self.entrants().iter().map(Entrant::shared_choice).collect();
        Field { cars, is_solid: self.is_solid }
    }

    /// Takes the controls from a replay, and restarts with other cars.
    fn start_with(&mut self, field: &Field) -> Result<(), ChoiceError> {
        let cars = Cars::at_start(field, self.scene.start, &self.site)?;
        self.take_over();
        self.is_solid = field.is_solid;
        self.begin_with(cars);
        Ok(())
    }

    /// Takes a ghost out, by its place among [`entrants`](Self::entrants); the player's car, 0, stays. A replay is taken over.
    /// Where the ghost was solid, all cars restart.
    pub fn remove_ghost(&mut self, index: usize) {
        if index == 0 || index >= self.entrants().len() {
            return;
        }
        self.take_over();
        if self.cars.remove(index) {
            self.past.remove(index);
            if self.is_solid {
                self.restart();
            }
        }
    }

    /// Puts the player in another car, at the start.
    ///
    /// # Errors
    /// A car that its model does not take; then he drives on in the one that he has.
    pub fn choose(&mut self, player: &Choice) -> Result<(), ChoiceError> {
        let mut field = self.field();
        field.cars[0] = Arc::new(player.clone());
        self.start_with(&field)
    }

    /// Puts other figures into the player's car, or lets another model drive it: it goes on from where it is, as fast as it
    /// is. To go back in time then is to go on from there in the new car.
    ///
    /// # Errors
    /// A car that its model does not take; then he drives on in the one that he has.
    pub fn tune(&mut self, player: &Choice) -> Result<(), ChoiceError> {
        self.take_over();
        self.put_in(&Arc::new(player.clone()))
    }

    /// Goes to another scene.
    pub fn go_to(&mut self, scene: Scene) {
        (self.laps, self.traces) = (Laps::new(&scene), LapTraces::default());
        self.site = Site::from(&scene);
        self.scene = scene;
        self.take_over();
        self.end_race();
        self.forget_ideal();
        self.restart();
    }

    /// Puts all cars back to the start, and the cones to their places. Laps that were driven remain. A replay
    /// restarts.
    pub fn restart(&mut self) {
        if self.cars.restart_replay(self.scene.start) {
            self.begin();
        } else if let Ok(cars) = Cars::at_start(&self.field(), self.scene.start, &self.site) {
            // Cars that have started once start again.
            self.begin_with(cars);
        }
    }

    fn begin_with(&mut self, cars: Cars) {
        self.cars = cars;
        self.first_part = None;
        self.begin();
    }

    /// Sets back what is not a part of the world.
    fn begin(&mut self) {
        if let Some(laps) = &mut self.laps {
            laps.abandon();
        }
        self.past.clear();
        self.replace_line_driver();
        self.shaper = self.shaper.released();
        (self.held, self.asked, self.command) = (released(), released(), released());
        self.auto_reverse = self.auto_reverse.map(|_| AutoReverse::default());
        self.steps = steps(self.rate_hz);
        if let Some(rival) = &mut self.rival {
            rival.restart();
        }
        self.note_past();
    }
}
