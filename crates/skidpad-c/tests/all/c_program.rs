//! Programs in C and C++: compiled with warnings as errors, and run.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the static library of Rust needs of the system.
const SYSTEM: &[&str] = &["-lm", "-lpthread", "-ldl"];
const WARNINGS: &[&str] = &["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wstrict-aliasing", "-Wshadow"];

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Folder in which cargo has put the libraries of this build: beside this program.
pub fn libraries() -> PathBuf {
    let program = std::env::current_exe().expect("the test knows its own path");
    program.parent().expect("it lies in a folder").to_path_buf()
}

pub fn must_succeed(what: &str, output: &Output) -> String {
    let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{what}: {}\n{out}\n{error}", output.status);
    out.into_owned()
}

/// A library to link with.
pub enum Linked {
    Static,
    Shared,
}

/// Compiles a program of the examples, and returns its path.
pub fn compiled(source: &str, linked: Linked, label: &str, options: &[&str]) -> PathBuf {
    let is_cpp = source.ends_with(".cpp");
    let (compiler, standard) = if is_cpp { ("c++", "-std=c++14") } else { ("cc", "-std=c99") };
    let program =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{label}-{}", source.replace('.', "-")));
    let mut command = Command::new(compiler);
    command.args([standard, "-O1", "-g"]).args(WARNINGS).args(options);
    command.arg("-I").arg(root().join("include")).arg(root().join("examples-c").join(source));
    command.arg("-o").arg(&program);
    match linked {
        Linked::Static => command.arg(libraries().join("libskidpad_c.a")),
        Linked::Shared => {
            let folder = libraries();
            command.arg("-L").arg(&folder).arg("-lskidpad_c").arg(format!("-Wl,-rpath,{}", folder.display()))
        }
    };
    command.args(SYSTEM);
    must_succeed(source, &command.output().expect("a C compiler is installed: `cc` and `c++`"));
    program
}

pub fn run(program: &Path, arguments: &[&str]) -> String {
    // Cargo's own search path finds a shared library of `cargo build` first, which may be older than this test's.
    let output = Command::new(program).args(arguments).env_remove("LD_LIBRARY_PATH").output();
    let output = output.expect("a compiled program runs");
    must_succeed(&program.display().to_string(), &output)
}
