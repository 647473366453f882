//! Division of a batch's step into the sub-steps of each car.

use alloc::vec;
use alloc::vec::Vec;

use super::given::Given;
use crate::dispatch::Number;
use crate::step::Dt;

/// Numbers of a car's sub-steps that ride along in lanes: the length of one, s, and their number in the step.
pub(super) const SUB_STEP_NUMBERS: usize = 2;

/// Longest sub-step of each car, and the division of the last step.
///
/// Each car's step is divided as if it were alone, so that its bits do not depend on its neighbours. Where all cars
/// have the same division, one record for all says so, and blocks take it once.
#[derive(Debug)]
pub(super) struct SubSteps<T> {
    /// By its vehicle, s.
    own_s: Vec<f64>,
    /// By the caller, instead of that, s; `None`: the vehicle's.
    imposed_s: Vec<Option<f64>>,
    /// The step that is divided below; `None` once a car has changed.
    divided: Option<Dt>,
    /// The sub-step of all cars, while it is the same.
    common: Given<T>,
    /// The sub-step of each car; made when they first differ.
    each: Option<Given<T>>,
    /// Number of sub-steps of each car.
    counts: Vec<u32>,
    are_equal: bool,
}

impl<T: Number> SubSteps<T> {
    /// Division for cars with these longest sub-steps, s.
    pub(super) fn new(own_s: Vec<f64>) -> Self {
        let cars = own_s.len();
        let mut new = Self {
            own_s,
            imposed_s: vec![None; cars],
            divided: None,
            common: Given::shared(&[0.0; SUB_STEP_NUMBERS]),
            each: None,
            counts: vec![1; cars],
            are_equal: true,
        };
        new.make_room();
        new
    }

    /// Longest sub-step that the caller gave a car instead of its vehicle's, s.
    pub(super) fn imposed_s(&self, car: usize) -> Option<f64> {
        self.imposed_s[car]
    }

    /// Gives a car a longest sub-step instead of its vehicle's; `None`: its vehicle's again.
    pub(super) fn impose(&mut self, car: usize, longest_s: Option<f64>) {
        if self.imposed_s[car] != longest_s {
            self.imposed_s[car] = longest_s;
            self.divided = None;
            self.make_room();
        }
    }

    /// Gives all cars a longest sub-step.
    pub(super) fn impose_on_all(&mut self, longest_s: f64) {
        self.imposed_s.fill(Some(longest_s));
        self.divided = None;
    }

    /// Sets the longest sub-step of a car's vehicle, s.
    pub(super) fn set_own(&mut self, car: usize, own_s: f64) {
        self.own_s[car] = own_s;
        self.divided = None;
        self.make_room();
    }

    /// Longest sub-step of a car, s.
    fn longest_s(&self, car: usize) -> f64 {
        self.imposed_s[car].unwrap_or(self.own_s[car])
    }

    /// Number and length of a car's sub-steps in a step.
    pub(super) fn of_car(&self, car: usize, dt: Dt) -> (u32, f64) {
        dt.divide(self.longest_s(car))
    }

    /// Makes columns for cars that differ before they are stepped, as a step allocates nothing.
    fn make_room(&mut self) {
        let first = self.longest_s(0);
        if self.each.is_none() && (1..self.own_s.len()).any(|car| self.longest_s(car) != first) {
            self.each = Some(Given::each(&vec![[0.0; SUB_STEP_NUMBERS]; self.own_s.len()]));
        }
    }

    /// Divides a step for each car.
    pub(super) fn divide(&mut self, dt: Dt) {
        if self.divided == Some(dt) {
            return;
        }
        self.divided = Some(dt);
        let first = self.of_car(0, dt);
        self.are_equal = true;
        for car in 0..self.counts.len() {
            let (count, part_s) = self.of_car(car, dt);
            self.are_equal &= (count, part_s) == first;
            self.counts[car] = count;
            if let Some(each) = &mut self.each {
                each.set(car, &[part_s, f64::from(count)]);
            }
        }
        self.common.set(0, &[first.1, f64::from(first.0)]);
    }

    /// Division as the kernel reads it.
    pub(super) fn division(&self) -> Division<'_, T> {
        match &self.each {
            Some(each) if !self.are_equal => Division { numbers: each, counts: &self.counts },
            _ => Division { numbers: &self.common, counts: &self.counts[..1] },
        }
    }
}

/// Sub-steps of the cars in a step.
#[derive(Clone, Copy)]
pub(super) struct Division<'a, T> {
    /// Length, s, and number, in lanes.
    pub(super) numbers: &'a Given<T>,
    /// Number of each car, or the one for all.
    counts: &'a [u32],
}

impl<'a, T: Number> Division<'a, T> {
    /// Numbers of sub-steps of the cars of a block.
    #[inline(always)]
    pub(super) fn of_block(&self, place: usize, cars: usize) -> BlockCounts<'a> {
        if self.numbers.is_shared() {
            return BlockCounts { most: self.counts[0], unequal: &[] };
        }
        unequal(self.counts, place, cars)
    }
}

/// Numbers of sub-steps in a block of a batch in which they differ; the padding has none.
#[cold]
#[inline(never)]
fn unequal(counts: &[u32], place: usize, cars: usize) -> BlockCounts<'_> {
    let end = usize::min(place + cars, counts.len());
    let counts = &counts[usize::min(place, end)..end];
    let most = counts.iter().copied().fold(1, u32::max);
    let differ = counts.iter().any(|count| *count != most);
    BlockCounts { most, unequal: if differ { counts } else { &[] } }
}

/// Numbers of sub-steps of the cars of a block.
#[derive(Clone, Copy)]
pub(super) struct BlockCounts<'a> {
    /// The largest.
    pub(super) most: u32,
    /// That of each car; empty where all are equal.
    pub(super) unequal: &'a [u32],
}
