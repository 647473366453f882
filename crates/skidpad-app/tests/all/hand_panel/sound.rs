//! The switch and the knob of the sound.

use std::cell::RefCell;

use egui::Key;
use egui_kittest::kittest::Queryable as _;
use skidpad_app::sound::player::{Player, Speaker};
use skidpad_app::sound::{Heard, of_run};

use super::{DESK, found, window};

thread_local! {
    /// What the device was given last, and how often it was opened.
    static PLAYED: RefCell<(Heard, f64, u32)> = RefCell::default();
}

struct Ear;

impl Player for Ear {
    fn play(&mut self, heard: &Heard, volume: f64) {
        PLAYED.with_borrow_mut(|played| (played.0, played.1) = (*heard, volume));
    }
}

fn played() -> (Heard, f64, u32) {
    PLAYED.with_borrow(|played| *played)
}

/// Off until it is asked for; then what is driven is heard, with the knob's volume; M is mute.
#[test]
fn the_car_is_heard_when_it_is_asked_for() {
    let mut window = window(DESK);
    window.state_mut().speaker = Speaker::new(|| {
        PLAYED.with_borrow_mut(|played| played.2 += 1);
        Ok(Box::new(Ear))
    });
    window.key_down(Key::W);
    window.run_steps(30);
    assert_eq!(played().2, 0, "no device is opened before");
    window.get_by_label("Sound").click();
    window.run_steps(60);
    let (heard, volume, opened) = played();
    assert_eq!((volume, opened), (0.6, 1));
    assert!(heard.engine.rpm > 900.0 && heard.engine.cylinders == 6.0 && heard.speed_m_s > 3.0, "{heard:?}");
    assert!(found(&window, "Volume").is_some());
    window.key_press(Key::M);
    window.run_steps(2);
    assert_eq!((played().1, window.state().state.sound_is_on), (0.0, false));
    window.key_press(Key::M);
    window.run_steps(2);
    assert_eq!((played().1, played().2), (0.6, 1));
    // Paused, and beside Palmer's simulator, there is silence.
    for key in [Key::P, Key::C] {
        window.key_press(key);
        window.run_steps(2);
        assert_eq!(played().0, Heard::default());
        window.key_press(key);
        window.run_steps(2);
        assert!(played().0.engine.rpm > 900.0);
    }
}

/// A sound server that has ended, or was not there yet, was final: whoever switched the sound off and on again heard
/// nothing, and read the same.
#[test]
fn a_device_that_fails_is_opened_again() {
    struct Broken;
    impl Player for Broken {
        fn play(&mut self, _: &Heard, _: f64) {}
        fn trouble(&self) -> Option<String> {
            Some(String::from("No sound: the server has ended"))
        }
    }
    let mut window = window(DESK);
    window.state_mut().speaker = Speaker::new(|| {
        let opened = PLAYED.with_borrow_mut(|played| {
            played.2 += 1;
            played.2
        });
        Ok(if opened == 1 { Box::new(Broken) } else { Box::new(Ear) })
    });
    window.get_by_label("Sound").click();
    window.run_steps(10);
    assert!(found(&window, "No sound: the server has ended").is_some());
    assert_eq!(played().2, 1, "not with every picture");
    for _ in 0..2 {
        window.key_press(Key::M);
        window.run_steps(3);
    }
    assert!(found(&window, "No sound").is_none());
    assert_eq!((played().1, played().2), (0.6, 2));
    for _ in 0..2 {
        window.key_press(Key::M);
        window.run_steps(3);
    }
    assert_eq!(played().2, 2, "one that plays stays open");
}

/// What was driven is saved as a file that sounds: as long as the run.
#[test]
fn a_run_is_saved_as_sound() {
    let mut window = window(DESK);
    window.key_down(Key::W);
    window.run_steps(120);
    window.get_by_label("Save sound").click();
    window.run_steps(2);
    let file = window.state().post.out.iter().find(|parcel| parcel.name == "run.wav").expect("it is sent");
    let samples: Vec<i16> =
        file.bytes[44..].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
    assert!((samples.len() as f64 / 48_000.0 - 2.0).abs() < 0.2, "{}", samples.len());
    assert!(samples.iter().any(|sample| sample.abs() > 3000));
    // A longer run leaves its end.
    let run = window.state().drive.run();
    let end = of_run(&run, 0.5).unwrap();
    assert!((23_000..26_000).contains(&end.len()), "{}", end.len());
    assert!(end.iter().any(|sample| sample.abs() > 0.1));
}

/// Where there is no device, it is said where it is switched on, and all else goes on.
#[test]
fn without_a_device_it_is_said() {
    let mut window = window(DESK);
    window.get_by_label("Sound").click();
    window.run_steps(3);
    assert!(found(&window, "No sound").is_some());
    window.state_mut().speaker = Speaker::new(|| Err(String::from("No sound: broken")));
    window.run_steps(3);
    assert!(found(&window, "No sound: broken").is_some());
    window.key_press(Key::M);
    window.run_steps(3);
    assert!(found(&window, "No sound").is_none());
}
