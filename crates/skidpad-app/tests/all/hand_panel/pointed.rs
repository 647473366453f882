//! The mouse, fingers, and small windows.

use egui::{
    Event, Key, Modifiers, PointerButton, Pos2, TouchDeviceId, TouchId, TouchPhase, Vec2, pos2, vec2,
};
use egui_kittest::kittest::Queryable as _;
use skidpad_app::hand::Source;
use skidpad_app::hand::glass::{Layout, Pad};
use skidpad_app::ui::Sheet;

use super::{DESK, Window, found, source, window};

const PHONES: [Vec2; 2] = [vec2(390.0, 844.0), vec2(844.0, 390.0)];

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
    let middle = found(&window, "top view: ").unwrap().center();
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
    window.event(Event::PointerMoved(found(&window, "top view: ").unwrap().center()));
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
        let plan = found(&window, "top view: ").unwrap().center();
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
        let plan = found(&window, "top view: ").unwrap();
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
        window.state_mut().state.error = Some(String::from("not that car"));
        window.run_steps(2);
        assert!(found(&window, "not that car").is_some(), "what is wrong is said on a phone, too");
        window.state_mut().state.error = None;
        window.get_by_label("Set-up").click();
        window.run_steps(3);
        assert_eq!(window.state().state.sheet, Sheet::SetUp);
        assert!(found(&window, "Model").is_some() && found(&window, "steer: ").is_none());
        window.get_by_label("Instruments").click();
        window.run_steps(3);
        assert!(found(&window, "dial: ").is_some());
        window.get_by_label("Back to the road").click();
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

/// The lever in reverse, a key asks for an angle; and a window that loses its keys lets go of them.
#[test]
fn keys_ask_for_an_angle_backwards_and_are_let_go_of() {
    let mut window = window(DESK);
    let is_by_grip = |window: &Window| window.state().drive.hands().unwrap().reach.steers_by_grip.is_set();
    window.run_steps(1);
    assert!(is_by_grip(&window));
    window.key_press(Key::Q);
    window.key_press(Key::Q);
    window.run_steps(2);
    assert!(!is_by_grip(&window));
    window.key_down(Key::W);
    window.run_steps(2);
    assert_eq!(window.state().drive.asked().throttle, 1.0);
    window.event(Event::WindowFocused(false));
    window.run_steps(2);
    assert_eq!(window.state().drive.asked().throttle, 0.0);
}

/// A finger that goes while Palmer's simulator is shown is not heard to go: the throttle stayed down for good.
#[test]
fn fingers_are_let_go_of_where_there_is_no_plan() {
    let mut window = window(PHONES[1]);
    finger(&mut window, 1, TouchPhase::Start, pos2(400.0, 200.0));
    finger(&mut window, 1, TouchPhase::End, pos2(400.0, 200.0));
    window.run_steps(2);
    let throttle = middle_of(&window, Pad::Throttle);
    finger(&mut window, 2, TouchPhase::Start, throttle);
    window.run_steps(2);
    assert!(window.state().drive.asked().throttle > 0.3);
    window.key_press(Key::C);
    window.run_steps(2);
    finger(&mut window, 2, TouchPhase::End, throttle);
    window.run_steps(2);
    window.key_press(Key::C);
    window.run_steps(3);
    assert_eq!((source(&window), window.state().drive.asked().throttle), (Source::Keys, 0.0));
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
    assert!(found(&window, "top view: ").is_some());
}

/// Every window tells that the pointer is gone when it leaves, with its button down, too: at the first swerve beyond the
/// edge wheel and pedals were let go of. What is held stays where it was seen last, until the button or the window is
/// let go of.
#[test]
fn a_mouse_that_leaves_the_window_still_drives() {
    let mut window = window(DESK);
    let middle = found(&window, "top view: ").unwrap().center();
    button(&mut window, middle, true);
    window.run_steps(2);
    window.event(Event::PointerMoved(middle + vec2(-75.0, -75.0)));
    window.run_steps(2);
    let before = *window.state().drive.asked();
    window.event(Event::PointerGone);
    window.run_steps(20);
    assert_eq!((source(&window), *window.state().drive.asked()), (Source::Mouse, before));
    window.event(Event::PointerMoved(middle + vec2(900.0, 75.0)));
    window.run_steps(2);
    assert!(window.state().drive.asked().brake > 0.4, "it comes back elsewhere");
    window.event(Event::WindowFocused(false));
    window.run_steps(3);
    assert_eq!((source(&window), window.state().drive.asked().brake), (Source::Keys, 0.0));
}
