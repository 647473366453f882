//! Documents that cannot rot: paths in backticks and the targets of links exist.

use super::Problem;
use super::tables::DOCUMENTS;
use super::tree::Tree;

/// Each path in backticks names a file or a folder of the tree, from its root.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for document in DOCUMENTS {
        let Some(file) = tree.get(document) else {
            problems.push(Problem::new(document, 0, "this document is missing"));
            continue;
        };
        let mut fenced = false;
        for (at, line) in file.text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                fenced = !fenced;
                continue;
            }
            let quoted = line.split('`').skip(1).step_by(2).filter(|_| !fenced);
            for path in quoted.filter(|text| looks_like_a_path(text) && !tree.exists(text)) {
                let message = format!("`{path}` does not exist; paths are written from the root");
                problems.push(Problem::new(document, at + 1, message));
            }
        }
    }
    problems.extend(links(tree));
    problems
}

/// Each link of a page to a file names one of the tree.
fn links(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in tree.files().filter(|file| file.path.ends_with(".md")) {
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (at, line) in file.text.lines().enumerate() {
            for target in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let path = target.split('#').next().unwrap_or_default();
                if !path.is_empty() && !target.contains("://") && !tree.exists(&joined(folder, path)) {
                    let message = format!("the link's target `{target}` does not exist");
                    problems.push(Problem::new(&file.path, at + 1, message));
                }
            }
        }
    }
    problems
}

/// A path from the root, of one that is written from a folder.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// `crates/skidpad-core`, `.ci/run`, `a.rs`; not `km/h`, `math::Real`, a command, or `tests/` of any crate.
fn looks_like_a_path(text: &str) -> bool {
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c));
    let rooted = [
        "crates/", "xtask/", ".ci/", ".cargo/", "docs/", "examples/", "fuzz/", "python/", "scenarios/",
        "vehicles/",
    ];
    let named = [".rs", ".md", ".toml", ".lock", ".py", ".sh"];
    plain
        && !text.starts_with("..")
        && (rooted.iter().any(|root| text.starts_with(root)) || named.iter().any(|end| text.ends_with(end)))
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::{check, looks_like_a_path};

    fn messages(text: &str) -> Vec<String> {
        let files =
            [("ARCHITECTURE.md", text), ("CONTRIBUTING.md", ""), ("crates/skidpad-core/src/lib.rs", "")];
        check(&Tree::sample(&files)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn paths_that_exist_pass() {
        assert!(
            messages("`crates/skidpad-core/src/lib.rs` in `crates/skidpad-core/`, 3 `km/h`, `cargo test`")
                .is_empty()
        );
        assert!(messages("```text\n`crates/nowhere`\n```").is_empty());
    }

    #[test]
    fn a_path_that_does_not_exist_is_found() {
        let found = messages("\nsee `crates/skidpad-core/src/gone.rs`");
        assert_eq!(found.len(), 1);
        assert!(
            found[0]
                .starts_with("error: ARCHITECTURE.md:2: `crates/skidpad-core/src/gone.rs` does not exist")
        );
    }

    #[test]
    fn links_lead_to_files_from_the_page_that_has_them() {
        let count = |text: &str| {
            let files =
                [("docs/a.md", text), ("ARCHITECTURE.md", ""), ("CONTRIBUTING.md", ""), ("README.md", "")];
            check(&Tree::sample(&files)).len()
        };
        assert_eq!(
            count("[code](../ARCHITECTURE.md#map) [itself](a.md) [top](#map) [web](https://a.b/c)"),
            0
        );
        assert_eq!(count("[gone](ARCHITECTURE.md)"), 1);
    }

    #[test]
    fn a_missing_document_is_found() {
        assert_eq!(check(&Tree::sample(&[])).len(), super::DOCUMENTS.len());
    }

    #[test]
    fn paths_are_told_from_the_rest() {
        assert!(looks_like_a_path("docs/") && looks_like_a_path("slip.rs") && looks_like_a_path(".ci/run"));
        assert!(
            !looks_like_a_path("m/s")
                && !looks_like_a_path("tests/")
                && !looks_like_a_path("math::Real")
                && !looks_like_a_path("../a.md")
        );
    }
}
