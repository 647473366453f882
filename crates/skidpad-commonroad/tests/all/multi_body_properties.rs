//! CommonRoad's multi-body model in any state: no number is lost, the mirror's car does the mirror's thing,
//! derivatives exist, and lanes have the scalar's bits.
#![allow(clippy::disallowed_methods)]

use crate::outlined;

use skidpad_commonroad::{
    CommonRoadInput, CommonRoadMb, CommonRoadMbState, CommonRoadMbTrace, FromParameters, Missing,
    MultiBodyCar, Parameters, SETS, parameters,
};
use skidpad_core::math::{Dual, Lanes, Real};
use skidpad_core::record::{Channel, Channels, Empty, Record, Sink};
use skidpad_core::surface::Surface;

type State = CommonRoadMbState<f64>;
type Input = CommonRoadInput<f64>;
type Trace = CommonRoadMbTrace<f64>;

fn set(number: u32) -> &'static Parameters {
    parameters(number).expect("a set")
}

fn car(from: &Parameters) -> MultiBodyCar<f64> {
    FromParameters::from_parameters(from).expect("a set with all figures")
}

fn evaluate(car: &MultiBodyCar<f64>, state: &State, input: &Input) -> (State, Trace) {
    outlined::evaluate::<CommonRoadMb, _>(car, &Empty, state, input, &Surface::asphalt())
}

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

fn random<X: Record<f64> + Channels>(seed: u64) -> X {
    let number = |(field, channel)| anywhere(channel, 64 * seed + field);
    X::load(&&(1..).zip(X::CHANNELS).map(number).collect::<Vec<f64>>()[..])
}

fn numbers<X: Record<f64>>(record: &X) -> Vec<f64> {
    let mut numbers = vec![0.0; X::LEN];
    record.store(&mut &mut numbers[..]);
    numbers
}

/// States and inputs of random numbers.
fn random_states(count: u64) -> impl Iterator<Item = (State, Input)> {
    (0..count).map(|seed| (random(seed), random(seed + 7_000_000)))
}

fn all_rates_are_numbers(number: u32, count: u64) {
    let made = car(set(number));
    let single: MultiBodyCar<f32> = rounded(&made);
    let (mut lifted, mut backwards) = (0, 0);
    for (state, input) in random_states(count) {
        let (rates, trace) = evaluate(&made, &state, &input);
        assert!(rates.all_finite() && trace.all_finite(), "{state:?} {input:?}: {rates:?}");
        let (surface, state_f32, input_f32) = (Surface::asphalt(), rounded(&state), rounded(&input));
        let (rates, _) =
            outlined::evaluate::<CommonRoadMb, f32>(&single, &Empty, &state_f32, &input_f32, &surface);
        assert!(rates.all_finite(), "in f32: {state:?} {input:?}: {rates:?}");
        lifted += u64::from(trace.front_left_load_n < 0.0);
        backwards += u64::from(state.velocity_x_m_s < 0.0);
    }
    assert!(lifted > count / 10 && backwards > count / 10, "{lifted} {backwards}");
}

fn rounded<X: Record<f64>, Y: Record<f32>>(record: &X) -> Y {
    let numbers: Vec<f32> = numbers(record).into_iter().map(|number| number as f32).collect();
    Y::load(&&numbers[..])
}

/// At standstill, with tyres in the air and in the road, on the roof, backwards.
#[test]
fn every_state_within_the_ranges_has_rates() {
    [1, 2, 3].into_iter().for_each(|number| all_rates_are_numbers(number, 40_000));
}

#[test]
#[ignore = "soak: a million states of each set"]
fn every_one_of_many_states_has_rates() {
    [1, 2, 3].into_iter().for_each(|number| all_rates_are_numbers(number, 1_000_000));
}

/// Left and right exchanged.
fn mirrored(state: &State) -> State {
    State {
        y_m: -state.y_m,
        front_steer_rad: -state.front_steer_rad,
        yaw_rad: -state.yaw_rad,
        yaw_rate_rad_s: -state.yaw_rate_rad_s,
        lean_left_rad: -state.lean_left_rad,
        lean_left_rate_rad_s: -state.lean_left_rate_rad_s,
        velocity_y_m_s: -state.velocity_y_m_s,
        front_lean_left_rad: -state.front_lean_left_rad,
        front_lean_left_rate_rad_s: -state.front_lean_left_rate_rad_s,
        front_velocity_y_m_s: -state.front_velocity_y_m_s,
        rear_lean_left_rad: -state.rear_lean_left_rad,
        rear_lean_left_rate_rad_s: -state.rear_lean_left_rate_rad_s,
        rear_velocity_y_m_s: -state.rear_velocity_y_m_s,
        front_right_wheel_rad_s: state.front_left_wheel_rad_s,
        front_left_wheel_rad_s: state.front_right_wheel_rad_s,
        rear_right_wheel_rad_s: state.rear_left_wheel_rad_s,
        rear_left_wheel_rad_s: state.rear_right_wheel_rad_s,
        front_shift_m: -state.front_shift_m,
        rear_shift_m: -state.rear_shift_m,
        ..*state
    }
}

/// As numbers, to the last bit. The tyre is not symmetric: the mirrored car has the mirrored tyre.
#[test]
fn the_mirrored_car_does_the_mirrors_thing() {
    for number in [1, 2, 3] {
        let made = car(set(number));
        let other = car(&Parameters { tyre: set(number).tyre.mirrored(), ..*set(number) });
        for (state, input) in random_states(3000) {
            let (rates, _) = evaluate(&made, &state, &input);
            let turned = CommonRoadInput { steer_rate_rad_s: -input.steer_rate_rad_s, ..input };
            let (seen, _) = evaluate(&other, &mirrored(&state), &turned);
            assert_eq!(seen, mirrored(&rates), "{state:?} {input:?}");
        }
    }
}

struct Kept<R>(Vec<R>);

impl<R: Real> Sink<R> for Kept<R> {
    fn write(&mut self, _: usize, value: R) {
        self.0.push(value);
    }
}

/// Derivatives of every rate with respect to every state are finite, and their values the scalar's.
#[test]
fn every_state_has_a_jacobian() {
    type D = Dual<f64, 1>;
    let scalar = car(set(2));
    let constants: Vec<D> = numbers(&scalar).into_iter().map(D::constant).collect();
    let made: MultiBodyCar<D> = Record::load(&&constants[..]);
    for (state, input) in random_states(1000) {
        let expected = numbers(&evaluate(&scalar, &state, &input).0);
        let given: Vec<D> = numbers(&input).into_iter().map(D::constant).collect();
        for varied in 0..expected.len() {
            let mut seeded: Vec<D> = numbers(&state).into_iter().map(D::constant).collect();
            seeded[varied] = D::variable(seeded[varied].value, 0);
            let (state_d, input_d) = (Record::load(&&seeded[..]), Record::load(&&given[..]));
            let (rates, _) =
                outlined::evaluate::<CommonRoadMb, _>(&made, &Empty, &state_d, &input_d, &Surface::asphalt());
            let mut found = Kept(Vec::new());
            rates.store(&mut found);
            let values: Vec<f64> = found.0.iter().map(|dual| dual.value).collect();
            assert_eq!(values, expected);
            assert!(
                found.0.iter().all(|dual| dual.derivative[0].is_finite()),
                "{varied} of {state:?} {input:?}"
            );
        }
    }
}

/// Lanes beside each other have the scalar's bits.
#[test]
fn lanes_have_the_scalars_bits() {
    type L = Lanes<f64, 8>;
    fn side_by_side<X: Record<f64>, Y: Record<L>>(records: &[X; 8]) -> Y {
        let all: Vec<Vec<f64>> = records.iter().map(numbers).collect();
        let columns: Vec<L> =
            (0..X::LEN).map(|index| Lanes(core::array::from_fn(|lane| all[lane][index]))).collect();
        Y::load(&&columns[..])
    }
    let scalar = car(set(3));
    let made: MultiBodyCar<L> = side_by_side(&[scalar; 8]);
    for group in 0..300 {
        let states: [State; 8] = core::array::from_fn(|lane| random(8 * group + lane as u64));
        let inputs: [Input; 8] = core::array::from_fn(|lane| random(8 * group + lane as u64 + 4_000_000));
        let (mode, surface) = (Record::splat(L::zero()), Surface::asphalt());
        let (rates, _) = outlined::evaluate::<CommonRoadMb, _>(
            &made,
            &mode,
            &side_by_side(&states),
            &side_by_side(&inputs),
            &surface,
        );
        let mut found = Kept(Vec::new());
        rates.store(&mut found);
        for lane in 0..8 {
            let found: Vec<u64> = found.0.iter().map(|lanes| lanes.lane(lane).to_bits()).collect();
            let alone = numbers(&evaluate(&scalar, &states[lane], &inputs[lane]).0);
            assert_eq!(
                found,
                alone.into_iter().map(f64::to_bits).collect::<Vec<u64>>(),
                "{:?}",
                states[lane]
            );
        }
    }
}

#[test]
fn the_trucks_set_lacks_a_body() {
    assert_eq!(MultiBodyCar::from_parameters(&SETS[3]).unwrap_err(), Missing::Body);
    let without = Parameters { suspension: None, ..SETS[0] };
    let error = MultiBodyCar::from_parameters(&without).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the parameter set gives no axles, springs and dampers: take set 1, 2 or 3"
    );
}
