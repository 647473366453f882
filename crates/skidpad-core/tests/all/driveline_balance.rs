//! The four-wheel driveline loses power, and never gives any; what meets keeps its angular momentum.
#![allow(clippy::disallowed_methods)]

use crate::driveline_support;
use crate::support;
use skidpad_core::record::Flag;

use driveline_support::{STEP_S, advance, any_car, any_demand, energy, list, wheels};
use skidpad_core::powertrain::driveline::{
    DrivelineCar, DrivelineDemand, DrivelineMode, DrivelineSpeeds, WheelLoads, begin, settle, solve,
};
use support::Numbers;

type State =
    (DrivelineCar<f64>, DrivelineMode<f64>, DrivelineSpeeds<f64>, WheelLoads<f64>, DrivelineDemand<f64>);

/// Any state of any car that can be: what is together turns together.
fn any_state(numbers: &mut Numbers) -> State {
    let car = any_car(numbers);
    let gear = (numbers.bits() % 7) as f64 - 1.0;
    let target = if numbers.bits().is_multiple_of(3) { (numbers.bits() % 7) as f64 - 1.0 } else { gear };
    let mode = DrivelineMode {
        target_gear: target,
        shift_timer_s: if target == gear { 0.0 } else { car.shift.shift_time_s * numbers.unit() },
        engaged: Flag::from(numbers.pick(&[false, true])).and(gear != 0.0),
        launching: Flag::from(numbers.pick(&[false, true])),
        front_locked: Flag::from(numbers.pick(&[false, true])),
        rear_locked: Flag::from(numbers.pick(&[false, true])),
        centre_locked: Flag::from(numbers.pick(&[false, true])),
        ..DrivelineMode::in_gear(&car, gear)
    };
    let scale = numbers.spread(0.1, 200.0);
    let spin = [0; 4]
        .map(|_| if numbers.bits().is_multiple_of(6) { 0.0 } else { numbers.between(-0.3 * scale, scale) });
    let speeds = DrivelineSpeeds { engine_rad_s: numbers.between(0.0, 800.0), wheels_rad_s: wheels(spin) };
    let demand = any_demand(numbers);
    let begun = begin(&car, &mode, &speeds, &demand, STEP_S);
    let (_, speeds) = settle(&car, &begun, &speeds);
    let torque = numbers.spread(1.0, 3000.0);
    let brake = numbers.pick(&[0.0, 100.0, 3000.0]);
    let loads = WheelLoads {
        torque_nm: wheels([0; 4].map(|_| numbers.between(-torque, torque))),
        holding_nm: wheels([0; 4].map(|_| 10.0 + brake * numbers.unit())),
    };
    (car, mode, speeds, loads, demand)
}

/// The power of engine, motors, road and brakes is the rate of kinetic energy and the losses; none of these is negative.
fn balance(numbers: &mut Numbers) {
    let (car, mode, speeds, loads, demand) = any_state(numbers);
    let mode = advance(&car, &mode, &speeds, (&loads, &demand), STEP_S);
    let torque = solve(&car, &mode, &speeds, &loads, &demand);
    let inside = &torque.inside;
    let (spin, rate) = (list(&speeds.wheels_rad_s), list(&torque.wheel_rate_rad_s2));
    let (road, brake) = (list(&loads.torque_nm), list(&torque.brake_nm));
    let inertia = list(&car.wheel_inertia_kg_m2());
    let mut stored = car.engine.inertia_kg_m2 * speeds.engine_rad_s * torque.engine_rate_rad_s2;
    let mut outside = 0.0;
    let mut scale = stored.abs() + inside.engine_power_w.abs() + inside.motor_power_w.abs() + 1.0;
    for i in 0..4 {
        stored += inertia[i] * spin[i] * rate[i];
        outside += (road[i] + brake[i]) * spin[i];
        scale +=
            (inertia[i] * spin[i] * rate[i]).abs() + (road[i] * spin[i]).abs() + (brake[i] * spin[i]).abs();
    }
    for (motor, i) in [(&car.front_motor, 0), (&car.rear_motor, 2)] {
        let power = motor.reflected_kg_m2() * 0.25 * (spin[i] + spin[i + 1]) * (rate[i] + rate[i + 1]);
        stored += power;
        scale += power.abs();
    }
    scale += inside.gear_loss_w.abs() + inside.coupling_loss_w.abs() + inside.differential_loss_w.abs();
    // Torques that go round in a circle of locked parts are larger than their power tells.
    let moved = inside.front_moved_nm.abs() + inside.rear_moved_nm.abs() + inside.centre_moved_nm.abs();
    // And speeds that met at 0 are 0 to rounding.
    scale += moved * spin.iter().fold(1.0_f64, |a, b| a.max(b.abs()));
    scale += (inside.coupling_torque_nm.abs() + inside.second_torque_nm.abs()) * speeds.engine_rad_s.abs();
    let losses = inside.coupling_loss_w + inside.gear_loss_w + inside.differential_loss_w;
    let left = inside.engine_power_w + inside.motor_power_w + outside - stored - losses;
    // A wheel that its brake can no longer hold has been released one look later.
    let overloaded =
        (0..4).any(|i| spin[i] == 0.0 && rate[i] != 0.0 && list(&mode.wheel_directions())[i] == 0.0);
    if !overloaded {
        assert!(left.abs() < 1e-11 * scale, "{left} of {scale}: {mode:?} {speeds:?} {torque:?}");
    }
    for loss in [inside.coupling_loss_w, inside.gear_loss_w, inside.differential_loss_w] {
        assert!(loss >= -1e-12 * scale, "{loss} of {scale}: {car:?} {mode:?} {speeds:?} {torque:?}");
    }
}

#[test]
#[ignore = "soak: ten million random states"]
fn power_is_balanced_and_only_lost_soak() {
    let mut numbers = Numbers::new(8);
    for _ in 0..10_000_000 {
        balance(&mut numbers);
    }
}

/// Left and right exchanged, everything is exchanged, to the last bit.
#[test]
fn mirrored_it_is_the_mirror_image() {
    let mut numbers = Numbers::new(12);
    for _ in 0..50_000 {
        let (car, mode, speeds, loads, demand) = any_state(&mut numbers);
        let mirrored = DrivelineSpeeds { wheels_rad_s: speeds.wheels_rad_s.mirrored(), ..speeds };
        let other =
            WheelLoads { torque_nm: loads.torque_nm.mirrored(), holding_nm: loads.holding_nm.mirrored() };
        let one = advance(&car, &mode, &speeds, (&loads, &demand), STEP_S);
        let two = advance(&car, &mode, &mirrored, (&other, &demand), STEP_S);
        let left = solve(&car, &one, &speeds, &loads, &demand);
        let right = solve(&car, &two, &mirrored, &other, &demand);
        assert_eq!(left.wheel_rate_rad_s2, right.wheel_rate_rad_s2.mirrored());
        assert_eq!(left.engine_rate_rad_s2, right.engine_rate_rad_s2);
        assert_eq!(left.inside.rear_moved_nm, -right.inside.rear_moved_nm);
        let settled = settle(&car, &one, &speeds).1;
        assert_eq!(settled.wheels_rad_s, settle(&car, &two, &mirrored).1.wheels_rad_s.mirrored());
    }
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// With flags that have nothing to do with the torques, such as the wrong sign of a torque, no part gives power either.
    #[test]
    #[ignore = "long: some seconds"]
    fn no_flags_make_a_differential_or_a_clutch_give_power() {
        let mut numbers = Numbers::new(9);
        for _ in 0..100_000 {
            let (car, mode, speeds, loads, demand) = any_state(&mut numbers);
            let begun = begin(&car, &mode, &speeds, &demand, STEP_S);
            let mode = DrivelineMode {
                front_torque_sign: numbers.pick(&[-1.0, 0.0, 1.0]),
                rear_torque_sign: numbers.pick(&[-1.0, 0.0, 1.0]),
                centre_torque_sign: numbers.pick(&[-1.0, 0.0, 1.0]),
                ..begun
            };
            let inside = solve(&car, &mode, &speeds, &loads, &demand).inside;
            let scale = inside.engine_power_w.abs() + inside.gear_loss_w.abs() + inside.coupling_loss_w.abs();
            let largest = list(&speeds.wheels_rad_s).iter().fold(1.0_f64, |a, b| a.max(b.abs()));
            let moved =
                inside.front_moved_nm.abs() + inside.rear_moved_nm.abs() + inside.centre_moved_nm.abs();
            let scale = 1.0 + scale + moved * largest;
            assert!(inside.differential_loss_w >= -1e-12 * scale, "{mode:?} {speeds:?} {inside:?}");
            assert!(inside.coupling_loss_w >= -1e-12 * scale, "{mode:?} {speeds:?} {inside:?}");
        }
    }

    #[test]
    #[ignore = "long: some seconds"]
    fn power_is_balanced_and_only_lost() {
        let mut numbers = Numbers::new(7);
        for _ in 0..100_000 {
            balance(&mut numbers);
        }
    }

    /// Whatever meets at the end of a sub-step, clutch and differentials at once: what the wheels and carriers gain is what
    /// the engine loses, geared; and without losses in the gears the energy falls.
    #[test]
    #[ignore = "long: some seconds"]
    fn meetings_keep_momentum_and_lose_energy() {
        let mut numbers = Numbers::new(10);
        let mut met = 0;
        for _ in 0..100_000 {
            let mut car = any_car(&mut numbers);
            car.layout.efficiency = numbers.pick(&[1.0, 0.8]);
            let gear = numbers.pick(&[-1.0, 1.0, 2.0, 4.0]);
            let any = |numbers: &mut Numbers| numbers.pick(&[-1.0, 0.0, 1.0]);
            let mode = DrivelineMode {
                clutch_direction: any(&mut numbers),
                front_direction: any(&mut numbers),
                rear_direction: any(&mut numbers),
                centre_direction: any(&mut numbers),
                front_locked: Flag::from(numbers.pick(&[false, true])),
                engaged: Flag::from(numbers.pick(&[false, true])),
                ..DrivelineMode::in_gear(&car, gear)
            }
            .with_wheel_directions(&skidpad_core::wheels::Wheels::all(1.0));
            let spin = [0; 4].map(|_| numbers.between(10.0, 100.0));
            let before =
                DrivelineSpeeds { engine_rad_s: numbers.between(0.0, 800.0), wheels_rad_s: wheels(spin) };
            let (after_mode, after) = settle(&car, &mode, &before);
            let (old, new) = (list(&before.wheels_rad_s), list(&after.wheels_rad_s));
            let inertia = list(&car.wheel_inertia_kg_m2());
            let mut gained: f64 = (0..4).map(|i| inertia[i] * (new[i] - old[i])).sum();
            gained += car.front_motor.reflected_kg_m2() * 0.5 * (new[0] + new[1] - old[0] - old[1]);
            gained += car.rear_motor.reflected_kg_m2() * 0.5 * (new[2] + new[3] - old[2] - old[3]);
            let lost = car.engine.inertia_kg_m2 * (before.engine_rad_s - after.engine_rad_s);
            let ratio = mode.overall_ratio;
            // In reverse the engine that turns forwards and the wheels do, too, are at odds: power flows the other way.
            let input = ratio * car.output_rad_s(&before.wheels_rad_s);
            let sense = if mode.clutch_direction != 0.0 { mode.clutch_direction } else { 0.0 };
            let efficiencies = if sense == 0.0 {
                [0.8, 1.25]
            } else if sense * input < 0.0 {
                [1.25; 2]
            } else {
                [0.8; 2]
            };
            let efficiencies = if car.layout.efficiency == 1.0 { [1.0; 2] } else { efficiencies };
            let scale =
                1.0 + lost.abs() * ratio.abs() + old.iter().zip(inertia).map(|(w, i)| w * i).sum::<f64>();
            let fits = efficiencies.iter().any(|seen| (gained - ratio * seen * lost).abs() < 1e-11 * scale);
            assert!(fits, "{gained} {lost} {ratio} {mode:?} {before:?} {after:?}");
            if car.layout.efficiency == 1.0 {
                let (old, new) = (energy(&car, &before), energy(&car, &after));
                assert!(new <= old * (1.0 + 1e-14), "{old} {new}");
            }
            if after_mode.front_locked.is_set() {
                assert_eq!(after.wheels_rad_s.front_left, after.wheels_rad_s.front_right);
            }
            if after_mode.engaged.is_set() {
                met += 1;
                assert_eq!(
                    after.engine_rad_s,
                    after_mode.overall_ratio * car.output_rad_s(&after.wheels_rad_s)
                );
            }
        }
        assert!(met > 10_000, "{met}");
    }
}
