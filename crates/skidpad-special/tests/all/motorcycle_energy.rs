//! Energy and symmetry: the equations of motion do no work of their own, the tyres, brakes and air only
//! take it, and left is like right.
#![allow(clippy::disallowed_methods)]

use crate::motorcycle_support;
use crate::outlined;
use crate::support;

use motorcycle_support::{ask, calm, changed, dt, from, motorcycle};
use skidpad_core::math::{Direction, Vec2};
use skidpad_core::record::Record;
use skidpad_core::spec::AxleData;
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;
use skidpad_core::tyre::{Grip, LongitudinalLaw};
use skidpad_special::motorcycle::cornering_stiffness;
use skidpad_special::{
    Motorcycle, MotorcycleCar, MotorcycleInput, MotorcycleMode, MotorcycleState, MotorcycleTrace,
};
use support::Numbers;

type State = MotorcycleState<f64>;
type Trace = MotorcycleTrace<f64>;

fn any_speed(numbers: &mut Numbers, most: f64) -> f64 {
    let size = if numbers.unit() < 0.1 { 0.0 } else { numbers.spread(1e-4, most) };
    size * numbers.pick(&[-1.0, 1.0])
}

fn any_state(numbers: &mut Numbers) -> State {
    State {
        x_m: 0.0,
        y_m: 0.0,
        yaw_rad: numbers.between(-3.0, 3.0),
        velocity_x_m_s: any_speed(numbers, 90.0),
        velocity_y_m_s: any_speed(numbers, 30.0),
        yaw_rate_rad_s: any_speed(numbers, 5.0),
        lean_rad: numbers.between(-1.2, 1.2),
        lean_rate_rad_s: any_speed(numbers, 5.0),
        handlebar_rad: numbers.between(-0.61, 0.61),
        handlebar_rate_rad_s: any_speed(numbers, 20.0),
        front_deflection_rad: any_speed(numbers, 10.0),
        rear_deflection_rad: any_speed(numbers, 10.0),
        shoulder_rad: numbers.between(-0.5, 0.5),
        rider_curvature_1_m: numbers.between(-0.2, 0.2),
        rider_trim_nm: numbers.between(-50.0, 50.0),
    }
}

/// Velocities of the contacts in their wheels' axes (along, across), from the rigid body's motion and
/// Cossalter's angles, written again.
fn contacts(car: &MotorcycleCar<f64>, s: &State, trace: &Trace) -> [[f64; 2]; 2] {
    let data = car.cycle();
    let arm = 0.65 - data.crown_m;
    let up = data.crown_m + arm * s.lean_rad.cos();
    let u = s.velocity_x_m_s - s.yaw_rate_rad_s * arm * s.lean_rad.sin();
    let across = |x: f64| s.velocity_y_m_s + x * s.yaw_rate_rad_s + up * s.lean_rate_rad_s;
    let (front, rear) = (across(1.41 * 0.53), across(-1.41 * 0.47));
    let steer = trace.front_steer_rad;
    let trail = data.trail_m * trace.front_camber_rad.cos() * s.handlebar_rate_rad_s;
    [[u * steer.cos() + front * steer.sin(), front * steer.cos() - u * steer.sin() - trail], [u, rear]]
}

/// Rate of the energy, W, and its parts' sizes: motion, height of the centre of mass, the fork's drop.
fn energy_rate(car: &MotorcycleCar<f64>, s: &State, d: &State, road: &Surface<f64>) -> (f64, f64) {
    let data = car.cycle();
    let (mass, arm) = (car.vehicle().body().mass_kg, 0.65 - data.crown_m);
    let (sin, cos) = s.lean_rad.sin_cos();
    let bob = mass * arm * arm * sin;
    let p = s.lean_rate_rad_s;
    let machine = s.lean_rad - data.shoulder_effect * s.shoulder_rad;
    let ((steer_sin, steer_cos), rake) = (s.handlebar_rad.sin_cos(), data.rake_rad.sin());
    let g = road.gravity_m_s2 * road.slope_rad.cos() * road.bank_rad.cos();
    // The fork's weight spring t W (sin(delta) sin(phi) + cos(phi) sin(eps) (cos(delta) - 1)).
    let weight = data.trail_m * 0.47 * mass * g;
    let by_steer = steer_cos * machine.sin() - machine.cos() * steer_sin * rake;
    let by_lean = steer_sin * machine.cos() - machine.sin() * rake * (steer_cos - 1.0);
    let Vec2 { x: down_x, y: down_y } = road.gravity(Direction::at_angle(s.yaw_rad));
    let parts = [
        mass * s.velocity_x_m_s * d.velocity_x_m_s,
        mass * s.velocity_y_m_s * d.velocity_y_m_s,
        (data.roll_inertia_kg_m2 + bob * sin) * p * d.lean_rate_rad_s,
        bob * cos * p * p * p,
        data.yaw_inertia_kg_m2 * s.yaw_rate_rad_s * d.yaw_rate_rad_s,
        data.steer_inertia_kg_m2 * s.handlebar_rate_rad_s * d.handlebar_rate_rad_s,
        -mass * g * arm * sin * p,
        weight * (by_steer * s.handlebar_rate_rad_s + by_lean * p),
        -mass * (down_x * s.velocity_x_m_s + down_y * s.velocity_y_m_s),
    ];
    (parts.iter().sum(), parts.iter().map(|part| part.abs()).sum())
}

/// What a tyre takes across and does not store, W, negated: the lateral force times its slip speed and
/// the rate of N sigma int g, both with the grip that the longitudinal force leaves.
fn tyre_power(
    axle: &AxleData<f64>,
    road: &Surface<f64>,
    forces: [f64; 3],
    deflection: [f64; 3],
) -> (f64, f64) {
    let [along_n, across_n, load] = forces;
    let [value, rate, across] = deflection;
    let used = along_n / load.max(1e-300) / (axle.friction * road.grip);
    let friction = axle.lateral_friction * road.grip * (1.0 - used * used).max(0.0).sqrt();
    let grip = Grip {
        friction,
        peak_slip: axle.peak_slip_angle_rad,
        stiffness: cornering_stiffness(axle),
        sliding_share: axle.sliding_share,
    };
    let law = LongitudinalLaw { has_peak: true.into(), is_capped: false.into() };
    let stored = load * law.force_over_load(&grip, value) * rate / axle.inverse_relaxation_1_m;
    (across_n * across + stored, (across_n * across).abs() + stored.abs())
}

/// Random states, with and without rider: the power balance and the signs of every loss. Answers the
/// share of states in which the tyres' camber gives power, and the largest of it over the load's speed.
fn check(states: u64, seed: u64, camber: f64) -> (f64, f64) {
    let car = changed(|data| (data.front_camber_1_rad, data.rear_camber_1_rad) = (camber, camber));
    let (front, rear) = (*car.vehicle().front(), *car.vehicle().rear());
    let mut numbers = Numbers::new(seed);
    let (mut gives, mut most) = (0, 0.0_f64);
    for _ in 0..states {
        let mut state = any_state(&mut numbers);
        let road = Surface {
            grip: numbers.between(0.05, 1.2),
            rolling: numbers.between(0.0, 3.0),
            slope_rad: numbers.between(-0.3, 0.3),
            bank_rad: numbers.between(-0.3, 0.3),
            ..Surface::asphalt()
        };
        let direction = if state.velocity_x_m_s == 0.0 { 0.0 } else { state.velocity_x_m_s.signum() };
        let mode = MotorcycleMode { direction, ..MotorcycleMode::in_gear(0.0) };
        // As a step leaves it: within what the tread holds.
        let input = Record::splat(0.0);
        state = outlined::settle::<Motorcycle, _>(&car, &mode, &state, &state, &input).1;
        let input = MotorcycleInput {
            brake: numbers.pick(&[0.0, 1.0, 0.3]),
            handbrake: numbers.pick(&[0.0, 0.0, 1.0]),
            steer_rad: numbers.between(-0.3, 0.3),
            rider: numbers.pick(&[0.0, 1.0]),
            steer_torque_nm: numbers.between(-100.0, 100.0),
            ..Record::splat(0.0)
        };
        let (rates, trace) = outlined::evaluate::<Motorcycle, _>(&car, &mode, &state, &input, &road);
        let told = (&state, &input, &trace);
        let [front_v, rear_v] = contacts(&car, &state, &trace);
        let damper = -car.cycle().steer_damping_nm_s * state.handlebar_rate_rad_s.powi(2);
        let drag = trace.drag_x_n * state.velocity_x_m_s + trace.drag_y_n * state.velocity_y_m_s;
        let powers = [
            trace.front_force_x_n * front_v[0],
            trace.front_force_y_n * front_v[1],
            trace.rear_force_x_n * rear_v[0],
            trace.rear_force_y_n * rear_v[1],
            drag,
            damper,
            trace.hands_torque_nm * state.handlebar_rate_rad_s,
            trace.feet_torque_nm * state.lean_rate_rad_s,
        ];
        let (rate, size) = energy_rate(&car, &state, &rates, &road);
        let size = size + powers.iter().map(|power| power.abs()).sum::<f64>();
        let given: f64 = powers.iter().sum();
        assert!((rate - given).abs() <= 1e-12 * size, "{rate} of {given}: {told:?}");
        assert_eq!(trace.rider_power_w, powers[6] + powers[7]);

        // A standing wheel that is dragged along is let go within 1e-6 m/s.
        let dragged = if direction == 0.0 { 1e-6 * 281.0 * 9.81 } else { 0.0 };
        assert!(powers[0] <= dragged && powers[2] <= dragged, "a brake gives energy: {told:?}");
        assert!(drag <= 0.0 && damper <= 0.0);
        let tyres = [
            (
                front,
                [trace.front_force_x_n, trace.front_force_y_n, trace.front_load_n],
                [state.front_deflection_rad, rates.front_deflection_rad, front_v[1]],
                front_v[0],
            ),
            (
                rear,
                [trace.rear_force_x_n, trace.rear_force_y_n, trace.rear_load_n],
                [state.rear_deflection_rad, rates.rear_deflection_rad, rear_v[1]],
                rear_v[0],
            ),
        ];
        for (axle, forces, deflection, along) in tyres {
            let (power, size) = tyre_power(&axle, &road, forces, deflection);
            if camber == 0.0 {
                // The root of what is left of the grip is known to 1e-8 when nothing is left.
                let rounding =
                    3e-8 * forces[2] * (deflection[1] / axle.inverse_relaxation_1_m).hypot(deflection[2]);
                assert!(power <= 1e-11 * size + rounding, "a tyre gives {power} W of {size}: {told:?}");
            } else if power > 1e-9 * size {
                gives += 1;
                most = most.max(power / (forces[2] * along.abs()).max(1.0));
            }
            let peak = (forces[0] / axle.friction).hypot(forces[1] / axle.lateral_friction);
            assert!(peak <= road.grip * forces[2] * (1.0 + 1e-12), "beyond the grip: {told:?}");
        }
    }
    (gives as f64 / (2.0 * states as f64), most)
}

#[test]
fn the_power_balance_closes_and_tyres_and_brakes_only_take() {
    check(100_000, 1, 0.0);
}

/// With camber thrust the tyres' own balance of power is not closed (what pays for it is the
/// torques of a rolling, cambered tyre, which are left out): how often, and how much at most.
#[test]
fn the_excess_of_camber_thrust_is_known() {
    let (share, most) = check(100_000, 2, 0.9);
    assert!(share > 0.01 && share < 0.4, "{share}");
    assert!(most < 0.06, "{most} of load times speed");
}

#[test]
#[ignore = "soak: ten million random states"]
fn the_power_balance_closes_and_tyres_and_brakes_only_take_soak() {
    check(10_000_000, 3, 0.0);
}

fn mirrored(state: &State) -> State {
    State { x_m: state.x_m, velocity_x_m_s: state.velocity_x_m_s, ..Record::load(&&negated(state)[..]) }
}

fn negated(state: &State) -> [f64; 15] {
    let mut numbers = [0.0; 15];
    state.store(&mut &mut numbers[..]);
    numbers.map(|number| -number)
}

#[test]
fn left_is_like_right() {
    let car = motorcycle();
    let mut numbers = Numbers::new(5);
    for _ in 0..30 {
        let start = State {
            lean_rad: numbers.between(-0.2, 0.2),
            yaw_rate_rad_s: numbers.between(-0.1, 0.1),
            ..State::upright(numbers.between(0.0, 60.0))
        };
        let (mut right, mut left) = (from(&car, start), from(&car, mirrored(&start)));
        for step in 0..1000 {
            let steer = 0.1 * (f64::from(step) * 0.01).sin();
            let (a, b) = (ask(steer), ask(-steer));
            let (a, b) = (
                MotorcycleInput { shoulder_lean_rad: 0.1, ..a },
                MotorcycleInput { shoulder_lean_rad: -0.1, ..b },
            );
            let status = right.step(&a, &Surface::asphalt(), dt(0.002));
            assert_eq!(left.step(&b, &Surface::asphalt(), dt(0.002)), status);
            assert_eq!(*left.state(), mirrored(right.state()), "{start:?}");
        }
    }
}

#[test]
fn every_heading_rides_alike() {
    let car = motorcycle();
    let start = State { lean_rad: 0.1, ..State::upright(20.0) };
    let turned = State { yaw_rad: std::f64::consts::FRAC_PI_2, ..start };
    let (mut east, mut north) = (from(&car, start), from(&car, turned));
    for _ in 0..2000 {
        assert_eq!(east.step(&ask(0.02), &calm(), dt(0.002)), Status::Running);
        north.step(&ask(0.02), &calm(), dt(0.002));
        let (a, b) = (*east.state(), *north.state());
        let body = |state: State| State { x_m: 0.0, y_m: 0.0, yaw_rad: 0.0, ..state };
        assert_eq!(body(a), body(b));
        assert!((a.x_m - b.y_m).abs() < 1e-9 && (a.y_m + b.x_m).abs() < 1e-9);
    }
}

/// The integrator and the sub-step do not show: 30 Hz and 1000 Hz ride the same path within 0.1 %.
#[test]
fn the_callers_rate_does_not_show() {
    let car = motorcycle();
    let path = |step: f64| {
        let mut bike = from(&car, State::upright(25.0));
        for _ in 0..(6.0 / step).round() as u64 {
            bike.step(&ask(-0.01), &Surface::asphalt(), dt(step));
        }
        *bike.state()
    };
    let (slow, fast) = (path(1.0 / 30.0), path(0.001));
    let apart = (slow.x_m - fast.x_m).hypot(slow.y_m - fast.y_m);
    assert!(apart < 1e-3 * 150.0 && (slow.lean_rad - fast.lean_rad).abs() < 1e-3 * fast.lean_rad, "{apart}");
}
