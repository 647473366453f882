//! Messages to the importer.

use std::ffi::{CString, c_void};
use std::sync::atomic::{AtomicPtr, AtomicU8, Ordering};

use crate::types::{Fmi2Logger, Fmi3InstanceEnvironment, Fmi3LogMessageCallback, Fmi3Status};

/// Category of messages on calls that did nothing.
pub const ERRORS: &str = "logStatusError";
/// Category of messages on numbers to discard.
pub const DISCARDS: &str = "logStatusDiscard";
/// Category of messages on values that were changed or steps that ended.
pub const WARNINGS: &str = "logStatusWarning";
/// Category of messages on shifts, spins, locked and lifted wheels.
pub const EVENTS: &str = "logEvents";

/// Names and meanings of all categories, as the description lists them.
pub const CATEGORIES: [(&str, &str); 4] = [
    (ERRORS, "calls that did nothing, with the reason"),
    (DISCARDS, "states of a trial that are not finite, or whose rates are not"),
    (WARNINGS, "a car that can no longer drive"),
    (EVENTS, "shifts, wheels that lock or lift, a spin, a stalled engine"),
];

/// Why a call did nothing.
#[derive(Debug)]
pub struct Fault {
    message: String,
    status: Fmi3Status,
}

impl Fault {
    /// An error with its message.
    pub fn new(message: impl ToString) -> Self {
        Self { message: message.to_string(), status: Fmi3Status::Error }
    }

    /// Numbers of a trial that the importer discards, with the message.
    pub fn discard(message: impl ToString) -> Self {
        Self { status: Fmi3Status::Discard, ..Self::new(message) }
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Status that the call returns.
    pub fn status(&self) -> Fmi3Status {
        self.status
    }
}

/// Problems in one line.
pub fn joined<T: ToString>(problems: &[T]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// The importer's callback for messages.
pub enum Callback {
    /// By FMI 3.0.
    Three(Fmi3LogMessageCallback),
    /// By FMI 2.0, with the instance's name.
    Two(Fmi2Logger, CString),
}

/// The importer's callback for messages, and which of them it requests.
pub struct Logger {
    /// The importer's pointer, which is only handed back: an atomic one, as calls may come from one thread after another.
    environment: AtomicPtr<c_void>,
    callback: Callback,
    /// A bit for each category that is on, in the order of [`CATEGORIES`]; errors are always passed on.
    wanted: AtomicU8,
    /// Number of messages under way.
    depth: AtomicU8,
}

/// All categories.
const ALL: u8 = (1 << CATEGORIES.len()) - 1;
/// Most messages under way: one, and one on a call from within it. A logger that calls on each message ends there.
const DEEPEST: u8 = 2;

impl Logger {
    /// Logger of an instance.
    pub fn new(environment: Fmi3InstanceEnvironment, callback: Callback, is_on: bool) -> Self {
        let wanted = AtomicU8::new(if is_on { ALL } else { 0 });
        let environment = AtomicPtr::new(environment);
        Self { environment, callback, wanted, depth: AtomicU8::new(0) }
    }

    /// Turns messages of some categories on or off, by their places; without any, of all categories.
    pub fn choose(&self, is_on: bool, places: &[usize]) {
        let chosen = places.iter().fold(0, |bits, place| bits | (1 << place));
        let chosen = if places.is_empty() { ALL } else { chosen };
        if is_on {
            self.wanted.fetch_or(chosen, Ordering::Relaxed);
        } else {
            self.wanted.fetch_and(!chosen, Ordering::Relaxed);
        }
    }

    /// The importer's pointer.
    pub fn environment(&self) -> Fmi3InstanceEnvironment {
        self.environment.load(Ordering::Relaxed)
    }

    /// Passes a message on.
    pub fn log(&self, status: Fmi3Status, category: &'static str, message: &str) {
        let place = CATEGORIES.iter().position(|(name, _)| *name == category).unwrap_or(0);
        let is_wanted = self.wanted.load(Ordering::Relaxed) & (1 << place) != 0;
        if !is_wanted && status < Fmi3Status::Error {
            return;
        }
        if self.depth.fetch_add(1, Ordering::Relaxed) < DEEPEST {
            self.pass_on(status, category, message);
        }
        self.depth.fetch_sub(1, Ordering::Relaxed);
    }

    fn pass_on(&self, status: Fmi3Status, category: &'static str, message: &str) {
        // A NUL would end the message for C.
        let text = |text: &str| CString::new(text.replace('\0', " ")).unwrap_or_default();
        match &self.callback {
            Callback::Three(Some(callback)) => {
                let (category, message) = (text(category), text(message));
                // SAFETY: the importer's function, with its own pointer and texts that end in a NUL and live as long as the call.
                unsafe { callback(self.environment(), status, category.as_ptr(), message.as_ptr()) };
            }
            Callback::Two(Some(callback), name) => {
                // The message is a format of `printf`.
                let message = in_names_of_fmi2(message).replace('%', "%%");
                let (category, message) = (text(category), text(&message));
                // SAFETY: as above, and a format without arguments.
                unsafe {
                    callback(self.environment(), name.as_ptr(), status, category.as_ptr(), message.as_ptr())
                };
            }
            Callback::Three(None) | Callback::Two(None, _) => {}
        }
    }
}

/// Names of FMI 3.0 whose counterparts in FMI 2.0 differ by more than the number.
const RENAMED: [(&str, &str); 15] = [
    ("fmi3GetFloat64", "fmi2GetReal"),
    ("fmi3SetFloat64", "fmi2SetReal"),
    ("fmi3GetInt32", "fmi2GetInteger"),
    ("fmi3SetInt32", "fmi2SetInteger"),
    ("fmi3GetFMUState", "fmi2GetFMUstate"),
    ("fmi3SetFMUState", "fmi2SetFMUstate"),
    ("fmi3FreeFMUState", "fmi2FreeFMUstate"),
    ("fmi3SerializedFMUStateSize", "fmi2SerializedFMUstateSize"),
    ("fmi3SerializeFMUState", "fmi2SerializeFMUstate"),
    ("fmi3DeserializeFMUState", "fmi2DeSerializeFMUstate"),
    ("FMUState", "FMUstate"),
    ("Float64", "Real"),
    ("Int32", "Integer"),
    ("instantiationToken", "guid"),
    ("resourcePath", "fmuResourceLocation"),
];

/// A message with the names that an importer by FMI 2.0 knows. Whole words are names, but within a path or a quoted text.
fn in_names_of_fmi2(message: &str) -> String {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '\\' | '-' | '`');
    let mut renamed = String::new();
    let mut rest = message;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        let found = RENAMED.iter().find(|(three, _)| *three == word);
        match (found, word.strip_prefix("fmi3")) {
            (Some((_, two)), _) => renamed += two,
            (None, Some(name)) if name.starts_with(char::is_uppercase) => {
                renamed += "fmi2";
                renamed += name;
            }
            _ => renamed += word,
        }
        // The separator, if there is one.
        let after = rest[end..].chars().next().map_or(end, |c| end + c.len_utf8());
        renamed += &rest[end..after];
        rest = &rest[after..];
    }
    renamed
}

#[cfg(test)]
mod tests {
    use super::in_names_of_fmi2;

    #[test]
    fn messages_by_fmi_2_have_its_names() {
        for (three, two) in [
            ("fmi3DoStep: called in Instantiated", "fmi2DoStep: called in Instantiated"),
            (
                "fmi3GetInt32: throttle is Float64: call fmi3GetFloat64 or fmi3SetFloat64",
                "fmi2GetInteger: throttle is Real: call fmi2GetReal or fmi2SetReal",
            ),
            (
                "fmi3SetFMUState: FMUState is no saved state (call fmi3GetFMUState)",
                "fmi2SetFMUstate: FMUstate is no saved state (call fmi2GetFMUstate)",
            ),
            ("fmi3DeserializeFMUState: x", "fmi2DeSerializeFMUstate: x"),
            ("instantiationToken is `a`, and ä", "guid is `a`, and ä"),
            (
                "cannot read /units/fmi3Units/Float64: no file",
                "cannot read /units/fmi3Units/Float64: no file",
            ),
            ("fmi3: ", "fmi3: "),
            ("", ""),
        ] {
            assert_eq!(in_names_of_fmi2(three), two);
        }
    }
}
