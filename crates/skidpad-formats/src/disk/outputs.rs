//! Files that are written: all results of a command, or none.
//!
//! Each file is first written as an unfinished one beside its target, and takes the target's name when all are complete.
//! A process that is killed leaves its unfinished files. Each is locked while its process lives, so that the next write
//! into the folder can remove those that nobody holds.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Ends of the names of unfinished files, and of old ones while new ones take their names.
const PART: &str = "part";
const OLD: &str = "old";
/// An unfinished file without a lock is removed only when it is so much older than the newest: where several machines
/// share a folder, the lock of another one may not be seen.
const ABANDONED_AFTER: Duration = Duration::from_secs(3600);
/// Symbolic links that are followed, one to the next.
const MOST_LINKS: usize = 40;

/// Unfinished files of this process.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps other threads from finishing files; to be held until the process exits.
#[must_use = "without it another thread may go on writing"]
pub struct Abandoned(#[expect(dead_code, reason = "held, not read")] MutexGuard<'static, Vec<PathBuf>>);

/// Removes all unfinished files of this process, which is about to exit: an interrupt leaves nothing behind.
pub fn abandon_outputs() -> Abandoned {
    let mut parts = unfinished();
    for part in parts.drain(..) {
        // One that is gone already is as good.
        let _ = fs::remove_file(part);
    }
    Abandoned(parts)
}

/// Files under way, which take their names together. Dropped, it removes what is unfinished.
#[derive(Debug, Default)]
pub struct Outputs {
    parts: Vec<Part>,
    inputs: Vec<PathBuf>,
}

#[derive(Debug)]
struct Part {
    /// Open, and so locked, until it has its name.
    file: File,
    path: PathBuf,
    target: PathBuf,
}

impl Outputs {
    /// No files yet. `inputs` are files that none of them may replace.
    pub fn new(inputs: &[PathBuf]) -> Self {
        let inputs = inputs.iter().filter_map(|path| path.canonicalize().ok()).collect();
        Self { parts: Vec::new(), inputs }
    }

    /// An unfinished file that will take the name `path`. A file of that name keeps its permissions, and a symbolic link
    /// is followed.
    ///
    /// # Errors
    /// A target that is an input or another output, is read-only, or is no regular file; a folder that cannot be written.
    pub fn create(&mut self, path: &Path) -> io::Result<File> {
        let target = target(path)?;
        self.refuse_shared(path, &target)?;
        let old = regular(&target)?;
        let (file, part) = new_part(&target)?;
        let handle = file.try_clone();
        self.parts.push(Part { file, path: part, target });
        let part = &self.parts[self.parts.len() - 1];
        if let Some(old) = old {
            keep_permissions(&part.path, &old)?;
        }
        handle
    }

    fn refuse_shared(&self, path: &Path, target: &Path) -> io::Result<()> {
        let refuse = |why: String| Err(io::Error::new(ErrorKind::InvalidInput, why));
        if self.inputs.iter().any(|input| input == target) {
            return refuse(format!(
                "{} is read by this command and would be lost; name another file",
                path.display()
            ));
        }
        // Some file systems do not distinguish case.
        let is_same = |part: &&Part| {
            let names = |path: &Path| path.file_name().unwrap_or_default().to_ascii_lowercase();
            part.target == target
                || (part.target.parent() == target.parent() && names(&part.target) == names(target))
        };
        match self.parts.iter().find(is_same) {
            Some(_) => {
                refuse(format!("{} is another output of this command; name another file", path.display()))
            }
            None => Ok(()),
        }
    }

    /// Gives all files their names. Whoever wrote them has flushed before.
    ///
    /// # Errors
    /// What the system answers; then every target is as it was.
    pub fn commit(mut self) -> io::Result<()> {
        for part in &self.parts {
            part.file.sync_all()?;
        }
        let mut registry = unfinished();
        let mut replaced: Vec<(&Path, Option<PathBuf>)> = Vec::new();
        let is_alone = self.parts.len() == 1;
        let renamed = self.parts.iter().try_for_each(|part| {
            // A single rename is whole or not by itself.
            let old = if is_alone { None } else { keep_old(&part.target)? };
            replaced.push((&part.target, old));
            fs::rename(&part.path, &part.target).inspect_err(|_| put_back(replaced.pop()))
        });
        match renamed {
            Ok(()) => {
                for old in replaced.iter().filter_map(|(_, old)| old.as_ref()) {
                    // The results are complete; an old file too many is hidden.
                    let _ = fs::remove_file(old);
                }
                registry.retain(|path| self.parts.iter().all(|part| part.path != *path));
                self.parts.clear();
            }
            Err(_) => replaced.into_iter().rev().for_each(|entry| {
                let (target, old) = entry;
                match old {
                    Some(old) => put_back(Some((target, Some(old)))),
                    None => drop(fs::remove_file(target)),
                }
            }),
        }
        drop(registry);
        renamed
    }
}

impl Drop for Outputs {
    fn drop(&mut self) {
        let mut registry = unfinished();
        for part in &self.parts {
            // The first error is the one that matters.
            let _ = fs::remove_file(&part.path);
            registry.retain(|path| *path != part.path);
        }
    }
}

/// Where a file is to be written: the end of a chain of symbolic links, with its folder in canonical form.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let name = path.file_name().map(OsStr::to_owned);
        let name = name.ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "the path names no file"))?;
        let folder = folder_of(&path);
        let missing =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
        let folder = folder.canonicalize().map_err(missing)?;
        let here = folder.join(name);
        match fs::read_link(&here) {
            Ok(to) => path = folder.join(to),
            // On a file system that ignores case an existing file has the case that it was given.
            Err(_) => return Ok(here.canonicalize().unwrap_or(here)),
        }
    }
    Err(io::Error::new(ErrorKind::InvalidInput, "too many symbolic links"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file that is there, if any: a regular one that may be written.
fn regular(target: &Path) -> io::Result<Option<Metadata>> {
    let refuse =
        |kind: ErrorKind, why: &str| Err(io::Error::new(kind, format!("{} {why}", target.display())));
    match fs::symlink_metadata(target) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
        Ok(old) if old.is_dir() => refuse(ErrorKind::IsADirectory, "is a folder; name a file"),
        Ok(old) if !old.is_file() => {
            refuse(ErrorKind::InvalidInput, "is a pipe or device; name a regular file")
        }
        Ok(old) if old.permissions().readonly() => {
            refuse(ErrorKind::PermissionDenied, "is read-only; name another file or change its permissions")
        }
        Ok(old) => Ok(Some(old)),
    }
}

/// Owner, group and mode of the file that is replaced.
fn keep_permissions(part: &Path, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        // Only a privileged user can give a file away; for others it is theirs from now on.
        let _ = std::os::unix::fs::chown(part, Some(old.uid()), Some(old.gid()));
    }
    fs::set_permissions(part, old.permissions())
}

/// A new file beside a target, locked. Its name does not contain the target's, which may be as long as names can be.
fn new_part(target: &Path) -> io::Result<(File, PathBuf)> {
    let mut registry = unfinished();
    for count in 0_u32.. {
        let path = beside(target, count, PART);
        match File::create_new(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
            Ok(file) => {
                // Another process may remove it between these lines: it takes the lock first, or finds this one.
                let is_locked = !matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock));
                if is_locked && path.exists() {
                    remove_abandoned(folder_of(target), &file);
                    registry.push(path.clone());
                    return Ok((file, path));
                }
            }
        }
    }
    Err(io::Error::new(ErrorKind::AlreadyExists, "too many unfinished files beside it"))
}

fn beside(target: &Path, count: u32, end: &str) -> PathBuf {
    target.with_file_name(format!(".skidpad-{count}.{end}"))
}

/// Removes unfinished files that no process holds. Whatever cannot be looked at is left alone.
fn remove_abandoned(folder: &Path, newest: &File) {
    let now = newest.metadata().and_then(|data| data.modified());
    let (Ok(now), Ok(entries)) = (now, fs::read_dir(folder)) else { return };
    let is_part = |name: &OsStr| {
        let name = name.to_str().and_then(|name| name.strip_prefix(".skidpad-"));
        let count = name.and_then(|name| name.strip_suffix(".part"));
        count.is_some_and(|count| count.parse::<u32>().is_ok())
    };
    for entry in entries.flatten().filter(|entry| is_part(&entry.file_name())) {
        let age = entry.metadata().and_then(|data| data.modified()).map(|then| now.duration_since(then));
        if !matches!(age, Ok(Ok(age)) if age >= ABANDONED_AFTER) {
            continue;
        }
        if File::options().write(true).open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Keeps the file that is about to be replaced under another name; `None` where there is none.
fn keep_old(target: &Path) -> io::Result<Option<PathBuf>> {
    // It may have become a folder, which must not be moved away.
    if regular(target)?.is_none() {
        return Ok(None);
    }
    for count in 0_u32.. {
        let old = beside(target, count, OLD);
        match fs::hard_link(target, &old) {
            Ok(()) => return Ok(Some(old)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            // A file system without hard links.
            Err(_) if !old.exists() => return fs::rename(target, &old).map(|()| Some(old)),
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Gives an old file its name again.
fn put_back(entry: Option<(&Path, Option<PathBuf>)>) {
    if let Some((target, Some(old))) = entry {
        // Should this fail too, the file is still there under its hidden name. Where both names are the same file,
        // renaming does nothing.
        if fs::rename(&old, target).is_ok() {
            let _ = fs::remove_file(old);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{ErrorKind, Write};
    use std::path::{Path, PathBuf};
    use std::time::{Duration, SystemTime};

    use super::{Outputs, beside};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("skidpad-outputs-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn write(outputs: &mut Outputs, path: &Path, text: &str) {
        outputs.create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    fn names(folder: &Path) -> Vec<String> {
        let names =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    /// A table was written, its recording was not, and the old recording then lay beside the new table.
    #[test]
    fn two_outputs_are_written_both_or_none() {
        let folder = folder("both");
        let [first, second] = ["a.csv", "b.skidplay"].map(|name| folder.join(name));
        fs::write(&first, "old").unwrap();
        let mut outputs = Outputs::new(&[]);
        write(&mut outputs, &first, "new");
        write(&mut outputs, &second, "new");
        assert_eq!(
            fs::read_to_string(&first).unwrap(),
            "old",
            "nothing has its name before all are complete"
        );
        // In the meantime something takes the second name that no file can replace.
        fs::create_dir_all(second.join("full")).unwrap();
        assert!(outputs.commit().is_err());
        assert_eq!(fs::read_to_string(&first).unwrap(), "old");
        assert_eq!(names(&folder), ["a.csv", "b.skidplay"]);
        fs::remove_dir_all(&second).unwrap();
        let mut outputs = Outputs::new(&[]);
        write(&mut outputs, &first, "new");
        write(&mut outputs, &second, "new");
        outputs.commit().unwrap();
        assert_eq!(fs::read_to_string(&first).unwrap(), "new");
        assert_eq!(names(&folder), ["a.csv", "b.skidplay"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_output_that_is_new_is_taken_back_when_the_next_one_fails() {
        let folder = folder("back");
        let mut outputs = Outputs::new(&[]);
        write(&mut outputs, &folder.join("a.csv"), "new");
        write(&mut outputs, &folder.join("b.csv"), "new");
        fs::create_dir_all(folder.join("b.csv/full")).unwrap();
        assert!(outputs.commit().is_err());
        assert_eq!(names(&folder), ["b.csv"]);
        fs::remove_dir_all(folder).unwrap();
    }

    /// `--out` that named the scenario overwrote it, with exit code 0.
    #[test]
    fn an_input_or_another_output_is_not_overwritten() {
        let folder = folder("inputs");
        let input = folder.join("run.toml");
        fs::write(&input, "scenario").unwrap();
        let mut outputs = Outputs::new(&[input.clone(), folder.join("missing")]);
        for same in [input.clone(), folder.join("../").join(folder.file_name().unwrap()).join("run.toml")] {
            let error = outputs.create(&same).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidInput);
            assert!(error.to_string().contains("is read by this command"), "{error}");
        }
        write(&mut outputs, &folder.join("out.csv"), "");
        for same in ["out.csv", "Out.csv"] {
            let error = outputs.create(&folder.join(same)).unwrap_err().to_string();
            assert!(error.contains("another output"), "{error}");
        }
        drop(outputs);
        assert_eq!(names(&folder), ["run.toml"]);
        fs::remove_dir_all(folder).unwrap();
    }

    /// After a thousand killed runs the name was refused for ever.
    #[test]
    fn what_killed_processes_left_does_not_stand_in_the_way_and_is_removed() {
        let folder = folder("abandoned");
        let target = folder.join("run.csv");
        let hour = Duration::from_secs(3601);
        for count in 0..1200 {
            let file = fs::File::create(beside(&target, count, "part")).unwrap();
            file.set_modified(SystemTime::now() - hour).unwrap();
        }
        // One that another process still writes, and one that is too young to tell.
        let busy = fs::File::create(beside(&target, 2000, "part")).unwrap();
        busy.set_modified(SystemTime::now() - hour).unwrap();
        busy.lock().unwrap();
        fs::write(beside(&target, 2001, "part"), "").unwrap();
        let mut outputs = Outputs::new(&[]);
        write(&mut outputs, &target, "whole");
        outputs.commit().unwrap();
        assert_eq!(names(&folder), [".skidpad-2000.part", ".skidpad-2001.part", "run.csv"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_name_may_be_as_long_as_the_file_system_allows() {
        let folder = folder("long");
        let target = folder.join("x".repeat(251) + ".csv");
        let mut outputs = Outputs::new(&[]);
        write(&mut outputs, &target, "whole");
        outputs.commit().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "whole");
        fs::remove_dir_all(folder).unwrap();
    }

    /// A private file became readable for all, and a link became a file.
    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_mode_and_its_link() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder("mode");
        fs::create_dir(folder.join("data")).unwrap();
        let (real, link) = (folder.join("data/real.csv"), folder.join("run.csv"));
        fs::write(&real, "old").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).unwrap();
        symlink("data/real.csv", &link).unwrap();
        let mut outputs = Outputs::new(&[]);
        write(&mut outputs, &link, "new");
        let part = folder.join("data/.skidpad-0.part");
        assert_eq!(fs::metadata(part).unwrap().permissions().mode() & 0o777, 0o600, "from the first byte");
        outputs.commit().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o600);
        // A link that leads nowhere yet leads to the new file.
        let (dangling, to) = (folder.join("next.csv"), folder.join("data/next.csv"));
        symlink(&to, &dangling).unwrap();
        let mut outputs = Outputs::new(std::slice::from_ref(&real));
        write(&mut outputs, &dangling, "next");
        assert!(outputs.create(&link).is_err(), "a link to an input is the input");
        outputs.commit().unwrap();
        assert_eq!(fs::read_to_string(&to).unwrap(), "next");
        fs::set_permissions(&real, fs::Permissions::from_mode(0o400)).unwrap();
        let error = Outputs::new(&[]).create(&real).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::PermissionDenied);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_device_or_pipe_is_not_replaced_by_a_file() {
        let error = Outputs::new(&[]).create(Path::new("/dev/null")).unwrap_err().to_string();
        assert!(error.contains("a pipe or device"), "{error}");
    }
}
