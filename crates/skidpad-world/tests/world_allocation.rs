//! A step of a world allocates nothing, events included: not while its cars are far from everything, and not in a crash with
//! walls, cones and each other, once the working memory has grown to what the crash needs.

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_testing::{CountingAllocator, allocations};
use skidpad_workload::vehicle;
use skidpad_world::contact::Wall;
use skidpad_world::models::STANDARD;
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::scene::Cone;
use skidpad_world::world::{Member, Party, Site, World, body_of};

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

/// Cars of two models between four walls, among cones and around a barrier, all on their way to the middle.
fn arena() -> World {
    let mut walls = Wall::arena([-16.0, -16.0], [16.0, 16.0], 0.3, 0.5).to_vec();
    walls.extend(Wall::line(&[[-3.0, 1.0], [0.0, 0.0], [3.0, 1.0]], 0.2, 0.5));
    let cone = |number: usize| {
        let [x, y] = [(number % 8) as f64, (number / 8) as f64].map(|place| 2.0 * place - 7.0);
        Cone { position_m: [x, y] }
    };
    let site = Site::asphalt().with_walls(walls).expect("sound walls");
    let mut world = World::new(site.with_cones((0..64).map(cone).collect()));
    for number in 0..12 {
        let model = STANDARD.by_name(["single_track", "two_track"][number % 2]).expect("a model");
        let vehicle = vehicle(5);
        let way = Direction::at_angle(number as f64 * core::f64::consts::TAU / 12.0);
        let from = Vec2::new(-11.0, 0.0).to_parent(way);
        let yaw_rad = Real::atan2(way.sin, way.cos);
        let initial = [(model.speed, 9.0), ("x_m", from.x), ("y_m", from.y), ("yaw_rad", yaw_rad)];
        let begin = Begin { gear: Gear::Automatic, initial: &initial, method: None };
        let car = CarChoice::Vehicle(&vehicle);
        let body = Some(body_of(model, &car, 0.25, 0.5));
        let id = world.add(Member { car: model.begin(&car, &begin).expect("its car"), body });
        let pressing = Controls { throttle: 0.5, gear: Gear::Automatic, ..Controls::default() };
        world.set_request(id.expect("it joins"), Request::from_command(sanitise(&pressing).0));
    }
    world
}

/// Drives three seconds, and takes the events between the steps. Returns the number of steps with impacts of cars with cars,
/// with walls and with cones, and of allocations.
fn crash(world: &mut World) -> ([usize; 3], usize) {
    let dt = Dt::new(1.0 / 120.0).expect("a step");
    let (mut met, mut count) = ([0; 3], 0);
    for _ in 0..360 {
        count += allocations(|| world.step(dt));
        world.take_events();
        let is_car = |party: &Party| matches!(party, Party::Car(_));
        let kinds: [fn(&Party) -> bool; 3] = [
            |party| matches!(party, Party::Car(_)),
            |party| matches!(party, Party::Wall(_)),
            |party| matches!(party, Party::Cone(_)),
        ];
        for (met, is_kind) in met.iter_mut().zip(kinds) {
            let impacts = world.impacts().iter();
            let mut seconds = impacts.filter(|impact| is_car(&impact.first)).map(|impact| &impact.second);
            *met += usize::from(seconds.any(is_kind));
        }
    }
    (met, count)
}

/// The same crash again: the first has let the memory grow.
fn check_crash() {
    let mut world = arena();
    let start = world.save();
    let (first, grown) = crash(&mut world);
    assert!(grown > 0, "contact has memory");
    let hash = world.hash();
    world.restore(&start).expect("the same cars");
    let (again, count) = crash(&mut world);
    assert_eq!((again, world.hash()), (first, hash));
    assert!(again.iter().all(|steps| *steps >= 5), "{again:?}");
    assert_eq!(count, 0);
}

/// One test: the allocator counts for the whole process.
#[test]
fn a_step_allocates_nothing() {
    check_crash();
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
