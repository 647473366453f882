//! The examples in C and C++ do what their Rust siblings do.

use std::path::{Path, PathBuf};
use std::process::Command;

use skidpad::prelude::*;

use crate::c_program::{Linked, compiled, libraries, must_succeed, root, run};

/// The script of `scripted.c`, driven by the crate `skidpad`.
fn scripted_in_rust() -> String {
    let mut car = Car::preset("fr-s-2013").unwrap();
    for step in 0..480 {
        let controls = Controls {
            throttle: if step < 240 { 0.8 } else { 0.0 },
            brake: if step < 360 { 0.0 } else { 0.9 },
            steer_rad: if step < 240 { 0.0 } else { 0.001 * f64::from(step % 60 - 30) },
            gear: Gear::Automatic,
            ..Controls::default()
        };
        car.step(&controls, 1.0 / 60.0).unwrap();
    }
    format!("hash {:016x}\n", car.hash())
}

/// A track of Skidpad's as a file.
fn track_file(label: &str) -> PathBuf {
    use skidpad::formats::track::{TrackFile, TrackFormat, WriteOptions, write};
    let spec = skidpad::world::track::track_by_name("oval").unwrap();
    let file = TrackFile { spec, notes: Vec::new() };
    let text = write(&file, TrackFormat::Skidpad, &WriteOptions::default()).unwrap().text;
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{label}-oval.toml"));
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_first_drive_takes_the_seconds_that_rust_says() {
    let out = run(&compiled("first_drive.c", Linked::Static, "static", &[]), &[]);
    let mut car = Car::preset("boxster-s").unwrap();
    while car.speed_m_s() < 100.0 / 3.6 {
        car.step(&Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() }, 1.0 / 60.0)
            .unwrap();
    }
    assert_eq!(out, format!("0 to 100 km/h in {:.2} s\n", car.time_s()));
}

#[test]
fn a_script_in_c_ends_in_the_bits_of_rust() {
    let expected = scripted_in_rust();
    for (linked, label) in [(Linked::Static, "static"), (Linked::Shared, "shared")] {
        assert_eq!(run(&compiled("scripted.c", linked, label, &[]), &[]), expected, "{label}");
    }
}

#[test]
fn a_wrapper_in_cpp_frees_what_it_holds_and_rolls_back() {
    let out = run(&compiled("rollback.cpp", Linked::Static, "static", &[]), &[]);
    assert!(out.contains("did you mean `boxster-s`?") && out.ends_with("rolled back\n"), "{out}");
}

#[test]
fn three_cars_race_on_a_track_file() {
    let (program, track) = (compiled("race.c", Linked::Static, "static", &[]), track_file("short"));
    let out = run(&program, &[track.to_str().unwrap(), "5"]);
    assert!(out.starts_with("hash "), "nothing happens in five seconds: {out}");
    let failed = Command::new(&program).args(["nowhere.toml", "1"]).output().unwrap();
    assert!(
        String::from_utf8_lossy(&failed.stderr).contains("error 7: "),
        "a file that is not there is an error"
    );
}

#[test]
fn a_tyre_curve_in_c_has_the_peak_of_rust() {
    use skidpad::core::tyre::magic_formula::{MagicFormula, Mode, Question};
    let program = compiled("tyre_curve.c", Linked::Static, "static", &[]);
    let out = run(&program, &["summer-205-55r16", "4000"]);
    let file = skidpad::formats::tyre::load(Path::new("summer-205-55r16")).unwrap();
    let tyre = MagicFormula::new(&file.coefficients, Mode::COMMON);
    let force_n = |place: u32| {
        let alpha_rad = -0.005 * f64::from(place);
        tyre.answer(&Question { alpha_rad, ..tyre.plain_question(4000.0) }).fy_n
    };
    let peak = (0..61).max_by(|a, b| force_n(*a).total_cmp(&force_n(*b))).unwrap();
    let last = format!("peak {:.2} at {:.3} rad\n", force_n(peak) / 4000.0, -0.005 * f64::from(peak));
    assert!(out.ends_with(&last) && (10..60).contains(&peak), "{last}: {out}");
    assert_eq!(out.lines().count(), 63);
}

/// The program itself compares world and fleet.
#[test]
fn a_car_drives_over_the_hill_of_a_map_in_c() {
    let out = run(&compiled("own_map.c", Linked::Static, "static", &[]), &[]);
    assert!(out.starts_with("hill 1.50 m, car up to 1.") && out.lines().count() == 5, "{out}");
}

/// Another seed draws other starts, the same seed the same ones.
#[test]
fn episodes_in_c_end_in_several_ways_and_follow_their_seed() {
    let program = compiled("episodes.c", Linked::Static, "static", &[]);
    let outs = ["1", "1", "2"].map(|seed| run(&program, &[seed]));
    assert!(outs[0] == outs[1] && outs[0] != outs[2], "{outs:?}");
    let counts: Vec<u32> = outs[0].split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(counts[..3].iter().all(|count| *count > 0), "walls, the end and time: {}", outs[0]);
}

/// Each line is a model and the hash of its drive on a thread, which the program compares with that of the main thread.
#[test]
fn threads_drive_cars_and_fleets_of_their_own_with_the_bits_of_one_thread() {
    let program = compiled("threads.c", Linked::Static, "static", &[]);
    let out = run(&program, &[]);
    assert_eq!(out, run(&program, &["1"]), "the threads of a fleet change no bits");
    let hashes: std::collections::BTreeSet<&str> =
        out.lines().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(hashes.len(), 4, "four cars, each with a hash of its own: {out}");
}

mod long {
    use super::*;

    /// The library is not instrumented, so that the sanitizer sees of it only what goes through the C library: allocation and copies. It
    /// does not see the locks of a fleet's own threads, and fleets have none here.
    #[test]
    #[ignore = "long: thread sanitizer"]
    fn the_thread_sanitizer_finds_no_race() {
        let program = compiled("threads.c", Linked::Static, "thread-sanitized", &["-fsanitize=thread"]);
        let out = run(&program, &["1"]);
        assert_eq!(out.lines().count(), 4, "{out}");
    }

    #[test]
    #[ignore = "long: a minute and a half of three cars"]
    fn a_race_has_laps_of_each_car() {
        let track = track_file("long");
        let out = run(&compiled("race.c", Linked::Static, "long", &[]), &[track.to_str().unwrap(), "90"]);
        for car in 0..3 {
            assert!(out.contains(&format!("car {car}, lap 1 in ")), "{out}");
        }
    }

    #[test]
    #[ignore = "long: address and undefined-behaviour sanitizers"]
    fn sanitizers_find_nothing() {
        let options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
        let track = track_file("sanitized");
        for (source, arguments) in [
            ("scripted.c", vec![]),
            ("rollback.cpp", vec![]),
            ("race.c", vec![track.to_str().unwrap(), "3"]),
            ("tyre_curve.c", vec!["summer-205-55r16", "4000"]),
            ("own_map.c", vec![]),
            ("episodes.c", vec![]),
        ] {
            run(&compiled(source, Linked::Static, "sanitized", &options), &arguments);
        }
    }

    const PROJECT: &str = "cmake_minimum_required(VERSION 3.16)
project(drives C CXX)
find_package(Skidpad 0.1 REQUIRED)
add_executable(drive ${EXAMPLES}/first_drive.c)
target_link_libraries(drive PRIVATE Skidpad::Skidpad)
add_executable(rollback ${EXAMPLES}/rollback.cpp)
target_link_libraries(rollback PRIVATE Skidpad::Static)
";

    /// The library of this build: the command compiled another, with other features than the tests', for a minute and a half.
    #[test]
    #[ignore = "long: installs the library, and builds with pkg-config and CMake"]
    fn an_installed_library_is_found_by_pkg_config_and_cmake() {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("installed");
        let _ = std::fs::remove_dir_all(&place);
        let prefix = place.join("prefix");
        let install = ["run", "--quiet", "--package", "xtask", "--", "c", "install"];
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(install).arg(&prefix).arg("--from").arg(libraries()).current_dir(root());
        must_succeed("cargo xtask c install", &cargo.output().unwrap());
        let shell =
            "cc \"$1/first_drive.c\" $(pkg-config --cflags --libs skidpad) -o \"$2/drive\" && \"$2/drive\"";
        let mut with_pkg_config = Command::new("sh");
        with_pkg_config.args(["-c", shell, "sh"]).arg(root().join("examples-c")).arg(&place);
        with_pkg_config.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"));
        with_pkg_config.env("LD_LIBRARY_PATH", prefix.join("lib"));
        let out = must_succeed("pkg-config", &with_pkg_config.output().unwrap());
        assert!(out.starts_with("0 to 100 km/h in "), "{out}");
        if Command::new("cmake").arg("--version").output().is_err() {
            eprintln!("skipped: cmake is not installed");
            return;
        }
        std::fs::write(place.join("CMakeLists.txt"), PROJECT).unwrap();
        let mut configure = Command::new("cmake");
        configure.arg("-S").arg(&place).arg("-B").arg(place.join("build"));
        configure.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display()));
        configure.arg(format!("-DEXAMPLES={}", root().join("examples-c").display()));
        must_succeed("cmake", &configure.output().unwrap());
        must_succeed(
            "cmake",
            &Command::new("cmake").arg("--build").arg(place.join("build")).output().unwrap(),
        );
        assert!(run(&place.join("build/drive"), &[]).starts_with("0 to 100 km/h in "));
        assert!(run(&place.join("build/rollback"), &[]).ends_with("rolled back\n"));
    }

    #[test]
    #[ignore = "long: Valgrind"]
    fn valgrind_finds_no_error_and_no_leak() {
        let program = compiled("scripted.c", Linked::Static, "valgrind", &[]);
        let output = Command::new("valgrind")
            .args([
                "--quiet",
                "--error-exitcode=9",
                "--leak-check=full",
                "--errors-for-leak-kinds=definite,possible",
            ])
            .arg(program)
            .output();
        must_succeed("valgrind", &output.expect("valgrind is installed"));
    }
}
