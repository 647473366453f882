//! Snapshots as bytes: back to the same bits, and any other bytes end in an error by name.

use crate::snapshot_support;

use skidpad_core::batch::Number;
use skidpad_core::model::Model;
use skidpad_core::record::Empty;
use skidpad_core::snapshot::{Saved, Snapshot};
use skidpad_core::step::{Dt, Simulation};
use skidpad_formats::{ByteError, log, snapshot};
use skidpad_models::MODELS;
use skidpad_special::PointMass;
use skidpad_testing::Random;
use skidpad_texts::w1::{self, W1};
use skidpad_workload::{Fleet, Visitor, every_fleet};
use snapshot_support::{car, car_by_hands, corpus, corpus_path, mutated, resealed, snapshots};

/// Cars of each model, stepped one by one: in a batch they have the same bits, and its kernels take a minute to compile.
struct ComesBack(usize);

impl Visitor for ComesBack {
    fn visit<M: Model>(&mut self, fleet: fn(usize) -> Fleet<M>) {
        let fleet = fleet(9);
        for car in 0..9 {
            let mut alone =
                Simulation::<M>::new(of(&fleet.cars, car), of(&fleet.modes, car), fleet.states[car]);
            for _ in 0..30 {
                alone.step(&of(&fleet.inputs, car), &of(&fleet.surfaces, car), fleet.dt());
            }
            let saved = alone.save();
            comes_back(&saved);
            comes_back(&Snapshot::<M, f32>::try_from(&Saved::from(&saved)).expect(M::NAME));
        }
        self.0 += 1;
    }
}

/// What a car of a fleet has, which may be one for all.
fn of<T: Copy>(each: &[T], car: usize) -> T {
    each[car % each.len()]
}

fn comes_back<M: Model, T: Number>(saved: &Snapshot<M, T>) {
    let bytes = snapshot::encode(saved);
    let again = snapshot::decode::<M, T>(&bytes).expect(M::NAME);
    assert!(again == *saved && again.hash() == saved.hash(), "{}", M::NAME);
    let names: usize = Snapshot::<M, T>::channels().map(|c| c.name.len() + c.unit.len() + 2).sum();
    assert!(bytes.len() <= 88 + names + size_of::<T>() * Snapshot::<M, T>::LEN, "{}", M::NAME);
    match size_of::<T>() {
        8 => assert!(snapshot::decode_saved(&bytes, &MODELS).expect(M::NAME) == Saved::from(saved)),
        _ => {
            assert_eq!(
                snapshot::decode::<M, f64>(&bytes).err(),
                Some(ByteError::Width { found: 32, must: 64 })
            );
        }
    }
}

#[test]
fn snapshots_of_every_model_come_back_to_the_bit() {
    let mut all = ComesBack(0);
    every_fleet(&mut all);
    assert!(all.0 >= 13);
}

#[test]
fn snapshots_in_single_precision_come_back_to_the_bit_after_steps() {
    let fleet = skidpad_workload::w1(9);
    let mut batch = fleet.batch::<f32>();
    (0..30).for_each(|_| _ = batch.step(fleet.dt()));
    (0..batch.len()).for_each(|car| comes_back(&batch.save(car)));
}

fn w1_bytes() -> Vec<u8> {
    snapshot::encode(&Simulation::<W1>::new(Empty, Empty, w1::workload::start(1).0).save())
}

/// Decodes and puts back; on any error the car is as it was.
fn put_back(bytes: &[u8]) -> Result<u64, ByteError> {
    let mut car = Simulation::<W1>::new(Empty, Empty, w1::workload::start(2).0);
    let before = car.save();
    let result = snapshot::decode::<W1, f64>(bytes)
        .and_then(|saved| car.restore(&saved).map_err(|error| ByteError::NotFinite { field: error.field }));
    if result.is_err() {
        assert!(car.save() == before, "unchanged");
    }
    result.map(|()| car.hash())
}

#[test]
fn a_snapshot_cut_at_any_byte_is_named_and_changes_nothing() {
    let bytes = w1_bytes();
    assert!(put_back(&bytes).is_ok());
    for end in 0..bytes.len() {
        let error = put_back(&bytes[..end]).unwrap_err();
        match end {
            0 => assert!(matches!(error, ByteError::Kind { .. })),
            _ => assert!(
                matches!(error, ByteError::Truncated { found, .. } if found == end),
                "{end}: {error:?}"
            ),
        }
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(put_back(&longer).unwrap_err().to_string().contains("something follows it"));
}

/// Each single byte, with each other value.
#[test]
fn a_snapshot_with_any_byte_altered_is_named() {
    let bytes = w1_bytes();
    for at in 0..bytes.len() {
        for other in 1..=255 {
            let mut altered = bytes.clone();
            altered[at] ^= other;
            let error = put_back(&altered).unwrap_err();
            let is_named = match at {
                0..8 => matches!(error, ByteError::Kind { .. }),
                // Versions 1 and 2 are read, too, and then the checksum differs.
                8 if altered[8] == 1 || altered[8] == 2 => matches!(error, ByteError::Checksum { .. }),
                8..10 => matches!(error, ByteError::Version { must: 3, .. }),
                10..18 => matches!(error, ByteError::Truncated { .. } | ByteError::Longer { .. }),
                _ => matches!(error, ByteError::Checksum { .. }),
            };
            assert!(is_named, "{at}: {error:?}");
        }
    }
}

/// Sealed again after each change: what a program of another version, or one that means ill, would write.
#[test]
fn another_version_model_and_channel_are_named() {
    let bytes = w1_bytes();
    let find =
        |name: &str| bytes.windows(name.len()).position(|window| window == name.as_bytes()).expect(name);
    let with = |at: usize, new: &[u8]| {
        let mut other = bytes.clone();
        other[at..at + new.len()].copy_from_slice(new);
        put_back(&resealed(other)).unwrap_err().to_string()
    };
    assert_eq!(
        with(8, &[4, 0]),
        "got a snapshot of format version 4; must be of version 3: write it again with this skidpad"
    );
    assert!(with(find("w1"), b"w2").contains("the model `w2`; must be of `w1`"));
    let error = with(find("yaw_rad"), b"yaw_deg");
    assert!(error.contains("`yaw_deg [rad]` in its state; must be `yaw_rad [rad]`"), "{error}");
    let end = bytes.len() - 8;
    let numbers = end - 33 - 6 * 8;
    assert!(with(numbers + 16, &f64::NAN.to_le_bytes()).contains("yaw_rad that is not finite"));
    assert!(with(end - 33, &[4]).contains("a wrong status"));
    assert!(with(end - 16, &f64::INFINITY.to_le_bytes()).contains("a wrong time"));
    for longest_s in [f64::NAN, -0.001, -0.0, 1e-300, 1.5, f64::INFINITY] {
        assert!(with(end - 8, &longest_s.to_le_bytes()).contains("a wrong longest sub-step"), "{longest_s}");
    }
    let other = snapshot::decode::<PointMass, f64>(&bytes).unwrap_err();
    assert_eq!(other.to_string(), "got the model `w1`; must be of `point_mass`");
    let log = log::decode(&bytes, &MODELS).err().expect("it is none");
    assert_eq!(log.to_string(), "got no log; must be a log, as skidpad writes it");
    // One channel less, one more.
    let states = find("x_m") - 2;
    assert!(with(states, &[7]).contains("state"));
    let error = with(states, &[5]);
    assert!(error.contains("no more channel in its state; must be `yaw_rate_rad_s [rad/s]`"), "{error}");
}

/// What decides the sub-step is in the file: a bare car goes on in the steps that it is given.
#[test]
fn a_bare_car_comes_back_bare() {
    let start = w1::workload::start(1);
    let bare = Simulation::<W1>::new(Empty, Empty, start.0).bare();
    let mut other = Simulation::<W1>::new(Empty, Empty, start.0);
    let dt = Dt::new(0.02).unwrap();
    assert_eq!(other.sub_steps(dt).0, 10);
    let saved = snapshot::decode(&snapshot::encode(&bare.save())).unwrap();
    assert_eq!(saved.longest_step_s, Some(Dt::LARGEST_S));
    other.restore(&saved).unwrap();
    assert_eq!(other.sub_steps(dt), (1, 0.02));
}

/// The hands on keys and pads come back, too; and a reader of a car alone says that it is not for such.
#[test]
fn hands_come_back_to_the_bit() {
    let original = car_by_hands("commonroad_std", "commonroad-2").save();
    let back = snapshot::decode_saved(&snapshot::encode_saved(&original), &MODELS).expect("a snapshot");
    assert_eq!((back.hash(), back.hands.len()), (original.hash(), 9));
    let w1 = snapshot::encode_saved(&car_by_hands("w1", "w1").save());
    let error = put_back(&w1).unwrap_err();
    assert_eq!(error, ByteError::Hands);
    assert_eq!(error.to_string(), "got a car that keys or a pad drive; must be one that is driven directly");
}

/// Files of the versions before are read.
#[test]
fn snapshots_of_the_versions_before_are_read() {
    let saved = snapshot::decode_saved(&corpus("snapshot", "good-version-1"), &MODELS).expect("version 1");
    assert_eq!(saved.hash(), car("commonroad_std", "commonroad-2").hash());
    let saved = snapshot::decode_saved(&corpus("snapshot", "good-version-2"), &MODELS).expect("version 2");
    assert_eq!(saved, snapshot::decode_saved(&corpus("snapshot", "good-w1"), &MODELS).expect("version 3"));
    assert_eq!(saved.longest_step_s, None);
}

/// The name of a model was once printed as it stood: a file could colour, clear or rename the terminal that showed the
/// message.
#[test]
fn a_message_does_not_pass_on_what_controls_a_terminal() {
    let mut bytes = w1_bytes();
    let at = 19;
    assert_eq!(&bytes[at..at + 3], b"\x02w1", "the model's name");
    bytes[at + 2] = 0x1b;
    let error = snapshot::decode_saved(&resealed(bytes.clone()), &MODELS).unwrap_err().to_string();
    assert!(error.contains("got the model `w `; must be"), "{error}");
    bytes[at + 2] = b'1';
    let place = bytes.windows(3).position(|name| name == b"x_m").expect("a state");
    bytes[place] = 7;
    let error = snapshot::decode_saved(&resealed(bytes), &MODELS).unwrap_err().to_string();
    assert!(error.contains("got ` _m [m]` in its state; must be `x_m [m]`"), "{error}");
}

/// 20,000 changes, half of them sealed again: a value that is sound, or an error; never a panic, and quickly.
#[test]
fn twenty_thousand_mutations_end_in_a_value_or_an_error() {
    let snapshot = w1_bytes();
    let mut random = Random::new(0x6c62_272e_07bb_0142);
    let (mut sound, mut refused) = (0, 0);
    for round in 0..20_000 {
        let mut bytes = mutated(&snapshot, &mut random);
        if round % 2 == 0 {
            bytes = resealed(bytes);
        }
        match snapshot::decode_saved(&bytes, &MODELS) {
            Ok(saved) => {
                sound += 1;
                assert!(saved.check().is_ok() && saved.clock.time_s().is_finite());
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
        let _ = put_back(&bytes);
    }
    // About 700 are sound, with a standard deviation of 26.
    assert!(sound > 550 && refused > 10_000, "{sound} sound, {refused} refused: both are reached");
}

/// The committed corpus of the fuzz target: what is sound reads, what is not is refused. A change of the format counts its
/// version up and writes them again: `SKIDPAD_WRITE_CORPUS=1 cargo test -p skidpad-formats corpus`. A change of a model's
/// results does too.
#[test]
fn the_corpus_of_snapshots_is_read() {
    for (name, bytes) in snapshots() {
        if std::env::var_os("SKIDPAD_WRITE_CORPUS").is_some() {
            std::fs::write(corpus_path("snapshot", name), &bytes).expect("written");
        }
        let committed = corpus("snapshot", name);
        assert_eq!(committed, bytes, "{name}: the format or a result has changed");
        let is_sound = snapshot::decode_saved(&committed, &MODELS).is_ok();
        assert_eq!(is_sound, name.starts_with("good"), "{name}");
    }
}
