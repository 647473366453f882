//! Networks of ONNX files, against the reference evaluator of the package `onnx`.

use serde_json::Value;
use skidpad_policy::{Network, Policy, PolicyError};

const OPERATIONS: &[u8] = include_bytes!("../data/operations.onnx");
const FOUND: &str = include_str!("../data/operations.json");

fn numbers(row: &Value, name: &str) -> Vec<f32> {
    let all = row[name].as_array().expect("a list");
    all.iter().map(|number| number.as_f64().expect("a number") as f32).collect()
}

#[test]
fn every_operation_is_what_the_reference_evaluator_computes() {
    let network = Network::read(OPERATIONS).expect("a network");
    assert_eq!((network.inputs(), network.outputs()), (5, 2));
    let rows: Vec<Value> = serde_json::from_str(FOUND).expect("rows");
    assert_eq!(rows.len(), 50);
    for row in &rows {
        let (found, must) = (network.run(&numbers(row, "inputs")), numbers(row, "outputs"));
        for (found, must) in found.iter().zip(&must) {
            assert!((found - must).abs() < 2e-6 * must.abs().max(1.0), "{found}, not {must}");
        }
    }
}

/// The same bits on every platform: those of the first row, as they were found on x86-64.
#[test]
fn a_network_has_the_same_bits_everywhere() {
    let network = Network::read(OPERATIONS).expect("a network");
    let rows: Vec<Value> = serde_json::from_str(FOUND).expect("rows");
    let bits = rows.iter().flat_map(|row| network.run(&numbers(row, "inputs"))).map(f32::to_bits);
    // FNV-1a over the bits.
    let hash = bits
        .fold(0xCBF2_9CE4_8422_2325, |hash, bits| (hash ^ u64::from(bits)).wrapping_mul(0x0100_0000_01B3));
    assert_eq!(hash, 0x0A20_E80B_0D65_107B, "{hash:#x}");
}

/// A file that ends early or has one byte changed is refused or is another network; it never panics.
#[test]
fn broken_files_are_refused() {
    for end in 0..OPERATIONS.len() {
        if let Ok(network) = Network::read(&OPERATIONS[..end]) {
            assert_eq!(network.run(&vec![0.1; network.inputs()]).len(), network.outputs(), "{end}");
        }
    }
    let mut refused = 0;
    for place in 0..OPERATIONS.len() {
        for change in [0x01, 0x80, 0xFF] {
            let mut bytes = OPERATIONS.to_vec();
            bytes[place] ^= change;
            match Network::read(&bytes) {
                Ok(network) => drop(network.run(&vec![0.1; network.inputs()])),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > OPERATIONS.len() / 4, "{refused}");
    assert!(matches!(Network::read(b"no such file"), Err(PolicyError::NotOnnx(_))));
}

/// An operation that is not evaluated is named, with those that are.
#[test]
fn an_unknown_operation_is_named() {
    let mut bytes = OPERATIONS.to_vec();
    let place = bytes.windows(4).position(|window| window == b"Tanh").expect("it is there");
    bytes[place..place + 4].copy_from_slice(b"Tann");
    let why = Network::read(&bytes).expect_err("unknown").to_string();
    assert!(why.contains("Tann") && why.contains("LeakyRelu"), "{why}");
}

/// A network without a description is no policy.
#[test]
fn a_policy_must_say_what_it_sees() {
    let why = Policy::read(OPERATIONS).expect_err("no entry").to_string();
    assert!(why.contains("`skidpad`"), "{why}");
}
