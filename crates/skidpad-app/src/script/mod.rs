//! A drive by script: what is held, by the number of the step and not by the clock, so that a window, a page and neither of
//! them end with the same bits, however their frames come.
//!
//! ```
//! use skidpad_app::script::Script;
//! let script = Script::by_name("demo").unwrap();
//! assert_eq!(script.time_s(), 10.0);
//! ```

mod definition;
mod demo;
mod performance;
mod sixteen;

use skidpad_world::names;

pub use definition::{HeldControls, Script};
pub use performance::{Performance, Report};

/// All scripts.
pub const SCRIPTS: [Script; 2] = [demo::DEMO, sixteen::SIXTEEN];

impl Script {
    /// The script of a name.
    ///
    /// # Errors
    /// A name that no script has: says which there are.
    pub fn by_name(name: &str) -> Result<Self, String> {
        let found = SCRIPTS.into_iter().find(|script| script.name == name);
        found.ok_or_else(|| names::unknown("script", name, &SCRIPTS.map(|script| script.name)))
    }
}
