//! The kinematic car: circles in closed form, reversing, standing, and what it costs to believe it.
#![allow(clippy::disallowed_methods)]

use crate::outlined;
use crate::support;

use core::f64::consts::PI;

use skidpad_core::controls::Command;
use skidpad_core::record::Record;
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_special::{Kinematic, KinematicCar, KinematicMode, KinematicState, KinematicTrace};
use support::{Numbers, automatic, build, dt, electric, manual};

fn steered(steer_rad: f64) -> Command<f64> {
    Command { steer_rad, gear: 1.0, ..Record::splat(0.0) }
}

/// A car without anything that slows it.
fn free_car() -> KinematicCar<f64> {
    KinematicCar {
        rolling_resistance: 0.0,
        drag_area_m2: 0.0,
        linear_resistance_n_s_m: 0.0,
        ..KinematicCar::new(&build(&manual()))
    }
}

fn standing() -> KinematicMode<f64> {
    KinematicMode { direction: 0.0 }
}

fn simulation(car: &KinematicCar<f64>, state: KinematicState<f64>) -> Simulation<Kinematic> {
    Simulation::new(*car, standing(), state)
}

fn drive(car: &mut Simulation<Kinematic>, command: &Command<f64>, road: &Surface<f64>, step: Dt, steps: u32) {
    for _ in 0..steps {
        assert_eq!(car.step(command, road, step), Status::Running);
    }
}

/// After 40 turns the car is where the circle in closed form has it: to 1e-9 m in the first five, and
/// to 1e-11 of the way in all, which is what adding up the heading loses.
#[test]
fn a_circle_is_a_circle_after_many_turns() {
    let car = free_car();
    for (steer, speed, step_s) in [(0.3, 7.0, 0.001), (-0.5, 4.0, 1.0 / 60.0), (0.1, -9.0, 1.0 / 30.0)] {
        let mut run = simulation(&car, KinematicState::at_speed(speed));
        let radius = car.wheelbase_m / f64::tan(steer);
        let turns_s = 40.0 * 2.0 * PI * (radius / speed).abs();
        let steps = (turns_s / step_s).ceil() as u32;
        let behind = car.rear_to_centre_m;
        for _ in 0..steps {
            drive(&mut run, &steered(steer), &Surface::asphalt(), dt(step_s), 1);
            let angle = speed / radius * run.time_s();
            // The rear axle starts at -c on the x axis; the centre of mass is c ahead of it.
            let (sin, cos) = angle.sin_cos();
            let (x, y) = (radius * sin - behind + behind * cos, radius * (1.0 - cos) + behind * sin);
            let state = run.state();
            let allowed = if angle.abs() < 10.0 * PI { 1e-9 } else { 1e-11 * (speed * run.time_s()).abs() };
            let off = (state.x_m - x).hypot(state.y_m - y);
            assert!(off < allowed, "{steer} {angle}: {off} {state:?}, not {x} {y}");
            assert!((state.yaw_rad - angle).abs() < 1e-11 * (1.0 + angle.abs()));
            assert_eq!(state.speed_m_s, speed, "nothing slows it");
        }
    }
}

/// The three circles, the velocities of their points, and Monster's and Palmer's mistake.
#[test]
fn three_points_go_round_on_three_circles() {
    let car = free_car();
    let look = |steer: f64, speed: f64| -> KinematicTrace<f64> {
        let state = KinematicState { yaw_rad: 2.0, ..KinematicState::at_speed(speed) };
        outlined::evaluate::<Kinematic, _>(&car, &standing(), &state, &steered(steer), &Surface::asphalt()).1
    };
    for steer in [-0.55, -0.2, 0.01, 0.4] {
        for speed in [-3.0, 0.5, 20.0] {
            let trace = look(steer, speed);
            let radii = [trace.rear_radius_m, trace.centre_radius_m, trace.front_radius_m];
            let speeds = [speed, trace.centre_speed_m_s, trace.front_speed_m_s];
            for (radius, speed) in radii.into_iter().zip(speeds) {
                assert!((trace.yaw_rate_rad_s * radius - speed).abs() < 1e-12 * speed.abs(), "{steer}");
            }
            assert!((trace.rear_radius_m - car.wheelbase_m / f64::tan(steer)).abs() < 1e-10);
            assert!((trace.front_radius_m - car.wheelbase_m / f64::sin(steer)).abs() < 1e-10);
            let centre = trace.velocity_x_m_s.hypot(trace.velocity_y_m_s);
            assert!((centre - trace.centre_speed_m_s.abs()).abs() < 1e-12 * centre);
            // Towards the centre of the turn, v^2 / R of the centre of mass.
            let inwards = trace.acceleration_x_m_s2.hypot(trace.acceleration_y_m_s2);
            assert!((inwards * trace.centre_radius_m.abs() - centre * centre).abs() < 1e-9 * centre * centre);
            let path = f64::atan2(trace.velocity_y_m_s, trace.velocity_x_m_s);
            assert!((trace.sideslip_rad - path).abs() < 1e-14);
        }
    }
    let straight = look(0.0, 10.0);
    assert_eq!((straight.yaw_rate_rad_s, straight.needed_grip), (0.0, 0.0));
    assert_eq!((straight.left_steer_rad, straight.right_steer_rad), (0.0, 0.0));
    assert!((straight.rear_radius_m.abs() - 1e9).abs() < 1e-3, "finite, straight ahead too");
}

/// Driving back with the same steering at every place leads back to the start.
#[test]
fn reversing_retraces_the_path() {
    let car = free_car();
    let steps: u32 = 3000;
    let steer = |step: u32| 0.5 * f64::sin(f64::from(step) * 0.01);
    let mut run = simulation(&car, KinematicState::at_speed(6.0));
    for step in 0..steps {
        drive(&mut run, &steered(steer(step)), &Surface::asphalt(), dt(0.01), 1);
    }
    assert!(run.state().x_m.hypot(run.state().y_m) > 10.0, "it went somewhere");
    let mut back = simulation(&car, KinematicState { speed_m_s: -6.0, ..*run.state() });
    for step in (0..steps).rev() {
        drive(&mut back, &steered(steer(step)), &Surface::asphalt(), dt(0.01), 1);
    }
    let end = back.state();
    assert!(end.x_m.hypot(end.y_m) < 1e-9 && end.yaw_rad.abs() < 1e-11, "{end:?}");
}

/// Left and right are alike, and so are all headings on the level.
#[test]
fn mirrored_and_turned_runs_are_the_same() {
    let car = KinematicCar::new(&build(&manual()));
    let mut numbers = Numbers::new(7);
    let mut runs = [0.0, 0.0, 0.5 * PI]
        .map(|yaw_rad| simulation(&car, KinematicState { yaw_rad, ..KinematicState::at_speed(5.0) }));
    for _ in 0..500 {
        let command = Command {
            throttle: numbers.pick(&[0.0, 0.5, 1.0]),
            brake: numbers.pick(&[0.0, 0.0, 0.3]),
            ..steered(numbers.between(-0.6, 0.6))
        };
        let mirrored = Command { steer_rad: -command.steer_rad, ..command };
        for (run, command) in runs.iter_mut().zip([&command, &mirrored, &command]) {
            drive(run, command, &Surface::asphalt(), dt(0.01), 1);
        }
        let [a, b, c] = runs.map(|run| *run.state());
        assert_eq!((a.x_m, a.y_m, a.yaw_rad, a.speed_m_s), (b.x_m, -b.y_m, -b.yaw_rad, b.speed_m_s));
        assert_eq!(a.speed_m_s, c.speed_m_s, "turned by a quarter");
        assert!((a.x_m - c.y_m).abs() < 1e-9 && (a.y_m + c.x_m).abs() < 1e-9, "{a:?} {c:?}");
    }
}

/// A car stops, in finite time, stands on a slope with its brake on, and does not creep.
#[test]
fn brakes_stop_and_hold() {
    let car = KinematicCar::new(&build(&manual()));
    for step_s in [0.001, 1.0 / 60.0, 0.05] {
        for speed in [-8.0, 25.0] {
            let mut run = simulation(&car, KinematicState::at_speed(speed));
            let brake = Command { brake: 0.4, ..steered(0.2) };
            drive(&mut run, &brake, &Surface::asphalt(), dt(step_s), (6.0 / step_s) as u32);
            assert_eq!(run.state().speed_m_s, 0.0);
        }
        let hill = Surface { slope_rad: 0.3_f64.atan(), bank_rad: -0.1, ..Surface::asphalt() };
        let start = KinematicState { yaw_rad: 0.4, ..KinematicState::at_speed(0.0) };
        let mut run = simulation(&car, start);
        let brake = Command { brake: 1.0, ..steered(0.5) };
        drive(&mut run, &brake, &hill, dt(step_s), (60.0 / step_s) as u32);
        assert_eq!(*run.state(), start, "not a micrometre");
        drive(&mut run, &steered(0.0), &hill, dt(step_s), (2.0 / step_s) as u32);
        assert!(run.state().speed_m_s < -3.0, "without brakes it rolls down backwards");
    }
}

/// A light car with much drag and brakes of a thousand times its weight left the numbers: the stages of a sub-step
/// beyond the stop went a thousand metres a second backwards, the air there threw the car forwards faster than it had
/// been, and so on.
#[test]
fn brakes_far_too_strong_stop_a_car_in_a_storm() {
    let car = KinematicCar {
        mass_kg: 20.0,
        rolling_mass_kg: 22.0,
        brake_force_n: 2e7,
        drag_area_m2: 38.0,
        ..KinematicCar::new(&build(&manual()))
    };
    let storm = Surface { headwind_m_s: 63.0, air_density_kg_m3: 2.0, ..Surface::asphalt() };
    for speed in [-59.0, 59.0] {
        let mut run = simulation(&car, KinematicState::at_speed(speed));
        let brake = Command { brake: 0.8, ..steered(0.0) };
        drive(&mut run, &brake, &storm, dt(0.01), 100);
        assert_eq!(run.state().speed_m_s, 0.0);
        assert!(run.state().x_m.abs() < 0.2, "{}", run.state().x_m);
    }
}

/// Throttle, power and resistance are what they are said to be: v^2 = v0^2 + 2 P t / m while the
/// power limits, and F t / m while the force does.
#[test]
fn the_drive_is_a_force_and_then_a_power() {
    let car = free_car();
    let full = Command { throttle: 1.0, ..steered(0.0) };
    let changes_at = car.power_w / car.drive_force_n;
    let mut run = simulation(&car, KinematicState::at_speed(0.0));
    let launch_s = 0.5 * changes_at * car.rolling_mass_kg / car.drive_force_n;
    drive(&mut run, &full, &Surface::asphalt(), dt(launch_s / 100.0), 100);
    assert!((run.state().speed_m_s - 0.5 * changes_at).abs() < 1e-10);
    let mut run = simulation(&car, KinematicState::at_speed(2.0 * changes_at));
    drive(&mut run, &full, &Surface::asphalt(), dt(0.002), 2000);
    let squared = 4.0 * changes_at * changes_at + 2.0 * car.power_w * 4.0 / car.rolling_mass_kg;
    assert!((run.state().speed_m_s - squared.sqrt()).abs() < 1e-9);
    let backwards = Command { gear: -1.0, ..full };
    let mut run = simulation(&car, KinematicState::at_speed(0.0));
    drive(&mut run, &backwards, &Surface::asphalt(), dt(0.01), 10);
    let speed = run.state().speed_m_s;
    assert!((speed + 0.1 * car.reverse_force_n / car.rolling_mass_kg).abs() < 1e-9, "{speed}");
}

/// A clutch that is open leaves the drive nothing, one that is half open half of its force.
#[test]
fn an_open_clutch_does_not_drive() {
    let car = free_car();
    for (clutch, share) in [(0.0, 1.0), (0.5, 0.5), (1.0, 0.0)] {
        let command = Command { throttle: 1.0, clutch, ..steered(0.0) };
        let mut run = simulation(&car, KinematicState::at_speed(0.0));
        drive(&mut run, &command, &Surface::asphalt(), dt(0.01), 10);
        let expected = 0.1 * share * car.drive_force_n / car.rolling_mass_kg;
        assert!((run.state().speed_m_s - expected).abs() < 1e-9, "{clutch}: {:?}", run.state());
    }
}

/// The model does not slide, but says what grip its motion takes: v^2 / (R g) on a circle, and none
/// on a bank that is steep enough for the speed.
#[test]
fn the_trace_says_what_grip_the_motion_needs() {
    let car = free_car();
    let trace = |road: &Surface<f64>, speed: f64, steer: f64| {
        let state = KinematicState::at_speed(speed);
        outlined::evaluate::<Kinematic, _>(&car, &standing(), &state, &steered(steer), road).1
    };
    let flat = trace(&Surface::asphalt(), 10.0, 0.3);
    let expected = flat.centre_speed_m_s.powi(2) / (flat.centre_radius_m * 9.80665);
    assert!((flat.needed_grip - expected).abs() < 1e-12);
    assert!(flat.needed_grip > 1.0, "more than dry asphalt has");
    // On a bank the weight along the road turns the car; the part along the car is left.
    let slow = trace(&Surface::asphalt(), 5.0, 0.3);
    let bank = -(slow.acceleration_y_m_s2 / 9.80665).asin();
    let banked = trace(&Surface { bank_rad: bank, ..Surface::asphalt() }, 5.0, 0.3);
    let along = (banked.acceleration_x_m_s2 / (9.80665 * bank.cos())).abs();
    assert!((banked.needed_grip - along).abs() < 1e-12, "{} {along}", banked.needed_grip);
    assert!(along < 0.4 * slow.needed_grip);
    assert_eq!(
        trace(&Surface { grip: 0.05, ..Surface::asphalt() }, 10.0, 0.3),
        flat,
        "ice makes no difference"
    );
}

/// With the drive off nothing gives energy: random states, roads and commands.
fn check_passivity(states: u64, seed: u64) {
    let mut numbers = Numbers::new(seed);
    let cars = [manual(), automatic(), electric()].map(|spec| KinematicCar::new(&build(&spec)));
    for _ in 0..states {
        let car = numbers.pick(&cars);
        let state = KinematicState {
            yaw_rad: numbers.between(-4.0, 4.0),
            ..KinematicState::at_speed(numbers.between(-60.0, 60.0) * numbers.pick(&[0.0, 1e-6, 0.1, 1.0]))
        };
        let road = Surface {
            slope_rad: numbers.between(-0.5, 0.5),
            bank_rad: numbers.between(-0.5, 0.5),
            rolling: numbers.between(0.0, 3.0),
            ..Surface::asphalt()
        };
        let command = Command {
            brake: numbers.pick(&[0.0, 0.2, 1.0]),
            handbrake: numbers.pick(&[0.0, 1.0]),
            gear: numbers.pick(&[-1.0, 0.0, 1.0]),
            ..steered(numbers.between(-2.0, 2.0))
        };
        let mode = outlined::advance::<Kinematic, _>(&car, &standing(), &state, &command, &road, 0.002);
        let (rate, trace) = outlined::evaluate::<Kinematic, _>(&car, &mode, &state, &command, &road);
        let speed = state.speed_m_s;
        assert!(trace.drag_n * speed <= 0.0 && trace.holding_force_n * speed <= 0.0, "{state:?}");
        assert_eq!(trace.drive_force_n, 0.0);
        let kinetic = car.rolling_mass_kg * speed * rate.speed_m_s;
        let gain = kinetic - trace.slope_force_n * speed;
        assert!(gain <= 1e-12 * (kinetic.abs() + (trace.slope_force_n * speed).abs()), "{gain} W: {trace:?}");
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
