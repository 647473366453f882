//! Fleets beside worlds with the same cars.

use skidpad_fleet::{Entrant, Fleet, FleetModel, GroupId};
use skidpad_workload::vehicle;
use skidpad_world::world::{CarId, Member, Site, World, body_of};

use crate::models::{begin, choice};

/// Cars that set off from the origin in all directions, on the given sites in turn, each fourth as a ghost; and each of them in a
/// world of its own.
pub fn set_off(
    model: &FleetModel,
    sites: &[Site],
    cars: usize,
    threads: usize,
) -> (Fleet, GroupId, Vec<(World, CarId)>) {
    let vehicle = vehicle(0);
    let car = choice(model, &vehicle);
    let mut fleet = Fleet::new().with_threads(threads);
    let shared: Vec<_> = sites.iter().map(|site| fleet.add_site(site.clone()).unwrap()).collect();
    let initial: Vec<_> = (0..cars)
        .map(|car| [("velocity_x_m_s", 6.0 + car as f64 % 7.0), ("yaw_rad", 0.43 * car as f64)])
        .collect();
    let body = |place: usize| (!place.is_multiple_of(4)).then(|| body_of(model.info(), &car, 0.3, 0.5));
    let entrants: Vec<_> = (0..cars)
        .map(|place| {
            let site = shared[place % sites.len()];
            Entrant { car, begin: begin(&initial[place]), site, body: body(place) }
        })
        .collect();
    let group = fleet.add(model, &entrants).unwrap();
    let alone = |(place, entrant): (usize, &Entrant<'_>)| {
        let mut world = World::new(sites[place % sites.len()].clone());
        let car = model.info().begin(&entrant.car, &entrant.begin).unwrap();
        let id = world.add(Member { car, body: entrant.body }).unwrap();
        (world, id)
    };
    let worlds = entrants.iter().enumerate().map(alone).collect();
    (fleet, group, worlds)
}
