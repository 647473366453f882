//! Standing still: on slopes, on the roof and on the side, to the bit, at any rate of the caller.

use super::cars::{Car, braked, centre_m, hold, loads_n, moving, placed, stands, untouched};
use crate::support::{automatic, electric, manual};
use skidpad_core::model::spatial::{CornerGround, SpatialInput};
use skidpad_core::spec::VehicleSpec;
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;

fn place(car: &Car) -> [f64; 8] {
    let body = &car.state().body;
    [body.x_m, body.y_m, body.z_m, body.yaw_rad, body.tilt_w, body.tilt_x, body.tilt_y, body.tilt_z]
}

#[test]
fn a_car_is_set_down_in_balance() {
    for spec in [manual(), automatic(), electric()] {
        let mut car = moving(&spec, 0.0, 0.0);
        let before = place(&car);
        let weight_n = car.car().space.masses.mass_kg * 9.80665;
        let sum: f64 = loads_n(&car, &braked(), &Surface::asphalt()).iter().sum();
        assert!((sum / weight_n - 1.0).abs() < 1e-12, "{}: {sum} of {weight_n}", spec.name);
        hold(&mut car, &braked(), &Surface::asphalt(), 0.01, 5.0);
        let moved = before.iter().zip(place(&car)).map(|(before, after)| (after - before).abs());
        assert!(moved.fold(0.0, f64::max) < 1e-9, "{}: {:?}", spec.name, car.state());
    }
}

/// On a slope of 30 % the car sags on its springs, and stands.
fn check_parked(specs: &[VehicleSpec], slopes_rad: &[[f64; 2]], rates_hz: &[f64], duration_s: f64) {
    for spec in specs {
        for [slope_rad, bank_rad] in slopes_rad.iter().copied() {
            for rate_hz in rates_hz {
                let road = Surface { slope_rad, bank_rad, ..Surface::asphalt() };
                let mut car = moving(spec, 0.0, 0.0);
                hold(&mut car, &braked(), &road, 1.0 / rate_hz, 5.0);
                let told = (&spec.name, slope_rad, bank_rad, rate_hz);
                assert!(stands(&car), "{told:?}: {:?}", car.state());
                let before = place(&car);
                hold(&mut car, &braked(), &road, 1.0 / rate_hz, duration_s);
                assert_eq!(place(&car), before, "{told:?}");
            }
        }
    }
}

#[test]
fn a_parked_car_stands_to_the_bit() {
    check_parked(&[manual()], &[[0.2915, 0.0], [0.2, -0.2]], &[20.0, 1000.0], 1.0);
}

#[test]
#[ignore = "soak: ten minutes of driving in each case"]
fn a_parked_car_stands_for_ten_minutes() {
    check_parked(&[manual()], &[[0.2915, 0.0], [0.2, -0.2]], &[20.0, 60.0, 240.0, 1000.0], 600.0);
}

mod long {
    use super::*;

    #[test]
    #[ignore = "long: every car on every slope at every rate"]
    fn every_parked_car_stands_to_the_bit() {
        let slopes_rad = [[0.2915, 0.0], [-0.2915, 0.0], [0.0, 0.25], [0.2, -0.2]];
        check_parked(&[manual(), automatic(), electric()], &slopes_rad, &[20.0, 60.0, 240.0, 1000.0], 5.0);
    }
}

/// Dropped in any attitude a car comes to rest within 8 s, lies on its body or stands on its wheels, and stays.
#[test]
fn a_dropped_car_comes_to_rest_in_any_attitude() {
    let turned = |angle: f64, axis: [f64; 3]| {
        let [x, y, z] = axis.map(|part| part * (0.5 * angle).sin());
        [(0.5 * angle).cos(), x, y, z]
    };
    let pi = core::f64::consts::PI;
    let attitudes = [
        ("roof", turned(pi, [1.0, 0.0, 0.0])),
        ("right side", turned(0.5 * pi, [1.0, 0.0, 0.0])),
        ("left side", turned(-0.5 * pi, [1.0, 0.0, 0.0])),
        ("nose", turned(0.5 * pi, [0.0, 1.0, 0.0])),
        ("tail", turned(-0.5 * pi, [0.0, 1.0, 0.0])),
        ("askew", turned(2.3, [0.48, 0.6, 0.64])),
    ];
    for (name, [w, x, y, z]) in attitudes {
        let mut car = placed(moving(&manual(), 0.0, 0.0), |body| {
            (body.z_m, body.tilt_w, body.tilt_x, body.tilt_y, body.tilt_z) = (2.5, w, x, y, z);
        });
        hold(&mut car, &braked(), &Surface::asphalt(), 1.0 / 240.0, 10.0);
        assert!(stands(&car), "{name}: {:?}", car.state());
        let height_m = centre_m(&car)[2];
        assert!(height_m > 0.3 && height_m < 1.1, "{name}: centre of mass at {height_m} m");
        let before = place(&car);
        hold(&mut car, &braked(), &Surface::asphalt(), 1.0 / 240.0, 2.0);
        assert_eq!(place(&car), before, "{name}");
    }
}

#[test]
fn a_car_on_its_roof_rests_on_it() {
    let mut car = placed(moving(&manual(), 0.0, 0.0), |body| {
        (body.z_m, body.tilt_w, body.tilt_x) = (1.6, 0.0, 1.0);
    });
    hold(&mut car, &untouched(), &Surface::asphalt(), 0.001, 4.0);
    let look = super::cars::look(&car, &untouched(), &Surface::asphalt());
    let weight_n = car.car().space.masses.mass_kg * 9.80665;
    assert!((look.space.bodywork_load_n / weight_n - 1.0).abs() < 0.02, "{:?}", look.space);
    assert!((look.space.roll_rad.abs() - core::f64::consts::PI).abs() < 0.02, "{:?}", look.space);
    assert_eq!(loads_n(&car, &untouched(), &Surface::asphalt()), [0.0; 4]);
}

/// The same roof on a ledge: the plane of the bodywork is above that of the wheels, and only bodywork touches it.
#[test]
fn bodywork_rests_as_high_as_its_own_ground() {
    let rest_m = |bodywork_rise_m: f64| {
        let mut car = placed(moving(&manual(), 0.0, 0.0), |body| {
            (body.z_m, body.tilt_w, body.tilt_x) = (1.6 + bodywork_rise_m, 0.0, 1.0);
        });
        let ground = CornerGround { bodywork_rise_m, ..CornerGround::through([0.0; 3], [0.0, 0.0, 1.0]) };
        let input = SpatialInput { grounds: Wheels::from_row([ground; 4]), ..untouched() };
        hold(&mut car, &input, &Surface::asphalt(), 0.001, 4.0);
        centre_m(&car)[2]
    };
    let rises_m = rest_m(0.4) - rest_m(0.0);
    assert!((rises_m - 0.4).abs() < 1e-6, "{rises_m} m");
}

/// The friction of standing contacts adds to what tyres hold, and together they hold no more than the road gives: mu of the load.
#[test]
fn no_brake_holds_a_car_on_a_slope_beyond_its_friction() {
    let slides = |grade: f64| {
        let road = Surface { slope_rad: grade.atan(), grip: 0.3, ..Surface::asphalt() };
        let mut car = moving(&manual(), 0.0, 0.0);
        hold(&mut car, &braked(), &road, 0.01, 4.0);
        !stands(&car)
    };
    assert!(!slides(0.26) && slides(0.40), "{} {}", slides(0.26), slides(0.40));
}
