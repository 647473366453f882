//! The patches near a place, by a search tree over the plane that is built once.
//!
//! Each node divides the plane at a line along an axis; a patch that lies on both sides is in both. So one descent finds all
//! patches that may have a place, and in their order, by which the later one counts where they overlap.

use core::cmp::Ordering;

use super::area::Bounds;

/// The most patches of a leaf: to pass by a few is quicker than to go down one more level.
const LEAF: usize = 6;
/// No node is deeper: a hundred million patches are, of which each division leaves at most three quarters on a side.
const DEEPEST: usize = 64;

/// Places of patches in their list, sorted into the leaves of a tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PatchIndex {
    /// The root first; the lower side of a divided node follows it.
    nodes: Vec<PatchNode>,
    /// Patches of one leaf after the other, in ascending order within each.
    entries: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum PatchNode {
    /// Places below a coordinate along an axis are in the next node, the others in `upper`.
    Divided { axis: usize, at_m: f64, upper: usize },
    /// Range of entries.
    Leaf { first: usize, end: usize },
}

impl PatchIndex {
    /// No patches.
    pub const EMPTY: Self = Self { nodes: Vec::new(), entries: Vec::new() };

    /// Patches with these bounds, by their places.
    pub fn new(bounds: Vec<Bounds>) -> Self {
        let mut index = Self::EMPTY;
        if !bounds.is_empty() {
            index.grow(&bounds, (0..bounds.len()).collect(), 0);
        }
        index
    }

    /// Adds the node of some patches and all below it.
    fn grow(&mut self, bounds: &[Bounds], patches: Vec<usize>, depth: usize) {
        let node = self.nodes.len();
        let division = (depth < DEEPEST).then(|| Division::best(bounds, &patches)).flatten();
        let Some(Division { axis, at_m, lower, upper }) = division else {
            let first = self.entries.len();
            self.entries.extend(patches);
            self.nodes.push(PatchNode::Leaf { first, end: self.entries.len() });
            return;
        };
        drop(patches);
        self.nodes.push(PatchNode::Divided { axis, at_m, upper: 0 });
        self.grow(bounds, lower, depth + 1);
        let second = self.nodes.len();
        self.nodes[node] = PatchNode::Divided { axis, at_m, upper: second };
        self.grow(bounds, upper, depth + 1);
    }

    /// Patches that may have a place, in ascending order; all others are elsewhere.
    pub fn at(&self, place_m: [f64; 2]) -> &[usize] {
        let mut node = 0;
        loop {
            match self.nodes.get(node) {
                None => return &[],
                Some(PatchNode::Leaf { first, end }) => return &self.entries[*first..*end],
                Some(PatchNode::Divided { axis, at_m, upper }) => {
                    node = if place_m[*axis] < *at_m { node + 1 } else { *upper };
                }
            }
        }
    }

    /// Returns true where a condition holds for all patches that may have a place in some bounds. It may be evaluated more than
    /// once for a patch, and for patches elsewhere.
    pub fn all_in(&self, [low, high]: &Bounds, mut holds: impl FnMut(usize) -> bool) -> bool {
        let mut open = [0; DEEPEST + 1];
        let mut count = usize::from(!self.nodes.is_empty());
        while count > 0 {
            count -= 1;
            let node = open[count];
            match self.nodes[node] {
                PatchNode::Leaf { first, end } => {
                    if !self.entries[first..end].iter().all(|patch| holds(*patch)) {
                        return false;
                    }
                }
                PatchNode::Divided { axis, at_m, upper } => {
                    if high[axis] >= at_m {
                        open[count] = upper;
                        count += 1;
                    }
                    if low[axis] < at_m {
                        open[count] = node + 1;
                        count += 1;
                    }
                }
            }
        }
        true
    }
}

/// A division of patches at a line.
struct Division {
    axis: usize,
    at_m: f64,
    lower: Vec<usize>,
    upper: Vec<usize>,
}

impl Division {
    /// The better of the divisions along both axes; `None` where neither is worth it.
    fn best(bounds: &[Bounds], patches: &[usize]) -> Option<Self> {
        if patches.len() <= LEAF {
            return None;
        }
        let [x, y] = [0, 1].map(|axis| Self::along(axis, bounds, patches));
        let better = if x.larger() <= y.larger() { x } else { y };
        better.is_worth_it(patches.len()).then_some(better)
    }

    /// The division at the median of the edges of the patches.
    fn along(axis: usize, bounds: &[Bounds], patches: &[usize]) -> Self {
        let mut edges: Vec<f64> =
            patches.iter().flat_map(|patch| bounds[*patch].map(|corner| corner[axis])).collect();
        let middle = edges.len() / 2;
        let at_m = *edges.select_nth_unstable_by(middle, f64::total_cmp).1;
        let side = |is_in: &dyn Fn(&Bounds) -> bool| {
            patches.iter().copied().filter(|patch| is_in(&bounds[*patch])).collect::<Vec<_>>()
        };
        // Bounds that are no numbers are on both sides.
        let lower = side(&|[low, _]| low[axis].partial_cmp(&at_m).is_none_or(Ordering::is_lt));
        let upper = side(&|[_, high]| high[axis].partial_cmp(&at_m).is_none_or(Ordering::is_ge));
        Self { axis, at_m, lower, upper }
    }

    /// Number of patches on the side that has more.
    fn larger(&self) -> usize {
        usize::max(self.lower.len(), self.upper.len())
    }

    /// True where each side has at most three quarters of the patches, and at most a quarter of them is on both: so the tree is
    /// not deep, and has little more entries than patches, however they lie.
    fn is_worth_it(&self, patches: usize) -> bool {
        4 * self.larger() <= 3 * patches && 4 * (self.lower.len() + self.upper.len()) <= 5 * patches
    }
}

#[cfg(test)]
mod tests {
    use super::super::area::{Bounds, are_apart, is_outside};
    use super::PatchIndex;
    use skidpad_testing::Random;

    /// Rectangles of many sizes in clusters, some equal, one around all, one far away, one that is no number, and some that meet
    /// at an edge.
    fn patches(random: &mut Random, count: usize) -> Vec<Bounds> {
        let mut all = vec![[[-1e4; 2], [1e4; 2]], [[1e6; 2], [1e6 + 1.0; 2]], [[f64::NAN; 2]; 2]];
        for at in 0..count {
            let cluster = if at % 3 == 0 { 500.0 } else { 20.0 };
            let low = [0; 2].map(|_| random.between(-cluster, cluster).round());
            all.push([low, low.map(|low| low + random.between(0.0, 9.0).round())]);
            if at % 7 == 0 {
                all.push(all[all.len() - 1]);
            }
        }
        all
    }

    #[test]
    fn no_patch_at_a_place_is_missed_and_all_are_in_order() {
        let mut random = Random::new(2);
        for count in [0, 1, 4, 30, 1000] {
            let bounds = patches(&mut random, count);
            let index = PatchIndex::new(bounds.clone());
            for round in 0..2000 {
                let reach = if round % 2 == 0 { 25.0 } else { 600.0 };
                let mut place = [0; 2].map(|_| random.between(-reach, reach));
                if round % 3 == 0 {
                    // On edges.
                    place = place.map(f64::round);
                }
                let found = index.at(place);
                assert!(found.is_sorted(), "{place:?}");
                let near = (0..bounds.len()).filter(|patch| !is_outside(&bounds[*patch], place));
                for patch in near {
                    assert!(found.binary_search(&patch).is_ok(), "{patch} at {place:?}");
                }
            }
        }
    }

    #[test]
    fn no_patch_in_some_bounds_is_missed() {
        let mut random = Random::new(3);
        let bounds = patches(&mut random, 1000);
        let index = PatchIndex::new(bounds.clone());
        for round in 0..2000 {
            let reach = if round % 2 == 0 { 25.0 } else { 600.0 };
            let low = [0; 2].map(|_| random.between(-reach, reach).round());
            let within = [low, low.map(|low| low + random.between(0.0, 30.0).round())];
            let mut is_found = vec![false; bounds.len()];
            assert!(index.all_in(&within, |patch| {
                is_found[patch] = true;
                true
            }));
            let missed =
                (0..bounds.len()).find(|patch| !are_apart(&bounds[*patch], &within) && !is_found[*patch]);
            assert_eq!(missed, None, "{within:?}");
            // It ends with the first for which the condition does not hold.
            let mut count = 0;
            assert!(!index.all_in(&within, |_| {
                count += 1;
                count < 3
            }));
            assert_eq!(count, 3);
        }
    }

    /// A place has few of many patches side by side, and patches in each other are kept once each.
    #[test]
    fn the_tree_is_flat_and_small() {
        let tile = |at: usize| {
            let low = [10.0 * (at % 40) as f64, 6.0 * (at / 40) as f64];
            [low, [low[0] + 8.0, low[1] + 4.0]]
        };
        let index = PatchIndex::new((0..1000).map(tile).collect());
        let most = (0..1000).map(|at| index.at(tile(at)[0]).len()).max();
        assert!(most <= Some(12), "{most:?}");
        assert!(index.entries.len() < 1500, "{}", index.entries.len());
        let nested = PatchIndex::new(
            (0..1000).map(|at| [[-1.0 - f64::from(at); 2], [1.0 + f64::from(at); 2]]).collect(),
        );
        assert_eq!((nested.nodes.len(), nested.entries.len()), (1, 1000));
    }
}
