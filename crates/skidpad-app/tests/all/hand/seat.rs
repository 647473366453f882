//! Of all sources the one drives that was moved last.

use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_app::hand::{Raw, Seat, Shaping, Source, hands};
use skidpad_core::controls::Gear;
use skidpad_world::scene::Scene;

use crate::saved::saved;

fn throttle(throttle: f64) -> Option<Raw> {
    Some(Raw { throttle, ..Raw::default() })
}

#[test]
fn the_source_that_was_moved_last_drives() {
    let mut seat = Seat::default();
    seat.hear(Source::Keys, throttle(0.0));
    seat.hear(Source::Gamepad, throttle(0.7));
    assert_eq!((seat.source(), seat.raw().throttle), (Source::Gamepad, 0.7));
    seat.hear(Source::Keys, throttle(1.0));
    assert_eq!((seat.source(), seat.raw().throttle), (Source::Keys, 1.0));
    // The trigger is still held, and let go: that asks for nothing.
    for held in [0.7, 0.7, 0.4, 0.0, 0.1] {
        seat.hear(Source::Gamepad, throttle(held));
        assert_eq!(seat.source(), Source::Keys, "{held}");
    }
    seat.hear(Source::Gamepad, throttle(0.4));
    assert_eq!((seat.source(), seat.raw().throttle), (Source::Gamepad, 0.4));
    // Who has taken over keeps the wheel, also with everything let go.
    seat.hear(Source::Gamepad, throttle(0.0));
    seat.hear(Source::Keys, throttle(1.0));
    assert_eq!(seat.source(), Source::Gamepad, "the key was held all the time");
    seat.hear(Source::Keys, throttle(0.0));
    seat.hear(Source::Keys, throttle(1.0));
    assert_eq!(seat.source(), Source::Keys);
}

/// A stick that trembles about its middle, or rests beside it, does not take over; its other side does.
#[test]
fn a_worn_stick_takes_over_nothing() {
    let mut seat = Seat::default();
    let stick = |steer: f64| Some(Raw { steer, ..Raw::default() });
    for steer in [0.05, -0.08, 0.12, 0.0, -0.19] {
        seat.hear(Source::Gamepad, stick(steer));
        assert_eq!(seat.source(), Source::Keys, "{steer}");
    }
    seat.hear(Source::Gamepad, stick(0.5));
    seat.hear(Source::Keys, stick(1.0));
    assert_eq!(seat.source(), Source::Keys);
    seat.hear(Source::Gamepad, stick(-0.5));
    assert_eq!(seat.source(), Source::Gamepad);
}

/// What is there only while it is held drives from its first touch; away, it leaves the car to the keys.
#[test]
fn a_touch_drives_from_its_beginning() {
    for source in [Source::Mouse, Source::Touch] {
        let mut seat = Seat::default();
        seat.hear(source, Some(Raw::default()));
        assert_eq!(seat.source(), source);
        seat.hear(source, None);
        assert_eq!((seat.source(), seat.raw()), (Source::Keys, Raw::default()));
    }
}

#[test]
fn axes_that_are_no_numbers_ask_for_nothing() {
    let mut seat = Seat::default();
    let bad =
        Raw { steer: f64::NAN, throttle: f64::INFINITY, brake: -3.0, handbrake: f64::NAN, starter: 7.0 };
    seat.hear(Source::Gamepad, Some(bad));
    let sane = Raw { throttle: 1.0, starter: 1.0, ..Raw::default() };
    assert_eq!((seat.source(), seat.raw()), (Source::Gamepad, sane));
    let steer = |steer: f64| Raw { steer, ..Raw::default() }.sane().steer;
    assert_eq!((steer(-1e300), steer(f64::NEG_INFINITY)), (-1.0, -1.0));
    seat.hear(Source::Gamepad, Some(Raw { throttle: f64::NAN, ..Raw::default() }));
    assert_eq!(seat.raw(), Raw::default());
}

/// A gamepad is pulled out at full throttle in a turn: in the very next step the pedals are free, and the wheels go back
/// as hands let them.
#[test]
fn a_gamepad_that_is_pulled_out_leaves_the_pedals() {
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    let mut drive = Drive::new(Scene::straight(), &car).unwrap();
    drive.set_hands(hands(Source::Gamepad, Shaping::Grip, &car));
    let full = Raw { steer: 1.0, throttle: 1.0, ..Raw::default() }.controls(0.5, Gear::Automatic);
    (0..240).for_each(|_| drive.single_step_with(&full));
    assert!((drive.command().throttle - 1.0).abs() < 1e-9);
    let steer = drive.command().steer_rad;
    assert!(steer > 0.02, "{steer}");

    drive.set_hands(hands(Source::Keys, Shaping::Grip, &car));
    drive.single_step_with(&Raw::default().controls(0.5, Gear::Automatic));
    assert_eq!(drive.command().throttle, 0.0);
    // No faster than hands turn the wheels: 3 rad/s.
    assert!((drive.command().steer_rad - steer).abs() < 3.0 / 240.0 + 1e-12, "{}", drive.command().steer_rad);
}

/// Who drives changes in a run, also back again before a step is made; driven again, it is the same to the bit.
#[test]
fn a_run_with_several_hands_is_driven_again_to_the_bit() {
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    let mut drive = Drive::new(Scene::straight(), &car).unwrap();
    let of = |index: usize| {
        let shaping = Shaping::ALL[index / 4 % 3];
        hands(Source::ALL[index % 4], shaping, &car)
    };
    for index in 0..60 {
        drive.set_hands(of(index));
        let steer = if index % 3 == 0 { 0.5 } else { -0.2 };
        let controls = Raw { steer, throttle: 0.9, ..Raw::default() }.controls(0.5, Gear::Automatic);
        for frame in 0..7 {
            // Nobody drives for the time of no step.
            drive.set_hands(None);
            drive.frame(0.0, &controls);
            drive.set_hands(of(index));
            drive.frame([0.03, 0.011, 0.0][frame % 3], &controls);
        }
        if index == 40 {
            assert!(drive.rewind(0.4) > 0.2);
        }
    }
    let run = saved(&drive);
    let mut again = Drive::replay(&run).unwrap();
    while !again.playback().unwrap().is_over() {
        again.frame(0.05, &Raw::default().controls(0.5, Gear::Automatic));
    }
    assert_eq!((again.playback().unwrap().parted_s(), again.player_hash()), (None, drive.player_hash()));
}
