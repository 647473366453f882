//! Tests of racing lines.

mod circuits;
mod shapes;
mod support;
