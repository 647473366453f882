//! Runs, links and files that come and go.

use skidpad_formats::track;
use skidpad_world::scene::Scene;
use skidpad_world::track::{Track, TrackFault};

use super::panels::{LinkRequest, RunRequest};
use super::post::{FileKind, Parcel};
use super::{Lever, Simulator, keys, panels};
use crate::drive::{Drive, read_run};
use crate::run::{ENDINGS, Run};
use crate::setup::Setup;
use crate::sound::{RATE_HZ, of_run, wav};

/// Longest sound that is saved of a run, s: its end.
const LONGEST_SOUND_S: f64 = 60.0;

impl Simulator {
    /// Sets up what a link says, all cars at the start; where it is broken, says why and goes on as before. Answers
    /// whether it was opened.
    pub fn open_link(&mut self, link: &str) -> bool {
        match Setup::read_among(self.models(), link).and_then(|setup| Drive::from_setup(&setup)) {
            Ok(drive) => {
                self.take_seat(drive);
                self.linker.refused = None;
                self.state.error = None;
                true
            }
            Err(why) => {
                self.state.error = Some(format!("The link: {why}"));
                self.linker.refused = Some(why);
                false
            }
        }
    }

    /// Drives these cars, by hand.
    fn take_seat(&mut self, mut drive: Drive) {
        self.driver.take_hands(&self.state, &mut drive);
        drive.set_pace(keys::running(&self.state));
        self.drive = drive;
        self.state.lever = Lever::default();
    }

    /// Opens the files that came.
    pub(super) fn receive(&mut self) {
        let came = core::mem::take(&mut self.post.came);
        if came.is_empty() {
            return;
        }
        let refused: Vec<String> = came.iter().filter_map(|parcel| self.open(parcel)).collect();
        self.state.error = (!refused.is_empty()).then(|| refused.join("\n"));
    }

    /// Opens a file by its ending; why not.
    fn open(&mut self, Parcel { name, bytes }: &Parcel) -> Option<String> {
        match FileKind::new(name, bytes) {
            Some(FileKind::Vehicle) => {
                self.tune(panels::open_vehicle(self.drive.player().choice(), name, bytes));
                self.tuner.refused.as_ref().map(|(_, why)| why.clone())
            }
            Some(FileKind::Run) => {
                self.open_run(name, bytes);
                self.keeper.refused.clone()
            }
            Some(FileKind::Track) => self.open_track(name, bytes).err(),
            Some(FileKind::Policy) => self.drive.race_policy(bytes).err().map(|why| format!("{name}: {why}")),
            None => {
                let tracks = FileKind::Track.name().1.join(", .");
                let kinds = format!(
                    "a vehicle file (.toml), a run (.{}), a policy (.onnx) or a track (.{tracks})",
                    ENDINGS.join(", .")
                );
                Some(format!("{name} cannot be opened here; give {kinds}"))
            }
        }
    }

    /// Goes to the track of a file; one that is broken is refused, and the car drives on where it is.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    pub fn open_track(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let file = track::parse(name, bytes, None).map_err(|error| error.to_string())?;
        let track = Track::new(&file.spec).map_err(|faults| fault_text(name, &faults))?;
        self.drive.go_to(Scene::on_track(track));
        self.post.said = (!file.notes.is_empty()).then(|| format!("{name}: {}", file.notes.join("; ")));
        Ok(())
    }

    /// Does what is asked for with a run.
    pub(super) fn handle_run(&mut self, request: RunRequest) {
        match request {
            RunRequest::Replay => self.replay(&self.drive.run()),
            RunRequest::Race if self.drive.playback().is_some() => self.race(&self.drive.run()),
            RunRequest::Race => {
                let run = self.drive.run();
                self.keeper.refused = self.drive.race(&run).err();
            }
            RunRequest::TakeOver => {
                self.drive.take_over();
                self.drive.set_pace(keys::running(&self.state));
            }
            RunRequest::Save => self.save_run(),
            RunRequest::Open(Parcel { name, bytes }) => self.open_run(&name, &bytes),
            RunRequest::EndRace => self.drive.end_race(),
        }
    }

    fn save_run(&mut self) {
        let run = self.drive.run();
        let name = format!("{}-{}.{}", run.setup.car.name, run.setup.scene, ENDINGS[0]);
        match run.bytes() {
            Ok(bytes) => {
                self.post.save_as(name, bytes);
                self.keeper.refused = None;
            }
            Err(why) => self.keeper.refused = Some(why),
        }
    }

    /// Sends out the sound of the end of the run.
    pub(super) fn save_sound(&mut self) {
        match of_run(&self.drive.run(), LONGEST_SOUND_S) {
            Ok(samples) => self.post.send("run.wav", wav(&samples, RATE_HZ)),
            Err(why) => self.state.error = Some(why),
        }
    }

    /// Does what is asked for with a link. A link that is copied has the address of the page, where there is one.
    pub(super) fn handle_link(&mut self, context: &egui::Context, request: LinkRequest) {
        match request {
            LinkRequest::Open(link) => {
                self.open_link(&link);
            }
            LinkRequest::Copy => {
                let setup = self.drive.setup();
                self.linker.refused = setup.comes_back().err();
                if self.linker.refused.is_none() {
                    let page = self.post.page.as_deref().unwrap_or_default();
                    context.copy_text(format!("{page}#{}", setup.link()));
                }
            }
        }
    }

    /// Replays a run from its start.
    pub fn replay(&mut self, run: &Run) {
        match Drive::replay(run) {
            Ok(mut drive) => {
                self.keep_best_lap(&mut drive);
                drive.set_pace(keys::running(&self.state));
                self.drive = drive;
                self.keeper.refused = None;
            }
            Err(why) => self.keeper.refused = Some(why),
        }
    }

    /// Races against a run, in its car.
    pub fn race(&mut self, run: &Run) {
        match Drive::racing(run) {
            Ok(mut drive) => {
                self.keep_best_lap(&mut drive);
                self.take_seat(drive);
                self.keeper.refused = None;
            }
            Err(why) => self.keeper.refused = Some(why),
        }
    }

    /// The best lap of what was driven is the one to beat in what comes, where that is the same course.
    fn keep_best_lap(&self, drive: &mut Drive) {
        let (own, other) = (self.drive.scene(), drive.scene());
        let is_same = own.name == other.name && own.has_course_of(other);
        if let Some(laps) = self.drive.laps().filter(|_| is_same) {
            drive.race_laps(laps);
        }
    }

    /// Replays the run of a file; one that is broken is refused, and the car drives on.
    pub fn open_run(&mut self, name: &str, bytes: &[u8]) {
        match read_run(self.models(), bytes) {
            Ok(run) => self.replay(&run),
            Err(why) => self.keeper.refused = Some(format!("{name}: {why}")),
        }
    }
}

/// Faults of a track in a line.
fn fault_text(name: &str, faults: &[TrackFault]) -> String {
    let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
    format!("{name}: {}", faults.join("; "))
}
