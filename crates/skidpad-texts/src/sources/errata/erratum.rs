//! One entry of the errata.

/// Mistake of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Erratum {
    /// The text, or the texts that have it.
    pub source: &'static str,
    /// The section, equation or table.
    pub location: &'static str,
    /// Statement of the text.
    pub says: &'static str,
    /// Correct statement.
    pub right: &'static str,
    /// Evidence besides the figures.
    pub shown: &'static str,
    /// The ids of the [figures](crate::sources::figures) that show it.
    pub figures: &'static [&'static str],
    /// The function that keeps the printed form.
    pub printed_form: Option<&'static str>,
    /// The function with the corrected form.
    pub corrected_form: Option<&'static str>,
}

/// The path of an item as text; it does not compile unless the item exists.
macro_rules! item {
    ($path:path) => {{
        #[allow(unused_imports)]
        use $path as _;
        Some(stringify!($path))
    }};
    ($owner:path, $method:ident) => {{
        use $owner as Owner;
        let _ = Owner::<f64>::$method;
        Some(concat!(stringify!($owner), "::", stringify!($method)))
    }};
}
pub(super) use item;

/// A mistake in a number, a unit or a word: no form of its own to keep.
pub(super) fn slip_of_the_pen(
    (source, location): (&'static str, &'static str),
    says: &'static str,
    right: &'static str,
    figures: &'static [&'static str],
) -> Erratum {
    Erratum { source, location, says, right, shown: "", figures, printed_form: None, corrected_form: None }
}
