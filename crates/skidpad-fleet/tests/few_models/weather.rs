//! Wind and temperature: the bits of a car that is alone in a world with the same weather.

use skidpad_core::step::Dt;
use skidpad_fleet::{Entrant, Fleet, FleetError, SiteId};
use skidpad_workload::vehicle;
use skidpad_world::channel::Sampler;
use skidpad_world::ground::{Area, Ground, Patch, Shape};
use skidpad_world::weather::{Ambient, Gusts, Weather};
use skidpad_world::world::{CarId, Member, Site, World};

use crate::models::{LANES, SCALAR, begin, choice, request};

const CARS: usize = 17;
const DT_S: f64 = 1.0 / 60.0;

/// Gusts over plain ground, gusts over ice, a steady wind on a hot day, and calm.
fn sites() -> [Site; 4] {
    let area = Area { centre_m: [12.0, 0.0], heading_rad: 0.0, shape: Shape::Disc { radius_m: 5.0 } };
    let ice = Ground::from_patches(vec![Patch::Even { area, grip: Some(0.2), rolling: None }]);
    let gusts = |seed| Some(Gusts { seed, deviation_m_s: 6.0, time_scale_s: 0.5 });
    let gusty = |seed| Weather { wind_m_s: [-10.0, 8.0], gusts: gusts(seed), ..Weather::CALM };
    let ambient = Some(Ambient { temperature_k: 315.0, ..Ambient::STANDARD });
    let hot = Weather { wind_m_s: [0.0, 20.0], gusts: None, ambient };
    [
        Site::asphalt().with_weather(gusty(1)).unwrap(),
        Site::asphalt().with_ground(ice).with_weather(gusty(2)).unwrap(),
        Site::asphalt().with_weather(hot).unwrap(),
        Site::asphalt(),
    ]
}

/// A fleet whose cars are on some of the sites in turn, each with a world of its own. Each car holds its first command.
fn check(sites: &[Site], threads: usize) {
    let vehicle = vehicle(0);
    let car = choice(&SCALAR, &vehicle);
    let mut fleet = Fleet::new().with_threads(threads);
    let ids: Vec<_> = sites.iter().map(|site| fleet.add_site(site.clone()).unwrap()).collect();
    let initial = [("velocity_x_m_s", 25.0)];
    let entrant =
        |place: usize| Entrant { car, begin: begin(&initial), site: ids[place % sites.len()], body: None };
    let group = fleet.add(&SCALAR, &(0..CARS).map(entrant).collect::<Vec<_>>()).unwrap();
    let drag = fleet.group(group).output("drag_x_n").unwrap();
    let mut worlds: Vec<(World, CarId)> = (0..CARS)
        .map(|place| {
            let mut world = World::new(sites[place % sites.len()].clone());
            let car = SCALAR.info().begin(&car, &begin(&initial)).unwrap();
            let id = world.add(Member { car, body: None }).unwrap();
            (world, id)
        })
        .collect();
    for (car, (world, id)) in worlds.iter_mut().enumerate() {
        fleet.group_mut(group).set_request(car, &request(car, 7));
        world.set_request(*id, request(car, 7));
    }
    let mut drags_n = [0.0; CARS];
    for step in 0..90 {
        // A step in which the weather of the middle is not that of the step before.
        let dt = Dt::new(if step < 40 { DT_S } else { 0.01 }).unwrap();
        fleet.step(dt);
        fleet.outputs(group, &[drag], &mut drags_n).unwrap();
        for (car, (world, id)) in worlds.iter_mut().enumerate() {
            world.step(dt);
            assert_eq!(
                fleet.group(group).save(car),
                world.car(*id).unwrap().save(),
                "{car} after step {step}"
            );
            let expected = drag_n(world, *id);
            assert_eq!(drags_n[car].to_bits(), expected.to_bits(), "drag of {car} after step {step}");
        }
    }
    assert_ne!(drags_n[0], drags_n[1], "sites differ");
}

/// Drag of a car of a world in the wind of now.
fn drag_n(world: &World, id: CarId) -> f64 {
    let mut sampler = Sampler::new(world.car(id).unwrap().layout());
    world.sample(id, &mut sampler).unwrap().at(world.channel(id, "drag_x_n").unwrap())
}

#[test]
fn a_car_feels_the_wind_as_in_a_world_of_its_own() {
    let sites = sites();
    for threads in [1, 3] {
        check(&sites, threads);
    }
    // Without uneven ground what a car has is set once for each step.
    check(&[sites[0].clone(), sites[2].clone()], 1);
}

#[test]
fn wind_for_a_model_without_aerodynamics_is_refused() {
    let vehicle = vehicle(0);
    let mut fleet = Fleet::new();
    let windy = fleet.add_site(sites()[2].clone()).unwrap();
    let entrant =
        |site: SiteId| Entrant { car: choice(&LANES, &vehicle), begin: begin(&[]), site, body: None };
    assert!(fleet.add(&LANES, &[entrant(SiteId::ASPHALT)]).is_ok());
    let error = fleet.add(&LANES, &[entrant(SiteId::ASPHALT), entrant(windy)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "entrants[1].site: model w1 has no aerodynamics: use a site without wind, or another model"
    );
    let storm = Weather { wind_m_s: [100.0, 0.0], ..Weather::CALM };
    let error = fleet.add_site(Site { weather: storm, ..Site::asphalt() }).unwrap_err();
    assert!(matches!(error, FleetError::Weather(_)));
    assert_eq!(error.to_string(), "wind_x_m_s = 100: must be -60 to 60");
}
