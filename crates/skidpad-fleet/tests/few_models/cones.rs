//! Cones: each car has its own, which move with the bits of those of a world that has no other car.

use std::collections::BTreeSet;

use skidpad_core::math::Real;
use skidpad_core::step::Dt;
use skidpad_fleet::{Ending, EpisodeRules, Fleet, FleetModel, GroupId};
use skidpad_world::contact::Wall;
use skidpad_world::scene::Cone;
use skidpad_world::world::{CarId, Party, Site, World};

use crate::models::{LANES, SCALAR, request};
use crate::set_off::set_off;

const CARS: usize = 29;
const DT_S: f64 = 1.0 / 120.0;
const STEPS: u32 = 300;

/// A yard with rings of cones around the start. Some stand in each other, so that contact moves them apart as soon as they take
/// part in a step.
pub fn yard() -> Site {
    let ring = |count: u32, radius_m: f64| {
        (0..count).map(move |place| {
            let (sin, cos) = Real::sin_cos(f64::from(place) * core::f64::consts::TAU / f64::from(count));
            Cone { position_m: [radius_m * cos, radius_m * sin] }
        })
    };
    let cones = ring(9, 8.0).chain(ring(40, 14.0)).chain(ring(3, 14.05)).collect();
    let walls = Wall::arena([-16.0, -16.0], [16.0, 16.0], 0.4, 0.6).to_vec();
    Site::asphalt().with_cones(cones).with_walls(walls).unwrap()
}

/// The yard with cones that carry any blow.
fn rigid_yard() -> Site {
    Site { are_cones_rigid: true, ..yard() }
}

/// Steps a fleet and the worlds of its cars.
fn step(fleet: &mut Fleet, group: GroupId, worlds: &mut [(World, CarId)], step: u32) {
    for (car, (world, id)) in worlds.iter_mut().enumerate() {
        fleet.group_mut(group).set_request(car, &request(car, step));
        world.set_request(*id, request(car, step));
        world.step(Dt::new(DT_S).unwrap());
    }
    fleet.step(Dt::new(DT_S).unwrap());
}

/// Largest approach speed of the car of a world in its last step, of the impacts with a kind of thing.
fn impact_m_s(world: &World, id: CarId, is_met: fn(&Party) -> bool) -> f64 {
    let impacts = world
        .impacts()
        .iter()
        .filter(|impact| impact.concerns(Party::Car(id)) && [impact.first, impact.second].iter().any(is_met));
    impacts.map(|impact| impact.impact.approach_speed_m_s).fold(0.0, Real::max)
}

/// Compares a car and its cones with those of its world.
fn assert_same(fleet: &Fleet, group: GroupId, car: usize, (world, id): &(World, CarId), step: u32) {
    let group = fleet.group(group);
    let name = format!("{} {car} after step {step}", group.model());
    assert_eq!(group.save(car), world.car(*id).unwrap().save(), "{name}");
    if car.is_multiple_of(4) {
        assert!(group.cones(car).is_none(), "{name} is a ghost");
    } else {
        assert_eq!(group.cones(car).unwrap(), world.cones(), "{name}");
    }
    let speeds = [group.impacts_m_s(), group.cone_impacts_m_s()].map(|speeds| speeds.unwrap()[car]);
    let walls = impact_m_s(world, *id, |party| matches!(party, Party::Wall(_)));
    assert_eq!(speeds, [walls, impact_m_s(world, *id, |party| matches!(party, Party::Cone(_)))], "{name}");
}

/// Returns how many cars hit a cone.
fn check(model: &FleetModel, threads: usize, site: Site) -> usize {
    let is_rigid = site.are_cones_rigid;
    let (mut fleet, group, mut worlds) = set_off(model, &[site], CARS, threads);
    for at in 0..STEPS {
        step(&mut fleet, group, &mut worlds, at);
        worlds.iter().enumerate().for_each(|(car, world)| assert_same(&fleet, group, car, world, at));
    }
    let is_any_flat = worlds.iter().any(|(world, _)| world.cones().iter().any(|cone| cone.is_flat));
    assert_eq!(is_any_flat, !is_rigid, "cones are crushed at walls");
    worlds.iter().filter(|(world, _)| world.cones().iter().any(|cone| cone.is_hit)).count()
}

/// A reset puts a car's cones back, and the cones of no other car.
#[test]
fn a_reset_car_finds_its_cones_where_they_stood() {
    let (mut fleet, group, mut worlds) = set_off(&SCALAR, &[yard()], CARS, 2);
    (0..STEPS).for_each(|at| step(&mut fleet, group, &mut worlds, at));
    let mask: Vec<_> = (0..CARS).map(|car| !car.is_multiple_of(3)).collect();
    fleet.group_mut(group).reset(&mask);
    let (_, _, restarted) = set_off(&SCALAR, &[yard()], CARS, 1);
    for (car, new) in restarted.into_iter().enumerate().filter(|(car, _)| mask[*car]) {
        worlds[car] = new;
    }
    for at in 0..STEPS {
        worlds.iter().enumerate().for_each(|(car, (world, _))| {
            let cones = fleet.group(group).cones(car);
            assert!(cones.is_none_or(|cones| cones == world.cones()), "{car} before step {at}");
        });
        step(&mut fleet, group, &mut worlds, at);
    }
    (0..CARS).for_each(|car| {
        assert_eq!(fleet.group(group).save(car), worlds[car].0.car(worlds[car].1).unwrap().save(), "{car}");
    });
}

/// Impacts with cones and with walls end episodes by rules of their own.
#[test]
fn an_episode_ends_where_a_cone_is_hit() {
    let (mut fleet, group, mut worlds) = set_off(&LANES, &[yard()], CARS, 1);
    fleet.group_mut(group).set_rules(EpisodeRules {
        hit_m_s: Some(0.0),
        cone_hit_m_s: Some(9.0),
        ..EpisodeRules::default()
    });
    let (mut expected, mut seen) = ([0; CARS], BTreeSet::new());
    for at in 0..STEPS {
        step(&mut fleet, group, &mut worlds, at);
        for (expected, (world, id)) in expected.iter_mut().zip(&worlds) {
            if impact_m_s(world, *id, |party| matches!(party, Party::Wall(_))) > 0.0 {
                *expected |= Ending::Hit.bit();
            }
            if impact_m_s(world, *id, |party| matches!(party, Party::Cone(_))) >= 9.0 {
                *expected |= Ending::HitCone.bit();
            }
        }
        assert_eq!(fleet.group(group).endings(), expected, "step {at}");
        seen.extend(expected);
    }
    for ending in [0, Ending::Hit.bit(), Ending::HitCone.bit(), Ending::Hit.bit() | Ending::HitCone.bit()] {
        assert!(seen.contains(&ending), "{ending:b} in {seen:?}");
    }
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn a_cars_cones_move_as_in_a_world_of_its_own() {
        for model in [&LANES, &SCALAR] {
            let hit = check(model, 1, yard());
            assert!(hit > CARS / 2, "{}: {hit} cars hit a cone", model.info().name);
            assert_eq!(check(model, 3, yard()), hit);
            check(model, 1, rigid_yard());
        }
    }
}
