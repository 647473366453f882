//! Turning cars: what they show, and the manoeuvres that they are judged by.

mod turning;

pub use turning::{Eyes, Turning};
