//! Names of channels, and those near them.

use super::{UnknownChannel, edits};
use crate::record::Channel;

const fn named(name: &'static str) -> Channel {
    Channel::new(name, "-", 0.0, 1.0)
}
const KNOWN: &[Channel] = &[named("front_slip"), named("rear_slip"), named("speed_m_s"), named("gear")];

#[test]
fn near_names_come_nearest_first() {
    let near = |name| UnknownChannel::new(name, KNOWN).near;
    assert_eq!(near("rear_slp"), ["rear_slip"]);
    assert_eq!(near("slip"), ["front_slip", "rear_slip"]);
    assert_eq!(near("speed"), ["speed_m_s"]);
    assert!(near("torque").is_empty() && near("").is_empty());
}

#[test]
fn a_message_is_short_and_names_what_there_is() {
    let says = |name: &str| alloc::format!("{}", UnknownChannel::new(name, KNOWN));
    assert_eq!(says("slip"), "unknown channel `slip`; did you mean `front_slip` or `rear_slip`?");
    assert_eq!(says("x"), "unknown channel `x`; must be one of: front_slip, rear_slip, speed_m_s, gear");
    assert!(says(&"a\n".repeat(1000)).len() < 150);
}

#[test]
fn edits_are_counted() {
    for (one, other, count) in [("", "abc", 3), ("kitten", "sitting", 3), ("gear", "gear", 0), ("ab", "b", 1)]
    {
        assert_eq!((edits(one, other), edits(other, one)), (count, count), "{one} {other}");
    }
}
