//! Text as a run of the simulator: one that is written, reads back the same and can be driven, or an error by line.
#![no_main]

use skidpad_core::controls::{Controls, Gear};
use skidpad_app::drive::{Choice, Drive};
use skidpad_app::run::Run;
use skidpad_fuzz::{messages, seeds};
use skidpad_models::MODELS;
use skidpad_world::scene::Scene;

/// The most steps that are driven, and the most ghosts beside them.
const DRIVEN: (u64, usize) = (60, 2);

libfuzzer_sys::fuzz_target!(
    init: seeds::write(texts),
    |bytes: &[u8]| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        let run = match Run::read(text) {
            Ok(run) => run,
            Err(error) => return messages(&error.to_string()),
        };
        let written = run.text();
        let again = Run::read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(again.text(), written, "written again it differs");
        run.comes_back().unwrap_or_else(|why| panic!("{why}"));
        if run.steps <= DRIVEN.0 && run.setup.ghosts.len() <= DRIVEN.1 {
            drive(&run);
        }
    }
);

fn drive(run: &Run) {
    match Drive::replay(run) {
        Ok(mut drive) => {
            while drive.playback().is_some_and(|playback| !playback.is_over()) {
                drive.frame(0.1, &Controls::default());
            }
        }
        Err(why) => messages(&why),
    }
}

/// A quarter of a second of each model.
fn texts() -> Vec<String> {
    MODELS
        .iter()
        .map(|model| {
            let choice = Choice::preset(model.name, &seeds::car_of(model)).expect("its car");
            let mut drive = Drive::new(Scene::straight(), &choice).expect("a drive");
            let controls =
                Controls { throttle: 0.7, steer_rad: 0.05, gear: Gear::Automatic, ..Controls::default() };
            for _ in 0..15 {
                drive.frame(1.0 / 60.0, &controls);
            }
            drive.run().text()
        })
        .collect()
}
