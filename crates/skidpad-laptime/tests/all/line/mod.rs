//! Tests of racing lines.

mod circuits;
mod driven;
mod paths;
mod shapes;
pub mod support;
