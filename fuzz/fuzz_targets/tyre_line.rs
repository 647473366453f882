//! A line for `skidpad tyre eval`: an answer or an error, either a line of JSON.
#![no_main]

use std::sync::OnceLock;

use skidpad_core::tyre::magic_formula::{MagicFormula, Mode, Version};
use skidpad_formats::evaluation::error_line;
use skidpad_formats::tyre::{self, ask, reply};
use skidpad_fuzz::{json_line, messages, seeds};

static TYRES: OnceLock<(Version, [MagicFormula<f64>; 3])> = OnceLock::new();

libfuzzer_sys::fuzz_target!(
    init: seeds::write(lines),
    |bytes: &[u8]| {
        let (version, tyres) = TYRES.get_or_init(|| {
            let (name, text) = tyre::PRESETS[0];
            let coefficients = tyre::parse(name, text.as_bytes()).expect("a preset").coefficients;
            let modes = [Mode::Book, Mode::COMMON, Mode::Driving];
            (coefficients.version, modes.map(|mode| MagicFormula::new(&coefficients, mode)))
        });
        for tyre in tyres {
            match ask(*version, tyre, bytes).and_then(|question| reply(&tyre.answer(&question))) {
                Ok(answer) => json_line(&answer),
                Err(error) => {
                    messages(&error);
                    json_line(&error_line(&error));
                }
            }
        }
    }
);

fn lines() -> Vec<&'static str> {
    vec![
        r#"{"fz_n":4000,"kappa":0.02,"alpha_rad":0.05,"gamma_rad":0,"vx_m_s":20,"pressure_pa":220000}"#,
        r#"{"fz_n":4000}"#,
        r#"{"fz_n":-1e7,"kappa":-1e6,"alpha_rad":3.2,"gamma_rad":-1.6,"vx_m_s":-1e3,"pressure_pa":1}"#,
    ]
}
