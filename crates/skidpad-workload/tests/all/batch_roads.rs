//! A road of its own under each car and wheel, for each sub-step: a car of a batch moves over it as it does alone.

use std::sync::atomic::{AtomicUsize, Ordering};

use skidpad_core::batch::Number;
use skidpad_core::batch::{Batch, CarUnderWay, OutputChannel};
use skidpad_core::controls::Command;
use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::model::two_track::{Alone, Brushes, Curves, TwoTrack, TwoTrackInput, TwoTrackState};
use skidpad_core::model::{Model, StraightLine, StraightLineState};
use skidpad_core::record::Record;
use skidpad_core::snapshot::Snapshot;
use skidpad_core::step::{Dt, Simulation};
use skidpad_core::surface::Surface;
use skidpad_workload::{Fleet, Visitor, every_fleet, four_wheels, slip_vector, straight_line, two_track, w1};

const CARS: usize = 37;
const STEPS_S: [f64; 4] = [0.01, 1.0 / 60.0, 0.0013, 0.02];

fn one_of<X: Copy>(all: &[X], car: usize) -> X {
    all[car % all.len()]
}

/// The first number of a state: a position of most models.
fn first<T: Number, X: Record<T>>(state: &X) -> T {
    let mut numbers = vec![T::zero(); X::LEN];
    state.store(&mut &mut numbers[..]);
    numbers[0]
}

/// Stripes of different grip across the road, and other ones for each car.
fn striped<T: Number>(car: usize, place: T, surface: &Surface<T>) -> Surface<T> {
    let stripe = (place.lane(0) * 7.0 + car as f64).floor().rem_euclid(3.0);
    Surface { grip: T::lit(0.4 + 0.2 * stripe), slope_rad: T::lit(0.03 * (stripe - 1.0)), ..*surface }
}

/// A longest sub-step for some cars, so that neighbours differ.
fn imposed_s(car: usize) -> Option<f64> {
    [None, Some(0.0007), None, Some(Dt::LARGEST_S)][car % 4]
}

fn batch<M: Model, T: Number>(fleet: &Fleet<M>) -> Batch<M, T> {
    let mut batch = Batch::new(&fleet.cars, &fleet.modes, &fleet.states).unwrap();
    batch.set_inputs(&fleet.inputs);
    batch.set_surfaces(&(0..CARS).map(|car| one_of(&fleet.surfaces, car)).collect::<Vec<_>>());
    for car in 0..CARS {
        let longest_step_s = imposed_s(car);
        batch.restore(car, &Snapshot { longest_step_s, ..batch.save(car) }).unwrap();
    }
    batch
}

fn simulation<M: Model>(fleet: &Fleet<M>, car: usize) -> Simulation<M> {
    let (vehicle, mode) = (one_of(&fleet.cars, car), one_of(&fleet.modes, car));
    let mut simulation = Simulation::<M>::new(vehicle, mode, fleet.states[car]);
    let longest_step_s = imposed_s(car);
    simulation.restore(&Snapshot { longest_step_s, ..simulation.save() }).unwrap();
    simulation
}

/// Drives a batch and each car alone over roads, and compares them after each step; the batch's digest at the end.
fn check<M: Model>(
    fleet: &Fleet<M>,
    mut batch: Batch<M, f64>,
    simulation: impl Fn(usize) -> Simulation<M>,
    road: impl Fn(
        usize,
        &M::Car<f64>,
        &M::State<f64>,
        &M::Input<f64>,
        &Surface<f64>,
    ) -> (M::Input<f64>, Surface<f64>)
    + Sync,
) -> u64 {
    let mut cars: Vec<_> = (0..CARS).map(simulation).collect();
    for (step, dt_s) in STEPS_S.into_iter().enumerate() {
        let dt = Dt::new(dt_s).unwrap();
        let looks = AtomicUsize::new(0);
        batch.step_over(dt, |car: &CarUnderWay<'_, M, f64>| {
            looks.fetch_add(1, Ordering::Relaxed);
            road(car.index(), &car.vehicle(), car.state(), &car.input(), &car.surface())
        });
        let mut looks_alone = 0;
        for (car, simulation) in cars.iter_mut().enumerate() {
            let (mut left, _) = simulation.sub_steps(dt);
            let (input, surface) = (fleet.inputs[car], one_of(&fleet.surfaces, car));
            simulation.step_over(dt, |vehicle, state| {
                let (input, surface) = road(car, vehicle, state, &input, &surface);
                let input = M::held(vehicle, state, &input, f64::from(left));
                (left, looks_alone) = (left - 1, looks_alone + 1);
                (input, surface)
            });
            let name = format!("{} {car} after step {step}", M::NAME);
            assert_eq!(batch.fault(car), simulation.fault(), "{name}");
            assert_eq!(batch.status(car), simulation.status(), "{name}");
            // State and mode alone: a stopped car's own time stops.
            let (found, expected) = (batch.save(car), simulation.save());
            let is_same = |index| found.number(index).to_bits() == expected.number(index).to_bits();
            assert!((0..Snapshot::<M>::LEN).all(is_same), "{name}");
        }
        let outputs = outputs_over(&mut batch, &road);
        for (car, simulation) in cars.iter().enumerate() {
            let given = (&fleet.inputs[car], &one_of(&fleet.surfaces, car));
            let (input, surface) = road(car, simulation.car(), simulation.state(), given.0, given.1);
            let (_, alone) = simulation.look(&input, &surface);
            assert_eq!(outputs[car], bits::<f64, _>(&alone), "outputs of {} {car}", M::NAME);
        }
        assert_eq!(looks.into_inner(), looks_alone, "{} step {step}", M::NAME);
    }
    batch.digest()
}

/// The bits of all outputs of each car on its road.
fn outputs_over<M: Model>(
    batch: &mut Batch<M, f64>,
    road: &(
         impl Fn(
        usize,
        &M::Car<f64>,
        &M::State<f64>,
        &M::Input<f64>,
        &Surface<f64>,
    ) -> (M::Input<f64>, Surface<f64>)
         + Sync
     ),
) -> Vec<Vec<u64>> {
    let channels: Vec<_> = OutputChannel::<M>::all().collect();
    let mut buffer = vec![-7.0; channels.len() * CARS];
    let given = |car: &CarUnderWay<'_, M, f64>| {
        road(car.index(), &car.vehicle(), car.state(), &car.input(), &car.surface())
    };
    batch.outputs_over(&channels, &mut buffer, given).unwrap();
    let of_car = |car: usize| buffer[car..].iter().step_by(CARS).map(|number| number.to_bits());
    (0..CARS).map(|car| of_car(car).collect()).collect()
}

fn bits<T: Number, X: Record<T>>(record: &X) -> Vec<u64> {
    let mut numbers = vec![T::zero(); X::LEN];
    record.store(&mut &mut numbers[..]);
    numbers.into_iter().map(|number| number.lane(0).to_bits()).collect()
}

struct OverStripes(usize);

impl Visitor for OverStripes {
    fn visit<M: Model>(&mut self, fleet: fn(usize) -> Fleet<M>) {
        let fleet = fleet(CARS);
        let road =
            |car, _: &M::Car<f64>, state: &M::State<f64>, input: &M::Input<f64>, surface: &Surface<f64>| {
                (*input, striped(car, first::<f64, _>(state), surface))
            };
        let digest = check(&fleet, batch(&fleet), |car| simulation(&fleet, car), road);
        #[cfg(feature = "threads")]
        check(&fleet, batch(&fleet).with_threads(3), |car| simulation(&fleet, car), road);
        // The road matters to most: what does not change anything would be equal for no reason.
        let mut plain = batch::<M, f64>(&fleet);
        STEPS_S.iter().for_each(|dt_s| _ = plain.step(Dt::new(*dt_s).unwrap()));
        self.0 += usize::from(plain.digest() != digest);
    }
}

/// In `f32` a road that does not change is the one that was set.
fn in_single<M: Model>(fleet: &Fleet<M>) {
    let (mut set, mut over) = (batch::<M, f32>(fleet), batch::<M, f32>(fleet));
    for dt_s in STEPS_S {
        let dt = Dt::new(dt_s).unwrap();
        assert_eq!(set.step(dt), over.step_over(dt, |car| (car.input(), car.surface())), "{}", M::NAME);
        assert_eq!(set.digest(), over.digest(), "{}", M::NAME);
    }
}

#[test]
fn a_car_of_a_batch_moves_over_its_own_road_as_alone() {
    let mut all = OverStripes(0);
    every_fleet(&mut all);
    assert!(all.0 >= 9, "{} models feel the road", all.0);
}

/// Blocks of other widths, pairs, and equations that go stage by stage.
#[test]
fn cars_in_single_precision_move_over_roads() {
    in_single(&w1(CARS));
    in_single(&straight_line(CARS));
    in_single(&slip_vector(CARS));
}

/// Each wheel stands on its own spot.
#[test]
fn each_wheel_of_a_batch_has_its_own_road() {
    type Car = TwoTrack<Curves>;
    let fleet = two_track(CARS);
    let road = |car: usize,
                vehicle: &<Car as Model>::Car<f64>,
                state: &TwoTrackState<f64>,
                input: &TwoTrackInput<f64>,
                surface: &Surface<f64>| {
        let places = vehicle.base.wheel_places_m(&state.body);
        let mut roads = input.roads.in_a_row();
        for (road, place) in roads.iter_mut().zip(places) {
            road.grip = striped(car, place[0] + 3.0 * place[1], surface).grip;
            road.height_m = 0.01 * Real::sin(place[0]);
        }
        (TwoTrackInput { roads: skidpad_core::wheels::Wheels::from_row(roads), ..*input }, *surface)
    };
    check::<Car>(&fleet, batch(&fleet), |car| simulation(&fleet, car), road);
}

/// An input that is no number is named where it comes from: the function, in one step, for some cars.
#[test]
fn a_bad_input_that_is_given_on_the_way_is_named() {
    let fleet = straight_line(CARS);
    let road =
        |car: usize, _: &_, state: &StraightLineState<f64>, input: &Command<f64>, surface: &Surface<f64>| {
            let is_bad = car.is_multiple_of(3) && state.position_m > 0.3;
            (Command { brake: if is_bad { f64::NAN } else { input.brake }, ..*input }, *surface)
        };
    check::<StraightLine>(&fleet, batch(&fleet), |car| simulation(&fleet, car), road);
    let mut batch = batch::<StraightLine, f64>(&fleet);
    let dt = Dt::new(0.02).unwrap();
    let broken = |car: &CarUnderWay<'_, _, f64>| (Command { clutch: f64::NAN, ..car.input() }, car.surface());
    assert_eq!(batch.step_over(dt, broken).running, CARS);
    assert!((0..CARS).all(|car| batch.fault(car).is_some_and(|fault| fault.field == "clutch")));
    batch.step(dt);
    assert!((0..CARS).all(|car| batch.fault(car).is_none()));
}

/// Another integrator than the model's own is rare, and takes a way of its own.
#[test]
fn any_integrator_moves_over_roads() {
    let fleet = straight_line(CARS);
    for method in [Method::ALL[0], StraightLine::INTEGRATOR] {
        let road = |car, _: &_, state: &_, input: &_, surface: &Surface<f64>| {
            (*input, striped(car, first::<f64, _>(state), surface))
        };
        check::<StraightLine>(
            &fleet,
            batch(&fleet).with_method(method),
            |car| simulation(&fleet, car).with_method(method),
            road,
        );
    }
}

/// A model for one car at a time has no lanes: its batch calls the equations that are compiled for one car.
#[test]
fn a_model_without_lanes_has_batches() {
    type Car = TwoTrack<Alone<Brushes>>;
    let fleet = four_wheels::<Alone<Brushes>>(CARS);
    let road = |car,
                _: &<Car as Model>::Car<f64>,
                state: &TwoTrackState<f64>,
                input: &TwoTrackInput<f64>,
                surface: &Surface<f64>| { (*input, striped(car, state.body.x_m, surface)) };
    let digest = check::<Car>(&fleet, batch(&fleet), |car| simulation(&fleet, car), road);
    let mut plain = batch::<Car, f64>(&fleet);
    STEPS_S.iter().for_each(|dt_s| _ = plain.step(Dt::new(*dt_s).unwrap()));
    assert_ne!(plain.digest(), digest);
}

/// One pool serves several batches in turn, and steps do not depend on it.
#[cfg(feature = "threads")]
#[test]
fn batches_share_a_pool() {
    let (points, cars) = (w1(CARS), straight_line(CARS));
    let (mut first, mut second) = (points.batch::<f64>(), cars.batch::<f64>());
    let (mut first_alone, mut second_alone) = (points.batch::<f64>(), cars.batch::<f64>());
    let mut pool = Some(skidpad_core::batch::Pool::new(3));
    for _ in 0..5 {
        assert!(first.replace_pool(pool.take()).is_none());
        assert_eq!(first.threads(), 3);
        first.step(points.dt());
        pool = first.replace_pool(None);
        second.replace_pool(pool.take());
        second.step(cars.dt());
        pool = second.replace_pool(None);
        first_alone.step(points.dt());
        second_alone.step(cars.dt());
    }
    assert_eq!((first.digest(), second.digest()), (first_alone.digest(), second_alone.digest()));
    assert_eq!(first.threads(), 1);
}
