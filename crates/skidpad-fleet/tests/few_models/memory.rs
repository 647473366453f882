//! Columns as memory that a caller holds for many steps: they stay where they are as long as their group lives.

use skidpad_core::step::Dt;
use skidpad_fleet::{Draws, Entrant, Fleet, Group, Precision, SiteId};
use skidpad_workload::vehicle;
use skidpad_world::rolling::CarChoice;
use skidpad_world::world::Site;

use crate::cones;
use crate::models::{LANES, SCALAR, begin, request};
use crate::set_off::set_off_in;

const CARS: usize = 21;

type Action<'a, T> = Box<dyn FnMut(&mut Fleet<T>) + 'a>;

/// Addresses of all columns of a group.
fn addresses<T: Precision>(group: &Group<T>) -> Vec<usize> {
    let commands = Group::command_channels().iter().map(|channel| group.command(channel.name).unwrap());
    let commands = commands.map(|command| group.commands(command));
    let channels = group.state_channels().into_iter().flatten();
    let states = channels.map(|channel| group.states(group.state(channel.name).unwrap()));
    let states: Vec<_> = states.chain([group.statuses()]).map(|column| column.as_ptr().addr()).collect();
    assert!(states.iter().all(|address| address % 64 == 0), "states begin on cache lines");
    let impacts = [group.impacts_m_s().unwrap(), group.cone_impacts_m_s().unwrap()];
    let all = commands.chain(impacts).map(|column| column.as_ptr().addr());
    all.chain(states).chain([group.endings().as_ptr().addr()]).collect()
}

fn check<T: Precision>() {
    let (mut fleet, group) = set_off_in::<T>(&SCALAR, &[cones::yard()], &Vec::from_iter(0..CARS), 1);
    let first = addresses(fleet.group(group));
    let dt = Dt::new(1.0 / 60.0).unwrap();
    let mut actions: Vec<(&str, Action<'_, T>)> = vec![
        ("a step", Box::new(|fleet| fleet.step(dt))),
        ("commands", Box::new(|fleet| fleet.group_mut(group).set_request(3, &request(3, 1)))),
        ("a reset", Box::new(|fleet| fleet.group_mut(group).reset(&[true; CARS]))),
        (
            "a vehicle",
            Box::new(|fleet| {
                fleet.group_mut(group).add_vehicle(&CarChoice::Vehicle(&vehicle(1))).unwrap();
            }),
        ),
        (
            "vehicles that are drawn",
            Box::new(|fleet| {
                let draws = Draws { seed: 1, states: &[], vehicle: true };
                fleet.group_mut(group).reset_drawn(&[true; CARS], &draws);
            }),
        ),
        (
            "a snapshot",
            Box::new(|fleet| {
                let saved = fleet.group(group).save(2);
                fleet.group_mut(group).restore(4, &saved).unwrap();
            }),
        ),
        (
            "outputs",
            Box::new(|fleet| {
                let output = fleet.group(group).output_channels()[0].name;
                let output = fleet.group(group).output(output).unwrap();
                fleet.outputs(group, &[output], &mut [T::zero(); CARS]).unwrap();
            }),
        ),
        ("a site", Box::new(|fleet| assert!(fleet.add_site(Site::asphalt()).is_ok()))),
        (
            "other groups",
            Box::new(|fleet| {
                let entrant = Entrant {
                    car: CarChoice::Own("w1"),
                    begin: begin(&[]),
                    site: SiteId::ASPHALT,
                    body: None,
                };
                (0..9).for_each(|_| assert!(fleet.add(&LANES, &[entrant]).is_ok()));
            }),
        ),
        ("threads", Box::new(|fleet| *fleet = core::mem::take(fleet).with_threads(2))),
    ];
    for round in 0..3 {
        for (name, act) in &mut actions {
            act(&mut fleet);
            assert_eq!(addresses(fleet.group(group)), first, "{name} in round {round}");
            fleet.step(dt);
        }
    }
}

#[test]
fn columns_stay_where_they_are_while_their_group_lives() {
    check::<f64>();
    check::<f32>();
}
