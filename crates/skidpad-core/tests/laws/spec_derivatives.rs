//! A specification over dual numbers: the numbers of every car that is made of it carry their derivatives with respect to
//! each number of the specification.
//!
//! A vehicle over dual numbers once came from a record, and had lost its chassis, its stalling and its own tyres on the way:
//! their derivatives were 0, and so were their values.

use skidpad_core::math::{Dual, Real};
use skidpad_core::model::SingleTrackCar;
use skidpad_core::model::two_track::{
    Brushes, Curves, FialaTyres, Kind, MagicTyres, Pacejka89Tyres, SprungMagicTyres, TmeasyTyres,
};
use skidpad_core::record::Record;
use skidpad_core::spec::{BumpStopsSpec, OnAxles, Section, StallingSpec, TyresSpec, Vehicle, VehicleSpec};
use skidpad_special::{KinematicCar, MotorcycleCar};
use skidpad_texts::ackermann::{AckermannCar, HlavacsCar};
use skidpad_texts::slip_vector::SlipVectorCar;

use crate::support::{Numbers, automatic, build, electric, manual};
use crate::units::cars::uneven;

type D = Dual<f64, 1>;

/// All numbers of every car that can be made of a vehicle, by the car's name.
fn cars<R: Real>(vehicle: &Vehicle<R>) -> Vec<(&'static str, Vec<R>)> {
    fn numbers<R: Real, T: Record<R>>(record: &T) -> Vec<R> {
        let mut all = vec![R::zero(); T::LEN];
        record.store(&mut all.as_mut_slice());
        all
    }
    vec![
        ("two axles", numbers(vehicle.two_axles())),
        ("chassis", numbers(vehicle.chassis())),
        ("engine control", numbers(vehicle.engine_control())),
        ("single_track", numbers(&SingleTrackCar::from(vehicle))),
        ("kinematic", numbers(&KinematicCar::new(vehicle))),
        ("slip_vector", numbers(&SlipVectorCar::new(vehicle))),
        ("ackermann", numbers(&AckermannCar::from_vehicle(vehicle))),
        ("hlavacs", numbers(&HlavacsCar::from_vehicle(vehicle))),
        ("motorcycle", numbers(&MotorcycleCar::from_vehicle(vehicle))),
        ("two_track", numbers(&Curves::car(vehicle))),
        ("two_track_brush", numbers(&Brushes::car(vehicle))),
        ("two_track_fiala", numbers(&FialaTyres::car(vehicle))),
        ("two_track_tmeasy", numbers(&TmeasyTyres::car(vehicle))),
        ("two_track_pacejka89", numbers(&Pacejka89Tyres::car(vehicle))),
        ("two_track_magic", numbers(&MagicTyres::car(vehicle))),
        ("two_track_sprung_magic", numbers(&SprungMagicTyres::car(vehicle))),
    ]
}

/// The specification with one number, counted in its order, replaced; its value, and how many numbers there are.
fn with_number<R: Real>(spec: &VehicleSpec, place: usize, number: impl Fn(f64) -> R) -> VehicleSpec<R> {
    let mut index = 0;
    spec.map(|value| {
        index += 1;
        if index - 1 == place { number(value) } else { R::lit(value) }
    })
}

fn numbers_of(spec: &VehicleSpec) -> Vec<f64> {
    let mut all = Vec::new();
    let _ = spec.map(|value| {
        all.push(value);
        value
    });
    all
}

/// Compares each derivative with differences. Answers how many numbers of the specification were compared, and how many
/// derivatives other than 0 there were.
fn compare(spec: &VehicleSpec) -> (usize, usize) {
    let (mut compared, mut not_zero) = (0, 0);
    let here = cars(&build(spec));
    for (place, value) in numbers_of(spec).into_iter().enumerate() {
        let at = |step: f64| with_number(spec, place, |_| value + step).validate().ok().map(|car| cars(&car));
        let duals =
            with_number(spec, place, |value| D::variable(value, 0)).validate().expect("the same values");
        let step = 1e-6 * Real::max(value.abs(), 1e-3);
        let (ahead, behind) = (at(step), at(-step));
        let (closer_ahead, closer_behind) = (at(0.1 * step), at(-0.1 * step));
        compared += usize::from(ahead.is_some() || behind.is_some());
        for (car, (name, duals)) in cars(&duals).into_iter().enumerate() {
            for (index, dual) in duals.into_iter().enumerate() {
                let base = here[car].1[index];
                assert_eq!(dual.value.to_bits(), base.to_bits(), "{name} {index}: value of a dual number");
                not_zero += usize::from(dual.derivative[0] != 0.0);
                let slope = |cars: &Option<Vec<(&str, Vec<f64>)>>, step: f64| {
                    cars.as_ref().map(|cars| (cars[car].1[index] - base) / step)
                };
                let near = |slope: f64| {
                    let noise = 1e-15 * base.abs() / step;
                    let off = (slope - dual.derivative[0]).abs();
                    off <= 2e-5 * (slope.abs() + dual.derivative[0].abs()) + 4.0 * noise + 1e-9
                };
                let (forward, backward) = (slope(&ahead, step), slope(&behind, -step));
                let central = forward.zip(backward).map(|(one, other)| 0.5 * (one + other));
                // At a kink the derivative is that of the branch that the value takes.
                let is_near = [central, forward, backward].into_iter().flatten().any(near);
                // A flag, as "has a limited-slip differential", jumps: the closer, the steeper.
                let jumps = |far: Option<f64>, close: Option<f64>| {
                    far.zip(close).is_some_and(|(far, close)| close.abs() > 5.0 * far.abs())
                };
                let is_jump = jumps(forward, slope(&closer_ahead, 0.1 * step))
                    || jumps(backward, slope(&closer_behind, -0.1 * step));
                assert!(
                    is_near || is_jump || (forward.is_none() && backward.is_none()),
                    "{} number {place} ({value}): {name} {index} ({base}): {} by duals, {forward:?} and {backward:?} \
                     by differences",
                    spec.name,
                    dual.derivative[0],
                );
            }
        }
    }
    (compared, not_zero)
}

#[test]
fn every_number_of_every_car_has_its_derivative_with_respect_to_every_number_of_the_specification() {
    for (spec, least) in [(manual(), 50), (automatic(), 60), (electric(), 40)] {
        let (compared, not_zero) = compare(&spec);
        assert!(compared >= least && not_zero > 400, "{}: {compared} numbers, {not_zero}", spec.name);
    }
    for seed in 0..2 {
        let (compared, not_zero) = compare(&uneven(&mut Numbers::new(300 + seed)));
        assert!(compared > 70 && not_zero > 1000, "{compared} {not_zero}");
    }
}

#[test]
fn derivatives_go_through_stalling_bump_stops_and_tyres_of_their_own() {
    let mut spec = manual();
    let mut stalling = StallingSpec::blank();
    (stalling.clutch_by_pedal, stalling.stall_rad_s, stalling.starts_itself) = (1.0, 40.0, 0.0);
    (stalling.standing_nm, stalling.starter_nm, stalling.starter_rad_s) = (30.0, 200.0, 170.0);
    spec.stalling = Some(stalling);
    spec.bump_stops =
        Some(BumpStopsSpec { front_travel_m: 0.08, rear_travel_m: 0.09, length_m: 0.04, load: 2.0 });
    let vehicle = build(&spec);
    let both = |front, rear| OnAxles { front, rear };
    spec.tyres = Some(TyresSpec {
        brush: Some(OnAxles { front: vehicle.brush_tyre(true), rear: vehicle.brush_tyre(false) }),
        fiala: Some(OnAxles { front: vehicle.fiala_tyre(true), rear: vehicle.fiala_tyre(false) }),
        tmeasy: Some(OnAxles { front: vehicle.tmeasy_tyre(true), rear: vehicle.tmeasy_tyre(false) }),
        pacejka89: Some(both(vehicle.pacejka89_tyre(true), vehicle.pacejka89_tyre(false))),
        magic: None,
    });
    let (compared, not_zero) = compare(&spec);
    assert!(compared > 150 && not_zero > 1000, "{compared} {not_zero}");
}

#[test]
fn what_is_wrong_is_reported_over_dual_numbers_as_over_plain_ones() {
    let mut spec = manual();
    spec.body.wheelbase_m = -1.0;
    let faults = spec.validate().expect_err("a wheelbase below 0");
    assert_eq!(spec.map(D::constant).validate().expect_err("the same"), faults);
}
