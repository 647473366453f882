//! Snapshots and recordings as bytes: back to the same bits, and any other bytes end in an error by name.

use crate::snapshot_support;

use skidpad_core::batch::Number;
use skidpad_core::model::Model;
use skidpad_core::record::Empty;
use skidpad_core::snapshot::{Saved, Snapshot};
use skidpad_core::step::{Dt, Simulation};
use skidpad_formats::{ByteError, recording, snapshot};
use skidpad_models::MODELS;
use skidpad_special::PointMass;
use skidpad_testing::Random;
use skidpad_texts::w1::{self, W1};
use skidpad_workload::{Fleet, Visitor, every_fleet};
use skidpad_world::contact::Shape;
use skidpad_world::replay::{RecordedScene, replay};
use skidpad_world::rolling::CarChoice;
use snapshot_support::{
    corpus, corpus_bytes, corpus_path, mutated, recorded, recorded_by_hands, recorded_crash, replayed,
    resealed,
};

struct ComesBack(usize);

impl Visitor for ComesBack {
    fn visit<M: Model>(&mut self, fleet: fn(usize) -> Fleet<M>) {
        comes_back::<M, f64>(&fleet(9));
        comes_back::<M, f32>(&fleet(9));
        self.0 += 1;
    }
}

fn comes_back<M: Model, T: Number>(fleet: &Fleet<M>) {
    let mut batch = fleet.batch::<T>();
    for _ in 0..30 {
        batch.step(fleet.dt());
    }
    for car in 0..batch.len() {
        let saved = batch.save(car);
        let bytes = snapshot::encode(&saved);
        let again = snapshot::decode::<M, T>(&bytes).expect(M::NAME);
        assert!(again == saved && again.hash() == saved.hash(), "{} {car}", M::NAME);
        let names: usize = Snapshot::<M, T>::channels().map(|c| c.name.len() + c.unit.len() + 2).sum();
        assert!(bytes.len() <= 88 + names + size_of::<T>() * Snapshot::<M, T>::LEN, "{}", M::NAME);
        match size_of::<T>() {
            8 => assert!(snapshot::decode_saved(&bytes, &MODELS).expect(M::NAME) == Saved::from(&saved)),
            _ => assert_eq!(
                snapshot::decode::<M, f64>(&bytes).err(),
                Some(ByteError::Width { found: 32, must: 64 })
            ),
        }
    }
}

#[test]
fn snapshots_of_every_model_come_back_to_the_bit() {
    let mut all = ComesBack(0);
    every_fleet(&mut all);
    assert!(all.0 >= 13);
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
    let recording = recording::decode(&bytes, &MODELS).unwrap_err();
    assert_eq!(recording.to_string(), "got no recording; must be a recording, as skidpad writes it");
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

/// What keys and pads were about comes back, too; and a reader of a car alone says that it is not for such.
#[test]
fn hands_come_back_to_the_bit_and_replay() {
    let original = recorded_by_hands("commonroad_std", "commonroad-2", 60);
    let bytes = recording::encode(&original);
    let again = recording::decode(&bytes, &MODELS).expect("a recording");
    assert_eq!(recording::encode(&again), bytes);
    assert_eq!((again.hands, again.start.hands.len()), (original.hands, 9));
    assert_eq!(replay(&again, &CarChoice::Own("commonroad-2")), Ok(60));
    for at in 0..bytes.len() {
        assert!(recording::decode(&bytes[..at], &MODELS).is_err());
    }
    let saved = snapshot::encode_saved(&original.start);
    let back = snapshot::decode_saved(&saved, &MODELS).expect("a snapshot");
    assert_eq!((back.hash(), back.hands.len()), (original.start.hash(), 9));
    let w1 = snapshot::encode_saved(&recorded_by_hands("w1", "w1", 5).start);
    let error = put_back(&w1).unwrap_err();
    assert_eq!(error, ByteError::Hands);
    assert_eq!(error.to_string(), "got a car that keys or a pad drive; must be one that is driven directly");
    // A shape that no hands have.
    let lock = 0.47_f64.to_le_bytes();
    let place = bytes.windows(8).position(|window| window == lock).expect("the lock");
    for number in [f64::NAN, 0.0, -1.0, 9.0] {
        let mut other = bytes.clone();
        other[place..place + 8].copy_from_slice(&number.to_le_bytes());
        let error = recording::decode(&resealed(other), &MODELS).unwrap_err().to_string();
        assert!(error.contains("a wrong shape of the hands"), "{error}");
    }
}

/// Files of the versions before: they are read, and the recording replays to the bit.
#[test]
fn the_versions_before_are_read() {
    let recording = recording::decode(&corpus("recording", "good-version-2"), &MODELS).expect("version 2");
    assert!(recording.changes.iter().all(|change| !change.given.request.command.starter.is_set()));
    assert_eq!(recording.hands, None);
    assert_eq!(replay(&recording, &CarChoice::Own(&recording.car)), Ok(25));
    let saved = snapshot::decode_saved(&corpus("snapshot", "good-version-1"), &MODELS).expect("version 1");
    assert_eq!(saved.hash(), recording.start.hash());
    let saved = snapshot::decode_saved(&corpus("snapshot", "good-version-2"), &MODELS).expect("version 2");
    assert_eq!(saved, snapshot::decode_saved(&corpus("snapshot", "good-w1"), &MODELS).expect("version 3"));
    assert_eq!(saved.longest_step_s, None);
    let error = recording::decode(&corpus_of_version(1), &MODELS).unwrap_err().to_string();
    assert!(error.contains("format version 1; must be of version 4"), "{error}");
    let recording = recording::decode(&corpus("recording", "good-version-3"), &MODELS).expect("version 3");
    assert!(recording.scene.is_none() && recording.friction.is_none());
    assert_eq!(replay(&recording, &CarChoice::Own(&recording.car)), Ok(12));
}

/// Walls and further cars come back to the bit, and their crash replays.
#[test]
fn a_crash_comes_back_to_the_bit_and_replays() {
    let original = recorded_crash(150);
    let bytes = recording::encode(&original);
    let again = recording::decode(&bytes, &MODELS).expect("a recording");
    assert_eq!(again, original);
    assert_eq!(recording::encode(&again), bytes);
    assert_eq!((again.others().len(), again.others()[0].name.as_str()), (2, "ram"));
    assert_eq!(replayed(&again), Ok(150));
    for at in 0..bytes.len() {
        assert!(recording::decode(&bytes[..at], &MODELS).is_err());
    }
}

/// More walls or cars than a scenario may have, and bodies and walls that cannot be, are refused.
#[test]
fn a_crash_that_no_scenario_describes_is_refused() {
    type Change = dyn Fn(&mut RecordedScene);
    let cases: [(&str, &Change); 8] = [
        ("a wrong wall", &|scene| scene.walls = vec![scene.walls[0]; 1001]),
        ("a wrong wall", &|scene| scene.walls[0].restitution = 1.5),
        ("a wrong wall", &|scene| scene.walls[0].friction = f64::NAN),
        ("a wrong further car", &|scene| scene.others = vec![scene.others[0].clone(); 32]),
        ("a wrong further car", &|scene| scene.others[0].recording.hashes.truncate(2)),
        ("a wrong name of a further car", &|scene| scene.others[0].name = "a\u{1b}[2J".to_owned()),
        ("a wrong body", &|scene| scene.body.mass_kg = 0.0),
        ("a wrong body", &|scene| scene.others[1].body.shape = Shape::Circle { radius_m: f64::INFINITY }),
    ];
    for (says, change) in cases {
        let mut other = recorded_crash(3);
        change(other.scene.as_mut().expect("a scene"));
        let error = recording::decode(&recording::encode(&other), &MODELS).expect_err("refused").to_string();
        assert!(error.contains(says), "{says}: {error}");
    }
    assert!(recording::decode(&recording::encode(&recorded_crash(3)), &MODELS).is_ok());
}

/// The bytes of the oldest recording that is read, said to be of a version.
fn corpus_of_version(version: u8) -> Vec<u8> {
    let mut bytes = corpus("recording", "good-version-2");
    bytes[8] = version;
    resealed(bytes)
}

/// A count in the bytes is never believed: the memory taken is that of what is there.
#[test]
fn counts_without_bounds_take_no_memory() {
    let bytes = recording::encode(&recorded("commonroad_ks", "commonroad-2", 10, 1));
    let mut refused = 0;
    // Wherever a count may stand, the largest count.
    for at in 18..bytes.len() - 8 {
        let mut other = bytes[..at].to_vec();
        other.extend([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]);
        other.extend(&bytes[at + 1..]);
        refused += usize::from(recording::decode(&resealed(other), &MODELS).is_err());
    }
    assert_eq!(refused, bytes.len() - 8 - 18);
}

#[test]
fn recordings_come_back_to_the_bit_and_replay() {
    for (model, car) in [("commonroad_std", "commonroad-2"), ("commonroad_kst", "commonroad-4"), ("w1", "w1")]
    {
        for every in [0, 1, 7, 1000] {
            let original = recorded(model, car, 100, every);
            let bytes = recording::encode(&original);
            let again = recording::decode(&bytes, &MODELS).expect(model);
            assert_eq!(recording::encode(&again), bytes);
            assert_eq!((again.changes.len(), &again.hashes), (original.changes.len(), &original.hashes));
            let bits = |kept: &[f64]| kept.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&again.kept), bits(&original.kept));
            assert_eq!(replay(&again, &CarChoice::Own(car)), Ok(100));
        }
    }
    // The bits that do not change are not written: less than the numbers alone.
    let original = recorded("commonroad_std", "commonroad-2", 1000, 1);
    let bytes = recording::encode(&original);
    assert!(bytes.len() < 8 * original.kept.len(), "{} bytes, {} numbers", bytes.len(), original.kept.len());
}

#[test]
fn a_recording_cut_or_altered_at_any_byte_is_an_error() {
    let bytes = recording::encode(&recorded("commonroad_ks", "commonroad-2", 10, 2));
    for at in 0..bytes.len() {
        assert!(recording::decode(&bytes[..at], &MODELS).is_err());
        let mut altered = bytes.clone();
        altered[at] ^= 0x10;
        assert!(recording::decode(&altered, &MODELS).is_err());
        assert!(snapshot::decode_saved(&altered, &MODELS).is_err());
    }
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

/// Each recording has one form: two files that differ are two recordings. A number given as changed that had not, and a
/// difference with a zero byte more than it needs, were once read.
#[test]
fn a_recording_has_one_form() {
    // Steered by 0.01 rad after ten steps; with the number that it was before, nothing has changed.
    let mut idle = recording::encode(&recorded("w1", "w1", 20, 0));
    let steer = idle.windows(8).rposition(|number| number == 0.01_f64.to_le_bytes()).expect("the change");
    idle[steer..steer + 8].copy_from_slice(&0.0_f64.to_le_bytes());
    let error = recording::decode(&resealed(idle), &MODELS).unwrap_err().to_string();
    assert!(error.contains("a wrong change at byte"), "{error}");
    let bytes = recording::encode(&recorded("w1", "w1", 20, 1));
    // The last state that is kept ends in the difference of a number that did not change: no byte, written as one 0. No
    // friction function and no scene follow it.
    let mut long = bytes[..bytes.len() - 11].to_vec();
    assert_eq!(bytes[bytes.len() - 11..bytes.len() - 8], [0, 0, 0]);
    long.extend([1, 0, 0, 0]);
    long.extend([0; 8]);
    let error = recording::decode(&resealed(long), &MODELS).unwrap_err().to_string();
    assert!(error.contains("a wrong state that is kept"), "{error}");
    assert_eq!(recording::encode(&recording::decode(&bytes, &MODELS).expect("as it was written")), bytes);
}

/// 20,000 changes of each, half of them sealed again: a value that is sound, or an error; never a panic, and quickly.
#[test]
fn twenty_thousand_mutations_end_in_a_value_or_an_error() {
    let snapshot = w1_bytes();
    let recordings = [
        recording::encode(&recorded("commonroad_ks", "commonroad-2", 30, 3)),
        recording::encode(&recorded_by_hands("commonroad_ks", "commonroad-2", 10)),
        recording::encode(&recorded_crash(10)),
    ];
    let mut random = Random::new(0x6c62_272e_07bb_0142);
    let (mut sound, mut refused) = (0, 0);
    for round in 0..20_000 {
        let is_sealed = round % 2 == 0;
        let mut bytes = mutated(&snapshot, &mut random);
        if is_sealed {
            bytes = resealed(bytes);
        }
        match snapshot::decode_saved(&bytes, &MODELS) {
            Ok(saved) => assert!(saved.check().is_ok() && saved.clock.time_s().is_finite()),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        let _ = put_back(&bytes);
        let mut bytes = mutated(&recordings[round / 2 % 3], &mut random);
        if is_sealed {
            bytes = resealed(bytes);
        }
        match recording::decode(&bytes, &MODELS) {
            Ok(recording) => {
                sound += 1;
                // A sound recording is replayed without a panic, whatever stands in it.
                let _ = replayed(&recording);
            }
            Err(_) => refused += 1,
        }
    }
    // About 1,000 are sound, with a standard deviation of 30.
    assert!(sound > 800 && refused > 10_000, "{sound} sound, {refused} refused: both are reached");
}

/// The committed corpus of the fuzz targets: what is sound reads, what is not is refused. A change of the format
/// counts its version up and writes them again: `SKIDPAD_WRITE_CORPUS=1 cargo test -p skidpad-formats corpus`. A change
/// of a model's results does too.
#[test]
fn the_corpus_is_read() {
    for (target, name, bytes) in corpus_bytes() {
        if std::env::var_os("SKIDPAD_WRITE_CORPUS").is_some() {
            std::fs::write(corpus_path(target, name), &bytes).expect("written");
        }
        let committed = corpus(target, name);
        assert_eq!(committed, bytes, "{target}/{name}: the format or a result has changed");
        let is_sound = match target {
            "snapshot" => snapshot::decode_saved(&committed, &MODELS).is_ok(),
            _ => recording::decode(&committed, &MODELS).is_ok_and(|recording| replayed(&recording).is_ok()),
        };
        assert_eq!(is_sound, name.starts_with("good"), "{target}/{name}");
    }
}
