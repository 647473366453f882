//! A world whose cars go in lanes has the bits of the same world with one car after the other.

use core::any::Any;
use core::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

use skidpad_core::controls::Gear;
use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_fleet::{FleetModel, FleetModels, Lanes};
use skidpad_texts::w1::W1;
use skidpad_workload::vehicle;
use skidpad_world::contact::{Motion, Wall};
use skidpad_world::ground::{Area, Ground, Patch, Shape};
use skidpad_world::hands::Handed;
use skidpad_world::log::{LogSettings, LoggedWorld};
use skidpad_world::rolling::Begin;
use skidpad_world::scene::Cone;
use skidpad_world::shaping::{Hands, StickShape};
use skidpad_world::weather::{Gusts, Weather};
use skidpad_world::world::{CarId, Entry, Member, SavedWorld, Site, StepTogether, World, body_of};

use crate::models::{LANES, SCALAR, choice, request};

static MODELS: FleetModels = FleetModels::new(&[&LANES, &SCALAR]);

/// Cars at the start: more than a block of the one model, some of the other, and one with another integrator.
const CARS: usize = 25;

/// The car whose run ends as it begins, in first gear at 160 km/h.
const ENDING: usize = 13;

/// A yard with ice, a bump, cones and walls, in which cars meet each other.
fn yard() -> Site {
    let area = Area { centre_m: [20.0, 10.0], heading_rad: 0.0, shape: Shape::Disc { radius_m: 8.0 } };
    let disc = Area { centre_m: [8.0, 8.0], heading_rad: 0.0, shape: Shape::Disc { radius_m: 5.0 } };
    let bump = Patch::Bump { area: disc, height_m: 0.08 };
    let ground = Ground::from_patches(vec![Patch::Even { area, grip: Some(0.3), rolling: None }, bump]);
    let cones = (0..9).map(|place| Cone { position_m: [15.0 + f64::from(place), 7.0] }).collect();
    let walls = Wall::arena([-8.0, -8.0], [60.0, 50.0], 0.3, 0.5).to_vec();
    Site::asphalt().with_ground(ground).with_cones(cones).with_walls(walls).expect("usable walls")
}

/// A car on a grid of 8 m, at 12 to 20 m/s. Vehicles of a model differ.
fn member(model: &FleetModel, place: usize, method: Option<Method>) -> Member {
    let vehicle = vehicle(place as u64);
    let car = choice(model, &vehicle);
    let initial = [
        ("x_m", 8.0 * (place % 6) as f64),
        ("y_m", 8.0 * (place / 6) as f64),
        ("yaw_rad", 0.7 * place as f64),
        ("velocity_x_m_s", if place == ENDING { 45.0 } else { 12.0 + (place % 5) as f64 * 2.0 }),
    ];
    let gear = Gear::Forward(if place == ENDING { 1 } else { 3 });
    let begin = Begin { gear, initial: &initial, method };
    let info = model.info();
    Member { car: info.begin(&car, &begin).expect("its car"), body: Some(body_of(info, &car, 0.3, 0.5)) }
}

fn world(site: Site) -> World {
    let mut world = World::new(site);
    for place in 0..CARS {
        let (model, method) = match place {
            3 => (&LANES, Some(Method::SemiImplicitEuler)),
            // A model without aerodynamics cannot join a windy world.
            _ if place % 5 < 3 && world.site().weather == Weather::CALM => (&LANES, None),
            _ => (&SCALAR, None),
        };
        if world.site().weather == Weather::CALM || place != 3 {
            world.add(member(model, place, method)).expect("it joins");
        }
    }
    world
}

/// What happens to the cars of a world from outside before a step.
fn meddle(world: &mut World, step: u32, saved: &mut Option<SavedWorld>) {
    let id = CarId::from_number;
    match step {
        10 => {
            let late = member(&SCALAR, 29, None);
            let handed = Handed::new(member(&SCALAR, 28, None).car, Hands::new(StickShape::keyboard(), 0.5));
            world.add(late).expect("it joins");
            world.add(Member { car: Box::new(handed), body: None }).expect("it joins");
        }
        // Sub-steps that the caller chose.
        15 => {
            let car = world.car_mut(id(1)).unwrap().simulation_mut().unwrap();
            if let Some(car) = <dyn Any>::downcast_mut::<Simulation<W1>>(car) {
                *car = car.bare();
            }
        }
        20 => assert!(world.remove(id(5)).is_some()),
        // Another vehicle, and another model.
        25 => assert!(world.replace(id(9), member(&SCALAR, 27, None)).expect("it joins").is_some()),
        30 => {
            let at = Motion { yaw_rate_rad_s: f64::NAN, ..world.car(id(7)).unwrap().planar().unwrap() };
            assert_eq!(world.car_mut(id(7)).unwrap().correct(&at), Status::Quarantined);
        }
        // So fast that numbers of the step are not finite; and one that drives on.
        32 => {
            for (car, speed_m_s) in [(8, 1e300), (11, 1e300), (15, 5.0)] {
                let at = world.car(id(car)).unwrap().planar().unwrap();
                let fast = Motion { velocity_m_s: [speed_m_s, 0.0].into(), yaw_rate_rad_s: speed_m_s, ..at };
                assert_eq!(world.car_mut(id(car)).unwrap().correct(&fast), Status::Running);
            }
        }
        33 => {
            let statuses = [8, 11, 15].map(|car| world.car(id(car)).unwrap().status());
            assert_eq!(statuses, [Status::Quarantined, Status::Quarantined, Status::Running]);
        }
        35 => world.set_surface(Surface { grip: 0.6, slope_rad: 0.05, ..Surface::asphalt() }),
        40 => *saved = Some(world.save()),
        55 => world.restore(&saved.take().expect("it was saved")).expect("the same cars"),
        60 => *world = world.clone(),
        _ => {}
    }
}

fn check(site: Site, threads: usize) {
    let mut one_by_one = world(site);
    let mut together = one_by_one.clone().stepped_together(Lanes::new(MODELS).with_threads(threads));
    let (mut saved, mut met) = ([None, None], 0);
    for step in 0..90 {
        let dt = Dt::new(if step < 70 { 1.0 / 60.0 } else { 0.002 }).unwrap();
        for (world, saved) in [&mut one_by_one, &mut together].into_iter().zip(&mut saved) {
            meddle(world, step, saved);
            for (car, id) in world.ids().collect::<Vec<_>>().into_iter().enumerate() {
                // Held for a while, so that cars keep what they have.
                let mut asked = request(car, step / 7);
                if car == 4 {
                    // No number, and a zero of either sign.
                    asked.command.steer_rad =
                        if step < 20 { f64::NAN } else { 0.0_f64.copysign(0.5 - f64::from(step % 2)) };
                }
                world.set_request(id, asked);
            }
            world.step(dt);
        }
        met += together.impacts().len();
        assert_eq!(together.hash(), one_by_one.hash(), "after step {step} on {threads} threads");
        assert_eq!(together.take_events(), one_by_one.take_events(), "after step {step}");
    }
    assert!(met > 20, "{met} impacts");
    assert!(together.cars().any(|car| matches!(car.status(), Status::Ended(_))));
}

#[test]
fn lanes_change_no_bits_of_a_world() {
    for threads in [1, 3] {
        check(yard(), threads);
    }
}

#[test]
fn lanes_change_no_bits_in_gusts() {
    let gusts = Some(Gusts { seed: 3, deviation_m_s: 6.0, time_scale_s: 0.5 });
    let gusty = Weather { wind_m_s: [-10.0, 8.0], gusts, ..Weather::CALM };
    check(yard().with_weather(gusty).unwrap(), 1);
    // Where no ground is uneven, the air is set once for each step.
    let walls = Wall::arena([-8.0, -8.0], [60.0, 50.0], 0.3, 0.5).to_vec();
    let plain = Site::asphalt().with_walls(walls).unwrap();
    check(plain.with_weather(gusty).unwrap(), 1);
}

/// A car that is handed out before each step, such as one that a program carries, keeps the others in their lanes.
#[test]
fn a_car_handed_out_before_each_step_changes_no_bits() {
    let mut one_by_one = world(yard());
    let mut together = one_by_one.clone().stepped_together(Lanes::new(MODELS));
    let dt = Dt::new(1.0 / 60.0).unwrap();
    for step in 0..20 {
        for world in [&mut one_by_one, &mut together] {
            let car = world.car_mut(CarId::from_number(2)).unwrap();
            let motion = car.planar().unwrap();
            car.correct(&Motion { yaw_rad: motion.yaw_rad + 0.1, ..motion });
            world.step(dt);
        }
        assert_eq!(together.hash(), one_by_one.hash(), "after step {step}");
    }
    let yaw_rad = together.car(CarId::from_number(2)).unwrap().planar().unwrap().yaw_rad;
    assert!(Real::abs(yaw_rad - 1.4) > 1.5, "{yaw_rad}");
}

/// So few cars of a model are moved one after the other; with one more, and with one fewer again, they go in lanes or not.
#[test]
fn cars_of_a_model_go_in_lanes_as_soon_as_they_are_enough() {
    let mut one_by_one = World::new(Site::asphalt());
    let mut together = World::new(Site::asphalt()).stepped_together(Lanes::new(MODELS));
    let dt = Dt::new(1.0 / 60.0).unwrap();
    for place in 0..14 {
        for world in [&mut one_by_one, &mut together] {
            if place < 7 {
                world.add(member(&SCALAR, place, None)).expect("it joins");
            } else {
                assert!(world.remove(CarId::from_number(place as u32 - 7)).is_some());
            }
            for step in 0..5 {
                // The first that is still here is handed out in every step.
                let first = world.ids().next();
                first.map(|id| world.car_mut(id).map(|car| car.correct(&car.planar().unwrap())));
                for id in world.ids().collect::<Vec<_>>() {
                    world.set_request(id, request(id.index(), step));
                }
                world.step(dt);
            }
        }
        assert_eq!(together.hash(), one_by_one.hash(), "{place}");
    }
}

/// A world that is logged goes on in lanes after it was rewound, with the bits that it has without them.
#[test]
fn a_rewound_world_goes_on_in_lanes() {
    let settings = LogSettings { keyframe_interval: 5, hash_interval: 1, keyframe_bytes: usize::MAX };
    let logged = |world: World| {
        let mut world = LoggedWorld::new(world, settings);
        let dt = Dt::new(1.0 / 60.0).unwrap();
        (0..30).for_each(|_| world.step(dt));
        world.rewind(17).unwrap();
        let rewound = world.world().hash();
        (0..20).for_each(|_| world.step(dt));
        (rewound, world.world().hash())
    };
    let lanes = Counted { lanes: Box::new(Lanes::new(MODELS)), steps: Arc::default() };
    let steps = lanes.steps.clone();
    assert_eq!(logged(world(yard()).stepped_together(lanes)), logged(world(yard())));
    // Two steps lead from the keyframe to the place, in a world of their own.
    assert_eq!(steps.load(Ordering::Relaxed), 30 + 20);
}

/// Lanes that count their steps; those for other worlds do not.
struct Counted {
    lanes: Box<dyn StepTogether>,
    steps: Arc<AtomicU32>,
}

impl StepTogether for Counted {
    fn step(&mut self, cars: &mut [Entry], site: &Site, surface: &Surface<f64>, dt: Dt) {
        self.steps.fetch_add(1, Ordering::Relaxed);
        self.lanes.step(cars, site, surface, dt);
    }
    fn note_car(&mut self, car: CarId) {
        self.lanes.note_car(car);
    }
    fn note_all(&mut self) {
        self.lanes.note_all();
    }
    fn fresh(&self) -> Box<dyn StepTogether> {
        self.lanes.fresh()
    }
}
