//! Cost of a `fmi3DoStep` over a step of the crate `skidpad`, for one car with the same script.
//!
//! `cargo bench --package skidpad-fmi --bench step`. To count instructions instead, run one side under a counter:
//! `valgrind --tool=callgrind <the program> --only fmi`, `--only inputs` and `--only rust`.

use std::ffi::CString;
use std::hint::black_box;
use std::ptr::{null, null_mut};
use std::time::Instant;

use skidpad::core::math::Real;
use skidpad::prelude::*;
use skidpad_fmi::design::UnitDesign;
use skidpad_fmi::{
    Fmi3Instance, Fmi3Status, fmi3DoStep, fmi3EnterInitializationMode, fmi3ExitInitializationMode,
    fmi3FreeInstance, fmi3InstantiateCoSimulation, fmi3SetFloat64,
};
use skidpad_formats::presets;
use skidpad_models::MODELS;

const STEPS: u32 = 20_000;
const STEP_S: f64 = 0.001;
const ROUNDS: usize = 15;

fn in_rust() -> f64 {
    let mut car = Car::builder().model("two_track").preset("mx5-nd-2016").expect("a preset");
    let controls = Controls { throttle: 0.3, steer_rad: 0.02, gear: Gear::Automatic, ..Controls::default() };
    let began = Instant::now();
    for _ in 0..STEPS {
        car.step(black_box(&controls), STEP_S).expect("a step");
    }
    began.elapsed().as_secs_f64()
}

/// References of throttle, steering and step.
struct Unit {
    texts: [CString; 3],
    references: [u32; 3],
}

impl Unit {
    fn new() -> Self {
        let model = MODELS.by_name("two_track").expect("a model");
        let design = UnitDesign::of_vehicle(model, "mx5", presets::preset("mx5-nd-2016").expect("a preset"));
        let design = design.expect("a unit");
        let folder = std::env::temp_dir().join(format!("skidpad-fmi-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for (name, text) in design.resources() {
            std::fs::write(folder.join(name), text).expect("a file");
        }
        let texts = ["bench", &design.token(), folder.to_str().expect("a path")]
            .map(|text| CString::new(text).expect("a text"));
        let at = |name: &str| {
            design.variables.iter().position(|variable| variable.name == name).expect("a variable") as u32
        };
        Self { texts, references: [at("throttle"), at("steer_rad"), at("step_s")] }
    }

    /// An instance with its controls, at its start.
    fn instance(&self) -> Fmi3Instance {
        let [name, token, folder] = &self.texts;
        // SAFETY: texts, references and values are valid.
        unsafe {
            let handle = fmi3InstantiateCoSimulation(
                name.as_ptr(),
                token.as_ptr(),
                folder.as_ptr(),
                0,
                0,
                0,
                0,
                null(),
                0,
                null_mut(),
                None,
                None,
            );
            let values = [0.3, 0.02, STEP_S];
            assert_eq!(
                fmi3SetFloat64(handle, self.references.as_ptr(), 3, values.as_ptr(), 3),
                Fmi3Status::Ok
            );
            assert_eq!(fmi3EnterInitializationMode(handle, 0, 0.0, 0.0, 0, 0.0), Fmi3Status::Ok);
            assert_eq!(fmi3ExitInitializationMode(handle), Fmi3Status::Ok);
            handle
        }
    }

    fn steps(&self, sets_inputs: bool) -> f64 {
        let handle = self.instance();
        let (mut event, mut ends, mut early, mut time_s) = (0, 0, 0, 0.0);
        let began = Instant::now();
        for _ in 0..STEPS {
            // SAFETY: the instance is alive, references and values are valid.
            let status = unsafe {
                if sets_inputs {
                    let values = black_box([0.3, 0.02]);
                    assert_eq!(
                        fmi3SetFloat64(handle, self.references.as_ptr(), 2, values.as_ptr(), 2),
                        Fmi3Status::Ok
                    );
                }
                fmi3DoStep(handle, time_s, STEP_S, 1, &mut event, &mut ends, &mut early, &mut time_s)
            };
            assert_eq!(status, Fmi3Status::Ok);
        }
        let spent_s = began.elapsed().as_secs_f64();
        // SAFETY: the instance is alive, and not used again.
        unsafe { fmi3FreeInstance(handle) };
        spent_s
    }
}

fn main() {
    let unit = Unit::new();
    let only = std::env::args().skip_while(|word| word != "--only").nth(1);
    match only.as_deref() {
        Some("rust") => {
            black_box(in_rust());
            return;
        }
        Some(side @ ("fmi" | "inputs")) => {
            black_box(unit.steps(side == "inputs"));
            return;
        }
        _ => {}
    }
    // Alternating, so that a slower moment of the machine meets all; the least of each is that of a quiet moment.
    let mut least_s = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        let round_s = [in_rust(), unit.steps(false), unit.steps(true)];
        least_s = [0, 1, 2].map(|side| Real::min(least_s[side], round_s[side]));
    }
    let [rust_ns, fmi_ns, inputs_ns] = least_s.map(|spent_s| 1e9 * spent_s / f64::from(STEPS));
    println!(
        "a step of 1 ms: {rust_ns:.0} ns in Rust; fmi3DoStep {:.0} ns more, with inputs set before each {:.0} ns more",
        fmi_ns - rust_ns,
        inputs_ns - rust_ns
    );
}
