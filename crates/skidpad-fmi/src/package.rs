//! The files of a unit.

use crate::description::{MODEL_IDENTIFIER, escaped, model_description};
use crate::description2::model_description2;
use crate::design::UnitDesign;
use crate::variable::Variable;

/// This machine's platform, as units name it, such as `x86_64-linux`.
pub const PLATFORM: &str = platform(std::env::consts::ARCH, std::env::consts::OS);

/// Platform of an architecture and a system, as the compiler names them; `unknown` for one that no unit is built for.
pub const fn platform(architecture: &str, system: &str) -> &'static str {
    match (architecture.as_bytes(), system.as_bytes()) {
        (b"x86_64", b"linux") => "x86_64-linux",
        (b"aarch64", b"linux") => "aarch64-linux",
        (b"x86_64", b"macos") => "x86_64-darwin",
        (b"aarch64", b"macos") => "aarch64-darwin",
        (b"x86_64", b"windows") => "x86_64-windows",
        (b"aarch64", b"windows") => "aarch64-windows",
        _ => "unknown",
    }
}

/// Ending of the platform's libraries.
const ENDING: &str = {
    if cfg!(target_os = "windows") {
        "dll"
    } else if cfg!(target_os = "macos") {
        "dylib"
    } else {
        "so"
    }
};

const LICENSES: [(&str, &str); 2] =
    [("LICENSE-MIT", include_str!("../LICENSE-MIT")), ("LICENSE-APACHE", include_str!("../LICENSE-APACHE"))];

/// Name of the library as cargo builds it.
pub fn library_name() -> String {
    let prefix = if cfg!(target_os = "windows") { "" } else { "lib" };
    format!("{prefix}skidpad_fmi.{ENDING}")
}

/// Version of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standard {
    /// FMI 2.0: co-simulation.
    Two,
    /// FMI 3.0: co-simulation and model exchange.
    Three,
}

/// Path in a unit of the library for a platform, such as `x86_64-linux`; `None` for a platform that the standard does not name.
///
/// ```
/// use skidpad_fmi::package::{Standard, library_path};
/// let path = |standard, platform| library_path(standard, platform);
/// assert_eq!(path(Standard::Three, "aarch64-darwin").as_deref(), Some("binaries/aarch64-darwin/skidpad.dylib"));
/// assert_eq!(path(Standard::Two, "x86_64-windows").as_deref(), Some("binaries/win64/skidpad.dll"));
/// assert_eq!(path(Standard::Three, "z80-cpm"), None);
/// ```
pub fn library_path(standard: Standard, platform: &str) -> Option<String> {
    let (architecture, system) = platform.split_once('-')?;
    let (ending, short) = match system {
        "linux" => ("so", "linux"),
        "darwin" => ("dylib", "darwin"),
        "windows" => ("dll", "win"),
        _ => return None,
    };
    let folder = match (standard, architecture) {
        (Standard::Three, "x86" | "x86_64" | "aarch32" | "aarch64" | "riscv32" | "riscv64") => {
            platform.to_owned()
        }
        (Standard::Two, "x86_64") => format!("{short}64"),
        (Standard::Two, "x86") => format!("{short}32"),
        // FMI 2.0 names no others; importers look for these.
        (Standard::Two, "aarch64") => platform.to_owned(),
        _ => return None,
    };
    Some(format!("binaries/{folder}/{MODEL_IDENTIFIER}.{ending}"))
}

/// All files of a unit but its library: paths and contents. `generated_at`: date and time as XML writes it.
pub fn files(standard: Standard, design: &UnitDesign, generated_at: Option<&str>) -> Vec<(String, String)> {
    let description = match standard {
        Standard::Two => model_description2(design),
        Standard::Three => model_description(design, generated_at),
    };
    let mut files = vec![("modelDescription.xml".to_owned(), description)];
    files.push(("documentation/index.html".to_owned(), page(standard, design)));
    files
        .extend(LICENSES.map(|(name, text)| (format!("documentation/licenses/{name}.txt"), text.to_owned())));
    files.push(("documentation/licenses/license.spdx".to_owned(), "MIT OR Apache-2.0\n".to_owned()));
    files.extend(design.resources().into_iter().map(|(name, text)| (format!("resources/{name}"), text)));
    files
}

const GUIDE: &str = include_str!("../page/guide.html");

/// The page of a unit: what it is, how it is driven, and its variables.
fn page(standard: Standard, design: &UnitDesign) -> String {
    let title = design.title();
    let model = design.model;
    let rows = |is_meant: &dyn Fn(&Variable) -> bool| -> String {
        let meant = design.variables.iter().filter(|variable| is_meant(variable));
        meant.map(row).collect()
    };
    let standard = if standard == Standard::Two { "FMI 2.0" } else { "FMI 3.0" };
    let replacements = [
        ("{STANDARD}", standard.to_owned()),
        ("{TITLE}", escaped(title)),
        ("{MODEL}", escaped(model.name)),
        ("{DESCRIPTION}", escaped(model.description)),
        ("{VERSION}", env!("CARGO_PKG_VERSION").to_owned()),
        ("{INPUTS}", rows(&Variable::is_input)),
        ("{PARAMETERS}", rows(&Variable::is_parameter)),
        ("{OUTPUTS}", rows(&Variable::is_output)),
    ];
    replacements.iter().fold(GUIDE.to_owned(), |page, (name, text)| page.replace(name, text))
}

fn row(variable: &Variable) -> String {
    let start = if variable.is_setting() { format!("{}", variable.start) } else { String::new() };
    let (name, unit) = (escaped(&variable.name), escaped(&variable.unit));
    let (low, high, meaning) = (variable.low, variable.high, escaped(&variable.meaning));
    format!("<tr><td><code>{name}</code><td>{unit}<td>{low}<td>{high}<td>{start}<td>{meaning}\n")
}
