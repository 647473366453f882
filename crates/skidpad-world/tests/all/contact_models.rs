//! Contact with cars that a model moves: any state with the common channel names.

use crate::contact_support;

use contact_support::{car, wall_at};
use skidpad_core::record::Empty;
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_special::PointMassState;
use skidpad_texts::w1::{W1, W1Input, W1State};
use skidpad_world::contact::{Contacts, MissingChannel, PlanarChannels, Walls};

const STEP_S: f64 = 0.01;

/// A car of a model whose state has the channels, one step with contact.
fn step(cars: &mut [Simulation<W1>], inputs: &[W1Input<f64>], contacts: &mut Contacts) -> usize {
    let channels = PlanarChannels::<W1State<f64>>::new().unwrap();
    let before: Vec<_> = cars.iter().map(|car| *car.state()).collect();
    for (car, input) in cars.iter_mut().zip(inputs) {
        assert_eq!(car.step(input, &Surface::asphalt(), Dt::new(STEP_S).unwrap()), Status::Running);
    }
    let mut after: Vec<_> = cars.iter().map(|car| *car.state()).collect();
    let bodies = vec![car(); cars.len()];
    let movers = channels.movers(&bodies, &before, &after);
    let walls = Walls::new(vec![wall_at(60.0, 0.25, 0.4)]).unwrap();
    let outcome = contacts.step(&movers, &walls, STEP_S).unwrap();
    channels.apply(outcome, &mut after);
    for (car, state) in cars.iter_mut().zip(after) {
        assert_eq!(car.set_state(state), Status::Running);
    }
    outcome.impacts.len()
}

fn start(x_m: f64, y_m: f64, yaw_rad: f64, speed: f64) -> Simulation<W1> {
    let state =
        W1State { x_m, y_m, yaw_rad, velocity_x_m_s: speed, velocity_y_m_s: 0.0, yaw_rate_rad_s: 0.0 };
    Simulation::new(Empty, Empty, state)
}

/// A car that scrapes along a wall is turned by it and stays before it; one that touches nothing keeps its bits.
#[test]
fn a_wall_stops_a_model() {
    let input = W1Input { steer_rad: 0.0, acceleration_m_s2: 0.0 };
    let mut cars = [start(40.0, 0.0, 1.2, 30.0), start(0.0, 50.0, 1.5, 20.0)];
    let mut alone = start(0.0, 50.0, 1.5, 20.0);
    let mut contacts = Contacts::new();
    let mut impacts = 0;
    for _ in 0..300 {
        impacts += step(&mut cars, &[input; 2], &mut contacts);
        alone.step(&input, &Surface::asphalt(), Dt::new(STEP_S).unwrap());
        let corner = cars[0].state().x_m + 2.42;
        assert!(cars[0].state().x_m + 0.9 < 60.0 && corner < 62.0, "{:?}", cars[0].state());
    }
    assert!(impacts > 0);
    assert_eq!(cars[1].state(), alone.state());
    assert!(cars[0].state().yaw_rad > 1.4, "turned along the wall: {:?}", cars[0].state());
}

/// Reading and writing a state are each other's inverse, and touch nothing else.
#[test]
fn channels_are_read_and_written_by_name() {
    let channels = PlanarChannels::<W1State<f64>>::new().unwrap();
    let state = *start(3.0, -4.0, 0.7, 12.0).state();
    let motion = channels.motion(&state);
    assert!((motion.velocity_m_s.norm() - 12.0).abs() < 1e-13);
    let mut back = state;
    channels.correct(&mut back, &motion);
    assert!((back.velocity_x_m_s - 12.0).abs() < 1e-13 && back.velocity_y_m_s.abs() < 1e-13);
    assert_eq!((back.x_m, back.y_m, back.yaw_rad), (3.0, -4.0, 0.7));
}

/// A state that lacks one says which.
#[test]
fn a_state_without_a_place_says_what_it_lacks() {
    let missing = PlanarChannels::<PointMassState<f64>>::new().unwrap_err();
    assert_eq!(missing, MissingChannel("x_m"));
    assert!(missing.to_string().contains("has no channel x_m"), "{missing}");
}

/// A state that is not finite is refused.
#[test]
fn a_simulation_takes_finite_states_only() {
    let mut car = start(0.0, 0.0, 0.0, 10.0);
    let mut state = *car.state();
    state.x_m = f64::NAN;
    assert_eq!(car.set_state(state), Status::Quarantined);
    assert_eq!(car.state().x_m, 0.0);
}
