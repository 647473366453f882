//! The simulator: cars of any model driven by hand, side by side, with all that happens in them to be seen.
//!
//! Everything that it does is here, without a screen: [`choice`] is a car and its model, [`drive`] moves the cars, [`hand`] is what drives them,
//! [`skidpad_world::scene`] is where they drive, [`trial`] tests them, [`tuning`] gives the vehicle other figures,
//! [`setup`] is all that was chosen as a link, [`run`] all that was driven, [`seen`] reads their numbers, [`sentence`]
//! says in words what a car is doing, [`explain`] where each number comes from, [`tread`] what happens under each tyre,
//! [`stance`] how the body stands above them, [`posture`] what bears it, [`solid`] its faces in any attitude, [`curves`] what tyres and engine could do, [`plots`] what its numbers were,
//! [`lamps`] what intervenes, and [`skid`] keeps the marks. [`beside`] is for work that takes longer than a frame.
//! [`script`] drives by the number of the step, so that all who show it end with the same bits.
//! [`sound`] is what is heard of it. [`palmer`] is Palmer's Car Simulator, beside all that.
//! What shows it asks these, and adds nothing but pictures: `ui`, behind the feature `panels`; behind `window`, `shell`, which
//! windows and pages have in common, and the native `window`.
#![forbid(unsafe_code)]

pub mod beside;
pub mod choice;
pub mod curves;
#[cfg(all(feature = "panels", not(target_arch = "wasm32")))]
pub mod dialog;
pub mod drive;
pub mod explain;
pub mod feed;
pub mod felt;
pub mod hand;
pub mod ideal;
pub mod lamps;
pub mod palmer;
pub mod plots;
pub mod posture;
pub mod run;
pub mod script;
pub mod seen;
pub mod sentence;
pub mod setup;
#[cfg(feature = "window")]
pub mod shell;
pub mod skid;
pub mod solid;
pub mod sound;
pub mod stance;
pub mod tread;
pub mod trial;
pub mod tuning;
#[cfg(feature = "panels")]
pub mod ui;
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
pub mod window;
