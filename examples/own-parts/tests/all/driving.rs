//! Alone, in lanes, logged and replayed: the same bits.

use own_parts::{ELECTRIC_QUAD, ElectricQuad};
use skidpad::core::batch::Batch;
use skidpad::core::controls::{Controls, Gear, sanitise};
use skidpad::core::model::two_track::{TwoTrackMode, TwoTrackState};
use skidpad::core::record::{Channels, channel_place};
use skidpad::core::step::{Dt, Simulation};
use skidpad::core::surface::Surface;
use skidpad::linear::linearise;
use skidpad::world::log::{CarLabel, LogReplay, LogSettings, LoggedWorld, WorldChange, WorldLog, packed};
use skidpad::world::rolling::{Begin, CarChoice, Request};
use skidpad::world::world::{Member, Site, World};

use crate::{Model, Quad, input, quad, rolling, vehicle};

const CARS: usize = 12;

/// A car that differs from its neighbours in each of its parts.
fn unequal(number: usize) -> Quad {
    let mut car = quad();
    let share = 1.0 + 0.03 * number as f64;
    car.base.driveline.rear.power_w *= share;
    car.base.driveline.control.yaw_gain_nm_s *= number as f64 / 6.0;
    car.base.aero.frontal_area_m2 *= share;
    for camber_rad in &mut car.base.geometry.front.camber_rad {
        *camber_rad *= share;
    }
    for lateral_m in &mut car.base.geometry.rear.lateral_m {
        *lateral_m *= 2.0 - share;
    }
    for force in &mut car.rear_tyre.law.lateral {
        *force /= share;
    }
    car
}

fn nervous(number: usize, step: u32) -> Controls {
    let phase = f64::from(step) * 0.01 + number as f64;
    Controls {
        throttle: if step < 60 { 0.8 } else { 0.0 },
        brake: if step < 90 { 0.0 } else { 0.7 },
        steer_rad: 0.1 * (phase - phase.floor()) - 0.05,
        gear: if number == 3 { Gear::Neutral } else { Gear::Automatic },
        ..Controls::default()
    }
}

#[test]
fn in_lanes_each_car_moves_as_it_does_alone() {
    let cars: Vec<_> = (0..CARS).map(unequal).collect();
    let speed = |number: usize| if number.is_multiple_of(4) { 0.0 } else { 4.0 * number as f64 };
    let start = |number: usize| rolling(cars[number], speed(number));
    let mut alone: Vec<Simulation<Model>> = (0..CARS).map(start).collect();
    let modes: Vec<_> = alone.iter().map(|car| *car.mode()).collect();
    let states: Vec<_> = alone.iter().map(|car| *car.state()).collect();
    let mut batch = Batch::<Model, f64>::new(&cars, &modes, &states).unwrap();
    let dt = Dt::new(0.01).unwrap();
    for step in 0..120 {
        let inputs: Vec<_> = (0..CARS).map(|number| input(&nervous(number, step))).collect();
        batch.set_inputs(&inputs);
        batch.step(dt);
        for (car, input) in alone.iter_mut().zip(&inputs) {
            car.step(input, &Surface::asphalt(), dt);
        }
    }
    for (number, car) in alone.iter().enumerate() {
        assert_eq!(batch.state(number), *car.state(), "car {number}");
        assert_eq!(batch.mode(number), *car.mode(), "car {number}");
        assert!(car.state().body.x_m != 0.0 || speed(number) == 0.0);
    }
}

#[test]
fn a_log_replays_with_the_same_bits_and_notices_another_car() {
    let vehicle = vehicle();
    let choice = CarChoice::Vehicle(&vehicle);
    let begin = Begin { gear: Gear::Automatic, initial: &[("velocity_x_m_s", 20.0)], method: None };
    let car = ELECTRIC_QUAD.begin(&choice, &begin).unwrap();
    let mut world = LoggedWorld::new(World::new(Site::asphalt()), LogSettings::default());
    let id = world.add(Member { car, body: None }, CarLabel::named("quad")).unwrap();
    for step in 0..150 {
        world.set_request(id, Request::from_command(sanitise(&nervous(1, step)).0));
        world.step(Dt::new(0.01).unwrap());
    }
    let log = world.log();
    assert_eq!(LogReplay::new(log.clone()).verify().unwrap().steps, 150);
    let mut contents = log.contents().unwrap();
    let last = log.changes().count() - 1;
    let changes = log.changes().enumerate().map(|(place, (step, mut change))| {
        if let WorldChange::Requested { request, .. } = &mut change
            && place == last
        {
            request.command.throttle += 0.1;
        }
        (step, change)
    });
    (contents.packed, contents.others) = packed(changes);
    let other = WorldLog::from_contents(contents).unwrap();
    assert!(LogReplay::new(other).verify().is_err(), "another throttle is another run");
}

/// Names are the channels' addresses in tables, snapshots and recordings.
#[test]
fn every_channel_has_a_name_of_its_own() {
    let records = [
        TwoTrackState::<f64, ElectricQuad>::CHANNELS,
        TwoTrackMode::<f64, ElectricQuad>::CHANNELS,
        skidpad::core::model::two_track::TwoTrackTrace::<f64, ElectricQuad>::CHANNELS,
    ];
    for channels in records {
        let mut names: Vec<_> = channels.iter().map(|channel| channel.name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }
    assert!(channel_place::<TwoTrackMode<f64, ElectricQuad>>("front_left_command_nm").is_ok());
    assert!(channel_place::<TwoTrackMode<f64, ElectricQuad>>("engaged").is_err(), "there is no clutch");
}

#[test]
fn derivatives_run_through_every_part() {
    let car = quad();
    let state = TwoTrackState::rolling(&car.base, 30.0, 1.0);
    let mode = TwoTrackMode::in_gear(&car.base, 1.0);
    let linear = linearise::<Model>(&car, &mode, &state, &input(&Controls::default()), &Surface::asphalt());
    let place = |name| channel_place::<TwoTrackState<f64, ElectricQuad>>(name).unwrap();
    let motor = place("rear_left_motor_nm");
    let lag_s = car.base.driveline.control.torque_lag_s;
    assert!((linear.a.at(motor, motor) * lag_s + 1.0).abs() < 1e-9, "the motor's lag");
    let spin = place("rear_left_spin_rad_s");
    let inertia = car.base.driveline.rear.inertia_kg_m2;
    assert!((linear.a.at(spin, motor) * inertia - 1.0).abs() < 1e-9, "its torque on its wheel");
    let (speed, heave) = (place("velocity_x_m_s"), place("heave_m"));
    assert!(linear.a.at(speed, speed) < 0.0, "the drag");
    assert!(linear.a.at(place("heave_rate_m_s"), heave) < 0.0, "the springs and the ride height");
    let finite = |row: usize| linear.a.row(row).iter().all(|value| value.is_finite() && value.abs() < 1e8);
    assert!((0..linear.a.rows()).all(finite));
}
