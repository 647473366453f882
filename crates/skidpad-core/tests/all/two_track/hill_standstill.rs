//! Standing still on ground that rises below the wheels, on springs: at any rate of the caller, to the bit.

use skidpad_core::controls::Command;
use skidpad_core::spec::VehicleSpec;
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;

use super::any::RATES_HZ;
use super::cars::steered;
use super::hills::{Rises, lying, on_hill};
use super::sprung_cars::{Car, stands};
use crate::support::{automatic, coast, dt, electric, manual};

/// Rises of 30 % up, down and to either side, and of both at once.
const RISES: [Rises; 5] = [[0.3, 0.0], [-0.3, 0.0], [0.0, 0.3], [0.0, -0.3], [-0.21, 0.21]];

/// Largest motion of anything of the body in a time, m and rad.
fn creep(car: &mut Car, rises: Rises, command: &Command<f64>, rate_hz: f64, duration_s: f64) -> f64 {
    let place = |car: &Car| {
        let body = &car.state().body;
        [body.x_m, body.y_m, body.yaw_rad, body.heave_m, body.roll_rad, body.pitch_rad]
    };
    let before = place(car);
    for _ in 0..(duration_s * rate_hz).round() as u64 {
        let input = on_hill(car, rises, command, 0.0);
        assert_eq!(car.step(&input, &Surface::asphalt(), dt(1.0 / rate_hz)), Status::Running);
    }
    let moved = before.into_iter().zip(place(car)).map(|(before, after)| (after - before).abs());
    moved.fold(0.0, f64::max)
}

fn check_parked(spec: &VehicleSpec, duration_s: f64) {
    for (number, rises) in RISES.into_iter().enumerate() {
        for rate_hz in RATES_HZ {
            let steer_rad = if number % 2 == 0 { 0.0 } else { 0.4 };
            let mut car = lying(spec, rises, 0.0);
            let brake = Command { brake: 1.0, ..steered(steer_rad) };
            let sag = creep(&mut car, rises, &brake, rate_hz, 5.0);
            let told = (&spec.name, rises, rate_hz);
            assert!(sag > 1e-3 && sag < 0.1, "{told:?}: springs give way: {sag}");
            assert!(stands(car.state()), "{told:?}: {:?}", car.state());
            assert_eq!(creep(&mut car, rises, &brake, rate_hz, duration_s), 0.0, "{told:?}");
            // Released it rolls at once, where the road is not across.
            if number < 2 {
                let rolls = creep(&mut car, rises, &coast(0.0), rate_hz, 0.5);
                assert!(rolls > 0.2, "{told:?}: {rolls} m");
            }
        }
    }
}

#[test]
fn brake_holds_a_sprung_car_on_rising_ground() {
    check_parked(&manual(), 1.0);
}

#[test]
#[ignore = "soak: ten minutes at four rates"]
fn brake_holds_a_sprung_car_on_rising_ground_for_ten_minutes_soak() {
    for spec in [manual(), automatic(), electric()] {
        check_parked(&spec, 600.0);
    }
}
