//! Balance of forces on springs, with wheels in the air.

use skidpad_core::spec::TyreLaw;
use skidpad_core::surface::Surface;

use super::sprung_cars::{Sprung, sprung};
use super::sprung_energy::{any_input, any_state, chassis};
use crate::outlined;
use crate::support::Numbers;

/// Newton's second law upwards: what the road presses on the wheels is the car's weight, what the air adds to it, and
/// what accelerates the body on its springs,
///
/// sum N = m g + P + m_s z''.
///
/// It holds with a wheel of an axle in the air, on roads that rise, and whatever the linkages support of the longitudinal forces. Only an
/// axle whose linkage would have to be pulled down by both wheels is out of it.
#[test]
fn the_road_carries_the_weight_and_what_the_body_accelerates() {
    let mut spec = chassis(TyreLaw::Peaked);
    spec.chassis.as_mut().expect("a chassis").suspension_friction = 0.0;
    let car = sprung(&spec);
    let mut numbers = Numbers::new(31);
    let (mut seen, mut on_three) = (0, 0);
    for _ in 0..4000 {
        let (mut state, mode) = any_state(&mut numbers, &car);
        // Slow enough for the springs to carry the car in most states.
        state.body.heave_m *= 0.5;
        let input = any_input(&mut numbers);
        let road = Surface::asphalt();
        let (rate, trace) = outlined::evaluate::<Sprung, _>(&car, &mode, &state, &input, &road);
        let loads = trace.wheels.in_a_row().map(|wheel| wheel.load_n);
        if loads[0] + loads[1] == 0.0 || loads[2] + loads[3] == 0.0 {
            continue;
        }
        seen += 1;
        on_three += u32::from(loads.contains(&0.0));
        let springs = &car.base.suspension.body;
        let expected = car.base.body.mass_kg * road.gravity_m_s2
            + trace.car.downforce_n
            + springs.sprung_mass_kg * rate.body.heave_rate_m_s;
        let carried: f64 = loads.iter().sum();
        assert!(
            (carried - expected).abs() < 1e-9 * carried.max(1e4),
            "{carried}, not {expected} N: {state:?}"
        );
    }
    assert!(seen > 1000 && on_three > 300, "{seen} states, {on_three} with a wheel in the air");
}
