//! Runs of several cars, each by its own script.

use skidpad_core::record::Channel;

use super::contacts::ContactEvents;
use super::ending::{Finished, RowSink, stopped_by};
use super::script::{Script, columns_of};
use super::scripted::ScriptedCars;
use crate::contact::{Body, Wall};
use crate::log::{CarLabel, LogSettings, WorldLog};
use crate::models::{FrictionChoice, ModelInfo};
use crate::rolling::{CarChoice, Request};
use crate::scene::Cone;
use crate::shaping::Hands;
use crate::world::{IMPULSE, Member, World, WorldError};

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
    /// The friction function that it has instead of its own.
    pub friction: Option<FrictionChoice>,
    /// Its start and controls. Step, duration, surface and ground are those of the first participant.
    pub script: Script<'a>,
    /// Its body.
    pub body: Body,
}

/// Walls and cones around the cars of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Obstacles<'a> {
    /// Walls.
    pub walls: &'a [Wall],
    /// Cones as they stand at the start.
    pub cones: &'a [Cone],
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
/// A car that its model does not take, or that cannot meet what is there.
pub fn run_world(
    participants: &[Participant],
    around: Obstacles<'_>,
    log: Option<LogSettings>,
    sink: &mut RowSink,
) -> Result<WorldRun, WorldError> {
    let Some(first) = participants.first() else { return Err(WorldError::NotTaken(0)) };
    let Obstacles { walls, cones } = around;
    let site = first.script.site().with_walls(walls.to_vec())?.with_cones(cones.to_vec());
    let has_contact = participants.len() > 1 || !(walls.is_empty() && cones.is_empty());
    let mut cars = ScriptedCars::new(site, log);
    for (at, participant) in participants.iter().enumerate() {
        let car = participant.car.with_friction(participant.friction);
        let car = participant.script.begin(participant.model, &car).ok_or(WorldError::NotTaken(at))?;
        let member = Member { car, body: has_contact.then_some(participant.body) };
        cars.add(member, participant.label(), &participant.script)?;
    }
    let (finished, by) =
        cars.drive(&mut |world, requests| stopped_by(sink(&row(world, requests, has_contact))));
    let cones_hit = cars.world().cones().iter().filter(|cone| cone.is_hit).count();
    let ScriptedCars { contacts, overlapped, staged, .. } = cars;
    Ok(WorldRun { finished, by, contacts, overlapped, cones_hit, log: staged.into_log() })
}

impl Participant<'_> {
    /// Its description in a log.
    fn label(&self) -> CarLabel {
        let (name, car) = (self.name.to_owned(), self.car_name.clone());
        CarLabel { name, car, friction: self.friction, ..CarLabel::default() }
    }
}

/// Row of all cars: the columns of each, and where anything can be met the impulse on it.
fn row(world: &World, requests: &[Request], has_contact: bool) -> Vec<f64> {
    let (mut row, mut own) = (Vec::new(), Vec::new());
    for (at, (id, request)) in world.ids().zip(requests).enumerate() {
        own.clear();
        world.row(id, request, &mut own);
        row.extend(&own[usize::from(at > 0)..]);
        if has_contact {
            row.push(world.impulse_on_n_s(id));
        }
    }
    row
}
