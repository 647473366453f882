//! One version: of all packages, where they name each other, and in the changelog.

use super::Problem;
use super::tree::{File, Tree};

/// Looks for packages that ask for another version of one of this workspace, and for sections of the changelog out of order.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    let Some(version) = tree.get("Cargo.toml").and_then(|root| quoted_after(&root.text, "\nversion = "))
    else {
        return vec![Problem::new("Cargo.toml", 0, "has no version of all packages")];
    };
    for file in tree.files().filter(|file| file.path.ends_with("Cargo.toml")) {
        named(file, version, &mut problems);
    }
    if let Some(file) = tree.get("CHANGELOG.md") {
        changelog(file, version, &mut problems);
    }
    problems
}

/// The text in quotes after a word.
fn quoted_after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.split_once(word)?.1.split('"').nth(1)
}

fn named(file: &File, version: &str, problems: &mut Vec<Problem>) {
    for (at, line) in file.text.lines().enumerate() {
        let is_own = line.contains("skidpad") && line.contains("path = ");
        let asked = quoted_after(line, "version = ").filter(|_| is_own);
        if let Some(asked) = asked.filter(|asked| *asked != version) {
            let message = format!("asks for version {asked} of a package of version {version}");
            problems.push(Problem::new(&file.path, at + 1, message));
        }
    }
}

/// First what is not released, then versions with their dates, newest first; none is newer than the packages.
fn changelog(file: &File, version: &str, problems: &mut Vec<Problem>) {
    let headings =
        file.text.lines().enumerate().filter_map(|(at, line)| Some((at, line.strip_prefix("## ")?)));
    let mut newest = numbers(version).unwrap_or([u32::MAX; 3]);
    for (place, (at, heading)) in headings.enumerate() {
        let fault = match released(heading) {
            _ if place == 0 && heading == "Unreleased" => None,
            _ if place == 0 => Some("the first section is `## Unreleased`"),
            None => Some("a section is `## VERSION - YEAR-MONTH-DAY`"),
            Some(found) if found > newest => Some("is newer than the section before, or than the packages"),
            Some(found) => {
                newest = found;
                None
            }
        };
        problems.extend(fault.map(|fault| Problem::new(&file.path, at + 1, fault)));
    }
}

/// The version of a section that has a date.
fn released(heading: &str) -> Option<[u32; 3]> {
    let (version, date) = heading.split_once(" - ")?;
    let is_date = date.len() == 10 && date.split('-').count() == 3;
    numbers(version).filter(|_| is_date && date.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()))
}

fn numbers(version: &str) -> Option<[u32; 3]> {
    let found: Vec<u32> = version.split('.').map_while(|number| number.parse().ok()).collect();
    found.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::check;

    const NEWER: &str = "is newer than the section before, or than the packages";
    const ROOT: &str = "[workspace.package]\nversion = \"0.2.0\"\n";

    fn messages(manifest: &str, changelog: &str) -> Vec<String> {
        let tree = Tree::sample(&[
            ("Cargo.toml", ROOT),
            ("crates/skidpad/Cargo.toml", manifest),
            ("CHANGELOG.md", changelog),
        ]);
        check(&tree).into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn one_version_and_sections_in_order_pass() {
        let manifest = "[dependencies]\nskidpad-core = { path = \"../skidpad-core\", version = \"0.2.0\" }\n";
        let changelog = "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n## 0.1.0 - 2026-11-01\n";
        assert!(messages(manifest, changelog).is_empty(), "{:?}", messages(manifest, changelog));
    }

    #[test]
    fn another_version_of_an_own_package_is_refused() {
        let manifest = "[dependencies]\nskidpad-core = { path = \"../skidpad-core\", version = \"0.1.0\" }\n";
        assert_eq!(messages(manifest, ""), ["asks for version 0.1.0 of a package of version 0.2.0"]);
    }

    #[test]
    fn sections_that_are_none_and_out_of_order_are_refused() {
        assert_eq!(messages("", "## 0.2.0 - 2026-12-01\n"), ["the first section is `## Unreleased`"]);
        assert_eq!(messages("", "## Unreleased\n## 0.2.0\n"), ["a section is `## VERSION - YEAR-MONTH-DAY`"]);
        assert_eq!(messages("", "## Unreleased\n## 0.3.0 - 2026-12-01\n"), [NEWER]);
        let wrong = "## Unreleased\n## 0.1.0 - 2026-11-01\n## 0.2.0 - 2026-12-01\n";
        assert_eq!(messages("", wrong), [NEWER]);
    }
}
