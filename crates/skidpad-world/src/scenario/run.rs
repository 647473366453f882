//! Runs of several cars, each by its own script or driver.

use std::sync::Arc;

use skidpad_core::record::Channel;

use super::contacts::ContactEvents;
use super::ending::{Finished, RowSink, stopped_by};
use super::script::{Script, columns_of};
use super::scripted::ScriptedCars;
use super::seat::{Pilot, Seat};
use super::staged::Staged;
use super::time::RunTime;
use crate::contact::{Body, Wall};
use crate::log::{CarLabel, LogSettings, LoggedWorld, WorldLog};
use crate::models::{FrictionChoice, ModelInfo};
use crate::path_driver::{DriverTask, PathDriver};
use crate::rolling::{CarChoice, Request};
use crate::scene::Cone;
use crate::shaping::Hands;
use crate::weather::Weather;
use crate::world::{CarId, IMPULSE, Member, World, WorldError};

/// A car of a run with the script that drives it.
pub struct Participant<'a> {
    /// Its name in the run.
    pub name: &'a str,
    /// The model.
    pub model: &'static ModelInfo,
    /// The car.
    pub car: CarChoice<'a>,
    /// The vehicle in a log: a preset, a path, or one of the model's own.
    pub car_name: String,
    /// The text of the vehicle in a log, where neither a preset nor a file has it.
    pub vehicle: Option<Arc<str>>,
    /// The friction function that it has instead of its own.
    pub friction: Option<FrictionChoice>,
    /// The driver who has the pedals, and with a path the steering, in the place of the script; not with hands.
    pub driver: Option<DriverTask>,
    /// Its start and controls. Step, duration, surface and ground are those of the first participant.
    pub script: Script<'a>,
    /// Its body.
    pub body: Body,
}

/// Walls, cones and weather around the cars of a run.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// Walls.
    pub walls: &'a [Wall],
    /// Cones as they stand at the start.
    pub cones: &'a [Cone],
    /// Wind, gusts and temperature.
    pub weather: Weather,
}

impl Default for Surroundings<'_> {
    /// Nothing to meet, in calm weather.
    fn default() -> Self {
        Self { walls: &[], cones: &[], weather: Weather::CALM }
    }
}

/// A finished run of several cars.
#[derive(Clone, Debug)]
pub struct WorldRun {
    /// Its ending.
    pub finished: Finished,
    /// The participant that ended it, where one did.
    pub by: Option<usize>,
    /// The contacts.
    pub contacts: ContactEvents,
    /// True where bodies overlapped at the start. They were pushed apart.
    pub overlapped: bool,
    /// Number of cones that were hit.
    pub cones_hit: usize,
    /// Its log, where one was asked for.
    pub log: Option<WorldLog>,
}

/// The columns of a participant: those of its model and its hands, and the impulse of its impacts. The time stands with
/// the first participant alone.
pub fn columns_of_participant(model: &ModelInfo, hands: Option<&Hands<f64>>, is_first: bool) -> Vec<Channel> {
    let columns = columns_of(model, hands).into_iter().skip(usize::from(!is_first));
    columns.chain([IMPULSE]).collect()
}

/// Drives all participants at once, among walls and cones. A row with the columns of each goes to the sink at the start and
/// after each step; one car without obstacles has no column of impacts. The run ends with the first car that can no longer
/// drive. With settings it has a log, by which it can be replayed.
///
/// # Errors
/// A car that its model does not take, or that cannot meet what is there; weather out of its range, or that a car does not feel.
pub fn run_world(
    participants: &[Participant],
    around: Surroundings<'_>,
    log: Option<LogSettings>,
    sink: &mut RowSink,
) -> Result<WorldRun, WorldError> {
    let Some(first) = participants.first() else { return Err(WorldError::NotTaken(0)) };
    let Surroundings { walls, cones, weather } = around;
    let site = first.script.site().with_walls(walls.to_vec())?.with_cones(cones.to_vec());
    let time = first.script.time();
    let has_contact = participants.len() > 1 || !(walls.is_empty() && cones.is_empty());
    let mut cars = ScriptedCars::new(site.with_weather(weather)?, log, time);
    for (at, participant) in participants.iter().enumerate() {
        let choice = participant.car.with_friction(participant.friction);
        let car = participant.script.begin(participant.model, &choice).ok_or(WorldError::NotTaken(at))?;
        let member = Member { car, body: has_contact.then_some(participant.body) };
        cars.add(member, participant.label(), participant.pilot(&choice, time))?;
    }
    Ok(driven(cars, has_contact, sink))
}

/// Drives on from a world under way, with a driver or script for each of its cars. Rows have the columns of the cars in the order
/// of the seats, with impacts where any car has a body. The log of the result is that of the world with the run behind it.
pub fn run_on(world: LoggedWorld, seats: Vec<Seat<'_>>, time: RunTime, sink: &mut RowSink) -> WorldRun {
    let has_contact = world.world().ids().any(|id| world.world().body(id).is_some());
    driven(ScriptedCars::on(Staged::Logged(Box::new(world)), seats, time), has_contact, sink)
}

fn driven(mut cars: ScriptedCars, has_contact: bool, sink: &mut RowSink) -> WorldRun {
    let hit = |world: &World| world.cones().iter().filter(|cone| cone.is_hit).count();
    let before = hit(cars.world());
    let (finished, by) =
        cars.drive(&mut |world, requests| stopped_by(sink(&row(world, requests, has_contact))));
    let cones_hit = hit(cars.world()) - before;
    let ScriptedCars { contacts, overlapped, staged, .. } = cars;
    WorldRun { finished, by, contacts, overlapped, cones_hit, log: staged.into_log() }
}

impl Participant<'_> {
    /// Its description in a log.
    fn label(&self) -> CarLabel {
        CarLabel {
            name: self.name.to_owned(),
            car: self.car_name.clone(),
            vehicle: self.vehicle.clone(),
            friction: self.friction,
        }
    }

    /// Its script, with the driver where there is one.
    fn pilot(&self, car: &CarChoice, time: RunTime) -> Pilot<'_> {
        let Some(task) = self.driver else { return self.script.pilot() };
        let mut driver = PathDriver::new(self.model, car, task, time.dt);
        Box::new(move |world, id, time_s| driver.request_in(world, id, &self.script.request(time_s)))
    }
}

/// Row of all cars: the columns of each, and where anything can be met the impulse on it.
fn row(world: &World, requests: &[(CarId, Request)], has_contact: bool) -> Vec<f64> {
    let (mut row, mut own) = (Vec::new(), Vec::new());
    for (at, (id, request)) in requests.iter().enumerate() {
        own.clear();
        world.row(*id, request, &mut own);
        row.extend(&own[usize::from(at > 0)..]);
        if has_contact {
            row.push(world.impulse_on_n_s(*id));
        }
    }
    row
}
