//! Brakes, dry friction, shifts and the second clutch.

use skidpad_core::brakes::{BrakeWheel, Brakes, Disc, Hydraulics, released};
use skidpad_core::controls::GearRequest;
use skidpad_core::powertrain::driveline::{
    DifferentialData, DrivelineMode, DrivelineSpeeds, MotorData, begin, settle, solve,
};
use skidpad_core::powertrain::{ShiftData, ShiftSpeeds, ShiftState};
use skidpad_core::record::Flag;
use skidpad_core::wheels::Wheels;

use crate::driveline_support::{
    STEP_S, advance, coasting, dual_clutch_car, engaged, manual_car, rolling, throttle, unbraked,
};

/// The rear brakes took the temperature of the front discs. Each brake's torque is that of its own pressure times the
/// friction of its own disc at its own temperature, and the handbrake's pads fade with the rear ones.
#[test]
fn rear_brakes_faded_with_the_front_discs() {
    let brakes = Brakes {
        hydraulics: Hydraulics::biased(5000.0, 0.6, 1000.0),
        front_disc: Disc { fades: Flag::from(true), ..Disc::steady() },
        rear_disc: Disc { fades: Flag::from(true), faded_friction: 0.3, faded_k: 800.0, ..Disc::steady() },
    };
    let (front, rear): (&Disc<f64>, &Disc<f64>) = (&brakes.front_disc, &brakes.rear_disc);
    let at = |pressure, disc_k| BrakeWheel { pressure, disc_k };
    let mode = Wheels {
        front_left: at(1.0, 300.0),
        front_right: at(0.5, 950.0),
        rear_left: at(0.8, 700.0),
        rear_right: at(0.2, 780.0),
    };
    let factors: [f64; 4] =
        [front.friction(300.0), front.friction(950.0), rear.friction(700.0), rear.friction(780.0)];
    for (index, one) in factors.iter().enumerate() {
        assert!(factors[..index].iter().all(|other| (one - other).abs() > 0.01), "all differ: {factors:?}");
    }
    assert!((rear.friction(950.0) - front.friction(950.0)).abs() > 0.01, "and so do the discs");
    let torque = brakes.torques_nm(&mode, 0.5);
    for (found, nominal, factor) in [
        (torque.front_left, 1500.0, factors[0]),
        (torque.front_right, 750.0, factors[1]),
        (torque.rear_left, 0.8 * 1000.0 + 250.0, factors[2]),
        (torque.rear_right, 0.2 * 1000.0 + 250.0, factors[3]),
    ] {
        let expected: f64 = nominal * factor;
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }
}

/// What was held by exactly as much as friction can give was released. Coulomb: it moves when the force is more.
#[test]
fn friction_released_what_it_could_just_hold() {
    for holding in [0.1, 3.0, 1234.5_f64] {
        for sense in [1.0, -1.0] {
            assert_eq!(released(0.0, sense * holding, holding), 0.0, "{holding}");
            assert_eq!(released(0.0, sense * holding * (1.0 + 1e-15), holding), sense, "{holding}");
            assert_eq!(released(-sense, sense * holding, holding), -sense, "what moves goes on");
        }
    }
}

/// The automatic took the square of the throttle: at half throttle it shifted up 600 rpm too early. Between the shift
/// speeds of no and of full throttle the speed goes in proportion.
#[test]
fn automatic_shifted_by_the_throttle_squared() {
    let data = ShiftData {
        gears: 5.0,
        shift_time_s: 0.2,
        torque_share: 0.0,
        shift_up_rad_s: 600.0,
        shift_down_rad_s: 200.0,
    };
    let state = ShiftState { gear: 2.0, target_gear: 2.0, shift_timer_s: 0.0 };
    let request = GearRequest { gear: 1.0, automatic: Flag::from(true) };
    for (throttle, expected_rad_s) in [(0.0, 400.0), (0.25, 450.0), (0.5, 500.0), (0.75, 550.0), (1.0, 600.0)]
    {
        let target = |speed: f64| {
            let speeds =
                ShiftSpeeds { engine_rad_s: speed, input_rad_s: speed, wheels_spin: Flag::from(false) };
            data.advance(&state, &request, throttle, &speeds, 0.001).target_gear
        };
        assert_eq!(target(expected_rad_s - 0.01), 2.0, "throttle {throttle}");
        assert_eq!(target(expected_rad_s + 0.01), 3.0, "throttle {throttle}");
    }
}

/// The second clutch of a dual-clutch gearbox could carry any torque, and only sprint times noticed. Closed by a share
/// it carries that share of the capacity, in the sense of its slip, less as the pedal opens it; the engine gives it
/// and the wheels get it through the coming gear.
#[test]
fn second_clutch_carried_another_torque() {
    let car = dual_clutch_car();
    let base = DrivelineMode {
        target_gear: 3.0,
        shift_timer_s: 0.1,
        second_ratio: car.gears.overall(3.0),
        engaged: Flag::from(false),
        clutch_direction: 0.0,
        engine_direction: 1.0,
        ..engaged(&car, 2.0)
    };
    let speeds = DrivelineSpeeds { engine_rad_s: 400.0, wheels_rad_s: Wheels::all(50.0) };
    let free = unbraked([0.0; 4]);
    for (closed, direction, pedal) in [(0.25, 1.0, 0.0), (0.5, -1.0, 0.0), (1.0, 1.0, 0.4)] {
        let mode = DrivelineMode { second_closed: closed, second_direction: direction, ..base };
        let demand =
            skidpad_core::powertrain::driveline::DrivelineDemand { clutch: pedal, ..throttle(0.6, 3.0) };
        let torque = solve(&car, &mode, &speeds, &free, &demand);
        let expected = direction * closed * (1.0 - pedal) * car.clutch.capacity_nm;
        let inside = &torque.inside;
        assert!((inside.second_torque_nm - expected).abs() < 1e-9, "{}", inside.second_torque_nm);
        let rate =
            (inside.engine_torque_nm - inside.coupling_torque_nm - expected) / car.engine.inertia_kg_m2;
        assert!((torque.engine_rate_rad_s2 - rate).abs() < 1e-9 * rate.abs(), "{torque:?}");
        // The first clutch is open: all that drives comes through the second, with the gears' losses.
        let efficiency = if expected > 0.0 { car.layout.efficiency } else { 1.0 / car.layout.efficiency };
        let out = mode.second_ratio * efficiency * expected;
        let drive = torque.drive_nm.rear_left + torque.drive_nm.rear_right;
        assert!((drive - out).abs() < 1e-9 * out.abs(), "{drive} {out}");
    }
}

/// All of a brake's heat went into its disc. The pads get the rest: without cooling C dT/dt is the disc's share of the
/// power, and what the air takes away in a steady state is that share.
#[test]
fn pads_got_no_heat() {
    let (disc, power, hour) = (Disc::<f64> { share: 0.9, ..Disc::steady() }, 12e3, 3600.0);
    let (mut kept, mut cooled) = (disc.ambient_k, disc.ambient_k);
    for _ in 0..1000 {
        kept = disc.warmed(kept, power, 0.0, 0.01);
    }
    let warmer = kept - disc.ambient_k;
    assert!((warmer * disc.capacity_j_k / (0.9 * power * 10.0) - 1.0).abs() < 1e-12, "{warmer} K");
    let cooling = disc.cooling_w_k(20.0);
    for _ in 0..100 {
        cooled = disc.warmed(cooled, power, cooling, hour);
    }
    let taken = cooling * (cooled - disc.ambient_k);
    assert!((taken / (0.9 * power) - 1.0).abs() < 1e-9, "{taken} W");
}

/// An axle's motor fed back as if the accelerator were released, at any throttle. Driving and feeding back share the
/// accelerator: at the shaft u T - share (1 - u) T_back, and its gears lose power whichever way that flows.
#[test]
fn motor_fed_back_under_throttle() {
    let mut car = manual_car();
    car.front_motor = MotorData {
        torque_nm: 200.0,
        power_w: 1e6,
        regeneration_nm: 100.0,
        regeneration_w: 1e6,
        lift_off_share: 0.5,
        ratio: 5.0,
        inertia_kg_m2: 0.01,
        efficiency: 0.9,
    };
    let mode = DrivelineMode::in_gear(&car, 2.0);
    let speeds = DrivelineSpeeds { engine_rad_s: 200.0, wheels_rad_s: Wheels::all(20.0) };
    for opened in [0.0, 0.1, 0.25, 0.6, 1.0] {
        let shaft: f64 = 200.0 * opened - 0.5 * (1.0 - opened) * 100.0;
        let expected = 5.0 * shaft * if shaft < 0.0 { 1.0 / 0.9 } else { 0.9 };
        let found = begin(&car, &mode, &speeds, &throttle(opened, 2.0), 0.002).front_motor_nm;
        assert!((found - expected).abs() < 1e-9, "throttle {opened}: {found} N.m, not {expected}");
    }
}

/// What a clutch that has caught takes back was given with the efficiency of its own sense, and was taken back with the
/// other one: power came from nothing. The engine loses J, the axle gains N eta J, eta as it was while the clutch slipped.
#[test]
fn clutch_that_caught_gave_energy() {
    let car = manual_car();
    assert!(car.layout.efficiency < 0.99, "the gears lose something: {}", car.layout.efficiency);
    for (sense, efficiency) in [(1.0, car.layout.efficiency), (-1.0, 1.0 / car.layout.efficiency)] {
        let mode =
            DrivelineMode { engaged: Flag::from(false), clutch_direction: sense, ..engaged(&car, 2.0) };
        let input = mode.overall_ratio * 50.0;
        // In the sub-step the speeds met and parted again.
        let parted = DrivelineSpeeds { engine_rad_s: input - 3.0 * sense, wheels_rad_s: Wheels::all(50.0) };
        let (after, speeds) = settle(&car, &mode, &parted);
        assert!(after.engaged.is_set());
        let gained = speeds.wheels_rad_s.rear_left - 50.0;
        assert_eq!(gained, speeds.wheels_rad_s.rear_right - 50.0);
        assert_eq!(speeds.wheels_rad_s.front_left, 50.0, "rear-driven");
        let met = mode.overall_ratio * speeds.wheels_rad_s.rear_left;
        assert!((speeds.engine_rad_s - met).abs() < 1e-9, "both at one speed");
        let lost = car.engine.inertia_kg_m2 * (parted.engine_rad_s - speeds.engine_rad_s);
        let axle = 2.0 * car.wheel_inertia_kg_m2().rear_left * gained;
        let expected = mode.overall_ratio * efficiency * lost;
        assert!((axle / expected - 1.0).abs() < 1e-9, "{sense}: {axle} N.m.s, not {expected}");
    }
}

/// The starter let go of an engine at the speed at which it stalls again. It turns it until 1.25 times that.
#[test]
fn starter_let_go_too_early() {
    let mut car = manual_car();
    (car.control.stall_rad_s, car.control.starter_nm) = (40.0, 150.0);
    let mode = DrivelineMode {
        stalled: Flag::from(true),
        starting: Flag::from(true),
        ..DrivelineMode::in_gear(&car, 0.0)
    };
    let demand = skidpad_core::powertrain::driveline::DrivelineDemand {
        start: Flag::from(true),
        ..throttle(0.0, 0.0)
    };
    for (share, stalled) in [(0.5, true), (1.05, true), (1.24, true), (1.26, false)] {
        let speeds = DrivelineSpeeds { engine_rad_s: share * 40.0, wheels_rad_s: Wheels::all(0.0) };
        let next = begin(&car, &mode, &speeds, &demand, 0.002);
        assert_eq!(
            (next.stalled, next.starting),
            (Flag::from(stalled), Flag::from(stalled)),
            "{share} of the stalling speed"
        );
    }
    // One that runs stalls only below that speed.
    let running = DrivelineMode { stalled: Flag::from(false), starting: Flag::from(false), ..mode };
    for (share, stalled) in [(1.05, false), (0.95, true)] {
        let speeds = DrivelineSpeeds { engine_rad_s: share * 40.0, wheels_rad_s: Wheels::all(0.0) };
        assert_eq!(begin(&car, &running, &speeds, &demand, 0.002).stalled, Flag::from(stalled), "{share}");
    }
}

/// A limited-slip differential locked on the overrun as it does under power. Which of its ramps acts is decided by the
/// sense of the torque through it at the beginning of the sub-step.
#[test]
fn ramp_of_the_overrun_was_that_of_the_drive() {
    let mut car = manual_car();
    car.rear = DifferentialData::limited_slip(60.0, 0.4, 0.2);
    let mode = engaged(&car, 2.0);
    let speeds = rolling(&mode, 50.0);
    let sign =
        |demand| advance(&car, &mode, &speeds, (&unbraked([0.0; 4]), &demand), STEP_S).rear_torque_sign;
    assert_eq!([sign(throttle(1.0, 2.0)), sign(coasting(2.0))], [1.0, -1.0]);
}

/// A differential's clutch never caught: its sides passed each other and slipped on in the other sense.
#[test]
fn differential_that_met_slipped_on() {
    let mut car = manual_car();
    car.rear = DifferentialData::limited_slip(60.0, 0.4, 0.2);
    let mode = DrivelineMode { rear_locked: Flag::from(false), rear_direction: 1.0, ..engaged(&car, 2.0) };
    for (left, catches) in [(50.1, false), (49.9, true)] {
        let mut parted = rolling(&mode, 50.0);
        parted.wheels_rad_s.rear_left = left;
        let (after, speeds) = settle(&car, &mode, &parted);
        let (left, right) = (speeds.wheels_rad_s.rear_left, speeds.wheels_rad_s.rear_right);
        assert_eq!((after.rear_locked.is_set(), left == right), (catches, catches), "{left} {right}");
    }
}
