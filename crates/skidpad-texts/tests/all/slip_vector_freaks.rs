//! Slip-vector cars that nobody would build: what random ones were once thrown out of this world by.
#![allow(clippy::disallowed_methods)]

use crate::outlined;

use skidpad_core::model::Model;
use skidpad_core::record::{Flag, Record};
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_texts::slip_vector::{
    SlipVector, SlipVectorCar, SlipVectorInput, SlipVectorMode, SlipVectorState, rars,
};

const MOVES: SlipVectorMode<f64> = SlipVectorMode { stands: Flag::from_number(0.0) };

/// 20 kg under the wing of a lorry, on wheels that roll as through sand.
fn kite() -> SlipVectorCar<f64> {
    SlipVectorCar {
        mass_kg: 20.0,
        friction: 0.95,
        k_m_s: 1.0,
        downforce_area_m2: 9.0,
        rolling_resistance: 0.26,
        ..rars::car(rars::Ground::Hyperbolic, 0.0)
    }
}

fn sand(grip: f64) -> Surface<f64> {
    Surface {
        grip,
        rolling: 48.0,
        air_density_kg_m3: 2.0,
        headwind_m_s: -100.0,
        gravity_m_s2: 23.0,
        ..Surface::asphalt()
    }
}

/// The rolling resistance was coefficient times load, twelve times the weight and all downforce here, on ice
/// without any friction too: the road cannot hold a tread that it does not grip.
#[test]
fn the_road_resists_no_more_than_it_grips() {
    for grip in [0.0, 0.5, 1.0] {
        for speed_m_s in [-60.0, 3.0, 60.0] {
            let trace = outlined::evaluate::<SlipVector, _>(
                &kite(),
                &MOVES,
                &SlipVectorState::at_speed(speed_m_s),
                &SlipVectorInput::splat(0.0),
                &sand(grip),
            )
            .1;
            assert_eq!(trace.rolling_n, -trace.largest_force_n.copysign(speed_m_s), "{trace:?}");
        }
    }
}

/// With it the car was slowed down by more than its speed in each sub-step of 2 ms, faster backwards than it had
/// been forwards, and pressed down the harder for it, until no number could tell how fast.
#[test]
fn a_light_car_under_a_large_wing_stays_in_this_world() {
    for grip in [0.0, 0.3, 1.0] {
        let state = SlipVectorState { velocity_y_m_s: 6.2, ..SlipVectorState::at_speed(61.5) };
        let mut car = Simulation::<SlipVector>::new(kite(), MOVES, state);
        let input = SlipVectorInput { alpha_rad: 1.0, ..Record::splat(0.0) };
        for _ in 0..500 {
            assert_eq!(car.step(&input, &sand(grip), Dt::new(0.01).unwrap()), Status::Running);
            let (ahead, left) = (car.state().velocity_x_m_s, car.state().velocity_y_m_s);
            // Nothing but a wind of 100 m/s from behind drives it.
            assert!(ahead.hypot(left) < 110.0, "{grip}: {:?}", car.state());
        }
    }
}

/// A sub-step must not turn a slip round: 3 FMAX / (m K) dt within the integrator's limit at every speed. A
/// racing car with the downforce of its weight at 60 m/s still takes 2 ms.
#[test]
fn downforce_shortens_the_step_of_light_cars_alone() {
    let racer = SlipVectorCar { downforce_area_m2: 3.0, ..rars::car(rars::Ground::Hyperbolic, 0.0) };
    assert_eq!(SlipVector::longest_step_s(&racer), 0.002);
    let kite = kite();
    let load_n = 20.0 * 9.81 + 0.5 * 1.3 * 9.0 * 150.0 * 150.0;
    let rate_1_s = 3.0 * kite.friction * load_n / (kite.mass_kg * kite.k_m_s);
    assert!(SlipVector::longest_step_s(&kite) * rate_1_s < 2.0);
}
