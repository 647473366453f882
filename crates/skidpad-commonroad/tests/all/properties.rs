//! CommonRoad's models as they must behave, whatever the package says: mirrored cars do the mirror's
//! thing, no number is lost, limits hold, and circles close.
#![allow(clippy::disallowed_methods)]

use crate::outlined;

use skidpad_commonroad::{
    CommonRoadInput, CommonRoadKs, CommonRoadKst, CommonRoadSt, CommonRoadStd, FromParameters, Missing,
    Parameters, SETS, parameters,
};
use skidpad_core::math::{Dual, Lanes, Real};
use skidpad_core::model::Model;
use skidpad_core::record::{Channel, Channels, Empty, Record, Sink};
use skidpad_core::step::{Dt, Simulation};
use skidpad_core::surface::Surface;

/// u(seed) in [0, 1).
fn uniform(seed: u64) -> f64 {
    let mut z = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// A number of a channel's range: anywhere, near 0, or at an end.
fn anywhere(channel: &Channel, seed: u64) -> f64 {
    let at = channel.low + (channel.high - channel.low) * uniform(3 * seed);
    match (8.0 * uniform(3 * seed + 1)) as u32 {
        0 => channel.low,
        1 => channel.high,
        2 => 0.0,
        3 => at * 1e-3,
        4 => 0.1_f64.copysign(at),
        _ => at,
    }
}

/// A number that a car in motion has.
fn usual(channel: &Channel, seed: u64) -> f64 {
    let largest: f64 = match channel.unit {
        "m" => 100.0,
        "rad" => 0.8,
        "m/s" => 30.0,
        "rad/s" if channel.low < 0.0 => 2.0,
        "rad/s" => 90.0,
        _ => 10.0,
    };
    let (low, high) = (channel.low.max(-largest), channel.high.min(largest));
    low + (high - low) * uniform(seed)
}

fn random<X: Record<f64> + Channels>(seed: u64, number: fn(&Channel, u64) -> f64) -> X {
    let numbers: Vec<f64> =
        (1..).zip(X::CHANNELS).map(|(field, channel)| number(channel, 64 * seed + field)).collect();
    X::load(&&numbers[..])
}

fn numbers<X: Record<f64>>(record: &X) -> Vec<f64> {
    let mut numbers = vec![0.0; X::LEN];
    record.store(&mut &mut numbers[..]);
    numbers
}

/// A model with no mode that runs on a parameter set.
trait CommonRoad: Model<Mode<f64> = Empty, Input<f64> = CommonRoadInput<f64>> {
    fn car(from: &Parameters) -> Self::Car<f64>;

    fn rates(car: &Self::Car<f64>, state: &Self::State<f64>, input: &CommonRoadInput<f64>) -> Vec<f64> {
        numbers(&Self::evaluate(car, &Empty, state, input, &Surface::asphalt()).0)
    }
}

impl<M: Model<Mode<f64> = Empty, Input<f64> = CommonRoadInput<f64>>> CommonRoad for M
where
    M::Car<f64>: FromParameters,
{
    fn car(from: &Parameters) -> M::Car<f64> {
        FromParameters::from_parameters(from).expect("a set with all figures")
    }
}

/// Left and right exchanged: the signs of y, angles about the vertical and their rates.
const MIRRORED: [&str; 9] = [
    "y_m", "rear_y_m", "front_steer_rad", "yaw_rad", "yaw_rate_rad_s", "sideslip_rad", "hitch_rad",
    "steer_rate_rad_s", "trailer_y_m",
];

fn mirrored<X: Record<f64> + Channels>(record: &X) -> X {
    let flip = |(channel, number): (&Channel, f64)| {
        if MIRRORED.contains(&channel.name) { -number } else { number }
    };
    let numbers: Vec<f64> = X::CHANNELS.iter().zip(numbers(record)).map(flip).collect();
    X::load(&&numbers[..])
}

fn mirrored_states_have_mirrored_rates<M: CommonRoad>(set: u32, count: u64) {
    let from = parameters(set).unwrap();
    let other = Parameters { tyre: from.tyre.mirrored(), ..*from };
    let (car, other) = (M::car(from), M::car(&other));
    for seed in 0..count {
        let number = if seed % 2 == 0 { usual } else { anywhere };
        let state: M::State<f64> = random(seed, number);
        let input: CommonRoadInput<f64> = random(seed + 1_000_000, number);
        let rates: M::State<f64> = Record::load(&&M::rates(&car, &state, &input)[..]);
        let seen = M::rates(&other, &mirrored(&state), &mirrored(&input));
        assert_eq!(seen, numbers(&mirrored(&rates)), "{} {state:?} {input:?}", M::NAME);
    }
}

/// As numbers, to the last bit. STD's tyre is not symmetric: the mirrored car has the mirrored tyre.
#[test]
fn mirrored_cars_do_the_mirrors_thing() {
    for set in [1, 2, 3] {
        mirrored_states_have_mirrored_rates::<CommonRoadKs>(set, 5000);
        mirrored_states_have_mirrored_rates::<CommonRoadSt>(set, 5000);
        mirrored_states_have_mirrored_rates::<CommonRoadStd>(set, 5000);
    }
    mirrored_states_have_mirrored_rates::<CommonRoadKst>(4, 5000);
}

fn all_rates_are_numbers<M: CommonRoad>(set: u32, count: u64) {
    let car = M::car(parameters(set).unwrap());
    let single: M::Car<f32> = rounded(&car);
    for seed in 0..count {
        let state: M::State<f64> = random(seed, anywhere);
        let input: CommonRoadInput<f64> = random(seed + 2_000_000, anywhere);
        let (rates, trace) = outlined::evaluate::<M, _>(&car, &Empty, &state, &input, &Surface::asphalt());
        assert!(
            rates.all_finite() && trace.all_finite(),
            "{} {state:?} {input:?}: {rates:?} {trace:?}",
            M::NAME
        );
        let (state, input): (M::State<f32>, M::Input<f32>) = (rounded(&state), rounded(&input));
        let mode: M::Mode<f32> = Record::splat(0.0);
        let (rates, trace) = outlined::evaluate::<M, _>(&single, &mode, &state, &input, &Surface::asphalt());
        assert!(rates.all_finite() && trace.all_finite(), "{} f32 {state:?} {input:?}: {rates:?}", M::NAME);
    }
}

/// A record in f32.
fn rounded<X: Record<f64>, Y: Record<f32>>(record: &X) -> Y {
    let numbers: Vec<f32> = numbers(record).into_iter().map(|number| number as f32).collect();
    Y::load(&&numbers[..])
}

/// At standstill, at the steering's end, at the switch of models and backwards too. The published forms
/// divide by the speed where |v| >= 0.1 m/s only, and by cos(steer), which no number makes 0.
#[test]
fn every_state_within_the_ranges_has_rates() {
    for set in [1, 2, 3] {
        all_rates_are_numbers::<CommonRoadKs>(set, 5000);
        all_rates_are_numbers::<CommonRoadSt>(set, 5000);
        all_rates_are_numbers::<CommonRoadStd>(set, 5000);
    }
    all_rates_are_numbers::<CommonRoadKst>(4, 5000);
}

#[test]
#[ignore = "soak: a million states of each model"]
fn every_one_of_a_million_states_has_rates() {
    all_rates_are_numbers::<CommonRoadKs>(2, 1_000_000);
    all_rates_are_numbers::<CommonRoadKst>(4, 1_000_000);
    all_rates_are_numbers::<CommonRoadSt>(2, 1_000_000);
    all_rates_are_numbers::<CommonRoadStd>(2, 1_000_000);
}

/// Derivatives of every rate with respect to every state are finite, and their values the scalar's.
fn jacobians_are_finite<M: CommonRoad>(set: u32) {
    type D = Dual<f64, 9>;
    let scalar = M::car(parameters(set).unwrap());
    let constants: Vec<D> = numbers(&scalar).into_iter().map(D::constant).collect();
    let car: M::Car<D> = Record::load(&&constants[..]);
    for seed in 0..2000 {
        let state: M::State<f64> = random(seed, anywhere);
        let input: CommonRoadInput<f64> = random(seed + 3_000_000, usual);
        let seeded: Vec<D> =
            numbers(&state).into_iter().enumerate().map(|(i, x)| D::variable(x, i)).collect();
        let given: Vec<D> = numbers(&input).into_iter().map(D::constant).collect();
        let (rates, _) = outlined::evaluate::<M, _>(
            &car,
            &Record::splat(D::constant(0.0)),
            &Record::load(&&seeded[..]),
            &Record::load(&&given[..]),
            &Surface::asphalt(),
        );
        assert!(rates.all_finite(), "{} {state:?}", M::NAME);
        let mut found = Duals(Vec::new());
        rates.store(&mut found);
        let values: Vec<f64> = found.0.iter().map(|dual| dual.lane(0)).collect();
        assert_eq!(values, M::rates(&scalar, &state, &input));
        for dual in found.0 {
            assert!(dual.derivative.iter().all(|d| d.is_finite()), "{} {state:?}: {dual:?}", M::NAME);
        }
    }
}

struct Duals(Vec<Dual<f64, 9>>);

impl Sink<Dual<f64, 9>> for Duals {
    fn write(&mut self, _: usize, value: Dual<f64, 9>) {
        self.0.push(value);
    }
}

#[test]
fn every_state_has_a_jacobian() {
    jacobians_are_finite::<CommonRoadKs>(2);
    jacobians_are_finite::<CommonRoadKst>(4);
    jacobians_are_finite::<CommonRoadSt>(2);
    jacobians_are_finite::<CommonRoadStd>(2);
}

/// Lanes beside each other have the scalar's bits.
fn lanes_are_the_scalar<M: CommonRoad>(set: u32) {
    type L = Lanes<f64, 8>;
    let scalar = M::car(parameters(set).unwrap());
    let car: M::Car<L> = side_by_side(&[scalar; 8]);
    for group in 0..500 {
        let states: [M::State<f64>; 8] =
            core::array::from_fn(|lane| random(8 * group + lane as u64, anywhere));
        let inputs: [CommonRoadInput<f64>; 8] =
            core::array::from_fn(|lane| random(8 * group + lane as u64 + 4_000_000, anywhere));
        let (mode, surface) = (Record::splat(L::zero()), Surface::asphalt());
        let (rates, _) =
            outlined::evaluate::<M, _>(&car, &mode, &side_by_side(&states), &side_by_side(&inputs), &surface);
        let mut found = LanesOf(Vec::new());
        rates.store(&mut found);
        for lane in 0..8 {
            let found: Vec<u64> = found.0.iter().map(|lanes| lanes.lane(lane).to_bits()).collect();
            let alone = M::rates(&scalar, &states[lane], &inputs[lane]);
            let alone: Vec<u64> = alone.into_iter().map(f64::to_bits).collect();
            assert_eq!(found, alone, "{} {:?}", M::NAME, states[lane]);
        }
    }
}

struct LanesOf(Vec<Lanes<f64, 8>>);

impl Sink<Lanes<f64, 8>> for LanesOf {
    fn write(&mut self, _: usize, value: Lanes<f64, 8>) {
        self.0.push(value);
    }
}

fn side_by_side<X: Record<f64>, Y: Record<Lanes<f64, 8>>>(records: &[X; 8]) -> Y {
    let all: Vec<Vec<f64>> = records.iter().map(numbers).collect();
    let columns: Vec<Lanes<f64, 8>> =
        (0..X::LEN).map(|index| Lanes(core::array::from_fn(|lane| all[lane][index]))).collect();
    Y::load(&&columns[..])
}

#[test]
fn lanes_have_the_scalars_bits() {
    lanes_are_the_scalar::<CommonRoadKs>(1);
    lanes_are_the_scalar::<CommonRoadKst>(4);
    lanes_are_the_scalar::<CommonRoadSt>(2);
    lanes_are_the_scalar::<CommonRoadStd>(3);
}

#[test]
fn names_stand_in_commonroads_order() {
    let names = |channels: &[Channel]| channels.iter().map(|channel| channel.name).collect::<Vec<_>>();
    let state = names(<CommonRoadStd as Model>::State::<f64>::CHANNELS);
    assert_eq!(
        state,
        [
            "x_m", "y_m", "front_steer_rad", "speed_m_s", "yaw_rad", "yaw_rate_rad_s", "sideslip_rad",
            "front_wheel_rad_s", "rear_wheel_rad_s",
        ]
    );
    assert_eq!(names(<CommonRoadSt as Model>::State::<f64>::CHANNELS), state[..7]);
    assert_eq!(names(CommonRoadInput::<f64>::CHANNELS), ["steer_rate_rad_s", "acceleration_m_s2"]);
}

#[test]
fn a_set_that_lacks_figures_says_which() {
    type Car<M> = <M as Model>::Car<f64>;
    assert_eq!(Car::<CommonRoadSt>::from_parameters(&SETS[3]).unwrap_err(), Missing::Body);
    assert_eq!(Car::<CommonRoadStd>::from_parameters(&SETS[3]).unwrap_err(), Missing::Body);
    let error = Car::<CommonRoadKst>::from_parameters(&SETS[0]).unwrap_err();
    assert_eq!(error.to_string(), "the parameter set has no trailer: take set 4");
    assert!(parameters(0).is_none() && parameters(5).is_none());
    assert_eq!(parameters(4).unwrap().vehicle, "truck with a semitrailer");
}

#[test]
fn stiff_models_divide_ten_milliseconds() {
    fn check<M: CommonRoad>(set: u32, parts: u32) {
        let state = <M::State<f64> as Record<f64>>::splat(0.0);
        let car = Simulation::<M>::new(M::car(parameters(set).unwrap()), Empty, state);
        assert_eq!(car.sub_steps(Dt::new(0.01).unwrap()).0, parts);
        assert_eq!(car.bare().sub_steps(Dt::new(0.01).unwrap()).0, 1);
    }
    check::<CommonRoadKs>(1, 1);
    check::<CommonRoadKst>(4, 1);
    // The sideslip angle has a time constant of 0.5 ms at the speed where the wheels stop rolling.
    check::<CommonRoadSt>(2, 11);
    check::<CommonRoadStd>(2, 50);
}
