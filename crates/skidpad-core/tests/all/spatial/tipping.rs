//! Rollover: the threshold of a rigid car is half its track over the height of its centre of mass.

use super::cars::{braked, hold, look, on_stiff_tyres, space_car, started};
use crate::support::manual;
use skidpad_core::spec::VehicleSpec;
use skidpad_core::surface::Surface;

/// A tall car on grip that never slides, with springs and tyres that hardly give.
fn tall() -> VehicleSpec {
    let mut spec = crate::two_track::sprung_cars::with_chassis(&manual(), |chassis| {
        (chassis.front_ride_hz, chassis.rear_ride_hz) = (8.0, 8.0);
        chassis.roll_gradient = 0.002;
        (chassis.front_roll_centre_m, chassis.rear_roll_centre_m) = (0.0, 0.0);
    });
    spec.body.cg_height_m = 0.9;
    spec.body.height_m = 1.9;
    (spec.front.lateral_friction, spec.rear.lateral_friction) = (2.5, 2.5);
    spec
}

/// Whether the car rolls over on a road of a bank, rad: a tilt table.
fn tips(bank_rad: f64) -> bool {
    let mut car = started(on_stiff_tyres(space_car(&tall()), 10.0), 0.0, 0.0);
    // The table is tilted slowly, as one that jumped would throw the car over.
    let steps = 400;
    for step in 0..steps {
        let road = Surface { bank_rad: bank_rad * f64::from(step) / f64::from(steps), ..Surface::asphalt() };
        hold(&mut car, &braked(), &road, 0.005, 0.05);
    }
    let road = Surface { bank_rad, ..Surface::asphalt() };
    hold(&mut car, &braked(), &road, 0.005, 4.0);
    look(&car, &braked(), &road).space.roll_rad.abs() > 0.5
}

#[test]
fn a_stiff_car_tips_where_half_its_track_over_the_height_says() {
    let threshold = (0.5 * 1.5 / 0.9_f64).atan();
    assert!(!tips(0.95 * threshold));
    assert!(tips(1.02 * threshold));
}
