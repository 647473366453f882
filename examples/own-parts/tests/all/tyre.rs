//! The tyre of a measured table.

use own_parts::tyre::{LOADS_N, MEASURED, SLIPS, TableTyre};
use skidpad::core::math::Vec2;
use skidpad::core::tyre::{Footprint, SteadyTyre};

fn force(load_n: f64, x: f64, y: f64) -> Vec2<f64> {
    MEASURED.steady(&Footprint::plain(load_n, Vec2 { x, y })).force
}

/// Lines of the file, as numbers.
fn measured() -> Vec<[f64; 4]> {
    let lines = include_str!("../../data/tyre.csv").lines().skip(1);
    lines
        .map(|line| {
            let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
            [cells[0], cells[1], cells[2], cells[3]]
        })
        .collect()
}

#[test]
fn at_each_node_the_force_is_the_measured_one() {
    assert_eq!(measured().len(), LOADS_N.len() * SLIPS.len());
    for [load_n, slip, x_n, y_n] in measured() {
        assert!((force(load_n, slip, 0.0).x - x_n).abs() < 1e-8, "{load_n} N, slip ratio {slip}");
        assert!((force(load_n, 0.0, -slip).y + y_n).abs() < 1e-8, "{load_n} N, lateral slip {slip}");
    }
}

#[test]
fn between_two_loads_the_friction_lies_between_theirs() {
    let friction = |load_n: f64| force(load_n, 0.09, 0.0).x / load_n;
    assert!((friction(4500.0) - 0.5 * (friction(3500.0) + friction(5500.0))).abs() < 1e-12);
    // Beyond the measured loads it is the last one's.
    assert!((friction(20_000.0) - friction(8000.0)).abs() < 1e-12);
}

/// What every law must keep, as the four-wheel car relies on it.
#[test]
fn the_force_has_the_sign_of_the_slip_and_is_within_the_peak() {
    for load_n in [0.0, 400.0, 4000.0, 12_000.0] {
        for x in [-3.0, -0.2, -0.01, 0.0, 0.05, 0.5] {
            for y in [-2.0, -0.1, 0.0, 0.03, 0.3] {
                let at = Footprint::plain(load_n, Vec2 { x, y });
                let (force, peak) = (MEASURED.steady(&at).force, MEASURED.peak_n(&at));
                assert!(force.x * x >= 0.0 && force.y * y >= 0.0, "{at:?} {force:?}");
                assert!(force.x.abs() <= peak.x + 1e-9 && force.y.abs() <= peak.y + 1e-9, "{at:?}");
            }
        }
    }
}

#[test]
fn the_stiffness_is_the_slope_at_no_slip() {
    for load_n in [1000.0, 3000.0, 6000.0] {
        let at = Footprint::plain(load_n, Vec2 { x: 0.0, y: 0.0 });
        let slope = MEASURED.slip_stiffness_n(&at);
        assert!((force(load_n, 1e-6, 0.0).x / 1e-6 / slope.x - 1.0).abs() < 1e-6);
        assert!((force(load_n, 0.0, 1e-6).y / 1e-6 / slope.y - 1.0).abs() < 1e-6);
    }
}

/// A gap must not be read as a tyre without friction.
#[test]
fn a_table_with_faults_is_refused_by_name() {
    let whole = include_str!("../../data/tyre.csv");
    let without = |line: &str| whole.replace(&format!("{line}\n"), "");
    let missing = whole.lines().nth(5).unwrap();
    assert_eq!(TableTyre::read(&without(missing)).unwrap_err(), "no line for load 1500, slip 0.09");
    assert!(TableTyre::read("").unwrap_err().starts_with("line 1: must be `load_n"));
    let other = whole.replacen("1500,0.02", "1500,0.03", 1);
    assert!(TableTyre::read(&other).unwrap_err().starts_with("line 3: loads must be"));
    let word = whole.replacen("1500,0.02,", "1500,0.02,much", 1);
    assert_eq!(TableTyre::read(&word).unwrap_err(), "line 3: must be four numbers");
    // A cell that was no number was left out, and the cells behind it moved up.
    let word = whole.replacen("1500,0.02,", "1500,0.02,wet,", 1);
    assert_eq!(TableTyre::read(&word).unwrap_err(), "line 3: must be four numbers");
    let twice = whole.replacen("1500,0.02,", "1500,0,", 1);
    assert_eq!(TableTyre::read(&twice).unwrap_err(), "line 3: a second line for this load and slip");
}
