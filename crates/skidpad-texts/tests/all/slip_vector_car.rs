//! The slip-vector car: the text's equations in motion, RARS's own numbers, the skidpad, standing.
#![allow(clippy::disallowed_methods)]

use crate::outlined;
use crate::support;

use core::f64::consts::FRAC_PI_2;

use skidpad_core::controls::Command;
use skidpad_core::record::{Flag, Record};
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_core::units::feet;
use skidpad_texts::rars as text;
use skidpad_texts::rars::FrictionLaw;
use skidpad_texts::slip_vector::{
    SlipVector, SlipVectorCar, SlipVectorInput, SlipVectorMode, SlipVectorState,
};
use skidpad_texts::slip_vector::{SlipVectorTrace, rars};
use skidpad_texts::units::to_feet;
use support::{Numbers, automatic, build, dt, electric, manual};

type Car = SlipVectorCar<f64>;
type State = SlipVectorState<f64>;
type Input = SlipVectorInput<f64>;

const MOVES: SlipVectorMode<f64> = SlipVectorMode { stands: Flag::from_number(0.0) };

/// The program's car with a full tank on the ground of its races.
fn racer() -> Car {
    rars::car(rars::Ground::Exponential, rars::FULL_TANK_KG)
}

/// What a robot of RARS commands: tread speed and alpha, with all of the power.
fn robot(commanded_m_s: f64, alpha_rad: f64) -> Input {
    SlipVectorInput { commanded_m_s, alpha_rad, power_share: 1.0, brake: 0.0 }
}

fn driver(throttle: f64, brake: f64, steer_rad: f64) -> Input {
    SlipVectorInput::from_command(&Command { throttle, brake, steer_rad, gear: 1.0, ..Record::splat(0.0) })
}

fn simulation(car: &Car, state: State) -> Simulation<SlipVector> {
    Simulation::new(*car, MOVES, state)
}

fn drive(run: &mut Simulation<SlipVector>, input: &Input, road: &Surface<f64>, step: Dt, steps: u32) {
    for _ in 0..steps {
        assert_eq!(run.step(input, road, step), Status::Running);
    }
}

fn look(car: &Car, state: &State, input: &Input, road: &Surface<f64>) -> (State, SlipVectorTrace<f64>) {
    outlined::evaluate::<SlipVector, _>(car, &MOVES, state, input, road)
}

/// Force, power and their axes are those of the text, from its own variables: speed, alpha, vc.
#[test]
fn the_force_is_the_texts() {
    let car = Car { power_w: 1e12, ..rars::car(rars::Ground::Hyperbolic, 0.0) };
    let road = rars::road();
    let largest = car.mass_kg * rars::GRAVITY_M_S2;
    for (speed, alpha, vc) in [(20.0, 0.1, 20.3), (35.0, -0.4, 30.0), (5.0, 1.0, 12.0), (12.0, 0.2, 0.0)] {
        let slip = text::slip_vector(speed, alpha, vc);
        let [tangential, normal]: [f64; 2] = text::force(slip, largest, rars::K_M_S);
        // V lies at -alpha to P.
        let (sin, cos) = f64::sin_cos(alpha);
        let state =
            State { velocity_x_m_s: speed * cos, velocity_y_m_s: -speed * sin, ..State::at_speed(0.0) };
        let (_, trace) = look(&car, &state, &robot(vc, alpha), &road);
        assert!((trace.tangential_force_n - tangential).abs() < 1e-9, "{trace:?}");
        assert!((trace.normal_force_n - normal).abs() < 1e-9);
        assert!((trace.power_w - text::power([tangential, normal], alpha, vc)).abs() < 1e-6);
        assert!((trace.heat_w + tangential * speed - trace.power_w).abs() < 1e-6, "work and heat");
        assert!((trace.sideslip_rad + alpha).abs() < 1e-14);
        // The course turns by Fn / (m v), and the pointing direction with it.
        let course = normal / (car.mass_kg * speed);
        let off = (trace.yaw_rate_rad_s - course).abs();
        assert!(off <= (rars::K_M_S / speed).powi(2) * course.abs() + 1e-12, "{trace:?}");
    }
}

/// The program's car flat out: accelerations in ft/s^2 and tread speeds in ft/s at 20 to 200 ft/s,
/// worked out from its constants. It searches for a power within 0.25 % below the limit.
#[test]
fn the_programs_car_accelerates_as_it_does_there() {
    let car = Car { power_w: 0.9975 * rars::POWER_W, ..racer() };
    let table = [
        (20.0, 33.77, 37.04),
        (50.0, 23.67, 52.45),
        (100.0, 11.59, 100.92),
        (150.0, 6.48, 150.57),
        (200.0, 2.98, 200.41),
    ];
    for (speed, acceleration, tread) in table {
        let state = State::at_speed(feet(speed));
        let (_, trace) = look(&car, &state, &robot(150.0, 0.0), &rars::road());
        let found = (to_feet(trace.acceleration_x_m_s2), to_feet(trace.tread_m_s));
        assert!((found.0 - acceleration).abs() < 0.006, "{speed} ft/s: {found:?}");
        assert!((found.1 - tread).abs() < 0.006, "{speed} ft/s: {found:?}");
        assert!((trace.power_w / car.power_w - 1.0).abs() < 1e-9, "{trace:?}");
    }
    let mut run = simulation(&racer(), State::at_speed(feet(240.0)));
    drive(&mut run, &robot(150.0, 0.0), &rars::road(), dt(0.05), 4000);
    let top = to_feet(run.state().velocity_x_m_s);
    assert!((top - 248.6).abs() < 0.05, "top speed {top} ft/s");
    // From rest: "vc = PM / F".
    let (_, trace) = look(&racer(), &State::at_speed(0.0), &robot(150.0, 0.0), &rars::road());
    assert!((trace.tread_m_s * trace.force_x_n / rars::POWER_W - 1.0).abs() < 1e-9);
    assert!((to_feet(trace.tread_m_s) - 1e5 / (1.05 * (75.0 * 32.2 + 150.0))).abs() < 0.01);
}

/// Goes round on the largest alpha and measures the lateral acceleration of the path over gravity, as
/// a skidpad does. The speed is held by the tread: where vc cos(alpha) = v, no force is along V.
fn skidpad(car: &Car, speed: f64, road: &Surface<f64>, step: Dt) -> f64 {
    let mut run = simulation(car, State::at_speed(speed));
    let (first, last) = ((2.0 / step.seconds()) as u32, (4.0 / step.seconds()) as u32);
    let mut across = 0.0;
    for number in 0..last {
        let before = *run.state();
        drive(&mut run, &robot(speed / f64::cos(1.0), 1.0), road, step, 1);
        let along = |state: &State| state.velocity_x_m_s.hypot(state.velocity_y_m_s);
        let course = |state: &State| state.yaw_rad + state.velocity_y_m_s.atan2(state.velocity_x_m_s);
        if number >= first {
            let speed = 0.5 * (along(run.state()) + along(&before));
            across += speed * (course(run.state()) - course(&before));
        }
    }
    across / (f64::from(last - first) * step.seconds() * road.gravity_m_s2)
}

/// The grip that was set, within 1 %, at every mass, function and step.
#[test]
fn a_skidpad_measures_the_friction_that_was_set() {
    for (law, mass_kg, friction, grip) in [
        (FrictionLaw::Hyperbolic, 1100.0, 1.0, 1.0),
        (FrictionLaw::Exponential, 1100.0, 1.05, 1.0),
        (FrictionLaw::Exponential, 300.0, 0.9, 0.3),
        (FrictionLaw::PiecewiseLinear, 40_000.0, 0.6, 1.0),
    ] {
        for step_s in [0.001, 1.0 / 60.0, 0.033] {
            let car = Car {
                mass_kg,
                friction,
                friction_law: law.number(),
                power_w: 1e9,
                drag_area_m2: 0.0,
                ..racer()
            };
            let road = Surface { grip, ..Surface::asphalt() };
            let speed = if law == FrictionLaw::Hyperbolic { 55.0 } else { 20.0 };
            let measured = skidpad(&car, speed, &road, dt(step_s));
            let set = friction * grip;
            assert!(
                (measured / set - 1.0).abs() < 0.01,
                "{law:?} {mass_kg} kg {step_s} s: {measured} of {set}"
            );
        }
    }
}

/// Locked brakes: V falls by the friction function alone, and P makes no difference to it ("lock-up:
/// no steering"). With the text's u: t = ((v0 - v) + K ln(v0 / v)) / (mu g), in closed form.
#[test]
fn locked_brakes_slow_the_car_by_the_friction_alone() {
    let car = Car { drag_area_m2: 0.0, ..rars::car(rars::Ground::Hyperbolic, 0.0) };
    let road = Surface::asphalt();
    for alpha in [0.0, 0.8] {
        let mut run = simulation(&car, State::at_speed(30.0));
        drive(&mut run, &robot(0.0, alpha), &road, dt(0.002), 1500);
        let state = run.state();
        let speed = state.velocity_x_m_s.hypot(state.velocity_y_m_s);
        let time = ((30.0 - speed) + rars::K_M_S * (30.0 / speed).ln()) / 9.80665;
        assert!(speed > 0.5 && (time - 3.0).abs() < 1e-7, "{alpha}: {speed} m/s, {time} s");
        let course = state.yaw_rad + state.velocity_y_m_s.atan2(state.velocity_x_m_s);
        assert!(course.abs() < 1e-6 * (1.0 + alpha) && state.y_m.abs() < 1e-4, "no steering: {state:?}");
        drive(&mut run, &robot(0.0, alpha), &road, dt(0.002), 1000);
        assert_eq!((run.state().velocity_x_m_s, run.state().velocity_y_m_s), (0.0, 0.0), "and it stands");
    }
}

/// The brakes hold on a slope of 30 per cent at every rate, to the bit.
#[test]
fn brakes_hold_on_a_slope() {
    let road = Surface { slope_rad: 0.3_f64.atan(), bank_rad: 0.05, ..Surface::asphalt() };
    for rate in [20.0, 60.0, 240.0, 1000.0] {
        for input in [driver(0.0, 1.0, 0.3), robot(0.0, 0.0), driver(0.0, 0.5, 0.0)] {
            let start = State { yaw_rad: 1.0, ..State::at_speed(0.0) };
            let mut run = simulation(&racer(), start);
            drive(&mut run, &input, &road, dt(1.0 / rate), 60 * rate as u32);
            assert_eq!(*run.state(), start, "{rate} Hz {input:?}");
        }
        let mut run = simulation(&racer(), State::at_speed(0.0));
        drive(&mut run, &driver(0.0, 0.0, 0.0), &road, dt(1.0 / rate), 2 * rate as u32);
        assert!(run.state().velocity_x_m_s < -4.0, "rolls down without: {:?}", run.state());
    }
    // Steeper than the friction holds it slides.
    let cliff = Surface { slope_rad: 0.9, ..Surface::asphalt() };
    let mut run = simulation(&racer(), State::at_speed(0.0));
    drive(&mut run, &driver(0.0, 1.0, 0.0), &cliff, dt(0.01), 200);
    assert!(run.state().velocity_x_m_s < -0.5, "{:?}", run.state());
}

/// On the flat a car that coasts with rolling resistance, or brakes, stands exactly, in finite time;
/// one that stands does not turn.
#[test]
fn what_stops_stands() {
    let car = Car { rolling_resistance: 0.015, ..racer() };
    let road = Surface::asphalt();
    let mut run = simulation(&car, State { velocity_y_m_s: 0.3, ..State::at_speed(3.0) });
    drive(&mut run, &driver(0.0, 0.0, 0.0), &road, dt(0.01), 2500);
    assert_eq!((run.state().velocity_x_m_s, run.state().velocity_y_m_s), (0.0, 0.0), "coasted");
    let stood = *run.state();
    drive(&mut run, &driver(0.0, 0.0, 0.6), &road, dt(0.01), 500);
    assert_eq!(*run.state(), stood, "nothing turns a standing car");
    for brake in [0.2, 1.0] {
        let mut run = simulation(&car, State::at_speed(-5.0));
        drive(&mut run, &driver(0.0, brake, 0.2), &road, dt(0.01), 800);
        assert_eq!((run.state().velocity_x_m_s, run.state().velocity_y_m_s), (0.0, 0.0), "{brake}");
    }
    // Throttle sets it going again.
    drive(&mut run, &driver(0.3, 0.0, 0.0), &road, dt(0.01), 300);
    assert!(run.state().velocity_x_m_s > 5.0, "{:?}", run.state());
}

/// Reverse is a gear like any other: left is where the tail swings right, and a tread is not turned
/// backwards at speed.
#[test]
fn reverse_works() {
    let reverse = |throttle: f64, steer_rad: f64| {
        let command = Command { throttle, steer_rad, gear: -1.0, ..Record::splat(0.0) };
        SlipVectorInput::from_command(&command)
    };
    let road = Surface::asphalt();
    let mut run = simulation(&racer(), State::at_speed(0.0));
    drive(&mut run, &reverse(0.1, 0.0), &road, dt(0.01), 200);
    assert!(run.state().velocity_x_m_s < -3.0, "{:?}", run.state());
    let before = run.state().yaw_rad;
    drive(&mut run, &reverse(0.1, 0.2), &road, dt(0.01), 50);
    assert!(run.state().yaw_rad < before - 0.05, "steered left in reverse, it yaws to the right");
    let mut forward = simulation(&racer(), State::at_speed(8.0));
    drive(&mut forward, &driver(0.1, 0.0, 0.2), &road, dt(0.01), 50);
    assert!(forward.state().yaw_rad > 0.05, "and to the left going forwards");
    let fast = State::at_speed(1.1 * rars::REVERSE_LIMIT_M_S);
    let trace = look(&racer(), &fast, &reverse(1.0, 0.0), &road).1;
    assert_eq!(trace.tread_m_s, 0.0, "stopped, not turned backwards");
}

/// With the clutch open the tread rolls, whatever the throttle does.
#[test]
fn an_open_clutch_does_not_drive() {
    let car = racer();
    let input = SlipVectorInput::from_command(&Command {
        throttle: 1.0,
        clutch: 1.0,
        gear: 1.0,
        ..Record::splat(0.0)
    });
    for speed in [-20.0, 5.0, 40.0] {
        let (_, trace) = look(&car, &State::at_speed(speed), &input, &rars::road());
        assert_eq!((trace.power_w, trace.force_x_n, trace.tread_m_s), (0.0, 0.0, speed), "{speed}");
    }
}

/// What the text wishes for: friction that depends on load and on speed.
#[test]
fn friction_depends_on_load_and_speed_where_it_is_set_to() {
    let road = Surface::asphalt();
    let largest = |car: &Car, speed: f64, road: &Surface<f64>| {
        look(car, &State::at_speed(speed), &driver(0.0, 0.0, 0.0), road).1.largest_force_n
    };
    let plain = racer();
    let weight = plain.mass_kg * 9.80665;
    assert_eq!(largest(&plain, 0.0, &road), largest(&plain, 50.0, &road));
    let fading = Car { speed_sensitivity_s_m: 0.01, ..plain };
    assert!((largest(&fading, 50.0, &road) / largest(&plain, 50.0, &road) - 1.0 / 1.5).abs() < 1e-12);
    let winged = Car { downforce_area_m2: 4.0, load_sensitivity: 0.1, ..plain };
    let load = weight + 0.5 * 1.2041 * 4.0 * 2500.0;
    let expected = 1.05 * (1.0 - 0.1 * (load / weight - 1.0)) * load;
    assert!((largest(&winged, 50.0, &road) - expected).abs() < 1e-8);
    let bank = Surface { bank_rad: 0.5, ..road };
    assert!((largest(&plain, 0.0, &bank) - 1.05 * weight * 0.5_f64.cos()).abs() < 1e-8);
}

/// Mirrored runs are equal as numbers; runs turned by a quarter are the same in the car's axes.
#[test]
fn mirrored_and_turned_runs_are_the_same() {
    let mut numbers = Numbers::new(5);
    let mut runs =
        [0.0, 0.0, FRAC_PI_2].map(|yaw_rad| simulation(&racer(), State { yaw_rad, ..State::at_speed(10.0) }));
    for _ in 0..600 {
        let input = driver(
            numbers.pick(&[0.0, 0.4, 1.0]),
            numbers.pick(&[0.0, 0.0, 0.5, 1.0]),
            numbers.between(-1.2, 1.2),
        );
        let mirrored = SlipVectorInput { alpha_rad: -input.alpha_rad, ..input };
        for (run, input) in runs.iter_mut().zip([&input, &mirrored, &input]) {
            drive(run, input, &Surface::asphalt(), dt(0.01), 1);
        }
        let [a, b, c] = runs.map(|run| *run.state());
        assert_eq!((a.x_m, a.y_m, a.yaw_rad), (b.x_m, -b.y_m, -b.yaw_rad));
        assert_eq!((a.velocity_x_m_s, a.velocity_y_m_s), (b.velocity_x_m_s, -b.velocity_y_m_s));
        assert_eq!((a.velocity_x_m_s, a.velocity_y_m_s), (c.velocity_x_m_s, c.velocity_y_m_s), "turned");
        assert!((a.x_m - c.y_m).abs() < 1e-9 && (a.y_m + c.x_m).abs() < 1e-9, "{a:?} {c:?}");
    }
}

/// The caller's rate makes no difference: 0 to 30 m/s, and a stop from there.
#[test]
fn results_do_not_depend_on_the_callers_rate() {
    let measure = |rate: u32| {
        let mut run = simulation(&racer(), State::at_speed(0.0));
        drive(&mut run, &driver(1.0, 0.0, 0.0), &Surface::asphalt(), dt(1.0 / f64::from(rate)), 6 * rate);
        let (way, speed) = (run.state().x_m, run.state().velocity_x_m_s);
        drive(&mut run, &driver(0.0, 0.7, 0.1), &Surface::asphalt(), dt(1.0 / f64::from(rate)), 8 * rate);
        assert_eq!(run.state().velocity_x_m_s, 0.0);
        [way, speed, run.state().x_m - way]
    };
    let fine = measure(1000);
    for rate in [30, 60, 120] {
        for (found, expected) in measure(rate).into_iter().zip(fine) {
            assert!((found / expected - 1.0).abs() < 1e-3, "{rate} Hz: {found} {expected}");
        }
    }
}

/// Random cars, states, roads and inputs with the drive off.
fn check_passivity(states: u64, seed: u64) {
    let mut numbers = Numbers::new(seed);
    let cars = [manual(), automatic(), electric()].map(|spec| SlipVectorCar::new(&build(&spec)));
    for _ in 0..states {
        let scale = numbers.pick(&[0.0, 1e-6, 0.1, 1.0]);
        let state = State {
            yaw_rad: numbers.between(-4.0, 4.0),
            velocity_x_m_s: numbers.between(-60.0, 60.0) * scale,
            velocity_y_m_s: numbers.between(-30.0, 30.0) * scale,
            ..State::at_speed(0.0)
        };
        let car = Car {
            friction_law: numbers.pick(&FrictionLaw::ALL).number(),
            k_m_s: numbers.spread(0.1, 5.0),
            load_sensitivity: numbers.between(0.0, 0.3),
            speed_sensitivity_s_m: numbers.between(0.0, 0.02),
            downforce_area_m2: numbers.between(0.0, 3.0),
            ..numbers.pick(&cars)
        };
        let road = Surface {
            grip: numbers.between(0.0, 1.2),
            rolling: numbers.between(0.0, 3.0),
            slope_rad: numbers.between(-0.4, 0.4),
            bank_rad: numbers.between(-0.4, 0.4),
            ..Surface::asphalt()
        };
        let brake = numbers.pick(&[0.0, 0.3, 1.0]);
        let coasting = SlipVectorInput {
            commanded_m_s: numbers.pick(&[-150.0, 0.0, 150.0]),
            alpha_rad: numbers.between(-1.5, 1.5),
            power_share: 0.0,
            brake,
        };
        let input = numbers.pick(&[coasting, robot(0.0, coasting.alpha_rad)]);
        let mode = outlined::advance::<SlipVector, _>(&car, &MOVES, &state, &input, &road, 0.002);
        let (rate, trace) = outlined::evaluate::<SlipVector, _>(&car, &mode, &state, &input, &road);
        let told = (&state, &trace);
        let (along, across) = (state.velocity_x_m_s, state.velocity_y_m_s);
        assert!(trace.force_x_n.hypot(trace.force_y_n) <= trace.largest_force_n * (1.0 + 1e-12), "{told:?}");
        assert!(trace.heat_w >= 0.0 && trace.power_w <= 0.0, "{told:?}");
        if mode.stands.is_set() {
            assert_eq!((rate.x_m, rate.y_m, rate.yaw_rad), (0.0, 0.0, 0.0));
            continue;
        }
        let work = [trace.force_x_n * along, trace.force_y_n * across];
        let size = work[0].abs() + work[1].abs() + trace.heat_w;
        assert!((trace.power_w - work[0] - work[1] - trace.heat_w).abs() <= 1e-12 * size, "{told:?}");
        let losses =
            [work[0] + work[1], trace.drag_x_n * along + trace.drag_y_n * across, trace.rolling_n * along];
        assert!(losses.iter().all(|loss| *loss <= 1e-15 * size), "{losses:?} {told:?}");
        let kinetic = car.mass_kg * (along * rate.velocity_x_m_s + across * rate.velocity_y_m_s);
        let weight = trace.slope_force_x_n * along + trace.slope_force_y_n * across;
        let turning = car.mass_kg * (trace.yaw_rate_rad_s * along * across).abs();
        let size = size + kinetic.abs() + weight.abs() + turning;
        assert!(kinetic - weight <= 1e-12 * size, "energy grows: {told:?}");
    }
}

#[test]
fn nothing_but_the_drive_gives_energy() {
    check_passivity(100_000, 1);
}

#[test]
#[ignore = "soak: ten million random states"]
fn nothing_but_the_drive_gives_energy_soak() {
    check_passivity(10_000_000, 2);
}
