//! The kinematic and the slip-vector car with dual numbers: the value has the scalar's bits, the
//! derivatives are those of differences, and at rest, straight ahead and without slip they are finite.
#![allow(clippy::disallowed_methods)]

use crate::outlined;
use crate::support;

use skidpad_core::controls::Command;
use skidpad_core::math::{Dual, Real};
use skidpad_core::record::{Flag, Record};
use skidpad_core::surface::Surface;
use skidpad_special::{Kinematic, KinematicCar, KinematicMode, KinematicState};
use skidpad_texts::rars::FrictionLaw;
use skidpad_texts::slip_vector::{
    SlipVector, SlipVectorCar, SlipVectorInput, SlipVectorMode, SlipVectorState,
};
use support::{Numbers, build, manual};

type D = Dual<f64, 4>;

/// A record's numbers.
fn numbers_of<R: Real, T: Record<R>>(record: &T) -> Vec<R> {
    let mut all = vec![R::zero(); T::LEN];
    record.store(&mut &mut all[..]);
    all
}

/// The same record over dual numbers, constants.
fn constant<A: Record<f64>, B: Record<D>>(record: &A) -> B {
    let all: Vec<D> = numbers_of(record).into_iter().map(D::constant).collect();
    B::load(&&all[..])
}

/// Compares a function over dual numbers with its differences to four variables; `smooth` says
/// whether the point is away from kinks.
fn compare(
    at: [f64; 4],
    smooth: bool,
    plain: impl Fn([f64; 4]) -> Vec<f64>,
    dual: impl Fn([D; 4]) -> Vec<D>,
) {
    let variables: [D; 4] = core::array::from_fn(|index| D::variable(at[index], index));
    let found = dual(variables);
    let value = plain(at);
    for (index, (found, value)) in found.iter().zip(&value).enumerate() {
        assert!(found.value.to_bits() == value.to_bits(), "{index}: {found:?} {value}");
        assert!(found.derivative.iter().all(|slope| slope.is_finite()), "{index}: {found:?}");
    }
    if !smooth {
        return;
    }
    for variable in 0..4 {
        let h = 1e-6;
        let shifted = |by: f64| {
            let mut at = at;
            at[variable] += by;
            plain(at)
        };
        let (below, above) = (shifted(-h), shifted(h));
        for (index, found) in found.iter().enumerate() {
            let slope = (above[index] - below[index]) / (2.0 * h);
            let off = (found.derivative[variable] - slope).abs();
            assert!(
                off < 2e-6 * (1.0 + slope.abs() + value[index].abs()),
                "{index} to {variable}: {found:?} {slope}"
            );
        }
    }
}

/// Variables: speed, yaw, steer, throttle.
fn kinematic<R: Real>(car: &KinematicCar<R>, [speed_m_s, yaw_rad, steer_rad, throttle]: [R; 4]) -> Vec<R> {
    let state = KinematicState { x_m: R::zero(), y_m: R::zero(), yaw_rad, speed_m_s };
    let command = Command { steer_rad, throttle, gear: R::one(), ..Record::splat(R::zero()) };
    let mode = KinematicMode { direction: R::zero() };
    let road = Surface { slope_rad: R::lit(0.1), bank_rad: R::lit(0.05), ..Surface::asphalt() };
    let (rate, trace) = outlined::evaluate::<Kinematic, _>(car, &mode, &state, &command, &road);
    let mut all = numbers_of(&rate);
    all.extend([
        trace.acceleration_x_m_s2,
        trace.acceleration_y_m_s2,
        trace.sideslip_rad,
        trace.left_steer_rad,
    ]);
    all
}

#[test]
fn the_kinematic_cars_derivatives() {
    let car = KinematicCar::new(&build(&manual()));
    let dual: KinematicCar<D> = constant(&car);
    let mut numbers = Numbers::new(1);
    for _ in 0..200 {
        let at = [numbers.between(15.0, 40.0), numbers.between(-3.0, 3.0), numbers.between(-0.5, 0.5), 0.8];
        compare(at, true, |at| kinematic(&car, at), |at| kinematic(&dual, at));
    }
    for at in [[0.0; 4], [0.0, 0.0, 0.0, 1.0], [5.0, 0.0, 0.0, 0.0], [-1.0, 1.0, 2.0, 1.0]] {
        compare(at, false, |at| kinematic(&car, at), |at| kinematic(&dual, at));
    }
}

/// Variables: speed along, speed across, alpha, share of the power.
fn slip_vector<R: Real>(car: &SlipVectorCar<R>, [along, across, alpha_rad, power_share]: [R; 4]) -> Vec<R> {
    let zero = R::zero();
    let state = SlipVectorState { velocity_x_m_s: along, velocity_y_m_s: across, ..Record::splat(zero) };
    let input = SlipVectorInput { commanded_m_s: R::lit(150.0), alpha_rad, power_share, brake: zero };
    let mode = SlipVectorMode { stands: Flag::from(false) };
    let (rate, trace) = outlined::evaluate::<SlipVector, _>(car, &mode, &state, &input, &Surface::asphalt());
    let mut all = numbers_of(&rate);
    let newtons = R::lit(1e-3);
    all.extend([trace.tread_m_s, newtons * trace.force_x_n, newtons * trace.force_y_n]);
    all
}

#[test]
fn the_slip_vector_cars_derivatives() {
    let mut numbers = Numbers::new(2);
    for law in FrictionLaw::ALL {
        let car = SlipVectorCar { friction_law: law.number(), ..SlipVectorCar::new(&build(&manual())) };
        let dual: SlipVectorCar<D> = constant(&car);
        for _ in 0..200 {
            let at = [numbers.between(8.0, 50.0), numbers.between(-4.0, 4.0), 0.0, numbers.between(0.3, 0.9)];
            // The corner of the linear pieces is no place for differences.
            let smooth = law != FrictionLaw::PiecewiseLinear;
            compare(at, smooth, |at| slip_vector(&car, at), |at| slip_vector(&dual, at));
        }
        for at in [
            [0.0; 4],
            [0.0, 0.0, 0.3, 1.0],
            [10.0, 0.0, 0.0, 0.0],
            [-5.0, 0.0, 0.0, 0.5],
            [0.0, 2.0, 0.0, 0.0],
        ] {
            compare(at, false, |at| slip_vector(&car, at), |at| slip_vector(&dual, at));
        }
    }
}
