//! Cars on tracks, in a fleet and in lanes of a world, with the bits of cars alone.

use skidpad_core::step::Dt;
use skidpad_fleet::{FleetModels, Lanes};
use skidpad_workload::vehicle;
use skidpad_world::track::{Track, track_by_name};
use skidpad_world::world::{Member, Site, World, body_of};

use crate::models::{LANES, SCALAR, begin, choice, request};
use crate::set_off::set_off;

const CARS: usize = 9;

/// A track with hills, kerbs and walls whose start line lies at the origin.
pub fn site(name: &str) -> Site {
    let track = Track::new(&track_by_name(name).expect("a track that Skidpad brings"));
    Site::asphalt().with_track(track.expect("a sound track"))
}

#[test]
fn a_car_feels_a_track_as_in_a_world_of_its_own() {
    let sites = ["handling-course", "oval"].map(site);
    for model in [&LANES, &SCALAR] {
        let (mut fleet, group, mut worlds) = set_off(model, &sites, CARS, 1);
        let dt = Dt::new(1.0 / 60.0).expect("a step");
        for step in 0..90 {
            for (car, (world, id)) in worlds.iter_mut().enumerate() {
                fleet.group_mut(group).set_request(car, &request(car, step));
                world.set_request(*id, request(car, step));
                world.step(dt);
            }
            fleet.step(dt);
            for (car, (world, id)) in worlds.iter().enumerate() {
                let (found, alone) =
                    (fleet.group(group).save(car), world.car(*id).expect("it is here").save());
                assert_eq!(found, alone, "{} {car} after step {step}", model.info().name);
            }
        }
    }
}

#[test]
fn cars_of_a_world_on_a_track_have_the_same_bits_in_lanes() {
    static MODELS: FleetModels = FleetModels::new(&[&LANES, &SCALAR]);
    let mut worlds = [World::new(site("handling-course")), World::new(site("handling-course"))];
    let vehicle = vehicle(0);
    for model in [&LANES, &SCALAR] {
        for place in 0..CARS {
            let car = choice(model, &vehicle);
            let initial =
                [("velocity_x_m_s", 14.0), ("x_m", 9.0 * place as f64), ("y_m", 3.0 * place as f64)];
            for world in &mut worlds {
                let rolling = model.info().begin(&car, &begin(&initial)).expect("its car");
                let body = Some(body_of(model.info(), &car, 0.3, 0.5));
                let id = world.add(Member { car: rolling, body }).expect("it joins");
                world.set_request(id, request(place, 0));
            }
        }
    }
    let [mut one_by_one, together] = worlds;
    let mut together = together.stepped_together(Lanes::new(MODELS));
    for step in 0..120 {
        for world in [&mut one_by_one, &mut together] {
            world.step(Dt::new(1.0 / 60.0).expect("a step"));
        }
        assert_eq!(one_by_one.hash(), together.hash(), "after step {step}");
    }
}
