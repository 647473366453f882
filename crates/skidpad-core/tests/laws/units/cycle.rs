//! The motorcycle's wheels: each pushes with its own torque as long as nothing limits it, and at its limit exactly.

use skidpad_core::controls::Command;
use skidpad_core::math::{Direction, Vec2};
use skidpad_core::model::{Model, Pose};
use skidpad_core::surface::Surface;
use skidpad_special::{Motorcycle, MotorcycleCar, MotorcycleInput, MotorcycleMode, MotorcycleState};

use crate::motorcycle_support::cbr;
use crate::outlined;
use crate::support::{Numbers, build, coast};

/// Upright and straight ahead on the brakes. Each wheel asks for F = -T / R - c N, its brake's torque and its rolling
/// resistance at the load that it has in the balance of both. What is more than a tyre holds, or than lifts the other wheel
/// less a rider's margin (15 % of a stoppie, 5 % of a wheelie), is held back to just that, and the other wheel still pushes
/// with what it asks for, or its own limit.
#[test]
fn brakes_push_with_their_torque_up_to_their_limits() {
    let mut random = Numbers::new(8);
    let (mut free, mut limited) = (0, 0);
    for case in 0..2000 {
        let mut spec = cbr();
        spec.front.brake_torque_nm *= random.between(0.3, 1.5);
        spec.rear.brake_torque_nm *= random.between(0.3, 4.0);
        spec.front.rolling_resistance = random.between(0.01, 0.05);
        spec.rear.rolling_resistance = random.between(0.01, 0.05);
        spec.body.front_weight_share = random.between(0.4, 0.6);
        spec.rear.friction = random.between(0.8, 1.3);
        let car = MotorcycleCar::from_vehicle(&build(&spec));
        let (data, front, rear) = (car.vehicle().body(), car.vehicle().front(), car.vehicle().rear());
        let speed = random.between(3.0, 40.0);
        let mode = MotorcycleMode { direction: 1.0, ..MotorcycleMode::in_gear(0.0) };
        let rider = random.pick(&[0.0, 1.0]);
        let command = Command {
            brake: random.pick(&[1.0, 0.4]) * random.unit(),
            handbrake: random.pick(&[0.0, 1.0]) * random.unit(),
            ..coast(0.0)
        };
        let input = MotorcycleInput { rider, ..MotorcycleInput::ridden(&command) };
        let road = Surface {
            grip: random.between(0.3, 1.2),
            rolling: random.between(0.5, 2.0),
            ..Surface::asphalt()
        };
        let now =
            outlined::evaluate::<Motorcycle, _>(&car, &mode, &MotorcycleState::upright(speed), &input, &road)
                .1;
        // The balance of moments about the rear contact.
        let weight = data.mass_kg * road.gravity_m_s2;
        let lever = data.cg_height_m / data.wheelbase_m;
        let sum = now.front_force_x_n + now.rear_force_x_n;
        let load = data.front_share * weight - lever * sum;
        assert!((now.front_load_n - load).abs() < 1e-6 * weight, "{case}: {} {load}", now.front_load_n);
        assert!((now.front_load_n + now.rear_load_n - weight).abs() < 1e-6 * weight);
        let asked = |axle: &skidpad_core::spec::AxleData<f64>, load: f64| {
            let torque = command.brake * axle.brake_torque_nm + command.handbrake * axle.handbrake_torque_nm;
            -torque / axle.radius_m - axle.rolling_resistance * road.rolling * load
        };
        let tyre = |axle: &skidpad_core::spec::AxleData<f64>| axle.friction * road.grip;
        let stoppie = (1.0 - 0.15 * rider) * (1.0 - data.front_share) / lever;
        let wheels = [
            (now.front_force_x_n, now.front_load_n, asked(front, now.front_load_n), tyre(front).min(stoppie)),
            (now.rear_force_x_n, now.rear_load_n, asked(rear, now.rear_load_n), tyre(rear)),
        ];
        // A wheel that carries next to nothing has a least load instead.
        if wheels.iter().any(|wheel| wheel.1 < 0.01 * weight) {
            continue;
        }
        // The wheel with the larger torque first: its share of its load is not asked again where the second one is held back.
        let raw = [front, rear].map(|axle| {
            (command.brake * axle.brake_torque_nm + command.handbrake * axle.handbrake_torque_nm)
                / axle.radius_m
        });
        let second = usize::from(raw[1] < raw[0]);
        let limits = wheels.map(|(_, load, asked, most)| -asked > most * load * (1.0 + 1e-9));
        let mut held = false;
        for (which, (force, load, asked, most)) in wheels.into_iter().enumerate() {
            let at_limit = -asked > most * load * (1.0 + 1e-9);
            held |= at_limit;
            if which != second && limits[second] {
                assert!(-force <= most * load * (1.0 + 1e-9), "{case} wheel {which}: {force} N");
                continue;
            }
            let expected = if at_limit { -most * load } else { asked };
            assert!(
                (force - expected).abs() < 1e-6 * weight,
                "{case} wheel {which}: {force} N, not {expected} N"
            );
        }
        // Where both bind at once, only the flags of each wheel's own question are told.
        assert_eq!(now.traction_limited.is_set(), held, "{case}: {now:?}");
        (free, limited) = (free + u32::from(!held), limited + u32::from(held));
    }
    assert!(free > 300 && limited > 300, "{free} {limited}");
}

/// Newton's law in any attitude: mass times acceleration is the sum of the tyres' forces, those of the front turned by its
/// angle on the road, of drag, of the resistance proportional to speed and of the weight along the road.
#[test]
fn forces_add_up_to_mass_times_acceleration() {
    let mut random = Numbers::new(31);
    let mut spec = cbr();
    spec.body.linear_resistance_n_s_m = 2.0;
    let car = MotorcycleCar::from_vehicle(&build(&spec));
    let mass = car.vehicle().body().mass_kg;
    for case in 0..500 {
        let speed = random.pick(&[1.0, 1.0, -1.0]) * random.between(1.0, 40.0);
        let state = MotorcycleState {
            yaw_rad: random.between(-3.0, 3.0),
            velocity_y_m_s: random.between(-1.0, 1.0),
            yaw_rate_rad_s: random.between(-1.0, 1.0),
            lean_rad: random.between(-0.8, 0.8),
            lean_rate_rad_s: random.between(-1.0, 1.0),
            handlebar_rad: random.between(-0.5, 0.5),
            front_deflection_rad: random.between(-0.1, 0.1),
            rear_deflection_rad: random.between(-0.1, 0.1),
            ..MotorcycleState::upright(speed)
        };
        let mode = MotorcycleMode { direction: speed.signum(), ..MotorcycleMode::in_gear(2.0) };
        let command = Command { brake: random.unit(), throttle: random.unit(), ..coast(2.0) };
        let road = super::cars::any_road(&mut random);
        let input = MotorcycleInput::ridden(&command);
        let now = outlined::evaluate::<Motorcycle, _>(&car, &mode, &state, &input, &road).1;
        let (sin, cos) = now.front_steer_rad.sin_cos();
        let Vec2 { x: ahead, y: left } = road.gravity(Direction::at_angle(state.yaw_rad));
        let x = now.front_force_x_n * cos - now.front_force_y_n * sin + now.rear_force_x_n + now.drag_x_n
            - 2.0 * speed;
        let y = now.front_force_x_n * sin + now.front_force_y_n * cos + now.rear_force_y_n + now.drag_y_n;
        for (found, expected) in
            [(now.acceleration_x_m_s2, x / mass + ahead), (now.acceleration_y_m_s2, y / mass + left)]
        {
            assert!(
                (found - expected).abs() < 1e-9 * (1.0 + expected.abs()),
                "{case}: {found}, not {expected}: {state:?}"
            );
        }
    }
}

/// A leaning machine is turned about its own longitudinal axis, right side down: as a body on springs that only rolls.
#[test]
fn pose_of_a_leaning_machine_is_that_of_a_rolled_body() {
    for (slope_rad, bank_rad, yaw_rad, lean_rad) in
        [(0.1, -0.2, 0.7, 0.5), (-0.3, 0.1, -2.5, -0.8), (0.0, 0.0, 1.0, 0.3)]
    {
        let road = Surface { slope_rad, bank_rad, ..Surface::asphalt() };
        let state =
            MotorcycleState { x_m: 3.0, y_m: -2.0, yaw_rad, lean_rad, ..MotorcycleState::upright(5.0) };
        let found = <Motorcycle as Model>::pose(&state, &road);
        let expected = Pose::on_road([3.0, -2.0], yaw_rad, &road).on_springs(0.0, lean_rad, 0.0);
        for place in 0..4 {
            assert!(
                (found.quaternion[place] - expected.quaternion[place]).abs() < 1e-15,
                "{found:?} {expected:?}"
            );
        }
        assert_eq!(found.position_m, expected.position_m);
    }
}
