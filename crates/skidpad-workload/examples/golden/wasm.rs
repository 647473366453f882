//! The golden scenarios as WebAssembly: `run.mjs` beside it calls these by the place in the list.
#![allow(missing_docs, reason = "no library")]

#[allow(dead_code, reason = "names stay on the other side")]
mod scenarios;

use scenarios::Way;
use skidpad_core::batch::Level;

/// How many scenarios there are.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn golden_count() -> u32 {
    scenarios::all().len() as u32
}

/// The hash of a scenario: of cars one after the other (0) or side by side (1). 0 where there is none.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn golden_hash(index: u32, in_lanes: u32) -> u64 {
    let way = if in_lanes == 0 { Way::Scalar } else { Way::Lanes(Level::Baseline) };
    let all = scenarios::all();
    all.get(index as usize).and_then(|scenario| (scenario.hash)(way)).unwrap_or(0)
}
