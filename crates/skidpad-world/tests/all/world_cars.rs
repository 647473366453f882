//! Cars that join, leave, wait for commands and are put back: none of it changes the bits of another.

use skidpad_core::controls::Gear;
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;
use skidpad_world::rolling::{Begin, CarChoice};
use skidpad_world::scene::Scene;
use skidpad_world::world::{Member, Party, RestoreWorldError, Site, World, WorldError};

use crate::world_support::{dt, far_m, member, model, pack, request, vehicle, world};

/// The same crash in whatever order the cars joined.
#[test]
fn the_order_in_which_cars_join_changes_no_bits() {
    let hashes = |order: &[usize]| {
        let mut cars: Vec<_> = pack("single_track", 12).into_iter().map(Some).collect();
        let cars = order.iter().map(|place| cars[*place].take().expect("each once")).collect();
        let (mut world, ids) = world(cars);
        let (mut cars_met, mut walls_met) = (0, 0);
        for _ in 0..480 {
            world.step(dt(120.0));
            let of_cars =
                world.impacts().iter().filter(|impact| matches!(impact.second, Party::Car(_))).count();
            cars_met += of_cars;
            walls_met += world.impacts().len() - of_cars;
        }
        assert!(
            cars_met > 5 && walls_met > 0,
            "the pack meets itself and the walls: {cars_met}, {walls_met}"
        );
        let mut hashes = vec![0; ids.len()];
        for (id, place) in ids.iter().zip(order) {
            hashes[*place] = world.car(*id).expect("it is here").hash();
        }
        hashes
    };
    let straight: Vec<usize> = (0..12).collect();
    let mixed = [7, 2, 11, 0, 5, 9, 1, 10, 3, 8, 4, 6];
    assert_eq!(hashes(&straight), hashes(&mixed));
}

/// A bystander far away joins first, later, or leaves before, among or behind the others in number: they crash alike.
#[test]
fn cars_that_join_and_leave_far_away_change_no_bits_of_the_others() {
    let bystander = || member("single_track", [5000.0, 5000.0], 0.0, 10.0);
    let crash = |joins_at: Option<u32>, leaves_at: u32| {
        let mut cars = pack("single_track", 8);
        if joins_at.is_none() {
            cars.insert(0, (bystander(), request(3)));
        }
        let (mut world, mut ids) = world(cars);
        let mut other = if joins_at.is_none() { Some(ids.remove(0)) } else { None };
        for step in 0..480 {
            if joins_at == Some(step) {
                other = Some(world.add(bystander()).expect("it joins"));
            }
            if step == leaves_at
                && let Some(id) = other.take()
            {
                assert!(world.remove(id).is_some() && world.car(id).is_none());
                assert!(!world.set_request(id, request(1)), "it is gone");
            }
            world.step(dt(120.0));
        }
        ids.iter().map(|id| world.car(*id).expect("it is here").hash()).collect::<Vec<_>>()
    };
    let without = crash(Some(u32::MAX), u32::MAX);
    // In the middle of the crash, while cars press against each other and the walls.
    for leaves_at in [100, 300, 420, u32::MAX] {
        assert_eq!(crash(None, leaves_at), without, "the first leaves at {leaves_at}");
        assert_eq!(crash(Some(50), leaves_at), without, "joins at 50, leaves at {leaves_at}");
    }
}

/// A car that touches nothing drives as alone.
#[test]
fn a_car_that_meets_nothing_has_the_bits_that_it_has_alone() {
    for name in ["single_track", "two_track", "two_track_sprung"] {
        let far = |number: usize| [100.0 * number as f64 - 2000.0, -3000.0];
        let cars = (0..3).map(|number| (member(name, far(number), 1.0, 12.0), request(number))).collect();
        let (mut together, ids) = world(cars);
        (0..240).for_each(|_| together.step(dt(60.0)));
        for (number, id) in ids.iter().enumerate() {
            let (mut alone, own) = world(vec![(member(name, far(number), 1.0, 12.0), request(number))]);
            (0..240).for_each(|_| alone.step(dt(60.0)));
            let hash = |world: &World, id| world.car(id).expect("it is here").hash();
            assert_eq!(hash(&together, *id), hash(&alone, own[0]), "{name} {number}");
        }
    }
}

/// Models of every kind share one world, and meet each other.
#[test]
fn cars_of_any_models_meet() {
    let names = ["single_track", "two_track", "two_track_sprung", "single_track"];
    let member = |(place, name): (usize, &&str)| {
        (member(name, [-6.0 * place as f64, 0.0], 0.0, 10.0 + 6.0 * place as f64), request(3))
    };
    let (mut world, ids) = world(names.iter().enumerate().map(member).collect());
    let mut met = std::collections::BTreeSet::new();
    for _ in 0..600 {
        world.step(dt(240.0));
        met.extend(world.impacts().iter().flat_map(|impact| [impact.first, impact.second]));
    }
    assert!(met.len() >= 3, "{met:?}");
    assert!(ids.iter().all(|id| world.car(*id).expect("it is here").status() == Status::Running));
}

/// Saved in the middle of a crash, driven on, put back and driven again; and a clone in another thread.
#[test]
fn a_world_that_is_put_back_goes_on_with_the_same_bits() {
    let (mut world, ids) = world(pack("single_track", 10));
    let late = request(6);
    for _ in 0..330 {
        world.step(dt(120.0));
    }
    assert!(world.schedule_request(ids[4], 400, late));
    let saved = world.save();
    let mut cloned = world.clone();
    let hash = world.hash();
    let drive = |world: &mut World| {
        (0..200).for_each(|_| world.step(dt(120.0)));
        (world.hash(), world.take_events(), world.time_s())
    };
    let first = drive(&mut world);
    assert_ne!(first.0, hash);
    assert_eq!(world.request(ids[4]), Some(&late), "the scheduled request holds");
    world.restore(&saved).expect("the same cars");
    assert_eq!(world.hash(), hash);
    assert_eq!(drive(&mut world), first);
    let elsewhere = std::thread::spawn(move || drive(&mut cloned)).join().expect("it drives");
    assert_eq!(elsewhere, first);
    world.remove(ids[0]);
    assert_eq!(world.restore(&saved), Err(RestoreWorldError::OtherCars));
}

/// A command for later waits; one for a step that is over holds from the next step on; of two for one step the later
/// counts.
#[test]
fn commands_hold_from_their_step_on() {
    let start = || vec![(member("single_track", [0.0, -500.0], 0.0, 15.0), request(0))];
    let given_by_hand = {
        let (mut world, ids) = world(start());
        for step in 0..200 {
            if step == 50 {
                world.set_request(ids[0], request(4));
            }
            if step == 120 {
                world.set_request(ids[0], request(2));
            }
            world.step(dt(100.0));
        }
        world.hash()
    };
    let (mut world, ids) = world(start());
    assert!(world.schedule_request(ids[0], 50, request(1)), "replaced by the next line");
    assert!(world.schedule_request(ids[0], 50, request(4)));
    for step in 0..200 {
        if step == 120 {
            assert!(world.schedule_request(ids[0], 70, request(2)), "late");
        }
        world.step(dt(100.0));
    }
    assert_eq!(world.hash(), given_by_hand);
}

/// A ghost drives through cars and walls and changes nothing.
#[test]
fn a_ghost_meets_nothing() {
    let (mut with, ids) = {
        let mut cars = pack("single_track", 4);
        let (mut ghost, asked) = (member("single_track", [-20.0, 0.0], 0.0, 40.0), request(3));
        ghost.body = None;
        cars.push((ghost, asked));
        world(cars)
    };
    let (mut without, others) = world(pack("single_track", 4));
    for _ in 0..480 {
        with.step(dt(120.0));
        without.step(dt(120.0));
    }
    for (one, other) in ids.iter().zip(&others) {
        assert_eq!(with.car(*one).map(|car| car.hash()), without.car(*other).map(|car| car.hash()));
    }
    assert!(far_m(&with, ids[4]) > 90.0, "it passed the walls: {}", far_m(&with, ids[4]));
    let own = vehicle();
    assert!(model("single_track").takes(&own).is_ok());
}

/// Two cars drive through the slalom's cones from both ends: cones fly, cars are slowed, all of it alike after it was put
/// back.
#[test]
fn cones_are_thrown_about_by_any_car() {
    let scene = Scene::by_name("slalom").expect("a scene");
    let mut world = World::new(Site::from(&scene));
    let line: Vec<_> = scene.cones.iter().map(|cone| cone.position_m).filter(|at| at[1] == -40.0).collect();
    let ends = [line[0][0] - 20.0, line[line.len() - 1][0] + 20.0];
    let (right, left) = (0.0, core::f64::consts::PI);
    let cars = [(ends[0], right), (ends[1], left)];
    let ids =
        cars.map(|(x, yaw)| world.add(member("single_track", [x, -40.3], yaw, 25.0)).expect("it joins"));
    ids.iter().for_each(|id| assert!(world.set_request(*id, request(3))));
    let mut hit_by = std::collections::BTreeSet::new();
    let mut saved = None;
    for step in 0..240 {
        world.step(dt(120.0));
        for impact in world.impacts() {
            if let (Party::Car(car), Party::Cone(cone)) = (impact.first, impact.second) {
                hit_by.insert((car, cone));
            }
        }
        if step == 150 {
            saved = Some(world.save());
        }
    }
    assert!(ids.iter().all(|id| hit_by.iter().any(|(car, _)| car == id)), "each hits one: {hit_by:?}");
    let moved = world.cones().iter().zip(&scene.cones).filter(|(now, then)| now.motion != then.at_rest());
    assert_eq!(moved.count(), world.cones().iter().filter(|cone| cone.is_hit).count());
    let hash = world.hash();
    world.restore(&saved.expect("saved")).expect("the same cars");
    assert_ne!(world.hash(), hash);
    (151..240).for_each(|_| world.step(dt(120.0)));
    assert_eq!(world.hash(), hash);
}

/// A car in the place of another keeps its number and request, meets what it meets, and changes no bits of others.
#[test]
fn a_car_is_replaced_by_another_of_any_model() {
    let apart = |number: usize| member("single_track", [0.0, 50.0 * number as f64 - 500.0], 0.0, 10.0);
    let (mut world, ids) = world((0..3).map(|number| (apart(number), request(number))).collect());
    let mut alone = world.clone();
    for step in 0..240 {
        if step == 100 {
            let [x, y] = world
                .car(ids[1])
                .and_then(|car| car.planar())
                .map(|motion| motion.position_m.into())
                .expect("it is here");
            let other = member("two_track", [x, y], 0.0, 10.0);
            let before = world.replace(ids[1], other).expect("it fits").expect("it was here");
            assert_eq!(before.car.hash(), alone.car(ids[1]).expect("it is here").hash());
            assert_eq!(world.request(ids[1]), Some(&request(1)));
        }
        world.step(dt(120.0));
        alone.step(dt(120.0));
    }
    let hash = |world: &World, place: usize| world.car(ids[place]).expect("it is here").hash();
    assert_eq!([hash(&world, 0), hash(&world, 2)], [hash(&alone, 0), hash(&alone, 2)]);
    assert!(hash(&world, 1) != hash(&alone, 1) && far_m(&world, ids[1]) > 400.0);
    let ids_now: Vec<_> = world.ids().collect();
    assert_eq!(ids_now, ids);
    // One that cannot join changes nothing.
    let straight = Member { body: apart(0).body, ..rolling_straight() };
    assert_eq!(world.replace(ids[0], straight).err(), Some(WorldError::CannotMeet(0)));
    assert_eq!(hash(&world, 0), hash(&alone, 0));
    world.remove(ids[0]);
    assert!(world.replace(ids[0], apart(0)).expect("it fits").is_none(), "it has left");
}

/// A car without a motion in the plane.
fn rolling_straight() -> Member {
    let vehicle = vehicle();
    let begin = Begin { gear: Gear::Forward(1), initial: &[], method: None };
    let car = CarChoice::Vehicle(&vehicle);
    Member { car: model("straight_line").begin(&car, &begin).expect("its car"), body: None }
}

/// A car that is copied again and again, such as a test drive's, takes no new memory; in the place of a car of another model
/// it is that of its own.
#[test]
fn a_copy_takes_the_place_of_any_car() {
    for (model, other) in
        [("two_track", "two_track"), ("two_track", "single_track"), ("single_track", "two_track")]
    {
        let mut car = member(model, [3.0, 4.0], 0.1, 20.0).car;
        car.step(&request(2), (&Surface::asphalt()).into(), dt(100.0));
        let mut copy = member(other, [0.0, 0.0], 0.0, 0.0).car;
        let before: *const () = core::ptr::from_ref(copy.as_ref()).cast();
        copy.clone_from(&car);
        assert_eq!((copy.hash(), copy.car_hash()), (car.hash(), car.car_hash()), "{model} over {other}");
        let after: *const () = core::ptr::from_ref(copy.as_ref()).cast();
        assert!(model != other || before == after, "{model}");
        for car in [&mut car, &mut copy] {
            car.step(&request(3), (&Surface::asphalt()).into(), dt(100.0));
        }
        assert_eq!(copy.hash(), car.hash(), "{model} over {other}");
    }
}
