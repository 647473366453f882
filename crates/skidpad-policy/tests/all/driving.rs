//! Policies at the wheel of a car of a world.

use std::sync::Arc;

use skidpad_core::controls::Gear;
use skidpad_core::step::Dt;
use skidpad_policy::{Policy, PolicyDriver};
use skidpad_world::models::SINGLE_TRACK;
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::track::{Track, track_by_name};
use skidpad_world::world::{CarId, Member, Site, World};

/// Steers by 1 and presses the throttle by 0.5, 20 times a second, with wheels that turn by 1 rad/s.
const CONSTANT: &[u8] = include_bytes!("../data/constant.onnx");
/// The same, with results that are no numbers from 10 m/s on.
const NOT_FINITE: &[u8] = include_bytes!("../data/not_finite.onnx");

fn vehicle() -> skidpad_core::spec::Vehicle<f64> {
    let file = skidpad_formats::presets::preset("boxster-s").expect("a preset");
    file.spec.validate().expect("a sound vehicle")
}

fn world(speed_m_s: f64) -> (World, CarId) {
    let mut world = World::new(Site::asphalt());
    let begin = Begin { gear: Gear::Automatic, initial: &[("velocity_x_m_s", speed_m_s)], method: None };
    let car = SINGLE_TRACK.begin(&CarChoice::Vehicle(&vehicle()), &begin).expect("it begins");
    let id = world.add(Member { car, body: None }).expect("it joins");
    (world, id)
}

fn driver(onnx: &[u8]) -> PolicyDriver {
    let policy = Arc::new(Policy::read(onnx).expect("a policy"));
    let track = Arc::new(Track::new(&track_by_name("oval").expect("a track")).expect("a sound one"));
    PolicyDriver::new(&policy, &SINGLE_TRACK, &CarChoice::Vehicle(&vehicle()), &track).expect("a seat")
}

/// The wheels turn by 1 rad/s, whether the world's steps are shorter than those of the policy or longer. In steps of 1/5 s they turned by a quarter of that.
#[test]
fn wheels_turn_at_their_rate_at_any_step_of_the_world() {
    for step_s in [0.001, 0.01, 0.2] {
        let ((mut world, id), mut driver) = (world(10.0), driver(CONSTANT));
        let mut steer_rad = 0.0;
        while world.time_s() < 0.401 {
            let command = driver.command(&world, id).expect("finite");
            assert!((command.throttle - 0.5).abs() < 1e-7 && command.brake == 0.0);
            steer_rad = command.steer_rad;
            world.set_request(id, Request::from_command(command));
            world.step(Dt::new(step_s).expect("a step"));
        }
        // The action at the start, and those of each twentieth of a second up to 0.4 s.
        assert!((steer_rad - 0.45).abs() < 1e-6, "steps of {step_s} s: {steer_rad} rad");
    }
}

/// A result that is no number lets go of the controls until the next action. The command before it came back after a step.
#[test]
fn results_that_are_no_numbers_release_the_controls() {
    let ((mut world, id), mut driver) = (world(9.9), driver(NOT_FINITE));
    let (mut throttles, mut errors) = (Vec::new(), 0);
    while world.time_s() < 1.0 {
        let command = driver.command(&world, id).unwrap_or_else(|_| {
            errors += 1;
            Request::untouched().command
        });
        throttles.push(command.throttle);
        world.set_request(id, Request::from_command(command));
        world.step(Dt::new(0.002).expect("a step"));
    }
    // An action holds for 25 steps of the world.
    for held in throttles.chunks(25) {
        assert!(held.iter().all(|throttle| throttle == &held[0]), "{held:?}");
    }
    assert!(throttles.contains(&0.5) && throttles.contains(&0.0) && errors > 3, "{errors} errors");
}

/// A world that is put back finds the policy as at the start: the old command held until the time of the next action came again.
#[test]
fn a_policy_restarts_in_a_world_that_is_put_back() {
    let ((mut world_ahead, id), mut driver) = (world(10.0), driver(CONSTANT));
    let first = driver.command(&world_ahead, id).expect("finite");
    for _ in 0..100 {
        let command = driver.command(&world_ahead, id).expect("finite");
        world_ahead.set_request(id, Request::from_command(command));
        world_ahead.step(Dt::new(0.01).expect("a step"));
    }
    assert!(driver.command(&world_ahead, id).expect("finite").steer_rad > 5.0 * first.steer_rad);
    let (world, id) = world(10.0);
    assert_eq!(driver.command(&world, id).expect("finite"), first);
}
