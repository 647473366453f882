//! What every tyre law keeps: odd, against its slip, within its peaks; and over each law the elastic tyre that never
//! gives energy.
#![allow(clippy::disallowed_methods)]

mod support;
mod tyre_laws;

use skidpad::tyre::SteadyTyre;
use tyre_laws::properties::{check_energy, check_law, check_mirrors, check_slopes};
use tyre_laws::similar;

fn check<L: SteadyTyre<f64>>(name: &str, law: &L, seed: u64) {
    check_law(name, law, seed, 20_000);
    check_slopes(name, law, 1.5);
    let least = check_energy(name, law, seed, 100_000);
    println!("{name}: least heat over powers {least:.1e}");
    check_mirrors(name, law, seed, 10_000);
}

#[test]
fn similar_curves() {
    for law in 0..3 {
        for by_similarity in [false, true] {
            check(&format!("similar {law} {by_similarity}"), &similar(law, by_similarity), 7 + law as u64);
        }
    }
}
