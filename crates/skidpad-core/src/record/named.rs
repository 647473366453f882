//! Channels by name, and the nearest names where there is none.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Channel, Channels};

/// Place of a channel in a record, by its name.
///
/// ```
/// use skidpad_special::KinematicState;
/// use skidpad_core::record::channel_place;
///
/// assert_eq!(channel_place::<KinematicState<f64>>("yaw_rad").unwrap(), 2);
/// let error = channel_place::<KinematicState<f64>>("yaw").unwrap_err();
/// assert_eq!(error.to_string(), "unknown channel `yaw`; did you mean `yaw_rad`?");
/// ```
///
/// # Errors
/// A name that the record does not have, with the names near it.
pub fn channel_place<X: Channels>(name: &str) -> Result<usize, UnknownChannel> {
    channel_place_in(X::CHANNELS, name)
}

/// Place of a channel in a list, by its name.
///
/// # Errors
/// A name that the list does not have, with the names near it.
pub fn channel_place_in(known: &'static [Channel], name: &str) -> Result<usize, UnknownChannel> {
    let place = known.iter().position(|channel| channel.name == name);
    place.ok_or_else(|| UnknownChannel::new(name, known))
}

/// A name that no channel has.
#[derive(Clone, Debug, PartialEq)]
pub struct UnknownChannel {
    /// The name, its first 60 characters.
    pub name: String,
    /// Names near it, the nearest first; at most three.
    pub near: Vec<&'static str>,
    /// All channels that there are.
    pub known: &'static [Channel],
}

impl UnknownChannel {
    fn new(name: &str, known: &'static [Channel]) -> Self {
        let name: String = name.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect();
        let mut near: Vec<_> = known.iter().filter_map(|channel| farness(&name, channel.name)).collect();
        near.sort_by_key(|(far, _)| *far);
        near.truncate(3);
        Self { near: near.into_iter().map(|(_, name)| name).collect(), name, known }
    }
}

impl fmt::Display for UnknownChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown channel `{}`; ", self.name)?;
        if self.near.is_empty() {
            f.write_str("must be one of:")?;
            return self.known.iter().enumerate().try_for_each(|(place, channel)| {
                write!(f, "{} {}", if place > 0 { "," } else { "" }, channel.name)
            });
        }
        f.write_str("did you mean")?;
        for (place, name) in self.near.iter().enumerate() {
            write!(f, "{} `{name}`", if place > 0 { " or" } else { "" })?;
        }
        f.write_str("?")
    }
}

impl core::error::Error for UnknownChannel {}

/// Distance of a known name from one that was written; `None`: too far to be meant.
fn farness(written: &str, known: &'static str) -> Option<(usize, &'static str)> {
    // A part of a name, such as one without its unit or its axle, is meant more often than another name.
    if written.len() >= 3 && known.contains(written) {
        return Some((1, known));
    }
    let edits = edits(written, known);
    (edits <= usize::min(3, known.len() / 3)).then_some((edits, known))
}

/// Number of letters that must be put in, taken out or changed (Levenshtein's distance).
fn edits(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, known) in other.bytes().enumerate() {
            let changed = diagonal + usize::from(letter != known);
            diagonal = row[j + 1];
            row[j + 1] = usize::min(changed, usize::min(row[j], diagonal) + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
#[path = "../../tests/inside/record_named.rs"]
mod tests;
