//! Episodes: clocks, endings, and resets that give a car the bits of one that sets off anew.

use skidpad_core::step::Dt;
use skidpad_fleet::{DrawnState, Draws, Ending, Entrant, EpisodeRules, Fleet, FleetModel, GroupId, SiteId};
use skidpad_special::PointMass;
use skidpad_workload::vehicle;
use skidpad_world::contact::Wall;
use skidpad_world::ground::{Area, Shape};
use skidpad_world::models::POINT_MASS;
use skidpad_world::rolling::CarChoice;
use skidpad_world::world::{CarId, Member, Site, World, body_of};

use crate::models::{LANES, SCALAR, begin, choice, request};

const CARS: usize = 23;
const DT_S: f64 = 0.01;

/// A model whose states have no `x_m` and `y_m`.
static WITHOUT_XY: FleetModel = FleetModel::new::<PointMass>(&POINT_MASS);

/// A site with a wall across, 30 m ahead.
fn site() -> Site {
    Site::asphalt().with_walls(Wall::line(&[[30.0, -100.0], [30.0, 100.0]], 0.3, 0.5)).unwrap()
}

/// A fleet of a model at 10 to 18 m/s.
fn fleet(model: &FleetModel, threads: usize) -> (Fleet, GroupId) {
    let vehicle = vehicle(0);
    let car = choice(model, &vehicle);
    let mut fleet = Fleet::new().with_threads(threads);
    let site = fleet.add_site(site()).unwrap();
    let initial: Vec<_> = (0..CARS).map(|car| [("velocity_x_m_s", 10.0 + (car % 9) as f64)]).collect();
    let body = Some(body_of(model.info(), &car, 0.3, 0.5));
    let entrants: Vec<_> =
        (0..CARS).map(|car_| Entrant { car, begin: begin(&initial[car_]), site, body }).collect();
    let group = fleet.add(model, &entrants).unwrap();
    (fleet, group)
}

/// A car alone that goes on from a car of a fleet as it was reset.
fn alone(model: &FleetModel, fleet: &Fleet, group: GroupId, car: usize) -> (World, CarId) {
    let vehicle = vehicle(0);
    let choice = choice(model, &vehicle);
    let mut world = World::new(site());
    let body = Some(body_of(model.info(), &choice, 0.3, 0.5));
    let id = world.add(Member { car: model.info().begin(&choice, &begin(&[])).unwrap(), body }).unwrap();
    world.car_mut(id).unwrap().restore(&fleet.group(group).save(car)).unwrap();
    (world, id)
}

fn step(fleet: &mut Fleet, group: GroupId, steps: u32) {
    for step in 0..steps {
        (0..CARS).for_each(|car| fleet.group_mut(group).set_request(car, &request(car, step)));
        fleet.step(Dt::new(DT_S).unwrap());
    }
}

/// A reset in the middle of a run, of cars some of which press against the wall.
#[test]
fn a_reset_car_has_the_bits_of_one_that_sets_off_anew() {
    for model in [&LANES, &SCALAR] {
        let (mut fleet, group) = fleet(model, 2);
        let starts: Vec<_> = (0..CARS).map(|car| fleet.group(group).save(car)).collect();
        step(&mut fleet, group, 250);
        let mask: Vec<_> = (0..CARS).map(|car| !car.is_multiple_of(3)).collect();
        fleet.group_mut(group).reset(&mask);
        for car in 0..CARS {
            assert_eq!(fleet.group(group).save(car) == starts[car], mask[car], "{car}");
            assert_eq!(fleet.group(group).episode_time_s(car) == 0.0, mask[car], "{car}");
        }
        let reset: Vec<_> = (0..CARS).filter(|car| mask[*car]).collect();
        let mut worlds: Vec<_> = reset.iter().map(|car| alone(model, &fleet, group, *car)).collect();
        step(&mut fleet, group, 250);
        for (car, (world, id)) in reset.iter().zip(&mut worlds) {
            for step in 0..250 {
                world.set_request(*id, request(*car, step));
                world.step(Dt::new(DT_S).unwrap());
            }
            assert_eq!(fleet.group(group).save(*car), world.car(*id).unwrap().save(), "{car}");
        }
    }
}

/// Given states are those of a start with them: wheels and engine turn with the speed.
#[test]
fn a_reset_to_given_states_is_a_start_with_them() {
    let (mut fleet, group) = fleet(&SCALAR, 1);
    step(&mut fleet, group, 50);
    let states = ["velocity_x_m_s", "yaw_rad"].map(|name| fleet.group(group).state(name).unwrap());
    let values: Vec<_> =
        (0..CARS).map(|car| 5.0 + car as f64).chain((0..CARS).map(|car| 0.1 * car as f64)).collect();
    fleet.group_mut(group).reset_to(&[true; CARS], &states, &values);
    let vehicle = vehicle(0);
    for car in 0..CARS {
        let initial = [("velocity_x_m_s", values[car]), ("yaw_rad", values[CARS + car])];
        let start = SCALAR.info().begin(&CarChoice::Vehicle(&vehicle), &begin(&initial)).unwrap();
        assert_eq!(fleet.group(group).save(car), start.save(), "{car}");
    }
}

/// A car's random start depends on the seed, its place and its resets alone.
#[test]
fn drawn_starts_do_not_depend_on_others() {
    let (mut fleet, group) = fleet(&LANES, 3);
    let [speed, yaw] = ["velocity_x_m_s", "yaw_rad"].map(|name| fleet.group(group).state(name).unwrap());
    let drawn =
        [DrawnState { state: speed, low: 5.0, high: 15.0 }, DrawnState { state: yaw, low: -0.5, high: 0.5 }];
    let draws = Draws { seed: 9, states: &drawn, vehicle: false };
    let speeds = |fleet: &Fleet| fleet.group(group).states(speed).to_vec();
    fleet.group_mut(group).reset_drawn(&[true; CARS], &draws);
    let first = speeds(&fleet);
    assert!(first.iter().all(|speed| (5.0..15.0).contains(speed)));
    assert!((1..CARS).all(|car| first[car] != first[0]));
    step(&mut fleet, group, 20);
    // Two in turn, and not together, in another fleet: the same numbers.
    let (mut other, _) = self::fleet(&LANES, 1);
    for half in [0, 1] {
        let mask: Vec<_> = (0..CARS).map(|car| car % 2 == half).collect();
        other.group_mut(group).reset_drawn(&mask, &draws);
    }
    assert_eq!(speeds(&other), first);
    // Each reset draws anew.
    fleet.group_mut(group).reset_drawn(&[true; CARS], &draws);
    assert!(speeds(&fleet).iter().zip(&first).all(|(second, first)| second != first));
}

/// A vehicle that a reset draws is the car's from then on, with its own sub-steps and start.
#[test]
fn a_reset_draws_vehicles() {
    let (mut fleet, group) = fleet(&SCALAR, 1);
    let vehicles = [vehicle(0), vehicle(1)];
    for vehicle in &vehicles {
        fleet.group_mut(group).add_vehicle(&CarChoice::Vehicle(vehicle)).unwrap();
    }
    fleet.group_mut(group).reset_drawn(&[true; CARS], &Draws { seed: 4, states: &[], vehicle: true });
    let initial: Vec<_> = (0..CARS).map(|car| [("velocity_x_m_s", 10.0 + (car % 9) as f64)]).collect();
    let start = |car: usize, vehicle: usize| {
        SCALAR.info().begin(&CarChoice::Vehicle(&vehicles[vehicle]), &begin(&initial[car])).unwrap().save()
    };
    let of = |vehicle: usize| {
        (0..CARS).filter(|car| fleet.group(group).save(*car) == start(*car, vehicle)).count()
    };
    let counts = [of(0), of(1)];
    assert_eq!(counts[0] + counts[1], CARS);
    assert!(counts.iter().all(|count| *count > CARS / 5), "{counts:?}");
}

/// A plain reset puts the vehicle back too: afterwards a car has the bits of one that never had another.
#[test]
fn a_plain_reset_puts_the_own_vehicle_back() {
    let (mut fleet, group) = fleet(&SCALAR, 2);
    let starts: Vec<_> = (0..CARS).map(|car| fleet.group(group).save(car)).collect();
    fleet.group_mut(group).add_vehicle(&CarChoice::Vehicle(&vehicle(1))).unwrap();
    fleet.group_mut(group).reset_drawn(&[true; CARS], &Draws { seed: 4, states: &[], vehicle: true });
    step(&mut fleet, group, 20);
    fleet.group_mut(group).reset(&[true; CARS]);
    let (mut other, _) = self::fleet(&SCALAR, 1);
    for (car, start) in starts.iter().enumerate() {
        assert_eq!(&fleet.group(group).save(car), start, "{car}");
    }
    [&mut fleet, &mut other].into_iter().for_each(|fleet| step(fleet, group, 50));
    for car in 0..CARS {
        assert_eq!(fleet.group(group).save(car), other.group(group).save(car), "{car}");
    }
}

#[test]
fn a_vehicle_that_the_model_does_not_take_is_refused() {
    let (mut fleet, group) = fleet(&SCALAR, 1);
    fleet.group_mut(group).add_vehicle(&CarChoice::Vehicle(&vehicle(1))).unwrap();
    let error = fleet.group_mut(group).add_vehicle(&CarChoice::Own("none")).unwrap_err();
    assert_eq!(error.to_string(), "vehicle 1 for resets: model two_track_brush does not take it");
}

/// A limit of 0 is the least impact, and not its absence.
#[test]
fn a_hit_needs_an_impact() {
    let (mut fleet, group) = fleet(&LANES, 1);
    fleet.group_mut(group).set_rules(EpisodeRules { hit_m_s: Some(0.0), ..EpisodeRules::default() });
    step(&mut fleet, group, 100);
    assert_eq!(fleet.group(group).endings(), [0; CARS], "at most 18 of 30 m");
    step(&mut fleet, group, 250);
    assert_eq!(fleet.group(group).endings(), [Ending::Hit.bit(); CARS]);
}

/// A model whose states have other names for the place leaves an area as well.
#[test]
fn a_car_without_x_and_y_leaves_its_area() {
    let area = Area { centre_m: [0.0, 0.0], heading_rad: 0.0, shape: Shape::Disc { radius_m: 11.0 } };
    let vehicle = vehicle(0);
    let entrant = |initial| Entrant {
        car: choice(&WITHOUT_XY, &vehicle),
        begin: begin(initial),
        site: SiteId::ASPHALT,
        body: None,
    };
    let mut fleet = Fleet::new();
    let entrants = [entrant(&[("speed_m_s", 8.0)]), entrant(&[("speed_m_s", 14.0)])];
    let group = fleet.add(&WITHOUT_XY, &entrants).unwrap();
    fleet.group_mut(group).set_rules(EpisodeRules { area: Some(area), ..EpisodeRules::default() });
    (0..100).for_each(|_| fleet.step(Dt::new(DT_S).unwrap()));
    assert_eq!(fleet.group(group).endings(), [0, Ending::LeftArea.bit()]);
}

#[test]
fn episodes_end_by_their_rules_and_stay_over_until_a_reset() {
    let (mut fleet, group) = fleet(&LANES, 1);
    let area = Area { centre_m: [0.0, 0.0], heading_rad: 0.0, shape: Shape::Disc { radius_m: 26.0 } };
    let rules = EpisodeRules {
        time_limit_s: Some(1.7),
        hit_m_s: Some(15.5),
        area: Some(area),
        ..EpisodeRules::default()
    };
    fleet.group_mut(group).set_rules(rules);
    let speed = fleet.group(group).state("velocity_x_m_s").unwrap();
    step(&mut fleet, group, 169);
    let has = |fleet: &Fleet, ending: Ending| -> Vec<bool> {
        fleet.group(group).endings().iter().map(|endings| endings & ending.bit() != 0).collect()
    };
    assert!(!has(&fleet, Ending::TimeLimit).contains(&true));
    // The car comes to 26 m within 1.69 s from 15.4 m/s on; its nose, 2 m ahead, to the wall at 30 m from 16.5 m/s on.
    let left = has(&fleet, Ending::LeftArea);
    assert!((0..CARS).all(|car| left[car] == (car % 9 >= 6)), "{left:?}");
    let hit = has(&fleet, Ending::Hit);
    assert!((0..CARS).all(|car| hit[car] == (car % 9 >= 7)), "{hit:?}");
    assert!(fleet.group(group).states(speed)[8] < 0.0, "it bounced off the wall");
    step(&mut fleet, group, 1);
    assert_eq!(has(&fleet, Ending::TimeLimit), [true; CARS]);
    // One is quarantined, and the reset puts it right.
    let mut broken = fleet.group(group).save(2);
    broken.status = skidpad_core::step::Status::Quarantined;
    fleet.group_mut(group).restore(2, &broken).unwrap();
    step(&mut fleet, group, 1);
    assert!(has(&fleet, Ending::Quarantined)[2]);
    fleet.group_mut(group).reset(&[true; CARS]);
    assert_eq!(fleet.group(group).endings(), [0; CARS]);
    step(&mut fleet, group, 1);
    assert_eq!(fleet.group(group).endings(), [0; CARS]);
    assert_eq!(fleet.group(group).episode_time_s(2), DT_S);
}
