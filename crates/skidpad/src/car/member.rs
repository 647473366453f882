//! A car in a world, among others.

use core::any::Any;
use std::sync::Arc;

use skidpad_core::model::Pose;
use skidpad_core::model::spatial::Push;
use skidpad_core::snapshot::Saved;
use skidpad_core::step::{Dt, Status};
use skidpad_world::contact::Motion;
use skidpad_world::ground::{FoundGround, Ground, Road};
use skidpad_world::rolling::{CarChoice, Driver, Request, RestoreError, Rolling};
use skidpad_world::shaping::BodyMotion;
use skidpad_world::world::{BODY_FRICTION, BODY_RESTITUTION, CarId, Member, World, body_of};

use super::Car;

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
        self.under = None;
        if self.ground.hash() != road.ground.hash() {
            self.ground = Arc::new(road.ground.clone());
        }
    }
}

/// A car of a world: road and air are those of each step. The angles to which its wheels have turned are for pictures, and
/// go on where a world is put back.
impl Rolling for Car {
    fn step(&mut self, request: &Request, road: Road<'_>, dt: Dt) -> Status {
        let status = self.car.step(request, road, dt);
        self.note_step(request, road, dt);
        status
    }
    fn simulation_mut(&mut self) -> Option<&mut dyn Any> {
        self.car.simulation_mut()
    }
    fn note_step(&mut self, request: &Request, road: Road<'_>, dt: Dt) {
        self.car.note_step(request, road, dt);
        (self.request, self.fault) = (*request, None);
        self.note_road(road);
        self.turn_wheels(dt);
    }
    fn step_by(&mut self, driver: &mut Driver<'_>, road: Road<'_>, dt: Dt) -> Status {
        let mut last = self.request;
        let mut noted = |motion: &BodyMotion<f64>, part_s: f64| {
            last = driver(motion, part_s);
            last
        };
        let status = self.car.step_by(&mut noted, road, dt);
        (self.request, self.fault) = (last, None);
        self.note_road(road);
        self.turn_wheels(dt);
        status
    }
    fn restore(&mut self, saved: &Saved) -> Result<(), RestoreError> {
        self.car.restore(saved)?;
        (self.request, self.fault) = (Request::untouched(), None);
        (self.on_track, self.under) = (None, None);
        self.refresh();
        Ok(())
    }
    fn lie_on(&mut self, ground: &Ground) {
        self.car.lie_on(ground);
        self.refresh();
    }
    fn correct(&mut self, motion: &Motion) -> Status {
        self.set_motion(motion)
    }
    fn note_present(&mut self, request: &Request, found: Option<&FoundGround>) {
        (self.request, self.under) = (*request, found.copied());
        self.refresh();
    }
    fn put(&mut self, pose: &Pose<f64>) -> Option<Status> {
        let status = self.car.put(pose);
        self.refresh();
        status
    }
    fn correct_in_space(&mut self, motion: &Motion, tilt_rates_rad_s: [f64; 2]) -> Status {
        let status = self.car.correct_in_space(motion, tilt_rates_rad_s);
        self.refresh();
        status
    }
    fn push(&mut self, push: &Push) -> Status {
        let status = self.car.push(push);
        self.refresh();
        status
    }
    skidpad_world::forward_to_car!(
        boxed_clone, layout, row, states, rates, time_s, status, save, hash, car_hash, method, pose, planar,
        in_space, in_contact, hubs_m, found, feels_air, telltales, hands
    );
}
