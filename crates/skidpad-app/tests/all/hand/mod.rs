//! What drives the simulator, without a screen: who drives, and what his hands do.

mod grip;
mod reversing;
mod seat;
