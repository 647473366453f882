//! The four-wheel driveline against closed forms: how each differential shares out, what the gears reflect, and the
//! assembly with two axles where left and right are alike.
#![allow(clippy::disallowed_methods)]

use crate::driveline_support;
use crate::support;
use skidpad_core::record::Flag;

use driveline_support::{automatic_car, engaged, list, manual_car, rolling, throttle, unbraked, wheels};
use skidpad_core::powertrain::driveline::{
    DifferentialData, DrivelineCar, DrivelineMode, DrivelineSpeeds, MotorData, WheelLoads, begin, solve,
};
use skidpad_core::powertrain::{Axles, Drive};
use skidpad_core::wheels::Wheels;
use support::Numbers;

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{found} is not {expected}");
}

/// A rear-driven car with a differential, its clutch slipping forwards in first gear: the torque on the axle is given.
fn slipping(
    rear: DifferentialData<f64>,
    apart_rad_s: f64,
) -> (DrivelineCar<f64>, DrivelineMode<f64>, DrivelineSpeeds<f64>) {
    let car = DrivelineCar { rear, ..manual_car() };
    let mode = DrivelineMode { engaged: Flag::from(false), clutch_direction: 1.0, ..engaged(&car, 1.0) };
    let speeds = DrivelineSpeeds {
        engine_rad_s: 600.0,
        wheels_rad_s: wheels([10.0, 10.0, 10.0 + 0.5 * apart_rad_s, 10.0 - 0.5 * apart_rad_s]),
    };
    (car, mode, speeds)
}

/// 450 N.m through 3.6 * 3.5 at 0.9.
const AXLE_NM: f64 = 450.0 * 3.6 * 3.5 * 0.9;

#[test]
fn open_differential_gives_both_wheels_the_same() {
    let (car, mode, speeds) = slipping(DifferentialData::open(), 3.0);
    let torque = solve(&car, &mode, &speeds, &unbraked([0.0, 0.0, -900.0, -20.0]), &throttle(1.0, 1.0));
    near(torque.drive_nm.rear_left, 0.5 * AXLE_NM, 1e-14);
    near(torque.drive_nm.rear_right, 0.5 * AXLE_NM, 1e-14);
    near(torque.wheel_rate_rad_s2.rear_right, (0.5 * AXLE_NM - 20.0) / 1.2, 1e-14);
    assert_eq!(list(&torque.drive_nm)[..2], [0.0, 0.0]);
}

#[test]
fn locked_pair_turns_as_one_inertia() {
    let (car, mode, speeds) = slipping(DifferentialData::locked(), 0.0);
    let mode = DrivelineMode { rear_locked: Flag::from(true), ..mode };
    let torque = solve(&car, &mode, &speeds, &unbraked([0.0, 0.0, -900.0, -20.0]), &throttle(1.0, 1.0));
    let rate = (AXLE_NM - 920.0) / 2.4;
    near(torque.wheel_rate_rad_s2.rear_left, rate, 1e-14);
    near(torque.wheel_rate_rad_s2.rear_right, rate, 1e-14);
    // The wheel with the grip gets what the road takes from it.
    near(torque.drive_nm.rear_left - torque.drive_nm.rear_right, 880.0, 1e-12);
    near(torque.inside.rear_moved_nm, -440.0, 1e-12);
}

#[test]
fn limited_slip_moves_preload_and_ramp() {
    let data = DifferentialData::limited_slip(80.0, 0.4, 0.2);
    let (car, mode, speeds) = slipping(data, 4.0);
    for (direction, sign) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)] {
        let mode = DrivelineMode {
            rear_direction: direction,
            rear_torque_sign: sign,
            clutch_direction: sign,
            ..mode
        };
        let torque = solve(&car, &mode, &speeds, &unbraked([0.0; 4]), &throttle(0.0, 1.0));
        let axle = if sign > 0.0 { AXLE_NM } else { -AXLE_NM / 0.9 / 0.9 };
        let ramp = if sign > 0.0 { 0.2 } else { 0.1 };
        let moved = direction * (80.0 + ramp * axle.abs());
        near(torque.inside.rear_moved_nm, moved, 1e-14);
        near(torque.drive_nm.rear_left, 0.5 * axle - moved, 1e-14);
        near(torque.drive_nm.rear_right, 0.5 * axle + moved, 1e-14);
    }
}

#[test]
fn torque_biasing_keeps_its_ratio() {
    for bias in [1.0, 1.5, 2.5, 5.0] {
        let (car, mode, speeds) = slipping(DifferentialData::torque_biasing(bias), 4.0);
        let mode = DrivelineMode { rear_direction: 1.0, rear_torque_sign: 1.0, ..mode };
        let torque = solve(&car, &mode, &speeds, &unbraked([0.0; 4]), &throttle(0.0, 1.0));
        near(torque.drive_nm.rear_right / torque.drive_nm.rear_left, bias, 1e-13);
    }
}

#[test]
fn viscous_differential_is_explicit_where_it_is_soft_and_steady_at_its_torque_where_it_is_stiff() {
    let (car, mode, speeds) = slipping(DifferentialData::viscous(50.0), 3.0);
    let torque = solve(&car, &mode, &speeds, &unbraked([0.0; 4]), &throttle(0.0, 1.0));
    near(torque.inside.rear_moved_nm, 150.0, 1e-14);
    // Held apart by the road, 2 K = 600 N.m, at any stiffness: both wheels accelerate alike.
    for viscous in [10.0, 1e3, 1e5, 1e8] {
        let (car, mode, speeds) = slipping(DifferentialData::viscous(viscous), 300.0 / viscous);
        let torque = solve(&car, &mode, &speeds, &unbraked([0.0, 0.0, 600.0, 0.0]), &throttle(0.0, 1.0));
        let rate = torque.wheel_rate_rad_s2;
        near(torque.inside.rear_moved_nm, 300.0, 1e-9);
        near(rate.rear_left, rate.rear_right, 1e-9);
    }
}

#[test]
fn planetary_centre_splits_by_its_share_and_one_driven_axle_gets_all() {
    for share in [0.0, 0.35, 0.5, 1.0] {
        let (mut car, mode, speeds) = slipping(DifferentialData::open(), 0.0);
        car.centre = DifferentialData::open().with_share(share);
        let torque = solve(&car, &mode, &speeds, &unbraked([-1.0, -200.0, 300.0, 0.0]), &throttle(1.0, 1.0));
        near(torque.drive_nm.front_left, 0.5 * share * AXLE_NM, 1e-14);
        near(torque.drive_nm.rear_right, 0.5 * (1.0 - share) * AXLE_NM, 1e-14);
        near(torque.inside.centre_torque_nm, AXLE_NM, 1e-14);
    }
}

/// A clutch between the driven front axle and the rear one: what it carries goes to the rear.
#[test]
fn hang_on_clutch_sends_its_torque_to_the_other_axle() {
    let (mut car, mode, speeds) = slipping(DifferentialData::open(), 0.0);
    car.centre = DifferentialData {
        preload_nm: 100.0,
        throttle_nm: 600.0,
        ..DifferentialData::open().with_share(1.0)
    };
    let mode = DrivelineMode { centre_direction: 1.0, ..mode };
    let torque = solve(&car, &mode, &speeds, &unbraked([0.0; 4]), &throttle(0.5, 1.0));
    near(torque.inside.rear_torque_nm, 400.0, 1e-14);
    near(torque.inside.front_torque_nm, AXLE_NM - 400.0, 1e-14);
}

/// Engaged, free wheels: N eta T_e = (sum of I + N^2 eta I_e) a.
#[test]
fn each_gear_reflects_the_engines_inertia() {
    let mut car = manual_car();
    car.centre = DifferentialData::locked();
    for gear in [-1.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0] {
        let sense: f64 = if gear < 0.0 { -1.0 } else { 1.0 };
        let mode = DrivelineMode { centre_locked: Flag::from(true), ..engaged(&car, gear) };
        let mode = mode.with_wheel_directions(&Wheels::all(sense));
        let speeds = rolling(&mode, sense * 30.0);
        let torque = solve(&car, &mode, &speeds, &unbraked([0.0; 4]), &throttle(1.0, gear));
        let ratio = car.gears.overall(gear);
        let engine = torque.inside.engine_torque_nm;
        let rate = 0.9 * ratio * engine / (4.8 + 0.9 * ratio * ratio * 0.2);
        for wheel in list(&torque.wheel_rate_rad_s2) {
            near(wheel, rate, 1e-13);
        }
        near(torque.engine_rate_rad_s2, ratio * rate, 1e-12);
    }
}

#[test]
fn motor_at_the_carrier_adds_its_torque_and_its_reflected_inertia() {
    let mut car = manual_car();
    let motor = MotorData {
        torque_nm: 100.0,
        power_w: 1e6,
        ratio: 8.0,
        inertia_kg_m2: 0.02,
        efficiency: 0.95,
        ..MotorData::none()
    };
    car.front_motor = motor;
    let mode = engaged(&car, 1.0);
    let speeds = rolling(&mode, 20.0);
    let mode = DrivelineMode {
        engaged: Flag::from(true),
        ..begin(&car, &mode, &speeds, &throttle(0.5, 1.0), 0.002)
    };
    let torque = solve(&car, &mode, &speeds, &unbraked([0.0; 4]), &throttle(0.5, 1.0));
    near(torque.inside.front_motor_shaft_nm, 50.0, 1e-14);
    near(torque.wheel_rate_rad_s2.front_left, 50.0 * 8.0 * 0.95 / (2.4 + 64.0 * 0.02), 1e-13);
    // At the wheel itself it is the same with the inertia of one wheel.
    car.front_motor = MotorData::none();
    car.front_hub_motor = motor;
    let mode = begin(&car, &mode, &speeds, &throttle(0.5, 1.0), 0.002);
    let torque = solve(&car, &mode, &speeds, &unbraked([0.0; 4]), &throttle(0.5, 1.0));
    near(torque.wheel_rate_rad_s2.front_left, 50.0 * 8.0 * 0.95 / (1.2 + 64.0 * 0.02), 1e-13);
    near(torque.drive_nm.front_left, 50.0 * 8.0 * 0.95, 1e-14);
}

/// Torque that keeps engine and gearbox together over two axles, in closed form: from I_e domega_e/dt = T_e - tau,
/// I_i domega_i/dt = phi_i N eta tau + A_i and omega_e = N sum(phi_i omega_i),
///
/// tau = (T_e - I_e N sum(phi_i A_i / I_i)) / (1 + I_e N^2 eta sum(phi_i^2 / I_i)).
///
/// The denominator is positive, so that the sign of tau, which decides eta, is that of the numerator. An axle that is held
/// (1 / I_i = 0) holds the engine with it.
fn engaged_nm(drive: &Drive<f64>, engine: [f64; 2], input_rad_s: f64, axles: [[f64; 3]; 2]) -> f64 {
    let [engine_nm, inertia] = engine;
    let sum = |term: fn([f64; 3]) -> f64| axles.into_iter().map(term).sum::<f64>();
    let driven = sum(|[share, mobility, torque_nm]| share * mobility * torque_nm);
    let mobility = sum(|[share, mobility, _]| share * share * mobility);
    let numerator = engine_nm - inertia * drive.overall_ratio * driven;
    let brakes = numerator * input_rad_s < 0.0;
    let efficiency = if brakes { 1.0 / drive.efficiency } else { drive.efficiency };
    numerator / (1.0 + inertia * drive.overall_ratio * drive.overall_ratio * efficiency * mobility)
}

/// Where left and right are alike, the tree is two axles: engaged torque and wheel torques.
#[test]
fn alike_on_both_sides_it_is_the_drive_with_two_axles() {
    let mut numbers = Numbers::new(41);
    for _ in 0..20_000 {
        let mut car = automatic_car();
        car.converter.is_fitted = Flag::from(false);
        let share = numbers.pick(&[0.0, 0.3, 0.4, 1.0]);
        car.centre = DifferentialData::open().with_share(share);
        car.layout.front_wheel_kg_m2 = numbers.spread(0.2, 3.0);
        car.layout.rear_wheel_kg_m2 = numbers.spread(0.2, 3.0);
        let gear = numbers.pick(&[-1.0, 1.0, 3.0, 8.0]);
        let drive = Drive {
            overall_ratio: car.gears.overall(gear),
            efficiency: car.layout.efficiency,
            front_share: share,
        };
        let held = numbers.bits().is_multiple_of(4);
        let axles = Axles { front: numbers.between(-80.0, 80.0), rear: numbers.between(-80.0, 80.0) };
        let rear = if held { 0.0 } else { axles.rear };
        let axles = Axles { rear, ..axles };
        let input = drive.input_speed(&axles);
        let mode = DrivelineMode { engaged: Flag::from(true), ..DrivelineMode::in_gear(&car, gear) }
            .with_wheel_directions(&Wheels::of_axles(
                axles.front.signum(),
                if held { 0.0 } else { rear.signum() },
            ));
        let speeds =
            DrivelineSpeeds { engine_rad_s: input, wheels_rad_s: Wheels::of_axles(axles.front, rear) };
        let outer = Axles { front: numbers.between(-2e3, 2e3), rear: numbers.between(-2e3, 2e3) };
        let loads = WheelLoads {
            torque_nm: Wheels::of_axles(0.5 * outer.front, 0.5 * outer.rear),
            holding_nm: Wheels::of_axles(0.0, if held { 3e3 } else { 0.0 }),
        };
        let torque = solve(&car, &mode, &speeds, &loads, &throttle(numbers.unit(), gear));
        let engine = torque.inside.engine_torque_nm;
        let front = [share, 0.5 / car.layout.front_wheel_kg_m2, outer.front];
        let rear_mobility = if held { 0.0 } else { 0.5 / car.layout.rear_wheel_kg_m2 };
        let rear = [1.0 - share, rear_mobility, outer.rear];
        let expected = engaged_nm(&drive, [engine, car.engine.inertia_kg_m2], input, [front, rear]);
        // A held wheel of the tree gives way by 1e-9 rad/s^2.
        let scale = expected.abs().max(engine.abs()).max(1.0);
        assert!(
            (torque.inside.engaged_torque_nm - expected).abs()
                < 1e-13 * scale.max(outer.front.abs() + outer.rear.abs()),
            "{expected} {torque:?}"
        );
        let seen = if expected * input < 0.0 { 1.0 / drive.efficiency } else { drive.efficiency };
        let given = drive.overall_ratio * seen * expected;
        assert!((2.0 * torque.drive_nm.front_left - share * given).abs() < 1e-11 * scale.max(1e3));
        assert!((2.0 * torque.drive_nm.rear_right - (1.0 - share) * given).abs() < 1e-11 * scale.max(1e3));
    }
}

/// Several brakes that hold a locked shaft share the torque out by what each can hold, and give way together.
#[test]
fn brakes_on_a_locked_axle_hold_together() {
    let (mut car, mode, speeds) = slipping(DifferentialData::locked(), 0.0);
    car.clutch.capacity_nm = 100.0;
    let speeds = DrivelineSpeeds { wheels_rad_s: Wheels::all(0.0), ..speeds };
    let mode =
        DrivelineMode { rear_locked: Flag::from(true), ..mode }.with_wheel_directions(&Wheels::all(0.0));
    let axle = 100.0 * 3.6 * 3.5 * 0.9;
    let loads = WheelLoads { torque_nm: Wheels::all(0.0), holding_nm: wheels([50.0, 50.0, 900.0, 300.0]) };
    let torque = solve(&car, &mode, &speeds, &loads, &throttle(1.0, 1.0));
    near(torque.drive_nm.rear_left, 0.75 * axle, 1e-9);
    near(torque.drive_nm.rear_right, 0.25 * axle, 1e-9);
    assert_eq!(list(&torque.wheel_rate_rad_s2), [0.0; 4]);
}

/// The segment that is looked up once per sub-step is the converter's table, and gives no power beyond its ends either.
#[test]
fn converter_segment_is_the_table() {
    let car = automatic_car();
    let mut numbers = Numbers::new(43);
    for _ in 0..20_000 {
        let (pump, turbine) = (numbers.between(0.0, 900.0), numbers.between(-100.0, 900.0));
        let segment = car.converter.segment(pump, turbine);
        let found = segment.torque_within(900.0, pump, turbine);
        let expected = car.converter.torque_within(900.0, pump, turbine);
        assert!((found.pump_nm - expected.pump_nm).abs() < 1e-9, "{pump} {turbine} {found:?} {expected:?}");
        assert!(
            (found.turbine_nm - expected.turbine_nm).abs() < 1e-9,
            "{pump} {turbine} {found:?} {expected:?}"
        );
        let (pump, turbine) = (pump * numbers.between(0.5, 2.0), turbine * numbers.between(0.5, 2.0));
        let torque = segment.torque_within(900.0, pump, turbine);
        assert!(torque.pump_nm * pump >= torque.turbine_nm * turbine - 1e-9, "{torque:?}");
    }
}
