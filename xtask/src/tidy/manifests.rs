//! The rules of the manifests: who depends on whom, and what every crate inherits.

use super::Problem;
use super::tables::{CRATES, REGISTRY, WINDOWED};
use super::tree::{File, Tree};

/// A line `key = value` with the section that it stands in.
struct Entry<'a> {
    section: &'a str,
    key: &'a str,
    value: &'a str,
    line: usize,
}

/// Checks each crate's manifest, the root's list of members, the lock file and cargo's configuration.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in tree.files() {
        let parts: Vec<&str> = file.path.split('/').collect();
        let name = match parts[..] {
            ["crates", name, "Cargo.toml"] | [name @ "xtask", "Cargo.toml"] => name,
            _ => continue,
        };
        inherits(file, name, &mut problems);
        depends(file, name, &mut problems);
        member(tree, file, &mut problems);
    }
    lock(tree, &mut problems);
    if let Some(file) = tree.get(".cargo/config.toml") {
        for entry in entries(&file.text)
            .filter(|entry| ["source", "registr"].iter().any(|section| entry.section.starts_with(section)))
        {
            problems.push(Problem::new(
                &file.path,
                entry.line,
                "where packages come from is each machine's own",
            ));
        }
    }
    problems
}

/// The lines `key = value` of a TOML file; the inner lines of long arrays do not matter here.
fn entries(text: &str) -> impl Iterator<Item = Entry<'_>> {
    let mut section = "";
    text.lines().enumerate().filter_map(move |(at, line)| {
        let line = line.trim();
        // The condition of a target's section may have an equals sign.
        let header = line.strip_prefix('[').filter(|_| line.starts_with("[target.") || !line.contains('='));
        if let Some(header) = header {
            section = header.split(']').next().unwrap_or_default().trim();
            return None;
        }
        let (key, value) = line.split_once('=').filter(|_| !line.starts_with('#'))?;
        Some(Entry { section, key: key.trim(), value: value.trim(), line: at + 1 })
    })
}

/// `key.workspace = true` or `key = { workspace = true }`.
fn is_inherited(entry: &Entry, key: &str) -> bool {
    let dotted = entry.key.strip_suffix(".workspace").is_some_and(|found| found == key);
    (dotted && entry.value.starts_with("true"))
        || (entry.key == key && entry.value.replace(' ', "").starts_with("{workspace=true"))
}

fn inherits(file: &File, name: &str, problems: &mut Vec<Problem>) {
    let has = |holds: &dyn Fn(&Entry) -> bool| entries(&file.text).any(|entry| holds(&entry));
    let mut need = |holds: bool, what: &str| {
        if !holds {
            problems.push(Problem::new(&file.path, 0, format!("needs {what}")));
        }
    };
    let quoted = format!("\"{name}\"");
    let is_name = |entry: &Entry| entry.section == "package" && entry.key == "name" && entry.value == quoted;
    need(has(&is_name), &format!("the name of its folder, {name}"));
    for key in ["edition", "rust-version", "license"] {
        let of_window = key == "rust-version" && WINDOWED.contains(&name);
        let holds = |entry: &Entry| if of_window { entry.key == key } else { is_inherited(entry, key) };
        let inherited = has(&|entry| entry.section == "package" && holds(entry));
        need(inherited, &format!("`{key}.workspace = true`"));
    }
    let lints = has(&|entry| entry.section == "lints" && entry.key == "workspace" && entry.value == "true");
    need(lints, "`[lints]` with `workspace = true`");
}

/// The dependencies on crates of this workspace are those that the table allows.
fn depends(file: &File, name: &str, problems: &mut Vec<Problem>) {
    let Some((_, allowed)) = CRATES.iter().find(|(known, _)| *known == name) else {
        let message = "a new crate: add it to the table CRATES in xtask/src/tidy/tables.rs";
        problems.push(Problem::new(&file.path, 0, message));
        return;
    };
    for (dependency, line) in dependencies(&file.text) {
        let own = dependency.starts_with("skidpad") || dependency == "xtask";
        if own && !allowed.contains(&dependency.as_str()) {
            let message = format!("`{name}` may not depend on `{dependency}`");
            problems.push(Problem::new(&file.path, line, message));
        }
    }
}

/// The names in `[dependencies]`, `[build-dependencies]` and their targets; not `[dev-dependencies]`.
fn dependencies(text: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for entry in entries(text) {
        let section = entry.section;
        let tables = ["dependencies", "build-dependencies"];
        let plain = |table: &str| section == table || is_target(section, &format!(".{table}"));
        if tables.iter().any(|table| plain(table)) {
            let key = entry.key.split('.').next().unwrap_or_default().trim_matches('"');
            found.push((renamed(entry.value).unwrap_or(key).to_string(), entry.line));
        }
        // `[dependencies.name]`, with its entries below it.
        let in_own_section = tables.iter().find_map(|table| section.strip_prefix(&format!("{table}.")));
        if let Some(name) = in_own_section {
            let name = if entry.key == "package" { entry.value } else { name };
            found.push((name.trim_matches('"').to_string(), entry.line));
        }
    }
    found.dedup_by(|a, b| a.0 == b.0);
    found
}

fn is_target(section: &str, table: &str) -> bool {
    section.starts_with("target.") && section.ends_with(table)
}

/// The true name in `{ package = "name", ... }`.
fn renamed(value: &str) -> Option<&str> {
    let (_, rest) = value.split_once("package")?;
    rest.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?.split('"').next()
}

fn member(tree: &Tree, file: &File, problems: &mut Vec<Problem>) {
    let folder = file.path.trim_end_matches("/Cargo.toml");
    let root = tree.get("Cargo.toml").map_or("", |root| &root.text);
    let by_name = root.contains(&format!("\"{folder}\""));
    let by_pattern = folder.starts_with("crates/") && root.contains("\"crates/*\"");
    if !(by_name || by_pattern) {
        problems.push(Problem::new(&file.path, 0, "is no member of the workspace"));
    }
}

fn lock(tree: &Tree, problems: &mut Vec<Problem>) {
    let Some(file) = tree.get("Cargo.lock").filter(|file| tree.is_tracked(&file.path)) else {
        problems.push(Problem::new("Cargo.lock", 0, "is not tracked"));
        return;
    };
    for entry in entries(&file.text).filter(|entry| entry.key == "source") {
        if entry.value.trim_matches('"') != REGISTRY {
            let message = format!("a package from elsewhere than the registry: {}", entry.value);
            problems.push(Problem::new(&file.path, entry.line, message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::{REGISTRY, check, dependencies};

    const ROOT: &str = "members = [\"crates/*\", \"xtask\"]";

    fn manifest(name: &str, rest: &str) -> String {
        format!(
            "[package]\nname = \"{name}\"\nedition.workspace = true\nrust-version = {{ workspace = true }}\n\
             license.workspace = true\n[lints]\nworkspace = true\n{rest}"
        )
    }

    fn messages(name: &str, text: &str) -> Vec<String> {
        let path = format!("crates/{name}/Cargo.toml");
        let tree = Tree::sample(&[("Cargo.toml", ROOT), ("Cargo.lock", ""), (&path, text)]);
        check(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_good_manifest_passes() {
        let rest = "[dependencies]\nskidpad-core.workspace = true\nlibm = \"0.2\"\n[dev-dependencies]\nskidpad-cli = \"0\"";
        assert!(messages("skidpad-world", &manifest("skidpad-world", rest)).is_empty());
    }

    #[test]
    fn nothing_depends_upwards() {
        let bad = manifest("skidpad-world", "[dependencies]\nskidpad-formats = { path = \"../x\" }");
        let found = messages("skidpad-world", &bad);
        assert_eq!(
            found,
            ["error: crates/skidpad-world/Cargo.toml:9: `skidpad-world` may not depend on `skidpad-formats`"]
        );
        let core = manifest("skidpad-core", "[target.'cfg(unix)'.dependencies]\nskidpad-world = \"0\"");
        assert_eq!(messages("skidpad-core", &core).len(), 1);
    }

    #[test]
    fn dependencies_are_found_however_they_are_written() {
        let text = "[dependencies]\na = \"1\"\nb.workspace = true\nc = { package = \"d\", version = \"1\" }\n\
                    [dependencies.e]\nversion = \"1\"\n[build-dependencies]\nf = \"1\"\n[dev-dependencies]\ng = \"1\"";
        let names: Vec<String> = dependencies(text).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["a", "b", "d", "e", "f"]);
    }

    /// The section was taken for an entry of the one before, so that the tests' crates seemed to be dependencies.
    #[test]
    fn a_target_whose_condition_has_an_equals_sign_is_a_section() {
        let section = |kind: &str| {
            let text =
                format!("[dependencies]\na = \"1\"\n[target.'cfg(not(os = \"none\"))'.{kind}]\nb = \"1\"\n");
            dependencies(&text).into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(section("dev-dependencies"), ["a"]);
        assert_eq!(section("dependencies"), ["a", "b"]);
    }

    #[test]
    fn what_is_not_inherited_is_found() {
        let own = manifest("skidpad-core", "").replace("edition.workspace = true", "edition = \"2021\"");
        assert_eq!(messages("skidpad-core", &own).len(), 1);
        assert_eq!(messages("skidpad-core", "[package]\nname = \"other\"").len(), 5);
    }

    #[test]
    fn only_what_opens_a_window_has_a_compiler_of_its_own() {
        let own = |name: &str| {
            manifest(name, "").replace("rust-version = { workspace = true }", "rust-version = \"1.95\"")
        };
        assert!(messages("skidpad-app", &own("skidpad-app")).is_empty());
        assert_eq!(messages("skidpad-core", &own("skidpad-core")).len(), 1);
    }

    #[test]
    fn a_new_crate_is_added_to_the_table() {
        assert!(messages("skidpad-new", &manifest("skidpad-new", ""))[0].contains("table CRATES"));
    }

    #[test]
    fn every_crate_is_a_member() {
        let text = manifest("skidpad-core", "");
        let tree = Tree::sample(&[
            ("Cargo.toml", ""),
            ("Cargo.lock", ""),
            ("crates/skidpad-core/Cargo.toml", &text),
        ]);
        assert_eq!(check(&tree).len(), 1);
    }

    #[test]
    fn the_lock_file_is_tracked_and_names_one_registry() {
        assert_eq!(check(&Tree::sample(&[])).len(), 1);
        let good = format!("source = \"{REGISTRY}\"");
        assert!(check(&Tree::sample(&[("Cargo.lock", &good)])).is_empty());
        let bad = "source = \"git+https://example.org/x\"";
        assert_eq!(check(&Tree::sample(&[("Cargo.lock", bad)])).len(), 1);
    }

    #[test]
    fn cargo_is_not_told_where_packages_come_from() {
        let config = "[source.mirror]\nregistry = \"x\"";
        assert_eq!(check(&Tree::sample(&[("Cargo.lock", ""), (".cargo/config.toml", config)])).len(), 1);
    }
}
