//! Simple models: turning, sliding and standing, forwards and backwards.

use skidpad_commonroad::{CommonRoadMb, CommonRoadMbState, FromParameters, MultiBodyCar, parameters};
use skidpad_core::controls::Command;
use skidpad_core::model::{SingleTrack, SingleTrackCar, SingleTrackMode, SingleTrackState};
use skidpad_core::record::{Empty, Flag, Record};
use skidpad_core::spec::VehicleSpec;
use skidpad_core::step::{Clock, Simulation};
use skidpad_core::surface::Surface;
use skidpad_special::{
    Kinematic, KinematicCar, KinematicMode, KinematicState, MotorcycleState, PointMass, PointMassMode,
    PointMassState,
};
use skidpad_texts::ackermann::Ackermann;
use skidpad_texts::monster_turning::{MonsterMotion, MonsterTurning};
use skidpad_texts::slip_vector::{SlipVector, SlipVectorInput, SlipVectorMode, SlipVectorState, rars};

use crate::ackermann_support::{Mode, State, hands_off, smooth_road};
use crate::motorcycle_support::{alone, motorcycle};
use crate::outlined;
use crate::support::{build, coast, dt, manual, slope};

/// A car with more weight in front than at the rear.
fn nose_heavy() -> VehicleSpec {
    let mut spec = manual();
    spec.body.front_weight_share = 0.62;
    spec
}

/// -1, 0 or 1.
fn sense(speed: f64) -> f64 {
    if speed == 0.0 { 0.0 } else { speed.signum() }
}

/// The limiter did not know reverse: a car drove backwards as fast as its power allowed. In either gear the torque ends at
/// the fastest spin in the sense of that gear, and a car that rolls the other way has all of it.
#[test]
fn reverse_had_no_limiter() {
    let car = skidpad_texts::ackermann::AckermannCar::from_vehicle(&build(&manual()));
    let (fastest, radius) = (car.drive().fastest_spin_rad_s, car.rolling().rear_radius_m);
    let torque = |spin_share: f64, gear: f64| {
        let state = State::rolling(&car, spin_share * fastest * radius, 0.0);
        let command = Command { throttle: 1.0, gear, ..hands_off() };
        let now =
            outlined::evaluate::<Ackermann, _>(&car, &Mode::grips(&state), &state, &command, &smooth_road());
        now.1.rear_drive_torque_nm
    };
    for gear in [1.0, -1.0] {
        assert_eq!(torque(gear, gear), 0.0, "gear {gear}: at the limiter");
        assert_eq!(torque(1.5 * gear, gear), 0.0, "gear {gear}: beyond it");
        let by_power = car.drive().largest_power_w / (0.5 * fastest);
        let expected = gear * f64::min(car.drive().largest_torque_nm, by_power);
        for share in [0.5, -0.5] {
            let found = torque(share * gear, gear);
            assert!((found / expected - 1.0).abs() < 1e-9, "gear {gear}, {share}: {found} {expected}");
        }
    }
}

/// Backwards the pointing direction turned away from the course. A car that is asked to point along its course does so
/// after a while, whichever way it rolls and to whichever side it slid.
#[test]
fn reversing_car_turned_away_from_its_course() {
    let car = rars::car(rars::Ground::Exponential, 0.0);
    for (ahead, left) in [(12.0, 2.0), (12.0, -2.0), (-12.0, 2.0), (-12.0, -2.0)] {
        let state = SlipVectorState { velocity_x_m_s: ahead, velocity_y_m_s: left, ..Record::splat(0.0) };
        let mut run = Simulation::<SlipVector>::new(car, SlipVectorMode { stands: Flag::from(false) }, state);
        let rolls = SlipVectorInput { power_share: 0.0, ..Record::splat(0.0) };
        for _ in 0..1000 {
            run.step(&rolls, &rars::road(), dt(0.001));
        }
        let now = run.state();
        assert!(now.velocity_x_m_s * ahead > 0.0, "it still rolls that way: {now:?}");
        let off = (now.velocity_y_m_s / now.velocity_x_m_s).abs();
        assert!(off < 0.02, "{ahead} {left}: {off} rad off its course after a second");
    }
}

/// The centre of mass was accelerated away from the centre of its circle. At a steady speed the acceleration points there
/// and has the size v^2 / R; the centre of the circle lies c behind the centre of mass and L / tan(delta) to its left.
#[test]
fn circle_pushed_the_car_forwards() {
    let car = KinematicCar {
        rolling_resistance: 0.0,
        drag_area_m2: 0.0,
        linear_resistance_n_s_m: 0.0,
        ..KinematicCar::new(&build(&manual()))
    };
    for (steer_rad, speed) in [(0.4, 6.0), (-0.4, 6.0), (0.3, -5.0), (-0.55, -3.0)] {
        let command = Command { steer_rad, gear: 0.0, ..Record::splat(0.0) };
        let (state, mode) =
            (KinematicState::at_speed(speed), KinematicMode { direction: f64::signum(speed) });
        let now = outlined::evaluate::<Kinematic, _>(&car, &mode, &state, &command, &Surface::asphalt()).1;
        let (behind, aside) = (-car.rear_to_centre_m, car.wheelbase_m / f64::tan(steer_rad));
        let radius = behind.hypot(aside);
        let v = now.velocity_x_m_s.hypot(now.velocity_y_m_s);
        let size = v * v / radius;
        let found = (now.acceleration_x_m_s2, now.acceleration_y_m_s2);
        let expected = (size * behind / radius, size * aside / radius);
        assert!(
            (found.0 - expected.0).abs() < 1e-9 && (found.1 - expected.1).abs() < 1e-9,
            "{found:?}, not {expected:?}"
        );
    }
}

/// A car that is parked on a slope needed no grip. On a slope of the angle theta it needs tan(theta), and one that runs
/// down freely none.
#[test]
fn parking_on_a_slope_needed_no_grip() {
    let car = KinematicCar {
        rolling_resistance: 0.0,
        drag_area_m2: 0.0,
        linear_resistance_n_s_m: 0.0,
        ..KinematicCar::new(&build(&manual()))
    };
    for percent in [10.0, -25.0] {
        let road = slope(percent);
        let needs = |speed: f64, brake: f64| {
            let command = Command { brake, ..coast(0.0) };
            let (state, mode) = (KinematicState::at_speed(speed), KinematicMode { direction: sense(speed) });
            outlined::evaluate::<Kinematic, _>(&car, &mode, &state, &command, &road).1.needed_grip
        };
        let parked = needs(0.0, 1.0);
        assert!((parked - f64::abs(percent) / 100.0).abs() < 1e-12, "{percent} %: {parked}");
        // The turning wheels are carried along: their share of the mass needs some.
        let running = needs(3.0, 0.0);
        assert!(running < 0.1 * parked, "{percent} %: {running} while it runs");
    }
}

/// Brakes slowed a point mass by more than its tyres hold. At full pedal it brakes by mu g with its rolling resistance,
/// on ice as on asphalt; a light pedal by its own torque.
#[test]
fn brakes_of_a_point_mass_knew_no_grip() {
    let vehicle = build(&nose_heavy());
    let (body, front, rear) = (vehicle.body(), vehicle.front(), vehicle.rear());
    let share = body.front_share;
    let mu = front.friction * share + rear.friction * (1.0 - share);
    let rolling = front.rolling_resistance * share + rear.rolling_resistance * (1.0 - share);
    let still_air = Surface { air_density_kg_m3: 0.0, ..Surface::asphalt() };
    for grip in [1.0, 0.3, 0.1] {
        let road = Surface { grip, ..still_air };
        let braking = |brake: f64| {
            let command = Command { brake, clutch: 1.0, ..coast(0.0) };
            let mode = PointMassMode { direction: 1.0, ..PointMassMode::in_gear(0.0) };
            let state = PointMassState { position_m: 0.0, speed_m_s: 20.0 };
            let now = outlined::evaluate::<PointMass, _>(&vehicle, &mode, &state, &command, &road).1;
            -now.acceleration_m_s2
        };
        let g = road.gravity_m_s2;
        let most = (mu * grip + rolling) * g;
        assert!((braking(1.0) / most - 1.0).abs() < 1e-12, "grip {grip}: {} {most}", braking(1.0));
        let torques = front.brake_torque_nm / front.radius_m + rear.brake_torque_nm / rear.radius_m;
        let light = 0.02 * torques / body.mass_kg + rolling * g;
        assert!((braking(0.02) / light - 1.0).abs() < 1e-12, "grip {grip}: {} {light}", braking(0.02));
    }
}

/// Each axle had the load of the other. Axles of one kind of tyre, at one small slip angle, push in proportion to their
/// loads: W c / L in front and W b / L at the rear, with the centre of gravity b behind the front axle and c before the
/// rear one. So a car that slides without turning has no yaw moment, wherever its centre of gravity is.
#[test]
fn axles_of_the_tutorial_had_each_others_loads() {
    for to_front_m in [0.9, 1.25, 1.5] {
        let car = MonsterTurning {
            mass_kg: 1500.0,
            yaw_inertia_kg_m2: 1500.0,
            to_front_m,
            to_rear_m: 2.5 - to_front_m,
            cornering_1_rad: 12.0,
            most_over_load: 1.0,
            gravity_m_s2: 9.8,
        };
        let sliding = MonsterMotion { vx_m_s: 20.0, vy_m_s: -0.6, yaw_rate_rad_s: 0.0 };
        let force = 12.0 * f64::atan(0.6 / 20.0) * 1500.0 * 9.8;
        for forces in [car.cornering(&sliding, 0.0), car.cornering_as_printed(&sliding, 0.0)] {
            assert!((forces.across_n / force - 1.0).abs() < 1e-12, "{} {force}", forces.across_n);
            assert!(forces.torque_nm.abs() < 1e-9 * force, "{to_front_m}: {} N.m", forces.torque_nm);
        }
    }
}

/// A term of the front wheel's gyroscopic moment had the wrong sign, which costs no energy: such moments do no work. They
/// follow from the Lagrangian H n . omega of a wheel that spins with the angular momentum H about its axis n, where the
/// frame turns with omega = psi' e_z + phi' e_x + delta' s: the moment on the lean is
/// H (d(n . e_z)/dphi psi' - d(n . e_x)/ddelta delta'), phi to the right, delta about the steering axis
/// s = (-sin(rake), 0, cos(rake)).
#[test]
fn turned_front_wheel_had_another_gyroscopic_moment() {
    let car = motorcycle();
    let (vehicle, data) = (car.vehicle(), car.cycle());
    let speed = 25.0;
    // n of a wheel that is turned by delta about a steering axis with a rake, on a machine that leans by phi.
    let axis = |phi: f64, delta: f64, rake: f64| {
        let n = [-rake.cos() * delta.sin(), delta.cos(), -rake.sin() * delta.sin()];
        [n[0], phi.cos() * n[1] - phi.sin() * n[2], phi.sin() * n[1] + phi.cos() * n[2]]
    };
    let by = |f: &dyn Fn(f64) -> f64, at: f64| (f(at + 1e-5) - f(at - 1e-5)) / 2e-5;
    for (phi, delta, yaw_rate, handlebar_rate) in
        [(0.5, 0.3, 0.7, 0.0), (-0.6, 0.25, 0.4, -1.0), (0.4, -0.35, -0.8, 2.0), (0.0, 0.2, 0.5, 1.0)]
    {
        let mut expected = 0.0;
        for (axle, delta, rake, rate) in
            [(vehicle.front(), delta, data.rake_rad, handlebar_rate), (vehicle.rear(), 0.0, 0.0, 0.0)]
        {
            let momentum = data.gyroscopic * axle.inertia_kg_m2 * speed / axle.radius_m;
            let by_lean = by(&|phi| axis(phi, delta, rake)[2], phi);
            let by_steer = by(&|delta| axis(phi, delta, rake)[0], delta);
            expected += momentum * (by_lean * yaw_rate - by_steer * rate);
        }
        let state = MotorcycleState {
            velocity_x_m_s: speed,
            yaw_rate_rad_s: yaw_rate,
            lean_rad: phi,
            handlebar_rad: delta,
            handlebar_rate_rad_s: handlebar_rate,
            ..Record::splat(0.0)
        };
        let found = outlined::evaluate::<skidpad_special::Motorcycle, _>(
            &car,
            &skidpad_special::MotorcycleMode::in_gear(0.0),
            &state,
            &alone(0.0),
            &Surface::asphalt(),
        )
        .1
        .gyroscopic_torque_nm;
        assert!((found - expected).abs() < 1e-6 * expected.abs(), "{phi} {delta}: {found} {expected}");
    }
}

/// The contact of a sinking axle swung with the whole radius of its wheel. It lies the radius less the sink below the axle,
/// and where the axle leans to its left at a rate it moves to the right by that times the rate (CommonRoad, vehicle models,
/// MB: alpha = atan((v_y + a psi' - phi_f' (R_w - z_f)) / (v_x + T_f psi' / 2)) - delta).
#[test]
fn sinking_wheels_swung_with_their_whole_radius() {
    let set = parameters(2).expect("a set");
    let car: MultiBodyCar<f64> = FromParameters::from_parameters(set).expect("all figures");
    let radius = set.body.expect("wheels").wheel_radius_m;
    let state = CommonRoadMbState {
        velocity_x_m_s: 20.0,
        front_lean_left_rate_rad_s: 3.0,
        rear_lean_left_rate_rad_s: -2.0,
        front_sink_m: 0.06,
        rear_sink_m: -0.03,
        front_right_wheel_rad_s: 20.0 / radius,
        front_left_wheel_rad_s: 20.0 / radius,
        rear_right_wheel_rad_s: 20.0 / radius,
        rear_left_wheel_rad_s: 20.0 / radius,
        ..Record::splat(0.0)
    };
    let now =
        outlined::evaluate::<CommonRoadMb, _>(&car, &Empty, &state, &Record::splat(0.0), &Surface::asphalt())
            .1;
    let front = f64::atan(-3.0 * (radius - 0.06) / 20.0);
    let rear = f64::atan(2.0 * (radius + 0.03) / 20.0);
    for (found, expected) in [
        (now.front_right_slip_angle_rad, front),
        (now.front_left_slip_angle_rad, front),
        (now.rear_right_slip_angle_rad, rear),
        (now.rear_left_slip_angle_rad, rear),
    ] {
        assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
    }
}

/// The standing tyres of one axle held more than they can. Half of the lateral force that each axle can hold is for the body's
/// lateral motion, shared out as the weights are, and half for its yaw: together never more than the rolling
/// resistance of that axle, and all of it at the weaker one.
#[test]
fn standing_axles_held_more_than_they_can() {
    let mut spec = nose_heavy();
    spec.body.drag_coefficient = 0.0;
    for (front_rolling, rear_rolling) in [(0.012, 0.012), (0.02, 0.008), (0.008, 0.03)] {
        (spec.front.rolling_resistance, spec.rear.rolling_resistance) = (front_rolling, rear_rolling);
        let car = SingleTrackCar::from(&build(&spec));
        let now = outlined::evaluate::<SingleTrack, _>(
            &car,
            &SingleTrackMode::in_gear(&car, 0.0),
            &SingleTrackState::at_rest(&car),
            &coast(0.0),
            &Surface::asphalt(),
        )
        .1;
        let (front_share, rear_share) = car.weight_shares();
        let (front_can, rear_can) = (front_rolling * now.front_load_n, rear_rolling * now.rear_load_n);
        let couple = now.hysteresis_yaw_nm / car.wheelbase_m();
        let front = front_share * now.hysteresis_y_n + couple;
        let rear = rear_share * now.hysteresis_y_n + couple;
        assert!(front <= front_can * (1.0 + 1e-12), "{front} of {front_can} N");
        assert!(rear <= rear_can * (1.0 + 1e-12), "{rear} of {rear_can} N");
        assert!((now.hysteresis_x_n - front_can - rear_can).abs() < 1e-9, "forwards both hold all");
        let weaker = f64::min(front_can, rear_can);
        assert!((couple - 0.5 * weaker).abs() < 1e-9, "{couple} of {weaker} N");
        let lateral_n = f64::min(0.5 * front_can / front_share, 0.5 * rear_can / rear_share);
        assert!((now.hysteresis_y_n - lateral_n).abs() < 1e-9, "{} {lateral_n}", now.hysteresis_y_n);
    }
}

/// A caller who changed his step began a new day: the time went back to 0. The time is the sum of all steps.
#[test]
fn clock_restarted_with_another_step() {
    let (mut clock, mut sum) = (Clock::START, 0.0);
    for (step_s, count) in [(0.001, 1500), (1.0 / 60.0, 240), (0.001, 7), (0.25, 2)] {
        for _ in 0..count {
            clock.count(dt(step_s));
            sum += step_s;
        }
        assert!((clock.time_s() - sum).abs() < 1e-9, "{} s, not {sum}", clock.time_s());
    }
}
