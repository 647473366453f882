//! `skidpad bench` in a program that was built without it: the way to it.

use clap::Args;

use crate::failure::Failure;

/// Whatever is asked of it.
#[derive(Args)]
pub struct Options {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    any: Vec<String>,
}

/// Says how to build it.
pub fn command(options: &Options) -> Result<(), Failure> {
    let rest: String = options.any.iter().map(|word| format!(" {word}")).collect();
    Err(Failure::input(format!(
        "this program was built without its benchmarks, which take minutes to compile: \
         `cargo run --release --features bench -- bench{rest}`"
    )))
}
