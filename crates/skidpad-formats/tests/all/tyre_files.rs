//! Tyre property files: everything that is wrong is named at once, nothing is filled in unsaid, and any bytes end in
//! a tyre or an error.
#![allow(clippy::disallowed_methods)]

use std::time::{Duration, Instant};

use skidpad_core::tyre::magic_formula::{Side, Version};
use skidpad_formats::tyre::{PRESETS, TyreFile, parse, parse_points, write};
use skidpad_formats::{FileError, MAX_FILE_BYTES};
use skidpad_testing::Random;

fn sample() -> &'static str {
    PRESETS[0].1
}

fn read(text: &str) -> TyreFile {
    parse("t.tir", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    match parse("t.tir", text.as_bytes()) {
        Ok(_) => panic!("read"),
        Err(error) => error.to_string(),
    }
}

/// The sample without the lines of some keys.
fn without(keys: &[&str]) -> String {
    let is_kept =
        |line: &&str| !keys.iter().any(|key| line.split('=').next().unwrap_or_default().trim() == *key);
    sample().lines().filter(is_kept).map(|line| format!("{line}\n")).collect()
}

/// The sample with the value of a key replaced.
fn with(key: &str, value: &str) -> String {
    let line = |line: &str| {
        let is_key = line.split('=').next().unwrap_or_default().trim() == key;
        if is_key { format!("{key} = {value}\n") } else { format!("{line}\n") }
    };
    sample().lines().map(line).collect()
}

#[test]
fn the_preset_is_read_without_a_word() {
    let file = read(sample());
    assert_eq!((file.coefficients.version, file.side), (Version::V6_1, Some(Side::Left)));
    assert_eq!(file.coefficients.longitudinal.pcx1, 1.6);
    assert!(file.taken.is_empty() && file.warnings.is_empty(), "{:?} {:?}", file.taken, file.warnings);
}

#[test]
fn every_missing_key_is_named_at_once() {
    let keys = ["LENGTH", "FITTYP", "UNLOADED_RADIUS", "FNOMIN", "PCX1", "PDY1", "RBX1", "QSY1", "FZMAX"];
    let error = error(&without(&keys));
    for key in keys {
        let is_named = error.lines().any(|line| line.contains(&format!(".{key}: missing; must be given")));
        assert!(is_named || key == "RBX1" || key == "QSY1", "{key}: {error}");
    }
    // With a known version every one of its keys is due.
    let all: Vec<&str> = sample()
        .lines()
        .filter(|line| line.starts_with(['P', 'R', 'Q']) && line.contains('=') && !line.contains("RIM"))
        .filter_map(|line| line.split('=').next())
        .map(str::trim)
        .collect();
    assert!(all.len() > 140);
    let error = self::error(&without(&all));
    for key in all {
        assert!(error.contains(&format!(".{key}: missing; must be given")), "{key}");
    }
}

#[test]
fn scaling_factors_may_be_missing_and_are_reported() {
    let file = read(&without(&["LMUX", "LKY", "TYRESIDE"]));
    let said = format!("{:?}", file.taken);
    assert!(
        said.contains("LMUX") && said.contains("LKY") && said.contains("\"1\"") && said.contains("TYRESIDE"),
        "{said}"
    );
    assert_eq!((file.coefficients.scaling.lmux, file.side), (1.0, None));
}

#[test]
fn values_out_of_their_range_are_named_at_once() {
    let text = with("PCX1", "7").replace("PDY1                     = 1.0", "PDY1 = 0");
    let text = text.replace("FZMAX                    = 9000.0", "FZMAX = 100");
    let error = error(&text.replace("UNLOADED_RADIUS          = 0.316", "UNLOADED_RADIUS = -1"));
    for says in [
        "LONGITUDINAL_COEFFICIENTS.PCX1: got 7; must be between 0.1 and 3",
        "LATERAL_COEFFICIENTS.PDY1: got 0; must be another number than 0",
        "VERTICAL_FORCE_RANGE.FZMAX: got 100; must be at least FZMIN",
        "DIMENSION.UNLOADED_RADIUS: got -1; must be between 0.05 and 3 m",
    ] {
        assert!(error.contains(says), "{says}: {error}");
    }
}

#[test]
fn units_are_converted_and_wrong_ones_named() {
    let base = read(sample());
    let text = with("LENGTH", "'mm'")
        .replace("UNLOADED_RADIUS          = 0.316", "UNLOADED_RADIUS = 316")
        .replace("WIDTH                    = 0.205", "WIDTH = 205")
        .replace("RIM_RADIUS               = 0.2032", "RIM_RADIUS = 203.2")
        .replace("LONGVL                   = 16.7", "LONGVL = 16700")
        .replace("VXLOW                    = 1.0", "VXLOW = 1000")
        .replace("220000.0", "0.22")
        .replace("150000.0", "0.15")
        .replace("320000.0", "0.32")
        .replace("210000.0", "210")
        .replace("VERTICAL_DAMPING         = 50.0", "VERTICAL_DAMPING = 0.05")
        .replace("350000.0", "350")
        .replace("140000.0", "140")
        .replace("ANGLE                    = 'radian'", "ANGLE = 'degrees'")
        .replace("ALPMAX                   = 1.57", "ALPMAX = 90");
    let file = read(&text);
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-12 * b.abs();
    let (size, other) = (&file.coefficients.size, &base.coefficients.size);
    assert!(near(size.unloaded_radius_m, other.unloaded_radius_m));
    assert!(near(size.nominal_pressure_pa, other.nominal_pressure_pa), "N/mm^2");
    assert!(near(size.nominal_speed_m_s, other.nominal_speed_m_s));
    assert!(near(file.vertical.stiffness_n_m, base.vertical.stiffness_n_m));
    assert!(near(file.vertical.damping_n_s_m, base.vertical.damping_n_s_m));
    assert!(near(file.coefficients.structure.lateral_stiffness_n_m, 140e3));
    assert!(near(file.coefficients.limits.alpha_high_rad, std::f64::consts::FRAC_PI_2));
    assert_eq!(file.coefficients.lateral.phy1, base.coefficients.lateral.phy1);
    assert!(format!("{:?}", file.taken).contains("angles in rad"), "{:?}", file.taken);
    let error = error(
        &with("FORCE", "'newtons'").replace("TIME                     = 'second'", "TIME = 'fortnight'"),
    );
    assert!(
        error.contains("UNITS.FORCE: got `newtons`; must be one of newton")
            && error.contains("did you mean `newton`?")
    );
    assert!(error.contains("UNITS.TIME: got `fortnight`"), "{error}");
}

#[test]
fn what_is_not_known_is_a_warning_with_its_line() {
    let text = format!(
        "{}[LATERAL_COEFFICIENTZ]\nPDY1 = 1\n",
        sample().replace("PCY1  ", "PHY3 = 1\nPCYY = 2\nPCY1  ")
    );
    let warnings = read(&text).warnings.join("\n");
    for says in [
        "LATERAL_COEFFICIENTS.PHY3 is not part of Magic Formula 6.1: ignored",
        "LATERAL_COEFFICIENTS.PCYY is not known: ignored; did you mean `PCY1`?",
        "LATERAL_COEFFICIENTZ.PDY1: the section is not known: ignored",
    ] {
        assert!(warnings.contains(says), "{says}: {warnings}");
    }
    assert!(warnings.starts_with("line "), "{warnings}");
}

#[test]
fn a_section_or_key_that_stands_twice_is_an_error() {
    let twice = format!("{}[UNITS]\n", sample());
    assert!(error(&twice).contains("UNITS: got the section a second time"));
    let twice = sample().replace("PCY1  ", "PCY1 = 1.3\nPCY1  ");
    assert!(error(&twice).contains("LATERAL_COEFFICIENTS.PCY1: got the key a second time"));
    let both = format!("{}[LATERAL_COEFFICIENTS]\nPCY1 = 1.3\n", sample());
    let both = error(&both);
    assert!(
        both.contains("LATERAL_COEFFICIENTS: got the section a second time")
            && both.contains("PCY1: got the key a second time")
    );
}

#[test]
fn a_file_that_is_cut_anywhere_is_refused_by_name() {
    for end in (0..sample().len()).step_by(7) {
        let error = parse("t.tir", &sample().as_bytes()[..end]).expect_err("a file that was cut");
        check(&error);
    }
}

#[test]
fn old_files_may_leave_out_whole_effects_and_that_is_reported() {
    let old = with("FITTYP", "6").replace("QDZ11                    = 0.01", "QTZ1 = 0\nMBELT = 0");
    let old = old.replace("PVX2  ", "PTX1 = 2\nPTX2 = 1\nPTX3 = 0.5\nPVX2  ");
    let old = old.replace("PVY2  ", "PTY1 = 2\nPTY2 = 2\nPHY3 = 0.03\nPVY2  ");
    let strict = read(&old);
    assert_eq!(strict.coefficients.version, Version::V5_2);
    assert_eq!((strict.coefficients.lateral.pky4, strict.coefficients.rolling.qsy7), (2.0, 1.0));
    assert!(strict.warnings.iter().any(|warning| warning.contains("PKY4 is not part of Magic Formula 5.2")));
    let lacking: String = old
        .lines()
        .filter(|line| !line.starts_with("R") || line.starts_with("RIM"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(error(&lacking).contains("RBX1: missing"));
    // PAC2002 has files without combined slip, but none with half of it.
    let pac = lacking.replace("FITTYP = 6", "PROPERTY_FILE_FORMAT = 'PAC2002'");
    let said = format!("{:?}", read(&pac).taken);
    assert!(said.contains("RBX1") && said.contains("without combined slip"), "{said}");
    let half = pac.replace("PCY1  ", "RBY1 = 10\nPCY1  ");
    assert!(error(&half).contains("LATERAL_COEFFICIENTS.RBY2: missing; must be given"));
    assert!(error(&with("FITTYP", "63")).contains("MODEL.FITTYP: got `63`; must be 5, 6, 21 or 52"));
    assert!(error(&with("TYRESIDE", "'TOP'")).contains("MODEL.TYRESIDE: got `TOP`; must be 'LEFT', 'RIGHT'"));
}

#[test]
fn what_is_written_reads_back_the_same() {
    let file = read(sample());
    let text = write(&file, &["two\nlines".to_owned()]);
    assert!(text.starts_with("$ two\n$ lines\n"));
    assert_eq!(read(&text), file);
}

#[test]
fn the_corpus_of_the_fuzzer_ends_as_its_names_say() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");
    let mut count = 0;
    for entry in std::fs::read_dir(format!("{corpus}/tyre")).expect("a folder") {
        let path = entry.expect("a file").path();
        let bytes = std::fs::read(&path).expect("bytes");
        let is_good = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("good"));
        assert_eq!(parse("t.tir", &bytes).is_ok(), is_good, "{}", path.display());
        count += 1;
    }
    for (name, is_good) in [("good-two", true), ("bad-rows", false)] {
        let bytes = std::fs::read(format!("{corpus}/tyre_points/{name}")).expect("bytes");
        assert_eq!(parse_points("p.csv", &bytes).is_ok(), is_good, "{name}");
    }
    assert!(count >= 3);
}

fn check(error: &FileError) {
    assert!(!error.problems.is_empty() && error.problems.len() <= 501);
    for problem in &error.problems {
        assert!(!problem.must.is_empty() && !problem.value.is_empty(), "{error}");
        assert!(problem.value.chars().count() < 100, "{error}");
    }
}

/// What stands in the way of parsers.
const PIECES: &[&str] = &[
    "nan",
    "inf",
    "1e999",
    "-0.0",
    "'",
    "\"",
    "[",
    "]",
    "[]",
    "=",
    "==",
    "$",
    "!",
    "\n",
    "\r",
    "\t",
    "\u{feff}",
    "\u{0}",
    "é",
    "1D5",
    "1d-400",
    "-",
    ".",
    "e",
    "{",
    "'LEFT'",
    "[UNITS]\n",
    "[SHAPE]\n",
    "99999999999999999999",
    "0x10",
    "1_0",
    "PCX1 = 1\n",
    "FITTYP = 62\n",
    "'mm'",
    "'degree'",
];

fn mutated(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        let end = usize::min(at + random.below(40), bytes.len());
        match random.below(6) {
            0 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.bits() as u8;
                }
            }
            1 => drop(bytes.drain(at..end)),
            2 if random.below(4) == 0 => bytes.truncate(at),
            3 => {
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => {
                let piece = PIECES[random.below(PIECES.len())].bytes();
                let replaced = if random.below(2) == 0 { at..at } else { at..end };
                bytes.splice(replaced, piece);
            }
        }
    }
    bytes
}

#[test]
fn the_worst_files_take_no_longer_than_a_second_or_two() {
    let filled = |head: &str, piece: &str| {
        let count = (MAX_FILE_BYTES - head.len()) / piece.len();
        format!("{head}{}", piece.repeat(count))
    };
    let keys: String = (0..60_000).map(|index| format!("K{index}=1\n")).collect();
    let sections: String = (0..60_000).map(|index| format!("[S{index}]\n")).collect();
    let worst = [
        filled("[A]\nX = 1", "0"),
        filled("[A]\nX = '", "x"),
        filled("[A]\n", "X=1\n"),
        filled("", "[A]\n"),
        filled("", "["),
        filled("", "\n"),
        filled("", "é"),
        filled("[SHAPE]\n", "1 2\n"),
        filled("x", "y"),
        format!("[A]\n{keys}"),
        sections,
        format!("{}\n", "=".repeat(500_000)),
    ];
    for text in worst {
        let start = Instant::now();
        check(&parse("t.tir", text.as_bytes()).expect_err("an error"));
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "{:?}: {}",
            start.elapsed(),
            &text[..8.min(text.len())].escape_debug()
        );
    }
    let large = vec![b'x'; MAX_FILE_BYTES + 1];
    assert!(parse("t.tir", &large).expect_err("too large").to_string().contains("at most 1048576 bytes"));
    assert!(error(" \n").contains("an empty file"));
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// A sample of what the fuzz target does for longer.
    #[test]
    #[ignore = "long: some seconds"]
    fn changed_files_end_in_a_tyre_or_an_error() {
        let mut random = Random::new(0x71AE);
        let mut count = 0;
        for _ in 0..3_000 {
            let bytes = mutated(sample().as_bytes(), &mut random);
            match parse("t.tir", &bytes) {
                Ok(file) => {
                    count += 1;
                    assert!(
                        file.coefficients.size.unloaded_radius_m > 0.0
                            && file.coefficients.longitudinal.pcx1 <= 3.0
                    );
                }
                Err(error) => check(&error),
            }
        }
        assert!(count > 30 && count < 2_850, "{count} were still right");
    }
}
