//! Driving by mouse, fingers and gamepad, in a window without a screen.

use std::cell::RefCell;
use std::rc::Rc;

use egui::{
    Event, Key, Modifiers, PointerButton, Pos2, TouchDeviceId, TouchId, TouchPhase, Vec2, pos2, vec2,
};
use egui_kittest::Harness;
use egui_kittest::kittest::{AccessKitNode, Queryable as _};
use skidpad_app::drive::Choice;
use skidpad_app::drive::Pace;
use skidpad_app::hand::Source;
use skidpad_app::hand::glass::{Layout, Pad};
use skidpad_app::hand::pad::{Button, PadSeen, Pads};
use skidpad_app::scene::Scene;
use skidpad_app::ui::{Sheet, Simulator};

const FRAME_S: f64 = 1.0 / 60.0;
const DESK: Vec2 = vec2(1400.0, 1000.0);
const PHONES: [Vec2; 2] = [vec2(390.0, 844.0), vec2(844.0, 390.0)];

type Window = Harness<'static, Simulator>;

fn window(size: Vec2) -> Window {
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    let mut harness = Harness::builder().with_size(size).build_ui_state(
        |ui, simulator: &mut Simulator| simulator.frame(ui, FRAME_S),
        Simulator::new(Scene::straight(), &car).unwrap(),
    );
    harness.run_steps(2);
    harness
}

fn said(node: &AccessKitNode<'_>) -> String {
    node.label().or_else(|| node.value()).unwrap_or_default()
}

/// Where on the screen the first thing is whose label begins so.
fn found(window: &Window, begins: &str) -> Option<egui::Rect> {
    window.query_all_by(|node| said(node).starts_with(begins)).next().map(|node| node.rect())
}

fn source(window: &Window) -> Source {
    window.state().driver.seat().source()
}

fn finger(window: &mut Window, id: u64, phase: TouchPhase, pos: Pos2) {
    window.event(Event::Touch { device_id: TouchDeviceId(1), id: TouchId(id), phase, pos, force: None });
}

fn button(window: &mut Window, pos: Pos2, pressed: bool) {
    window.event(Event::PointerMoved(pos));
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    window.event(Event::PointerButton { pos, button, pressed, modifiers });
}

/// Held on the plan and moved to the left and up the mouse steers to the left and accelerates; further down it brakes;
/// let go of, it leaves the car alone.
#[test]
fn a_mouse_that_is_held_on_the_plan_drives() {
    let mut window = window(DESK);
    let middle = found(&window, "plan: ").unwrap().center();
    button(&mut window, middle, true);
    window.run_steps(3);
    assert_eq!(source(&window), Source::Keys, "a click is none");
    window.event(Event::PointerMoved(middle + vec2(-75.0, -75.0)));
    window.run_steps(2);
    assert_eq!(source(&window), Source::Mouse);
    let asked = *window.state().drive.asked();
    assert!((asked.throttle - 0.5).abs() < 1e-6 && asked.brake == 0.0, "{asked:?}");
    assert!((asked.steer_rad / 0.5079 - 0.5).abs() < 0.01, "{asked:?}");
    // The wheel zooms as ever.
    let before = window.state().state.camera.points_per_m;
    let (unit, delta, modifiers) = (egui::MouseWheelUnit::Line, vec2(0.0, 3.0), Modifiers::NONE);
    window.event(Event::MouseWheel {
        unit,
        delta,
        modifiers,
        phase: TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    });
    window.run_steps(30);
    assert!(window.state().state.camera.points_per_m > 1.05 * before);
    // Beyond the plan's edge it is still held.
    window.event(Event::PointerMoved(middle + vec2(900.0, 3000.0)));
    window.run_steps(2);
    let asked = *window.state().drive.asked();
    assert!(asked.brake == 1.0 && asked.throttle == 0.0 && asked.steer_rad < -0.5, "{asked:?}");
    button(&mut window, middle, false);
    window.run_steps(2);
    assert_eq!(source(&window), Source::Keys);
    assert_eq!(window.state().drive.asked().brake, 0.0);
}

/// A press on a panel drives nothing.
#[test]
fn a_mouse_on_a_panel_does_not_drive() {
    let mut window = window(DESK);
    let panel = found(&window, "dial: ").unwrap().center();
    button(&mut window, panel, true);
    window.run_steps(2);
    window.event(Event::PointerMoved(found(&window, "plan: ").unwrap().center()));
    window.run_steps(3);
    assert_eq!(source(&window), Source::Keys);
}

fn middle_of(window: &Window, pad: Pad) -> Pos2 {
    found(window, &format!("{}: ", pad.name())).unwrap_or_else(|| panic!("no {}", pad.name())).center()
}

/// With a first touch the controls appear; then one thumb steers while the other accelerates, brakes and shifts.
#[test]
fn two_thumbs_drive() {
    for size in PHONES {
        let mut window = window(size);
        assert!(found(&window, "steer: ").is_none());
        let plan = found(&window, "plan: ").unwrap().center();
        finger(&mut window, 1, TouchPhase::Start, plan);
        window.run_steps(1);
        finger(&mut window, 1, TouchPhase::End, plan);
        window.run_steps(2);
        assert_eq!(source(&window), Source::Keys, "that touch held nothing");

        let (strip, pedal) = (found(&window, "steer: ").unwrap(), found(&window, "throttle: ").unwrap());
        finger(&mut window, 2, TouchPhase::Start, strip.left_center() + vec2(2.0, 0.0));
        finger(&mut window, 3, TouchPhase::Start, pedal.center_top() + vec2(0.0, 2.0));
        window.run_steps(30);
        let asked = *window.state().drive.asked();
        assert_eq!((source(&window), asked.throttle), (Source::Touch, 1.0));
        assert!(asked.steer_rad > 0.4, "{asked:?}");
        assert!(window.state().drive.player().seen().speed_m_s() > 1.0);
        assert!(found(&window, "throttle: 100 %").is_some());

        // The thumb slides off, and still holds; the other lets go.
        finger(&mut window, 2, TouchPhase::Move, strip.right_center() + vec2(40.0, -60.0));
        finger(&mut window, 3, TouchPhase::End, pedal.center());
        let brake = middle_of(&window, Pad::Brake);
        finger(&mut window, 4, TouchPhase::Start, brake);
        window.run_steps(2);
        let asked = *window.state().drive.asked();
        assert!(asked.steer_rad < -0.4 && asked.throttle == 0.0 && asked.brake > 0.5, "{asked:?}");
        for id in [2, 4] {
            finger(&mut window, id, TouchPhase::Cancel, plan);
        }
        window.run_steps(2);
        assert_eq!((source(&window), window.state().drive.asked().brake), (Source::Keys, 0.0));
    }
}

#[test]
fn thumbs_shift_once_a_press_and_do_not_pinch() {
    let mut window = window(PHONES[0]);
    window.state_mut().state.lever.automatic = false;
    finger(&mut window, 1, TouchPhase::Start, pos2(200.0, 300.0));
    finger(&mut window, 1, TouchPhase::End, pos2(200.0, 300.0));
    window.run_steps(2);
    let up = middle_of(&window, Pad::GearUp);
    finger(&mut window, 2, TouchPhase::Start, up);
    window.run_steps(10);
    assert_eq!(window.state().state.lever.gear, 2);
    let before = window.state().state.camera.points_per_m;
    let steer = middle_of(&window, Pad::Steer);
    finger(&mut window, 3, TouchPhase::Start, steer);
    window.run_steps(2);
    for step in 0..20 {
        finger(&mut window, 3, TouchPhase::Move, steer - vec2(5.0 * step as f32, 0.0));
        window.run_steps(1);
    }
    assert_eq!(window.state().state.camera.points_per_m, before);
    // The window loses the fingers: nothing stays pressed.
    window.event(Event::WindowFocused(false));
    window.run_steps(1);
    assert_eq!(source(&window), Source::Keys);
}

/// All controls lie on the plan, big enough for a thumb and none over another, and leave the car in the middle free;
/// what has no room beside the plan is a sheet over it.
#[test]
fn all_fits_on_a_phone() {
    for size in PHONES {
        let mut window = window(size);
        finger(&mut window, 1, TouchPhase::Start, pos2(200.0, 300.0));
        window.run_steps(1);
        finger(&mut window, 1, TouchPhase::End, pos2(200.0, 300.0));
        window.run_steps(2);
        let plan = found(&window, "plan: ").unwrap();
        assert!(plan.width() * plan.height() > 0.8 * size.x * size.y, "{size:?}: {plan:?}");
        let pads: Vec<_> =
            Pad::ALL.iter().map(|pad| found(&window, &format!("{}: ", pad.name())).unwrap()).collect();
        for (index, pad) in pads.iter().enumerate() {
            assert!(
                plan.contains_rect(*pad) && pad.width() >= 44.0 && pad.height() >= 44.0,
                "{size:?}: {pad:?}"
            );
            assert!(!pad.expand(20.0).contains(plan.center()), "{size:?}: {pad:?}");
            assert!(pads[..index].iter().all(|other| !other.intersects(*pad)), "{size:?}: {pad:?}");
        }
        assert!(found(&window, "0 km/h").is_some());
        window.get_by_label("Set-up").click();
        window.run_steps(3);
        assert_eq!(window.state().state.sheet, Sheet::SetUp);
        assert!(found(&window, "Model").is_some() && found(&window, "steer: ").is_none());
        window.get_by_label("Instruments").click();
        window.run_steps(3);
        assert!(found(&window, "dial: ").is_some());
        window.get_by_label("Back to the plan").click();
        window.run_steps(3);
        assert!(found(&window, "steer: ").is_some());
    }
    // On any plan the controls are finite and stand in their order.
    for (width, height) in [(1.0, 1.0), (300.0, 2000.0), (4000.0, 100.0)] {
        let layout = Layout::on([0.0, 0.0, width, height]);
        for pad in Pad::ALL {
            let [left, top, right, bottom] = layout.area(pad);
            assert!(left < right && top < bottom, "{pad:?} on {width} x {height}");
        }
    }
}

/// Keys take over from fingers and the other way round.
#[test]
fn keys_take_over_from_fingers() {
    let mut window = window(PHONES[1]);
    finger(&mut window, 1, TouchPhase::Start, pos2(400.0, 200.0));
    window.run_steps(2);
    let brake = middle_of(&window, Pad::Brake);
    finger(&mut window, 2, TouchPhase::Start, brake);
    window.run_steps(2);
    window.key_down(Key::W);
    window.run_steps(2);
    let asked = *window.state().drive.asked();
    assert_eq!((source(&window), asked.throttle, asked.brake), (Source::Keys, 1.0, 0.0));
    assert!(found(&window, "plan: ").is_some());
}

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
    assert!(found(&window, "Driven by gamepad").is_some());

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
    assert_eq!(window.state().drive.asked().starter, 1.0);
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
    assert_eq!(window.state().drive.status(), skidpad::step::Status::Running);
}
