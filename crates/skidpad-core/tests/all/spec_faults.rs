//! Which field of a specification is reported.
#![allow(clippy::disallowed_methods)]

use crate::support;

use skidpad_core::spec::VehicleSpec;
use support::manual;

/// The fields that are reported of a specification.
fn faults(change: impl FnOnce(&mut VehicleSpec)) -> Vec<String> {
    let mut spec = manual();
    change(&mut spec);
    spec.validate().unwrap_err().into_iter().map(|fault| fault.field).collect()
}

/// Of an idle speed of a billion the redline was reported, too, as not larger than it; of a first gear of 0.001 the second.
#[test]
fn of_a_pair_the_wrong_one_is_reported() {
    assert_eq!(faults(|spec| spec.engine.idle_rad_s = 1e9), ["engine.idle"]);
    assert_eq!(faults(|spec| spec.gearbox.shift_down_rad_s = 1e9), ["gearbox.shift_down"]);
    assert_eq!(faults(|spec| spec.ratios[0] = 0.001), ["gearbox.ratios[0]"]);
    // Both may be right alone and wrong together: the one that must be larger is reported.
    let swapped = |spec: &mut VehicleSpec| {
        core::mem::swap(&mut spec.gearbox.shift_up_rad_s, &mut spec.gearbox.shift_down_rad_s);
    };
    assert_eq!(faults(swapped), ["gearbox.shift_up"]);
}
