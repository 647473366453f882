//! Which packages and features are compiled together. Cargo unifies features over the packages of one call, so that a call
//! with others compiles a library, and all that uses it, once more: every check names one of these.

/// Packages and features of one call of cargo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Build {
    packages: &'static [&'static str],
    features: &'static str,
}

/// What `cargo xtask test` compiles: all but the batches, which compile every model for every set of instructions, the
/// simulator's panels, and what binds the page.
pub const USER: Build = Build {
    packages: &[
        "--workspace", "--exclude", "skidpad-workload", "--exclude", "skidpad-app", "--exclude", "xtask-web",
    ],
    features: "",
};

/// What `cargo xtask ci` compiles besides: the program with all that it can have, the simulator with its window, batches,
/// fleets and derivatives of every model.
pub const WHOLE: Build = Build {
    packages: &[
        "--package", "skidpad-app", "--package", "skidpad-cli", "--package", "skidpad-models", "--package",
        "skidpad-workload", "--package", "skidpad-fleet",
    ],
    features: "skidpad-cli/window,skidpad-cli/bench,skidpad-workload/operations,skidpad-models/derivatives,\
               skidpad-fleet/models",
};

/// The window's program, and the test that drives it.
pub const WINDOW: Build = Build {
    packages: &["--package", "skidpad-app", "--package", "skidpad-cli"],
    features: "skidpad-cli/window",
};

/// The panels without a window around them.
pub const PANELS: Build = Build {
    packages: &["--workspace", "--exclude", "skidpad-workload", "--exclude", "xtask-web"],
    features: "",
};

/// All that `WHOLE` has, and the tests that take minutes to compile: for lints, which need no code.
pub const LINTS: Build = Build {
    packages: WHOLE.packages,
    features: "skidpad-cli/window,skidpad-cli/bench,skidpad-workload/operations,skidpad-models/derivatives,\
               skidpad-fleet/models,skidpad-workload/soak",
};

/// The libraries with all tests that take hours.
pub const LONG: Build = Build { packages: &["--workspace"], features: "skidpad-workload/soak" };

/// Batches of every model, optimised: the golden hashes and the long tests share it.
pub const BATCHES: Build =
    Build { packages: &["--package", "skidpad-workload"], features: "skidpad-workload/soak" };

/// The part of this tool that binds and serves the page.
pub const PAGE_TOOL: Build = Build { packages: &["--package", "xtask-web"], features: "" };

impl Build {
    /// Cargo's options for it.
    pub fn options(&self) -> impl Iterator<Item = &'static str> {
        let features = Some(self.features).filter(|features| !features.is_empty());
        self.packages
            .iter()
            .copied()
            .chain(features.into_iter().flat_map(|features| ["--features", features]))
    }
}

#[cfg(test)]
mod tests {
    use super::{USER, WHOLE};

    /// The batches' kernels and the window once made the README's command take 15 minutes.
    #[test]
    fn a_user_compiles_neither_batches_nor_the_window() {
        let options: Vec<_> = USER.options().collect();
        for left_out in ["skidpad-workload", "skidpad-app"] {
            assert!(options.windows(2).any(|pair| pair == ["--exclude", left_out]), "{left_out}");
        }
        assert!(!options.contains(&"--features"));
    }

    /// The window's own code has unit tests that no step built: they were behind its feature.
    #[test]
    fn the_windows_own_tests_are_compiled() {
        let options: Vec<_> = WHOLE.options().collect();
        assert!(options.windows(2).any(|pair| pair == ["--package", "skidpad-app"]));
        assert!(options.last().is_some_and(|features| features.contains("skidpad-cli/window")));
    }
}
