//! The manual: `docs/SUMMARY.md` has every page of `docs` once, and no other; programs in Rust in its pages are compiled.

use super::Problem;
use super::tree::Tree;

/// The pages of the manual in their order.
const SUMMARY: &str = "docs/SUMMARY.md";
/// The files whose doc tests are the programs of the pages: that of the page for Bevy needs Bevy.
const DOC_TESTS: [&str; 2] = ["crates/skidpad/src/lib.rs", "crates/bevy_skidpad/src/lib.rs"];

/// Looks for pages without an entry, entries that are no pages of the manual, and programs that no doc test compiles. Whether a
/// link's target exists is a rule for all pages (`docs`).
pub fn check(tree: &Tree) -> Vec<Problem> {
    let Some(summary) = tree.get(SUMMARY) else {
        return vec![Problem::new(SUMMARY, 0, "the manual's list of pages is missing")];
    };
    let mut problems = Vec::new();
    let mut listed: Vec<String> = Vec::new();
    for (at, line) in summary.text.lines().enumerate() {
        for target in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let page = format!("docs/{target}");
            let fault = if !target.ends_with(".md") || target.starts_with("..") {
                Some("a page of the manual is a .md file in docs")
            } else if listed.contains(&page) {
                Some("the page is listed twice")
            } else {
                None
            };
            problems.extend(fault.map(|fault| Problem::new(SUMMARY, at + 1, format!("{target}: {fault}"))));
            listed.push(page);
        }
    }
    let pages = tree.files().filter(|file| file.path.starts_with("docs/") && file.path.ends_with(".md"));
    for page in pages.filter(|page| page.path != SUMMARY && !listed.contains(&page.path)) {
        problems.push(Problem::new(&page.path, 0, format!("the page is not in {SUMMARY}")));
    }
    problems.extend(uncompiled(tree));
    problems
}

/// Pages with a program in Rust that the doc tests do not include.
fn uncompiled(tree: &Tree) -> Vec<Problem> {
    let compiled = DOC_TESTS.map(|path| tree.get(path).map_or("", |file| &file.text));
    let mut problems = Vec::new();
    for page in tree.files().filter(|file| file.path.starts_with("docs/") && file.path.ends_with(".md")) {
        let program = page.text.lines().position(|line| line.trim_start().starts_with("```rust"));
        let include = format!("include_str!(\"../../../{}\")", page.path);
        let is_included = compiled.iter().any(|tests| tests.contains(&include));
        if let Some(at) = program.filter(|_| !is_included) {
            let message = format!("the program is not compiled: include the page in {}", DOC_TESTS[0]);
            problems.push(Problem::new(&page.path, at + 1, message));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::check;

    fn messages(summary: &str) -> Vec<String> {
        let files =
            [("docs/SUMMARY.md", summary), ("docs/a.md", ""), ("docs/models/b.md", ""), ("docs/a.svg", "")];
        check(&Tree::sample(&files)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_manual_with_every_page_passes() {
        assert!(messages("# Summary\n\n[A](a.md)\n\n- [B](models/b.md)").is_empty());
    }

    #[test]
    fn a_page_without_an_entry_is_found() {
        let found = messages("[A](a.md)");
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("docs/models/b.md") && found[0].contains("not in docs/SUMMARY.md"));
    }

    #[test]
    fn entries_that_are_no_pages_and_double_ones_are_found() {
        assert_eq!(
            messages("[A](a.md) [B](models/b.md)\n- [A](a.md)\n- [picture](a.svg)\n- [up](../README.md)")
                .len(),
            3
        );
    }

    #[test]
    fn a_program_that_no_doc_test_includes_is_found() {
        let found = |doc_tests: &str| {
            let page = "# A\n\n```rust\nfn main() {}\n```\n";
            let files =
                [("docs/SUMMARY.md", "[A](a.md)"), ("docs/a.md", page), (super::DOC_TESTS[0], doc_tests)];
            check(&Tree::sample(&files)).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert!(found("#[doc = include_str!(\"../../../docs/a.md\")]").is_empty());
        let problems = found("#[doc = include_str!(\"../../../docs/b.md\")]");
        assert!(problems.len() == 1 && problems[0].contains("docs/a.md:3"), "{problems:?}");
    }

    #[test]
    fn a_missing_list_is_found() {
        assert_eq!(check(&Tree::sample(&[("docs/a.md", "")])).len(), 1);
    }
}
