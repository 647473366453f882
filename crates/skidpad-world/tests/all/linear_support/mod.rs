//! What tests of linear equations share.

pub mod double_double;
