//! Unfinished files: registered for an interrupt, locked while their process lives.
//!
//! A process that is killed leaves its unfinished files. The next write into the folder removes those that no process
//! holds.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// Ends of the names of unfinished files, and of old ones while new ones take their names.
const PART: &str = "part";
pub(super) const OLD: &str = "old";
/// An unfinished file without a lock is removed only when it is so much older than the newest: where several machines
/// share a folder, the lock of another one may not be seen.
const ABANDONED_AFTER: Duration = Duration::from_secs(3600);

/// Unfinished files of this process. An interrupt waits for this lock: it is held for single calls that create, rename or
/// remove, and never while a folder is read or a file of another process is opened.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn registry() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps other threads from finishing files; to be held until the process exits.
#[must_use = "without it another thread may go on writing"]
pub struct Abandoned(#[expect(dead_code, reason = "held, not read")] MutexGuard<'static, Vec<PathBuf>>);

/// Removes all unfinished files of this process, which is about to exit: an interrupt leaves nothing behind.
pub fn abandon_outputs() -> Abandoned {
    let mut parts = registry();
    for part in parts.drain(..) {
        // One that is gone already is as good.
        let _ = fs::remove_file(part);
    }
    Abandoned(parts)
}

/// Keeps [`abandon_outputs`] waiting while it lives.
pub(super) struct HeldOff(MutexGuard<'static, Vec<PathBuf>>);

pub(super) fn hold_off_interrupts() -> HeldOff {
    HeldOff(registry())
}

impl HeldOff {
    /// The file has taken its name, and stays.
    pub fn keep(&mut self, part: &mut Unfinished) {
        part.has_its_name = true;
        forget(&mut self.0, &part.path);
    }
}

fn forget(registry: &mut Vec<PathBuf>, path: &Path) {
    registry.retain(|other| other != path);
}

/// A file under way. Dropped, it is removed.
#[derive(Debug)]
pub(super) struct Unfinished {
    /// Open, and so locked, until it has its name.
    pub file: File,
    pub path: PathBuf,
    has_its_name: bool,
}

impl Unfinished {
    /// A new file beside a target, locked. Its name does not contain the target's, which may be as long as names can be.
    pub fn beside(target: &Path) -> io::Result<Self> {
        for count in 0_u32.. {
            let path = beside(target, count, PART);
            let created = {
                // Created and registered at once: an interrupt in between would leave it.
                let mut registry = registry();
                File::create_new(&path).inspect(|_| registry.push(path.clone()))
            };
            let file = match created {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
                Ok(file) => file,
            };
            // Another process may remove it between these lines: it takes the lock first, or finds this one.
            let is_locked = !matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock));
            if is_locked && path.exists() {
                if let Some(folder) = path.parent() {
                    remove_abandoned(folder, &file, ABANDONED_AFTER);
                }
                return Ok(Self { file, path, has_its_name: false });
            }
            forget(&mut registry(), &path);
        }
        Err(io::Error::new(ErrorKind::AlreadyExists, "too many unfinished files beside it"))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.has_its_name {
            let mut registry = registry();
            forget(&mut registry, &self.path);
            // The first error is the one that matters.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A hidden name beside a target.
pub(super) fn beside(target: &Path, count: u32, end: &str) -> PathBuf {
    target.with_file_name(format!(".skidpad-{count}.{end}"))
}

/// Removes what killed processes left: unfinished files that no process holds, and old files that have another name.
/// Whatever is no regular file or cannot be inspected is left alone: opening a pipe would wait for its reader.
fn remove_abandoned(folder: &Path, newest: &File, after: Duration) {
    let now = newest.metadata().and_then(|data| data.modified());
    let (Ok(now), Ok(entries)) = (now, fs::read_dir(folder)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let (is_part, is_old) = (is_hidden_name(&name, PART), is_hidden_name(&name, OLD));
        if !is_part && !is_old {
            continue;
        }
        // Of the entry itself, not of what a symbolic link leads to.
        let Ok(data) = entry.metadata() else { continue };
        let then = if is_part { data.modified().ok() } else { renamed_at(&data) };
        let age = then.and_then(|then| now.duration_since(then).ok());
        if !data.is_file() || age.is_none_or(|age| age < after) {
            continue;
        }
        let is_abandoned = match is_part {
            true => File::options().write(true).open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()),
            false => has_another_name(&data),
        };
        if is_abandoned {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_hidden_name(name: &OsStr, end: &str) -> bool {
    let name = name.to_str().and_then(|name| name.strip_prefix(".skidpad-"));
    let count = name.and_then(|name| name.strip_suffix(end)?.strip_suffix('.'));
    count.is_some_and(|count| count.parse::<u32>().is_ok())
}

/// When an old file got its hidden name, which may be long after its content was written.
#[cfg(unix)]
fn renamed_at(data: &Metadata) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt;
    let seconds = Duration::from_secs(u64::try_from(data.ctime()).ok()?);
    SystemTime::UNIX_EPOCH.checked_add(seconds)
}

#[cfg(not(unix))]
fn renamed_at(data: &Metadata) -> Option<SystemTime> {
    data.modified().ok()
}

/// Whether the same file has a name beside this one. The only name of an old file may be all that is left of it.
#[cfg(unix)]
fn has_another_name(data: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    data.nlink() > 1
}

#[cfg(not(unix))]
fn has_another_name(_: &Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::path::{Path, PathBuf};
    use std::time::{Duration, SystemTime};

    use super::{Unfinished, beside};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("skidpad-unfinished-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let names =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    /// After a thousand killed runs the name was refused for ever.
    #[test]
    fn what_killed_processes_left_does_not_stand_in_the_way_and_is_removed() {
        let folder = folder("abandoned");
        let target = folder.join("run.csv");
        let hour = Duration::from_secs(3601);
        for count in 0..1200 {
            let file = File::create(beside(&target, count, "part")).unwrap();
            file.set_modified(SystemTime::now() - hour).unwrap();
        }
        // One that another process still writes, and one that is too young to tell.
        let busy = File::create(beside(&target, 2000, "part")).unwrap();
        busy.set_modified(SystemTime::now() - hour).unwrap();
        busy.lock().unwrap();
        fs::write(beside(&target, 2001, "part"), "").unwrap();
        drop(Unfinished::beside(&target).unwrap());
        assert_eq!(names(&folder), [".skidpad-2000.part", ".skidpad-2001.part"]);
        fs::remove_dir_all(folder).unwrap();
    }

    /// A pipe of such a name was opened, which waits for a reader for ever, and an interrupt waited with it.
    #[cfg(unix)]
    #[test]
    fn a_pipe_named_like_an_unfinished_file_is_left_alone() {
        let folder = folder("pipe");
        let target = folder.join("run.csv");
        let pipe = beside(&target, 7, "part");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let (send, done) = std::sync::mpsc::channel();
        let thread = {
            let (folder, target) = (folder.clone(), target.clone());
            std::thread::spawn(move || {
                let part = Unfinished::beside(&target).unwrap();
                super::remove_abandoned(&folder, &part.file, Duration::ZERO);
                drop(part);
                send.send(()).unwrap();
            })
        };
        let is_done = done.recv_timeout(Duration::from_secs(20));
        if is_done.is_err() {
            // A reader lets the thread go.
            let _ = File::options().read(true).write(true).open(&pipe);
        }
        thread.join().unwrap();
        assert!(is_done.is_ok(), "waits for the pipe's reader");
        assert_eq!(names(&folder), [".skidpad-7.part"]);
        fs::remove_dir_all(folder).unwrap();
    }

    /// Old files of processes that were killed while new ones took their names stayed for ever.
    #[cfg(unix)]
    #[test]
    fn an_old_file_is_removed_unless_it_is_all_that_is_left() {
        let folder = folder("old");
        let target = folder.join("run.csv");
        fs::write(&target, "kept under its own name").unwrap();
        fs::hard_link(&target, beside(&target, 0, "old")).unwrap();
        fs::write(beside(&target, 1, "old"), "all that is left").unwrap();
        let part = Unfinished::beside(&target).unwrap();
        super::remove_abandoned(&folder, &part.file, super::ABANDONED_AFTER);
        assert!(beside(&target, 0, "old").exists(), "another process may be about to put it back");
        super::remove_abandoned(&folder, &part.file, Duration::ZERO);
        drop(part);
        assert_eq!(names(&folder), [".skidpad-1.old", "run.csv"]);
        fs::remove_dir_all(folder).unwrap();
    }
}
