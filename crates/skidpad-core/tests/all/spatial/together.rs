//! Work that a block of cars leaves out where none of them needs it: each car has the same results with it and without.

use super::anywhere::side_by_side;
use super::balance::{any_input, any_state};
use super::cars::{Car, InSpace, braked, hold, moving, placed, space_car, started, untouched};
use crate::support::{Numbers, dt, manual};
use skidpad_core::controls::Command;
use skidpad_core::integrate::Method;
use skidpad_core::math::{Lanes, Real, Vec2};
use skidpad_core::model::Model;
use skidpad_core::model::spatial::{SpatialInput, SpatialMode, SpatialState};
use skidpad_core::model::two_track::{WheelMotion, WheelTyre};
use skidpad_core::record::{Record, converted};
use skidpad_core::step::sub_step;
use skidpad_core::surface::Surface;

type Four = Lanes<f64, 4>;
/// A car at one moment: mode, state and input.
type Moment = (SpatialMode<f64>, SpatialState<f64>, SpatialInput<f64>);

const STEP_S: f64 = 0.001;

/// On the throttle in a gentle bend: no tread slides, nothing stands, and the bodywork is in the air.
fn cornering() -> SpatialInput<f64> {
    let mut command: Command<f64> = Record::splat(0.0);
    (command.throttle, command.gear, command.steer_rad) = (0.3, 3.0, 0.03);
    SpatialInput::on_plane(&command)
}

fn moment(car: &Car, input: SpatialInput<f64>) -> Moment {
    (*car.mode(), *car.state(), input)
}

/// A car that corners, one that stands, one that may lie on its bodywork, and one anywhere, sliding.
fn four_cars(numbers: &mut Numbers, cornering_car: &mut Car, standing: &Car) -> [Moment; 4] {
    let (car, road) = (space_car(&manual()), Surface::asphalt());
    hold(cornering_car, &cornering(), &road, STEP_S, STEP_S);
    let mut thrown = started(car, 0.0, 0.0);
    thrown.set_state(any_state(numbers, &car));
    hold(&mut thrown, &untouched(), &road, STEP_S, 0.05);
    let mut slides = started(car, 0.0, 0.0);
    slides.set_state(any_state(numbers, &car));
    [
        moment(cornering_car, cornering()),
        moment(standing, untouched()),
        moment(&thrown, untouched()),
        moment(&slides, any_input(numbers)),
    ]
}

fn numbers_of<X: Record<f64>>(record: &X) -> Vec<f64> {
    let mut numbers = vec![0.0; X::LEN];
    record.store(&mut numbers.as_mut_slice());
    numbers
}

fn numbers_in_lane<X: Record<Four>>(record: &X, lane: usize) -> Vec<f64> {
    let mut all = vec![Four::zero(); X::LEN];
    record.store(&mut all.as_mut_slice());
    all.iter().map(|numbers| numbers.lane(lane)).collect()
}

fn bits(numbers: Vec<f64>) -> Vec<u64> {
    numbers.into_iter().map(f64::to_bits).collect()
}

/// A whole sub-step of a car has the same bits beside cars that stand, slide and lie on their bodywork.
#[test]
fn a_sub_step_beside_others_is_that_of_a_car_alone() {
    let (mut numbers, car, road) = (Numbers::new(75), space_car(&manual()), Surface::asphalt());
    let (wide, wide_road) = (converted(&car, Four::lit), converted(&road, Four::lit));
    let mut cornering_car = moving(&manual(), 20.0, 3.0);
    let mut standing = started(car, 0.0, 0.0);
    hold(&mut standing, &braked(), &road, 0.01, 1.0);
    for _ in 0..60 {
        let cars = four_cars(&mut numbers, &mut cornering_car, &standing);
        let mode: SpatialMode<Four> = side_by_side(&cars.map(|(mode, ..)| mode));
        let state: SpatialState<Four> = side_by_side(&cars.map(|(_, state, _)| state));
        let input: SpatialInput<Four> = side_by_side(&cars.map(|(.., input)| input));
        let before = (&mode, &state);
        let step_s = Four::lit(STEP_S);
        let (mode, state) =
            sub_step::<InSpace, Four>(Method::Heun, &wide, before, &input, &wide_road, step_s);
        for (lane, (own_mode, own_state, input)) in cars.iter().enumerate() {
            let before = (own_mode, own_state);
            let alone = sub_step::<InSpace, f64>(Method::Heun, &car, before, input, &road, STEP_S);
            assert_eq!(bits(numbers_in_lane(&mode, lane)), bits(numbers_of(&alone.0)), "mode of lane {lane}");
            assert_eq!(
                bits(numbers_in_lane(&state, lane)),
                bits(numbers_of(&alone.1)),
                "state of lane {lane}"
            );
        }
    }
}

/// While nothing changes its sense, one evaluation decides and has the rates; where a wheel stops or a car sets off, a second one has
/// them. They are those of the mode that was decided in each sub-step of a drive, a stop and a start.
#[test]
fn the_rates_of_a_drive_are_those_of_its_modes() {
    let (road, mut car) = (Surface::asphalt(), moving(&manual(), 4.0, 3.0));
    let drive = [(cornering(), 100), (braked(), 700), (untouched(), 50), (cornering(), 100)];
    for (input, sub_steps) in drive {
        for sub_step in 0..sub_steps {
            let (before, state) = (*car.mode(), *car.state());
            let (mode, first) = InSpace::begin(car.car(), &before, &state, &input, &road, STEP_S);
            let rates = InSpace::evaluate(car.car(), &mode, &state, &input, &road).0;
            assert_eq!(first, rates, "sub-step {sub_step}");
            car.step(&input, &road, dt(STEP_S));
        }
    }
}

/// A corner of the bodywork that has left the ground has no deflection any more, though no tread slides.
#[test]
fn bodywork_in_the_air_is_not_deflected() {
    let mut car = placed(moving(&manual(), 0.0, 0.0), |body| body.z_m = 2.0);
    let mut state = *car.state();
    state.corners.rear_left.roof_deflection_z_m = 0.01;
    car.set_state(state);
    hold(&mut car, &untouched(), &Surface::asphalt(), STEP_S, STEP_S);
    assert_eq!(car.state().corners, Record::splat(0.0));
}

/// The end of a sub-step leaves a tread as it is that cannot have slid.
#[test]
fn a_tread_within_its_limit_is_left_as_it_is() {
    let (mut numbers, car) = (Numbers::new(76), space_car(&manual()));
    let mut within = 0;
    for _ in 0..1000 {
        let state = Vec2 { x: numbers.between(-1.2, 1.2), y: numbers.between(-1.2, 1.2) };
        let hub_m_s = Vec2 { x: numbers.between(-40.0, 40.0), y: numbers.between(-20.0, 20.0) };
        let tread_m_s = numbers.between(-40.0, 40.0);
        let motion = WheelMotion { tread_m_s, hub_m_s, grip: 1.0, camber_rad: 0.0, side: 1.0 };
        let tyre = &car.planar.front_tyre;
        if !tyre.may_have_slid(&state) {
            assert_eq!(WheelTyre::limited(tyre, 3000.0, &state, &motion), state);
            within += 1;
        }
    }
    assert!((300..800).contains(&within), "{within} of 1000 within the limit");
}
