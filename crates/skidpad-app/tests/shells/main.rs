//! Both shells, opened and driven: the window under a virtual display, the page in a headless browser. Ten seconds of a
//! script in each must end with the bits that the library alone ends with.
//!
//! It is no part of `cargo test`, as it needs a display and a browser: `cargo xtask test-app` builds what it drives and runs
//! it, with the window's program, the page's address and a folder for pictures.
#![allow(clippy::disallowed_methods, reason = "looks at what shells show")]

mod browser;
mod devices;
mod display;
mod page;
mod picture;
mod window;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use serde_json::Value;
use skidpad_app::drive::Drive;
use skidpad_app::script::Script;

/// What went wrong.
type Fault = Box<dyn core::error::Error>;
type Outcome<T = ()> = Result<T, Fault>;

/// The script that both drive, and the one that weighs the physics.
const SCRIPT: &str = "demo";
const SIXTEEN: &str = "sixteen";

/// What both must end with.
struct Expected {
    script: Script,
    speed_km_h: f64,
    said: String,
    hash: String,
}

impl Expected {
    fn of(script: &str) -> Outcome<Self> {
        let script = Script::by_name(script)?;
        let drive: Drive = script.run_without_screen()?;
        let speed_km_h = drive.player().seen().speed_km_h();
        let said = format!("dial: speed {speed_km_h:.1} km/h");
        Ok(Self { script, speed_km_h, said, hash: format!("{:#018x}", drive.hash()) })
    }

    /// Compares with what a shell tells, and says how its frames were.
    fn compare(&self, of: &str, told: &Value) -> Outcome {
        self.is_same(of, told)?;
        let said = told["speed_said"].as_str().unwrap_or_default();
        ensure(said.starts_with(&self.said), format!("{of} says {said:?}, not {:?}", self.said))?;
        let is_late = told["late_frames"].as_f64().is_some_and(|late| late >= 1.0);
        ensure(is_late, format!("{of} did not notice that a frame came a second late"))
    }

    /// Whether what a shell tells has the library's bits.
    fn is_same(&self, of: &str, told: &Value) -> Outcome {
        println!("{of}: {told}");
        let number = |name: &str| told[name].as_f64().ok_or(format!("{of}: no {name}"));
        let text = |name: &str| told[name].as_str().ok_or(format!("{of}: no {name}"));
        same(&format!("{of}: steps"), &number("steps")?, &f64::from(self.script.steps))?;
        same(&format!("{of}: hash"), &text("hash")?, &self.hash.as_str())?;
        same(&format!("{of}: speed"), &number("speed_km_h")?.to_bits(), &self.speed_km_h.to_bits())
    }
}

fn same<T: PartialEq + core::fmt::Debug>(what: &str, found: &T, expected: &T) -> Outcome {
    ensure(found == expected, format!("{what} is {found:?}, not {expected:?}"))
}

fn ensure(holds: bool, otherwise: String) -> Outcome {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}

/// One of the shells.
fn timed(name: &str, work: impl FnOnce() -> Outcome) -> bool {
    println!("\n--- {name} ---");
    let start = Instant::now();
    let outcome = work();
    let verdict = outcome.as_ref().map_or_else(|error| format!("FAILED: {error}"), |()| "ok".to_owned());
    println!("--- {name}: {verdict} ({:.1} s) ---", start.elapsed().as_secs_f64());
    outcome.is_ok()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, address, browser, pictures] = &arguments[..] else {
        eprintln!("`cargo xtask test-app` builds what this drives, and runs it");
        return ExitCode::FAILURE;
    };
    let pictures = PathBuf::from(pictures);
    let (expected, sixteen) = match (Expected::of(SCRIPT), Expected::of(SIXTEEN)) {
        (Ok(expected), Ok(sixteen)) => (expected, sixteen),
        (Err(error), _) | (_, Err(error)) => {
            eprintln!("the library alone: {error}");
            return ExitCode::FAILURE;
        }
    };
    println!("the library alone: {:?} km/h, hash {}", expected.speed_km_h, expected.hash);
    let outcomes = [
        timed("the window", || window::drives_as_the_library(program, &pictures, &expected)),
        timed("the page", || page::drives_as_the_library(browser, address, &pictures, &expected)),
        timed("the page by keys", || page::is_driven_by_keys(browser, address, &pictures)),
        timed("the page for screen readers", || page::is_heard(browser, address)),
        timed("tests beside the page", || page::is_tested_beside(browser, address, &pictures)),
        timed("a race in the page", || page::is_raced_against(browser, address, &pictures)),
        timed("the page without its server", || page::goes_on_alone(browser, address)),
        timed("the page whose graphics come back late", || page::goes_on_when_graphics_do(browser, address)),
        timed("the page without WebGL", || page::says_what_it_lacks(browser, address, &pictures)),
        timed("the page by gamepad", || devices::pads_drive(browser, address)),
        timed("the page's sound", || devices::is_heard_when_asked(browser, address)),
        timed("the page's frames", || page::weighs_its_frames(browser, address, &expected)),
        timed("sixteen cars in the page", || page::drives_sixteen(browser, address, &sixteen)),
    ];
    println!("\nThe pictures are in {}.", pictures.display());
    if outcomes.into_iter().all(|is_ok| is_ok) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
