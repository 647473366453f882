//! File dialogs, which wait for the player in threads of their own while the simulator goes on.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::ui::Parcel;
use crate::ui::post::read;

/// A dialog that is gone sooner than this was never there: no person cancels so quickly.
const NO_DIALOG: Duration = Duration::from_millis(200);

/// What is done with the path that the player chooses.
pub enum Task {
    /// The file is read.
    Open,
    /// The file is written.
    Save(Parcel),
}

/// The file that the player opened, or a message for him.
pub type Answer = Result<Parcel, String>;

/// Dialogs that wait, and their answers.
pub struct Dialogs {
    send: Sender<Option<Answer>>,
    receive: Receiver<Option<Answer>>,
    are_missing: bool,
}

impl Default for Dialogs {
    fn default() -> Self {
        let (send, receive) = channel();
        Self { send, receive, are_missing: false }
    }
}

impl Dialogs {
    /// Waits for a dialog's path in a thread of its own. A cancelled dialog has none.
    pub fn wait(&self, task: Task, dialog: impl FnOnce() -> Option<PathBuf> + Send + 'static) {
        let send = self.send.clone();
        std::thread::spawn(move || {
            let since = Instant::now();
            let answer = match dialog() {
                Some(path) => Some(task.with(&path)),
                None if since.elapsed() < NO_DIALOG => None,
                None => return,
            };
            // Nobody listens when the window has been closed meanwhile.
            let _ = send.send(answer);
        });
    }

    /// The answers that came since the last call.
    pub fn take(&mut self) -> Vec<Answer> {
        let came: Vec<Option<Answer>> = self.receive.try_iter().collect();
        self.are_missing |= came.iter().any(Option::is_none);
        came.into_iter().map(|answer| answer.unwrap_or_else(|| Err(missing()))).collect()
    }

    /// Whether no dialog could be opened.
    pub fn are_missing(&self) -> bool {
        self.are_missing
    }
}

/// The message of a desktop that has no dialog.
fn missing() -> String {
    String::from(
        "no file dialog could be opened (install xdg-desktop-portal or zenity); write the path below, or drop the \
         file onto the window",
    )
}

impl Task {
    fn with(self, path: &Path) -> Answer {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        match self {
            Self::Open => match read(path) {
                Ok(bytes) => Ok(Parcel { name, bytes }),
                Err(why) => Err(format!("{name} could not be read: {why}")),
            },
            Self::Save(parcel) => Err(match std::fs::write(path, &parcel.bytes) {
                Ok(()) => format!("saved as {}", path.display()),
                Err(why) => format!("{} could not be saved: {why}", path.display()),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Dialogs, Parcel, Task};
    use std::path::PathBuf;
    use std::time::Duration;

    fn answers(dialogs: &mut Dialogs) -> Vec<Answer> {
        std::thread::sleep(Duration::from_millis(60));
        dialogs.take()
    }

    /// Files were opened and saved by a typed path alone. A file that is chosen is read or written; a desktop without
    /// dialogs gets a message and its fields for paths; who cancels a dialog gets neither.
    #[test]
    fn a_chosen_file_is_opened_and_saved() {
        let path = std::env::temp_dir().join(format!("skidpad-dialog-{}.toml", std::process::id()));
        let (mut dialogs, chosen) = (Dialogs::default(), path.clone());
        let parcel = Parcel { name: String::from("car.toml"), bytes: b"name".to_vec() };
        dialogs.wait(Task::Save(parcel), move || Some(chosen));
        let said = answers(&mut dialogs).remove(0).unwrap_err();
        assert_eq!(said, format!("saved as {}", path.display()));
        let chosen = path.clone();
        dialogs.wait(Task::Open, move || Some(chosen));
        assert_eq!(answers(&mut dialogs).remove(0).unwrap().bytes, b"name");
        std::fs::remove_file(&path).unwrap();
        dialogs.wait(Task::Open, move || Some(path));
        assert!(answers(&mut dialogs).remove(0).unwrap_err().contains("could not be read"));
        assert!(!dialogs.are_missing());
    }

    #[test]
    fn a_desktop_without_dialogs_is_told_from_a_cancelled_one() {
        let mut dialogs = Dialogs::default();
        dialogs.wait(Task::Open, || {
            std::thread::sleep(Duration::from_millis(250));
            None::<PathBuf>
        });
        std::thread::sleep(Duration::from_millis(300));
        assert!(answers(&mut dialogs).is_empty() && !dialogs.are_missing());
        dialogs.wait(Task::Open, || None);
        assert!(answers(&mut dialogs).remove(0).unwrap_err().contains("no file dialog"));
        assert!(dialogs.are_missing());
    }
}
