//! Any attitude, any speed, any rate, any kind of number.

use super::balance::{any_input, any_state};
use super::cars::{InSpace, hold, moving, placed, space_car, started, untouched};
use crate::support::{Numbers, dt, manual};
use skidpad_core::math::{Lanes, Real};
use skidpad_core::model::Model;
use skidpad_core::model::spatial::{CornerGround, SpatialInput, SpatialMode, SpatialState};
use skidpad_core::record::{Record, converted};
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;

/// No state brings a number that is not finite; a car may be thrown far, but stays one.
#[test]
fn no_attitude_and_no_speed_breaks_it() {
    let mut numbers = Numbers::new(71);
    let car = space_car(&manual());
    for case in 0..100 {
        let state = any_state(&mut numbers, &car);
        let mut input = any_input(&mut numbers);
        if case % 5 == 0 {
            // No ground at all below one corner.
            input.grounds.front_left = Record::splat(0.0);
        }
        let mut moving = started(car, 0.0, 0.0);
        moving.set_state(state);
        for _ in 0..100 {
            let status = moving.step(&input, &Surface::asphalt(), dt(1.0 / 60.0));
            assert_eq!(status, Status::Running, "case {case}: {:?}", moving.state());
        }
    }
}

/// A jump off an edge of 0.4 m at 20 m/s, its landing included, is the same at every rate of the caller.
#[test]
fn a_jump_is_the_same_at_every_rate() {
    let landed = [30.0, 60.0, 240.0, 1000.0].map(|rate_hz: f64| {
        let mut car = placed(moving(&manual(), 20.0, 0.0), |body| body.z_m = 0.4);
        hold(&mut car, &untouched(), &Surface::asphalt(), 1.0 / rate_hz, 3.0);
        let body = car.state().body;
        [body.x_m, body.z_m, body.velocity_x_m_s]
    });
    for other in &landed[..3] {
        assert!((other[0] / landed[3][0] - 1.0).abs() < 1e-3, "{landed:?}");
        assert!((other[1] - landed[3][1]).abs() < 1e-3, "{landed:?}");
        assert!((other[2] / landed[3][2] - 1.0).abs() < 1e-3, "{landed:?}");
    }
}

fn mirrored(input: &SpatialInput<f64>) -> SpatialInput<f64> {
    let seen = input.grounds.mirrored().in_a_row().map(|ground| CornerGround {
        ground_y_m: -ground.ground_y_m,
        normal_y: -ground.normal_y,
        bodywork_normal_y: -ground.bodywork_normal_y,
        ..ground
    });
    let mut input = SpatialInput { grounds: Wheels::from_row(seen), ..*input };
    input.command.steer_rad = -input.command.steer_rad;
    input
}

fn mirror(state: &SpatialState<f64>) -> SpatialState<f64> {
    let mut seen = *state;
    let body = &mut seen.body;
    for number in [
        &mut body.y_m,
        &mut body.yaw_rad,
        &mut body.tilt_x,
        &mut body.tilt_z,
        &mut body.velocity_y_m_s,
        &mut body.roll_rate_rad_s,
        &mut body.yaw_rate_rad_s,
        &mut body.impulse_y_n_s,
        &mut body.angular_impulse_x_nm_s,
        &mut body.angular_impulse_z_nm_s,
    ] {
        *number = -*number;
    }
    let wheels = state.wheels.mirrored().in_a_row();
    seen.wheels = Wheels::from_row(wheels.map(|mut wheel| {
        wheel.deflection_y = -wheel.deflection_y;
        wheel
    }));
    seen.travels = state.travels.mirrored();
    let corners = state.corners.mirrored().in_a_row();
    seen.corners = Wheels::from_row(corners.map(|mut corner| {
        corner.sill_deflection_y_m = -corner.sill_deflection_y_m;
        corner.roof_deflection_y_m = -corner.roof_deflection_y_m;
        corner
    }));
    seen
}

/// In the mirror every rate is the mirrored one.
#[test]
fn left_is_right_in_the_mirror() {
    let (mut numbers, car, road) = (Numbers::new(72), space_car(&manual()), Surface::asphalt());
    for case in 0..500 {
        let (state, input) = (any_state(&mut numbers, &car), any_input(&mut numbers));
        let rates = |state: &SpatialState<f64>, input: &SpatialInput<f64>| {
            let mode = InSpace::advance(&car, &SpatialMode::in_gear(&car, 0.0), state, input, &road, 0.001);
            InSpace::evaluate(&car, &mode, state, input, &road).0
        };
        let own = mirror(&rates(&state, &input));
        let seen = rates(&mirror(&state), &mirrored(&input));
        let mut both = [[0.0; SpatialState::<f64>::LEN]; 2];
        own.store(&mut both[0]);
        seen.store(&mut both[1]);
        for (place, (own, seen)) in both[0].iter().zip(both[1]).enumerate() {
            let size = 1e-9 * own.abs().max(1.0);
            assert!((own - seen).abs() < size, "case {case}, number {place}: {own} and {seen}");
        }
    }
}

/// The first rates of a sub-step, for which the forces are found once, are those of the mode that they decide.
#[test]
fn a_sub_step_begins_with_the_rates_of_its_mode() {
    let (mut numbers, car, road) = (Numbers::new(74), space_car(&manual()), Surface::asphalt());
    for case in 0..200 {
        let (state, input) = (any_state(&mut numbers, &car), any_input(&mut numbers));
        let before = SpatialMode::in_gear(&car, 0.0);
        let (mode, first) = InSpace::begin(&car, &before, &state, &input, &road, 0.001);
        assert_eq!(mode, InSpace::advance(&car, &before, &state, &input, &road, 0.001), "case {case}");
        assert_eq!(first, InSpace::evaluate(&car, &mode, &state, &input, &road).0, "case {case}");
    }
}

/// Each lane of a vector of cars has the bits of a car alone.
#[test]
fn lanes_have_the_bits_of_one_car() {
    type Four = Lanes<f64, 4>;
    let (mut numbers, car, road) = (Numbers::new(73), space_car(&manual()), Surface::asphalt());
    let wide: <InSpace as Model>::Car<Four> = converted(&car, Four::lit);
    for _ in 0..100 {
        let cars = [0; 4].map(|_| (any_state(&mut numbers, &car), any_input(&mut numbers)));
        let modes = cars.map(|(state, input)| {
            InSpace::advance(&car, &SpatialMode::in_gear(&car, 0.0), &state, &input, &road, 0.001)
        });
        let state: SpatialState<Four> = side_by_side(&cars.map(|(state, _)| state));
        let input: SpatialInput<Four> = side_by_side(&cars.map(|(_, input)| input));
        let mode: SpatialMode<Four> = side_by_side(&modes);
        let (rates, _) = InSpace::evaluate(&wide, &mode, &state, &input, &converted(&road, Four::lit));
        let mut all = [Four::zero(); SpatialState::<f64>::LEN];
        rates.store(&mut all);
        for (lane, ((state, input), mode)) in cars.iter().zip(&modes).enumerate() {
            let mut alone = [0.0; SpatialState::<f64>::LEN];
            InSpace::evaluate(&car, mode, state, input, &road).0.store(&mut alone);
            for (place, (wide, alone)) in all.iter().zip(alone).enumerate() {
                let same = wide.lane(lane).to_bits() == alone.to_bits() || wide.lane(lane) == alone;
                assert!(same, "number {place} of lane {lane}: {} and {alone}", wide.lane(lane));
            }
        }
    }
}

/// Four records of one car each as one of four lanes.
pub(super) fn side_by_side<A, B>(cars: &[A; 4]) -> B
where
    A: Record<f64>,
    B: Record<Lanes<f64, 4>>,
{
    let mut all = vec![Lanes::<f64, 4>::zero(); A::LEN];
    for (lane, car) in cars.iter().enumerate() {
        let mut numbers = vec![0.0; A::LEN];
        car.store(&mut numbers.as_mut_slice());
        for (all, number) in all.iter_mut().zip(numbers) {
            *all = all.with_lane(lane, number);
        }
    }
    B::load(&all.as_slice())
}
