//! The gears of the single-track car: its drivetrain is that of the straight-line model.
#![allow(clippy::disallowed_methods)]

use crate::outlined;
use crate::single_track_support::{drive_by, hold, moving, moving_in, standing, track};
use crate::support::{
    Numbers, automatic, automatic_throttle, build, coast, dt, electric, full_throttle, manual,
};
use skidpad_core::controls::Command;
use skidpad_core::math::{Dual, Lanes, Real};
use skidpad_core::model::{
    CURVE_PLACES, SingleTrack, SingleTrackCar, SingleTrackMode, SingleTrackState, StraightLine,
    StraightLineMode, StraightLineState,
};
use skidpad_core::powertrain::{Axles, CURVE_CAPACITY, TorqueCurve, TrainMode, TrainSpeeds};
use skidpad_core::record::Record;
use skidpad_core::spec::{TorqueSpec, VehicleSpec};
use skidpad_core::step::{Simulation, Status};
use skidpad_core::surface::Surface;

/// Speeds of both models, the engine's in rad/s among them, after a command was held.
fn both(
    spec: &VehicleSpec,
    (speed_m_s, gear): (f64, f64),
    command: &Command<f64>,
    time_s: f64,
) -> [[f64; 3]; 2] {
    let vehicle = build(spec);
    let state = StraightLineState::rolling(&vehicle, speed_m_s, gear);
    let mut line: Simulation<StraightLine> =
        Simulation::new(*vehicle.two_axles(), StraightLineMode::in_gear(gear), state).bare();
    let mut turning = moving_in(spec, speed_m_s, gear).bare();
    for _ in 0..(time_s * 1000.0) as u32 {
        line.step(command, &Surface::asphalt(), dt(0.001));
        turning.step(command, &Surface::asphalt(), dt(0.001));
    }
    assert_eq!((line.status(), turning.status()), (Status::Running, Status::Running));
    let (a, b) = (line.state(), turning.state());
    assert_eq!(line.mode().gear, turning.mode().gear);
    [[a.speed_m_s, a.rear_spin_rad_s, a.engine_rad_s], [b.velocity_x_m_s, b.rear_spin_rad_s, b.engine_rad_s]]
}

/// Largest difference of speed gained, wheel speed and engine speed, over their size.
fn off([line, turning]: [[f64; 3]; 2], begin_m_s: f64) -> f64 {
    let gained = (line[0] - begin_m_s).abs().max(0.1);
    let speed = (line[0] - turning[0]).abs() / gained;
    let turned = |index: usize| (line[index] - turning[index]).abs() / line[index].abs().max(10.0);
    speed.max(turned(1)).max(turned(2))
}

/// Issue: gears 1, 3 and 6 drove alike, with the largest power whichever was in. At full throttle on a straight the car
/// gains speed as the straight-line model in that gear does: within 0.1 %, which is what looking up the tables once per
/// sub-step makes of it.
#[test]
fn in_each_gear_it_accelerates_as_straight_line() {
    for spec in [manual(), automatic(), electric()] {
        let top = spec.ratios.len() as f64;
        for gear in [1.0, 3.0, 6.0].into_iter().filter(|gear| *gear <= top) {
            let begin = 6.0 * gear;
            let speeds = both(&spec, (begin, gear), &full_throttle(gear), 2.0);
            let off = off(speeds, begin);
            println!("{} in gear {gear}: {speeds:?}, off by {off:e}", spec.name);
            assert!(off < 1e-3, "{} in gear {gear}: {speeds:?}", spec.name);
        }
    }
}

/// Standing start with the clutch that works by itself, or the converter; shifting by itself; overrun without throttle;
/// reverse; a clutch pedal that opens: all as the straight-line model.
#[test]
fn it_sets_off_shifts_and_coasts_as_straight_line() {
    for spec in [manual(), automatic(), electric()] {
        let pedal = Command { throttle: 0.3, clutch: 1.0, ..coast(2.0) };
        for (begin, gear, command, time_s) in [
            (0.0, 1.0, full_throttle(1.0), 3.0),
            (0.0, 1.0, automatic_throttle(0.8), 8.0),
            (20.0, 2.0, coast(2.0), 3.0),
            (0.0, -1.0, Command { throttle: 0.4, ..coast(-1.0) }, 2.0),
            (12.0, 2.0, pedal, 1.0),
        ] {
            let gear = if gear > spec.ratios.len() as f64 { 1.0 } else { gear };
            let command = Command { gear: if command.gear > 1.0 { gear } else { command.gear }, ..command };
            let speeds = both(&spec, (begin, gear), &command, time_s);
            let off = off(speeds, begin);
            println!("{} from {begin} m/s, {command:?}: {speeds:?}, off by {off:e}", spec.name);
            assert!(off < 5e-3, "{} from {begin} m/s: {speeds:?}", spec.name);
        }
    }
}

/// The lower the gear, the harder it pulls, by about the ratio.
#[test]
fn first_third_and_sixth_gear_differ() {
    let pulls = |gear: f64| {
        let mut car = moving_in(&manual(), 12.0, gear);
        hold(&mut car, &full_throttle(gear), &Surface::asphalt(), 0.01, 0.5);
        car.look(&full_throttle(gear), &Surface::asphalt()).1.rear_drive_torque_nm
    };
    let [first, third, sixth] = [1.0, 3.0, 6.0].map(pulls);
    assert!(first > 1.8 * third && third > 1.4 * sixth && sixth > 300.0, "{first} {third} {sixth}");
}

#[test]
fn neutral_does_not_drive_and_reverse_drives_backwards() {
    for spec in [manual(), automatic(), electric()] {
        let mut car = moving(&spec, 15.0);
        let mut rolls = moving(&spec, 15.0);
        let pedal = Command { throttle: 1.0, ..coast(0.0) };
        drive_by(&mut car, &Surface::asphalt(), (0.01, 2.0), |car| {
            let trace = car.look(&pedal, &Surface::asphalt()).1;
            assert_eq!(trace.front_drive_torque_nm + trace.rear_drive_torque_nm, 0.0, "{}", spec.name);
            pedal
        });
        hold(&mut rolls, &coast(0.0), &Surface::asphalt(), 0.01, 2.0);
        assert_eq!(car.state().velocity_x_m_s, rolls.state().velocity_x_m_s, "{}", spec.name);
        assert!(spec.ratios.len() == 1 || car.state().engine_rad_s > 300.0, "the engine revs freely");

        let mut back = standing(&spec);
        hold(&mut back, &Command { throttle: 0.4, ..coast(-1.0) }, &Surface::asphalt(), 0.01, 3.0);
        assert!(back.state().velocity_x_m_s < -2.0 && back.mode().gear == -1.0, "{:?}", back.state());
    }
}

/// An engine that is driven beyond what it bears is blown, and the run over, as in the straight-line model.
#[test]
fn a_gear_too_low_blows_the_engine() {
    let mut car = moving_in(&manual(), 60.0, 5.0);
    let command = coast(1.0);
    let mut status = Status::Running;
    for _ in 0..300 {
        status = car.step(&command, &Surface::asphalt(), dt(0.01));
    }
    assert_eq!(status, Status::ENGINE_BLOWN, "{:?}", car.state());
}

/// At the end of a sub-step in which a slipping clutch has brought both sides together they turn as one; below the clutch's
/// bite, where it lets go, they stay apart.
#[test]
fn a_clutch_joins_both_sides_above_its_bite_only() {
    let car = track(&manual());
    let (train, turns) = (car.train(), Axles { front: 1.0, rear: 1.0 });
    let drive = train.drive(1.0);
    for (share, joins) in [(0.9, false), (1.1, true)] {
        // The gearbox turns at a share of the bite; the engine, which was the faster, is just below.
        let input = share * train.clutch.bite_rad_s;
        let axle_rad_s = input / drive.overall_ratio;
        let met = TrainSpeeds { engine_rad_s: input - 1.0, front_rad_s: axle_rad_s, rear_rad_s: axle_rad_s };
        let mode = TrainMode { gear: 1.0, target_gear: 1.0, clutch_direction: 1.0, ..Record::splat(0.0) };
        let (settled, speeds) = train.settle(&mode, &drive, &met, &turns);
        assert_eq!(settled.engaged.is_set(), joins, "{share}");
        let together = drive.input_speed(&speeds.axles());
        assert_eq!((speeds.engine_rad_s - together).abs() < 1e-9, joins, "{share}: {speeds:?}");
        assert_eq!(speeds == met, !joins, "{share}: {speeds:?}");
    }
}

/// A state with the engine and the wheels at any speeds, in any gear.
fn any_instant(
    numbers: &mut Numbers,
    car: &SingleTrackCar<f64>,
) -> (SingleTrackMode<f64>, SingleTrackState<f64>, Command<f64>) {
    let gear = numbers.pick(&[-1.0, 0.0, 1.0, 1.0]);
    let speed = numbers.between(0.5, 50.0) * numbers.pick(&[1.0, 1.0, -1.0]);
    let mut state = SingleTrackState::rolling(car, speed, gear);
    state.front_spin_rad_s *= numbers.between(0.9, 1.1);
    state.rear_spin_rad_s *= numbers.between(0.9, 1.1);
    let axles = Axles { front: state.front_spin_rad_s, rear: state.rear_spin_rad_s };
    let together = car.train().drive(gear).input_speed(&axles);
    let is_rigid = car.train().clutch.is_rigid.is_set();
    let apart = if is_rigid { together } else { numbers.between(30.0, 740.0) };
    state.engine_rad_s = numbers.pick(&[together, apart]);
    let command = Command {
        throttle: numbers.pick(&[0.0, 1.0, 0.4]),
        brake: numbers.pick(&[0.0, 0.0, 0.4]),
        clutch: numbers.pick(&[0.0, 0.0, 0.6]),
        steer_rad: numbers.between(-0.3, 0.3),
        ..coast(gear)
    };
    (SingleTrackMode::in_gear(car, gear), state, command)
}

/// What the engine gives goes into its own rotation, into the wheels, or is lost in coupling and gears: in any state
/// nothing of the drive comes from nowhere.
#[test]
fn coupling_and_gears_only_ever_take_power() {
    let mut numbers = Numbers::new(12);
    let road = Surface::asphalt();
    for spec in [manual(), automatic(), electric()] {
        let car = track(&spec);
        for _ in 0..5000 {
            let (start, state, command) = any_instant(&mut numbers, &car);
            let mode = outlined::advance::<SingleTrack, _>(&car, &start, &state, &command, &road, 0.001);
            let (rate, trace) = outlined::evaluate::<SingleTrack, _>(&car, &mode, &state, &command, &road);
            let own = car.engine.inertia_kg_m2 * state.engine_rad_s * rate.engine_rad_s;
            let lost = trace.engine_power_w - own - trace.drive_power_w;
            let size = trace.engine_power_w.abs() + own.abs() + trace.drive_power_w.abs();
            assert!(lost >= -1e-9 * size, "{}: {lost} W of {size}: {state:?} {mode:?}", spec.name);
        }
    }
}

fn numbers_of<R: Real, T: Record<R>>(record: &T) -> Vec<R> {
    let mut all = vec![R::zero(); T::LEN];
    record.store(&mut &mut all[..]);
    all
}

fn lifted<R: Real, T: Record<f64>, U: Record<R>>(record: &T) -> U {
    let all: Vec<R> = numbers_of(record).into_iter().map(R::lit).collect();
    U::load(&&all[..])
}

/// Derivatives by throttle and engine speed are those of differences, in any gear, clutched and not.
#[test]
fn dual_numbers_differentiate_the_drive() {
    type D = Dual<f64, 2>;
    let (mut numbers, road) = (Numbers::new(3), Surface::asphalt());
    let mut compared = 0;
    for spec in [manual(), automatic(), electric()] {
        let car = track(&spec);
        let duals: SingleTrackCar<D> = lifted(&car);
        for _ in 0..100 {
            let (start, state, command) = any_instant(&mut numbers, &car);
            let command = Command { throttle: numbers.between(0.2, 0.9), ..command };
            let mode = outlined::advance::<SingleTrack, _>(&car, &start, &state, &command, &road, 0.001);
            let rates = |by: [f64; 2]| {
                let state = SingleTrackState { engine_rad_s: state.engine_rad_s + by[1], ..state };
                let command = Command { throttle: command.throttle + by[0], ..command };
                numbers_of::<f64, _>(
                    &outlined::evaluate::<SingleTrack, _>(&car, &mode, &state, &command, &road).0,
                )
            };
            let mut at: SingleTrackState<D> = lifted(&state);
            at.engine_rad_s = D::variable(state.engine_rad_s, 1);
            let mut given: Command<D> = lifted(&command);
            given.throttle = D::variable(command.throttle, 0);
            let found = outlined::evaluate::<SingleTrack, D>(
                &duals,
                &lifted(&mode),
                &at,
                &given,
                &Surface::asphalt(),
            );
            let (plain, found) = (rates([0.0; 2]), numbers_of::<D, _>(&found.0));
            for variable in 0..2 {
                let h = [1e-6, 1e-4][variable];
                let by =
                    |sign: f64| rates(core::array::from_fn(|at| if at == variable { sign * h } else { 0.0 }));
                let (below, above) = (by(-1.0), by(1.0));
                for (number, dual) in found.iter().enumerate() {
                    assert_eq!(dual.value.to_bits(), plain[number].to_bits(), "{number}");
                    let (left, right) =
                        ((plain[number] - below[number]) / h, (above[number] - plain[number]) / h);
                    let noise = 1e-9 * (plain[number].abs() + 1.0) / h;
                    if (left - right).abs() > 1e-3 * (left.abs() + right.abs()) + noise {
                        continue;
                    }
                    compared += u32::from(dual.derivative[variable] != 0.0);
                    let slope = 0.5 * (left + right);
                    let off = (dual.derivative[variable] - slope).abs();
                    assert!(
                        off <= 1e-4 * slope.abs() + noise,
                        "{number} by {variable}: {dual:?}, not {slope}"
                    );
                }
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

/// Cars with clutch, converter and motor side by side in lanes, each in its own gear, have the bits that each has alone.
#[test]
fn in_lanes_it_has_the_bits_of_each_alone() {
    type L = Lanes<f64, 4>;
    let (mut numbers, road) = (Numbers::new(5), Surface::asphalt());
    let cars = [manual(), automatic(), electric(), manual()].map(|spec| track(&spec));
    fn joined<T: Record<f64>, U: Record<L>>(records: &[T]) -> U {
        let rows: Vec<Vec<f64>> = records.iter().map(numbers_of).collect();
        let all: Vec<L> = (0..T::LEN)
            .map(|at| (0..4).fold(L::zero(), |lanes, lane| lanes.with_lane(lane, rows[lane][at])))
            .collect();
        U::load(&&all[..])
    }
    fn bits<T: Record<f64>, U: Record<L>>(alone: &T, lanes: &U, lane: usize) {
        for (alone, lanes) in numbers_of::<f64, _>(alone).into_iter().zip(numbers_of::<L, _>(lanes)) {
            assert_eq!(alone.to_bits(), lanes.lane(lane).to_bits(), "lane {lane}");
        }
    }
    for _ in 0..200 {
        let any: Vec<_> = cars.iter().map(|car| any_instant(&mut numbers, car)).collect();
        let modes: Vec<_> = any.iter().map(|instant| instant.0).collect();
        let states: Vec<_> = any.iter().map(|instant| instant.1).collect();
        let commands: Vec<_> = any.iter().map(|instant| instant.2).collect();
        let (car, mode): (SingleTrackCar<L>, SingleTrackMode<L>) = (joined(&cars), joined(&modes));
        let (state, command): (SingleTrackState<L>, Command<L>) = (joined(&states), joined(&commands));
        let surface = joined::<_, Surface<L>>(&[road; 4]);
        let advanced =
            outlined::advance::<SingleTrack, L>(&car, &mode, &state, &command, &surface, L::lit(0.001));
        let rate = outlined::evaluate::<SingleTrack, L>(&car, &advanced, &state, &command, &surface).0;
        for lane in 0..4 {
            let own = outlined::advance::<SingleTrack, _>(
                &cars[lane], &modes[lane], &states[lane], &commands[lane], &road, 0.001,
            );
            let rates = outlined::evaluate::<SingleTrack, _>(
                &cars[lane], &own, &states[lane], &commands[lane], &road,
            );
            bits(&rates.0, &rate, lane);
            bits(&own, &advanced, lane);
        }
    }
}

/// The model carries few segments of an engine's curve. Of one with the most that a specification may have, the torque
/// is off by less than a fiftieth of its largest.
#[test]
fn a_curve_of_many_segments_keeps_its_shape() {
    let mut spec = manual();
    let hump = |speed: f64| 200.0 + 120.0 * (speed / 260.0).sin();
    spec.torque = TorqueSpec::Points(
        (0..CURVE_CAPACITY).map(|at| 80.0 + 22.0 * at as f64).map(|speed| (speed, hump(speed))).collect(),
    );
    let full = *build(&spec).torque_curve();
    let few: TorqueCurve<f64, CURVE_PLACES> = full.in_places();
    assert_eq!(few.start_rad_s[CURVE_PLACES - 1], few.start_rad_s.into_iter().fold(0.0, f64::max));
    for at in 0..900 {
        let speed = f64::from(at);
        let off = (full.torque_nm(speed) - few.torque_nm(speed)).abs();
        assert!(off < 6.4, "{speed} rad/s: {off} N.m");
    }
    let own = *build(&manual()).torque_curve();
    let same: TorqueCurve<f64, CURVE_PLACES> = own.in_places();
    assert!((0..900).all(|at| own.torque_nm(f64::from(at)) == same.torque_nm(f64::from(at))));
}
