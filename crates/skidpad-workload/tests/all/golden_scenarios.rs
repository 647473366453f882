//! The golden scenarios on this machine: one after the other and at each level, against the committed table.
//! `cargo xtask golden` does it in release and as WebAssembly too.

#[path = "../../examples/golden/scenarios.rs"]
mod scenarios;

use scenarios::Way;

#[test]
fn the_scenarios_have_the_golden_bits_in_every_way() {
    let table = include_str!("../../examples/golden/golden.txt");
    let golden: Vec<(&str, &str)> = table.lines().filter_map(|line| line.split_once('\t')).collect();
    let mut found = 0;
    for scenario in scenarios::all() {
        let row = golden.iter().find(|row| row.0 == scenario.name);
        for way in Way::ALL {
            let Some(hash) = (scenario.hash)(way) else { continue };
            let hash = format!("0x{hash:016x}");
            assert_eq!(
                Some(hash.as_str()),
                row.map(|row| row.1),
                "{} {}: cargo xtask golden",
                scenario.name,
                way.name()
            );
            found += usize::from(way == Way::Scalar);
        }
    }
    assert_eq!(found, golden.len(), "each row of the table is a scenario");
    assert!(found >= 38, "{found}");
}

/// A story that stands still hashes nothing: no two are alike.
#[test]
fn each_scenario_has_its_own_hash() {
    let mut hashes: Vec<_> = scenarios::all().iter().filter_map(|one| (one.hash)(Way::Scalar)).collect();
    let count = hashes.len();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), count);
}
