//! Keeps the section `target_features`, which wasm-bindgen reads, where the program's names are stripped.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=--keep-section=target_features");
    }
}
