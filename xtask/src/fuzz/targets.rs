//! The fuzz targets: what a stranger can hand over.

use std::collections::BTreeSet;
use std::path::Path;

/// A fuzz target: a program of `fuzz/fuzz_targets`.
#[derive(Debug, PartialEq, Eq)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// The longest input that is tried, bytes.
    pub longest: u32,
    /// Whether its inputs are text, which a dictionary helps to write.
    pub is_text: bool,
}

const fn text(name: &'static str, longest: u32) -> Target {
    Target { name, longest, is_text: true }
}

const fn bytes(name: &'static str, longest: u32) -> Target {
    Target { name, longest, is_text: false }
}

/// All of them. A seed must fit into the longest input, or it is cut.
pub const TARGETS: &[Target] = &[
    text("evaluate", 4096),
    text("gpx", 16384),
    text("link", 16384),
    bytes("log", 32768),
    text("map", 1024),
    text("path", 256),
    bytes("recording", 16384),
    text("run", 8192),
    text("scenario", 4096),
    bytes("snapshot", 8192),
    text("telemetry", 8192),
    text("track", 2048),
    bytes("track_map", 8192),
    text("track_xml", 16384),
    text("tyre", 16384),
    text("tyre_line", 512),
    text("tyre_points", 1024),
    text("vehicle", 16384),
];

/// A target by its name.
pub fn by_name(name: &str) -> Result<&'static Target, String> {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    let found = TARGETS.iter().find(|target| target.name == name);
    found.ok_or_else(|| format!("no fuzz target is called `{name}`; write one of {}", names.join(", ")))
}

/// Checks that the targets in the folder are the listed ones: one that is left out would never run.
pub fn check(root: &Path) -> Result<(), String> {
    let folder = root.join("fuzz/fuzz_targets");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let there: BTreeSet<String> =
        names.filter_map(|name| name.strip_suffix(".rs").map(str::to_owned)).collect();
    let listed: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    match there.symmetric_difference(&listed).next() {
        None => Ok(()),
        Some(name) => Err(format!(
            "fuzz/fuzz_targets and xtask/src/fuzz/targets.rs must have the same targets: `{name}` is in one of them"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use std::path::Path;

    #[test]
    fn every_target_is_listed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a root");
        assert_eq!(check(root), Ok(()));
    }
}
