//! A command of this tool that runs beside others, in a process of its own.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::web;

/// The command, which prints into a file: what two print at once nobody can read.
pub struct Beside {
    name: String,
    child: Child,
    log: PathBuf,
}

impl Beside {
    /// Starts a command of this tool. It takes the processor's time that the caller's own steps leave, where the system knows
    /// `nice`: these are waited for first, and some of their tests give up after seconds.
    pub fn start(root: &Path, name: &str) -> Result<Self, String> {
        let tool = std::env::current_exe().map_err(|error| format!("cannot find this tool: {error}"))?;
        let folder = web::target(root);
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut nice = Command::new("nice");
        nice.args(["-n", "10"]).arg(&tool).arg(name);
        let mut plain = Command::new(tool);
        plain.arg(name);
        Self::spawn(name, folder.join(format!("{name}.log")), [nice, plain])
    }

    /// Starts the first of some commands that is there.
    fn spawn(name: &str, log: PathBuf, commands: [Command; 2]) -> Result<Self, String> {
        let failed = |error: io::Error| format!("cannot start {name}: {error}");
        let file = File::create(&log).map_err(failed)?;
        let mut outcome = Err(io::Error::from(io::ErrorKind::NotFound));
        for mut command in commands {
            command.stdin(Stdio::null()).stdout(file.try_clone().map_err(failed)?);
            outcome = command.stderr(file.try_clone().map_err(failed)?).spawn();
            if outcome.is_ok() {
                break;
            }
        }
        Ok(Self { name: name.to_owned(), child: outcome.map_err(failed)?, log })
    }

    /// Waits for its end, and prints all that it printed.
    pub fn finish(self) -> Result<(), String> {
        let (text, outcome) = self.end();
        println!("{text}");
        outcome
    }

    /// What it printed, and how it ended.
    fn end(mut self) -> (String, Result<(), String>) {
        let status = self.child.wait();
        let text = std::fs::read(&self.log).unwrap_or_default();
        let outcome = match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{}: {status} (see above)", self.name)),
            Err(error) => Err(format!("cannot wait for {}: {error}", self.name)),
        };
        (String::from_utf8_lossy(&text).into_owned(), outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::Beside;
    use std::process::Command;

    /// This program, told to list its tests, or what it refuses.
    fn this(word: &str) -> Command {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.arg(word);
        command
    }

    fn log(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("skidpad-beside-{name}-{}", std::process::id()))
    }

    /// By `nice`, where it is there: this program runs its tests of the name.
    #[test]
    fn a_command_of_this_tool_is_started() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let beside = Beside::start(&root, "without_benches_the_help_says_so").expect("it starts");
        let log = beside.log.clone();
        let (text, end) = beside.end();
        assert!(text.contains("1 passed") && end.is_ok(), "{text}");
        std::fs::remove_file(log).expect("the log");
    }

    #[test]
    fn what_is_printed_comes_at_the_end_and_a_failure_is_named() {
        let log = log("ends");
        for (word, prints, outcome) in
            [("--list", "a_failure_is_named: test", Ok(())), ("--no-such-option", "no-such-option", Err(()))]
        {
            let beside = Beside::spawn("tests", log.clone(), [this(word), this(word)]).expect("it starts");
            let (text, end) = beside.end();
            assert!(text.contains(prints), "{text}");
            assert_eq!(end.clone().map_err(|_| ()), outcome);
            assert!(end.err().is_none_or(|message| message.starts_with("tests: ")));
        }
        std::fs::remove_file(log).expect("the log");
    }

    #[test]
    fn the_second_command_is_for_systems_that_have_not_the_first() {
        let log = log("second");
        let commands = || [Command::new("no-such-command-as-this"), this("--list")];
        let (text, end) = Beside::spawn("tests", log.clone(), commands()).expect("the second").end();
        assert!(text.contains(": test") && end.is_ok(), "{text}");
        let none = [Command::new("no-such-command-as-this"), Command::new("no-such-command-either")];
        let error = Beside::spawn("tests", log.clone(), none).err();
        assert!(error.is_some_and(|error| error.starts_with("cannot start tests: ")));
        std::fs::remove_file(log).expect("the log");
    }
}
