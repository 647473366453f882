//! Ground that is even in places: a car looks it up only near edges, with the bits of one that looks it up everywhere.

use skidpad_core::step::Dt;
use skidpad_world::ground::{Area, Cell, Grid, Ground, Patch, Shape};
use skidpad_world::world::Site;

use crate::models::{LANES, SCALAR, request};
use crate::set_off::set_off;

const CARS: usize = 37;
const DT_S: f64 = 1.0 / 60.0;
/// Steps between two commands.
const HELD: u32 = 30;

/// Wet, icy and rough places of all kinds around the start, one over the other.
pub fn ground() -> Ground {
    let area = |x_m: f64, y_m: f64, heading_rad: f64, shape: Shape| Area {
        centre_m: [x_m, y_m],
        heading_rad,
        shape,
    };
    let (strip, disc) = (Shape::Rectangle { size_m: [14.0, 5.0] }, Shape::Disc { radius_m: 4.0 });
    let cell = |at: usize| Cell {
        grip: 0.7 + 0.1 * (at % 3) as f64,
        rolling: 1.0,
        height_m: 0.01 * (at % 2) as f64,
    };
    Ground::from_patches(vec![
        Patch::Even {
            area: area(2.0, 0.0, 0.0, Shape::Disc { radius_m: 7.0 }),
            grip: Some(0.6),
            rolling: Some(3.0),
        },
        Patch::Even { area: area(12.0, 3.0, 0.8, strip), grip: Some(0.3), rolling: None },
        Patch::Even { area: area(11.0, -6.0, -0.4, strip), grip: None, rolling: Some(5.0) },
        Patch::Bump { area: area(-8.0, 4.0, 0.3, strip), height_m: 0.04 },
        Patch::Even { area: area(-9.0, -5.0, 0.0, disc), grip: Some(0.8), rolling: None },
        Patch::Map(Grid::new([-6.0, 9.0], [2.0, 2.0], 7, (0..35).map(cell).collect()).unwrap()),
    ])
}

/// Uneven ground for two of three cars, and asphalt for the third.
fn sites() -> [Site; 3] {
    let uneven = Site::asphalt().with_ground(ground());
    [uneven.clone(), uneven, Site::asphalt()]
}

/// A command that is no number is taken as 0 and named, also on even ground, until it is set again.
#[test]
fn a_command_that_is_no_number_is_named_while_it_holds() {
    let (mut fleet, group, _) = set_off(&SCALAR, &sites(), CARS, 1);
    let dt = Dt::new(DT_S).unwrap();
    for car in 0..CARS {
        let mut bad = request(car, 0);
        bad.command.throttle = f64::NAN;
        fleet.group_mut(group).set_request(car, &bad);
    }
    for _ in 0..20 {
        fleet.step(dt);
        assert!((0..CARS).all(|car| fleet.group(group).fault(car).is_some()));
    }
    (0..CARS).for_each(|car| fleet.group_mut(group).set_request(car, &request(car, 0)));
    fleet.step(dt);
    assert!((0..CARS).all(|car| fleet.group(group).fault(car).is_none()));
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn a_car_feels_the_ground_as_in_a_world_of_its_own() {
        for (model, threads) in [(&LANES, 1), (&SCALAR, 1), (&SCALAR, 3)] {
            let (mut fleet, group, mut worlds) = set_off(model, &sites(), CARS, threads);
            let dt = Dt::new(DT_S).unwrap();
            for step in 0..120 {
                for (car, (world, id)) in worlds.iter_mut().enumerate() {
                    if step % HELD == 0 {
                        fleet.group_mut(group).set_request(car, &request(car, step));
                        world.set_request(*id, request(car, step));
                    }
                    world.step(dt);
                }
                fleet.step(dt);
                for (car, (world, id)) in worlds.iter().enumerate() {
                    let (found, alone) = (fleet.group(group).save(car), world.car(*id).unwrap().save());
                    assert_eq!(found, alone, "{} {car} after step {step}", model.info().name);
                }
            }
        }
    }
}
