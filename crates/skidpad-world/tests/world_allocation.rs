//! A step of a world allocates nothing while no two of its cars come near each other or a wall, events included.

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_testing::{CountingAllocator, allocations};
use skidpad_workload::vehicle;
use skidpad_world::contact::Wall;
use skidpad_world::models::STANDARD;
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::world::{Member, Site, World, body_of};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Cars of three models on a grid of 40 m beside a wall, each on a circle of its own.
fn grid(count: usize) -> World {
    let walls = Wall::line(&[[-50.0, -500.0], [-50.0, 0.0], [-50.0, 500.0]], 0.2, 0.5);
    let mut world = World::new(Site::asphalt().with_walls(walls).expect("sound walls"));
    for number in 0..count {
        let model = STANDARD.by_name(["single_track", "two_track", "two_track_sprung"][number % 3]);
        let (model, vehicle) = (model.expect("a model"), vehicle(5));
        let (x, y) = (40.0 * (number % 8) as f64, 40.0 * (number / 8) as f64);
        let initial = [(model.speed, 5.0), ("x_m", x), ("y_m", y)];
        let begin = Begin { gear: Gear::Automatic, initial: &initial, method: None };
        let car = CarChoice::Vehicle(&vehicle);
        let body = Some(body_of(model, &car, 0.25, 0.5));
        let id = world.add(Member { car: model.begin(&car, &begin).expect("its car"), body });
        let turning = Controls { steer_rad: 0.3, gear: Gear::Automatic, ..Controls::default() };
        world.set_request(id.expect("it joins"), Request::from_command(sanitise(&turning).0));
    }
    world
}

/// Brakes all cars on ice, or drives them on: wheels lock, and turn again.
fn press(world: &mut World, brake: f64) {
    let ids: Vec<_> = world.ids().collect();
    let pressed = Controls { brake, steer_rad: 0.3, gear: Gear::Automatic, ..Controls::default() };
    let request = Request::from_command(sanitise(&pressed).0);
    assert!(ids.into_iter().all(|id| world.set_request(id, request)));
}

/// Lets all cars move at 15 m/s along their axes.
fn speed_up(world: &mut World) {
    let ids: Vec<_> = world.ids().collect();
    for id in ids {
        let car = world.car_mut(id).expect("it is here");
        let motion = car.planar().expect("a motion");
        car.correct(&motion.moving(15.0, 0.0, 0.0));
    }
}

/// One test: the allocator counts for the whole process.
#[test]
fn nothing_is_allocated_while_no_cars_come_near_each_other() {
    let mut world = grid(40);
    let dt = Dt::new(1.0 / 240.0).expect("a step");
    world.step(dt);
    let count = allocations(|| (0..240).for_each(|_| world.step(dt)));
    assert!(world.impacts().is_empty());
    let events = world.take_events();
    assert!(events.is_empty(), "{events:?}");
    assert_eq!(count, 0);
    // Events on the way allocate nothing either, and they are taken between the steps.
    world.set_surface(Surface { grip: 0.1, ..Surface::asphalt() });
    let mut locked = 0;
    for _ in 0..2 {
        speed_up(&mut world);
        press(&mut world, 1.0);
        let braked = allocations(|| (0..60).for_each(|_| world.step(dt)));
        press(&mut world, 0.0);
        let released = allocations(|| (0..60).for_each(|_| world.step(dt)));
        assert_eq!((braked, released), (0, 0));
        locked += world.take_events().len();
    }
    assert!(locked > 80, "{locked}: wheels lock and turn again");
    // The counter counts.
    assert!(allocations(|| drop(std::hint::black_box(world.clone()))) > 40);
}
