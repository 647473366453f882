//! Cars in single precision on sites of all kinds: the world's part in `f64`, converted at the border, changes no promise.

use skidpad_core::batch::Batch;
use skidpad_core::math::Real;
use skidpad_core::model::two_track::{Alone, Brushes, TwoTrack};
use skidpad_core::record::converted;
use skidpad_core::step::Dt;
use skidpad_fleet::{EpisodeRules, Fleet, FleetModel, Group, GroupId, Precision};
use skidpad_texts::w1::W1;
use skidpad_workload::vehicle;
use skidpad_world::ground::Road;
use skidpad_world::models::Drivable;
use skidpad_world::rolling::{given, parts_at_start};
use skidpad_world::world::Site;

use crate::models::{LANES, SCALAR, begin, choice, request};
use crate::set_off::{set_off_in, start};
use crate::{cones, ground, tracks};

/// Steps between two commands: between them cars on even ground keep what they have.
const HELD: u32 = 15;

fn dt() -> Dt {
    Dt::new(1.0 / 60.0).unwrap()
}

/// Level asphalt, patches of all kinds, a yard with walls and cones, and a track with hills and kerbs.
fn sites() -> [Site; 4] {
    let patches = Site::asphalt().with_ground(ground::ground());
    [Site::asphalt(), patches, cones::yard(), tracks::site("handling-course")]
}

/// A fleet of cars, known by their numbers among all.
struct Driven<T: Precision> {
    fleet: Fleet<T>,
    group: GroupId,
    cars: Vec<usize>,
}

impl<T: Precision> Driven<T> {
    fn set_off(model: &FleetModel, cars: Vec<usize>, threads: usize) -> Self {
        let (mut fleet, group) = set_off_in(model, &sites(), &cars, threads);
        let rules = EpisodeRules {
            time_limit_s: Some(1.2),
            hit_m_s: Some(5.0),
            cone_hit_m_s: Some(0.0),
            ..EpisodeRules::default()
        };
        fleet.group_mut(group).set_rules(rules);
        Self { fleet, group, cars }
    }

    fn group(&self) -> &Group<T> {
        self.fleet.group(self.group)
    }

    /// Moves all cars by a step. Each third begins a new episode in step 60.
    fn step(&mut self, step: u32) {
        let group = self.fleet.group_mut(self.group);
        for (place, car) in self.cars.iter().enumerate().filter(|_| step.is_multiple_of(HELD)) {
            group.set_request(place, &request(*car, step));
        }
        if step == 60 {
            group.reset(&self.cars.iter().map(|car| car.is_multiple_of(3)).collect::<Vec<_>>());
        }
        self.fleet.step(dt());
    }

    /// Asserts that a car is the same as in another fleet, and so are its impacts, episode and cones.
    fn assert_same(&self, other: &Self, car: usize, step: u32) {
        let place = |driven: &Self| driven.cars.iter().position(|number| *number == car).unwrap();
        let (mine, its) = (place(self), place(other));
        let (group, other) = (self.group(), other.group());
        assert_eq!(group.save(mine), other.save(its), "{} {car} after step {step}", group.model());
        assert_eq!(group.endings()[mine], other.endings()[its], "{car} after step {step}");
        assert!(group.cones(mine) == other.cones(its), "{car} after step {step}");
        let speeds = |group: &Group<T>, place: usize| {
            let all = [group.impacts_m_s(), group.cone_impacts_m_s()];
            all.map(|speeds| speeds.map_or(0.0, |speeds| speeds[place].lane(0)))
        };
        assert_eq!(speeds(group, mine), speeds(other, its), "{car} after step {step}");
    }
}

fn check_alone(model: &FleetModel, count: usize, steps: u32) {
    let all = Vec::from_iter(0..count);
    let [mut one, mut two] = [1, 2].map(|threads| Driven::<f32>::set_off(model, all.clone(), threads));
    let chosen = (0..8).map(|at| at * (count / 8) + at % 4);
    let mut alone: Vec<_> = chosen.map(|car| Driven::<f32>::set_off(model, vec![car], 1)).collect();
    for step in 0..steps {
        [&mut one, &mut two].into_iter().chain(&mut alone).for_each(|driven| driven.step(step));
        alone.iter().for_each(|driven| driven.assert_same(&one, driven.cars[0], step));
        if step.is_multiple_of(20) {
            all.iter().for_each(|car| one.assert_same(&two, *car, step));
        }
    }
    let met = one.group().endings().iter().filter(|endings| **endings != 0).count();
    assert!(met > count / 8, "{met} of {count} episodes ended");
}

/// On every site, whatever its neighbours, its place and the threads.
#[test]
fn a_car_alone_has_the_bits_of_the_car_among_others() {
    check_alone(&LANES, 120, 90);
    check_alone(&SCALAR, 32, 70);
}

/// Drives a fleet on patches beside a batch whose cars look up the ground below them in each sub-step.
fn check_ground<M: Drivable>(model: &FleetModel) {
    const CARS: usize = 53;
    let site = Site::asphalt().with_ground(ground::ground());
    let (mut fleet, group) =
        set_off_in::<f32>(model, core::slice::from_ref(&site), &Vec::from_iter(0..CARS), 1);
    let vehicle = vehicle(0);
    let choice = choice(model, &vehicle);
    let parts = |car: usize| parts_at_start::<M>(&choice, &begin(&start(car))).unwrap();
    let (car, mode, _) = parts(0);
    let states: Vec<_> = (0..CARS).map(|car| parts(car).2).collect();
    let mut batch = Batch::<M, f32>::new(&[car], &[mode], &states).unwrap();
    let mut requests = vec![request(0, 0); CARS];
    for step in 0..75 {
        for (index, request) in requests.iter_mut().enumerate().filter(|_| step % HELD == 0) {
            fleet.group_mut(group).set_request(index, &crate::models::request(index, step));
            *request = fleet.group(group).request(index);
        }
        fleet.step(dt());
        batch.step_over(dt(), |now| {
            let state: M::State<f64> = converted(now.state(), f64::from);
            let road = Road::new(&site.surface, &site.ground);
            let given = given::<M>(&car, &state, &requests[now.index()], road, now.sub_step_s().into());
            (converted(&given.0, f32::lit), converted(&given.1, f32::lit))
        });
        for place in 0..fleet.group(group).state_channels()[0].len() {
            let bits = |column: &[f32]| column.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
            let group = fleet.group(group);
            let name = group.state_channels()[0][place].name;
            let column = group.states(group.state(name).unwrap());
            assert_eq!(bits(column), bits(batch.states(place)), "{name} after step {step}");
        }
    }
}

/// A car that keeps what it was given on even ground has the bits of one that looks it up everywhere.
#[test]
fn a_car_looks_up_the_ground_only_near_edges() {
    check_ground::<W1>(&LANES);
    check_ground::<TwoTrack<Alone<Brushes>>>(&SCALAR);
}

/// Bound of how far apart two precisions put a car after so many steps, m. Each sub-step of 2 ms or less rounds the position to
/// 2^-24 of its size, and each velocity by some roundings, here taken as 16, of 2^-24 of it, which the time of driving turns into a way.
fn near_m(steps: u32) -> f64 {
    let (way_m, speed_m_s) = (40.0, 16.0);
    let sub_steps = f64::from(steps * dt().divide(0.002).0);
    sub_steps * Real::powf(0.5, 24.0) * (way_m + 16.0 * speed_m_s * f64::from(steps) * dt().seconds())
}

/// How far apart the precisions put each car, m.
fn distances_m(double: &Driven<f64>, single: &Driven<f32>) -> Vec<f64> {
    let [x, y] = ["x_m", "y_m"].map(|name| double.group().state(name).unwrap());
    let apart =
        |state, car: usize| double.group().states(state)[car] - f64::from(single.group().states(state)[car]);
    (0..double.cars.len()).map(|car| Real::hypot(apart(x, car), apart(y, car))).collect()
}

/// Marks the cars that anything has hit.
fn mark_hit<T: Precision>(driven: &Driven<T>, hit: &mut [bool]) {
    for speeds in [driven.group().impacts_m_s(), driven.group().cone_impacts_m_s()].into_iter().flatten() {
        hit.iter_mut().zip(speeds).for_each(|(hit, speed)| *hit |= speed.lane(0) > 0.0);
    }
}

/// A car that was never hit is as near to the one in double precision as roundings alone leave it. A blow multiplies what differs
/// before it, and one that begins a step later turns a car another way, so that of the cars that were hit only nine of ten must be
/// within ten times that. All episodes end alike.
#[test]
fn cars_in_single_precision_are_near_those_in_double_on_every_site() {
    for (model, count) in [(&LANES, 200), (&SCALAR, 40)] {
        let mut double = Driven::<f64>::set_off(model, (0..count).collect(), 1);
        let mut single = Driven::<f32>::set_off(model, (0..count).collect(), 1);
        let mut hit = vec![false; count];
        for step in 0..120 {
            double.step(step);
            single.step(step);
            mark_hit(&double, &mut hit);
            mark_hit(&single, &mut hit);
            let near_m = near_m(step + 1);
            let distances = distances_m(&double, &single);
            let free = (0..count).filter(|car| !hit[*car]);
            free.for_each(|car| {
                assert!(distances[car] < near_m, "{car}: {} m in step {step}", distances[car])
            });
            let far = (0..count).filter(|car| hit[*car] && distances[*car] > 10.0 * near_m).count();
            let hit = hit.iter().filter(|hit| **hit).count();
            assert!(10 * far <= hit, "{far} of {hit} cars in step {step}");
        }
        let hit = hit.iter().filter(|hit| **hit).count();
        assert!(hit > count / 8 && hit < count / 2, "{hit} of {count} cars were hit");
        assert_eq!(double.group().endings(), single.group().endings());
    }
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn a_car_alone_has_the_bits_of_the_car_among_a_thousand() {
        check_alone(&LANES, 1000, 120);
        check_alone(&SCALAR, 64, 80);
    }
}
