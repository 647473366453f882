//! Fleets beside worlds with the same cars.

use skidpad_fleet::{Entrant, Fleet, FleetModel, GroupId, Precision};
use skidpad_workload::vehicle;
use skidpad_world::contact::Body;
use skidpad_world::rolling::CarChoice;
use skidpad_world::world::{CarId, Member, Site, World, body_of};

use crate::models::{begin, choice};

/// Speed and heading at the start of a car: cars set off from the origin in all directions.
pub fn start(car: usize) -> [(&'static str, f64); 2] {
    [("velocity_x_m_s", 6.0 + car as f64 % 7.0), ("yaw_rad", 0.43 * car as f64)]
}

/// The body of a car; each fourth is a ghost.
fn body(model: &FleetModel, choice: &CarChoice<'_>, car: usize) -> Option<Body> {
    (!car.is_multiple_of(4)).then(|| body_of(model.info(), choice, 0.3, 0.5))
}

/// A fleet of chosen cars, each with the start and the site that it has among any others: the sites in turn.
pub fn set_off_in<T: Precision>(
    model: &FleetModel,
    sites: &[Site],
    cars: &[usize],
    threads: usize,
) -> (Fleet<T>, GroupId) {
    let vehicle = vehicle(0);
    let choice = choice(model, &vehicle);
    let mut fleet = Fleet::<T>::default().with_threads(threads);
    let shared: Vec<_> = sites.iter().map(|site| fleet.add_site(site.clone()).unwrap()).collect();
    let initial: Vec<_> = cars.iter().map(|car| start(*car)).collect();
    let entrant = |(car, initial)| Entrant {
        car: choice,
        begin: begin(initial),
        site: shared[car % sites.len()],
        body: body(model, &choice, car),
    };
    let entrants: Vec<_> =
        cars.iter().copied().zip(initial.iter().map(|initial| &initial[..])).map(entrant).collect();
    let group = fleet.add(model, &entrants).unwrap();
    (fleet, group)
}

/// A fleet of so many cars, and each of them in a world of its own.
pub fn set_off(
    model: &FleetModel,
    sites: &[Site],
    cars: usize,
    threads: usize,
) -> (Fleet, GroupId, Vec<(World, CarId)>) {
    let (fleet, group) = set_off_in(model, sites, &Vec::from_iter(0..cars), threads);
    let vehicle = vehicle(0);
    let choice = choice(model, &vehicle);
    let alone = |car: usize| {
        let mut world = World::new(sites[car % sites.len()].clone());
        let rolling = model.info().begin(&choice, &begin(&start(car))).unwrap();
        let id = world.add(Member { car: rolling, body: body(model, &choice, car) }).unwrap();
        (world, id)
    };
    (fleet, group, (0..cars).map(alone).collect())
}
