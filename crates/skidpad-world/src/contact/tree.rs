//! A search tree over rectangles that do not move: built once, asked at each step.

use super::area::Area;

/// The most rectangles of a leaf: to test a few one after the other is quicker than to go down one more level.
const LEAF: usize = 4;
/// Deeper than a tree of as many rectangles as a computer has bytes, since each level halves them.
const DEEPEST: usize = 64;

/// Node of the tree: an area that encloses all below it.
#[derive(Clone, Copy, Debug)]
struct Node {
    area: Area,
    below: Below,
}

/// Contents of a node.
#[derive(Clone, Copy, Debug)]
enum Below {
    /// Rectangles by their places in the order of the tree.
    Leaf { first: usize, end: usize },
    /// The next node, and this one.
    Nodes { second: usize },
}

/// Rectangles along the world's axes, each with a number by which it is found.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    entries: Vec<(Area, usize)>,
}

impl Tree {
    /// A tree over rectangles with their numbers.
    pub fn new(mut entries: Vec<(Area, usize)>) -> Self {
        let mut nodes = Vec::new();
        let count = entries.len();
        if count > 0 {
            grow(&mut nodes, &mut entries, 0, count);
        }
        Self { nodes, entries }
    }

    /// Calls a function with the number of each rectangle that meets an area, in no order that means anything.
    pub fn each_in(&self, area: &Area, mut found: impl FnMut(usize)) {
        let mut open = [0; DEEPEST];
        let mut count = usize::from(!self.nodes.is_empty());
        while count > 0 {
            count -= 1;
            let at = open[count];
            let node = &self.nodes[at];
            if !node.area.meets(area) {
                continue;
            }
            match node.below {
                Below::Leaf { first, end } => {
                    let entries = &self.entries[first..end];
                    entries.iter().filter(|(own, _)| own.meets(area)).for_each(|(_, number)| found(*number));
                }
                Below::Nodes { second } => {
                    open[count] = second;
                    open[count + 1] = at + 1;
                    count += 2;
                }
            }
        }
    }
}

/// Adds the node of some entries and all below it. They are divided in the middle of the longer side of their area, so
/// that the depth is the logarithm of their number however they lie.
fn grow(nodes: &mut Vec<Node>, entries: &mut [(Area, usize)], first: usize, end: usize) {
    let own = &mut entries[first..end];
    let area = own.iter().skip(1).fold(own[0].0, |sum, (area, _)| sum.with(area));
    let at = nodes.len();
    nodes.push(Node { area, below: Below::Leaf { first, end } });
    if own.len() <= LEAF {
        return;
    }
    let is_wide = area.high.x - area.low.x >= area.high.y - area.low.y;
    let middle = |(area, _): &(Area, usize)| {
        let (low, high) = if is_wide { (area.low.x, area.high.x) } else { (area.low.y, area.high.y) };
        0.5 * low + 0.5 * high
    };
    let half = own.len() / 2;
    own.select_nth_unstable_by(half, |a, b| middle(a).total_cmp(&middle(b)).then(a.1.cmp(&b.1)));
    grow(nodes, entries, first, first + half);
    nodes[at].below = Below::Nodes { second: nodes.len() };
    grow(nodes, entries, first + half, end);
}

#[cfg(test)]
mod tests {
    use super::{Area, Tree};
    use skidpad_core::math::Vec2;

    fn area(x: f64, y: f64, size: f64) -> Area {
        Area::around(Vec2::new(x, y), Vec2::new(x, y), size)
    }

    /// Rectangles on a spiral, of many sizes: some lie in each other, many are equal in one coordinate.
    fn spiral(count: usize) -> Vec<(Area, usize)> {
        let at = |index: usize| {
            let turn = index as f64 * 2.4;
            let far = (index as f64).sqrt() * 10.0;
            area((far * turn.cos()).round(), (far * turn.sin()).round(), 0.5 + (index % 7) as f64)
        };
        (0..count).map(|index| (at(index), index)).collect()
    }

    #[test]
    fn it_finds_what_a_look_at_each_finds() {
        for count in [0, 1, 4, 5, 9, 100, 1000] {
            let entries = spiral(count);
            let tree = Tree::new(entries.clone());
            for asked in 0..200 {
                let place =
                    area((asked * 7 % 50) as f64 * 10.0 - 250.0, (asked % 23) as f64 * 20.0 - 230.0, 9.0);
                let mut found = Vec::new();
                tree.each_in(&place, |number| found.push(number));
                found.sort_unstable();
                let near = entries.iter().filter(|(area, _)| area.meets(&place));
                assert_eq!(found, near.map(|(_, number)| *number).collect::<Vec<_>>(), "{count} {asked}");
            }
        }
    }

    #[test]
    fn equal_rectangles_do_not_make_it_deep() {
        let tree = Tree::new((0..10_000).map(|number| (area(1.0, 2.0, 3.0), number)).collect());
        let mut found = 0;
        tree.each_in(&area(0.0, 0.0, 1.0), |_| found += 1);
        assert_eq!(found, 10_000);
    }
}
