//! Driving: loads move as the moments say, patches and differentials do what they are for, results do not
//! depend on the caller's rate, and any car survives any driver.

use skidpad_core::controls::Command;
use skidpad_core::model::two_track::{TwoTrackInput, TwoTrackState};
use skidpad_core::record::{Flag, Record};
use skidpad_core::spec::{AssistsSpec, DifferentialsSpec, Section, VehicleSpec};
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;

use super::any::every_car;
use super::cars::{Car, drive_by, hold, moving, standing, steered};
use crate::support::{Numbers, automatic, coast, dt, electric, manual, scatter};

/// Steady on a circle: the loads balance weight, roll and pitch moments about the ground.
#[test]
fn loads_balance_the_moments_in_a_steady_turn() {
    let mut car = moving(&manual(), 15.0, 3.0);
    let road = Surface { air_density_kg_m3: 0.0, ..Surface::asphalt() };
    let command = Command { throttle: 0.12, ..Command { gear: 3.0, ..steered(0.05) } };
    hold(&mut car, &command, &road, 0.01, 6.0);
    let input = TwoTrackInput::on_even_road(&command);
    let (_, trace) = car.look(&input, &road);
    let load = trace.wheels.in_a_row().map(|wheel| wheel.load_n);
    let weight = 1500.0 * road.gravity_m_s2;
    assert!((load.iter().sum::<f64>() - weight).abs() < 1e-9 * weight);
    assert!(trace.car.acceleration_y_m_s2 > 2.0, "{:?}", trace.car);
    // Both tracks are 1.5 m: the load that moved to the right times it is the force times the height.
    let moved = 0.5 * (load[1] - load[0] + load[3] - load[2]);
    let expected = 1500.0 * trace.car.acceleration_y_m_s2 * 0.5 / 1.5;
    assert!((moved - expected).abs() < 1e-6 * expected, "{moved} N, not {expected}");
    // The front carries more of it than the rear: it has more of the roll stiffness.
    assert!(load[1] - load[0] > load[3] - load[2]);
}

/// Braked on a road with one slippery side the car is turned towards the side that grips.
#[test]
fn split_grip_turns_a_braking_car() {
    let mut car = moving(&manual(), 20.0, 0.0);
    let mut input = TwoTrackInput::on_even_road(&Command { brake: 0.5, ..coast(0.0) });
    (input.roads.front_left.grip, input.roads.rear_left.grip) = (0.2, 0.2);
    for _ in 0..50 {
        assert_eq!(car.step(&input, &Surface::asphalt(), dt(0.01)), Status::Running);
    }
    assert!(car.state().body.yaw_rate_rad_s < -0.05, "{:?}", car.state().body);
}

/// With one driven wheel on ice an open differential spins it; a limited-slip one drives the car.
#[test]
fn limited_slip_drives_where_an_open_differential_spins() {
    let pull_away = |locking: f64| {
        let mut spec = manual();
        spec.differentials = Some(DifferentialsSpec::blank());
        spec.derive_section("differentials");
        if let Some(differentials) = &mut spec.differentials {
            differentials.rear_preload_nm = 100.0 * locking;
            differentials.rear_drive_locking = locking;
        }
        let mut car = standing(&spec, 1.0);
        let mut input = TwoTrackInput::on_even_road(&Command { throttle: 0.5, ..coast(1.0) });
        input.roads.rear_left.grip = 0.1;
        for _ in 0..200 {
            car.step(&input, &Surface::asphalt(), dt(0.01));
        }
        let wheels = car.state().wheels.in_a_row();
        (car.state().body.velocity_x_m_s, wheels[2].spin_rad_s - wheels[3].spin_rad_s)
    };
    let ((open, spun), (limited, held)) = (pull_away(0.0), pull_away(0.5));
    assert!(limited > 1.5 * open, "{limited} m/s and {open} m/s");
    assert!(spun > 1.4 * held, "{spun} rad/s and {held} rad/s");
}

fn with_abs() -> VehicleSpec {
    let mut spec = manual();
    (spec.front.brake_torque_nm, spec.rear.brake_torque_nm) = (9000.0, 6000.0);
    spec.assists = Some(AssistsSpec::blank());
    spec.derive_section("assists");
    if let Some(assists) = &mut spec.assists {
        (assists.abs, assists.brake_lag_s) = (1.0, 0.015);
    }
    spec
}

/// Anti-lock brakes stop shorter than locked wheels, steer meanwhile, and let the car stand in the end.
#[test]
fn anti_lock_brakes_stop_shorter_and_steer() {
    let stop = |spec: &VehicleSpec| {
        let mut car = moving(spec, 30.0, 0.0);
        let (mut locked_s, mut acted) = (0.0, false);
        drive_by(&mut car, &Surface::asphalt(), (0.005, 8.0), |car| {
            let (body, mode) = (&car.state().body, car.mode());
            if body.velocity_x_m_s > 3.0 && car.state().wheels.front_left.spin_rad_s == 0.0 {
                locked_s += 0.005;
            }
            acted |= mode.acts.wheels.front_left.abs_acts.is_set();
            Command { brake: 1.0, ..coast(0.0) }
        });
        assert!(super::cars::stands(car.state()), "{:?}", car.state());
        (car.state().body.x_m, locked_s, acted)
    };
    let mut without = with_abs();
    without.assists = None;
    let ((locked_m, locked_s, never), (abs_m, abs_locked_s, acted)) = (stop(&without), stop(&with_abs()));
    assert!(!never && acted && locked_s > 1.0 && abs_locked_s < 0.1, "{locked_s} s, {abs_locked_s} s");
    assert!(abs_m < 0.92 * locked_m, "{abs_m} m and {locked_m} m");
}

/// The same drive in the frames of callers from 30 to 1000 Hz: launch, bend, stop.
#[test]
fn results_do_not_depend_on_the_callers_rate() {
    let launch = |rate: f64| {
        let mut car = standing(&manual(), 1.0);
        let command = Command { throttle: 0.7, automatic: Flag::from(true), ..coast(1.0) };
        hold(&mut car, &command, &Surface::asphalt(), 1.0 / rate, 6.0);
        car.state().body.x_m
    };
    let bend = |rate: f64| {
        let mut car = moving(&electric(), 25.0, 0.0);
        hold(&mut car, &steered(0.04), &Surface::asphalt(), 1.0 / rate, 3.0);
        car.state().body.yaw_rad
    };
    let stop = |rate: f64| {
        let mut car = moving(&automatic(), 25.0, 0.0);
        hold(&mut car, &Command { brake: 0.6, ..coast(0.0) }, &Surface::asphalt(), 1.0 / rate, 8.0);
        car.state().body.x_m
    };
    for (name, run) in [("launch", &launch as &dyn Fn(f64) -> f64), ("bend", &bend), ("stop", &stop)] {
        let reference = run(1000.0);
        for rate in [30.0, 60.0, 240.0] {
            let found = run(rate);
            assert!((found / reference - 1.0).abs() < 1e-3, "{name} at {rate} Hz: {found}, not {reference}");
        }
    }
}

/// Random vehicles under random drivers, forwards and backwards: nothing that is not a number, no force
/// beyond the tyre's own peak. A million of them drive in skidpad-workload, side by side.
fn check_any_driver(vehicles: u64, steps: u64) {
    let mut quarantined = 0;
    for vehicle in 0..vehicles {
        let mut numbers = Numbers::new(1000 + vehicle);
        let mut spec = every_car()[(vehicle % 3) as usize].clone();
        scatter(&mut spec, &mut numbers);
        let Ok(_) = spec.validate() else { continue };
        let mut car = moving(&spec, numbers.between(-10.0, 40.0), 0.0);
        let road = Surface {
            grip: numbers.between(0.1, 1.2),
            bank_rad: numbers.between(-0.2, 0.2),
            ..Surface::asphalt()
        };
        let mut command: Command<f64> = Record::splat(0.0);
        for step in 0..steps {
            if step % 25 == 0 {
                command = Command {
                    throttle: numbers.pick(&[0.0, 1.0]) * numbers.unit(),
                    brake: numbers.pick(&[0.0, 0.0, 1.0]) * numbers.unit(),
                    handbrake: numbers.pick(&[0.0, 0.0, 0.0, 1.0]),
                    steer_rad: numbers.between(-0.6, 0.6),
                    gear: numbers.pick(&[1.0, 2.0, 0.0, -1.0]),
                    automatic: Flag::from(numbers.pick(&[false, true])),
                    ..coast(1.0)
                };
            }
            let input = TwoTrackInput::on_even_road(&command);
            let status = car.step(&input, &road, dt(1.0 / 60.0));
            if status != Status::Running {
                quarantined += u64::from(status == Status::Quarantined);
                break;
            }
            let (_, trace) = car.look(&input, &road);
            for wheel in trace.wheels.in_a_row() {
                assert!(wheel.use_of_grip <= 1.0 + 1e-12, "vehicle {vehicle} step {step}: {wheel:?}");
            }
        }
    }
    assert_eq!(quarantined, 0);
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// Parked and driven off two hundred times: in each stand nothing moves at all.
    #[test]
    #[ignore = "long: some seconds"]
    fn parks_and_pulls_away_again_and_again() {
        let mut car: Car = standing(&electric(), 1.0);
        let mut numbers = Numbers::new(5);
        let road = Surface { slope_rad: 0.1, bank_rad: -0.05, ..Surface::asphalt() };
        for cycle in 0..200 {
            let away = Command {
                throttle: numbers.between(0.3, 1.0),
                gear: numbers.pick(&[1.0, -1.0]),
                ..steered(numbers.between(-0.4, 0.4))
            };
            hold(&mut car, &away, &road, 1.0 / 60.0, numbers.between(0.2, 1.0));
            let park = Command { brake: 1.0, ..steered(away.steer_rad) };
            hold(&mut car, &park, &road, 1.0 / 60.0, 4.0);
            let still = |state: &TwoTrackState<f64>| {
                let body = &state.body;
                body.velocity_x_m_s.abs().max(body.velocity_y_m_s.abs()).max(body.yaw_rate_rad_s.abs())
            };
            for _ in 0..30 {
                hold(&mut car, &park, &road, 1.0 / 60.0, 1.0 / 60.0);
                assert!(still(car.state()) < 1e-6, "cycle {cycle}: {:?}", car.state());
            }
        }
    }

    #[test]
    #[ignore = "long: some seconds"]
    fn any_car_survives_any_driver() {
        check_any_driver(60, 300);
    }
}
