//! Places of channels in a record, found while the program is compiled.

use skidpad_core::record::Channel;

/// Place of the channel of a name; `None` without one. In a constant it is found while the program is compiled.
pub const fn place_of(channels: &[Channel], name: &str) -> Option<usize> {
    let mut place = 0;
    while place < channels.len() {
        if are_equal(channels[place].name.as_bytes(), name.as_bytes()) {
            return Some(place);
        }
        place += 1;
    }
    None
}

/// Place of a channel that a record must have.
///
/// ```
/// use skidpad_core::record::Channels;
/// use skidpad_world::channel::required_place;
/// use skidpad_world::manoeuvre::Turning;
///
/// const YAW: usize = required_place(Turning::<f64>::CHANNELS, "yaw_rad");
/// assert_eq!(Turning::<f64>::CHANNELS[YAW].unit, "rad");
/// ```
///
/// In a constant another name does not compile:
///
/// ```compile_fail
/// # use skidpad_core::record::Channels;
/// # use skidpad_world::channel::required_place;
/// # use skidpad_world::manoeuvre::Turning;
/// const YAW: usize = required_place(Turning::<f64>::CHANNELS, "heading_rad");
/// # let _ = YAW;
/// ```
///
/// # Panics
/// A name that no channel has.
pub const fn required_place(channels: &[Channel], name: &str) -> usize {
    match place_of(channels, name) {
        Some(place) => place,
        None => panic!("no channel of this name"),
    }
}

/// Texts compared as the compiler can.
const fn are_equal(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}
