//! What every tyre law keeps: odd, against its slip, within its peaks; and over each law the elastic tyre that never
//! gives energy.
#![allow(clippy::disallowed_methods)]

use crate::tyre_laws;

use skidpad_core::tyre::{Pacejka89Tyre, SteadyTyre};
use tyre_laws::properties::{
    check_energy, check_law, check_mirrors, check_offset_excess, check_slopes, check_steady,
};
use tyre_laws::{brush, fiala, pacejka89, similar, tmeasy};

fn check<L: SteadyTyre<f64>>(name: &str, law: &L, seed: u64) {
    check_law(name, law, seed, 20_000);
    check_slopes(name, law, 1.5);
    let least = check_energy(name, law, seed, 100_000);
    println!("{name}: least heat over powers {least:.1e}");
    check_mirrors(name, law, seed, 10_000);
    let off = check_steady(name, law, seed, 60);
    println!("{name}: {off:.1e} of the peak off its law after 4 s");
}

#[test]
fn similar_curves() {
    for law in 0..3 {
        for by_similarity in [false, true] {
            check(&format!("similar {law} {by_similarity}"), &similar(law, by_similarity), 7 + law as u64);
        }
    }
}

#[test]
fn brush_tyre() {
    check("brush", &brush(), 21);
}

#[test]
fn fiala_tyre() {
    check("Fiala", &fiala(), 22);
}

#[test]
fn tmeasy_tyre() {
    check("TMeasy", &tmeasy(), 23);
}

#[test]
fn pacejka_89_tyre() {
    check("Pacejka 89", &pacejka89(), 25);
}

/// Camber and shifts are the one thing that may give energy; how much is told.
#[test]
fn what_camber_gives_is_bounded_by_its_own_force() {
    let tyre = Pacejka89Tyre { a8: 0.05, a10: 0.1, a11: -10.0, a12: 5.0, b10: 0.1, ..pacejka89() };
    let most = check_offset_excess("Pacejka 89 with camber", &tyre, 0.05, 100_000);
    println!("Pacejka 89 with camber and shifts gives at most {most:.2} of its offset's power");
}

/// Ten million states of every law.
#[test]
#[ignore = "soak: ten million states of every law"]
fn no_law_gives_energy_in_ten_million_states() {
    let count = 10_000_000;
    for law in 0..3 {
        for by_similarity in [false, true] {
            check_energy("similar", &similar(law, by_similarity), 101 + law as u64, count);
        }
    }
    check_energy("brush", &brush(), 111, count);
    check_energy("Fiala", &fiala(), 112, count);
    check_energy("TMeasy", &tmeasy(), 113, count);
    check_energy("Pacejka 89", &pacejka89(), 114, count);
}
