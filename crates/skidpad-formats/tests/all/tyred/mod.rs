//! Vehicle files with tyres of their own.
#![allow(dead_code, reason = "each test file uses a part")]

use crate::common::sample;

/// The sample on the tyres of a section.
pub fn with_tyres(section: &str) -> String {
    format!("{}\n\n{section}\n", sample().trim_end())
}

/// The tyre that comes with Skidpad on both axles.
pub const FILES: &str = "[tyres]\nfront = \"summer-205-55r16\"\nrear = \"summer-205-55r16\"\nmode = \"book\"\n\
                         source = \"palmer\"\n";

/// Fiala's and brush tyres.
pub const TABLES: &str = "[tyres.fiala]
front = { stiffness_n = 9e4, lateral_stiffness_n = 6e4, friction = 1.0, sliding_friction = 0.8, width_m = 0.06 }
rear = { stiffness_n = 9e4, lateral_stiffness_n = 7e4, friction = 1.0, sliding_friction = 0.8, width_m = 0.06, source = \"palmer\" }
[tyres.brush.front]
friction = 1.1
lateral_friction = 1
stiffness = 25.0
lateral_stiffness = 16.0
half_length_m = 0.06
nominal_load_n = 3000.0
estimate = true
why = \"as in books\"
[tyres.brush.rear]
friction = 1.1
lateral_friction = 1
stiffness = 25.0
lateral_stiffness = 18.0
half_length_m = 0.06
nominal_load_n = 4000.0
";

/// Both in one file.
pub fn tyred() -> String {
    with_tyres(&format!("{FILES}\n{TABLES}"))
}
