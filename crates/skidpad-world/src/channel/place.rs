//! Places of channels in a record, found while the program is compiled.

use skidpad_core::record::Channel;

/// Place of the channel of a name; `None` without one. In a constant it is found while the program is compiled.
pub const fn place_of(channels: &[Channel], name: &str) -> Option<usize> {
    let mut place = 0;
    while place < channels.len() {
        if is_joined(channels[place].name, "", name) {
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

/// True where a text is two others, one behind the other: compared as the compiler can.
pub(super) const fn is_joined(text: &str, first: &str, second: &str) -> bool {
    let (text, first, second) = (text.as_bytes(), first.as_bytes(), second.as_bytes());
    if text.len() != first.len() + second.len() {
        return false;
    }
    let mut at = 0;
    while at < text.len() {
        let expected = if at < first.len() { first[at] } else { second[at - first.len()] };
        if text[at] != expected {
            return false;
        }
        at += 1;
    }
    true
}
