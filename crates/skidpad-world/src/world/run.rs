//! Runs of several cars, each by its own script.

use crate::shaping::Hands;
use skidpad_core::controls::sanitise;
use skidpad_core::record::Channel;
use skidpad_core::step::Status;

use super::events::ContactEvents;
use super::staged::Staged;
use super::{CarId, Condition, EventKind, Member, Site, World, WorldError};
use crate::contact::{Body, Wall};
use crate::log::{CarLabel, LogSettings, WorldLog};
use crate::models::{FrictionChoice, ModelInfo};
use crate::rolling::{CarChoice, Request, Rolling};
use crate::scenario::{Ending, Finished, RowSink, Script, columns_of};
use crate::scene::Cone;

/// Column of the impulse that a car of a run received in a step.
pub const IMPULSE: Channel = Channel { name: "contact_impulse_n_s", unit: "N.s", low: 0.0, high: 1e12 };

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
    let site = Site::new(first.script.surface).with_ground(first.script.ground.clone());
    let Obstacles { walls, cones } = around;
    let site = site.with_walls(walls.to_vec())?.with_cones(cones.to_vec());
    let mut world = Staged::new(World::new(site), log);
    let has_contact = participants.len() > 1 || !(walls.is_empty() && cones.is_empty());
    for (at, participant) in participants.iter().enumerate() {
        let car = participant.car.with_friction(participant.friction);
        let car = participant.script.begin(participant.model, &car).ok_or(WorldError::NotTaken(at))?;
        world.add(Member { car, body: has_contact.then_some(participant.body) }, participant.label())?;
    }
    let mut drive = Drive { participants, staged: world, has_contact };
    let mut run = WorldRun {
        finished: Finished { ending: Ending::Complete, time_s: 0.0 },
        by: None,
        contacts: ContactEvents::default(),
        overlapped: false,
        cones_hit: 0,
        log: None,
    };
    (run.finished, run.by) = drive.go(&first.script, &mut run.contacts, &mut run.overlapped, sink);
    run.cones_hit = drive.world().cones().iter().filter(|cone| cone.is_hit).count();
    run.log = drive.staged.into_log();
    Ok(run)
}

impl Participant<'_> {
    /// Its description in a log.
    fn label(&self) -> CarLabel {
        let (name, car) = (self.name.to_owned(), self.car_name.clone());
        CarLabel { name, car, friction: self.friction, ..CarLabel::default() }
    }
}

struct Drive<'a, 'b> {
    participants: &'a [Participant<'b>],
    staged: Staged,
    /// True where there is anything to meet.
    has_contact: bool,
}

impl Drive<'_, '_> {
    fn world(&self) -> &World {
        self.staged.world()
    }

    fn go(
        &mut self,
        script: &Script,
        contacts: &mut ContactEvents,
        overlapped: &mut bool,
        sink: &mut RowSink,
    ) -> (Finished, Option<usize>) {
        let steps = script.steps();
        for step in 0..=steps {
            let time_s = self.world().time_s();
            let requests = self.requests();
            if sink(&self.row(&requests)).is_break() {
                return (Finished { ending: Ending::Stopped, time_s }, None);
            }
            if let Some((ending, by)) = self.ended() {
                return (Finished { ending, time_s }, Some(by));
            }
            if step == steps {
                break;
            }
            self.give(&requests);
            self.staged.step(script.dt);
            *overlapped |= step == 0 && self.world().pushed_m() > 0.0;
            contacts.add(self.world().impacts(), time_s);
            if let Some((ending, by)) = self.stopped() {
                // A step from which a car was quarantined is undone for it.
                let stands_s = by.and_then(|by| self.world().cars().nth(by)).map(Rolling::time_s);
                return (Finished { ending, time_s: stands_s.unwrap_or(self.world().time_s()) }, by);
            }
        }
        (Finished { ending: Ending::Complete, time_s: self.world().time_s() }, None)
    }

    /// Sets the requests of all cars.
    fn give(&mut self, requests: &[Request]) {
        let ids: Vec<CarId> = self.world().ids().collect();
        for (id, request) in ids.into_iter().zip(requests) {
            self.staged.set_request(id, *request);
        }
    }

    /// The request of each driver.
    fn requests(&self) -> Vec<Request> {
        let request = |(participant, car): (&Participant, &dyn Rolling)| {
            let (script, time_s) = (&participant.script, car.time_s());
            let (command, _) = sanitise(&(script.controls)(time_s));
            Request { acceleration_m_s2: (script.acceleration)(time_s), ..Request::from_command(command) }
        };
        self.participants.iter().zip(self.world().cars()).map(request).collect()
    }

    fn row(&self, requests: &[Request]) -> Vec<f64> {
        let (mut row, mut own) = (Vec::new(), Vec::new());
        for (at, (id, request)) in self.world().ids().zip(requests).enumerate() {
            own.clear();
            self.world().row(id, request, &mut own);
            row.extend(&own[usize::from(at > 0)..]);
            if self.has_contact {
                row.push(self.world().impulse_on_n_s(id));
            }
        }
        row
    }

    /// Why the step that was taken ended the run, where it did, and the car.
    fn stopped(&mut self) -> Option<(Ending, Option<usize>)> {
        let quarantined = self.world().cars().position(|car| car.status() == Status::Quarantined);
        let is_lost = self
            .staged
            .take_events()
            .iter()
            .any(|event| event.kind == EventKind::Starts(Condition::OutOfRange));
        let lost = is_lost.then_some((Ending::OutOfRange, None));
        quarantined.map(|by| (Ending::Quarantined, Some(by))).or(lost)
    }

    /// The first car that can no longer drive, and why.
    fn ended(&self) -> Option<(Ending, usize)> {
        let all = || self.world().cars().map(|car| Ending::from_status(car.status())).enumerate();
        let quarantined = all().find(|(_, ending)| *ending == Some(Ending::Quarantined));
        let first = quarantined.or_else(|| all().find(|(_, ending)| ending.is_some()));
        first.and_then(|(by, ending)| ending.map(|ending| (ending, by)))
    }
}
