//! A batch gives each car the bits that it has alone: whatever the number of cars, the
//! instructions, the block and the number of threads.

use skidpad_core::batch::Number;
use skidpad_core::batch::{Batch, Level};
use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::record::{Record, Sink};
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_texts::ackermann::Ackermann;
use skidpad_texts::w1::W1;
use skidpad_workload::{Fleet, Run, Scalars, ackermann, models, w1};

const COUNTS: [usize; 9] = [1, 2, 7, 8, 9, 63, 64, 65, 4097];
const STEPS: u32 = 3;

/// The bits of a record's numbers.
struct Bits(Vec<u64>);

impl<R: Real> Sink<R> for Bits {
    fn write(&mut self, _: usize, value: R) {
        self.0.push(value.lane(0).to_bits());
    }
}

fn bits<R: Real, X: Record<R>, Y: Record<R>>(state: &X, mode: &Y) -> Vec<u64> {
    let mut bits = Bits(Vec::new());
    state.store(&mut bits);
    mode.store(&mut bits);
    bits.0
}

/// The batch's bits after [`STEPS`] are those of the cars alone.
fn check<M: Model, T: Number>(fleet: &Fleet<M>, alone: &Scalars<M, T>, mut batch: Batch<M, T>, what: &str) {
    for _ in 0..STEPS {
        batch.step(fleet.dt());
    }
    for car in 0..batch.len() {
        let found = bits::<T, _, _>(&batch.state(car), &batch.mode(car));
        let expected = bits::<T, _, _>(&alone.states[car], &alone.modes[car]);
        assert_eq!(found, expected, "{} {what}: car {car} of {}", M::NAME, batch.len());
    }
}

/// Every level and number of threads, for every number of cars.
fn check_levels<M: Model, T: Number>(make: fn(usize) -> Fleet<M>) {
    check_each::<M, T>(make, |_, _| {});
}

/// And every width of a block.
fn check_all<M: Model, T: Number>(make: fn(usize) -> Fleet<M>) {
    check_each::<M, T>(make, |fleet, alone| {
        check(fleet, alone, fleet.batch().with_block::<1>(), "blocks of 1");
        check(fleet, alone, fleet.batch().with_block::<4>(), "blocks of 4");
        check(fleet, alone, fleet.batch().with_block::<16>(), "blocks of 16");
    });
}

fn check_each<M: Model, T: Number>(make: fn(usize) -> Fleet<M>, more: fn(&Fleet<M>, &Scalars<M, T>)) {
    let everything = make(COUNTS[8]);
    for count in COUNTS {
        let mut fleet = everything.clone();
        for_count(&mut fleet, count);
        let batch = || fleet.batch::<T>();
        let mut alone = Scalars::new(&batch(), fleet.dt_s);
        alone.steps(STEPS);
        for level in Level::ALL {
            if let Some(batch) = batch().with_level(level) {
                check(&fleet, &alone, batch, level.name());
            }
        }
        more(&fleet, &alone);
        #[cfg(feature = "threads")]
        for threads in 1..=8 {
            check(&fleet, &alone, batch().with_threads(threads), &format!("{threads} threads"));
        }
    }
}

fn for_count<M: Model>(fleet: &mut Fleet<M>, count: usize) {
    fleet.cars.truncate(count);
    fleet.modes.truncate(count);
    fleet.states.truncate(count);
    fleet.inputs.truncate(count);
    fleet.surfaces.truncate(count);
}

/// Tests of a fleet in both numbers.
macro_rules! identical {
    ($check:ident: $($fleet:ident),*) => { $(
        mod $fleet {
            #[test]
            fn in_f64() {
                super::$check::<_, f64>(skidpad_workload::$fleet);
            }
            #[test]
            fn in_f32() {
                super::$check::<_, f32>(skidpad_workload::$fleet);
            }
        }
    )* };
}
// What a block's width changes is how the kernel walks over cars, not what a model does with one: every
// width is compiled for the small models only.
identical!(check_all: w1, point_mass, kinematic);
identical!(check_levels: point_mass_palmer);
identical!(check_levels: straight_line, single_track, ackermann, ackermann_as_printed, slip_vector, motorcycle);
identical!(check_levels: commonroad_ks, commonroad_kst, commonroad_st, commonroad_std, commonroad_mb, two_track);

/// None is forgotten above.
#[test]
fn every_fleet_is_compared() {
    let compared = [
        "w1",
        "point_mass",
        "point_mass_palmer",
        "kinematic",
        "straight_line",
        "single_track",
        "ackermann",
        "ackermann_as_printed",
        "slip_vector",
        "motorcycle",
        "commonroad_ks",
        "commonroad_kst",
        "commonroad_st",
        "commonroad_std",
        "commonroad_mb",
        "two_track",
    ];
    let mut models = models();
    models.retain(|model| !compared.contains(model));
    assert!(models.is_empty(), "{models:?}");
}

/// A caller's change of steering is spread over the sub-steps of its step (`Model::held`), in a batch as alone: a batch that
/// took it in the first sub-step would have cars slide that grip alone.
#[test]
fn a_change_of_steering_spreads_in_a_batch_as_alone() {
    let mut fleet = ackermann(20);
    let mut batch = Batch::<Ackermann, f64>::new(&fleet.cars, &fleet.modes, &fleet.states).unwrap();
    batch.set_surfaces(&fleet.surfaces);
    let mut alone: Vec<_> = (0..20)
        .map(|car| Simulation::<Ackermann>::new(fleet.cars[car], fleet.modes[car], fleet.states[car]))
        .collect();
    let dt = Dt::new(1.0 / 30.0).unwrap();
    assert!(batch.sub_steps(0, dt).0 > 10 && batch.sub_steps(0, dt) == alone[0].sub_steps(dt));
    for step in 0..60 {
        for (car, input) in fleet.inputs.iter_mut().enumerate() {
            input.steer_rad = 0.05 * Real::sin(0.2 * f64::from(step) + car as f64);
        }
        batch.set_inputs(&fleet.inputs);
        batch.step(dt);
        for (car, simulation) in alone.iter_mut().enumerate() {
            simulation.step(&fleet.inputs[car], &fleet.surfaces[car], dt);
            let found = bits::<f64, _, _>(&batch.state(car), &batch.mode(car));
            let expected = bits::<f64, _, _>(simulation.state(), simulation.mode());
            assert_eq!(found, expected, "step {step}: car {car}");
        }
    }
}

/// Every integrator, not the model's own alone.
#[test]
fn any_integrator_runs_in_a_batch() {
    let fleet = w1(20);
    for method in Method::ALL {
        let mut batch = fleet.batch::<f64>().with_method(method);
        let mut alone =
            Simulation::<W1>::new(fleet.cars[0], fleet.modes[0], fleet.states[19]).with_method(method).bare();
        for _ in 0..10 {
            batch.step(fleet.dt());
            let status = alone.step(&fleet.inputs[19], &fleet.surfaces[0], fleet.dt());
            assert_eq!(status, Status::Running);
        }
        assert_eq!(batch.state(19), *alone.state(), "{method}");
    }
}

#[test]
fn columns_begin_on_cache_lines() {
    fn check<T: Number>() {
        for count in COUNTS {
            let mut batch = w1(count).batch::<T>();
            for index in 0..6 {
                let column = batch.states(index);
                assert_eq!(column.len(), count);
                assert_eq!(column.as_ptr().align_offset(64), 0);
            }
            for index in 0..2 {
                assert_eq!(batch.inputs_mut(index).as_ptr().align_offset(64), 0);
            }
        }
    }
    check::<f64>();
    check::<f32>();
}
