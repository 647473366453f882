//! The changes of a log in few bytes, in blocks that are read each by itself.
//!
//! An entry is
//!
//! | bytes | content |
//! |---|---|
//! | count | steps since the entry before; since the beginning of the block for its first |
//! | 1 | kind: 0 other, 1 request, 2 scheduled request |
//! | count | of a request of either kind: the car's number |
//! | count | of a scheduled request: the step |
//! | see `requests.rs` | of a request of either kind: the numbers that differ from the car's request before it in the block |
//!
//! The other changes stand beside the bytes, in their order. `counts.rs` has the form of a count.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::LoggedCar;
use super::change::WorldChange;
use super::counts::{put_count, take_count};
use super::requests::{self, Bits};
use crate::rolling::Request;
use crate::world::CarId;

const OTHER: u8 = 0;
const REQUEST: u8 = 1;
const SCHEDULED: u8 = 2;

/// The beginning of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Block {
    /// Steps before it.
    step: u64,
    /// Its first byte.
    byte: usize,
    /// The first change that stands beside the bytes.
    other: usize,
}

/// The changes of a log, each with the number of steps before it.
#[derive(Clone, Default)]
pub(super) struct PackedChanges {
    bytes: Vec<u8>,
    others: Vec<WorldChange>,
    /// Beginnings of the blocks after the first.
    blocks: Vec<Block>,
    end: Cursor,
    /// True where the last entry stands beside the bytes, in the block that is open.
    ends_with_other: bool,
}

/// A place between two entries.
#[derive(Clone, Debug, Default)]
pub(super) struct Cursor {
    at: Block,
    /// Place of the next block.
    next_block: usize,
    /// The last request of each car in the block.
    before: BTreeMap<CarId, Bits>,
}

impl PackedChanges {
    /// Appends a change after so many steps, not fewer than before.
    pub fn push(&mut self, step: u64, change: WorldChange) {
        self.ends_with_other =
            !matches!(change, WorldChange::Requested { .. } | WorldChange::Scheduled { .. });
        put_count(&mut self.bytes, step - self.end.at.step);
        self.end.at.step = step;
        match change {
            WorldChange::Requested { id, request } => {
                self.bytes.push(REQUEST);
                put_count(&mut self.bytes, id.index() as u64);
                self.push_request(id, &request);
            }
            WorldChange::Scheduled { id, step, request } => {
                self.bytes.push(SCHEDULED);
                put_count(&mut self.bytes, id.index() as u64);
                put_count(&mut self.bytes, step);
                self.push_request(id, &request);
            }
            other => {
                self.bytes.push(OTHER);
                self.others.push(other);
                self.end.at.other += 1;
            }
        }
        self.end.at.byte = self.bytes.len();
    }

    /// Appends that a car was replaced by another. Where the change before it is that it was replaced after the same steps, that is
    /// forgotten: the other car has gone before it drove.
    pub fn push_replaced(&mut self, step: u64, id: CarId, car: Arc<LoggedCar>) {
        let ends_here = self.end.at.step == step && self.ends_with_other;
        match self.others.last_mut() {
            Some(WorldChange::Replaced { id: last, car: old }) if ends_here && *last == id => *old = car,
            _ => self.push(step, WorldChange::Replaced { id, car }),
        }
    }

    fn push_request(&mut self, id: CarId, request: &Request) {
        let before = self.end.before.entry(id).or_default();
        requests::put(&mut self.bytes, before, request);
        *before = requests::bits(request);
    }

    /// Begins a block after so many steps, unless one begins there already.
    pub fn begin_block(&mut self, step: u64) {
        if self.blocks.last().is_none_or(|last| last.step < step) {
            self.end.at.step = step;
            self.ends_with_other = false;
            self.blocks.push(self.end.at);
            self.end = Cursor { at: self.end.at, next_block: self.blocks.len(), before: BTreeMap::new() };
        }
    }

    /// The beginning of the last block that begins after at most so many steps.
    pub fn block_before(&self, step: u64) -> Cursor {
        let next_block = self.blocks.partition_point(|block| block.step <= step);
        let at = if next_block == 0 { Block::default() } else { self.blocks[next_block - 1] };
        Cursor { at, next_block, before: BTreeMap::new() }
    }

    /// The place in front of the changes after so many steps.
    pub fn cursor(&self, step: u64) -> Cursor {
        let mut cursor = self.block_before(step);
        while self.next_step(&cursor).is_some_and(|next| next < step) && self.take(&mut cursor).is_some() {}
        cursor
    }

    /// Number of steps before the next change; `None` at the end.
    pub fn next_step(&self, cursor: &Cursor) -> Option<u64> {
        let mut cursor = Cursor { before: BTreeMap::new(), ..*cursor };
        self.enter_block(&mut cursor);
        let mut rest = self.bytes.get(cursor.at.byte..)?;
        let after = take_count(&mut rest)?;
        cursor.at.step.checked_add(after)
    }

    /// Takes the next change, with the number of steps before it; `None` at the end.
    pub fn take(&self, cursor: &mut Cursor) -> Option<(u64, WorldChange)> {
        self.enter_block(cursor);
        let all = self.bytes.get(cursor.at.byte..)?;
        let mut rest = all;
        let step = cursor.at.step.checked_add(take_count(&mut rest)?)?;
        let (kind, mut rest) = rest.split_first()?;
        let change = match *kind {
            OTHER => {
                let other = self.others.get(cursor.at.other)?.clone();
                cursor.at.other += 1;
                other
            }
            REQUEST => {
                let id = take_id(&mut rest)?;
                WorldChange::Requested { id, request: cursor.take_request(&mut rest, id)? }
            }
            SCHEDULED => {
                let id = take_id(&mut rest)?;
                let step = take_count(&mut rest)?;
                WorldChange::Scheduled { id, step, request: cursor.take_request(&mut rest, id)? }
            }
            _ => return None,
        };
        cursor.at.byte += all.len() - rest.len();
        cursor.at.step = step;
        Some((step, change))
    }

    /// Enters the next block if it begins at the place.
    fn enter_block(&self, cursor: &mut Cursor) {
        while let Some(block) = self.blocks.get(cursor.next_block)
            && block.byte == cursor.at.byte
        {
            cursor.at = *block;
            cursor.next_block += 1;
            cursor.before.clear();
        }
    }

    /// Drops all changes behind a place.
    pub fn truncate(&mut self, cursor: Cursor) {
        self.bytes.truncate(cursor.at.byte);
        self.others.truncate(cursor.at.other);
        self.blocks.truncate(cursor.next_block);
        self.end = cursor;
        self.ends_with_other = false;
    }

    /// Changes of one block, as [`into_parts`](Self::into_parts) returns them. They need not be sound: what is no change ends them.
    pub fn from_parts(bytes: Vec<u8>, others: Vec<WorldChange>) -> Self {
        Self { bytes, others, ..Self::default() }
    }

    /// The bytes, and the changes that stand beside them. Only one block can be read again.
    pub fn into_parts(self) -> (Vec<u8>, Vec<WorldChange>) {
        (self.bytes, self.others)
    }

    /// True at the end of the changes.
    pub fn is_end(&self, cursor: &Cursor) -> bool {
        cursor.at.byte == self.bytes.len() && cursor.at.other == self.others.len()
    }

    /// The memory that they take, bytes, without the cars and states beside them.
    pub fn approximate_bytes(&self) -> usize {
        self.bytes.len() + size_of_val(&self.others[..]) + size_of_val(&self.blocks[..])
    }
}

impl Cursor {
    fn take_request(&mut self, rest: &mut &[u8], id: CarId) -> Option<Request> {
        requests::take(rest, self.before.entry(id).or_default())
    }
}

fn take_id(rest: &mut &[u8]) -> Option<CarId> {
    u32::try_from(take_count(rest)?).ok().map(CarId::from_number)
}
