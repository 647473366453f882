//! What a computation did, as a graph that is written down while it runs.

use std::cell::RefCell;
use std::collections::HashMap;

/// Kinds of operations, as tables list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A sum or a difference.
    Sum,
    /// A product.
    Product,
    /// A quotient or a square root: some ten times as long as a product, and not pipelined.
    Quotient,
    /// A comparison, or what joins two of them.
    Comparison,
    /// A choice between two numbers by a comparison.
    Choice,
    /// A change of sign or of other bits.
    Bits,
}

/// Where a number comes from: the least constant of its sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Literals of the equations.
    Literal,
    /// The vehicle and the length of the sub-step: the same from sub-step to sub-step.
    Vehicle,
    /// State, mode, input and road.
    State,
}

/// A number or an answer on the tape; two of the same place are the same.
pub type Place = u32;

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Option<Kind>,
    from: [Place; 3],
    origin: Origin,
}

/// No further operand.
const NONE: Place = Place::MAX;

/// Operations in the order in which they were first done. What was done before with the same operands is not done again,
/// as a compiler sees to it.
#[derive(Debug, Default)]
pub struct Tape {
    nodes: Vec<Node>,
    known: HashMap<(u64, [Place; 3]), Place>,
    has_others: bool,
}

thread_local! {
    static TAPE: RefCell<Tape> = RefCell::new(Tape::default());
}

/// Starts a new recording. `has_others`: beside cars that have every part, so that no part is skipped.
pub fn begin(has_others: bool) {
    TAPE.with_borrow_mut(|tape| *tape = Tape { has_others, ..Tape::default() });
}

/// Whether there may be cars beside this one for which a question has another answer.
pub fn has_others() -> bool {
    TAPE.with_borrow(|tape| tape.has_others)
}

/// A number that is given.
pub fn given(origin: Origin) -> Place {
    TAPE.with_borrow_mut(|tape| tape.push(Node { kind: None, from: [NONE; 3], origin }))
}

/// A literal; each is there once.
pub fn literal(bits: u64) -> Place {
    TAPE.with_borrow_mut(|tape| {
        let node = Node { kind: None, from: [NONE; 3], origin: Origin::Literal };
        tape.once((bits, [NONE; 3]), node)
    })
}

/// The result of an operation: `name` tells it from the others of its kind.
pub fn operation(kind: Kind, name: u64, from: &[Place]) -> Place {
    TAPE.with_borrow_mut(|tape| {
        let mut operands = [NONE; 3];
        operands[..from.len()].copy_from_slice(from);
        let origin = from.iter().map(|place| tape.nodes[*place as usize].origin).max();
        let node = Node { kind: Some(kind), from: operands, origin: origin.unwrap_or(Origin::Literal) };
        // Names are small, and literals with such bits are subnormal: no equation has one.
        tape.once((name, operands), node)
    })
}

impl Tape {
    fn push(&mut self, node: Node) -> Place {
        let place =
            Place::try_from(self.nodes.len()).expect("a computation of less than four billion operations");
        self.nodes.push(node);
        place
    }

    fn once(&mut self, key: (u64, [Place; 3]), node: Node) -> Place {
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let place = self.push(node);
        self.known.insert(key, place);
        place
    }
}

/// How many operations of each kind the results need: those that depend on the state, and those on the vehicle alone.
/// What depends on literals alone is done when compiling, and what no result needs is not done at all.
pub fn needed(results: &[Place]) -> Vec<(Kind, Origin)> {
    TAPE.with_borrow(|tape| {
        let mut is_needed = vec![false; tape.nodes.len()];
        results.iter().for_each(|place| is_needed[*place as usize] = true);
        for (place, node) in tape.nodes.iter().enumerate().rev() {
            if is_needed[place] {
                node.from
                    .iter()
                    .filter(|from| **from != NONE)
                    .for_each(|from| is_needed[*from as usize] = true);
            }
        }
        let nodes = tape.nodes.iter().zip(is_needed).filter(|(_, is_needed)| *is_needed);
        nodes.filter_map(|(node, _)| Some((node.kind?, node.origin))).collect()
    })
}
