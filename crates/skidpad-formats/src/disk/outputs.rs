//! Files that are written: all results of a command, or none.
//!
//! Each file is first written as an unfinished one beside its target, and takes the target's name when all are complete.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::unfinished::{OLD, Unfinished, beside, hold_off_interrupts};

/// Symbolic links that are followed, one to the next.
const MOST_LINKS: usize = 40;

/// Files under way, which take their names together. Dropped, it removes what is unfinished.
#[derive(Debug, Default)]
pub struct Outputs {
    parts: Vec<Part>,
    /// Canonical paths of the files that must stay, with what each is to the file system.
    inputs: Vec<(PathBuf, Option<Identity>)>,
}

#[derive(Debug)]
struct Part {
    unfinished: Unfinished,
    target: PathBuf,
}

impl Outputs {
    /// No files yet. `inputs` are files that none of them may replace.
    pub fn new(inputs: &[PathBuf]) -> Self {
        let inputs = inputs.iter().filter_map(|path| path.canonicalize().ok());
        let inputs =
            inputs.map(|path| (identity(&path), path)).map(|(identity, path)| (path, identity)).collect();
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
        let unwritten = |error| in_words(path, error);
        let unfinished = Unfinished::beside(&target).map_err(unwritten)?;
        let file = unfinished.file.try_clone();
        if let Some(old) = old {
            keep_permissions(&unfinished.path, &old).map_err(unwritten)?;
        }
        self.parts.push(Part { unfinished, target });
        file
    }

    fn refuse_shared(&self, path: &Path, target: &Path) -> io::Result<()> {
        let refuse = |why: &str| {
            let why = format!("{} {why}; name another file", path.display());
            Err(io::Error::new(ErrorKind::InvalidInput, why))
        };
        let existing = identity(target);
        let is_target = |(input, identity): &(PathBuf, Option<Identity>)| {
            input == target || (existing.is_some() && *identity == existing)
        };
        if self.inputs.iter().any(is_target) {
            return refuse("is read by this command and would be lost");
        }
        // Two new names can be one file, where the file system ignores case: only it can tell, once the first is there.
        if self.parts.iter().any(|part| part.target == target) {
            return refuse("is another output of this command");
        }
        Ok(())
    }

    /// Gives all files their names. Whoever wrote them has flushed before.
    ///
    /// # Errors
    /// What the system answers; then every target is as it was.
    pub fn commit(mut self) -> io::Result<()> {
        for part in &self.parts {
            part.unfinished.file.sync_all().map_err(|error| in_words(&part.target, error))?;
        }
        // An interrupt between two renames would leave one of two results.
        let mut interrupts = hold_off_interrupts();
        let mut replaced: Vec<(&Path, Option<PathBuf>)> = Vec::new();
        let is_alone = self.parts.len() == 1;
        let renamed = self.parts.iter().try_for_each(|part| {
            refuse_just_written(&part.target, &replaced)?;
            // A single rename is whole or not by itself.
            let unwritten = |error| in_words(&part.target, error);
            let old = if is_alone { None } else { keep_old(&part.target).map_err(unwritten)? };
            replaced.push((&part.target, old));
            let renamed = fs::rename(&part.unfinished.path, &part.target);
            renamed.map_err(unwritten).inspect_err(|_| put_back(replaced.pop()))
        });
        if renamed.is_err() {
            replaced.into_iter().rev().for_each(|entry| match entry {
                (target, Some(old)) => put_back(Some((target, Some(old)))),
                (target, None) => drop(fs::remove_file(target)),
            });
            return renamed;
        }
        for old in replaced.into_iter().filter_map(|(_, old)| old) {
            // The results are complete; an old file too many is hidden.
            let _ = fs::remove_file(old);
        }
        self.parts.iter_mut().for_each(|part| interrupts.keep(&mut part.unfinished));
        Ok(())
    }
}

/// The system's error with the file and what to do; an error in words of its own as it is.
fn in_words(path: &Path, error: io::Error) -> io::Error {
    if error.raw_os_error().is_none() {
        return error;
    }
    let advice = match error.kind() {
        ErrorKind::NotFound | ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "; name a folder that you may write to"
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "; free some space, or name another disk",
        ErrorKind::InvalidFilename => "; take a shorter or simpler name",
        _ => "",
    };
    io::Error::new(error.kind(), format!("cannot write {} ({error}){advice}", path.display()))
}

/// What a file is to the file system, whatever its names are; `None` where there is none.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = PathBuf;

/// Device and inode.
#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|data| (data.dev(), data.ino()))
}

/// The path as the file system spells it.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    path.canonicalize().ok()
}

/// Two names of one file: the second output would replace the first.
fn refuse_just_written(target: &Path, written: &[(&Path, Option<PathBuf>)]) -> io::Result<()> {
    let Some(there) = identity(target) else { return Ok(()) };
    match written.iter().find(|(other, _)| identity(other).as_ref() == Some(&there)) {
        None => Ok(()),
        Some((other, _)) => Err(io::Error::new(
            ErrorKind::InvalidInput,
            format!("{} and {} are the same file; name another file", other.display(), target.display()),
        )),
    }
}

/// Where a file is to be written: the end of a chain of symbolic links, with its folder in canonical form.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let name = path.file_name().map(OsStr::to_owned);
        let name = name.ok_or_else(|| {
            io::Error::new(ErrorKind::InvalidInput, "the path names no file; end it with a file name")
        })?;
        let folder = folder_of(&path);
        let missing = |error: io::Error| {
            io::Error::new(
                error.kind(),
                format!(
                    "cannot open the folder {} ({error}); create it first, or name another",
                    folder.display()
                ),
            )
        };
        let folder = folder.canonicalize().map_err(missing)?;
        let here = folder.join(name);
        match fs::read_link(&here) {
            Ok(to) => path = folder.join(to),
            // On a file system that ignores case an existing file has the case that it was given.
            Err(_) => return Ok(here.canonicalize().unwrap_or(here)),
        }
    }
    Err(io::Error::new(
        ErrorKind::InvalidInput,
        format!("{}: too many symbolic links; name the file itself", path.display()),
    ))
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
            Err(_) if old.symlink_metadata().is_err() => return fs::rename(target, &old).map(|()| Some(old)),
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

    use super::Outputs;

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

    /// A table was written, its log was not, and the old log then lay beside the new table.
    #[test]
    fn two_outputs_are_written_both_or_none() {
        let folder = folder("both");
        let [first, second] = ["a.csv", "b.skidlog"].map(|name| folder.join(name));
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
        assert_eq!(names(&folder), ["a.csv", "b.skidlog"]);
        fs::remove_dir_all(&second).unwrap();
        let mut outputs = Outputs::new(&[]);
        write(&mut outputs, &first, "new");
        write(&mut outputs, &second, "new");
        outputs.commit().unwrap();
        assert_eq!(fs::read_to_string(&first).unwrap(), "new");
        assert_eq!(names(&folder), ["a.csv", "b.skidlog"]);
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
        let error = outputs.create(&folder.join("out.csv")).unwrap_err().to_string();
        assert!(error.contains("another output"), "{error}");
        drop(outputs);
        assert_eq!(names(&folder), ["run.toml"]);
        fs::remove_dir_all(folder).unwrap();
    }

    /// `Run.csv` was refused beside `run.csv` on file systems that distinguish case, as names were compared in lower case;
    /// `Ä.csv` beside `ä.csv` was not, where the file system ignores case.
    #[test]
    fn two_outputs_are_one_only_where_the_file_system_says_so() {
        let folder = folder("identity");
        let [first, second] = ["run.csv", "Run.csv"].map(|name| folder.join(name));
        let mut outputs = Outputs::new(&[]);
        write(&mut outputs, &first, "1");
        write(&mut outputs, &second, "2");
        // Here the two names are one file for certain, as they are where case is ignored.
        outputs.parts[1].target = folder.join("..").join(folder.file_name().unwrap()).join("run.csv");
        fs::write(&first, "old").unwrap();
        let error = outputs.commit().unwrap_err().to_string();
        assert!(error.contains("are the same file; name another file"), "{error}");
        assert_eq!(fs::read_to_string(&first).unwrap(), "old");
        assert_eq!(names(&folder), ["run.csv"]);
        // Whether they are one in this folder, its file system answers.
        let are_distinct = !second.exists();
        let mut outputs = Outputs::new(&[]);
        write(&mut outputs, &first, "1");
        let created = outputs.create(&second).map(drop);
        let written = created.and_then(|()| outputs.commit());
        assert_eq!(written.is_ok(), are_distinct);
        fs::remove_dir_all(folder).unwrap();
    }

    /// A file has as many names as it has hard links and mounts.
    #[cfg(unix)]
    #[test]
    fn an_input_under_another_name_is_not_overwritten() {
        let folder = folder("link");
        let (input, other) = (folder.join("run.toml"), folder.join("other.csv"));
        fs::write(&input, "scenario").unwrap();
        fs::hard_link(&input, &other).unwrap();
        let error = Outputs::new(&[input]).create(&other).unwrap_err().to_string();
        assert!(error.contains("is read by this command"), "{error}");
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

    /// `--out /proc/run.csv` ended with "No such file or directory" alone: which file, and what to do, was left to guess.
    #[cfg(target_os = "linux")]
    #[test]
    fn an_error_of_the_system_names_the_file_and_what_to_do() {
        let error = Outputs::new(&[]).create(Path::new("/proc/run.csv")).unwrap_err();
        assert_ne!(error.kind(), ErrorKind::Other);
        let error = error.to_string();
        assert!(error.starts_with("cannot write /proc/run.csv ("), "{error}");
        assert!(error.ends_with("; name a folder that you may write to"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_or_pipe_is_not_replaced_by_a_file() {
        let error = Outputs::new(&[]).create(Path::new("/dev/null")).unwrap_err().to_string();
        assert!(error.contains("a pipe or device"), "{error}");
    }
}
