//! States of instances, saved, put back and written as bytes.

use skidpad_fmi::{
    Fmi3Status, fmi3DeserializeFMUState, fmi3EnterContinuousTimeMode, fmi3EnterEventMode, fmi3FreeFMUState,
    fmi3GetFMUState, fmi3GetUInt64, fmi3SerializeFMUState, fmi3SerializedFMUStateSize, fmi3SetFMUState,
    fmi3SetTime, fmi3UpdateDiscreteStates,
};

use crate::unit::{Instance, Unit, must, must_say};

fn saved(instance: &Instance) -> *mut std::ffi::c_void {
    let mut state = std::ptr::null_mut();
    must(unsafe { fmi3GetFMUState(instance.handle, &mut state) });
    state
}

fn bytes(instance: &Instance, state: *mut std::ffi::c_void) -> Vec<u8> {
    let mut size = 0;
    must(unsafe { fmi3SerializedFMUStateSize(instance.handle, state, &mut size) });
    let mut bytes = vec![0; size];
    must(unsafe { fmi3SerializeFMUState(instance.handle, state, bytes.as_mut_ptr(), size) });
    bytes
}

/// Another instance of model exchange in the state of this one, which went through bytes.
pub fn copy_by_bytes<'a>(instance: &Instance<'a>) -> Instance<'a> {
    in_state_of(instance, instance.unit.model_exchange())
}

/// Another instance of co-simulation in the state of this one, which went through bytes.
pub fn stepped_copy_by_bytes<'a>(instance: &Instance<'a>) -> Instance<'a> {
    in_state_of(instance, instance.unit.co_simulation(false))
}

fn in_state_of<'a>(instance: &Instance<'a>, other: Instance<'a>) -> Instance<'a> {
    let bytes = bytes(instance, saved(instance));
    let mut read = std::ptr::null_mut();
    must(unsafe { fmi3DeserializeFMUState(other.handle, bytes.as_ptr(), bytes.len(), &mut read) });
    must(unsafe { fmi3SetFMUState(other.handle, read) });
    must(unsafe { fmi3FreeFMUState(other.handle, &mut read) });
    other
}

#[test]
fn a_state_is_put_back_to_the_bit() {
    let unit = Unit::of_preset("boxster-s", "two_track", "saved");
    let instance = unit.co_simulation(false);
    instance.set("throttle", 1.0);
    instance.set("body.kerb_mass", 1500.0);
    instance.initialise();
    instance.step(0.0, 1.0);
    let mut state = saved(&instance);
    instance.step(1.0, 1.0);
    let (expected, gear) = (instance.hash(), instance.gear());
    instance.set("throttle", 0.0);
    instance.set("body.kerb_mass", 1300.0);
    instance.step(2.0, 1.0);
    assert_ne!(instance.hash(), expected);
    must(unsafe { fmi3SetFMUState(instance.handle, state) });
    assert_eq!(
        [instance.get("time"), instance.get("throttle"), instance.get("body.kerb_mass")],
        [1.0, 1.0, 1500.0]
    );
    instance.step(1.0, 1.0);
    assert_eq!((instance.hash(), instance.gear()), (expected, gear));

    // As bytes, in another instance of the unit.
    let bytes = bytes(&instance, state);
    let other = unit.co_simulation(false);
    let mut read = std::ptr::null_mut();
    must(unsafe { fmi3DeserializeFMUState(other.handle, bytes.as_ptr(), bytes.len(), &mut read) });
    must(unsafe { fmi3SetFMUState(other.handle, read) });
    other.step(1.0, 1.0);
    assert_eq!(other.hash(), expected);
    must(unsafe { fmi3FreeFMUState(other.handle, &mut read) });
    assert!(read.is_null());
    must(unsafe { fmi3FreeFMUState(instance.handle, &mut state) });
    must(unsafe { fmi3FreeFMUState(instance.handle, &mut state) });
}

#[test]
fn states_before_the_start_and_of_model_exchange_are_bytes_too() {
    let unit = Unit::of_preset("boxster-s", "two_track", "saved-early");
    let instance = unit.model_exchange();
    instance.set("throttle", 0.7);
    let early = saved(&instance);
    instance.initialise();
    instance.update();
    let begun = saved(&instance);
    for state in [early, begun] {
        let bytes = bytes(&instance, state);
        let other = unit.model_exchange();
        let mut read = std::ptr::null_mut();
        must(unsafe { fmi3DeserializeFMUState(other.handle, bytes.as_ptr(), bytes.len(), &mut read) });
        must(unsafe { fmi3SetFMUState(other.handle, read) });
        assert_eq!(other.get("throttle"), 0.7);
        assert_eq!(self::bytes(&other, saved(&other)), bytes);
    }
}

/// Each byte that is altered or missing is noticed.
#[test]
fn altered_bytes_are_refused() {
    let unit = Unit::of_preset("boxster-s", "kinematic", "altered");
    let instance = unit.co_simulation(false);
    instance.initialise();
    instance.step(0.0, 0.1);
    let good = bytes(&instance, saved(&instance));
    let mut read = std::ptr::null_mut();
    let mut refused = |bytes: &[u8]| {
        let status =
            unsafe { fmi3DeserializeFMUState(instance.handle, bytes.as_ptr(), bytes.len(), &mut read) };
        must_say(status, "serializedState");
        assert!(read.is_null());
    };
    for place in 0..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 1;
        refused(&bad);
    }
    for count in 0..good.len() {
        refused(&good[..count]);
    }
}

#[test]
fn states_of_others_are_refused() {
    let unit = Unit::of_preset("boxster-s", "kinematic", "of-others");
    let other = Unit::of_preset("mx5-nd-2016", "kinematic", "of-others-too");
    let (one, two, three) = (unit.co_simulation(false), other.co_simulation(false), unit.model_exchange());
    let mut state = saved(&one);
    must_say(unsafe { fmi3SetFMUState(two.handle, state) }, "of another unit");
    must_say(unsafe { fmi3SetFMUState(three.handle, state) }, "of another interface");
    must_say(unsafe { fmi3SetFMUState(one.handle, std::ptr::null_mut()) }, "no saved state");
    let freed = state;
    must(unsafe { fmi3FreeFMUState(one.handle, &mut state) });
    must_say(unsafe { fmi3SetFMUState(one.handle, freed) }, "no saved state");
    let mut freed = freed;
    assert_eq!(unsafe { fmi3FreeFMUState(one.handle, &mut freed) }, Fmi3Status::Error);
}

/// Bytes with a checksum that fits them.
fn with_sum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = bytes[..bytes.len() - 8]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    let end = bytes.len() - 8;
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Bytes that were altered on purpose, with their checksum: an error, or a state that can be driven on.
fn forge(every: usize, values: &[&[u8]]) {
    let unit = Unit::of_preset("boxster-s", "kinematic", "forged");
    let mut refused = 0;
    for is_exchange in [false, true] {
        let instance = if is_exchange { unit.model_exchange() } else { unit.co_simulation(false) };
        instance.initialise();
        if !is_exchange {
            instance.step(0.0, 0.1);
        }
        let good = bytes(&instance, saved(&instance));
        for place in (0..good.len() - 8).step_by(every) {
            for altered in values.iter().filter(|altered| place + altered.len() <= good.len() - 8) {
                let mut bad = good.clone();
                bad[place..place + altered.len()].copy_from_slice(altered);
                refused += usize::from(!drive_on(&instance, &with_sum(bad)));
                let said = crate::unit::messages();
                assert!(!said.contains("defect"), "byte {place} = {altered:?}: {said}");
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

/// Drives an instance on from the state of some bytes; false where they are refused.
fn drive_on(instance: &Instance, bytes: &[u8]) -> bool {
    let (handle, mut read) = (instance.handle, std::ptr::null_mut());
    let status = unsafe { fmi3DeserializeFMUState(handle, bytes.as_ptr(), bytes.len(), &mut read) };
    if status != Fmi3Status::Ok {
        return false;
    }
    must(unsafe { fmi3SetFMUState(handle, read) });
    let _ = instance.try_step(instance.get("time"), 0.002);
    let (mut flags, mut next_s, mut hash) = ([0; 5], 0.0, 0);
    for _ in 0..2 {
        let [again, ends, nominals, values, defined] = &mut flags;
        let _ =
            unsafe { fmi3UpdateDiscreteStates(handle, again, ends, nominals, values, defined, &mut next_s) };
        let _ = unsafe { fmi3EnterContinuousTimeMode(handle) };
        let _ = unsafe { fmi3SetTime(handle, next_s) };
        let _ = unsafe { fmi3EnterEventMode(handle) };
    }
    let _ = unsafe { fmi3GetUInt64(handle, &instance.unit.at("hash"), 1, &mut hash, 1) };
    must(unsafe { fmi3FreeFMUState(handle, &mut read) });
    true
}

/// Numbers and counts that no importer can have set.
fn numbers() -> Vec<[u8; 8]> {
    let numbers = [f64::NAN, f64::INFINITY, -1.0, 0.0, 5e-324, 1e-9, 1e300];
    numbers.map(f64::to_le_bytes).into_iter().chain([u64::MAX, 1 << 60].map(u64::to_le_bytes)).collect()
}

#[test]
fn forged_bytes_are_no_defect() {
    forge(11, &[&[0], &[0x7f], &[0xff]]);
    let numbers = numbers();
    forge(31, &numbers.iter().map(<[u8; 8]>::as_slice).collect::<Vec<_>>());
}

/// Bytes after the end, the phase of the other interface, sub-steps that no function sets: refused, each.
#[test]
fn states_that_no_importer_can_have_are_refused() {
    let unit = Unit::of_preset("boxster-s", "kinematic", "impossible");
    for instance in [unit.co_simulation(false), unit.model_exchange()] {
        instance.initialise();
        let good = bytes(&instance, saved(&instance));
        assert!(drive_on(&instance, &good));
        let mut longer = good.clone();
        longer.insert(good.len() - 8, 0);
        assert!(!drive_on(&instance, &with_sum(longer)), "leftovers");
        // Magic, length of the token, token, interface, phase.
        let phase = 8 + 4 + unit.design.token().len() + 1;
        let others: &[u8] = if good[phase - 1] == 1 { &[0, 1, 3, 6] } else { &[4, 6] };
        for other in others {
            let mut bad = good.clone();
            bad[phase] = *other;
            assert!(!drive_on(&instance, &with_sum(bad)), "phase {other}");
        }
    }
    // Model exchange ends in its clock: length of a sub-step, first edge, time, and their number.
    let instance = unit.model_exchange();
    instance.initialise();
    let good = bytes(&instance, saved(&instance));
    let end = good.len() - 8;
    for (place, number) in [
        (end - 32, 1.0_f64.to_le_bytes()),
        (end - 32, 5e-324_f64.to_le_bytes()),
        (end - 32, 1e-12_f64.to_le_bytes()),
        (end - 24, f64::INFINITY.to_le_bytes()),
        (end - 16, 0.5_f64.to_le_bytes()),
        (end - 16, (-0.5_f64).to_le_bytes()),
        (end - 8, u64::MAX.to_le_bytes()),
    ] {
        let mut bad = good.clone();
        bad[place..place + 8].copy_from_slice(&number);
        assert!(!drive_on(&instance, &with_sum(bad)), "{place} {number:?}");
        let said = crate::unit::messages();
        assert!(!said.contains("defect"), "{place} {number:?}: {said}");
    }
    // A car with sub-steps of its own length, as a study of integrators sets it.
    let instance = unit.co_simulation(false);
    instance.initialise();
    let good = bytes(&instance, saved(&instance));
    // The car's block is before the empty one of the sub-step and the checksum.
    let end = good.len() - 12;
    let is_start = |start: &usize| good[start - 4..*start] == ((end - start) as u32).to_le_bytes();
    let start = (4..end).find(is_start).unwrap();
    let with = |snapshot: &[u8]| {
        let mut bytes = good[..start - 4].to_vec();
        bytes.extend((snapshot.len() as u32).to_le_bytes());
        bytes.extend(snapshot);
        bytes.extend(&good[end..]);
        with_sum(bytes)
    };
    let plain = good[start..end].to_vec();
    let mut imposed = skidpad_formats::snapshot::decode_saved(&plain, &skidpad_models::MODELS).unwrap();
    imposed.longest_step_s = Some(1e-12);
    let snapshot = skidpad_formats::snapshot::encode_saved(&imposed);
    assert!(drive_on(&instance, &with(&plain)));
    assert!(!drive_on(&instance, &with(&snapshot)));
}

mod long {
    #[test]
    #[ignore = "long: every byte, 1 min"]
    fn no_forged_byte_is_a_defect() {
        super::forge(1, &[&[0], &[1], &[0x7f], &[0x80], &[0xf0], &[0xff]]);
        let numbers = super::numbers();
        super::forge(3, &numbers.iter().map(<[u8; 8]>::as_slice).collect::<Vec<_>>());
    }
}
