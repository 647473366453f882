//! Models of the list that are compiled for `f32`, too.
#![cfg(feature = "single")]

use skidpad_core::math::Real;
use skidpad_core::step::Dt;
use skidpad_fleet::{Entrant, Fleet, FleetModel, GroupId, MODELS, Precision, SiteId};
use skidpad_world::world::body_of;

use crate::alone::sites;
use crate::entrants::{begin, choices, request, speed_m_s, vehicles};

/// More than a block of any width, and no whole number of blocks.
const CARS: usize = 37;
const STEPS: u32 = 60;

/// The models in single precision, with the feature `single`.
const SINGLE: [&str; 10] = [
    "point_mass", "single_track", "two_track", "two_track_sprung", "kinematic", "motorcycle",
    "commonroad_ks", "commonroad_st", "commonroad_std", "w1",
];

/// Chosen cars of all on three sites in turn, driven for a second.
fn driven<T: Precision>(model: &FleetModel, cars: &[usize], threads: usize) -> (Fleet<T>, GroupId) {
    let vehicles = vehicles();
    let choices = choices(model.info(), &vehicles);
    let mut fleet = Fleet::<T>::default().with_threads(threads);
    let ids: Vec<SiteId> = sites().into_iter().map(|site| fleet.add_site(site).unwrap()).collect();
    let initial: Vec<_> = cars.iter().map(|car| [(model.info().speed, speed_m_s(*car))]).collect();
    let entrants = cars.iter().zip(&initial).map(|(number, initial)| {
        let car = choices[number % choices.len()];
        let has_body = model.info().lacks_for_contact().is_none();
        let body = has_body.then(|| body_of(model.info(), &car, 0.3, 0.5));
        Entrant { car, begin: begin(*number, initial), site: ids[number % 3], body }
    });
    let group = fleet.add(model, &entrants.collect::<Vec<_>>()).unwrap();
    for step in 0..STEPS {
        for (place, car) in cars.iter().enumerate() {
            fleet.group_mut(group).set_request(place, &request(*car, step));
        }
        fleet.step(Dt::new(1.0 / 60.0).unwrap());
    }
    (fleet, group)
}

#[test]
fn chosen_models_are_in_single_precision_with_the_feature() {
    let names: Vec<_> =
        MODELS.iter().filter(|model| model.supports::<f32>()).map(|model| model.info().name).collect();
    assert_eq!(names, if cfg!(feature = "single") { &SINGLE[..] } else { &[] });
}

#[test]
fn a_car_in_single_precision_does_not_depend_on_its_neighbours() {
    let all = Vec::from_iter(0..CARS);
    for model in MODELS.iter().filter(|model| model.supports::<f32>()) {
        let name = model.info().name;
        let [one, two] = [1, 2].map(|threads| driven::<f32>(model, &all, threads));
        let double = driven::<f64>(model, &all, 1);
        let speed = one.0.group(one.1).state(model.info().speed).unwrap();
        let mut near = 0;
        for car in 0..CARS {
            let saved = one.0.group(one.1).save(car);
            assert_eq!(saved, two.0.group(two.1).save(car), "{name} {car} on two threads");
            if car.is_multiple_of(5) {
                let (alone, group) = driven::<f32>(model, &[car], 1);
                assert_eq!(saved, alone.group(group).save(0), "{name} {car} alone");
            }
            let speeds = [
                f64::from(one.0.group(one.1).states(speed)[car]),
                double.0.group(double.1).states(speed)[car],
            ];
            near += usize::from(Real::abs(speeds[0] - speeds[1]) < 1e-2);
        }
        // A blow that begins a step later or a gear that is shifted a sub-step later makes more of a rounding.
        assert!(near > CARS * 2 / 3, "{name}: {near} of {CARS} cars have the speed of double precision");
    }
}
