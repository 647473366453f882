//! Nature has no units: who counts in other units of mass, length and time sees the same motion.
//!
//! Every equation that is right is homogeneous in its dimensions, so each model is run twice, in SI and in other units, and
//! each number of state, mode and trace must be the same quantity in both, in every step. A product for a sum, a square
//! that is missing, a moment of inertia for its inverse, a quotient turned round: none of them survives that, wherever it
//! stands. What is left are factors without dimension and signs, which other laws find.

pub mod cars;
mod cycle;
mod energy;
mod motion;
mod simple;
mod tyres;

mod scales;
