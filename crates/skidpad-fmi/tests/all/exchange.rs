//! Model exchange, integrated by a solver of the test.

use skidpad_fmi::{
    fmi3EnterContinuousTimeMode, fmi3EnterEventMode, fmi3GetContinuousStateDerivatives,
    fmi3GetContinuousStates, fmi3GetNominalsOfContinuousStates, fmi3GetNumberOfContinuousStates,
    fmi3GetNumberOfEventIndicators, fmi3SetContinuousStates, fmi3SetTime,
};

use crate::unit::{Instance, Unit, must, must_say};

/// Integrates by Heun's method with so many steps between two events, up to an end.
fn integrate(instance: &Instance, steps: u32, end_s: f64) {
    let count = instance.unit.design.model.states.len();
    let states = || {
        let mut states = vec![0.0; count];
        must(unsafe { fmi3GetContinuousStates(instance.handle, states.as_mut_ptr(), count) });
        states
    };
    let rates_at = |time_s: f64, states: &[f64]| {
        must(unsafe { fmi3SetTime(instance.handle, time_s) });
        must(unsafe { fmi3SetContinuousStates(instance.handle, states.as_ptr(), count) });
        let mut rates = vec![0.0; count];
        must(unsafe { fmi3GetContinuousStateDerivatives(instance.handle, rates.as_mut_ptr(), count) });
        rates
    };
    let add = |states: &[f64], by: f64, rates: &[f64]| -> Vec<f64> {
        states.iter().zip(rates).map(|(state, rate)| state + by * rate).collect()
    };
    let mut time_s = 0.0;
    let (_, mut next_s) = instance.update();
    while time_s < end_s - 1e-9 {
        must(unsafe { fmi3EnterContinuousTimeMode(instance.handle) });
        let part_s = (next_s - time_s) / f64::from(steps);
        for _ in 0..steps {
            let x = states();
            let first = rates_at(time_s, &x);
            let second = rates_at(time_s + part_s, &add(&x, part_s, &first));
            let mean: Vec<f64> = first.iter().zip(&second).map(|(a, b)| 0.5 * (a + b)).collect();
            let after = add(&x, part_s, &mean);
            must(unsafe { fmi3SetContinuousStates(instance.handle, after.as_ptr(), count) });
            time_s += part_s;
        }
        must(unsafe { fmi3SetTime(instance.handle, next_s) });
        must(unsafe { fmi3EnterEventMode(instance.handle) });
        (_, next_s) = instance.update();
    }
}

/// The model's own method over each sub-step gives what its own step gives, up to rounding: the rest of a step is the same.
#[test]
fn by_the_models_own_method_it_is_co_simulation() {
    let unit = Unit::of_preset("boxster-s", "two_track", "exchange");
    let begun = |instance: &Instance| {
        instance.set("throttle", 0.8);
        instance.set("steer_rad", 0.02);
        instance.initialise();
    };
    let (stepped, solved) = (unit.co_simulation(false), unit.model_exchange());
    begun(&stepped);
    begun(&solved);
    stepped.step(0.0, 4.0);
    integrate(&solved, 1, 4.0);
    assert!(stepped.gear() > 1 && stepped.gear() == solved.gear());
    for state in unit.design.model.states {
        let (one, other) = (stepped.get(state.name), solved.get(state.name));
        assert!((one - other).abs() <= 1e-6 * one.abs().max(1.0), "{}: {one} {other}", state.name);
    }
}

/// Finer steps of the solver come nearer to each other than to the model's own step: the difference is the integrator's.
#[test]
fn a_finer_solver_differs_by_the_integrator_alone() {
    let unit = Unit::of_preset("boxster-s", "two_track", "finer");
    let reached = |steps: u32| {
        let instance = unit.model_exchange();
        instance.set("throttle", 0.8);
        instance.initialise();
        integrate(&instance, steps, 2.0);
        instance.get("velocity_x_m_s")
    };
    let (own, fine, finer) = (reached(1), reached(4), reached(8));
    println!(
        "m/s after 2 s: {own} with one step of Heun's method per sub-step, {fine} with 4, {finer} with 8"
    );
    assert!((finer - fine).abs() < 0.5 * (fine - own).abs(), "{own} {fine} {finer}");
    assert!((own - finer).abs() < 1e-3 * finer, "{own} {finer}");
}

#[test]
fn sizes_and_calls_of_the_other_interface_are_refused() {
    let unit = Unit::of_preset("boxster-s", "two_track", "sizes");
    let instance = unit.model_exchange();
    instance.initialise();
    instance.update();
    let (mut states, mut indicators) = (0, 9);
    must(unsafe { fmi3GetNumberOfContinuousStates(instance.handle, &mut states) });
    must(unsafe { fmi3GetNumberOfEventIndicators(instance.handle, &mut indicators) });
    assert_eq!((states, indicators), (25, 0));
    let mut nominals = vec![0.0; states];
    must(unsafe { fmi3GetNominalsOfContinuousStates(instance.handle, nominals.as_mut_ptr(), states) });
    assert!(nominals.iter().all(|nominal| *nominal > 0.0));
    must_say(unsafe { fmi3GetContinuousStates(instance.handle, nominals.as_mut_ptr(), 3) }, "must be 25");
    nominals[3] = f64::NAN;
    let set = unsafe { fmi3SetContinuousStates(instance.handle, nominals.as_ptr(), states) };
    must_say(set, "velocity_x_m_s = NaN: must be a finite number");
    assert_eq!(instance.get("velocity_x_m_s"), 0.0);
    let (status, _) = instance.try_step(0.0, 0.002);
    must_say(status, "called in Event Mode: must be called in Step Mode");
    let other = unit.co_simulation(false);
    other.initialise();
    must_say(unsafe { fmi3EnterContinuousTimeMode(other.handle) }, "for co-simulation");
}
