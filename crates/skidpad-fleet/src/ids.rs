//! Groups and sites of a fleet, by their numbers.

/// A group of a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub(crate) usize);

/// A site of a fleet. Cars that share a site do not meet: each is alone on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SiteId(pub(crate) usize);

impl SiteId {
    /// Dry, level asphalt without end in still air, which every fleet has.
    pub const ASPHALT: Self = Self(0);
}
