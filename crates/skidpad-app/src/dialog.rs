//! File dialogs, which wait for the player in threads of their own while the simulator goes on, and the files that
//! are written.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use skidpad_formats::Outputs;

use crate::ui::Parcel;
use crate::ui::post::read;

/// A dialog that is gone sooner than this was never there: no person cancels so quickly.
const NO_DIALOG: Duration = Duration::from_millis(200);
/// Number of names that are tried for a file.
const NAMES: usize = 1000;

/// Use of the path that the player chooses.
pub enum Task {
    /// The file is read.
    Open,
    /// The file is written.
    Save(Parcel),
}

/// The file that the player opened, or a message for him.
pub type Answer = Result<Parcel, String>;

/// Outcome of a dialog.
enum Outcome {
    /// The player chose a file.
    Chosen(Answer),
    /// There was no dialog: its task is still to be done.
    Missing(Task),
}

/// Dialogs that wait, and their answers.
pub struct Dialogs {
    send: Sender<Outcome>,
    receive: Receiver<Outcome>,
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
            let outcome = match dialog() {
                Some(path) => Outcome::Chosen(task.with(&path)),
                None if since.elapsed() < NO_DIALOG => Outcome::Missing(task),
                None => return,
            };
            // Nobody listens when the window has been closed meanwhile.
            let _ = send.send(outcome);
        });
    }

    /// The answers that came since the last call. Where there was no dialog, a file that was to be saved is kept in a
    /// folder.
    pub fn take(&mut self, folder: &Path) -> Vec<Answer> {
        let came: Vec<Outcome> = self.receive.try_iter().collect();
        self.are_missing |= came.iter().any(|outcome| matches!(outcome, Outcome::Missing(_)));
        let answer = |outcome: Outcome| match outcome {
            Outcome::Chosen(answer) => answer,
            Outcome::Missing(Task::Open) => Err(format!(
                "{NONE_OPENED}; type the path of the file below, or drop the file onto the window"
            )),
            Outcome::Missing(Task::Save(parcel)) => Err(format!("{}; {NONE_OPENED}", keep(folder, &parcel))),
        };
        came.into_iter().map(answer).collect()
    }

    /// True if no dialog could be opened.
    pub fn are_missing(&self) -> bool {
        self.are_missing
    }
}

/// The message of a desktop that has no dialog.
const NONE_OPENED: &str = "no file dialog could be opened (install xdg-desktop-portal or zenity)";

impl Task {
    fn with(self, path: &Path) -> Answer {
        let name = file_name(path);
        match self {
            Self::Open => match read(path) {
                Ok(bytes) => Ok(Parcel { name, bytes }),
                Err(why) => Err(format!("{name} could not be read: {why}")),
            },
            Self::Save(parcel) => Err(match save_as_chosen(path, &parcel) {
                Ok(path) => format!("saved as {}", path.display()),
                Err(why) => format!("{} could not be saved: {why}", path.display()),
            }),
        }
    }
}

/// Saves a file under the path that a dialog returned, with its ending where the player left it out: without it the
/// simulator would not open it again.
fn save_as_chosen(path: &Path, parcel: &Parcel) -> io::Result<PathBuf> {
    let ending = Path::new(&parcel.name).extension();
    let has_it =
        ending.is_none_or(|ending| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending)));
    let Some(ending) = ending.filter(|_| !has_it) else {
        return save(path, &parcel.bytes).map(|()| path.to_owned());
    };
    let mut whole = OsString::from(path);
    whole.push(".");
    whole.push(ending);
    let whole = PathBuf::from(whole);
    // The dialog asked about the name without its ending alone.
    if whole.exists() {
        let why = format!("{} exists; choose it in the dialog to replace it", file_name(&whole));
        return Err(io::Error::new(ErrorKind::AlreadyExists, why));
    }
    save(&whole, &parcel.bytes).map(|()| whole)
}

/// Writes a file as a whole or not at all, as the command line does.
fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut outputs = Outputs::new(&[]);
    outputs.create(path)?.write_all(bytes)?;
    outputs.commit()
}

/// Keeps a file in a folder, never over another, and returns the message for the player.
pub fn keep(folder: &Path, parcel: &Parcel) -> String {
    match keep_in(folder, parcel) {
        Ok(name) => format!("saved as {name}"),
        Err(error) => format!("{} could not be saved: {error}", parcel.name),
    }
}

/// The name of a file, without its folder.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Returns the name that it found free.
fn keep_in(folder: &Path, parcel: &Parcel) -> io::Result<String> {
    let name = file_name(Path::new(&parcel.name));
    let (stem, ending) = name
        .rsplit_once('.')
        .map_or((name.as_str(), String::new()), |(stem, ending)| (stem, format!(".{ending}")));
    for number in 1..=NAMES {
        let name = if number == 1 { name.clone() } else { format!("{stem}-{number}{ending}") };
        let path = folder.join(&name);
        // An empty file reserves the name; the whole one replaces it.
        match File::create_new(&path) {
            Ok(_) => {
                let saved = save(&path, &parcel.bytes).inspect_err(|_| drop(fs::remove_file(&path)));
                return saved.map(|()| name);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(ErrorKind::AlreadyExists, format!("{NAMES} files of that name exist already")))
}

#[cfg(test)]
mod tests {
    use super::{Answer, Dialogs, Parcel, Task, keep_in};
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::time::Duration;

    /// A folder of a test's own, which is empty.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("skidpad-dialog-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn parcel(name: &str) -> Parcel {
        Parcel { name: name.to_owned(), bytes: b"name".to_vec() }
    }

    fn answers(dialogs: &mut Dialogs, folder: &Path) -> Vec<Answer> {
        std::thread::sleep(Duration::from_millis(100));
        dialogs.take(folder)
    }

    fn said(dialogs: &mut Dialogs, folder: &Path) -> String {
        answers(dialogs, folder).remove(0).unwrap_err()
    }

    /// Files were opened and saved by a typed path alone. A file that is chosen is read or written, as a whole: no
    /// part of it is left beside it.
    #[test]
    fn a_chosen_file_is_opened_and_saved() {
        let (folder, mut dialogs) = (folder("chosen"), Dialogs::default());
        let path = folder.join("own.toml");
        let chosen = path.clone();
        dialogs.wait(Task::Save(parcel("car.toml")), move || Some(chosen));
        assert_eq!(said(&mut dialogs, &folder), format!("saved as {}", path.display()));
        let chosen = path.clone();
        dialogs.wait(Task::Open, move || Some(chosen));
        assert_eq!(answers(&mut dialogs, &folder).remove(0).unwrap().bytes, b"name");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_file(&path).unwrap();
        dialogs.wait(Task::Open, move || Some(path));
        assert!(said(&mut dialogs, &folder).contains("could not be read"));
        assert!(!dialogs.are_missing());
        fs::remove_dir_all(&folder).unwrap();
    }

    /// A name without an ending was saved as it was, and the simulator did not open the file again. A file that the
    /// player was not asked about is not replaced.
    #[test]
    fn a_name_without_its_ending_gets_it() {
        let (folder, mut dialogs) = (folder("ending"), Dialogs::default());
        let mut save_as = |name: &str| {
            let path = folder.join(name);
            dialogs.wait(Task::Save(parcel("lap.skidlog")), move || Some(path));
            said(&mut dialogs, &folder)
        };
        assert!(save_as("best").ends_with("best.skidlog"));
        assert!(save_as("best").contains("best.skidlog exists"));
        assert!(save_as("v1.2").ends_with("v1.2.skidlog"));
        assert!(save_as("OLD.SKIDLOG").ends_with("OLD.SKIDLOG"));
        fs::remove_dir_all(&folder).unwrap();
    }

    /// Whoever cancels a dialog gets no message; a desktop without dialogs gets one, and its fields for paths. What
    /// was to be saved first was lost there: that there is no dialog is known only once one has failed.
    #[test]
    fn without_a_dialog_the_first_file_is_kept() {
        let (folder, mut dialogs) = (folder("missing"), Dialogs::default());
        dialogs.wait(Task::Save(parcel("cancelled.toml")), || {
            std::thread::sleep(Duration::from_millis(250));
            None::<PathBuf>
        });
        std::thread::sleep(Duration::from_millis(300));
        assert!(answers(&mut dialogs, &folder).is_empty() && !dialogs.are_missing());
        dialogs.wait(Task::Save(parcel("car.toml")), || None);
        let said_of_it = said(&mut dialogs, &folder);
        assert!(said_of_it.starts_with("saved as car.toml; no file dialog"), "{said_of_it}");
        assert_eq!(fs::read(folder.join("car.toml")).unwrap(), b"name");
        assert!(dialogs.are_missing());
        dialogs.wait(Task::Open, || None);
        assert!(said(&mut dialogs, &folder).contains("type the path"));
        fs::remove_dir_all(&folder).unwrap();
    }

    /// Nor does a name lead out of the folder.
    #[test]
    fn no_file_is_kept_over_another() {
        let folder = folder("keep");
        assert_eq!(keep_in(&folder, &parcel("a.csv")).unwrap(), "a.csv");
        assert_eq!(keep_in(&folder, &parcel("a.csv")).unwrap(), "a-2.csv");
        assert_eq!(keep_in(&folder, &parcel("../a.csv")).unwrap(), "a-3.csv");
        assert_eq!(fs::read(folder.join("a-3.csv")).unwrap(), b"name");
        fs::remove_dir_all(&folder).unwrap();
    }
}
