//! The sliding that Hlavacs leaves as future work: when it begins, what it does, how it ends.
#![allow(clippy::disallowed_methods)]

use crate::ackermann_support;
use crate::outlined;
use skidpad_core::record::Flag;

use ackermann_support::{
    Car, Driven, Mode, Numbers, State, any_state, degrees, drive, dt, hands_off, rolling, smooth_road,
    steered, uneven,
};
use skidpad_core::controls::Command;
use skidpad_core::step::{Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_texts::ackermann::Ackermann;
use skidpad_texts::ackermann::{
    AckermannCar, Assistance, GRAVITY_M_S2, STATIC_FRICTION, SteeredCar, TABLE_1,
};

/// Text's car and road: static friction 1.0 or 0.3 as the road's grip.
fn wet() -> Surface<f64> {
    Surface { grip: STATIC_FRICTION[1], ..smooth_road() }
}

fn sliding(driven: &Driven) -> [bool; 2] {
    [driven.mode().front_slides, driven.mode().rear_slides].map(Flag::is_set)
}

/// Which axles slid at some time while driving with a command held.
fn slid(driven: &mut Driven, command: &Command<f64>, road: &Surface<f64>, duration_s: f64) -> [bool; 2] {
    let mut slid = [false; 2];
    for _ in 0..(duration_s / 0.001).round() as u64 {
        assert_eq!(driven.step(command, road, dt(0.001)), Status::Running);
        for (slid, now) in slid.iter_mut().zip(sliding(driven)) {
            *slid |= now;
        }
    }
    slid
}

/// Figure 9: the rear tyre slides from 2544.0 N.m on dry, from 763.2 N.m on wet ground.
#[test]
fn too_much_torque_makes_the_rear_slide() {
    let table = AckermannCar::table_1();
    let mut strong = *table.drive();
    strong.largest_torque_nm = 4000.0;
    let car = Car::new(*table.rolling(), *table.front(), *table.rear(), strong);
    for (road, torque) in [(smooth_road(), 2544.0), (wet(), 763.2)] {
        for (share, expected) in [(0.999, [false, false]), (1.001, [false, true])] {
            let mut driven = rolling(&car, 5.0, 0.0);
            let command = Command { throttle: share * torque / 4000.0, gear: 1.0, ..hands_off() };
            assert_eq!(slid(&mut driven, &command, &road, 0.2), expected, "{torque}");
        }
    }
}

/// A spinning wheel pushes with mu_k F (section 5), and what is left of the torque spins it.
#[test]
fn a_spinning_wheel_pushes_with_kinetic_friction() {
    let table = AckermannCar::table_1();
    let mut strong = *table.drive();
    strong.largest_torque_nm = 4000.0;
    let car = Car::new(*table.rolling(), *table.front(), *table.rear(), strong);
    let command = Command { throttle: 1.0, gear: 1.0, ..hands_off() };
    let mut driven = rolling(&car, 1.0, 0.0);
    drive(&mut driven, &command, &smooth_road(), 1.0);
    let (rate, trace) = driven.look(&command, &smooth_road());
    assert!((trace.rear_force_x_n - 5886.0).abs() < 1e-6, "{trace:?}");
    assert!((rate.rear_spin_rad_s - (4000.0 - 5886.0 * 0.33) / 8.2).abs() < 1e-9);
    // The front tyre, which grips, takes what turns it.
    let expected = 5886.0 / (1500.0 + 8.2 / 0.33_f64.powi(2));
    assert!((rate.velocity_x_m_s - expected).abs() < 1e-9, "{rate:?}");
}

/// A turn just within the assistance's angle holds; a little more and the front tyre slides.
#[test]
fn too_much_steering_makes_the_front_slide() {
    let car = AckermannCar::table_1();
    for (road, friction) in [(smooth_road(), STATIC_FRICTION[0]), (wet(), STATIC_FRICTION[1])] {
        let limit = TABLE_1.tyre_limit(friction, GRAVITY_M_S2);
        let most = Assistance::of_text(SteeredCar::Corrected(TABLE_1.rolling()), limit).largest_steer(20.0);
        for (share, expected) in [(0.999, [false, false]), (1.001, [true, false])] {
            let mut driven = rolling(&car, 20.0, share * most);
            assert_eq!(slid(&mut driven, &steered(share * most), &road, 0.2), expected);
        }
    }
}

/// The steering rate counts too: figure 15, in balance.
#[test]
fn too_quick_steering_makes_the_front_slide() {
    let car = AckermannCar::table_1();
    let limit = TABLE_1.tyre_limit(STATIC_FRICTION[1], GRAVITY_M_S2);
    let steer = degrees(1.0);
    let fastest =
        Assistance::of_text(SteeredCar::Corrected(TABLE_1.rolling()), limit).largest_steer_rate(10.0, steer);
    for (share, expected) in [(0.99, [false, false]), (1.01, [true, false])] {
        let state = State::rolling(&car, 10.0, steer);
        let command = steered(steer + share * fastest * 0.001);
        let mode =
            outlined::advance::<Ackermann, _>(&car, &Mode::grips(&state), &state, &command, &wet(), 0.001);
        assert!((mode.steer_rate_rad_s - share * fastest).abs() < 1e-9);
        assert_eq!([mode.front_slides, mode.rear_slides].map(Flag::is_set), expected);
    }
}

/// The car began to slide by the caller's rate: at 2.71 degrees with a steering ramp in steps of 1 ms, at 2.25 degrees
/// with the same ramp at 30 Hz. A frame's change of steering was taken in the first sub-step, at a rate that the ramp did
/// not have, and the front tyre's force goes with the rate (figure 15). Now it is spread over the caller's step. The
/// angle at which the slide begins is the same from 30 to 1000 Hz within 0.5 %, of which the frame in which it is seen
/// is the larger part.
#[test]
fn sliding_began_by_the_rate_of_the_calls() {
    let car = AckermannCar::table_1();
    let onset = |rate_hz: f64, ramp_rad_s: f64, speed: f64, road: &Surface<f64>| {
        let mut driven = rolling(&car, speed, 0.0);
        let (mut frame, mut before) = (0.0, 0.0);
        while sliding(&driven) == [false, false] {
            before = driven.state().front_steer_rad;
            let command = steered(ramp_rad_s * frame / rate_hz);
            assert_eq!(driven.step(&command, road, dt(1.0 / rate_hz)), Status::Running);
            frame += 1.0;
            assert!(driven.state().front_steer_rad < 0.3, "it never slides at {rate_hz} Hz");
        }
        // Somewhere in the last frame.
        0.5 * (before + driven.state().front_steer_rad)
    };
    // Ramps that turn by at most 0.7 % of the angle in a frame at 30 Hz.
    for (ramp_rad_s, speed, road) in
        [(0.01, 20.0, smooth_road()), (0.005, 25.0, smooth_road()), (0.004, 15.0, wet())]
    {
        let expected = onset(1000.0, ramp_rad_s, speed, &road);
        for rate_hz in [30.0, 60.0, 144.0, 240.0, 500.0] {
            let found = onset(rate_hz, ramp_rad_s, speed, &road);
            let off = found / expected - 1.0;
            assert!(off.abs() < 0.005, "{ramp_rad_s} rad/s, {rate_hz} Hz: {found} for {expected} rad");
        }
    }
}

/// The grip of a wide skidpad is the friction that was set, at every mass and however long the
/// caller's step is: just below it the car holds the circle, just above it slides.
#[test]
fn skidpad_grip_is_the_friction() {
    let table = AckermannCar::table_1();
    for mass_kg in [300.0, 1500.0, 30_000.0] {
        let mut of = *table.rolling();
        of.yaw_inertia_kg_m2 *= mass_kg / of.mass_kg;
        of.mass_kg = mass_kg;
        let car = Car::new(of, *table.front(), *table.rear(), *table.drive());
        let steer = (4.0_f64 / 100.0).atan();
        for (grip, step) in [(0.3, 0.001), (1.0, 0.01), (1.0, 0.033)] {
            let road = Surface { grip, ..smooth_road() };
            for (share, expected) in [(0.995, false), (1.005, true)] {
                let mut driven = rolling(&car, (share * grip * 9.81 * 100.0_f64).sqrt(), steer);
                let mut slid = false;
                for _ in 0..30 {
                    driven.step(&steered(steer), &road, dt(step));
                    slid |= sliding(&driven).contains(&true);
                }
                assert_eq!(slid, expected, "{mass_kg} kg, {grip}, {step} s, {share}");
            }
        }
    }
}

/// The handbrake locks the rear wheels: they slide, the front ones grip, and the car turns round.
#[test]
fn the_handbrake_turns_the_car_round() {
    let car = AckermannCar::table_1();
    let mut driven = rolling(&car, 12.0, 0.15);
    drive(&mut driven, &steered(0.15), &smooth_road(), 0.5);
    assert_eq!(sliding(&driven), [false, false]);
    let pulled = Command { handbrake: 1.0, ..steered(0.15) };
    let mut turned = 0.0_f64;
    for _ in 0..400 {
        driven.step(&pulled, &smooth_road(), dt(0.01));
        turned = turned.max(driven.state().yaw_rad);
        assert!(driven.state().rear_spin_rad_s >= 0.0);
    }
    assert!(turned > degrees(90.0), "{}", turned.to_degrees());
    let state = driven.state();
    assert_eq!([state.velocity_x_m_s, state.velocity_y_m_s, state.yaw_rate_rad_s], [0.0; 3], "{state:?}");
}

/// Both axles slide when all wheels lock: the car comes to rest on its kinetic friction alone, after
/// v^2 / (2 mu_k g), in whatever attitude it slides.
#[test]
fn locked_wheels_slide_to_a_stop() {
    let car = AckermannCar::table_1();
    let braked = Command { brake: 1.0, ..hands_off() };
    for attitude_deg in [0.0, 30.0, 90.0] {
        let angle = degrees(attitude_deg);
        let state = State {
            velocity_x_m_s: 15.0 * angle.cos(),
            velocity_y_m_s: 15.0 * angle.sin(),
            ..State::rolling(&car, 0.0, 0.0)
        };
        let mode =
            Mode { front_slides: Flag::from(true), rear_slides: Flag::from(true), ..Mode::grips(&state) };
        let mut driven = Simulation::<Ackermann>::new(car, mode, state);
        drive(&mut driven, &braked, &smooth_road(), 4.0);
        let way = driven.state().x_m.hypot(driven.state().y_m);
        let expected = 15.0 * 15.0 / (2.0 * 0.8 * 9.81);
        assert!((way / expected - 1.0).abs() < 1e-3, "{attitude_deg}: {way} {expected}");
        assert_eq!(driven.state().kinetic_energy(&car), 0.0);
    }
}

/// Braking hard, wheels lock: the front first in a turn is the driver's affair; straight on both do,
/// and the way is that of kinetic friction but for the moment until they slide.
#[test]
fn full_brakes_lock_the_wheels() {
    let car = AckermannCar::table_1();
    let mut driven = rolling(&car, 20.0, 0.0);
    drive(&mut driven, &Command { brake: 1.0, ..hands_off() }, &smooth_road(), 0.5);
    let state = *driven.state();
    assert_eq!((sliding(&driven), state.front_spin_rad_s, state.rear_spin_rad_s), ([true, true], 0.0, 0.0));
    let (rate, _) = driven.look(&Command { brake: 1.0, ..hands_off() }, &smooth_road());
    assert!((rate.velocity_x_m_s + 0.8 * 9.81).abs() < 1e-9, "{rate:?}");
}

/// When torque, steering or brake are taken back, every slide ends, and the car rolls again as if
/// its wheels had never slipped; the way back costs energy or nothing.
#[test]
fn every_slide_ends_in_grip() {
    let car = AckermannCar::table_1();
    let strong = Car::new(*car.rolling(), *car.front(), *car.rear(), {
        let mut drive = *car.drive();
        drive.largest_torque_nm = 4000.0;
        drive
    });
    let road = smooth_road();
    for (speed, provoked) in [
        (5.0, Command { throttle: 1.0, gear: 1.0, ..hands_off() }),
        (20.0, Command { throttle: 1.0, gear: 1.0, ..steered(0.1) }),
        (20.0, steered(0.3)),
        (15.0, Command { handbrake: 1.0, ..steered(0.05) }),
        (20.0, Command { brake: 1.0, ..hands_off() }),
    ] {
        let mut driven = rolling(&strong, speed, 0.0);
        let slid = slid(&mut driven, &provoked, &road, 0.7);
        assert!(slid != [false, false], "{provoked:?}");
        let mut energy = driven.state().kinetic_energy(&strong);
        let mut steps = 0;
        // Turning the wheels straight may make them slide once more.
        while sliding(&driven) != [false, false] || driven.state().front_steer_rad.abs() > 1e-12 {
            driven.step(&hands_off(), &road, dt(0.001));
            let now = driven.state().kinetic_energy(&strong);
            assert!(now <= energy * (1.0 + 1e-12), "{now} {energy} {:?} {:?}", driven.mode(), driven.state());
            energy = now;
            steps += 1;
            assert!(steps < 20_000, "{:?} {:?}", driven.mode(), driven.state());
        }
        drive(&mut driven, &hands_off(), &road, 1.0);
        let state = *driven.state();
        let expected = State::rolling(&strong, state.velocity_x_m_s, state.front_steer_rad);
        assert!((state.velocity_y_m_s - expected.velocity_y_m_s).abs() < 1e-9, "{state:?}");
        assert!((state.front_spin_rad_s - expected.front_spin_rad_s).abs() < 1e-9);
        assert!((state.rear_spin_rad_s - expected.rear_spin_rad_s).abs() < 1e-9);
        assert_eq!(sliding(&driven), [false, false]);
        let kept = state.kinetic_energy(&strong) / energy;
        assert!(kept > 1.0 - 1e-9 && kept <= 1.0 + 1e-12, "{kept}");
    }
}

/// A turn that takes half of what kinetic friction gives: a front axle that slides across in it is back on its
/// line after the time that friction takes to stop it, and grips, though the turn goes on asking for its force.
#[test]
fn a_slide_across_ends_though_the_turn_goes_on() {
    for car in [AckermannCar::table_1(), uneven()] {
        let steer = degrees(2.0);
        let of = *car.rolling();
        let speed = (0.4 * 9.81 * of.wheelbase_m / steer.tan()).sqrt();
        let mut driven = rolling(&car, speed, steer);
        let mut state = *driven.state();
        // 0.3 m/s across the front wheel, about a rear axle that grips.
        state.velocity_y_m_s -= 0.3 * of.rear_m / of.wheelbase_m;
        state.yaw_rate_rad_s -= 0.3 / of.wheelbase_m;
        let mode = Mode { front_slides: Flag::from(true), ..Mode::grips(&state) };
        driven = Simulation::new(car, mode, state);
        let road = smooth_road();
        let mut time_s = 0.0;
        while sliding(&driven) != [false, false] {
            driven.step(&steered(steer), &road, dt(0.001));
            time_s += 0.001;
            assert!(time_s < 0.2, "{:?}", driven.look(&steered(steer), &road).1);
        }
    }
}

/// A jerk at the wheel into a gentle turn makes the front slide, for the force that turns the car is asked for
/// at once. It grips again when the steering is done, and the car turns as its wheels point, also when its
/// brakes take what the tyres still have.
#[test]
fn a_quick_turn_slides_for_a_moment_and_can_be_braked() {
    let car = uneven();
    let (of, road) = (*car.rolling(), smooth_road());
    let steer = degrees(1.4);
    let turns = |driven: &Driven| {
        let state = driven.state();
        state.yaw_rate_rad_s / (state.velocity_x_m_s * steer.tan() / of.wheelbase_m)
    };
    let mut driven = rolling(&car, 20.0, 0.0);
    assert!(slid(&mut driven, &steered(steer), &road, 0.2)[0]);
    drive(&mut driven, &steered(steer), &road, 0.1);
    assert_eq!(sliding(&driven), [false, false]);
    assert!((turns(&driven) - 1.0).abs() < 1e-9, "{}", turns(&driven));
    drive(&mut driven, &Command { brake: 0.3, ..steered(steer) }, &road, 1.0);
    assert!(driven.state().velocity_x_m_s < 16.0, "{:?}", driven.state());
    assert_eq!(sliding(&driven), [false, false]);
    assert!((turns(&driven) - 1.0).abs() < 1e-9, "{}", turns(&driven));
}

/// The rear wheels are locked and slide for seconds; the front wheels, turned slower than the road for a
/// moment, are rolling again after the time that their friction takes to spin them up.
#[test]
fn the_front_grips_again_while_the_rear_still_slides() {
    let car = AckermannCar::table_1();
    let of = *car.rolling();
    let rolls = State::rolling(&car, 20.0, 0.0);
    let state = State { front_spin_rad_s: 0.5 * rolls.front_spin_rad_s, rear_spin_rad_s: 0.0, ..rolls };
    let mode = Mode { front_slides: Flag::from(true), rear_slides: Flag::from(true), ..Mode::grips(&state) };
    let mut driven = Simulation::<Ackermann>::new(car, mode, state);
    let pulled = Command { handbrake: 1.0, ..hands_off() };
    let kinetic = car.front().friction * car.front().kinetic_share * 0.5 * of.mass_kg * 9.81;
    let spin_up_s = 0.5 * rolls.front_spin_rad_s * of.front_inertia_kg_m2 / (kinetic * of.front_radius_m);
    drive(&mut driven, &pulled, &smooth_road(), 1.2 * spin_up_s + 0.02);
    assert_eq!(sliding(&driven), [false, true], "{:?} {:?}", driven.mode(), driven.state());
}

/// A state whose tyres slip is taken for what it is, though the mode says that they grip.
#[test]
fn a_slipping_tyre_slides_whatever_the_mode_says() {
    let car = AckermannCar::table_1();
    let rolls = State::rolling(&car, 20.0, 0.0);
    let road = smooth_road();
    for (state, expected) in [
        (rolls, [false, false]),
        (State { rear_spin_rad_s: 100.0, ..rolls }, [false, true]),
        (State { front_spin_rad_s: 0.0, ..rolls }, [true, false]),
        (State { velocity_y_m_s: 3.0, ..rolls }, [true, true]),
        // Rounded in its fourth digit.
        (State { rear_spin_rad_s: 60.61, ..rolls }, [false, false]),
    ] {
        for dt_s in [0.001, 1e-12] {
            let mode = outlined::advance::<Ackermann, _>(
                &car,
                &Mode::grips(&state),
                &state,
                &hands_off(),
                &road,
                dt_s,
            );
            assert_eq!([mode.front_slides, mode.rear_slides].map(Flag::is_set), expected, "{state:?}");
        }
    }
}

/// A whole sub-step, discrete decisions and projections included, from any state of motion: without
/// torque and on the level the kinetic energy never grows beyond what the integrator's error allows.
fn check_sub_steps(states: u64, seed: u64) {
    let mut numbers = Numbers::new(seed);
    let cars = [AckermannCar::table_1(), uneven()];
    for count in 0..states {
        let car = &cars[(count % 2) as usize];
        let (state, mode) = any_state(&mut numbers, car);
        let command = Command {
            brake: numbers.pick(&[0.0, 1.0, 0.2]),
            handbrake: numbers.pick(&[0.0, 0.0, 1.0]),
            ..steered(state.front_steer_rad + numbers.pick(&[0.0, 0.1, -0.1]))
        };
        let road = Surface { grip: numbers.between(0.05, 1.2), ..Surface::asphalt() };
        let mut driven = Simulation::<Ackermann>::new(*car, mode, state);
        let mut before = driven.state().kinetic_energy(car);
        for _ in 0..20 {
            assert_eq!(driven.step(&command, &road, dt(0.001)), Status::Running);
            let after = driven.state().kinetic_energy(car);
            let grew = after - before;
            assert!(grew <= 1e-9 * before + 1e-12, "{grew} of {before} J: {mode:?} {state:?} {command:?}");
            before = after;
        }
    }
}

#[test]
fn sub_steps_never_add_energy() {
    check_sub_steps(5_000, 21);
}

#[test]
#[ignore = "soak: half a million starts of twenty sub-steps"]
fn sub_steps_never_add_energy_soak() {
    check_sub_steps(500_000, 22);
}

/// Half the sub-step, the same slide but for the step's error: the way and the turn of a handbrake
/// turn converge.
#[test]
fn slides_do_not_depend_on_the_step() {
    let car = AckermannCar::table_1();
    let run = |step: f64| {
        let mut driven = rolling(&car, 15.0, 0.05);
        let pulled = Command { handbrake: 1.0, ..steered(0.05) };
        for _ in 0..(1.0 / step).round() as u64 {
            driven.step(&pulled, &smooth_road(), dt(step));
        }
        [driven.state().x_m, driven.state().y_m, driven.state().yaw_rad]
    };
    let finest = run(0.000_125);
    let away = |step: f64| {
        run(step).iter().zip(finest).map(|(found, right)| (found - right).abs()).fold(0.0, f64::max)
    };
    let (coarse, fine) = (away(0.001), away(0.000_25));
    assert!(coarse < 0.02 && fine < 0.5 * coarse, "{coarse} {fine}");
    // The caller's rate does not matter at all.
    assert!(run(0.03125).iter().zip(run(0.01)).all(|(a, b)| (a - b).abs() < 1e-2));
}
