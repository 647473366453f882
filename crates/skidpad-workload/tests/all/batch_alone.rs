//! Each car of a batch moves exactly as it does alone, whatever its neighbours: cars of different vehicles, modes,
//! speeds, inputs and surfaces, with sub-steps of their own, under steps of changing length.
//!
//! `batch_identity.rs` compares the kernels at one sub-step per step; here the batch divides the steps.

use skidpad_core::batch::Number;
use skidpad_core::batch::{Batch, Level};
use skidpad_core::math::Mask;
use skidpad_core::model::{Model, StraightLine};
use skidpad_core::record::Record;
use skidpad_core::snapshot::{Snapshot, StateHash};
use skidpad_core::step::{Dt, Simulation, Status, sub_step_alone};
use skidpad_core::surface::Surface;
use skidpad_workload::{Fleet, Visitor, every_fleet, straight_line};

/// Cars in the largest batch: more than a block of any width, and no whole number of blocks.
const CARS: usize = 65;
/// The caller's steps, s: shorter than any sub-step, between, and many times as long.
const STEPS_S: [f64; 5] = [0.01, 0.0007, 1.0 / 60.0, 0.002, 0.03];

fn one_of<X: Copy>(all: &[X], car: usize) -> X {
    all[car % all.len()]
}

/// A fleet whose cars differ in all that they are given, with the input of each step.
struct Unequal<M: Model> {
    fleet: Fleet<M>,
    surfaces: Vec<Surface<f64>>,
}

impl<M: Model> Unequal<M> {
    fn new(make: fn(usize) -> Fleet<M>) -> Self {
        let fleet = make(CARS);
        let differs = |car| Surface { grip: 0.4 + 0.01 * car as f64, ..one_of(&fleet.surfaces, car) };
        Self { surfaces: (0..CARS).map(differs).collect(), fleet }
    }

    /// The input of a car in a step: another car's, so that it changes.
    fn input(&self, car: usize, step: usize) -> M::Input<f64> {
        one_of(&self.fleet.inputs, car + 7 * step)
    }

    /// Longest sub-step that a car is given instead of its vehicle's, s: in every model some cars have one.
    fn imposed_s(&self, car: usize) -> Option<f64> {
        [None, Some(0.0011), Some(0.0004), None, Some(Dt::LARGEST_S)][car % 5]
    }

    /// Longest sub-step of a car, s.
    fn longest_s(&self, car: usize) -> f64 {
        self.imposed_s(car).unwrap_or_else(|| M::longest_step_s(&one_of(&self.fleet.cars, car)))
    }

    /// Some cars of it as a batch.
    fn batch<T: Number>(&self, cars: &[usize]) -> Batch<M, T> {
        let pick = |all: &[M::Car<f64>]| match all {
            [one] => vec![*one],
            all => cars.iter().map(|car| all[*car]).collect(),
        };
        let modes: Vec<_> = cars.iter().map(|car| one_of(&self.fleet.modes, *car)).collect();
        let states: Vec<_> = cars.iter().map(|car| self.fleet.states[*car]).collect();
        let surfaces: Vec<_> = cars.iter().map(|car| self.surfaces[*car]).collect();
        let mut batch = Batch::new(&pick(&self.fleet.cars), &modes, &states).expect("there are cars");
        batch.set_surfaces(&surfaces);
        for (place, car) in cars.iter().enumerate() {
            let longest_step_s = self.imposed_s(*car);
            batch.restore(place, &Snapshot { longest_step_s, ..batch.save(place) }).expect("finite numbers");
        }
        batch
    }
}

/// The hash of a car's state and mode after each step, and how it is at the end.
#[derive(Clone, Debug, PartialEq)]
struct Driven {
    hashes: Vec<u64>,
    status: Status,
}

fn hash<R: Number, X: Record<R>, Y: Record<R>>(state: &X, mode: &Y) -> u64 {
    let mut hash = StateHash::default();
    hash.record(state);
    hash.record(mode);
    hash.value()
}

/// A car alone, in `T`: [`Simulation::step`]'s rules once more, as there is no simulation in `f32`.
fn alone<M: Model, T: Number>(all: &Unequal<M>, car: usize) -> Driven {
    let batch = all.batch::<T>(&[car]);
    let (vehicle, surface) = (batch.car(0), batch.surface(0));
    let (mut mode, mut state) = (batch.mode(0), batch.state(0));
    let mut driven = Driven { hashes: Vec::new(), status: Status::Running };
    for (step, dt_s) in STEPS_S.into_iter().enumerate() {
        let mut given = all.batch::<T>(&[car]);
        given.set_inputs(&[all.input(car, step)]);
        let (count, part_s) = Dt::new(dt_s).unwrap().divide(all.longest_s(car));
        let before = (mode, state);
        for left in (1..=count).rev().filter(|_| driven.status == Status::Running) {
            let input = M::held(&vehicle, &state, &given.input(0), T::lit(f64::from(left)));
            let dt = T::lit(part_s);
            (mode, state) =
                sub_step_alone::<M, T>(M::INTEGRATOR, &vehicle, (&mode, &state), &input, &surface, dt);
        }
        if driven.status == Status::Running {
            driven.status = status::<M, T>(&mode, &state);
            if driven.status == Status::Quarantined {
                (mode, state) = before;
            }
        }
        driven.hashes.push(hash::<T, _, _>(&state, &mode));
    }
    driven
}

fn status<M: Model, T: Number>(mode: &M::Mode<T>, state: &M::State<T>) -> Status {
    if !(mode.all_finite() & state.all_finite()).all() {
        return Status::Quarantined;
    }
    let ended = M::ended(mode).lane(0);
    [Status::Running, Status::ENGINE_BLOWN, Status::FALLEN_OVER][ended as usize]
}

/// The same as a simulation.
fn simulated<M: Model>(all: &Unequal<M>, car: usize) -> Driven {
    let (vehicle, mode) = (one_of(&all.fleet.cars, car), one_of(&all.fleet.modes, car));
    let mut simulation = Simulation::<M>::new(vehicle, mode, all.fleet.states[car]);
    let longest_step_s = all.imposed_s(car);
    simulation.restore(&Snapshot { longest_step_s, ..simulation.save() }).expect("finite numbers");
    let mut hashes = Vec::new();
    for (step, dt_s) in STEPS_S.into_iter().enumerate() {
        simulation.step(&all.input(car, step), &all.surfaces[car], Dt::new(dt_s).unwrap());
        hashes.push(hash::<f64, _, _>(simulation.state(), simulation.mode()));
    }
    Driven { hashes, status: simulation.status() }
}

/// That some cars in a batch move as they do alone.
fn check<M: Model, T: Number>(
    all: &Unequal<M>,
    alone: &[Driven],
    cars: &[usize],
    ready: impl Fn(Batch<M, T>) -> Option<Batch<M, T>>,
    what: &str,
) {
    let Some(mut batch) = ready(all.batch::<T>(cars)) else { return };
    for (step, dt_s) in STEPS_S.into_iter().enumerate() {
        let inputs: Vec<_> = cars.iter().map(|car| all.input(*car, step)).collect();
        batch.set_inputs(&inputs);
        batch.step(Dt::new(dt_s).unwrap());
        for (place, car) in cars.iter().enumerate() {
            let name = format!("{}, {what}: car {car} of {} after step {step}", M::NAME, cars.len());
            let found = hash::<T, _, _>(&batch.state(place), &batch.mode(place));
            assert_eq!(found, alone[*car].hashes[step], "{name}");
        }
    }
    for (place, car) in cars.iter().enumerate() {
        assert_eq!(batch.status(place), alone[*car].status, "{}, {what}: car {car}", M::NAME);
    }
}

fn check_in<M: Model, T: Number>(all: &Unequal<M>, alone: &[Driven]) {
    let whole: Vec<usize> = (0..CARS).collect();
    // Whole fleets, and pieces of them: each car meets other neighbours, at another place of its block.
    for count in [1, 7, 8] {
        for cars in whole.chunks(count).step_by(if count == 1 { 9 } else { 3 }) {
            check::<M, T>(all, alone, cars, Some, "a piece");
        }
    }
    for level in Level::ALL {
        check::<M, T>(all, alone, &whole, |batch| batch.with_level(level), level.name());
    }
    let reversed: Vec<usize> = whole.iter().rev().copied().collect();
    check::<M, T>(all, alone, &reversed, Some, "in reverse");
    #[cfg(feature = "threads")]
    for threads in [2, 3] {
        check::<M, T>(all, alone, &whole, |batch| Some(batch.with_threads(threads)), "threads");
    }
}

struct EachAsAlone(usize);

impl Visitor for EachAsAlone {
    fn visit<M: Model>(&mut self, fleet: fn(usize) -> Fleet<M>) {
        let all = Unequal::<M>::new(fleet);
        let in_double: Vec<_> = (0..CARS).map(|car| alone::<M, f64>(&all, car)).collect();
        for (car, driven) in in_double.iter().enumerate() {
            assert_eq!(*driven, simulated(&all, car), "{} {car}", M::NAME);
        }
        check_in::<M, f64>(&all, &in_double);
        let in_single: Vec<_> = (0..CARS).map(|car| alone::<M, f32>(&all, car)).collect();
        check_in::<M, f32>(&all, &in_single);
        self.0 += 1;
    }
}

/// The kernel took the shortest sub-step of all cars for each, so that a car's bits depended on its neighbours.
#[test]
fn each_car_of_a_batch_moves_as_it_does_alone() {
    let mut all = EachAsAlone(0);
    every_fleet(&mut all);
    assert!(all.0 >= 16);
}

/// Vehicles of one model need different sub-steps; each has its own in a batch.
#[test]
fn a_car_has_the_sub_steps_of_its_own_vehicle() {
    let fleet = straight_line(CARS);
    let batch = Batch::<StraightLine, f64>::new(&fleet.cars, &fleet.modes, &fleet.states).unwrap();
    let dt = Dt::new(0.03).unwrap();
    let counts: Vec<u32> = (0..CARS).map(|car| batch.sub_steps(car, dt).0).collect();
    for (car, vehicle) in fleet.cars.iter().enumerate() {
        assert_eq!(batch.sub_steps(car, dt), dt.divide(vehicle.longest_step_s()));
    }
    assert!(counts.iter().any(|count| *count != counts[0]), "{counts:?}");
}

/// A vehicle that replaces another brings its own sub-step: the shortest that a batch had ever seen used to stay for all.
#[test]
fn a_replaced_vehicle_leaves_no_sub_step_behind() {
    let fleet = straight_line(CARS);
    let new = || {
        let mut batch =
            Batch::<StraightLine, f64>::new(&fleet.cars[..9], &fleet.modes[..9], &fleet.states[..9]).unwrap();
        batch.set_inputs(&fleet.inputs[..9]);
        batch
    };
    let dt = Dt::new(0.03).unwrap();
    let longest_s = |car: &usize| fleet.cars[*car].longest_step_s();
    let stiff = (0..CARS).min_by(|one, other| longest_s(one).total_cmp(&longest_s(other))).unwrap();
    let (mut replaced, mut plain) = (new(), new());
    replaced.step(dt);
    plain.step(dt);
    assert!(replaced.sub_steps(4, dt).0 < dt.divide(longest_s(&stiff)).0);
    replaced.set_car(4, &fleet.cars[stiff]);
    assert_eq!(replaced.sub_steps(4, dt), dt.divide(longest_s(&stiff)));
    assert_eq!(replaced.sub_steps(3, dt), plain.sub_steps(3, dt));
    let mut alone = Simulation::<StraightLine>::new(fleet.cars[stiff], fleet.modes[4], fleet.states[4]);
    alone.restore(&replaced.save(4)).unwrap();
    replaced.step(dt);
    alone.step(&fleet.inputs[4], &Surface::asphalt(), dt);
    assert_eq!(replaced.hash(4), alone.hash());
    replaced.restore_all(&plain.save_all()).unwrap();
    replaced.set_car(4, &fleet.cars[4]);
    for _ in 0..3 {
        replaced.step(dt);
        plain.step(dt);
    }
    assert_eq!(replaced.digest(), plain.digest());
}

/// A bare batch takes the step that it is given, whichever vehicle comes in: replacing one brought sub-steps back.
#[test]
fn a_bare_batch_stays_bare() {
    let fleet = straight_line(9);
    let mut batch = fleet.batch::<f64>();
    let dt = Dt::new(0.03).unwrap();
    batch.set_car(4, &fleet.cars[5]);
    assert!((0..9).all(|car| batch.sub_steps(car, dt) == (1, 0.03)));
    // What decides the sub-step is part of a snapshot: it goes on alike in a car that is not bare.
    let mut alone = Simulation::<StraightLine>::new(fleet.cars[5], fleet.modes[4], fleet.states[4]);
    assert!(alone.sub_steps(dt).0 > 1);
    alone.restore(&batch.save(4)).unwrap();
    assert_eq!(alone.sub_steps(dt), (1, 0.03));
    batch.set_surfaces(&fleet.surfaces);
    batch.step(dt);
    alone.step(&fleet.inputs[4], &fleet.surfaces[4], dt);
    assert_eq!(batch.hash(4), alone.hash());
    // And back: a car with its vehicle's sub-steps among bare ones.
    let own = Snapshot { longest_step_s: None, ..alone.save() };
    alone.restore(&own).unwrap();
    batch.restore(4, &own).unwrap();
    assert!(batch.sub_steps(4, dt) == alone.sub_steps(dt) && batch.sub_steps(5, dt) == (1, 0.03));
    batch.step(dt);
    alone.step(&fleet.inputs[4], &fleet.surfaces[4], dt);
    assert_eq!(batch.hash(4), alone.hash());
}
