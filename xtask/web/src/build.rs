//! Makes the folder of the page.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;

/// How large the page may be on its way, compressed, bytes.
const MOST_BYTES: usize = 6_000_000;
/// What the program is called in the page.
const NAME: &str = "skidpad";

/// [Makes](make) the folder of a page that goes over a network: says how large all of it is, and refuses what is too large.
pub fn build(program: &Path, page: &Path, folder: &Path) -> Result<(), String> {
    make(program, page, folder)?;
    weigh(folder)
}

/// Binds a compiled program to the browser and puts it beside its page.
pub fn make(program: &Path, page: &Path, folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(because(folder))?;
    }
    fs::create_dir_all(folder).map_err(because(folder))?;
    bind(program, folder).map_err(|error| format!("{}: {error}", program.display()))?;
    for entry in fs::read_dir(page).map_err(because(page))?.flatten() {
        fs::copy(entry.path(), folder.join(entry.file_name())).map_err(because(&entry.path()))?;
    }
    Ok(())
}

/// A fault with its file.
fn because(what: &Path) -> impl Fn(std::io::Error) -> String + '_ {
    move |error| format!("{}: {error}", what.display())
}

fn bind(program: &Path, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(program).out_name(NAME).web(true)?;
    // Names of functions are a third of the program.
    bindgen.typescript(false).remove_name_section(true).remove_producers_section(true);
    Ok(bindgen.generate(folder)?)
}

/// Says the size of each file and of all.
fn weigh(folder: &Path) -> Result<(), String> {
    let mut sum = [0, 0];
    let mut names: Vec<_> = fs::read_dir(folder)
        .map_err(|error| error.to_string())?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    names.sort();
    let row = |name: &str, [raw, small]: [usize; 2]| println!("{name:<20} {raw:>10} {small:>10}");
    println!("{:<20} {:>10} {:>10}", "bytes", "raw", "gzip");
    for path in names {
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let sizes = [bytes.len(), gzip(&bytes).len()];
        row(&path.file_name().unwrap_or_default().to_string_lossy(), sizes);
        sum = [sum[0] + sizes[0], sum[1] + sizes[1]];
    }
    row("all", sum);
    if sum[1] > MOST_BYTES {
        return Err(format!("the page is larger than {MOST_BYTES} bytes on its way"));
    }
    Ok(())
}

/// As servers send it.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.unwrap_or_else(|_| unreachable!("memory takes all"))
}
