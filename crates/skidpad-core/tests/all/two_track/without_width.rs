//! A four-wheel car without width is the single-track car: its wheels roll, slip and load in pairs.

use crate::outlined;
use crate::single_track_support::{steered, track};
use crate::support::{Numbers, automatic, electric, manual};
use skidpad_core::brakes::BrakeWheel;
use skidpad_core::controls::Command;
use skidpad_core::model::two_track::{
    BodyMode, Curves, TwoTrack, TwoTrackCar, TwoTrackInput, TwoTrackMode, TwoTrackState, WheelState,
};
use skidpad_core::model::{
    Model, SingleTrack, SingleTrackCar, SingleTrackMode, SingleTrackState, two_track::TwoTrackTrace,
};
use skidpad_core::spec::{ChassisSpec, Section, TyreLaw, VehicleSpec};
use skidpad_core::step::{Dt, Simulation};
use skidpad_core::surface::Surface;
use skidpad_core::tyre::CombinedTyre;
use skidpad_core::wheels::Wheels;

type Car = TwoTrackCar<CombinedTyre<f64>, f64>;
type Four = TwoTrack<Curves>;

/// The same car without width.
fn narrow(spec: &VehicleSpec) -> (SingleTrackCar<f64>, Car) {
    let mut spec = spec.clone();
    // The driveline is another: in neutral nothing of it is left but a coupling between the axles.
    spec.drive.centre_coupling_nm_s = 0.0;
    spec.chassis = Some(ChassisSpec::blank());
    spec.derive_section("chassis");
    if let Some(chassis) = &mut spec.chassis {
        (chassis.front_track_m, chassis.rear_track_m) = (0.0, 0.0);
    }
    let single = track(&spec);
    let mut car = Car::from(&spec.validate().unwrap());
    car.base.driveline.layout.front_wheel_kg_m2 = 0.5 / single.front.wheels.mobility_1_kg_m2;
    car.base.driveline.layout.rear_wheel_kg_m2 = 0.5 / single.rear.wheels.mobility_1_kg_m2;
    (single, car)
}

fn doubled(single: &SingleTrackState<f64>) -> TwoTrackState<f64> {
    let mut state = TwoTrackState::at_rest();
    state.body.x_m = single.x_m;
    state.body.y_m = single.y_m;
    state.body.yaw_rad = single.yaw_rad;
    state.body.velocity_x_m_s = single.velocity_x_m_s;
    state.body.velocity_y_m_s = single.velocity_y_m_s;
    state.body.yaw_rate_rad_s = single.yaw_rate_rad_s;
    let wheel =
        |spin_rad_s, deflection_x, deflection_y| WheelState { spin_rad_s, deflection_x, deflection_y };
    state.wheels = Wheels::of_axles(
        wheel(single.front_spin_rad_s, single.front_deflection_x, single.front_deflection_y),
        wheel(single.rear_spin_rad_s, single.rear_deflection_x, single.rear_deflection_y),
    );
    state
}

fn doubled_mode(car: &Car, single: &SingleTrackMode<f64>, command: &Command<f64>) -> TwoTrackMode<f64> {
    let mut mode = TwoTrackMode::in_gear(&car.base, 0.0);
    mode.body = BodyMode {
        x_direction: single.x_direction,
        y_direction: single.y_direction,
        yaw_direction: single.yaw_direction,
        front_steer_rad: single.front_steer_rad,
        ..mode.body
    };
    let directions = Wheels::of_axles(single.front_direction, single.rear_direction);
    mode.driveline = mode.driveline.with_wheel_directions(&directions);
    mode.brakes = Wheels::all(BrakeWheel { pressure: command.brake, disc_k: 293.15 });
    mode
}

/// Differences over what is usual of a quantity.
fn differences(single: &SingleTrackState<f64>, four: &TwoTrackState<f64>) -> [f64; 12] {
    let (body, [fl, fr, rl, rr]) = (&four.body, four.wheels.in_a_row());
    let pair =
        |one: f64, left: f64, right: f64| (one - left).abs().max((one - right).abs()) / one.abs().max(1.0);
    let one = |one: f64, four: f64| pair(one, four, four);
    [
        one(single.x_m, body.x_m),
        one(single.y_m, body.y_m),
        one(single.yaw_rad, body.yaw_rad),
        one(single.velocity_x_m_s, body.velocity_x_m_s),
        one(single.velocity_y_m_s, body.velocity_y_m_s),
        one(single.yaw_rate_rad_s, body.yaw_rate_rad_s),
        pair(single.front_spin_rad_s, fl.spin_rad_s, fr.spin_rad_s),
        pair(single.rear_spin_rad_s, rl.spin_rad_s, rr.spin_rad_s),
        pair(single.front_deflection_x, fl.deflection_x, fr.deflection_x),
        pair(single.front_deflection_y, fl.deflection_y, fr.deflection_y),
        pair(single.rear_deflection_x, rl.deflection_x, rr.deflection_x),
        pair(single.rear_deflection_y, rl.deflection_y, rr.deflection_y),
    ]
}

fn any_command(numbers: &mut Numbers) -> Command<f64> {
    Command {
        brake: numbers.pick(&[0.0, 1.0, 0.3]),
        handbrake: numbers.pick(&[0.0, 0.0, 1.0]),
        ..steered(numbers.between(-0.55, 0.55))
    }
}

fn any_road(numbers: &mut Numbers) -> Surface<f64> {
    Surface {
        grip: numbers.between(0.05, 1.2),
        rolling: numbers.between(0.0, 3.0),
        slope_rad: numbers.between(-0.3, 0.3),
        bank_rad: numbers.between(-0.3, 0.3),
        headwind_m_s: numbers.between(-20.0, 20.0),
        ..Surface::asphalt()
    }
}

fn any_state(numbers: &mut Numbers) -> SingleTrackState<f64> {
    let speed =
        |numbers: &mut Numbers, most: f64| numbers.pick(&[-1.0, 0.0, 1.0, 1.0]) * numbers.spread(1e-6, most);
    let vx = speed(numbers, 80.0);
    let spin = |numbers: &mut Numbers| (vx * numbers.pick(&[0.0, 1.0, 1.05]) + speed(numbers, 20.0)) / 0.32;
    let (front_spin_rad_s, rear_spin_rad_s) = (spin(numbers), spin(numbers));
    SingleTrackState {
        x_m: 0.0,
        y_m: 0.0,
        yaw_rad: numbers.between(-4.0, 4.0),
        velocity_x_m_s: vx,
        velocity_y_m_s: speed(numbers, 30.0),
        yaw_rate_rad_s: speed(numbers, 5.0),
        front_spin_rad_s,
        rear_spin_rad_s,
        engine_rad_s: 0.0,
        front_deflection_x: speed(numbers, 20.0),
        front_deflection_y: speed(numbers, 20.0),
        rear_deflection_x: speed(numbers, 20.0),
        rear_deflection_y: speed(numbers, 20.0),
    }
}

fn cars() -> [VehicleSpec; 3] {
    // Steered in parallel: one wheel and two at the same place point the same way.
    [manual(), VehicleSpec { tyre_law: TyreLaw::LinearCapped, ..automatic() }, electric()]
}

/// In any state, all rates agree within rounding: what 1e-12 of the largest term is.
#[test]
fn rates_are_those_of_the_single_track_car() {
    let mut numbers = Numbers::new(21);
    let mut worst = 0.0_f64;
    for spec in cars() {
        let (single, four) = narrow(&spec);
        for _ in 0..20_000 {
            let state = any_state(&mut numbers);
            let (command, road) = (any_command(&mut numbers), any_road(&mut numbers));
            let sense = |value: f64| if value == 0.0 { 0.0 } else { value.signum() };
            let mode = SingleTrackMode {
                front_direction: sense(state.front_spin_rad_s),
                rear_direction: sense(state.rear_spin_rad_s),
                x_direction: sense(state.velocity_x_m_s),
                y_direction: sense(state.velocity_y_m_s),
                yaw_direction: sense(state.yaw_rate_rad_s),
                front_steer_rad: command.steer_rad,
                ..SingleTrackMode::in_gear(&single, 0.0)
            };
            let (expected, told) =
                outlined::evaluate::<SingleTrack, _>(&single, &mode, &state, &command, &road);
            let input = TwoTrackInput::on_even_road(&command);
            let (found, trace) = outlined::evaluate::<Four, _>(
                &four,
                &doubled_mode(&four, &mode, &command),
                &doubled(&state),
                &input,
                &road,
            );
            // A wheel's spin changes by the difference of large torques over a small inertia.
            let torque = [
                (told.front_free_torque_nm.abs() + told.front_holding_nm)
                    * single.front.wheels.mobility_1_kg_m2,
                (told.rear_free_torque_nm.abs() + told.rear_holding_nm) * single.rear.wheels.mobility_1_kg_m2,
            ];
            for (number, difference) in differences(&expected, &found).into_iter().enumerate() {
                let scale = match number {
                    6 => (torque[0] / expected.front_spin_rad_s.abs().max(1.0)).max(1.0),
                    7 => (torque[1] / expected.rear_spin_rad_s.abs().max(1.0)).max(1.0),
                    _ => 1.0,
                };
                worst = worst.max(difference / scale);
                assert!(
                    difference < 1e-12 * scale,
                    "{number}: {difference} {state:?} {expected:?} {found:?}"
                );
            }
            check_trace(&told, &trace);
        }
    }
    println!("largest difference: {worst:e}");
}

fn check_trace(single: &skidpad_core::model::SingleTrackTrace<f64>, four: &TwoTrackTrace<f64>) {
    let near = |a: f64, b: f64, size: f64| {
        assert!((a - b).abs() <= 1e-11 * size.max(1.0), "{a} and {b}: {single:?} {four:?}")
    };
    let load = single.front_load_n + single.rear_load_n;
    near(single.front_load_n, four.car.front_load_n, load);
    near(single.rear_load_n, four.car.rear_load_n, load);
    near(single.front_force_x_n, four.car.front_force_x_n, load);
    near(single.front_force_y_n, four.car.front_force_y_n, load);
    near(single.rear_force_y_n, four.car.rear_force_y_n, load);
    near(single.front_slip_angle_rad, four.car.front_slip_angle_rad, 1.0);
    let power = single.contact_power_w.abs() + load * 100.0;
    near(single.contact_power_w, four.car.contact_power_w, power);
    near(single.stored_power_w, four.car.stored_power_w, power);
}

/// Ten seconds of braking and steering on a slope, to the twelfth digit.
#[test]
fn motion_is_that_of_the_single_track_car() {
    for spec in cars() {
        let (single, four) = narrow(&spec);
        let state = SingleTrackState::rolling(&single, 25.0, 0.0);
        let mut one: Simulation<SingleTrack> =
            Simulation::new(single, SingleTrackMode::in_gear(&single, 0.0), state);
        let mut two: Simulation<Four> =
            Simulation::new(four, TwoTrackMode::in_gear(&four.base, 0.0), doubled(&state))
                .with_method(SingleTrack::INTEGRATOR);
        let road = Surface { bank_rad: 0.02, ..Surface::asphalt() };
        let mut worst = 0.0_f64;
        for step in 0..1000 {
            let time = f64::from(step) * 0.01;
            let command = Command { brake: if time > 4.0 { 0.1 } else { 0.0 }, ..steered(0.03 * time.sin()) };
            one.step(&command, &road, Dt::new(0.01).unwrap());
            two.step(&TwoTrackInput::on_even_road(&command), &road, Dt::new(0.01).unwrap());
            assert_eq!(one.sub_steps(Dt::new(0.01).unwrap()), two.sub_steps(Dt::new(0.01).unwrap()));
            worst = differences(one.state(), two.state()).into_iter().fold(worst, f64::max);
        }
        println!("{}: largest difference {worst:e}", spec.name);
        assert!(worst < 1e-12, "{}: {worst}", spec.name);
    }
}
