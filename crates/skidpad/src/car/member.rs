//! A car in a world, among others.

use core::any::Any;
use std::sync::Arc;

use skidpad_core::integrate::Method;
use skidpad_core::model::Pose;
use skidpad_core::record::Record;
use skidpad_core::snapshot::Saved;
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;
use skidpad_world::contact::Motion;
use skidpad_world::ground::Road;
use skidpad_world::rolling::{CarChoice, Driver, Request, RestoreError, Rolling};
use skidpad_world::shaping::Hands;
use skidpad_world::world::{BODY_FRICTION, CarId, Member, World, body_of};

use super::Car;

/// Coefficient of restitution of a car's body: sheet metal swallows most of the energy of a crash.
const BODY_RESTITUTION: f64 = 0.25;

impl Car {
    /// The car as it joins a [`World`], with the body of its vehicle; a model without a motion in the plane has none, and
    /// meets nothing. Road and air are the world's from then on.
    ///
    /// ```
    /// use skidpad::prelude::*;
    /// use skidpad::core::step::Dt;
    ///
    /// let mut world = World::new(Site::asphalt());
    /// let ahead = Car::builder().at(Placement { position_m: [30.0, 0.0], ..Placement::default() });
    /// let ahead = world.add(ahead.preset("mx5-nd-2016")?.into_member())?;
    /// let behind = Car::builder().at(Placement { speed_m_s: 20.0, ..Placement::default() });
    /// let behind = world.add(behind.preset("boxster-s")?.into_member())?;
    /// let dt = Dt::try_from(1.0 / 60.0)?;
    /// while world.impacts().is_empty() {
    ///     world.step(dt);
    /// }
    /// let (ahead, behind) = (Car::in_world(&world, ahead).unwrap(), Car::in_world(&world, behind).unwrap());
    /// assert!(ahead.speed_m_s() > 5.0 && behind.speed_m_s() < 15.0, "momentum has passed to the car ahead");
    /// assert_eq!(ahead.wheels().len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_member(self) -> Member {
        let choice = CarChoice::Vehicle(&self.vehicle);
        let body = self.motion().map(|_| body_of(self.model, &choice, BODY_RESTITUTION, BODY_FRICTION));
        Member { car: Box::new(self), body }
    }

    /// A car that joined a world by [`into_member`](Self::into_member), to be read: pose, wheels, outputs. `None` where it
    /// is not there or was made otherwise.
    pub fn in_world(world: &World, id: CarId) -> Option<&Self> {
        (world.car(id)? as &dyn Any).downcast_ref()
    }

    fn note_road(&mut self, road: Road<'_>) {
        self.surface = *road.surface;
        if self.ground.hash() != road.ground.hash() {
            self.ground = Arc::new(road.ground.clone());
        }
    }
}

/// A car of a world: road and air are those of each step. The angles to which its wheels have turned are for pictures, and
/// go on where a world is put back.
impl Rolling for Car {
    fn boxed_clone(&self) -> Box<dyn Rolling> {
        Box::new(self.clone())
    }
    fn step(&mut self, request: &Request, road: Road<'_>, dt: Dt) -> Status {
        (self.request, self.fault) = (*request, None);
        self.note_road(road);
        let status = self.car.step(request, road, dt);
        self.turn_wheels(dt);
        status
    }
    fn step_by(&mut self, driver: &mut Driver<'_>, road: Road<'_>, dt: Dt) -> Status {
        (self.request, self.fault) = (driver(&Record::splat(0.0), dt.seconds()), None);
        self.note_road(road);
        let status = self.car.step_by(driver, road, dt);
        self.turn_wheels(dt);
        status
    }
    fn row(&self, request: &Request, road: Road<'_>, row: &mut Vec<f64>) {
        self.car.row(request, road, row);
    }
    fn states(&self, states: &mut Vec<f64>) {
        self.car.states(states);
    }
    fn rates(&self, request: &Request, road: Road<'_>, rates: &mut Vec<f64>) {
        self.car.rates(request, road, rates);
    }
    fn time_s(&self) -> f64 {
        self.car.time_s()
    }
    fn status(&self) -> Status {
        self.car.status()
    }
    fn save(&self) -> Saved {
        self.car.save()
    }
    fn restore(&mut self, saved: &Saved) -> Result<(), RestoreError> {
        self.car.restore(saved)?;
        self.refresh();
        Ok(())
    }
    fn hash(&self) -> u64 {
        self.car.hash()
    }
    fn car_hash(&self) -> u64 {
        self.car.car_hash()
    }
    fn method(&self) -> Method {
        self.car.method()
    }
    fn pose(&self, surface: &Surface<f64>) -> Pose<f64> {
        self.car.pose(surface)
    }
    fn planar(&self) -> Option<Motion> {
        self.car.planar()
    }
    fn correct(&mut self, motion: &Motion) -> Status {
        self.set_motion(motion)
    }
    fn hands(&self) -> Option<Hands<f64>> {
        self.car.hands()
    }
}
