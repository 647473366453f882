//! Messages to the importer.

use std::ffi::CString;

use crate::types::{Fmi2Logger, Fmi3InstanceEnvironment, Fmi3LogMessageCallback, Fmi3Status};

/// Category of messages on calls that did nothing.
pub const ERRORS: &str = "logStatusError";
/// Category of messages on values that were changed or steps that ended.
pub const WARNINGS: &str = "logStatusWarning";
/// Category of messages on shifts, locked and lifted wheels.
pub const EVENTS: &str = "logEvents";

/// Names and meanings of all categories, as the description lists them.
pub const CATEGORIES: [(&str, &str); 3] = [
    (ERRORS, "calls that did nothing, with the reason"),
    (WARNINGS, "a car that can no longer drive"),
    (EVENTS, "shifts, wheels that lock or lift, a stalled engine"),
];

/// Why a call did nothing.
#[derive(Debug)]
pub struct Fault(String);

impl Fault {
    /// A fault with its message.
    pub fn new(message: impl ToString) -> Self {
        Self(message.to_string())
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.0
    }
}

/// The importer's callback for messages.
pub enum Callback {
    /// By FMI 3.0.
    Three(Fmi3LogMessageCallback),
    /// By FMI 2.0, with the instance's name.
    Two(Fmi2Logger, CString),
}

/// The importer's callback for messages, and which of them it wants.
pub struct Logger {
    environment: Fmi3InstanceEnvironment,
    callback: Callback,
    /// True for messages of the categories in `categories`; errors are always passed on.
    is_on: bool,
    /// Categories that are on; empty: all.
    categories: Vec<&'static str>,
}

// SAFETY: the environment is only handed back to the importer, in a call of the importer's own thread.
unsafe impl Send for Logger {}

impl Logger {
    /// Logger of an instance.
    pub fn new(environment: Fmi3InstanceEnvironment, callback: Callback, is_on: bool) -> Self {
        Self { environment, callback, is_on, categories: Vec::new() }
    }

    /// Turns messages on or off, all or those of some categories.
    pub fn choose(&mut self, is_on: bool, categories: Vec<&'static str>) {
        (self.is_on, self.categories) = (is_on, categories);
    }

    /// The importer's pointer.
    pub fn environment(&self) -> Fmi3InstanceEnvironment {
        self.environment
    }

    /// Passes a message on.
    pub fn log(&self, status: Fmi3Status, category: &'static str, message: &str) {
        let is_wanted = self.is_on && (self.categories.is_empty() || self.categories.contains(&category));
        if !is_wanted && status < Fmi3Status::Error {
            return;
        }
        // A NUL would end the message for C.
        let text = |text: &str| CString::new(text.replace('\0', " ")).unwrap_or_default();
        match &self.callback {
            Callback::Three(Some(callback)) => {
                let (category, message) = (text(category), text(message));
                // SAFETY: the importer's function, with its own pointer and texts that end in a NUL and live as long as the call.
                unsafe { callback(self.environment, status, category.as_ptr(), message.as_ptr()) };
            }
            Callback::Two(Some(callback), name) => {
                // The message is a format of `printf`.
                let (category, message) = (text(category), text(&message.replace('%', "%%")));
                // SAFETY: as above, and a format without arguments.
                unsafe {
                    callback(self.environment, name.as_ptr(), status, category.as_ptr(), message.as_ptr())
                };
            }
            Callback::Three(None) | Callback::Two(None, _) => {}
        }
    }
}
