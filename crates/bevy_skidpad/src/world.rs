//! All cars, in one world.

use core::any::Any;
use std::sync::Arc;

use bevy_ecs::entity::{EntityHashMap, EntityMapper, MapEntities};
use bevy_ecs::prelude::*;

use skidpad::Shown;
use skidpad::core::controls::ControlFault;
#[cfg(any(feature = "avian", feature = "rapier"))]
use skidpad::core::model::spatial::Push;
use skidpad::core::step::Dt;
use skidpad::fleet::{FleetModels, Lanes};
use skidpad::prelude::{Car, CarId, Site, World};
use skidpad::world::render::Between;
use skidpad::world::rolling::{Request, Rolling};
#[cfg(any(feature = "avian", feature = "rapier"))]
use skidpad::world::world::CarGrounds;
use skidpad::world::world::{Event, Member, WorldError};

use crate::change::Change;
use crate::fault::VehicleFaultKind;
use crate::vehicle::Vehicle;

/// Resource: the world of Skidpad in which all vehicles are cars. It is the one place that holds their state; components are copies
/// to be read.
///
/// A clone is a snapshot: put back, all cars go on with the same bits, those that joined or left in between, their drawn motion and
/// events included.
#[derive(Resource, Clone)]
pub struct SkidpadWorld {
    world: World,
    /// In the order of their numbers.
    seats: Vec<Seat>,
    ids: EntityHashMap<CarId>,
    /// Vehicles that have appeared or gone since the last step, in order.
    changes: Vec<Change>,
    /// Number of changes of the ground until that which the world has.
    ground: u64,
}

/// A vehicle that is a car of the world.
#[derive(Clone)]
pub(crate) struct Seat {
    pub id: CarId,
    pub entity: Entity,
    /// The component of which the car was made.
    pub vehicle: Vehicle,
    pub body: Between<f64>,
    /// The wheels, where they are drawn: reading them is an evaluation of the model.
    pub wheels: Option<Shown>,
    /// Gear after the last step.
    pub gear: Option<i8>,
    /// Fault of the controls of the last step.
    pub fault: Option<ControlFault>,
    /// True where the car has a rigid body in an engine, with its mass.
    #[cfg(any(feature = "avian", feature = "rapier"))]
    pub is_fitted: bool,
}

impl Default for SkidpadWorld {
    /// A world without cars on asphalt.
    fn default() -> Self {
        Self {
            world: World::new(Site::asphalt()),
            seats: Vec::new(),
            ids: EntityHashMap::default(),
            changes: Vec::new(),
            ground: 0,
        }
    }
}

impl SkidpadWorld {
    /// The world: its cars, impacts, cones, laps and clock.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Number of a vehicle in the world: 0 for the first that joined; `None` for one that has not joined.
    pub fn id(&self, vehicle: Entity) -> Option<CarId> {
        self.ids.get(&vehicle).copied()
    }

    /// The vehicle of a number.
    pub fn entity(&self, id: CarId) -> Option<Entity> {
        self.place_of(id).map(|place| self.seats[place].entity)
    }

    /// The car of a vehicle, with pose, wheels and outputs as of the last step; `None` for one that has not joined.
    ///
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use bevy_skidpad::prelude::*;
    ///
    /// fn squeal(world: Res<SkidpadWorld>, vehicles: Query<Entity, With<Vehicle>>) {
    ///     for car in vehicles.iter().filter_map(|vehicle| world.car(vehicle)) {
    ///         let most = car.wheels().iter().filter_map(|wheel| wheel.friction_utilisation).fold(0.0, f64::max);
    ///         println!("{most:.2}");
    ///     }
    /// }
    /// ```
    pub fn car(&self, vehicle: Entity) -> Option<&Car> {
        Car::in_world(&self.world, self.id(vehicle)?)
    }

    /// Largest steering angle of a vehicle's front wheels, rad.
    pub fn lock_rad(&self, vehicle: Entity) -> Option<f64> {
        self.car(vehicle).map(|car| car.vehicle().body().largest_steer_rad)
    }

    /// The vehicles that have joined, in the order of their numbers.
    pub fn vehicles(&self) -> impl ExactSizeIterator<Item = Entity> {
        self.seats.iter().map(|seat| seat.entity)
    }

    /// Hash of the bits of all cars and cones: equal on two machines that had the same inputs.
    pub fn hash(&self) -> u64 {
        self.world.hash()
    }

    /// Steps the cars of the models of a list in SIMD lanes, with the same bits: for four and more cars of a model. `threads`: 1 is
    /// the thread that steps, 0 as many as the machine runs at once. The lanes are compiled where the list is made.
    ///
    /// ```
    /// use bevy_skidpad::prelude::*;
    /// use bevy_skidpad::skidpad::core::model::SingleTrack;
    /// use bevy_skidpad::skidpad::fleet::{FleetModel, FleetModels};
    /// use bevy_skidpad::skidpad::world::models::SINGLE_TRACK;
    ///
    /// static SINGLE: FleetModel = FleetModel::new::<SingleTrack>(&SINGLE_TRACK);
    /// static LANES: FleetModels = FleetModels::new(&[&SINGLE]);
    /// let mut world = SkidpadWorld::default();
    /// world.step_together(LANES, 1);
    /// ```
    pub fn step_together(&mut self, models: FleetModels, threads: usize) {
        let world = core::mem::replace(&mut self.world, World::new(Site::asphalt()));
        self.world = world.stepped_together(Lanes::new(models).with_threads(threads));
    }

    /// Notes a vehicle that appears or goes.
    pub(crate) fn note(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// Takes the vehicles that have appeared or gone.
    pub(crate) fn take_changes(&mut self) -> Vec<Change> {
        core::mem::take(&mut self.changes)
    }

    /// Notes how often the ground was changed. Returns true where the world has another.
    pub(crate) fn note_ground(&mut self, changes: u64) -> bool {
        core::mem::replace(&mut self.ground, changes) != changes
    }

    pub(crate) fn seats(&self) -> &[Seat] {
        &self.seats
    }

    pub(crate) fn seat(&self, vehicle: Entity) -> Option<&Seat> {
        self.place_of(self.id(vehicle)?).map(|place| &self.seats[place])
    }

    fn place_of(&self, id: CarId) -> Option<usize> {
        self.seats.binary_search_by_key(&id, |seat| seat.id).ok()
    }

    /// Lets a vehicle join.
    pub(crate) fn join(&mut self, entity: Entity, vehicle: &Vehicle, car: Car) -> Result<(), WorldError> {
        let id = self.world.add(member(car, vehicle))?;
        // It may lie on the ground now, which it did not before it joined.
        let Some(car) = Car::in_world(&self.world, id) else { return Ok(()) };
        let seat = Seat {
            id,
            entity,
            vehicle: vehicle.clone(),
            body: Between::at(car.pose()),
            wheels: None,
            gear: gear(car),
            fault: None,
            #[cfg(any(feature = "avian", feature = "rapier"))]
            is_fitted: false,
        };
        self.seats.push(seat);
        self.ids.insert(entity, id);
        Ok(())
    }

    /// Puts another car in the place of that of a vehicle.
    pub(crate) fn replace(&mut self, entity: Entity, vehicle: &Vehicle, car: Car) -> Result<(), WorldError> {
        let Some(id) = self.id(entity) else { return Ok(()) };
        self.world.replace(id, member(car, vehicle))?;
        if let (Some(place), Some(car)) = (self.place_of(id), Car::in_world(&self.world, id)) {
            let seat = &mut self.seats[place];
            (seat.body, seat.wheels) = (Between::at(car.pose()), None);
            (seat.vehicle, seat.gear) = (vehicle.clone(), gear(car));
        }
        #[cfg(any(feature = "avian", feature = "rapier"))]
        self.loosen(entity);
        Ok(())
    }

    /// Takes a vehicle out.
    pub(crate) fn leave(&mut self, entity: Entity) {
        let Some(id) = self.ids.remove(&entity) else { return };
        self.world.remove(id);
        self.seats.retain(|seat| seat.id != id);
    }

    /// Puts a vehicle elsewhere. Returns false where it has not joined.
    pub(crate) fn place(
        &mut self,
        entity: Entity,
        put: impl FnOnce(&mut Car) -> Result<(), VehicleFaultKind>,
    ) -> Result<bool, VehicleFaultKind> {
        let Some(id) = self.id(entity) else { return Ok(false) };
        let ground = Arc::clone(&self.world.site().ground);
        let Some(car) = self.world.car_mut(id).and_then(|car| (car as &mut dyn Any).downcast_mut::<Car>())
        else {
            return Ok(false);
        };
        // A car that is put in part of the way is not.
        let before = car.clone();
        if let Err(fault) = put(car) {
            *car = before;
            return Err(fault);
        }
        car.lie_on(&ground);
        self.world.abandon_lap(id);
        if let (Some(place), Some(car)) = (self.place_of(id), Car::in_world(&self.world, id)) {
            let seat = &mut self.seats[place];
            (seat.body, seat.wheels, seat.gear) = (Between::at(car.pose()), None, gear(car));
        }
        Ok(true)
    }

    pub(crate) fn set_site(&mut self, site: Site) -> Result<(), WorldError> {
        self.world.set_site(site)
    }

    /// Sets the request of the car at a place among the seats.
    pub(crate) fn set_request(&mut self, place: usize, request: Request, fault: Option<ControlFault>) {
        let seat = &mut self.seats[place];
        seat.fault = fault;
        self.world.set_request(seat.id, request);
    }

    /// Notes that a car's rigid body in an engine is to be replaced.
    #[cfg(any(feature = "avian", feature = "rapier"))]
    pub(crate) fn loosen(&mut self, entity: Entity) {
        if let Some(place) = self.id(entity).and_then(|id| self.place_of(id)) {
            self.seats[place].is_fitted = false;
        }
    }

    /// Notes that a car has a rigid body in an engine: it meets nothing in Skidpad's own world any more.
    #[cfg(any(feature = "avian", feature = "rapier"))]
    pub(crate) fn fit(&mut self, entity: Entity) -> Result<(), WorldError> {
        let Some(id) = self.id(entity) else { return Ok(()) };
        if let Some(car) = self.world.car(id).filter(|_| self.world.body(id).is_some()) {
            let car = car.boxed_clone();
            self.world.replace(id, Member { car, body: None })?;
        }
        if let Some(place) = self.place_of(id) {
            self.seats[place].is_fitted = true;
        }
        Ok(())
    }

    /// Pushes a car, along the axes of Skidpad's world.
    #[cfg(any(feature = "avian", feature = "rapier"))]
    pub(crate) fn push(&mut self, entity: Entity, push: &Push) {
        let Some(id) = self.id(entity) else { return };
        let car = self.world.car_mut(id).and_then(|car| (car as &mut dyn Any).downcast_mut::<Car>());
        if let Some(car) = car {
            // A push that is not finite quarantines the car, which the world reports after its next step.
            let _ = car.push(push);
        }
    }

    /// Moves all cars on, those with a ground of their own on that, and returns what happened.
    #[cfg(any(feature = "avian", feature = "rapier"))]
    pub(crate) fn step_over(&mut self, dt: Dt, grounds: &dyn CarGrounds) -> Vec<Event> {
        self.world.step_over(dt, grounds);
        self.world.take_events()
    }

    /// Moves all cars on, and returns what happened.
    pub(crate) fn step(&mut self, dt: Dt) -> Vec<Event> {
        self.world.step(dt);
        self.world.take_events()
    }

    /// Takes the gears after a step; calls `changed` with a vehicle whose gear is another, the gear before and now.
    pub(crate) fn note_gears(&mut self, mut changed: impl FnMut(Entity, i8, i8)) {
        for (seat, car) in self.seats.iter_mut().zip(self.world.cars()) {
            let now = gear_of(car.telltales().gear);
            let before = core::mem::replace(&mut seat.gear, now);
            if let (Some(from), Some(to)) = (before, now)
                && from != to
            {
                changed(seat.entity, from, to);
            }
        }
    }

    /// Takes the cars after a step, as they are drawn. `has_wheels`: true for a vehicle whose wheels are drawn.
    pub(crate) fn show(&mut self, has_wheels: impl Fn(Entity) -> bool) {
        for seat in &mut self.seats {
            let Some(car) = Car::in_world(&self.world, seat.id) else { continue };
            seat.body.push(car.pose());
            match &mut seat.wheels {
                shown if !has_wheels(seat.entity) => *shown = None,
                Some(shown) => shown.push(car),
                shown @ None => *shown = Some(Shown::new(car)),
            }
        }
    }
}

impl MapEntities for SkidpadWorld {
    fn map_entities<E: EntityMapper>(&mut self, mapper: &mut E) {
        for seat in &mut self.seats {
            seat.entity = mapper.get_mapped(seat.entity);
        }
        for change in &mut self.changes {
            let entity = change.entity_mut();
            *entity = mapper.get_mapped(*entity);
        }
        self.ids = self.seats.iter().map(|seat| (seat.entity, seat.id)).collect();
    }
}

fn member(car: Car, vehicle: &Vehicle) -> Member {
    let member = car.into_member();
    if vehicle.is_ghost { Member { body: None, ..member } } else { member }
}

fn gear(car: &Car) -> Option<i8> {
    gear_of(car.telltales().gear)
}

/// Gears are whole numbers.
fn gear_of(number: Option<f64>) -> Option<i8> {
    number.map(|gear| gear as i8)
}
