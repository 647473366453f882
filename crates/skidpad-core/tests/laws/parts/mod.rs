//! Laws of single parts, each with its derivation: closed forms, balances and limits.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod cars;
mod driveline;
mod tyres;
