//! Scripts end with the same bits, whatever the frames in which they are driven.
#![allow(clippy::disallowed_methods)]

use skidpad_app::drive::{Drive, Pace};
use skidpad_app::hand::lock_rad;
use skidpad_app::script::{Performance, SCRIPTS, Script};
use skidpad_models::MODELS;
use skidpad_world::world::{Event, EventKind, Party};

const DEMO: &str = "demo";

/// Drives it in frames of these lengths, s, one after the other and again from the first.
fn driven(frames_s: &[f64]) -> (Performance, Drive) {
    let (mut performance, mut drive) = Performance::new(&MODELS, Script::by_name(DEMO).unwrap()).unwrap();
    for frame_s in frames_s.iter().cycle().take(1_000_000) {
        if performance.is_over() {
            break;
        }
        performance.frame(&mut drive, *frame_s);
    }
    (performance, drive)
}

#[test]
fn a_script_ends_with_the_same_bits_in_whatever_frames() {
    let expected = Script::by_name(DEMO).unwrap().run_without_screen().unwrap();
    let frames: [&[f64]; 5] = [
        &[1.0 / 60.0],
        &[1.0 / 144.0],
        // Late frames, stalls, a clock that goes back or is none.
        &[0.016, 0.3, 1.5, 0.0],
        &[0.02, -1.0, f64::NAN, f64::INFINITY, 1e300],
        &[0.001],
    ];
    for frames_s in frames {
        let (performance, drive) = driven(frames_s);
        assert_eq!(drive.hash(), expected.hash(), "{frames_s:?}");
        let report = performance.report(&drive, "");
        assert_eq!((report.steps, report.time_s), (2400, 10.0), "{frames_s:?}");
        assert_eq!(report.speed_km_h.to_bits(), expected.player().seen().speed_km_h().to_bits());
        assert_eq!(
            report.late_frames > 0,
            frames_s.iter().any(|frame_s| *frame_s > 0.1 && frame_s.is_finite())
        );
        assert_eq!(drive.pace(), Pace::Paused);
    }
}

/// The hash tells apart what is not the same: another step, a ghost less.
#[test]
fn the_hash_is_of_all_that_moves() {
    let script = Script::by_name(DEMO).unwrap();
    let end = script.run_without_screen().unwrap().hash();
    let shorter = Script { steps: script.steps - 1, ..script };
    let fewer_ghosts = Script { cars: &script.cars[..3], ..script };
    for other in [shorter, fewer_ghosts] {
        assert_ne!(other.run_without_screen().unwrap().hash(), end);
    }
}

/// In the window the brake pedal reversed the car of a script, too, where its gears are automatic: the window and the
/// library alone ended with other bits.
#[cfg(feature = "panels")]
#[test]
fn the_brake_pedal_of_a_script_does_not_reverse() {
    use skidpad_app::script::HeldControls;
    use skidpad_app::ui::Simulator;
    use skidpad_core::controls::Gear;
    const HELD: [HeldControls; 2] = [
        HeldControls { from_step: 0, pedals: [0.0, 1.0, 0.0], stick: 0.0, gear: Gear::Automatic },
        HeldControls { from_step: 480, pedals: [1.0, 0.0, 0.0], stick: 0.0, gear: Gear::Automatic },
    ];
    let demo = Script::by_name(DEMO).unwrap();
    let script = Script { cars: &[("two_track", "boxster-s")], steps: 720, held: &HELD, ..demo };
    let mut simulator = Simulator::performing(&MODELS, script).unwrap();
    let context = egui::Context::default();
    while !simulator.performance.as_ref().unwrap().is_over() {
        let mut output = context.run_ui(egui::RawInput::default(), |ui| simulator.frame(ui, 1.0 / 60.0));
        output.textures_delta.clear();
    }
    assert_eq!(simulator.drive.hash(), script.run_without_screen().unwrap().hash());
    assert!(simulator.drive.player().seen().velocity_m_s()[0] > 3.0);
}

/// It steers both ways, shifts, brakes, pulls the handbrake, hits cones and a wall.
#[test]
fn the_demo_has_everything_in_it() {
    let script = Script::by_name(DEMO).unwrap();
    let mut drive = script.stage(&MODELS).unwrap();
    let (mut sticks, mut pedals, mut gears) = ([0.0_f64; 2], [0.0_f64; 3], Vec::new());
    for step in 0..script.steps {
        let held = script.held(step, 1.0).unwrap();
        sticks = [sticks[0].min(held.steer_rad), sticks[1].max(held.steer_rad)];
        for (most, pedal) in pedals.iter_mut().zip([held.throttle, held.brake, held.handbrake]) {
            *most = most.max(pedal);
        }
        gears.push(held.gear);
        drive.single_step_with(&script.held(step, lock_rad(drive.player().choice())).unwrap());
    }
    gears.dedup();
    assert!(
        sticks[0] < -0.3 && sticks[1] > 0.3 && pedals.iter().all(|most| *most > 0.5),
        "{sticks:?} {pedals:?}"
    );
    assert!(gears.len() >= 4, "{gears:?}");
    let events = drive.take_events();
    let is_wall = |event: &Event| matches!(event.kind, EventKind::Met { other: Party::Wall(_), .. });
    assert!(events.iter().any(is_wall), "{events:?}");
    assert!(drive.cones().iter().any(|cone| cone.is_hit));
    assert_eq!(drive.hash(), script.run_without_screen().unwrap().hash());
    assert!(script.held(script.steps, 1.0).is_none());
}

#[test]
fn a_report_is_json() {
    let (performance, drive) = driven(&[1.0 / 60.0]);
    let report = performance.report(&drive, "dial: \"23.5\" km/h");
    let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
    assert_eq!(json["speed_km_h"].as_f64(), Some(report.speed_km_h));
    assert_eq!(json["speed_said"], "dial: \"23.5\" km/h");
    assert_eq!(json["hash"], format!("{:#018x}", drive.hash()));
}

#[test]
fn what_is_no_script_is_told_with_those_that_there_are() {
    let error = Script::by_name("drift").unwrap_err();
    assert!(SCRIPTS.iter().all(|script| error.contains(script.name)), "{error}");
}
