//! What a driver feels of the four-wheel driveline: traction, launch, stall, regeneration, and peace at rest.
#![allow(clippy::disallowed_methods)]

use crate::driveline_support;
use crate::support;

use driveline_support::{
    Toy, any_car, any_demand, automatic_car, coasting, dual_clutch_car, electric_car, energy, list,
    manual_car, throttle,
};
use skidpad_core::powertrain::driveline::{
    DifferentialData, DrivelineCar, DrivelineDemand, DrivelineSpeeds, MotorData, solve,
};
use skidpad_core::record::{Flag, Record};
use skidpad_core::units::rpm;
use skidpad_core::wheels::Wheels;
use support::Numbers;

/// Sets off with the right rear wheel in the air; answers the speed after two seconds and the difference of the spins.
fn one_wheel_in_the_air(rear: DifferentialData<f64>) -> (f64, f64) {
    let mut toy = Toy::new(DrivelineCar { rear, ..manual_car() }, 1.0);
    toy.grip_n.rear_right = 0.0;
    toy.drive(&throttle(0.4, 1.0), 0.0, 2.0, |_| {});
    (toy.speed_m_s, toy.spin()[3] - toy.spin()[2])
}

#[test]
fn a_wheel_in_the_air_spins_up_and_a_limited_slip_holds_it_back() {
    let (open_speed, open_slip) = one_wheel_in_the_air(DifferentialData::open());
    let (plates_speed, plates_slip) = one_wheel_in_the_air(DifferentialData::limited_slip(100.0, 0.4, 0.2));
    let (locked_speed, locked_slip) = one_wheel_in_the_air(DifferentialData::locked());
    let (biasing_speed, _) = one_wheel_in_the_air(DifferentialData::torque_biasing(3.0));
    assert!(open_slip > 60.0, "{open_slip}");
    assert!(plates_slip < 0.8 * open_slip, "{plates_slip} {open_slip}");
    assert_eq!(locked_slip, 0.0);
    // Gears that multiply the air's nothing give nothing; plates give their preload.
    assert!(
        open_speed < 0.4 * plates_speed && plates_speed < locked_speed,
        "{open_speed} {plates_speed} {locked_speed}"
    );
    assert!(biasing_speed < 0.8 * locked_speed, "{biasing_speed}");
}

/// On a road that is slippery on one side a torque-biasing differential pulls with its ratio times the slippery side's
/// grip and its own, an open one with twice the slippery side's.
#[test]
fn on_split_grip_the_pull_is_that_of_the_differential() {
    let pull = |rear: DifferentialData<f64>| {
        let mut toy = Toy::new(DrivelineCar { rear, ..manual_car() }, 1.0);
        toy.grip_n = Wheels { rear_right: 600.0, front_right: 600.0, ..Wheels::all(3700.0) };
        toy.mass_kg = 1e6;
        toy.drive(&throttle(0.5, 1.0), 0.0, 1.5, |_| {});
        let torque = toy.look(&throttle(0.5, 1.0), 0.0);
        let road = list(&toy.loads(0.0, &toy.speeds, toy.speed_m_s).torque_nm);
        (-(road[2] + road[3]) / 0.32, torque)
    };
    let (open, _) = pull(DifferentialData::open());
    let (biasing, torque) = pull(DifferentialData::torque_biasing(3.0));
    assert!(open > 1100.0 && open < 2600.0, "{open}");
    assert!((torque.drive_nm.rear_left / torque.drive_nm.rear_right - 3.0).abs() < 1e-9, "{torque:?}");
    assert!(biasing > 1.5 * open, "{biasing} {open}");
}

#[test]
fn sets_off_uphill_on_the_clutch_that_works_by_itself() {
    let mut toy = Toy::new(manual_car(), 1.0);
    toy.slope_n = 1500.0 * 9.81 * 0.2;
    toy.drive(&coasting(1.0), 1.0, 1.0, |_| {});
    assert_eq!(toy.spin(), [0.0; 4]);
    let mut lowest = 0.0_f64;
    toy.drive(&throttle(0.8, 1.0), 0.0, 4.0, |toy| {
        lowest = lowest.min(toy.speed_m_s);
        assert!(toy.speeds.engine_rad_s > rpm(790.0));
    });
    assert!(lowest > -0.5, "{lowest}");
    assert!(toy.speed_m_s > 4.0 && toy.mode.engaged.is_set(), "{toy:?}");
}

/// A car whose clutch obeys the pedal alone, with an engine that can stall.
fn by_pedal() -> DrivelineCar<f64> {
    let mut car = manual_car();
    car.control.clutch_by_pedal = Flag::from(true);
    car.control.stall_rad_s = rpm(400.0);
    car.control.standing_nm = 30.0;
    car.control.starter_nm = 150.0;
    car
}

#[test]
fn dropped_clutch_stalls_the_engine_and_the_starter_brings_it_back() {
    let mut toy = Toy::new(by_pedal(), 1.0);
    let pressed = DrivelineDemand { clutch: 1.0, ..coasting(1.0) };
    toy.drive(&pressed, 1.0, 1.0, |toy| assert!(toy.speeds.engine_rad_s > rpm(700.0)));
    // Let go with the brake on: the engine dies and stands, exactly, with the car.
    toy.drive(&coasting(1.0), 1.0, 1.0, |_| {});
    assert_eq!((toy.mode.stalled, toy.speeds.engine_rad_s, toy.spin()), (Flag::from(true), 0.0, [0.0; 4]));
    let mode = toy.mode;
    toy.drive(&throttle(1.0, 1.0), 1.0, 1.0, |toy| assert_eq!(toy.mode, mode));
    // In gear, without brakes, it holds the car on a slight slope.
    toy.slope_n = 300.0;
    let before = toy.position_m;
    toy.drive(&coasting(1.0), 0.0, 5.0, |toy| assert_eq!(toy.spin()[2..], [0.0; 2]));
    assert!((toy.position_m - before).abs() < 1.0);
    toy.slope_n = 0.0;
    // The starter, with the clutch pressed.
    toy.drive(&DrivelineDemand { start: Flag::from(true), ..pressed }, 1.0, 1.5, |_| {});
    assert!(!toy.mode.stalled.is_set());
    assert!((toy.speeds.engine_rad_s / rpm(800.0) - 1.0).abs() < 0.1, "{}", toy.speeds.engine_rad_s);
}

#[test]
fn an_engine_that_starts_itself_does_as_soon_as_the_clutch_is_open() {
    let mut toy = Toy::new(by_pedal(), 1.0);
    toy.car.control.starts_itself = Flag::from(true);
    toy.drive(&coasting(1.0), 1.0, 1.0, |_| {});
    assert!(toy.mode.stalled.is_set());
    toy.drive(&DrivelineDemand { clutch: 1.0, ..coasting(1.0) }, 1.0, 1.5, |_| {});
    assert!(!toy.mode.stalled.is_set());
}

#[test]
fn cut_ignition_comes_back_a_band_below_the_limiter() {
    let mut car = manual_car();
    car.control.cut_band_rad_s = 20.0;
    let mut toy = Toy::new(car, 0.0);
    toy.drive(&throttle(1.0, 0.0), 0.0, 2.0, |_| {});
    let (mut low, mut high) = (f64::INFINITY, 0.0_f64);
    toy.drive(&throttle(1.0, 0.0), 0.0, 2.0, |toy| {
        low = low.min(toy.speeds.engine_rad_s);
        high = high.max(toy.speeds.engine_rad_s);
    });
    let limiter = rpm(7200.0);
    assert!(
        high < limiter + 4.0 && high > limiter - 1.0 && low < limiter - 19.0 && low > limiter - 22.0,
        "{low} {high}"
    );
}

#[test]
fn regeneration_keeps_to_its_torque_and_power_and_never_turns_back() {
    let motor = MotorData {
        torque_nm: 250.0,
        power_w: 150e3,
        regeneration_nm: 120.0,
        regeneration_w: 40e3,
        ratio: 9.0,
        inertia_kg_m2: 0.03,
        efficiency: 0.96,
        ..MotorData::none()
    };
    for place in 0..3 {
        let mut car = electric_car();
        match place {
            0 => (car.control.regeneration_nm, car.control.regeneration_w) = (120.0, 40e3),
            1 => car.rear_motor = motor,
            _ => car.rear_hub_motor = motor,
        }
        let mut toy = Toy::rolling(car, 1.0, 40.0);
        let asked = DrivelineDemand { regeneration: 1.0, ..coasting(1.0) };
        let (mut most, mut last) = (0.0_f64, f64::INFINITY);
        let motors = if place == 2 { 2.0 } else { 1.0 };
        toy.drive(&asked, 0.0, 60.0, |toy| {
            let inside = toy.look(&asked, 0.0).inside;
            let power = -(inside.motor_power_w + if place == 0 { inside.engine_power_w } else { 0.0 });
            let drag = 0.005 * toy.speeds.engine_rad_s.powi(2);
            most = most.max(power);
            assert!(power <= motors * 40e3 + drag + 1e-6, "{power}");
            assert!(toy.spin().iter().all(|&spin| spin >= 0.0), "{toy:?}");
            assert!(toy.speed_m_s <= last + 1e-9);
            last = toy.speed_m_s;
        });
        assert!(most > 0.99 * motors * 40e3, "{place} {most}");
        assert_eq!(toy.spin(), [0.0; 4], "{place}");
    }
}

/// The lightest wheel in the lowest gear behind every kind of coupling and differential, in sub-steps of 2 ms, forwards
/// and in reverse: nothing swings.
#[test]
fn lightest_wheels_in_the_lowest_gear_are_stable() {
    for car in [manual_car(), automatic_car(), electric_car(), dual_clutch_car()] {
        for rear in [
            DifferentialData::open(),
            DifferentialData::locked(),
            DifferentialData::limited_slip(100.0, 0.5, 0.3),
            DifferentialData::viscous(1e5),
        ] {
            for gear in [1.0, -1.0] {
                let mut car = DrivelineCar { rear, front: rear, ..car };
                (car.layout.front_wheel_kg_m2, car.layout.rear_wheel_kg_m2) = (0.2, 0.2);
                let mut toy = Toy::new(car, gear);
                toy.drive(&throttle(0.5, gear), 0.0, 3.0, |_| {});
                let steady = toy.look(&throttle(0.5, gear), 0.0).engine_rate_rad_s2;
                toy.drive(&throttle(0.5, gear), 0.0, 0.1, |toy| {
                    let rate = toy.look(&throttle(0.5, gear), 0.0).engine_rate_rad_s2;
                    // The lock-up may close in between; otherwise the engine's acceleration is smooth.
                    if !car.converter.is_fitted.is_set() {
                        assert!((rate - steady).abs() < 0.3 * steady.abs() + 20.0, "{rate} {steady}");
                    }
                    assert!(toy.speeds.engine_rad_s < car.engine.limiter_rad_s + 10.0);
                    assert!(toy.speed_m_s * gear > 0.3, "{toy:?}");
                });
            }
        }
    }
}

/// Set down with the brake on, nothing changes any more, whatever stands in the car; and no flag flickers.
#[test]
fn at_rest_no_flag_changes() {
    let mut numbers = Numbers::new(21);
    for _ in 0..300 {
        let mut car = any_car(&mut numbers);
        car.control.starts_itself = Flag::from(false);
        let mut toy = Toy::new(car, numbers.pick(&[-1.0, 0.0, 1.0]));
        toy.slope_n = numbers.between(-2000.0, 2000.0);
        let demand = DrivelineDemand { clutch: numbers.pick(&[0.0, 1.0]), ..coasting(toy.mode.gear) };
        toy.drive(&demand, 1.0, 3.0, |_| {});
        let (mode, position) = (toy.mode, toy.position_m);
        toy.drive(&demand, 1.0, 0.5, |toy| {
            assert_eq!(toy.mode, mode);
            assert_eq!(toy.spin(), [0.0; 4], "{toy:?}");
        });
        let _ = position;
    }
}

/// Three wheels stand on their brakes, the fourth turns in the air; in neutral nothing can do but slow it down, however
/// stiff the viscous couplings at the front and in the centre are. The front one's blend keeps its carrier as good as
/// still, and the centre counted on that; but what the centre's torque made of the blend drove the front wheels apart,
/// it was left out, and a centre that was stable for a carrier that hardly moves met one that does: the wheel went to
/// -8800 rad/s.
#[test]
fn stiff_couplings_one_behind_the_other_only_slow_a_wheel_down() {
    let mut numbers = Numbers::new(31);
    for _ in 0..200 {
        let mut car = automatic_car();
        car.front = DifferentialData::viscous(numbers.spread(1.0, 1e5));
        car.centre =
            DifferentialData::viscous(numbers.spread(1.0, 1e5)).with_share(numbers.between(0.2, 0.8));
        car.rear = numbers.pick(&[
            DifferentialData::locked(),
            DifferentialData::open(),
            DifferentialData::viscous(1e4),
        ]);
        car.layout.front_wheel_kg_m2 = numbers.spread(0.3, 3.0);
        let mut toy = Toy::new(car, 0.0);
        (toy.grip_n, toy.brake_nm.front_right) = (Wheels::all(0.0), 0.0);
        toy.speeds.wheels_rad_s.front_right = numbers.pick(&[-50.0, 50.0]);
        let mut before = energy(&car, &DrivelineSpeeds { engine_rad_s: 0.0, ..toy.speeds });
        toy.drive(&coasting(0.0), 1.0, 1.0, |toy| {
            let now = energy(&car, &DrivelineSpeeds { engine_rad_s: 0.0, ..toy.speeds });
            assert!(now <= before, "{now} {before} {:?}", toy.speeds);
            before = now;
        });
        assert!(toy.spin()[1].abs() < 50.0, "{:?}", toy.speeds);
    }
}

/// Any driver in any car: all stays finite and within its speeds, and what slips carries no more than its cap.
fn any_drive(numbers: &mut Numbers, sub_steps: usize) {
    let car = any_car(numbers);
    let mut toy = Toy::new(car, 1.0);
    let mut demand = any_demand(numbers);
    let mut brake = 0.0;
    for index in 0..sub_steps {
        if index % 50 == 0 {
            demand = any_demand(numbers);
            brake = numbers.pick(&[0.0, 0.0, 0.3, 1.0]);
            toy.slope_n = numbers.between(-4000.0, 4000.0);
            toy.grip_n = driveline_support::wheels([0; 4].map(|_| numbers.between(0.0, 5000.0)));
        }
        toy.step(&demand, brake);
        let all = toy.spin().iter().all(|spin| spin.is_finite() && spin.abs() < 2000.0);
        let engine = toy.speeds.engine_rad_s;
        assert!(all && engine.is_finite() && engine.abs() < 2e4 && toy.speed_m_s.abs() < 500.0, "{toy:?}");
        assert!(toy.mode.all_finite());
        let torque = toy.look(&demand, brake);
        let inside = &torque.inside;
        for (data, locked, moved, through) in [
            (&car.front, toy.mode.front_locked, inside.front_moved_nm, inside.front_torque_nm),
            (&car.rear, toy.mode.rear_locked, inside.rear_moved_nm, inside.rear_torque_nm),
            (&car.centre, toy.mode.centre_locked, inside.centre_moved_nm, inside.centre_torque_nm),
        ] {
            if !locked.is_set() && data.viscous_nm_s == 0.0 {
                // A torque that changes its sign within the sub-step meets the other side's ramp.
                let ramps = data.drive_ramp.max(data.coast_ramp);
                let cap = data.preload_nm + data.throttle_nm * demand.throttle + ramps * through.abs();
                assert!(moved.abs() <= cap * (1.0 + 1e-9) + 1e-6, "{moved} {cap}");
            }
        }
    }
    let loads = toy.loads(brake, &toy.speeds, toy.speed_m_s);
    let _ = solve(&car, &toy.mode, &toy.speeds, &loads, &demand);
}

#[test]
fn any_driver_in_any_car_stays_within_bounds() {
    let mut numbers = Numbers::new(22);
    for _ in 0..100 {
        any_drive(&mut numbers, 1000);
    }
}

#[test]
#[ignore = "soak: ten million sub-steps"]
fn any_driver_in_any_car_stays_within_bounds_soak() {
    let mut numbers = Numbers::new(23);
    for _ in 0..10_000 {
        any_drive(&mut numbers, 1000);
    }
}
