//! Contact with walls: the bits of a car that is alone in a world, and nothing to do far from any wall.

use skidpad_core::step::Dt;
use skidpad_fleet::{Entrant, Fleet, FleetError, FleetModel, SiteId};
use skidpad_world::contact::{Barrier, Body, Shape, Wall};
use skidpad_world::rolling::CarChoice;
use skidpad_world::world::{Site, body_of};

use crate::models::{LANES, SCALAR, begin, request};
use crate::set_off::set_off;

const CARS: usize = 37;
const DT_S: f64 = 1.0 / 120.0;

/// A yard with a post and a low wall in it.
fn yard() -> Site {
    let mut walls = Wall::arena([-15.0, -12.0], [30.0, 12.0], 0.4, 0.6).to_vec();
    walls.extend(Wall::line(&[[20.0, -3.0], [26.0, 4.0]], 0.2, 0.3));
    let post = Barrier::Post { centre_m: skidpad_core::math::Vec2::new(10.0, 6.0), radius_m: 0.5 };
    walls.push(Wall { barrier: post, restitution: 0.3, friction: 0.5 });
    Site::asphalt().with_walls(walls).unwrap()
}

/// Returns how many cars with bodies met a wall.
fn check(model: &FleetModel, threads: usize) -> usize {
    let (mut fleet, group, mut worlds) = set_off(model, &[yard()], CARS, threads);
    let mut met = [false; CARS];
    for step in 0..360 {
        for (car, (world, id)) in worlds.iter_mut().enumerate() {
            fleet.group_mut(group).set_request(car, &request(car, step));
            world.set_request(*id, request(car, step));
            world.step(Dt::new(DT_S).unwrap());
        }
        fleet.step(Dt::new(DT_S).unwrap());
        let group = fleet.group(group);
        for (car, (world, id)) in worlds.iter().enumerate() {
            let name = format!("{} {car} after step {step}", group.model());
            assert_eq!(group.save(car), world.car(*id).unwrap().save(), "{name}");
            let speeds = world.impacts().iter().map(|impact| impact.impact.approach_speed_m_s);
            assert_eq!(
                group.impacts_m_s().unwrap()[car],
                speeds.fold(0.0, skidpad_core::math::Real::max),
                "{name}"
            );
            met[car] |= !world.impacts().is_empty();
        }
    }
    met.iter().filter(|met| **met).count()
}

/// A body on a site without walls changes no bits, and there are no impacts to ask for.
#[test]
fn a_body_without_walls_meets_nothing() {
    let body = body_of(LANES.info(), &CarChoice::Own("w1"), 0.3, 0.5);
    let entrant = |body| Entrant {
        car: CarChoice::Own("w1"),
        begin: begin(&[("velocity_x_m_s", 20.0)]),
        site: SiteId::ASPHALT,
        body,
    };
    let mut fleet = Fleet::new();
    let groups = [Some(body), None].map(|body| fleet.add(&LANES, &[entrant(body)]).unwrap());
    (0..100).for_each(|_| fleet.step(Dt::new(DT_S).unwrap()));
    let [with, without] = groups.map(|group| fleet.group(group).save(0));
    assert_eq!(with, without);
    assert!(fleet.group(groups[0]).impacts_m_s().is_none());
}

#[test]
fn a_body_that_contact_cannot_use_is_refused() {
    let usable = body_of(LANES.info(), &CarChoice::Own("w1"), 0.3, 0.5);
    let body = Body { shape: Shape::Circle { radius_m: -1.0 }, ..usable };
    let begin = begin(&[]);
    let entrant = Entrant { car: CarChoice::Own("w1"), begin, site: SiteId::ASPHALT, body: Some(body) };
    let error = Fleet::new().add(&LANES, &[entrant]).unwrap_err();
    assert!(matches!(error, FleetError::Faults(_)));
    assert_eq!(error.to_string(), "entrants[0].body.shape.radius_m is -1; it must be from 0.001 to 10000 m");
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn a_car_meets_walls_as_in_a_world_of_its_own() {
        for model in [&LANES, &SCALAR] {
            let met = check(model, 1);
            assert!(met > CARS / 2, "{}: {met} cars met a wall", model.info().name);
            assert_eq!(check(model, 3), met);
        }
    }
}
