//! Sources of values.

/// Source of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Provenance {
    /// Published in a source.
    Published {
        /// The source's name in [`VehicleFile::sources`](super::VehicleFile::sources).
        source: String,
    },
    /// Given by the file's author without a source.
    Given,
    /// Computed by the field's rule.
    Derived {
        /// The rule in words.
        rule: &'static str,
    },
    /// Estimated, as nobody publishes it.
    Estimate {
        /// The least and the largest value that are thought possible, SI; `None` for a list or
        /// curve that is estimated as a whole.
        range: Option<(f64, f64)>,
        /// Why this value.
        why: String,
    },
}
