//! Standing still on springs: on slopes and banks, at any rate of the caller, to the bit.

use skidpad_core::controls::Command;
use skidpad_core::record::Flag;
use skidpad_core::spec::{BumpStopsSpec, VehicleSpec};
use skidpad_core::surface::Surface;

use super::any::{RATES_HZ, steep};
use super::cars::steered;
use super::sprung_cars::{Car, again, hold, moving, stands, with_chassis};
use crate::support::{automatic, coast, electric, manual};

/// On a slope its lower wheels stand on their stops.
fn on_stops() -> VehicleSpec {
    let stops = BumpStopsSpec { front_travel_m: 0.005, rear_travel_m: 0.005, length_m: 0.02, load: 2.0 };
    VehicleSpec { name: String::from("on stops"), bump_stops: Some(stops), ..manual() }
}

fn every_sprung_car() -> [VehicleSpec; 4] {
    [manual(), automatic(), electric(), on_stops()]
}

fn place(car: &Car) -> [f64; 6] {
    let body = &car.state().body;
    [body.x_m, body.y_m, body.yaw_rad, body.heave_m, body.roll_rad, body.pitch_rad]
}

/// How far anything of the body moves in a time, m and rad.
fn creep(car: &mut Car, command: &Command<f64>, road: &Surface<f64>, rate: f64, duration_s: f64) -> f64 {
    let before = place(car);
    hold(car, command, road, 1.0 / rate, duration_s);
    before
        .into_iter()
        .zip(place(car))
        .fold(0.0, |most, (before, after)| f64::max(most, (after - before).abs()))
}

fn check_parked(duration_s: f64) {
    for spec in every_sprung_car() {
        for (number, road) in steep().into_iter().enumerate() {
            for rate in RATES_HZ {
                let steer_rad = if number % 2 == 0 { 0.0 } else { 0.4 };
                let mut car = moving(&spec, 0.0, 0.0);
                let brake = Command { brake: 1.0, ..steered(steer_rad) };
                let sag = creep(&mut car, &brake, &road, rate, 5.0);
                assert!(sag > 1e-3 && sag < 0.1, "{}: springs give way: {sag}", spec.name);
                let told = (&spec.name, &road, rate);
                assert!(stands(car.state()), "{told:?}: {:?}", car.state());
                assert_eq!(creep(&mut car, &brake, &road, rate, duration_s), 0.0, "{told:?}");
                let mut restarted = again(&car, *car.state());
                assert_eq!(creep(&mut restarted, &brake, &road, rate, 1.0), 0.0, "{told:?}");
                // Released it rolls at once, where the road is not across.
                if number < 2 {
                    let rolls = creep(&mut car, &coast(0.0), &road, rate, 0.5);
                    assert!(rolls > 0.2, "{told:?}: {rolls} m");
                }
            }
        }
    }
}

#[test]
#[ignore = "soak: ten minutes at four rates"]
fn brake_holds_a_sprung_car_on_slope_and_bank_for_ten_minutes_soak() {
    check_parked(600.0);
}

/// Without dry friction its rocking only dies away, and does so for ever.
#[test]
fn without_dry_friction_the_rocking_dies_away() {
    let spec = with_chassis(&manual(), |chassis| chassis.suspension_friction = 0.0);
    for road in steep() {
        let mut car = moving(&spec, 0.0, 0.0);
        let brake = Command { brake: 1.0, ..steered(0.2) };
        hold(&mut car, &brake, &road, 1.0 / 60.0, 2.0);
        let rocks = |car: &Car| {
            let body = &car.state().body;
            body.heave_rate_m_s.abs() + body.roll_rate_rad_s.abs() + body.pitch_rate_rad_s.abs()
        };
        let before = rocks(&car);
        hold(&mut car, &brake, &road, 1.0 / 60.0, 10.0);
        assert!(rocks(&car) < 1e-6 * before && before < 0.1, "{before} {}", rocks(&car));
        let plane = &car.state().body;
        assert_eq!([plane.velocity_x_m_s, plane.velocity_y_m_s, plane.yaw_rate_rad_s], [0.0; 3], "{road:?}");
    }
}

/// 0-100, a bend and a stop in the frames of callers from 30 to 1000 Hz.
#[test]
fn results_on_springs_do_not_depend_on_the_callers_rate() {
    let launch = |rate: f64| {
        let mut car = moving(&manual(), 0.0, 1.0);
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

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// Set down with the brake on, it sags on its springs and tyres and then stands: not slowly, but not at all.
    #[test]
    #[ignore = "long: some seconds"]
    fn brake_holds_a_sprung_car_on_slope_and_bank() {
        check_parked(3.0);
    }

    /// Braked from a drive, thrown to the side or spinning, it comes to rest to the bit within seconds of being slow.
    #[test]
    #[ignore = "long: some seconds"]
    fn a_sprung_car_comes_to_rest_from_any_slide() {
        for spec in every_sprung_car() {
            for rate in RATES_HZ {
                for (vx, vy, yaw_rate) in
                    [(8.0, 0.0, 0.0), (-8.0, 1.0, 0.5), (3.0, -4.0, 2.0), (0.0, 5.0, -3.0)]
                {
                    let mut spec = spec.clone();
                    (spec.front.brake_torque_nm, spec.rear.brake_torque_nm) = (9000.0, 9000.0);
                    let mut car = moving(&spec, vx, 0.0);
                    let mut state = *car.state();
                    (state.body.velocity_y_m_s, state.body.yaw_rate_rad_s) = (vy, yaw_rate);
                    car = again(&car, state);
                    hold(
                        &mut car,
                        &Command { brake: 1.0, ..steered(0.1) },
                        &Surface::asphalt(),
                        1.0 / rate,
                        7.0,
                    );
                    assert!(stands(car.state()), "{} {rate} Hz {vx} {vy}: {:?}", spec.name, car.state());
                }
            }
        }
    }
}
