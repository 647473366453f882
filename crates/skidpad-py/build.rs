//! How the module is linked: it finds Python in the interpreter that loads it.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
