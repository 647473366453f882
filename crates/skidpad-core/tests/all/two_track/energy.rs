//! Energy and symmetry: what is not the engine only ever takes energy, and left is right in a mirror.

use core::f64::consts::FRAC_PI_2;
use skidpad_core::math::Vec2;

use skidpad_core::controls::Command;
use skidpad_core::model::two_track::{TwoTrackInput, TwoTrackMode, TwoTrackState, WheelRoad, WheelState};
use skidpad_core::record::{Channels, Record};
use skidpad_core::spec::{Section, SteeringSpec, TyreLaw};
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;

use super::any::{LAWS, any_command, any_speed, every_car, mirrored, note_directions, share_of};
use super::cars::{Four, FourCar, again, four, moving, steered};
use crate::outlined;
use crate::support::{Numbers, dt, manual};

/// A state in motion, with deflections that treads can have, and the mode that goes with it.
fn any_state(numbers: &mut Numbers, car: &FourCar) -> (TwoTrackState<f64>, TwoTrackMode<f64>) {
    let mut state = TwoTrackState::at_rest();
    state.body.yaw_rad = numbers.between(-4.0, 4.0);
    state.body.velocity_x_m_s = any_speed(numbers, 100.0);
    state.body.velocity_y_m_s = any_speed(numbers, 50.0);
    state.body.yaw_rate_rad_s = any_speed(numbers, 20.0);
    let wheels = [car.base.front, car.base.front, car.base.rear, car.base.rear].map(|wheel| {
        let tread = match numbers.bits() % 4 {
            0 => 0.0,
            1 => state.body.velocity_x_m_s,
            2 => state.body.velocity_x_m_s + numbers.between(-30.0, 30.0),
            _ => any_speed(numbers, 100.0),
        };
        let mut slip = || numbers.pick(&[-1.0, 1.0]) * numbers.spread(1e-3, 1e3);
        let far = Vec2 { x: slip(), y: slip() };
        // At rest a tread holds no more than its peak.
        let still = Vec2 { x: 0.0, y: 0.0 };
        let tread_state = car.front_tyre.limited(&far, tread, &still);
        WheelState {
            spin_rad_s: tread / wheel.radius_m,
            deflection_x: tread_state.x,
            deflection_y: tread_state.y,
        }
    });
    state.wheels = Wheels::from_row(wheels);
    let mut mode = TwoTrackMode::in_gear(&car.base, 0.0);
    note_directions(&mut mode, &state);
    (state, mode)
}

fn any_input(numbers: &mut Numbers) -> TwoTrackInput<f64> {
    let command = Command {
        handbrake: numbers.pick(&[0.0, 0.0, 1.0]),
        ..steered(numbers.pick(&[0.0, 1.0, 1.0]) * numbers.between(-0.6, 0.6))
    };
    let mut input = TwoTrackInput::on_even_road(&command);
    let roads = [0; 4].map(|_| WheelRoad {
        grip: numbers.between(0.1, 1.2),
        rolling: numbers.between(0.0, 3.0),
        height_m: 0.0,
        rise_x: numbers.pick(&[0.0, 0.0, 1.0]) * numbers.between(-0.3, 0.3),
        rise_y: numbers.pick(&[0.0, 0.0, 1.0]) * numbers.between(-0.3, 0.3),
    });
    input.roads = Wheels::from_row(roads);
    input
}

/// With the drive off the sum of contact, brakes, air and what is stored never gives: in any state, on any
/// road under each wheel, with toe and Ackermann's steering. No tyre passes its own peak.
fn check_passivity(law: TyreLaw, states: u64, seed: u64) {
    let mut spec = manual();
    spec.tyre_law = law;
    spec.body.linear_resistance_n_s_m = 3.0;
    spec.steering = Some(SteeringSpec::blank());
    spec.derive_section("steering");
    if let Some(steering) = &mut spec.steering {
        (steering.front_toe_rad, steering.rear_toe_rad) = (0.01, -0.005);
    }
    let car = four(&spec);
    let mut numbers = Numbers::new(seed);
    let (mut heat, mut limit) = (0.0, 0.0_f64);
    for _ in 0..states {
        let (state, mut mode) = any_state(&mut numbers, &car);
        for wheel in [&mut mode.brakes.front_left, &mut mode.brakes.rear_right] {
            wheel.pressure = numbers.pick(&[0.0, 1.0, 0.3]);
        }
        let input = any_input(&mut numbers);
        let road = Surface {
            grip: numbers.between(0.05, 1.2),
            slope_rad: numbers.between(-0.3, 0.3),
            bank_rad: numbers.between(-0.3, 0.3),
            ..Surface::asphalt()
        };
        let (_, trace) = outlined::evaluate::<Four, _>(&car, &mode, &state, &input, &road);
        let told = (&state, &trace);
        let size =
            trace.wheels.in_a_row().iter().zip(state.wheels.in_a_row()).fold(1.0, |size, (wheel, moves)| {
                let speeds = state.body.velocity_x_m_s.abs()
                    + state.body.velocity_y_m_s.abs()
                    + 3.0 * state.body.yaw_rate_rad_s.abs()
                    + moves.spin_rad_s.abs();
                size + (wheel.force_x_n.abs() + wheel.force_y_n.abs()) * speeds
            });
        let given = trace.car.stored_power_w - trace.car.contact_power_w;
        assert!(given <= 1e-12 * size, "the tyres give {given} W of {size}: {told:?}");
        assert!(trace.car.brake_power_w <= 0.0 && trace.car.resistance_power_w <= 0.0, "{told:?}");
        assert!(
            trace.car.drive_power_w.abs() <= 1e-12 * size + 1e-9,
            "in neutral nothing drives: {} of {size}: {:?} {told:?}",
            trace.car.drive_power_w,
            trace.driveline
        );
        heat -= given;
        if law != TyreLaw::Linear {
            for wheel in trace.wheels.in_a_row() {
                assert!(wheel.load_n >= 0.0 && wheel.use_of_grip <= 1.0 + 1e-14, "{wheel:?}: {told:?}");
                limit = limit.max(wheel.use_of_grip);
            }
        }
    }
    assert!(
        heat > 0.0 && (law == TyreLaw::Linear || limit > 0.999),
        "the states reach what they are to test"
    );
}

#[test]
fn nothing_gives_energy_but_the_engine() {
    for (seed, law) in LAWS.into_iter().enumerate() {
        check_passivity(law, 33_000, seed as u64);
    }
}

#[test]
#[ignore = "soak: ten million random states for each of three laws"]
fn nothing_gives_energy_but_the_engine_soak() {
    for (seed, law) in LAWS.into_iter().enumerate() {
        check_passivity(law, share_of(10_000_000), 100 + seed as u64);
    }
}

/// Commands that change every half second: bends, slides, stops, reverse.
fn commands(seed: u64) -> Vec<Command<f64>> {
    let mut numbers = Numbers::new(seed);
    (0..16).map(|_| any_command(&mut numbers)).collect()
}

/// The first field in which two states differ as numbers.
fn differs(a: &TwoTrackState<f64>, b: &TwoTrackState<f64>) -> Option<&'static str> {
    let (mut one, mut two) = ([0.0; 64], [0.0; 64]);
    a.store(&mut &mut one[..]);
    b.store(&mut &mut two[..]);
    let place = one.iter().zip(&two).position(|(a, b)| a != b)?;
    Some(TwoTrackState::<f64>::CHANNELS[place].name)
}

/// Steered the other way on the mirrored road every number is the same but for its sign.
#[test]
fn mirrored_runs_are_equal_as_numbers() {
    for (seed, spec) in every_car().into_iter().enumerate() {
        let road = Surface { slope_rad: 0.05, bank_rad: 0.03, headwind_m_s: 4.0, ..Surface::asphalt() };
        let other = Surface { bank_rad: -0.03, ..road };
        let (mut here, mut there) = (moving(&spec, 15.0, 2.0), moving(&spec, 15.0, 2.0));
        for command in commands(seed as u64) {
            let turned = Command { steer_rad: -command.steer_rad, ..command };
            for step in 0..50 {
                here.step(&TwoTrackInput::on_even_road(&command), &road, dt(0.01));
                there.step(&TwoTrackInput::on_even_road(&turned), &other, dt(0.01));
                let name = differs(there.state(), &mirrored(here.state()));
                assert_eq!(name, None, "{} step {step}: {:?} {:?}", spec.name, here.state(), there.state());
            }
        }
    }
}

/// Turned by a quarter on a level road without wind, everything in the body's axes has the same bits, and
/// the path is the same path turned.
#[test]
fn quarter_turned_runs_have_the_same_bits() {
    for (seed, spec) in every_car().into_iter().enumerate() {
        let road = Surface::asphalt();
        let mut here = moving(&spec, 15.0, 2.0);
        let mut begun = *here.state();
        begun.body.yaw_rad = FRAC_PI_2;
        let mut there = again(&here, begun);
        for command in commands(10 + seed as u64) {
            for _ in 0..50 {
                here.step(&TwoTrackInput::on_even_road(&command), &road, dt(0.01));
                there.step(&TwoTrackInput::on_even_road(&command), &road, dt(0.01));
            }
            let (a, b) = (here.state(), there.state());
            assert!((b.body.x_m + a.body.y_m).abs() < 1e-9 && (b.body.y_m - a.body.x_m).abs() < 1e-9);
            assert!((b.body.yaw_rad - a.body.yaw_rad - FRAC_PI_2).abs() < 1e-9);
            let mut level = *b;
            (level.body.x_m, level.body.y_m, level.body.yaw_rad) = (a.body.x_m, a.body.y_m, a.body.yaw_rad);
            assert_eq!(bits(&level), bits(a), "{}", spec.name);
        }
    }
}

fn bits<X: Record<f64>>(record: &X) -> Vec<u64> {
    let mut numbers = vec![0.0; X::LEN];
    record.store(&mut &mut numbers[..]);
    numbers.into_iter().map(f64::to_bits).collect()
}
