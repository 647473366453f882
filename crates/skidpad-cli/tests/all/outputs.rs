//! What a run writes: never over what it reads, both or none, and nothing left behind.

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::{Command, Stdio};

use crate::common::{folder, preset, refused, skidpad, stderr, text};

const SCENARIO: &str = r#"
car = "mine.toml"
model = "straight_line"
dt_s = 0.01
duration_s = 0.5
[[ground]]
map = "lake.csv"
[[controls]]
t_s = 0
throttle = 0.3
"#;
const MAP: &str = "x_m,y_m,grip\n-50,-50,0.5\n50,-50,0.5\n-50,50,0.5\n50,50,0.5\n";

/// A scenario, its car, its car's tyre and its map.
fn project(name: &str) -> (PathBuf, PathBuf) {
    let top = folder(name);
    let tyre = Path::new(env!("CARGO_MANIFEST_DIR")).join("../skidpad-formats/tyres/summer-205-55r16.tir");
    fs::copy(tyre, top.join("summer.tir")).expect("a tyre");
    let tyres = "[tyres]\nfront = \"summer.tir\"\nrear = \"summer.tir\"\n";
    fs::write(top.join("mine.toml"), format!("{}\n{tyres}", preset("fr-s-2013"))).expect("a car");
    fs::write(top.join("lake.csv"), MAP).expect("a map");
    let scenario = top.join("s.toml");
    fs::write(&scenario, SCENARIO).expect("a scenario");
    (top, scenario)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// `--record s.toml` replaced the scenario by the record of its run, with exit code 0; so were cars, maps, and `--out` by
/// `--record`.
#[test]
fn nothing_that_a_run_reads_is_overwritten() {
    let (top, scenario) = project("outputs_inputs");
    let before = names(&top);
    let at = |name: &str| text(&top.join(name)).to_owned();
    for (out, record, says) in [
        ("out.csv", "s.toml", "must end in .skidlog"),
        ("out.csv", "mine.toml", "must end in .skidlog"),
        ("out.csv", "summer.tir", "must end in .skidlog"),
        ("out.csv", "out.csv", "must end in .skidlog"),
        ("lake.csv", "run.skidlog", "is read by this command"),
        ("../outputs_inputs/lake.csv", "run.skidlog", "is read by this command"),
    ] {
        let content = fs::read(top.join("lake.csv")).expect("a map");
        refused(&["run", text(&scenario), "--out", &at(out), "--record", &at(record)], &[says]);
        assert_eq!(names(&top), before, "{out} {record}");
        assert_eq!(fs::read(top.join("lake.csv")).expect("a map"), content);
    }
    assert_eq!(fs::read_to_string(&scenario).expect("the scenario"), SCENARIO);
    let points = top.join("points.csv");
    fs::write(&points, "fz_n,alpha_rad,fy_n\n4000,0.05,-2000\n").expect("points");
    let tyre = at("summer.tir");
    refused(
        &["tyre", "fit", text(&points), "--start", &tyre, "--out", &tyre],
        &["--out", "is read by this command"],
    );
}

/// The disk was full, and the exit code said that the input was wrong. Whatever was complete was kept without the rest.
#[cfg(unix)]
#[test]
fn a_full_disk_is_a_failure_and_leaves_nothing() {
    let (top, scenario) = project("outputs_full");
    let before = names(&top);
    let long = SCENARIO.replace("duration_s = 0.5", "duration_s = 20");
    fs::write(&scenario, long).expect("a scenario");
    for (out, record) in [("out.csv", "run.skidlog"), ("out.parquet", "run.skidlog")] {
        // A limit of the size of files stands in for a full disk: what the system answers is of the same kind.
        let output = Command::new("sh")
            .args([
                "-c",
                "trap '' XFSZ; ulimit -f 64; exec \"$@\"",
                "sh",
                env!("CARGO_BIN_EXE_skidpad"),
                "run",
            ])
            .args([text(&scenario), "--out", text(&top.join(out)), "--record", text(&top.join(record))])
            .output()
            .expect("a shell");
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains("cannot write the result"), "{}", stderr(&output));
        assert_eq!(names(&top), before);
    }
}

/// A run of minutes that has begun to write `out.csv`, started by `sh` after `before`.
#[cfg(unix)]
fn begun(name: &str, before: &str) -> (PathBuf, Vec<String>, std::process::Child) {
    let (top, scenario) = project(name);
    let names_before = names(&top);
    let long =
        SCENARIO.replace("duration_s = 0.5", "duration_s = 2000").replace("dt_s = 0.01", "dt_s = 0.001");
    fs::write(&scenario, long).expect("a scenario");
    let mut run = Command::new("sh")
        .args(["-c", &format!("{before} exec \"$@\""), "sh", env!("CARGO_BIN_EXE_skidpad")])
        .args(["run", text(&scenario), "--out", text(&top.join("out.csv"))])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    while names(&top) == names_before {
        assert!(run.try_wait().expect("a state").is_none(), "it ended before it began to write");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    (top, names_before, run)
}

#[cfg(unix)]
fn send(signal: &str, run: &std::process::Child) {
    let sent = Command::new("kill").args([signal, &run.id().to_string()]).status().expect("kill");
    assert!(sent.success());
}

/// Whether this test itself runs with signals ignored (`nohup cargo test &`), as the programs that it starts then do.
#[cfg(unix)]
fn ignores_signals() -> bool {
    const HANGUP_INTERRUPT_TERMINATE: u64 = 1 | 1 << 1 | 1 << 14;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & HANGUP_INTERRUPT_TERMINATE != 0)
}

/// An interrupted run left its hidden, unfinished file.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_nothing() {
    if ignores_signals() {
        eprintln!("skipped: signals are ignored here");
        return;
    }
    for signal in ["-INT", "-TERM"] {
        let (top, before, mut run) = begun("outputs_interrupted", "");
        send(signal, &run);
        assert_eq!(run.wait().expect("it ends").code(), Some(130));
        assert_eq!(names(&top), before, "{signal}");
    }
}

/// `nohup skidpad run ...` ended with its terminal: the handler for interrupts replaced the ignored hangup.
#[cfg(unix)]
#[test]
fn a_run_that_ignores_the_hangup_goes_on() {
    let (top, _, mut run) = begun("outputs_nohup", "trap '' HUP;");
    send("-HUP", &run);
    std::thread::sleep(std::time::Duration::from_millis(300));
    let state = run.try_wait().expect("a state");
    let _ = run.kill();
    let _ = run.wait();
    assert_eq!(state, None, "the hangup ended it");
    fs::remove_dir_all(top).expect("removed");
}

/// A name of 255 bytes was refused, since that of the unfinished file was longer.
#[test]
fn an_output_may_have_the_longest_name() {
    let (top, scenario) = project("outputs_long");
    let out = top.join("x".repeat(251) + ".csv");
    let output = skidpad(&["run", text(&scenario), "--out", text(&out)]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(out.is_file());
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// Every row was kept until the end: an hour at 1 kHz took 2.6 GB. The numbers of this run have 42 MB, and the program
    /// has 32 MiB for its data.
    #[cfg(target_os = "linux")]
    #[test]
    #[ignore = "long: some seconds"]
    fn the_memory_of_a_run_does_not_grow_with_its_length() {
        let (top, scenario) = project("outputs_memory");
        let long =
            SCENARIO.replace("duration_s = 0.5", "duration_s = 100").replace("dt_s = 0.01", "dt_s = 0.001");
        fs::write(&scenario, long.replace("[[ground]]\nmap = \"lake.csv\"\n", "")).expect("a scenario");
        for out in ["out.csv", "out.parquet"] {
            let out = top.join(out);
            let output = Command::new("sh")
                .args(["-c", "ulimit -d 32768; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_skidpad"), "run"])
                .args([text(&scenario), "--out", text(&out)])
                .output()
                .expect("a shell");
            assert!(output.status.success(), "{}", stderr(&output));
            assert!(fs::metadata(&out).expect("a table").len() > 1 << 20);
            fs::remove_file(out).expect("removed");
        }
    }
}
