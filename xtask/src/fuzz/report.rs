//! What a target printed: figures, and what it found.

use std::path::{Path, PathBuf};

/// What came of a target.
#[derive(Debug, PartialEq, Eq)]
pub struct Report {
    /// The target.
    pub target: &'static str,
    /// Inputs that it was given.
    pub executed: u64,
    /// Inputs a second.
    pub per_second: u64,
    /// Branches that were reached.
    pub reached: u64,
    /// Inputs that reached something new.
    pub new: u64,
    /// The longest time of an input, s.
    pub slowest_s: u64,
    /// The most memory, MiB.
    pub peak_mib: u64,
    /// What it found; `None`: nothing.
    pub failure: Option<Failure>,
    log: PathBuf,
}

/// What a target found.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    /// The message of the panic, or of libFuzzer.
    pub what: String,
    /// The input, where one was written.
    pub input: Option<PathBuf>,
}

impl Report {
    /// Reads what libFuzzer printed.
    pub fn read(target: &'static str, text: &str, succeeded: bool, log: &Path) -> Self {
        let stat = |name: &str| {
            let value = text
                .lines()
                .find_map(|line| line.strip_prefix("stat::")?.strip_prefix(name)?.strip_prefix(':'));
            value.and_then(|value| value.trim().parse().ok()).unwrap_or_default()
        };
        let covered = text.lines().rev().find_map(|line| line.split_once(" cov: "));
        let covered = covered.and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok());
        Self {
            target,
            executed: stat("number_of_executed_units"),
            per_second: stat("average_exec_per_sec"),
            reached: covered.unwrap_or_default(),
            new: stat("new_units_added"),
            slowest_s: stat("slowest_unit_time_sec"),
            peak_mib: stat("peak_rss_mb"),
            failure: (!succeeded).then(|| Failure::read(text)),
            log: log.to_owned(),
        }
    }

    /// The target in one line.
    pub fn line(&self) -> String {
        match &self.failure {
            None => format!("{}: {} inputs, {} branches", self.target, self.executed, self.reached),
            Some(failure) => format!("{}: FOUND {}", self.target, failure.what),
        }
    }

    /// What was found, where it lies, and how to run it again.
    pub fn reproduction(&self, root: &Path) -> String {
        let Some(failure) = &self.failure else { return String::new() };
        let shown = |path: &Path| path.strip_prefix(root).unwrap_or(path).display().to_string();
        let again = match &failure.input {
            Some(path) => {
                let path = shown(path);
                format!("  input: {path}\n  again: cargo xtask fuzz {} --input {path}", self.target)
            }
            None => String::from("  no input was written"),
        };
        format!("\n{} found: {}\n{again}\n  log: {}", self.target, failure.what, shown(&self.log))
    }
}

impl Failure {
    fn read(text: &str) -> Self {
        // A panic has its message on the line after its place; a hang or too much memory is libFuzzer's to say.
        let mut lines = text.lines().skip_while(|line| !line.contains(" panicked at "));
        let panic = lines.nth(1).map(str::trim).filter(|line| !line.is_empty());
        let error =
            || text.lines().find_map(|line| line.split_once("ERROR: libFuzzer: ")).map(|(_, what)| what);
        let what: String =
            panic.or_else(error).unwrap_or("it ended without a message").chars().take(200).collect();
        let input = text.lines().find_map(|line| line.split_once("Test unit written to "));
        Self { what, input: input.map(|(_, path)| PathBuf::from(path.trim())) }
    }
}

/// The figures of all targets.
pub fn table(reports: &[Report]) -> String {
    let head = "\ntarget          inputs     1/s  branches     new  slowest s  memory MiB\n".to_string();
    let row = |report: &Report| {
        let Report { target, executed, per_second, reached, new, slowest_s, peak_mib, .. } = report;
        format!(
            "{target:<12} {executed:>9} {per_second:>7} {reached:>9} {new:>7} {slowest_s:>10} {peak_mib:>11}\n"
        )
    };
    std::iter::once(head).chain(reports.iter().map(row)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Report, table};
    use std::path::Path;

    const QUIET: &str = "\
INFO: seed corpus: files: 3
#8\tINITED cov: 812 ft: 1100 corp: 3/60b exec/s: 0 rss: 60Mb
#4096\tpulse  cov: 930 ft: 2000 corp: 40/4Kb lim: 43 exec/s: 2048 rss: 70Mb
#9000\tDONE   cov: 931 ft: 2011 corp: 41/4Kb lim: 80 exec/s: 3000 rss: 71Mb
Done 9000 runs in 3 second(s)
stat::number_of_executed_units: 9000
stat::average_exec_per_sec:     3000
stat::new_units_added:          38
stat::slowest_unit_time_sec:    0
stat::peak_rss_mb:              71
";

    #[test]
    fn the_figures_of_a_quiet_run_are_read() {
        let report = Report::read("map", QUIET, true, Path::new("log"));
        assert_eq!((report.executed, report.per_second, report.reached), (9000, 3000, 931));
        assert_eq!((report.new, report.peak_mib, &report.failure), (38, 71, &None));
        assert!(
            table(&[report])
                .contains("map               9000    3000       931      38          0          71")
        );
    }

    #[test]
    fn a_find_is_named_with_its_input_and_how_to_run_it_again() {
        let text = "\
thread '<unnamed>' (7) panicked at fuzz_targets/map.rs:20:5:
a grid does not read back
stack backtrace:
==7== ERROR: libFuzzer: deadly signal
artifact_prefix='x/'; Test unit written to /tree/target/fuzz/runs/map/artefacts/crash-ab
";
        let report = Report::read("map", text, false, Path::new("/tree/target/fuzz/runs/map/log"));
        assert_eq!(report.line(), "map: FOUND a grid does not read back");
        let again = report.reproduction(Path::new("/tree"));
        assert!(
            again.contains("again: cargo xtask fuzz map --input target/fuzz/runs/map/artefacts/crash-ab"),
            "{again}"
        );
        assert!(again.contains("log: target/fuzz/runs/map/log"), "{again}");
        let hang = "==7== ERROR: libFuzzer: timeout after 10 seconds\n";
        let report = Report::read("map", hang, false, Path::new("log"));
        assert_eq!(report.line(), "map: FOUND timeout after 10 seconds");
    }
}
