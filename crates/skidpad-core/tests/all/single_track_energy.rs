//! Energy: the tyres, brakes and resistances of a car that turns only ever take it, in any state.
#![allow(clippy::disallowed_methods)]

use crate::outlined;
use crate::single_track_support;
use crate::support;
use skidpad_core::math::Vec2;

use single_track_support::{moving, steered, track};
use skidpad_core::controls::Command;
use skidpad_core::integrate::{Method, advance};
use skidpad_core::model::{SingleTrack, SingleTrackCar, SingleTrackMode, SingleTrackState, TrackAxle};
use skidpad_core::spec::TyreLaw;
use skidpad_core::step::Motion;
use skidpad_core::surface::Surface;
use support::{Numbers, automatic, coast, electric, manual};

type State = SingleTrackState<f64>;
type Mode = SingleTrackMode<f64>;

const LAWS: [TyreLaw; 3] = [TyreLaw::Linear, TyreLaw::LinearCapped, TyreLaw::Peaked];

/// A speed of any size and either sign, now and then exactly 0.
fn any_speed(numbers: &mut Numbers, most: f64) -> f64 {
    let size = if numbers.unit() < 0.1 { 0.0 } else { numbers.spread(1e-6, most) };
    size * numbers.pick(&[-1.0, 1.0])
}

/// The spin of a wheel that rolls, slips, turns backwards or stands, and a deflection of its tyre that the
/// tread can have.
fn any_wheel(numbers: &mut Numbers, axle: &TrackAxle<f64>, hub: Vec2<f64>) -> (f64, Vec2<f64>) {
    let tread = match numbers.bits() % 5 {
        0 => 0.0,
        1 => hub.x,
        2 => hub.x * numbers.between(0.8, 1.2),
        3 => hub.x + numbers.between(-30.0, 30.0),
        _ => any_speed(numbers, 100.0),
    };
    let mut slip = || numbers.pick(&[-1.0, 1.0]) * numbers.spread(1e-3, 1e3);
    let deflection = Vec2 { x: slip(), y: slip() };
    (tread / axle.wheels.radius_m, axle.tyre.limited(&deflection, tread, &hub))
}

fn any_state(numbers: &mut Numbers, car: &SingleTrackCar<f64>, steer: f64) -> (State, Mode) {
    let (vx, vy) = (any_speed(numbers, 100.0), any_speed(numbers, 50.0));
    let yaw_rate = any_speed(numbers, 20.0);
    let across = vy + car.body.to_front_m * yaw_rate;
    let (sin, cos) = steer.sin_cos();
    let front_hub = Vec2 { x: vx * cos + across * sin, y: across * cos - vx * sin };
    let rear_hub = Vec2 { x: vx, y: vy - car.body.to_rear_m * yaw_rate };
    let (front_spin_rad_s, front) = any_wheel(numbers, &car.front, front_hub);
    let (rear_spin_rad_s, rear) = any_wheel(numbers, &car.rear, rear_hub);
    let state = State {
        x_m: 0.0,
        y_m: 0.0,
        yaw_rad: numbers.between(-4.0, 4.0),
        velocity_x_m_s: vx,
        velocity_y_m_s: vy,
        yaw_rate_rad_s: yaw_rate,
        front_spin_rad_s,
        rear_spin_rad_s,
        engine_rad_s: numbers.between(0.0, 800.0),
        front_deflection_x: front.x,
        front_deflection_y: front.y,
        rear_deflection_x: rear.x,
        rear_deflection_y: rear.y,
    };
    let sense = |value: f64| if value == 0.0 { 0.0 } else { value.signum() };
    let mode = Mode {
        front_direction: sense(front_spin_rad_s),
        rear_direction: sense(rear_spin_rad_s),
        x_direction: sense(vx),
        y_direction: sense(vy),
        yaw_direction: sense(yaw_rate),
        front_steer_rad: steer,
        ..Mode::in_gear(car, 0.0)
    };
    (state, mode)
}

/// (F_x / mu_x)^2 + (F_y / mu_y)^2 over the load squared: at most 1.
fn on_ellipse(axle: &TrackAxle<f64>, grip: f64, load: f64, force: [f64; 2]) -> f64 {
    let most = axle.tyre.friction * grip * load;
    (force[0] / most).hypot(force[1] / (most * axle.tyre.lateral_share))
}

fn check_passivity(law: TyreLaw, states: u64, seed: u64) {
    let mut spec = automatic();
    spec.tyre_law = law;
    spec.body.linear_resistance_n_s_m = 3.0;
    spec.front.lateral_friction = 1.0;
    spec.rear.peak_slip_angle_rad = 0.05;
    let car = track(&spec);
    let mut numbers = Numbers::new(seed);
    let (mut heat, mut limit) = (0.0, 0.0_f64);
    for _ in 0..states {
        let steer = numbers.pick(&[0.0, 1.0, 1.0]) * numbers.between(-0.6, 0.6);
        let (state, mode) = any_state(&mut numbers, &car, steer);
        let road = Surface {
            grip: numbers.between(0.05, 1.2),
            rolling: numbers.between(0.0, 3.0),
            slope_rad: numbers.between(-0.3, 0.3),
            bank_rad: numbers.between(-0.3, 0.3),
            ..Surface::asphalt()
        };
        let command = Command {
            brake: numbers.pick(&[0.0, 1.0, 0.3]),
            handbrake: numbers.pick(&[0.0, 0.0, 1.0]),
            ..steered(steer)
        };
        let (rate, trace) = outlined::evaluate::<SingleTrack, _>(&car, &mode, &state, &command, &road);
        let told = (&state, &trace);
        let size = trace.contact_power_w.abs() + trace.stored_power_w.abs();
        let parts = (trace.front_force_x_n.abs() + trace.front_force_y_n.abs())
            .max(trace.rear_force_x_n.abs() + trace.rear_force_y_n.abs());
        let speeds = state.velocity_x_m_s.abs()
            + state.velocity_y_m_s.abs()
            + 3.0 * state.yaw_rate_rad_s.abs()
            + state.front_spin_rad_s.abs()
            + state.rear_spin_rad_s.abs();
        let size = size + parts * speeds;
        let given = trace.stored_power_w - trace.contact_power_w;
        assert!(given <= 1e-12 * size, "the tyres give {given} W: {told:?}");
        assert!(trace.brake_power_w <= 0.0 && trace.resistance_power_w <= 0.0, "{told:?}");
        assert!(trace.drive_power_w <= 0.0, "in neutral only the centre coupling takes: {told:?}");
        heat -= given;

        // The whole balance, by the rates alone: kinetic and stored energy less gravity's work.
        let wheel =
            |axle: &TrackAxle<f64>, spin: f64, change: f64| spin * change / axle.wheels.mobility_1_kg_m2;
        let kinetic = [
            car.body.mass_kg * state.velocity_x_m_s * rate.velocity_x_m_s,
            car.body.mass_kg * state.velocity_y_m_s * rate.velocity_y_m_s,
            state.yaw_rate_rad_s * rate.yaw_rate_rad_s / car.body.inverse_yaw_inertia_1_kg_m2,
            wheel(&car.front, state.front_spin_rad_s, rate.front_spin_rad_s),
            wheel(&car.rear, state.rear_spin_rad_s, rate.rear_spin_rad_s),
            -trace.gravity_power_w,
            trace.stored_power_w,
        ];
        let size = kinetic.iter().map(|part| part.abs()).sum::<f64>() + size;
        let sum: f64 = kinetic.iter().sum();
        assert!(sum <= 1e-12 * size, "energy grows by {sum} W: {told:?}");
        let powers = trace.brake_power_w + trace.resistance_power_w + trace.drive_power_w + given;
        assert!((sum - powers).abs() <= 1e-11 * size, "{sum} is not {powers}: {told:?}");

        if law != TyreLaw::Linear {
            for (axle, load, force) in [
                (car.front, trace.front_load_n, [trace.front_force_x_n, trace.front_force_y_n]),
                (car.rear, trace.rear_load_n, [trace.rear_force_x_n, trace.rear_force_y_n]),
            ] {
                if load > 0.0 {
                    let used = on_ellipse(&axle, road.grip, load, force);
                    assert!(used <= 1.0 + 1e-14, "{used} of the grip: {told:?}");
                    limit = limit.max(used);
                }
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
        check_passivity(law, 10_000_000, 100 + seed as u64);
    }
}

/// Over a run the sum of all powers is the change of the energy: nothing is left out of the trace. Coasting
/// in a bend, with the tyres' heat the only loss that matters.
#[test]
fn the_trace_accounts_for_every_joule() {
    let mut car = moving(&manual(), 25.0);
    let (road, command) = (Surface::asphalt(), steered(0.05));
    let energy = |car: &single_track_support::Car| car.look(&command, &road).1.kinetic_energy_j;
    let (before, mut work, dt_s) = (energy(&car), 0.0, 2e-4);
    single_track_support::drive_by(&mut car, &road, (dt_s, 3.0), |car| {
        let trace = car.look(&command, &road).1;
        let engine_w = (trace.engine_torque_nm - trace.coupling_torque_nm) * car.state().engine_rad_s;
        let wheels_w = trace.drive_power_w + trace.brake_power_w + trace.resistance_power_w;
        work += dt_s * (engine_w + wheels_w - trace.contact_power_w);
        command
    });
    let change = energy(&car) - before;
    assert!(change < -0.1 * before, "the bend slows the car down: {change} of {before} J");
    assert!((change - work).abs() < 1e-3 * change.abs(), "{change} J, of which {work} J are told of");
}

/// The engine is a part of what moves: at rest all kinetic energy is its own, half its inertia times its speed squared.
#[test]
fn the_kinetic_energy_contains_the_engines() {
    let car = single_track_support::standing(&manual());
    let energy = car.look(&steered(0.0), &Surface::asphalt()).1.kinetic_energy_j;
    let expected = 0.5 * car.car().engine.inertia_kg_m2 * car.state().engine_rad_s.powi(2);
    assert!(expected > 0.0 && (energy - expected).abs() < 1e-12 * expected, "{energy}, not {expected}");
}

/// Every kind of number and integrator computes the same equations: a semi-implicit step, too, is one.
#[test]
fn a_step_of_any_integrator_ends_near_the_others() {
    let car = track(&electric());
    let (road, command) = (Surface::asphalt(), Command { throttle: 0.3, ..coast(1.0) });
    let start = State { velocity_y_m_s: 0.3, yaw_rate_rad_s: 0.2, ..State::rolling(&car, 20.0, 1.0) };
    let mode =
        outlined::advance::<SingleTrack, _>(&car, &Mode::in_gear(&car, 1.0), &start, &command, &road, 1e-4);
    let motion = Motion::<SingleTrack, f64> { car: &car, mode: &mode, input: &command, surface: &road };
    let reference = advance(Method::Rk4, &motion, 0.0, &start, 1e-4);
    for method in Method::ALL {
        let end = advance(method, &motion, 0.0, &start, 1e-4);
        let difference = (end.velocity_y_m_s - reference.velocity_y_m_s).abs();
        assert!(difference < 1e-4, "{method}: {difference}");
    }
}
