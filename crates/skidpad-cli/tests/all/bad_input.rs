//! Input that is wrong: one message that says what to write instead, exit code 2, nothing printed,
//! nothing written.

use crate::common;

use std::fs;
use std::time::{Duration, Instant};

use common::{folder, preset, refused, skidpad, stdout, text};

#[test]
fn names_that_are_not_known_get_the_nearest_and_the_list() {
    refused(&["roadtest", "boxter-s"], &["boxter-s", "did you mean `boxster-s`?", "corvette-c5"]);
    refused(&["cars", "show", "corvete-c5"], &["did you mean `corvette-c5`?", "boxster-s"]);
    refused(
        &["roadtest", "boxster-s", "--model", "strait_line"],
        &["--model", "did you mean `straight_line`?", "point_mass"],
    );
    refused(
        &["roadtest", "boxster-s", "--integrator", "rk5"],
        &["--integrator", "did you mean `rk4`?", "dopri5"],
    );
    refused(
        &["roadtest", "boxster-s", "--test", "0-60mph"],
        &["--test", "did you mean `0-60 mph`?", "coast-down"],
    );
    refused(&["roadtest", ""], &["unknown vehicle ``; must be one of: "]);
}

#[test]
fn a_step_out_of_its_range_names_the_option_and_the_range() {
    for dt in
        ["0", "-0", "-0.002", "NaN", "nan", "inf", "-inf", "3600", "1h", "1 h", "1e300", "1e-300", "x", ""]
    {
        let option = format!("--dt={dt}");
        refused(&["roadtest", "boxster-s", "--json", &option], &["--dt", "between 0.00001 and 1 s"]);
    }
    refused(&["roadtest", "boxster-s", "--dt", "-inf"], &["--dt", "between 0.00001 and 1 s"]);
    refused(&["roadtest", "boxster-s", "--dt", "-1"], &["--dt", "between 0.00001 and 1 s"]);
}

/// Each file that cannot be a vehicle or scenario, with what the message says of it.
fn bad_files(folder: &std::path::Path) -> Vec<(String, &'static str)> {
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("written");
        text(&path).to_owned()
    };
    let huge = folder.join("huge.toml");
    // Sparse: no disk is used.
    fs::File::create(&huge).and_then(|file| file.set_len(1 << 30)).expect("a sparse file");
    let deep = format!("x = {}1{}", "[".repeat(1000), "]".repeat(1000));
    vec![
        (text(&folder.join("missing.toml")).to_owned(), "file not found"),
        (text(folder).to_owned() + "/", "is a folder; name a file"),
        (write("empty.toml", b""), "an empty file"),
        (write("blank.toml", b" \n\n"), "an empty file"),
        (
            write("latin1.toml", b"name = \"Citro\xebn\""),
            "the byte 0xEB at byte offset 13; must be text in UTF-8",
        ),
        (text(&huge).to_owned(), "a file of 1073741824 bytes; must be at most 1048576 bytes"),
        (write("deep.toml", deep.as_bytes()), "nested less deeply"),
        (write("inline.toml", format!("x = {}1", "{a=".repeat(1000)).as_bytes()), "must be"),
        (write("syntax.toml", b"name = = 1"), "must be TOML"),
        (write("nul.toml", b"a = \"\0\""), "must be TOML"),
        (write("binary.toml", &[0xff; 4096]), "UTF-8"),
    ]
}

#[test]
fn files_that_cannot_be_read_are_named_quickly() {
    let folder = folder("bad_files");
    let out = folder.join("out.csv");
    for (path, says) in bad_files(&folder) {
        let name = path.trim_end_matches('/');
        for arguments in [
            vec!["cars", "check", &path],
            vec!["cars", "show", &path],
            vec!["roadtest", &path, "--json"],
            vec!["run", &path, "--out", text(&out)],
        ] {
            let start = Instant::now();
            refused(&arguments, &[name, says]);
            assert!(start.elapsed() < Duration::from_secs(5), "{arguments:?}");
        }
    }
    assert!(!out.exists());
}

#[test]
fn ratios_and_torque_curves_that_make_no_sense_name_the_field() {
    let folder = folder("bad_curves");
    let path = folder.join("car.toml");
    let ratios = "ratios = { value = [3.82, 2.2, 1.52, 1.22, 1.02, 0.84], source = \"palmer\" }";
    let car = preset("boxster-s");
    assert!(car.contains(ratios));
    let torque = {
        let start = car.find("torque = { points").expect("points");
        let end = start + car[start..].find("\n[").expect("the next section");
        &car[start..end]
    };
    let curve = |points: &str| format!("torque = {points}\n");
    for (from, to, says) in [
        (ratios, "ratios = [2.2, 3.82, 1.52]", "gearbox.ratios[1]"),
        (ratios, "ratios = []", "gearbox.ratios"),
        (ratios, "ratios = [3.0, nan]", "gearbox.ratios[1]"),
        (ratios, "ratios = [1e300]", "gearbox.ratios[0]"),
        (ratios, "ratios = [13,12,11,10,9,8,7,6,5,4,3,2,1]", "gearbox.ratios"),
        (torque, &curve("[[\"1000 rpm\", \"200 N.m\"]]"), "engine.torque"),
        (torque, &curve("[]"), "engine.torque"),
        (torque, &curve("[[\"3000 rpm\", \"200 N.m\"], [\"1000 rpm\", \"200 N.m\"]]"), "engine.torque[1]"),
        (torque, &curve("[[\"1000 rpm\", \"200 N.m\"], [\"1000 rpm\", \"210 N.m\"]]"), "engine.torque[1]"),
        (torque, &curve("[[1000, nan], [2000, 200]]"), "engine.torque[0]"),
        (torque, &curve("[[1000, 1e300], [2000, 200]]"), "engine.torque[0]"),
        (torque, &curve("[[100, 0], [200, 0]]"), "engine.torque"),
        ("[engine]", "[engine]\nredlin = 3", "did you mean `redline`"),
    ] {
        fs::write(&path, car.replace(from, to)).expect("written");
        for arguments in [vec!["cars", "check", text(&path)], vec!["roadtest", text(&path), "--json"]] {
            refused(&arguments, &[says, text(&path)]);
        }
    }
}

#[test]
fn all_problems_of_a_file_are_said_at_once() {
    let folder = folder("all_problems");
    let path = folder.join("car.toml");
    let car = preset("boxster-s")
        .replace("kerb_mass = { value = \"1323 kg\"", "kerb_mass = { value = \"1323 m\"")
        .replace("redline = ", "redlime = ");
    fs::write(&path, car).expect("written");
    refused(&["cars", "check", text(&path)], &["body.kerb_mass", "redlime", "did you mean `redline`?"]);
}

#[test]
fn a_folder_that_cannot_be_written_is_named_and_nothing_printed() {
    let folder = folder("bad_out");
    let file = folder.join("file");
    fs::write(&file, "a file").expect("written");
    let below = folder.join("file/report");
    let mut wrong = vec![text(&file), text(&below), ""];
    if cfg!(target_os = "linux") {
        wrong.push("/proc/nothing/here");
    }
    for out in wrong {
        for extra in [&["--json"][..], &[]] {
            let arguments = [&["roadtest", "boxster-s", "--out", out], extra].concat();
            refused(&arguments, &["--out", out]);
        }
    }
    let scenario = folder.join("scenario.toml");
    fs::write(
        &scenario,
        "car = \"boxster-s\"\nmodel = \"point_mass\"\ndt_s = 0.1\nduration_s = 1\n[[controls]]\nt_s = 0\n",
    )
    .expect("written");
    let csv = folder.join("out.csv");
    refused(&["run", text(&scenario), "--out", text(&csv), "--plot", text(&below)], &["--plot"]);
    assert!(!csv.exists());
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 2);
}

#[test]
fn no_arguments_show_the_help() {
    let output = skidpad(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).is_empty());
    let help = skidpad(&["--help"]);
    assert!(help.status.success() && stdout(&help).contains("roadtest"));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let command = format!("{} models --json | head -c 1", env!("CARGO_BIN_EXE_skidpad"));
    let script = format!("set -o pipefail; {command}");
    let output = std::process::Command::new("bash").args(["-c", &script]).output();
    let Ok(output) = output else { return };
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}
