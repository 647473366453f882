//! Energy: the tyres, brakes and resistances only ever take it, and what the engine gives is found again.
#![allow(clippy::disallowed_methods)]

use crate::outlined;
use crate::support;
use skidpad_core::record::Flag;

use skidpad_core::controls::Command;
use skidpad_core::integrate::{Method, advance};
use skidpad_core::model::{StraightLine, StraightLineMode, StraightLineState, StraightLineTrace};
use skidpad_core::spec::{AxleData, TyreLaw, Vehicle};
use skidpad_core::step::Motion;
use skidpad_core::surface::Surface;
use skidpad_core::tyre::limited_slip;
use support::{Numbers, automatic, build, electric, full_throttle, manual};

type State = StraightLineState<f64>;
type Mode = StraightLineMode<f64>;

const LAWS: [TyreLaw; 3] = [TyreLaw::Linear, TyreLaw::LinearCapped, TyreLaw::Peaked];

/// A speed of any size and either sign, now and then exactly 0.
fn any_speed(numbers: &mut Numbers) -> f64 {
    let size = if numbers.unit() < 0.1 { 0.0 } else { numbers.spread(1e-6, 100.0) };
    size * numbers.pick(&[-1.0, 1.0])
}

/// A wheel that rolls, slips, spins, turns backwards or stands, and a deflection of its tyres.
fn any_wheel(numbers: &mut Numbers, axle: &AxleData<f64>, speed: f64) -> (f64, f64) {
    let tread = match numbers.bits() % 5 {
        0 => 0.0,
        1 => speed,
        2 => speed * numbers.between(0.8, 1.2),
        3 => speed + numbers.between(-30.0, 30.0),
        _ => any_speed(numbers),
    };
    let deflection = numbers.pick(&[-1.0, 1.0]) * numbers.spread(1e-4, 1e2);
    (tread / axle.radius_m, limited_slip(deflection, axle.peak_slip, tread, speed))
}

fn any_state(numbers: &mut Numbers, car: &Vehicle<f64>) -> (State, Mode) {
    let speed_m_s = any_speed(numbers);
    let (front_spin_rad_s, front_deflection) = any_wheel(numbers, car.front(), speed_m_s);
    let (rear_spin_rad_s, rear_deflection) = any_wheel(numbers, car.rear(), speed_m_s);
    let state = State {
        position_m: 0.0,
        speed_m_s,
        front_spin_rad_s,
        rear_spin_rad_s,
        engine_rad_s: numbers.between(0.0, 800.0),
        front_deflection,
        rear_deflection,
    };
    let sense = |value: f64| if value == 0.0 { 0.0 } else { value.signum() };
    let mode = Mode {
        front_direction: sense(front_spin_rad_s),
        rear_direction: sense(rear_spin_rad_s),
        body_direction: sense(speed_m_s),
        ..Mode::in_gear(0.0)
    };
    (state, mode)
}

/// What an axle's tyres take from wheel and body and do not store, W, negated, with the sum of the
/// sizes of its parts: -F v_s + d/dt (F_z sigma int g).
fn tyre_power(
    axle: &AxleData<f64>,
    grip: f64,
    [force, load, spin, speed, deflection, rate]: [f64; 6],
) -> (f64, f64) {
    let slip_speed = spin * axle.radius_m - speed;
    let stored =
        load * axle.law().force_over_load(&axle.grip(grip), deflection) * rate / axle.inverse_relaxation_1_m;
    (stored - force * slip_speed, (force * slip_speed).abs() + stored.abs())
}

fn check_passivity(spec_law: TyreLaw, states: u64, seed: u64) {
    let mut spec = manual();
    spec.tyre_law = spec_law;
    spec.body.linear_resistance_n_s_m = 3.0;
    let car = build(&spec);
    let mut numbers = Numbers::new(seed);
    for _ in 0..states {
        let (state, mode) = any_state(&mut numbers, &car);
        let road = Surface {
            grip: numbers.between(0.05, 1.2),
            rolling: numbers.between(0.0, 3.0),
            slope_rad: numbers.between(-0.3, 0.3),
            ..Surface::asphalt()
        };
        let command = Command {
            brake: numbers.pick(&[0.0, 1.0, 0.3]),
            handbrake: numbers.pick(&[0.0, 0.0, 1.0]),
            ..support::coast(0.0)
        };
        let (rate, trace) = outlined::evaluate::<StraightLine, _>(&car, &mode, &state, &command, &road);
        let (front, front_size) = tyre_power(
            car.front(),
            road.grip,
            [
                trace.front_force_n,
                trace.front_load_n,
                state.front_spin_rad_s,
                state.speed_m_s,
                state.front_deflection,
                rate.front_deflection,
            ],
        );
        let (rear, rear_size) = tyre_power(
            car.rear(),
            road.grip,
            [
                trace.rear_force_n,
                trace.rear_load_n,
                state.rear_spin_rad_s,
                state.speed_m_s,
                state.rear_deflection,
                rate.rear_deflection,
            ],
        );
        let told = (&state, &trace);
        assert!(front <= 1e-12 * front_size, "front tyres give {front} W: {told:?}");
        assert!(rear <= 1e-12 * rear_size, "rear tyres give {rear} W: {told:?}");
        assert!(trace.front_brake_torque_nm * state.front_spin_rad_s <= 0.0, "{told:?}");
        assert!(trace.rear_brake_torque_nm * state.rear_spin_rad_s <= 0.0, "{told:?}");
        assert!(trace.drag_n * state.speed_m_s <= 0.0 && trace.linear_resistance_n * state.speed_m_s <= 0.0);
        assert_eq!((trace.front_drive_torque_nm, trace.rear_drive_torque_nm), (0.0, 0.0), "in neutral");

        let kinetic = [
            car.body().mass_kg * state.speed_m_s * rate.speed_m_s,
            car.front().inertia_kg_m2 * state.front_spin_rad_s * rate.front_spin_rad_s,
            car.rear().inertia_kg_m2 * state.rear_spin_rad_s * rate.rear_spin_rad_s,
            -trace.slope_force_n * state.speed_m_s,
        ];
        let stored = front
            + trace.front_force_n * (state.front_spin_rad_s * car.front().radius_m - state.speed_m_s)
            + rear
            + trace.rear_force_n * (state.rear_spin_rad_s * car.rear().radius_m - state.speed_m_s);
        let size = kinetic.iter().map(|part| part.abs()).sum::<f64>() + front_size + rear_size;
        assert!(kinetic.iter().sum::<f64>() + stored <= 1e-12 * size, "energy grows: {told:?}");

        if spec_law != TyreLaw::Linear {
            let most = |axle: &AxleData<f64>, load: f64| axle.friction * road.grip * load * (1.0 + 1e-15);
            assert!(trace.front_force_n.abs() <= most(car.front(), trace.front_load_n), "{told:?}");
            assert!(trace.rear_force_n.abs() <= most(car.rear(), trace.rear_load_n), "{told:?}");
        }
    }
}

#[test]
fn nothing_but_the_engine_gives_energy() {
    for (seed, law) in LAWS.into_iter().enumerate() {
        check_passivity(law, 33_000, seed as u64);
    }
}

#[test]
#[ignore = "soak: ten million random states"]
fn nothing_but_the_engine_gives_energy_soak() {
    for (seed, law) in LAWS.into_iter().enumerate() {
        check_passivity(law, 3_333_334, 100 + seed as u64);
    }
}

/// A road of ice without any grip is a road, too.
#[test]
fn without_grip_there_is_no_force_and_no_nan() {
    for law in LAWS {
        let mut spec = manual();
        spec.tyre_law = law;
        let car = build(&spec);
        let ice = Surface { grip: 0.0, ..Surface::asphalt() };
        let mut state = State::rolling(&car, 20.0, 0.0);
        for deflection in [0.0, 0.01, -3.0] {
            state.rear_deflection = deflection;
            let trace = outlined::evaluate::<StraightLine, _>(
                &car,
                &Mode::in_gear(0.0),
                &state,
                &support::coast(0.0),
                &ice,
            )
            .1;
            if law == TyreLaw::Linear {
                assert!(trace.rear_force_n.is_finite());
            } else {
                assert_eq!(trace.rear_force_n, 0.0, "{law:?} {deflection}");
            }
        }
    }
}

/// Kinetic energy of body, wheels and engine, J.
fn kinetic(car: &Vehicle<f64>, state: &State) -> f64 {
    0.5 * (car.body().mass_kg * state.speed_m_s.powi(2)
        + car.front().inertia_kg_m2 * state.front_spin_rad_s.powi(2)
        + car.rear().inertia_kg_m2 * state.rear_spin_rad_s.powi(2)
        + car.engine().inertia_kg_m2 * state.engine_rad_s.powi(2))
}

/// Where the power goes at an instant, W: engine (in), then tyres, brakes and rolling resistance,
/// air, and clutch with gears and the coupling between the axles.
fn powers(car: &Vehicle<f64>, state: &State, trace: &StraightLineTrace<f64>) -> [f64; 5] {
    let front_slip = state.front_spin_rad_s * car.front().radius_m - state.speed_m_s;
    let rear_slip = state.rear_spin_rad_s * car.rear().radius_m - state.speed_m_s;
    let to_axles = trace.front_drive_torque_nm * state.front_spin_rad_s
        + trace.rear_drive_torque_nm * state.rear_spin_rad_s;
    [
        trace.engine_torque_nm * state.engine_rad_s,
        trace.front_force_n * front_slip + trace.rear_force_n * rear_slip,
        -trace.front_brake_torque_nm * state.front_spin_rad_s
            - trace.rear_brake_torque_nm * state.rear_spin_rad_s,
        -trace.drag_n * state.speed_m_s,
        trace.coupling_torque_nm * state.engine_rad_s - to_axles,
    ]
}

/// The books of a launch: work of the engine; what is kinetic in the end; what each loss took; and
/// what the ends of the sub-steps took (wheels that stop, a clutch that catches).
struct Books {
    engine_j: f64,
    kinetic_j: f64,
    losses_j: [f64; 4],
    settled_j: f64,
}

impl Books {
    fn unexplained(&self) -> f64 {
        (self.engine_j - self.kinetic_j - self.losses_j.iter().sum::<f64>() - self.settled_j) / self.engine_j
    }
}

/// A full-throttle launch through the gears, with every power integrated beside the motion.
fn launch(car: &Vehicle<f64>, automatic: bool, duration_s: f64, dt_s: f64) -> Books {
    let road = Surface::asphalt();
    let command = Command { automatic: Flag::from(automatic), ..full_throttle(1.0) };
    let (mut mode, mut state) = (Mode::in_gear(1.0), State::at_rest(car));
    let start_j = kinetic(car, &state);
    let mut books = Books { engine_j: 0.0, kinetic_j: 0.0, losses_j: [0.0; 4], settled_j: 0.0 };
    for _ in 0..(duration_s / dt_s).round() as u64 {
        mode = outlined::advance::<StraightLine, _>(car, &mode, &state, &command, &road, dt_s);
        let motion = Motion::<StraightLine, f64> { car, mode: &mode, input: &command, surface: &road };
        let half = advance(Method::Rk4, &motion, 0.0, &state, 0.5 * dt_s);
        let after = advance(Method::Rk4, &motion, 0.0, &state, dt_s);
        let at = |state: &State| {
            powers(car, state, &outlined::evaluate::<StraightLine, _>(car, &mode, state, &command, &road).1)
        };
        let all = [at(&state), at(&half), at(&after)];
        let work = |part: usize| dt_s / 6.0 * (all[0][part] + 4.0 * all[1][part] + all[2][part]);
        books.engine_j += work(0);
        for part in 0..4 {
            books.losses_j[part] += work(part + 1);
        }
        assert!(all[0][4] >= -1e-9 * all[0][0].abs(), "clutch and gears give energy: {mode:?} {state:?}");
        let settled = outlined::settle::<StraightLine, _>(car, &mode, &state, &after, &command);
        let lost = kinetic(car, &after) - kinetic(car, &settled.1);
        // A clutch that catches takes back what it carried too much, with the gears' losses of that.
        assert!(lost + work(4) >= -1e-12 * kinetic(car, &after), "a clutch that catches gives {lost} J");
        books.settled_j += lost;
        (mode, state) = settled;
    }
    books.kinetic_j = kinetic(car, &state) - start_j;
    books
}

/// What the engine does is found again in the motion and in the losses; what is not shrinks with
/// the step, at least as its square.
#[test]
fn work_of_the_engine_is_accounted_for() {
    for (spec, automatic) in [(manual(), true), (automatic(), true), (electric(), false)] {
        let car = build(&spec);
        let books: Vec<Books> =
            [1e-3, 5e-4, 2.5e-4].iter().map(|dt| launch(&car, automatic, 9.0, *dt)).collect();
        let left: Vec<f64> = books.iter().map(|books| books.unexplained().abs()).collect();
        assert!(left[0] < 1e-6, "{}: {left:?}", spec.name);
        assert!(left[2] < left[0] / 8.0 || left[2] < 1e-9, "{}: {left:?}", spec.name);
        for losses in books.iter().flat_map(|books| books.losses_j) {
            assert!(losses > 0.0, "{}", spec.name);
        }
        // The steps' ends take little, and less with the step.
        let settled: Vec<f64> = books.iter().map(|books| (books.settled_j / books.engine_j).abs()).collect();
        assert!(settled[2] < 1e-4 && settled[2] < 0.6 * settled[0] + 1e-12, "{}: {settled:?}", spec.name);
    }
}
