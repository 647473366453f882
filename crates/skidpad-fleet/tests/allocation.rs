//! A step of a fleet allocates nothing: with new commands, outputs, ground and gusts, with walls elsewhere, and in crashes with walls
//! and cones once the working memory has grown to what they need. Nor does one of a world in lanes.

#[path = "few_models/models.rs"]
mod models;

use skidpad_core::step::Dt;
use skidpad_fleet::{Entrant, Fleet, FleetModel, FleetModels, Lanes, OutputHandle, Precision};
use skidpad_testing::{CountingAllocator, allocations};
use skidpad_workload::vehicle;
use skidpad_world::contact::Wall;
use skidpad_world::ground::{Area, Ground, Patch, Shape};
use skidpad_world::scene::Cone;
use skidpad_world::weather::{Gusts, Weather};
use skidpad_world::world::{CarId, Member, Site, World, body_of};

use models::{LANES, SCALAR, begin, choice, request};

static MODELS: FleetModels = FleetModels::new(&[&LANES, &SCALAR]);

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

const CARS: usize = 100;
/// Cars that drive into walls.
const CRASHING: usize = 40;

fn check<T: Precision>(model: &FleetModel, threads: usize) {
    let area = Area { centre_m: [5.0, 0.0], heading_rad: 0.0, shape: Shape::Disc { radius_m: 4.0 } };
    let ground = Ground::from_patches(vec![Patch::Even { area, grip: Some(0.5), rolling: None }]);
    let walls = Wall::line(&[[500.0, -500.0], [500.0, 500.0]], 0.3, 0.5);
    let mut fleet = Fleet::<T>::default().with_threads(threads);
    let site = Site::asphalt().with_ground(ground).with_walls(walls).unwrap();
    // On the model with lanes no air acts.
    let gusts =
        core::ptr::eq(model, &SCALAR).then_some(Gusts { seed: 1, deviation_m_s: 2.0, time_scale_s: 5.0 });
    let site = fleet.add_site(site.with_weather(Weather { gusts, ..Weather::CALM }).unwrap()).unwrap();
    let vehicle = vehicle(0);
    let car = choice(model, &vehicle);
    let body = Some(body_of(model.info(), &car, 0.3, 0.5));
    let initial = [("velocity_x_m_s", 20.0)];
    let group = fleet.add(model, &[Entrant { car, begin: begin(&initial), site, body }; CARS]).unwrap();
    let outputs: Vec<OutputHandle> = fleet
        .group(group)
        .output_channels()
        .iter()
        .map(|channel| fleet.group(group).output(channel.name).unwrap())
        .collect();
    let mut buffer = vec![T::zero(); outputs.len() * CARS];
    let count = allocations(|| {
        for step in 0..50 {
            (0..CARS).for_each(|car| fleet.group_mut(group).set_request(car, &request(car, step)));
            fleet.step(Dt::new(0.01).unwrap());
            fleet.outputs(group, &outputs, &mut buffer).unwrap();
        }
    });
    assert_eq!(count, 0, "{} in {} on {threads} threads", model.info().name, T::NAME);
}

/// Drives cars through cones into a corner of walls, twice: the first time lets the memory grow.
fn check_crash<T: Precision>(model: &FleetModel, threads: usize) {
    let walls = Wall::line(&[[-30.0, 15.0], [15.0, 15.0], [15.0, -30.0]], 0.3, 0.5);
    let mut fleet = Fleet::<T>::default().with_threads(threads);
    let cones = (0..60).map(|at| Cone { position_m: [6.0 + f64::from(at / 10), f64::from(at % 10)] });
    let site = Site::asphalt().with_cones(cones.collect()).with_walls(walls).unwrap();
    let site = fleet.add_site(site).unwrap();
    let vehicle = vehicle(0);
    let car = choice(model, &vehicle);
    let body = Some(body_of(model.info(), &car, 0.3, 0.5));
    let headings: Vec<_> = (0..CRASHING).map(|car| 0.04 * car as f64).collect();
    let initial: Vec<_> = headings.iter().map(|yaw| [("velocity_x_m_s", 20.0), ("yaw_rad", *yaw)]).collect();
    let entrants: Vec<_> =
        initial.iter().map(|initial| Entrant { car, begin: begin(initial), site, body }).collect();
    let group = fleet.add(model, &entrants).unwrap();
    let mut drive = || {
        let (mut met, mut is_cone_hit) = ([false; CRASHING], false);
        for step in 0..60 {
            (0..CRASHING).for_each(|car| fleet.group_mut(group).set_request(car, &request(car, step)));
            fleet.step(Dt::new(0.02).unwrap());
            let impacts = fleet.group(group).impacts_m_s().unwrap();
            met.iter_mut().zip(impacts).for_each(|(met, speed)| *met |= speed.lane(0) > 0.0);
            is_cone_hit |=
                fleet.group(group).cone_impacts_m_s().unwrap().iter().any(|speed| speed.lane(0) > 0.0);
        }
        assert!(is_cone_hit);
        fleet.group_mut(group).reset(&[true; CRASHING]);
        met.iter().filter(|met| **met).count()
    };
    let met = drive();
    assert!(met > CRASHING / 2, "{met} cars met a wall");
    let count = allocations(|| assert_eq!(drive(), met));
    assert_eq!(count, 0, "{} in {} on {threads} threads", model.info().name, T::NAME);
}

/// Drives cars of a world in lanes, far from each other and on ice.
fn check_world(model: &FleetModel, threads: usize) {
    let area = Area { centre_m: [50.0, 0.0], heading_rad: 0.0, shape: Shape::Disc { radius_m: 80.0 } };
    let ground = Ground::from_patches(vec![Patch::Even { area, grip: Some(0.5), rolling: None }]);
    let mut world = World::new(Site::asphalt().with_ground(ground));
    let vehicle = vehicle(0);
    let car = choice(model, &vehicle);
    for place in 0..CARS {
        let initial = [("velocity_x_m_s", 20.0), ("y_m", 20.0 * place as f64)];
        let body = Some(body_of(model.info(), &car, 0.3, 0.5));
        let alone = model.info().begin(&car, &begin(&initial)).unwrap();
        world.add(Member { car: alone, body }).unwrap();
    }
    let mut world = world.stepped_together(Lanes::new(MODELS).with_threads(threads));
    let dt = Dt::new(0.01).unwrap();
    // The first step takes the cars in.
    world.step(dt);
    let count = allocations(|| {
        for step in 0..50 {
            (0..CARS).for_each(|car| {
                world.set_request(CarId::from_number(car as u32), request(car, step));
            });
            world.step(dt);
        }
    });
    assert_eq!(count, 0, "a world of {} on {threads} threads", model.info().name);
}

/// One test: the allocator counts for the whole process.
#[test]
fn a_step_allocates_nothing() {
    for threads in [1, 3] {
        for model in [&LANES, &SCALAR] {
            check::<f64>(model, threads);
            check::<f32>(model, threads);
            check_crash::<f64>(model, threads);
            check_crash::<f32>(model, threads);
            check_world(model, threads);
        }
    }
}
