//! The cars of a drive as members of a world.

use std::sync::Arc;

use skidpad_core::controls::{Command, Controls, Gear, sanitise};
use skidpad_core::math::Real;
use skidpad_core::snapshot::Saved;
use skidpad_core::step::Dt;
use skidpad_world::channel::{CarChannels, ChannelHandle};
use skidpad_world::rolling::{Begin, Rolling};
use skidpad_world::scene::Place;
use skidpad_world::world::{Member, SavedWorld, Site, World};

use super::entrant::{Entrant, body};
use super::{Choice, ChoiceError};

/// Distance between the rows of cars at the start, m, and of their two columns from the middle.
const ROW_M: f64 = 7.0;
const COLUMN_M: f64 = 2.0;

/// The player's car and the others, in their world.
pub(super) struct Cars {
    pub(super) world: World,
    pub(super) entrants: Vec<Entrant>,
}

/// The cars that are to start, the player's first.
pub(super) struct Field {
    pub(super) cars: Vec<Arc<Choice>>,
    /// True if the others meet each other and the player. Otherwise they pass through everything and start where the player does.
    pub(super) is_solid: bool,
}

impl Field {
    /// Start place of a car. Solid ones stand in two columns behind the player.
    fn place(&self, index: usize, start: Place) -> Place {
        if index == 0 || !self.is_solid {
            return start;
        }
        let behind_m = ROW_M * index.div_ceil(2) as f64;
        let left_m = if index.is_multiple_of(2) { -COLUMN_M } else { COLUMN_M };
        let (sin, cos) = Real::sin_cos(start.heading_rad);
        let [x, y] = start.position_m;
        let position_m = [x - behind_m * cos - left_m * sin, y - behind_m * sin + left_m * cos];
        Place { position_m, ..start }
    }
}

/// A channel with a number; `None` where the model does not have the channel.
type Number = (Option<ChannelHandle>, f64);

/// Controls that nobody touches.
pub(super) fn released() -> Command<f64> {
    sanitise(&Controls::default()).0
}

impl Cars {
    /// All cars at their start places.
    pub(super) fn at_start(field: &Field, start: Place, site: &Site) -> Result<Self, ChoiceError> {
        let mut cars = Self { world: World::new(site.clone()), entrants: Vec::new() };
        for (index, choice) in field.cars.iter().enumerate() {
            let place = field.place(index, start);
            let car = at_rest(choice, place)?;
            let member = member(choice, car, index == 0 || field.is_solid);
            let not_taken =
                |error: skidpad_world::world::WorldError| ChoiceError::NotTaken(error.to_string());
            let id = cars.world.add(member).map_err(not_taken)?;
            let mut entrant = Entrant::new(id, choice, place);
            entrant.place(&cars.world, &released());
            cars.entrants.push(entrant);
        }
        Ok(cars)
    }

    /// Moves all cars on by a step with the same controls.
    pub(super) fn step(&mut self, command: &Command<f64>, dt: Dt) {
        for entrant in &self.entrants {
            self.world.set_request(entrant.id(), entrant.request(command));
        }
        self.world.step(dt);
        self.entrants.iter_mut().for_each(|entrant| entrant.follow(&self.world, command));
    }

    /// Removes a car; the player's, 0, stays.
    pub(super) fn remove(&mut self, index: usize) -> bool {
        let is_other = index > 0 && index < self.entrants.len();
        if is_other {
            self.world.remove(self.entrants.remove(index).id());
        }
        is_other
    }

    /// Puts the player in another car, which goes on from where his is: with the same state, or in another model with the
    /// same position and motion.
    pub(super) fn replace_player(
        &mut self,
        choice: &Arc<Choice>,
        command: &Command<f64>,
    ) -> Result<(), ChoiceError> {
        let before = &self.entrants[0];
        let (id, start) = (before.id(), before.start());
        let saved = self.world.car(id).map(Rolling::save);
        let mut car = at_rest(choice, start)?;
        let is_same_model = before.choice().model.name == choice.model.name;
        if let Some(saved) = &saved
            && !(is_same_model && car.restore(saved).is_ok())
        {
            car = carrying_on(choice, before, saved)?;
        }
        let replaced = self.world.replace(id, member(choice, car, true));
        replaced.map_err(|error| ChoiceError::NotTaken(error.to_string()))?;
        self.entrants[0] = Entrant::new(id, choice, start);
        self.entrants[0].place(&self.world, command);
        Ok(())
    }

    /// Puts back a saved world, in which the player drove a car. Returns false, with nothing changed, where it is of other cars.
    pub(super) fn restore(
        &mut self,
        saved: &SavedWorld,
        player: &Arc<Choice>,
        command: &Command<f64>,
    ) -> bool {
        let start = self.entrants[0].start();
        let is_other = !core::ptr::eq(self.entrants[0].choice(), player.as_ref());
        let mut world = self.world.clone();
        if is_other {
            let id = self.entrants[0].id();
            let Ok(car) = at_rest(player, start) else { return false };
            if world.replace(id, member(player, car, true)).is_err() {
                return false;
            }
        }
        if world.restore(saved).is_err() {
            return false;
        }
        self.world = world;
        if is_other {
            self.entrants[0] = Entrant::new(self.entrants[0].id(), player, start);
        }
        self.entrants.iter_mut().for_each(|entrant| entrant.place(&self.world, command));
        true
    }
}

/// A car with a body if it is solid and moves in the plane.
fn member(choice: &Choice, car: Box<dyn Rolling>, is_solid: bool) -> Member {
    let meets = is_solid && car.planar().is_some();
    Member { car, body: meets.then(|| body(choice)) }
}

/// A car at rest at a place, on the plane of the surface: the world lays it along its ground.
fn at_rest(choice: &Choice, place: Place) -> Result<Box<dyn Rolling>, ChoiceError> {
    let ([x, y], car) = (place.position_m, CarChannels::resolve(&choice.model.layout()));
    let mut states = vec![(car.yaw, place.heading_rad)];
    // One that drives straight on from its start has the distance alone, from 0.
    if car.yaw.is_some() {
        states.extend([(car.position_x, x), (car.position_y, y), (car.rear_axle_x, x), (car.rear_axle_y, y)]);
    }
    with_states(choice, Gear::Forward(1), &states)
}

/// A car with some states, as far as its model has them.
fn with_states(choice: &Choice, gear: Gear, states: &[Number]) -> Result<Box<dyn Rolling>, ChoiceError> {
    let named = |(channel, number): &Number| Some((channel.as_ref()?.state_name()?, *number));
    let initial: Vec<_> = states.iter().filter_map(named).collect();
    let begin = Begin { gear, initial: &initial, method: None };
    let not_taken = || {
        let why = format!("the model {} does not take the car {:?}", choice.model.name, choice.name);
        ChoiceError::NotTaken(why)
    };
    choice.model.begin(&choice.car(), &begin).ok_or_else(not_taken)
}

/// A car of another model with position, motion and clock of one that is under way. States that this does not give, the
/// spin of wheels and engine above all, are in balance with the speed.
fn carrying_on(choice: &Choice, from: &Entrant, saved: &Saved) -> Result<Box<dyn Rolling>, ChoiceError> {
    let ([x, y, _], seen) = (from.pose().position_m, from.seen());
    let [velocity_x, velocity_y] = seen.velocity_m_s();
    let Place { position_m: [from_x, from_y], heading_rad } = from.start();
    let (sin, cos) = Real::sin_cos(heading_rad);
    // One that leans begins upright, and so straight on.
    let turns = if choice.model.abilities.leans { 0.0 } else { 1.0 };
    let gear = match seen.gear().unwrap_or(1.0) {
        reverse if reverse < 0.0 => Gear::Reverse,
        neutral if neutral < 1.0 => Gear::Neutral,
        // The one that fits the speed: the other's may be none here, or blow this engine.
        _ => Gear::Automatic,
    };
    let heading_now_rad = seen.find(seen.channels().car.yaw).unwrap_or(heading_rad);
    let car = CarChannels::resolve(&choice.model.layout());
    // A model without a heading has the distance from its start alone.
    let distance = (x - from_x) * cos + (y - from_y) * sin;
    let states = [
        (car.position_x, if car.yaw.is_some() { x } else { distance }),
        (car.position_y, y),
        // Models whose position is that of the rear axle.
        (car.rear_axle_x, x),
        (car.rear_axle_y, y),
        (car.yaw, heading_now_rad),
        (car.velocity_x, velocity_x),
        (car.velocity_y, turns * velocity_y),
        (car.speed, velocity_x),
        (car.sideslip, seen.sideslip_rad()),
        (car.yaw_rate, turns * seen.yaw_rate_rad_s()),
    ];
    let mut car = with_states(choice, gear, &states)?;
    let with_clock = Saved { clock: saved.clock, ..car.save() };
    car.restore(&with_clock).map_err(|error| ChoiceError::NotTaken(error.to_string()))?;
    Ok(car)
}
