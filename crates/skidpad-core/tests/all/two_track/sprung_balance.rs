//! Balance of forces on springs, with wheels in the air.

use skidpad_core::math::{Direction, Vec2};
use skidpad_core::model::two_track::{BodyState, CarTrace, TwoTrackInput, WheelTrace};
use skidpad_core::spec::TyreLaw;
use skidpad_core::surface::Surface;

use super::sprung_cars::{Sprung, sprung};
use super::sprung_energy::{any_input, any_state, chassis};
use crate::outlined;
use crate::support::Numbers;

/// Vertical component of the forces that act along the road: those of the tyres along the road below each, and of the air and the
/// resistance proportional to speed along its mean. N.
pub fn upward_n(
    input: &TwoTrackInput<f64>,
    body: &BodyState<f64>,
    wheels: &[WheelTrace<f64>; 4],
    car: &CarTrace<f64>,
) -> f64 {
    let heading = Direction::at_angle(body.yaw_rad);
    let rises = input.roads.in_a_row().map(|road| Vec2::new(road.rise_x, road.rise_y).to_child(heading));
    let tyres_n: f64 = (wheels.iter().zip(&rises))
        .map(|(wheel, rise)| {
            Vec2::new(wheel.force_x_n, wheel.force_y_n)
                .to_parent(Direction::at_angle(wheel.steer_rad))
                .dot(*rise)
        })
        .sum();
    let mean = ((rises[0] + rises[1]) + (rises[2] + rises[3])).scale(0.25);
    tyres_n + mean.dot(Vec2::new(car.drag_x_n + car.linear_resistance_n, car.drag_y_n))
}

/// Newton's second law upwards: what the road presses on the wheels, with the vertical component U of the forces along it, is the
/// car's weight, what the air adds to it, and what accelerates the body on its springs,
///
/// sum N + U = m g + P + m_s z''.
///
/// U was missing: a car that braked up a grade of 10 % had 10 % too little load for each g.
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
        let upward_n = upward_n(&input, &state.body, &trace.wheels.in_a_row(), &trace.car);
        let carried = loads.iter().sum::<f64>() + upward_n;
        assert!(
            (carried - expected).abs() < 1e-9 * carried.max(1e4),
            "{carried}, not {expected} N: {state:?}"
        );
    }
    assert!(seen > 1000 && on_three > 300, "{seen} states, {on_three} with a wheel in the air");
}
