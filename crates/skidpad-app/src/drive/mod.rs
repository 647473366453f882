//! Driving: the player's car and others that are given the same, in fixed steps, whatever the frames.
//!
//! ```
//! use skidpad_core::controls::{Controls, Gear};
//! use skidpad_app::choice::Choice;
//! use skidpad_app::drive::Drive;
//! use skidpad_world::scene::Scene;
//!
//! let mut drive = Drive::new(Scene::straight(), &Choice::preset("two_track", "boxster-s").unwrap()).unwrap();
//! let controls = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
//! for _ in 0..120 {
//!     drive.frame(1.0 / 60.0, &controls);
//! }
//! assert!(drive.player().seen().speed_m_s() > 5.0);
//! ```

mod begin;
mod cars;
mod clock;
mod coach;
mod driven;
mod entrant;
#[cfg(feature = "foxglove")]
mod in_foxglove;
mod lap_search;
mod learnt;
mod line;
mod playback;
mod race;
mod rates;
mod read;
mod replay;
mod rewind;
mod rival;
mod search;
mod start;
mod tasks;
mod watched;

use std::sync::Arc;

use skidpad_core::controls::{Command, Controls, sanitise};
use skidpad_core::math::Real;
use skidpad_core::step::Status;
use skidpad_world::laps::Laps;
use skidpad_world::render::{Due, FixedStep};
use skidpad_world::scene::{ConeState, Scene};
use skidpad_world::shaping::{AutoReverse, Hands, InputShaper};
use skidpad_world::world::{Event, Site};

use crate::choice::{Choice, ChoiceError};
use crate::feed::LiveFeed;
use crate::plots::Past;
use crate::plots::lap_trace::LapTraces;
use crate::run::Run;
use crate::setup::{Setup, USUAL_RATE_HZ};
use cars::{Cars, Field, released};
use coach::Coach;
use rates::{LONGEST_FRAME_S, steps};
use search::LapSearch;
use watched::Watched;

pub use entrant::Entrant;
pub use learnt::RACE_POLICY;
pub use playback::Playback;
pub use read::{drive_old, read_run};
pub use rival::RivalRun;
pub use tasks::perform;

/// Pace of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// Time stands still.
    Paused,
    /// Time passes at this share of real time, above 0.
    Running(f64),
}

/// A player at the controls of a car in a world, and how time passes there.
pub struct Drive {
    scene: Scene,
    /// The scene without cars, to begin with.
    site: Site,
    cars: Cars,
    /// True if the other cars meet each other and the player.
    is_solid: bool,
    steps: FixedStep,
    rate_hz: u32,
    pace: Pace,
    /// Pedals, steering and gear as the player holds them; `asked` is what auto-reverse makes of them.
    held: Command<f64>,
    auto_reverse: Option<AutoReverse>,
    asked: Command<f64>,
    laps: Option<Laps>,
    traces: LapTraces,
    past: Past,
    command: Command<f64>,
    shaper: InputShaper,
    dropped_s: f64,
    /// The run up to where its log was full.
    first_part: Option<Run>,
    rival: Option<Box<RivalRun>>,
    lap_search: Option<Box<dyn LapSearch>>,
    coach: Coach,
    watched: Option<Watched>,
}

impl Drive {
    /// All that a set-up says, at the start.
    ///
    /// # Errors
    /// A car that its model does not take, a scene that there is not.
    pub fn from_setup(setup: &Setup) -> Result<Self, String> {
        let scene = Scene::by_name(setup.scene).map_err(|error| error.to_string())?;
        Self::in_scene(scene, setup)
    }

    /// All that a set-up says but for the scene, which is another one.
    ///
    /// # Errors
    /// A car that its model does not take.
    pub fn in_scene(scene: Scene, setup: &Setup) -> Result<Self, String> {
        let choices = [&setup.car].into_iter().chain(&setup.ghosts).cloned().map(Arc::new).collect();
        let field = Field { cars: choices, is_solid: setup.is_solid };
        let mut drive = Self::with_field(scene, &field).map_err(|error| error.to_string())?;
        drive.set_rate_hz(setup.rate_hz);
        Ok(drive)
    }

    /// The player's car at the start of a scene.
    ///
    /// # Errors
    /// A car that its model does not take.
    pub fn new(scene: Scene, player: &Choice) -> Result<Self, ChoiceError> {
        Self::with_field(scene, &Field { cars: vec![Arc::new(player.clone())], is_solid: false })
    }

    fn with_field(scene: Scene, field: &Field) -> Result<Self, ChoiceError> {
        let cars = Cars::at_start(field, scene.start, &Site::from(&scene))?;
        Ok(Self::with_cars(scene, cars, field.is_solid))
    }

    fn with_cars(scene: Scene, cars: Cars, is_solid: bool) -> Self {
        let rate_hz = USUAL_RATE_HZ;
        let mut past = Past::default();
        past.note(&cars.entrants, None);
        Self {
            laps: Laps::new(&scene),
            traces: LapTraces::default(),
            site: Site::from(&scene),
            first_part: None,
            rival: None,
            lap_search: None,
            coach: Coach::default(),
            watched: None,
            scene,
            cars,
            is_solid,
            past,
            steps: steps(rate_hz),
            rate_hz,
            pace: Pace::Running(1.0),
            held: released(),
            auto_reverse: None,
            asked: released(),
            command: released(),
            shaper: InputShaper::default(),
            dropped_s: 0.0,
        }
    }

    /// The set-up as it is now.
    pub fn setup(&self) -> Setup {
        let [player, ghosts @ ..] = self.entrants() else {
            unreachable!("the player's car is always there");
        };
        Setup {
            car: player.choice().clone(),
            scene: self.scene.name,
            rate_hz: self.rate_hz,
            ghosts: ghosts.iter().map(|ghost| ghost.choice().clone()).collect(),
            is_solid: self.is_solid,
        }
    }

    /// True if the other cars are solid.
    pub fn is_solid(&self) -> bool {
        self.is_solid
    }

    /// Lets a frame pass, of so many seconds on the player's clock: whole steps, as many as are due. A frame that is
    /// late, or no number, is cut short.
    pub fn frame(&mut self, frame_s: f64, controls: &Controls) -> Due {
        self.hold(controls);
        self.frame_by(frame_s, || Some(*controls))
    }

    /// Lets a frame pass with controls that are read before each step, so that they depend on the steps and not on the frames.
    /// After `None` no further step is taken.
    pub fn frame_by(&mut self, frame_s: f64, mut asked: impl FnMut() -> Option<Controls>) -> Due {
        let share = match self.pace {
            Pace::Paused => 0.0,
            Pace::Running(share) => share,
        };
        let frame_s = if frame_s.is_finite() { Real::max(frame_s, 0.0) } else { 0.0 };
        let late_s = Real::max(frame_s - LONGEST_FRAME_S, 0.0);
        let due = self.steps.advance((frame_s - late_s) * share);
        self.dropped_s += due.dropped_s + late_s * share;
        for _ in 0..due.steps {
            if self.pace == Pace::Paused {
                break;
            }
            let Some(controls) = asked() else { break };
            let rate_hz = self.rate_hz;
            self.single_step_with(&controls);
            if self.rate_hz != rate_hz {
                // What was due was due at the rate that was.
                break;
            }
        }
        self.search_laps();
        self.take_ideal();
        #[cfg(feature = "foxglove")]
        if let Some(watched) = &mut self.watched {
            watched.show(&self.cars.entrants[0], self.cars.world());
        }
        due
    }

    /// One step, also while time stands: the single step of a paused simulation.
    pub fn single_step(&mut self) {
        self.step();
    }

    /// Takes a step with other controls, also while time stands still.
    pub fn single_step_with(&mut self, controls: &Controls) {
        self.hold(controls);
        self.step();
    }

    fn step(&mut self) {
        if self.playback().is_some() {
            if !self.step_again() {
                return;
            }
        } else {
            self.choose_direction(self.steps.dt().seconds());
            self.step_live();
        }
        self.time_lap();
        self.step_rival();
        self.note_past();
        self.tell_watchers();
    }

    /// Moves the cars on by a step with what is asked for.
    fn step_live(&mut self) {
        let dt = self.steps.dt();
        self.command = match self.policy_command().or_else(|| self.line_command()) {
            Some(command) => command,
            None => self.shaper.step(&self.asked, &self.player().seen().motion(), dt.seconds()),
        };
        self.cars.step(&self.command, dt);
        if self.cars.is_log_full() {
            self.begin_part();
        }
    }

    pub(super) fn note_past(&mut self) {
        self.past.note(&self.cars.entrants, self.rival.as_deref().map(RivalRun::car));
    }

    /// Takes the player's controls. A run that is replayed has its own.
    fn hold(&mut self, controls: &Controls) {
        (self.held, _) = sanitise(controls);
        self.ask();
    }

    fn ask(&mut self) {
        if self.playback().is_none() {
            self.asked = self.auto_reverse.map_or(self.held, |auto| auto.command(&self.held));
        }
    }

    fn choose_direction(&mut self, dt_s: f64) {
        let motion = self.player().seen().motion();
        self.auto_reverse = self.auto_reverse.map(|auto| auto.advance(&self.held, &motion, dt_s));
        self.ask();
    }

    /// Takes the player's laps from the world.
    fn time_lap(&mut self) {
        if let Some(laps) = &mut self.laps {
            let player = &self.cars.entrants[0];
            laps.follow(self.cars.world(), player.id());
            self.traces.note(laps, player.seen().speed_m_s(), &self.command);
        }
    }

    /// Sends live telemetry of the player's car from the next step on.
    pub fn set_live(&mut self, feed: LiveFeed) {
        self.watched.get_or_insert_default().set_feed(feed);
    }

    /// Shows the drive in Foxglove from the next frame on.
    #[cfg(feature = "foxglove")]
    pub fn set_view(&mut self, server: skidpad_foxglove::LiveView) {
        self.watched.get_or_insert_default().set_view(server);
    }

    fn tell_watchers(&mut self) {
        if let Some(watched) = &mut self.watched {
            watched.follow(&self.cars.entrants[0], self.cars.world(), self.laps.as_ref());
        }
    }

    /// All cars, the player's first.
    pub fn entrants(&self) -> &[Entrant] {
        &self.cars.entrants
    }

    /// The player's car.
    pub fn player(&self) -> &Entrant {
        &self.cars.entrants[0]
    }

    /// The cones of the scene, in its order.
    pub fn cones(&self) -> &[ConeState] {
        self.cars.world().cones()
    }

    /// Events since this was called last, in order of time: of all cars, the player's first.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.cars.take_events()
    }

    /// Hash of everything that moves: cars and cones.
    pub fn hash(&self) -> u64 {
        self.cars.world().hash()
    }

    /// Hash of everything of the player's car that changes.
    pub fn player_hash(&self) -> u64 {
        self.cars.player_hash()
    }

    /// Scene of the drive.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The player's laps; `None` where the scene has no course.
    pub fn laps(&self) -> Option<&Laps> {
        self.laps.as_ref()
    }

    /// The player's laps by distance.
    pub fn lap_traces(&self) -> &LapTraces {
        &self.traces
    }

    /// Past numbers of the cars.
    pub fn past(&self) -> &Past {
        &self.past
    }

    /// Lets hands shape what is asked for, step by step, from where those before were; `None`: the cars are given it as
    /// it is. A replay has what they made of it, and takes none.
    pub fn set_hands(&mut self, hands: Option<Hands<f64>>) {
        if self.playback().is_none() {
            self.shaper.hands = hands;
        }
    }

    /// The hands that shape what is asked for.
    pub fn hands(&self) -> Option<&Hands<f64>> {
        self.shaper.hands.as_ref()
    }

    /// Lets the brake pedal reverse the car, where its model can drive backwards and the controls select the automatic
    /// gearbox. Off at first.
    pub fn set_auto_reverse(&mut self, is_on: bool) {
        let is_on = is_on && self.player().choice().model.abilities.reverses;
        if is_on != self.auto_reverse.is_some() {
            self.auto_reverse = is_on.then(AutoReverse::default);
            self.ask();
        }
    }

    /// True if auto-reverse has put the car in reverse.
    pub fn is_auto_reversing(&self) -> bool {
        self.playback().is_none() && self.auto_reverse.is_some_and(|auto| auto.is_backwards())
    }

    /// The player's last controls, before input shaping.
    pub fn asked(&self) -> &Command<f64> {
        &self.asked
    }

    /// Last command to the cars.
    pub fn command(&self) -> &Command<f64> {
        &self.command
    }

    /// Simulated time, s.
    pub fn time_s(&self) -> f64 {
        self.player().time_s()
    }

    /// Share of the way from the last but one step to the last at which the picture is, [0, 1].
    pub fn alpha(&self) -> f64 {
        self.steps.alpha()
    }

    /// Time that late frames have lost, s.
    pub fn dropped_s(&self) -> f64 {
        self.dropped_s
    }

    /// Run status of the player's car.
    pub fn status(&self) -> Status {
        self.player().status()
    }
}
