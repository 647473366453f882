//! What the rules allow. A new room, crate or exception is one line here, in the change that brings it.

/// What a room of core may import, besides itself.
pub enum May {
    /// These rooms.
    Import(&'static [&'static str]),
    /// Every room that stands before it in the list: an assembly.
    ImportAllBefore,
}

use May::{Import, ImportAllBefore};

/// What a part of the car may import: siblings never import siblings, the assemblies join them.
const PART: May = Import(&["math", "friction", "record", "units", "surface", "controls", "wheels"]);

/// The rooms of core, the modules at the top of `crates/skidpad-core/src`, from the bottom to the top. No room
/// imports one that stands after it. Within a room imports are free.
pub const ROOMS: &[(&str, May)] = &[
    // The crate `skidpad-math` under its name in core.
    ("math", Import(&[])),
    // Constraints with a capped force, which several parts of the car are.
    ("friction", Import(&["math"])),
    // The fields of states, commands and tables by name, unit and range.
    ("record", Import(&["math"])),
    // Four of a kind, one for each wheel.
    ("wheels", Import(&["math", "record"])),
    ("units", Import(&["math"])),
    ("controls", Import(&["math", "record", "units"])),
    ("surface", Import(&["math", "record", "units"])),
    ("tyre", PART),
    ("powertrain", PART),
    ("brakes", PART),
    ("steering", PART),
    // What stands between the driver and the wheels and decides by itself.
    ("assist", PART),
    ("aero", PART),
    ("chassis", PART),
    ("spec", Import(&SPEC)),
    // Knows only "a state that adds and scales".
    ("integrate", Import(&["math", "record"])),
    ("model", ImportAllBefore),
    ("step", ImportAllBefore),
    ("snapshot", ImportAllBefore),
    // The one file with threads, behind the feature `threads`.
    ("pool", Import(&[])),
    // The one file with `unsafe`: run-time choice of the instruction set.
    ("dispatch", ImportAllBefore),
    ("batch", ImportAllBefore),
];

/// Macros with `#[macro_export]` stand at the crate's root, whichever room they come from: macro and room. One
/// that is called like its room needs no line.
pub const MACROS: &[(&str, &str)] = &[
    ("compound_record", "record"),
    ("joined_record", "record"),
    ("record_of_parts", "record"),
    ("wheel_record", "wheels"),
    ("each_wheel", "wheels"),
    ("joined_state_vector", "record"),
    ("record_field", "record"),
    ("standard_parts", "model"),
    ("standard_part", "model"),
];

/// All parts, but no integrator.
const SPEC: [&str; 14] = [
    "math", "friction", "record", "units", "controls", "surface", "tyre", "powertrain", "brakes", "steering",
    "aero", "chassis", "wheels", "assist",
];

/// The crates, each with the crates of this workspace that it may depend on (other than for its tests).
/// A crate is called as its folder in `crates/`.
pub const CRATES: &[(&str, &[&str])] = &[
    // What tests share, and the tests of every crate may use.
    ("skidpad-testing", &[]),
    // The numbers, which know nothing of cars: other programs may take them alone.
    ("skidpad-math", &[]),
    ("skidpad-core", &["skidpad-math"]),
    // Models that are no instance of core's assembly: point mass, kinematic car, motorcycle.
    ("skidpad-special", &["skidpad-core"]),
    // Tyres fitted to measurements, and the least squares by which world finds steady states.
    ("skidpad-fit", &["skidpad-core"]),
    // Models linear about a state, and their derivatives compiled: beside world, for they take as long.
    ("skidpad-linear", &["skidpad-core", "skidpad-special"]),
    ("skidpad-world", &["skidpad-core", "skidpad-special", "skidpad-fit", "skidpad-linear"]),
    // Models of others, for comparison; world, behind a feature, lists and drives them.
    ("skidpad-commonroad", &["skidpad-core", "skidpad-world"]),
    // The texts as printed and corrected, with their errata.
    ("skidpad-texts", &["skidpad-core", "skidpad-special", "skidpad-world"]),
    // Fleets that batches are measured and compared with; apart, as it compiles the kernels of every model.
    ("skidpad-workload", &["skidpad-core", "skidpad-special", "skidpad-commonroad", "skidpad-texts"]),
    // The list of all models, which world and formats take as a value.
    ("skidpad-models", &["skidpad-world", "skidpad-commonroad", "skidpad-texts"]),
    // Thousands of cars, each alone on its site; its feature `models` compiles the lanes of all models.
    (
        "skidpad-fleet",
        &["skidpad-core", "skidpad-special", "skidpad-world", "skidpad-commonroad", "skidpad-texts"],
    ),
    // Driving tasks for learning, over fleets.
    ("skidpad-tasks", &["skidpad-core", "skidpad-world", "skidpad-fleet"]),
    // Networks that learnt in them, at the wheel of cars of a world.
    ("skidpad-policy", &["skidpad-core", "skidpad-world", "skidpad-tasks"]),
    ("skidpad-formats", &["skidpad-core", "skidpad-fit", "skidpad-linear", "skidpad-world"]),
    // Lap times: envelopes of cars, lines, and the speed along them.
    ("skidpad-laptime", &["skidpad-core", "skidpad-world", "skidpad-texts"]),
    // Cars and equations against other programs' numbers, published road tests and measured runs.
    (
        "skidpad-reference",
        &["skidpad-core", "skidpad-commonroad", "skidpad-world", "skidpad-laptime", "skidpad-formats"],
    ),
    // The front door: what most programs depend on.
    (
        "skidpad",
        &[
            "skidpad-core", "skidpad-special", "skidpad-fit", "skidpad-linear", "skidpad-world",
            "skidpad-fleet", "skidpad-tasks", "skidpad-policy", "skidpad-formats",
        ],
    ),
    // A plugin for the game engine Bevy: the front door, stepped by another's clock.
    ("bevy_skidpad", &["skidpad"]),
    // The door for C and C++: checks, and copies of numbers; and no door of Rust beside the first.
    ("skidpad-c", &["skidpad"]),
    // A shell for a screen of others: what a world shows in Foxglove.
    ("skidpad-foxglove", &["skidpad-core", "skidpad-world"]),
    // The library of Functional Mock-up Units: checks, and copies of numbers; all models are in it.
    ("skidpad-fmi", &["skidpad-core", "skidpad-world", "skidpad-formats", "skidpad-models"]),
    // A shell without a door of its own: pictures as text, for the other shells to put somewhere.
    (
        "skidpad-plot",
        &["skidpad-core", "skidpad-special", "skidpad-world", "skidpad-laptime", "skidpad-texts"],
    ),
    // The shells use everything below them.
    (
        "skidpad-app",
        &[
            "skidpad-core", "skidpad-special", "skidpad-world", "skidpad-commonroad", "skidpad-texts",
            "skidpad-models", "skidpad-policy", "skidpad-formats", "skidpad-laptime", "skidpad-foxglove",
        ],
    ),
    // The same shell in a browser.
    ("skidpad-web", &["skidpad-app"]),
    // The module for Python, on the front door; the models of fleets and of learning are in it.
    ("skidpad-py", &["skidpad", "skidpad-models", "skidpad-commonroad", "skidpad-laptime"]),
    // The one shell that opens another: the window, behind its feature `window`.
    (
        "skidpad-cli",
        &[
            "skidpad-core", "skidpad-fit", "skidpad-linear", "skidpad-workload", "skidpad-world",
            "skidpad-laptime", "skidpad-texts", "skidpad-models", "skidpad-formats", "skidpad-reference",
            "skidpad-plot", "skidpad-app", "skidpad-foxglove", "skidpad-fmi",
        ],
    ),
    ("xtask", &[]),
];

/// The crates that open a window or run in an engine, and the compiler that egui and Bevy ask for; all others take the
/// workspace's.
pub const WINDOWED: &[&str] = &["skidpad-app", "skidpad-cli", "skidpad-web", "bevy_skidpad"];

/// The crates whose numbers end in golden hashes: no arithmetic that varies by platform.
pub const REPRODUCIBLE: &[&str] = &[
    "skidpad-math", "skidpad-core", "skidpad-special", "skidpad-commonroad", "skidpad-fit", "skidpad-linear",
    "skidpad-texts", "skidpad-world", "skidpad-laptime", "skidpad-fleet", "skidpad-tasks", "skidpad-policy",
    "skidpad-formats", "skidpad-reference",
];

/// The crates of equations, without threads and globals.
pub const EQUATIONS: &[&str] = &["skidpad-math", "skidpad-core"];

/// Functions of `f64` and `f32` in the standard library that those crates do not name. `clippy.toml` finds the
/// calls with types; this finds the names, also where Clippy does not look (macros, other features).
pub const VARYING: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sin_cos", "sinh", "cosh", "tanh", "asinh",
    "acosh", "atanh", "exp", "exp2", "exp_m1", "ln", "ln_1p", "log", "log2", "log10", "powf", "powi", "cbrt",
    "hypot",
];

/// Functions that fuse or reorder, under whatever type.
pub const FUSING: &[&str] = &[
    "mul_add", "fma", "fmaf", "fadd_fast", "fsub_fast", "fmul_fast", "fdiv_fast", "algebraic_add",
    "algebraic_sub", "algebraic_mul", "algebraic_div",
];

/// The functions of `libm` that are correctly rounded, and so the same everywhere.
pub const LIBM_ALLOWED: &[&str] = &["sqrt", "sqrtf"];

/// Files of those crates that may name a function of the standard library which varies by platform.
pub const NUMBERS_ALLOWED: &[&str] = &[];

/// What is absent from the rooms below the shells: files, network, clock, environment, screen, chance.
pub const ABSENT_BELOW_SHELLS: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::time::Instant",
    "std::time::SystemTime",
    "std::io::stdin",
    "std::io::stdout",
    "std::io::stderr",
    "std::collections::HashMap",
    "std::collections::HashSet",
    "rand",
    "getrandom",
];

/// What is absent from the crates of equations besides: all of `std::io` and `std::time`, threads, globals.
pub const ABSENT_IN_EQUATIONS: &[&str] = &["std::io", "std::time", "std::thread", "std::sync"];

/// Words of code that are absent from the crates of equations: globals.
pub const WORDS_ABSENT_IN_EQUATIONS: &[&str] =
    &["thread_local", "OnceLock", "LazyLock", "OnceCell", "LazyCell"];

/// Macros that are absent below the shells: they write to the screen.
pub const MACROS_ABSENT_BELOW_SHELLS: &[&str] = &["print", "println", "eprint", "eprintln"];

/// The one exception to these two tables: the pool of threads, behind its feature.
pub const THREADS_ALLOWED: &[&str] = &["crates/skidpad-core/src/pool.rs"];

/// Files below the shells that may open files: formats reads vehicles by their paths and writes tables whole or not at
/// all, in one place.
pub const FILES_ALLOWED: &[&str] = &[
    "crates/skidpad-formats/src/disk.rs",
    "crates/skidpad-formats/src/disk/outputs.rs",
    "crates/skidpad-formats/src/disk/unfinished.rs",
];

/// Files in a crate's `src` that may say `unsafe`; a folder ends in a slash.
pub const UNSAFE_ALLOWED: &[&str] = &[
    "crates/skidpad-core/src/dispatch.rs",
    "crates/skidpad-testing/src/allocations.rs",
    // Arrays of NumPy over a fleet's memory.
    "crates/skidpad-py/src/view.rs",
    // Every function takes pointers from C.
    "crates/skidpad-c/src/",
    // As does every function of a Functional Mock-up Unit.
    "crates/skidpad-fmi/src/",
];

/// Macros that have no place in a change that is finished.
pub const UNFINISHED: &[&str] = &["todo", "unimplemented", "dbg"];

/// A file longer than this gets a warning. A number is not a limit: a long table stays a table.
pub const LONG_FILE_LINES: usize = 400;

/// Strings that stand in no file, each with the reason. Written in two halves, so that this file passes.
pub const NEVER: &[(&str, &str)] = &[
    (concat!("/wo", "rk/"), "a path of one machine"),
    (concat!("far", "m-"), "a name of one machine"),
    (concat!("sub", "agent"), "how the project is made is no part of it"),
    (concat!("before", "-stop"), "how the project is made is no part of it"),
    (concat!("crates", ".io"), "the address of a registry"),
    (concat!("pypi", ".org"), "the address of a registry"),
    (concat!("pythonhosted", ".org"), "the address of a registry"),
    (concat!("registry.npmjs", ".org"), "the address of a registry"),
];

/// The one registry that `Cargo.lock` may name.
pub const REGISTRY: &str = concat!("registry+https://github.com/rust-lang/crates", ".io-index");

/// The one path outside the project that a file may name.
pub const OUTSIDE: &str = "../shared/data";

/// The documents whose paths must exist.
pub const DOCUMENTS: &[&str] = &["ARCHITECTURE.md", "CONTRIBUTING.md"];

#[cfg(test)]
mod tests {
    use super::{CRATES, May, ROOMS};

    #[test]
    fn no_room_imports_one_that_stands_after_it() {
        for (at, (name, may)) in ROOMS.iter().enumerate() {
            let May::Import(imports) = may else { continue };
            for import in *imports {
                let known = ROOMS[..at].iter().any(|(before, _)| before == import);
                assert!(known, "{name} imports {import}, which does not stand before it");
            }
        }
    }

    #[test]
    fn crates_depend_on_crates_before_them_only() {
        for (at, (name, below)) in CRATES.iter().enumerate() {
            for crate_below in *below {
                assert!(CRATES[..at].iter().any(|(before, _)| before == crate_below), "{name}");
            }
        }
    }
}
