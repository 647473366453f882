//! A measured run of a BMW M8: launch, coast in second gear, full stop (ROADVIEW project; see the
//! NOTICE beside the data).
//!
//! The measured speed is the recorded acceleration, integrated from standstill. The coast agrees.
//! The stop is 7 % harder than measured, since the rule that gives all presets their grip gives
//! this one too much. The launch does not agree, and cannot with the engine's published torque: from 20 to 22 m/s
//! the measured car accelerates by 5.3 m/s^2, which takes about three quarters of that torque; it
//! was held back in the low gears. The times of both parameter sets are printed for the record.
#![allow(clippy::disallowed_methods)]

mod reference_support;

use reference_support::{agrees, data, there};
use skidpad_formats::reference::bmw_m8::{Part, Run, follow, launch, reaches, speed_at, vehicle};
use skidpad_formats::reference::{Check, Outcome};

#[test]
fn the_coast_in_second_gear_agrees() {
    agrees(&Part::Coast.check(&data(), "coast"), 700);
}

#[test]
fn the_stop_is_harder_than_measured_by_what_the_rule_for_grip_gives_too_much() {
    let Some(run) = there(Run::load(&data())) else { return };
    let speeds = follow(&run, &vehicle("bmw-m8"), 6.9, 8.3).expect("the recording is long enough");
    let (from_s, to_s) = (7.4, 8.2);
    let mean = |speed: &dyn Fn(f64) -> f64| (speed(from_s) - speed(to_s)) / (to_s - from_s);
    let simulated = mean(&|time_s| speed_at(&speeds, time_s).expect("within the drive"));
    let measured = mean(&|time_s| run.at(time_s).expect("within the recording").speed_m_s);
    let Check { worst, .. } = Part::Stop.check(&data(), "stop");
    println!(
        "stop: departs by {worst:.2} times what is allowed; {simulated:.2} m/s^2 simulated, {measured:.2} measured"
    );
    // Both brake at their limit; 1.22 times the skidpad's 1.03 g is some 8 % too much for this car.
    assert!((1.04..1.12).contains(&(simulated / measured)), "{simulated} against {measured} m/s^2");
}

#[test]
fn the_launch_is_quicker_than_measured_by_the_torque_that_was_held_back() {
    const SPEEDS: [f64; 4] = [10.0, 15.0, 20.0, 22.0];
    let Some(run) = there(Run::load(&data())) else { return };
    let measured =
        SPEEDS.map(|speed| run.reaches(speed).expect("it does") - run.reaches(0.5).expect("it does"));
    // As read from the recording by hand.
    for (found, by_hand) in measured.iter().zip([1.529, 2.263, 3.083, 3.458]) {
        assert!((found - by_hand).abs() < 0.02, "{measured:?}");
    }
    for name in ["bmw-m8", "bmw-m8-measured"] {
        let run = launch(&vehicle(name), 22.0);
        let times = SPEEDS.map(|speed| {
            reaches(&run, speed).expect("it gets there") - reaches(&run, 0.5).expect("it moves")
        });
        let differences = [0, 1, 2, 3].map(|index| 100.0 * (times[index] / measured[index] - 1.0));
        println!("{name}: {times:.3?} s, {differences:+.1?} %");
        // With all of the published torque the car is quicker, and still within what its power allows.
        assert!(times[3] < measured[3] && times[3] > 0.7 * measured[3], "{name}: {times:?}");
    }
}

/// What `skidpad validate` says of both.
#[test]
fn launch_and_stop_are_said_to_disagree_and_why() {
    if there(Run::load(&data())).is_none() {
        return;
    }
    for part in [Part::Launch, Part::Stop] {
        let check = part.check(&data(), part.name());
        assert!(matches!(check.outcome, Outcome::Disagrees { .. }), "{check:?}");
        assert!(check.worst > 1.0 && check.remark.is_some(), "{check:?}");
    }
}
