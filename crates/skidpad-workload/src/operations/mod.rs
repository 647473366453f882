//! How many operations a sub-step of each model has, by kind: what its speed is made of, without a clock.
//!
//! A sub-step of a car of the model's fleet is run on a number that writes down what is done with it. What a compiler sees
//! to is left out: what was computed before with the same operands, what depends on literals alone, and what nothing needs.
//! Elementary functions are counted as the sums and products that they are written in. A part that
//! the car does not have, such as a converter, is skipped where the model asks for it; beside cars that have it, it is not.

mod recorded;
mod tape;

use std::fmt::Write;

use skidpad_core::model::Model;
use skidpad_core::record::{Record, Sink, Source};
use skidpad_core::step::sub_step_alone;
use skidpad_core::surface::Surface;

use crate::{Fleet, Visitor, every_fleet};
use recorded::Recorded;
pub use tape::{Kind, Origin};
use tape::{Place, needed};

/// The operations of a model's sub-step.
#[derive(Clone, Debug)]
pub struct Operations {
    /// The model's name.
    pub model: &'static str,
    /// Each operation: its kind, and what it depends on.
    pub all: Vec<(Kind, Origin)>,
    /// How many depend on the state beside cars that have every part.
    pub in_company: usize,
    /// How many numbers of state, mode, input and road a car has.
    pub changing: usize,
    /// How many numbers it is made of.
    pub vehicle: usize,
}

impl Operations {
    /// How many there are of a kind that depend on the state.
    pub fn of_state(&self, kind: Kind) -> usize {
        self.all.iter().filter(|(found, origin)| *found == kind && *origin == Origin::State).count()
    }

    /// How many there are that depend on the vehicle alone.
    pub fn of_vehicle(&self) -> usize {
        self.all.iter().filter(|(_, origin)| *origin == Origin::Vehicle).count()
    }
}

/// The kinds, as the table lists them.
const KINDS: [(Kind, &str); 6] = [
    (Kind::Sum, "sums"),
    (Kind::Product, "products"),
    (Kind::Quotient, "quotients and roots"),
    (Kind::Comparison, "comparisons"),
    (Kind::Choice, "choices"),
    (Kind::Bits, "signs"),
];

/// The operations of the first car of every fleet.
pub fn every_model() -> Vec<Operations> {
    struct Count(Vec<Operations>);
    impl Visitor for Count {
        fn visit<M: Model>(&mut self, fleet: fn(usize) -> Fleet<M>) {
            self.0.push(count(&fleet(1)));
        }
    }
    let mut count = Count(Vec::new());
    every_fleet(&mut count);
    count.0
}

/// The numbers of a record, where they come from.
struct From<'a>(&'a [f64], Origin);

impl Source<Recorded> for From<'_> {
    fn read(&self, index: usize) -> Recorded {
        Recorded::given(self.0[index], self.1)
    }
}

struct Places<'a>(&'a mut Vec<Place>);

impl Sink<Recorded> for Places<'_> {
    fn write(&mut self, _: usize, value: Recorded) {
        self.0.push(value.place());
    }
}

/// A record on numbers that are written down.
fn recorded<A: Record<f64>, B: Record<Recorded>>(record: &A, origin: Origin) -> B {
    let mut numbers = vec![0.0; A::LEN];
    record.store(&mut &mut numbers[..]);
    B::load(&From(&numbers, origin))
}

/// The operations of the first car of a fleet, alone or beside cars that have every part.
fn run<M: Model>(fleet: &Fleet<M>, has_others: bool) -> Vec<(Kind, Origin)> {
    tape::begin(has_others);
    let car: M::Car<Recorded> = recorded(&fleet.cars[0], Origin::Vehicle);
    let mode: M::Mode<Recorded> = recorded(&fleet.modes[0], Origin::State);
    let state: M::State<Recorded> = recorded(&fleet.states[0], Origin::State);
    let input: M::Input<Recorded> = recorded(&fleet.inputs[0], Origin::State);
    let surface: Surface<Recorded> = recorded(&fleet.surfaces[0], Origin::State);
    let dt_s = Recorded::given(fleet.dt_s, Origin::Vehicle);
    let (mode, state) = sub_step_alone::<M, _>(M::INTEGRATOR, &car, (&mode, &state), &input, &surface, dt_s);
    let mut results = Vec::new();
    mode.store(&mut Places(&mut results));
    state.store(&mut Places(&mut results));
    needed(&results)
}

fn count<M: Model>(fleet: &Fleet<M>) -> Operations {
    let columns = [
        <M::Mode<f64> as Record<f64>>::LEN,
        <M::State<f64> as Record<f64>>::LEN,
        <M::Input<f64> as Record<f64>>::LEN,
        <Surface<f64> as Record<f64>>::LEN,
    ];
    Operations {
        model: M::NAME,
        all: run(fleet, false),
        in_company: run(fleet, true).iter().filter(|(_, origin)| *origin == Origin::State).count(),
        changing: columns.iter().sum(),
        vehicle: <M::Car<f64> as Record<f64>>::LEN,
    }
}

/// The page that is published beside the benchmark.
pub fn page(all: &[Operations]) -> String {
    let mut page = String::from(ABOUT);
    page += "| model |";
    KINDS.iter().for_each(|(_, name)| page += &format!(" {name} |"));
    page += " all | in company | vehicle alone | changing numbers | vehicle's numbers |\n|---|";
    page += &"---:|".repeat(KINDS.len() + 5);
    page.push('\n');
    for operations in all {
        let kinds = KINDS.map(|(kind, _)| operations.of_state(kind));
        let _ = write!(page, "| `{}` |", operations.model);
        kinds.iter().for_each(|count| page += &format!(" {count} |"));
        let sum: usize = kinds.iter().sum();
        let (fixed, changing) = (operations.of_vehicle(), operations.changing);
        let _ = writeln!(
            page,
            " {sum} | {} | {fixed} | {changing} | {} |",
            operations.in_company, operations.vehicle
        );
    }
    page
}

const ABOUT: &str = "# Operations of a sub-step

What a sub-step of each model is made of, counted by running it on a number that writes down what is done with it
(`crates/skidpad-workload/src/operations`). Unlike times, the counts do not depend on the machine. Not counted: what was
computed before with the same operands, what depends on literals alone, and what nothing needs. Elementary functions are
counted as the sums and products in which they are written.

- The kinds and \"all\" are the operations that depend on the car's state, mode, input or road, for a car alone: a part
  that it does not have, such as a converter, is skipped.
- \"In company\" is the same for a car in a block of cars some of which have such parts.
- \"Vehicle alone\" are the operations that depend on nothing else: a fleet of equal cars could do them once.
- What a car weighs in a batch: \"changing numbers\" are those of its state, mode, input and road.

";

#[cfg(test)]
mod tests {
    use skidpad_core::math::Real;

    use super::recorded::Recorded;
    use super::tape::{self, Kind, Origin, needed};

    #[test]
    fn what_is_repeated_constant_or_not_needed_is_not_counted() {
        tape::begin(false);
        let (speed, mass) = (Recorded::given(3.0, Origin::State), Recorded::given(2.0, Origin::Vehicle));
        let energy = Recorded::lit(0.5) * mass * (speed * speed);
        let again = (speed * speed) * (mass * Recorded::lit(0.5));
        let _unneeded = energy / speed;
        let sum = energy + again;
        assert_eq!(sum.lane(0), 18.0);
        let mut found = needed(&[sum.place()]);
        found.sort_by_key(|(kind, origin)| (*origin, *kind as u8));
        let expected = [
            (Kind::Product, Origin::Vehicle), // 0.5 m
            (Kind::Sum, Origin::State),
            (Kind::Product, Origin::State), // v v
            (Kind::Product, Origin::State), // (0.5 m) (v v), once
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn literals_cost_nothing_and_a_choice_between_equal_numbers_is_none() {
        tape::begin(false);
        let state = Recorded::given(1.0, Origin::State);
        let folded = Recorded::lit(2.0).sqrt() + Recorded::lit(1.0);
        let same = Recorded::select(state.lt(folded), state, state);
        assert!(needed(&[same.place()]).is_empty());
        let counted = needed(&[(folded * state).place()]);
        assert_eq!(counted.iter().filter(|(_, origin)| *origin == Origin::State).count(), 1);
    }

    #[test]
    fn the_linear_single_track_car_has_two_quotients_an_evaluation() {
        let w1 = super::count(&crate::w1(1));
        assert_eq!(w1.of_state(Kind::Quotient), 8);
        assert_eq!((w1.changing, w1.vehicle), (6 + 2 + 8, 0));
    }
}
