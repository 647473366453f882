//! Directional derivatives against differences.

use skidpad_fmi::variable::Control;
use skidpad_fmi::{
    Fmi3Status, fmi3EnterContinuousTimeMode, fmi3EnterEventMode, fmi3GetAdjointDerivative,
    fmi3GetContinuousStates, fmi3GetDirectionalDerivative, fmi3SetContinuousStates, fmi3SetTime,
};

use crate::unit::{Instance, Unit, must, must_say};

fn derivative(instance: &Instance, unknown: &str, known: &str) -> f64 {
    let (unknown, known, mut found) = (instance.unit.at(unknown), instance.unit.at(known), 0.0);
    must(unsafe {
        fmi3GetDirectionalDerivative(instance.handle, &unknown, 1, &known, 1, &1.0, 1, &mut found, 1)
    });
    found
}

/// A car at 25 m/s in a bend, in continuous time.
fn in_a_bend(unit: &Unit) -> Instance<'_> {
    in_a_bend_with(unit, None)
}

fn in_a_bend_with<'a>(unit: &'a Unit, parameter: Option<(&str, f64)>) -> Instance<'a> {
    let instance = unit.model_exchange();
    if let Some((name, value)) = parameter {
        instance.set(name, value);
    }
    instance.set(&format!("initial.{}", unit.design.model.speed), 25.0);
    instance.set("steer_rad", 0.03);
    instance.set("throttle", 0.05);
    // Without a shift, in which the throttle has no effect.
    if unit.design.inputs().any(|(_, control)| control == Control::Gear) {
        instance.set_gear(false, 3);
    }
    instance.initialise();
    let (_, next_s) = instance.update();
    must(unsafe { fmi3EnterContinuousTimeMode(instance.handle) });
    let mut states = vec![0.0; unit.design.model.states.len()];
    must(unsafe { fmi3GetContinuousStates(instance.handle, states.as_mut_ptr(), states.len()) });
    let names = unit.design.model.states.iter().map(|state| state.name);
    for (state, name) in states.iter_mut().zip(names) {
        match name {
            "velocity_y_m_s" => *state = -0.2,
            "yaw_rate_rad_s" => *state = 0.2,
            _ => {}
        }
    }
    must(unsafe { fmi3SetContinuousStates(instance.handle, states.as_ptr(), states.len()) });
    // Inputs act from the states of the edge on: those are of the bend, too.
    must(unsafe { fmi3SetTime(instance.handle, next_s) });
    must(unsafe { fmi3EnterEventMode(instance.handle) });
    instance.update();
    must(unsafe { fmi3EnterContinuousTimeMode(instance.handle) });
    instance
}

#[test]
fn derivatives_with_respect_to_states_are_those_of_differences() {
    for model in ["two_track", "single_track", "kinematic"] {
        let unit = Unit::of_preset("boxster-s", model, &format!("bend-{model}"));
        let instance = in_a_bend(&unit);
        let count = unit.design.model.states.len();
        let mut states = vec![0.0; count];
        must(unsafe { fmi3GetContinuousStates(instance.handle, states.as_mut_ptr(), count) });
        let mut compared = 0;
        for (place, state) in unit.design.model.states.iter().enumerate() {
            let step = 1e-6 * states[place].abs().max(1.0);
            let at = |change: f64| {
                let mut moved = states.clone();
                moved[place] += change;
                must(unsafe { fmi3SetContinuousStates(instance.handle, moved.as_ptr(), count) });
                unit.design
                    .model
                    .states
                    .iter()
                    .map(|rate| instance.get(&format!("der({})", rate.name)))
                    .collect::<Vec<_>>()
            };
            let (above, below) = (at(step), at(-step));
            must(unsafe { fmi3SetContinuousStates(instance.handle, states.as_ptr(), count) });
            for (row, rate) in unit.design.model.states.iter().enumerate() {
                let difference = (above[row] - below[row]) / (2.0 * step);
                let found = derivative(&instance, &format!("der({})", rate.name), state.name);
                let near = (found - difference).abs() <= 1e-4 * found.abs().max(difference.abs()).max(1.0);
                assert!(
                    near,
                    "{model}: d der({}) / d {}: {found}, by differences {difference}",
                    rate.name, state.name
                );
                compared += usize::from(found != 0.0);
            }
        }
        assert!(compared > 4, "{model}: {compared} entries that are not 0");
    }
}

#[test]
fn derivatives_with_respect_to_inputs_and_the_vehicle_are_those_of_differences() {
    let unit = Unit::of_preset("boxster-s", "two_track", "inputs");
    let instance = in_a_bend(&unit);
    let axles = Unit::of_preset("boxster-s", "single_track", "inputs-of-axles");
    let other = in_a_bend(&axles);
    for (instance, known, unknown) in [
        (&instance, "steer_rad", "der(yaw_rate_rad_s)"),
        (&instance, "steer_rad", "der(velocity_y_m_s)"),
        (&instance, "brake", "der(front_left_spin_rad_s)"),
        (&instance, "throttle", "der(rear_left_spin_rad_s)"),
        (&other, "throttle", "der(rear_spin_rad_s)"),
        (&other, "steer_rad", "der(yaw_rate_rad_s)"),
        (&other, "brake", "der(front_spin_rad_s)"),
    ] {
        let (step, before) = (1e-6, instance.get(known));
        // Released, a pedal has a kink.
        let value = if known == "brake" { 0.01 } else { before };
        let at = |change: f64| {
            instance.set(known, value + change);
            instance.get(unknown)
        };
        let difference = (at(step) - at(-step)) / (2.0 * step);
        instance.set(known, value);
        let found = derivative(instance, unknown, known);
        assert!(found != 0.0, "{unknown} by {known}: {difference}");
        // The derivative is that of the sub-step that begins now, the difference that of the one that has begun: in a state out of
        // balance the stability control has meanwhile moved.
        let near = (found - difference).abs() <= 5e-3 * found.abs();
        assert!(near, "d {unknown} / d {known}: {found}, by differences {difference}");
        instance.set(known, before);
    }
    // Numbers of the vehicle: of cars that are made with others, in the same states.
    for (known, unknown) in
        [("body.drag_coefficient", "der(velocity_x_m_s)"), ("body.frontal_area", "der(velocity_x_m_s)")]
    {
        let value = instance.get(known);
        let step = 1e-5 * value;
        let at = |changed: f64| in_a_bend_with(&unit, Some((known, changed))).get(unknown);
        let difference = (at(value + step) - at(value - step)) / (2.0 * step);
        let found = derivative(&instance, unknown, known);
        let near = (found - difference).abs() <= 1e-3 * found.abs();
        assert!(found != 0.0 && near, "d {unknown} / d {known}: {found}, by differences {difference}");
    }
}

/// The adjoint product is that with the transposed matrix.
#[test]
fn forward_and_adjoint_products_agree() {
    let unit = Unit::of_preset("boxster-s", "two_track", "adjoint");
    let instance = in_a_bend(&unit);
    let unknowns =
        ["der(velocity_x_m_s)", "der(yaw_rate_rad_s)", "front_left_load_n"].map(|name| unit.at(name));
    let knowns = ["velocity_y_m_s", "steer_rad"].map(|name| unit.at(name));
    let (along, across) = ([0.3, -2.0], [1.0, 0.5, 1e-3]);
    let (mut forward, mut adjoint) = ([0.0; 3], [0.0; 2]);
    let (unknown, known) = (unknowns.as_ptr(), knowns.as_ptr());
    must(unsafe {
        fmi3GetDirectionalDerivative(
            instance.handle,
            unknown,
            3,
            known,
            2,
            along.as_ptr(),
            2,
            forward.as_mut_ptr(),
            3,
        )
    });
    must(unsafe {
        fmi3GetAdjointDerivative(
            instance.handle,
            unknown,
            3,
            known,
            2,
            across.as_ptr(),
            3,
            adjoint.as_mut_ptr(),
            2,
        )
    });
    let one: f64 = forward.iter().zip(across).map(|(a, b)| a * b).sum();
    let other: f64 = adjoint.iter().zip(along).map(|(a, b)| a * b).sum();
    assert!(one != 0.0 && (one - other).abs() < 1e-12 * one.abs(), "{one} {other}");
}

#[test]
fn wrong_unknowns_knowns_and_sizes_are_refused() {
    let unit = Unit::of_preset("boxster-s", "two_track", "wrong-knowns");
    let instance = in_a_bend(&unit);
    let ask = |unknown: u32, known: u32, seed: f64, count: usize| {
        let mut found = 7.0;
        let status = unsafe {
            fmi3GetDirectionalDerivative(instance.handle, &unknown, 1, &known, 1, &seed, count, &mut found, 1)
        };
        assert!(status == Fmi3Status::Error && found == 7.0);
        status
    };
    let (rate, state) = (unit.at("der(yaw_rate_rad_s)"), unit.at("yaw_rate_rad_s"));
    must_say(ask(state, rate, 1.0, 1), "no known");
    must_say(ask(unit.at("throttle"), state, 1.0, 1), "no unknown");
    must_say(ask(rate, state, f64::NAN, 1), "seed has NaN");
    must_say(ask(rate, state, 1.0, 0), "nSeed = 0: must be 1");
    must_say(ask(rate, 99_999, 1.0, 1), "value reference 99999 is unknown");
}
