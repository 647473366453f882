//! The committed header is the one that the functions have.

use std::path::Path;

use cbindgen::{Builder, Config, DocumentationStyle, EnumConfig, Language, RenameRule};

const PREAMBLE: &str = "\
/*
 * Skidpad: car physics that you can read, trust and drive.
 *
 * Written by a test of the crate skidpad-c; do not edit. Guide: docs/guide/c.md.
 *
 * Frames: ISO 8855, x forwards, y to the left, z up, angles counterclockwise. SI units; the unit ends each name.
 *
 * Errors: each function that can fail returns a SkidpadStatus. On failure nothing was changed or written, except where a function
 * says otherwise, and skidpad_last_error() has the message of this thread. Where a buffer is too small, the needed number is written all
 * the same. No panic crosses the C boundary; memory that cannot be allocated ends the process.
 *
 * Handles: a function that makes one writes it through its last argument; each kind has a function that frees it. A freed handle, or one of
 * another kind, is refused with SKIDPAD_STATUS_INVALID_HANDLE. This is promised until 1024 handles have been freed after it, then
 * the handle may be that of another value. Passing any other pointer is undefined behaviour, and so is a
 * buffer smaller than its stated capacity.
 *
 * Threads: different handles may be used by different threads at once. While no thread changes or frees a handle, any number of threads
 * may pass it as a pointer to const.
 *
 * Strings are UTF-8 and NUL-terminated. For strings that the library copies to a buffer, a null buffer of capacity 0 returns the size.
 */
";

/// Sources of the header, in its order.
const SOURCES: &[&str] = &[
    "version", "error", "state", "channel", "vehicle", "track", "ground", "ground_map", "car", "car_channel",
    "saved_car", "event", "cone", "site", "cone_states", "world", "saved_world", "fleet", "fleet_columns",
    "fleet_episodes", "fleet_reset", "tyre_point", "tyre",
];

fn generated(root: &Path) -> String {
    let enumeration =
        EnumConfig { rename_variants: RenameRule::QualifiedScreamingSnakeCase, ..EnumConfig::default() };
    let config = Config {
        language: Language::C,
        header: Some(PREAMBLE.to_owned()),
        include_guard: Some("SKIDPAD_H".to_owned()),
        cpp_compat: true,
        documentation_style: DocumentationStyle::C99,
        usize_is_size_t: true,
        no_includes: true,
        sys_includes: vec!["stddef.h".to_owned(), "stdint.h".to_owned()],
        enumeration,
        ..Config::default()
    };
    let builder = Builder::new().with_config(config);
    let builder = SOURCES
        .iter()
        .fold(builder, |builder, source| builder.with_src(root.join("src").join(format!("{source}.rs"))));
    let mut bytes = Vec::new();
    builder.generate().expect("cbindgen reads the sources").write(&mut bytes);
    without_rust(&String::from_utf8(bytes).expect("a header is text"))
}

/// Promises to the Rust compiler have no place in a header: they say what its head says of all functions.
fn without_rust(header: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut is_promise = false;
    for line in header.lines() {
        if line.trim() == "// # Safety" {
            is_promise = true;
            // The empty line of comment before it.
            kept.pop_if(|before| before.trim() == "//");
        }
        is_promise = is_promise && line.trim_start().starts_with("//");
        if !is_promise {
            kept.push(line);
        }
    }
    // A negative number stands in brackets, so that an expression around it stays what it looks like.
    kept.join("\n").replace("SKIDPAD_GEAR_REVERSE -1", "SKIDPAD_GEAR_REVERSE (-1)") + "\n"
}

#[test]
fn the_committed_header_is_that_of_the_functions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (path, header) = (root.join("include/skidpad.h"), generated(root));
    if std::env::var_os("SKIDPAD_WRITE_DOCS").is_some() {
        std::fs::write(&path, &header).expect("the header can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == header,
        "skidpad.h is stale: SKIDPAD_WRITE_DOCS=1 cargo test -p skidpad-c --test all header"
    );
    for handle in [
        "SkidpadCar", "SkidpadWorld", "SkidpadTrack", "SkidpadGround", "SkidpadSavedCar", "SkidpadFleet",
        "SkidpadTyre",
    ] {
        assert!(header.contains(&format!("typedef struct {handle} {handle};")), "{handle} is opaque");
    }
}

#[test]
fn each_function_is_in_the_header_with_its_documentation() {
    let header = generated(Path::new(env!("CARGO_MANIFEST_DIR")));
    let lines: Vec<&str> = header.lines().collect();
    let mut functions = 0;
    for (place, line) in lines.iter().enumerate() {
        let is_function = !line.starts_with([' ', '/', '*', '}', '#']) && line.contains(" skidpad_")
            || line.contains("*skidpad_");
        if is_function && !line.contains(" * ") {
            functions += 1;
            assert!(lines[place - 1].starts_with("//"), "{line} has no documentation");
        }
    }
    let exported: usize = SOURCES
        .iter()
        .map(|source| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(format!("{source}.rs"));
            std::fs::read_to_string(path).unwrap_or_default().matches("#[unsafe(no_mangle)]").count()
        })
        .sum();
    assert_eq!(functions, exported);
}
