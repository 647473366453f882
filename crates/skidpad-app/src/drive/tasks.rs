//! What is found beside the frames: the ideal lap, and laps of the driver who follows its line; and both as texts, for workers who
//! share no memory with the one who asks.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use skidpad_models::MODELS;
use skidpad_world::scene::Scene;
use skidpad_world::track::Track;

use super::Drive;
use crate::beside::Lengthy;
use crate::choice::Choice;
use crate::ideal::IdealLap;
use crate::run::Run;
use crate::setup::Setup;

/// Laps that the opponent drives: the first one from the grid. On an open track it is one.
const LAPS: usize = 3;
/// The longest that he drives, s.
const LONGEST_S: f64 = 1200.0;
/// Speed at which the car stands, m/s, and the longest stop before he gives up, s.
const STANDING_M_S: f64 = 0.1;
const LONGEST_STOP_S: f64 = 20.0;

/// The search for the ideal lap of a car on the course of a scene.
pub(super) struct IdealSearch {
    pub scene: Scene,
    pub car: Arc<Choice>,
}

/// Laps of a car with a driver who follows the ideal line.
pub(super) struct LineLaps {
    pub scene: Scene,
    pub setup: Setup,
    pub ideal: Arc<IdealLap>,
}

/// Laps of a car with a policy at the wheel.
pub(super) struct PolicyLaps {
    pub scene: Scene,
    pub setup: Setup,
    /// The file of the policy.
    pub onnx: Vec<u8>,
}

/// A task as text.
#[derive(Serialize, Deserialize)]
enum Order {
    Ideal(Start),
    Laps(Start, IdealLap),
    PolicyLaps(Start, Vec<u8>),
}

/// A car in a scene, alone.
#[derive(Serialize, Deserialize)]
struct Start {
    /// The file of a run without steps, which has all of both but for the rate.
    file: Vec<u8>,
    rate_hz: u32,
}

impl Lengthy for IdealSearch {
    type Found = IdealLap;

    fn run(&self) -> Result<IdealLap, String> {
        let course = self.scene.course.as_ref().ok_or("a scene without a course has no ideal line")?;
        IdealLap::find(&self.car, course, &self.scene.surface)
    }

    fn order(&self) -> Result<String, String> {
        let setup = Setup { car: Choice::clone(&self.car), ..Setup::read("")? };
        text(&Order::Ideal(Start::new(&self.scene, &setup)?))
    }
}

impl Lengthy for LineLaps {
    type Found = Run;

    fn run(&self) -> Result<Run, String> {
        let mut drive = Drive::in_scene(self.scene.clone(), &self.setup)?;
        let choice = drive.player().shared_choice();
        drive.coach.ideal = Some((choice, Ok(Arc::clone(&self.ideal))));
        drive.set_line_driver(true);
        laps_of(drive, "the line driver")
    }

    fn order(&self) -> Result<String, String> {
        text(&Order::Laps(Start::new(&self.scene, &self.setup)?, IdealLap::clone(&self.ideal)))
    }
}

impl Lengthy for PolicyLaps {
    type Found = Run;

    fn run(&self) -> Result<Run, String> {
        let mut drive = Drive::in_scene(self.scene.clone(), &self.setup)?;
        drive.seat_policy(&self.onnx)?;
        laps_of(drive, "the learnt driver")
    }

    fn order(&self) -> Result<String, String> {
        text(&Order::PolicyLaps(Start::new(&self.scene, &self.setup)?, self.onnx.clone()))
    }
}

/// Laps of a drive that somebody drives.
fn laps_of(mut drive: Drive, who: &str) -> Result<Run, String> {
    let is_closed = drive.scene().course.as_ref().is_some_and(Track::is_closed);
    let laps = if is_closed { LAPS } else { 1 };
    let mut stood_s = 0.0;
    while drive.laps().is_some_and(|found| found.driven().len() < laps) && drive.time_s() < LONGEST_S {
        let before_s = drive.time_s();
        drive.single_step();
        let step_s = drive.time_s() - before_s;
        stood_s = if drive.player().seen().speed_m_s() < STANDING_M_S { stood_s + step_s } else { 0.0 };
        // A car that has come to its end, or stays beside the road.
        if step_s <= 0.0 || stood_s > LONGEST_STOP_S {
            break;
        }
    }
    if drive.laps().is_none_or(|laps| laps.driven().is_empty()) {
        return Err(format!("{who} drove no lap in {}", drive.player().choice().name));
    }
    Ok(drive.run())
}

impl Start {
    /// The player's car of a set-up.
    fn new(scene: &Scene, setup: &Setup) -> Result<Self, String> {
        let alone = Setup { ghosts: Vec::new(), is_solid: false, ..setup.clone() };
        let file = Drive::in_scene(scene.clone(), &alone)?.run().bytes()?;
        Ok(Self { file, rate_hz: setup.rate_hz })
    }

    fn read(&self) -> Result<(Scene, Setup), String> {
        let run = Run::from_bytes(&MODELS, &self.file)?;
        Ok((run.scene()?, Setup { rate_hz: self.rate_hz, ..run.setup }))
    }
}

/// Does what an order, as text, asks for, and returns its result, or why there is none, as text.
///
/// ```
/// let answer = skidpad_app::drive::perform("nonsense");
/// assert!(answer.starts_with(r#"{"Err":"#), "{answer}");
/// ```
pub fn perform(order: &str) -> String {
    match serde_json::from_str(order) {
        Ok(Order::Ideal(start)) => answer(
            start.read().and_then(|(scene, setup)| IdealSearch { scene, car: Arc::new(setup.car) }.run()),
        ),
        Ok(Order::Laps(start, ideal)) => answer(
            start.read().and_then(|(scene, setup)| LineLaps { scene, setup, ideal: Arc::new(ideal) }.run()),
        ),
        Ok(Order::PolicyLaps(start, onnx)) => {
            answer(start.read().and_then(|(scene, setup)| PolicyLaps { scene, setup, onnx }.run()))
        }
        Err(error) => answer::<()>(Err(format!("no order for a worker: {error}"))),
    }
}

fn answer<T: Serialize>(outcome: Result<T, String>) -> String {
    text(&outcome).unwrap_or_default()
}

fn text<T: Serialize>(what: &T) -> Result<String, String> {
    serde_json::to_string(what).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{IdealSearch, LineLaps, perform};
    use crate::beside::Lengthy;
    use crate::choice::Choice;
    use crate::drive::Drive;
    use crate::tuning::Tuning;
    use skidpad_world::scene::Scene;

    fn found_elsewhere<T: Lengthy>(task: &T) -> Result<T::Found, String> {
        serde_json::from_str(&perform(&task.order().unwrap())).unwrap()
    }

    /// A worker who has nothing but a text finds the ideal lap, drives the laps and ends with their bits.
    #[test]
    fn a_worker_finds_what_a_thread_finds() {
        let tuning = Tuning::new(&Choice::preset("two_track", "mx5-nd-2016").unwrap()).unwrap();
        let car = tuning.with(&tuning.place("body.kerb_mass").unwrap(), 1200.0).unwrap();
        let scene = Scene::by_name("kart-track").unwrap();
        let search = IdealSearch { scene: scene.clone(), car: Arc::new(car.clone()) };
        let ideal = search.run().unwrap();
        assert_eq!(found_elsewhere(&search).unwrap(), ideal);

        let mut drive = Drive::new(scene.clone(), &car).unwrap();
        drive.set_rate_hz(120);
        let laps = LineLaps { scene, setup: drive.setup(), ideal: Arc::new(ideal) };
        let (here, elsewhere) = (laps.run().unwrap(), found_elsewhere(&laps).unwrap());
        assert_eq!(elsewhere.bytes(), here.bytes());
    }

    #[test]
    fn a_worker_says_why_there_is_nothing() {
        let car = Choice::preset("commonroad_ks", "commonroad-2").unwrap();
        let search = IdealSearch { scene: Scene::by_name("kart-track").unwrap(), car: Arc::new(car) };
        let why = found_elsewhere(&search).unwrap_err();
        assert!(why.contains("commonroad-2"), "{why}");
    }
}
