//! States of instances, saved, put back and written as bytes.

use skidpad_fmi::{
    Fmi3Status, fmi3DeserializeFMUState, fmi3FreeFMUState, fmi3GetFMUState, fmi3SerializeFMUState,
    fmi3SerializedFMUStateSize, fmi3SetFMUState,
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

/// Bytes that were altered on purpose, with their checksum: an error, or a state that can be driven on.
fn forge(every: usize, values: &[u8]) {
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
            for altered in values.iter().copied() {
                let mut bad = good.clone();
                bad[place] = altered;
                let sum = bad[..bad.len() - 8].iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
                    (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
                });
                let end = bad.len() - 8;
                bad[end..].copy_from_slice(&sum.to_le_bytes());
                let mut read = std::ptr::null_mut();
                let status =
                    unsafe { fmi3DeserializeFMUState(instance.handle, bad.as_ptr(), bad.len(), &mut read) };
                if status == Fmi3Status::Ok {
                    must(unsafe { fmi3SetFMUState(instance.handle, read) });
                    let time_s = instance.get("time");
                    let _ = instance.try_step(time_s, 0.002);
                    let _ = instance.hash();
                    must(unsafe { fmi3FreeFMUState(instance.handle, &mut read) });
                } else {
                    refused += 1;
                }
                let said = crate::unit::messages();
                assert!(!said.contains("defect"), "byte {place} = {altered}: {said}");
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn forged_bytes_are_no_defect() {
    forge(11, &[0, 0x7f, 0xff]);
}

mod long {
    #[test]
    #[ignore = "long: every byte, 15 s"]
    fn no_forged_byte_is_a_defect() {
        super::forge(1, &[0, 1, 0x7f, 0x80, 0xf0, 0xff]);
    }
}
