//! Scenes of several cars: the bits of a world with the same cars, momentum that contact keeps, and cars that are absent.

use skidpad_core::math::Real;
use skidpad_core::step::Dt;
use skidpad_fleet::{Entrant, Fleet, FleetError, FleetModel, GroupId, Precision, SiteId};
use skidpad_workload::vehicle;
use skidpad_world::contact::{Body, Wall};
use skidpad_world::rolling::CarChoice;
use skidpad_world::scene::Cone;
use skidpad_world::world::{CarId, Member, Site, World, body_of};

use crate::models::{LANES, SCALAR, begin, choice, request};

/// Cars of a scene, and scenes.
const CARS: usize = 5;
const SCENES: usize = 4;
const DT_S: f64 = 1.0 / 120.0;

fn dt() -> Dt {
    Dt::new(DT_S).unwrap()
}

/// A round yard, which cars enter from all sides.
fn yard() -> Site {
    let walls = Wall::arena([-24.0, -20.0], [26.0, 22.0], 0.4, 0.6).to_vec();
    Site::asphalt().with_walls(walls).unwrap()
}

/// Starts on a ring of 15 m, towards points near its middle: other ones in each scene.
fn start(car: usize) -> [(&'static str, f64); 4] {
    let (scene, place) = (car / CARS, car % CARS);
    let angle = core::f64::consts::TAU * place as f64 / CARS as f64 + 0.1 * scene as f64;
    let (sin, cos) = Real::sin_cos(angle);
    let yaw_rad = angle + core::f64::consts::PI + 0.04 * (place as f64 - 2.0);
    let speed_m_s = 8.0 + (car % 3) as f64;
    [("x_m", 15.0 * cos), ("y_m", 15.0 * sin), ("yaw_rad", yaw_rad), ("velocity_x_m_s", speed_m_s)]
}

/// Body of a car; the last car of each third scene is a ghost.
fn body(model: &FleetModel, choice: &CarChoice<'_>, car: usize) -> Option<Body> {
    let is_ghost = car % CARS == CARS - 1 && (car / CARS).is_multiple_of(3);
    (!is_ghost).then(|| body_of(model.info(), choice, 0.3, 0.5))
}

fn fleet<T: Precision>(model: &FleetModel, scenes: usize, threads: usize) -> (Fleet<T>, GroupId) {
    let vehicle = vehicle(0);
    let choice = choice(model, &vehicle);
    let mut fleet = Fleet::<T>::default().with_threads(threads);
    let site = fleet.add_site(yard()).unwrap();
    let starts: Vec<_> = (0..scenes * CARS).map(start).collect();
    let entrant =
        |(car, start)| Entrant { car: choice, begin: begin(start), site, body: body(model, &choice, car) };
    let starts = starts.iter().map(|start| &start[..]).enumerate();
    let group = fleet.add_scenes(model, &starts.map(entrant).collect::<Vec<_>>(), CARS).unwrap();
    (fleet, group)
}

/// The worlds of all scenes, and the number of each car in its own.
fn worlds(model: &FleetModel) -> Vec<(World, Vec<CarId>)> {
    let vehicle = vehicle(0);
    let choice = choice(model, &vehicle);
    let world = |scene: usize| {
        let mut world = World::new(yard());
        let cars = scene * CARS..(scene + 1) * CARS;
        let add = |car| {
            let rolling = model.info().begin(&choice, &begin(&start(car))).unwrap();
            world.add(Member { car: rolling, body: body(model, &choice, car) }).unwrap()
        };
        let ids = cars.map(add).collect();
        (world, ids)
    };
    (0..SCENES).map(world).collect()
}

/// Step in which the second car of a scene is taken out of it, while cars press against each other.
fn out_from(scene: usize) -> u32 {
    165 + 9 * scene as u32
}

/// Drives scenes beside worlds; the second car of each is taken out. Returns the number of steps in which any car met another.
fn check(model: &FleetModel, threads: usize) -> usize {
    let ((mut fleet, group), mut worlds) = (fleet::<f64>(model, SCENES, threads), worlds(model));
    let mut meetings = 0;
    for step in 0..280 {
        for (scene, (world, ids)) in worlds.iter_mut().enumerate() {
            for (place, id) in ids.iter().enumerate() {
                let (car, is_out) = (scene * CARS + place, place == 1 && step >= out_from(scene));
                if is_out && step == out_from(scene) {
                    world.remove(*id);
                    fleet.group_mut(group).set_absent(car, true);
                }
                fleet.group_mut(group).set_request(car, &request(car, step));
                if !is_out {
                    world.set_request(*id, request(car, step));
                }
            }
            world.step(dt());
        }
        fleet.step(dt());
        let group = fleet.group(group);
        for (scene, (world, ids)) in worlds.iter().enumerate() {
            for (place, id) in
                ids.iter().enumerate().filter(|(place, _)| *place != 1 || step < out_from(scene))
            {
                let car = scene * CARS + place;
                let name = format!("{} {car} after step {step}", group.model());
                assert_eq!(group.save(car), world.car(*id).unwrap().save(), "{name}");
                meetings += usize::from(group.car_impacts_m_s().unwrap()[car] > 0.0);
            }
        }
    }
    meetings
}

/// Momentum of all cars of a fleet along the world's axes, kg m/s, and the size of all that is added up.
fn momentum((fleet, group): &(Fleet, GroupId), mass_kg: f64) -> [f64; 3] {
    let group = fleet.group(*group);
    let column = |name| group.states(group.state(name).unwrap());
    let columns = [column("yaw_rad"), column("velocity_x_m_s"), column("velocity_y_m_s")];
    let mut sums = [0.0; 3];
    for car in 0..group.len() {
        let [yaw_rad, forwards, left] = columns.map(|column| column[car]);
        let (sin, cos) = Real::sin_cos(yaw_rad);
        sums[0] += mass_kg * (forwards * cos - left * sin);
        sums[1] += mass_kg * (forwards * sin + left * cos);
        sums[2] += mass_kg * Real::hypot(forwards, left);
    }
    sums
}

/// Two cars that run into each other give each other opposite impulses: in the step of the impact their momentum in the plane is that
/// of the same cars that pass through each other, while each one's changes.
#[test]
fn cars_that_run_into_each_other_keep_their_momentum() {
    let mass_kg = body_of(LANES.info(), &CarChoice::Own("w1"), 0.3, 0.5).mass_kg;
    let two = |is_absent: bool| {
        let starts = [
            [("x_m", 0.0), ("y_m", 0.0), ("yaw_rad", 0.2), ("velocity_x_m_s", 20.0)],
            [("x_m", 12.0), ("y_m", 2.6), ("yaw_rad", 3.3), ("velocity_x_m_s", 9.0)],
        ];
        let body = Some(body_of(LANES.info(), &CarChoice::Own("w1"), 0.3, 0.5));
        let entrant =
            |start| Entrant { car: CarChoice::Own("w1"), begin: begin(start), site: SiteId::ASPHALT, body };
        let mut fleet = Fleet::new();
        let entrants = [entrant(&starts[0][..]), entrant(&starts[1][..])];
        let group = fleet.add_scenes(&LANES, &entrants, 2).unwrap();
        fleet.group_mut(group).set_absent(1, is_absent);
        (fleet, group)
    };
    let (mut meeting, mut passing) = (two(false), two(true));
    for step in 0..200 {
        meeting.0.step(dt());
        passing.0.step(dt());
        let (now, must) = (momentum(&meeting, mass_kg), momentum(&passing, mass_kg));
        let impact_m_s = meeting.0.group(meeting.1).car_impacts_m_s().unwrap()[0];
        if impact_m_s == 0.0 {
            assert_eq!(now, must, "nothing happens before the impact, in step {step}");
            continue;
        }
        assert!(impact_m_s > 10.0, "the cars meet at {impact_m_s} m/s");
        let speed = meeting.0.group(meeting.1).state("velocity_x_m_s").unwrap();
        let speeds = [&meeting, &passing].map(|(fleet, group)| fleet.group(*group).states(speed)[0]);
        assert!(speeds[1] - speeds[0] > 5.0, "the blow slows the first car: {speeds:?} m/s");
        for axis in 0..2 {
            let off = Real::abs(now[axis] - must[axis]);
            assert!(off < 1e-12 * must[2], "{off} kg m/s of {} kg m/s", must[2]);
        }
        return;
    }
    panic!("the cars did not meet");
}

/// A car that is absent passes through others and through walls, and no other car notices it: they have the bits that they have where it
/// is elsewhere.
#[test]
fn an_absent_car_disturbs_nobody() {
    let mut fleets = [0, 1].map(|_| fleet::<f32>(&LANES, SCENES, 1));
    for (elsewhere, (fleet, group)) in fleets.iter_mut().enumerate() {
        let group = fleet.group_mut(*group);
        for car in (0..SCENES * CARS).filter(|car| car % CARS == 2) {
            group.set_absent(car, true);
        }
        let x = group.state("x_m").unwrap();
        let mask: Vec<_> = (0..SCENES * CARS).map(|car| elsewhere == 1 && car % CARS == 2).collect();
        group.reset_to(&mask, &[x], &[500.0; SCENES * CARS]);
    }
    let (mut met, mut farthest_m) = (false, 0.0_f32);
    for step in 0..200 {
        for (fleet, group) in &mut fleets {
            (0..SCENES * CARS).for_each(|car| fleet.group_mut(*group).set_request(car, &request(car, step)));
            fleet.step(dt());
        }
        let [here, away] = [0, 1].map(|number| fleets[number].0.group(fleets[number].1));
        for car in (0..SCENES * CARS).filter(|car| car % CARS != 2) {
            assert_eq!(here.save(car), away.save(car), "car {car} after step {step}");
            met |= here.car_impacts_m_s().unwrap()[car] > 0.0;
        }
        let way_m = here.states(here.state("x_m").unwrap())[2].abs();
        farthest_m = Real::max(farthest_m, way_m);
        assert_eq!(here.car_impacts_m_s().unwrap()[2], 0.0);
        assert_eq!(here.impacts_m_s().unwrap()[2], 0.0);
    }
    assert!(met && farthest_m > 3.0, "others meet, and the absent one drives on: {farthest_m} m");
}

#[test]
fn scenes_that_cannot_be_are_refused() {
    let mut fleet = Fleet::new();
    let coned = fleet.add_site(Site::asphalt().with_cones(vec![Cone { position_m: [0.0, 9.0] }])).unwrap();
    let entrant = |site| Entrant { car: CarChoice::Own("w1"), begin: begin(&[]), site, body: None };
    let asphalt = SiteId::ASPHALT;
    let mut add = |sites: &[SiteId], cars| {
        fleet.add_scenes(&LANES, &sites.iter().copied().map(entrant).collect::<Vec<_>>(), cars).unwrap_err()
    };
    assert_eq!(add(&[asphalt; 3], 2), FleetError::ScenesNotFull { entrants: 3, cars: 2 });
    assert_eq!(add(&[asphalt; 3], 0), FleetError::ScenesNotFull { entrants: 3, cars: 0 });
    assert_eq!(add(&[asphalt, asphalt, asphalt, coned], 2), FleetError::NoSceneThere { entrant: 3 });
    let error = add(&[coned; 2], 2).to_string();
    assert_eq!(error, "entrants[0].site: must be that of the first car of its scene, and have no cones");
}

#[test]
fn cars_of_a_scene_meet_as_in_a_world_of_their_own() {
    for model in [&LANES, &SCALAR] {
        let meetings = check(model, 1);
        assert!(meetings > 60, "{}: {meetings} impacts of cars with cars", model.info().name);
        assert_eq!(check(model, 3), meetings);
    }
}
