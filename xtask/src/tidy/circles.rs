//! Files that import each other in a circle. What a file imports is where the item is defined: re-exports are followed, and
//! are no imports themselves, unless the file uses the name that it re-exports.

use std::collections::{BTreeMap, BTreeSet};

use super::Problem;
use super::paths::{module, paths};
use super::tokens::{Token, tokens, without_tests};
use super::tree::Tree;

/// The module of a file, from the crate's root.
type Module = Vec<String>;

/// No files import each other in a circle.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let packages: BTreeSet<&str> = tree.rust().filter_map(|file| package(&file.path)).collect();
    packages.into_iter().flat_map(|package| of_package(tree, package)).collect()
}

/// The name of the crate whose `src` a file is in.
fn package(path: &str) -> Option<&str> {
    let (package, inner) = path.strip_prefix("crates/")?.split_once('/')?;
    inner.starts_with("src/").then_some(package)
}

fn of_package(tree: &Tree, package: &str) -> Vec<Problem> {
    let files = Files::read(tree, package);
    let edges = files.edges();
    let problem = |circle| {
        let message = format!("files import each other in a circle: {}", ties(circle, &edges));
        Problem::new(&format!("crates/{package}/src"), 0, message)
    };
    files.circles().iter().map(problem).collect()
}

/// The imports that tie a circle: each file, and those of the circle that it imports.
fn ties(circle: &BTreeSet<Module>, edges: &Edges) -> String {
    let tie = |file: &Module| {
        let imported = edges.get(file).into_iter().flatten().filter(|other| circle.contains(*other));
        let imported: Vec<String> = imported.map(|other| other.join("::")).collect();
        format!("{} imports {}", file.join("::"), imported.join(", "))
    };
    circle.iter().map(tie).collect::<Vec<_>>().join("; ")
}

/// What each file imports from which others.
type Edges<'a> = BTreeMap<&'a Module, BTreeSet<Module>>;

/// The files of a crate by their modules.
#[derive(Default)]
struct Files {
    /// Paths that each file imports or writes out.
    imports: BTreeMap<Module, Vec<Module>>,
    /// What each file re-exports: the name, and the path.
    exports: BTreeMap<Module, BTreeMap<String, Module>>,
}

impl Files {
    fn read(tree: &Tree, package: &str) -> Self {
        let mut files = Self::default();
        for (file, inner) in tree.sources(package) {
            let own = module(inner);
            let code = without_tests(tokens(&file.text));
            let (exported, rest) = split(&code);
            let exports = exports(&exported, &own);
            let used = exports.iter().filter(|(name, _)| occurs(name, &rest)).map(|(_, path)| path.clone());
            let imports = absolute(&rest, &own).into_iter().chain(used).collect();
            files.imports.insert(own.clone(), imports);
            files.exports.insert(own, exports);
        }
        files
    }

    /// The file that defines what a path names. A path of local names alone begins with a module of the file, or is none of
    /// the crate's.
    fn home(&self, path: &[String], depth: usize) -> Option<Module> {
        let length = (0..=path.len()).rev().find(|length| self.imports.contains_key(&path[..*length]))?;
        let (file, rest) = path.split_at(length);
        let exported = rest.first().and_then(|name| self.exports.get(file)?.get(name));
        match exported {
            // Deeper than any chain of re-exports: names that export each other.
            Some(target) if depth < 20 => self.home(&[&target[..], &rest[1..]].concat(), depth + 1),
            _ => Some(file.to_vec()),
        }
    }

    /// What each file imports from which others.
    fn edges(&self) -> Edges<'_> {
        let of = |own: &Module, paths: &[Module]| {
            let homes = paths
                .iter()
                .filter_map(|path| self.home(path, 0).or_else(|| self.home(&[&own[..], path].concat(), 0)));
            homes.filter(|home| home != own).collect()
        };
        self.imports.iter().map(|(own, paths)| (own, of(own, paths))).collect()
    }

    /// Sets of files each of which reaches every other.
    fn circles(&self) -> Vec<BTreeSet<Module>> {
        let edges = self.edges();
        let reached: BTreeMap<&Module, BTreeSet<Module>> =
            edges.keys().map(|file| (*file, reached_from(file, &edges))).collect();
        let mut circles: Vec<BTreeSet<Module>> = Vec::new();
        for (file, from_it) in &reached {
            if !from_it.contains(*file) || circles.iter().any(|circle| circle.contains(*file)) {
                continue;
            }
            let back =
                |other: &&Module| reached.get(other).is_some_and(|from_other| from_other.contains(*file));
            circles.push(from_it.iter().filter(back).cloned().collect());
        }
        circles
    }
}

/// All files that imports lead to from one.
fn reached_from(file: &Module, edges: &Edges) -> BTreeSet<Module> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![file.clone()]);
    while let Some(next) = open.pop() {
        for other in edges.get(&next).into_iter().flatten() {
            if reached.insert(other.clone()) {
                open.push(other.clone());
            }
        }
    }
    reached
}

/// Paths from the crate's root; those that begin with a name of the file stand as they are.
fn absolute(code: &[Token], own: &[String]) -> Vec<Module> {
    paths(code, own).into_iter().map(|path| from_root(path.segments, own)).collect()
}

fn from_root(segments: Vec<String>, own: &[String]) -> Module {
    match segments.first().map(String::as_str) {
        Some("crate") => segments[1..].to_vec(),
        _ => [own, &segments].concat(),
    }
}

/// What re-exports offer: the name that others see, and the path.
fn exports(code: &[Token], own: &[String]) -> BTreeMap<String, Module> {
    let named = paths(code, own).into_iter().filter_map(|path| {
        let name = path.alias.or_else(|| path.segments.last().cloned())?;
        Some((name, from_root(path.segments, own)))
    });
    named.collect()
}

/// Whether code uses a name on its own: a type anywhere, a function where it is called. What follows a `.` or `::` is another
/// item of that name, and paths that begin with the name are found as paths.
fn occurs(name: &str, code: &[Token]) -> bool {
    let is_type = name.starts_with(char::is_uppercase);
    code.iter().enumerate().any(|(at, token)| {
        let before = at.checked_sub(1).map(|before| &code[before]);
        let is_other = before.is_some_and(|before| before.is(".") || before.is("::") || before.is_word("fn"));
        let is_called = code.get(at + 1).is_some_and(|next| next.is("("));
        token.is_word(name) && !is_other && (is_type || is_called)
    })
}

/// The code of the re-exports, `pub use ...;`, and all other code.
fn split(code: &[Token]) -> (Vec<Token>, Vec<Token>) {
    let (mut exported, mut rest) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < code.len() {
        let before = at.checked_sub(1).map(|before| &code[before]);
        let is_public = before.is_some_and(|token| token.is_word("pub") || token.is(")"));
        if code[at].is_word("use") && is_public {
            let length = code[at..].iter().position(|token| token.is(";")).unwrap_or(code.len() - at);
            exported.extend_from_slice(&code[at..at + length]);
            at += length;
        } else {
            rest.push(code[at].clone());
            at += 1;
        }
    }
    (exported, rest)
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::{Files, Module, check};
    use std::collections::BTreeSet;

    /// The circles of a crate of these files.
    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let paths: Vec<(String, &str)> =
            files.iter().map(|(inner, text)| (format!("crates/sample/src/{inner}"), *text)).collect();
        let files: Vec<(&str, &str)> = paths.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        let tree = Tree::sample(&files);
        Files::read(&tree, "sample").circles().iter().map(list).collect()
    }

    fn list(circle: &BTreeSet<Module>) -> String {
        let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
        names.join(", ")
    }

    #[test]
    fn files_that_import_each_other_are_a_circle() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c; pub use a::A;"),
            ("a.rs", "use crate::b::B;"),
            ("b.rs", "fn f() { super::c::g() }"),
            ("c.rs", "use crate::a::{self, A};"),
        ];
        assert_eq!(circles(&files), ["a, b, c"]);
        assert!(
            circles(&[("lib.rs", ""), ("a.rs", "use crate::b::B;"), ("b.rs", "use crate::c::C;")]).is_empty()
        );
    }

    /// A folder that offers what its files define may use a neighbour that uses one of these files.
    #[test]
    fn a_re_export_stands_for_the_file_that_defines_the_item() {
        let files = [
            ("drive/mod.rs", "mod choice; pub use choice::Choice; use crate::run::Run;"),
            ("drive/choice.rs", ""),
            ("run.rs", "use crate::drive::Choice;"),
        ];
        assert!(circles(&files).is_empty());
        let defined_in_the_folder = [files[0], files[1], ("run.rs", "use crate::drive::Drive;")];
        assert_eq!(circles(&defined_in_the_folder), ["drive, run"]);
    }

    #[test]
    fn a_file_below_another_that_uses_it_is_a_circle() {
        let files = [("a/mod.rs", "mod b; use b::B; struct A;"), ("a/b.rs", "use super::A;")];
        assert_eq!(circles(&files), ["a, a::b"]);
    }

    #[test]
    fn a_file_that_uses_what_it_re_exports_imports_it() {
        let child = ("a/b.rs", "use super::A;");
        let parent = |code: &str| {
            let text = format!("mod b; pub use b::{{B as C, make}}; struct A; {code}");
            circles(&[("a/mod.rs", text.as_str()), child])
        };
        for used in ["struct D { c: C }", "fn f() { make() }"] {
            assert_eq!(parent(used), ["a, a::b"], "{used}");
        }
        for other in ["", "struct D { b: other::C }", "fn f(make: B) { x.make() }", "fn make() {}"] {
            assert!(parent(other).is_empty(), "{other}");
        }
    }

    #[test]
    fn a_re_export_has_the_name_that_others_see() {
        let files = [
            ("a/mod.rs", "mod b; pub use b::B as C; use crate::d::D;"),
            ("a/b.rs", "use crate::d::D;"),
            ("d.rs", "use crate::a::C;"),
        ];
        assert_eq!(circles(&files), ["a::b, d"]);
    }

    #[test]
    fn tests_are_free_and_a_circle_is_named_with_what_ties_it() {
        let test = "#[cfg(test)] mod tests { use crate::b::B; }";
        assert!(circles(&[("a.rs", test), ("b.rs", "use crate::a::A;")]).is_empty());
        let tree = Tree::sample(&[
            ("crates/sample/src/a.rs", "use crate::b::B;"),
            ("crates/sample/src/b.rs", "use crate::a::A;"),
        ]);
        let found: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        assert!(found.len() == 1 && found[0].ends_with("a imports b; b imports a"), "{found:?}");
    }
}
