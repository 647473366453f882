//! A flag is one number of its record, 1 or 0: it means the same alone, in lanes, in single precision and with
//! derivatives, and comes back from columns as it went there.

use crate::support::Numbers;
use skidpad_core::math::{Dual, Lanes, Mask, Real};
use skidpad_core::record::{Channels, Flag, Record, StateVector, converted};
use skidpad_core::wheels::Wheels;

skidpad_core::wheel_record! {
    /// A wheel with flags first, last and between numbers.
    pub struct Flagged {
        /// First.
        first: flag,
        /// A number.
        number_m: "m" [-1e3, 1e3],
        /// Between.
        between: flag,
        /// Another number.
        other_s: "s" [0.0, 2.0],
        /// Last.
        last: flag,
    }
}

skidpad_core::record! {
    /// The same columns as numbers alone, as records had them before there were flags.
    pub struct Plain {
        /// First.
        first: "-" [0.0, 1.0],
        /// A number.
        number_m: "m" [-1e3, 1e3],
        /// Between.
        between: "-" [0.0, 1.0],
        /// Another number.
        other_s: "s" [0.0, 2.0],
        /// Last.
        last: "-" [0.0, 1.0],
    }
}

/// Numbers for a record's columns: what flags are given, and what users may give them.
fn any_columns(numbers: &mut Numbers) -> [f64; 5] {
    core::array::from_fn(|_| numbers.pick(&[0.0, 1.0, 0.0, 1.0, 0.5, 0.25, 0.75, -1.0, 2.0, -0.0, f64::NAN]))
}

/// The numbers of a record, as bits.
fn bits<T: Record<f64>>(record: &T) -> [u64; 5] {
    let mut columns = [0.0; 5];
    record.store(&mut columns);
    columns.map(f64::to_bits)
}

#[test]
fn a_record_has_the_columns_that_numbers_would_have() {
    assert_eq!(Flagged::<f64>::CHANNELS, Plain::<f64>::CHANNELS);
    assert_eq!(<Flagged<f64> as Record<f64>>::LEN, 5);
    assert_eq!((size_of::<Flagged<f64>>(), size_of::<Flag<Lanes<f32, 8>>>()), (40, 64));
    let wheels = Wheels::<Flagged<f64>>::CHANNELS;
    assert_eq!((wheels[19].name, wheels[19].unit, wheels[19].high), ("rear_right_last", "-", 1.0));
}

#[test]
fn numbers_come_back_as_they_were_whatever_they_are() {
    let mut numbers = Numbers::new(13);
    for _ in 0..1000 {
        let (one, two) = (any_columns(&mut numbers), any_columns(&mut numbers));
        let [a, b] = [one, two].map(|columns| Flagged::<f64>::load(&columns));
        let [c, d] = [one, two].map(|columns| Plain::<f64>::load(&columns));
        assert_eq!(bits(&a), one.map(f64::to_bits));
        assert_eq!(bits(&a.add_scaled(0.5, &b)), bits(&c.add_scaled(0.5, &d)));
        assert_eq!(bits(&a.scaled(3.0)), bits(&c.scaled(3.0)));
        assert_eq!(a.all_finite(), c.all_finite());
        assert_eq!(a == b, c == d);
        for mask in [false, true] {
            assert_eq!(bits(&Record::choose(mask, &a, &b)), bits(&Record::choose(mask, &c, &d)));
        }
    }
    assert_eq!(bits(&Flagged::splat(0.25)), [0.25_f64.to_bits(); 5]);
}

/// The answers of a flag from a number, given another mask, in one lane.
fn answers<R: Real>(number: R, mask: R::Mask) -> [f64; 7] {
    let flag = Flag::from_number(number);
    let [set, clear] = [flag.is_set(), flag.is_clear()].map(Flag::<R>::new);
    [set, clear, flag, flag.or(mask), flag.and(mask), flag.unless(mask), Flag::new(mask)]
        .map(|flag| flag.number().lane(0))
}

#[test]
fn alone_in_lanes_in_single_precision_and_with_derivatives_it_is_one_flag() {
    for number in [0.0, 1.0, 0.25, 0.5, 0.75, -1.0, 2.0] {
        for mask in [false, true] {
            let alone = answers::<f64>(number, mask);
            assert_eq!(answers::<f32>(number as f32, mask), alone, "{number} {mask}");
            assert_eq!(answers(Dual::<f64, 2>::variable(number, 1), mask), alone, "{number} {mask}");
            assert_eq!(answers(Lanes::<f64, 4>::splat(number), Mask::splat(mask)), alone, "{number} {mask}");
        }
    }
    // The lanes do not see each other.
    let lanes = Flag::from_number(Lanes([0.0, 1.0, 0.5, f64::NAN]));
    assert_eq!(lanes.is_set().0, [false, true, false, false]);
    assert_eq!(lanes.is_clear().0, [true, false, false, false]);
    assert_eq!(lanes.unless(lanes.is_set()).number().0[..3], [0.0, 0.0, 0.5]);
    assert_eq!(lanes.or(lanes.is_clear()).number().0[..3], [1.0, 1.0, 0.5]);
    assert_eq!(lanes.and(lanes.is_set()).number().0, [0.0, 1.0, 0.0, 0.0]);
}

#[test]
fn the_limits_are_at_a_half_and_belong_to_neither() {
    let above = f64::from_bits(0.5_f64.to_bits() + 1);
    let below = f64::from_bits(0.5_f64.to_bits() - 1);
    for (number, is_set, is_clear) in
        [(above, true, false), (0.5, false, false), (below, false, true), (f64::NAN, false, false)]
    {
        let flag = Flag::from_number(number);
        assert_eq!((flag.is_set(), flag.is_clear()), (is_set, is_clear), "{number}");
    }
}

#[test]
fn flags_survive_other_precisions_and_derivatives() {
    let record = Flagged::<f64>::load(&[1.0, 2.5, 0.0, 0.5, 1.0]);
    let single: Flagged<f32> = converted(&record, |number| number as f32);
    let dual: Flagged<Dual<f64, 1>> = converted(&record, Dual::constant);
    for [first, between, last] in [
        [single.first, single.between, single.last].map(Flag::is_set),
        [dual.first, dual.between, dual.last].map(Flag::is_set),
    ] {
        assert_eq!((first, between, last), (true, false, true));
    }
    assert_eq!(converted::<f32, f64, _, Flagged<f64>>(&single, f64::from), record);
}

#[test]
fn a_flag_reads_as_true_or_false() {
    let record = Flagged::<f64>::load(&[1.0, 2.0, 0.0, 1.0, 0.25]);
    let text = format!("{record:?}");
    assert_eq!(text, "Flagged { first: true, number_m: 2.0, between: false, other_s: 1.0, last: 0.25 }");
    assert_eq!(format!("{} {}", Flag::<f32>::from(true), Flag::<f64>::default()), "true false");
    assert_eq!(Flag::from_number(Lanes([0.0, 1.0, 0.5, 1.0])).to_string(), "[false, true, 0.5, true]");
    assert_eq!(Flag::from_number(Dual::<f64, 1>::variable(1.0, 0)).to_string(), "true");
}
