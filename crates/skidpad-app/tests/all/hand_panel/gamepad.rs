//! A gamepad in its socket, and pulled out.

use std::cell::RefCell;
use std::rc::Rc;

use egui::Key;
use skidpad_app::drive::Pace;
use skidpad_app::hand::Source;
use skidpad_app::hand::pad::{Button, PadSeen, Pads};

use super::{DESK, Window, found, source, window};

/// A socket with a gamepad in it, or none.
#[derive(Clone, Default)]
struct Socket(Rc<RefCell<Option<PadSeen>>>);

impl Pads for Socket {
    fn poll(&mut self) -> Option<PadSeen> {
        self.0.borrow().clone()
    }
}

impl Socket {
    fn put(&self, pad: PadSeen) {
        *self.0.borrow_mut() = Some(pad);
    }
}

fn pad() -> PadSeen {
    PadSeen::named("Fake Pad")
}

fn with_socket() -> (Window, Socket) {
    let (mut window, socket) = (window(DESK), Socket::default());
    window.state_mut().driver.connect(Box::new(socket.clone()));
    window.run_steps(1);
    (window, socket)
}

/// The stick and the triggers drive, the panel says what is connected; pulled out at full throttle in a turn, it lets go
/// of the pedals in the next frame, and a key that is held from then on drives.
#[test]
fn a_gamepad_drives_and_may_be_pulled_out() {
    let (mut window, socket) = with_socket();
    socket.put(pad());
    window.run_steps(3);
    assert_eq!(source(&window), Source::Keys);
    assert!(found(&window, "gamepad: Fake Pad").is_some());
    socket.put(PadSeen { stick: -1.0, throttle: 1.0, ..pad() });
    window.run_steps(60);
    let (asked, given) = (*window.state().drive.asked(), *window.state().drive.command());
    assert_eq!((source(&window), asked.throttle), (Source::Gamepad, 1.0));
    assert!(asked.steer_rad > 0.4 && given.throttle > 0.99 && given.steer_rad > 0.02, "{asked:?} {given:?}");
    assert!(found(&window, "Input: gamepad").is_some());

    *socket.0.borrow_mut() = None;
    window.run_steps(1);
    let (asked, given) = (*window.state().drive.asked(), *window.state().drive.command());
    assert_eq!((source(&window), asked.throttle, given.throttle), (Source::Keys, 0.0, 0.0));
    assert!(given.steer_rad > 0.0, "the wheels do not jump: {given:?}");
    window.key_down(Key::S);
    window.run_steps(20);
    assert_eq!(window.state().drive.command().brake, 1.0);
    assert!(found(&window, "gamepad: ").is_none());
}

/// A stick's dead zone gives nothing, half its way less than half, by its curve.
#[test]
fn sticks_are_shaped_as_sticks() {
    let (mut window, socket) = with_socket();
    let mut steered = |stick: f64| {
        socket.put(PadSeen { stick, throttle: 0.3, ..pad() });
        window.run_steps(60);
        window.state().drive.command().steer_rad
    };
    let (full, half, dead) = (steered(-1.0), steered(-0.5), steered(-0.1));
    assert!(dead.abs() < 0.02 && half > 0.02 && half < 0.4 * full, "{full} {half} {dead}");
}

#[test]
fn buttons_of_a_gamepad_act_once_a_press() {
    let (mut window, socket) = with_socket();
    window.state_mut().state.lever.automatic = false;
    // Down when it is plugged in: that is no press.
    socket.put(pad().with(Button::Start));
    window.run_steps(5);
    assert_ne!(window.state().drive.pace(), Pace::Paused);
    let press = |window: &mut Window, button: Button| {
        socket.put(pad());
        window.run_steps(2);
        socket.put(pad().with(button));
        window.run_steps(5);
    };
    press(&mut window, Button::RightBumper);
    press(&mut window, Button::RightBumper);
    assert_eq!(window.state().state.lever.gear, 3);
    press(&mut window, Button::LeftBumper);
    assert_eq!(window.state().state.lever.gear, 2);
    press(&mut window, Button::South);
    assert_eq!(window.state().drive.asked().handbrake, 1.0);
    press(&mut window, Button::West);
    assert!(window.state().drive.asked().starter.is_set());
    press(&mut window, Button::Start);
    assert_eq!(window.state().drive.pace(), Pace::Paused);
    press(&mut window, Button::Start);
    assert_ne!(window.state().drive.pace(), Pace::Paused);
    window.run_steps(30);
    press(&mut window, Button::Select);
    assert!(window.state().drive.time_s() < 0.2);
}

/// Whatever a broken device gives, the car drives on.
#[test]
fn broken_axes_break_nothing() {
    let (mut window, socket) = with_socket();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1e300, 1e300] {
        socket.put(PadSeen { stick: bad, throttle: bad, brake: bad, ..pad().with(Button::South) });
        window.run_steps(5);
        let asked = *window.state().drive.asked();
        assert!(asked.steer_rad.abs() < 1.0 && (0.0..=1.0).contains(&asked.throttle), "{bad}: {asked:?}");
    }
    assert_eq!(window.state().drive.status(), skidpad_core::step::Status::Running);
}

/// A desktop gives a gamepad to all programs: in the window of another it drove this car, too, and paused it.
#[test]
fn a_gamepad_is_not_heard_in_another_window() {
    let (mut window, socket) = with_socket();
    socket.put(pad());
    window.run_steps(2);
    socket.put(PadSeen { throttle: 1.0, ..pad() });
    window.run_steps(2);
    assert_eq!(window.state().drive.asked().throttle, 1.0);
    window.input_mut().focused = false;
    window.run_steps(1);
    assert_eq!((source(&window), window.state().drive.asked().throttle), (Source::Keys, 0.0));
    socket.put(PadSeen { throttle: 1.0, ..pad().with(Button::Start) });
    window.run_steps(2);
    assert!(window.state().drive.pace() != Pace::Paused);
    assert!(found(&window, "gamepad: Fake Pad").is_some(), "it is there");
    window.input_mut().focused = true;
    window.run_steps(2);
    assert!(window.state().drive.pace() != Pace::Paused, "what was pressed there was not pressed here");
    assert_eq!(window.state().drive.asked().throttle, 1.0);
}
