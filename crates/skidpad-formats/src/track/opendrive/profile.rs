//! Numbers along a road: cubic polynomials, each from its own distance on.

use roxmltree::Node;

use crate::track::xml::XmlReader;

/// The largest coefficient that is read.
const LARGEST: f64 = 1e9;

/// A cubic polynomial from a distance on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cubic {
    pub from_m: f64,
    pub coefficients: [f64; 4],
}

/// A number along a road; 0 before the first piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RoadProfile {
    pieces: Vec<Cubic>,
}

impl Cubic {
    /// Value a + b d + c d² + d d³ at a distance.
    fn at(&self, distance_m: f64) -> f64 {
        let [a, b, c, d] = self.coefficients;
        let along_m = distance_m - self.from_m;
        a + along_m * (b + along_m * (c + along_m * d))
    }
}

impl RoadProfile {
    /// The profile of elements with the attributes `a`, `b`, `c` and `d`, each from an attribute `from` on.
    pub fn read<'a, 'i: 'a>(
        nodes: impl Iterator<Item = Node<'a, 'i>>,
        from: &str,
        begin_m: f64,
        reader: &mut XmlReader,
    ) -> Self {
        let mut pieces = Vec::new();
        for node in nodes {
            let from_m = begin_m + reader.number(node, from, [0.0, LARGEST]);
            let coefficients = ["a", "b", "c", "d"].map(|name| coefficient(reader, node, name));
            let before: Option<&Cubic> = pieces.last();
            if before.is_some_and(|before| before.from_m > from_m) {
                reader.fault(node, format!("{from} = {from_m}"), "in ascending order along the road");
            }
            pieces.push(Cubic { from_m, coefficients });
        }
        Self { pieces }
    }

    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Value at a distance, of the last piece that begins there or before.
    pub fn at(&self, distance_m: f64) -> f64 {
        // Where pieces meet, rounding of the distance must not take the one before far beyond its end.
        let after = self.pieces.partition_point(|piece| piece.from_m <= distance_m + 1e-9);
        after.checked_sub(1).map_or(0.0, |place| self.pieces[place].at(distance_m))
    }
}

/// A coefficient of a polynomial, which must be given.
pub(super) fn coefficient(reader: &mut XmlReader, node: Node, name: &str) -> f64 {
    reader.number(node, name, [-LARGEST, LARGEST])
}
