//! Tests of the front door, as its users see it: one program, to link once.

mod bits;
mod making;
mod moving;
mod outputs;
mod wheels;
