//! Modes, buttons, fields, and the message line.

use skidpad_app::palmer::{Palmer, Press, texts};
use skidpad_texts::palmer::{BLOWN_RPM, DriveMode, REDLINE_RPM};

use super::{STEP_S, TIMER_S, drive_until, driving_at, message, started, tick};

#[test]
fn it_has_three_modes_five_buttons_and_five_fields_by_their_names() {
    assert_eq!(Press::MODES.map(texts::mode), ["Accelerate", "Cruise", "Brake"]);
    let buttons = ["Start", "Shift Up", "Shift Down", "Stop", "Reset"];
    assert_eq!(Press::BUTTONS.map(texts::name), buttons);
    let fields = texts::fields(Palmer::default().car(), (0.0, "km/h"), (0.0, "m"));
    let values = ["0.00 m/s, 0.0 km/h", "1000 rpm", "1", "0.0 m", "0.00 s"];
    assert!(fields.iter().all(|(name, _)| !texts::origin(name).is_empty()));
    assert_eq!(fields.clone().map(|(name, _)| name), ["Velocity", "Engine", "Gear", "Distance", "Time"]);
    assert_eq!(fields.map(|(_, value)| value), values);
}

/// What each button makes of speed, gear and rpm, distance and time, and whether it runs, in third gear at 35 m/s.
#[test]
fn each_button_does_what_the_text_says_of_it() {
    let from = driving_at(35.0);
    let (speed, rpm) = (from.car().speed_m_s(), from.car().engine_rpm());
    assert_eq!(from.car().gear(), 3);
    let up = rpm * 1.22 / 1.52;
    let down = rpm * 2.20 / 1.52;
    // Press, speed, gear, rpm, keeps distance and time, runs.
    let table = [
        (Press::Start, speed, 3, rpm, true, true),
        (Press::ShiftUp, speed, 4, up, true, true),
        (Press::ShiftDown, speed, 2, down, true, true),
        (Press::Stop, 0.0, 1, 1000.0, true, false),
        (Press::Reset, 0.0, 1, 1000.0, false, false),
        (Press::Mode(DriveMode::Cruise), speed, 3, rpm, true, true),
        (Press::Mode(DriveMode::Brake), speed, 3, rpm, true, true),
        (Press::Automatic, speed, 3, rpm, true, true),
    ];
    for (press, speed, gear, rpm, keeps, runs) in table {
        let mut palmer = from.clone();
        palmer.press(press);
        let (car, old) = (palmer.car(), from.car());
        assert_eq!((car.speed_m_s(), car.gear(), car.is_running()), (speed, gear, runs), "{press:?}");
        assert!((car.engine_rpm() - rpm).abs() < 1e-9, "{press:?}");
        let kept = if keeps { (old.distance_m(), old.time_s()) } else { (0.0, 0.0) };
        assert_eq!((car.distance_m(), car.time_s()), kept, "{press:?}");
    }
}

#[test]
fn the_modes_exclude_each_other() {
    let mut palmer = Palmer::default();
    for mode in Press::MODES {
        palmer.press(Press::Mode(mode));
        assert_eq!(
            Press::MODES.map(|other| other == palmer.car().mode),
            Press::MODES.map(|other| other == mode)
        );
    }
}

#[test]
fn start_resumes_after_stop_from_the_distance_and_time_there() {
    let mut palmer = driving_at(30.0);
    let (distance, time) = (palmer.car().distance_m(), palmer.car().time_s());
    palmer.press(Press::Stop);
    (0..20).for_each(|_| tick(&mut palmer));
    assert_eq!((palmer.car().distance_m(), palmer.car().time_s()), (distance, time));
    palmer.press(Press::Start);
    (0..2).for_each(|_| tick(&mut palmer));
    assert!(palmer.car().distance_m() > distance && palmer.car().time_s() > time);
}

#[test]
fn cruise_is_no_acceleration() {
    let mut palmer = driving_at(20.0);
    palmer.press(Press::Mode(DriveMode::Cruise));
    let (speed, from, time) = (palmer.car().speed_m_s(), palmer.car().distance_m(), palmer.car().time_s());
    (0..100).for_each(|_| tick(&mut palmer));
    assert_eq!(palmer.car().speed_m_s(), speed);
    let gone = speed * (palmer.car().time_s() - time);
    assert!((palmer.car().distance_m() - from - gone).abs() < 1e-9 * from);
}

/// -5.0 m/s^2 down to 0.1 m/s; what is left drifts on for ever.
#[test]
fn braking_is_constant_and_ends_above_rest() {
    let mut palmer = driving_at(26.8);
    palmer.press(Press::Mode(DriveMode::Brake));
    let from = palmer.car().distance_m();
    while palmer.car().speed_m_s() > 0.5 {
        let before = palmer.car().speed_m_s();
        let steps = palmer.frame(TIMER_S);
        let lost = before - palmer.car().speed_m_s();
        assert!((lost - 5.0 * STEP_S * f64::from(steps)).abs() < 1e-9, "{lost}");
    }
    // v^2 / 2a of 26.8 m/s is 71.8 m.
    let gone = palmer.car().distance_m() - from;
    assert!((gone - 71.8).abs() < 2.5, "{gone}");
    (0..4).for_each(|_| tick(&mut palmer));
    let left = palmer.car().speed_m_s();
    (0..100).for_each(|_| tick(&mut palmer));
    assert!(left != 0.0 && left.abs() <= 0.2 && palmer.car().speed_m_s() == left, "{left}");
}

#[test]
fn a_shift_out_of_range_is_ignored() {
    let mut palmer = Palmer::default();
    palmer.press(Press::ShiftDown);
    assert_eq!((palmer.car().gear(), palmer.car().engine_rpm()), (1, 1000.0));
    assert!(texts::hint(Press::ShiftDown, &palmer).contains("No such gear"));
    (0..9).for_each(|_| palmer.press(Press::ShiftUp));
    assert_eq!(palmer.car().gear(), 6);
    assert_eq!(palmer.rpm_after(Press::ShiftUp), None);
}

#[test]
fn a_shift_down_raises_the_engine_speed_and_blows_it_in_cruise_too() {
    let mut palmer = started();
    drive_until(&mut palmer, |palmer| palmer.car().gear() == 2 && palmer.car().engine_rpm() > 7000.0);
    palmer.press(Press::Mode(DriveMode::Cruise));
    let promised = palmer.rpm_after(Press::ShiftDown).unwrap();
    assert!(texts::hint(Press::ShiftDown, &palmer).contains("would blow"));
    palmer.press(Press::ShiftDown);
    assert_eq!(palmer.car().engine_rpm(), promised);
    assert!(palmer.car().is_running(), "until the next step");
    (0..2).for_each(|_| tick(&mut palmer));
    assert!(!palmer.car().is_running() && message(&palmer).starts_with("Blown engine"));
}

#[test]
fn above_the_redline_it_warns_and_a_shift_up_clears_that() {
    let mut palmer = started();
    while palmer.car().engine_rpm() <= REDLINE_RPM {
        assert_eq!(message(&palmer), "");
        tick(&mut palmer);
    }
    assert!(message(&palmer).starts_with("Redline warning") && message(&palmer).contains("7200 rpm"));
    assert!(palmer.car().is_running());
    palmer.press(Press::ShiftUp);
    (0..2).for_each(|_| tick(&mut palmer));
    assert_eq!(message(&palmer), "");
}

#[test]
fn a_blown_engine_stops_the_run_and_start_finds_it_blown_again() {
    let mut palmer = started();
    while palmer.car().is_running() {
        assert!(palmer.car().engine_rpm() <= BLOWN_RPM);
        tick(&mut palmer);
    }
    assert!(message(&palmer).starts_with("Blown engine") && message(&palmer).contains("8000 rpm"));
    let over = *palmer.car();
    (0..20).for_each(|_| tick(&mut palmer));
    assert_eq!(*palmer.car(), over);
    palmer.press(Press::Start);
    (0..20).for_each(|_| tick(&mut palmer));
    assert!(!palmer.car().is_running());
    assert!((palmer.car().time_s() - over.time_s() - STEP_S).abs() < 1e-9, "one step");
    palmer.press(Press::Reset);
    assert_eq!(message(&palmer), "");
}

#[test]
fn the_engine_turns_with_the_wheels_from_the_first_step_on() {
    let mut palmer = started();
    (0..2).for_each(|_| tick(&mut palmer));
    let car = palmer.car();
    let rpm = car.speed_m_s() * 60.0 * 3.82 * 3.44 / (2.0 * core::f64::consts::PI * 0.3186);
    assert!((car.engine_rpm() - rpm).abs() < 1e-9 && rpm < 500.0, "{rpm}");
}

/// The chapter's 3000 to 4000 rpm: up above, down below, never to and fro; off unless it is asked for.
#[test]
fn an_automatic_shifts_between_3000_and_4000_rpm_and_does_not_hunt() {
    let mut palmer = started();
    assert!(!palmer.is_automatic());
    palmer.press(Press::Automatic);
    let mut gears = vec![1];
    for _ in 0..1200 {
        tick(&mut palmer);
        gears.push(palmer.car().gear());
    }
    gears.dedup();
    assert_eq!(gears, [1, 2, 3, 4, 5, 6]);
    palmer.press(Press::Mode(DriveMode::Brake));
    for _ in 0..600 {
        tick(&mut palmer);
        assert!(palmer.car().engine_rpm() < REDLINE_RPM);
        gears.push(palmer.car().gear());
    }
    gears.dedup();
    assert_eq!(gears, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
}
