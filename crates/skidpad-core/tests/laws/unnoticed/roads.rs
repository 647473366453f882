//! Rolling resistance of the road, shifts, and Newton's law where the equations are in polar velocities.

use skidpad_commonroad::{CommonRoadStd, CommonRoadStdState, DriftCar, FromParameters, parameters};
use skidpad_core::model::two_track::{Curves, Kind, TwoTrack, TwoTrackInput, TwoTrackMode, TwoTrackState};
use skidpad_core::model::{StraightLine, StraightLineMode, StraightLineState};
use skidpad_core::record::{Empty, Record};
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;
use skidpad_special::{PointMass, PointMassMode, PointMassState};

use crate::outlined;
use crate::support::{build, coast, manual};

/// On sand a standing car rocked as long as on asphalt. The hysteresis of standing tyres is their rolling resistance, which
/// goes with the road's factor.
#[test]
fn standing_tyres_did_not_know_the_road() {
    let vehicle = build(&manual());
    let weight = vehicle.body().mass_kg * Surface::<f64>::asphalt().gravity_m_s2;
    for rolling in [1.0, 4.0] {
        let road = Surface { rolling, ..Surface::asphalt() };
        let (mode, state) = (StraightLineMode::in_gear(0.0), StraightLineState::at_rest(&vehicle));
        let now = outlined::evaluate::<StraightLine, _>(&vehicle, &mode, &state, &coast(0.0), &road).1;
        let expected = vehicle.front().rolling_resistance * rolling * weight;
        assert!((now.hysteresis_n / expected - 1.0).abs() < 1e-9, "{rolling}: {} N", now.hysteresis_n);
    }
}

/// The four wheels rolled on sand as on asphalt. Each is braked by its load, its radius and its coefficient, times the
/// factors of the surface and of the road under it.
#[test]
fn four_wheels_did_not_know_the_surface() {
    let car = Curves::car(&build(&manual()));
    let state = TwoTrackState::rolling(&car.base, 15.0, 0.0);
    let mut mode = TwoTrackMode::in_gear(&car.base, 0.0);
    mode.driveline = mode.driveline.with_wheel_directions(&Wheels::all(1.0));
    let mut input = TwoTrackInput::on_even_road(&coast(0.0));
    input.roads.rear_left.rolling = 3.0;
    for rolling in [1.0, 5.0] {
        let road = Surface { rolling, ..Surface::asphalt() };
        let now = outlined::evaluate::<TwoTrack<Curves>, _>(&car, &mode, &state, &input, &road).1;
        let parts = [car.base.front, car.base.front, car.base.rear, car.base.rear];
        for (index, (wheel, part)) in now.wheels.in_a_row().iter().zip(parts).enumerate() {
            let factor = if index == 2 { 3.0 * rolling } else { rolling };
            let expected = part.rolling_resistance * factor * wheel.load_n * part.radius_m;
            assert!((wheel.brake_torque_nm + expected).abs() < 1e-9, "{index}: {}", wheel.brake_torque_nm);
        }
    }
}

/// During a shift a coasting point mass was braked by its whole engine. Of the engine's drag, too, the wheels get the share
/// of the torque that goes on.
#[test]
fn open_clutch_of_a_shift_braked() {
    for share in [0.0, 0.4, 1.0] {
        let mut spec = manual();
        spec.gearbox.shift_torque_share = share;
        let vehicle = build(&spec);
        let torque = |timer_s: f64| {
            let mode =
                PointMassMode { shift_timer_s: timer_s, direction: 1.0, ..PointMassMode::in_gear(2.0) };
            let state = PointMassState { position_m: 0.0, speed_m_s: 20.0 };
            let command = coast(2.0);
            let road = Surface::asphalt();
            outlined::evaluate::<PointMass, _>(&vehicle, &mode, &state, &command, &road).1.engine_torque_nm
        };
        let whole = torque(0.0);
        assert!(whole < -10.0, "it brakes in gear: {whole} N.m");
        assert!((torque(0.1) - share * whole).abs() < 1e-9, "{share}: {} of {whole}", torque(0.1));
    }
}

/// The sideslip rate had a sign wrong, and so the car another acceleration than its tyres give it. At speed mass times
/// acceleration is the sum of the tyres' forces, those of the front turned by the steering angle.
#[test]
fn drifting_car_broke_newtons_law() {
    let set = parameters(2).expect("a set");
    let car: DriftCar<f64> = FromParameters::from_parameters(set).expect("all figures");
    let body = set.body.expect("masses");
    for (sideslip_rad, steer, front, rear) in
        [(0.3, -0.2, 20.0, 30.0), (-0.4, 0.3, 25.0, 24.0), (0.1, 0.1, 22.0, 10.0)]
    {
        let state = CommonRoadStdState {
            front_steer_rad: steer,
            speed_m_s: 20.0,
            yaw_rate_rad_s: 0.4,
            sideslip_rad,
            front_wheel_rad_s: front / body.wheel_radius_m,
            rear_wheel_rad_s: rear / body.wheel_radius_m,
            ..Record::splat(0.0)
        };
        let now = outlined::evaluate::<CommonRoadStd, _>(
            &car,
            &Empty,
            &state,
            &Record::splat(0.0),
            &Surface::asphalt(),
        )
        .1;
        assert_eq!(now.tyre_weight, 1.0, "fast enough for tyres alone");
        let (sin, cos) = f64::sin_cos(steer);
        let x = now.front_force_x_n * cos - now.front_force_y_n * sin + now.rear_force_x_n;
        let y = now.front_force_x_n * sin + now.front_force_y_n * cos + now.rear_force_y_n;
        for (found, force) in [(now.acceleration_x_m_s2, x), (now.acceleration_y_m_s2, y)] {
            let expected = force / body.mass_kg;
            assert!((found - expected).abs() < 1e-9, "{sideslip_rad}: {found}, not {expected}");
        }
    }
}
