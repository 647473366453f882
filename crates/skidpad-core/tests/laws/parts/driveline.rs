//! The driveline with four wheels.

use skidpad_core::powertrain::driveline::{
    DifferentialData, Driveline, DrivelineCar, DrivelineMode, DrivelineSpeeds, MotorData, begin, solve,
};
use skidpad_core::powertrain::{
    AxleLoads, Axles, ConverterTorque, EngineSide, Train, TrainMode, TrainPoint, TrainSpeeds,
};
use skidpad_core::record::{Flag, Record};
use skidpad_core::wheels::Wheels;

use crate::driveline_support::{
    STEP_S, advance, any_car, any_demand, automatic_car, automatic_throttle, coasting, dual_clutch_car,
    electric_car, engaged, manual_car, rolling, throttle, unbraked, wheels,
};
use crate::single_track_support::track;
use crate::support::{Numbers, automatic, coast, manual};

/// The engine of a rolling car turns by ratio times the mean speed of its driven wheels, but not below its idle; a rigid
/// coupling has no idle and turns backwards, too.
#[test]
fn a_rolling_car_turns_its_engine_by_the_ratio() {
    let spins = wheels([7.0, 9.0, 40.0, 44.0]);
    let manual = manual_car();
    for gear in [-1.0, 0.0, 1.0, 3.0] {
        let found = manual.rolling(&spins, gear).speeds;
        let expected = (42.0 * manual.gears.overall(gear)).max(manual.engine.idle_rad_s);
        assert!((found.engine_rad_s - expected).abs() < 1e-9, "gear {gear}: {found:?}, not {expected}");
        assert_eq!(found.wheels_rad_s, spins);
    }
    let electric = electric_car();
    for sense in [1.0, -1.0] {
        let found = electric.rolling(&Wheels::of_axles(sense * 8.0, 1.0), 1.0).speeds.engine_rad_s;
        let expected = sense * 8.0 * electric.gears.overall(1.0);
        assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    }
}

/// Newton's law of the engine: what it gives less what its own inertia takes goes into the coupling. The instrument's
/// reading of the inertia's torque is that difference while the clutch is engaged, and 0 while it slips.
#[test]
fn the_inertia_torque_is_what_the_coupling_does_not_get() {
    let car = manual_car();
    for (engaged_share, direction) in [(1.0, 0.0), (0.0, 1.0)] {
        let mode = DrivelineMode {
            engaged: Flag::from_number(engaged_share),
            clutch_direction: direction,
            engine_direction: 1.0,
            ..engaged(&car, 2.0)
        };
        let demand = throttle(1.0, 2.0);
        let torque = solve(&car, &mode, &rolling(&mode, 40.0), &unbraked([0.0; 4]), &demand);
        let read = car.readings(&mode, torque.engine_rate_rad_s2, &torque.inside);
        let left = torque.inside.engine_torque_nm - torque.inside.coupling_torque_nm;
        assert!(left.abs() > 1.0, "the engine speeds up: {left} N.m");
        assert!((read.inertia_torque_nm - engaged_share * left).abs() < 1e-9, "{read:?}, not {left} N.m");
        assert_eq!(read.engine_torque_nm, torque.inside.engine_torque_nm);
    }
}

/// An engine that has turned faster than it bears stays blown when it has slowed down, and neither its throttle nor its
/// clutch gives the wheels anything.
#[test]
fn a_blown_engine_stays_blown_and_drives_no_more() {
    let car = manual_car();
    let whole = DrivelineMode { engine_direction: 1.0, ..engaged(&car, 2.0) };
    let at = |mode: &DrivelineMode<f64>, engine_rad_s: f64| {
        let speeds = DrivelineSpeeds { engine_rad_s, ..rolling(mode, 40.0) };
        begin(&car, mode, &speeds, &throttle(1.0, 2.0), STEP_S)
    };
    let limit = car.engine.blow_up_rad_s;
    assert_eq!(at(&whole, 0.999 * limit).blown, Flag::from(false));
    let blown = at(&whole, 1.001 * limit);
    assert_eq!((blown.blown, DrivelineCar::ended(&blown)), (Flag::from(true), 1.0));
    let (loads, demand) = (unbraked([0.0; 4]), throttle(1.0, 2.0));
    let speeds = DrivelineSpeeds { engine_rad_s: 0.5 * limit, ..rolling(&blown, 40.0) };
    let later = advance(&car, &blown, &speeds, (&loads, &demand), STEP_S);
    assert_eq!((later.blown, later.engaged), (Flag::from(true), Flag::from(false)));
    let torque = solve(&car, &later, &speeds, &loads, &demand);
    assert_eq!(torque.drive_nm, Wheels::all(0.0), "{torque:?}");
    assert!(torque.inside.engine_torque_nm < 0.0, "friction alone: {torque:?}");
}

/// A stiff viscous centre between axles with motors. Of the two wheels on an open differential the carrier is as mobile as
/// 1 / (2 I), with a motor's reflected inertia J on it as 1 / (2 I + J). With c h M = x > 1, M the sum of both axles'
/// mobilities and h two longest steps, the coupling moves K = c d / x of an explicit step's torque c d where the road
/// gives nothing, so that the difference d changes by K M = d / h: in one h, and no faster, it is gone.
#[test]
fn a_stiff_centre_between_motors_settles_in_its_time() {
    let mut car = manual_car();
    let motor = |inertia_kg_m2| MotorData {
        torque_nm: 100.0,
        power_w: 1e5,
        ratio: 6.0,
        inertia_kg_m2,
        ..MotorData::none()
    };
    (car.front_motor, car.rear_motor) = (motor(0.05), motor(0.02));
    let time_s = 2.0 * car.layout.longest_step_s;
    let inertia = car.wheel_inertia_kg_m2();
    let front = 1.0 / (2.0 * inertia.front_left + car.front_motor.reflected_kg_m2());
    let rear = 1.0 / (2.0 * inertia.rear_left + car.rear_motor.reflected_kg_m2());
    for times in [0.5_f64, 1.5, 20.0, 1e6] {
        let viscous = times / (time_s * (front + rear));
        car.centre = DifferentialData::viscous(viscous);
        let mode = DrivelineMode::in_gear(&car, 0.0).with_wheel_directions(&Wheels::all(1.0));
        let apart = 3.0;
        let speeds = DrivelineSpeeds { engine_rad_s: 100.0, wheels_rad_s: Wheels::of_axles(53.0, 50.0) };
        let torque = solve(&car, &mode, &speeds, &unbraked([0.0; 4]), &coasting(0.0));
        let expected = viscous * apart / times.max(1.0);
        let found = torque.inside.centre_moved_nm;
        assert!((found / expected - 1.0).abs() < 1e-9, "{times}: {found} N.m, not {expected}");
        let rate = torque.wheel_rate_rad_s2;
        let settles = (rate.rear_left - rate.front_left) * time_s / apart;
        assert!((settles / times.min(1.0) - 1.0).abs() < 1e-9, "{times}: {settles} of the difference");
    }
}

/// While a dual-clutch gearbox shifts, the coming gear's clutch closes in proportion to the time that has passed. Out of
/// neutral, into it, and between forwards and reverse there is nothing to hand over.
#[test]
fn the_coming_gears_clutch_closes_with_the_time() {
    let car = dual_clutch_car();
    let time_s = car.shift.shift_time_s;
    for (gear, target, hands_over) in [
        (2.0, 3.0, 1.0),
        (3.0, 2.0, 1.0),
        (1.0, 2.0, 1.0),
        (0.0, 1.0, 0.0),
        (1.0, 0.0, 0.0),
        (1.0, -1.0, 0.0),
    ] {
        for left in [0.9, 0.5, 0.1] {
            let shift_timer_s = left * time_s + STEP_S;
            let mode = DrivelineMode { target_gear: target, shift_timer_s, ..engaged(&car, gear) };
            let next = begin(&car, &mode, &rolling(&mode, 40.0), &coasting(target), STEP_S);
            assert_eq!(next.target_gear, target, "the shift goes on");
            let passed = hands_over * (1.0 - left);
            assert!((next.second_closed - passed).abs() < 1e-9, "{gear} {target} {left}: {next:?}");
        }
    }
}

/// An automatic shifts up no engine whose wheels spin: they do where the driven axle's mean speed is above 1.3 times the
/// slower axle's mean speed by more than 3 rad/s, whichever axle is driven.
#[test]
fn wheels_spin_by_the_mean_speeds_of_the_axles() {
    for front_driven in [0.0, 1.0] {
        let mut car = manual_car();
        car.centre = DifferentialData::open().with_share(front_driven);
        let mode = engaged(&car, 1.0);
        let gear_at = |driven_rad_s: f64| {
            // Both axles turn in a bend: only the means are 40 and as given.
            let (free, driven) = ([30.0, 50.0], [driven_rad_s - 6.0, driven_rad_s + 6.0]);
            let spins = if front_driven == 1.0 {
                wheels([driven[0], driven[1], free[0], free[1]])
            } else {
                wheels([free[0], free[1], driven[0], driven[1]])
            };
            // Beyond any speed of shifting up.
            let speeds =
                DrivelineSpeeds { engine_rad_s: 1.05 * car.shift.shift_up_rad_s, wheels_rad_s: spins };
            begin(&car, &mode, &speeds, &automatic_throttle(1.0), STEP_S).target_gear
        };
        let limit = 1.3 * 40.0 + 3.0;
        assert_eq!(gear_at(limit - 0.1), 2.0, "front-driven {front_driven}: no spin");
        assert_eq!(gear_at(limit + 0.1), 1.0, "front-driven {front_driven}: spin");
    }
}

/// At kick-down an automatic still shifts up an engine that has reached its speed: where no lower gear fits, kick-down requests
/// none, and the automatic goes on by itself.
#[test]
fn kick_down_does_not_hold_the_gear_at_the_limit() {
    let mut car = automatic_car();
    car.control.kick_down_throttle = 0.95;
    for (gear, accelerator) in [(1.0, 1.0), (2.0, 0.96), (3.0, 1.0)] {
        let mode = engaged(&car, gear);
        let wheel_rad_s = 1.02 * car.shift.shift_up_rad_s / mode.overall_ratio;
        let next = begin(&car, &mode, &rolling(&mode, wheel_rad_s), &automatic_throttle(accelerator), STEP_S);
        assert_eq!(next.target_gear, gear + 1.0, "{next:?}");
    }
}

/// The torque of motors is decided in each sub-step: nothing of the torques held before is left, whether a car has such
/// motors or not.
#[test]
fn motors_hold_no_torque_of_the_sub_step_before() {
    let mut numbers = Numbers::new(8);
    for case in 0..50 {
        let car = if case == 0 { manual_car() } else { any_car(&mut numbers) };
        let mode = engaged(&car, 2.0);
        let speeds = rolling(&mode, 30.0);
        let demand = any_demand(&mut numbers);
        let mut left = mode;
        for torque in [
            &mut left.engine_back_nm,
            &mut left.front_motor_nm,
            &mut left.rear_motor_nm,
            &mut left.front_left_motor_nm,
            &mut left.front_right_motor_nm,
            &mut left.rear_left_motor_nm,
            &mut left.rear_right_motor_nm,
        ] {
            *torque = numbers.between(-500.0, 500.0);
        }
        let [first, other] = [&mode, &left].map(|mode| begin(&car, mode, &speeds, &demand, STEP_S));
        assert_eq!(first, other);
    }
}

/// The line by which a motor's curve is taken over a sub-step touches it: T(omega) = min(T_0, P / |omega|) has the slope 0
/// up to its base speed and -P / (omega |omega|) beyond it, backwards as forwards.
#[test]
fn the_line_of_a_motor_touches_its_curve() {
    let car = electric_car();
    let (engine, curve) = (&car.engine, &car.curve);
    let (torque_nm, power_w) = (engine.motor_torque_nm, engine.motor_power_w);
    let base = power_w / torque_nm;
    for share in [0.0, 0.5, 0.99, 1.01, 1.5, 3.0_f64] {
        for sense in [1.0, -1.0] {
            let speed = sense * share * base;
            let line = engine.full_load_line(curve, speed);
            let torque = if share < 1.0 { torque_nm } else { power_w / speed.abs() };
            let slope = if share < 1.0 { 0.0 } else { -power_w / (speed * speed.abs()) };
            let found = line.torque_nm(speed);
            assert!((found / torque - 1.0).abs() < 1e-12, "{speed}: {found} N.m, not {torque}");
            assert!((line.slope_nm_s - slope).abs() <= 1e-12 * slope.abs(), "{speed}: {line:?}, not {slope}");
        }
    }
}

/// Kick-down waits for an engine that still comes up to its gear: it slows the wheels that turn it, so that their speed is no
/// measure yet. From nine tenths of the gearbox's speed on the lowest gear that fits is taken.
#[test]
fn kick_down_waits_for_the_engine() {
    let mut car = automatic_car();
    car.control.kick_down_throttle = 0.95;
    let mode = engaged(&car, 6.0);
    let output = 70.0;
    let limit = car.control.kick_down_share * car.shift.shift_up_rad_s;
    let fits = (1..6).map(f64::from).find(|gear| car.gears.overall(*gear) * output <= limit);
    let lowest = fits.expect("a lower gear fits");
    for (share, target) in [(0.5, 6.0), (0.88, 6.0), (0.92, lowest), (1.0, lowest), (1.2, lowest)] {
        let input = mode.overall_ratio * output;
        assert!(input > car.shift.shift_down_rad_s, "it shifts down by kick-down alone");
        let speeds = DrivelineSpeeds { engine_rad_s: share * input, wheels_rad_s: Wheels::all(output) };
        let next = begin(&car, &mode, &speeds, &automatic_throttle(1.0), STEP_S);
        assert_eq!(next.target_gear, target, "engine at {share} of the gearbox's speed");
    }
}

/// A converter is explicit where it is soft, and where it is stiff it settles the slip d within h, two longest steps. Its
/// torque c d, c the secant of its larger side, changes the slip at the rate M c d with the mobilities M = 1 / I_e + N^2 eta m
/// of engine and output, on open differentials m = (s^2 + (1 - s)^2) / (2 I). Beyond c h M = 1 the torque is c d / (c h M)
/// where nothing else acts on either side.
#[test]
fn a_stiff_converter_settles_in_its_time() {
    let mut car = automatic_car();
    car.centre = DifferentialData::open().with_share(0.4);
    car.engine.braking_nm_s = 0.0;
    let inertia = car.wheel_inertia_kg_m2().front_left;
    let output = (0.4 * 0.4 + 0.6 * 0.6) / (2.0 * inertia);
    let (mut soft, mut stiff) = (0, 0);
    for (gear, wheel_rad_s) in [(1.0, 12.0), (3.0, 40.0), (8.0, 70.0), (8.0, 100.0)] {
        for apart in [-30.0, -3.0, -0.5, 0.5, 3.0, 30.0, 80.0] {
            let start = DrivelineMode { engaged: Flag::from(false), ..engaged(&car, gear) };
            let mut speeds = rolling(&start, wheel_rad_s);
            let input = speeds.engine_rad_s;
            speeds.engine_rad_s += apart;
            let demand = coasting(gear);
            let begun = begin(&car, &start, &speeds, &demand, STEP_S);
            let mode = DrivelineMode { engaged: Flag::from(false), clutch_direction: 0.0, ..begun };
            let torque = solve(&car, &mode, &speeds, &unbraked([0.0; 4]), &demand);
            let table = car.converter.torque_within(car.clutch.capacity_nm, speeds.engine_rad_s, input);
            let secant = table.pump_nm.abs().max(table.turbine_nm.abs()) / f64::abs(apart);
            let mobility =
                1.0 / car.engine.inertia_kg_m2 + mode.overall_ratio.powi(2) * car.layout.efficiency * output;
            let times = secant * 2.0 * car.layout.longest_step_s * mobility;
            let expected = table.pump_nm / times.max(1.0);
            let found = torque.inside.coupling_torque_nm;
            assert!(
                (found - expected).abs() < 1e-9 * expected.abs().max(1.0),
                "{gear} {apart}: {found} {expected}"
            );
            (soft, stiff) = (soft + u32::from(times < 0.8), stiff + u32::from(times > 1.5));
        }
    }
    assert!(soft > 3 && stiff > 3, "{soft} soft, {stiff} stiff");
}

/// Engine and axles that an engaged clutch joins stay together, whatever acts on each axle and however much each weighs: the
/// engine's acceleration is the ratio times the mean of the axles' by their shares, and an axle that its brake holds
/// takes no part.
#[test]
fn an_engaged_clutch_keeps_engine_and_axles_together() {
    let car = track(&manual());
    let train = Train {
        front_share: 0.4,
        axle_mobility_1_kg_m2: Axles { front: 0.5, rear: 0.2 },
        centre_coupling_nm_s: 20.0,
        ..car.train()
    };
    let drive = train.drive(2.0);
    let mode = TrainMode { gear: 2.0, target_gear: 2.0, engaged: Flag::from(true), ..Record::splat(0.0) };
    let command = coast(2.0);
    let road_nm = Axles { front: -300.0, rear: -150.0 };
    for (front_sense, holding) in [(1.0, [40.0, 90.0]), (1.0, [0.0, 0.0]), (0.0, [5000.0, 10.0])] {
        let [front, rear] = holding;
        let (holding_nm, directions) = (Axles { front, rear }, Axles { front: front_sense, rear: 1.0 });
        let axles = Axles { front: 31.0 * front_sense, rear: 30.0 };
        let speeds = TrainSpeeds {
            engine_rad_s: drive.input_speed(&axles),
            front_rad_s: axles.front,
            rear_rad_s: axles.rear,
        };
        let point = TrainPoint { mode: &mode, drive: &drive, speeds: &speeds, command: &command };
        let converter = ConverterTorque { pump_nm: 0.0, turbine_nm: 0.0 };
        let engine = EngineSide { engine_nm: 250.0, converter };
        let torque = train.solve(&point, &engine, &AxleLoads { road_nm, holding_nm, directions });
        let together = drive.input_speed(&torque.axle_rates_rad_s2);
        let found = torque.engine_rate_rad_s2;
        assert!((found / together - 1.0).abs() < 1e-12, "{found}, not {together} rad/s^2: {torque:?}");
        assert!(front_sense > 0.0 || torque.axle_rates_rad_s2.front == 0.0, "{torque:?}");
    }
}

/// In the sub-step in which a gear is in, its own conditions hold: a lock-up clutch that may close from second gear on slips
/// in its sense as soon as that gear is in, and is open as soon as first is.
#[test]
fn the_lock_up_clutch_goes_by_the_gear_that_is_in() {
    let car = track(&automatic());
    let train = car.train();
    assert_eq!(train.lock_up.lock_up_from_gear, 2.0);
    for (before, after, direction) in [(1.0, 2.0, 1.0), (3.0, 2.0, 1.0), (2.0, 1.0, 0.0)] {
        let input = 300.0;
        let axle_rad_s = input / train.drive(after).overall_ratio;
        let speeds =
            TrainSpeeds { engine_rad_s: input + 6.0, front_rad_s: axle_rad_s, rear_rad_s: axle_rad_s };
        let mode =
            TrainMode { gear: before, target_gear: after, shift_timer_s: STEP_S, ..Record::splat(0.0) };
        let (drive, command) = (train.drive(before), coast(after));
        let point = TrainPoint { mode: &mode, drive: &drive, speeds: &speeds, command: &command };
        let (next, _) = train.begin(&point, STEP_S);
        assert_eq!((next.gear, next.clutch_direction), (after, direction), "{before} to {after}: {next:?}");
    }
}

/// Two sides that a gear has joined are together for as long as it is in: with another gear they turn at other speeds.
#[test]
fn another_gear_parts_engine_and_gearbox() {
    let car = track(&automatic());
    let train = car.train();
    for (after, engaged) in [(4.0, true), (5.0, false), (3.0, false)] {
        let shift_timer_s = if after == 4.0 { 0.0 } else { STEP_S };
        let mode = TrainMode {
            gear: 4.0,
            target_gear: after,
            shift_timer_s,
            engaged: Flag::from(true),
            ..Record::splat(0.0)
        };
        let (drive, command) = (train.drive(4.0), coast(after));
        let axles = Axles { front: 50.0, rear: 50.0 };
        let engine_rad_s = drive.input_speed(&axles);
        let speeds = TrainSpeeds { engine_rad_s, front_rad_s: axles.front, rear_rad_s: axles.rear };
        let point = TrainPoint { mode: &mode, drive: &drive, speeds: &speeds, command: &command };
        let (next, _) = train.begin(&point, STEP_S);
        assert_eq!((next.gear, next.engaged), (after, Flag::from(engaged)), "{next:?}");
    }
}

/// In neutral nothing takes torque from the engine, neither a clutch nor a converter, at any speed of engine and wheels.
#[test]
fn neutral_takes_nothing_from_the_engine() {
    for car in [manual_car(), automatic_car(), dual_clutch_car()] {
        for (engine_rad_s, wheel_rad_s, opened) in
            [(90.0, 0.0, 0.0), (300.0, 0.0, 0.7), (400.0, 60.0, 1.0), (200.0, -5.0, 0.0)]
        {
            let speeds = DrivelineSpeeds { engine_rad_s, wheels_rad_s: Wheels::all(wheel_rad_s) };
            let (loads, demand) = (unbraked([0.0; 4]), throttle(opened, 0.0));
            let start = DrivelineMode::in_gear(&car, 0.0);
            let mode = advance(&car, &start, &speeds, (&loads, &demand), STEP_S);
            let torque = solve(&car, &mode, &speeds, &loads, &demand);
            assert_eq!(torque.inside.coupling_torque_nm, 0.0, "{engine_rad_s} rad/s: {torque:?}");
            assert_eq!(torque.drive_nm, Wheels::all(0.0), "{torque:?}");
            let expected = torque.inside.engine_torque_nm / car.engine.inertia_kg_m2;
            assert!((torque.engine_rate_rad_s2 - expected).abs() < 1e-9 * expected.abs(), "{torque:?}");
        }
    }
}
