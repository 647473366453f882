//! A step allocates nothing: of one car, of many, and of many over threads.

use skidpad_core::batch::Number;
use skidpad_core::batch::{Batch, OutputChannel};
use skidpad_core::model::Model;
use skidpad_core::step::{Dt, Simulation};
use skidpad_core::surface::Surface;
use skidpad_testing::{CountingAllocator, allocations};
use skidpad_workload::{Fleet, point_mass, straight_line, w1};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn batches<M: Model, T: Number>(fleet: &Fleet<M>) {
    for threads in [1, 2, 4] {
        let mut batch = fleet.batch::<T>();
        #[cfg(feature = "threads")]
        {
            batch = batch.with_threads(threads);
        }
        let count = allocations(|| {
            for _ in 0..200 {
                batch.step(fleet.dt());
            }
        });
        assert_eq!(count, 0, "{} on {threads} threads", M::NAME);
        // A car that is stopped costs no more.
        batch.states_mut(1)[3] = T::lit(f64::NAN);
        let count = allocations(|| {
            batch.set_inputs(&fleet.inputs);
            assert_eq!(batch.step(fleet.dt()).quarantined, 1);
        });
        assert_eq!(count, 0, "{} on {threads} threads, one of them stopped", M::NAME);
    }
}

fn one_car<M: Model>(fleet: &Fleet<M>) {
    let mut car = Simulation::<M>::new(fleet.cars[0], fleet.modes[0], fleet.states[0]);
    let count = allocations(|| {
        for _ in 0..200 {
            car.step(&fleet.inputs[0], &fleet.surfaces[0], fleet.dt());
        }
    });
    assert_eq!(count, 0, "{}", M::NAME);
}

/// Cars with different sub-steps under steps of changing length, over roads of their own, with their outputs.
fn unequal<M: Model>(fleet: &Fleet<M>) {
    for threads in [1, 3] {
        let mut batch = Batch::<M, f64>::new(&fleet.cars, &fleet.modes, &fleet.states).unwrap();
        #[cfg(feature = "threads")]
        {
            batch = batch.with_threads(threads);
        }
        let dts = [0.01, 0.02, 0.0013].map(|dt_s| Dt::new(dt_s).unwrap());
        let counts = |car| batch.sub_steps(car, dts[1]).0;
        assert!((1..batch.len()).any(|car| counts(car) != counts(0)), "{}", M::NAME);
        let channels: Vec<_> = OutputChannel::all().collect();
        let mut buffer = vec![0.0; channels.len() * batch.len()];
        let count = allocations(|| {
            for dt in dts.into_iter().cycle().take(30) {
                batch.set_inputs(&fleet.inputs);
                batch.step(dt);
                batch.step_over(dt, |car| (car.input(), Surface { grip: 0.7, ..car.surface() }));
                batch.outputs(&channels, &mut buffer).unwrap();
            }
        });
        assert_eq!(count, 0, "{} on {threads} threads", M::NAME);
    }
}

/// One test: the allocator counts for the whole process.
#[test]
fn nothing_is_allocated_while_stepping() {
    let (w1, point_mass, straight_line) = (w1(500), point_mass(500), straight_line(500));
    one_car(&w1);
    one_car(&point_mass);
    one_car(&straight_line);
    batches::<_, f64>(&w1);
    batches::<_, f32>(&w1);
    batches::<_, f64>(&point_mass);
    batches::<_, f64>(&straight_line);
    unequal(&straight_line);
}
