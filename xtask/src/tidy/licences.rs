//! Each crate that is published has the texts of both licences: cargo packs a crate's own folder alone, so that those of the root are in none.

use super::Problem;
use super::tree::Tree;

const NAMES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Checks that each published crate has the root's licences, as real files: a link is none on every platform.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    let crates = tree.files().filter_map(|file| {
        let name = file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
        let is_published = !file.text.lines().any(|line| line.replace(' ', "") == "publish=false");
        (is_published && !name.contains('/')).then_some(name)
    });
    for name in crates {
        for licence in NAMES {
            let Some(text) = tree.get(licence).map(|file| &file.text) else {
                problems.push(Problem::new(licence, 0, "is missing"));
                continue;
            };
            let path = format!("crates/{name}/{licence}");
            let message = match tree.get(&path) {
                None => format!("is missing: cp {licence} {path}"),
                Some(copy) if copy.text != *text => format!("differs from the root's: cp {licence} {path}"),
                Some(_) => continue,
            };
            problems.push(Problem::new(&path, 0, message));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::check;

    fn messages(files: &[(&str, &str)]) -> Vec<String> {
        let root = [("LICENSE-MIT", "mit\n"), ("LICENSE-APACHE", "apache\n")];
        let files: Vec<_> = root.iter().chain(files).copied().collect();
        check(&Tree::sample(&files)).iter().map(ToString::to_string).collect()
    }

    const PUBLISHED: (&str, &str) = ("crates/skidpad-math/Cargo.toml", "[package]\nname = \"skidpad-math\"");

    #[test]
    fn copies_of_both_licences_pass() {
        let copies = [
            PUBLISHED,
            ("crates/skidpad-math/LICENSE-MIT", "mit\n"),
            ("crates/skidpad-math/LICENSE-APACHE", "apache\n"),
        ];
        assert!(messages(&copies).is_empty());
    }

    #[test]
    fn a_copy_that_is_missing_or_differs_is_found() {
        let found = messages(&[PUBLISHED, ("crates/skidpad-math/LICENSE-MIT", "mit\r\n")]);
        assert_eq!(
            found,
            [
                "error: crates/skidpad-math/LICENSE-APACHE: is missing: cp LICENSE-APACHE crates/skidpad-math/LICENSE-APACHE",
                "error: crates/skidpad-math/LICENSE-MIT: differs from the root's: cp LICENSE-MIT crates/skidpad-math/LICENSE-MIT",
            ]
        );
    }

    #[test]
    fn crates_that_are_not_published_need_none() {
        let own = ("crates/skidpad-testing/Cargo.toml", "[package]\npublish = false");
        let inner = ("crates/bevy_skidpad/game/Cargo.toml", "[package]");
        assert!(messages(&[own, inner]).is_empty());
    }

    #[test]
    fn the_root_has_both() {
        assert_eq!(check(&Tree::sample(&[PUBLISHED])).len(), 2);
    }
}
