//! `skidpad run` of a scenario that goes on from a log: with all cars and the scene that are there.

use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use skidpad_core::controls::sanitise;
use skidpad_core::record::Channel;
use skidpad_core::step::Dt;
use skidpad_formats::scenario::{Scenario, StartFromLog};
use skidpad_world::contact::Met;
use skidpad_world::log::{LogReplay, LoggedWorld};
use skidpad_world::models::Models;
use skidpad_world::path_driver::PathDriver;
use skidpad_world::rolling::Request;
use skidpad_world::scenario::{ContactEvent, Pilot, RunTime, Seat, WorldRun, run_on};
use skidpad_world::world::CarId;

use super::contacts::{self, Names};
use super::edits::Changes;
use super::options::Options;
use super::picture::scene_of_log;
use super::plan::MOST_NUMBERS;
use super::refusals::refuse_driver;
use super::results::{Asked, Drawn};
use super::{animate, cars, notes};
use crate::failure::Failure;
use crate::output;
use crate::replay::{LogSource, columns_at, go_to, named_cars};

/// A world that was taken over, and what drives each car from there.
struct Onward<'a> {
    world: LoggedWorld,
    /// Its pictures, before its contacts; `None` where none are asked for.
    drawn: Option<Drawn>,
    /// Time of the world less that of the scenario's own car, s, from which the table counts.
    behind_s: f64,
    /// The cars with their names, the scenario's own first.
    cars: Vec<(CarId, String)>,
    seats: Vec<Seat<'a>>,
    time: RunTime,
}

/// Changes of a vehicle are refused: the cars are those of the log.
pub fn refuse_changes(changes: &Changes) -> Result<(), Failure> {
    let Some(edit) = changes.of_vehicle() else { return Ok(()) };
    let path = edit.path();
    Err(Failure::input(format!(
        "--set {path}: the cars are those of the log, with their own numbers; leave it out"
    )))
}

/// Drives the scenario and writes its channels.
pub fn single(
    listed: &Models,
    options: &Options,
    scenario: &Scenario,
    start: &StartFromLog,
    asked: Asked,
) -> Result<(), Failure> {
    let path = scenario.start_path().transpose().map_err(Failure::Input)?.unwrap_or_default();
    refuse(options, &path)?;
    let source = LogSource { path: &path, car: None, has_car_option: false, reach: options.reach };
    let onward = take_over(listed, &source, scenario, start, asked.is_drawn())?;
    let columns = columns(&onward)?;
    let inputs: Vec<PathBuf> = scenario.paths.iter().chain([&path]).cloned().collect();
    let out = asked.out();
    let mut results = asked.begin(&columns, &inputs)?;
    let Onward { world, mut drawn, behind_s, cars, seats, time } = onward;
    let site = world.world().site().clone();
    let progress = if options.quiet { ProgressBar::hidden() } else { output::bar(time.steps, "driving") };
    let run = run_on(world, seats, time, &mut |row| {
        progress.inc(1);
        results.push(row)
    });
    progress.finish_and_clear();
    if let Some(drawn) = &mut drawn {
        drawn.scene.contacts = by_place(&run.contacts.listed, &cars, behind_s);
    }
    let (written, broken) = results.finish(listed, run.log.as_ref(), drawn.as_ref())?;
    let names =
        Names::of_cars(cars.iter().map(|(id, name)| (id.index(), name.clone())), site.walls.list().len());
    let by = run.by.filter(|by| *by > 0).map(|by| cars[by].1.as_str());
    say(&run, &names, by, broken);
    contacts::say_cones(site.cones.len(), run.cones_hit);
    let (count, time_s) = (columns.len(), run.finished.time_s);
    output::text(&format!("{}: {written} rows of {count} channels, to {time_s} s\n", out.display()))
}

/// Prints contacts and an early end on standard error. `by`: the other car that ended the run.
fn say(run: &WorldRun, names: &Names, by: Option<&str>, broken: Option<&str>) {
    contacts::say(names, &run.contacts, run.overlapped);
    if let Some(why) = notes::early_end(&run.finished, by, broken) {
        let before = if broken.is_some() { " before" } else { "" };
        output::note(&format!("event: {why} at {:.3} s: the run ended{before}", run.finished.time_s));
    }
}

/// Refuses before the run what a run from a log cannot do.
fn refuse(options: &Options, log: &Path) -> Result<(), Failure> {
    let Some(record) = &options.record else { return Ok(()) };
    let folder = |path: &Path| std::path::absolute(path).ok()?.parent()?.canonicalize().ok();
    if folder(record) == folder(log) {
        return Ok(());
    }
    Err(Failure::input(format!(
        "--record: {}: must be in the folder of {}, from which the log names its cars",
        record.display(),
        log.display()
    )))
}

/// The world of the log at its time, with drivers for all of its cars.
fn take_over<'a>(
    listed: &Models,
    source: &LogSource,
    scenario: &'a Scenario,
    start: &StartFromLog,
    is_drawn: bool,
) -> Result<Onward<'a>, Failure> {
    let progress = output::spinner("replaying");
    let mut replay = LogReplay::new(source.open(listed)?.log);
    let end_s = replay.log().time_s(replay.log().steps());
    go_to(source, &mut replay, start.time_s.unwrap_or(end_s))?;
    progress.finish_and_clear();
    let dt = Dt::new(scenario.dt_s).ok_or_else(|| {
        Failure::input(format!("dt_s is {}; it must be above 0 and at most 1 s", scenario.dt_s))
    })?;
    let cars = own_first(&replay, scenario, start)?;
    let mut seats = Vec::with_capacity(cars.len());
    for (place, (id, _)) in cars.iter().enumerate() {
        let pilot = match place {
            0 if !scenario.is_untouched => own_pilot(listed, source, &replay, *id, scenario, dt)?,
            _ => logged_pilot(&replay, *id),
        };
        seats.push(Seat { car: *id, pilot });
    }
    let time = RunTime::from_duration(scenario.duration_s, dt);
    let drawn = is_drawn.then(|| drawn(listed, source, &replay, &cars)).transpose()?;
    let world = replay.world();
    let behind_s = world.car(cars[0].0).map_or(0.0, |car| world.time_s() - car.time_s());
    Ok(Onward { world: replay.take_over(), drawn, behind_s, cars, seats, time })
}

/// The pictures of the world, before its contacts.
fn drawn(
    listed: &Models,
    source: &LogSource,
    replay: &LogReplay,
    cars: &[(CarId, String)],
) -> Result<Drawn, Failure> {
    let scene = scene_of_log(listed, source, replay, cars)?;
    let has_contact = !scene.walls.is_empty() || cars.len() > 1;
    Ok(Drawn { scene, title: title(replay, cars[0].0), has_contact })
}

/// Car and model, as of a scenario's run.
fn title(replay: &LogReplay, own: CarId) -> String {
    let car = replay.cars().find(|(id, _)| *id == own).map_or("", |(_, car)| car.label.car.as_str());
    animate::title(car, replay.world().car(own).map_or("", |car| car.layout().model))
}

/// The contacts with each car by its place in a list, and with times on a clock that is behind the world's, as the table's is.
fn by_place(contacts: &[ContactEvent], cars: &[(CarId, String)], behind_s: f64) -> Vec<ContactEvent> {
    let place = |index: usize| cars.iter().position(|(id, _)| id.index() == index);
    let placed = contacts.iter().filter_map(|event| {
        let met = match event.met {
            Met::Body(other) => Met::Body(place(other)?),
            wall @ Met::Wall(_) => wall,
        };
        let (time_s, until_s) = (event.time_s - behind_s, event.until_s - behind_s);
        Some(ContactEvent { car: place(event.car)?, met, time_s, until_s, ..*event })
    });
    placed.collect()
}

/// The cars that are there, the one that the scenario drives first.
fn own_first(
    replay: &LogReplay,
    scenario: &Scenario,
    start: &StartFromLog,
) -> Result<Vec<(CarId, String)>, Failure> {
    let mut cars = named_cars(replay);
    let place = match &start.car {
        None => 0,
        Some(wanted) => cars.iter().position(|(_, name)| name == wanted).ok_or_else(|| {
            let names: Vec<&str> = cars.iter().map(|(_, name)| name.as_str()).collect();
            let time_s = replay.time_s();
            let must = format!("the name of a car that is there at {time_s} s: {}", names.join(", "));
            scenario.error_at("start.car", &must, &names)
        })?,
    };
    if cars.is_empty() {
        return Err(Failure::input(format!("start.log: no car is there at {} s", replay.time_s())));
    }
    let own = cars.remove(place);
    cars.insert(0, own);
    Ok(cars)
}

/// The scenario's rows or driver.
fn own_pilot<'a>(
    listed: &Models,
    source: &LogSource,
    replay: &LogReplay,
    id: CarId,
    scenario: &'a Scenario,
    dt: Dt,
) -> Result<Pilot<'a>, Failure> {
    let track = &scenario.controls;
    let before = replay.world().request(id).copied().unwrap_or_else(Request::untouched).command;
    let scripted = move |time_s: f64| {
        let (mut command, _) = sanitise(&track.at(time_s));
        // A row that gives a pedal alone does not shift.
        if !track.gives_gear_at(time_s) {
            (command.gear, command.automatic) = (before.gear, before.automatic);
        }
        let acceleration_m_s2 = track.acceleration_at(time_s).unwrap_or(0.0);
        Request { acceleration_m_s2, ..Request::from_command(command) }
    };
    let Some(task) = scenario.driver else { return Ok(Box::new(move |_, _, time_s| scripted(time_s))) };
    let (model, car) = source.car_in(listed, replay, id)?;
    if replay.world().car(id).is_some_and(|car| car.hands().is_some()) {
        let must = "left out for a car of the log that keys or a pad drive: give rows of controls";
        return Err(scenario.error_at("driver.speed", must, &[]).into());
    }
    refuse_driver(listed, scenario, model, "driver", &task)?;
    let mut driver = PathDriver::new(model, &car.choice(), task, dt);
    Ok(Box::new(move |world, id, time_s| driver.request_in(world, id, &scripted(time_s))))
}

/// The requests that the log has for a car from here on.
fn logged_pilot(replay: &LogReplay, id: CarId) -> Pilot<'static> {
    let now = replay.world().request(id).copied().unwrap_or_else(Request::untouched);
    let later = replay.log().requests_after(id, replay.steps());
    Box::new(move |_, _, time_s| *later.at(time_s).unwrap_or(&now))
}

/// Columns of the table.
fn columns(onward: &Onward) -> Result<Vec<Channel>, Failure> {
    let columns: Vec<Channel> = columns_at(onward.world.world(), &onward.cars)
        .into_iter()
        .map(|(name, channel)| Channel { name: cars::kept(name), ..channel })
        .collect();
    let most = MOST_NUMBERS / columns.len() as u64;
    let steps = onward.time.steps;
    if steps <= most {
        return Ok(columns);
    }
    Err(Failure::input(format!(
        "duration_s / dt_s is {steps} steps; it must be at most {most} for these cars, as each step is a row"
    )))
}
