//! Which packages and features are compiled together. Cargo unifies features over the packages of one call, so that a call
//! with others compiles a library, and all that uses it, once more: every check names one of these.

/// Packages and features of one call of cargo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Build {
    packages: &'static [&'static str],
    features: &'static str,
    /// Whether the packages have their default features, of which the window of the program is one.
    defaults: bool,
}

/// What `cargo xtask test` compiles: all but the batches, which compile every model for every set of instructions, the
/// simulator's panels, Bevy, Foxglove, the libraries for C and for Python with their fleets, the tasks whose tests drive fleets, and
/// what binds the page.
pub const USER: Build = Build {
    packages: &[
        "--workspace", "--exclude", "skidpad-workload", "--exclude", "skidpad-app", "--exclude",
        "bevy_skidpad", "--exclude", "skidpad-foxglove", "--exclude", "skidpad-c", "--exclude", "skidpad-py",
        "--exclude", "skidpad-tasks", "--exclude", "skidpad-policy", "--exclude", "xtask-web",
    ],
    // Nothing but the window goes: packages that others depend on have their defaults from them.
    features: "",
    defaults: false,
};

/// All that `USER` has, and the module for Python, which needs one to compile.
pub const PYTHON: Build = Build {
    packages: &[
        "--workspace", "--exclude", "skidpad-workload", "--exclude", "skidpad-app", "--exclude",
        "bevy_skidpad", "--exclude", "skidpad-foxglove", "--exclude", "skidpad-c", "--exclude",
        "skidpad-tasks", "--exclude", "skidpad-policy", "--exclude", "xtask-web",
    ],
    features: "",
    defaults: false,
};

/// What `cargo xtask ci` compiles besides: the program with all that it can have, the simulator with its window, the plugin
/// for Bevy with both engines of rigid bodies, the library for C, batches, fleets and derivatives of every model.
pub const WHOLE: Build = Build {
    packages: &[
        "--package", "skidpad-app", "--package", "skidpad-cli", "--package", "skidpad-models", "--package",
        "skidpad-workload", "--package", "skidpad-fleet", "--package", "skidpad-tasks", "--package",
        "skidpad-policy", "--package", "bevy_skidpad", "--package", "skidpad-foxglove", "--package",
        "skidpad-c", // It has the features of others' libraries that all tests share.
        "--package", "skidpad-quick",
    ],
    features: "skidpad-cli/bench,skidpad-workload/operations,skidpad-models/derivatives,\
               skidpad-fleet/models,bevy_skidpad/avian,bevy_skidpad/rapier",
    defaults: true,
};

/// The window's program, and the test that drives it.
pub const WINDOW: Build = Build {
    packages: &["--package", "skidpad-app", "--package", "skidpad-cli"],
    features: "",
    defaults: true,
};

/// The packages that have other features without a window, batches, engines and derivatives, with as few as users have.
pub const PANELS: Build = Build {
    packages: &[
        "--package", "skidpad-app", "--package", "skidpad-cli", "--package", "skidpad-quick", "--package",
        "skidpad-models", "--package", "skidpad-fleet", "--package", "bevy_skidpad",
    ],
    features: "skidpad-app/panels,bevy_skidpad/asset,bevy_skidpad/input",
    defaults: false,
};

/// Every package with all that it can have, the tests that take minutes to compile among it: for lints and documentation, which
/// need no code.
pub const LINTS: Build = Build {
    packages: &["--workspace"],
    features: "skidpad-cli/bench,skidpad-workload/operations,skidpad-models/derivatives,\
               skidpad-fleet/single,bevy_skidpad/avian,bevy_skidpad/rapier,skidpad-workload/soak",
    defaults: true,
};

/// The libraries with all tests that take hours.
pub const LONG: Build = Build {
    packages: &["--workspace"],
    features: "skidpad-workload/soak,skidpad-fleet/single",
    defaults: true,
};

/// Batches of every model, optimised: the golden hashes and `drivers` share it.
pub const BATCHES: Build =
    Build { packages: &["--package", "skidpad-workload"], features: "skidpad-workload/soak", defaults: true };

/// The part of this tool that binds and serves the page.
pub const PAGE_TOOL: Build = Build { packages: &["--package", "xtask-web"], features: "", defaults: true };

impl Build {
    /// Cargo's options for it.
    pub fn options(&self) -> impl Iterator<Item = &'static str> {
        let features = Some(self.features).filter(|features| !features.is_empty());
        self.packages
            .iter()
            .copied()
            .chain(features.into_iter().flat_map(|features| ["--features", features]))
            .chain((!self.defaults).then_some("--no-default-features"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::{BATCHES, Build, USER, WHOLE};

    /// The batches' kernels and the window once made the README's command take 15 minutes.
    #[test]
    fn a_user_compiles_neither_batches_nor_the_window() {
        let options: Vec<_> = USER.options().collect();
        for left_out in [
            "skidpad-workload", "skidpad-app", "bevy_skidpad", "skidpad-foxglove", "skidpad-c", "skidpad-py",
            "skidpad-tasks", "skidpad-policy",
        ] {
            assert!(options.windows(2).any(|pair| pair == ["--exclude", left_out]), "{left_out}");
        }
        assert!(options.contains(&"--no-default-features") && !options.contains(&"--features"));
    }

    /// The window's own code has unit tests that no step built: they were behind its feature.
    #[test]
    fn the_windows_own_tests_are_compiled() {
        let options: Vec<_> = WHOLE.options().collect();
        assert!(options.windows(2).any(|pair| pair == ["--package", "skidpad-app"]));
        assert!(options.windows(2).any(|pair| pair == ["--package", "skidpad-cli"]));
        assert!(
            !options.contains(&"--no-default-features"),
            "the window is a default feature of skidpad-cli"
        );
    }

    /// Cargo skips a test whose features are missing and says nothing.
    #[test]
    fn every_target_with_required_features_is_compiled() {
        let manifests = manifests();
        let compiled: Vec<BTreeSet<String>> =
            [WHOLE, BATCHES].iter().map(|build| enabled(build, &manifests)).collect();
        let mut targets = 0;
        for (package, manifest) in &manifests {
            for needed in lists(manifest, |name| name == "required-features") {
                targets += 1;
                let has = |features: &BTreeSet<String>| {
                    needed.iter().all(|feature| features.contains(&format!("{package}/{feature}")))
                };
                assert!(compiled.iter().any(has), "{package}: no check compiles what needs {needed:?}");
            }
        }
        assert!(targets > 5, "{targets} targets with required features");
    }

    #[test]
    fn features_of_features_are_enabled() {
        let manifests = [
            (
                "a".to_string(),
                "[features]\ndefault = [\"x\"]\nx = [\n  \"dep:y\", \"b/z\",\n]\nv = []\n".to_string(),
            ),
            ("b".to_string(), "[features]\nz = [\"w\"]\n".to_string()),
        ];
        let build = Build { packages: &["--package", "a"], features: "", defaults: true };
        let wanted = ["a/default", "a/x", "b/w", "b/z"].map(str::to_string);
        assert_eq!(enabled(&build, &manifests), BTreeSet::from(wanted));
    }

    /// Names and manifests of all crates.
    fn manifests() -> Vec<(String, String)> {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
        let folders = std::fs::read_dir(crates).expect("the folder of crates").flatten();
        let read = |folder: std::fs::DirEntry| {
            let name = folder.file_name().to_string_lossy().into_owned();
            Some((name, std::fs::read_to_string(folder.path().join("Cargo.toml")).ok()?))
        };
        folders.filter_map(read).collect()
    }

    /// Features of a build, `package/feature`, with all that they imply.
    fn enabled(build: &Build, manifests: &[(String, String)]) -> BTreeSet<String> {
        let given = build.features.split(',').map(|feature| feature.trim().to_string());
        let packages = build.packages.iter().filter(|word| build.defaults && !word.starts_with('-'));
        let mut open: Vec<String> =
            given.chain(packages.map(|package| format!("{package}/default"))).collect();
        let mut enabled = BTreeSet::new();
        while let Some(feature) = open.pop() {
            let Some((package, name)) = feature.split_once('/') else { continue };
            let known = manifests.iter().filter(|(known, _)| known == package);
            let implied = known.flat_map(|(_, manifest)| lists(manifest, |key| key == name)).flatten();
            let implied: Vec<String> = implied
                .filter(|feature| !feature.starts_with("dep:"))
                .map(|feature| if feature.contains('/') { feature } else { format!("{package}/{feature}") })
                .collect();
            if enabled.insert(feature) {
                open.extend(implied);
            }
        }
        enabled
    }

    /// The lists of texts that a manifest has under some keys.
    fn lists(manifest: &str, is_meant: impl Fn(&str) -> bool) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        let mut rest = manifest;
        while !rest.is_empty() {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            if let Some((key, _)) = line.split_once(" = [").filter(|(key, _)| is_meant(key)) {
                let list = &rest[key.len()..];
                let list = list.split_once(']').map_or(list, |(list, _)| list);
                found.push(list.split('"').skip(1).step_by(2).map(str::to_string).collect());
            }
            rest = after;
        }
        found
    }
}
