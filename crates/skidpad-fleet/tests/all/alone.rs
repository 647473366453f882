//! A car of a fleet has the bits of a car that is alone in a world with the same site.

use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_fleet::{Entrant, Fleet, GroupId, MODELS, SiteId};
use skidpad_world::contact::Wall;
use skidpad_world::ground::{Area, Ground, Patch, Shape};
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::CarChoice;
use skidpad_world::scene::Cone;
use skidpad_world::world::{CarId, Member, Party, Site, World, body_of};

use crate::entrants::{begin, choices, request, speed_m_s, vehicles};

/// More than a block of any width, and no whole number of blocks.
const CARS: usize = 21;
/// A second: cars brake, shift and stop.
const STEPS: u32 = 60;
const DT_S: f64 = 1.0 / 60.0;

/// Asphalt between walls, a wet slope with cones, and a road with ice under the left wheels, bumps and gravel.
pub fn sites() -> [Site; 3] {
    let slope = Surface { grip: 0.7, slope_rad: 0.03, bank_rad: 0.02, ..Surface::asphalt() };
    let strip = |x_m: f64, y_m: f64| Area {
        centre_m: [x_m, y_m],
        heading_rad: 0.1,
        shape: Shape::Rectangle { size_m: [40.0, 4.0] },
    };
    let ground = Ground::from_patches(vec![
        Patch::Even { area: strip(25.0, 2.0), grip: Some(0.3), rolling: None },
        Patch::Even { area: strip(50.0, -1.0), grip: Some(0.6), rolling: Some(8.0) },
        Patch::Bump {
            area: Area { centre_m: [12.0, 0.0], heading_rad: 0.0, shape: Shape::Disc { radius_m: 6.0 } },
            height_m: 0.05,
        },
    ]);
    let walls = Wall::arena([-5.0, -6.0], [14.0, 6.0], 0.4, 0.5).to_vec();
    let yard = Site::asphalt().with_walls(walls).unwrap();
    let cones = [[3.5, 0.3], [7.0, -0.4], [7.2, -0.5], [9.0, 1.5], [10.0, -1.0]];
    let cones = cones.map(|position_m| Cone { position_m }).to_vec();
    [yard, Site::new(slope).with_cones(cones), Site::asphalt().with_ground(ground)]
}

/// States at the start: a speed, and every second car that moves in space tumbles in the air.
fn start(model: &ModelInfo, car: usize) -> Vec<(&'static str, f64)> {
    let mut start = vec![(model.speed, speed_m_s(car))];
    if model.unit_quaternion.is_some() && car % 2 == 1 {
        let turns = [("roll_rate_rad_s", 5.0 - car as f64), ("pitch_rate_rad_s", 8.0 - 0.5 * car as f64)];
        start.extend([("z_m", 0.8), ("velocity_z_m_s", 2.0)].into_iter().chain(turns));
    }
    start
}

/// A fleet with a group of a model, each third car on another site, and each of its cars in a world of its own.
fn fleet_and_worlds(model: &ModelInfo, threads: usize) -> (Fleet, GroupId, Vec<(World, CarId)>) {
    let vehicles = vehicles();
    let choices = choices(model, &vehicles);
    let choice = |car: usize| -> CarChoice<'_> { choices[car % choices.len()] };
    let speeds: Vec<_> = (0..CARS).map(|car| start(model, car)).collect();
    let mut fleet = Fleet::new().with_threads(threads);
    let sites = sites();
    let ids: Vec<SiteId> = sites.iter().map(|site| fleet.add_site(site.clone()).unwrap()).collect();
    let has_body = model.lacks_for_contact().is_none();
    let body = |car: usize| has_body.then(|| body_of(model, &choice(car), 0.3, 0.5));
    let entrants: Vec<_> = (0..CARS)
        .map(|car| {
            let begin = begin(car, &speeds[car]);
            Entrant { car: choice(car), begin, site: ids[car % 3], body: body(car) }
        })
        .collect();
    let listed = MODELS.by_name(model.name).unwrap();
    let group = fleet.add(listed, &entrants).unwrap();
    let worlds = (0..CARS).map(|car| {
        let mut world = World::new(sites[car % 3].clone());
        let alone = model.begin(&choice(car), &begin(car, &speeds[car])).unwrap();
        let member = Member { car: alone, body: body(car) };
        let id = world.add(member).unwrap();
        (world, id)
    });
    let worlds = worlds.collect();
    (fleet, group, worlds)
}

/// Drives a model's fleet beside its worlds and compares all cars after each step. Commands are others after each `held` steps.
/// Returns how many cars moved, and whether one met a wall and one a cone.
fn check(model: &ModelInfo, threads: usize, held: u32) -> (usize, [bool; 2]) {
    let (mut fleet, group, mut worlds) = fleet_and_worlds(model, threads);
    let dt = Dt::new(DT_S).unwrap();
    let start: Vec<_> = (0..CARS).map(|car| fleet.group(group).save(car).numbers).collect();
    let mut has_met = [false; 2];
    for step in 0..STEPS {
        for (car, (world, id)) in worlds.iter_mut().enumerate() {
            if step.is_multiple_of(held) {
                let request = request(car, step);
                fleet.group_mut(group).set_request(car, &request);
                world.set_request(*id, request);
            }
            world.step(dt);
            for impact in world.impacts().iter().filter(|impact| impact.concerns(Party::Car(*id))) {
                has_met[usize::from(matches!(impact.second, Party::Cone(_)))] = true;
            }
        }
        fleet.step(dt);
        for (car, (world, id)) in worlds.iter().enumerate() {
            let (found, alone) = (fleet.group(group).save(car), world.car(*id).unwrap().save());
            assert_eq!(found.status, alone.status, "{} {car} after step {step}", model.name);
            let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
            let (found, alone) = (bits(&found.numbers), bits(&alone.numbers));
            assert_eq!(found, alone, "{} {car} after step {step}", model.name);
            let cones = fleet.group(group).cones(car);
            assert!(cones.is_none_or(|cones| cones == world.cones()), "{} {car} step {step}", model.name);
        }
    }
    ((0..CARS).filter(|car| fleet.group(group).save(*car).numbers != start[*car]).count(), has_met)
}

#[test]
fn a_fleets_car_has_the_bits_of_a_worlds_car() {
    for model in MODELS.iter() {
        let (moved, has_met) = check(model.info(), 1, 1);
        assert!(moved > CARS / 2, "{}: {moved} cars moved", model.info().name);
        assert_eq!(has_met, [model.info().lacks_for_contact().is_none(); 2], "{}", model.info().name);
    }
}

#[test]
fn threads_change_no_bits() {
    for name in ["two_track", "two_track_brush", "commonroad_ks", "kinematic"] {
        check(MODELS.by_name(name).unwrap().info(), 3, 1);
    }
}

/// With the same commands for a while, cars on even ground keep what they were given.
#[test]
fn held_commands_change_no_bits() {
    for name in [
        "single_track",
        "two_track",
        "two_track_sprung",
        "two_track_sprung_magic",
        "kinematic",
        "motorcycle",
        "ackermann",
        "slip_vector",
        "w1",
        "commonroad_st",
    ] {
        for threads in [1, 3] {
            check(MODELS.by_name(name).unwrap().info(), threads, 25);
        }
    }
}

#[test]
fn every_model_has_a_fleet() {
    let fleets: Vec<_> = MODELS.iter().map(|model| model.info().name).collect();
    assert_eq!(fleets, skidpad_models::MODELS.names());
}
