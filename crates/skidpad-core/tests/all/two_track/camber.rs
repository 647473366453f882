//! Camber: how the wheels stand, how they lean with the body, and which way it pushes. And wind and the steering
//! wheel, as the four-wheel car tells of them.

use skidpad_core::model::two_track::{
    Elastic, Kind, MagicTyres, SprungMagicTyres, StandardParts, TwoTrack, TwoTrackInput, TwoTrackMode,
    TwoTrackState, TwoTrackTrace,
};
use skidpad_core::record::Record;
use skidpad_core::spec::{Section, SteeringSpec, VehicleSpec};
use skidpad_core::surface::Surface;
use skidpad_core::tyre::magic_formula::{
    Coefficients, LateralCoefficients, Limits, LongitudinalCoefficients, MagicFormula, Mode, Size, Version,
};

use super::cars::steered;
use super::sprung_cars::{Sprung, sprung, with_chassis};
use crate::outlined;
use crate::support::{build, coast, manual};

fn leaning(front: f64, rear: f64, gain: f64) -> VehicleSpec {
    with_chassis(&manual(), |chassis| {
        (chassis.front_camber_rad, chassis.rear_camber_rad, chassis.camber_gain) = (front, rear, gain);
    })
}

fn cambers(trace: &TwoTrackTrace<f64>) -> [f64; 4] {
    trace.wheels.in_a_row().map(|wheel| wheel.camber_rad)
}

/// Below 0 the wheels' tops lean inwards: to the right on the left side, where that is negative (ISO 8855). With the
/// body's right side down they lean to the right, by the gain.
#[test]
fn wheels_lean_as_they_stand_and_with_the_body() {
    let spec = leaning(-0.03, -0.01, 0.4);
    let car = sprung(&spec);
    let (mode, input) = (TwoTrackMode::in_gear(&car.base, 0.0), TwoTrackInput::on_even_road(&coast(0.0)));
    let mut state = TwoTrackState::at_rest();
    let (_, level) = outlined::evaluate::<Sprung, _>(&car, &mode, &state, &input, &Surface::asphalt());
    assert_eq!(cambers(&level), [-0.03, 0.03, -0.01, 0.01]);
    state.body.roll_rad = 0.05;
    let (_, rolled) = outlined::evaluate::<Sprung, _>(&car, &mode, &state, &input, &Surface::asphalt());
    for (found, expected) in cambers(&rolled).into_iter().zip([-0.05, 0.01, -0.03, -0.01]) {
        assert!((found - expected).abs() < 1e-15, "{rolled:?}");
    }
}

type Tyre = Elastic<MagicFormula<f64>, f64>;

/// A tyre with a cornering stiffness of 18 and a camber stiffness of 0.9 of its load: in the axes of tyre property
/// files, where camber to the right is positive, both are negative.
fn leaner() -> MagicFormula<f64> {
    let size = Size {
        unloaded_radius_m: 0.32,
        nominal_load_n: 4000.0,
        nominal_pressure_pa: 220_000.0,
        inflation_pressure_pa: 220_000.0,
        nominal_speed_m_s: 16.7,
        low_speed_m_s: 0.1,
    };
    let limits = Limits {
        load_low_n: 0.0,
        load_high_n: 20_000.0,
        kappa_low: -1e3,
        kappa_high: 1e3,
        alpha_low_rad: -1.5,
        alpha_high_rad: 1.5,
        gamma_low_rad: -0.5,
        gamma_high_rad: 0.5,
        pressure_low_pa: 1e5,
        pressure_high_pa: 4e5,
    };
    let longitudinal =
        LongitudinalCoefficients { pcx1: 1.6, pdx1: 1.1, pkx1: 20.0, rcx1: 1.0, ..Record::splat(0.0) };
    let lateral = LateralCoefficients {
        pcy1: 1.3,
        pdy1: 1.0,
        pky1: -20.0,
        pky2: 2.0,
        pky4: 2.0,
        pky6: -0.9,
        rcy1: 1.0,
        ..Record::splat(0.0)
    };
    let law = Coefficients {
        version: Version::V6_1,
        size,
        limits,
        longitudinal,
        lateral,
        aligning: Record::splat(0.0),
        overturning: Record::splat(0.0),
        rolling: Record::splat(0.0),
        structure: Record::splat(0.0),
        scaling: Record::splat(1.0),
    };
    MagicFormula::new(&law, Mode::Driving)
}

/// Forces across of the wheels of a car that rolls straight ahead in steady slip: its tyres' carcasses are given the
/// time that they need.
fn across<K: Kind<Parts = StandardParts, Tyre<f64> = Tyre>>(spec: &VehicleSpec, roll_rad: f64) -> [f64; 4] {
    let mut car = K::car(&build(spec));
    (car.front_tyre.law, car.rear_tyre.law) = (leaner(), leaner());
    let mut state = TwoTrackState::rolling(&car.base, 20.0, 0.0);
    state.body.roll_rad = roll_rad;
    let mut mode = TwoTrackMode::in_gear(&car.base, 0.0);
    mode.driveline = mode.driveline.with_wheel_directions(&skidpad_core::wheels::Wheels::all(1.0));
    let input = TwoTrackInput::on_even_road(&coast(0.0));
    let road = Surface::asphalt();
    for _ in 0..2000 {
        let (rate, _) = outlined::evaluate::<TwoTrack<K>, _>(&car, &mode, &state, &input, &road);
        let mut wheels = state.wheels.in_a_row();
        for (wheel, rate) in wheels.iter_mut().zip(rate.wheels.in_a_row()) {
            wheel.deflection_y += 2e-4 * rate.deflection_y;
        }
        state.wheels = skidpad_core::wheels::Wheels::from_row(wheels);
    }
    let (_, trace) = outlined::evaluate::<TwoTrack<K>, _>(&car, &mode, &state, &input, &road);
    trace.wheels.in_a_row().map(|wheel| wheel.force_y_n)
}

/// A wheel pushes to where its top leans: with negative camber both push inwards; and a body that rolls to the right
/// pushes to the right by it.
#[test]
fn wheels_push_to_where_they_lean() {
    let found = across::<MagicTyres>(&leaning(-0.04, -0.02, 0.0), 0.0);
    for (found, camber) in found.into_iter().zip([-0.04, 0.04, -0.02, 0.02]) {
        let expected = 0.9 * camber * 0.25 * 1500.0 * 9.80665;
        assert!((found / expected - 1.0).abs() < 0.02, "{found} N, not {expected}");
    }
    let gained = across::<SprungMagicTyres>(&leaning(0.0, 0.0, 0.5), 0.02);
    let without = across::<SprungMagicTyres>(&leaning(0.0, 0.0, 0.0), 0.02);
    for (with, without) in gained.into_iter().zip(without) {
        assert!(with < without - 10.0, "{gained:?} {without}");
    }
}

/// The wind's force on the four-wheel car follows the air; what presses on the axles the air from ahead alone.
#[test]
fn wind_from_the_side_drags_and_does_not_press() {
    let spec =
        with_chassis(&manual(), |chassis| (chassis.front_downforce, chassis.rear_downforce) = (0.5, 0.5));
    let car = sprung(&spec);
    let (mode, input) = (TwoTrackMode::in_gear(&car.base, 0.0), TwoTrackInput::on_even_road(&coast(0.0)));
    let state = TwoTrackState::rolling(&car.base, 20.0, 0.0);
    let told = |headwind_m_s: f64, crosswind_m_s: f64| {
        let road = Surface { headwind_m_s, crosswind_m_s, ..Surface::asphalt() };
        outlined::evaluate::<Sprung, _>(&car, &mode, &state, &input, &road).1.car
    };
    let (still, side) = (told(0.0, 0.0), told(0.0, 15.0));
    let size = side.drag_x_n.hypot(side.drag_y_n);
    assert!((size / still.drag_x_n.abs() - (20.0_f64.powi(2) + 225.0) / 400.0).abs() < 1e-12);
    assert!(side.drag_y_n < 0.0 && (side.drag_y_n / side.drag_x_n - 0.75).abs() < 1e-12);
    assert!(
        (side.downforce_n - still.downforce_n).abs() < 1e-12
            && told(10.0, 0.0).downforce_n > 2.0 * still.downforce_n
    );
}

/// The steering wheel's angle is that of the wheels times the ratio, as far as they have followed.
#[test]
fn the_steering_wheel_turns_by_its_ratio() {
    let mut spec = manual();
    spec.steering = Some(SteeringSpec::blank());
    spec.derive_section("steering");
    if let Some(steering) = &mut spec.steering {
        (steering.ratio, steering.largest_rate_rad_s) = (16.0, 1.0);
    }
    let car = sprung(&spec);
    let mut mode = TwoTrackMode::in_gear(&car.base, 0.0);
    let input = TwoTrackInput::on_even_road(&steered(0.3));
    let road = Surface::asphalt();
    for _ in 0..100 {
        mode = outlined::advance::<Sprung, _>(&car, &mode, &TwoTrackState::at_rest(), &input, &road, 0.002);
    }
    let (_, trace) = outlined::evaluate::<Sprung, _>(&car, &mode, &TwoTrackState::at_rest(), &input, &road);
    assert!((trace.car.front_steer_rad - 0.2).abs() < 1e-12, "{}", trace.car.front_steer_rad);
    assert!((trace.car.steering_wheel_rad - 3.2).abs() < 1e-11, "{}", trace.car.steering_wheel_rad);
}
