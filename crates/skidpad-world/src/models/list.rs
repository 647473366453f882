//! Lists of models: what a program offers to run, compare and inspect.

use std::borrow::Cow;

use super::ModelInfo;

/// List of models, in the order in which they are shown. Names are unique.
///
/// A list is a value: a program writes its own, with models from any crates, and passes it to whatever looks models up
/// by name.
///
/// ```
/// use skidpad_world::models::{Models, STRAIGHT_LINE, TWO_TRACK};
///
/// static MINE: Models = Models::new(&[&TWO_TRACK, &STRAIGHT_LINE]);
/// assert_eq!(MINE.by_name("two-track"), Some(&TWO_TRACK));
/// assert_eq!(MINE.by_name("single_track"), None);
/// ```
#[derive(Clone, Debug)]
pub struct Models(Cow<'static, [&'static ModelInfo]>);

impl Models {
    /// List of these models.
    pub const fn new(models: &'static [&'static ModelInfo]) -> Self {
        Self(Cow::Borrowed(models))
    }

    /// This list followed by further models. A model with the name of one in the list replaces it.
    ///
    /// ```
    /// use skidpad_world::models::{Models, STANDARD, TWO_TRACK};
    ///
    /// let models = Models::new(&[]).with(&[&TWO_TRACK]).with(&[&TWO_TRACK]);
    /// assert_eq!(models.names_with(|_| true), ["two_track"]);
    /// ```
    #[must_use]
    pub fn with(&self, further: &[&'static ModelInfo]) -> Self {
        let mut models = self.0.to_vec();
        for model in further {
            match models.iter_mut().find(|known| known.name == model.name) {
                Some(known) => *known = model,
                None => models.push(model),
            }
        }
        Self(Cow::Owned(models))
    }

    /// The models, in order.
    pub fn iter(&self) -> impl Iterator<Item = &'static ModelInfo> + use<'_> {
        self.0.iter().copied()
    }

    /// Number of models.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the list has no model.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The model of a name; `-` and `_` are the same.
    pub fn by_name(&self, name: &str) -> Option<&'static ModelInfo> {
        let name = name.replace('-', "_");
        self.iter().find(|model| model.name == name)
    }

    /// The names of all models with a property.
    pub fn names_with(&self, has: impl Fn(&ModelInfo) -> bool) -> Vec<&'static str> {
        self.iter().filter(|model| has(model)).map(|model| model.name).collect()
    }

    /// The names of all models.
    pub fn names(&self) -> Vec<&'static str> {
        self.names_with(|_| true)
    }
}

impl<'a> IntoIterator for &'a Models {
    type Item = &'static ModelInfo;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, &'static ModelInfo>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}
