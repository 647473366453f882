//! Columns of a group, each found once by its name.

/// A command of a group's cars, found once by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandHandle(pub(crate) usize);

/// A number of a group's states or modes, found once by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHandle(pub(crate) usize);

/// An output of a group's model, found once by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputHandle(pub(crate) usize);
