//! Energy and symmetry on springs.

use skidpad_core::controls::Command;
use skidpad_core::math::Vec2;
use skidpad_core::model::two_track::{
    CarTrace, Parts, TwoTrackBase, TwoTrackInput, TwoTrackMode, TwoTrackState, WheelRoad, WheelState,
};
use skidpad_core::powertrain::driveline::Driveline;
use skidpad_core::spec::{BumpStopsSpec, TyreLaw, VehicleSpec};
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;

use super::any::{LAWS, any_command, any_speed, every_car, mirrored, note_directions, share_of};
use super::cars::steered;
use super::sprung_cars::{Sprung, SprungCar, again, moving, sprung, with_chassis};
use crate::outlined;
use crate::support::{Numbers, any_springs, coast, dt, manual, scatter};

/// A state in motion, wheels in the air and springs pressed together, with the mode that goes with it.
pub fn any_state(numbers: &mut Numbers, car: &SprungCar) -> (TwoTrackState<f64>, TwoTrackMode<f64>) {
    let mut state = TwoTrackState::at_rest();
    let body = &mut state.body;
    body.yaw_rad = numbers.between(-4.0, 4.0);
    body.velocity_x_m_s = any_speed(numbers, 60.0);
    body.velocity_y_m_s = any_speed(numbers, 30.0);
    body.yaw_rate_rad_s = any_speed(numbers, 10.0);
    (body.heave_m, body.roll_rad, body.pitch_rad) =
        (numbers.between(-0.2, 0.2), numbers.between(-0.4, 0.4), numbers.between(-0.2, 0.2));
    body.heave_rate_m_s = any_speed(numbers, 3.0);
    body.roll_rate_rad_s = any_speed(numbers, 5.0);
    body.pitch_rate_rad_s = any_speed(numbers, 5.0);
    let speed = body.velocity_x_m_s;
    let wheels = [car.base.front, car.base.front, car.base.rear, car.base.rear].map(|wheel| {
        let tread = numbers.pick(&[0.0, speed, speed + 5.0]);
        let mut slip = || numbers.pick(&[-1.0, 1.0]) * numbers.spread(1e-3, 1e2);
        let far = Vec2 { x: slip(), y: slip() };
        let held = car.front_tyre.limited(&far, tread, &Vec2 { x: 0.0, y: 0.0 });
        WheelState { spin_rad_s: tread / wheel.radius_m, deflection_x: held.x, deflection_y: held.y }
    });
    state.wheels = Wheels::from_row(wheels);
    let mut mode = TwoTrackMode::in_gear(&car.base, 0.0);
    note_directions(&mut mode, &state);
    (state, mode)
}

/// A steered input on any road.
pub fn any_input(numbers: &mut Numbers) -> TwoTrackInput<f64> {
    let mut input = TwoTrackInput::on_even_road(&steered(numbers.between(-0.6, 0.6)));
    input.roads = Wheels::from_row([0; 4].map(|_| WheelRoad {
        grip: numbers.between(0.1, 1.2),
        rolling: numbers.between(0.0, 3.0),
        height_m: numbers.pick(&[0.0, 0.0, 1.0]) * numbers.between(-0.1, 0.1),
        rise_x: numbers.pick(&[0.0, 0.0, 1.0]) * numbers.between(-0.3, 0.3),
        rise_y: numbers.pick(&[0.0, 0.0, 1.0]) * numbers.between(-0.3, 0.3),
    }));
    input
}

pub fn chassis(law: TyreLaw) -> VehicleSpec {
    let mut spec = with_chassis(&manual(), |chassis| {
        (chassis.front_downforce, chassis.rear_downforce) = (0.4, 0.7);
        (chassis.anti_dive, chassis.anti_squat) = (0.5, 0.6);
        chassis.suspension_friction = 0.02;
        chassis.rear_track_m = 1.6;
    });
    spec.tyre_law = law;
    spec.bump_stops =
        Some(BumpStopsSpec { front_travel_m: 0.03, rear_travel_m: 0.05, length_m: 0.04, load: 2.0 });
    spec
}

/// Power that the motion of a car of 1500 kg gains, W, and what its forces give it by their powers: the sum over all that
/// moves of mass times speed times acceleration, without the engine's, which is not connected.
pub fn balance_w<P: Parts>(
    base: &TwoTrackBase<f64, P>,
    state: &TwoTrackState<f64, P>,
    rate: &TwoTrackState<f64, P>,
    power: &CarTrace<f64>,
) -> (f64, f64) {
    let (body, grows, springs) = (&state.body, &rate.body, &base.suspension.body);
    let inertia = base.driveline.wheel_inertia_kg_m2().in_a_row();
    let spins = state.wheels.in_a_row().into_iter().zip(rate.wheels.in_a_row()).zip(inertia);
    let gains = 1500.0
        * (body.velocity_x_m_s * grows.velocity_x_m_s + body.velocity_y_m_s * grows.velocity_y_m_s)
        + body.yaw_rate_rad_s * grows.yaw_rate_rad_s / base.body.inverse_yaw_inertia_1_kg_m2
        + springs.sprung_mass_kg * body.heave_rate_m_s * grows.heave_rate_m_s
        + body.roll_rate_rad_s * grows.roll_rate_rad_s / springs.inverse_roll_inertia_1_kg_m2
        + body.pitch_rate_rad_s * grows.pitch_rate_rad_s / springs.inverse_pitch_inertia_1_kg_m2
        + spins.map(|((is, grows), kg_m2)| kg_m2 * is.spin_rad_s * grows.spin_rad_s).sum::<f64>();
    let given = power.drive_power_w
        + power.brake_power_w
        + power.resistance_power_w
        + power.gravity_power_w
        + power.climbing_power_w
        - power.contact_power_w
        - power.suspension_power_w;
    (gains, given)
}

/// What the body's motion gains is what is told that it is given, to rounding; springs store no more than they
/// take, tyres, brakes and air give nothing.
fn check_energy(law: TyreLaw, states: u64, seed: u64) {
    let car = sprung(&chassis(law));
    let mut numbers = Numbers::new(seed);
    let (mut airborne, mut heat) = (0, 0.0);
    for _ in 0..states {
        let (state, mut mode) = any_state(&mut numbers, &car);
        mode.brakes.front_left.pressure = numbers.pick(&[0.0, 1.0, 0.3]);
        let input = any_input(&mut numbers);
        let road = Surface {
            grip: numbers.between(0.05, 1.2),
            slope_rad: numbers.between(-0.3, 0.3),
            bank_rad: numbers.between(-0.3, 0.3),
            ..Surface::asphalt()
        };
        let (rate, trace) = outlined::evaluate::<Sprung, _>(&car, &mode, &state, &input, &road);
        let (told, power) = ((&state, &trace), &trace.car);
        let size = trace.wheels.in_a_row().iter().fold(1.0, |size, wheel| {
            size + (wheel.force_x_n.abs() + wheel.force_y_n.abs()) * 100.0 + wheel.load_n * 20.0
        });
        let moves = state.body.velocity_x_m_s.abs() + state.body.velocity_y_m_s.abs();
        let size = size + 1500.0 * 20.0 * moves + power.brake_power_w.abs() + power.suspension_power_w.abs();
        assert!(power.suspension_stored_power_w - power.suspension_power_w <= 1e-12 * size, "{told:?}");
        assert!(power.stored_power_w - power.contact_power_w <= 1e-12 * size, "{told:?}");
        assert!(power.brake_power_w <= 0.0, "{told:?}");
        let (gains, given) = balance_w(&car.base, &state, &rate, power);
        assert!((gains - given).abs() <= 1e-11 * size, "{gains} W, not {given} W of {size}: {told:?}");
        heat += power.suspension_power_w - power.suspension_stored_power_w;
        for wheel in trace.wheels.in_a_row() {
            assert!(wheel.load_n >= 0.0, "{told:?}");
            assert!(law == TyreLaw::Linear || wheel.use_of_grip <= 1.0 + 1e-14, "{told:?}");
            airborne += u64::from(wheel.load_n == 0.0);
        }
    }
    assert!(heat > 0.0 && airborne > states / 4, "the states reach what they are to test: {airborne}");
}

#[test]
fn energy_balances_on_springs() {
    for (seed, law) in LAWS.into_iter().enumerate() {
        check_energy(law, 20_000, seed as u64);
    }
}

#[test]
#[ignore = "soak: ten million random states for each of three laws"]
fn energy_balances_on_springs_soak() {
    for (seed, law) in LAWS.into_iter().enumerate() {
        check_energy(law, share_of(10_000_000), 100 + seed as u64);
    }
}

/// What the springs tell that they store is the rate of an energy of place alone: round any closed way,
/// wheels in the air or not, it comes to nothing.
#[test]
fn what_springs_store_comes_back() {
    let car = sprung(&chassis(TyreLaw::Peaked));
    let mode = TwoTrackMode::in_gear(&car.base, 0.0);
    let input = TwoTrackInput::on_even_road(&coast(0.0));
    let mut numbers = Numbers::new(77);
    for _ in 0..5 {
        let mut wave = || (numbers.between(0.0, 0.12), numbers.between(0.0, 0.2), numbers.between(0.0, 6.3));
        let waves = [wave(), wave(), wave()];
        let at = |angle: f64| {
            let [z, roll, pitch] = [(0, 1.0), (1, 2.0), (2, 1.0)].map(|(which, often): (usize, f64)| {
                let (size, middle, phase) = waves[which];
                let to = often * angle + phase;
                (0.3 * middle + size * to.sin(), size * often * to.cos())
            });
            let mut state = TwoTrackState::at_rest();
            (state.body.heave_m, state.body.heave_rate_m_s) = z;
            (state.body.roll_rad, state.body.roll_rate_rad_s) = roll;
            (state.body.pitch_rad, state.body.pitch_rate_rad_s) = pitch;
            let (_, trace) =
                outlined::evaluate::<Sprung, _>(&car, &mode, &state, &input, &Surface::asphalt());
            trace.car.suspension_stored_power_w
        };
        let steps = 20_000;
        let step = core::f64::consts::TAU / f64::from(steps);
        let (sum, size) = (0..steps).fold((0.0, 0.0), |(sum, size), count| {
            let power = at(f64::from(count) * step);
            (sum + power * step, size + power.abs() * step)
        });
        assert!(sum.abs() < 1e-6 * size, "{sum} J of {size} J");
    }
}

/// Steered the other way on the mirrored road every number is the same but for its sign.
#[test]
fn mirrored_runs_on_springs_are_equal_as_numbers() {
    for (seed, spec) in every_car().into_iter().enumerate() {
        let road = Surface { slope_rad: 0.05, bank_rad: 0.03, ..Surface::asphalt() };
        let other = Surface { bank_rad: -0.03, ..road };
        let (mut here, mut there) = (moving(&spec, 15.0, 2.0), moving(&spec, 15.0, 2.0));
        let mut numbers = Numbers::new(seed as u64);
        for _ in 0..16 {
            let command = any_command(&mut numbers);
            let turned = Command { steer_rad: -command.steer_rad, ..command };
            for step in 0..50 {
                let mut input = TwoTrackInput::on_even_road(&command);
                input.roads.front_left.height_m = numbers.between(-0.01, 0.01);
                let mut turned = TwoTrackInput::on_even_road(&turned);
                turned.roads = input.roads.mirrored();
                here.step(&input, &road, dt(0.01));
                there.step(&turned, &other, dt(0.01));
                assert_eq!(*there.state(), mirrored(here.state()), "{} step {step}", spec.name);
            }
        }
    }
}

/// Random vehicles under random drivers on bumps: nothing that is not a number, no force beyond the tyre's own peak,
/// and the end only by tipping over. A hundred thousand of them drive in skidpad-workload, side by side.
fn check_any_driver(vehicles: u64, steps: u64) {
    let (mut tipped, mut drove) = (0, 0);
    for vehicle in 0..vehicles {
        let mut numbers = Numbers::new(5000 + vehicle);
        let mut spec = with_chassis(&every_car()[(vehicle % 3) as usize], |chassis| {
            any_springs(chassis, &mut numbers);
        });
        scatter(&mut spec, &mut numbers);
        if vehicle % 2 == 1 {
            // Numbers of their own: the others are what they are without stops.
            let mut own = Numbers::new(90_000 + vehicle);
            spec.bump_stops = Some(BumpStopsSpec {
                front_travel_m: own.spread(0.002, 0.2),
                rear_travel_m: own.spread(0.002, 0.2),
                length_m: own.spread(0.005, 0.3),
                load: own.spread(0.1, 20.0),
            });
        }
        let Ok(_) = spec.validate() else { continue };
        let mut car = moving(&spec, numbers.between(-10.0, 40.0), 0.0);
        let road = Surface {
            grip: numbers.between(0.1, 1.2),
            bank_rad: numbers.between(-0.2, 0.2),
            ..Surface::asphalt()
        };
        let mut command = coast(1.0);
        for step in 0..steps {
            if step % 25 == 0 {
                command = any_command(&mut numbers);
            }
            let mut input = TwoTrackInput::on_even_road(&command);
            input.roads = Wheels::from_row(
                input
                    .roads
                    .in_a_row()
                    .map(|road| WheelRoad { height_m: numbers.between(-0.02, 0.02), ..road }),
            );
            let status = car.step(&input, &road, dt(1.0 / 60.0));
            if status == Status::FALLEN_OVER || status == Status::ENGINE_BLOWN {
                tipped += u64::from(status == Status::FALLEN_OVER);
                break;
            }
            assert_eq!(status, Status::Running, "vehicle {vehicle} step {step}: {:?} {spec:?}", car.state());
            drove += 1;
            let (_, trace) = car.look(&input, &road);
            for wheel in trace.wheels.in_a_row() {
                assert!(wheel.use_of_grip <= 1.0 + 1e-12, "vehicle {vehicle} step {step}: {wheel:?}");
            }
        }
        let body = car.state().body;
        assert!(body.velocity_x_m_s.abs() < 150.0 && body.heave_m.abs() < 5.0, "vehicle {vehicle}: {body:?}");
    }
    assert!(tipped < vehicles / 3 && drove > 0, "{tipped} of {vehicles} tipped over");
}

/// A car again in its own state goes on by the same bits: nothing is remembered beside state and mode.
#[test]
fn goes_on_from_its_state() {
    let mut car = moving(&manual(), 15.0, 2.0);
    let input = TwoTrackInput::on_even_road(&steered(0.1));
    for _ in 0..50 {
        car.step(&input, &Surface::asphalt(), dt(0.01));
    }
    let mut restarted = again(&car, *car.state());
    for _ in 0..50 {
        car.step(&input, &Surface::asphalt(), dt(0.01));
        restarted.step(&input, &Surface::asphalt(), dt(0.01));
    }
    assert_eq!(car.state(), restarted.state());
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn any_sprung_car_survives_any_driver() {
        check_any_driver(60, 300);
    }
}
