//! Cars and a motorcycle under any driver, in two systems of units.

use skidpad_core::controls::Command;
use skidpad_core::model::two_track::{
    Curves, Kind, SprungCurves, StandardParts, TwoTrack, TwoTrackInput, TwoTrackMode, TwoTrackState,
    WheelRoad,
};
use skidpad_core::model::{
    Model, SingleTrack, SingleTrackCar, SingleTrackMode, SingleTrackState, StraightLine, StraightLineMode,
    StraightLineState,
};
use skidpad_core::record::{Channels, Flag};
use skidpad_core::spec::{Section, VehicleSpec};
use skidpad_core::step::Simulation;
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;
use skidpad_special::{
    Kinematic, KinematicCar, KinematicMode, KinematicState, Motorcycle, MotorcycleCar, MotorcycleData,
    MotorcycleInput, MotorcycleMode, MotorcycleState, PointMass, PointMassMode, PointMassState,
};
use skidpad_texts::ackermann::Ackermann;
use skidpad_texts::ackermann::{AckermannCar, AckermannMode, AckermannState};

use super::motion;
use super::scales::{LONGER, ROUNDING, SHORTER, Units, first_other, numbers, same_car};
use crate::support::{Numbers, automatic, build, coast, dt, electric, manual};

/// A section with each number somewhat another: no two axles are alike in anything.
fn vary<S: Section>(numbers: &mut Numbers, section: &mut S) {
    for (index, field) in S::FIELDS.iter().enumerate() {
        let value = section.get(index) * numbers.spread(0.8, 1.25);
        section.set(index, value.clamp(field.low, field.high));
    }
}

/// A vehicle like one of the three, no two of whose numbers are alike.
pub fn uneven(numbers: &mut Numbers) -> VehicleSpec {
    for attempt in 0.. {
        let mut spec = numbers.pick(&[manual as fn() -> VehicleSpec, automatic, electric])();
        for section in ["chassis", "steering", "differentials"] {
            spec.derive_section(section);
        }
        spec.body.linear_resistance_n_s_m = 3.0;
        spec.front.handbrake_torque_nm = 500.0;
        vary(numbers, &mut spec.body);
        vary(numbers, &mut spec.engine);
        vary(numbers, &mut spec.drive);
        for axle in [&mut spec.front, &mut spec.rear] {
            let peak_slip_angle_rad = axle.peak_slip_angle_rad * numbers.spread(0.8, 1.25);
            vary(numbers, axle);
            *axle = skidpad_core::spec::AxleSpec {
                wheels: 2.0,
                peak_slip_angle_rad,
                cornering_stiffness_n_rad: skidpad_core::spec::AxleSpec::NOT_GIVEN,
                ..*axle
            };
        }
        let steering = spec.steering.as_mut().expect("derived");
        (steering.front_toe_rad, steering.rear_toe_rad) = (0.01, -0.004);
        steering.largest_rate_rad_s = numbers.pick(&[0.0, 1.5]);
        let locks = spec.differentials.as_mut().expect("derived");
        (locks.front_preload_nm, locks.rear_preload_nm, locks.rear_drive_locking) = (30.0, 50.0, 0.3);
        let chassis = spec.chassis.as_mut().expect("derived");
        (chassis.front_downforce, chassis.rear_downforce) = (0.2, 0.3);
        (chassis.front_camber_rad, chassis.rear_camber_rad) = (-0.02, -0.01);
        vary(numbers, chassis);
        if spec.validate().is_ok() && LONGER.of_spec(&spec).validate().is_ok() {
            return spec;
        }
        let faults = (spec.validate().err(), LONGER.of_spec(&spec).validate().err());
        assert!(attempt < 20, "no vehicle in both units: {faults:?}");
    }
    unreachable!()
}

/// A slope with a bank and wind from the side.
pub fn any_road(numbers: &mut Numbers) -> Surface<f64> {
    Surface {
        grip: numbers.between(0.3, 1.2),
        rolling: numbers.between(0.5, 3.0),
        slope_rad: numbers.between(-0.1, 0.1),
        bank_rad: numbers.between(-0.1, 0.1),
        headwind_m_s: numbers.between(-15.0, 15.0),
        crosswind_m_s: numbers.between(-15.0, 15.0),
        ..Surface::asphalt()
    }
}

/// A driver who does everything at once.
fn any_command(numbers: &mut Numbers, gears: &[f64]) -> Command<f64> {
    Command {
        throttle: numbers.pick(&[0.0, 1.0]) * numbers.unit(),
        brake: numbers.pick(&[0.0, 0.0, 1.0]) * numbers.unit(),
        handbrake: numbers.pick(&[0.0, 0.0, 0.0, 0.5]),
        clutch: numbers.pick(&[0.0, 0.0, 0.0, 0.7]),
        automatic: Flag::from(numbers.pick(&[false, false, true])),
        steer_rad: numbers.between(-0.3, 0.3),
        ..coast(numbers.pick(gears))
    }
}

/// What a run starts with.
pub type Start<M> = (<M as Model>::Car<f64>, <M as Model>::Mode<f64>, <M as Model>::State<f64>);

/// Drives a car in both units and compares everything in each step.
pub fn runs_alike<M: Model>(
    units: &Units,
    one: Start<M>,
    other: Start<M>,
    road: &Surface<f64>,
    (step_s, steps): (f64, u32),
    mut driver: impl FnMut() -> M::Input<f64>,
) {
    let (mut one, mut other) = (
        Simulation::<M>::new(one.0, one.1, one.2).bare(),
        Simulation::<M>::new(other.0, other.1, other.2).bare(),
    );
    let other_road = units.of(road);
    let by_state = units.factors::<M::State<f64>>();
    let by_mode = units.factors::<M::Mode<f64>>();
    let by_trace = units.factors::<M::Trace<f64>>();
    let by_rate: Vec<f64> = by_state.iter().map(|by| by / units.per_s).collect();
    let mut input = driver();
    for step in 0..steps {
        if step % 20 == 0 {
            input = driver();
        }
        let other_input = units.of(&input);
        let (rate, trace) = one.look(&input, road);
        let (other_rate, other_trace) = other.look(&other_input, &other_road);
        let check = |what: &str, found: Option<String>| {
            if let Some(found) = found {
                panic!(
                    "{} step {step}: {what} {found}; {:?} {:?} {input:?}",
                    M::NAME,
                    one.state(),
                    one.mode()
                );
            }
        };
        let traces = <M::Trace<f64> as Channels>::CHANNELS;
        check("trace", first_other(traces, (&numbers(&trace), &numbers(&other_trace)), &by_trace, ROUNDING));
        check("by definition", motion::broken(one.state(), &rate, &trace));
        let states = <M::State<f64> as Channels>::CHANNELS;
        check("rate of", first_other(states, (&numbers(&rate), &numbers(&other_rate)), &by_rate, ROUNDING));
        let status = one.step(&input, road, dt(step_s));
        assert_eq!(other.step(&other_input, &other_road, dt(step_s * units.per_s)), status, "{}", M::NAME);
        let modes = <M::Mode<f64> as Channels>::CHANNELS;
        let check = |what: &str, found: Option<String>| {
            if let Some(found) = found {
                panic!(
                    "{} step {step}: {what} {found}; {:?} {:?} {input:?}",
                    M::NAME,
                    one.state(),
                    one.mode()
                );
            }
        };
        check(
            "state",
            first_other(states, (&numbers(one.state()), &numbers(other.state())), &by_state, ROUNDING),
        );
        check("mode", first_other(modes, (&numbers(one.mode()), &numbers(other.mode())), &by_mode, ROUNDING));
    }
}

/// Runs of any cars at any speeds. `start` makes car, mode and state of a vehicle, a speed in m/s and a gear, in SI.
fn any_runs<M: Model>(
    (runs, step_s): (u64, f64),
    start: impl Fn(&VehicleSpec, f64, f64) -> Start<M>,
    input: impl Fn(&mut Numbers, Command<f64>) -> M::Input<f64>,
) {
    // Ackermann's steering has a rate that no vehicle's file says.
    let rates = usize::from(M::NAME == "ackermann");
    for seed in 0..runs {
        let mut random = Numbers::new(40 + seed);
        let spec = uneven(&mut random);
        let speed = random.pick(&[0.0, 3.0, -3.0, 12.0, 25.0]);
        // The limiter's band is that of any engine.
        let gears: &[f64] = if speed > 5.0 { &[3.0, 4.0, 0.0] } else { &[1.0, 2.0, 0.0, -1.0] };
        let gear = random.pick(gears);
        let (car, mode, state) = start(&spec, speed, gear);
        let (other_car, other_mode, _) = start(&LONGER.of_spec(&spec), speed * LONGER.factor("m/s"), gear);
        // The state is any state: where a rule of the model's own would have set it is another matter.
        let other =
            (same_car(&LONGER, &car, &other_car, &[(0.8, "1/s")][..rates]), other_mode, LONGER.of(&state));
        let road = any_road(&mut random);
        runs_alike::<M>(&LONGER, (car, mode, state), other, &road, (step_s, 300), || {
            let command = any_command(&mut random, gears);
            input(&mut random, command)
        });
    }
}

#[test]
fn straight_line() {
    any_runs::<StraightLine>(
        (12, 0.0005),
        |spec, speed, gear| {
            let car = build(spec);
            (*car.two_axles(), StraightLineMode::in_gear(gear), StraightLineState::rolling(&car, speed, gear))
        },
        |_, command| command,
    );
}

#[test]
fn point_mass() {
    any_runs::<PointMass>(
        (12, 0.0005),
        |spec, speed, gear| {
            let state = PointMassState { position_m: 0.0, speed_m_s: speed };
            (*build(spec).two_axles(), PointMassMode::in_gear(gear), state)
        },
        |_, command| command,
    );
}

#[test]
fn kinematic() {
    any_runs::<Kinematic>(
        (8, 0.0005),
        |spec, speed, _| {
            let direction = if speed == 0.0 { 0.0 } else { speed.signum() };
            (KinematicCar::new(&build(spec)), KinematicMode { direction }, KinematicState::at_speed(speed))
        },
        |_, command| command,
    );
}

#[test]
fn single_track() {
    any_runs::<SingleTrack>(
        (12, 0.0005),
        |spec, speed, gear| {
            let car = SingleTrackCar::from(&build(spec));
            let mut state = SingleTrackState::rolling(&car, speed, gear);
            (state.velocity_y_m_s, state.yaw_rate_rad_s) = (0.2 * speed, 0.02 * speed);
            (car, SingleTrackMode::in_gear(&car, gear), state)
        },
        |_, command| command,
    );
}

#[test]
fn ackermann() {
    any_runs::<Ackermann>(
        (12, 0.002),
        |spec, speed, _| {
            let car = AckermannCar::from_vehicle(&build(spec));
            let state = AckermannState::rolling(&car, speed, 0.1);
            (car, AckermannMode::grips(&state), state)
        },
        |_, command| command,
    );
}

/// Four wheels on simple tyres, each on a road of its own.
fn four<K: Kind<Parts = StandardParts>>(runs: u64) {
    any_runs::<TwoTrack<K>>(
        (runs, 0.0005),
        |spec, speed, gear| {
            let car = K::car(&build(spec));
            let mut state = TwoTrackState::rolling(&car.base, speed, gear);
            (state.body.velocity_y_m_s, state.body.yaw_rate_rad_s) = (0.2 * speed, 0.02 * speed);
            // Not as fast as the gearbox: where a converter has next to no slip, a bound of 1e-3 rad/s keeps it finite.
            state.body.engine_rad_s *= 1.07;
            if K::SPRUNG {
                (state.body.roll_rad, state.body.pitch_rad) = (0.03, -0.02);
            }
            (car, TwoTrackMode::in_gear(&car.base, gear), state)
        },
        |random, command| {
            let mut input = TwoTrackInput::on_even_road(&command);
            let roads = [0; 4].map(|_| WheelRoad {
                grip: random.between(0.3, 1.2),
                rolling: random.between(0.0, 3.0),
                height_m: random.between(-0.01, 0.01),
                rise_x: random.between(-0.1, 0.1),
                rise_y: random.between(-0.1, 0.1),
            });
            input.roads = Wheels::from_row(roads);
            input
        },
    );
}

#[test]
fn two_track() {
    four::<Curves>(16);
}

#[test]
fn two_track_sprung() {
    four::<SprungCurves>(10);
}

#[test]
fn motorcycle() {
    for seed in 0..12 {
        let mut random = Numbers::new(seed);
        let mut spec = crate::motorcycle_support::cbr();
        vary(&mut random, &mut spec.body);
        (spec.body.track_m, spec.body.height_m) = (0.0, 1.1);
        let vehicle = build(&spec);
        let mut data = MotorcycleData::from_vehicle(&vehicle);
        data.steer_damping_nm_s *= 1.3;
        let car = MotorcycleCar::new(&vehicle, &data);
        let other_car = MotorcycleCar::new(&build(&SHORTER.of_spec(&spec)), &SHORTER.of(&data));
        let speed = random.pick(&[0.0, 5.0, 15.0, 35.0, -2.0]);
        let gears: &[f64] = if speed > 10.0 { &[5.0, 6.0, 0.0] } else { &[1.0, 2.0, 0.0] };
        let state = MotorcycleState { lean_rad: 0.1, yaw_rate_rad_s: 0.1, ..MotorcycleState::upright(speed) };
        let mode = MotorcycleMode {
            direction: if speed == 0.0 { 0.0 } else { speed.signum() },
            ..MotorcycleMode::in_gear(random.pick(gears))
        };
        let road = any_road(&mut random);
        let starts =
            ((car, mode, state), (same_car(&SHORTER, &car, &other_car, &[]), mode, SHORTER.of(&state)));
        runs_alike::<Motorcycle>(&SHORTER, starts.0, starts.1, &road, (0.0005, 300), || {
            let command =
                Command { steer_rad: random.between(-0.05, 0.05), ..any_command(&mut random, gears) };
            // The rider's skill is that of people, in seconds.
            MotorcycleInput { rider: 0.0, steer_torque_nm: 3.0, ..MotorcycleInput::ridden(&command) }
        });
    }
}
