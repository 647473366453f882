//! The files of a unit.

use crate::description::{MODEL_IDENTIFIER, escaped, model_description};
use crate::design::UnitDesign;
use crate::variable::Variable;

/// This machine's platform, as units name it, such as `x86_64-linux`.
pub const PLATFORM: &str = {
    if cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        "x86_64-linux"
    } else if cfg!(all(target_arch = "aarch64", target_os = "linux")) {
        "aarch64-linux"
    } else if cfg!(all(target_arch = "x86_64", target_os = "macos")) {
        "x86_64-darwin"
    } else if cfg!(all(target_arch = "aarch64", target_os = "macos")) {
        "aarch64-darwin"
    } else if cfg!(all(target_arch = "x86_64", target_os = "windows")) {
        "x86_64-windows"
    } else {
        "unknown"
    }
};

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

const LICENSES: [(&str, &str); 2] = [
    ("LICENSE-MIT", include_str!("../page/LICENSE-MIT")),
    ("LICENSE-APACHE", include_str!("../page/LICENSE-APACHE")),
];

/// Name of the library as cargo builds it.
pub fn library_name() -> String {
    let prefix = if cfg!(target_os = "windows") { "" } else { "lib" };
    format!("{prefix}skidpad_fmi.{ENDING}")
}

/// Path in a unit of the library for a platform, such as `x86_64-linux`; `None` for a platform that the standard does not name.
///
/// ```
/// use skidpad_fmi::package::library_path;
/// assert_eq!(library_path("aarch64-darwin").as_deref(), Some("binaries/aarch64-darwin/skidpad.dylib"));
/// assert_eq!(library_path("z80-cpm"), None);
/// ```
pub fn library_path(platform: &str) -> Option<String> {
    let (architecture, system) = platform.split_once('-')?;
    let ending = match system {
        "linux" => "so",
        "darwin" => "dylib",
        "windows" => "dll",
        _ => return None,
    };
    let is_known = matches!(architecture, "x86" | "x86_64" | "aarch32" | "aarch64" | "riscv32" | "riscv64");
    is_known.then(|| format!("binaries/{platform}/{MODEL_IDENTIFIER}.{ending}"))
}

/// All files of a unit but its library: paths and contents. `generated_at`: date and time as XML writes it.
pub fn files(design: &UnitDesign, generated_at: Option<&str>) -> Vec<(String, String)> {
    let mut files = vec![("modelDescription.xml".to_owned(), model_description(design, generated_at))];
    files.push(("documentation/index.html".to_owned(), page(design)));
    files
        .extend(LICENSES.map(|(name, text)| (format!("documentation/licenses/{name}.txt"), text.to_owned())));
    files.push(("documentation/licenses/license.spdx".to_owned(), "MIT OR Apache-2.0\n".to_owned()));
    files.extend(design.resources().into_iter().map(|(name, text)| (format!("resources/{name}"), text)));
    files
}

const GUIDE: &str = include_str!("../page/guide.html");

/// The page of a unit: what it is, how it is driven, and its variables.
fn page(design: &UnitDesign) -> String {
    let title = design.file().map_or(design.car_name.as_str(), |file| file.title.as_str());
    let model = design.model;
    let rows = |is_meant: &dyn Fn(&Variable) -> bool| -> String {
        let meant = design.variables.iter().filter(|variable| is_meant(variable));
        meant.map(row).collect()
    };
    let replacements = [
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
    let (name, unit) = (escaped(&variable.name), escaped(variable.unit));
    let (low, high, meaning) = (variable.low, variable.high, escaped(&variable.meaning));
    format!("<tr><td><code>{name}</code><td>{unit}<td>{low}<td>{high}<td>{start}<td>{meaning}\n")
}
