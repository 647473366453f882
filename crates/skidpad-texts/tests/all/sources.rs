//! The figures of the source texts: their verdicts, the numbers that no text prints, the errata.
#![allow(clippy::disallowed_methods)]

use std::collections::BTreeSet;
use std::path::Path;

use skidpad_texts::gearing;
use skidpad_texts::palmer::PalmerRoad;
use skidpad_texts::sources::{Verdict, errata, errata_markdown, figures};

/// The figures that a text has wrong. A change of the library that moves a figure out of its digits
/// shows here.
const ERRATA: [&str; 58] = [
    "hlavacs-28-share",
    "hlavacs-37-circle",
    "hlavacs-37-circle-power",
    "hlavacs-37-front-10",
    "hlavacs-37-front-20",
    "hlavacs-37-front-30",
    "hlavacs-37-power-10",
    "hlavacs-37-power-20",
    "hlavacs-37-power-30",
    "hlavacs-listing-f-max-wet",
    "hlavacs-slip-ratio",
    "monster-1-4-air-density-imperial",
    "monster-1-4-diagonal-drag",
    "monster-1-4-force-per-torque",
    "monster-1-4-frontal-area-imperial",
    "monster-1-4-front-pull",
    "monster-1-4-full-turn",
    "monster-1-4-slip-angle-rest",
    "monster-1-4-slip-ratio-other",
    "monster-1-4-slip-ratio-rest",
    "monster-1-4-slip-ratio-reverse",
    "monster-1-4-small-angle",
    "monster-1-4-turn-rate",
    "monster-1-4-unit-g-imperial",
    "monster-1-4-unit-metric-hp-watt",
    "monster-1-4-velocity-direction",
    "monster-1-9-air-density-imperial",
    "monster-1-9-c5-force-own-radius",
    "monster-1-9-force-per-torque",
    "monster-1-9-frontal-area-imperial",
    "monster-1-9-front-pull",
    "monster-1-9-full-turn",
    "monster-1-9-rolling-speed",
    "monster-1-9-slip-angle-rest",
    "monster-1-9-slip-ratio-rest",
    "monster-1-9-small-angle",
    "monster-1-9-turn-rate",
    "monster-1-9-unit-g-imperial",
    "monster-1-9-velocity-direction",
    "palmer-8-30-through-first",
    "palmer-8-31",
    "palmer-8-38",
    "palmer-8-40-car",
    "palmer-8-41-slow",
    "palmer-bike-top-speed",
    "palmer-braking-ends",
    "palmer-braking-over-skidpad",
    "palmer-drag-in-reverse",
    "palmer-drifts-on",
    "palmer-frozen-line",
    "palmer-kinetic-coefficient",
    "palmer-peak-power-speed",
    "palmer-rolling-at-rest",
    "palmer-step-and-timer",
    "palmer-two-gravities",
    "palmer-whole-weight",
    "rars-creeping",
    "rars-no-slip",
];

/// The figures that the text's own rounding explains.
const ROUNDED: [&str; 22] = [
    "monster-1-4-100-kmh-in-m-s",
    "monster-1-4-100-kmh-in-mph",
    "monster-1-4-20-kmh-rpm",
    "monster-1-4-30-m-s-in-kmh",
    "monster-1-4-30-m-s-in-mph",
    "monster-1-4-alfa-force",
    "monster-1-9-100-kmh-in-m-s",
    "monster-1-9-100-kmh-in-mph",
    "monster-1-9-17-rad-s-crank",
    "monster-1-9-17-rad-s-rad-min",
    "monster-1-9-17-rad-s-rpm",
    "monster-1-9-2000-axle-rpm-mph",
    "monster-1-9-30-m-s-in-kmh",
    "monster-1-9-30-m-s-in-mph",
    "monster-1-9-c5-wheel-rev-s",
    "monster-1-9-c5-wheel-rpm",
    "monster-1-9-torque-from-imperial",
    "palmer-8-26d",
    "palmer-8-26d-kmh",
    "palmer-line-4600",
    "palmer-redline-4-kmh",
    "palmer-redline-5-kmh",
];

/// What no text prints, from an independent computation with the texts' inputs: id, value, half a
/// unit of its last digit.
const COMPUTED: [(&str, f64, f64); 147] = [
    ("monster-1-4-16-8-rad-s-rpm", 2021.4, 0.05),
    ("monster-1-9-16-8-rad-s-crank", 152.83, 0.005),
    ("monster-1-9-16-8-rad-s-rpm", 1459.4, 0.05),
    ("monster-1-9-slip-ratio-peak-force", 1.04, 1e-12),
    ("monster-1-9-slip-ratio-reverse", -0.1, 1e-12),
    ("palmer-8-26d-rounded", 75.406, 5e-4),
    ("palmer-8-26d-rounded-kmh", 271.46, 0.005),
    ("palmer-8-26d-rounded-other", -144.9, 0.05),
    ("hlavacs-28-share-balanced", 0.41176, 5e-6),
    ("hlavacs-37-balanced-10", 1.8431, 5e-5),
    ("hlavacs-37-balanced-20", 1.8630, 5e-5),
    ("hlavacs-37-balanced-30", 1.8886, 5e-5),
    ("palmer-bike-mean-acceleration", 9.416, 5e-4),
    ("palmer-bike-wheelie", 10.012, 5e-4),
    ("palmer-bike-stoppie", 11.291, 5e-4),
    ("palmer-bike-power-to-mass", 4.373, 5e-4),
    ("palmer-bike-redline-share", 1.618, 5e-4),
    ("palmer-bike-lean", 38.196, 5e-4),
    ("palmer-bike-lean-width", 4.280, 5e-4),
    ("palmer-bike-gyroscopic-torque", 22.43, 5e-3),
    ("palmer-bike-gyroscopic-share", 0.0198, 5e-5),
    ("palmer-bike-precession", 6.862, 5e-4),
    ("palmer-bike-running-out", 1594.5, 0.05),
    ("palmer-bike-precession-time", 0.4304, 5e-5),
    ("palmer-bike-standing-gyroscope", 0.0, 1e-12),
    ("monster-1-4-resistance-at-top-speed", 1055.3, 0.05),
    ("monster-1-9-resistance-at-top-speed", 1055.3, 0.05),
    ("monster-1-4-front-load-shifted", 4410.0, 1e-9),
    ("monster-1-9-front-load-shifted", 4410.0, 1e-9),
    ("monster-1-4-rear-load-shifted", 10_290.0, 1e-9),
    ("monster-1-9-rear-load-shifted", 10_290.0, 1e-9),
    ("monster-1-4-solved-traction", 12_250.0, 1e-9),
    ("monster-1-9-solved-traction", 12_250.0, 1e-9),
    ("monster-1-4-solved-acceleration", 8.167, 5e-4),
    ("monster-1-9-solved-acceleration", 8.167, 5e-4),
    ("monster-1-9-slip-angle-peak-force", 5.2, 1e-6),
    ("monster-1-4-reverse-steer", 0.1, 1e-12),
    ("monster-1-9-reverse-steer", 0.1, 1e-12),
    ("monster-1-9-ls1-power-at-4400", 293.2, 0.05),
    ("palmer-lines-peak-power", 171_014.0, 0.5),
    ("palmer-lines-power-at-6200", 168_029.0, 0.5),
    ("palmer-lines-peak-power-speed", 7143.75, 1e-9),
    ("palmer-shift-down", 12_501.8, 0.05),
    ("palmer-drive-force-first", 12_786.1, 0.05),
    ("palmer-traction-limit", 12_422.8, 0.05),
    ("palmer-8000-rpm-first", 20.31, 0.005),
    ("palmer-8-26d-other", -145.0, 0.05),
    ("palmer-top-speed-own-area", 75.384, 5e-4),
    ("palmer-top-speed-fifth", 75.23, 0.005),
    ("palmer-stop-from-60-mph", 71.8, 0.05),
    ("palmer-0-100", 4.53, 0.005),
    ("palmer-0-60", 4.295, 5e-4),
    ("palmer-0-200", 17.438, 5e-4),
    ("palmer-bike-torque-at-peak-power", 99.4, 0.05),
    ("palmer-bike-power-at-peak-torque", 126.5, 0.05),
    ("palmer-car-torque-at-peak-power", 287.1, 0.05),
    ("palmer-car-power-at-peak-torque", 200.3, 0.05),
    ("palmer-8-42a", 10.058, 5e-4),
    ("palmer-8-42b", 16.764, 5e-4),
    ("palmer-8-43-speed", 13.411, 5e-4),
    ("palmer-8-42-motorcycle", 4.015, 5e-4),
    ("hlavacs-i-c", 2500.0, 1e-9),
    ("hlavacs-i-b", 8500.0, 1e-9),
    ("hlavacs-f-max-dry", 7357.5, 1e-9),
    ("hlavacs-f-max-wet", 2207.25, 1e-9),
    ("hlavacs-kinetic-dry", 5886.0, 1e-9),
    ("hlavacs-kinetic-wet", 1839.375, 1e-9),
    ("hlavacs-fig-9-total", 2753.8, 0.05),
    ("hlavacs-fig-9-rear", 2892.1, 0.05),
    ("hlavacs-fig-9-front", -138.2, 0.05),
    ("hlavacs-fig-9-slides-dry", 2544.0, 0.05),
    ("hlavacs-fig-9-slides-wet", 763.2, 0.05),
    ("hlavacs-fig-10-0", 2945.7, 0.05),
    ("hlavacs-fig-10-1", 3224.0, 0.05),
    ("hlavacs-fig-10-5", 4337.0, 0.05),
    ("hlavacs-fig-10-10", 5728.3, 0.05),
    ("hlavacs-fig-11-0", 0.289, 0.0005),
    ("hlavacs-fig-11-1", 277.97, 0.005),
    ("hlavacs-fig-11-5", 1391.0, 0.05),
    ("hlavacs-fig-11-10", 2782.3, 0.05),
    ("hlavacs-fig-12-0", 8848.2, 0.05),
    ("hlavacs-fig-12-1", 9127.2, 0.05),
    ("hlavacs-fig-12-5", 10_243.5, 0.05),
    ("hlavacs-fig-12-10", 11_638.8, 0.05),
    ("hlavacs-fig-13-0", 7.82, 0.005),
    ("hlavacs-fig-13-1", 271.24, 0.005),
    ("hlavacs-fig-13-5", 1387.5, 0.05),
    ("hlavacs-fig-13-10", 2782.8, 0.05),
    ("hlavacs-fig-14-dry-10", 20.9898, 5e-05),
    ("hlavacs-fig-14-dry-20", 5.5933, 5e-05),
    ("hlavacs-fig-14-dry-30", 2.4957, 5e-05),
    ("hlavacs-fig-14-dry-40", 1.4047, 5e-05),
    ("hlavacs-fig-14-wet-10", 6.6978, 5e-05),
    ("hlavacs-fig-14-wet-20", 1.6855, 5e-05),
    ("hlavacs-fig-14-wet-30", 0.7494, 5e-05),
    ("hlavacs-fig-14-wet-40", 0.4215, 5e-05),
    ("hlavacs-fig-14-balanced-dry-10", 20.2152, 5e-05),
    ("hlavacs-fig-14-balanced-dry-20", 5.5764, 5e-05),
    ("hlavacs-fig-14-balanced-dry-30", 2.4942, 5e-05),
    ("hlavacs-fig-14-balanced-dry-40", 1.4045, 5e-05),
    ("hlavacs-fig-14-balanced-wet-10", 6.6689, 5e-05),
    ("hlavacs-fig-14-balanced-wet-20", 1.685, 5e-05),
    ("hlavacs-fig-14-balanced-wet-30", 0.7493, 5e-05),
    ("hlavacs-fig-14-balanced-wet-40", 0.4215, 5e-05),
    ("hlavacs-fig-15-dry-1-10", 75.79, 0.005),
    ("hlavacs-fig-15-dry-1-20", 32.6, 0.005),
    ("hlavacs-fig-15-dry-1-30", 15.855, 0.0005),
    ("hlavacs-fig-15-dry-1-40", 5.716, 0.0005),
    ("hlavacs-fig-15-dry-3-10", 68.53, 0.005),
    ("hlavacs-fig-15-dry-3-20", 18.41, 0.005),
    ("hlavacs-fig-15-wet-1-10", 20.27, 0.005),
    ("hlavacs-fig-15-wet-1-20", 4.841, 0.0005),
    ("hlavacs-fig-15-wet-3-10", 13.16, 0.005),
    ("hlavacs-fig-15-dry-1-ends", 47.41, 0.005),
    ("hlavacs-fig-15-dry-3-ends", 27.36, 0.005),
    ("hlavacs-fig-15-wet-1-ends", 25.97, 0.005),
    ("hlavacs-fig-15-wet-3-ends", 14.98, 0.005),
    ("rars-half-grip", 0.5, 1e-12),
    ("rars-slope-without-slip", 1.0, 1e-8),
    ("palmer-8-32-slope", 12234.0, 5e-02),
    ("palmer-8-33-acceleration", 8.918, 5e-05),
    ("palmer-8-34-limited", 12422.8, 5e-02),
    ("palmer-8-35", 6.7268, 5e-05),
    ("palmer-8-35-steady", 21.116, 5e-04),
    ("palmer-8-35-accelerating", 19.215, 5e-04),
    ("palmer-8-41", 4989.7, 5e-02),
    ("palmer-8-39-rear", 13.668, 5e-04),
    ("monster-1-4-turn-radius", 5.0, 5e-05),
    ("monster-1-9-turn-radius", 5.0, 5e-05),
    ("monster-1-4-rear-circle", 4.3301, 5e-05),
    ("monster-1-9-rear-circle", 4.3301, 5e-05),
    ("monster-1-4-outer-wheel", 0.75021, 5e-06),
    ("monster-1-9-outer-wheel", 0.75021, 5e-06),
    ("rars-levels-out", 0.99, 5e-06),
    ("rars-exponential", 0.63212, 5e-06),
    ("rars-piecewise", 1.0, 1e-12),
    ("rars-falling", 0.80292, 5e-06),
    ("rars-turn-slip", 2.0848, 5e-05),
    ("rars-turn-ft", 640.33, 5e-03),
    ("rars-turn-fn", 3296.1, 5e-02),
    ("rars-turn-power", 19807.1, 5e-02),
    ("rars-car-mass", 1162.5, 5e-02),
    ("rars-car-power", 135.58, 5e-03),
    ("rars-car-k", 0.6096, 5e-06),
    ("rars-car-drag", 0.31122, 5e-06),
    ("rars-car-launch", 37.13, 5e-04),
    ("rars-car-acceleration", 11.623, 5e-04),
];

/// The computed side of printed figures that are wrong or rounded, the same way.
const BESIDE_PRINTED: [(&str, f64, f64); 36] = [
    ("monster-1-9-turn-rate", 0.3473, 5e-06),
    ("monster-1-4-velocity-direction", 0.0, 1e-12),
    ("palmer-8-38", 0.72053, 5e-06),
    ("palmer-8-40-car", 2.1801, 5e-05),
    ("rars-creeping", 0.26126, 5e-06),
    ("hlavacs-37-circle", 4.751, 5e-4),
    ("hlavacs-37-circle-power", -729.7, 0.05),
    ("hlavacs-28-share", 0.70588, 5e-6),
    ("hlavacs-37-front-10", 1.7901, 5e-5),
    ("hlavacs-37-front-20", 1.6546, 5e-5),
    ("hlavacs-37-front-30", 1.4359, 5e-5),
    ("hlavacs-37-power-10", 97.1, 0.05),
    ("hlavacs-37-power-20", 88.8, 0.05),
    ("hlavacs-37-power-30", 76.0, 0.05),
    ("monster-1-4-force-per-torque", 38.18, 0.005),
    ("monster-1-9-force-per-torque", 18.73, 0.005),
    ("monster-1-9-c5-force-own-radius", 8896.5, 0.05),
    ("monster-1-4-alfa-force", 5078.2, 0.05),
    ("monster-1-4-20-kmh-rpm", 2025.6, 0.05),
    ("monster-1-9-17-rad-s-rpm", 1476.8, 0.05),
    ("monster-1-9-20-kmh-rpm", 1462.5, 0.05),
    ("monster-1-9-air-density-imperial", 0.0805, 5e-5),
    ("monster-1-9-frontal-area-imperial", 23.7, 0.05),
    ("monster-1-9-30-m-s-in-mph", 67.1, 0.05),
    ("monster-1-4-diagonal-drag", core::f64::consts::FRAC_1_SQRT_2, 1e-12),
    ("monster-1-4-slip-ratio-reverse", 0.1, 1e-12),
    // The 2.3 of the port.
    ("monster-1-9-front-pull", 2.3, 0.05),
    ("palmer-8-26d", 75.339, 5e-4),
    ("palmer-8-26d-kmh", 271.22, 0.005),
    ("palmer-redline-4-kmh", 206.06, 0.005),
    ("palmer-redline-5-kmh", 246.46, 0.005),
    ("palmer-line-4600", 310.0, 1e-9),
    ("palmer-peak-power-speed", 6400.0, 1e-9),
    ("palmer-0-100-final-drive", 17.29, 0.005),
    ("palmer-8-30-through-first", -2.19, 0.005),
    ("palmer-rolling-at-rest", -0.147, 1e-12),
];

fn ids(of: Verdict) -> BTreeSet<&'static str> {
    figures().iter().filter(|figure| figure.verdict == of).map(|figure| figure.id).collect()
}

#[test]
fn every_verdict_is_the_expected_one() {
    assert_eq!(ids(Verdict::Erratum), BTreeSet::from(ERRATA));
    assert_eq!(ids(Verdict::Rounded), BTreeSet::from(ROUNDED));
    assert_eq!(ids(Verdict::Computed), BTreeSet::from(COMPUTED.map(|(id, ..)| id)));
}

#[test]
fn the_list_is_complete_and_sound() {
    let figures = figures();
    assert!(figures.len() >= 240, "{}", figures.len());
    assert!(figures.iter().filter(|figure| figure.printed.is_some()).count() >= 180);
    let names: BTreeSet<_> = figures.iter().map(|figure| figure.id).collect();
    assert_eq!(names.len(), figures.len(), "ids are unique");
    let sources = ["Monster v1.4", "Monster v1.9", "Palmer", "Hlavacs", "RARS"];
    for figure in &figures {
        let id = figure.id;
        let kebab = id.split('-').all(|part| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        });
        assert!(kebab, "{id}");
        assert!(sources.contains(&figure.source), "{id}");
        assert!(figure.computed.is_finite() && figure.printed.is_none_or(f64::is_finite), "{id}");
        assert!(![figure.location, figure.quantity, figure.unit].contains(&""), "{id}");
        let explained = matches!(figure.verdict, Verdict::Reproduced | Verdict::Computed);
        assert!(explained || !figure.why.is_empty(), "{id}");
    }
    assert!(figures.is_sorted_by_key(|figure| sources.iter().position(|text| *text == figure.source)));
    for source in sources {
        assert!(figures.iter().any(|figure| figure.source == source), "{source}");
    }
}

#[test]
fn the_numbers_are_those_of_an_independent_computation() {
    let figures = figures();
    for (id, expected, half) in COMPUTED.into_iter().chain(BESIDE_PRINTED) {
        let figure = figures.iter().find(|figure| figure.id == id);
        let computed = figure.map_or(f64::NAN, |figure| figure.computed);
        assert!((computed - expected).abs() <= half, "{id}: {computed} is not {expected}");
    }
}

/// Each form that is kept as printed gives the misprint that it is kept for.
#[test]
fn the_printed_forms_give_what_is_printed() {
    let product: f64 = gearing::monster_force_from_torque_as_printed(6.4, 0.34);
    assert!((product - 2.2).abs() < 0.05, "v1.9: {product}");
    let product: f64 = gearing::monster_force_from_torque_as_printed(12.6, 0.33);
    assert!((product - 4.16).abs() < 0.005, "v1.4: {product}");
    let car = skidpad_texts::palmer::BOXSTER;
    assert!((car.engine_braking_as_printed(74.0) + 0.17).abs() < 0.005);
    assert!(car.net_force_as_printed(0.0, 0.0, &PalmerRoad::LEVEL) < 0.0);
    assert!(skidpad_texts::tyre::slip_ratio_v1_4_as_printed(0.0_f64, 0.0).is_nan());
    assert!(skidpad_texts::tyre::slip_ratio_v1_9_as_printed(0.0_f64, 0.0).is_nan());
    assert!(skidpad_texts::rars::force_as_printed([0.0_f64, 0.0], 9800.0, 4.0)[0].is_nan());
    assert_eq!(skidpad_special::chassis::gyroscopic_torque(0.5, 0.0, 3.0), 0.0, "a standing motorcycle");
}

#[test]
fn every_erratum_figure_is_on_the_page_and_every_entry_is_sound() {
    let errata = errata();
    let named: BTreeSet<_> = errata.iter().flat_map(|erratum| erratum.figures.iter().copied()).collect();
    assert!(named.is_superset(&BTreeSet::from(ERRATA)));
    let known: BTreeSet<_> = figures().iter().map(|figure| figure.id).collect();
    assert!(named.is_subset(&known), "{:?}", named.difference(&known));
    for erratum in &errata {
        assert!(![erratum.source, erratum.location, erratum.says, erratum.right].contains(&""));
        for form in [erratum.printed_form, erratum.corrected_form].into_iter().flatten() {
            let is_path = ["skidpad_core::", "skidpad_special::", "skidpad_texts::"]
                .iter()
                .any(|krate| form.starts_with(krate));
            assert!(is_path && !form.contains(' '), "{form}");
        }
    }
}

/// The page of errata once called three things wrong that are not: speeds that the text gives as approximate (30 m/s
/// as 60 mph), a power read off a measured curve (192 kW) against the straight lines that the text itself says lie below
/// it, and precession, which leans a motorcycle with the steering rate, by the yaw rate's 2 %.
#[test]
fn approximate_and_measured_figures_are_no_errata() {
    let figures = figures();
    let verdict = |id: &str| figures.iter().find(|figure| figure.id == id).unwrap().verdict;
    for version in ["1-4", "1-9"] {
        for speed in ["100-kmh-in-mph", "100-kmh-in-m-s", "30-m-s-in-kmh", "30-m-s-in-mph"] {
            assert_eq!(verdict(&format!("monster-{version}-{speed}")), Verdict::Rounded, "{speed}");
        }
    }
    assert_eq!(verdict("palmer-peak-power-hp"), Verdict::Reproduced);
    assert_eq!(verdict("palmer-lines-power-at-6200"), Verdict::Computed);
    assert_eq!(verdict("palmer-peak-power-speed"), Verdict::Erratum, "6200 rpm there, 6400 rpm in table 8-4");
    let errata = errata();
    assert!(!errata.iter().any(|erratum| erratum.says.contains("192 kW") || erratum.says.contains("60 mph")));
    let lean = errata.iter().find(|erratum| erratum.says.contains("leans the other way")).unwrap();
    assert!(lean.right.contains("steering rate") && !lean.right.contains('%'), "{}", lean.right);
}

/// Words that name the wrong thing were missing from the page: friction for drag, kinetics for kinematics, no friction
/// for no slip, a horizontal surface for an incline.
#[test]
fn words_that_name_the_wrong_thing_are_on_the_page() {
    let errata = errata();
    for (source, location, right) in [
        ("Monster v1.4 and v1.9", "Magic Constants", "drag coefficient"),
        ("Monster v1.4 and v1.9", "Curves", "kinematics"),
        ("Monster v1.4 and v1.9", "High Speed Turning", "centre of gravity"),
        ("Palmer", "8.37", "Without slipping"),
        ("Palmer", "figure 8-1", "incline"),
    ] {
        let is_it = |erratum: &skidpad_texts::sources::Erratum| {
            (erratum.source, erratum.location) == (source, location) && erratum.right.contains(right)
        };
        assert!(errata.iter().any(is_it), "{source}, {location}: {right}");
    }
}

/// To write the page: `SKIDPAD_WRITE_DOCS=1 cargo test -p skidpad-texts --test all sources`.
#[test]
fn the_errata_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errata.md");
    let page = errata_markdown();
    if std::env::var_os("SKIDPAD_WRITE_DOCS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &page).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed.replace("\r\n", "\n") == page,
        "docs/errata.md is not what errata_markdown() gives; write it again with\n  \
         SKIDPAD_WRITE_DOCS=1 cargo test -p skidpad-texts --test all sources"
    );
}
