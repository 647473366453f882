//! Lists that are kept from step to step for their memory.

/// Replaces the contents of a list, in its memory.
pub(super) fn refill<T>(list: &mut Vec<T>, new: impl Iterator<Item = T>) {
    list.clear();
    list.extend(new);
}
