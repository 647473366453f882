//! Model exchange, integrated by a solver of the test.

use skidpad_fmi::{
    Fmi3Status, fmi3EnterContinuousTimeMode, fmi3EnterEventMode, fmi3GetContinuousStateDerivatives,
    fmi3GetContinuousStates, fmi3GetNominalsOfContinuousStates, fmi3GetNumberOfContinuousStates,
    fmi3GetNumberOfEventIndicators, fmi3SetContinuousStates, fmi3SetTime,
};

use crate::unit::{Instance, Unit, messages, must, must_say};

/// Integrates by Heun's method with so many steps between two events, up to an end.
pub fn integrate(instance: &Instance, steps: u32, end_s: f64) {
    integrate_with(instance, steps, [0.0, end_s], &|_| {});
}

/// Integrates from one time to another; at each edge, in Event Mode, the importer sets inputs and parameters.
fn integrate_with(instance: &Instance, steps: u32, [start_s, end_s]: [f64; 2], set_at: &dyn Fn(f64)) {
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
    let mut time_s = start_s;
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
        time_s = next_s;
        set_at(time_s);
        (_, next_s) = instance.update();
    }
}

/// All states of two instances are equal up to rounding.
#[track_caller]
fn must_be_equal(one: &Instance, other: &Instance) {
    for state in one.unit.design.model.states {
        let (a, b) = (one.get(state.name), other.get(state.name));
        assert!((a - b).abs() <= 1e-6 * a.abs().max(1.0), "{}: {a} {b}", state.name);
    }
}

/// What is set at an edge acts from it on, as between two steps of co-simulation.
#[test]
fn inputs_and_parameters_that_step_at_an_edge_are_those_of_co_simulation() {
    let unit = Unit::of_preset("boxster-s", "two_track", "edge");
    type Setting = fn(&Instance);
    let settings: [(&str, Setting); 3] = [
        ("brake", |instance| instance.set("brake", 0.8)),
        ("gear", |instance| instance.set_gear(false, 3)),
        ("mass", |instance| instance.set("body.kerb_mass", 1900.0)),
    ];
    for (name, set) in settings {
        // Reading between the setting and the update changes nothing.
        for reads in [false, true] {
            let (stepped, solved) = (unit.co_simulation(false), unit.model_exchange());
            for instance in [&stepped, &solved] {
                instance.set("initial.velocity_x_m_s", 20.0);
                instance.set("throttle", 0.3);
                instance.set_gear(false, 2);
                instance.initialise();
            }
            stepped.step(0.0, 1.0);
            set(&stepped);
            stepped.step(1.0, 1.0);
            integrate_with(&solved, 1, [0.0, 2.0], &|time_s| {
                if (time_s - 1.0).abs() < 1e-9 {
                    set(&solved);
                    if reads {
                        solved.get("velocity_x_m_s");
                        solved.hash();
                    }
                }
            });
            println!("{name}");
            must_be_equal(&stepped, &solved);
        }
    }
}

/// A value that is set again, or changed and put back, leaves the bits as they are.
#[test]
fn unchanged_inputs_change_nothing() {
    let unit = Unit::of_preset("boxster-s", "two_track", "unchanged");
    let drive = |meddle: &dyn Fn(&Instance)| {
        let instance = unit.model_exchange();
        instance.set("initial.velocity_x_m_s", 20.0);
        instance.set("brake", 0.5);
        instance.set("steer_rad", 0.02);
        instance.initialise();
        integrate(&instance, 2, 0.1);
        must(unsafe { fmi3EnterContinuousTimeMode(instance.handle) });
        let mut states = vec![0.0; unit.design.model.states.len()];
        must(unsafe { fmi3GetContinuousStates(instance.handle, states.as_mut_ptr(), states.len()) });
        states.iter_mut().for_each(|state| *state *= 1.0001);
        must(unsafe { fmi3SetTime(instance.handle, 0.101) });
        must(unsafe { fmi3SetContinuousStates(instance.handle, states.as_ptr(), states.len()) });
        meddle(&instance);
        instance.hash()
    };
    let plain = drive(&|_| {});
    assert_eq!(drive(&|instance| instance.set("brake", 0.5)), plain);
    let and_back = drive(&|instance| {
        instance.set("brake", 0.9);
        assert_ne!(instance.hash(), plain);
        instance.set("brake", 0.5);
    });
    assert_eq!(and_back, plain);
}

/// A state of model exchange that was saved at an edge, between a setting and the update, goes on as the instance does.
#[test]
fn a_state_at_an_edge_goes_on_as_bytes() {
    let unit = Unit::of_preset("boxster-s", "two_track", "edge-bytes");
    let instance = unit.model_exchange();
    instance.set("initial.velocity_x_m_s", 20.0);
    instance.initialise();
    let other = std::cell::RefCell::new(None);
    integrate_with(&instance, 1, [0.0, 0.1], &|time_s| {
        if time_s > 0.1 - 1e-9 {
            instance.set("brake", 0.7);
            instance.set("body.kerb_mass", 1900.0);
            *other.borrow_mut() = Some(crate::states::copy_by_bytes(&instance));
        }
    });
    let other = other.take().unwrap();
    integrate_with(&instance, 1, [0.1, 0.2], &|_| {});
    integrate_with(&other, 1, [0.1, 0.2], &|_| {});
    assert!(instance.get("velocity_x_m_s") < 19.5);
    assert_eq!(instance.hash(), other.hash());
}

/// A parameter that shortens the sub-steps does so from the next edge on: the edge under way stays where it was announced.
#[test]
fn sub_steps_change_their_length_at_edges() {
    let unit = Unit::of_preset("boxster-s", "two_track", "lengths");
    let instance = unit.model_exchange();
    instance.set("initial.velocity_x_m_s", 20.0);
    instance.initialise();
    integrate(&instance, 1, 0.1);
    let (_, before_s) = instance.update();
    for name in ["front.wheel_inertia", "rear.wheel_inertia"] {
        let lighter = 0.2 * instance.get(name);
        instance.set(name, lighter);
    }
    instance.get("velocity_x_m_s");
    let (_, next_s) = instance.update();
    assert_eq!(next_s, before_s);
    let copy = crate::states::copy_by_bytes(&instance);
    let edges = |instance: &Instance| {
        let mut edges = Vec::new();
        let mut next_s = next_s;
        for _ in 0..3 {
            must(unsafe { fmi3EnterContinuousTimeMode(instance.handle) });
            must(unsafe { fmi3SetTime(instance.handle, next_s) });
            must(unsafe { fmi3EnterEventMode(instance.handle) });
            (_, next_s) = instance.update();
            edges.push(next_s);
        }
        edges
    };
    let (found, of_copy) = (edges(&instance), edges(&copy));
    assert_eq!(found, of_copy);
    let part_s = before_s - 0.1;
    assert!(found[0] - next_s < 0.9 * part_s, "{part_s} {next_s} {found:?}");
    assert!((found[1] - found[0] - (found[0] - next_s)).abs() < 1e-12);
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
    must_be_equal(&stepped, &solved);
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

/// Trial states and their rates that are not finite are to be discarded, and the solver can go on from others.
#[test]
fn numbers_of_a_trial_that_are_not_finite_are_discarded() {
    let unit = Unit::of_preset("boxster-s", "two_track", "discard");
    let instance = unit.model_exchange();
    must(unsafe { skidpad_fmi::fmi3SetDebugLogging(instance.handle, 1, 1, &c"logStatusDiscard".as_ptr()) });
    instance.set("initial.velocity_x_m_s", 20.0);
    instance.initialise();
    instance.update();
    must(unsafe { fmi3EnterContinuousTimeMode(instance.handle) });
    let count = unit.design.model.states.len();
    let (mut states, mut rates) = (vec![0.0; count], vec![0.0; count]);
    must(unsafe { fmi3GetContinuousStates(instance.handle, states.as_mut_ptr(), count) });
    let far = vec![1e300; count];
    must(unsafe { fmi3SetContinuousStates(instance.handle, far.as_ptr(), count) });
    let get = unsafe { fmi3GetContinuousStateDerivatives(instance.handle, rates.as_mut_ptr(), count) };
    assert_eq!(get, Fmi3Status::Discard);
    assert!(messages().contains("is not finite in these states (try a shorter step)"));
    let (rate, mut value) = (unit.at("der(velocity_x_m_s)"), 0.0);
    let get = unsafe { skidpad_fmi::fmi3GetFloat64(instance.handle, &rate, 1, &mut value, 1) };
    assert_eq!(get, Fmi3Status::Discard);
    must(unsafe { fmi3SetContinuousStates(instance.handle, states.as_ptr(), count) });
    must(unsafe { fmi3GetContinuousStateDerivatives(instance.handle, rates.as_mut_ptr(), count) });
}

/// The time of an event is between the edges of the sub-step.
#[test]
fn times_beyond_the_next_event_are_refused() {
    let unit = Unit::of_preset("boxster-s", "two_track", "times");
    let instance = unit.model_exchange();
    instance.initialise();
    let (_, next_s) = instance.update();
    must(unsafe { fmi3EnterContinuousTimeMode(instance.handle) });
    let must_be = |wrong_s: f64| format!("time = {wrong_s}: must be 0 to {next_s}");
    for wrong_s in [-1e-4, f64::NAN, f64::INFINITY] {
        must_say(unsafe { fmi3SetTime(instance.handle, wrong_s) }, &must_be(wrong_s));
    }
    // A solver's trial may be beyond the event, the event's own handling may not.
    for time_s in [0.0, 0.5 * next_s, next_s, 5.0] {
        must(unsafe { fmi3SetTime(instance.handle, time_s) });
    }
    must_say(unsafe { fmi3EnterEventMode(instance.handle) }, &must_be(5.0));
    must(unsafe { fmi3SetTime(instance.handle, next_s * (1.0 + 1e-15)) });
    must(unsafe { fmi3EnterEventMode(instance.handle) });
    for wrong_s in [-1e-4, next_s + 1e-4, 5.0] {
        must_say(unsafe { fmi3SetTime(instance.handle, wrong_s) }, &must_be(wrong_s));
    }
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
    assert_eq!(set, Fmi3Status::Discard);
    assert_eq!(instance.get("velocity_x_m_s"), 0.0);
    let (status, _) = instance.try_step(0.0, 0.002);
    must_say(status, "called in Event Mode: must be called in Step Mode");
    let other = unit.co_simulation(false);
    other.initialise();
    must_say(unsafe { fmi3EnterContinuousTimeMode(other.handle) }, "for co-simulation");
}
