//! Cars of every model in one world: in lanes they have the bits that they have one after the other.

use skidpad_core::step::Dt;
use skidpad_fleet::{Lanes, MODELS};
use skidpad_world::contact::Wall;
use skidpad_world::ground::{Area, Ground, Patch, Shape};
use skidpad_world::models::ModelInfo;
use skidpad_world::scene::Cone;
use skidpad_world::world::{Member, Site, World, body_of};

use crate::entrants::{begin, choices, request, speed_m_s, vehicles};

/// More than a block of any width, and no whole number of blocks.
const CARS_OF_A_MODEL: usize = 19;
const STEPS: u32 = 40;

fn site() -> Site {
    let area =
        Area { centre_m: [30.0, 30.0], heading_rad: 0.2, shape: Shape::Rectangle { size_m: [25.0, 40.0] } };
    let ground = Ground::from_patches(vec![Patch::Even { area, grip: Some(0.4), rolling: None }]);
    let cones = (0..12).map(|place| Cone { position_m: [5.0 + 4.0 * f64::from(place), 4.5] }).collect();
    let walls = Wall::arena([-10.0, -10.0], [80.0, 60.0], 0.3, 0.5).to_vec();
    Site::asphalt().with_ground(ground).with_cones(cones).with_walls(walls).expect("usable walls")
}

/// Adds cars of a model, where it has a place: on a grid.
fn add(world: &mut World, model: &ModelInfo, first: usize) {
    let vehicles = vehicles();
    let choices = choices(model, &vehicles);
    for car in first..first + CARS_OF_A_MODEL {
        let choice = choices[car % choices.len()];
        let has_place = model.lacks_for_contact().is_none();
        let at = [
            (model.speed, speed_m_s(car)),
            ("x_m", 9.0 * (car % 8) as f64),
            ("y_m", 9.0 * (car / 8) as f64),
            ("yaw_rad", 0.5 * car as f64),
        ];
        let initial = if has_place { &at[..] } else { &at[..1] };
        let member = Member {
            car: model.begin(&choice, &begin(car, initial)).expect("its car"),
            body: has_place.then(|| body_of(model, &choice, 0.3, 0.5)),
        };
        world.add(member).expect("it joins");
    }
}

fn check(mut one_by_one: World, threads: usize, name: &str) {
    let mut together = one_by_one.clone().stepped_together(Lanes::new(MODELS).with_threads(threads));
    for step in 0..STEPS {
        for world in [&mut one_by_one, &mut together] {
            for (car, id) in world.ids().collect::<Vec<_>>().into_iter().enumerate() {
                world.set_request(id, request(car, step));
            }
            world.step(Dt::new(1.0 / 60.0).unwrap());
        }
        assert_eq!(together.hash(), one_by_one.hash(), "{name} after step {step}");
    }
}

#[test]
fn a_car_in_lanes_has_the_bits_of_a_car_alone() {
    for model in MODELS.iter() {
        let mut world = World::new(site());
        add(&mut world, model.info(), 0);
        check(world, 1, model.info().name);
    }
}

#[test]
fn models_share_a_world() {
    let mut world = World::new(site());
    let names = ["single_track", "two_track_sprung", "two_track_magic", "kinematic", "w1", "point_mass"];
    for (place, name) in names.iter().enumerate() {
        add(&mut world, MODELS.by_name(name).unwrap().info(), place * 7);
    }
    check(world, 3, "all");
}
