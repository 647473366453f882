//! Commands, states and outputs of a group as columns.

use skidpad_core::step::Dt;
use skidpad_fleet::{Entrant, Fleet, FleetError, Group, MODELS, SiteId};
use skidpad_world::rolling::CarChoice;

use crate::entrants::{begin, request, vehicles};

const CARS: usize = 19;

fn fleet(model: &str) -> (Fleet, skidpad_fleet::GroupId) {
    let vehicles = vehicles();
    let initial = [("velocity_x_m_s", 20.0)];
    let entrants: Vec<_> = (0..CARS)
        .map(|car| Entrant {
            car: CarChoice::Vehicle(&vehicles[0]),
            begin: begin(car, &initial),
            site: SiteId::ASPHALT,
            body: None,
        })
        .collect();
    let mut fleet = Fleet::new();
    let group = fleet.add(MODELS.by_name(model).unwrap(), &entrants).unwrap();
    (fleet, group)
}

/// Commands written into columns are those set car by car.
#[test]
fn columns_of_commands_drive_as_requests_do() {
    let dt = Dt::new(0.02).unwrap();
    let ((mut columns, group), (mut requests, other)) = (fleet("single_track"), fleet("single_track"));
    let names = ["throttle", "brake", "steer_rad", "gear", "automatic"];
    let handles = names.map(|name| columns.group(group).command(name).unwrap());
    for step in 0..50 {
        for car in 0..CARS {
            let command = request(car, step).command;
            let values = [
                command.throttle,
                command.brake,
                command.steer_rad,
                command.gear,
                command.automatic.number(),
            ];
            for (handle, value) in handles.into_iter().zip(values) {
                columns.group_mut(group).command_mut(handle)[car] = value;
            }
            let mut as_written = requests.group(other).request(car);
            as_written.command = command;
            requests.group_mut(other).set_request(car, &as_written);
        }
        columns.step(dt);
        requests.step(dt);
    }
    for car in 0..CARS {
        assert_eq!(columns.group(group).save(car), requests.group(other).save(car), "{car}");
    }
}

/// A command that is no number is taken as 0 and named; the neighbours notice nothing.
#[test]
fn a_command_that_is_no_number_is_named() {
    let (mut fleet, group) = fleet("two_track");
    let brake = fleet.group(group).command("brake").unwrap();
    fleet.group_mut(group).command_mut(brake)[3] = f64::NAN;
    fleet.step(Dt::new(0.01).unwrap());
    let faults: Vec<_> = (0..CARS).filter(|car| fleet.group(group).fault(*car).is_some()).collect();
    assert_eq!(faults, [3]);
    assert_eq!(fleet.group(group).fault(3).unwrap().field, "brake");
    assert_eq!(fleet.group(group).statuses(), [0.0; CARS]);
}

#[test]
fn outputs_come_channel_after_channel() {
    let (mut fleet, group) = fleet("single_track");
    (0..30).for_each(|_| fleet.step(Dt::new(0.02).unwrap()));
    let [front, rear] = ["front_load_n", "rear_load_n"].map(|name| fleet.group(group).output(name).unwrap());
    let mut buffer = [0.0; 2 * CARS];
    fleet.outputs(group, &[front, rear], &mut buffer).unwrap();
    let weight_n = vehicles()[0].body().mass_kg * 9.80665;
    for car in 0..CARS {
        // A coasting car has its weight on its axles, but for what the air lifts.
        let total_n = buffer[car] + buffer[CARS + car];
        assert!((total_n / weight_n - 1.0).abs() < 0.05, "{car}: {total_n} N of {weight_n} N");
    }
    assert!(matches!(fleet.outputs(group, &[front], &mut buffer), Err(FleetError::Batch(_))));
}

#[test]
fn names_are_found_once_and_wrong_ones_have_near_names() {
    let (fleet, group) = fleet("two_track");
    let group: &Group = fleet.group(group);
    assert_eq!(group.command("throtle").unwrap_err().near[0], "throttle");
    assert_eq!(group.state("yaw_rate").unwrap_err().near[0], "yaw_rate_rad_s");
    let [states, modes] = group.state_channels();
    // Channels of modes stand behind those of states.
    for channel in states.iter().chain(modes) {
        assert_eq!(group.states(group.state(channel.name).unwrap()).len(), CARS, "{}", channel.name);
    }
    let speed = group.states(group.state("velocity_x_m_s").unwrap());
    assert_eq!(speed, [20.0; CARS]);
}

#[test]
fn entrants_that_cannot_join_are_named() {
    let mut fleet = Fleet::new();
    let model = MODELS.by_name("two_track").unwrap();
    assert_eq!(fleet.add(model, &[]).unwrap_err(), FleetError::Empty);
    let wrong =
        Entrant { car: CarChoice::Own("nobody"), begin: begin(0, &[]), site: SiteId::ASPHALT, body: None };
    let error = fleet.add(model, &[wrong]).unwrap_err();
    assert_eq!(error.to_string(), "entrants[0].car: model two_track does not take it");
    assert!(fleet.groups().is_empty());
}
