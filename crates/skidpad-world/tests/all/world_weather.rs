//! Wind and temperature of a world, on every model.

use skidpad_core::controls::Gear;
use skidpad_core::surface::Surface;
use skidpad_models::MODELS;
use skidpad_workload::vehicle;
use skidpad_world::channel::Sampler;
use skidpad_world::ground::Road;
use skidpad_world::models::{Cars, ModelInfo};
use skidpad_world::rolling::{Begin, CarChoice, Rolling};
use skidpad_world::weather::{Ambient, Gusts, Weather};
use skidpad_world::world::{Member, Site, World, WorldError};

use crate::world_support::{dt, member, request};

const GUSTY: Weather = Weather {
    wind_m_s: [-6.0, 9.0],
    gusts: Some(Gusts { seed: 3, deviation_m_s: 2.0, time_scale_s: 2.0 }),
    ambient: Some(Ambient { temperature_k: 263.15, pressure_pa: 98_000.0 }),
};

fn begin(model: &ModelInfo) -> Box<dyn Rolling> {
    let vehicle = vehicle(5);
    let car = match model.cars {
        Cars::Own(names) => CarChoice::Own(names[0]),
        Cars::Fixed => CarChoice::Own(model.name),
        Cars::Vehicles => CarChoice::Vehicle(&vehicle),
    };
    let initial = [(model.speed, 20.0)];
    model.begin(&car, &Begin { gear: Gear::Forward(2), initial: &initial, method: None }).expect("its car")
}

fn site() -> Site {
    Site::asphalt().with_weather(GUSTY).expect("numbers within their ranges")
}

/// A model feels the air if its rates change with the wind, and only such models join a windy world.
#[test]
fn a_windy_world_takes_the_models_that_feel_the_wind() {
    let windy = Surface { headwind_m_s: 20.0, ..Surface::asphalt() };
    let mut refused = 0;
    for model in &MODELS {
        let car = begin(model);
        let [calm, wind] = [Surface::asphalt(), windy].map(|surface| {
            let mut rates = Vec::new();
            car.rates(&request(3), (&surface).into(), &mut rates);
            rates
        });
        assert_eq!(car.feels_air(), calm != wind, "{}", model.name);
        let ghost = || Member { car: car.clone(), body: None };
        let joined = World::new(site()).add(ghost());
        assert_eq!(joined.is_ok(), car.feels_air(), "{}", model.name);
        if !car.feels_air() {
            let error = joined.unwrap_err();
            assert_eq!(error, WorldError::NoAir(0));
            assert!(error.to_string().contains("use a site without wind"), "{error}");
            refused += 1;
        }
        // Temperature alone is no wind.
        let warm = Site::asphalt().with_weather(Weather { ambient: GUSTY.ambient, ..Weather::CALM });
        assert!(World::new(warm.expect("sound")).add(ghost()).is_ok(), "{}", model.name);
    }
    assert!(refused > 2 && refused < 10, "{refused}");
}

/// A car in weather has the bits of one that drives alone on surfaces with that weather; of calm weather those of none.
#[test]
fn a_car_in_weather_has_the_bits_of_one_alone_on_such_surfaces() {
    for model in ["single_track", "two_track", "straight_line"] {
        let mut alone = member(model, [0.0, 0.0], 0.5, 20.0).car;
        let mut worlds =
            [site(), Site::asphalt().with_weather(Weather::CALM).expect("sound"), Site::asphalt()]
                .map(World::new);
        let ids = worlds.each_mut().map(|world| {
            let id =
                world.add(Member { body: None, ..member(model, [0.0, 0.0], 0.5, 20.0) }).expect("it joins");
            world.set_request(id, request(3));
            id
        });
        for _ in 0..200 {
            let surface = GUSTY.over(&Surface::asphalt(), worlds[0].time_s() + 0.5 * 0.01);
            alone.step(&request(3), (&surface).into(), dt(100.0));
            worlds.iter_mut().for_each(|world| world.step(dt(100.0)));
        }
        let [windy, calm, plain] = [0, 1, 2].map(|at| worlds[at].car(ids[at]).expect("it is here").hash());
        assert_eq!((windy, calm), (alone.hash(), plain), "{model}");
        assert_ne!(windy, plain, "{model}");
    }
}

#[test]
fn gusts_go_on_alike_in_a_world_that_is_put_back() {
    let mut world = World::new(site());
    let id = world.add(member("two_track", [0.0, 0.0], 0.5, 20.0)).expect("it joins");
    world.set_request(id, request(3));
    (0..100).for_each(|_| world.step(dt(100.0)));
    let saved = world.save();
    let mut after = [0, 1].map(|_| {
        world.restore(&saved).expect("its own cars");
        (0..100).for_each(|_| world.step(dt(100.0)));
        (world.hash(), world.surface())
    });
    after.reverse();
    assert_eq!(after[0], after[1]);
    assert_eq!(world.surface(), GUSTY.over(&Surface::asphalt(), 2.0));
}

#[test]
fn a_site_names_every_number_of_its_weather_that_is_out_of_range() {
    let storm = Weather { wind_m_s: [99.0, 0.0], ..GUSTY };
    let error = Site::asphalt().with_weather(storm).unwrap_err();
    assert_eq!(error.to_string(), "wind_x_m_s = 99: must be -60 to 60");
}

/// A row is that of the weather at its time, as the car drives in it.
#[test]
fn a_car_is_sampled_in_the_weather() {
    let mut world = World::new(site());
    let model = MODELS.by_name("single_track").expect("a model");
    let id = world.add(Member { car: begin(model), body: None }).expect("it joins");
    (0..50).for_each(|_| world.step(dt(100.0)));
    let drag = world.channel(id, "drag_x_n").expect("a channel");
    let mut sampler = Sampler::new(world.car(id).expect("it is here").layout());
    let sampled = world.sample(id, &mut sampler).expect("it is here").at(drag);
    let row = |surface: Surface<f64>| {
        let mut row = Vec::new();
        let road = Road::new(&surface, &world.site().ground);
        world.car(id).expect("it is here").row(world.request(id).expect("it is here"), road, &mut row);
        row
    };
    let (windy, still) = (row(world.surface()), row(world.site().surface));
    assert!(windy.iter().any(|number| number.to_bits() == sampled.to_bits()), "{sampled}");
    assert!(!still.iter().any(|number| number.to_bits() == sampled.to_bits()), "{sampled}");
    let mut of_world = Vec::new();
    assert!(world.row(id, world.request(id).expect("it is here"), &mut of_world));
    assert!(of_world.iter().zip(&windy).all(|(one, other)| one.to_bits() == other.to_bits()));
}
