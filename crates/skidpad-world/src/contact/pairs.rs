//! The pairs of each body, in memory that is kept.

/// Place of no entry.
const NONE: usize = usize::MAX;

/// Pairs of each body, in the order in which they were added, as chains through one list.
#[derive(Debug, Default)]
pub(super) struct PairsOfBodies {
    /// The first and the last entry of each body.
    ends: Vec<[usize; 2]>,
    /// The next entry of the same body after each. A pair has two entries, one for each of its bodies.
    next: Vec<usize>,
}

impl PairsOfBodies {
    /// Begins with so many bodies and no pairs.
    pub fn begin(&mut self, bodies: usize) {
        self.ends.clear();
        self.ends.resize(bodies, [NONE; 2]);
        self.next.clear();
    }

    /// Adds the next pair: of a body, and another or a wall.
    pub fn add(&mut self, first: usize, second: Option<usize>) {
        let entry = self.next.len();
        self.next.extend([NONE; 2]);
        self.append(first, entry);
        if let Some(second) = second {
            self.append(second, entry + 1);
        }
    }

    fn append(&mut self, body: usize, entry: usize) {
        let [first, last] = &mut self.ends[body];
        if *first == NONE {
            *first = entry;
        } else {
            self.next[*last] = entry;
        }
        *last = entry;
    }

    /// The pairs of a body.
    pub fn pairs(&self, body: usize) -> impl Iterator<Item = usize> {
        core::iter::successors(self.first(body), |entry| self.after(*entry)).map(PairEntry::pair)
    }

    /// The first entry of a body: to visit its pairs while the list is borrowed elsewhere.
    pub fn first(&self, body: usize) -> Option<PairEntry> {
        PairEntry::known(self.ends[body][0])
    }

    /// The next entry of the same body.
    pub fn after(&self, entry: PairEntry) -> Option<PairEntry> {
        PairEntry::known(self.next[entry.0])
    }
}

/// A pair, as one of its two bodies has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairEntry(usize);

impl PairEntry {
    fn known(entry: usize) -> Option<Self> {
        (entry != NONE).then_some(Self(entry))
    }

    /// Its pair.
    pub fn pair(self) -> usize {
        self.0 / 2
    }
}

#[cfg(test)]
mod tests {
    use super::PairsOfBodies;

    #[test]
    fn each_body_has_its_pairs_in_their_order() {
        let mut pairs = PairsOfBodies::default();
        for _ in 0..2 {
            pairs.begin(4);
            [(0, Some(1)), (1, None), (0, Some(2)), (1, Some(2))]
                .into_iter()
                .for_each(|(first, second)| pairs.add(first, second));
            let of = [0, 1, 2, 3].map(|body| pairs.pairs(body).collect::<Vec<_>>());
            assert_eq!(of, [vec![0, 2], vec![0, 1, 3], vec![2, 3], vec![]]);
        }
    }
}
